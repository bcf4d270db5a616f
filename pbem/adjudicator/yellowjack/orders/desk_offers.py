"""The order desk of this title: what can be ordered in the open step, with names, places and ways from the view."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from pbem.adjudicator.engine.reader import Reading
from pbem.adjudicator.orders.desk_form import Act, Arrival, Desk, Form, Offer, Piece, form_of
from pbem.adjudicator.yellowjack.board.board import DATA, Board
from pbem.adjudicator.yellowjack.orders.chances import chase, wear
from pbem.adjudicator.yellowjack.orders.names import SCOPES, SORTS
from pbem.adjudicator.yellowjack.orders.order_table import TABLE
from pbem.adjudicator.yellowjack.orders.sections.section_parts import ADMIN, OPERATIONS
from pbem.adjudicator.yellowjack.state.words import (
    BRITISH,
    CARACAS,
    CONVOY,
    FLAG,
    FRENCH,
    IN_ORDINARY,
    INDEPENDENT,
    NEUTRAL,
    READY,
    SPANISH,
    STATE_NAMES,
    ships,
)
from pbem.adjudicator.yellowjack.view.picture import Picture
from pbem.base.counting import counted

DESK = Desk.of(DATA / "desk.yaml")
#: What a Squadron in Port can be told in administration; and a Formation on the map, each a step of its plan.
YARD = tuple(DESK.acts[name] for name in ("mend", "lay_up", "fit_out"))
ACTS = tuple(act for act in DESK.acts.values() if act not in YARD)
#: The acts by which a Formation leaves port, or sails on.
LEAVING = ("to", "to_wide", "put_to_sea")
#: Who holds a Port, in words.
HOLDERS = {BRITISH: "held by the British", SPANISH: "held by the Spaniards", FRENCH: "held by the French",
           CARACAS: "held by the Caracas Company", NEUTRAL: "neutral"}  # fmt: skip


def desk(reading: Reading[Picture], head: Mapping[str, str]) -> dict[str, Any]:
    """The form of the open step."""
    seen, view = reading.seen, reading.view
    sailing, ashore = TABLE.step_of(seen) in OPERATIONS, TABLE.step_of(seen) == ADMIN
    forming = tuple(forms(seen)) if ashore else ()
    own = tuple(pieces(seen, ACTS if sailing else ()))
    form = Form(
        **form_of(TABLE, seen, view), **DESK.words, head=dict(head), offers=offers(seen),
        acts=ACTS if sailing else (*YARD, *forming), pieces=(*own, *(in_port(seen, forming) if ashore else ())),
        recruits=tuple(formed(forming)), arrivals=arrivals(forming),
        graphs=ways(seen.board) if sailing else {}, travel=DESK.travel if sailing else "",
        told=told(seen), mights=strength(seen) if sailing else {},
        foes=last_seen(seen) if sailing else {}, names={name: seen.board.place_name(name) for name in seen.board.nodes},
    )  # fmt: skip
    return form.plain()


def offers(seen: Picture) -> dict[str, Sequence[Offer]]:
    """Every list, each made of what its reader sees."""
    board, side = seen.board, seen.side
    ports = [
        Offer(name, port.name, str(seen.known["ports"][name]["holder"]), name) for name, port in board.ports.items()
    ]
    own = list(formations(seen))
    named = {"commands": "command", "leaders": "leader", "posts": "post", "units": "unit", "auxiliaries": "aux",
             "craft": "craft", "pirates": "pirate", "zones": "zone", "berths": "berth"}  # fmt: skip
    return {
        "ports": ports, "shores": [*ports, *(Offer(name, box.name, "Land Box") for name, box in board.boxes.items())],
        "places": [*ports, *(Offer(name, board.place_name(name), "", name) for name in (*board.spaces, *board.zones))],
        "formations": own, "scopes": [*own, *(Offer(word, word) for word in SCOPES)],
        "convoys": [each for each in own if each.value in board.convoys],
        "all_formations": [Offer(name, board.label(name)) for name in SORTS["formation"](board, side).values()],
        "carriers": [*own, *(Offer(each.value, each.label, "a Squadron by itself") for each in squadrons(seen)),
                     *(Offer(name, board.label(name)) for name in SORTS["aux"](board, side).values())],
        "likings": [Offer(name, board.label(name)) for name in dict.fromkeys(SORTS["chit"](board, side).values())],
        "squadrons": list(squadrons(seen)), "orders": list(orders(seen)),
        "markers": [Offer(name, name, board.place_name(str(each["at"])), str(each["at"]))
                    for name, each in seen.markers.items()],
        **{word: [Offer(name, board.label(name)) for name in dict.fromkeys(SORTS[sort](board, side).values())]
           for word, sort in named.items()},
    }  # fmt: skip


def formations(seen: Picture) -> Iterator[Offer]:
    """One's own Formations with their places."""
    for name, each in seen.formations.items():
        at = str(each["at"])
        yield Offer(name, seen.called(name), seen.board.place_name(at), at if at in seen.board.nodes else "")


def squadrons(seen: Picture) -> Iterator[Offer]:
    """One's own Squadrons that are in play, with their damage and place."""
    for name, each in seen.known["squadrons"].items():
        if each.get("sail"):
            yield Offer(name, seen.board.label(name), f"{each['dp']} DPs, {seen.board.place_name(str(each['where']))}")


def orders(seen: Picture) -> Iterator[Offer]:
    """The Orders in hand."""
    for chit in seen.known["hand"]:
        yield Offer(str(chit), seen.board.label(str(chit)), "in hand")


def pieces(seen: Picture, acts: Iterable[Act]) -> Iterator[Piece]:
    """One's own Formations where they lie."""
    for name, each in seen.formations.items():
        at = seen.place_of(name)
        if at in seen.board.nodes:
            number = counted(len(each["squadrons"]), "Squadron") if each["squadrons"] else "no Squadron"
            words = [number, STATE_NAMES[each["state"]],
                     seen.board.label(str(each["order"])) if each["order"] else "no Order"]  # fmt: skip
            if acts and each["squadrons"]:
                words.append(f"suffers wear in {wear(seen.state, name)} of 100, if the Turn ends so (R11.7)")
            able = tuple(act.name for act in acts if lawful(act.name, each))
            yield Piece(name, seen.called(name), at, ", ".join(words), able)


def lawful(act: str, formation: Mapping[str, Any]) -> bool:
    """Tells if a Formation may be told this: Small Spaces (R2.2), no port left without an Order (R3.6, 2.231)."""
    kind, order = formation["kind"], formation["order"]
    if act in ("to", "to_wide") and (act == "to_wide") != (kind == FLAG):
        return False
    if order or kind == CONVOY:
        return True
    bound = kind == INDEPENDENT or formation["contingent"] in (SPANISH, CARACAS)
    return act != "carry_on" and not (bound and act in LEAVING)


def forms(seen: Picture) -> Iterator[Act]:
    """A button for each Command that has a Formation left: it takes the next one (R3.7)."""
    free: dict[str, list[str]] = {}
    for name in SORTS["formation"](seen.board, seen.side).values():
        counter = seen.board.formations.get(name)
        if counter is not None and name not in seen.formations:
            free.setdefault(counter.command, []).append(name)
    for command in dict.fromkeys(str(each["command"]) for each in seen.known["squadrons"].values()):
        if names := (*free.get(command, ()), *free.get("", ())):
            yield Act(f"form-{command}", "Make a Formation", "form", "squadrons", many=True, at="at",
                      number="formation", names=tuple(names))  # fmt: skip


def in_port(seen: Picture, forming: Sequence[Act]) -> Iterator[Piece]:
    """One's own Squadrons in Port: repaired, laid up or fitted out, put into Formations (R11.4, R3.5, R3.7)."""
    makes = {act.name for act in forming}
    for name, each in seen.known["squadrons"].items():
        if each.get("sail") and seen.is_friendly(str(each["where"])) and each["condition"] != READY:
            laid_up = each["condition"] == IN_ORDINARY
            able = [*(("mend",) if each["dp"] and laid_up else ()), "fit_out" if laid_up else "lay_up"]
            able += [act for act in (f"form-{each['command']}",) if act in makes and not laid_up]
            note = f"{ships(each['sail'])}, {each['dp']} of {each['dr']} DPs, {STATE_NAMES[each['condition']]}"
            yield Piece(name, seen.board.label(name), str(each["where"]), note, tuple(able))


def formed(forming: Sequence[Act]) -> Iterator[Piece]:
    """The Formations that this file may make."""
    for name in dict.fromkeys(name for act in forming for name in act.names):
        yield Piece(name, name, "", "made in this file")


def arrivals(forming: Sequence[Act]) -> tuple[Arrival, ...]:
    """Formations made of Squadrons in Port (R3.7)."""
    names = dict.fromkeys(name for act in forming for name in act.names)
    stock = {name: (name,) for name in names}
    return (Arrival(("form",), "formation", "at", stock, members="squadrons"),) if names else ()


@lru_cache(maxsize=4)
def ways(board: Board) -> Mapping[str, Mapping[str, Sequence[tuple[str, int]]]]:
    """From place to place by Lanes and Sea Zones, and for Flags without Small Spaces; a board never changes."""
    every = {name: [(beyond, 1) for beyond in board.neighbours(name)] for name in board.nodes}
    wide = {name: [(to, cost) for to, cost in ways if not board.is_small(to)] for name, ways in every.items()}
    return {"sea": every, "wide": wide}


def told(seen: Picture) -> dict[str, list[str]]:
    """Lists for each place what is to be seen there besides one's own."""
    found: dict[str, list[str]] = {}
    for name, port in seen.known["ports"].items():
        units = ", Units are there" if port.get("units") else ""
        found[name] = [f"{seen.board.label(name)}: {HOLDERS[str(port['holder'])]}{units}"]
    for name, each in seen.markers.items():
        words = f"{name}, not Spotted"
        if sort := (each.get("seen") or {}).get("kind", "") if each.get("spotted") else "":
            chance = chase(seen.state, seen.side, each)
            words = f"{name}, {sort}; a chaser as fast as it brings it to Battle in {chance} of 100 (R7.4)"
        found.setdefault(str(each["at"]), []).append(words)
    return found


def strength(seen: Picture) -> dict[str, list[int]]:
    """The Squadrons of each Formation of one's own."""
    return {name: [len(each["squadrons"])] for name, each in seen.formations.items()}


def last_seen(seen: Picture) -> dict[str, tuple[Sequence[int], str]]:
    """The Squadrons that were Spotted under the markers of each place (R7.1)."""
    found: dict[str, tuple[list[int], str]] = {}
    for each in seen.markers.values():
        if number := int((each.get("seen") or {}).get("squadrons", 0)):
            when = "Spotted now" if each.get("spotted") else "as last Spotted"
            before, told_ = found.get(str(each["at"]), ([0], when))
            found[str(each["at"])] = [before[0] + number], when if when == told_ else "as last Spotted"
    return dict(found)
