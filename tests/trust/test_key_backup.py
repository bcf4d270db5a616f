"""Backups of keys: what they bring back, what not, and that nothing half restored is taken for keys."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from old_keys import old_keyring
from sshkit import openssh, signing

from pbem.base import asking
from pbem.base.errors import BadInput, PbemError
from pbem.cli import root
from pbem.trust import locked
from pbem.trust.backup import from_file, from_words, left_out, words_of, write_backup
from pbem.trust.keyring import Keyring

GAME, LATER = "bulge-2023-09-4f1c9a", "lions-0b1e55"


@pytest.fixture(autouse=True)
def nobody_remembers(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Each test is a process of its own, and its passphrases cost little work."""
    monkeypatch.setattr(locked, "WORK", 10)
    monkeypatch.delenv("PBEM_PASSPHRASE_COMMAND", raising=False)
    asking.ask_with(lambda: b"sesame")
    yield
    asking.WAYS.clear()
    asking.KNOWN.clear()


def same(one: Keyring, other: Keyring) -> bool:
    """Tells if two keyrings do the same in every game."""
    return all(
        (one.ssh.fingerprint(), one.chain(game).top, one.age_identity(game))
        == (other.ssh.fingerprint(), other.chain(game).top, other.age_identity(game))
        for game in (GAME, LATER)
    )


def own_key(path: Path) -> Path:
    """An SSH key of the player's own."""
    path.write_bytes(openssh("ed25519"))
    path.chmod(0o600)
    return path


def test_words_bring_back_every_key_also_for_games_joined_later(tmp_path: Path) -> None:
    ring = Keyring.create("Anna", home=tmp_path / "one")
    words = " ".join(words_of(ring))
    ring.public(GAME)
    ring.public(LATER)
    other = from_words(words, "Anna", None, home=tmp_path / "two")
    assert same(ring, other)
    assert other.signer().public == ring.ssh
    assert other.age_public() == ring.age_public()
    assert left_out(ring) == []


def test_restored_keys_may_be_locked_at_once(tmp_path: Path) -> None:
    ring = Keyring.create("Anna", home=tmp_path / "one")
    other = from_words(" ".join(words_of(ring)), "Anna", None, home=tmp_path / "two", passphrase=b"sesame")
    assert other.locked
    assert ring.words() not in "".join(path.read_text() for path in (tmp_path / "two").iterdir())
    assert same(ring, other)


def test_words_of_locked_keys_need_the_passphrase(tmp_path: Path) -> None:
    ring = Keyring.create("Anna", home=tmp_path / "one", new_passphrase=b"sesame")
    assert len(words_of(ring)) == 13
    asking.ask_with(lambda: b"wrong")
    with pytest.raises(PbemError, match="does not open this key"):
        words_of(ring)


def test_an_ssh_key_of_ones_own_is_named_as_left_out_and_asked_for(tmp_path: Path) -> None:
    own = own_key(tmp_path / "id")
    ring = Keyring.create("Anna", own, home=tmp_path / "one")
    words = " ".join(words_of(ring))
    assert str(own) in left_out(ring)[0]
    with pytest.raises(BadInput, match="sign with an SSH key of your own") as caught:
        from_words(words, "Anna", None, home=tmp_path / "two")
    assert "--ssh-key" in caught.value.faults[0].hint
    other = from_words(words, "Anna", own, home=tmp_path / "two")
    assert same(ring, other)
    assert other.signer().public == signing("ed25519").public
    made = " ".join(words_of(Keyring.create("Bert", home=tmp_path / "three")))
    with pytest.raises(BadInput, match="hold the key that signs"):
        from_words(made, "Bert", own, home=tmp_path / "four")


def test_keys_are_never_restored_over_others(tmp_path: Path) -> None:
    ring = Keyring.create("Anna", home=tmp_path / "one")
    write_backup(ring, tmp_path / "backup")
    before = (tmp_path / "one" / "secret.key").read_bytes()
    with pytest.raises(BadInput, match="there are keys already"):
        from_file(tmp_path / "backup", tmp_path / "one", None)
    with pytest.raises(BadInput, match="there are keys already"):
        from_words(" ".join(words_of(ring)), "Anna", None, home=tmp_path / "one")
    with pytest.raises(BadInput, match="is there already"):
        write_backup(ring, tmp_path / "backup")
    assert (tmp_path / "one" / "secret.key").read_bytes() == before


@pytest.mark.parametrize("passphrase", [b"", b"sesame"])
@pytest.mark.parametrize("old", [False, True])
def test_a_file_holds_the_keyring_as_it_is(old: bool, passphrase: bytes, tmp_path: Path) -> None:
    home = tmp_path / "one"
    if old:
        ring = old_keyring(home, "Anna", (GAME,), passphrase)
    else:
        ring = Keyring.create("Anna", home=home, new_passphrase=passphrase)
    write_backup(ring, tmp_path / "backup")
    assert os.name != "posix" or (tmp_path / "backup").stat().st_mode & 0o077 == 0
    ring.public(LATER)  # joined after the backup was made
    other = from_file(tmp_path / "backup", tmp_path / "two", None)
    assert other.locked is bool(passphrase)
    assert same(ring, other)
    assert other.signer(passphrase or None).public == ring.ssh
    text = (tmp_path / "backup").read_text()
    assert (ring.chain(LATER).top in text, bool(passphrase) and ring.age_identity() in text) == (False, False)


def test_a_file_restored_where_the_own_key_is_not_asks_for_it_and_leaves_nothing(tmp_path: Path) -> None:
    own = own_key(tmp_path / "id")
    write_backup(Keyring.create("Anna", own, home=tmp_path / "one"), tmp_path / "backup")
    moved = own.rename(tmp_path / "elsewhere")
    with pytest.raises(BadInput, match="signs and is not in the backup"):
        from_file(tmp_path / "backup", tmp_path / "two", None)
    other = tmp_path / "other"
    other.write_bytes(openssh("nistp256"))
    other.chmod(0o600)
    with pytest.raises(PbemError, match="another key than the one that signs"):
        from_file(tmp_path / "backup", tmp_path / "two", other)
    assert [path for path in (tmp_path / "two").rglob("*") if path.is_file()] == []
    ring = from_file(tmp_path / "backup", tmp_path / "two", moved)
    assert ring.signer().public == signing("ed25519").public


@pytest.mark.parametrize("text", [
    "pbem: key-backup/1\nfiles: []\n", "pbem: key-backup/2\nfiles: []\n", "pbem: orders/1\n",
    "pbem: key-backup/1\nfiles:\n  - {name: keyring.yaml, text: a}\n",
    'pbem: key-backup/1\nfiles:\n  - {name: ../../etc/cron.d/x, text: a}\n  - {name: keyring.yaml, text: a}\n',
    'pbem: key-backup/1\nfiles:\n  - {name: chains/../x-4f1c9a.top, text: a}\n',
    "pbem: key-backup/1\nfiles:\n  - {name: keyring.yaml}\n",
    "pbem: key-backup/1\nfiles:\n  - {name: keyring.yaml, text: a}\n  - {name: secret.key, text: b}\n",
])  # fmt: skip
def test_a_file_that_is_no_backup_writes_nothing(text: str, tmp_path: Path) -> None:
    (tmp_path / "backup").write_text(text, encoding="utf-8")
    with pytest.raises(PbemError):
        from_file(tmp_path / "backup", tmp_path / "two", None)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [tmp_path / "backup"]


# -------------------------------------------------------------------------------------------------------- the commands
def pbem(home: Path, *words: object, typed: str = "") -> Result:
    return CliRunner().invoke(root, [str(word) for word in words], input=typed, env={"PBEM_HOME": str(home)})


def test_the_sheet_on_paper_is_what_restore_reads(tmp_path: Path) -> None:
    made = pbem(tmp_path / "one", "key", "new", "--name", "Anna Maria")
    sheet = pbem(tmp_path / "one", "key", "backup")
    assert "pbem key restore --name 'Anna Maria'" in sheet.stdout
    (tmp_path / "sheet.txt").write_text(sheet.stdout, encoding="utf-8")
    back = pbem(tmp_path / "two", "key", "restore", tmp_path / "sheet.txt", "--name", "Anna Maria")
    assert (back.exit_code, back.stdout) == (0, made.stdout)


def test_words_are_typed_where_no_file_is_named(tmp_path: Path) -> None:
    pbem(tmp_path / "one", "key", "new", "--name", "Anna")
    words = " ".join(words_of(Keyring.open(tmp_path / "one")))
    assert pbem(tmp_path / "two", "key", "restore", typed=words).exit_code == 2
    back = pbem(tmp_path / "two", "key", "restore", "--name", "Anna", typed=f"{words}\n")
    assert back.exit_code == 0
    assert "pbem join" in back.stderr
    assert same(Keyring.open(tmp_path / "one"), Keyring.open(tmp_path / "two"))


def test_key_backup_says_what_it_holds_and_what_not(tmp_path: Path) -> None:
    pbem(tmp_path / "one", "key", "new", "--name", "Anna", "--ssh-key", own_key(tmp_path / "id"))
    told = pbem(tmp_path / "one", "key", "backup").stderr
    assert "also for those that you join later" in told
    assert f"it does not hold the key that signs: it is your own, {tmp_path / 'id'}" in told
    told = pbem(tmp_path / "one", "key", "backup", "--out", tmp_path / "file").stderr
    assert "anybody who has this file has your keys" in told
    assert "does not hold the key that signs" in told


def test_old_keys_fit_into_a_file_and_not_into_words(tmp_path: Path) -> None:
    old_keyring(tmp_path / "one", games=(GAME,))
    error = pbem(tmp_path / "one", "key", "backup").exception
    assert isinstance(error, PbemError)
    assert "pbem key backup --out FILE" in error.faults[0].hint
    assert pbem(tmp_path / "one", "key", "backup", "--out", tmp_path / "file").exit_code == 0
    assert pbem(tmp_path / "two", "key", "restore", tmp_path / "file").exit_code == 0
    assert same(Keyring.open(tmp_path / "one"), Keyring.open(tmp_path / "two"))
