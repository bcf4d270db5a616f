"""A walk that goes on with a growing ledger says what a walk from the first line says, and takes each line once."""

from __future__ import annotations

from typing import Any

import pytest
from ledger2 import Table
from ledger2_cases import CASES, moderated, two_step

from pbem.base.errors import BadInput
from pbem.trust.grammar.standing import LongWalk, walk_of
from pbem.trust.grammar.verdict import Verdict
from pbem.trust.grammar.walk import Walk
from pbem.trust.grammar.walk_state import WalkState
from pbem.trust.record.ledger import Entry, Ledger

SOUND = [name for name, case in CASES.items() if case.verdict is not Verdict.MISMATCH]


def state(walk: Walk) -> dict[str, Any]:
    """Everything that a walk knows but for the keys, and the functions it was given."""
    apart = {"blame", "charter", "link_of", "round_time", "silences", "tenures"}
    told = {name: getattr(walk, name) for name in WalkState.__slots__ if name not in apart}
    return {**told, "silences": (walk.silences.wanted, walk.silences.silent), "keys": walk.tenures.charters}


def read_of(table: Table) -> Any:
    """Reads a file of the table's folder."""
    return lambda name: (table.writer.folder / name).read_bytes()


@pytest.mark.parametrize("name", SOUND)
def test_the_walk_that_goes_on_is_the_walk_from_the_start(name: str) -> None:
    table = CASES[name].play()
    long, lines = LongWalk(), list(table.writer.ledger)
    for size in range(1, len(lines) + 1):
        so_far = Ledger(lines[:size])
        assert state(long.to(table.charter, so_far, read_of(table))) == state(
            walk_of(table.charter, so_far, read_of(table))
        )


def test_a_writer_takes_each_line_once(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[int] = []
    take = Walk.take

    def counted(walk: Walk, entry: Entry) -> None:
        taken.append(entry.n)
        take(walk, entry)

    monkeypatch.setattr(Walk, "take", counted)
    table = moderated()
    for number in range(1, 6):
        table.play(f"t{number:02d}")
    table.walk()
    assert taken == list(range(len(table.writer.ledger)))


def lock_and_fail(table: Table) -> None:
    """A list of locks that the walk has taken, then a slip."""
    with table.step() as step:
        step.locked(table.occasion, opens_by=table.now)
        step.walk()
        step.amended("amend", b"", {"moderator": ""})


def test_lines_of_a_step_that_failed_are_not_in_the_walk() -> None:
    table = two_step()
    table.phase("t01")
    with pytest.raises(BadInput, match="has not signed"):
        lock_and_fail(table)
    assert table.walk().phases[table.occasion].first_locked is None
    table.lock("britain")
    assert list(table.walk().phases[table.occasion].best) == ["britain"]
