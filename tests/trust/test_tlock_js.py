"""Held against tlock-js, drand's own library: it opens what we seal, we open what it seals. No network is used."""

from __future__ import annotations

import json
import subprocess
from base64 import b64decode, b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from tools import need, need_path

from pbem.base.errors import BadInput
from pbem.trust.beacon.beacon import DEMO_CHAIN, QUICKNET, Network
from pbem.trust.seal.tlock import seal, stanza_round, unseal

FOLDER = Path(__file__).parent / "tlock_js"
pytestmark = pytest.mark.tools


@dataclass(frozen=True, slots=True)
class Beacon:
    network: Network
    round_: int
    signature: str

    def request(self, act: str, data: bytes) -> dict[str, object]:
        info = {
            "hash": self.network.chain, "public_key": self.network.public_key, "period": self.network.period,
            "genesis_time": self.network.genesis, "groupHash": "", "schemeID": "bls-unchained-g1-rfc9380",
            "metadata": {"beaconID": self.network.name},
        }
        told = {"round": self.round_, "signature": self.signature, "data": b64encode(data).decode()}
        return {"act": act, "info": info, **told}


#: Round 657413 of quicknet is long past and its signature well known; the other chain is our own.
KNOWN = Beacon(
    QUICKNET,
    657413,
    "b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b",
)
OWN = Beacon(DEMO_CHAIN.network, 12345, DEMO_CHAIN.sign(12345))
chains = pytest.mark.parametrize("beacon", [KNOWN, OWN], ids=["quicknet", "a chain of our own"])

#: About the ends of a line of armour and of a chunk of the payload.
LENGTHS = (1, 25, *range(40, 89, 3), 1024, 65535, 65536, 65537, 70000)
PLAINS = [bytes(i % 251 for i in range(length)) for length in LENGTHS]


def tlock_js(requests: Sequence[dict[str, object]]) -> list[dict[str, str]]:
    """What the library answers."""
    need_path(FOLDER / "node_modules", f"run 'npm ci' in tests/trust/{FOLDER.name}")
    done = subprocess.run(
        [need("node"), "tlock.js"], cwd=FOLDER, input=json.dumps(requests), capture_output=True, text=True,
        timeout=120, check=True,
    )
    answers: list[dict[str, str]] = json.loads(done.stdout)
    return answers


def answered(requests: Sequence[dict[str, object]]) -> list[bytes]:
    answers = tlock_js(requests)
    assert [answer for answer in answers if "error" in answer] == []
    return [b64decode(answer["data"]) for answer in answers]


@chains
def test_tlock_js_opens_what_we_seal(beacon: Beacon) -> None:
    plains = [b"", *PLAINS]
    sealed = [seal(beacon.network, beacon.round_, plain).encode() for plain in plains]
    assert answered([beacon.request("open", data) for data in sealed]) == plains


@chains
def test_we_open_what_tlock_js_seals(beacon: Beacon) -> None:
    sealed = answered([beacon.request("seal", plain) for plain in PLAINS])
    assert {stanza_round(data) for data in sealed} == {(beacon.round_, beacon.network.chain)}
    assert [unseal(beacon.network, data, beacon.signature) for data in sealed] == PLAINS


def test_an_empty_file_of_tlock_js_lacks_its_chunk_and_is_refused() -> None:
    """The age format asks for one chunk even then; tlock-js 0.9.0 writes none, so nothing vouches for the end."""
    sealed = answered([KNOWN.request("seal", b"")])[0]
    with pytest.raises(BadInput, match="ends before its payload"):
        unseal(QUICKNET, sealed, KNOWN.signature)


def test_tlock_js_refuses_a_beacon_of_ours_for_quicknet() -> None:
    forged = Beacon(QUICKNET, KNOWN.round_, DEMO_CHAIN.sign(KNOWN.round_))
    answer = tlock_js([forged.request("open", seal(QUICKNET, KNOWN.round_, b"orders").encode())])[0]
    assert "not valid" in answer["error"]
