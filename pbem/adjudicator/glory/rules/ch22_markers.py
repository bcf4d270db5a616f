"""Chapter 22: the markers of raids, and who turns them up."""
# Chapter 22 by paragraphs: 22.2 (markers) ch22_markers; 22.0-22.2 ch22_raids; 22.3-22.4 ch22_invasions.

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.glory.rules.ch21_objectives import INDIES, NAPOLEON, PITT, area_of, indies_raids, score
from pbem.adjudicator.glory.rules.ch24_scoring import score_raid
from pbem.adjudicator.glory.state.house import choice
from pbem.adjudicator.glory.state.state import Raid, State
from pbem.adjudicator.glory.state.terms import RAID_HEX


def place_told(state: State, place: str) -> str:
    """A raid site in words."""
    return "the North Sea" if place == RAID_HEX else state.label(place)


@rule("22.2", "May a place be raided", "22.1")
def may_be_raided(state: State, place: str) -> bool:
    """Tells if a site can still be raided: not where a raid was shown or an invasion came first.

    A face-down marker bars nobody, unless the charter says so.
    """
    if place in state.invaded:
        return False
    raid = state.raids.get(place)
    return raid is None or (not raid.shown and choice(state, "raid_marker") != "blocked")


@rule("22.2", "Placing a raid marker")
def mark_raid(table: Table, state: State, place: str, done: bool) -> None:
    """Lays a marker on the place, face down; an earlier success there is not undone."""
    before = state.raids.get(place)
    state.raids[place] = Raid(done=done or (before is not None and before.done))
    if before is None:
        text = f'A "Raided?" marker lies on {place_told(state, place)}.'
        table.note("22.2", ALL, text, "raid_marker", place=place)


@rule("22.2", "Turning a raid marker up", "13.5", "21.1", "23.1")
def show_raid(table: Table, state: State, place: str) -> None:
    """Turns a marker up: a success stays and scores, anything else is taken off."""
    raid = state.raids.get(place)
    if raid is None or raid.shown:
        return
    where = place_told(state, place)
    where = where[0].upper() + where[1:]
    if not raid.done:
        del state.raids[place]
        table.note("22.2", ALL, f"{where}: no raid took place.", "raid_shown", place=place, done="no")
        return
    raid.shown = True
    table.note("22.2", ALL, f"{where} was raided!", "raid_shown", place=place, done="yes")
    if state.trafalgar():
        score_raid(table, state, place)
    elif place != RAID_HEX:
        score_raided(table, state, area_of(state, place))


@rule("21.4.3", "First and third raid in the West Indies", "21.1", "22.2")
def score_raided(table: Table, state: State, area: str) -> None:
    """Scores the Napoleon objective of an area, and after three ports of the West Indies the Pitt objective too."""
    score(table, state, NAPOLEON, area)
    if area == INDIES and indies_raids(state, shown=True) >= state.board.numbers.west_indies_raids_pitt:
        score(table, state, PITT, area)
