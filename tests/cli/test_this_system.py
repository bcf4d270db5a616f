"""Hints are those of the system at hand: Windows, macOS, Linux. The others are simulated."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem.base.errors import BadInput
from pbem.cabin import drafts
from pbem.cli import root
from pbem.cli.start.demo import on_a_desktop
from pbem.mail import secrets
from pbem.strict_yaml import read
from pbem.trial import cases
from pbem.trust.keyring import platform_home

CRLF = b"pbem: orders/1\r\nseat: english\r\n"


def hint_of(data: bytes) -> str:
    """The hint that goes with a file's first fault."""
    with pytest.raises(BadInput) as caught:
        read(data, "orders.yaml")
    return caught.value.faults[0].hint


@pytest.mark.parametrize(("platform", "command"), [("linux", "sed -i"), ("darwin", "tr -d"), ("win32", "")])
def test_line_ends_are_changed_by_what_the_system_has(
    platform: str, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    hint = hint_of(CRLF)
    assert "Unix line ends" in hint
    assert [each for each in ("sed -i", "tr -d") if each in hint] == ([command] if command else [])


@pytest.mark.parametrize(
    ("platform", "store", "pip"),
    [
        ("linux", "the system's keyring", "python3 -m pip install 'pbem[keyring]'"),
        ("darwin", "the Keychain of macOS", "python3 -m pip install 'pbem[keyring]'"),
        ("win32", "the Windows Credential Manager", 'py -m pip install "pbem[keyring]"'),
    ],
)
def test_the_store_of_passwords_is_called_by_its_name(
    platform: str, store: str, pip: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setitem(sys.modules, "keyring", None)
    with pytest.raises(BadInput) as caught:
        secrets.from_keyring("club/mail")
    assert caught.value.faults[0].hint == f"{pip} opens {store}; or use command:"


def test_a_page_opens_by_itself_on_windows_and_macos(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    told = {}
    for platform in ("linux", "darwin", "win32"):
        monkeypatch.setattr(sys, "platform", platform)
        told[platform] = on_a_desktop()
    assert told == {"linux": False, "darwin": True, "win32": True}


def test_a_draft_is_handed_to_what_each_system_opens_letters_with(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[str] = []

    def run(words: list[str], **rest: object) -> subprocess.CompletedProcess[bytes]:
        ran.append(words[0])
        return subprocess.CompletedProcess(words, 0)

    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.setattr(os, "startfile", lambda what: ran.append("startfile"), raising=False)
    for platform in ("linux", "darwin", "win32"):
        monkeypatch.setattr(sys, "platform", platform)
        assert drafts.show("letter.eml")
    assert ran == ["xdg-open", "open", "startfile"]


def test_keys_lie_where_each_system_keeps_such_things() -> None:
    home = Path("home")
    found = [platform_home(each, {"APPDATA": "data"}, home) for each in ("win32", "darwin")]
    assert [path.as_posix() for path in found] == ["data/pbem", "home/Library/Application Support/pbem"]


# -------------------------------------------------------------------------------------------------- cases by their name
def test_the_cases_of_a_game_are_found_by_its_name() -> None:
    found = cases.case_files([Path("jenkins")])
    assert found
    assert {path.parent.name for path in found} == {"jenkins"}


def test_cases_are_found_by_words_of_their_names() -> None:
    done = CliRunner().invoke(root, ["cases", "disease stops the march"])
    assert done.exit_code == 0
    assert "1 case, 0 failed" in done.stderr


def test_a_name_that_no_case_has_is_told_with_what_can_be_named() -> None:
    with pytest.raises(BadInput, match="no case is called 'sharks'"):
        cases.case_files([Path("sharks")])


def test_without_a_checkout_it_says_where_the_cases_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cases, "CASES", tmp_path / "nowhere")
    with pytest.raises(BadInput, match="the case files are not installed") as caught:
        cases.case_files([Path("jenkins")])
    assert "tests/cases" in caught.value.faults[0].hint
