"""The charter: read from the vectors, written, and refused with every fault at its place (PROTOCOL 3.4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from small_game import GAME, Person, charter_fields, small_game

from pbem import strict_yaml
from pbem.base.errors import BadInput, CheckFailed
from pbem.trust.beacon.drand import QUICKNET
from pbem.trust.people.charter import Tier, charter_hash, parse_charter, write_charter
from pbem.trust.record.checkpoint import LogKey
from pbem.trust.seal import seal
from pbem.trust.ssh.sshkeys import PublicKey
from pbem.trust.ssh.wire import string

Change = Callable[[dict[str, Any]], object]


@pytest.fixture(scope="module")
def people() -> tuple[Person, Person, Person]:
    return Person(), Person(), Person()


@pytest.fixture
def fields(people: tuple[Person, Person, Person]) -> dict[str, Any]:
    return charter_fields("beacon", *people, LogKey.new(f"pbem.example/{GAME}"))


def refused(fields: dict[str, Any]) -> list[str]:
    """The faults of a charter."""
    with pytest.raises(BadInput) as caught:
        parse_charter(strict_yaml.write({"pbem": "charter/1", **fields}).encode(), "charter.yaml")
    assert all(fault.line and fault.file == "charter.yaml" for fault in caught.value.faults)
    return [fault.message for fault in caught.value.faults]


def test_the_sample_charter_is_read_to_its_last_field(vectors: Any) -> None:
    sample = vectors["sample_phase"]
    charter = parse_charter(sample["charter"].encode())
    assert charter.sha256 == sample["charter_sha256"]
    assert charter.who() == ("moderator", "allied", "axis")
    assert (charter.tier, charter.log.vkey) == (Tier.BEACON, sample["log_vkey"])
    assert charter.network() == QUICKNET
    assert charter.fields["margin_hours"] == 12
    for who in charter.who():
        assert charter.keys(who).ssh.line() == sample["ssh_public"][who]
        charter.check_signature(who, sample["charter_sigs"][who])


def test_everybody_signs_for_himself(vectors: Any) -> None:
    sample = vectors["sample_phase"]
    charter = parse_charter(sample["charter"].encode())
    with pytest.raises(CheckFailed) as caught:
        charter.check_signature("axis", sample["charter_sigs"]["allied"])
    assert caught.value.faults[0].file == "charter.axis.sig"
    with pytest.raises(CheckFailed):
        charter.check_signature("axis", sample["envelopes"]["axis"]["lock_sig"])


def test_3_13_a_charter_that_came_with_crlf_is_the_same_game(vectors: Any) -> None:
    sample = vectors["sample_phase"]
    mailed = sample["charter"].replace("\n", "\r\n").encode()
    assert charter_hash(mailed) == parse_charter(mailed).sha256 == sample["charter_sha256"]


def test_what_is_written_is_read(fields: dict[str, Any]) -> None:
    data = write_charter(fields)
    charter = parse_charter(data)
    assert charter.data == data
    assert {key: charter.fields[key] for key in fields} == fields
    with pytest.raises(BadInput):
        write_charter({**fields, "tier": "honour"})


def test_every_tier_can_be_played() -> None:
    for tier in ("moderated", "two-step", "beacon"):
        assert small_game(tier).charter.tier.value == tier


def test_the_demonstration_beacon_has_to_be_allowed() -> None:
    with pytest.raises(BadInput, match="demonstration"):
        small_game("beacon").charter.network()
    with pytest.raises(BadInput, match="has no beacon"):
        small_game("moderated").charter.network()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda f: f["seats"].reverse(), "out of order"),
        (lambda f: f["seats"][1].update(seat="britain"), "'britain' is there twice"),
        (lambda f: f["lanes"].insert(1, f["lanes"][1]), "'side:britain' is there twice"),
        (lambda f: f["seats"][1].update(seat="moderator"), "no name for a seat"),
        (lambda f: f["lanes"].pop(), "lane 'side:france' is missing"),
        (lambda f: f["lanes"][2].update(lane="side:spain"), "'side:spain' belongs to no seat"),
        (lambda f: f["lanes"].reverse(), "lanes are out of order"),
        (lambda f: f.pop("beacon"), "needs a 'beacon'"),
        (lambda f: f.update(tier="two-step"), "has no use for 'beacon'"),
        (lambda f: f.update(tier="moderated", acts_alone=True), "tier moderated has no use for 'acts_alone'"),
        (lambda f: f["seats"][0].update(age=f["seats"][0]["age"][:-1] + "b"), "'age1"),
        (lambda f: f["seats"][0].update(age="age1" + "q" * 58), "checksum"),
        (lambda f: f["seats"][0].update(chain=f["seats"][1]["chain"]), "anchor of another chain"),
        (lambda f: f["seats"][0].update(ssh="ssh-ed25519 " + "A" * 68), "key"),
        (lambda f: f.update(log=f["log"].replace(GAME, "austerlitz-4f1c9a")), "not this game's"),
        (lambda f: f.update(log=LogKey.new("pbem.example/other-4f1c9a").vkey), "not this game's"),
        (lambda f: f.update(guardians=[{"name": "Ann", "age": f["moderator"]["age"]}]), "no 'escrow'"),
        (lambda f: f.update(escrow=f["moderator"]["age"], guardians_needed=2), "go together"),
        (lambda f: f.update(escrow="age1" + "p" * 58), "checksum"),
        (lambda f: f.update(rules="lions"), "lions"),
        (lambda f: f.update(colour="red"), "colour"),
    ],
)
def test_each_fault_is_found_at_its_place(change: Change, words: str, fields: dict[str, Any]) -> None:
    change(fields)
    assert any(words in message for message in refused(fields))


def test_all_faults_come_at_once(fields: dict[str, Any]) -> None:
    fields["seats"].reverse()
    fields["lanes"].pop(0)
    fields["moderator"]["age"] = "age1" + "q" * 58
    del fields["beacon"]
    assert len(refused(fields)) == 4


def test_weak_signing_keys_are_not_enrolled(fields: dict[str, Any], vectors: Any) -> None:
    for key in vectors["ed25519_reject_at_enrolment"]["keys"]:
        blob = string(b"ssh-ed25519") + string(bytes.fromhex(key))
        fields["seats"][0]["ssh"] = PublicKey("ssh-ed25519", blob).line()
        assert len(refused(fields)) == 1


def test_guardians_are_as_many_as_are_needed(fields: dict[str, Any]) -> None:
    fields |= {"escrow": seal.new_identity()[1], "guardians_needed": 3}
    ann = {"name": "Ann Teak", "age": seal.new_identity()[1]}
    fields["guardians"] = [ann, {"name": "Bob Stay", "age": ann["age"]}]
    assert refused(fields) == ["there are only 2 guardians", "two guardians have one key"]


def test_a_moderator_plays_only_where_the_tier_binds_him(people: tuple[Person, Person, Person]) -> None:
    log = LogKey.new(f"pbem.example/{GAME}")
    for tier, allowed in (("moderated", False), ("two-step", True), ("beacon", True)):
        fields = charter_fields(tier, *people, log)
        fields["seats"][0]["ssh"] = fields["moderator"]["ssh"].rpartition(" ")[0] + " another-comment"
        if allowed:
            write_charter(fields)
        else:
            assert "moderator plays a seat" in refused(fields)[0]


def test_an_unknown_seat_or_lane_is_a_fault() -> None:
    charter = small_game("moderated").charter
    for ask in (lambda: charter.seat("spain"), lambda: charter.lane_secret("side:spain"), lambda: charter.keys("me")):
        with pytest.raises(BadInput):
            ask()
    assert len(charter.lane_secret("side:france")) == 64
