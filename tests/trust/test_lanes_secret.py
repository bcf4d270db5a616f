"""PROTOCOL 3.9: secret lanes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from vectors_kit import VECTORS

from pbem.base.errors import BadInput, CheckFailed
from pbem.trust.dice.dice import Dice, Roll
from pbem.trust.dice.lanes import (
    RollProof,
    SecretLog,
    check_lane,
    key_commitment,
    lane_key,
    new_lane_secret,
    parse_roll_proof,
    secret_commitment,
)
from pbem.trust.record.merkle import path

LANES = VECTORS["dice"]["lanes"]
SAMPLE = VECTORS["sample_phase"]["secret_lane"]
LOGS = [*VECTORS["dice"]["secret_logs"], SAMPLE]
KEY = bytes(range(32))


def log_of(vector: Any) -> SecretLog:
    return SecretLog(vector["lane"], bytes.fromhex(vector["key"]), vector["lines"])


def thrown(count: int) -> SecretLog:
    """A log of so many rolls."""
    dice = Dice(KEY)
    for n in range(count):
        dice.roll(f"search/{n}", "1d10")
    return SecretLog("side:axis", KEY, dice.log_lines())


@pytest.mark.parametrize("vector", LANES, ids=lambda v: f"{v['seed']} {v['lane']}")
def test_3_9_a_published_lane_has_its_key_and_commitments(vector: Any) -> None:
    secret, lane = bytes.fromhex(vector["secret"]), vector["lane"]
    key = lane_key(secret, bytes.fromhex(vector["pub_key"]), lane)
    assert key.hex() == vector["key"]
    assert secret_commitment(lane, secret) == vector["secret_commit"]
    assert key_commitment(lane, key) == vector["key_commit"]


@pytest.mark.parametrize("vector", LOGS, ids=lambda v: v["key"][:8])
def test_3_9_a_published_secret_log_has_its_leaves_and_root(vector: Any) -> None:
    log = log_of(vector)
    assert [leaf.hex() for leaf in log.leaves] == vector["leaves"]
    assert log.root.hex() == vector["root"]


@pytest.mark.parametrize("vector", LOGS, ids=lambda v: v["key"][:8])
def test_3_9_every_roll_of_a_published_log_can_be_shown_alone(vector: Any) -> None:
    log = log_of(vector)
    for line in vector["lines"]:
        label, spec, values = line.split(" ")
        shown = log.prove(label)
        assert shown.verify(bytes.fromhex(vector["root"])) == Roll(label, spec, tuple(map(int, values.split(","))))
        assert shown.line == line


def test_3_9_the_sample_lane_follows_from_secret_and_seed_to_its_dice() -> None:
    key = lane_key(bytes.fromhex(SAMPLE["secret"]), bytes.fromhex(VECTORS["sample_phase"]["phase_key"]), SAMPLE["lane"])
    assert key.hex() == SAMPLE["key"]
    dice = Dice(key)
    dice.roll("supply/7a", "1d6")
    dice.roll("search/3516/recon-1", "1d10")
    assert dice.log_lines() == SAMPLE["lines"]


@pytest.mark.parametrize(("rolls", "leaves"), [(0, 8), (1, 8), (8, 8), (9, 16), (16, 16), (17, 32)])
def test_3_9_a_log_is_padded_so_that_its_length_hardly_shows(rolls: int, leaves: int) -> None:
    assert len(thrown(rolls).leaves) == leaves


@given(st.integers(1, 20), st.data())
def test_3_9_a_proof_stands_for_its_roll_and_nothing_else(count: int, data: st.DataObject) -> None:
    log = thrown(count)
    n = data.draw(st.integers(0, count - 1))
    proof = log.prove(f"search/{n}")
    assert proof.verify(log.root).line() == proof.line
    assert parse_roll_proof(proof.to_bytes()) == proof
    head, _, value = proof.line.rpartition(" ")
    for forged in (
        replace(proof, line=f"{head} {int(value) % 10 + 1}"),
        replace(proof, salt=KEY),
        replace(proof, lane="side:allied"),
        replace(proof, index=proof.index ^ 1),
        replace(proof, size=proof.size * 2),
        replace(proof, path=proof.path[:-1]),
    ):
        with pytest.raises(CheckFailed, match="does not stand in the log"):
            forged.verify(log.root)
    with pytest.raises(CheckFailed):
        proof.verify(KEY)


def test_3_9_padding_cannot_be_shown_as_a_roll() -> None:
    log = thrown(3)
    padding = RollProof("side:axis", "search/0 1d10 1", KEY, 5, 8, path(log.leaves, 5))
    with pytest.raises(CheckFailed):
        padding.verify(log.root)


def test_3_9_a_tree_of_a_size_no_log_has_shows_nothing() -> None:
    log = thrown(1)
    proof = replace(log.prove("search/0"), size=4, path=log.prove("search/0").path[:2])
    with pytest.raises(CheckFailed):
        proof.verify(log.root)


def test_3_9_the_same_roll_has_another_leaf_in_another_phase_or_lane() -> None:
    lines = ["supply/7a 1d6 6"]
    leaves = {SecretLog(lane, key, lines).leaves[0] for lane in ("mod", "side:axis") for key in (KEY, KEY[::-1])}
    assert len(leaves) == 4


def test_3_9_a_log_is_the_same_in_whatever_order_it_is_handed_over() -> None:
    assert SecretLog("mod", KEY, ["b 1d6 1", "a 1d6 2"]).root == SecretLog("mod", KEY, ["a 1d6 2", "b 1d6 1"]).root


@pytest.mark.parametrize("lines", [
    ["a 1d6 7"], ["a 1d6"], ["a 1d6 1", "a 1d6 2"], ["a 1d6 1\nb 1d6 1"], ["a 1d6 1", ""],
])  # fmt: skip
def test_3_9_a_log_holds_rolls_and_each_once(lines: list[str]) -> None:
    with pytest.raises(BadInput):
        SecretLog("mod", KEY, lines)


def test_3_9_a_roll_that_was_not_made_cannot_be_shown() -> None:
    with pytest.raises(BadInput, match="has no roll 'search/9'"):
        thrown(2).prove("search/9")


@pytest.mark.parametrize("line", ["", "a 1d6 1\nb 1d6 1", "a 1d6 9", "é 1d6 1"])
def test_3_9_a_proof_of_no_roll_is_refused(line: str) -> None:
    with pytest.raises(BadInput):
        replace(thrown(1).prove("search/0"), line=line).verify(KEY)


@pytest.mark.parametrize("lane", ["", "PUB", "side:", "side:Axis", "side", "mod\n", "side:axis side"])
def test_3_9_there_are_no_other_lanes(lane: str) -> None:
    with pytest.raises(BadInput, match="is no lane"):
        check_lane(lane)


def test_3_9_the_public_lane_has_no_secret() -> None:
    for attempt in (
        lambda: lane_key(KEY, KEY, "pub"), lambda: key_commitment("pub", KEY), lambda: SecretLog("pub", KEY, [])
    ):  # fmt: skip
        with pytest.raises(BadInput, match="has no secret"):
            attempt()
    assert check_lane("pub") == "pub"


def test_3_9_two_secrets_are_never_the_same() -> None:
    assert len({new_lane_secret() for _ in range(10)}) == 10


@given(st.integers(0, 600), st.sampled_from([b"", b"\n", b"0", b" ", b"\r", b"\xff"]))
def test_3_9_a_proof_has_one_form_only(at: int, put: bytes) -> None:
    data = thrown(3).prove("search/1").to_bytes()
    changed = data[:at] + put + data[at + 1 :]
    try:
        proof = parse_roll_proof(changed)
    except BadInput:
        return
    assert proof.to_bytes() == changed
