"""`pbem rule --set`: the position put right, committed to, told to each as far as he may know, replayed at the end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from acts_kit import TIERS, WHOLE, act, agree, dice, play_phase, playing, rehearsed, sound, words
from club import duel_is_known as duel_is_known


@pytest.mark.parametrize("tier", TIERS)
def test_a_changed_position_is_played_on_and_replayed_by_the_audit(tmp_path: Path, tier: str) -> None:
    club = playing(tmp_path, tier)
    act(club, "rule", "--set", "hits.red=7", "--set", "cards.blue=[8]", reason="A card was dealt twice.")
    letters = club.read()
    assert "hits.red is now 7, it was 0." in words(letters["red"])
    assert "cards" not in words(letters["red"])
    view = json.loads((club.folder("blue") / "view.json").read_text())
    assert (view["hits"]["red"], view["cards"]) == (7, [8])
    assert json.loads((club.folder("red") / "view.json").read_text())["cards"] == []
    sound(club)
    play_phase(club)
    sound(club)
    act(club, "end", "--draw")
    sound(club)
    assert list((club.desk / "revealed" / "ruling").iterdir())


def test_a_secret_change_stands_in_the_public_record_as_a_commitment_alone(tmp_path: Path) -> None:
    club = playing(tmp_path)
    club.deliver()
    act(club, "rule", "--set", "cards.blue=[8]", reason="A card was dealt twice.")
    entry = club.ledger().entries("ruling")[-1]
    assert "public" not in entry.fields
    texts = [path.read_text() for path in (club.desk / "public").rglob("*") if path.is_file()]
    assert not [text for text in texts if "cards" in text]
    told = {seat: (club.folder(seat) / "reports" / f"ruling-{entry.n}.txt") for seat in ("red", "blue")}
    club.read()
    assert "cards" in told["blue"].read_text()
    assert "cards" not in told["red"].read_text()


def test_rulings_are_printed_in_the_next_reports_and_in_no_later_one(tmp_path: Path) -> None:
    club = playing(tmp_path)
    act(club, "rule", "--set", "hits.red=1", "--set", "cards.blue=[8]", reason="A card was dealt twice.")
    act(club, "rule", reason="Blue struck first.")
    club.read()
    for seat in ("red", "blue"):
        club.order(seat, bid="low", standing="no")
    club.advance()
    first = (club.desk / "public" / "t01.duel.txt").read_text()
    own = (club.folder("blue") / "reports" / "t01.duel.txt").read_text()
    assert "Rulings of the moderator" in first
    assert "Blue struck first." in first
    assert "cards.0" not in first
    assert "cards" in own
    play_phase(club)
    assert "Rulings" not in (club.desk / "public" / "t02.duel.txt").read_text()
    sound(club)


@pytest.mark.parametrize(("setting", "why"), [
    ("hits", "not of the form"),
    ("hits.green=1", "leads nowhere"),
    ("hits.red.deep=1", "leads nowhere"),
    ("cards.blue.7=1", "leads nowhere"),
    ("cards.blue.²=1", "leads nowhere"),
    ("round=2", "no longer be one of 't01.duel'"),
    ("round=99", "unsound"),
    ("cards.blue=5", "cannot read"),
    ("hits.red=0", "so already"),
])  # fmt: skip
def test_a_change_the_rules_cannot_take_is_refused(tmp_path: Path, setting: str, why: str) -> None:
    club = playing(tmp_path)
    error = club.fail("moderator", "rule", club.desk, "--reason", "x", "--set", setting)
    assert why in error.faults[0].message
    assert not club.ledger().entries("ruling")


def test_locked_orders_meet_the_position_they_were_written_for(tmp_path: Path) -> None:
    club = playing(tmp_path)
    for seat in ("red", "blue"):
        club.order(seat, bid="high")
    club.advance()
    error = club.fail("moderator", "rule", club.desk, "--reason", "x", "--set", "hits.red=1")
    assert "locked already" in error.faults[0].message


@pytest.mark.parametrize("tier", WHOLE)
def test_threat_6_amid_a_phase_all_agree_to_begin_it_again_before_a_value_is_put_right(
    tmp_path: Path, tier: str
) -> None:
    """The hint of the refusal leads there, word for word, and the dice stay."""
    club = playing(tmp_path, tier)
    for seat in ("red", "blue"):
        club.order(seat, bid="high")
    club.later(49 if tier == "beacon" else 0)
    club.advance()
    assert club.status()["what"] == "answers"
    error = club.fail("moderator", "rule", club.desk, "--reason", "x", "--set", "hits.red=1")
    back, rule = (line.split("'")[1].split()[1:] for line in error.faults[0].hint.splitlines())
    club.do("moderator", *(word.replace("TEXT", "Misread.") for word in back))
    agree(club)
    club.read()
    club.do("moderator", *(word.replace("...", "hits.red=1") for word in rule), "--reason", "Misread.")
    club.read()
    play_phase(club, bid="high")
    first, again = (dice(club, stem) for stem in ("t01.duel", "t01.duel+2"))
    assert first.items() <= again.items()
    sound(club)


@pytest.mark.parametrize("tier", ["two-step", "beacon"])
def test_what_is_locked_and_not_yet_opened_is_not_changed_either(tmp_path: Path, tier: str) -> None:
    club = playing(tmp_path, tier)
    for seat in ("red", "blue"):
        club.order(seat, bid="high")
    club.later(48 if tier == "beacon" else 0)
    club.run()
    assert club.status()["what"] in ("opens", "beacon")
    error = club.fail("moderator", "rule", club.desk, "--reason", "x", "--set", "hits.red=1")
    assert f"'pbem rollback {club.desk} --to t01.duel --reason TEXT'" in error.faults[0].hint


def test_a_ruling_on_the_position_that_was_altered_is_found_by_the_audit(tmp_path: Path) -> None:
    club = playing(tmp_path)
    act(club, "rule", "--set", "hits.red=7")
    play_phase(club)
    act(club, "end", "--draw")
    path = next((club.desk / "revealed" / "ruling").iterdir())
    path.write_bytes(path.read_bytes().replace(b'"value":7', b'"value":6'))
    assert path.name in club.fail("moderator", "audit", club.desk).faults[0].file


def test_a_rehearsed_change_shows_nobody_what_a_seat_may_not_know(tmp_path: Path) -> None:
    club = playing(tmp_path)
    said = rehearsed(club, "rule", club.desk, "--set", "cards.blue=[8]", "--reason", "x")
    assert "attached: blue-ruling-" in said
