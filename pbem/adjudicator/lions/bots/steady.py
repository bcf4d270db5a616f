"""`steady`: a sensible admiral for each of the four powers.

The bot bids little for things it has not seen, fetches its treasure, takes free places, denies victory to those
close to it, and storms weak places. Doctrine goes in once, as standing orders, with the set-up.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.adjudicator.beginner import novice_of
from pbem.adjudicator.engine.chosen_doctrine import STEADY
from pbem.adjudicator.engine.table import Decision, Plain
from pbem.adjudicator.game import Bot
from pbem.adjudicator.lions.board.board import Board
from pbem.adjudicator.lions.bots.chase import chases, homeward, remaining
from pbem.adjudicator.lions.bots.coalition import bargains
from pbem.adjudicator.lions.bots.eyes import Entry, Eyes
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
from pbem.strict_yaml import write

#: How the counters that may be divided are divided (3.2): what of a group goes where.
SET_UPS: Mapping[str, tuple[Entry, ...]] = {
    "england": (
        {"group": "england-abroad", "at": "madras", "ships": ["6th"], "regiments": "1", "forts": "1"},
        {"group": "england-abroad", "at": "jamestown", "regiments": "1", "forts": "1"},
        {"group": "england-abroad", "at": "massachusetts-bay", "forts": "1"},
        {"group": "england-abroad", "at": "bermuda", "forts": "1"},
    ),
    "netherlands": (
        {"group": "netherlands-abroad", "at": "java", "ships": ["6th"], "regiments": "2"},
        {"group": "netherlands-abroad", "at": "new-amsterdam", "forts": "1"},
        {"group": "netherlands-abroad", "at": "cape-colony", "forts": "1"},
    ),
    "spain": tuple(
        {"group": "spain-abroad", "at": port, kind: "1"}
        for port, kind in (("havana", "forts"), ("porto-bello", "forts"), ("cartagena", "forts"),
                           ("hispaniola", "regiments"), ("acapulco", "regiments"), ("canaries", "regiments"))
    ),
    "france": tuple(
        {"group": "france-abroad", "at": port, kind: "1"}
        for port, kind in (("quebec", "forts"), ("cayenne", "forts"), ("senegal", "regiments"),
                           ("madagascar", "regiments"))
    ),
}  # fmt: skip
#: What a marker is worth in pounds to a power that has seen it with a Spy (9.13); to all, unless one is named.
WORTH = {
    "bankers": 4, "company-charter": 4, "samuel-pepys": 3, "nell-gwyn": 3, "gunners": 3, "line-ahead": 3,
    "press-gang": 3, "grand-design": 2, "master-navigator": 2, "salt-pork-and-biscuits": 2, "marines": 2,
    "raking-attack": 2, "honors-of-war": 2, "treachery": 2, "natives-are-restless": 2,
}  # fmt: skip
FAVOURITES: Mapping[str, Mapping[str, int]] = {
    "england": {"gunners": 4, "line-ahead": 4, "raking-attack": 3},
    "netherlands": {"company-charter": 5, "master-navigator": 3, "salt-pork-and-biscuits": 3},
    "spain": {"honors-of-war": 3, "marines": 3, "natives-are-restless": 3},
    "france": {"press-gang": 4, "bankers": 5},
}
#: For what lies face down: the bids of successive rounds. No two powers think alike, or all would tie (9.3).
UNSEEN = {"england": (0, 1, 3), "netherlands": (1, 2, 3), "spain": (0, 2), "france": (1, 3)}
#: Of the treasury so much goes on bids, as its part; and what is never bid away.
PART_FOR_BIDS, KEPT_FROM_BIDS = 5, 6
#: What is kept for the guard of the home waters; and with how much a storming fleet goes before all empty ports.
KEPT_FOR_GUARD, RICH = 2, 25
#: The price of a leader, and how many are wanted.
LEADER_PRICE, LEADERS_WANTED = 7, 2
#: Who besieges a port calls no halt ashore before this round.
LAST_ROUND = "40"


class SteadyBot(Bot):
    """Orders from the view alone; the same view, the same orders."""

    def orders(self, view: Mapping[str, Any], head: Mapping[str, str]) -> str:
        plan = {"setup": self.set_up, "bids": self.bids, "year": self.year, "watch": self.watch}[str(view["step"])]
        return write({"pbem": "orders/1", **head, **plan(view)})

    def answer(self, view: Mapping[str, Any], decision: Decision) -> Plain:
        """Gives the question's own mildest answer where doctrine has none."""
        return decision.default_answer()

    def set_up(self, view: Mapping[str, Any]) -> Entry:
        return {"setup": {"place": list(SET_UPS[self.seat])}, "standing": doctrine(board_seen(view), self.seat)}

    def bids(self, view: Mapping[str, Any]) -> Entry:
        """Bids the worth of markers that a Spy has shown, and a pound's worth of others, up to a limit."""
        pounds = int(view["money"][self.seat])
        most = max(0, min(pounds // PART_FOR_BIDS, pounds - KEPT_FROM_BIDS))
        prices = {**WORTH, **FAVOURITES[self.seat]}
        seen = [{"for": kind, "rounds": [str(min(price - 1, pounds)), str(min(price, pounds))]}
                for kind, price in prices.items()]  # fmt: skip
        unseen = {"for": "any", "rounds": [str(min(bid, pounds)) for bid in UNSEEN[self.seat]]}
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


def doctrine(board: Board, seat: str) -> list[Entry]:
    """The doctrine `steady` as standing orders, a section in each."""
    steady = sections(STEADY, board, seat)
    return [{"number": str(number), name: section} for number, (name, section) in enumerate(steady.items(), 1)]
