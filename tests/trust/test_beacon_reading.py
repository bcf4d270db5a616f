"""A beacon may come as a relay's JSON, a pasted line or a file; whatever else comes is one clear fault."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.base.errors import BadInput, CheckFailed, PbemError
from pbem.trust.beacon.beacon import read_beacon

SIGNATURE = "95a9f9f5b231b7714de1553105d8ffdf3dcda24cfdb1e689319bccf79a9c8ce430a91b811fbfaf763900bc998b5d686a"
RANDOM = sha256(bytes.fromhex(SIGNATURE)).hexdigest()
AS_TOLD = json.dumps({"round": 42, "randomness": RANDOM, "signature": SIGNATURE})


@pytest.mark.parametrize(
    "text",
    [
        AS_TOLD,
        f"  {AS_TOLD}\r\n",
        json.dumps({"round": 42, "signature": SIGNATURE, "previous_signature": ""}),
        f"42 {SIGNATURE}",
        f"\n42\t{SIGNATURE}\n",
    ],
)
def test_a_beacon_is_read_as_json_or_as_a_line(text: str) -> None:
    assert read_beacon(text) == read_beacon(text.encode()) == (42, SIGNATURE)


def test_a_beacon_is_read_from_a_file_which_faults_name(tmp_path: Path) -> None:
    path = tmp_path / "round-42.json"
    path.write_text(AS_TOLD, encoding="ascii")
    assert read_beacon(path) == (42, SIGNATURE)
    path.write_text("soon", encoding="ascii")
    with pytest.raises(BadInput) as error:
        read_beacon(path)
    assert error.value.faults[0].file == str(path)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "is no beacon"),
        ("42", "is no beacon"),
        (f"042 {SIGNATURE}", "is no beacon"),
        (f"-42 {SIGNATURE}", "is no beacon"),
        (f"42 {SIGNATURE} 43", "is no beacon"),
        ("{", "is no JSON"),
        ('{"a":' + "[" * 4000, "is no JSON"),
        ('{"round": 42, "round": 43, "signature": ""}', "is no JSON"),
        ('{"round": ' + "9" * 4000 + "}", "lacks a 'round'|is no JSON"),
        ('{"round": "42", "signature": ""}', "lacks a 'round'"),
        ('{"round": 42.0, "signature": ""}', "lacks a 'round'"),
        ('{"round": true, "signature": ""}', "lacks a 'round'"),
        ('{"round": 42, "signature": 7}', "lacks a 'round'"),
        ('{"round": 42}', "lacks a 'round'"),
        (" " * 5000, "is larger than"),
    ],
)
def test_what_is_no_beacon_is_one_fault(text: str, reason: str) -> None:
    with pytest.raises(BadInput, match=reason) as error:
        read_beacon(text)
    assert len(error.value.faults) == 1


def test_randomness_that_is_not_the_signatures_is_refused() -> None:
    with pytest.raises(CheckFailed, match="not the hash"):
        read_beacon(json.dumps({"round": 42, "signature": SIGNATURE, "randomness": "0" * 64}))


@given(st.one_of(st.text(), st.binary(), st.text().map(lambda t: '{"round":1,"signature":' + json.dumps(t) + "}")))
def test_whatever_comes_in_only_our_errors_go_out(text: Any) -> None:
    assert faults_of(text) <= 1


def faults_of(text: Any) -> int:
    try:
        read_beacon(text)
    except PbemError as error:
        return len(error.faults)
    return 0
