"""`steady`: a sensible admiral for each of the four powers.

The bot bids little for things it has not seen, fetches its treasure, takes free places, denies victory to those
close to it, and storms weak places. Doctrine goes in once, as standing orders, with the set-up.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.adjudicator.beginner import Sensible, novice_of
from pbem.adjudicator.engine.chosen_doctrine import STEADY
from pbem.adjudicator.lions.bots.chase import chases, homeward, remaining
from pbem.adjudicator.lions.bots.coalition import bargains
from pbem.adjudicator.lions.bots.eyes import CAPTAINS, Entry, Eyes
from pbem.adjudicator.lions.bots.sieges import besiege, guard, raid_pirates, storm
from pbem.adjudicator.lions.bots.upkeep import (
    build_for_victory,
    found_colonies,
    free_points,
    garrison_homes,
    mend,
    rebuild,
    spend_rest,
)
from pbem.adjudicator.lions.bots.voyages import deny, drive_off, fetch_treasure, settle, take_ports
from pbem.adjudicator.lions.orders.doctrines import sections
from pbem.adjudicator.lions.view.view import board_seen
from pbem.adjudicator.orders.shipped import as_standing
from pbem.strict_yaml import write

#: Of the treasury so much goes on bids, as its part; and what is never bid away.
PART_FOR_BIDS, KEPT_FROM_BIDS = 5, 6
#: What is kept for the guard of the home waters; and with how much a storming fleet goes before all empty ports.
KEPT_FOR_GUARD, RICH = 2, 25
#: The price of a leader, and how many are wanted.
LEADER_PRICE, LEADERS_WANTED = 7, 2
#: Who besieges a port calls no halt ashore before this round.
LAST_ROUND = "40"


class SteadyBot(Sensible):
    """Orders from the view alone; the same view, the same orders."""

    def orders(self, view: Mapping[str, Any], head: Mapping[str, str]) -> str:
        plan = {"setup": self.set_up, "bids": self.bids, "year": self.year, "watch": self.watch}[str(view["step"])]
        return write({"pbem": "orders/1", **head, **plan(view)})

    def set_up(self, view: Mapping[str, Any]) -> Entry:
        lasting = as_standing(sections(STEADY, board_seen(view), self.seat))
        return {"setup": {"place": list(CAPTAINS["set_ups"][self.seat])}, "standing": lasting}

    def bids(self, view: Mapping[str, Any]) -> Entry:
        """Bids the worth of markers that a Spy has shown, and a pound's worth of others, up to a limit."""
        pounds = int(view["money"][self.seat])
        most = max(0, min(pounds // PART_FOR_BIDS, pounds - KEPT_FROM_BIDS))
        prices = {**CAPTAINS["worth"], **CAPTAINS["favourites"][self.seat]}
        seen = [{"for": kind.replace("_", "-"), "rounds": [str(min(int(price) - less, pounds)) for less in (1, 0)]}
                for kind, price in prices.items()]  # fmt: skip
        unseen = {"for": "any", "rounds": [str(min(int(bid), pounds)) for bid in CAPTAINS["unseen"][self.seat]]}
        peace = bargains(Eyes.of(view))
        plan: Entry = {"bids": [*seen, unseen], "spend": str(most), "never_below": str(min(pounds, KEPT_FROM_BIDS))}
        return plan | ({"agreements": peace} if peace else {})

    def watch(self, view: Mapping[str, Any]) -> Entry:
        """Lets the queue of the year run on, unless there is treasure to be chased or brought home before it."""
        eyes = Eyes.of(view)
        left = remaining(eyes)
        found = [*chases(eyes, left), *homeward(eyes, left)]
        return {"operations": [*found, *left]} if found else {}

    def year(self, view: Mapping[str, Any]) -> Entry:
        """Outfitting, fleets and the queue, as the pounds allow."""
        eyes = Eyes.of(view)
        eyes.pay(min(eyes.purse, KEPT_FOR_GUARD))
        numbers = list(range(1, eyes.board.fleet_markers[self.seat] + 1))
        last = numbers.pop()
        mend(eyes)
        drive_off(eyes)
        rebuild(eyes)
        sieging = besiege(eyes, numbers[-1])
        if sieging:
            numbers.pop()
        fetch_treasure(eyes)
        deny(eyes)
        build_for_victory(eyes)
        garrison_homes(eyes)
        if eyes.purse >= RICH and storm(eyes, numbers[0]):
            numbers.pop(0)
        take_ports(eyes)
        while numbers and storm(eyes, numbers[0]):
            numbers.pop(0)
        companies = free_points(eyes)
        found_colonies(eyes)
        settle(eyes)
        if numbers:
            raid_pirates(eyes, numbers[0])
        spend_rest(eyes)
        guard(eyes, last)
        leaders = eyes.purse > LEADER_PRICE and len(view["leaders"]) < LEADERS_WANTED
        outfit: Entry = {"buy": eyes.bought, "leaders": "1" if leaders else "0", "leader_price": str(LEADER_PRICE)}
        in_use = sorted({ship["fleet"] for ship in view["ships"].values() if ship["fleet"]})
        to_the_end: Entry = {"halt": [{"if": [{"round_at_least": LAST_ROUND}]}]} if sieging else {}
        return {"outfit": outfit | eyes.works | companies, "fleets": {"dissolve": in_use, "form": eyes.formed},
                "operations": eyes.queue} | to_the_end  # fmt: skip


NoviceBot = novice_of(SteadyBot)
