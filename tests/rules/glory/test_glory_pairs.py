"""Whole games as pairs: the same game with two blocks exchanged looks the same to the other side, note for note.

Order files of the pair name the other block, and draws in the owner's own lane fall by who is who. So a rule that goes
through blocks in the order of the board, and tells of each as it goes, is found here.

A fleet and a rumour, and a fleet and a frigate, are twins too as long as nobody has spotted them: they lie in one
place, and whichever of them is ordered east and whichever west, the other side hears the same.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, TypeVar

import pytest
from rules.glory.glory_stages import read, restored, stages
from rules.stages import Waits

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.engine.driver import Closed, Driver
from pbem.adjudicator.engine.table import PUBLIC, Note, Table
from pbem.adjudicator.engine.transcript import Transcript
from pbem.adjudicator.glory.board.board import load_board
from pbem.adjudicator.glory.game import GAME
from pbem.adjudicator.glory.match import GloryMatch
from pbem.adjudicator.glory.state.terms import ALLIED, BRITISH, PORT, SEATS, other
from pbem.strict_yaml import write
from pbem.trial.soak import dice_of

Thing = TypeVar("Thing")
BLOCKS = list(load_board().blocks)
PLAIN_DRAW = Table.draw
#: What lays open which block was which: a success of a search, and all that may follow from it.
OPENED = ("spotted", "rumour")
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


# ------------------------------------------------------------------------------------------- what looks alike


def together(plain: Mapping[str, Any], fleet: str, other_one: str, place: str) -> dict[str, Any]:
    """The same position with a fleet and another block of its side at sea in one hex, where all have seen them come."""
    match = restored(plain)
    state, seat = match.state, match.state.owner(fleet)
    harbour = (ship for ship in state.ships if state.seat_of_ship(ship) == seat and state.ships[ship].at == HOME[seat])
    for ship in list(harbour)[:6]:
        state.ships[ship].at = fleet
    for name in (fleet, other_one):
        here = state.blocks[name]
        if here.area not in ("", PORT):
            match.watch.sails_of(seat).leave(state.place(name))
        here.at, here.area, here.bound, here.letter, here.face_down, here.beside = place, "sea", "", "", False, ""
        match.watch.lookout.sails[seat].appear(place, "", state.turn)
    return match.to_plain()


def allied_file(head: Mapping[str, str], fleet: str, rumour: str, ways: Sequence[Mapping[str, Any]]) -> str:
    """Orders for a fleet and a rumour: the first way for the fleet, the second for the rumour."""
    return write({"pbem": "orders/1", **head, "sail": [{"block": fleet, "legs": [ways[0]]}],
                  "decoys": [{"rumour": rumour, **ways[1]}, {"rest": "lie"}]})  # fmt: skip


def british_file(head: Mapping[str, str], fleet: str, frigate: str, ways: Sequence[Mapping[str, Any]]) -> str:
    """Orders for a fleet and a frigate, in the order of the ways: the block that is ordered east stands first."""
    pairs = sorted(zip((fleet, frigate), ways, strict=True), key=lambda pair: str(pair[1]))
    return write({"pbem": "orders/1", **head, "sail": [{"block": name, "legs": [way]} for name, way in pairs]})


def until_opened(story: Sequence[Note], seat: str) -> list[tuple[str, ...]]:
    """All that a seat hears until a search lays open who is who."""
    end = next((place for place, note in enumerate(story) if note.event in OPENED), len(story))
    return heard(story[:end], seat)


#: Where a fleet that has no ships takes some on.
HOME = {ALLIED: "brest", BRITISH: "plymouth"}
#: Where the twins meet, and the ways that they part: by hex, into a zone and past it, through the Straits, on the face.
WAYS: tuple[tuple[str, Mapping[str, Any], Mapping[str, Any]], ...] = (
    ("0807", {"make_for": "0115", "stop": "sea"}, {"make_for": "1123", "stop": "sea"}),
    ("0807", {"make_for": "ferrol", "stop": "loose"}, {"make_for": "bantry-bay", "stop": "loose"}),
    ("0911", {"make_for": "ferrol", "stop": "loose"}, {"make_for": "rochefort", "stop": "loose"}),
    ("1123", {"make_for": "cadiz", "stop": "loose"}, {"lie": "true"}),
    ("0504", {"make_for": "1501", "stop": "sea"}, {"make_for": "bantry-bay", "stop": "inshore"}),
)


def positions() -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Positions of a Trafalgar game, in which Allied fleets are bound for nowhere (24.2)."""
    for seed in ("s1", "s5"):
        for stage in stages("trafalgar", seed, 6, "steady")[2:5]:
            yield f"{seed} {stage.phase}", stage.after


@pytest.mark.parametrize(("at", "one", "two"), WAYS, ids=lambda each: "")
@pytest.mark.parametrize(("fleet", "twin", "file"), [
    ("brest-fleet", "fog-1", allied_file), ("channel-fleet", "frigate-1", british_file),
], ids=["rumour", "frigate"])  # fmt: skip
def test_2_3_nobody_could_tell_a_fleet_from_a_rumour_or_a_frigate(
    at: str, one: Mapping[str, Any], two: Mapping[str, Any], fleet: str, twin: str, file: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    seat = ALLIED if fleet == "brest-fleet" else BRITISH
    enemy, pair, compared = other(seat), {fleet: twin, twin: fleet}, 0
    for name, before in positions():
        plain = together(before, fleet, twin, at)
        match = restored(plain)
        phase = match.phase()
        assert phase is not None
        head = {"seat": seat, "phase": phase.id}
        theirs = GAME.bot("steady", enemy, SeededChance(name)).orders(match.view(enemy), {**head, "seat": enemy})
        told = []
        for ways, names in (((one, two), {}), ((two, one), pair)):
            texts = {seat: file(head, fleet, twin, ways), enemy: theirs}
            with monkeypatch.context() as patch:
                told.append(until_opened(twin_played(plain, texts, names, patch), enemy))
        shorter = min(map(len, told))
        assert told[0][:shorter] == told[1][:shorter], name
        compared += sum(1 for note in told[0][:shorter] if "sail" in note[1])
    assert compared >= 20


def twin_played(plain: Mapping[str, Any], texts: Mapping[str, str], pair: Mapping[str, str], patch: pytest.MonkeyPatch,
                ) -> list[Note]:  # fmt: skip
    """One phase in which the owner's draws fall by who is who, and the files are read as they are."""
    with patch.context() as inner:
        inner.setattr(f"{__name__}.in_text", lambda text, _: text)
        return played(plain, texts, "twins", pair, inner)[1]
