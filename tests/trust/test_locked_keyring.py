"""A keyring under one passphrase: what opens and the chains are as safe as what signs, and no secret is ever lost."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbem.base import asking, files
from pbem.base.errors import PbemError
from pbem.cli import root
from pbem.trust.keyring import Keyring
from pbem.trust.seal import seal

GAMES = ("duel-2026-4f1c9a", "lions-2026-0b1e55")
PASSPHRASE = b"correct horse"


@pytest.fixture(autouse=True)
def nobody_remembers(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Each test is a process of its own: nothing known, nobody to ask."""
    monkeypatch.delenv("PBEM_PASSPHRASE_COMMAND", raising=False)
    asking.KNOWN.clear()
    asking.WAYS.clear()
    yield
    asking.WAYS.clear()


def made(home: Path, passphrase: bytes = b"") -> Keyring:
    ring = Keyring.create("Anna", home=home, new_passphrase=passphrase)
    for game in GAMES:
        ring.new_chain(game)
    return ring


def secrets_of(ring: Keyring) -> list[str]:
    """All that may never be lost."""
    return [ring.age_identity(), *(ring.chain(game).top for game in GAMES), ring.ssh.line()]


def on_disk(home: Path) -> bytes:
    """Everything that whoever copies the folder has."""
    return b"".join(path.read_bytes() for path in sorted(home.rglob("*")) if path.is_file())


def test_chain_tops_and_the_sealing_key_are_locked_as_the_signing_key_is(tmp_path: Path) -> None:
    ring = made(tmp_path / "keys", PASSPHRASE)
    asking.ask_with(lambda: PASSPHRASE)
    identity, *tops, _ = secrets_of(ring)
    data = on_disk(tmp_path / "keys")
    assert all(secret.encode() not in data for secret in (identity, *tops))
    assert b"AGE-SECRET-KEY" not in data
    assert data.count(seal.BEGIN) == 3


def test_public_halves_are_known_without_a_passphrase(tmp_path: Path) -> None:
    ring = made(tmp_path / "keys", PASSPHRASE)
    public = ring.age_public()
    asking.ask_with(lambda: PASSPHRASE)
    assert public == seal.public_of(ring.age_identity())


def test_without_the_passphrase_nothing_opens(tmp_path: Path) -> None:
    ring = made(tmp_path / "keys", PASSPHRASE)
    for way in (lambda: b"wrong", lambda: b""):
        asking.ask_with(way)
        for work in (ring.age_identity, lambda: ring.chain(GAMES[0]), ring.signer):
            with pytest.raises(PbemError):
                work()
    asking.ask_with(lambda: PASSPHRASE)  # and a slip of the keyboard is not remembered
    assert len(secrets_of(ring)) == 4


def test_a_passphrase_is_asked_for_once(tmp_path: Path) -> None:
    ring = made(tmp_path / "keys", PASSPHRASE)
    asked: list[int] = []

    def way() -> bytes:
        asked.append(1)
        return PASSPHRASE

    asking.ask_with(way)
    secrets_of(ring)
    ring.signer()
    assert len(asked) == 1


def test_migration_of_a_keyring_of_before_loses_nothing(tmp_path: Path) -> None:
    ring = made(tmp_path / "keys")
    before = secrets_of(ring)
    done = ring.lock(PASSPHRASE)
    assert sorted(done) == sorted(["ssh.key", "age.key", *(f"chains/{game}.top" for game in GAMES)])
    asking.ask_with(lambda: PASSPHRASE)
    again = Keyring.open(tmp_path / "keys")
    assert secrets_of(again) == before
    assert again.signer().public == ring.ssh
    assert before[0].encode() not in on_disk(tmp_path / "keys")
    assert again.lock(PASSPHRASE) == []


def test_whoever_is_interrupted_while_locking_loses_nothing_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, first = files.write_atomic, made(tmp_path / "keys")
    before = secrets_of(first)
    for kill in range(1, 6):
        home = tmp_path / f"killed-{kill}"
        shutil.copytree(tmp_path / "keys", home)
        ring, written = Keyring.open(home), 0

        def dying(path: Path, data: bytes, *, shared: bool = False, kill: int = kill) -> None:
            nonlocal written
            written += 1
            if written == kill:
                raise KeyboardInterrupt
            real(path, data, shared=shared)

        with monkeypatch.context() as patch:
            patch.setattr("pbem.trust.keyring.write_atomic", dying)
            with pytest.raises(KeyboardInterrupt):
                ring.lock(PASSPHRASE)
        asking.ask_with(lambda: PASSPHRASE)
        assert secrets_of(Keyring.open(home)) == before
        Keyring.open(home).lock(PASSPHRASE)
        assert secrets_of(Keyring.open(home)) == before
        assert before[0].encode() not in on_disk(home)
        asking.WAYS.clear()
        asking.KNOWN.clear()


def test_the_others_go_under_the_passphrase_that_the_signing_key_has(tmp_path: Path) -> None:
    """A keyring of before, made with --passphrase: its signing key alone was locked."""
    plain, old = made(tmp_path / "plain"), tmp_path / "keys"
    before = secrets_of(plain)
    shutil.copytree(tmp_path / "plain", old)
    signing = made(tmp_path / "other", PASSPHRASE)
    for name in ("ssh.key", "ssh.pub"):
        shutil.copy(tmp_path / "other" / name, old / name)
    text = (old / "keyring.yaml").read_text(encoding="utf-8")
    (old / "keyring.yaml").write_text(text.replace(plain.ssh.line(), signing.ssh.line()), encoding="utf-8")
    ring = Keyring.open(old)
    with pytest.raises(PbemError):
        ring.lock(b"another")
    assert not ring.locked
    assert "ssh.key" not in ring.lock(PASSPHRASE)
    asking.ask_with(lambda: PASSPHRASE)
    assert secrets_of(Keyring.open(old))[:3] == before[:3]


def test_a_new_chain_of_a_locked_keyring_needs_no_passphrase_and_is_sealed(tmp_path: Path) -> None:
    ring = made(tmp_path / "keys", PASSPHRASE)
    top = ring.new_chain("duel-2027-abcdef").top
    assert top.encode() not in on_disk(tmp_path / "keys")
    asking.ask_with(lambda: PASSPHRASE)
    assert ring.chain("duel-2027-abcdef").top == top


def test_unlocked_again_the_files_are_as_they_were(tmp_path: Path) -> None:
    ring = made(tmp_path / "keys")
    before, text = secrets_of(ring), (tmp_path / "keys" / "age.key").read_bytes()
    ring.lock(PASSPHRASE)
    asking.ask_with(lambda: PASSPHRASE)
    assert sorted(ring.unlock()) == sorted(["age.key", *(f"chains/{game}.top" for game in GAMES)])
    asking.WAYS.clear()
    assert secrets_of(Keyring.open(tmp_path / "keys")) == before
    assert (tmp_path / "keys" / "age.key").read_bytes() == text


@pytest.mark.tools
def test_age_itself_opens_what_is_locked(tmp_path: Path) -> None:
    """Whoever has the passphrase and no pbem has the key: the file is one that `age -p` could have written."""
    from tools import need

    need("age")
    made(tmp_path / "keys", PASSPHRASE)
    header = seal.dearmour((tmp_path / "keys" / "age.key").read_bytes()).split(b"\n")[1]
    assert header.startswith(b"-> scrypt ")
    done = subprocess.run(["age", "-d", str(tmp_path / "keys" / "age.key")], capture_output=True, check=False,
                          stdin=subprocess.DEVNULL, start_new_session=True)  # fmt: skip
    assert b"terminal" in done.stderr or b"passphrase" in done.stderr  # it asks; it does not call the file broken


def run(home: Path, *words: str, typed: str = "") -> Result:
    return CliRunner().invoke(root, words, input=typed, env={"PBEM_HOME": str(home)})


def test_pbem_key_lock_and_unlock_ask_and_say_what_they_did(tmp_path: Path) -> None:
    home = tmp_path / "keys"
    before = secrets_of(made(home))
    done = run(home, "key", "lock", typed="secret\nsecret\n")
    assert (done.exit_code, "locked: ssh.key, chains/" in done.stdout) == (0, True)
    shown = run(home, "key", "show", typed="secret\n")
    assert shown.exit_code == 0
    asking.KNOWN.clear()
    assert "everything was locked already" in run(home, "key", "lock", typed="secret\nsecret\n").stdout
    assert isinstance(run(home, "key", "unlock", typed="wrong\n").exception, PbemError)
    assert "unlocked: chains/" in run(home, "key", "unlock", typed="secret\n").stdout
    assert secrets_of(Keyring.open(home)) == before
