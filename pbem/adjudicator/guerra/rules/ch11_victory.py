"""Chapter 11: what each side holds at the end, and what that is worth."""

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.guerra.rules.ch01_map import control
from pbem.adjudicator.guerra.state.house import choice
from pbem.adjudicator.guerra.state.state import State
from pbem.adjudicator.guerra.state.terms import PATRIOT, ROYALIST, SEATS, halves_in_words

DRAW = "draw"


@rule("11.0", "Areas that count", "12.1.4", "12.2.4")
def count(state: State, side: str) -> int:
    """Counts the areas of a seat in halves; those worth no Resource Points never count."""
    return sum(control(state, area).counts(side) for area, piece in state.board.areas.items() if piece.scores)


@rule("10.5", "Royalist garrisons at the end")
def garrisons(state: State) -> dict[str, int]:
    """Counts the Royalist line steps in New Spain with Guatemala, and in Cuba with Puerto Rico."""
    return {name: sum(state.line_steps(area, ROYALIST) for area in state.board.group(name))
            for name in ("mexico-garrison", "cuba-garrison")}  # fmt: skip


def short_of_garrison(state: State) -> bool:
    """Tells if one of the two garrisons is too small."""
    heading, found = state.board.scenarios[state.scenario], garrisons(state)
    wanted = {"mexico-garrison": heading.mexico_garrison, "cuba-garrison": heading.cuba_garrison}
    return any(found[name] < steps for name, steps in wanted.items())


def continental(state: State) -> list[tuple[str, int]]:
    """The continental areas that count for the Royalist, each with its halves, the richest first (V4)."""
    found = [(area, control(state, area).counts(ROYALIST)) for area, piece in state.board.areas.items()
             if piece.scores and piece.continental]  # fmt: skip
    held = [(area, halves) for area, halves in found if halves]
    return sorted(held, key=lambda each: -each[1] * state.board.areas[each[0]].rp)


@rule("11.1", "Levels of victory", "12.3.4")
def levels(state: State) -> dict[str, int]:
    """The figures of the count: areas of both in halves, and the Royalist's on the continent with their points."""
    held = continental(state)
    if short_of_garrison(state) and not state.board.scenarios[state.scenario].patriot_areas:
        held = held[state.board.numbers.garrison_areas :]
    return {
        ROYALIST: count(state, ROYALIST), PATRIOT: count(state, PATRIOT),
        "continental": sum(halves for _, halves in held),
        "continental_rp": sum(halves * state.board.areas[area].rp for area, halves in held),
    }  # fmt: skip


@rule("11.1.1", "Patriot victory")
def patriot_wins(state: State, figures: dict[str, int]) -> bool:
    """Tells if the Royalist keeps two continental areas at most, worth four points at most."""
    numbers = state.board.numbers
    return (figures["continental"] <= 2 * numbers.patriot_victory_areas
            and figures["continental_rp"] <= 2 * numbers.patriot_victory_rp)  # fmt: skip


@rule("11.1.3", "Royalist victory")
def royalist_wins(state: State, figures: dict[str, int]) -> bool:
    """Tells if the Royalist keeps fifteen continental areas."""
    return figures["continental"] >= 2 * state.board.numbers.royalist_victory_areas


@rule("11.1.2", "Stalemate: what the Royalist must still hold")
def holds_out(state: State, figures: dict[str, int]) -> bool:
    """Tells if the Royalist keeps five continental areas worth fourteen points."""
    numbers = state.board.numbers
    return (figures["continental"] >= 2 * numbers.stalemate_areas
            and figures["continental_rp"] >= 2 * numbers.stalemate_rp)  # fmt: skip


@rule("11.1", "What meets no line")
def by_levels(state: State, figures: dict[str, int]) -> str:
    """The victor by the levels of 11.1; between their lines by the charter (V1)."""
    if patriot_wins(state, figures):
        return PATRIOT
    if royalist_wins(state, figures):
        return ROYALIST
    lost = choice(state, "between_lines") == "patriot" and not holds_out(state, figures)
    return PATRIOT if lost else DRAW


@rule("11.1.2", "Stalemate", "12.1.4", "12.2.4")
def winner(state: State) -> str:
    """Reads the victor from the map: by continental areas, or by the Patriot's areas where the scenario counts them."""
    heading, figures = state.board.scenarios[state.scenario], levels(state)
    if not heading.patriot_areas:
        return by_levels(state, figures)
    areas = patriot_areas(state)
    if areas >= heading.patriot_areas:
        return PATRIOT
    return DRAW if areas >= heading.stalemate_areas else ROYALIST


@rule("12.1.4", "Victory of a short scenario", "12.2.4", "10.5")
def patriot_areas(state: State) -> int:
    """Counts the Patriot's areas with the two for a short garrison; a half is dropped at the end (V2)."""
    extra = state.board.numbers.garrison_areas if short_of_garrison(state) else 0
    return count(state, PATRIOT) // 2 + extra


@rule("11.0", "The end of the game", "11.1")
def decide_victory(table: Table, state: State) -> None:
    """Writes down the count and the victor, and tells everybody."""
    state.count, state.garrison = levels(state), garrisons(state)
    state.winner, state.ended = winner(state), "areas"
    told = {seat: halves_in_words(state.count[seat]) for seat in SEATS}
    result = "Stalemate" if state.winner == DRAW else f"The {state.winner.capitalize()} has won"
    table.note(
        "11.1", ALL, f"{result}: {told[ROYALIST]} areas are the Royalist's, {told[PATRIOT]} the Patriot's.", "victory",
        winner=state.winner, **state.count, short=short_of_garrison(state), garrison=dict(state.garrison),
    )  # fmt: skip
