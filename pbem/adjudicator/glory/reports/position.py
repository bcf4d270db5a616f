"""The position as its reader sees it: fleets, sails, ports, news, the cup, the tracks, scores. From the view alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pbem.adjudicator.glory.board.pieces import SIDES
from pbem.adjudicator.glory.reports import textmap
from pbem.adjudicator.glory.reports.told_places import (
    CONDITIONS,
    NAVIES,
    bound,
    came_from,
    dated,
    force,
    guns,
    in_play,
    label,
    own_blocks,
    place,
    sail_known,
    ship_words,
    tally,
    waters,
    where,
)
from pbem.adjudicator.glory.state.terms import (
    ALLIED,
    BRITISH,
    NATIONS,
    SEAT_OF,
    TRAFALGAR,
    other,
)
from pbem.adjudicator.glory.view.picture import Picture
from pbem.adjudicator.reports.chart_model import Chart
from pbem.adjudicator.reports.parts import Part
from pbem.adjudicator.reports.phrases import count, listed

WINDS = {"NE": "north-east", "W": "west", "SW": "south-west", "Ms": "Mistral", "Sc": "Scirocco", "Lv": "Levanter",
         "E": "east"}  # fmt: skip
SEAS = {"north_atlantic": "North Atlantic", "mediterranean": "Mediterranean", "west_indies": "West Indies"}
LETTERS = "abcd"
CHITS = {"may": "May Sortie", "may-not": "May Not Sortie", "hidden": "a chit face down"}
RAIDS = {"hidden": "marker face down", "raided": "raided", "nothing": "not raided"}


def position(seen: Picture, chart: Chart | None) -> Iterator[Part]:
    """Everything, part by part."""
    yield weather(seen)
    if seen.side:
        yield fleets(seen)
        yield ship_lists(seen)
    yield from (sails(seen, side) for side in SIDES if side != seen.side)
    if chart is not None:
        yield Part("map", "The map", text=Part("map", "The map", drawing=tuple(textmap.lettered(seen))))
    if seen.side:
        yield ports(seen)
        yield news(seen)
    yield cup(seen)
    yield year(seen)
    if seen.side:
        yield plans(seen)
    yield scores(seen)


# -------------------------------------------------------------------------------------------------- sea and sky


def weather(seen: Picture) -> Part:
    """The winds that blow, and the weather on the map."""
    blow = [f"{SEAS[sea]} {WINDS[wind]}" for sea, wind in seen.known["rose"].items() if in_play(seen, sea)]
    lines = [f"Winds: {', '.join(blow)}."] if blow else []
    for foul in seen.known["foul"]:
        zones = waters(seen.board, foul["zones"])
        lines.append(f"A {foul['kind']} of severity {foul['severity']} lies on {zones} (6.8).")
    if seen.known["fever"]:
        lines.append("There is fever in the West Indies: no sortie, repair or crew in any port there (5.9).")
    return Part("weather", "Winds and weather", lines=tuple(lines))


def cup(seen: Picture) -> Part:
    """The chits drawn and those that are left."""
    drawn, left = list(seen.known["drawn"]), list(seen.known["chits"])
    lines = []
    if drawn:
        lines.append(f"Drawn this turn: {', '.join(chit_words(seen, chit) for chit in drawn)}.")
    if left:
        kinds = [f"{left.count(chit)} {chit_words(seen, chit)}" for chit in dict.fromkeys(left)]
        lines.append(f"In the cup, {count(len(left), 'chit')}: {', '.join(kinds)}.")
    return Part("cup", "The cup (6.1)", lines=tuple(lines))


def chit_words(seen: Picture, chit: str) -> str:
    """An activation chit in words."""
    found = seen.board.chits[chit]
    if found.wind:
        return f"{WINDS[found.wind]} wind ({SEAS[found.sea]})"
    if found.side:
        return f"{NAVIES[found.side]} bonus {found.hexes}"
    return {"weather": "weather", "weather-zone-1": "weather of zone 1", "weather-zone-6": "weather of zone 6"}.get(
        chit, chit)  # fmt: skip


# -------------------------------------------------------------------------------------------------- fleets and sails


def fleets(seen: Picture) -> Part:
    """The reader's blocks, a line each."""
    rows = [fleet_row(seen, name, block) for name, block in own_blocks(seen)]
    away = [f"{label(seen.board, name)} {where(seen.board, block)}" for name, block in own_blocks(seen, "away")]
    heads = ("Block", "Where", "Ships", "Guns", "Admirals", "Bound for", "They see")
    lines = (f"{listed(away)}.",) if away else ()
    brief = tuple((row[0], brief_row(row)) for row in rows)
    text = Part("fleets", "Your blocks", rows=brief, lines=lines)
    return Part("fleets", "Your blocks", heads, tuple(rows), lines, numbers=(3,), text=text)


def fleet_row(seen: Picture, name: str, block: Mapping[str, Any]) -> tuple[str, ...]:
    """One block."""
    board, ships = seen.board, list(block["ships"])
    many = tally(seen, ships)
    told = ", ".join(f"{many[each]} {each}" for each in CONDITIONS if many[each])
    admirals = listed([label(board, each) for each in block["admirals"]])
    seen_as = ", ".join(f"sail {number}" for number in block["sail_numbers"])
    known = f"{seen_as}, spotted" if seen_as and block["spotted"] else seen_as
    kind = str(board.blocks[name].kind)
    return (board.blocks[name].name, where(board, block), told or ("" if kind == "fleet" else kind),
            str(guns(seen, ships)) if ships else "", admirals, bound(board, block), known)  # fmt: skip


def brief_row(row: tuple[str, ...]) -> str:
    """The same in one line of a text."""
    _, there, ships, cannon, admirals, to, known = row
    parts = [there, ships, f"{cannon} guns" if cannon else "", f"under {admirals}" if admirals else "",
             f"bound for {to}" if to else "", f"the enemy sees {known}" if known else ""]  # fmt: skip
    return "; ".join(part for part in parts if part)


def ship_lists(seen: Picture) -> Part:
    """Every block's ships by name; a text has the rows without their heads."""
    title = "Your ships, block by block"
    rows = tuple((label(seen.board, name), ", ".join(ship_words(seen, ship) for ship in block["ships"]))
                 for name, block in own_blocks(seen) if block["ships"])  # fmt: skip
    return Part("ships", title, ("Block", "Ships"), rows, headless=True)


def sails(seen: Picture, side: str) -> Part:
    """The sails of a side in sight, with what is known of each."""
    told: Mapping[str, Mapping[str, Any]] = seen.known["fleets"].get(side, {})
    rows = [(number, place(seen.board, sail["place"]), together(sail), came_from(seen.board, sail),
             sail_known(seen.board, sail)) for number, sail in told.items()]  # fmt: skip
    title = f"{NAVIES[side]} sails in sight" if rows else f"{NAVIES[side]} sails"
    lines = (("Sails in one place are one pool: nobody can tell which is which (7.4).",) if rows
             else (f"No {NAVIES[side]} sail is in sight.",))  # fmt: skip
    heads, name = ("Sail", "Where", "With", "Came from", "Known"), f"sails-{side}"
    brief = Part(name, title, rows=tuple(map(brief_sail, rows)), lines=lines)
    return Part(name, title, heads, tuple(rows), lines, text=brief)


def brief_sail(row: tuple[str, ...]) -> tuple[str, str]:
    """A sail in one line of a text."""
    number, at, mates, port, word = row
    parts = (at, f"with {mates}" if mates else "", f"from {port}" if port else "", word if word != "nothing" else "")
    return f"Sail {number}", "; ".join(part for part in parts if part)


def together(sail: Mapping[str, Any]) -> str:
    """The other sails of a pool."""
    return ", ".join(str(each) for each in sail["pool"]) if len(sail["pool"]) > 1 else ""


# -------------------------------------------------------------------------------------------------- ports and news


def ports(seen: Picture) -> Part:
    """The reader's ports with ships or admirals in them."""
    rows = []
    for name, told in seen.known["ports"].items():
        port = seen.board.ports[name]
        crews = ", ".join(f"{label(seen.board, ship)} {cost(seen, ship)}" for ship in told["ordinary"])
        hurt = ", ".join(label(seen.board, ship) for ship in told["damaged"])
        ashore = listed([label(seen.board, each) for each in told["admirals"]])
        rows.append((port.name, str(len(told["ready"])), hurt, crews, str(port.repair), ashore))
    heads = ("Port", "Ready", "Damaged", "In Ordinary, with the cost of a crew", "Repairs", "Admirals ashore")
    lines = ("A port mends so many ships a turn (5.2.3); a crew costs the defence factor that lies up (5.2.1).",)
    brief = tuple((row[0], "; ".join(part for part in (
        f"{row[1]} ready", f"damaged: {row[2]}" if row[2] else "", f"In Ordinary: {row[3]}" if row[3] else "",
        f"ashore: {row[5]}" if row[5] else "", f"mends {row[4]}") if part)) for row in rows)  # fmt: skip
    return Part("ports", "Your ports", heads, tuple(rows), lines, numbers=(1, 4),
                text=Part("ports", "Your ports", rows=brief, lines=lines))  # fmt: skip


def cost(seen: Picture, ship: str) -> int:
    """The manpower that a crew for a ship costs."""
    piece, state = seen.board.ships[ship], str(seen.known["ships"][ship]["state"])
    return piece.defence_damaged if state == "ordinary-damaged" else piece.defence


def news(seen: Picture) -> Part:
    """The last word on each place of the enemy's, and what the enemy knows of the reader's."""
    rows = [(news_place(seen, at), force(word), str(word["how"]), dated(seen.board, int(word["turn"])))
            for at, word in seen.known["news"].items()]  # fmt: skip
    known = [f"{news_place(seen, at)}: {force(word)} ({dated(seen.board, int(word['turn']))})"
             for at, word in seen.known["counted"].items()]  # fmt: skip
    lead = "What the enemy was told of you." if known else ""
    return Part("news", "Last news of the enemy", ("Place", "Force", "By", "When"), tuple(rows), lead=lead,
                items=tuple(known))  # fmt: skip


def news_place(seen: Picture, at: str) -> str:
    """The place of a word: a port alone is what lies in it."""
    return place(seen.board, f"{at}/port" if at in seen.board.ports else at)


# -------------------------------------------------------------------------------------------------- the year


def year(seen: Picture) -> Part:
    """The tracks that lie open: manpower, expeditions, the Americans, frigates and events on the turn track."""
    board, known = seen.board, seen.known
    if known["scenario"] == TRAFALGAR:
        return Part("year", "The year", lines=tuple(north_sea(seen)))
    lines = []
    for nation in NATIONS:
        box = int(known["manpower"].get(nation, 0))
        name, points = board.manpower[nation][box]
        lines.append(f"{nation.title()} manpower: {name}, {points} points a turn (5.2.1).")
    for convoy, box in known["readiness"].items():
        boxes = board.expedition[BRITISH if board.blocks[convoy].side == BRITISH else "french"]
        lines.append(f"{label(board, convoy)}: {count(len(boxes) - 1 - int(box), 'space')} from Ready (5.2.1).")
    lines.append(f"The United States: {board.american_war[known['tension']]} (5.10).")
    if known["due"]:
        lines.append(f"An Admiralty Event lies on {listed([dated(board, int(turn)) for turn in known['due']])} (5.11).")
    if known["away"]:
        lines.append(f"Frigates come back in {listed([dated(board, int(turn)) for turn in known['away']])} (5.3).")
    lines += [f"{board.admiralty[name].name}: {status}." for name, status in known["done"].items()]
    if known["algiers"]:
        lines.append(f"Algiers is {NAVIES[known['algiers']]} (22.1).")
    if known["barges"] != "boulogne":
        lines.append({"1403": "The invasion barges lie in the Straits of Dover (22.4).",
                      "destroyed": "The invasion barges are destroyed (20.2)."}[known["barges"]])  # fmt: skip
    if known["marched"]:
        lines.append("Napoleon has marched east: no invasion of England can be tried (15.1).")
    return Part("year", "The year", lines=(*lines, *north_sea(seen)))


def north_sea(seen: Picture) -> Iterator[str]:
    """The North Sea Fleet, which lies open to all (13.5)."""
    ships = [label(seen.board, ship) + (f" ({state})" if state != "sound" else "")
             for ship, state in seen.known["north_sea_fleet"].items()]  # fmt: skip
    if ships:
        yield f"The North Sea Fleet: {', '.join(ships)}."


def plans(seen: Picture) -> Part:
    """The reader's own plans: provisions, destinations, directive, event, manpower."""
    known, board = seen.known, seen.board
    lines = [f"{nation.title()} manpower to spend: {points}." for nation, points in known["points"].items()
             if known["scenario"] != TRAFALGAR]  # fmt: skip
    if seen.side == ALLIED:
        boxes = [f"{letter.upper()} {label(board, known['conseil'][letter])}" for letter in LETTERS
                 if letter in known["conseil"]]  # fmt: skip
        lines += [f"Grand Conseil: {', '.join(boxes)}."] if boxes else []
        if known["directive"]:
            lines.append(f"The Emperor's directive: {board.directives[known['directive']]} (21.4).")
        drawn = [CHITS[chit] for chit in known["drawn_provisions"]]
        lines += [f"Provisions to place: {listed(drawn)} (5.12)."] if drawn else []
    for event, due in known["event"].items():
        lines.append(f"{board.admiralty[event].name} falls due in {dated(board, int(due))} (5.10).")
    return Part("plans", "Your plans", lines=(*lines, *provisions(seen)))


def provisions(seen: Picture) -> Iterator[str]:
    """The provisions chits on ports as the reader sees them."""
    told = [f"{label(seen.board, port)} {CHITS[face]}" for port, face in seen.known["provisions"].items()]
    if told:
        yield f"Provisions: {', '.join(told)} (5.12)."


# -------------------------------------------------------------------------------------------------- scores


def scores(seen: Picture) -> Part:
    """Gains and losses: objectives, raids, invasions, ships."""
    known, board = seen.known, seen.board
    if known["scenario"] == TRAFALGAR:
        return scenario_scores(seen)
    own = [objective(seen, area, told) for area, told in known.get("objectives", {}).items()]
    lines = [f"Your objectives: {', '.join(own)}."] if own else []
    scored = [scored_words(seen, each) for each in known["scored"]]
    lines += [f"Scored by the Allies: {listed(scored)}."] if scored else []
    raids = [f"{label(board, at)} ({RAIDS[how]})" for at, how in known["raided"].items()]
    lines += [f"Raid markers: {', '.join(raids)} (22.2)."] if raids else []
    lines += [f"Invaded: {listed([label(board, port) for port in known['invaded']])}."] if known["invaded"] else []
    rows = tuple((NAVIES[side], *losses(seen, side)) for side in SIDES)
    heads = ("Ships of", "Sunk", "Taken", "Points for the enemy")
    return Part("scores", "Scores (23.1)", heads, rows, tuple(lines), numbers=(3,))


def scenario_scores(seen: Picture) -> Part:
    """The four objectives of Trafalgar, and ships lost."""
    goals = [f"{each.id.replace('-', ' ').capitalize()}{scored_mark(seen, each.id)}"
             for each in seen.board.trafalgar.objectives]  # fmt: skip
    rows = tuple((NAVIES[side], *losses(seen, side)[:2]) for side in SIDES)
    lines = (f"The Allies win by two of four: {', '.join(goals)}.",)
    return Part("scores", "Scores (24.3)", ("Ships of", "Sunk", "Taken"), rows, lines)


def scored_mark(seen: Picture, goal: str) -> str:
    """Marks an objective of Trafalgar that is scored."""
    return " (scored)" if f"{TRAFALGAR}/{goal}" in seen.known["scored"] else ""


def objective(seen: Picture, area: str, told: Mapping[str, Any]) -> str:
    """One of the reader's objectives."""
    return f"{area_words(seen, area)} {told['value']}{' (scored)' if told['scored'] else ''}"


def area_words(seen: Picture, area: str) -> str:
    """An objective area in words."""
    return {"north-sea": "North Sea", "west-indies": "West Indies"}.get(area, label(seen.board, area))


def scored_words(seen: Picture, entry: str) -> str:
    """An entry of the Allied box: whose objective, where."""
    kind, _, area = entry.partition("/")
    names = {"napoleon": "Napoleon's objective", "pitt": "Pitt's objective", "directive": "the directive"}
    name = names.get(kind, kind)
    value = seen.known["values"].get(entry)
    return f"{name} at {area_words(seen, area)}{f' ({value})' if value else ''}" if area else name


def losses(seen: Picture, side: str) -> tuple[str, str, str]:
    """A side's ships sunk and taken, and what they are worth to the other."""
    board, names, points = seen.board, {"sunk": list[str](), "taken": list[str]()}, 0
    for ship, loss in seen.known["lost"].items():
        piece = board.ships[ship]
        if SEAT_OF[piece.nation] == side and loss["how"] in names:
            names[loss["how"]].append(piece.name)
            counts = not loss["by"] or loss["by"] == other(side)
            points += (piece.taken if loss["how"] == "taken" else piece.sunk) if counts else 0
    return ", ".join(names["sunk"]) or "none", ", ".join(names["taken"]) or "none", str(points)
