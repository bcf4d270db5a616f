"""Threat 6: whom all have once allowed to go back cannot do so with those signatures again, or elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from acts_kit import act, agree, play_phase, playing, sound
from club import Club
from club import duel_is_known as duel_is_known

from pbem.base.clock import parse_time
from pbem.match.folder.office import Office, at_work
from pbem.match.moderator.going_back import NAMESPACE
from pbem.trust.keyring import Keyring
from pbem.trust.record import layout
from pbem.trust.ssh import sshsig


def at_desk(club: Club) -> Any:
    """The moderator's desk, for what no command does."""
    return at_work(club.desk, Keyring.open(club.home("moderator")), parse_time(club.now))


def enter(office: Office, text: bytes, sigs: dict[str, str], **fields: Any) -> None:
    """A return in the ledger by the moderator's own pen."""
    with office.record.step(office.now) as entries:
        entries.amended("reopen", text, sigs, **fields)
    office.save()


def found_out(club: Club) -> str:
    """What whoever verifies is told."""
    error = club.fail("moderator", "verify", club.desk)
    assert error.exit_code == 4
    return "\n".join(fault.message for fault in error.faults)


BOTH = ["t01.duel", "t02.duel"]


@pytest.mark.usefixtures("of_before")
@pytest.mark.parametrize(
    ("fields", "fault"),
    [({"phase": "t01.duel", "dice": "same", "withdraws": BOTH}, "is by signatures that have served in entry"),
     ({"phase": "t02.duel", "dice": "same", "withdraws": BOTH}, "says another 'phase' than entry"),
     ({"phase": "t01.duel", "withdraws": BOTH}, "says another 'dice' than entry"),
     ({"phase": "t01.duel", "dice": "same", "withdraws": [*BOTH, "t03.duel"]}, "says another 'withdraws' than entry")],
    ids=["again", "another phase", "fresh dice", "more phases"],
)  # fmt: skip
def test_threat_6_what_all_have_signed_once_serves_once(tmp_path: Path, fields: dict[str, Any], fault: str) -> None:
    club = playing(tmp_path)
    play_phase(club)
    act(club, "rollback", "--to", "t01.duel")
    agree(club)
    club.read()
    play_phase(club)
    sound(club)
    with at_desk(club) as office:
        line = office.record.ledger.entries("reopen")[0].n
        names = {who: layout.amend_signature(line, who) for who in office.charter.who()}
        sigs = {who: office.desk.read(name).decode() for who, name in names.items()}
        enter(office, office.desk.read(layout.amend_file(line)), sigs, **fields)
    assert fault in found_out(club)


def test_threat_6_a_return_that_was_dropped_is_not_kept_for_better_times(tmp_path: Path) -> None:
    club = playing(tmp_path)
    act(club, "rollback", "--to", "t01.duel")
    agree(club, "red")
    with at_desk(club) as office:
        text, sigs = office.book.proposal["text"].encode(), dict(office.book.proposal["sigs"])
    sigs["blue"] = sshsig.sign(Keyring.open(club.home("blue")).signer(), text, NAMESPACE)
    act(club, "resume")
    club.read()
    play_phase(club)
    with at_desk(club) as office:
        enter(office, text, sigs, phase="t01.duel", dice="same", withdraws=["t01.duel"])
    assert "takes back phase 't02.duel', which it does not list" in found_out(club)
