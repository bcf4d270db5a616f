"""Whether an envelope counts here and now, and whether it holds what was locked (PROTOCOL 3.5)."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from typing import Any

import pytest
from small_game import ALONE, ONE_TIME, ORDERS, PHASE, ROUND, SmallGame, small_game

from pbem.base.errors import BadInput, CheckFailed, Kind, PbemError, Waiting
from pbem.trust.beacon.demo_chain import DEMO_CHAIN
from pbem.trust.beacon.drand import DEMO_NETWORK, QUICKNET
from pbem.trust.dice.seed import Link
from pbem.trust.orders.envelope import (
    Envelope,
    Expected,
    check_envelope,
    make_envelope,
    open_envelope,
    parse_envelope,
)
from pbem.trust.orders.lock import Lock
from pbem.trust.people.charter import parse_charter
from pbem.trust.primitives import commit
from pbem.trust.seal import seal, tlock
from pbem.trust.ssh import sshsig

TIERS = ("moderated", "two-step", "beacon")


def opened(game: SmallGame, envelope: Envelope, identity: str) -> bytes:
    """The orders, by whatever the tier opens them with."""
    if game.charter.tier.value == "beacon":
        signature = DEMO_CHAIN.sign(ROUND)
        return open_envelope(envelope, [identity], network=DEMO_NETWORK, beacon=signature).content
    return open_envelope(envelope, [identity]).content


def reasons(game: SmallGame, envelope: Envelope, expected: Expected | None = None) -> list[str]:
    """Why an envelope does not count."""
    with pytest.raises(CheckFailed) as caught:
        check_envelope(envelope, game.charter, expected or game.expected)
    assert all(fault.file == envelope.name for fault in caught.value.faults)
    return [fault.message for fault in caught.value.faults]


def signed(game: SmallGame, lock: Lock, sealed: str, seat: str = "britain", namespace: str = "lock") -> Envelope:
    """An envelope whatever its lock says, well signed: what a cheat can send."""
    text = lock.to_bytes()
    return Envelope(lock, text, sshsig.sign(game.person(seat).ssh, text, sshsig.namespace(namespace)), sealed)


@pytest.mark.parametrize("tier", TIERS)
def test_3_5_what_is_made_counts_and_opens(tier: str) -> None:
    game = small_game(tier)
    envelope = parse_envelope(game.envelope().to_bytes())
    check_envelope(envelope, game.charter, game.expected)
    identity = ONE_TIME[0] if tier == "two-step" else game.britain.age[0]
    content = opened(game, envelope, identity)
    assert content.startswith(ORDERS + b"# pad .")
    assert content.endswith(b".\n")


@pytest.mark.parametrize("tier", TIERS)
def test_3_5_the_opened_file_is_its_own_commitment(tier: str) -> None:
    game = small_game(tier)
    salt = bytes(range(32))
    envelope = make_envelope(game.charter, game.draft(), game.britain.ssh, salt=salt, networks=(DEMO_NETWORK,))
    purpose = f"{game.charter.game}/orders/britain/{PHASE}/1/1"
    whole = commit.preimage(purpose, salt, commit.pad_orders(purpose, ORDERS))
    assert len(whole) == 8192
    assert envelope.lock.orders == sha256(whole).hexdigest()


def test_moderator_and_own_seat_can_open_and_the_enemy_cannot() -> None:
    for tier in ("moderated", "beacon"):
        game = small_game(tier)
        envelope = game.envelope()
        for reader in (game.moderator, game.britain):
            assert opened(game, envelope, reader.age[0]).startswith(ORDERS)
        with pytest.raises(CheckFailed, match="does not open with this key"):
            opened(game, envelope, game.france.age[0])


def test_3_6_two_step_orders_open_with_the_one_time_key_alone() -> None:
    game = small_game("two-step")
    for reader in (game.moderator, game.britain):
        with pytest.raises(CheckFailed):
            opened(game, game.envelope(), reader.age[0])


def test_3_6_nobody_opens_before_the_round() -> None:
    game = small_game("beacon")
    with pytest.raises(Waiting, match="round 1000"):
        open_envelope(game.envelope(), [game.moderator.age[0]])
    with pytest.raises(CheckFailed):
        open_envelope(
            game.envelope(), [game.moderator.age[0]], network=DEMO_NETWORK, beacon=DEMO_CHAIN.sign(ROUND - 1)
        )


def test_3_5_public_orders_are_time_locked_and_nothing_else() -> None:
    game = small_game("beacon")
    envelope = game.envelope(orders_become_public=True)
    check_envelope(envelope, game.charter, game.expected)
    found = open_envelope(envelope, network=DEMO_NETWORK, beacon=DEMO_CHAIN.sign(ROUND))
    assert found.content.startswith(ORDERS)


def test_3_5_a_second_reader_can_open_hidden_orders() -> None:
    game = small_game("beacon")
    secret, public = seal.new_identity()
    reader = f"reader:\n  name: Club Bot\n  age: {public}\n"
    charter = parse_charter(game.charter.data + reader.encode())
    envelope = make_envelope(charter, game.draft(), game.britain.ssh, networks=(DEMO_NETWORK,))
    assert opened(game, envelope, secret).startswith(ORDERS)


def test_the_sample_envelopes_count_and_open(vectors: Any) -> None:
    sample = vectors["sample_phase"]
    charter = parse_charter(sample["charter"].encode())
    for seat, part in sample["envelopes"].items():
        envelope = parse_envelope((part["lock"] + part["lock_sig"] + part["sealed"]).encode())
        check_envelope(envelope, charter, Expected(phase="t03.axis-combat", round=657413))
        for who in (seat, "moderator"):
            identity = sample["age_identities"][who]
            found = open_envelope(
                envelope, [identity], network=charter.network(), beacon=vectors["tlock"][0]["signature"]
            )
            assert found.to_bytes().decode() == part["orders_preimage"]


def test_threat_22_an_envelope_of_another_game_does_not_count() -> None:
    other = small_game("moderated", "copenhagen-1801-ab12cd")
    assert reasons(small_game("moderated"), other.envelope()) == [
        "envelope is for the game 'copenhagen-1801-ab12cd', not for 'trafalgar-1805-4f1c9a'"
    ]


def test_threat_22_an_envelope_under_another_charter_does_not_count() -> None:
    assert "names the charter" in reasons(small_game("moderated"), small_game("two-step").envelope())[0]


def test_threat_22_wrong_phase_attempt_and_replay_are_told_apart() -> None:
    game = small_game("moderated")
    envelope = game.envelope(seq=3)
    fits = game.expected
    assert "'t02' is open" in reasons(game, envelope, replace(fits, phase="t02"))[0]
    assert "attempt 2 is open" in reasons(game, envelope, replace(fits, attempt=2))[0]
    assert reasons(game, envelope, replace(fits, above_seq=3)) == ["envelope has seq 3, and 3 has come already"]
    check_envelope(envelope, game.charter, replace(fits, above_seq=2))


def test_threat_22_a_signature_for_another_kind_of_document_does_not_count() -> None:
    game = small_game("moderated")
    good = game.envelope()
    for kind in ("orders", "open", "charter"):
        (reason,) = reasons(game, signed(game, good.lock, good.sealed, namespace=kind))
        assert f"pbem-{kind}@pbem.example" in reason


def test_threat_21_nobody_signs_for_another_seat() -> None:
    game = small_game("moderated")
    good = game.envelope()
    (reason,) = reasons(game, signed(game, good.lock, good.sealed, seat="france"))
    assert "not by" in reason
    with pytest.raises(BadInput, match="is not the one of seat 'britain'"):
        make_envelope(game.charter, game.draft(), game.france.ssh)


def test_a_seat_that_nobody_has_does_not_count() -> None:
    game = small_game("moderated")
    good = game.envelope()
    nobody = signed(game, replace(good.lock, seat="spain"), good.sealed)
    assert reasons(game, nobody) == ["'spain' has no seat in this game"]
    with pytest.raises(BadInput, match="no seat"):
        make_envelope(game.charter, game.draft(seat="spain"), game.britain.ssh)


def test_the_seal_belongs_to_its_lock() -> None:
    game = small_game("moderated")
    good, other = game.envelope(), game.envelope()
    assert reasons(game, replace(good, sealed=other.sealed)) == ["sealed orders are not those the lock was made for"]


def test_3_1_the_chain_value_is_the_next_one_and_leads_to_the_anchor() -> None:
    game = small_game("moderated")
    good = game.envelope()
    chain = game.britain.chain
    for value, words in (
        (None, "opens no chain value"),
        (Link(2, chain.value(2)), "opens chain value 2; 1 is due"),
        (Link(1, game.france.chain.value(1)), "does not lead to the anchor"),
        (Link(1, chain.value(2)), "does not lead to the anchor"),
        (Link(0, chain.anchor), "opens chain value 0; 1 is due"),
    ):
        (reason,) = reasons(game, signed(game, replace(good.lock, value=value), good.sealed))
        assert words in reason


def test_16_in_two_step_only_a_seat_that_acts_alone_shows_its_value_and_then_no_other_locks() -> None:
    game = small_game(ALONE)
    alone = Expected(phase=PHASE, next_index=1, alone="britain")
    one, two = (Link(index, game.britain.chain.value(index)) for index in (1, 2))
    check_envelope(game.envelope(value=one), game.charter, alone)
    for envelope, expected, words in (
        (game.envelope(), alone, "opens no chain value, though 'britain' acts alone"),
        (game.envelope(value=two), alone, "opens chain value 2; 1 is due"),
        (game.envelope("france"), alone, f"'britain' acts alone in phase '{PHASE}'"),
        (game.envelope(value=one), game.expected, "opens a chain value before all orders are locked"),
    ):
        (reason,) = reasons(game, envelope, expected)
        assert words in reason


def test_an_envelope_for_another_phase_hears_nothing_of_who_acts_alone_in_this_one() -> None:
    game = small_game(ALONE)
    later = Expected(phase="t02.england", next_index=2, alone="france")
    value = Link(1, game.britain.chain.value(1))
    (reason,) = reasons(game, game.envelope(value=value), later)
    assert reason.endswith(f"envelope is for phase '{PHASE}'; 't02.england' is open")


@pytest.mark.parametrize(
    ("tier", "changes", "words"),
    [
        ("moderated", {"value": None}, "tier moderated needs"),
        ("moderated", {"round": 5}, "in tier moderated they open 'now'"),
        ("moderated", {"one_time": ONE_TIME[1]}, "in tier moderated they open 'now'"),
        ("moderated", {"value": Link(3, "ab" * 32)}, "does not lead to the anchor"),
        ("two-step", {"one_time": ""}, "in tier two-step they open 'step2'"),
        ("beacon", {"round": None}, "in tier beacon they open at a round"),
        ("beacon", {"value": Link(1, "ab" * 32)}, "tier beacon has no use for"),
        ("moderated", {"content": b"x" * 300_000}, "too long"),
        ("moderated", {"content": b"no line end"}, "line feed"),
        ("moderated", {"seq": 0}, "seq 0"),
        ("moderated", {"phase": "T 1"}, "no phase"),
    ],
)  # fmt: skip
def test_what_the_moderator_would_refuse_is_not_even_made(tier: str, changes: dict[str, Any], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        small_game(tier).envelope(**changes)


def test_3_6_the_round_is_the_one_of_the_phase_and_of_the_seal() -> None:
    game = small_game("beacon")
    late = game.envelope(round=ROUND + 1)
    assert reasons(game, late) == ["orders open at round 1001; this phase has round 1000"]
    (reason,) = reasons(game, signed(game, replace(late.lock, opens=str(ROUND)), late.sealed))
    assert "sealed to round 1001" in reason
    other_chain = tlock.seal(QUICKNET, ROUND, b"x")
    lock = replace(late.lock, opens=str(ROUND), sealed=sha256(seal.dearmour(other_chain)).hexdigest())
    (reason,) = reasons(game, signed(game, lock, other_chain))
    assert QUICKNET.chain[:16] in reason
    plain = seal.seal([game.britain.age[1]], b"x")
    lock = replace(lock, sealed=sha256(seal.dearmour(plain)).hexdigest())
    (reason,) = reasons(game, signed(game, lock, plain))
    assert "time-locked" in reason


def test_threat_27_a_copied_commitment_is_refused_when_it_opens() -> None:
    """France copies Britain's commitment and, after the round, her very orders."""
    game = small_game("moderated")
    victim = game.envelope()
    whole = open_envelope(victim, [game.britain.age[0]]).to_bytes()
    sealed = seal.seal([game.moderator.age[1]], whole)
    value = Link(1, game.france.chain.value(1))
    lock = replace(victim.lock, seat="france", value=value, sealed=sha256(seal.dearmour(sealed)).hexdigest())
    copy = signed(game, lock, sealed, seat="france")
    check_envelope(copy, game.charter, game.expected)
    with pytest.raises(CheckFailed, match="committed to as 'trafalgar-1805-4f1c9a/orders/britain"):
        open_envelope(copy, [game.moderator.age[0]])


def test_threat_28_other_orders_than_those_locked_are_refused_when_they_open() -> None:
    game = small_game("moderated")
    good = game.envelope()
    lock = replace(good.lock, orders="ab" * 32)
    with pytest.raises(CheckFailed, match="not those the lock commits to") as caught:
        open_envelope(signed(game, lock, good.sealed), [game.britain.age[0]])
    assert caught.value.faults[0].kind is Kind.MISMATCH


@pytest.mark.parametrize("inside", [b"", b"pbem-commit/1 x\n", b"\xff\x00", b"pbem-commit/1 a b\n" + b"0" * 64 + b"\n"])
def test_threat_15_a_garbage_seal_is_a_failed_check_with_its_reason(inside: bytes) -> None:
    game = small_game("moderated")
    sealed = seal.seal([game.moderator.age[1]], inside)
    lock = replace(
        game.envelope().lock, orders=sha256(inside).hexdigest(), sealed=sha256(seal.dearmour(sealed)).hexdigest()
    )
    with pytest.raises(CheckFailed) as caught:
        open_envelope(signed(game, lock, sealed), [game.moderator.age[0]])
    assert caught.value.faults[0].file == "britain-t01.plot-1.pbem"


def test_without_a_key_that_is_said() -> None:
    with pytest.raises(PbemError, match="sealed to keys"):
        open_envelope(small_game("moderated").envelope())
