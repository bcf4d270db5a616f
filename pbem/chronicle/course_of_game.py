"""Replays a game for its book: each phase with its position, its story and its rulings.

This is the audit's replay, so a book is only made of a record that is valid. It does not compare the reports' bytes,
because a later version of the program may word them otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pbem.adjudicator.engine.phase import Told
from pbem.adjudicator.engine.reader import Reading
from pbem.adjudicator.engine.table import ALL, Note
from pbem.adjudicator.game import Game, Match
from pbem.base.errors import CheckFailed, PbemError
from pbem.base.records import dataclass, field, replace
from pbem.match.audit.disclosed_papers import Library, open_library
from pbem.match.audit.replay import Replay, Turn
from pbem.match.play.reports import Scene
from pbem.trust.beacon.drand import DEMO_NETWORK
from pbem.trust.people.charter import Charter
from pbem.trust.record import layout
from pbem.trust.record.layout import occasion_of
from pbem.trust.record.ledger import Ledger
from pbem.trust.verify import Report, verify_folder

#: Around the name of a seat, before what it alone was told: signs that no text of a game holds.
BEGIN, END = "\ue000", "\ue001"


@dataclass(frozen=True, slots=True)
class Eyes:
    """The reader: a seat, the public if empty, or after the end of the game somebody who may know all of it."""

    seat: str = ""
    whole: bool = False

    def sight(self, game: Game, scene: Scene) -> Reading[Any]:
        """Returns what the reader sees of a position."""
        return scene.sight(game, self.seat or None)

    def told(self, scene: Scene) -> Told:
        """Returns what the reader hears of a phase. A reader of everything also learns who alone was told each secret
        at the time.
        """
        if not self.whole or scene.played is None:
            return scene.told(self.seat or None)
        return Told(tuple(opened(note) for note in scene.played.story), ())


def opened(note: Note) -> Note:
    """A note with its ears written before it, for everybody to read."""
    return note if note.to == ALL else replace(note, to=ALL, text=f"{BEGIN}{note.to}{END}{note.text}")


@dataclass(frozen=True, slots=True)
class Leaf:
    """A phase that was played to its end, as the book has it."""

    scene: Scene
    turn: int
    closed: str  # when
    seeds: Mapping[str, str]  # label -> under which seed it fell
    specs: Mapping[str, str]  # label -> what was rolled


@dataclass(frozen=True, slots=True)
class Course:
    """A game from its charter to its newest closed phase."""

    library: Library
    leaves: tuple[Leaf, ...]
    verified: Report

    @property
    def charter(self) -> Charter:
        """Its charter."""
        return self.library.charter

    @property
    def ledger(self) -> Ledger:
        """Its ledger."""
        return self.library.ledger

    @property
    def over(self) -> bool:
        """Checks whether everything is shown."""
        return bool(self.ledger.entries("final"))


def read_course(root: Path, keyring: Path | None = None) -> Course:
    """Verify the public folder and play the game again; CheckFailed with the first thing that does not match."""
    verified = verify_folder(root, extra_networks=(DEMO_NETWORK,))
    if verified.faults:
        raise CheckFailed(verified.faults)
    library = open_library(root, keyring)
    again = Again(library)
    try:
        again.run()
    except PbemError as error:
        raise CheckFailed(error.faults) from None
    return Course(library, tuple(again.leaves), verified)


@dataclass(slots=True)
class Gathered:
    """The news of rulings in the steps of the phase that is being played."""

    notices: dict[str, list[str]] = field(default_factory=dict)

    def add(self, told: Mapping[str, list[str]]) -> None:
        """Adds the news of one report."""
        for reader, lines in told.items():
            self.notices.setdefault(reader, []).extend(lines)


class Again(Replay):
    """The replay, keeping each phase as it closes; those that were withdrawn make room for what came instead."""

    def __init__(self, library: Library) -> None:
        super().__init__(library)
        self.leaves: list[Leaf] = []
        self.turn = 0
        self.gathered = Gathered()

    def played_stretch(self) -> Match:
        """Returns the part that was not withdrawn: if all players went back, later phases are no part of the story."""
        back = self.stretch.phase
        names = [leaf.scene.phase for leaf in self.leaves]
        if back in names:
            del self.leaves[names.index(back) :]
        return super().played_stretch()

    def phase(self, phase: str, title: str, position: Mapping[str, Any]) -> Any:
        """One phase; its turn is that of the position it begins with."""
        opens = self.terms.restore(position).phase()
        self.turn, self.gathered = opens.turn if opens else 0, Gathered()
        return super().phase(phase, title, position)

    def compare_reports(self, turn: Turn, scene: Scene) -> None:
        """Kept instead of compared; a phase that waits for an answer is not over, so it is no leaf yet."""
        for entry in self.entries("report", step=turn.name):
            self.gathered.add(self.notices(entry))
        if scene.waits or scene.played is None:
            return
        records = scene.played.transcript.records
        specs = {record["label"]: record["spec"] for record in records if record["k"] == "roll"}
        told = replace(scene, notices=dict(self.gathered.notices))
        self.leaves.append(Leaf(told, self.turn, turn.locked.t, self.seeds_of(scene.phase), specs))

    def seeds_of(self, phase: str) -> dict[str, str]:
        """Under which seed each public die of a phase fell: a phase with questions has had several."""
        found: dict[str, str] = {}
        for entry in self.entries("rolls"):
            occasion = occasion_of(entry)
            if occasion.phase == phase or occasion.phase.startswith(f"{phase}."):
                log = self.library.read(layout.rolls_file(occasion)).decode("ascii")
                found |= {line.partition(" ")[0]: occasion.stem for line in log.split("\n") if line}
        return found
