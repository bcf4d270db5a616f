"""The map in letters: three fixed schemes of 78 columns, filled from the view.

A place has its code, its points with a mark for each level of hostility, the letter of its holder, and its stacks in
short: r!4(1) a Royalist army under its marker, four units in the field and one inside, p2* two in the hills.
"""

from __future__ import annotations

from collections.abc import Iterator

from pbem.adjudicator.guerra.reports.told_places import figures, forces_at, is_guerrilla, place, ships_at
from pbem.adjudicator.guerra.state.terms import BRAZIL, PATRIOT, REBEL, ROYALIST, SIDES, UNITED_STATES
from pbem.adjudicator.guerra.view.picture import Picture
from pbem.adjudicator.reports.scheme import filled

NORTH = r"""
{nca.............}--{nmx.............}--{usa.............} ~C10
        |         \         |         \         |
{vca.............}  {dur.............}--{tej.............} ~C10
 ~P1 ~P2          /         |         /
{gdl.............}--{slp.............}-. ~C1
 ~P3    |         \         |          |                    Antilles
        |           {cmx.............} |               ~C9  {cub.............}
 ~P4    |                   |          |               ~C8  {sdo.............}
{tca.....................................} ~C1         ~C8  {hti.............}
        |                   |                          ~C7  {pri.............}
{gtm.............}--{yuc.............} ~C1 ~C2
 ~P5    |           ~C2 ~C3
{pan.............}  ~P6 ~C3
"""
MIDDLE = r"""
                                    ~C5 {mar.............}
{pan.............}  {mbo.............}=={cfi.............}--{cum.............}
 ~P6    |    ~C3  /         =   ~C4             |         /         |    ~C6
{sfe.............}=={lla.................................}--{guy.............}
        |    ~C3                                |                   |
{pas.............}=={qjs.............}--{bra.................................}
 ~P7    |         =         =                   |                   |
{qto.............}--{lim.............}=={cuz.............}--{moj.............}
 ~P7    |         /   ~P8   |         =         =         =         |
{gyq.............}  {arq.............}--{cha.............}=={chq.............}
 ~P7                 ~P9                 ~P9
"""
SOUTH = r"""
{cha.............}=={chq.............}--{chc.............}--{par.............}
 ~P9    |         =         =                   |                   |
{nch.............}=={sal.............}--{rpl.............}--{mis.............}
 ~P9    |         =         |         /     ~A1 |         \         |
        |           {cor.............}          |           {bor.............}
        |                   |                   |            ~A1
{sch.............}=={pam.................................} ~A2 ~A3
 ~P10   |         =
{chl.............}  ~P10
"""
SHEETS = (("New Spain and the Antilles", NORTH), ("New Granada, Venezuela and Peru", MIDDLE),
          ("Upper Peru, Chile and El Plata", SOUTH))  # fmt: skip
KEY = (
    "R Royalist  P Patriot  R/P both  X Rebels  . nobody;  ' and \" hostile ground",
    "r!4(1) an army under its marker, four units in the field, one inside  p2* two",
    "in the hills;  -- / | borders  = Andes  ~C5 Caribbean V  ~P8 Pacific VIII",
    "Not drawn: Nueva California also borders the USA, and Brazil Chiquitos,",
    "Paraguay, Misiones and Banda Oriental.",
)
HAITI_SLOT = "hti"
SIDE_LETTERS = {ROYALIST: "r", PATRIOT: "p", REBEL: "x"}


def lettered(seen: Picture) -> list[str]:
    """The three sheets with their key."""
    words = {area.code.lower(): slot(seen, name) for name, area in seen.board.areas.items()}
    words |= {HAITI_SLOT: "[Haiti]", "usa": f"[USA] {stacks(seen, UNITED_STATES)}",
              "bra": f"[Brazil] {stacks(seen, BRAZIL)}"}  # fmt: skip
    lines = [*KEY]
    for title, scheme in SHEETS:
        lines += ["", f"{title}:", *filled(scheme.strip("\n"), words)]
    return [*lines, "", *at_sea(seen)]


def slot(seen: Picture, area: str) -> str:
    """One area in its slot."""
    return f"{seen.board.areas[area].code} {figures(seen, area)} {stacks(seen, area)}".rstrip()


def stacks(seen: Picture, area: str) -> str:
    """The stacks of an area in short, side by side."""
    return " ".join(word for side in SIDES for word in [short(seen, area, side)] if word)


def short(seen: Picture, area: str, side: str) -> str:
    """One side's stacks: markers, units in the field, in the hills, inside."""
    markers = field = hills = inside = 0
    for name in forces_at(seen, area, side):
        force = seen.known["forces"][name]
        if force["marker"]:
            markers += 1
        elif force["inside"]:
            inside += len(force["units"])
        elif is_guerrilla(seen, name):
            hills += len(force["units"])
        else:
            field += len(force["units"]) or 1
    letter = SIDE_LETTERS[side]
    open_ = f"{'!' * markers}{field or ''}"
    behind = f"({letter}{inside})" if inside and not open_ else f"({inside})" if inside else ""
    taken = f"{letter}{open_}{behind}" if open_ else behind
    return " ".join(part for part in (taken, f"{letter}{hills}*" if hills else "") if part)


def at_sea(seen: Picture) -> Iterator[str]:
    """Ships, place by place."""
    for where in (*seen.board.seas, *seen.board.ports):
        names = [seen.board.units[name].name for name in ships_at(seen, where)]
        if names:
            yield f"{place(seen.board, where)}: {', '.join(names)}."
