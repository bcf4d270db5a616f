"""Checkpoints: C2SP notes that the log key has signed, and the proof that it signed two stories (PROTOCOL 3.10)."""

from __future__ import annotations

import base64
import subprocess
from pathlib import Path
from typing import Any

import pytest
from tools import need

from pbem.base.errors import BadInput, CheckFailed, PbemError
from pbem.trust.record import checkpoint, merkle
from pbem.trust.record.checkpoint import (
    LogKey,
    fork_proof,
    parse_checkpoint,
    parse_vkey,
    signed_lines,
    verify_checkpoint,
)

ORIGIN = "pbem.example/trafalgar-4f1c9a"


@pytest.fixture(scope="module")
def key() -> LogKey:
    return LogKey.new(ORIGIN)


@pytest.fixture
def good(vectors: Any) -> bytes:
    return bytes(vectors["sample_phase"]["checkpoint_result"].encode())


@pytest.fixture
def vkey(vectors: Any) -> str:
    return str(vectors["sample_phase"]["log_vkey"])


def test_the_sample_checkpoints_verify_and_write_themselves(vectors: Any, vkey: str) -> None:
    for name, size in (("checkpoint_phase_open", 5), ("checkpoint_locked", 8), ("checkpoint_result", 13)):
        text = vectors["sample_phase"][name].encode()
        found = verify_checkpoint(text, vkey)
        assert (found.size, found.to_bytes(), found.others(parse_vkey(vkey))) == (size, text, ())


def test_3_13_a_checkpoint_survives_crlf(good: bytes, vkey: str) -> None:
    assert verify_checkpoint(good.replace(b"\n", b"\r\n"), vkey).to_bytes() == good


def test_every_changed_byte_is_refused(good: bytes, vkey: str) -> None:
    for place in range(len(good)):
        for change in (0x01, 0x20, 0x80):
            spoilt = bytearray(good)
            spoilt[place] ^= change
            with pytest.raises(PbemError):
                verify_checkpoint(bytes(spoilt), vkey)


def test_every_lost_and_every_added_byte_is_refused(good: bytes, vkey: str) -> None:
    for place in range(len(good)):
        with pytest.raises(PbemError):
            verify_checkpoint(good[:place] + good[place + 1 :], vkey)
        with pytest.raises(PbemError):
            verify_checkpoint(good[:place] + b"0" + good[place:], vkey)
    with pytest.raises(PbemError):
        verify_checkpoint(good + b"\n", vkey)


def test_a_new_key_signs_what_it_verifies(key: LogKey) -> None:
    text = key.sign_checkpoint(ORIGIN, 3, bytes(32))
    found = verify_checkpoint(text, key.vkey)
    assert found.seen == (3, base64.b64encode(bytes(32)).decode())
    assert LogKey.parse(key.secret).vkey == key.vkey
    with pytest.raises(BadInput, match="signs no checkpoint of"):
        key.sign_checkpoint("pbem.example/other", 3, bytes(32))
    with pytest.raises(CheckFailed, match=r"not of 'pbem\.example/other'"):
        verify_checkpoint(text, LogKey.new("pbem.example/other").vkey)
    with pytest.raises(CheckFailed, match="is not signed"):
        verify_checkpoint(text, LogKey.new(ORIGIN).vkey)


def test_signatures_of_witnesses_are_kept_and_reported(key: LogKey) -> None:
    text = key.sign_checkpoint(ORIGIN, 3, bytes(32))
    witness = "— witness.example/w1 " + base64.b64encode(b"\1\2\3\4" + bytes(72)).decode() + "\n"
    other = f"— {ORIGIN} " + base64.b64encode(b"\1\2\3\4" + bytes(64)).decode() + "\n"
    found = verify_checkpoint(text + witness.encode() + other.encode(), key.vkey)
    assert found.others(parse_vkey(key.vkey)) == ("witness.example/w1", ORIGIN)
    assert found.to_bytes() == text + witness.encode() + other.encode()


def test_the_log_signs_once(key: LogKey) -> None:
    text = key.sign_checkpoint(ORIGIN, 3, bytes(32))
    with pytest.raises(CheckFailed, match="signed 2 times"):
        verify_checkpoint(text + text.partition(b"\n\n")[2], key.vkey)
    with pytest.raises(BadInput, match="17 signatures"):
        verify_checkpoint(text + text.partition(b"\n\n")[2] * 16, key.vkey)


@pytest.mark.parametrize(
    ("text", "words", "line"),
    [
        ("", "names no origin", 1),
        ("> pbem.example/x\n> 1\n", "is quoted", 1),
        ("pbem.example/x\n", "states no size", 2),
        ("pbem.example/x\n01\n", "states no size", 2),
        ("pbem.example/x\n1234567890\n", "states no size", 2),
        ("pbem.example/x\n1\nAAAA\n\n", "states no root", 3),
        ("pbem.example/x\n1\n" + "A" * 43 + "=\nmore\n\n— x AAAAAAA=\n", "no empty line", 4),
        ("pbem.example/x\n1\n" + "A" * 43 + "=\n", "no empty line", 4),
        ("pbem.example/x\n1\n" + "A" * 43 + "=\n\n", "0 signatures", 5),
        ("pbem.example/x\n1\n" + "A" * 43 + "=\n\n- x AAAAAAA=\n", "no signature", 5),
        ("pbem.example/x\n1\n" + "A" * 43 + "=\n\n— x AAAAAAA=", "cut off", 5),
        ("pbem.example/x\n1\n" + "A" * 43 + "=\n\n— x AAAAAAB=\n", "no signature", 5),
        ("A" * 20_000, "larger than", 0),
    ],
)
def test_what_is_wrong_with_a_checkpoint_is_said_with_its_line(text: str, words: str, line: int) -> None:
    with pytest.raises(BadInput) as caught:
        parse_checkpoint(text.encode(), "checkpoint")
    assert words in caught.value.faults[0].message
    assert (caught.value.faults[0].file, caught.value.faults[0].line) == ("checkpoint", line)


def test_equivocation_two_notes_prove_a_fork(vectors: Any, vkey: str) -> None:
    a, b = (vectors["equivocation"][name].encode() for name in "ab")
    verdict = fork_proof(a, b, vkey)
    assert verdict is not None
    assert "was forked" in verdict
    assert "13 lines" in verdict
    assert fork_proof(a, a, vkey) is None


def test_a_forged_second_note_proves_nothing(vectors: Any, vkey: str, good: bytes) -> None:
    forged = good.replace(b"SgPc", b"SgPd")
    with pytest.raises(CheckFailed, match="bad signature"):
        fork_proof(vectors["equivocation"]["b"].encode(), forged, vkey)
    earlier = vectors["sample_phase"]["checkpoint_locked"].encode()
    assert fork_proof(good, earlier, vkey) is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no log key"),
        ("pbem.example/x", "no log key"),
        ("pbem.example/x+00000000+AAAA", "no log key"),
        ("pbem.example/x+00000000+" + base64.b64encode(b"\x02" + bytes(32)).decode(), "no log key"),
        ("pbem.example/x+00000000+" + base64.b64encode(b"\x01" + b"\x07" * 32).decode(), "wrong id"),
        (checkpoint.VerifierKey("pbem.example/x", bytes(32)).vkey, "small order"),
        (checkpoint.VerifierKey("pbem.example/x", b"\x02" + bytes(31)).vkey, "no point"),
    ],
)
def test_a_bad_log_key_is_refused(text: str, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        parse_vkey(text)


def test_a_secret_log_key_is_never_quoted(key: LogKey) -> None:
    for text in (key.secret[:-3], key.secret.replace(key.vkey.split("+")[1], "00000000")):
        with pytest.raises(BadInput) as caught:
            LogKey.parse(text)
        assert key.secret[-20:-4] not in caught.value.faults[0].render()
    with pytest.raises(BadInput, match="no name"):
        LogKey.new("with blank")


@pytest.mark.tools
def test_4_openssl_alone_verifies_a_checkpoint(tmp_path: Path, key: LogKey) -> None:
    text = key.sign_checkpoint(ORIGIN, 21, b"\x07" * 32)
    body, _, tail = text.partition(b"\n\n")
    (tmp_path / "note").write_bytes(body + b"\n")
    (tmp_path / "sig").write_bytes(base64.b64decode(tail.split()[-1])[-64:])
    public = base64.b64decode(key.vkey.split("+", 2)[2])[-32:]
    (tmp_path / "der").write_bytes(bytes.fromhex("302a300506032b6570032100") + public)
    command = [need("openssl"), "pkeyutl", "-verify", "-pubin", "-keyform", "DER", "-rawin"]
    done = subprocess.run(
        [*command, "-inkey", "der", "-in", "note", "-sigfile", "sig"], cwd=tmp_path, capture_output=True, check=False
    )
    assert b"Verified Successfully" in done.stdout


# --------------------------------------------------------------------------------------- lines that the log key signed
def test_lines_are_sure_that_stand_as_the_log_key_signed_them_and_no_others(key: LogKey) -> None:
    lines = [b"line %d" % number for number in range(9)]
    ledger = b"".join(line + b"\n" for line in lines)
    note = key.sign_checkpoint(ORIGIN, 9, merkle.root(lines))
    assert signed_lines(ledger, note, key.public) == 9
    assert signed_lines(ledger + b"one more\nhalf", note, key.public) == 9
    other, elsewhere = LogKey.new(ORIGIN), LogKey.new("pbem.example/other-4f1c9a")
    for data, by, judge in (
        (ledger.replace(b"line 4", b"line 5"), note, key),
        (ledger[:-1], note, key),
        (ledger.replace(b"line 0\n", b"", 1), note, key),
        (ledger.replace(b"\n", b"\r\n"), note, key),
        (b"", note, key),
        (ledger, b"", key),
        (ledger, note.replace(b"\n9\n", b"\n8\n"), key),
        (ledger, note, other),
        (ledger, other.sign_checkpoint(ORIGIN, 9, merkle.root(lines)), key),
        (ledger, elsewhere.sign_checkpoint(elsewhere.public.name, 9, merkle.root(lines)), key),
    ):
        assert signed_lines(data, by, judge.public) == 0
