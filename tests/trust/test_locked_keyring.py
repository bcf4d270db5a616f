"""A keyring under one passphrase: the secret that all is derived from is as safe as what signs, and nothing is lost.

Each rule holds for both sorts of keys, those derived from twelve words and those of before.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pyrage  # type: ignore[import-untyped]  # it ships none
import pytest
from click.testing import CliRunner, Result
from old_keys import old_keyring

from pbem.base import asking, files
from pbem.base.errors import PbemError
from pbem.cli import root
from pbem.trust import locked
from pbem.trust.keyring import Keyring
from pbem.trust.locked import lock, unlock
from pbem.trust.seal import seal

GAMES = ("duel-2026-4f1c9a", "lions-2026-0b1e55")
PASSPHRASE = b"correct horse"
Make = Callable[..., Keyring]


@pytest.fixture(autouse=True)
def nobody_remembers(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Each test is a process of its own: nothing known, nobody to ask; and a passphrase that costs little work."""
    monkeypatch.setattr(locked, "WORK", 10)
    monkeypatch.delenv("PBEM_PASSPHRASE_COMMAND", raising=False)
    asking.KNOWN.clear()
    asking.WAYS.clear()
    yield
    asking.WAYS.clear()


@pytest.fixture(params=["derived", "old"])
def made(request: pytest.FixtureRequest) -> Make:
    """Makes a keyring that has joined two games."""

    def make(home: Path, passphrase: bytes = b"") -> Keyring:
        if request.param == "old":
            return old_keyring(home, "Anna", GAMES, passphrase)
        ring = Keyring.create("Anna", home=home, new_passphrase=passphrase)
        asking.ask_with(lambda: passphrase)
        for game in GAMES:
            ring.public(game)
        asking.WAYS.clear()
        asking.KNOWN.clear()
        return ring

    return make


def names(ring: Keyring) -> list[str]:
    """The files that a passphrase locks."""
    chains = [f"chains/{game}.top" for game in GAMES]
    return sorted(["ssh.key", *(["age.key", *chains] if ring.old else ["secret.key"])])


def secrets_of(ring: Keyring) -> list[str]:
    """All that may never be lost."""
    opening = [ring.age_identity(game) for game in ("", *GAMES)]
    return [*opening, *(ring.chain(game).top for game in GAMES), ring.ssh.line()]


def on_disk(home: Path) -> bytes:
    """Everything that whoever copies the folder has."""
    return b"".join(path.read_bytes() for path in sorted(home.rglob("*")) if path.is_file())


def test_what_opens_and_the_chains_are_locked_as_the_signing_key_is(made: Make, tmp_path: Path) -> None:
    ring = made(tmp_path / "keys", PASSPHRASE)
    asking.ask_with(lambda: PASSPHRASE)
    *hidden, _ = secrets_of(ring)
    data = on_disk(tmp_path / "keys")
    assert all(secret.encode() not in data for secret in hidden)
    assert ring.old or ring.words().encode() not in data
    assert b"AGE-SECRET-KEY" not in data
    assert data.count(seal.BEGIN) == len(names(ring)) - 1


def test_public_halves_are_known_without_a_passphrase(made: Make, tmp_path: Path) -> None:
    ring = made(tmp_path / "keys", PASSPHRASE)
    public, known = ring.age_public(), {} if ring.old else {game: ring.known_public(game) for game in GAMES}
    asking.ask_with(lambda: PASSPHRASE)
    assert public == seal.public_of(ring.age_identity())
    assert known == {game: (ring.chain(game).anchor, ring.age_public(game)) for game in known}


@pytest.mark.long
def test_a_busy_machine_refuses_no_right_passphrase(monkeypatch: pytest.MonkeyPatch) -> None:
    """The work is the same each time. age's library measures the machine before it locks and before it opens, and calls
    the right passphrase wrong where the machine is much slower the second time."""
    monkeypatch.undo()
    heads = {seal.dearmour(lock(b"a secret", PASSPHRASE)).split(b"\n")[1].split(b" ")[-1] for _ in range(2)}
    assert heads == {b"17"}

    def measured(*_: object) -> bytes:
        raise pyrage.DecryptError("Excessive work parameter for passphrase.")

    data = seal.armour(pyrage.passphrase.encrypt(b"a secret", PASSPHRASE.decode())).encode()
    monkeypatch.setattr(pyrage.passphrase, "decrypt", measured)
    assert unlock(data, PASSPHRASE) == b"a secret"


def test_what_is_locked_here_age_opens() -> None:
    assert pyrage.passphrase.decrypt(seal.dearmour(lock(b"a secret", PASSPHRASE)), PASSPHRASE.decode()) == b"a secret"


def test_every_changed_byte_of_a_locked_file_is_refused() -> None:
    data = seal.dearmour(lock(b"a secret", PASSPHRASE))
    for place in range(0, len(data), 3):
        changed = data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]
        with pytest.raises(PbemError):
            unlock(seal.armour(changed).encode(), PASSPHRASE)


@pytest.mark.parametrize("terms", [
    "scrypt AAAA 10", "scrypt SDgEhH1Epq2QGrRTZ6+dFQ 23", "scrypt SDgEhH1Epq2QGrRTZ6+dFQ",
    "X25519 SDgEhH1Epq2QGrRTZ6+dFQ 10", "scrypt SDgEhH1Epq2QGrRTZ6+dFQ -1",
])  # fmt: skip
def test_a_lock_with_other_terms_is_refused_before_any_work(terms: str) -> None:
    head, _, rest = seal.dearmour(lock(b"a secret", PASSPHRASE)).split(b"\n", 2)
    with pytest.raises(PbemError, match="locked"):
        unlock(seal.armour(b"\n".join([head, f"-> {terms}".encode(), rest])).encode(), PASSPHRASE)


def test_without_the_passphrase_nothing_opens(made: Make, tmp_path: Path) -> None:
    ring = made(tmp_path / "keys", PASSPHRASE)
    for way in (lambda: b"wrong", lambda: b""):
        asking.ask_with(way)
        for work in (ring.age_identity, lambda: ring.chain(GAMES[0]), ring.signer):
            with pytest.raises(PbemError):
                work()
    asking.ask_with(lambda: PASSPHRASE)  # and a slip of the keyboard is not remembered
    assert len(secrets_of(ring)) == 6


def test_a_passphrase_is_asked_for_once(made: Make, tmp_path: Path) -> None:
    ring = made(tmp_path / "keys", PASSPHRASE)
    asked: list[int] = []

    def way() -> bytes:
        asked.append(1)
        return PASSPHRASE

    asking.ask_with(way)
    secrets_of(ring)
    ring.signer()
    assert len(asked) == 1


def test_locking_loses_nothing(made: Make, tmp_path: Path) -> None:
    ring = made(tmp_path / "keys")
    before = secrets_of(ring)
    done = ring.lock(PASSPHRASE)
    assert sorted(done) == names(ring)
    asking.ask_with(lambda: PASSPHRASE)
    again = Keyring.open(tmp_path / "keys")
    assert secrets_of(again) == before
    assert again.signer().public == ring.ssh
    assert before[3].encode() not in on_disk(tmp_path / "keys")
    assert again.lock(PASSPHRASE) == []


def test_whoever_is_interrupted_while_locking_loses_nothing_and_goes_on(
    made: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, first = files.write_atomic, made(tmp_path / "keys")
    before = secrets_of(first)
    for kill in range(1, len(names(first)) + 2):
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
        assert before[3].encode() not in on_disk(home)
        asking.WAYS.clear()
        asking.KNOWN.clear()


def test_the_others_go_under_the_passphrase_that_the_signing_key_has(tmp_path: Path) -> None:
    """A keyring of before, made with --passphrase: its signing key alone was locked."""
    plain, old = old_keyring(tmp_path / "plain", "Anna", GAMES), tmp_path / "keys"
    before = secrets_of(plain)
    shutil.copytree(tmp_path / "plain", old)
    signing = old_keyring(tmp_path / "other", "Anna", (), PASSPHRASE)
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
    assert secrets_of(Keyring.open(old))[:5] == before[:5]


def test_a_game_joined_with_a_locked_keyring_leaves_no_secret_on_the_disk(made: Make, tmp_path: Path) -> None:
    ring, game = made(tmp_path / "keys", PASSPHRASE), "duel-2027-abcdef"
    with pytest.raises(PbemError):
        ring.public(game)
    asking.ask_with(lambda: PASSPHRASE)
    assert ring.public(game).chain == ring.chain(game).anchor
    assert ring.chain(game).top.encode() not in on_disk(tmp_path / "keys")


def test_unlocked_again_the_files_are_as_they_were(made: Make, tmp_path: Path) -> None:
    ring = made(tmp_path / "keys")
    before, text = secrets_of(ring), ring.secret_path.read_bytes()
    ring.lock(PASSPHRASE)
    asking.ask_with(lambda: PASSPHRASE)
    assert sorted(ring.unlock()) == [name for name in names(ring) if name != "ssh.key"]
    asking.WAYS.clear()
    assert secrets_of(Keyring.open(tmp_path / "keys")) == before
    assert ring.secret_path.read_bytes() == text


@pytest.mark.tools
def test_age_itself_opens_what_is_locked(made: Make, tmp_path: Path) -> None:
    """Whoever has the passphrase and no pbem has the key: the file is one that `age -p` could have written."""
    from tools import need

    need("age")
    path = made(tmp_path / "keys", PASSPHRASE).secret_path
    header = seal.dearmour(path.read_bytes()).split(b"\n")[1]
    assert header.startswith(b"-> scrypt ")
    done = subprocess.run(["age", "-d", str(path)], capture_output=True, check=False,
                          stdin=subprocess.DEVNULL, start_new_session=True)  # fmt: skip
    assert b"terminal" in done.stderr or b"passphrase" in done.stderr  # it asks; it does not call the file broken


def run(home: Path, *words: str, typed: str = "") -> Result:
    return CliRunner().invoke(root, words, input=typed, env={"PBEM_HOME": str(home)})


def test_pbem_key_lock_and_unlock_ask_and_say_what_they_did(made: Make, tmp_path: Path) -> None:
    home = tmp_path / "keys"
    ring = made(home)
    before, last = secrets_of(ring), ring.secret_path.name
    done = run(home, "key", "lock", typed="secret\nsecret\n")
    assert (done.exit_code, "locked: ssh.key, " in done.stdout) == (0, True)
    shown = run(home, "key", "show", typed="secret\n")
    assert shown.exit_code == 0
    asking.KNOWN.clear()
    assert "everything was locked already" in run(home, "key", "lock", typed="secret\nsecret\n").stdout
    assert isinstance(run(home, "key", "unlock", typed="wrong\n").exception, PbemError)
    assert f"{last}\n" in run(home, "key", "unlock", typed="secret\n").stdout
    assert secrets_of(Keyring.open(home)) == before
