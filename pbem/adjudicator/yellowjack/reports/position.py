"""The position as its reader sees it: own Formations, the enemy in sight, Ports, Convoys, Orders, the count."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbem.adjudicator.reports.parts import Group, Part
from pbem.adjudicator.reports.phrases import count, listed
from pbem.adjudicator.yellowjack.reports import strips
from pbem.adjudicator.yellowjack.reports.logs import blowing
from pbem.adjudicator.yellowjack.reports.small_craft_told import auxiliaries, land_war, pirates
from pbem.adjudicator.yellowjack.reports.told_places import (
    KINDS,
    NATIONS,
    SIDES,
    aims,
    companions,
    formation,
    marker_words,
    order_name,
    place,
    plan_of,
    short_place,
    squadrons,
    turn_words,
    units,
    units_at,
)
from pbem.adjudicator.yellowjack.state.words import IN_ORDINARY, OFF_MAP, OPS, STATE_NAMES, other, sail, ships
from pbem.adjudicator.yellowjack.state.words import SIDES as SEATS
from pbem.adjudicator.yellowjack.turn.administration import counts_yet
from pbem.adjudicator.yellowjack.view.picture import Picture

#: What a seat hears before the last operations where nobody is waited for after them.
LAST_WORD = ("Nobody writes in the administration of this Turn, for nothing is left there that counts: Orders run on "
             "if they can. To post a Leader before that, write a standing order now.")
#: Lines of the ledger that a report shows; the rest is counted.
MOST_AWARDS = 12
#: A Cruise has a line of points, of which a report names the ends.
MOST_TARGETS = 2


def position(seen: Picture) -> Iterator[Part]:
    """Everything, part by part."""
    yield own_formations(seen)
    yield laid_up(seen)
    yield beyond(seen)
    yield auxiliaries(seen)
    yield enemy(seen)
    yield pirates(seen)
    yield land_war(seen)
    yield weather(seen)
    yield ports(seen)
    yield sieges(seen)
    yield ashore(seen)
    yield orders(seen)
    yield the_count(seen)
    yield laid_open(seen)
    yield Part("map", "The map in strips", text=Part("map", "The map in strips", drawing=tuple(strips.lettered(seen))))
    yield to_come(seen)


# -------------------------------------------------------------------------------------------------- one's own


def own_formations(seen: Picture) -> Part:
    """Each own Formation with its place, state, Squadrons, Order and plan."""
    rows = tuple((formation(seen, name), f"{whereabouts(seen, one)}. {made_of(seen, name, one)}")
                 for name, one in seen.formations.items() if not one["goes_with"])  # fmt: skip
    return Part("formations", "Your Formations", ("Formation", "Where it is, and what"), rows, headless=True)


def whereabouts(seen: Picture, one: Mapping[str, Any]) -> str:
    """The place and state of a Formation, with its marker."""
    if one["at"] not in seen.board.nodes:
        return place(seen.board, one["at"])
    state = "Ready in the Harbour" if one["inside"] else STATE_NAMES[one["state"]]
    number = f", marker {one['marker']}" if one["marker"] else ""
    return f"{place(seen.board, one['at'])}, {state}{number}"


def made_of(seen: Picture, name: str, one: Mapping[str, Any]) -> str:
    """A Formation's counter, or its kind, its Squadrons, who goes with it, what it carries, its Order."""
    counter = str(seen.board.label(name)) if seen.leader_of(name) else KINDS[one["kind"]]
    parts = [counter, squadrons(seen, one["squadrons"])]
    parts += [f"with {formation(seen, each)} ({squadrons(seen, seen.formations[each]['squadrons']) or 'no Escort'})"
              for each in companions(seen, name)]  # fmt: skip
    parts += [convoy_words(seen, each) for each in (name, *companions(seen, name)) if each in seen.known["convoys"]]
    aboard = units_at(seen, name)
    parts += [f"aboard: {units(seen.board, aboard)}"] if aboard and name not in seen.known["convoys"] else []
    parts += [f"blockades {place(seen.board, one['blockades'])}"] if one["blockades"] else []
    parts += [f"Order: {order_name(seen.board, one['order'])}"] if one["order"] else []
    parts += [f"plan: {count(len(plan), 'step')} left"] if (plan := plan_of(seen, name)) else []
    parts += ["Spotted"] if one["spotted"] else []
    return "; ".join(part for part in parts if part)


def convoy_words(seen: Picture, name: str) -> str:
    """A Convoy with its cargo, its destination and its damage."""
    one = seen.known["convoys"][name]
    aboard, goal = units_at(seen, name), str(one["destination"])
    if goal and seen.formations[name]["at"] == goal and seen.is_friendly(goal):
        return f"{name} must Disband here at the next chance (R10.7)"
    cargo = {"trade": "goods", "azogues": f"quicksilver in {one['sail']} ships",
             "victualing": f"{one['points']} points of stores"}  # fmt: skip
    parts = [f"carries {units(seen.board, aboard) if aboard else cargo.get(str(one['sort']), 'no Units')}"]
    parts += ["bound home" if goal == OFF_MAP else f"bound for {place(seen.board, goal)}"] if goal else []
    hurt = int(one["dp_enemy"]) + int(one["dp_weather"])
    parts += [f"{hurt} DP of 12"] if hurt else []
    return f"{name} {', '.join(parts)}"


def laid_up(seen: Picture) -> Part:
    """Own Squadrons In Ordinary, Port by Port, and those that are off the map alone."""
    found: dict[tuple[str, str], list[str]] = {}
    for name, one in seen.known["squadrons"].items():
        if not one["formation"] and one["sail"]:
            found.setdefault((str(one["at"]), str(one["state"])), []).append(name)
    rows = tuple((place(seen.board, at), squadrons(seen, names)) for (at, _), names in found.items())
    return Part("laid-up", f"Squadrons {STATE_NAMES[IN_ORDINARY]}", ("Port", "Squadrons"), rows, headless=True)


def beyond(seen: Picture) -> Part:
    """Own matters beyond the map: Sail without a Squadron, Units that wait, stores, ships that must go home."""
    told = seen.known.get("beyond", {})
    lines = [f"Sail without a Squadron ({each['command'].title()}): {ships(each['sail'])} (2.175)."
             for each in told.get("held", ())]  # fmt: skip
    lines += [f"Stores gathered for the {nation.title()}: {points} of 6 points (2.642)."
              for nation, points in told.get("victuals", {}).items() if points]  # fmt: skip
    waits = [name for name, one in seen.known["units"].items() if one["at"] == OFF_MAP and one["side"] == seen.side]
    lines += [f"Units off the map: {units(seen.board, waits)} (2.593)."] if waits else []
    for duty in told.get("duties", ()):
        whose = f"{str(duty['contingent']).title()} " if duty["contingent"] else ""
        by = f" by {turn_words(int(duty['due']))} (3.122)" if int(duty["due"]) else " as soon as may be (R11.11)"
        lines.append(f"{duty['sail']} {whose}Sail must go home{by}.")
    lines += ["The Company's Convoy Order waits to be Issued (2.673)."] if told.get("company_order") else []
    return Part("beyond", "Beyond the map", lines=tuple(lines))


# -------------------------------------------------------------------------------------------------- what is in sight


def enemy(seen: Picture) -> Part:
    """Every marker of others with its place."""
    rows = []
    for name, one in seen.markers.items():
        also = f"; blockades {place(seen.board, one['blockades'])}" if one["blockades"] else ""
        rows.append((name, f"{place(seen.board, one['at'])}{also}. {marker_words(seen, name)}."))
    title = "Sails of the enemy" if seen.side else "Sails at sea"
    return Part("enemy", title, ("Marker", "Where"), tuple(rows), headless=True)


def weather(seen: Picture) -> Part:
    """The winds that blow now, and those that may."""
    ways: dict[str, list[str]] = {}
    for icon, way in seen.known["winds"].items():
        ways.setdefault(str(way), []).append(short_place(seen.board, seen.board.winds[icon].node))
    line = f"Blowing (R5.4): {'; '.join(blowing(ways))}." if ways else "No seasonal wind blows (R5.4)."
    return Part("weather", "Weather", lines=(line, *storms(seen)))


def storms(seen: Picture) -> Iterator[str]:
    """Gales and the Hurricane, each with its place and its strength."""
    for gale in seen.known["gales"]:
        yield f"A Gale of Force {gale['force']} blows at {place(seen.board, gale['at'])} (R5.7)."
    storm = seen.known["hurricane"]
    if storm["dot"]:
        kind = "Hurricane" if storm["strong"] else "Tropical Storm"
        yield f"A {kind} is {seen.board.storms.dots[storm['dot']].where} (1.51)."


# -------------------------------------------------------------------------------------------------- Ports, the land


def ports(seen: Picture) -> Part:
    """Ports that have changed hands, are blockaded or besieged, or have ships or own Units in them."""
    rows, goals = [], aims(seen)
    for name, one in seen.known["ports"].items():
        told = port_words(seen, name, one, goals.get(name, ""))
        if told:
            holder = NATIONS.get(one["holder"], one["holder"])
            rows.append((place(seen.board, name), f"{holder[:1].upper()}{holder[1:]}; {told}"))
    return Part("ports", "Ports", ("Port", "What"), tuple(rows), headless=True)


def port_words(seen: Picture, name: str, one: Mapping[str, Any], goal: str = "") -> str:
    """A Port in a few words, with its figures if an own Order aims at it; empty for most."""
    printed = seen.board.ports[name]
    figures = (f"{goal}: blockade value {printed.blockade}, garrison {printed.garrison}, walls "
               f"{one['walls']}, Prestige {printed.prestige}")  # fmt: skip
    parts = [figures] if goal else []
    if one["holder"] != printed.contingent:
        parts.append("taken" if one["holder"] != "neutral" else "given up")
    parts += [f"blockaded by the {SIDES[one['blockaded']]} side (R7.6)"] if one["blockaded"] else []
    parts += [f"besieged by the {SIDES[one['besieged']]} side (3.42)"] if one["besieged"] else []
    mine = units_at(seen, name)
    if mine:
        parts.append(f"Units: {units(seen.board, mine)}")
    elif one["units"]:
        parts.append("Units are there")
    parts += [f"{SIDES[side]} ships at anchor" for side in one["ships"] if side != seen.side]
    if one["repairs"]:
        parts.append(f"{count(int(one['repairs']), 'repair')} used (R11.4)")
    return "; ".join(parts)


def sieges(seen: Picture) -> Part:
    """Each siege as a card: both sides' Units, the garrison, the walls, the Sail on both sides."""
    groups = tuple(siege(seen, port, told) for port, told in seen.known["sieges"].items())
    return Part("sieges", "Sieges (3.42)", groups=groups)


def siege(seen: Picture, port: str, told: Mapping[str, Any]) -> Group:
    """One siege."""
    board, printed = seen.board, seen.board.ports[port]
    besieger = str(told["side"])
    outside = units_at(seen, port, besieger, landed=True)
    inside, walls = units_at(seen, port, other(besieger)), seen.known["ports"][port]["walls"]
    rows = [
        ("Ashore", f"{SIDES[besieger]}: {units(board, outside) or 'nobody'}"),
        ("Town", f"{units(board, inside) or 'no Units'}; garrison {printed.garrison}, walls {walls}"),
        ("Harbour", f"Ready within: {ships(told['within']) or 'no Sail'} (R3.15)"),
    ]
    if told["marker"]:
        rows.append(("Before it", f"{before(seen, told['marker'])}, which executes the assault"))
    return Group(place(board, port), ("Part", ""), tuple(rows))


def before(seen: Picture, marker: str) -> str:
    """The Flotilla before a Port: one's own by name, another by its marker."""
    own = [name for name, one in seen.formations.items() if one["marker"] == marker]
    return formation(seen, own[0]) if own else sail(marker)


def ashore(seen: Picture) -> Part:
    """Own Units that are neither in a Port nor aboard: in land boxes and off the map."""
    found: dict[str, list[str]] = {}
    for name, one in seen.known["units"].items():
        if one["side"] == seen.side and one["at"] in seen.board.boxes:
            found.setdefault(str(one["at"]), []).append(name)
    rows = tuple((place(seen.board, at), units(seen.board, names)) for at, names in found.items())
    return Part("land", "Land Boxes", ("Box", "Units"), rows, headless=True)


# -------------------------------------------------------------------------------------------------- Orders, the count


def carrier(seen: Picture, name: str) -> str:
    """The carrier of an Order by name: a Formation or an Auxiliary."""
    return seen.board.label(name) if name in seen.board.craft.counters else formation(seen, name)


def orders(seen: Picture) -> Part:
    """The order board: Issued ones with their target and their last Turn, those in hand, the boxes."""
    if not seen.side:
        return Part("orders", "Orders", lines=tuple(box_lines(seen)))
    rows = tuple((order_name(seen.board, key), order_words(seen, one)) for key, one in seen.known["orders"].items())
    waiting = [order_name(seen.board, chit) for chit in seen.known["hand"] if chit not in seen.known["orders"]]
    lines = [f"In hand, not Issued: {listed(waiting)}."] if waiting else []
    lines.append(f"In your pool: {count(len(seen.known['pool']), 'chit')} (3.31).")
    return Part("orders", "The order board (3.3)", ("Order", "With whom, and how it stands"), rows,
                (*lines, *box_lines(seen)), headless=True)  # fmt: skip


def order_words(seen: Picture, one: Mapping[str, Any]) -> str:
    """An Order's targets, what has been done, and its last Turn."""
    parts = [listed([carrier(seen, name) for name in one["to"]])]
    parts += [goal(seen, one["targets"])] if one["targets"] else []
    parts += [f"{count(int(one['point']), 'waypoint')} passed"] if one["point"] else []
    parts += [f"{count(int(one['ends']), 'Impulse')} counted"] if one["ends"] else []
    parts += ["the Expedition has landed"] if one["landed"] else []
    parts += [f"until {turn_words(int(one['last']))}"] if one["last"] else []
    return "; ".join(parts)


def goal(seen: Picture, targets: Sequence[str]) -> str:
    """The targets of an Order: by name, and a line of many by its ends."""
    if len(targets) > MOST_TARGETS:
        return f"from {place(seen.board, targets[0])} to {place(seen.board, targets[-1])}, {len(targets)} points"
    return f"target {listed([place(seen.board, each) for each in targets])}"


def box_lines(seen: Picture) -> Iterator[str]:
    """The Fulfilled and Failed boxes; another side's as they were last told."""
    for side in SEATS:
        done, failed = seen.known["boxes"][side]
        yield f"{SIDES[side]} boxes: {done} Fulfilled, {failed} Failed (R9.9)."


def the_count(seen: Picture) -> Part:
    """Prestige of both sides, the latest lines of the ledger, and how the game would stand."""
    known = seen.known
    gain = {side: known["prestige"][side] - known["start_prestige"][side] for side in SEATS}
    lines = [f"{SIDES[side]} Prestige: {known['prestige'][side]}, {gain[side]:+d} since the start (R12.1)."
             for side in SEATS]  # fmt: skip
    latest = known["ledger"][-MOST_AWARDS:]
    earlier = len(known["ledger"]) - len(latest)
    lines += [f"Earlier: {count(earlier, 'line')}."] if earlier else []
    rows = tuple((turn_words(int(each["date"])), SIDES[each["side"]], f"{int(each['points']):+d}",
                  f"{each['why']} ({each['case']})") for each in latest)  # fmt: skip
    return Part("count", "Prestige", ("Turn", "Side", "Points", "Why"), rows, tuple(lines), numbers=(2,))


def laid_open(seen: Picture) -> Part:
    """The Orders of both sides by name, once the game is over."""
    rows = tuple((turn_words(int(each["date"])), SIDES[each["side"]], "Fulfilled" if each["fulfilled"] else "Failed",
                  str(seen.board.label(each["what"]))) for each in seen.known["opened"])  # fmt: skip
    return Part("opened", "The Orders of both sides, laid open", ("Turn", "Side", "Box", "Order"), rows)


def to_come(seen: Picture) -> Part:
    """The next Quarter and the last Turn."""
    date, last = int(seen.known["date"]), int(seen.known["last"])
    left = max(last - date, 0)
    lines = [f"This is {turn_words(date)}; {count(left, 'Turn')} more after it, to {turn_words(last)} (1.62)."]
    until = -date % 4
    lines.append("Orders are drawn in this Turn's administration (R4.1)." if not until
                 else f"The next Quarterly Turn is {turn_words(date + until)} (R4.1).")  # fmt: skip
    if date == last and seen.side and str(seen.known["step"]).startswith(OPS) and not counts_yet(seen.state):
        lines.append(LAST_WORD)
    return Part("to-come", "What is to come", lines=tuple(lines) if not seen.known["over"] else ())

