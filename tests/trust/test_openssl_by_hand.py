"""One roll and one checkpoint by OpenSSL alone: nothing in the record needs this program to be believed."""

from __future__ import annotations

import base64
import hashlib
import subprocess
from pathlib import Path

import pytest
from public_folder import sample_files
from tools import need
from vectors_kit import VECTORS

from pbem.trust.dice.dice import Dice, Roll, parse_log
from pbem.trust.record.checkpoint import LogKey, parse_checkpoint, parse_vkey

FILES = sample_files(VECTORS["sample_phase"])
#: SubjectPublicKeyInfo of an Ed25519 key (RFC 8410) up to the key itself.
ED25519_DER = bytes.fromhex("302a300506032b6570032100")


def openssl(*arguments: str, data: bytes = b"", code: int = 0) -> bytes:
    """What openssl prints."""
    done = subprocess.run([need("openssl"), *arguments], input=data, capture_output=True, check=False, timeout=60)
    assert done.returncode == code, done.stderr
    return done.stdout


def openssl_hmac(key: bytes, message: str) -> bytes:
    """HMAC-SHA256."""
    mac = ("-mac", "HMAC", "-macopt", f"hexkey:{key.hex()}")
    return openssl("dgst", "-sha256", *mac, "-binary", data=message.encode("ascii"))


@pytest.mark.tools
@pytest.mark.parametrize("made", parse_log(FILES["rolls/t03.axis-combat.rolls"])[:2], ids=lambda made: made.label)
def test_3_7_a_roll_of_the_sample_phase_is_the_hmac_of_its_label(made: Roll) -> None:
    key = bytes.fromhex(openssl("dgst", "-sha256", "-r", data=FILES["seeds/t03.axis-combat.seed"]).split()[0].decode())
    stream = openssl_hmac(key, f"pbem-roll/1 {made.label} {made.spec} 0")
    faces = [byte % 6 + 1 for byte in stream if byte < 252]
    assert tuple(faces[: len(made.values)]) == made.values


@pytest.mark.tools
def test_3_7_a_long_roll_runs_over_into_further_blocks() -> None:
    key = hashlib.sha256(b"any key").digest()
    stream = b"".join(openssl_hmac(key, f"pbem-roll/1 fleet/all 80d20 {block}") for block in range(4))
    faces = [byte % 20 + 1 for byte in stream if byte < 240]
    assert tuple(faces[:80]) == Dice(key).roll("fleet/all", "80d20")


def checked_by_openssl(note: bytes, vkey: str, place: Path, code: int = 0) -> bytes:
    """Whether the log key signed the body of a checkpoint, as OpenSSL sees it."""
    read = parse_checkpoint(note)
    (place / "key.der").write_bytes(ED25519_DER + parse_vkey(vkey).public)
    (place / "body").write_bytes(note.partition(b"\n\n")[0] + b"\n")
    (place / "sig").write_bytes(read.signatures[0].signature)
    return openssl(
        "pkeyutl", "-verify", "-rawin", "-keyform", "DER", "-pubin", "-inkey", str(place / "key.der"), "-in",
        str(place / "body"), "-sigfile", str(place / "sig"), code=code,
    )  # fmt: skip


@pytest.mark.tools
@pytest.mark.parametrize("name", ["checkpoint", "checkpoints/5", "checkpoints/8"])
def test_3_10_a_checkpoint_is_a_raw_ed25519_signature_over_three_lines(name: str, tmp_path: Path) -> None:
    vkey = FILES["log.vkey"].decode()
    assert b"Verified Successfully" in checked_by_openssl(FILES[name], vkey, tmp_path)
    other = FILES[name].replace(b"bulge", b"bulgf")
    assert b"Failure" in checked_by_openssl(other, vkey, tmp_path, 1)


@pytest.mark.tools
def test_3_10_a_checkpoint_of_ours_holds_for_openssl(tmp_path: Path) -> None:
    key = LogKey.new("pbem.example/duel-4f1c9a")
    note = key.sign_checkpoint("pbem.example/duel-4f1c9a", 7, hashlib.sha256(b"root").digest())
    assert base64.b64encode(hashlib.sha256(b"root").digest()) in note
    assert b"Verified Successfully" in checked_by_openssl(note, key.vkey, tmp_path)
