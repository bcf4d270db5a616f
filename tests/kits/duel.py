"""A duel in three rounds: a small game with everything that a game folder has to cope with.

Both bid in secret, each draws a card that only they see, dice fall for both, and a seat that is hit may parry. Standing
orders may answer that beforehand. The rules are nobody's; they exist for the tests alone.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pbem import strict_yaml
from pbem.adjudicator.engine.chance import Chance, sample
from pbem.adjudicator.engine.driver import Source
from pbem.adjudicator.engine.phase import Checked, Orders, Phase
from pbem.adjudicator.engine.reader import Reading
from pbem.adjudicator.engine.table import ALL, Choose, Decision, Effect, Plain, Table, own_lane
from pbem.adjudicator.game import Bot, Game, Match
from pbem.base.errors import Fault, Kind, bad

SEATS = ("blue", "red")
BIDS = {"high": "strike high", "low": "strike low", "mid": "strike in the middle"}
ROUNDS = 3


@dataclass
class Position:
    round: int = 1
    hits: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SEATS, 0))
    cards: dict[str, list[int]] = field(default_factory=lambda: {seat: [] for seat in SEATS})
    standing: dict[str, str] = field(default_factory=lambda: dict.fromkeys(SEATS, ""))


def foe(seat: str) -> str:
    return SEATS[1 - SEATS.index(seat)]


class File:
    """One order file as a source of answers."""

    def __init__(self, orders: Orders) -> None:
        self.body = orders.body

    def answer(self, decision: Decision) -> tuple[Plain, str] | None:
        for part in self.body.get("answers", ()):
            if part["key"] == decision.key:
                return part["answer"], "orders, answers"
        said = self.body.get(decision.topic)
        return (said, f"orders, {decision.topic}") if said is not None else None

    def recall(self, decision: Decision, source: str) -> None:
        """Nothing is used up."""


class Doctrine:
    """A standing word on parrying."""

    def __init__(self, match: DuelMatch, seat: str) -> None:
        self.match, self.seat = match, seat

    def answer(self, decision: Decision) -> tuple[Plain, str] | None:
        word = self.match.at.standing[self.seat]
        if decision.topic != "parry" or not word:
            return None
        self.match.fired[self.seat].append(f"answered {decision.key}")
        return word, "standing order"

    def recall(self, decision: Decision, source: str) -> None:
        if source == "standing order":
            self.answer(decision)


class DuelMatch(Match):
    def __init__(self, at: Position) -> None:
        self.at = at
        self.fired: dict[str, list[str]] = {seat: [] for seat in SEATS}

    def to_plain(self) -> dict[str, Any]:
        return {"round": self.at.round, "hits": dict(self.at.hits), "standing": dict(self.at.standing),
                "cards": {seat: list(cards) for seat, cards in self.at.cards.items()}}

    def phase(self) -> Phase | None:
        if self.at.round > ROUNDS:
            return None
        return Phase(f"t{self.at.round:02d}.duel", f"Round {self.at.round}", self.at.round, self.active())

    def active(self) -> tuple[str, ...]:
        """Both in the first round; afterwards only red has to say something."""
        return SEATS if self.at.round == 1 else ("red",)

    def play(self, table: Table) -> Coroutine[Effect[Any], Any, None]:
        return self._play(table)

    async def _play(self, table: Table) -> None:
        at = self.at
        asked = [
            Choose(rule="1.1", side=seat, key=f"bid {seat}", topic="bid", prompt="Where do you strike?", options=BIDS,
                   default="mid") for seat in self.active()
        ]  # fmt: skip
        bids = dict(zip(self.active(), await table.decide_all(*asked), strict=True))
        for seat in SEATS:
            card = (await table.draw("1.2", [1, 2, 3, 4, 5, 6, 7, 8], 1, "card", seat, lane=own_lane(seat)))[0]
            at.cards[seat].append(card)
            table.note("1.2", seat, f"You draw card {card}.")
        throws = {seat: await table.roll("1.3", "1d6", "strike", seat) for seat in SEATS}
        for seat in SEATS:
            bonus = 6 if bids.get(foe(seat)) == "high" else 0  # a high strike always lands: tests rely on it
            if throws[foe(seat)].total + bonus > 2:
                await self.hit(table, seat)
        at.round += 1

    async def hit(self, table: Table, seat: str) -> None:
        parry = await table.decide(Choose(
            rule="1.4", side=seat, key=f"parry {seat}", topic="parry", prompt="You are struck. Do you parry?",
            options={"yes": "parry", "no": "take the hit"}, default="no",
        ))  # fmt: skip
        if parry == "yes" and (await table.roll("1.4", "1d6", "parry", seat)).total >= 4:
            table.note("1.4", ALL, f"{seat} parries.")
            return
        self.at.hits[seat] += 1
        table.note("1.5", ALL, f"{seat} is hit.")

    def view(self, seat: str | None) -> dict[str, Any]:
        known: dict[str, Any] = {"seat": seat or "", "round": self.at.round, "hits": dict(self.at.hits)}
        if len(self.active()) == 1:
            known["phase_side"] = self.active()[0]
        if seat:
            known |= {"cards": list(self.at.cards[seat]), "standing": self.at.standing[seat]}
        return known

    def sources(self, seat: str, orders: Sequence[Orders]) -> list[Source]:
        return [*(File(each) for each in orders), Doctrine(self, seat)]

    def adopt(self, seat: str, orders: Sequence[Orders]) -> None:
        for each in orders:
            self.at.standing[seat] = each.body.get("standing", self.at.standing[seat])

    def standing_report(self, seat: str) -> list[str]:
        return list(self.fired[seat])

    def result(self) -> dict[str, Any] | None:
        if self.at.round <= ROUNDS:
            return None
        blue, red = (self.at.hits[seat] for seat in SEATS)
        return {"winner": "nobody" if blue == red else "red" if blue > red else "blue"}

    def facts(self) -> dict[str, Any]:
        return self.to_plain()

    def invariants(self) -> list[str]:
        return [] if self.at.round <= ROUNDS + 1 else ["more rounds than there are"]


class DuelBot(Bot):
    def __init__(self, chance: Chance) -> None:
        self.chance = chance

    def orders(self, view: Mapping[str, Any], head: Mapping[str, str]) -> str:
        return strict_yaml.write({"pbem": "orders/1", **head, "bid": self.chance.pick(tuple(BIDS))})

    def answer(self, view: Mapping[str, Any], decision: Decision) -> Plain:
        return sample(decision, self.chance)


class Duel(Game):
    name = "duel"
    title = "A Duel"
    edition = "first"
    version = "1.0"
    seats = SEATS
    scenarios: Mapping[str, str] = {"dawn": "Three rounds at dawn"}
    house_rules: Mapping[str, Mapping[str, Any]] = {
        "weapon": {"default": "sword", "choices": ("sword", "pistol"), "rule": "1", "reading": "what they fight with"}
    }

    def begin(self, scenario: str, house: Mapping[str, str], edition: bytes | None) -> DuelMatch:
        return DuelMatch(Position())

    def restore(self, plain: Mapping[str, Any], house: Mapping[str, str], edition: bytes | None) -> DuelMatch:
        cards = {seat: list(cards) for seat, cards in plain["cards"].items()}
        return DuelMatch(Position(plain["round"], dict(plain["hits"]), cards, dict(plain["standing"])))

    def read_orders(self, data: bytes, file: str) -> Orders:
        body = strict_yaml.plain(strict_yaml.read(data, file))
        if not isinstance(body, dict) or body.get("pbem") != "orders/1":
            raise bad("is no order file", file=file)
        known = {"pbem", "game", "seat", "phase", "bid", "parry", "standing", "answers"}
        if strange := sorted(set(body) - known):
            raise bad(f"'{strange[0]}' is no part of these orders", file=file, kind=Kind.UNKNOWN)
        if any(not isinstance(body.get(name, ""), str) for name in ("seat", "phase", "bid", "parry", "standing")):
            raise bad("has a part that is no text", file=file)
        if not isinstance(body.get("answers", []), list):
            raise bad("has no list of answers", file=file)
        return Orders(body.get("seat", ""), body, {}, phase=body.get("phase", ""))

    def check(self, view: Mapping[str, Any], orders: Orders, file: str) -> Checked:
        bid = orders.body.get("bid")
        faults = [Fault(f"'{bid}' is no bid", file=file, rule="1.1")] if bid not in (None, *BIDS) else []
        return Checked(tuple(faults), () if faults else (f"you bid {bid or 'nothing'}",))

    def order_template(self, view: Mapping[str, Any], head: Mapping[str, str]) -> str:
        asked = "".join(f"# {question['prompt']} ({question['key']})\n" for question in view.get("questions", ()))
        return strict_yaml.write({"pbem": "orders/1", **head}) + asked + "# bid: high, low or mid\n"

    def report(self, reading: Reading[Any]) -> str:
        view, told, frame = reading.view, reading.told, reading.frame
        lines = [f"{frame['phase_title']} {'waits' if frame['waits'] else 'is told'}", *(n.text for n in told.notes)]
        lines += [f"lapsed: {lapse.reasons[0]}" for lapse in told.lapses] + list(frame["standing"])
        lines += [f"orders of {' and '.join(frame['others'])} are next"] if frame["others"] else []
        return "\n".join([*lines, str(view["hits"]), frame["statement"]]) + "\n"

    def pose(self, given: Mapping[str, Any]) -> tuple[Match, Callable[[Table], Coroutine[Effect[Any], Any, None]]]:
        match = self.restore(given, {}, None)
        return match, match.play

    def bot(self, name: str, seat: str, chance: Chance) -> Bot:
        return DuelBot(chance)

    def bots(self) -> tuple[str, ...]:
        return ("random",)


GAME = Duel()
