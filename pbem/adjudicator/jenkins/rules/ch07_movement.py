"""Chapter 7: movement (7.0), its restrictions (7.1), and the passage to the Pacific and back (7.4).

An order file lists moves in the order they are made. Each is carried out as far as the rules let it. A part that
cannot be done lapses, and its owner hears why with the rule's number.
"""
# Chapter 7 by paragraphs: 7.0, 7.1, 7.4 ch07_movement; 7.2 ch07_interception; 7.3 ch07_transport; 7.5, 7.6 ch07_land.

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Choose, Plain, Question, Table
from pbem.adjudicator.jenkins.board.pieces import Ocean
from pbem.adjudicator.jenkins.rules import questions
from pbem.adjudicator.jenkins.rules.ch04_stacking import end_of_movement, show
from pbem.adjudicator.jenkins.rules.ch06_perilous import Voyage, sail_one_hex
from pbem.adjudicator.jenkins.rules.ch07_interception import (
    Attempt,
    compelled_interception,
    first_attempt,
    intercept,
    stops_ships,
)
from pbem.adjudicator.jenkins.rules.ch07_land import enter_land_hex
from pbem.adjudicator.jenkins.rules.ch07_transport import debark, embark
from pbem.adjudicator.jenkins.rules.ch08_storms import storm_bars
from pbem.adjudicator.jenkins.rules.ch11_special import is_fixed, scuttle
from pbem.adjudicator.jenkins.rules.conditions import all_hold, first_unmet
from pbem.adjudicator.jenkins.rules.forms import Meeting, Move
from pbem.adjudicator.jenkins.rules.routes import land_route, naval_route
from pbem.adjudicator.jenkins.state.state import State, enemy
from pbem.base.records import dataclass, field

END: Mapping[str, str] = {"end": "true"}



@dataclass(slots=True)
class Step:
    """One side's Movement Step: who has moved, and so is stopped until the next (7.0)."""

    side: str
    stopped: list[str] = field(default_factory=list)

    def stop(self, *counters: str) -> None:
        self.stopped += [name for name in counters if name not in self.stopped]


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveOrder(Question[Move]):
    """The next move of the Movement Step, or its end (7.0)."""

    state: State = field(repr=False, compare=False)
    stopped: tuple[str, ...]

    def faults(self, answer: Plain) -> list[str]:
        if not isinstance(answer, dict):
            return ["a move is a mapping: ships and a path, troops and a path, or a ship to scuttle"]
        if "end" in answer:
            return [] if answer == END else ["the end of movement stands alone"]
        move = self.read(answer)
        found = [f"'{name}' is no counter of yours" for name in named_in(move) if not self.own(name)]
        return found + [f"'{place}' is no hex or seaport" for place in places(move) if not self.place(place)]

    def own(self, name: str) -> bool:
        counter = self.state.board.counters.get(name)
        return counter is not None and counter.side == self.side

    def place(self, name: str) -> bool:
        return bool(self.state.board.hex_named(name))

    def read(self, answer: Plain) -> Move:
        return cast(Move, answer)

    def default_answer(self) -> Plain:
        return dict(END)

    def legal(self) -> Plain:
        """Returns the counters that can still move, by hex."""
        movable = {h: [n for n in self.state.stack(h, self.side) if n not in self.stopped]
                   for h in self.state.hexes(self.side)}
        return {"move": {hex_id: names for hex_id, names in movable.items() if names}}


def named_in(move: Move) -> list[str]:
    """Every counter a move names."""
    names = [*move.get("ships", ()), *move.get("troops", ())]
    names += [name for part in move.get("embark", ()) for name in (part["counter"], part["on"])]
    names += [name for part in meetings(move) for name in part["ships"]]
    names += [move["scuttle"]] if "scuttle" in move else []
    ashore = move.get("debark", [])
    return names + (ashore if isinstance(ashore, list) else [])


def places(move: Move) -> list[str]:
    """Every hex or seaport a move names."""
    found = [*move.get("path", ())] + ([move["enter"]] if "enter" in move else [])
    found += [part["at"] for part in meetings(move)]
    return found + [part["at"] for part in move.get("embark", ()) if "at" in part]


def meetings(move: Move) -> list[Meeting]:
    """Lists the hexes where ships join a move or leave it."""
    return [*move.get("join", ()), *move.get("leave", ())]


def move_question(table: Table, state: State, side: str, stopped: Sequence[str]) -> MoveOrder:
    """Asks the next move (7.0)."""
    return MoveOrder(
        rule="7.0", side=side, key=table.key("move", ()), topic="move", prompt="Your next move, or the end of them.",
        facts={"stopped": list(stopped)}, state=state, stopped=tuple(stopped),
    )


@rule("7.0", "Movement", "6.3")
async def movement_step(table: Table, state: State, side: str) -> None:
    """The active side moves what it likes, one counter or stack after another; nothing has to move."""
    step = Step(side)
    while True:
        move = await table.decide(move_question(table, state, side, step.stopped))
        if "end" in move:
            break
        await one_move(table, state, step, move)
    await leave_the_track(table, state, step)
    await end_of_movement(table, state, side)


async def one_move(table: Table, state: State, step: Step, move: Move) -> None:
    """One item of the orders, by its kind; its conditions are tested on what its owner can see (7.0)."""
    unmet = first_unmet(state, step.side, move.get("if", ()))
    if unmet:
        table.note("7.0", step.side, f"The move of {named(state, movers(move))} waits: {unmet}.", "waits")
    elif "scuttle" in move:
        await scuttle(table, state, move["scuttle"], step.side)  # 11.7
    elif "troops" in move:
        await march(table, state, step, move)
    elif "enter" in move:
        await enter_from_track(table, state, step, move)
    else:
        await sail(table, state, step, move)


def movers(move: Move) -> list[str]:
    """The counters a move is about."""
    return [*move.get("ships", ()), *move.get("troops", ()), *([move["scuttle"]] if "scuttle" in move else [])]


def named(state: State, counters: Sequence[str]) -> str:
    """Counters by their labels, for their owner's eyes."""
    return ", ".join(state.board.counters[name].label for name in counters) or "no counter"


def lapse(table: Table, number: str, side: str, text: str) -> None:
    """Tells the owner, and nobody else, of orders that could not be done."""
    table.note(number, side, text, "lapsed")


# -------------------------------------------------------------------------------------------------- ships


async def sail(table: Table, state: State, step: Step, move: Move) -> None:
    """Ships embark their passengers, go their way hex by hex, and put them ashore where they stop (7.0, 7.3)."""
    ships, start = together(table, state, step, move["ships"])
    if not ships:
        return None
    if storm_bars(state, start):
        return lapse(table, "8.1", step.side, f"{named(state, ships)} cannot leave {start}: a storm lies there.")
    voyage = Voyage(step.side, ships, start, waiting=list(move.get("embark", ())))
    await follow(table, state, step, voyage, move)
    step.stop(*voyage.ships)
    tell_voyage(table, state, voyage)
    if not voyage.ships or (voyage.met and "to_track" in move):
        return None
    if "to_track" in move:
        return await to_the_track(table, state, voyage)
    return await land_passengers(table, state, step, voyage, move)


async def land_passengers(table: Table, state: State, step: Step, voyage: Voyage, move: Move) -> None:
    """Those aboard go ashore where the path ends, at once or after naval combat there; nowhere short of it (7.3)."""
    if "debark" not in move:
        return None
    goal = state.board.hex_named([voyage.start, *move.get("path", ())][-1])
    if voyage.hex != goal:
        return lapse(table, "7.3", step.side, f"Nobody debarks at {voyage.hex}: the landing was to be at {goal}.")
    troops = wanted_ashore(state, voyage, move["debark"])
    return await debark(table, state, step.side, voyage.hex, troops)


def weigh(table: Table, state: State, voyage: Voyage) -> None:
    """Marks where a voyage begins, so that a report can tell it before its dice."""
    where = questions.place(state, voyage.start)
    table.note("7.0", ALL, f"{voyage.side.title()} ships weigh anchor at {where}.", "weighed", hex=voyage.start)


def tell_voyage(table: Table, state: State, voyage: Voyage) -> None:
    """Everybody sees a stack pass under its top counter; its owner knows who sailed, and by which hexes."""
    if len(voyage.trail) == 1:
        return
    start, end = questions.place(state, voyage.start), questions.place(state, voyage.hex)
    here = [name for name in state.stack(voyage.hex, voyage.side)
            if name in voyage.ships or state.aboard.get(name) in voyage.ships]
    went = f"sail from {start} to {end}"
    text = (f"{voyage.side.title()} ships ({state.board.counters[here[0]].label} on top) {went}." if here
            else f"{voyage.side.title()} ships {went}, and none of them is left.")  # fmt: skip
    table.note("7.0", ALL, text, "sailed", side=voyage.side, trail=list(voyage.trail), top=here[0] if here else "")
    table.note("7.0", voyage.side, own_voyage(state, voyage), "voyage", trail=list(voyage.trail))


def own_voyage(state: State, voyage: Voyage) -> str:
    """Tells their owner which ships went, with whom aboard, and by which hexes."""
    way = "-".join(voyage.trail)
    if not voyage.ships:
        return f"None of your ships that sailed {way} is left."
    carried = [name for name, ship in state.aboard.items() if ship in voyage.ships]
    aboard = f", with {named(state, sorted(carried))} aboard," if carried else ""
    return f"Your {named(state, voyage.ships)}{aboard} {'sails' if len(voyage.ships) == 1 else 'sail'} {way}."


def together(table: Table, state: State, step: Step, names: Sequence[str]) -> tuple[list[str], str]:
    """Those of the ships named that can move now, and the hex they leave from: all must lie in one (7.0)."""
    start = next((hex_id for hex_id in map(state.hex_of, names) if hex_id), "")
    return [name for name in names if can_sail(table, state, step, name, start)], start


def can_sail(table: Table, state: State, step: Step, name: str, start: str) -> bool:
    """Tells if a ship can sail from this hex; if not, her owner hears why."""
    reason = hindrance(state, step, name, start)
    if reason:
        lapse(table, "7.0", step.side, f"{named(state, [name])} does not sail: {reason}.")
    return not reason


def hindrance(state: State, step: Step, name: str, start: str) -> str:
    """Explains why a ship cannot take part in a move; empty if she can (7.0, 7.2)."""
    hex_id = state.hex_of(name)
    if not hex_id or not state.board.counters[name].is_naval:
        return "she is not on the map" if not hex_id else "that is no ship"
    if hex_id != start:
        return f"she lies at {hex_id}, the others at {start}"
    if name in step.stopped:
        return "she has moved this step"
    return "the enemy has intercepted all ships in her hex" if state.met.get(hex_id) == enemy(step.side) else ""


def wanted_ashore(state: State, voyage: Voyage, wanted: str | list[str]) -> list[str]:
    """The passengers to put ashore: those named, or all."""
    aboard = [name for ship in voyage.ships for name in state.passengers(ship)]
    return aboard if wanted == "all" else [name for name in wanted if name in aboard]


async def follow(table: Table, state: State, step: Step, voyage: Voyage, move: Move) -> None:
    """Goes along the path until it ends or something stops the ships (7.0, 7.2)."""
    reshuffle(table, state, step, voyage, move)
    for hex_id in naval_route(state, step.side, voyage.hex, move.get("path", ())):
        if "hold_if" in move and all_hold(state, step.side, move["hold_if"], here=voyage.hex):
            table.note("7.0", step.side, f"{named(state, voyage.ships)} hold at {voyage.hex}, as ordered.", "holds")
            return
        if storm_bars(state, hex_id):
            lapse(table, "8.1", step.side, f"{named(state, voyage.ships)} stop at {voyage.hex}: storm on {hex_id}.")
            return
        if hex_id not in state.board.naval_neighbours(voyage.hex):
            lapse(table, "7.1", step.side, f"{named(state, voyage.ships)} stop at {voyage.hex}: no water to {hex_id}.")
            return
        if len(voyage.trail) == 1:
            weigh(table, state, voyage)
        await enter(table, state, voyage, hex_id, move)
        if voyage.met or not voyage.ships or voyage.hex != hex_id or stops_ships(state, hex_id, step.side):
            return
        reshuffle(table, state, step, voyage, move)
        if not voyage.ships:
            return


async def enter(table: Table, state: State, voyage: Voyage, hex_id: str, move: Move) -> None:
    """One hex on: an enemy in it must be tried first (7.2), the sea takes its toll (6.3), others may intercept.

    Those beside the hex may intercept also where the ships have met the enemy in it.
    """
    side = voyage.side
    if stops_ships(state, hex_id, side):
        if not voyage.tried and await first_attempt(table, state, voyage.hex, hex_id, side) is Attempt.MET:
            voyage.met = True
            return
        if await compelled_interception(table, state, voyage.ships, hex_id, side) is Attempt.MET:
            voyage.met = True
            voyage.reach(hex_id)
            await intercept(table, state, voyage.ships, hex_id, side)
            return
        if move.get("if_missed") == "hold":
            text = f"{named(state, voyage.ships)} hold at {voyage.hex}: the enemy slipped them."
            table.note("7.2", side, text, "holds")
            return
    await sail_one_hex(table, state, voyage, hex_id)
    if not voyage.ships:
        return
    show(table, state, hex_id, side)
    voyage.tried = not state.is_friendly_port(hex_id, side)
    voyage.met = await intercept(table, state, voyage.ships, hex_id, side) is Attempt.MET


def reshuffle(table: Table, state: State, step: Step, voyage: Voyage, move: Move) -> None:
    """In passing, ships join a stack or stay behind (7.0), and troops come aboard in seaports (7.3)."""
    for part in move.get("leave", ()):
        if state.board.hex_named(part["at"]) == voyage.hex:
            left = [name for name in part["ships"] if name in voyage.ships]
            voyage.ships = [name for name in voyage.ships if name not in left]
            step.stop(*left)
    for part in move.get("join", ()):
        if state.board.hex_named(part["at"]) == voyage.hex:
            fresh = [name for name in part["ships"] if name not in voyage.ships]
            voyage.ships += [name for name in fresh if can_sail(table, state, step, name, voyage.hex)]
    if voyage.waiting:
        here = [part for part in voyage.waiting if state.board.hex_named(part.get("at", voyage.start)) == voyage.hex]
        voyage.waiting = [part for part in voyage.waiting if part not in here]
        embark(table, state, step.side, voyage.hex, voyage.ships, here)


# -------------------------------------------------------------------------------------------------- 7.4


@rule("7.4", "Naval movement to the Pacific and back")
async def to_the_track(table: Table, state: State, voyage: Voyage) -> None:
    """Ships leave their hex for the next turn's box; an adjacent enemy may intercept them first."""
    if storm_bars(state, voyage.hex):
        return lapse(table, "7.4", voyage.side, f"A storm keeps {named(state, voyage.ships)} at {voyage.hex}.")
    if not voyage.tried:
        outcome = await intercept(table, state, voyage.ships, voyage.hex, voyage.side, leaving=True)
        if outcome is Attempt.MET:
            return None
    bound = Ocean.CARIBBEAN if state.board.is_pacific(voyage.hex) else Ocean.PACIFIC
    for ship in voyage.ships:
        crew = state.passengers(ship)
        for name in crew:
            state.lift(name)
        state.lift(ship)
        state.aboard.update(dict.fromkeys(crew, ship))
        state.track[ship] = [str(state.turn + 1), bound.value]
    text = f"{voyage.side.title()} ships at {questions.place(state, voyage.hex)} stand away to round the Horn."
    table.note("7.4", ALL, text, "to_track", hex=voyage.hex)
    where = f"turn {state.turn + 1}" if state.turn < state.board.numbers.turns else "no turn that will be played"
    table.note("7.4", voyage.side, f"{named(state, voyage.ships)} are on the turn track for {where}.", "track")
    return None


def due_from_track(state: State, side: str) -> list[str]:
    """The side's ships that must come onto the map in this Movement Step, in the board's order (7.4)."""
    mine = [name for name, (turn, _) in state.track.items() if int(turn) <= state.turn]
    return [name for name in state.board.counters if name in mine and state.board.counters[name].side == side]


async def enter_from_track(table: Table, state: State, step: Step, move: Move) -> None:
    """Brings ships off the track into any open sea hex of the other ocean.

    They may be intercepted there, and may go on.
    """
    due = due_from_track(state, step.side)
    ships = [name for name in move["ships"] if name in due]
    hex_id = state.board.hex_named(move["enter"])
    if not ships or any(hex_id not in entry_hexes(state, name) for name in ships):
        return lapse(table, "7.4", step.side, f"{named(state, move['ships'])} cannot come onto the map at {hex_id}.")
    await place_from_track(table, state, step, ships, hex_id, move)
    return None


async def place_from_track(
    table: Table, state: State, step: Step, ships: list[str], hex_id: str, move: Move
) -> None:
    """Places the ships, lets the enemy try to intercept, and sails on if that fails."""
    for ship in reversed(ships):
        del state.track[ship]
        crew = state.passengers(ship)
        state.put(ship, hex_id)
        for name in reversed(crew):
            state.put(name, hex_id, on=ship)
    table.note("7.4", ALL, f"{step.side.title()} ships come round the Horn to {hex_id}.", "from_track", hex=hex_id)
    voyage = Voyage(step.side, ships, hex_id, tried=True)
    if await intercept(table, state, ships, hex_id, step.side) is not Attempt.MET:
        await follow(table, state, step, voyage, move)
    step.stop(*voyage.ships, *ships)
    tell_voyage(table, state, voyage)
    if voyage.ships:
        await land_passengers(table, state, step, voyage, move)


def entry_hexes(state: State, ship: str) -> tuple[str, ...]:
    """All-sea hexes of the ocean she is bound for, without storm and without an enemy ship (7.4)."""
    open_sea = state.board.sea_hexes(state.track[ship][1])
    foe = enemy(state.board.counters[ship].side)
    return tuple(h for h in open_sea if not storm_bars(state, h) and not state.naval(h, foe))


def enter_question(table: Table, state: State, side: str, ship: str, hexes: Sequence[str]) -> Choose[str]:
    """Asks where a ship that comes round the Horn is placed (7.4)."""
    return Choose(
        rule="7.4", side=side, key=table.key("enter", (ship,)), topic="enter",
        prompt=f"Place {state.board.counters[ship].label}, come round the Horn, in an open sea hex.",
        facts={"ship": ship}, options=dict.fromkeys(hexes, "open sea"), default=hexes[0],
    )


async def leave_the_track(table: Table, state: State, step: Step) -> None:
    """Ships due that no order has placed must be placed all the same (7.4)."""
    for ship in due_from_track(state, step.side):
        if ship in state.track:
            hex_id = await table.decide(enter_question(table, state, step.side, ship, entry_hexes(state, ship)))
            await place_from_track(table, state, step, [ship], hex_id, {})


# -------------------------------------------------------------------------------------------------- troops


@rule("7.1", "Movement restrictions")
async def march(table: Table, state: State, step: Step, move: Move) -> None:
    """Marches troops over land hexsides; they meet disease (7.5), and stop at the enemy (7.0)."""
    start = next((h for h in (state.hex_of(name) for name in move["troops"]) if h), "")
    troops = [name for name in move["troops"] if can_march(state, step, name, start)]
    for name in move["troops"]:
        if name not in troops:
            lapse(table, "7.1", step.side, f"{named(state, [name])} does not march.")
    step.stop(*troops)
    hex_id = start
    for onward in land_route(state, step.side, start, move.get("path", ())) if troops else ():
        if storm_bars(state, hex_id) or storm_bars(state, onward):
            return lapse(table, "8.1", step.side, f"{named(state, troops)} stop at {hex_id}: a storm bars the way.")
        if onward not in state.board.land_neighbours(hex_id):
            return lapse(table, "7.1", step.side, f"{named(state, troops)} stop at {hex_id}: no road to {onward}.")
        strength = len(troops) + len(state.land(onward, step.side))
        troops = await enter_land_hex(table, state, troops, onward, step.side)
        hex_id = onward
        show(table, state, hex_id, step.side)
        if state.land(hex_id, enemy(step.side)):
            return None
        if len(state.land(hex_id, step.side)) < strength:
            return lapse(table, "7.0", step.side, f"The march stops at {hex_id}, where disease has killed.")
    return None


def can_march(state: State, step: Step, name: str, start: str) -> bool:
    """Tells if a counter can march (7.0, 11.6).

    It must be ashore at the start, not stopped by the enemy nor moved yet, and not built into the harbour.
    """
    ashore = start != "" and name in state.land(start, step.side) and state.ashore.get(start) != step.side
    return ashore and name not in step.stopped and not is_fixed(state.board.counters[name])
