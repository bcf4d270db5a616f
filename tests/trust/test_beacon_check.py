"""Beacons: the published vectors hold, every bad one is refused with its reason, each is checked once."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from bls_engines import engine as engine
from hypothesis import given
from hypothesis import strategies as st

from pbem.base.errors import BadInput, CheckFailed, PbemError
from pbem.trust.beacon import bls
from pbem.trust.beacon.beacon import DEMO_CHAIN, QUICKNET, Network, OwnChain, network, randomness, verify_beacon
from pbem.trust.beacon.demo_chain import SENTENCE
from pbem.trust.beacon.drand import DEMO_NETWORK, chain_hash


def refused(network: Network, round_: int, signature: str) -> str:
    with pytest.raises(CheckFailed) as error:
        verify_beacon(network, round_, signature)
    assert len(error.value.faults) == 1
    return error.value.faults[0].message


# --------------------------------------------------------------------------------------------------------- vectors
def test_quicknet_is_the_network_of_the_vectors(vectors: Any) -> None:
    known = vectors["beacon"]["network"]
    assert (QUICKNET.chain, QUICKNET.genesis, QUICKNET.period) == (known["chain"], known["genesis"], known["period"])
    assert QUICKNET.public_key == known["key"]
    assert not QUICKNET.demo


@pytest.mark.usefixtures("engine")
def test_real_beacons_hold(vectors: Any) -> None:
    for case in vectors["beacon"]["good"]:
        verify_beacon(QUICKNET, case["round"], case["signature"])
        assert randomness(case["signature"]) == case["randomness"]
        assert QUICKNET.time_of(case["round"]) == datetime.fromtimestamp(case["time"], UTC)


REASONS = {
    "round off by one": "beacon of round 43: signature is not the network's for this round",
    "signature of another round": "beacon of round 42: signature is not the network's for this round",
    "uncompressed flag missing": "beacon of round 42: signature is not in compressed form",
    "point at infinity": "beacon of round 42: signature is the point at infinity",
    "truncated": "beacon of round 42: signature has 47 bytes instead of 48",
}


@pytest.mark.usefixtures("engine")
def test_bad_beacons_are_refused_with_their_reason(vectors: Any) -> None:
    found = {case["why"]: refused(QUICKNET, case["round"], case["signature"]) for case in vectors["beacon"]["bad"]}
    assert found == REASONS


@pytest.mark.usefixtures("engine")
def test_a_signature_with_any_bit_changed_is_refused(vectors: Any) -> None:
    good = vectors["beacon"]["good"][0]
    raw = bytearray.fromhex(good["signature"])
    for bit in range(0, len(raw) * 8, 17):
        raw[bit // 8] ^= 1 << bit % 8
        assert refused(QUICKNET, good["round"], raw.hex())
        raw[bit // 8] ^= 1 << bit % 8


@pytest.mark.parametrize(
    "respell",
    [str.upper, lambda s: s[:-1], lambda s: s + " ", lambda s: s + "\n", lambda s: "0x" + s, lambda s: "é" + s],
)
def test_3_2_a_signature_has_one_spelling(vectors: Any, respell: Any) -> None:
    good = vectors["beacon"]["good"][0]
    assert "lower-case hex" in refused(QUICKNET, good["round"], respell(good["signature"]))


@pytest.mark.parametrize("round_", [0, -1, 10**11 + 1, 2**64, 10**40])
def test_a_round_no_network_reaches_is_refused(round_: int) -> None:
    with pytest.raises(BadInput, match="is not between 1 and"):
        verify_beacon(QUICKNET, round_, "00")


def test_a_network_whose_key_is_no_point_is_named() -> None:
    for key, words in (("00" * 96, "not in compressed form"), ("xyz", "hex")):
        with pytest.raises(BadInput, match=f"public key of network 'ours'.*{words}"):
            verify_beacon(Network("0" * 64, 0, 3, key, "ours"), 1, "00" * 48)


def test_a_round_is_checked_once_and_a_failure_is_never_remembered(
    monkeypatch: pytest.MonkeyPatch, vectors: Any
) -> None:
    good = vectors["beacon"]["good"][1]
    asked = []

    class Counting(bls.Plain):
        def holds(self, key: bytes, message: bytes, signature: bytes) -> bool:
            asked.append(message)
            return super().holds(key, message, signature)

    counting = Counting()
    monkeypatch.setattr(bls, "engine", lambda: counting)
    for _ in range(3):
        verify_beacon(QUICKNET, good["round"], good["signature"])
    assert len(asked) == 1
    for _ in range(2):
        refused(QUICKNET, good["round"] + 1, good["signature"])
    assert len(asked) == 3


# ------------------------------------------------------------------------------------------------- rounds and time
def test_rounds_at_a_time_are_those_of_the_vectors(vectors: Any) -> None:
    for case in vectors["beacon"]["round_at"]:
        assert QUICKNET.round_at(datetime.fromtimestamp(case["unix"], UTC)) == case["round"]


@given(st.datetimes(datetime(2023, 9, 1), datetime(2200, 1, 1), timezones=st.just(UTC)))  # noqa: DTZ001 - zone is given
def test_3_6_the_round_at_a_time_is_the_first_not_before_it(moment: datetime) -> None:
    round_ = QUICKNET.round_at(moment)
    assert QUICKNET.time_of(round_ - 1) < moment <= QUICKNET.time_of(round_)


def test_the_round_at_a_time_counts_parts_of_a_second() -> None:
    due = QUICKNET.time_of(100)
    assert QUICKNET.round_at(due) == 100
    assert QUICKNET.round_at(due + timedelta(microseconds=1)) == 101


def test_before_genesis_the_first_round_is_the_next() -> None:
    assert QUICKNET.round_at(datetime(2020, 1, 1, tzinfo=UTC)) == 1


def test_a_round_due_after_the_calendar_ends_is_a_fault() -> None:
    with pytest.raises(BadInput, match="after the end of the calendar"):
        QUICKNET.time_of(10**11)


# ---------------------------------------------------------------------------------------------------------- chains
def test_the_chain_hash_is_computed_as_drand_does() -> None:
    """Group hash as quicknet's relays tell it under /info."""
    group = "f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e"
    assert chain_hash(QUICKNET.genesis, QUICKNET.period, QUICKNET.public_key, group, "quicknet") == QUICKNET.chain


def test_a_charter_finds_its_network_by_chain_hash() -> None:
    assert network(QUICKNET.chain) is QUICKNET
    with pytest.raises(BadInput, match=f"'{'0' * 64}' is unknown"):
        network("0" * 64)


def test_the_demonstration_chain_is_refused_unless_allowed() -> None:
    with pytest.raises(BadInput, match="demonstration chain, whose secret is public"):
        network(DEMO_NETWORK.chain)
    allowed = network(DEMO_NETWORK.chain, [DEMO_NETWORK])
    assert allowed is DEMO_NETWORK
    assert allowed.demo


def test_the_demonstration_chain_is_the_one_of_its_sentence() -> None:
    assert OwnChain.new(SENTENCE, DEMO_NETWORK.genesis, name="pbem-demo") == DEMO_CHAIN


@pytest.mark.usefixtures("engine")
def test_an_own_chain_signs_rounds_that_only_its_network_accepts() -> None:
    other = OwnChain.new(b"another sentence", genesis=0)
    for round_ in (1, 2, 10**9):
        signature = DEMO_CHAIN.sign(round_)
        verify_beacon(DEMO_NETWORK, round_, signature)
        assert "not the network's" in refused(other.network, round_, signature)
        assert "not the network's" in refused(DEMO_NETWORK, round_ + 1, signature)
    assert other.network.chain != DEMO_NETWORK.chain


def test_an_own_chain_signs_no_round_before_the_first() -> None:
    with pytest.raises(PbemError):
        DEMO_CHAIN.sign(0)
