"""The position as its reader sees it: theatres, the sea, sieges, purses, pools, the count. From the view."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.adjudicator.guerra.reports import textmap
from pbem.adjudicator.guerra.reports.told_places import (
    HOLDERS,
    LETTERS,
    PURSE_WORDS,
    SIDES,
    THEATRES,
    areas_of,
    factor,
    figures,
    force_name,
    force_words,
    forces_at,
    halves,
    leader,
    names_of,
    place,
    ships,
    ships_at,
    units_of,
)
from pbem.adjudicator.guerra.state.terms import (
    BOTH,
    GONE,
    HAITI,
    LEGION,
    NOBODY,
    PATRIOT,
    POOL,
    REBEL,
    ROYALIST,
    SEATS,
    SPAIN,
)
from pbem.adjudicator.guerra.view.picture import Picture
from pbem.adjudicator.reports.parts import Part
from pbem.adjudicator.reports.phrases import count, listed

REGIONS = {"mexico-garrison": "Mexico and Guatemala", "cuba-garrison": "Cuba and Puerto Rico"}
#: The letter of what nobody holds, which a list of empty areas need not say.
NOBODYS = f" {LETTERS[NOBODY]}"
NATION_WORDS = {"american": "American Royalists", "spanish": "Spaniards", "portuguese": "the Legion",
                "rebel": "Rebels"}  # fmt: skip


def position(seen: Picture) -> Iterator[Part]:
    """Everything, part by part."""
    for title in THEATRES:
        yield theatre(seen, title)
    yield at_sea(seen)
    yield sieges(seen)
    yield Part("map", "The map", text=Part("map", "The map", drawing=tuple(textmap.lettered(seen))))
    yield purses(seen)
    yield pools(seen)
    yield to_come(seen)
    yield standing_count(seen)


def at_a_glance(seen: Picture) -> Part:
    """The war in a few lines: provinces, income, what is seen in the field, sieges. No marker is weighed."""
    areas = seen.known["score"]["areas"]
    held = f"Provinces: Royalist {halves(areas[ROYALIST])}, Patriot {halves(areas[PATRIOT])}."
    paid = f"A muster pays{before_cuts(seen)}: Royalist {income(seen, 0)} RP, Patriot {income(seen, 1)} RP."
    lines = [f"{held} {paid}"]
    for side in SEATS:
        stacks_seen = open_stacks(seen, side)
        armies = [force_name(seen, name) for name, force in seen.known["forces"].items()
                  if force["side"] == side and force["marker"]]  # fmt: skip
        best = ", ".join(f"{place(seen.board, area)} {worth}" for worth, area in stacks_seen[:4])
        line = f"{SIDES[side]} units in the open: {sum(worth for worth, _ in stacks_seen)} factors"
        line += f", most in {best}." if best else "."
        lines.append(f"{line} Under markers: {listed(armies)}." if armies else line)
    under = [place(seen.board, port) for port in seen.known["sieges"]]
    lines += [f"Under siege: {listed(under)}."] if under else []
    return Part("glance", "At a glance", lines=tuple(lines))


def open_stacks(seen: Picture, side: str) -> list[tuple[int, str]]:
    """The factors of a side's units that stand in the open, area by area, the greatest first."""
    found: dict[str, int] = {}
    for name, force in seen.known["forces"].items():
        if force["side"] == side and not force["marker"] and force["at"] in seen.board.areas:
            worth = sum(factor(seen.board, unit, steps) for unit, steps in units_of(seen, name).items())
            found[force["at"]] = found.get(force["at"], 0) + worth
    return sorted(((worth, area) for area, worth in found.items()), key=lambda each: (-each[0], each[1]))


def income(seen: Picture, number: int) -> int:
    """The points that a side's areas pay as they are held now."""
    return sum(seen.board.areas[area].rp * share[number] // 2 for area, share in seen.known["pays"].items())


# -------------------------------------------------------------------------------------------------- theatres


def theatre(seen: Picture, title: str) -> Part:
    """The areas of a theatre with what stands in them; where nobody is, they stand in one line."""
    rows, empty = [], []
    for area in areas_of(seen.board, title):
        here = stacks(seen, area)
        if here:
            rows.append((seen.board.areas[area].name, figures(seen, area), here))
        else:
            empty.append(f"{seen.board.areas[area].name} {figures(seen, area).removesuffix(NOBODYS)}")
    lines = (f"Empty: {', '.join(empty)}.",) if empty and rows else ()
    name = title.lower().replace(" ", "-")
    brief = tuple((f"{area} {figure}", here) for area, figure, here in rows)
    return Part(name, title, ("Area", "RP, holder", "Who is there"), tuple(rows), lines,
                text=Part(name, title, rows=brief, lines=lines))  # fmt: skip


def stacks(seen: Picture, area: str) -> str:
    """Every stack of an area, side by side, with marks on it."""
    parts = []
    for side in (ROYALIST, PATRIOT, REBEL):
        told = [stack(seen, name) for name in forces_at(seen, area, side)]
        parts += [f"{SIDES[side]}: {'; '.join(told)}"] if told else []
    return ". ".join([*parts, *marks(seen, area)]) if parts or area in seen.known["masses"] else ""


def stack(seen: Picture, name: str) -> str:
    """One stack with where it stands."""
    inside = seen.known["forces"][name]["inside"]
    return f"{force_words(seen, name)}{f', in {place(seen.board, inside)}' if inside else ''}"


def marks(seen: Picture, area: str) -> Iterator[str]:
    """Masses, repression and raids."""
    for side, turn in seen.known["masses"].get(area, {}).items():
        year = seen.board.turn(max(int(turn), 1)).year
        yield f"{SIDES[side]} masses raised in {year} (4.9)"
    if area in seen.known["repression"]:
        yield "Royalist repression (10.4)"
    if area in seen.known["raided"]:
        yield f"raided for {seen.known['raided'][area]} RP (7.8)"


# -------------------------------------------------------------------------------------------------- sea and sieges


def at_sea(seen: Picture) -> Part:
    """Every ship on the map, at sea, in port or in a box."""
    board, rows = seen.board, []
    for where in (*board.seas, *board.ports, SPAIN, HAITI):
        for side in SEATS:
            found = ships_at(seen, where, side)
            if found:
                leaders = [
                    leader(board, name) for name, told in seen.known["leaders"].items() if told["force"] in found
                ]
                aboard = [force_words(seen, name) for name, force in seen.known["forces"].items()
                          if set(force["ships"]) & set(found)]  # fmt: skip
                words = ships(board, found, seen.known["units"])
                more = [f"under {listed(leaders)}" if leaders else "", f"carrying {listed(aboard)}" if aboard else ""]
                rows.append((place(board, where), SIDES[side], "; ".join([words, *(each for each in more if each)])))
    cruised = [f"{board.units[ship].name} off {place(board, sea)}" for ship, sea in seen.known["stations"].items()]
    lines = (f"On station until the muster: {listed(cruised)} (4.8).",) if cruised else ()
    return Part("sea", "The sea", ("Where", "Side", "Ships"), tuple(rows), lines, headless=True)


def sieges(seen: Picture) -> Part:
    """Sieges with what has been done before each."""
    rows = []
    for port, siege in seen.known["sieges"].items():
        inside = [force_words(seen, name) for name, force in seen.known["forces"].items() if force["inside"] == port]
        outside = [force_words(seen, name) for name in siege["forces"] if name in seen.known["forces"]]
        done = [word for word, yes in (("works", siege["works"]), ("blockaded", siege["blockaded"])) if yes]
        spent = f"{siege['op_spent']} OP spent this turn" if siege["op_spent"] else ""
        state = ", ".join(part for part in (*done, spent) if part)
        words = f"{'; '.join(outside)} before {'; '.join(inside) or 'empty walls'}"
        rows.append((place(seen.board, port), f"{words}. {state[:1].upper()}{state[1:]}" if state else words))
    return Part("sieges", "Sieges (6.2)", ("Fortress", "Besiegers"), tuple(rows), headless=True)


# -------------------------------------------------------------------------------------------------- money and men


#: A line on the purses of others for every reader. It always stands there, so that it tells nothing.
UNTOLD = ("What an army under a shut marker pays for its road is told to its owner alone: another's purse may hold "
          "less (5.3).")  # fmt: skip


def purses(seen: Picture) -> Part:
    """Purses in hand, and what each area pays as it is held now."""
    known = seen.known
    rows = tuple((PURSE_WORDS[name], halves(amount)) for name, amount in known["purse"].items())
    lines = tuple(line for number, side in enumerate(SEATS) if seen.side in ("", side)
                  for line in [pay_line(seen, number, side)] if line)  # fmt: skip
    if seen.state.house.get("markers") != "none":
        lines += (UNTOLD,)
    return Part("purses", "Purses, in RP (4.0)", ("Purse", "In hand"), rows, lines, numbers=(1,))


def pay_line(seen: Picture, number: int, side: str) -> str:
    """The income of a side as its areas are held now, the richest first."""
    found = [(seen.board.areas[area].rp * share[number] // 2, area) for area, share in seen.known["pays"].items()]
    paying = sorted((-points, area) for points, area in found if points)
    if not paying:
        return ""
    words = [f"{place(seen.board, area)} {-points}" for points, area in paying]
    paid = f"{sum(-points for points, _ in paying)}{before_cuts(seen)}"
    return f"{SIDES[side]} areas as they are held now pay {paid}: {', '.join(words)}."


def before_cuts(seen: Picture) -> str:
    """The words after an income that raids or masses will lessen."""
    return " before raids and masses" if seen.known["raided"] or seen.known["halved"] else ""


def pools(seen: Picture) -> Part:
    """The Recruit Pools, nation by nation: militia by their number."""
    board = seen.board
    waiting: dict[str, list[str]] = {}
    for name, told in seen.known["units"].items():
        if told["where"] == POOL:
            waiting.setdefault(board.units[name].nation, []).append(name)
    lines = []
    for nation, names in waiting.items():
        own = board.units[names[0]].side == seen.side
        named = names_of(board, [name for name in names if not board.units[name].militia], own=own)
        many = [f"{count(sum(1 for name in names if board.units[name].militia and board.units[name].arm == arm), word)}"
                for arm, word in (("infantry", "militia brigade"), ("cavalry", "militia squadron"))
                if any(board.units[name].militia and board.units[name].arm == arm for name in names)]  # fmt: skip
        lines.append(f"{NATION_WORDS.get(nation) or PURSE_WORDS.get(nation, nation)}: {', '.join([*named, *many])}.")
    covered = [f"{SIDES[side]}: {listed([board.label(name) for name in names])}"
               for side, names in seen.known["under_markers"].items()]  # fmt: skip
    if covered:
        lines.append(f"Under markers, nobody says which: {'; '.join(covered)} (5.1.3).")
    return Part("pools", "Recruit Pools (4.6)", lines=tuple(lines))


def to_come(seen: Picture) -> Part:
    """The turn track, by year; arrivals of this year are under the matters to decide."""
    board, found = seen.board, dict[str, list[str]]()
    for name, told in (*seen.known["units"].items(), *seen.known["leaders"].items()):
        if str(told["where"]).startswith("track/"):
            found.setdefault(str(told["where"]), []).append(name)
    tracks = sorted(found, key=lambda word: int(word.removeprefix("track/")))
    rows = tuple((str(board.year(int(word.removeprefix("track/")))), coming(seen, found[word])) for word in tracks)
    fallen = [leader(board, name) for name, told in seen.known["leaders"].items() if told["where"] == GONE]
    lines = (f"Lost to the war: {listed(fallen)}.",) if fallen else ()
    return Part("track", "What is still to come", ("Year", "Who"), rows, lines, headless=True)


def coming(seen: Picture, names: Sequence[str]) -> str:
    """The counters of one year, one's own with their ids."""
    board = seen.board
    sides = {name: board.leaders[name].side if name in board.leaders else board.units[name].side for name in names}
    mine = [name for name in names if sides[name] == seen.side]
    others = [name for name in names if sides[name] != seen.side]
    return ", ".join([*names_of(board, mine, own=True), *names_of(board, others)])


# -------------------------------------------------------------------------------------------------- the count


def standing_count(seen: Picture) -> Part:
    """The provinces of both sides, and how much is wanting for victory."""
    known, score = seen.known, seen.known["score"]
    held = {holder: sum(1 for area, word in known["control"].items()
                        if word == holder and seen.board.areas[area].scores) for holder in HOLDERS}  # fmt: skip
    royal, free = provinces(score["areas"][ROYALIST]), provinces(score["areas"][PATRIOT])
    inland, worth = provinces(score["continental"][ROYALIST]), halves(score["rp"][ROYALIST])
    lines = [
        f"The King's writ runs in {royal}, that of the republics in {free} (11.0).",
        f"Shared: {held[BOTH]}; nobody's: {held[NOBODY]}.",
        wanted(seen),
        f"On the continent the Royalist has {inland} worth {worth} RP (11.1).",
    ]
    scenario = seen.board.scenarios[str(known["scenario"])]
    least = "" if seen.side == ROYALIST or known["ended"] else "at least "
    for region, needed in (("mexico-garrison", scenario.mexico_garrison), ("cuba-garrison", scenario.cuba_garrison)):
        have = int(known["garrisons"][region])
        lines.append(
            f"Line steps in {REGIONS[region]}: {least}{have}, and {needed} are wanted at the end (10.5)."
        )
    if known["liberals"]:
        lines.append(f"The Liberals have been in power since {seen.board.turn(int(known['liberals'])).year} (10.2).")
    if known["legion"] == "called" and not forces_at(seen, LEGION):
        lines.append("The São Paulo Legion has been called (10.6).")
    return Part("count", "The count", lines=tuple(line for line in lines if line))


def provinces(number: int) -> str:
    """'17 provinces and a half'."""
    whole, half = divmod(number, 2)
    words = count(whole, "province")
    return f"{words} and a half" if half else words


def wanted(seen: Picture) -> str:
    """The bar of the scenario, and how far off it is."""
    scenario = seen.board.scenarios[str(seen.known["scenario"])]
    if not scenario.patriot_areas:
        most, least = seen.board.numbers.patriot_victory_areas, seen.board.numbers.royalist_victory_areas
        return (f"At the end of {seen.board.turn(scenario.last).year} the Patriot wins if the King keeps {most} or "
                f"fewer on the continent, the Royalist with {least} or more (11.1).")  # fmt: skip
    short = max(scenario.patriot_areas * 2 - int(seen.known["score"]["areas"][PATRIOT]), 0)
    lack = f"{provinces(short)} more than now" if short else "and has as many now"
    return (f"At the end of {seen.board.turn(scenario.last).year} the Patriot wins with {scenario.patriot_areas} "
            f"provinces, {lack}; with fewer than {scenario.stalemate_areas} the Royalist wins (12.0).")  # fmt: skip
