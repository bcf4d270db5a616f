"""Going back to a phase that was played: by signature of all, with the same dice, what is withdrawn kept on record."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from acts_kit import TIERS, WHOLE, act, agree, dice, play_phase, playing, sound, words
from club import Club, so_far
from club import duel_is_known as duel_is_known

from pbem.base.clock import parse_time
from pbem.match.moderator.going_back import NAMESPACE
from pbem.match.phase import run_phase
from pbem.match.post.game_letter import Letter, write_letter
from pbem.match.terms.papers import REOPEN_FILE as PAPER
from pbem.trust.keyring import Keyring
from pbem.trust.ssh import sshsig


def went_back(place: Path, tier: str, phases: int = 1, to: str = "t01.duel") -> Club:
    return so_far(way_back(phases, to), Club, place, tier)


@cache
def way_back(phases: int, to: str) -> Callable[[Club], None]:
    """The way there: so many phases, and back to one of them."""

    def go(club: Club) -> None:
        club.begin()
        for _ in range(phases):
            play_phase(club)
        act(club, "rollback", "--to", to, reason="An order file was misread.")
        agree(club)
        club.read()

    return go


@pytest.mark.parametrize("tier", TIERS)
def test_threat_6_the_same_label_gives_the_same_die_after_going_back(tmp_path: Path, tier: str) -> None:
    club = went_back(tmp_path, tier)
    assert club.status()["phase"] == "t01.duel"
    sound(club)
    play_phase(club, bid="high")
    first, again = dice(club, "t01.duel"), dice(club, "t01.duel+2")
    shared = set(first) & set(again)
    assert shared
    assert {label: first[label] for label in shared} == {label: again[label] for label in shared}
    sound(club)


@pytest.mark.parametrize("tier", WHOLE)
@pytest.mark.long
def test_a_game_with_two_returns_is_played_to_its_end_and_audited(tmp_path: Path, tier: str) -> None:
    club = went_back(tmp_path, tier, phases=2, to="t02.duel")
    play_phase(club, bid="high")
    act(club, "rollback", "--to", "t01.duel")
    agree(club)
    club.read()
    for _ in range(3):
        play_phase(club, bid="mid")
    assert club.status()["stage"] == "over"
    sound(club)
    opened = [(entry["phase"], entry["attempt"]) for entry in club.ledger().entries("phase")]
    assert ("t02.duel", 3) in opened
    assert ("t01.duel", 2) in opened


def test_the_reports_say_that_the_dice_were_known(tmp_path: Path) -> None:
    club = went_back(tmp_path, "two-step")
    play_phase(club)
    report = (club.folder("red") / "reports" / "t01.duel+2.txt").read_text()
    assert "with the dice it had" in report
    assert "Nobody could know" not in report
    play_phase(club)
    assert "Nobody could know" in (club.folder("red") / "reports" / "t02.duel+2.txt").read_text()


def test_what_is_withdrawn_stays_in_the_record(tmp_path: Path) -> None:
    club = went_back(tmp_path, "moderated")
    assert (club.desk / "public" / "t01.duel.txt").is_file()
    reopened = club.ledger().entries("reopen")[0]
    assert reopened["withdraws"] == ["t01.duel", "t02.duel"]
    play_phase(club)
    assert (club.desk / "public" / "t01.duel+2.txt").is_file()


def test_without_every_signature_nothing_is_withdrawn_and_nothing_runs(tmp_path: Path) -> None:
    club = playing(tmp_path)
    play_phase(club)
    act(club, "rollback", "--to", "t01.duel")
    agree(club, "red")
    assert club.run() == 3
    assert "waits for blue to sign" in club.why
    assert not club.ledger().entries("reopen")
    club.later(30)
    act(club, "resume", reason="Blue does not want it.")
    club.read()
    assert club.status()["phase"] == "t02.duel"
    play_phase(club)
    sound(club)


def test_a_signature_under_another_paper_counts_for_nothing(tmp_path: Path) -> None:
    club = playing(tmp_path)
    play_phase(club)
    club.read()
    act(club, "rollback", "--to", "t01.duel")
    first = club.read()["red"][-1]
    written = club.do("red", "agree", first, "--dir", club.folder("red")).stdout.strip()
    act(club, "resume")
    act(club, "rollback", "--to", "t01.duel", reason="Once more.")
    club.read()
    result = club.take(Path(written))
    assert "not what was proposed" in result.output + result.stderr + str(result.exception)


def test_going_back_amid_a_question_keeps_the_dice_that_were_shown(tmp_path: Path) -> None:
    club = playing(tmp_path)
    for seat in ("red", "blue"):
        club.order(seat, bid="high")
    club.advance()
    assert club.status()["what"] == "answers"
    act(club, "rollback", "--to", "t01.duel")
    agree(club)
    club.read()
    play_phase(club, bid="low")
    first, again = dice(club, "t01.duel"), dice(club, "t01.duel+2")
    assert {label: first[label] for label in first} == {label: again[label] for label in first}
    sound(club)


def test_a_phase_whose_dice_had_not_fallen_has_fresh_ones_and_another_round(tmp_path: Path) -> None:
    club = playing(tmp_path, "beacon")
    club.order("red", bid="low")
    act(club, "rollback", "--to", "t01.duel")
    agree(club)
    letters = club.read()
    assert "No dice of this phase had fallen" in words(letters["red"])
    rounds = [entry["round"] for entry in club.ledger().entries("phase")]
    assert len(rounds) == 2
    play_phase(club)
    sound(club)


def test_fresh_dice_where_the_old_ones_were_to_stay_are_named_by_verify(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = went_back(tmp_path, "moderated")
    monkeypatch.setattr(run_phase, "kept_seed", lambda office, step: "")
    for seat in ("red", "blue"):
        club.order(seat, bid="low", standing="no")
    club.run()
    faults = club.fail("moderator", "verify", club.desk).faults
    assert "which all have agreed to keep" in faults[0].message


@pytest.mark.usefixtures("of_before")
def test_a_paper_that_names_no_phase_is_signed_by_nobody(tmp_path: Path) -> None:
    club = playing(tmp_path)
    play_phase(club)
    act(club, "rollback", "--to", "t01.duel", reason="An order file was misread.")
    parts = club.parts(club.read()["red"][-1])
    paper = parts[PAPER].replace(b"phase: t01.duel\n", b"")
    assert paper != parts[PAPER]
    signed = sshsig.sign(Keyring.open(club.home("moderator")).signer(), paper, NAMESPACE).encode("ascii")
    letter = Letter("red@example.org", "go back?", "To sign.\n", {**parts, PAPER: paper, f"{PAPER}.sig": signed})
    path = tmp_path / "asked.eml"
    path.write_bytes(write_letter(letter, "moderator@example.org", "asked", parse_time(club.now)))
    error = club.fail("red", "agree", path, "--dir", club.folder("red"))
    assert error.faults[0].message == "says another 'phase' than this game has"


def test_whoever_has_two_folders_of_his_seat_is_asked_which_to_sign_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    club = playing(tmp_path / "club")
    own, copy = club.folder("red"), club.place / "copy"
    shutil.copytree(own, copy)
    club.do("red", "inbox", copy)
    club.do("moderator", "rollback", club.desk, "--to", "t01.duel", "--reason", "An order file was misread.")
    letter = club.deliver()["red"][-1]
    for command in ("agree", "open"):
        (fault,) = club.fail("red", command, letter).faults
        assert "2 folders" in fault.message
        assert (str(own.resolve()) in fault.hint, str(copy.resolve()) in fault.hint) == (True, True)
        assert "--dir" in fault.hint
    club.do("red", "agree", letter, "--dir", copy)


def asked_back(club: Club) -> dict[str, Path]:
    """All are asked to go back, and have read it: the letter of each."""
    act(club, "rollback", "--to", "t01.duel")
    return {seat: letters[-1] for seat, letters in club.read().items()}


def late_word(club: Club, letter: Path) -> str:
    """What Blue is told who signs only now."""
    return club.fail("blue", "agree", letter, "--dir", club.folder("blue")).faults[0].message


def test_a_return_that_was_dropped_asks_for_no_signature_any_more(tmp_path: Path) -> None:
    """Whoever had signed the newest paper there was read that he should sign the newest paper."""
    club = playing(tmp_path)
    letters = asked_back(club)
    signed = Path(club.do("blue", "agree", letters["blue"], "--dir", club.folder("blue")).stdout.strip())
    act(club, "resume")
    crossed = club.take(signed)
    assert crossed.exit_code == 1
    assert "nobody is asked to go back any more" in crossed.output
    club.read()
    assert late_word(club, letters["blue"]).endswith(f"the moderator has let the game go on at {club.now}")


def test_a_letter_that_asks_to_go_back_comes_again_when_all_have_signed(tmp_path: Path) -> None:
    club = playing(tmp_path)
    letters = asked_back(club)
    for seat, letter in letters.items():
        club.take(Path(club.do(seat, "agree", letter, "--dir", club.folder(seat)).stdout.strip()))
    club.read()
    assert late_word(club, letters["blue"]) == f"nobody is asked to go back any more: all have signed at {club.now}"
