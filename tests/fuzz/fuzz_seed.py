"""Any bytes as a seed, a roll log, a proof of one roll or an opened commitment: refused in words, or written back.

What is taken has one form only: the bytes that its own writer writes. A log that is taken is held against a key too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from driver import VECTORS, fuzz

from pbem.base.errors import Fault, PbemError, hidden
from pbem.trust.dice.dice import check_log, parse_log
from pbem.trust.dice.lanes import SecretLog, parse_roll_proof
from pbem.trust.dice.seed import parse_seed
from pbem.trust.primitives.commit import parse_preimage

KEY = bytes(range(32))


def written_seed(data: bytes) -> bytes:
    """A seed; its key and its file are one."""
    seed = parse_seed(data, "fuzz.seed")
    assert parse_seed(seed.to_bytes()).key == seed.key
    return seed.to_bytes()


def written_log(data: bytes) -> bytes:
    """A log; under our key it holds or its first wrong line is named."""
    rolls = parse_log(data, "fuzz.rolls")
    try:
        assert check_log(KEY, data) == rolls
    except PbemError as error:
        (fault,) = error.faults
        assert fault.excerpt == rolls[fault.line - 1].line()
    return "".join(f"{made.line()}\n" for made in rolls).encode()


def written_proof(data: bytes) -> bytes:
    """A proof; it proves nothing under a root of ours."""
    proof = parse_roll_proof(data, "fuzz.proof")
    try:
        proof.verify(KEY)
    except PbemError:
        return proof.to_bytes()
    raise AssertionError(f"{proof} is proved by any root")


def written_preimage(data: bytes) -> bytes:
    """What a commitment opened to."""
    return parse_preimage(data, "fuzz.orders").to_bytes()


READERS: tuple[Callable[[bytes], bytes], ...] = (written_seed, written_log, written_proof, written_preimage)


def one_input(data: bytes) -> None:
    """The first byte says what the rest is taken for; faults are shown as a user would see them."""
    if not data:
        return
    read = READERS[data[0] % len(READERS)]
    try:
        written = read(data[1:])
    except PbemError as error:
        shown_plainly(error.faults)
        return
    assert written == data[1:]


def shown_plainly(faults: tuple[Fault, ...]) -> None:
    """A fault as its reader sees it: of readable length, with nothing hidden in it."""
    for fault in faults:
        text = fault.render()
        assert len(text) < 4000, text
        assert not any(hidden(character) for character in text.replace("\n", "")), text


def seeds() -> Iterator[bytes]:
    """Every good and bad seed, the sample phase's log and orders, and a proof from the sample lane."""
    for vector in VECTORS["dice"]["seeds"] + VECTORS["dice"]["bad_seeds"]:
        yield b"\x00" + vector["file"].encode()
    phase = VECTORS["sample_phase"]
    yield b"\x01" + phase["roll_log"].encode()
    lane = phase["secret_lane"]
    yield b"\x02" + SecretLog(lane["lane"], bytes.fromhex(lane["key"]), lane["lines"]).prove("supply/7a").to_bytes()
    for envelope in phase["envelopes"].values():
        yield b"\x03" + envelope["orders_preimage"].encode()


if __name__ == "__main__":
    fuzz(one_input, "seed", seeds())
