"""Positions from games that bots play, and their twins: the same to one seat's eyes, different beneath them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from rules.stages import Stage, stage_of

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.engine.phase import Orders
from pbem.adjudicator.engine.reader import Reading
from pbem.adjudicator.glory.game import GAME
from pbem.adjudicator.glory.match import GloryMatch
from pbem.adjudicator.glory.state.state import State
from pbem.adjudicator.glory.state.terms import ALLIED, BRITISH, FOG, NORTH_SEA_BOX, SEATS, other
from pbem.adjudicator.glory.view.picture import Picture
from pbem.base.errors import BadInput


@cache
def stages(scenario: str, seed: str, phases: int, bot: str = "random") -> tuple[Stage, ...]:
    """The first phases of a game by bots."""
    match, found = GAME.begin(scenario, {}, None), []
    bots = {seat: GAME.bot(bot, seat, SeededChance(f"{seed} {seat}")) for seat in SEATS}
    for _ in range(phases):
        phase = match.phase()
        if phase is None:
            break
        heads = {seat: {"seat": seat, "phase": phase.id} for seat in SEATS}
        texts = {seat: bots[seat].orders(match.view(seat), heads[seat]) for seat in SEATS}
        found.append(stage_of(match, {seat: read(text) for seat, text in texts.items()}, texts, seed))
        match = restored(match.to_plain())
    return tuple(found)


def read(text: str) -> list[Orders]:
    """An order file by chance; none where the form refuses it, as a check would."""
    try:
        return [GAME.read_orders(text.encode(), "orders.yaml")]
    except BadInput:
        return []


def restored(plain: Mapping[str, Any]) -> GloryMatch:
    """A match again."""
    return GloryMatch.restore(plain, {}, None)


def in_company(plain: Mapping[str, Any]) -> dict[str, Any]:
    """The same with two rumours beside every Allied fleet at sea, as everybody sees."""
    match = restored(plain)
    free = [name for name in match.state.blocks if match.state.kind(name) == FOG and not match.state.on_map(name)]
    for fleet in match.state.blocks_of(ALLIED):
        here = match.state.blocks[fleet]
        for name in free[:2] if match.state.is_fleet(fleet) and here.area != "port" else ():
            match.state.blocks[name] = replace(here, beside=fleet)
            match.watch.sails_of(ALLIED).appear(match.state.place(name), "", match.state.turn)
            free.remove(name)
    return match.to_plain()


def reading(match: GloryMatch, seat: str | None, stage: Stage) -> Reading[Picture]:
    """What a seat reads after a stage."""
    frame = {"game": "glory-test", "phase": stage.phase, "phase_title": stage.title}
    return GAME.reading(match.view(seat), stage.told, frame)


def twin(plain: Mapping[str, Any], seat: str, chance: SeededChance) -> GloryMatch:
    """The same position to one seat's eyes: all that the other side hides is otherwise."""
    match = restored(plain)
    state, foe = match.state, other(seat)
    exchange_pools(state, foe, chance)
    shuffle_harbours(state, foe, chance)
    hurt(state, foe, chance)
    (allied_plans if foe == ALLIED else british_plans)(state, chance)
    return match


def exchange_pools(state: State, foe: str, chance: SeededChance) -> None:
    """Blocks that lie in one place change places with all they hold: fleets, frigates and rumours alike."""
    pools: dict[str, list[str]] = {}
    for name in state.blocks_of(foe):
        if state.blocks[name].area != "port":
            pools.setdefault(state.place(name), []).append(name)
    for names in pools.values():
        after = dict(zip(names, chance.some(names, len(names), len(names)), strict=True))
        blocks = {after[name]: state.blocks[name] for name in names}
        state.blocks.update(blocks)
        for ship in state.ships.values():
            ship.at = after.get(ship.at, ship.at)
        for officer in state.admirals.values():
            officer.at = after.get(officer.at, officer.at)
    for name in [name for name in state.blocks if state.owner(name) == foe and state.kind(name) == FOG]:
        state.blocks[name].beside = ""


def shuffle_harbours(state: State, foe: str, chance: SeededChance) -> None:
    """Ships in harbours that nobody can look into lie in other ones."""
    ports = [port.id for port in state.board.ports.values() if port.display and state.friendly(port.id, foe)]
    for name, ship in state.ships.items():
        if ship.at in ports and state.seat_of_ship(name) == foe and not ship.ordinary:
            ship.at = chance.pick(ports)


def hurt(state: State, foe: str, chance: SeededChance) -> None:
    """Ships that the other side cannot see are in another condition."""
    for name, ship in state.ships.items():
        if state.seat_of_ship(name) == foe and ship.at != NORTH_SEA_BOX and name in state.board.ships:
            ship.damaged = bool(chance.below(2))


def allied_plans(state: State, chance: SeededChance) -> None:
    """Destinations, provisions, directive, values and the truth of raids are otherwise."""
    for name in state.blocks_of(ALLIED):
        state.blocks[name].bound = chance.pick(["martinique", "ferrol", "bantry-bay"])
        state.blocks[name].letter = chance.pick(["a", "b"])
    state.conseil = dict(zip("abcd", reversed(state.conseil.values()), strict=False))
    faces = {port: "may" if face != "may" else "may-not" for port, face in state.chits.items()}
    state.chits.update({port: face for port, face in faces.items()
                        if port not in state.chits_shown and port not in state.spied})  # fmt: skip
    if not state.directive_open:
        state.directive = chance.pick(["malta", "naples", "alexandria"])
    state.directives = state.directives[1:]
    state.napoleon = dict(zip(state.napoleon, reversed(state.napoleon.values()), strict=True))
    for raid in state.raids.values():
        raid.done = raid.done if raid.shown else not raid.done


def british_plans(state: State, chance: SeededChance) -> None:
    """Values, the event and arrival numbers are otherwise."""
    state.pitt = dict(zip(state.pitt, reversed(state.pitt.values()), strict=True))
    state.events_pool = state.events_pool[1:]
    for name in state.blocks_of(BRITISH):
        state.blocks[name].bound = chance.pick(["1", "2", "3"])
