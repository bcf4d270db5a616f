"""The second letter of tier two-step (PROTOCOL 3.6)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from small_game import ONE_TIME, ORDERS, PHASE, SmallGame, small_game

from pbem.base.errors import BadInput, CheckFailed, PbemError
from pbem.trust.dice.seed import Link
from pbem.trust.orders.envelope import open_envelope
from pbem.trust.orders.second_letter import Open, check_open, make_open, parse_open, seal_key, unseal_key
from pbem.trust.ssh import sshsig

LOCK = "ab" * 32


@pytest.fixture
def game() -> SmallGame:
    return small_game("two-step")


def value(game: SmallGame, index: int = 1) -> Link:
    return Link(index, game.britain.chain.value(index))


def letter(at: SmallGame, **changes: Any) -> tuple[bytes, str]:
    """An open with its signature, well signed whatever it says."""
    good = Open(at.charter.game, at.charter.sha256, PHASE, 1, "britain", value(at), LOCK, ONE_TIME[0])
    text = replace(good, **changes).to_bytes()
    return text, sshsig.sign(at.britain.ssh, text, sshsig.namespace("open"))


def check(game: SmallGame, data: bytes, signature: str, **changes: Any) -> Open:
    return check_open(data, signature, game.charter, **{"phase": PHASE, "lock": LOCK, "next_index": 1, **changes})


def test_3_6_the_one_time_key_in_the_open_opens_the_orders(game: SmallGame) -> None:
    envelope = game.envelope()
    lock = envelope.lock.sha256
    text, signature = make_open(
        game.charter, "britain", PHASE, value(game), game.britain.ssh, lock=lock, one_time=ONE_TIME[0]
    )
    found = check(game, text, signature, lock=lock)
    assert found.name == "britain-t01.plot-1.open"
    assert open_envelope(envelope, [found.key]).content.startswith(ORDERS)


def test_a_seat_that_locked_nothing_opens_its_value_alone(game: SmallGame) -> None:
    text, signature = make_open(game.charter, "britain", PHASE, value(game), game.britain.ssh)
    assert b"lock:" not in text
    assert b"key:" not in text
    assert check(game, text, signature, lock="").value == value(game)


def test_where_orders_stay_hidden_the_key_goes_to_the_moderator_alone(game: SmallGame) -> None:
    sealed = seal_key(game.charter, ONE_TIME[0])
    assert unseal_key(game.moderator.age[0], sealed) == ONE_TIME[0]
    with pytest.raises(CheckFailed):
        unseal_key(game.france.age[0], sealed)


def test_it_survives_crlf(game: SmallGame) -> None:
    text, signature = letter(game)
    assert check(game, text.replace(b"\n", b"\r\n"), signature).to_bytes() == text


def test_every_changed_byte_is_refused(game: SmallGame) -> None:
    text, signature = letter(game)
    for place in range(len(text)):
        spoilt = bytearray(text)
        spoilt[place] ^= 1
        with pytest.raises(PbemError):
            check(game, bytes(spoilt), signature)


def test_every_changed_byte_of_the_signature_is_refused(game: SmallGame) -> None:
    text, signature = letter(game)
    for place in range(len(signature)):
        spoilt = bytearray(signature.encode())
        spoilt[place] ^= 1
        with pytest.raises(PbemError):
            check_open(text, bytes(spoilt), game.charter, phase=PHASE, lock=LOCK)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"game": "copenhagen-ab12cd"}, "another game"),
        ({"charter": "00" * 32}, "another game or charter"),
        ({"phase": "t02"}, "at phase 't02'"),
        ({"attempt": 2}, "attempt 2"),
        ({"lock": "00" * 32}, "another lock"),
        ({"lock": ""}, "another lock"),
        ({"seat": "spain"}, "no seat"),
        ({"seat": "france"}, "not by"),
        ({"value": Link(1, "00" * 32)}, "does not lead"),
        ({"value": Link(2, "00" * 32)}, "opens chain value 2; 1 is due"),
    ],
)
def test_what_does_not_fit_does_not_count(changes: dict[str, Any], words: str, game: SmallGame) -> None:
    with pytest.raises(CheckFailed) as caught:
        check(game, *letter(game, **changes))
    assert any(words in fault.message for fault in caught.value.faults)


def test_threat_22_a_lock_signature_signs_no_open(game: SmallGame) -> None:
    text, _ = letter(game)
    with pytest.raises(CheckFailed, match="pbem-lock@"):
        check(game, text, sshsig.sign(game.britain.ssh, text, sshsig.namespace("lock")))


def test_another_seat_cannot_make_it(game: SmallGame) -> None:
    with pytest.raises(CheckFailed, match="is not the one of seat"):
        make_open(game.charter, "britain", PHASE, value(game), game.france.ssh)


@pytest.mark.parametrize(
    "text",
    [b"", b"pbem: open/1\n", b"x" * 3000, b"\xff"],
)
def test_rubbish_is_a_fault(text: bytes) -> None:
    with pytest.raises(BadInput):
        parse_open(text, "x.open")


def test_a_secret_key_is_not_shown_by_accident(game: SmallGame) -> None:
    found = parse_open(letter(game)[0])
    assert ONE_TIME[0] not in repr(found)
    reordered = letter(game)[0].replace(b"pbem: open/1\n", b"") + b"pbem: open/1\n"
    with pytest.raises(BadInput, match="another way"):
        parse_open(reordered)
