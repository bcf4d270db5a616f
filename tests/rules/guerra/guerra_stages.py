"""Phases of games that bots play, and twins of their positions: the same to one seat's eyes, different beneath."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from rules.stages import Stage, stage_of

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.engine.phase import Orders
from pbem.adjudicator.engine.reader import Reading
from pbem.adjudicator.guerra.game import GAME
from pbem.adjudicator.guerra.match import GuerraMatch
from pbem.adjudicator.guerra.rules.ch01_map import control, plata_at, regulars_at
from pbem.adjudicator.guerra.state.state import State
from pbem.adjudicator.guerra.state.terms import ROYALIST, SEATS, other
from pbem.adjudicator.guerra.view.picture import Picture
from pbem.base.errors import BadInput


@cache
def stages(scenario: str, seed: str, phases: int, bot: str = "steady", house: str = "") -> tuple[Stage, ...]:
    """The first phases of a game by bots; before each the greatest stacks go under the markers that are free.

    `house` is one choice of the charter, name and word: "markers_dice public".
    """
    name, _, word = house.partition(" ")
    rules = {name: word} if name else {}
    match, found = GuerraMatch.lay_out(scenario, rules, None), []
    bots = {seat: GAME.bot(bot, seat, SeededChance(f"{seed} {seat}")) for seat in SEATS}
    for _ in range(phases):
        phase = match.phase()
        if phase is None:
            break
        texts = {seat: bots[seat].orders(match.view(seat), {"seat": seat, "phase": phase.id}) for seat in SEATS}
        stage = played(match, texts, seed)
        found.append(stage)
        match = under_markers(restored(stage.after, rules))
    return tuple(found)


def played(match: GuerraMatch, texts: Mapping[str, str], seed: str) -> Stage:
    """One phase from these order files."""
    return stage_of(match, {seat: read(text) for seat, text in texts.items()}, texts, seed)


def read(text: str) -> list[Orders]:
    """An order file; none where the form refuses it, as a check would."""
    try:
        return [GAME.read_orders(text.encode(), "orders.yaml")]
    except BadInput:
        return []


def restored(plain: Mapping[str, Any], house: Mapping[str, str] | None = None) -> GuerraMatch:
    """A match again."""
    return GuerraMatch.restore(plain, house or {}, None)


def reading(match: GuerraMatch, seat: str | None, stage: Stage) -> Reading[Picture]:
    """What a seat reads after a stage."""
    frame = {"game": "guerra-test", "phase": stage.phase, "phase_title": stage.title}
    return GAME.reading(match.view(seat), stage.told, frame)


# ------------------------------------------------------------------------------------------------------ twins


def hidden_markers(state: State, side: str) -> list[str]:
    """The markers of a side that lie on a shut army."""
    return [name for name, force in state.forces.items() if force.side == side and state.hidden(name)]


def under_markers(match: GuerraMatch) -> GuerraMatch:
    """The same position with the greatest stacks of both sides under the markers that are free."""
    state = match.state
    if state.step.endswith("setup") or state.ended:
        return match
    for side in SEATS:
        stacks = [name for name, force in state.forces.items() if force.side == side and not force.inside
                  and not force.ships and not state.marked(name) and not state.is_guerrilla(name)
                  and force.at in state.board.areas and "portuguese" not in state.nations_of(name)
                  and state.units_in(name)]  # fmt: skip
        stacks.sort(key=lambda name: (-state.steps(state.units_in(name)), name))
        for marker, stack in zip(state.free_markers(side), stacks, strict=False):
            state.rename(stack, marker)
    return match


def public_bits(state: State) -> object:
    """All that rules make public of what lies under markers: control, regulars by area, El Plata's men (9.4, 10.6)."""
    return ([control(state, area) for area in state.board.areas],
            [bool(regulars_at(state, side, area)) for side in SEATS for area in state.board.areas],
            plata_at(state, "banda-oriental"))  # fmt: skip


def swapped(state: State, first: str, second: str) -> None:
    """Two markers change all that lies under them."""
    held = {first: second, second: first}
    for piece in state.units.values():
        piece.at = held.get(piece.at, piece.at)
    for officer in state.leaders.values():
        officer.at = held.get(officer.at, officer.at)


def twin(plain: Mapping[str, Any], seat: str) -> GuerraMatch | None:
    """The same position to one seat's eyes: two of the enemy's armies changed, all their two-step units worn down.

    None where no two markers agree in what rules make public.
    """
    match = under_markers(restored(plain))
    state, foe = match.state, other(seat)
    if state.ended:
        return None
    markers, bits = hidden_markers(state, foe), public_bits(state)
    for number, first in enumerate(markers):
        for second in markers[number + 1 :]:
            swapped(state, first, second)
            if public_bits(state) == bits:
                for name, piece in state.units.items():
                    if piece.at in markers:
                        piece.steps = state.board.units[name].steps if piece.steps == 1 else 1
                state.mexico_left = 5 if seat != ROYALIST and state.mexico_left >= 0 else state.mexico_left
                return match
            swapped(state, first, second)
    return None
