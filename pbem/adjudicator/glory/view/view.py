"""A seat's knowledge: all that reports, order checks, questions and file names are made from.

Open to everybody: where sails are, in which part of a zone or which box; winds, weather, the cup, the tracks, ships
lost. Hidden: which block a sail is, what it holds, what lies in a port with a display box, destinations, values,
directives, events, provisions and whether a raid took place. The watch (watch.py) has what was seen and told.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.adjudicator.engine.plain_state import plain
from pbem.adjudicator.glory.board.board import Board
from pbem.adjudicator.glory.state.house import choice, is_on
from pbem.adjudicator.glory.state.state import Block, Officer, Raid, State, Vessel, place_word
from pbem.adjudicator.glory.state.terms import ALLIED, BRITISH, FRIGATE, NATIONS, NORTH_SEA_BOX, SEAT_OF, SEATS, other
from pbem.adjudicator.glory.view.sails import Sail, Sails, Word
from pbem.adjudicator.glory.view.watch import Course, Watch

#: What everybody sees of a position as it is.
OPEN = (
    "scenario", "turn", "last_turn", "initiative", "cup", "drawn", "rose", "foul", "initiatives", "manpower",
    "readiness", "fever", "barham", "tension", "algiers", "barges", "marched", "invaded", "victorious", "illnesses",
    "chits_shown", "scored", "winner", "ended",
)  # fmt: skip
#: What one seat alone sees of it.
SECRETS = {
    ALLIED: ("conseil", "napoleon", "directive", "directives"),
    BRITISH: ("pitt", "events_pool", "events", "spied"),
}
HIDDEN = "hidden"


def view(state: State, seat: str | None, watch: Watch) -> dict[str, Any]:
    """All that a seat may know; None is the public."""
    told = watch.up_to_date()
    known = {"seat": seat or "", **state.shown(OPEN), **calendar(state), **open_things(state, seat, told)}
    return known | (own(state, seat, told) if seat else {})


# -------------------------------------------------------------------------------------------------- open to all


def calendar(state: State) -> dict[str, Any]:
    """The turn in words, the cup and the weather as conditions ask for them."""
    turn = state.board.turn(state.turn) if state.turn else None
    blown = [state.board.chits[chit].sea for chit in state.drawn]
    weather: dict[str, list[dict[str, Any]]] = {}
    for foul in state.foul:
        for zone in foul.zones:
            weather.setdefault(zone, []).append({"kind": foul.kind, "severity": foul.severity})
    return {
        "label": turn.label if turn else "", "season": turn.season if turn else "",
        "chits": list(state.cup), "initiative_drawn": state.initiatives, "winds": dict(state.rose),
        "winds_so_far": {sea: blown.count(sea) for sea in state.rose}, "weather": weather,
    }  # fmt: skip


def open_things(state: State, seat: str | None, watch: Watch) -> dict[str, Any]:
    """Markers, the turn track, ships lost, the North Sea Fleet, sails, and what lies face down before all."""
    raids = {place: raid_seen(raid, seat) for place, raid in state.raids.items()}
    lost = {ship: plain(loss) for ship, loss in state.lost.items()
            if loss.how != "unscored" or SEAT_OF[state.board.ships[ship].nation] == seat or state.winner}  # fmt: skip
    return {
        "raided": raids, "lost": lost, "provisions": {port: face(state, port, seat) for port in state.chits},
        "due": sorted(event.due for event in state.events.values() if event.status == HIDDEN),
        "done": {name: event.status for name, event in state.events.items() if event.open and event.status != HIDDEN},
        "away": sorted(due for block, due in returning(state)),
        "north_sea_fleet": {ship: condition(state, ship) for ship in state.ships_in(NORTH_SEA_BOX)},
        "emperor": state.directive if state.directive_open else "",
        "fleets": {side: sails_seen(watch.sails_of(side)) for side in SEATS if side != seat},
        "shown": plain(dict(sorted(watch.shown.items()))), "values": values(state, seat),
    }  # fmt: skip


def returning(state: State) -> list[tuple[str, int]]:
    """Frigates on the turn track, with the turn on which each comes back."""
    return [(name, int(block.at.removeprefix("turn-"))) for name, block in state.blocks.items()
            if block.at.startswith("turn-") and state.kind(name) == FRIGATE]  # fmt: skip


def raid_seen(raid: Raid, seat: str | None) -> str:
    """A raid marker as one sees it: face down, or what lies under it."""
    if raid.shown or seat == ALLIED:
        return "raided" if raid.done else "nothing"
    return HIDDEN


def face(state: State, port: str, seat: str | None) -> str:
    """A provisions chit as one sees it (5.12, 15.0)."""
    spied = seat == BRITISH and port in state.spied
    open_ = seat == ALLIED or spied or port in state.chits_shown
    return state.chits[port] if open_ else HIDDEN


def values(state: State, seat: str | None) -> dict[str, int]:
    """Values of objectives that lie open: at the end all, and what is scored where the charter says so (21.3)."""
    every = {f"napoleon/{area}": value for area, value in state.napoleon.items()}
    every |= {f"pitt/{area}": value for area, value in state.pitt.items()}
    if state.winner:
        return every
    return {name: every[name] for name in state.scored if name in every} if is_on(state, "open_objectives") else {}


def sails_seen(sails: Sails) -> dict[str, dict[str, Any]]:
    """A side's sails by number, with what is known of each."""
    pools: dict[str, list[int]] = {}
    for sail in sails.seen.values():
        pools.setdefault(sail.place, []).append(sail.number)
    return {str(number): sail_told(sail, pools[sail.place]) for number, sail in sorted(sails.seen.items())}


def sail_told(sail: Sail, pool: list[int]) -> dict[str, Any]:
    """One sail."""
    at, part = parts(sail.place)
    word = sail.word
    news = {"low": word.low, "high": word.high, "news_turn": word.turn, "news_of": word.of, "frigates": word.frigates,
            "convoy": word.convoy, "gold": word.gold} if word else {}  # fmt: skip
    return {
        "place": sail.place, "at": at, "part": part, "face": "down" if sail.face else "up", "pool": sorted(pool),
        "left": sail.left[0] if len(sail.left) == 1 else "", "may_have_left": list(sail.left), "since": sail.since,
        "of": list(sail.of), **news,
    }  # fmt: skip


def parts(place: str) -> tuple[str, str]:
    """A place word as a place and its part."""
    at, _, part = place.partition("/")
    return at, part or ("track" if at.startswith(("west-", "east-")) else "sea")


# -------------------------------------------------------------------------------------------------- one's own


def own(state: State, seat: str, watch: Watch) -> dict[str, Any]:
    """A seat's own blocks, ships, admirals and ports, its secrets, and what it was told of the enemy."""
    ships = [ship for ship in state.ships if state.seat_of_ship(ship) == seat]
    sails = sails_seen(watch.sails_of(other(seat)))
    return {
        **state.shown(SECRETS[seat]), "sails": sails, "left": sorties(sails),
        "blocks": {block: block_told(state, block, watch.own.get(seat, {}).get(block, Course()), watch)
                   for block in state.blocks if state.owner(block) == seat},
        "ships": {ship: {"in": state.ships[ship].at, "state": condition(state, ship),
                         "prize": state.ships[ship].prize_of} for ship in ships},
        "admirals": {name: plain(officer) for name, officer in state.admirals.items()
                     if SEAT_OF[state.board.admirals[name].nation] == seat},
        "ports": {port: port_told(state, port, seat) for port in state.board.ports if has_own(state, port, seat)},
        "friendly": [port for port in state.board.ports if state.friendly(port, seat)],
        "news": {place: word_told(word) for place, word in sorted(watch.lookout.news.get(seat, {}).items())},
        "counted": {place: word_told(word) for place, word in sorted(watch.lookout.counted.get(seat, {}).items())},
        "halts_left": halts_left(state, seat), "came_in": [name for name in state.came_in if mine(state, name, seat)],
        "points": {nation: state.board.manpower[nation][state.manpower.get(nation, 0)][1]
                   for nation in NATIONS if SEAT_OF[nation] == seat},
        **({"drawn_provisions": list(state.provisions)} if seat == ALLIED else {}),
        "objectives": objectives(state, seat),
        "event": {name: event.due for name, event in state.events.items() if event.status == HIDDEN}
        if seat == BRITISH else {},
    }  # fmt: skip


def mine(state: State, name: str, seat: str) -> bool:
    """Tells if a ship or a block belongs to a seat."""
    return state.seat_of_ship(name) == seat if name in state.ships else (
        name in state.blocks and state.owner(name) == seat)  # fmt: skip


def block_told(state: State, name: str, course: Course, watch: Watch) -> dict[str, Any]:
    """An own block: where it is, what it holds, where it is bound, and what the enemy sees of it."""
    here = state.blocks[name]
    place = state.place(name)
    part = here.area or ("away" if here.at.startswith("turn-") else "gone" if here.at else "unused")
    sails = watch.sails_of(state.owner(name)).at(place) if place else []
    return {
        "at": here.at, "part": part, "place": place, "ships": state.ships_in(name), "admirals": state.admirals_in(name),
        "bound": here.bound, "letter": here.letter, "face": "down" if here.face_down else "up", "reached": here.reached,
        "spotted": bool(course.spotted) and course.spotted == state.turn, "left_by": course.left,
        "sortied": course.sortied, "with": here.beside,
        "number": company(state, name), "sail_numbers": sorted(sail.number for sail in sails),
    }  # fmt: skip


def company(state: State, name: str) -> int:
    """Numbers the rumours beside one fleet from 1; 0 for any other block."""
    beside = state.blocks[name].beside
    together = [each for each, block in state.blocks.items() if beside and block.beside == beside]
    return together.index(name) + 1 if name in together else 0


def condition(state: State, ship: str) -> str:
    """A ship's condition in a word."""
    vessel = state.ships[ship]
    if vessel.ordinary:
        return "ordinary-damaged" if vessel.damaged else "ordinary"
    return "wrecked" if vessel.wrecked else "damaged" if vessel.damaged else "sound"


def has_own(state: State, port: str, seat: str) -> bool:
    """Tells if a seat has ships or admirals in a port."""
    return bool(state.in_port(port, seat)) or any(
        SEAT_OF[state.board.admirals[name].nation] == seat for name in state.admirals_in(port))  # fmt: skip


def port_told(state: State, port: str, seat: str) -> dict[str, Any]:
    """An own port: its ships by condition, those in blocks too, and the admirals ashore."""
    ships = state.in_port(port, seat)
    manned = [ship for ship in ships if not state.ships[ship].ordinary]
    return {
        "ready": manned, "damaged": [ship for ship in ships if state.ships[ship].damaged],
        "ordinary": [ship for ship in ships if state.ships[ship].ordinary],
        "harbour": [ship for ship in manned if state.ships[ship].at == port],
        "admirals": [name for name in state.admirals_in(port) if SEAT_OF[state.board.admirals[name].nation] == seat],
    }  # fmt: skip


def sorties(sails: Mapping[str, Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Which sails in sight came out of which port, and when; a sail that may be one of several stands under each."""
    found: dict[tuple[str, int], list[str]] = {}
    for number, sail in sails.items():
        for port in sail["may_have_left"]:
            found.setdefault((port, int(sail["since"])), []).append(number)
    return [{"port": port, "turn": turn, "sails": numbers} for (port, turn), numbers in sorted(found.items())]


def word_told(word: Word) -> dict[str, Any]:
    """A word on a place."""
    return plain(word)  # type: ignore[no-any-return]


def halts_left(state: State, seat: str) -> int:
    """Counts the halts that a seat may still wish for this turn."""
    sort = choice(state, "halts")
    used = state.halts.get(seat, 0) if sort == "each" else sum(state.halts.values())
    return max(0, 1 - used) if sort in ("each", "one") else 0


def objectives(state: State, seat: str) -> dict[str, dict[str, Any]]:
    """A seat's own objectives with their values."""
    found, name = (state.napoleon, "napoleon") if seat == ALLIED else (state.pitt, "pitt")
    return {area: {"value": value, "scored": f"{name}/{area}" in state.scored} for area, value in found.items()}


# -------------------------------------------------------------------------------------------------- as a position


def seen_state(board: Board, known: Mapping[str, Any]) -> State:
    """A position with all that the view tells and nothing else: what an order check may look at."""
    told = {name: known[name] for name in OPEN}
    secrets = {name: known[name] for name in SECRETS.get(known["seat"], ()) if name in known}
    state = State.of_plain(told | secrets, board=board)
    state.house = dict(known.get("house", {}))
    state.provisions = list(known.get("drawn_provisions", ()))
    state.chits = {port: "" if face == HIDDEN else face for port, face in known["provisions"].items()}
    state.raids = {place: Raid(done=seen == "raided", shown=seen != HIDDEN) for place, seen in known["raided"].items()}
    for name, ship in known.get("ships", {}).items():
        state.ships[name] = vessel(ship)
    for name, block in known.get("blocks", {}).items():
        area = block["part"] if place_word(block["at"], block["part"]) else ""
        state.blocks[name] = Block(block["at"], area, block["bound"], block["letter"], block["face"] == "down",
                                   block["reached"])  # fmt: skip
    for name, officer in known.get("admirals", {}).items():
        state.admirals[name] = Officer(officer["at"], officer["back"])
    return state


def vessel(told: Mapping[str, str]) -> Vessel:
    """An own ship from the view."""
    sort = told["state"]
    return Vessel(told["in"], sort in ("damaged", "ordinary-damaged"), sort == "wrecked", sort.startswith("ordinary"),
                  told["prize"])  # fmt: skip
