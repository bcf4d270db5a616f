"""Chapter 3: set-up: what the cards give, where it stands, and the first campaign markers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Plain, Question, Table
from pbem.adjudicator.lions.board.board import Board
from pbem.adjudicator.lions.board.pieces import Deployment
from pbem.adjudicator.lions.rules import questions
from pbem.adjudicator.lions.rules.ch09_pool import draw
from pbem.adjudicator.lions.rules.forms import Aboard, SetUp, Share
from pbem.adjudicator.lions.state.state import FORT, REGIMENT, Berth, State, Vessel
from pbem.base.records import dataclass, field


@rule("3.4", "Game lengths", "2.3", "2.15", "5.1", "5.2", "9.2")
def open_game(board: Board, house: Mapping[str, str], players: int, turns: int) -> State:
    """The powers that are played, clockwise; treasuries as on the cards; every campaign marker in the pool."""
    powers = board.player_numbers[players].powers
    seats = tuple(power for power in board.orders["clockwise"] if power in powers)
    money = {power: board.powers[power].treasury for power in seats}
    hands: dict[str, list[str]] = {power: [] for power in seats}
    return State(board, dict(house), turns, players=seats, money=money, hand=hands, pool=list(board.markers))


@dataclass(frozen=True, slots=True, kw_only=True)
class Deploy(Question[SetUp]):
    """The whole of one power's set-up."""

    state: State = field(repr=False, compare=False)

    def faults(self, answer: Plain) -> list[str]:
        if not isinstance(answer, dict) or not answer.keys() <= {"place", "aboard"}:
            return ["a set-up is a mapping with 'place' and 'aboard', both lists"]
        return muster(self.state.board, self.side, self.read(answer)).faults

    def read(self, answer: Plain) -> SetUp:
        return cast(SetUp, answer)

    def default_answer(self) -> Plain:
        return {}

    def legal(self) -> Plain:
        """The groups that may be divided, with their places."""
        groups = deployments(self.state.board, self.side)
        return {"divide": {group.id: list(group.at) for group in groups if len(group.at) > 1}}


def deploy_question(table: Table, state: State, power: str) -> Deploy:
    """One power's set-up (3.1)."""
    return Deploy(rule="3.1", side=power, key=table.key("setup", (power,)), topic="setup",
                  prompt="Divide your counters among their places, and embark whom you like.", state=state)


def deployments(board: Board, power: str) -> list[Deployment]:
    """A power's groups of counters, as its card lists them."""
    return [group for group in board.deployments if group.power == power]


def muster(board: Board, power: str, answer: SetUp) -> Muster:
    """The counters at their places: first as the parts say, the rest of each group at its first place."""
    found = Muster()
    numbers: Counter[str] = Counter()
    parts: Sequence[Share] = answer.get("place", ())
    groups = deployments(board, power)
    known = [group.id for group in groups]
    strange = [str(part.get("group")) for part in parts if part.get("group") not in known]
    found.faults += [f"'{name}' is none of your groups" for name in strange]
    for group in groups:
        place_group(board, found, group, [part for part in parts if part.get("group") == group.id], numbers)
    for part in answer.get("aboard", ()):
        embark(board, found, part)
    return found


def place_group(
    board: Board, found: Muster, group: Deployment, parts: Sequence[Share], numbers: Counter[str]
) -> None:
    """One group; its ships get the next numbers of their class, part by part as written."""
    left = {"ships": list(group.ships), "leaders": list(group.leaders)}
    points = {"regiments": group.regiments, "forts": group.forts}
    for part in (*parts, None):
        port = group.at[0] if part is None else str(part.get("at", ""))
        if port not in group.at:
            found.faults.append(f"'{port}' is no place of '{group.id}': {', '.join(group.at)}")
            continue
        square = board.ports[port].square
        share = everything_left(left, points) if part is None else part
        for kind in taken(found, group, left["ships"], share.get("ships", ())):
            numbers[kind] += 1
            found.ships[f"{group.power}-{kind}-{numbers[kind]}"] = square
        for name in taken(found, group, left["leaders"], share.get("leaders", ())):
            found.leaders[name] = (square, "")
        wanted = {"regiments": share.get("regiments", "0"), "forts": share.get("forts", "0")}
        for place, kind in enumerate(points):
            some = share_of(found, group, kind, points, wanted[kind])
            found.land.setdefault(square, [0, 0])[place] += some


def everything_left(left: Mapping[str, list[str]], points: Mapping[str, int]) -> Share:
    """The share of a group that no part of the orders names."""
    return Share(ships=left["ships"], leaders=left["leaders"], regiments=str(points["regiments"]),
                 forts=str(points["forts"]))


def taken(found: Muster, group: Deployment, left: list[str], wanted: Sequence[str]) -> Iterator[str]:
    """Yields the counters of a group that go to one place; one that is not left to place is a fault."""
    for name in list(wanted):
        if name in left:
            left.remove(name)
            yield name
        else:
            found.faults.append(f"'{name}' is not left to place in '{group.id}'")


def share_of(found: Muster, group: Deployment, kind: str, points: dict[str, int], wanted: str) -> int:
    """So many points of a kind for one place."""
    some = questions.whole(wanted)
    if not 0 <= some <= points[kind]:
        found.faults.append(f"{some} {kind} are not left to place in '{group.id}'")
        return 0
    points[kind] -= some
    return some


def embark(board: Board, found: Muster, part: Aboard) -> None:
    """Puts leaders and regiments aboard a ship in the same square (19.8), as far as she can carry them (19.3)."""
    ship, leaders = str(part.get("ship", "")), part.get("leaders", ())
    square = found.ships.get(ship)
    if square is None:
        found.faults.append(f"'{ship}' is no ship of yours at the start")
        return
    kind, some = board.ships[ship].kind, questions.whole(part.get("regiments", 0))
    if some < 0 or some + found.cargo.get(ship, 0) > kind.carries or some > found.land[square][0]:
        found.faults.append(f"{some} regiments cannot go aboard '{ship}' in {square}")
        return
    found.land[square][0] -= some
    found.cargo[ship] = found.cargo.get(ship, 0) + some
    for name in leaders:
        if found.leaders.get(name, ("", ""))[0] != square or not kind.leaders:
            found.faults.append(f"'{name}' cannot go aboard '{ship}' in {square}")
        else:
            found.leaders[name] = (square, ship)


@rule("3.1", "Set-up", "3.2", "3.3", "3.6", "5.3")
async def set_up(table: Table, state: State) -> None:
    """All place at the same time, units face down, told in the printed order; then the first markers (3.5).

    Powers that nobody plays place nothing (5.3), and pirates only come later (3.6).
    """
    asked = [deploy_question(table, state, power) for power in seated(state, "set-up")]
    for question, answer in zip(asked, await table.decide_all(*asked), strict=True):
        deploy(state, question.side, muster(state.board, question.side, answer))
        pounds = state.money[question.side]
        text = f"{state.subject(question.side)} sets up, with {pounds} pounds."
        table.note("3.1", ALL, text, "set_up", power=question.side, pounds=pounds)
    await first_markers(table, state)


def seated(state: State, order: str) -> list[str]:
    """The powers that are played, in a printed order."""
    return [power for power in state.board.orders[order] if power in state.players]


@dataclass(slots=True)
class Muster:
    """The places of a power's counters at the start, and the faults of the plan for them."""

    ships: dict[str, str] = field(default_factory=dict)
    leaders: dict[str, tuple[str, str]] = field(default_factory=dict)  # square, ship
    land: dict[str, list[int]] = field(default_factory=dict)  # square -> regiments, forts
    cargo: dict[str, int] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)


@rule("3.2", "Places of set-up", "19.8")
def deploy(state: State, power: str, plan: Muster) -> None:
    """Counters onto the map, each in its place, ashore or aboard."""
    for ship, square in plan.ships.items():
        state.ships[ship] = Vessel(square)
    for square, points in plan.land.items():
        for kind, number in zip((REGIMENT, FORT), points, strict=True):
            if number:
                state.put_ashore(square, power, kind, number)
    for ship, number in plan.cargo.items():
        if number:
            state.load(ship, power, number)
    for leader, (square, ship) in plan.leaders.items():
        state.leaders[leader] = Berth(square, ship)


@rule("3.5", "Starting campaign markers", "9.3")
async def first_markers(table: Table, state: State) -> None:
    """England first, then clockwise, each as many as its card says, unseen by the others."""
    for power in seated(state, "marker-draw"):
        await draw(table, state, power, state.board.powers[power].markers, "hand")
