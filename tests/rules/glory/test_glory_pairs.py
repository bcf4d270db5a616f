"""Whole games as pairs: the same game with two blocks exchanged looks the same to the other side, note for note.

Order files of the pair name the other block, and draws in the owner's own lane fall by who is who. So a rule that goes
through blocks in the order of the board, and tells of each as it goes, is found here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, TypeVar

import pytest
from rules.glory.glory_stages import Waits, read, restored

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.engine.driver import Closed, Driver
from pbem.adjudicator.engine.table import PUBLIC, Note, Table
from pbem.adjudicator.engine.transcript import Transcript
from pbem.adjudicator.glory.board.board import load_board
from pbem.adjudicator.glory.game import GAME
from pbem.adjudicator.glory.match import GloryMatch
from pbem.adjudicator.glory.state.terms import SEATS, other
from pbem.trial.soak import dice_of

Thing = TypeVar("Thing")
BLOCKS = list(load_board().blocks)
PLAIN_DRAW = Table.draw
PAIRS = (("brest-fleet", "magon-fleet"), ("ferrol-fleet", "cadiz-fleet"), ("channel-fleet", "minorca-fleet"))


def exchanged(value: Any, pair: Mapping[str, str]) -> Any:
    """Plain data with the two blocks exchanged; blocks stay in the order of the board."""
    if isinstance(value, dict):
        found = {pair.get(name, name): exchanged(item, pair) for name, item in value.items()}
        if "brest-fleet" in found:
            return {name: found[name] for name in sorted(found, key=BLOCKS.index)}
        return found
    if isinstance(value, list):
        return [exchanged(item, pair) for item in value]
    return pair.get(value, value) if isinstance(value, str) else value


def in_text(text: str, pair: Mapping[str, str]) -> str:
    """An order file with the two blocks exchanged."""
    names = "|".join(pair) or "$."
    return re.sub(rf"(?<![a-z-])({names})(?![a-z0-9-])", lambda found: pair[found[1]], text)


def played(plain: Mapping[str, Any], texts: Mapping[str, str], seed: str, pair: Mapping[str, str],
           patch: pytest.MonkeyPatch) -> tuple[GloryMatch, list[Note]]:  # fmt: skip
    """One phase."""

    async def draw(self: Table, rule: str, items: Sequence[Thing], number: int, kind: str, *parts: str,
                   lane: str) -> list[Thing]:  # fmt: skip
        if lane == PUBLIC:
            return await PLAIN_DRAW(self, rule, items, number, kind, *parts, lane=lane)
        label = self.label(kind, parts)
        return sorted(items, key=lambda item: sha256(f"{label}/{who(item, pair)}".encode()).digest())[:number]

    patch.setattr(Table, "draw", draw)
    match, table = restored(plain), Table()
    phase = match.phase()
    assert phase is not None
    files = {seat: read(in_text(texts[seat], pair)) for seat in SEATS}
    for seat in SEATS:
        match.adopt(seat, files[seat])
    sources = {seat: [*match.sources(seat, files[seat]), Waits()] for seat in SEATS}
    assert isinstance(Driver(Transcript(), dice_of(seed, phase), sources).run(match.play(table)), Closed)
    return match, table.story


def who(item: object, pair: Mapping[str, str]) -> str:
    """The block behind its name; anything else as it is."""
    name = item if isinstance(item, str) else str(getattr(item, "block", item))
    return pair.get(name, name)


def heard(story: Sequence[Note], seat: str) -> list[tuple[str, ...]]:
    """All that a seat hears."""
    return [(note.rule, note.text, json.dumps(note.facts, sort_keys=True), str(note.throw))
            for note in story if note.heard_by(seat)]  # fmt: skip


@pytest.mark.parametrize("one_and_two", PAIRS, ids=lambda pair: "-and-".join(pair))
@pytest.mark.parametrize(("scenario", "phases"), [("trafalgar", 6), ("campaign", 8)])
def test_2_3_nobody_could_tell_two_blocks_of_the_enemy_from_one_another(
    scenario: str, phases: int, one_and_two: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = one_and_two
    pair = {one: two, two: one}
    enemy = other(load_board().blocks[one].side)
    bots = {seat: GAME.bot("steady", seat, SeededChance(f"pair {seat}")) for seat in SEATS}
    match = GAME.begin(scenario, {}, None)
    assert isinstance(match, GloryMatch)
    for number in range(phases):
        plain, phase = match.to_plain(), match.phase()
        assert phase is not None
        texts = {seat: bots[seat].orders(match.view(seat), {"seat": seat, "phase": phase.id}) for seat in SEATS}
        match, story = played(plain, texts, "pairs", {}, monkeypatch)
        if number:  # at the set-up everybody knows which block is which
            twin, again = played(exchanged(plain, pair), texts, "pairs", pair, monkeypatch)
            assert heard(again, enemy) == heard(story, enemy)
            assert twin.view(enemy) == match.view(enemy)
        match = restored(match.to_plain())
