"""`pbem orders check`: every fault of an order file that its owner can see, and what the orders will do.

A check reads the owner's view and nothing else. What it accepts lapses in play only for a reason that the owner cannot
see: what masts are counted, where sails have gone, how the dice fall.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pbem.adjudicator.engine.phase import Checked, Orders
from pbem.adjudicator.glory.board.board import Board, blowing
from pbem.adjudicator.glory.orders.in_words import place as placed
from pbem.adjudicator.glory.orders.in_words import title
from pbem.adjudicator.glory.orders.order_table import TABLE
from pbem.adjudicator.glory.orders.plan_rows import SEA, SETUP
from pbem.adjudicator.glory.orders.plans import ids_of
from pbem.adjudicator.glory.orders.talk import ONLY
from pbem.adjudicator.glory.orders.wrong_legs import (
    GOLD,
    GOLD_ESCORT,
    TO_SEA,
    Desk,
    Path,
    Wrong,
    every_if,
    sea_is_mediterranean,
    wrong_conditions,
    wrong_decoys,
    wrong_sailing,
)
from pbem.adjudicator.glory.rules.routes import hexes_to, winds_needed
from pbem.adjudicator.glory.state.house import HOUSE_RULES
from pbem.adjudicator.glory.state.terms import ALLIED, BRITISH, INSHORE, LOOSE, PORT, WEST_INDIES
from pbem.adjudicator.glory.view.board_seen import board_seen
from pbem.adjudicator.reports.phrases import listed
from pbem.base.counting import counted
from pbem.base.errors import Fault

#: What Trafalgar does not have (24.0).
SUSPENDED = ("conseil", "spies", "declare")
#: The Irish Fleet's place on Loose Blockade is printed (3.0).
IRISH_STATION = "bantry-bay"
SOUTH_COAST = ("plymouth", "portsmouth")
MOST_IN_MEDITERRANEAN = 1
#: A voyage of fewer winds is not told.
LONG_VOYAGE = 2


def legal(known: Mapping[str, Any], orders: Orders) -> Checked:
    """Checks orders of right shape and names against the rules, and says what they will do."""
    assert orders.page is not None  # noqa: S101 - orders come from a file
    board, seat = board_seen(known), str(known["seat"])
    ids = ids_of(board, seat)
    body = {key: ids.section(key, value) for key, value in orders.body.items() if key in TABLE.row}
    desk = Desk(board, known, seat, body)
    found = [*wrong_seat(desk), *(wrong_set_up(desk) if known["step"] == SETUP else ())]
    if known["step"] == SEA:
        found += [*wrong_yards(desk), *wrong_council(desk), *wrong_fleets(desk), *wrong_sailing(desk),
                  *wrong_decoys(desk), *wrong_coast(desk), *wrong_after_weather(desk)]  # fmt: skip
    found += [*wrong_halts(desk), *all_conditions(desk)]
    page = orders.page
    faults: list[Fault] = [each.fault(page) for each in found]
    return Checked(tuple(dict.fromkeys(faults)), (*read_back(orders.body), *remarks(desk)))


def read_back(body: Mapping[str, Any]) -> Iterator[str]:
    """An order file read back to its owner in sentences, section by section."""
    for row in TABLE.rows:
        if row.key in body and row.echo is not None:
            for line in row.echo(body[row.key]):
                yield f"{line[:1].upper()}{line[1:].rstrip('.')}."


# -------------------------------------------------------------------------------------------- who may order what


def wrong_seat(desk: Desk) -> Iterator[Wrong]:
    """Sections that belong to the other seat, or to another scenario."""
    for key in desk.body:
        if ONLY.get(key, desk.seat) != desk.seat:
            yield Wrong((key,), f"'{key}' is for the {ONLY[key].title()} player",
                        TABLE.row[key].shown_rule)  # fmt: skip
        elif desk.trafalgar and key in SUSPENDED:
            yield Wrong((key,), f"there is no '{key}' in this scenario", "24.0")


def wrong_set_up(desk: Desk) -> Iterator[Wrong]:
    """Stations of fleets that have none, too many frigates in the Mediterranean (3.0)."""
    part = desk.body.get("setup", {})
    starts = {each.block for each in desk.board.trafalgar.fleets} if desk.trafalgar else {
        name for name, each in desk.board.blocks.items() if each.side == BRITISH and each.part in (INSHORE, LOOSE)
        and each.start != IRISH_STATION}  # fmt: skip
    if desk.seat == ALLIED and ("stations" in part or "frigates" in part):
        yield Wrong(("setup",), "stations and frigates are the British player's", "3.0")
    if "toulon" in part and (desk.seat == BRITISH or not desk.trafalgar):
        yield Wrong(("setup", "toulon"), "the Allied player chooses it, in Trafalgar only", "24.1.1")
    for number, each in enumerate(part.get("stations", ())):
        if each["block"] not in starts:
            why = "begins where it is printed: it lies off no port of the enemy"
            yield Wrong(("setup", "stations", number, "block"), f"{title(each['block'])} {why}", "3.0",
                        f"those that you place: {listed([title(name) for name in sorted(starts)])}")  # fmt: skip
    inside = [number for number, place in enumerate(part.get("frigates", ())) if sea_is_mediterranean(desk, place)]
    for number in inside[MOST_IN_MEDITERRANEAN:]:
        yield Wrong(("setup", "frigates", number), "one frigate at most begins in the Mediterranean", "3.0")
    for number, place in enumerate(part.get("frigates", ())):
        if not may_begin(desk.board, place):
            yield Wrong(("setup", "frigates", number), f"no frigate begins {placed(place)}", "3.0",
                        "a port of yours, the Inshore or Loose part of any port, or a hex at sea")  # fmt: skip


def may_begin(board: Board, place: str) -> bool:
    """Tells if a frigate may begin at a place: a British port, a station of any port, a hex; no box of a track."""
    at, _, part = place.partition("/")
    if at not in board.ports:
        return at in board.hexes and not board.hexes[at].exit
    harbour = board.ports[at].enterable and board.ports[at].owner == BRITISH
    return part in (INSHORE, LOOSE) or (part in ("", PORT) and harbour)


# -------------------------------------------------------------------------------------------- yards


def wrong_yards(desk: Desk) -> Iterator[Wrong]:
    """Repairs and crews of ships that are not there, or need none (5.2)."""
    part = desk.body.get("admiralty", {})
    ports = desk.known["ports"]
    for number, each in enumerate(part.get("repair", ())):
        path: Path = ("admiralty", "repair", number)
        port = desk.board.ports[each["port"]]
        if not port.repair:
            yield Wrong((*path, "port"), f"{port.name} mends no ships", "5.2.3")
        hurt = ports.get(each["port"], {}).get("damaged", ())
        for place, ship in enumerate(each["ships"]):
            if ship != "best" and ship not in hurt:
                yield Wrong((*path, "ships", place), f"{name_of(ship)} does not lie damaged in {port.name}", "5.2.3")
    idle = [ship for port in ports.values() for ship in port.get("ordinary", ())]
    for number, ship in enumerate(part.get("crew", ())):
        if desk.trafalgar:
            yield Wrong(("admiralty", "crew", number), "no ships are crewed in this scenario", "24.0")
        elif ship not in idle:
            yield Wrong(("admiralty", "crew", number), f"{name_of(ship)} is not In Ordinary", "5.2.1")
    yield from wrong_convoys(desk, part)


def wrong_convoys(desk: Desk, part: Mapping[str, Any]) -> Iterator[Wrong]:
    """Convoys that are the other seat's, or none (5.2.2)."""
    for word, seat in (("administrator", BRITISH), ("expeditions", BRITISH), ("transport", ALLIED)):
        if word in part and desk.seat != seat:
            yield Wrong(("admiralty", word), f"'{word}' is for the {seat.title()} player", "5.2.2")
    for word in ("expeditions", "ready_at"):
        for number, each in enumerate(part.get(word, ())):
            if desk.board.blocks[each["block"]].kind not in ("expedition", "transport"):
                yield Wrong(("admiralty", word, number, "block"), f"{title(each['block'])} is no convoy", "5.2.2")


def name_of(ship: str) -> str:
    """A ship's name without her nation."""
    return title(ship.partition("-")[2])


# -------------------------------------------------------------------------------------------- provisions, conseil


def wrong_council(desk: Desk) -> Iterator[Wrong]:
    """More chits than were drawn, and destinations that are set twice (5.12, 5.13)."""
    drawn = list(desk.known.get("drawn_provisions", ()))
    for port, chit in desk.body.get("provisions", {}).items():
        if chit not in drawn:
            had = list(desk.known.get("drawn_provisions", ())).count(chit)
            yield Wrong(("provisions", port), f"you drew {had} chits '{chit}'", "5.12")
        else:
            drawn.remove(chit)
    given = desk.body.get("conseil", {})
    for letter, name in given.items():
        twin = [each for each in given if each < letter and given[each] == name]
        if twin:
            yield Wrong(("conseil", letter), f"{placed(str(name))} stands at {twin[0]} already", "5.13")
        used = [block for block, each in desk.known["blocks"].items() if each.get("letter") == letter
                and not str(each.get("part", "")).startswith("port") and each.get("at")]  # fmt: skip
        if used and desk.known.get("conseil", {}).get(letter) not in (None, name):
            yield Wrong(("conseil", letter), f"{title(used[0])} sails for destination {letter}: it stays", "5.13")


# -------------------------------------------------------------------------------------------- fleets in port


def wrong_fleets(desk: Desk) -> Iterator[Wrong]:
    """Blocks that cannot be formed where they are to be (7.6, 11.2), and gold without her escort (7.3)."""
    for number, each in enumerate(desk.body.get("fleets", ())):
        path: Path = ("fleets", number)
        at, block = desk.at(each["block"]), str(each["block"])
        port = desk.board.ports[each["at"]]
        if each["at"] not in desk.known.get("friendly", (each["at"],)):
            yield Wrong((*path, "at"), f"{port.name} is no port of yours", "11.2")
        if at and at != f"{each['at']}/port":
            yield Wrong((*path, "block"), f"{title(block)} lies {placed(at)}, not in {port.name}", "7.6")
        ready = desk.known["ports"].get(each["at"], {}).get("ready", ())
        named = each.get("ships", ())
        for place, ship in enumerate(named if isinstance(named, list) else ()):
            if ship not in desk.known["ships"]:
                yield Wrong((*path, "ships", place), f"you have no {name_of(ship)}", "7.6")
            elif ship not in ready and not each.get("if"):
                yield Wrong((*path, "ships", place), f"{name_of(ship)} does not lie ready in {port.name}", "7.6")
        if block == GOLD and isinstance(named, list) and len([s for s in named if s.startswith("s-")]) < GOLD_ESCORT:
            yield Wrong(path, f"the gold sails with {GOLD_ESCORT} Spanish ships or more", "7.3")


# -------------------------------------------------------------------------------------------- coast, weather


def wrong_coast(desk: Desk) -> Iterator[Wrong]:
    """Transfers along another coast (9.7)."""
    for number, each in enumerate(desk.body.get("transfer", ())):
        if each["to"] not in SOUTH_COAST:
            yield Wrong(("transfer", number, "to"), "ships go along the coast between Plymouth and Portsmouth", "9.7")


def wrong_after_weather(desk: Desk) -> Iterator[Wrong]:
    """Damaged ships sent where they cannot go (6.9.3)."""
    for number, each in enumerate(desk.body.get("relocate", ())):
        port = desk.board.ports[each["from"]]
        if desk.seat == ALLIED:
            yield Wrong(("relocate", number), "only British ships go into port after weather", "6.9.3")
        elif each["to"] not in port.relocate and each["to"] != port.id:
            where = f"they go to {' or '.join(map(title, port.relocate))}" if port.relocate else ""
            text = f"from {port.name} damaged ships do not go to {placed(each['to'])}"
            yield Wrong(("relocate", number, "to"), text, "6.9.3", where)


# -------------------------------------------------------------------------------------------- halts, conditions


def wrong_halts(desk: Desk) -> Iterator[Wrong]:
    """Halts that the charter does not allow, or that are used up."""
    house = desk.known.get("house", {})
    sort = house.get("halts", HOUSE_RULES["halts"]["default"])
    if "halt" not in desk.body or not desk.body["halt"]:
        return
    if sort == "none":
        yield Wrong(("halt",), "your charter allows no halts")
    elif sort == "initiative":
        yield Wrong(("halt",), "by your charter every turn halts at the first initiative chit, and at nothing else")


def all_conditions(desk: Desk) -> Iterator[Wrong]:
    """Conditions in every section."""
    for path, given in every_if(desk.body, [key for key in desk.body if key != "standing"]):
        sort = {"sail": "leg"}.get(str(path[0]), str(path[0]))
        yield from wrong_conditions(desk, path, given, sort)


# -------------------------------------------------------------------------------------------- what else to know


def remarks(desk: Desk) -> Iterator[str]:
    """Yields lines on blocks without orders, and on matters that only play can settle."""
    if desk.known["step"] != SEA:
        return
    made = {str(each["block"]) for each in desk.body.get("fleets", ())}
    made |= {str(leg["detach"]["as"]) for each in desk.body.get("sail", ()) for leg in each["legs"] if "detach" in leg}
    named = [str(each["block"]) for each in desk.body.get("sail", ())]
    for block in named:
        if not desk.in_play(block) and block not in made and not block.startswith("fog-"):
            yield f"{title(block)} is not in play, and nothing in this file brings it in: its legs wait."
    idle = [name for name in desk.known["blocks"] if desk.in_play(name) and name not in named
            and not name.startswith("fog-")]  # fmt: skip
    if idle and named:
        yield f"No legs here: {', '.join(map(title, idle))}. Standing orders or the default move them."
    yield from points(desk)
    yield from held(desk)
    yield from voyages(desk)
    if any("keep" in leg.get("detach", {}) for each in desk.body.get("sail", ()) for leg in each["legs"]):
        yield "Only play can tell how many ships the count of masts leaves free (13.3)."


def voyages(desk: Desk) -> Iterator[str]:
    """Says how many winds of each sort every block needs for the places that its legs make for (9.2, 9.4)."""
    for entry in desk.body.get("sail", ()):
        name = str(entry["block"])
        goals = dict.fromkeys(str(leg[verb]) for leg in entry["legs"] if "detach" not in leg
                              for verb in ("make_for", "enter") if verb in leg)  # fmt: skip
        for goal in goals if desk.in_play(name) else ():
            if told := voyage(desk, name, goal):
                yield f"{title(name)} to {told}"


def voyage(desk: Desk, block: str, goal: str) -> str:
    """The winds for one voyage; empty where it is short, crosses the ocean, or has no end on the map."""
    board, here = desk.board, desk.at(block)
    bound = str(desk.known["blocks"][block].get("bound", "")) if goal == "bound" else goal
    bound = board.conseil[bound].place if bound in board.conseil else bound
    begin, end = hex_at(board, here), hex_at(board, bound)
    if not begin or not end or WEST_INDIES in (board.hexes[begin].sea, board.hexes[end].sea):
        return ""
    sea, now = str(board.hexes[begin].sea), blowing(board) | dict(desk.known.get("winds", {}))
    told = {}
    for wind in (each.id for each in board.winds.values() if str(each.sea) == sea):
        blows = tuple(sorted((now | {sea: wind}).items()))
        told[wind] = winds_needed(board, desk.trafalgar, blows, begin, end, here != begin)
    if max(told.values()) < LONG_VOYAGE:
        return ""
    hexes = hexes_to(board, desk.trafalgar, end).get(begin, 0)
    (first, least), *others = told.items()
    winds = ", ".join([f"{counted(least, 'wind')} if all are {first}", *(f"{each} if {wind}" for wind, each in others)])
    return f"{placed(bound)}: {counted(hexes, 'hex', 'hexes')}, {winds}."


def hex_at(board: Board, place: str) -> str:
    """The hex of a place on the map; empty for boxes of a track."""
    port = board.ports.get(place.partition("/")[0])
    return port.zone_hex if port is not None else place if place in board.hexes else ""


def held(desk: Desk) -> Iterator[str]:
    """Says which fleets the last count of masts would hold before a port (13.3), where orders lead them away."""
    for entry in desk.body.get("sail", ()) if desk.seat == BRITISH and not desk.trafalgar else ():
        port = desk.at(str(entry["block"])).partition("/")[0]
        news = desk.known.get("news", {}).get(port)
        leaves = any(verb in leg for leg in entry["legs"] if "detach" not in leg for verb in TO_SEA)
        if leaves and news and int(news["low"]) and desk.known["blocks"][entry["block"]].get("ships"):
            lay = f"{news['low']} ships or more lay ready in {title(port)}, as counted in turn {news['turn']}"
            name = title(str(entry["block"]))
            yield f"{name} may be held: {lay}, and as many sound ones must stay (13.3)."


def points(desk: Desk) -> Iterator[str]:
    """Counts down the points for crews (5.2.1)."""
    left = dict(desk.known.get("points", {}))
    for ship in desk.body.get("admiralty", {}).get("crew", ()):
        counter = desk.board.ships.get(ship)
        if counter is None:
            continue
        hurt = str(desk.known["ships"].get(ship, {}).get("state", "")) == "ordinary-damaged"
        price = counter.defence_damaged if hurt else counter.defence
        if counter.nation in left and price <= int(left[counter.nation]):
            left[counter.nation] = int(left[counter.nation]) - price
            yield f"{counter.name} is crewed for {price} points; {left[counter.nation]} are left."
        elif counter.nation in left:
            yield f"{counter.name} needs {price} points, and {left[counter.nation]} are left (5.2.1): she waits."
