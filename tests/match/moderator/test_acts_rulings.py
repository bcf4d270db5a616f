"""Rulings of the moderator: signed, reasoned, told to all, and checked by whoever verifies the record."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from club import Club, playing
from club import duel_is_known as duel_is_known

from pbem.base.clock import parse_time
from pbem.base.errors import BadInput
from pbem.match.folder.office import Office, at_work
from pbem.match.record.rulings import rule
from pbem.trust.keyring import Keyring


def at_desk(club: Club, act: Callable[[Office], object]) -> None:
    with at_work(club.desk, Keyring.open(club.home("moderator")), parse_time(club.now)) as office:
        act(office)
        office.save()


def test_3_10_a_ruling_is_signed_and_told_to_every_seat(tmp_path: Path) -> None:
    club = playing(tmp_path)
    club.deliver()
    at_desk(club, lambda office: rule(office, "note", "The inn was closed.", days=2))
    entry = club.ledger().entries("ruling")[-1]
    text = (club.desk / "public" / "rulings" / f"{entry.n}.yaml").read_text()
    assert "reason: The inn was closed." in text
    assert f"entry: {entry.n}" in text
    assert entry["days"] == 2
    letters = club.read()
    assert [len(found) for found in letters.values()] == [1, 1]
    assert b"The inn was closed." in letters["red"][0].read_bytes()
    club.do("moderator", "verify", club.desk)


@pytest.mark.parametrize("name", ["public/rulings/{n}.yaml", "amends/{n}.moderator.sig"])
def test_3_10_a_ruling_changed_afterwards_is_named(tmp_path: Path, name: str) -> None:
    club = playing(tmp_path)
    at_desk(club, lambda office: rule(office, "note", "The inn was closed."))
    path = club.desk / name.format(n=club.ledger().entries("ruling")[-1].n)
    data = bytearray(path.read_bytes())
    data[data.index(b"n", 60)] ^= 1
    path.write_bytes(data)
    error = club.fail("moderator", "verify", club.desk)
    assert error.exit_code == 4
    assert path.name in {Path(fault.file).name for fault in error.faults}


@pytest.mark.parametrize("reason", ["", "  ", "x" * 1001, "a\x1b[2Jb", "a\u202eb", "two\nlines"])
def test_a_reason_in_which_something_hides_is_refused(tmp_path: Path, reason: str) -> None:
    club = playing(tmp_path)
    with pytest.raises(BadInput):
        at_desk(club, lambda office: rule(office, "note", reason))
    assert not club.ledger().entries("ruling")


def test_before_the_charter_there_is_nothing_to_rule_on(tmp_path: Path) -> None:
    club = Club(tmp_path)
    with pytest.raises(BadInput) as caught:
        at_desk(club, lambda office: rule(office, "note", "too early"))
    assert "no ledger yet" in caught.value.faults[0].message
