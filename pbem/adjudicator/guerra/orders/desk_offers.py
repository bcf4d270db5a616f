"""The order desk of this title: what can be ordered in the open step, with names, prices and ways from the view."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from pbem.adjudicator.engine.reader import Reading
from pbem.adjudicator.guerra.board.board import DATA, Board
from pbem.adjudicator.guerra.orders.checks.odds import battle_odds, fought, hunt_odds, siege_odds
from pbem.adjudicator.guerra.orders.order_table import TABLE
from pbem.adjudicator.guerra.rules.ch04_building import KINDS, why_not_there
from pbem.adjudicator.guerra.rules.ch04_resources import awaited
from pbem.adjudicator.guerra.rules.ch09_uprisings import modifiers, why_not
from pbem.adjudicator.guerra.rules.recruits import purses_for
from pbem.adjudicator.guerra.state.state import State
from pbem.adjudicator.guerra.state.terms import (
    ARTILLERY,
    DUE,
    GUERRILLA,
    NATIONS,
    PATRIOT,
    POOL,
    PORTUGUESE,
    ROYALIST,
    SPAIN,
    halves_in_words,
)
from pbem.adjudicator.guerra.view.picture import Picture
from pbem.adjudicator.orders.desk_form import Act, Arrival, Desk, Form, Odds, Offer, Piece, Purse, form_of, percent
from pbem.base.counting import counted

#: What a force can be told on the map: each is a step of its march book.
LAND, SEA = "land", "sea"
ANY = {"target": "any"}
#: Prices of kinds of unit, in half points (4.4).
PRICES = {"militia-infantry": 1, "militia-cavalry": 1, "infantry": 2, "cavalry": 2, "artillery": 4, "frigate": 10,
          "ship-of-the-line": 20}  # fmt: skip


def siege(name: str, words: str, cost: int, port: str, **gives: Any) -> Act:
    """A button for a step before one fortress."""
    return Act(f"{name}-{port}", words, "operations", "force", many=False, within="do", inside=name,
               gives={"port": port, **gives}, cost=cost)  # fmt: skip


NEW = 6  # so many forces may be formed on the map in one file
#: The keys by which an operation names a force that the same file forms.
FORMED_BY = ("at", "units", "leader", "leaders", "inside")
MOST = 6  # on a die
DESK = Desk.of(DATA / "desk.yaml")


def desk(reading: Reading[Picture], head: Mapping[str, str]) -> dict[str, Any]:
    """The form of the open step."""
    seen, view = reading.seen, reading.view
    marching = TABLE.step_of(seen) == seen.side
    acts = (*DESK.acts.values(), *sieges(seen)) if marching else ()
    form = Form(
        **form_of(TABLE, seen, view), **DESK.words, head=dict(head), offers=offers(seen), acts=acts,
        recruits=tuple(formed()) if marching else (), arrivals=tuple(arrivals(seen)),
        odds=dict.fromkeys((LAND, SEA), odds(seen)) if marching else {},
        pieces=tuple(pieces(seen, acts)), graphs=ways(seen.board) if marching else {},
        travel=DESK.travel if marching else "", told=told(seen), purses=tuple(purses(seen)),
        mights=strength(seen) if marching else {}, foes=in_the_open(seen) if marching else {},
        places={name: port.area for port in seen.board.ports.values() for name in (port.id, port.name)},
        names={name: place.name for shelf in (seen.board.areas, seen.board.seas) for name, place in shelf.items()},
    )  # fmt: skip
    return form.plain()


# ------------------------------------------------------------------------------------------------ what is offered


def offers(seen: Picture) -> dict[str, Sequence[Offer]]:
    """Every list, each made of what its reader sees."""
    board, other = seen.board, ROYALIST if seen.side == PATRIOT else PATRIOT
    areas = [Offer(area.id, area.name, f"{area.rp} RP", area.id) for area in board.areas.values()]
    ports = [Offer(port.id, port.name, "fortress" if port.fortress else "", port.area) for port in board.ports.values()]
    seas = [Offer(sea.id, sea.name, sea.position, sea.id) for sea in board.seas.values()]
    own, foes = list(counters(seen, seen.side)), list(counters(seen, other))
    markers = {side: [Offer(name, one.name) for name, one in board.ejercitos.items() if one.side == side]
               for side in (seen.side, other)}  # fmt: skip
    leaders = {side: [Offer(name, one.name, place_of(seen, name)) for name, one in board.leaders.items()
                      if one.side == side] for side in (seen.side, other)}  # fmt: skip
    targets = [Offer(word) for word in ("any", "strongest", "weakest", "rebels")]
    return {
        "areas": areas, "ports": ports, "seas": seas, "waters": [*seas, Offer("spain", "Spain", "", SPAIN)],
        "places": [*areas, *(port for port in ports if port.value not in board.areas), *seas],
        "units": [each for each in own if board.units[each.value].land], "pieces": own,
        "ships": [each for each in own if board.units[each.value].naval], "foes": [Offer("any"), *foes],
        "leaders": leaders[seen.side], "foe_leaders": leaders[other],
        "all_leaders": [*leaders[seen.side], *leaders[other]], "markers": markers[seen.side],
        "foe_markers": markers[other], "forces": list(forces(seen, own=True)),
        "targets": [*targets, *forces(seen, own=False)], "nations": [Offer(name) for name in NATIONS],
        "kinds": [Offer(kind, kind.replace("-", " ").capitalize(), f"{halves_in_words(halves)} RP")
                  for kind, halves in PRICES.items()],
    }  # fmt: skip


def counters(seen: Picture, side: str) -> Iterator[Offer]:
    """A side's counters that the reader sees, those on the map first, then arrivals and the pool."""
    known = seen.known["units"]
    order = {POOL: 2, DUE: 1}
    names = [name for name, told_ in known.items() if seen.board.units[name].side == side
             and not str(told_["where"]).startswith("track/")]  # fmt: skip
    for name in sorted(names, key=lambda each: order.get(str(known[each]["where"]), 0)):
        where = str(known[name]["where"])
        at = where if where in seen.board.areas else ""
        yield Offer(name, seen.board.units[name].name, place_of(seen, name), at)


def place_of(seen: Picture, name: str) -> str:
    """The place of a unit or leader in words; one that is not seen has none."""
    found = seen.known["units"].get(name) or seen.known["leaders"].get(name)
    where = str(found["where"]) if found else ""
    words = {POOL: "in the pool", DUE: "due this turn"}
    return words.get(where) or (seen.board.place_name(where) if where else "")


def forces(seen: Picture, *, own: bool) -> Iterator[Offer]:
    """The forces of the reader, or those that the reader may meet."""
    for name, force in seen.known["forces"].items():
        if (force["side"] == seen.side) == own:
            yield Offer(name, label(seen, name), seen.board.place_name(force["at"]), force["at"])


def label(seen: Picture, name: str) -> str:
    """A force by its marker, its leader or its number, with how many units are seen."""
    force = seen.known["forces"][name]
    if name in seen.board.ejercitos:
        return str(seen.board.ejercitos[name].name)
    leaders = " and ".join(seen.board.leaders[each].name for each in force["leaders"])
    return f"{leaders or name}, {counted(len(force['units']), 'unit')}"


# ------------------------------------------------------------------------------------------------ what is on the map


def sieges(seen: Picture) -> Iterator[Act]:
    """Steps before the fortresses that the enemy holds where the reader has a force."""
    for port in seen.board.ports.values():
        inside = [each for each in seen.known["forces"].values() if each["inside"] == port.id]
        if port.fortress and any(each["side"] != seen.side for each in inside):
            yield siege("besiege", f"Assault {port.name} with works", 5, port.id, works=True)
            yield siege("blockade", f"Blockade {port.name}", 4, port.id)


def pieces(seen: Picture, acts: Sequence[Act]) -> Iterator[Piece]:
    """The reader's forces in their areas, and fleets at the port or sea area where they lie."""
    for name, force in seen.known["forces"].items():
        if force["side"] == seen.side and force["at"] in seen.board.areas:
            able = able_to(seen, name, acts)
            inside = f"in {seen.board.place_name(force['inside'])}" if force["inside"] else ""
            yield Piece(name, label(seen, name), force["at"], inside, able)
            yield from apart(seen, name, able)
    for where in (*seen.board.ports, *seen.board.seas):
        ships = [name for name, each in seen.known["units"].items() if each["where"] == where
                 and seen.board.units[name].side == seen.side and seen.board.units[name].naval]  # fmt: skip
        if ships:
            port = seen.board.ports.get(where)
            cell = (port.seas[0] if port is not None else where) if acts else (port.area if port else where)
            told_ = ", ".join(seen.board.units[name].name for name in ships)
            yield Piece(f"fleet-{where}", f"Ships at {seen.board.place_name(where)}", cell, told_,
                        ("sail", "fire") if acts else (), {"at": where, "ships": ships})  # fmt: skip


def apart(seen: Picture, force: str, able: Sequence[str]) -> Iterator[Piece]:
    """The units in line of a force that may be formed anew, in part or with others (3.2)."""
    known = seen.known["forces"][force]
    units = [name for name in known["units"] if seen.known["units"][name]["mode"] != GUERRILLA]
    for name in units if able and len(known["units"]) > 1 else ():
        yield Piece(name, seen.board.units[name].name, known["at"], f"in {label(seen, force)}", ("form",))


def formed() -> Iterator[Piece]:
    """The forces that this file forms before its first operation; they march with their units."""
    for number in range(1, NEW + 1):
        yield Piece(f"formed-{number}", "the force formed here", "", "", ("march", "attack", "hunt"))


def arrivals(seen: Picture) -> Iterator[Arrival]:
    """Forces formed anew (3.2), and what is raised from each purse where its nation recruits (4.6)."""
    sections = [row.key for row in TABLE.in_season(TABLE.step_of(seen))]
    if TABLE.step_of(seen) == seen.side:
        yield Arrival(("forces",), "", "at", {"": tuple(f"formed-{number}" for number in range(1, NEW + 1))},
                      members="units", copies=FORMED_BY)  # fmt: skip
    if "muster" in sections:
        yield from shops(seen)


def shops(seen: Picture) -> Iterator[Arrival]:
    """The kinds of unit in the pool, each with the places where it may be raised or fitted out (4.4)."""
    state, side = seen.state, seen.side
    fit: dict[tuple[str, ...], tuple[str, ...]] = {}  # units of one nation are raised alike
    for purse, kinds in wares(seen).items():
        only: dict[str, tuple[str, ...]] = {}
        written: dict[str, dict[str, str]] = {}
        for kind, units in kinds.items():
            found: dict[str, str] = {}
            for unit in units:
                counter = seen.board.units[unit]
                places = tuple(seen.board.ports) if counter.naval else (*seen.board.areas, *seen.board.ports)
                alike = (counter.nation, str(counter.new_granada), counter.arm if counter.naval else "")
                if alike not in fit:
                    fit[alike] = tuple(at for at in places if not why_not_there(state, side, unit, at))
                for at in fit[alike]:
                    found.setdefault(cell_of(seen, at), at)
                if counter.naval:  # a ship needs its port by name
                    written[kind] = found
            only[kind] = tuple(found)
        where = tuple(dict.fromkeys(at for cells in only.values() for at in cells))
        path = ("muster", "build") if purse == ROYALIST else ("muster", "build", purse)
        yield Arrival(path, "kind", "at", {kind: tuple(units) for kind, units in kinds.items()}, shop="kinds",
                      places=where, only=only, written=written)  # fmt: skip


def wares(seen: Picture) -> dict[str, dict[str, list[str]]]:
    """The units in the pool, by kind and by the purses that will have something to pay them with."""
    paid = awaited(seen.state, seen.side)
    found: dict[str, dict[str, list[str]]] = {}
    for unit in seen.state.pool(seen.side):
        counter = seen.board.units[unit]
        kind = next((kind for kind, sort in KINDS.items() if sort == (counter.arm, counter.militia)), "")
        for purse in purses_for(seen.state, unit) if kind else ():
            if seen.known["purse"].get(purse) or paid.get(purse):
                found.setdefault(purse, {}).setdefault(kind, []).append(unit)
    return found


def cell_of(seen: Picture, at: str) -> str:
    """The area of a port; any other place is its own."""
    return seen.board.ports[at].area if at in seen.board.ports else at


def odds(seen: Picture) -> Odds:
    """The chance to have so many operation points, without RP spent or a leader (3.3)."""
    points = [seen.board.activation[die].op for die in range(1, MOST + 1)]
    reach = {least: percent(sum(each >= least for each in points), MOST) for least in range(1, max(points) + 1)}
    return Odds(reach=reach, spends=True)


def able_to(seen: Picture, name: str, acts: Sequence[Act]) -> tuple[str, ...]:
    """The acts that a force may be told where it is now; guerrillas march and do no more."""
    force = seen.known["forces"][name]
    if not acts:
        return ()
    hills = any(seen.known["units"][unit]["mode"] == GUERRILLA for unit in force["units"])
    fortress = seen.board.fortress_in(force["at"])
    plain = ("march",) if hills else ("march", "attack", "hunt")
    return (
        *plain,
        *(
            act.name
            for act in acts
            if fortress and act.name in (f"besiege-{fortress}", f"blockade-{fortress}") and not hills
        ),
    )


def purses(seen: Picture) -> Iterator[Purse]:
    """The reader's purses in half points with the income as areas are held now, each with what it pays for."""
    if "muster" not in [row.key for row in TABLE.in_season(TABLE.step_of(seen))]:
        return
    paid = awaited(seen.state, seen.side)
    prices = {name: unit.halves for name, unit in seen.board.units.items() if unit.side == seen.side}
    for name, halves in seen.known["purse"].items():
        if (name == ROYALIST) == (seen.side == ROYALIST):
            path = ("muster", "build") if name == ROYALIST else ("muster", "build", name)
            word = "RP" if name == ROYALIST else f"RP of {name}"
            points = halves + paid.get(name, 0)
            yield Purse(points, word, path, "unit", {**prices, **PRICES}, "number", "kind", halves=True)


@lru_cache(maxsize=4)
def ways(board: Board) -> Mapping[str, Mapping[str, Sequence[tuple[str, int]]]]:
    """From area to area over common borders, and from sea area to sea area; a board never changes."""
    return {LAND: {name: [(beyond, 1) for beyond in area.borders] for name, area in board.areas.items()},
            SEA: {name: [(beyond, 1) for beyond in sea.neighbours] for name, sea in board.seas.items()}}  # fmt: skip


def chance_of_rising(seen: Picture, area: str) -> list[str]:
    """The die that an uprising of the reader's needs in an area, as far as the view tells (9.4)."""
    if not seen.side or why_not(seen.state, seen.side, area):
        return []
    needs = seen.board.numbers.uprising_needs - modifiers(seen.state, seen.side, area, {}).total
    return [
        f"an uprising of yours needs {max(needs, 1)} or more (9.4)" if needs <= MOST else "no die raises it now (9.4)"
    ]


def told(seen: Picture) -> dict[str, list[str]]:
    """Lists for each area what it is worth, whose it is, and what is seen there besides one's own."""
    found: dict[str, list[str]] = {}
    for name, area in seen.board.areas.items():
        hostile = f", hostility {area.hostility}" if area.hostility else ""
        found[name] = [f"{area.rp} RP{hostile}; {holder(seen, name)}", *chance_of_rising(seen, name)]
    for name, force in seen.known["forces"].items():
        if force["side"] != seen.side and force["at"] in found:
            found[force["at"]].append(f"{force['side'].title()}: {label(seen, name)}")
    if TABLE.step_of(seen) == seen.side:
        for name in found:
            found[name] += odds_in(seen, name)
    return found


def holder(seen: Picture, area: str) -> str:
    """Says who holds an area."""
    word = str(seen.known["control"][area])
    return f"held by {word}" if word in ("both", "nobody") else f"held by the {word.title()}s"


def strength(seen: Picture) -> dict[str, list[int]]:
    """The factors of each force of one's own, and of each unit by itself."""
    own = {name: [seen.state.factors(force["units"])] for name, force in seen.known["forces"].items()
           if force["side"] == seen.side}  # fmt: skip
    return own | {name: [seen.state.factor(name)] for force in seen.known["forces"].values()
                  if force["side"] == seen.side for name in force["units"]}  # fmt: skip


def in_the_open(seen: Picture) -> dict[str, tuple[Sequence[int], str]]:
    """The factors of the enemy's units that are seen in each area; what lies under a marker is not (4.7)."""
    found: dict[str, int] = {}
    for force in seen.known["forces"].values():
        if force["side"] != seen.side:
            found[force["at"]] = found.get(force["at"], 0) + seen.state.factors(force["units"])
    return {at: ([number], "seen there now") for at, number in found.items() if number}


def odds_in(seen: Picture, area: str) -> Iterator[str]:
    """Tells the odds of a hunt, a battle and an assault by all own units in line in an area."""
    state, foe = seen.state, ROYALIST if seen.side == PATRIOT else PATRIOT
    units = [unit for force in state.forces_at(area, seen.side, field_only=True) for unit in state.units_in(force)
             if state.units[unit].mode != GUERRILLA and state.nation_of(unit) != PORTUGUESE]  # fmt: skip
    if not units:
        return
    own = fought(state, seen.side, area, state.factors(units))
    if hunt := hunt_odds(state, units, area, foe):
        yield f"a hunt by all of yours here: {hunt} (10.1)"
    for name in state.forces_at(area, foe, field_only=True):
        if state.units_in(name) and not state.is_guerrilla(name):
            theirs = fought(state, foe, area, state.factors(state.units_in(name)))
            odds = battle_odds(seen.board, own, theirs)
            yield f"all of yours here, {own} factors, against {label(seen, name)} with {theirs}: {odds} (6.1)"
    port = seen.board.fortress_in(area)
    inside = [unit for force in state.inside(port, foe) for unit in state.units_in(force)] if port else []
    if inside:
        guns = {unit for unit in (*units, *inside) if state.arm(unit) == ARTILLERY}
        besiegers, held = (fought(state, side, area, weight(state, guns, group))
                           for side, group in ((seen.side, units), (foe, inside)))  # fmt: skip
        odds = siege_odds(seen.board, besiegers, held)
        yield f"an assault on {seen.board.place_name(port)} with works by all of yours here: {odds} (6.3)"


def weight(state: State, guns: Collection[str], units: Sequence[str]) -> int:
    """The factors of units in a siege, where guns count twice (6.3)."""
    return state.factors(units) + (state.board.numbers.siege_artillery - 1) * state.factors(
        [unit for unit in units if unit in guns]
    )
