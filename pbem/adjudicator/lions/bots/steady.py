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
from pbem.adjudicator.lions.bots.eyes import CAPTAINS, HABITS, Entry, Eyes
from pbem.adjudicator.lions.bots.sieges import besiege, guard, raid_pirates, storm
from pbem.adjudicator.lions.bots.targets import bargains
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


class SteadyBot(Sensible):
    """Orders from the view alone; the same view, the same orders."""

    def plan(self, view: Mapping[str, Any]) -> Mapping[str, Any]:
        plan = {"setup": self.set_up, "bids": self.bids, "year": self.year, "watch": self.watch}[str(view["step"])]
        return plan(view)

    def set_up(self, view: Mapping[str, Any]) -> Entry:
        lasting = as_standing(sections(STEADY, board_seen(view), self.seat))
        return {"setup": {"place": list(CAPTAINS["set_ups"][self.seat])}, "standing": lasting}

    def bids(self, view: Mapping[str, Any]) -> Entry:
        """Bids the worth of markers that a Spy has shown, and a pound's worth of others, up to a limit."""
        pounds = int(view["money"][self.seat])
        most = max(0, min(pounds // HABITS.part_for_bids, pounds - HABITS.kept_from_bids))
        prices = {**CAPTAINS["worth"], **CAPTAINS["favourites"][self.seat]}
        seen = [{"for": kind.replace("_", "-"), "rounds": [str(min(int(price) - less, pounds)) for less in (1, 0)]}
                for kind, price in prices.items()]  # fmt: skip
        unseen = {"for": "any", "rounds": [str(min(int(bid), pounds)) for bid in CAPTAINS["unseen"][self.seat]]}
        peace = bargains(Eyes.of(view))
        plan: Entry = {"bids": [*seen, unseen], "spend": str(most)}
        plan["never_below"] = str(min(pounds, HABITS.kept_from_bids))
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
        eyes.pay(min(eyes.purse, HABITS.kept_for_guard))
        numbers = [str(number) for number in range(1, eyes.board.fleet_markers[self.seat] + 1)]
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
        if eyes.purse >= HABITS.rich and storm(eyes, numbers[0]):
            numbers.pop(0)
        take_ports(eyes)
        while numbers and storm(eyes, numbers[0]):
            numbers.pop(0)
        free_points(eyes)
        found_colonies(eyes)
        settle(eyes)
        if numbers:
            raid_pirates(eyes, numbers[0])
        spend_rest(eyes)
        guard(eyes, last)
        price = HABITS.leader_price
        wanted = int(eyes.purse > price and len(view["leaders"]) < HABITS.leaders_wanted)
        outfit: Entry = {"buy": [], "leaders": str(wanted), "leader_price": str(price)}
        in_use = sorted({ship["fleet"] for ship in view["ships"].values() if ship["fleet"]})
        return {"outfit": outfit | eyes.outfitted, "fleets": {"dissolve": in_use, "form": eyes.formed},
                "operations": eyes.queue} | (CAPTAINS["to_the_end"] if sieging else {})  # fmt: skip


NoviceBot = novice_of(SteadyBot)
