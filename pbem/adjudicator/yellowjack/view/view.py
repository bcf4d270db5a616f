"""A seat's knowledge: all that reports, order checks, questions and the desk are made from.

A seat knows its own forces whole. Of the enemy it knows the places of markers, what was Spotted under them, who holds
which Port and that Units are there. The public knows what lies open to both. `seen_state` makes a position of a view,
so that the rules can be asked of what a seat knows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from types import MappingProxyType
from typing import Any

from pbem.adjudicator.engine.piecemeal import Piecemeal, by_word
from pbem.adjudicator.engine.plain_state import hints, plain, read
from pbem.adjudicator.yellowjack.base.auxiliaries import is_ready, place_of
from pbem.adjudicator.yellowjack.base.ports import walls_of
from pbem.adjudicator.yellowjack.base.task_kinds import open_tasks
from pbem.adjudicator.yellowjack.board.board import Board
from pbem.adjudicator.yellowjack.board.small_craft import PIRATE
from pbem.adjudicator.yellowjack.state.eyes import eyes
from pbem.adjudicator.yellowjack.state.known import Known
from pbem.adjudicator.yellowjack.state.pieces import (
    Auxiliary,
    Award,
    Campaign,
    Convoy,
    Ended,
    Formation,
    Leader,
    Order,
    Personage,
    PortHeld,
    Siege,
    Squadron,
    Unit,
)
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import (
    BOURBON,
    BRITISH,
    CLASSES,
    FITTING_OUT,
    GONE,
    INDEPENDENT,
    READY,
    SIDE_OF,
    SIDES,
    SPANISH,
    other,
    quarterly,
    turn_id,
    turn_of,
    year_of,
)

#: What everybody sees of a position as it is.
OPEN = ("scenario", "date", "impulse", "mpi", "step", "last", "winds", "prestige", "start_prestige", "winner", "level",
        "over", "gales", "hurricane", "accrued")  # fmt: skip
#: Own pieces that are shown whole.
OWN = ("squadrons", "formations", "convoys", "leaders", "personages", "auxiliaries")
#: A contingent for a marker under which nothing was Spotted.
USUAL = {BRITISH: BRITISH, BOURBON: SPANISH}


def view(state: State, seat: str | None, memory: Sequence[Mapping[str, Any]] = ()) -> dict[str, Any]:
    """All that a seat may know; None is the public."""
    return {name: make(state, seat, whole) for name, make in parts(seat).items()}


def glance(state: State, seat: str, memory: Sequence[Mapping[str, Any]] = ()) -> Mapping[str, Any]:
    """A seat's view of which each part is made when it is asked for: conditions look at a few, thousands of times."""
    making = parts(seat)
    return Piecemeal(making, lambda name: making[name](state, seat, Piecemeal))


#: Makes a mapping of keys: all of it at once, or piece by piece.
Shelf = Callable[[Iterable[str], Callable[[str], Any]], Mapping[str, Any]]
#: Makes a part of the view of a seat, or of the public.
Part = Callable[[State, Any, Shelf], Any]


def whole(keys: Iterable[str], make: Callable[[str], Any]) -> dict[str, Any]:
    """A mapping, all of it at once."""
    return {key: make(key) for key in keys}


def parts(seat: str | None) -> Mapping[str, Part]:
    """The parts of a view, each as something that makes it."""
    return PARTS_OF_SEATS if seat else PARTS_OF_ALL


def beyond(state: State, seat: str) -> dict[str, Any]:
    """A seat's Sail without a Squadron, its stores that gather, its ships that must go home, the Company's Order."""
    return {
        "held": [plain(one) for one in state.held if SIDE_OF[one.contingent] == seat],
        "victuals": {nation: points for nation, points in state.victuals.items() if SIDE_OF[nation] == seat},
        "duties": [plain(one) for one in state.duties if one.side == seat and one.sail],
        "company_order": state.company_order if seat == BOURBON else 0,
    }  # fmt: skip


# -------------------------------------------------------------------------------------------------- one's own


def own(state: State, seat: str, formation: str) -> bool:
    """Tells if a Formation is of a seat."""
    return formation in state.formations and state.side_of(formation) == seat


def own_pieces(state: State, seat: str, name: str, shelf: Shelf) -> Mapping[str, Any]:
    """A seat's own pieces of one sort, each with all that is in the position."""
    pieces = getattr(state, name)
    afloat = name in ("formations", "convoys")
    mine = state.of_side(seat) if afloat else counters_of(state.board, seat, name)
    keys = mine if name == "formations" else [key for key in pieces if key in mine]
    return shelf(keys, lambda key: plain(pieces[key]) | more_of(state, name, key))


@lru_cache(maxsize=32)
def counters_of(board: Board, seat: str, name: str) -> frozenset[str]:
    """The counters of one sort that are a seat's."""
    if name == "personages":
        return frozenset(key for key, one in board.personages.items() if SIDE_OF.get(one.owner) == seat)
    shelves: dict[str, Mapping[str, Any]] = {
        "squadrons": board.squadrons, "leaders": board.leaders, "auxiliaries": board.craft.counters}  # fmt: skip
    return frozenset(key for key, one in shelves[name].items() if SIDE_OF.get(one.contingent) == seat)


def more_of(state: State, name: str, key: str) -> dict[str, Any]:
    """Returns what rules make of a piece: the marks of a Squadron, the place of a Formation that goes with another."""
    if name == "squadrons":
        return marks(state, key)
    if name == "auxiliaries":
        return {"where": place_of(state, key), "ready": is_ready(state, key)}
    return {"at": state.place(key), "state": state.condition(key)} if name == "formations" else {}


def pirates_seen(state: State) -> dict[str, Any]:
    """The Pirates, who belong to nobody: their zones, their Tasks, and whose turn it is to rouse one (2.431)."""
    lie = {name: {"at": one.at, "zone": one.zone, "task": one.task, "serves": one.serves}
           for name, one in state.auxiliaries.items()
           if state.board.craft.counters[name].contingent == PIRATE}  # fmt: skip
    return {"turn": state.pirate_turn, "lie": lie}


def marks(state: State, squadron: str) -> dict[str, Any]:
    """A Squadron's Rating, its third of damage, its place and its state."""
    return {"dr": state.dr(squadron), "third": state.third(squadron), "where": state.place_of(squadron),
            "condition": state.state_of(squadron), "ships": ships_of(state, squadron)}  # fmt: skip


def ships_of(state: State, squadron: str) -> list[str]:
    """The names of a Squadron's ships, the greatest first."""
    kept = state.ships.get(squadron, {})
    return [name for sort in CLASSES for name in kept.get(sort, ())]


def boxes_seen(state: State, seat: str | None, side: str) -> list[int]:
    """The Fulfilled and Failed box of a side: to others as they were last told (3.34, hazard 21)."""
    return list(state.boxes(side)) if seat == side or state.over else list(state.told_boxes.get(side, (0, 0)))


def opened(state: State) -> list[dict[str, Any]]:
    """The Orders of both sides by name, Fulfilled and Failed: nobody sees them before the game is over."""
    return [plain(one) for one in (*state.history, *state.ended)] if state.over else []


# -------------------------------------------------------------------------------------------------- what is open


def markers_of_others(state: State, seat: str | None) -> list[str]:
    """The markers on the map that are not the reader's, in the order of their numbers."""
    names = [name for name in state.formations if state.side_of(name) != seat and state.on_map(name)]
    shown = [state.formations[name] for name in names]
    return sorted(one.marker for one in shown if one.marker and not one.goes_with)


def marker_seen(state: State, seat: str | None, marker: str) -> dict[str, Any]:
    """One marker: its place, what it blockades, and what its reader has Spotted under it (R7.1)."""
    name = state.by_marker(marker)
    one = state.formations[name]
    seen = state.known[seat].markers.get(marker) if seat else None
    return {"side": state.side_of(name), "at": one.at, "blockades": one.blockades,
            "spotted": bool(seat and one.spotted), "seen": plain(seen)}  # fmt: skip


def port_seen(state: State, seat: str | None, port: str) -> dict[str, Any]:
    """One Port: its holder, that Units are there, who besieges and blockades it, ships that lie open at anchor."""
    held, ours = state.ports[port], bool(seat) and state.side_of_port(port) == seat
    anchored = [] if state.key_port(port) else [
        side for side in SIDES if state.formations_at(port, side, state=FITTING_OUT)
    ]  # fmt: skip
    return {
        "holder": held.holder, "captured": held.captured, "razed": held.razed, "walls": walls_of(state, port),
        "key": state.key_port(port),
        "units": bool(state.units_at(port)), "ships": anchored, "besieged": besieger(state, port),
        "blockaded": blockader(state, port),
        "stores": held.stores if ours else 0, "repairs": held.repairs if ours else 0,
    }  # fmt: skip


def besieger(state: State, port: str) -> str:
    """The seat whose Expedition is ashore before a Port; empty for none."""
    return other(state.side_of_port(port)) if port in state.sieges else ""


def blockader(state: State, port: str) -> str:
    """The seat that blockades a Port; empty for none."""
    found = state.until_one_sails("who blockades", lambda: by_word(
        (one.blockades, name) for name, one in state.formations.items()))  # fmt: skip
    return state.side_of(found[port][0]) if port in found else ""


def both_ashore(state: State, port: str) -> bool:
    """Tells if Units of both sides are at a Port: then their numbers and kinds are open (R1.9)."""
    return len({state.unit_side(name) for name in state.units_at(port)}) > 1


def siege_seen(state: State, seat: str | None, port: str) -> dict[str, Any]:
    """A siege: whose it is, since when, and the Sail that stands Ready in the Harbour (R3.15)."""
    siege, side = state.sieges[port], besieger(state, port)
    within: dict[str, int] = {}
    for name in state.in_harbour(port):
        for sort, number in state.sail_of(name).items():
            within[sort] = within.get(sort, 0) + number
    told: dict[str, Any] = {"side": side, "since": siege.since, "stormed": siege.stormed, "within": within}
    marker = state.formations[siege.flotilla].marker if siege.flotilla in state.formations else ""
    return told | {"marker": marker} | ({"own": plain(siege)} if side == seat else {})


def units_in_sight(state: State, seat: str | None) -> list[str]:
    """A seat's own Units, and those of others where Units of both sides are."""
    open_at = {port for port in dict.fromkeys(unit.at for unit in state.units.values())
               if port in state.ports and both_ashore(state, port)}  # fmt: skip
    return [name for name, unit in state.units.items()
            if (seat and state.unit_side(name) == seat) or unit.at in open_at]  # fmt: skip


def unit_seen(state: State, seat: str | None, unit: str) -> dict[str, Any]:
    """One Unit; of another side its place, and that it is disrupted."""
    told: dict[str, Any] = plain(state.units[unit]) | {"side": state.unit_side(unit)}
    if told["side"] != seat:
        told |= {"tasked": False, "gone": ""}
    return told


# -------------------------------------------------------------------------------------------------- the parts


def field_of(name: str) -> Part:
    """Makes a part that is a field of the position."""
    return lambda state, seat, shelf: plain(getattr(state, name))


def own_shelf(name: str) -> Part:
    """Makes a part with a seat's own pieces of one sort."""
    return lambda state, seat, shelf: own_pieces(state, seat, name, shelf)


def lists_of(name: str) -> Part:
    """Makes a part with those records of a list that are of a seat."""
    return lambda state, seat, shelf: [plain(one) for one in getattr(state, name) if one.side == seat]


#: What everybody knows.
PARTS_OF_ALL: Mapping[str, Part] = MappingProxyType({
    "seat": lambda state, seat, shelf: seat or "",
    **{name: field_of(name) for name in OPEN},
    "turn": lambda state, seat, shelf: state.count,
    "year": lambda state, seat, shelf: year_of(state.date),
    "year_turn": lambda state, seat, shelf: turn_of(state.date),
    "quarterly": lambda state, seat, shelf: quarterly(state.date),
    "phase": lambda state, seat, shelf: f"{turn_id(state.date)}.{state.step}",
    "ports": lambda state, seat, shelf: shelf(state.ports, partial(port_seen, state, seat)),
    "markers": lambda state, seat, shelf: shelf(markers_of_others(state, seat), partial(marker_seen, state, seat)),
    "sieges": lambda state, seat, shelf: {port: siege_seen(state, seat, port) for port in state.sieges},
    "units": lambda state, seat, shelf: shelf(units_in_sight(state, seat), partial(unit_seen, state, seat)),
    "boxes": lambda state, seat, shelf: {side: boxes_seen(state, seat, side) for side in SIDES},
    "campaigns": lambda state, seat, shelf: {
        name: plain(one) | {"support": {}} for name, one in state.campaigns.items()},
    "tribes": lambda state, seat, shelf: {
        name: {"side": state.unit_side(name), "at": state.units[name].at}
        for name in state.board.craft.tribes if name in state.units and state.units[name].serves},
    "events": lambda state, seat, shelf: dict(state.events),
    "tasks": lambda state, seat, shelf: open_tasks(state),
    "pirates": lambda state, seat, shelf: pirates_seen(state),
    "ledger": field_of("ledger"),
    "opened": lambda state, seat, shelf: opened(state),
    **{name: lambda state, seat, shelf: {} for name in OWN},
})  # fmt: skip
#: What a seat knows: besides its own pieces and plans, and what it has Spotted.
PARTS_OF_SEATS: Mapping[str, Part] = MappingProxyType({
    **PARTS_OF_ALL,
    **{name: own_shelf(name) for name in OWN},
    "sea": lambda state, seat, shelf: eyes(state, seat),
    "pool": lambda state, seat, shelf: list(state.pool[seat]),
    "hand": lambda state, seat, shelf: list(state.hand[seat]),
    "orders": lambda state, seat, shelf: {key: plain(one) for key, one in state.orders.items() if one.side == seat},
    "ended": lists_of("ended"), "history": lists_of("history"),
    "plans": lambda state, seat, shelf: {
        name: plain(plan) for name, plan in state.plans.items() if own(state, seat, name)},
    "known": lambda state, seat, shelf: plain(state.known[seat]),
    "next_marker": lambda state, seat, shelf: state.next_marker[seat],
    "beyond": lambda state, seat, shelf: beyond(state, seat),
    "lost": lambda state, seat, shelf: {
        name: dict(lost) for name, lost in state.lost.items() if SIDE_OF.get(name) == seat},
})  # fmt: skip


# -------------------------------------------------------------------------------------------------- as a position


def seen_state(board: Board, known: Mapping[str, Any]) -> State:
    """A position with all that the view tells and nothing else; a marker is a Formation under its own number."""
    seat = str(known["seat"])
    state = State.of_plain({name: known[name] for name in OPEN}, board=board, house=dict(known.get("house", {})))
    state.count = int(known["turn"])
    squadrons, units = known["squadrons"], known["units"]
    state.squadrons = {name: piece(Squadron, squadrons[name]) if name in squadrons else Squadron(command="")
                       for name in board.squadrons}  # fmt: skip
    state.formations = {name: piece(Formation, one) for name, one in known["formations"].items()}
    state.formations |= {name: formation_seen(name, one) for name, one in known["markers"].items()}
    state.convoys = {name: piece(Convoy, one) for name, one in known["convoys"].items()}
    state.units = {name: piece(Unit, units[name]) if name in units else Unit(GONE) for name in board.units}
    state.leaders = {name: piece(Leader, one) for name, one in known["leaders"].items()}
    state.personages = {name: piece(Personage, one) for name, one in known["personages"].items()}
    state.auxiliaries = {name: piece(Auxiliary, one) for name, one in known["auxiliaries"].items()}
    state.auxiliaries |= {name: piece(Auxiliary, one) for name, one in known["pirates"]["lie"].items()}
    state.pirate_turn = str(known["pirates"]["turn"])
    state.events = dict(known["events"])
    state.campaigns = {name: piece(Campaign, one) for name, one in known["campaigns"].items()}
    state.ports = {name: piece(PortHeld, one) for name, one in known["ports"].items()}
    state.orders = {name: piece(Order, one) for name, one in known.get("orders", {}).items()}
    state.ended = [piece(Ended, one) for one in known.get("ended", ())]
    state.history = [piece(Ended, one) for one in known.get("history", ())]
    state.ledger = [piece(Award, one) for one in known["ledger"]]
    state.pool[seat], state.hand[seat] = list(known.get("pool", ())), list(known.get("hand", ()))
    state.known[seat] = read(Known, known.get("known", plain(Known())))
    state.next_marker[seat] = int(known.get("next_marker", 1))
    state.plans = plain(known.get("plans", {}))
    state.told_boxes = {side: list(known["boxes"][side]) for side in SIDES}
    sieges(state, known)
    state.settle()
    return state


def piece(kind: Any, told: Mapping[str, Any]) -> Any:
    """A piece of a position from what a view tells of it; what was added for readers is left out."""
    return read(kind, {name: told[name] for name in hints(kind) if name in told})


def formation_seen(marker: str, one: Mapping[str, Any]) -> Formation:
    """A marker as a Formation: Ready at its place, and of the kind that was Spotted, or a lone Squadron."""
    seen = one["seen"] if one["spotted"] else None
    contingent = seen["contingent"] if seen else USUAL[one["side"]]
    kind = seen["kind"] if seen else INDEPENDENT
    return Formation(kind, contingent, "", one["at"], READY, marker=marker, blockades=one["blockades"],
                     spotted="seen" if one["spotted"] else "")  # fmt: skip


def sieges(state: State, known: Mapping[str, Any]) -> None:
    """Puts the sieges of a view into a position; those of the other side with an Order made for it."""
    for port, told in known["sieges"].items():
        if "own" in told:
            state.sieges[port] = piece(Siege, told["own"])
            continue
        key = f"siege-{port}"
        state.orders[key] = Order("amphibious-assault", str(told["side"]), [told["marker"]], targets=[port])
        state.sieges[port] = Siege(key, told["marker"], "", told["since"], told["stormed"])
