"""Beacons: reads one, checks it, and asks a relay for it (PROTOCOL 3.6, 5).

A beacon is a round and a signature. It may come from a file, a mail or a relay, and none of them is trusted: the
signature is checked against the network's key, once for each round in a process.
"""

from __future__ import annotations

import json
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from pbem.base.errors import CheckFailed, Fault, Kind, bad
from pbem.base.files import read_file
from pbem.base.patterns import pattern
from pbem.trust.beacon import bls
from pbem.trust.beacon.bls12381.fields import PointError
from pbem.trust.beacon.demo_chain import DEMO_CHAIN, OwnChain
from pbem.trust.beacon.drand import QUICKNET, Network, check_round, key_of, network, round_message
from pbem.trust.beacon.relays import DEFAULT_RELAYS, Opener, relay_list
from pbem.trust.beacon.relays import ask_relays as _ask_relays

__all__ = [
    "DEFAULT_RELAYS", "DEMO_CHAIN", "QUICKNET", "Network", "OwnChain", "check_round", "fetch", "network", "randomness",
    "read_beacon", "relay_list", "verify_beacon",
]

HEX = pattern(r"[0-9a-f]*")
LINE = pattern(r"([1-9][0-9]{0,11})[ \t]+([0-9A-Za-z]+)")

#: No beacon is larger; a relay that sends more is not telling us one.
MOST_BYTES = 4096

SIGNATURE_BYTES = 48


# -------------------------------------------------------------------------------------------------------- checking
def verify_beacon(network: Network, round_: int, signature: str) -> None:
    """Raise CheckFailed unless the network signed this round with this signature (96 lower-case hex digits)."""
    check_round(round_)
    _verified(network, round_, signature, bls.engine())


@lru_cache(maxsize=4096)
def _verified(network: Network, round_: int, signature: str, engine: bls.Engine) -> None:
    """Remembers what held; a failure raises and so is never remembered."""
    if not HEX.fullmatch(signature) or len(signature) % 2:
        raise _refused(network, round_, "signature is not written in lower-case hex", Kind.MALFORMED)
    try:
        holds = engine.holds(key_of(network), round_message(round_), bytes.fromhex(signature))
    except PointError as error:
        raise _refused(network, round_, f"signature {error}", Kind.MALFORMED) from None
    if not holds:
        raise _refused(network, round_, "signature is not the network's for this round", Kind.MISMATCH)


def forget() -> None:
    """Check every beacon anew from here on."""
    _verified.cache_clear()


def _refused(network: Network, round_: int, why: str, kind: Kind) -> CheckFailed:
    hint = f"ask another relay for round {round_} of {network.name}"
    return CheckFailed(Fault(f"beacon of round {round_}: {why}", hint=hint, kind=kind))


def randomness(signature: str) -> str:
    """The number the world reads from a beacon: the hash of its signature, in hex."""
    return sha256(bytes.fromhex(signature)).hexdigest()


# --------------------------------------------------------------------------------------------------------- reading
def read_beacon(source: str | bytes | Path) -> tuple[int, str]:
    """Round and signature from a file, a relay's JSON or a pasted `<round> <signature>`; not yet checked."""
    if isinstance(source, Path):
        return _parse(read_file(source, MOST_BYTES), str(source))
    return _parse(source.encode("utf-8", "replace") if isinstance(source, str) else source, "")


def _parse(data: bytes, file: str) -> tuple[int, str]:
    if len(data) > MOST_BYTES:
        raise bad(f"is larger than {MOST_BYTES} bytes, which no beacon is", file=file)
    text = data.decode("ascii", "replace").strip()
    if text.startswith("{"):
        return _from_json(text, file)
    match = LINE.fullmatch(text)
    if not match:
        raise bad(
            "is no beacon", file=file, hint="give a relay's JSON, or one line: the round, a space, its signature in hex"
        )
    return int(match[1]), match[2]


def _from_json(text: str, file: str) -> tuple[int, str]:
    try:
        fields = json.loads(text, object_pairs_hook=_once_each)
    except (ValueError, RecursionError):
        raise bad("is no JSON a relay would send", file=file, hint="save the relay's answer as it came") from None
    round_, signature = fields.get("round"), fields.get("signature")
    if type(round_) is not int or not isinstance(signature, str):
        raise bad("lacks a 'round' in digits or a 'signature' in quotes", file=file)
    told = fields.get("randomness")
    if told is not None and HEX.fullmatch(signature) and len(signature) % 2 == 0 and told != randomness(signature):
        raise CheckFailed(Fault("'randomness' is not the hash of 'signature'", file=file, kind=Kind.MISMATCH))
    return round_, signature


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object in which no name stands twice; two readers must never take two answers from one text."""
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise ValueError("a name stands twice")
    return fields


# -------------------------------------------------------------------------------------------------------- fetching
def fetch(
    network: Network, round_: int, relays: tuple[str, ...] | None = None, opener: Opener | None = None
) -> str:
    """The checked signature of a round, from the first relay that tells it; one GET for each relay asked.

    The only place where the program uses a network. `relays` defaults to PBEM_RELAYS, else the public ones. Where no
    relay answers the round is waited for; where one answered wrongly the check has failed.
    """
    check_round(round_)
    if network.demo:
        raise bad(f"no relay serves the chain '{network.name}'", hint="the rounds of a demonstration are computed")

    def believe(answer: bytes) -> str:
        told, signature = read_beacon(answer)
        if told != round_:
            raise bad(f"tells round {told} instead of {round_}")
        verify_beacon(network, round_, signature)
        return signature

    return _ask_relays(network, round_, relay_list(relays), believe, opener)
