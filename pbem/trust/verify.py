"""`pbem verify`: everything about a game that can be checked without a secret, in a folder, a .zip or a single file.

What is free to change unseen: a file under public/ that no entry of the ledger commits to (the report counts them), a
witness's line in a checkpoint (the report names the witness), and a .zip's own bookkeeping. Nothing else is.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pbem.base.errors import Fault, bad
from pbem.base.files import read_file
from pbem.base.records import dataclass, field, replace
from pbem.trust.beacon.drand import Network
from pbem.trust.checks.disclosed import check_shown
from pbem.trust.checks.fallen_dice import check_throws
from pbem.trust.checks.findings import Audit, Game, Memo
from pbem.trust.checks.key_changes import check_rotations
from pbem.trust.checks.letters import check_letters
from pbem.trust.checks.record import History, check_charter, check_ledger, check_seen, read_game
from pbem.trust.checks.sequence import check_course, check_forms
from pbem.trust.checks.settled import Settled
from pbem.trust.folder.read_folder import Folder, is_folder, open_folder
from pbem.trust.grammar import check as grammar2
from pbem.trust.grammar.events import events_of
from pbem.trust.grammar.held import missing_here
from pbem.trust.grammar.verdict import PLAYED_BEFORE, Event, Verdict, headline, verdict_of, waiting
from pbem.trust.grammar.walk import Walk

MOST_NOTE = 64 * 1024
DEMO = "the beacon is the demonstration chain: anybody can compute its rounds, so it proves nothing"


@dataclass(frozen=True, slots=True)
class Report:
    """The result of a check: counts, and everything that does not match, in order."""

    path: str
    game: str
    tier: str
    checked: tuple[tuple[str, int], ...]
    faults: tuple[Fault, ...]
    notes: tuple[str, ...]
    #: The beacon is the demonstration chain, whose secret is public: everything may match and yet prove nothing.
    demo: bool = False
    #: Files that no entry of the ledger commits to.
    uncommitted: tuple[str, ...] = ()
    #: Events in which somebody had a choice, and remarks that change no verdict.
    events: tuple[Event, ...] = ()
    #: Grammar 2: how many lines of the ledger each seat has confirmed.
    confirmed: tuple[tuple[str, int], ...] = ()
    #: Which seats have not confirmed the newest lines yet.
    waiting: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Tells if everything matches; somebody may have had a choice all the same."""
        return not self.faults

    @property
    def verdict(self) -> Verdict:
        """Returns the verdict: everything matches, somebody had a choice, or it does not match."""
        return verdict_of(self.faults, self.events)

    @property
    def exit_code(self) -> int:
        """Returns the exit code of `pbem verify` and `pbem audit`: 0, 5 for a choice, 4 for a mismatch."""
        return self.verdict.value

    @property
    def choices(self) -> tuple[Event, ...]:
        """The events that make the verdict."""
        return tuple(event for event in self.events if not event.remark)

    @property
    def words(self) -> str:
        """The first words of the verdict, of a record without faults."""
        if not self.of_game:
            return "everything matches"
        return headline(self.verdict, self.events, dict(self.confirmed))

    @property
    def of_game(self) -> bool:
        """Tells if a whole game was checked, not a file by itself."""
        return bool(self.count("ledger lines")) and bool(self.events or self.confirmed)

    def count(self, what: str) -> int:
        """Returns the number of these that were checked."""
        return dict(self.checked).get(what, 0)

    def table(self) -> list[str]:
        """Lists the kinds of things checked, with their numbers, for people."""
        names = max((len(what) for what, _ in self.checked), default=0)
        counts = max((len(f"{count:,}") for _, count in self.checked), default=0)
        return [f"{what:{names}}  {count:{counts},}" for what, count in self.checked]

    def as_json(self) -> dict[str, Any]:
        """The report as a program reads it."""
        return {
            "ok": self.ok, "verdict": self.verdict.name.lower(), "exit": self.exit_code,
            "words": self.words if self.ok else "does not match",
            "path": self.path, "game": self.game, "tier": self.tier, "demo_beacon": self.demo,
            "checked": dict(self.checked), "faults": [fault.as_json() for fault in self.faults],
            "events": [event.as_json() for event in self.events], "confirmed": dict(self.confirmed),
            "waiting": list(self.waiting),
            "notes": list(self.notes),
        }  # fmt: skip


def verify_folder(
    path: Path | str, *, extra_networks: Iterable[Network] = (), seen: Path | Iterable[Path] | None = None,
    held: Path | None = None,
) -> Report:  # fmt: skip
    """Everything that can be checked of a public folder. `seen` are checkpoints the reader has had before, `held` a
    folder of letters that they hold."""
    given = [seen] if isinstance(seen, Path) else list(seen or ())
    earlier = [(str(file), read_file(file, MOST_NOTE)) for file in given]
    folder = open_folder(Path(path))
    report = examine(folder, str(path), extra_networks, earlier)
    return report if held is None else replace(report, events=(*report.events, *missing_here(folder, held)))


def verify_path(
    path: Path | str, *, extra_networks: Iterable[Network] = (), seen: Path | Iterable[Path] | None = None,
    held: Path | None = None,
) -> Report:  # fmt: skip
    """The same for a folder, a .zip of one, or a single file of a game."""
    from pbem.trust.one_file import examine_file  # who opens a letter verifies a folder

    path = Path(path)
    if is_folder(path):
        return verify_folder(path, extra_networks=extra_networks, seen=seen, held=held)
    if seen or held:
        raise bad("is one file; what was seen earlier is held against a whole folder", file=str(path))
    found = examine_file(path, tuple(extra_networks))
    notes = [*found.notes, *([DEMO] if found.demo else [])]
    charter = found.charter
    return Report(
        path=str(path), game=charter.game if charter else "", tier=charter.tier.value if charter else "",
        checked=tuple(found.counts.items()), faults=tuple(found.faults), notes=tuple(notes), demo=found.demo,
    )  # fmt: skip


def examine(
    folder: Folder, path: str = "", networks: Iterable[Network] = (), seen: Iterable[tuple[str, bytes]] = (),
    memo: Memo | None = None,
) -> Report:  # fmt: skip
    """The same for a folder from anywhere; a `memo` kept between calls spares what has not changed since."""
    return examine_further(folder, Settled(), path, networks, seen, memo).report


@dataclass(frozen=True, slots=True)
class Examined:
    """A check of a whole record: its report, what it settled, and in grammar 2 the walk over its ledger."""

    report: Report
    settled: Settled = field(default_factory=Settled)
    walk: Walk | None = None


def examine_further(
    folder: Folder, settled: Settled, path: str = "", networks: Iterable[Network] = (),
    seen: Iterable[tuple[str, bytes]] = (), memo: Memo | None = None,
) -> Examined:  # fmt: skip
    """The same, going on behind what an earlier check of the same record has settled.

    Where anything is at fault, everything is checked, so that the faults are those that everybody finds. Nothing is
    settled of a record with a fault, nor of one of grammar 1.
    """
    audit = Audit(folder, memo or Memo(keep=False), tuple(networks), settled=settled)
    game = read_game(audit)
    judged = examine_game(audit, game, seen) if game is not None else Judged()
    if audit.faults and settled.lines:
        return examine_further(folder, Settled(), path, networks, seen, memo)
    report = reported(audit, game, path, judged)
    if audit.faults or game is None or game.charter.grammar != 2:
        return Examined(report)
    audit.newly.lines, audit.newly.files = len(game.entries), audit.present
    audit.newly.counts = {what: audit.newly.counts.get(what, 0) for what in audit.counts}
    return Examined(report, audit.newly, judged.walk)


@dataclass(frozen=True, slots=True)
class Judged:
    """The results for a whole game beside its faults."""

    events: tuple[Event, ...] = ()
    confirmed: tuple[tuple[str, int], ...] = ()
    waiting: tuple[str, ...] = ()
    walk: Walk | None = None


def examine_game(audit: Audit, game: Game, seen: Iterable[tuple[str, bytes]]) -> Judged:
    """All checks, from what others rest on to what rests on them, by the grammar of the game."""
    if game.charter.grammar == 2:
        grammar2.check_forms(audit, game)
    else:
        check_forms(audit, game)
    history = History(game.ledger, audit.settled.tree())
    audit.newly.edge = history.edge_at(history.size)
    check_charter(audit, game)
    check_ledger(audit, game, history)
    for name, note in seen:
        check_seen(audit, game, history, note, name)
    if game.charter.grammar == 2:
        record = grammar2.check_game(audit, game, history)
        told = 1 + next((entry.n for entry in reversed(game.entries) if entry.kind != "seen"), -1)
        confirmed = record.confirmed
        return Judged(events_of(record), tuple(confirmed.items()), tuple(waiting(confirmed, told)), record.walk)
    check_game_1(audit, game, history)
    return Judged((PLAYED_BEFORE,))


def check_game_1(audit: Audit, game: Game, history: History) -> None:
    """The checks of grammar 1, whole, for games that go on under it."""
    phases = check_course(audit, game)
    check_rotations(audit, game)
    check_letters(audit, game, phases, history)
    check_throws(audit, game, phases)
    check_shown(audit, game, phases)


def reported(audit: Audit, game: Game | None, path: str, judged: Judged) -> Report:
    """The findings of a folder."""
    charter = game.charter if game else None
    demo = bool(charter and charter.beacon and any(n.demo for n in audit.networks if n.chain == charter.beacon))
    if demo:
        with audit.anew():
            audit.note(DEMO)
    return Report(
        path=path, game=charter.game if charter else "", tier=charter.tier.value if charter else "",
        checked=tuple(audit.counts.items()), faults=tuple(audit.faults), notes=tuple(audit.notes), demo=demo,
        uncommitted=tuple(sorted(audit.uncommitted)),
        events=judged.events, confirmed=judged.confirmed, waiting=judged.waiting,
    )  # fmt: skip
