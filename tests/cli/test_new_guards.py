"""What `pbem new` guards a game against: no time to play, an address that no letter reaches, silence that runs it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from club import know_the_duel

from pbem import strict_yaml
from pbem.base.clock import parse_time
from pbem.base.errors import PbemError
from pbem.cli import root
from pbem.match.folder.office import at_work
from pbem.trust.keyring import Keyring

NOW = "2026-11-02T20:00:00Z"


@pytest.fixture(autouse=True)
def in_earnest(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    know_the_duel(monkeypatch)
    monkeypatch.delenv("PBEM_REHEARSAL")
    Keyring.create("Moderator", home=tmp_path / "keys")


def new(place: Path, *more: str, red: str = "red@example.org", address: str = "games@example.org") -> Any:
    words = ["new", str(place / "desk"), "--game", "duel", "--seat", f"red={red}", "--seat", "blue=blue@example.org"]
    words += ["--address", address] if address else []
    return CliRunner().invoke(root, [*words, *more], env={"PBEM_HOME": str(place / "keys"), "PBEM_NOW": NOW})


def calendar_of(place: Path) -> dict[str, Any]:
    with at_work(place / "desk", Keyring.open(place / "keys"), parse_time(NOW)) as office:
        found: dict[str, Any] = office.book.draft["calendar"]
        return found


def message(result: Any) -> str:
    assert isinstance(result.exception, PbemError), (result.output, result.exception)
    return result.exception.faults[0].message


@pytest.mark.parametrize("more", [(), ("--deadline-hours", "48"), ("--days", "2"), ("--zone", "Europe/Madrid")])
def test_a_game_has_a_reminder_a_grace_and_a_guard_against_silence(tmp_path: Path, more: tuple[str, ...]) -> None:
    assert new(tmp_path, *more).exit_code == 0
    calendar = calendar_of(tmp_path)
    assert (calendar["reminder_hours"], calendar["grace_hours"], calendar["silent_percent"]) == (24, 12, 50)


def test_what_the_moderator_says_holds(tmp_path: Path) -> None:
    assert new(tmp_path, "--deadline-hours", "48", "--grace-hours", "0", "--reminder-hours", "6").exit_code == 0
    assert (calendar_of(tmp_path)["reminder_hours"], calendar_of(tmp_path)["grace_hours"]) == (6, 0)


def test_a_short_phase_is_reminded_of_half_way(tmp_path: Path) -> None:
    assert new(tmp_path, "--deadline-hours", "12").exit_code == 0
    assert calendar_of(tmp_path)["reminder_hours"] == 6


def test_in_tier_beacon_the_grace_ends_before_the_round(tmp_path: Path) -> None:
    result = new(tmp_path, "--tier", "beacon", "--beacon", "demo", "--margin-hours", "6", "--deadline-hours", "48")
    assert result.exit_code == 0, result.output
    assert calendar_of(tmp_path)["grace_hours"] == 5


@pytest.mark.parametrize("option", ["--deadline-hours", "--question-hours"])
def test_no_time_to_answer_is_refused(tmp_path: Path, option: str) -> None:
    assert message(new(tmp_path, option, "0")) == f"'{option} 0' leaves nobody time to answer"
    assert not (tmp_path / "desk").exists()


def test_a_game_without_an_address_is_refused(tmp_path: Path) -> None:
    assert "no address for its players' letters" in message(new(tmp_path, address=""))


@pytest.mark.parametrize("address", ["games@club.example", "games@mail.invalid", "g@a.TEST"])
def test_an_address_that_no_letter_reaches_is_refused(tmp_path: Path, address: str) -> None:
    assert "no letter reaches" in message(new(tmp_path, address=address))
    assert "no letter reaches" in message(new(tmp_path, red=address))


def test_a_rehearsal_keeps_exact_times_and_any_address(tmp_path: Path) -> None:
    assert new(tmp_path, "--rehearsal", "--deadline-hours", "0", address="").exit_code == 0
    assert calendar_of(tmp_path) == {"hours": 0, "question_hours": 0}


def test_the_moderators_own_address_is_kept_and_is_not_the_programs(tmp_path: Path) -> None:
    assert "is the address that the program reads" in message(new(tmp_path, "--moderator", "games@example.org"))
    result = new(tmp_path, "--moderator", "carol@example.net")
    assert result.exit_code == 0, result.output
    kept = strict_yaml.plain(strict_yaml.read((tmp_path / "desk/private/post.yaml").read_bytes()))
    assert kept == {"pbem": "post/1", "moderator": "carol@example.net"}
    assert "nobody is told" not in result.stderr


def test_without_one_the_moderator_is_told_what_to_write(tmp_path: Path) -> None:
    assert "nobody is told when the game needs you" in new(tmp_path).stderr


def test_a_key_that_stays_locked_leaves_no_folder_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pbem.base.errors import bad

    def locked(self: Keyring, ask: object = None) -> None:
        raise bad("the key is locked")

    with monkeypatch.context() as patch:
        patch.setattr(Keyring, "signer", locked)
        assert message(new(tmp_path)) == "the key is locked"
    assert not (tmp_path / "desk").exists()
    assert new(tmp_path).exit_code == 0
