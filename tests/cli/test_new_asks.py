"""`pbem new` on a terminal asks for what it lacks; presets give a game its pace."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from pbem.adjudicator.titles import GAMES, load_game
from pbem.base.clock import parse_time
from pbem.cli import person, root
from pbem.cli.moderate import new
from pbem.match.folder.office import at_work
from pbem.trust.keyring import Keyring

NOW = "2026-11-02T20:00:00Z"
WHO = ("--seat", "english=anne@example.org", "--seat", "spanish=bob@example.org", "--address", "games@example.org")


@pytest.fixture(autouse=True)
def in_earnest(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("PBEM_REHEARSAL")
    monkeypatch.setenv("TZ", "Europe/Madrid")
    Keyring.create("Moderator", home=tmp_path / "keys")


def run(place: Path, *words: str, typed: str | None = None) -> Result:
    environment = {"PBEM_HOME": str(place / "keys"), "PBEM_NOW": NOW}
    return CliRunner().invoke(root, ["new", str(place / "war"), *words], env=environment, input=typed)


def draft(place: Path) -> dict[str, Any]:
    with at_work(place / "war", Keyring.open(place / "keys"), parse_time(NOW)) as office:
        return dict(office.book.draft)


def at_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (person, new):
        monkeypatch.setattr(module, "at_a_terminal", lambda: True)


# ---------------------------------------------------------------------------------------------------------- questions
def test_on_a_terminal_it_asks_for_game_players_addresses_and_pace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_terminal(monkeypatch)
    typed = ["jenkins", "Winter 1739", "anne@example.org", "bob@example.org", "games@example.org", "weekly", "",
             "me@example.org"]  # fmt: skip
    result = run(tmp_path, typed="\n".join(typed) + "\n")
    assert result.exit_code == 0, result.output
    made = draft(tmp_path)
    assert made["title"] == "Winter 1739"
    assert (made["calendar"]["days"], made["calendar"]["zone"]) == (7, "Europe/Madrid")
    settings = (tmp_path / "war" / "private" / "post.yaml").read_text(encoding="utf-8")
    assert "moderator: me@example.org" in settings
    assert "the same without questions: pbem new " in result.output


def test_the_command_that_it_prints_does_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as terminal:
        at_terminal(terminal)
        typed = "jenkins\n\nanne@example.org\nbob@example.org\ngames@example.org\nfast\n\n"
        told = run(tmp_path, typed=typed).output
    (line,) = [line for line in told.splitlines() if line.startswith("the same without questions: ")]
    first = draft(tmp_path)
    (tmp_path / "war").rename(tmp_path / "first")
    import shlex

    words = shlex.split(line.partition(": pbem new ")[2])
    assert run(tmp_path, *words[1:]).exit_code == 0
    again = draft(tmp_path)
    for name in ("title", "calendar", "tier", "rules"):
        assert again[name] == first[name]


def test_a_wrong_address_is_explained_and_asked_for_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at_terminal(monkeypatch)
    typed = ["jenkins", "", "anne", "anne@club.example", "anne@example.org", "bob@example.org", "games@example.org",
             "fast", ""]  # fmt: skip
    result = run(tmp_path, typed="\n".join(typed) + "\n")
    assert result.exit_code == 0, result.output
    assert "'anne' is not a mail address; write it like name@example.org" in result.output
    assert "no letter reaches 'anne@club.example'" in result.output


def test_what_was_said_is_not_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at_terminal(monkeypatch)
    words = ("--game", "jenkins", *WHO, "--deadline-hours", "96", "--moderator", "me@example.org")
    result = run(tmp_path, *words, typed="")
    assert result.exit_code == 0, result.output
    assert "Which game" not in result.output


def test_without_a_terminal_nothing_is_asked(tmp_path: Path) -> None:
    result = run(tmp_path, typed="jenkins\n")
    assert result.exit_code == 2
    assert "Missing option '--game'" in result.output
    assert not (tmp_path / "war").exists()


# ------------------------------------------------------------------------------------------------------------ presets
@pytest.mark.parametrize("preset", person.PRESETS)
def test_a_preset_gives_the_game_its_pace(tmp_path: Path, preset: str) -> None:
    result = run(tmp_path, "--game", "jenkins", *WHO, "--preset", preset)
    assert result.exit_code == 0, result.output
    calendar, wanted = draft(tmp_path)["calendar"], dict(person.PRESETS[preset])
    named = {"deadline_hours": "hours"}
    assert {named.get(name, name): value for name, value in wanted.items()}.items() <= calendar.items()
    assert set(person.PACES) == set(person.PRESETS)


def test_what_the_moderator_says_goes_before_the_preset(tmp_path: Path) -> None:
    result = run(tmp_path, "--game", "jenkins", *WHO, "--preset", "weekly", "--deadline-hours", "30",
                 "--grace-hours", "1")  # fmt: skip
    assert result.exit_code == 0, result.output
    calendar = draft(tmp_path)["calendar"]
    assert (calendar["hours"], calendar["grace_hours"], calendar["reminder_hours"]) == (30, 1, 48)


@pytest.mark.parametrize(("more", "watch"), [
    (["--preset", "weekly"], "3"), (["--preset", "fast"], "3"), (["--preset", "correspondence"], "0"), ([], None),
    (["--preset", "correspondence", "--house", "watch=2"], "2"),
])  # fmt: skip
def test_a_preset_gives_a_title_the_house_rules_of_its_pace(tmp_path: Path, more: list[str], watch: str | None) -> None:
    lions = [f"--seat={seat}={seat}@example.org" for seat in ("england", "netherlands")]
    words = ["--game", "lions", "--scenario", "two-players", *lions, "--address", "games@example.org"]
    result = run(tmp_path, *words, *more)
    assert result.exit_code == 0, result.output
    assert draft(tmp_path).get("house", {}).get("watch") in (watch, "3" if watch is None else watch)


def test_the_paces_of_a_title_are_presets_and_its_own_house_rules() -> None:
    for name in GAMES:
        game = load_game(name)
        assert game.paces.keys() <= person.PRESETS.keys()
        for house in game.paces.values():
            assert all(choice in game.house_rules[rule]["choices"] for rule, choice in house.items())


def test_a_preset_beside_a_calendar_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "c.yaml").write_text("pbem: calendar/1\n", encoding="utf-8")
    result = run(tmp_path, "--game", "jenkins", *WHO, "--preset", "weekly", "--calendar", str(tmp_path / "c.yaml"))
    assert result.exit_code == 2
    assert "both say the pace" in result.output


# --------------------------------------------------------------------------------------------------------------- zone
@pytest.mark.parametrize(("named", "zone"), [("Europe/Madrid", "Europe/Madrid"), (":America/Lima", "America/Lima")])
def test_the_zone_of_this_machine_is_offered(monkeypatch: pytest.MonkeyPatch, named: str, zone: str) -> None:
    monkeypatch.setenv("TZ", named)
    assert person.zone_here() == zone
