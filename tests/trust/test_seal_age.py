"""Sealed files both ways with the `age` program: a player without this tool can always read and write."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from tools import need

from pbem.trust.people import escrow
from pbem.trust.seal import seal

pytestmark = pytest.mark.tools


def run(*arguments: str | Path, stdin: bytes = b"") -> bytes:
    """What the program prints; its failure is the test's."""
    return subprocess.run([str(word) for word in arguments], input=stdin, capture_output=True, check=True).stdout


def test_age_opens_what_we_seal(tmp_path: Path) -> None:
    age, secret = need("age"), seal.new_identity()
    (tmp_path / "key").write_text(secret[0] + "\n", encoding="ascii")
    sealed = seal.seal([secret[1]], b"clear for action\n").encode()
    assert run(age, "-d", "-i", tmp_path / "key", stdin=sealed) == b"clear for action\n"


@pytest.mark.parametrize("armour", [["-a"], []])
def test_we_open_what_age_seals(armour: list[str], tmp_path: Path) -> None:
    age = need("age")
    run(need("age-keygen"), "-o", tmp_path / "key")
    (secret,) = seal.read_identities((tmp_path / "key").read_bytes())
    sealed = run(age, *armour, "-r", seal.public_of(secret), stdin=b"beat to quarters\n")
    assert seal.unseal(secret, sealed) == b"beat to quarters\n"
    if armour:
        assert seal.armour(seal.dearmour(sealed)).encode() == sealed


def test_a_file_sealed_by_a_passphrase_stays_shut(monkeypatch: pytest.MonkeyPatch) -> None:
    from pbem.base.errors import CheckFailed
    from pbem.trust import locked

    monkeypatch.setattr(locked, "WORK", 4)
    shut = seal.dearmour(locked.lock(b"x", b"open sesame"))
    assert b"-> scrypt " in shut
    with pytest.raises(CheckFailed):
        seal.unseal(seal.new_identity()[0], shut)


def test_3_11_guardians_save_a_game_with_age_alone(tmp_path: Path) -> None:
    age = need("age")
    keys = {name: seal.new_identity() for name in ("ann", "bob", "cid")}
    vault, secret = escrow.make_escrow({name: public for name, (_, public) in keys.items()}, 2)
    share = vault.share_of(["cid", "bob"])
    content = share.sealed.encode()
    for guardian in share.guardians:
        path = tmp_path / guardian
        path.write_text(keys[guardian][0] + "\n", encoding="ascii")
        content = run(age, "-d", "-i", path, stdin=content)
    assert content.decode() == secret + "\n"
