"""A result that overtakes letters which could not be sent brings them: they go no more, and its reader lacks none."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from club import Club, playing
from club import duel_is_known as duel_is_known

from pbem.mail.letter import read_letter
from pbem.match.post.game_letter import Letter, write_letter
from pbem.match.post.send_outbox import deliveries
from pbem.match.post.unsent import MOST_BYTES
from pbem.trust.beacon.drand import DEMO_NETWORK
from pbem.trust.verify import verify_folder

NOWHERE = "smtp://localhost:1"


def tick(club: Club, way: str | Path) -> None:
    """The timer goes off."""
    club.do("moderator", "tick", club.desk, "--to", way)


def post(club: Club) -> dict[str, list[str]]:
    """Where the letters are: state -> names, without what was handed over before."""
    found: dict[str, list[str]] = {}
    for each in deliveries(club.desk).all.values():
        if each.state.value not in ("handed over", "acknowledged"):
            found.setdefault(each.state.value, []).append(each.name[6:])
    return {state: sorted(names) for state, names in found.items()}


@pytest.mark.parametrize("order", [{"letters": ["00099-red-gone"], "to": "red@example.org"}, {"recalled": ["00099"]}])
def test_a_letter_that_somebody_has_thrown_away_holds_up_no_other(order: dict[str, object], tmp_path: Path) -> None:
    """Taken out of the outbox by hand, or left out of a copy that was put back."""
    club = playing(tmp_path)
    club.take(club.sealed("red", bid="low"))
    (club.desk / "outbox" / "00098.again").write_text(json.dumps(order), encoding="ascii")
    assert "00098" not in club.do("moderator", "out", club.desk, "--to", tmp_path / "post").output
    assert list((tmp_path / "post").glob("*-red-receipt-t01.duel-1.eml"))
    assert list((club.desk / "outbox").iterdir()) == []


def silent_phases(club: Club, count: int) -> None:
    """Deadlines pass without orders while no server takes a letter."""
    for _ in range(count):
        club.later(60)
        tick(club, NOWHERE)


@pytest.mark.parametrize("tier", ["moderated", "beacon"])
def test_a_newer_result_cancels_the_unsent_older_one_and_brings_it(tier: str, tmp_path: Path) -> None:
    club = playing(tmp_path, tier)
    for seat in ("blue", "red"):
        club.do("moderator", "in", club.desk, club.sealed(seat, bid="low", standing="no"))
    silent_phases(club, 2)
    states = post(club)
    assert {"blue-receipt-t01.duel-1", "blue-report-t01.duel", "red-report-t01.duel"} <= set(states["superseded"])
    left = states.get("queued", []) + states["deferred"]
    assert sorted(left) == ["blue-report-t02.duel", "red-report-t02.duel"]
    club.later(12)
    came = club.read()
    assert [len(letters) for letters in came.values()] == [1, 1]
    for seat, (letter,) in came.items():
        reports = sorted(path.stem for path in (club.folder(seat) / "reports").iterdir())
        assert {"t01.duel", "t02.duel"} <= set(reports)
        assert list((club.folder(seat) / "receipts").glob("*.proof"))
        assert "earlier letters that could not be sent" in read_letter(letter.read_bytes()).text
        assert verify_folder(club.folder(seat) / "game", extra_networks=(DEMO_NETWORK,)).ok
    assert "superseded" in str(club.status()["post"])


def test_what_a_result_brings_does_not_tell_how_many_letters_others_have_been_sent(tmp_path: Path) -> None:
    club = playing(tmp_path / "one")
    twin = club.copied(tmp_path / "two")
    for _ in range(2):  # receipts for blue, whose numbers lie between those of red's letters
        twin.take(twin.sealed("blue", bid="low"))
    names = []
    for each in (club, twin):
        each.order("blue", bid="low", standing="no")
        silent_phases(each, 2)
        each.later(12)
        ((letter,),) = [letters for seat, letters in each.deliver().items() if seat == "red"]
        names.append([name for name in each.parts(letter) if name.endswith(".eml")])
    assert names[0] == names[1] == ["00001-red-report-t01.duel.eml"]


def test_a_result_brings_nothing_while_letters_go_out(tmp_path: Path) -> None:
    club = playing(tmp_path)
    for _ in range(2):
        club.later(60)
        tick(club, club.place / "post")
    assert post(club) == {}
    assert not any(b"earlier letters" in path.read_bytes() for path in (club.place / "post").glob("*.eml"))


def test_what_was_not_brought_goes_by_itself_and_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.match.post.unsent.MOST_BYTES", 10)
    club = Club(tmp_path)
    club.begin()
    silent_phases(club, 2)
    assert "superseded" not in post(club)
    club.later(12)
    came = club.read()
    assert [len(letters) for letters in came.values()] == [2, 2]


def test_what_a_result_brings_leaves_room_for_its_own_files_at_an_ordinary_server() -> None:
    older = {f"{number:05d}-red-report-t01.eml": b"x" * (MOST_BYTES // 5) for number in range(5)}
    own = {"red-t06.pages.age": b"x" * 2_000_000}
    letter = Letter("red@example.net", "Result", "Result.", {**older, **own})
    data = write_letter(letter, "club@example.org", "x", datetime(2026, 11, 18, tzinfo=UTC))
    assert len(data) < 10_240_000  # Postfix, message_size_limit


def test_an_overtaken_letter_can_be_asked_for_again(tmp_path: Path) -> None:
    club = playing(tmp_path)
    silent_phases(club, 2)
    name = next(each.name for each in deliveries(club.desk).all.values() if each.state.value == "superseded")
    club.later(12)
    club.do("moderator", "out", club.desk, "--to", club.place / "post", "--resend", name)
    assert (club.place / "post" / f"{name}.eml").is_file()


def test_a_letter_that_is_opened_again_after_a_newer_one_changes_nothing_and_accuses_nobody(tmp_path: Path) -> None:
    club = playing(tmp_path)
    old = {seat: max(tmp_path.glob(f"*-{seat}-report-start.eml")) for seat in ("blue", "red")}
    club.later(60)
    club.run()
    club.read()
    for seat, letter in old.items():
        folder = club.folder(seat)
        before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        assert "older than what you hold" in club.do(seat, "open", letter, "--dir", folder).stdout
        assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before
