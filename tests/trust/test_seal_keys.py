"""Age keys: native ones only, each looked at before it is used (PROTOCOL 2, threat 26)."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.base.errors import BadInput, CheckFailed
from pbem.trust.seal import seal
from pbem.trust.seal.seal import BECH32, MAGIC

HRP = "age"


def encode(point: bytes, prefix: str = HRP) -> str:
    """A bech32 string as BIP 173 makes it, for the keys no honest program writes."""
    number = int.from_bytes(point, "big") << 4
    values: list[int] = []
    for _ in range(52):
        values.insert(0, number & 31)
        number >>= 5
    spread = [ord(c) >> 5 for c in prefix] + [0] + [ord(c) & 31 for c in prefix]
    remainder = seal.checksum([*spread, *values, 0, 0, 0, 0, 0, 0]) ^ 1
    tail = [remainder >> 5 * (5 - place) & 31 for place in range(6)]
    return prefix + "1" + "".join(BECH32[value] for value in values + tail)


def test_the_sample_identities_belong_to_the_keys_of_the_charter(vectors: Any) -> None:
    sample = vectors["sample_phase"]
    for who, identity in sample["age_identities"].items():
        assert seal.public_of(identity) in sample["charter"], who


def test_a_new_identity_has_the_public_key_told_with_it() -> None:
    secret, public = seal.new_identity()
    assert seal.public_of(secret) == public
    assert seal.check_recipient(public) == public
    assert seal.check_identity(secret) == secret


def test_every_slip_of_one_letter_in_a_key_is_found() -> None:
    _, public = seal.new_identity()
    for place in range(4, len(public)):
        other = BECH32[(BECH32.index(public[place]) + 1) % 32]
        with pytest.raises(BadInput, match="wrong checksum"):
            seal.check_recipient(public[:place] + other + public[place + 1 :])


@pytest.mark.parametrize(
    "text",
    [
        "",
        "age1",
        "age1yubikey1q2w7u3vpya839jxxuq8g0sedh3d740d4xvn639sqhr95ejj8vu3hyfumptt",
        "AGE1N2W3M0390W2RPEKRY5NRCLCRRDQXJXMMJCT57URRPLVKQNKAGFUCSEELRFJ",
        "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIPnMnCtY+XK6JxwyIHKaQe6ZNEovFcwXhoFlAjphPWOp",
        "age1n2w3m0390w2rpekry5nrclcrrdqxjxmmjct57urrplvkqnkagfucseelrfj\n",
        " age1n2w3m0390w2rpekry5nrclcrrdqxjxmmjct57urrplvkqnkagfucseelrfj",
        "age1pq1qqqq",
        "age1b" + "q" * 57,
        "age1" + "q" * 57 + "\u0661",
    ],
)
def test_threat_26_plugins_ssh_keys_and_everything_else_are_no_recipients(text: str) -> None:
    with pytest.raises(BadInput, match=r"no native age key|wrong checksum"):
        seal.seal([text], b"orders")


@pytest.mark.parametrize("number", [*seal.SMALL_ORDER, seal.FIELD, seal.FIELD + 1, 2**255 + 9])
def test_a_key_whose_secret_everybody_knows_is_refused(number: int) -> None:
    with pytest.raises(BadInput, match="weak"):
        seal.check_recipient(encode(number.to_bytes(32, "little")))


def test_the_encoder_of_these_tests_writes_good_keys() -> None:
    assert seal.check_recipient(encode((9).to_bytes(32, "little")))


def test_no_fault_ever_quotes_a_secret() -> None:
    secret, _ = seal.new_identity()
    with pytest.raises(BadInput) as caught:
        seal.check_identity(secret[:-1] + ("Q" if secret[-1] != "Q" else "P"))
    assert secret[20:40] not in caught.value.faults[0].render()


def test_whoever_is_named_can_open_and_nobody_else() -> None:
    (ann, ann_key), (bob, bob_key), (eve, _) = (seal.new_identity() for _ in range(3))
    sealed = seal.seal([ann_key, bob_key], b"set all sail\n")
    assert seal.unseal(ann, sealed) == seal.unseal(bob, sealed.encode()) == b"set all sail\n"
    with pytest.raises(CheckFailed, match="does not open with this key"):
        seal.unseal(eve, sealed)
    assert seal.unseal_any([eve, bob], sealed) == b"set all sail\n"


def test_every_changed_byte_of_a_sealed_file_is_refused() -> None:
    secret, public = seal.new_identity()
    good = seal.seal_binary([public], b"strike at dawn\n")
    for place in range(len(good)):
        spoilt = bytearray(good)
        spoilt[place] ^= 1
        with pytest.raises((CheckFailed, BadInput)):
            seal.unseal(secret, bytes(spoilt))


@pytest.mark.parametrize("rest", [b"", b"---", b"-> X25519 \n", b"-> " + b"x" * 5000, b"\xff" * 100])
def test_rubbish_behind_the_magic_is_a_fault_and_no_crash(rest: bytes) -> None:
    secret, _ = seal.new_identity()
    with pytest.raises((CheckFailed, BadInput)):
        seal.unseal(secret, MAGIC + rest)


def test_size_and_number_are_bounded() -> None:
    _, public = seal.new_identity()
    with pytest.raises(BadInput, match="too many to seal"):
        seal.seal([public], bytes(seal.MOST_PLAIN + 1))
    for recipients in ([], [public] * 33):
        with pytest.raises(BadInput, match="recipients"):
            seal.seal(recipients, b"")


def test_an_identity_file_is_read_as_age_keygen_writes_it() -> None:
    secret, public = seal.new_identity()
    text = f"# created: 2026-11-18T20:00:00Z\r\n# public key: {public}\r\n{secret}\r\n\r\n"
    assert seal.read_identities(text.encode()) == (secret,)
    with pytest.raises(BadInput, match="holds no secret age key"):
        seal.read_identities(b"# nothing\n", "key.txt")
    with pytest.raises(BadInput, match="no secret age key") as caught:
        seal.read_identities(b"# here\nage1xyz\n", "key.txt")
    assert (caught.value.faults[0].file, caught.value.faults[0].line) == ("key.txt", 2)
