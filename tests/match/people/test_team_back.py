"""A team that has to agree, in a game that goes back: what was sent before is for nobody to agree to any more."""

from __future__ import annotations

from email import message_from_bytes
from pathlib import Path

from club import duel_is_known as duel_is_known
from team_club import Team

from pbem.mail.letter import read_letter


def goes_back(club: Team) -> None:
    """The moderator asks for it, both captains sign, and everybody reads that the phase is open again."""
    club.hands["red"] = "red"
    club.do("moderator", "rollback", club.desk, "--to", "t01.duel", "--reason", "An order file was misread.")
    asked = club.mail("reopen")
    signs = {seat: max((club.place / "post").glob(f"*-{seat}-reopen*.eml")) for seat in ("blue", "red")}
    assert asked in (club.place / "post").iterdir()
    for seat, letter in signs.items():
        club.comes_in(Path(club.do(seat, "agree", letter, "--dir", club.folder(seat)).stdout.strip()))
    club.read_all()


def test_orders_of_before_wait_for_no_agreement_once_play_has_gone_back(tmp_path: Path) -> None:
    club = Team(tmp_path)
    club.writes("red", bid="low")
    club.agrees("carol")
    club.runs()
    club.read_all()
    goes_back(club)
    assert club.status()["phase"] == "t01.duel"
    assert "pbem word agree" not in club.do("carol", "inbox", tmp_path / "carol").stdout
    club.hands["red"] = "carol"
    told = club.fail("carol", "word", "agree", "--dir", tmp_path / "carol").faults[0].message
    assert "folder has no orders of others of your team for phase 't01.duel', attempt 2" in told
    club.writes("red", bid="high")
    club.agrees("carol")
    club.runs()
    assert [entry.number("attempt") for entry in club.ledger().entries("locked", phase="t01.duel")] == [1, 2]


def test_of_a_team_the_captain_signs_and_its_members_read_so(tmp_path: Path) -> None:
    club = Team(tmp_path)
    club.do("moderator", "rollback", club.desk, "--to", "t01.duel", "--reason", "An order file was misread.")
    club.mail("reopen")
    said = {}
    for path in (tmp_path / "post").glob("*-reopen*.eml"):
        letter = message_from_bytes(path.read_bytes())
        person = str(letter["To"]).partition("@")[0]
        text = " ".join(read_letter(path.read_bytes()).text.split())
        assert ("For a team its captain signs" in text) == (person != "blue")
        club.hands["red"] = "red"
        said[person] = club.do(person, "open", path, "--dir", tmp_path / person).stderr
        command = f"pbem agree {path}"
        assert (command in said[person]) == (person != "carol")
    assert "the captain of your team signs" in said["carol"]
    assert set(said) == {"blue", "red", "carol"}
