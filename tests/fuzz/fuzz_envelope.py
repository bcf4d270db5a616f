"""Any bytes as an envelope, a lock, a second letter, a charter or a sealed file: a result, or a fault in words.

Beyond that no crash: whatever is read is written back byte for byte, and only the published envelope passes as signed.
"""

from __future__ import annotations

from driver import VECTORS, check_seeds, fuzz

from pbem.trust.orders.envelope import Expected, check_envelope, parse_envelope
from pbem.trust.orders.lock import parse_lock
from pbem.trust.orders.second_letter import parse_open
from pbem.trust.people.charter import parse_charter
from pbem.trust.seal import seal
from pbem.trust.ssh.transport import lf_form

SAMPLE = VECTORS["sample_phase"]
CHARTER = parse_charter(SAMPLE["charter"].encode())
PARTS = SAMPLE["envelopes"]["axis"]
GOOD = (PARTS["lock"] + PARTS["lock_sig"] + PARTS["sealed"]).encode()
IDENTITY = SAMPLE["age_identities"]["axis"]
OPEN = (
    f"pbem: open/1\ngame: {CHARTER.game}\ncharter: {CHARTER.sha256}\nphase: t03\nattempt: 1\nseat: axis\n"
    f"lock: {'ab' * 32}\nvalue: 9 {'cd' * 32}\nkey: {IDENTITY}\n"
)


def envelopes(data: bytes) -> None:
    """What is read is the file; what counts in the sample game is the sample envelope with whatever is sealed."""
    envelope = parse_envelope(data)
    assert envelope.to_bytes() == lf_form(data)
    check_envelope(envelope, CHARTER, Expected(phase="t03.axis-combat"))
    assert envelope.to_bytes() == GOOD


def around_the_lock(data: bytes) -> None:
    """The same with a good lock and signature before it, so that the seal is reached."""
    envelopes((PARTS["lock"] + PARTS["lock_sig"]).encode() + data)


def locks(data: bytes) -> None:
    """One spelling."""
    assert parse_lock(data).to_bytes() == lf_form(data)


def opens(data: bytes) -> None:
    """One spelling."""
    assert parse_open(data).to_bytes() == lf_form(data)


def charters(data: bytes) -> None:
    """A charter is read whole or refused; its bytes are kept."""
    assert parse_charter(data).data == lf_form(data)


def armours(data: bytes) -> None:
    """An armour has one spelling."""
    assert seal.armour(seal.dearmour(data)).encode() == lf_form(data)


def sealed_files(data: bytes) -> None:
    """Nobody seals to the sample's key by chance."""
    seal.unseal(IDENTITY, seal.MAGIC + data)


def identities(data: bytes) -> None:
    """An identity file gives keys that can be used."""
    assert all(seal.public_of(key) for key in seal.read_identities(data))


READERS = (envelopes, around_the_lock, locks, opens, charters, armours, sealed_files, identities)


def one_input(data: bytes) -> None:
    """The first byte says what the rest is taken for."""
    if data:
        READERS[data[0] % len(READERS)](data[1:])


def seeds() -> list[bytes]:
    """A good example of each, to start from."""
    own = seal.seal_binary([seal.public_of(IDENTITY)], b"x")
    samples = (GOOD, PARTS["sealed"], PARTS["lock"], OPEN, SAMPLE["charter"], seal.armour(own), own[22:], IDENTITY)
    return [
        bytes([kind]) + (sample if isinstance(sample, bytes) else sample.encode())
        for kind, sample in enumerate(samples)
    ]


if __name__ == "__main__":
    check_seeds(one_input, seeds())
    fuzz(one_input, "envelope", seeds())
