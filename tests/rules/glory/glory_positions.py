"""Positions of 1805: Sea of Glory for tests of views: everything where the set-up has it, or scattered by chance."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.engine.phase import Told
from pbem.adjudicator.engine.reader import Reading
from pbem.adjudicator.engine.table import ALL, Note
from pbem.adjudicator.glory.board.board import blowing, load_board
from pbem.adjudicator.glory.board.pieces import ShipStatus
from pbem.adjudicator.glory.state.state import AdmiraltyEvent, Block, Officer, Raid, State, Vessel
from pbem.adjudicator.glory.state.terms import NORTH_SEA_BOX
from pbem.adjudicator.glory.view.picture import Picture, picture
from pbem.adjudicator.glory.view.view import view
from pbem.adjudicator.glory.view.watch import Watch

BOARD = load_board()


def set_up() -> State:
    """A position like that of the first turn."""
    state = State(BOARD, turn=1, rose=blowing(BOARD), cup=[c.id for c in BOARD.chits.values() for _ in range(c.count)])
    state.blocks = {name: Block(piece.start, piece.part) for name, piece in BOARD.blocks.items()}
    at = {(piece.side, piece.start): name for name, piece in BOARD.blocks.items() if piece.start}
    for ship in BOARD.ships.values():
        holder = at.get((ship.side, ship.place), ship.place)
        if ship.place == "north-sea-fleet":
            holder = NORTH_SEA_BOX
        if ship.status is ShipStatus.LATER:
            holder = f"turn-{ship.turn}"
        elif ship.status is ShipStatus.ORDINARY:
            holder = ship.place
        state.ships[ship.id] = Vessel(holder, ship.status is ShipStatus.DAMAGED, ordinary=ship.status == "ordinary")
    for admiral in BOARD.admirals.values():
        state.admirals[admiral.id] = Officer(at.get((admiral.side, admiral.place), admiral.place) or "aside")
    for number, station in enumerate(BOARD.stations, 1):
        state.blocks[f"frigate-{number}"] = Block(station.port, station.part)
    state.manpower = dict.fromkeys(("british", "french", "spanish"), 0)
    state.readiness = {"craig": 0, "moore": 0, "french-transport": 0}
    state.conseil = {"a": "martinique", "b": "cadiz", "c": "bantry-bay", "d": "ferrol"}
    state.chits = {"brest": "may", "toulon": "may-not"}
    state.napoleon = dict(zip(BOARD.objectives["allied"].areas, BOARD.objectives["allied"].values, strict=True))
    state.pitt = dict(zip(BOARD.objectives["british"].areas, BOARD.objectives["british"].values, strict=True))
    state.directive, state.directives = "malta", ["naples", "alexandria"]
    state.events_pool, state.events = ["russia", "rockets"], {"slave-revolt": AdmiraltyEvent(7)}
    state.raids = {"antigua": Raid(done=True)}
    return state


def at_sea(chance: SeededChance) -> State:
    """The same with fleets and rumours at sea, damage here and there."""
    state = set_up()
    hexes = [hex_.id for hex_ in BOARD.hexes.values() if hex_.sheet == "europe" and not hex_.exit]
    places = [chance.pick(hexes) for _ in range(3)]
    for name in ("brest-fleet", "rochefort-fleet", "toulon-fleet", "fog-1", "fog-2", "fog-3"):
        beside = "brest-fleet" if name.startswith("fog") else ""
        state.blocks[name] = Block(chance.pick(places), "sea", chance.pick(["martinique", "bantry-bay"]), "a",
                                   beside=beside)  # fmt: skip
    for name in chance.some(["channel-fleet", "cape-fleet", "frigate-1", "frigate-4"], 2, 2):
        state.blocks[name] = Block(chance.pick(places), "sea")
    for ship in chance.some(sorted(state.ships), 20, 20):
        state.ships[ship].damaged = True
    return state


def moved(side: str, block: str, was: str, now: str) -> list[Note]:
    """What is told when a block moves."""
    facts = {"was": was, "now": now, "how": "sail"}
    return [
        Note("9.0", ALL, "", "sail", {"side": side, "path": [], **facts}),
        Note("9.0", side, "", "block", {"block": block, **facts}),
    ]


def watched(state: State, story: Iterable[Note] = ()) -> Watch:
    """The watch over a position, after a story."""
    watch = Watch.begin(state)
    watch.listen(state, list(story))
    return watch.up_to_date()


def reading(state: State, seat: str | None, story: Iterable[Note] = ()) -> Reading[Picture]:
    """One reader's view and story, as a match gives them."""
    notes = tuple(story)
    known = view(state, seat, watched(state, notes))
    rest = {"phase": "t05.sea", "step": "sea", "house": {}, "standing": [], "doctrine": {}, "memory": []}
    frame = {"game": "glory-test", "phase": "t05.sea", "phase_title": "Turn 5, Feb II"}
    return Reading(known | rest, Told(notes, ()), frame, picture)
