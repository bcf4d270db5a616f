"""Passwords are kept elsewhere: nothing we print, store or raise ever holds one."""

from __future__ import annotations

import builtins
import importlib
import sys
import types

import pytest

from pbem.base.errors import BadInput
from pbem.mail.secrets import parse_secret

HARDTACK = "hard tack: 7\u00f1"


def test_the_environment_keeps_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLUB_PASSWORD", HARDTACK)
    secret = parse_secret("env:CLUB_PASSWORD")
    assert secret.reveal() == HARDTACK
    assert HARDTACK not in f"{secret} {secret!r}"
    monkeypatch.delenv("CLUB_PASSWORD")
    with pytest.raises(BadInput, match="no password in env:CLUB_PASSWORD"):
        secret.reveal()


def test_a_program_prints_one_and_only_its_first_line_counts() -> None:
    shown = parse_secret(f"command:'{sys.executable}' -c 'print(chr(104) * 3); print(1)'")
    assert shown.reveal() == "hhh"


@pytest.mark.parametrize(
    "line", ["/nowhere/pass", "'", "", "'{python}' -c 'import sys; print(chr(88) * 4); sys.exit(3)'"], ids=str
)
def test_a_program_that_fails_is_told_without_what_it_printed(line: str) -> None:
    with pytest.raises(BadInput) as caught:
        parse_secret("command:" + line.replace("{python}", sys.executable)).reveal()
    assert "XXXX" not in str(caught.value)


@pytest.mark.parametrize("text", [HARDTACK, "hunter2", "", "env:", "vault:x", "command: "])
def test_a_password_itself_is_refused_without_being_repeated(text: str) -> None:
    with pytest.raises(BadInput) as caught:
        parse_secret(text)
    (fault,) = caught.value.faults
    assert "env:NAME" in fault.hint
    assert text not in (HARDTACK, "hunter2") or text not in fault.message + fault.hint


def test_the_keyring_keeps_one(monkeypatch: pytest.MonkeyPatch) -> None:
    ring = types.SimpleNamespace(get_password=lambda service, user: {("mail", "club"): "hardtack"}.get((service, user)))
    monkeypatch.setitem(sys.modules, "keyring", ring)
    assert parse_secret("keyring:mail/club").reveal() == "hardtack"
    with pytest.raises(BadInput, match="no password in keyring:mail/anne"):
        parse_secret("keyring:mail/anne").reveal()
    with pytest.raises(BadInput, match="is not a place in a keyring"):
        parse_secret("keyring:mail").reveal()


def test_a_keyring_that_fails_is_told_without_its_words(monkeypatch: pytest.MonkeyPatch) -> None:
    def locked(service: str, user: str) -> str:
        raise RuntimeError("hardtack is behind this lock")

    monkeypatch.setitem(sys.modules, "keyring", types.SimpleNamespace(get_password=locked))
    with pytest.raises(BadInput, match="does not open: RuntimeError") as caught:
        parse_secret("keyring:mail/club").reveal()
    assert "hardtack" not in str(caught.value)


def test_without_the_keyring_package_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "keyring", None)
    with pytest.raises(BadInput) as caught:
        parse_secret("keyring:mail/club").reveal()
    assert "pbem[keyring]" in caught.value.faults[0].hint


def test_a_password_with_a_line_end_reaches_no_dialogue(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLUB_PASSWORD", "hardtack\r\nQUIT")
    with pytest.raises(BadInput, match="line end") as caught:
        parse_secret("env:CLUB_PASSWORD").reveal()
    assert "QUIT" not in str(caught.value)


def test_the_mail_layer_needs_no_package_and_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    names = [name for name in sys.modules if name.startswith("pbem.mail")]
    assert names
    real = builtins.__import__

    def only(name: str, *rest: object) -> object:
        assert not name.startswith(("pbem.adjudicator", "pbem.match", "pbem.trust", "keyring")), name
        return real(name, *rest)  # type: ignore[arg-type]

    for name in names:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(builtins, "__import__", only)
    for name in names:
        importlib.import_module(name)
