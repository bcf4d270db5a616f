"""Chapter 3: set-up (3.1), purchases (3.3) and placement (3.5)."""
# Chapter 3 by paragraphs: 3.0, 3.1, 3.3, 3.5, the San Isidoro (11.9) and 6.1 ch03_setup; 3.2, 3.4 ch03_funds.

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Plain, Question, Table
from pbem.adjudicator.jenkins.board.pieces import EACH_SEAPORT, TURN_TRACK, Seaport, SetupPlace
from pbem.adjudicator.jenkins.rules.ch03_funds import grant_funds
from pbem.adjudicator.jenkins.rules.ch04_stacking import arrange, room
from pbem.adjudicator.jenkins.rules.ch07_transport import why_no_room
from pbem.adjudicator.jenkins.rules.forms import Placed, Shopping
from pbem.adjudicator.jenkins.state.state import SPANISH, State
from pbem.base.records import dataclass, field

#: Why a counter is not bought that is on the map already, or was never to be had.
NOT_FOR_SALE = "it is not for sale in your force pool"


@rule("3.0", "Set-up: force pools and war funds", "2.0", "2.1", "2.2", "1.1")
def open_game(state: State) -> None:
    """Every counter of a side into its force pool, unless it starts on the map; war funds as printed (3.0, 3.2)."""
    starting = {name for place in state.board.setup for name in place.counters}
    for side in state.board.funds.start:
        state.pool[side] = [each.id for each in state.board.side_counters(side) if each.id not in starting]
    state.funds = dict(state.board.funds.start)


@dataclass(frozen=True, slots=True, kw_only=True)
class Purchases(Question[Shopping]):
    """Purchases of a side and their places (3.3, 3.5); in the set-up also garrisons and the San Isidro (3.1, 11.9)."""

    state: State = field(repr=False, compare=False)
    set_up: bool = False

    def faults(self, answer: Plain) -> list[str]:
        if not isinstance(answer, dict):
            return ["purchases are a mapping with 'buy', a list"]
        found = [f"'{name}' is no counter of yours" for name in self.named(self.read(answer)) if not self.own(name)]
        if self.boxes() and str(answer.get("isidro", "")) not in self.boxes():
            found.append(f"'isidro' names a box of the turn track, 1 to {len(self.boxes())} (rule 11.9)")
        return found

    def named(self, answer: Shopping) -> list[str]:
        parts = [*answer.get("buy", ()), *answer.get("garrisons", ())]
        names = [part["counter"] for part in parts] + [part["aboard"] for part in parts if "aboard" in part]
        return names + [name for part in answer.get("stacks", ()) for name in part["top"]]

    def own(self, name: str) -> bool:
        counter = self.state.board.counters.get(name)
        return counter is not None and counter.side == self.side

    def boxes(self) -> list[str]:
        """The boxes of the turn track, where the San Isidro must be put on one (11.9)."""
        mine = any(p.place == TURN_TRACK and p.side == self.side for p in self.state.board.setup)
        return [str(turn) for turn in range(1, self.state.board.numbers.turns + 1)] if self.set_up and mine else []

    def read(self, answer: Plain) -> Shopping:
        return cast(Shopping, answer)

    def default_answer(self) -> Plain:
        return {"isidro": self.boxes()[-1]} if self.boxes() else {}

    def legal(self) -> Plain:
        """Returns the counters for sale with prices, the funds, and the ports that may take counters."""
        prices = {name: str(self.state.board.counters[name].cost) for name in self.state.pool.get(self.side, ())}
        return {"for_sale": prices, "funds": self.state.funds[self.side], "at": [p.id for p in self.ports()]}

    def ports(self) -> list[Seaport]:
        """Friendly seaports that are not on the Great South Sea (3.5)."""
        ports = self.state.board.seaports.values()
        return [port for port in ports if self.state.holder(port) == self.side and not port.great_south_sea]


def set_up_question(table: Table, state: State, side: str) -> Purchases:
    """The whole of a side's set-up (3.1)."""
    return Purchases(rule="3.1", side=side, key=table.key("set-up", (side,)), topic="setup",
                     prompt="Set up your side: purchases and where they stand.", state=state, set_up=True)


@rule("3.1", "Initial set-up")
async def set_up(table: Table, state: State, side: str) -> None:
    """The free counters where they are printed, then the player's choices and purchases; England first, then Spain.

    Purchases are told to both sides as they are made, so Spain buys with England's list before it (3.2); where they
    stand is seen only as far as the top of a stack.
    """
    for place in state.board.setup:
        if place.side == side and place.place not in (EACH_SEAPORT, TURN_TRACK):
            for name in place.counters:
                state.put(name, state.board.seaports[place.place].hex)
    orders = await table.decide(set_up_question(table, state, side))
    for place in state.board.setup:
        if place.side == side and place.place == EACH_SEAPORT:
            garrison(table, state, place, orders.get("garrisons", ()))
    if side == SPANISH:
        await san_isidro_sails(table, state, int(orders["isidro"]))
    buy(table, state, side, orders.get("buy", ()))
    arrange(table, state, side, orders.get("stacks", ()))


def garrison(table: Table, state: State, place: SetupPlace, wanted: Iterable[Placed]) -> None:
    """One Soldiers in each own seaport of the value printed, the player's choice which; the rest by the list (3.1)."""
    ports = garrison_ports(state, place)
    left = list(place.counters)
    for part in wanted:
        hex_id = state.board.hex_named(part["at"])
        if part["counter"] in left and hex_id in ports:
            left.remove(part["counter"])
            ports.remove(hex_id)
            state.put(part["counter"], hex_id)
        else:
            reason = "it is no starter, or that seaport has its garrison"
            table.note("3.1", place.side, f"{part['counter']} is not placed at {part['at']}: {reason}.", "lapsed",
                       counter=part["counter"])
    for name, hex_id in zip(left, ports, strict=False):
        state.put(name, hex_id)
    state.gone += left[len(ports):]  # an edition with fewer such seaports: starters are never bought (3.3)


def garrison_ports(state: State, place: SetupPlace) -> list[str]:
    """The hexes of the side's seaports that get a garrison, in the order the seaports are listed (3.1)."""
    least = place.least_value or 0
    return [p.hex for p in state.board.seaports.values() if p.nation == place.side and p.value >= least]


@rule("11.9", "San Isidoro")
async def san_isidro_sails(table: Table, state: State, box: int) -> None:
    """Spain puts her on a box of the turn track; a die below its number and she will come, else she never does."""
    ship = state.board.counters[next(p for p in state.board.setup if p.place == TURN_TRACK).counters[0]]
    throw = await table.roll("11.9", "1d6", "isidro", why=f"{ship.label} for turn {box}")
    if state.board.checks["san-isidro"].holds(throw.total, box):
        state.isidro = box
        table.note("11.9", ALL, f"{ship.label} will sail in from Spain on turn {box}.", "isidro", turn=box)
    else:
        state.gone.append(ship.id)
        table.note("11.9", ALL, f"{ship.label} never leaves Europe.", "isidro_lost")


def purchases_question(table: Table, state: State, side: str) -> Purchases:
    """The purchases of a turn (6.1)."""
    return Purchases(rule="6.1", side=side, key=table.key("buy", (side,)), topic="buy",
                     prompt="What do you buy, and where does it stand?", state=state)


@rule("6.1", "War Fund Purchases Step", "3.2")
async def purchase_step(table: Table, state: State, side: str) -> None:
    """Points first, then purchases with what has been saved up; they serve in this very turn (3.5)."""
    grant_funds(table, state, side)
    orders = await table.decide(purchases_question(table, state, side))
    buy(table, state, side, orders.get("buy", ()))
    arrange(table, state, side, orders.get("stacks", ()))


@rule("3.3", "Purchasing counters", "3.5")
def buy(table: Table, state: State, side: str, wanted: Iterable[Placed]) -> None:
    """Each purchase in turn, as far as funds and room go; what is bought both sides know, where it stands they see."""
    bought: list[str] = []
    for part in wanted:
        reason = why_not_bought(state, side, part)
        counter = state.board.counters[part["counter"]]
        if reason:
            table.note("3.3", side, f"{counter.label} is not bought: {reason}.", "lapsed", counter=counter.id)
            continue
        state.funds[side] -= counter.cost or 0
        state.pool[side].remove(counter.id)
        state.put(counter.id, state.board.hex_named(part["at"]), on=part.get("aboard", ""))
        bought.append(counter.id)
    names = ", ".join(f"{state.board.counters[name].label} ({state.board.counters[name].cost})" for name in bought)
    left = state.funds[side]
    text = f"{side.title()} purchases: {names or 'none'}; {left} points are left."
    table.note("3.3", ALL, text, "bought", side=side, counters=bought, left=left)


def why_not_bought(state: State, side: str, part: Placed) -> str:
    """Explains why a purchase cannot be made; empty if it can (3.3, 3.5, 4.0)."""
    counter = state.board.counters.get(part["counter"])
    if counter is None or counter.id not in state.pool.get(side, ()) or counter.cost is None:
        return NOT_FOR_SALE
    if counter.cost > state.funds[side]:
        return f"it costs {counter.cost}, and {state.funds[side]} points are left"
    port = state.seaport(state.board.hex_named(part["at"]))
    if port is None or state.holder(port) != side:
        return f"{part['at']} is no seaport of yours"
    if port.great_south_sea:
        return "nothing is placed on the Great South Sea side (3.5)"
    if counter.stacks and not room(state, port, side)[0 if counter.is_naval else 1]:
        return f"{port.name} is full (4.0)"
    return why_not_placed_aboard(state, side, port.hex, part)


def why_not_placed_aboard(state: State, side: str, hex_id: str, part: Placed) -> str:
    """A land counter may be placed aboard a ship of the same seaport at once (3.5, 7.3); no storm forbids it (8.1)."""
    ship = part.get("aboard", "")
    if not ship:
        return ""
    counter = state.board.counters[part["counter"]]
    if not counter.is_land or ship not in state.naval(hex_id, side):
        return f"'{ship}' is no ship of yours there to go aboard"
    return why_no_room(state, counter, ship)
