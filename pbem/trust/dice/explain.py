"""Every step of one roll, laid open: which blocks were made, which bytes read, which skipped, what came of them."""

from __future__ import annotations

from pbem.base.dice_spec import read_spec
from pbem.base.records import dataclass
from pbem.trust.dice.dice import PREFIX, KeyedHash, Tape, below, check_label, word_bytes, word_limit


@dataclass(frozen=True, slots=True)
class Block:
    """One authenticator of the stream: the text it was made over, and itself in hex."""

    message: str
    hex: str


@dataclass(frozen=True, slots=True)
class Step:
    """One number read: 0 .. size-1. `skipped` words stood at or above `limit`; nothing is read for a range of one."""

    size: int
    limit: int
    start: int
    read: str
    skipped: tuple[int, ...]
    kept: int | None
    number: int


@dataclass(frozen=True, slots=True)
class Explanation:
    """One roll from its label to its values, for a person or another program to follow."""

    label: str
    spec: str
    blocks: tuple[Block, ...]
    steps: tuple[Step, ...]
    values: tuple[int, ...]


def explain(label: str, spec: str, key: bytes) -> Explanation:
    """The roll again, number by number, by the plain reading of PROTOCOL 3.7 and no table."""
    check_label(label)
    meaning = read_spec(spec)
    tape = Tape(KeyedHash(key, PREFIX), label, spec)
    steps = tuple(_step(size, tape) for size in meaning.ranges())
    return Explanation(label, spec, _blocks(tape, label, spec), steps, meaning.arrange([s.number for s in steps]))


def _step(size: int, tape: Tape) -> Step:
    start = tape.position
    number = below(size, tape)
    read = bytes(tape.data[start : tape.position])
    width = word_bytes(size)
    words = [int.from_bytes(read[at : at + width], "big") for at in range(0, len(read), width or 1)]
    kept = words.pop() if words else None
    return Step(size, word_limit(size), start, read.hex(), tuple(words), kept, number)


def _blocks(tape: Tape, label: str, spec: str) -> tuple[Block, ...]:
    blocks = [bytes(tape.data[at : at + 32]).hex() for at in range(0, len(tape.data), 32)]
    return tuple(Block(f"{PREFIX.decode('ascii')}{label} {spec} {i}", block) for i, block in enumerate(blocks))
