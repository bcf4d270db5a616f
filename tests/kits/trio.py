"""A race in three rounds for two to five seats: each says how hard it rows, dice fall, and the fastest gets a point.

The rules are nobody's. Tests need a game of more than two seats whose phases take no time.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any

from pbem import strict_yaml
from pbem.adjudicator.engine.chance import Chance, sample
from pbem.adjudicator.engine.driver import Source
from pbem.adjudicator.engine.phase import Checked, Orders, Phase
from pbem.adjudicator.engine.reader import Reading
from pbem.adjudicator.engine.table import ALL, Choose, Decision, Effect, Plain, Table
from pbem.adjudicator.game import Bot, Game, Match
from pbem.base.errors import Kind, bad

SEATS = ("amber", "beryl", "coral", "denim", "ebony")
STROKES = {"easy": "row easily", "hard": "row hard"}
ROUNDS = 3


class File:
    """One order file as a source of answers."""

    def __init__(self, orders: Orders) -> None:
        self.body = orders.body

    def answer(self, decision: Decision) -> tuple[Plain, str] | None:
        said = self.body.get(decision.topic)
        return (said, f"orders, {decision.topic}") if said is not None else None

    def recall(self, decision: Decision, source: str) -> None:
        """Nothing is used up."""


class Race(Match):
    def __init__(self, round_: int, points: Mapping[str, int]) -> None:
        self.round, self.points = round_, dict(points)

    def to_plain(self) -> dict[str, Any]:
        return {"round": self.round, "points": dict(self.points)}

    def phase(self) -> Phase | None:
        if self.round > ROUNDS:
            return None
        return Phase(f"t{self.round:02d}.race", f"Round {self.round}", self.round, tuple(sorted(self.points)))

    def play(self, table: Table) -> Coroutine[Effect[Any], Any, None]:
        return self._play(table)

    async def _play(self, table: Table) -> None:
        seats = sorted(self.points)
        asked = [
            Choose(rule="1.1", side=seat, key=f"stroke {seat}", topic="stroke", prompt="How do you row?",
                   options=STROKES, default="easy") for seat in seats
        ]  # fmt: skip
        strokes = dict(zip(seats, await table.decide_all(*asked), strict=True))
        ways = {}
        for seat in seats:
            thrown = await table.roll("1.2", "1d20", "way", seat)
            ways[seat] = thrown.total + 2 * (strokes[seat] == "hard")
        first = max(seats, key=lambda seat: (ways[seat], seat))
        self.points[first] += 1
        table.note("1.3", ALL, f"{first} is first.")
        self.round += 1

    def view(self, seat: str | None) -> dict[str, Any]:
        return {"seat": seat or "", **self.to_plain()}

    def sources(self, seat: str, orders: Sequence[Orders]) -> list[Source]:
        return [File(each) for each in orders]

    def adopt(self, seat: str, orders: Sequence[Orders]) -> None:
        """Nothing stands."""

    def standing_report(self, seat: str) -> list[str]:
        return []

    def result(self) -> dict[str, Any] | None:
        if self.round <= ROUNDS:
            return None
        return {"winner": max(sorted(self.points), key=lambda seat: self.points[seat])}

    def facts(self) -> dict[str, Any]:
        return self.to_plain()

    def invariants(self) -> list[str]:
        return []


class Rower(Bot):
    def __init__(self, chance: Chance) -> None:
        self.chance = chance

    def orders(self, view: Mapping[str, Any], head: Mapping[str, str]) -> str:
        return strict_yaml.write({"pbem": "orders/1", **head, "stroke": self.chance.pick(tuple(STROKES))})

    def answer(self, view: Mapping[str, Any], decision: Decision) -> Plain:
        return sample(decision, self.chance)


class Trio(Game):
    name = "trio"
    title = "A Race"
    edition = "first"
    version = "1.0"
    seats = SEATS
    scenarios: Mapping[str, str] = {str(number): f"{number} boats" for number in range(2, 6)}
    house_rules: Mapping[str, Mapping[str, Any]] = {}

    def seats_of(self, scenario: str) -> tuple[str, ...]:
        return SEATS[: int(scenario)]


    def begin(self, scenario: str, house: Mapping[str, str], edition: bytes | None) -> Race:
        return Race(1, dict.fromkeys(self.seats_of(scenario), 0))

    def restore(self, plain: Mapping[str, Any], house: Mapping[str, str], edition: bytes | None) -> Race:
        return Race(plain["round"], plain["points"])

    def read_orders(self, data: bytes, file: str) -> Orders:
        body = strict_yaml.plain(strict_yaml.read(data, file))
        if not isinstance(body, dict) or body.get("pbem") != "orders/1":
            raise bad("is no order file", file=file)
        if strange := sorted(set(body) - {"pbem", "game", "seat", "phase", "stroke"}):
            raise bad(f"'{strange[0]}' is no part of these orders", file=file, kind=Kind.UNKNOWN)
        return Orders(str(body.get("seat", "")), body, {}, phase=str(body.get("phase", "")))

    def check(self, view: Mapping[str, Any], orders: Orders, file: str) -> Checked:
        return Checked((), ("you row",))

    def order_template(self, view: Mapping[str, Any], head: Mapping[str, str]) -> str:
        return strict_yaml.write({"pbem": "orders/1", **head})

    def report(self, reading: Reading[Any]) -> str:
        view, told, frame = reading.view, reading.told, reading.frame
        lines = [f"{frame['phase_title']} is told", *(n.text for n in told.notes)]
        return "\n".join([*lines, str(view["points"]), frame["statement"]]) + "\n"

    def pose(self, given: Mapping[str, Any]) -> tuple[Match, Callable[[Table], Coroutine[Effect[Any], Any, None]]]:
        match = self.restore(given, {}, None)
        return match, match.play

    def bot(self, name: str, seat: str, chance: Chance) -> Bot:
        return Rower(chance)

    def bots(self) -> tuple[str, ...]:
        return ("random",)


GAME = Trio()
