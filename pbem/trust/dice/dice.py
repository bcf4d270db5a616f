"""Dice (PROTOCOL 3.7, 3.8): a roll is the value of a label under the phase's key, and nothing else moves it.

Neither the order in which rolls are made nor rolls made besides can change a die. The key is hashed into both pads of
HMAC once, and dice of up to 255 faces are read off a byte table, so a roll costs little more than its two hashes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from pbem.base.dice_spec import Spec, read_spec
from pbem.base.errors import BadInput, CheckFailed, Fault, Kind, bad, quoted
from pbem.base.records import dataclass
from pbem.trust.dice.labels import check_label as check_label
from pbem.trust.dice.labels import label as label
from pbem.trust.primitives.forms import MOST_FAULTS, ascii_lines, number, placed

PREFIX = b"pbem-roll/1 "
BLOCK_BYTES = 32


# --- from key to faces ------------------------------------------------------------------------------------------------


class KeyedHash:
    """HMAC-SHA256 under one key, with both pads hashed beforehand."""

    __slots__ = ("_inner", "_outer")

    def __init__(self, key: bytes, prefix: bytes = b"") -> None:
        if len(key) != BLOCK_BYTES:
            raise bad(f"a key of {len(key)} bytes is no key", hint=f"it has {BLOCK_BYTES}")
        padded = key.ljust(64, b"\x00")
        self._inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in padded) + prefix)
        self._outer = hashlib.sha256(bytes(byte ^ 0x5C for byte in padded))

    def digest(self, message: bytes) -> bytes:
        """The authenticator of prefix and message."""
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(message)
        outer.update(inner.digest())
        return outer.digest()


class Tape:
    """The byte stream of one roll. Blocks are made as they are read, and kept for later inspection."""

    __slots__ = ("_hash", "_message", "data", "position")

    def __init__(self, keyed: KeyedHash, label: str, spec: str) -> None:
        self._hash = keyed
        self._message = f"{label} {spec} "
        self.data = bytearray()
        self.position = 0

    def __iter__(self) -> Iterator[int]:
        return self

    def __next__(self) -> int:
        if self.position == len(self.data):
            block = self.position // BLOCK_BYTES
            self.data += self._hash.digest(f"{self._message}{block}".encode("ascii"))
        self.position += 1
        return self.data[self.position - 1]


def word_bytes(size: int) -> int:
    """Returns the number of bytes in one word for a range of this size; a range of one needs no word."""
    return 0 if size == 1 else 1 if size <= 256 else 2


def word_limit(size: int) -> int:
    """Words from here on are skipped: with them some faces would come up more often than others."""
    everything: int = 256 ** word_bytes(size)
    return everything // size * size


def below(size: int, stream: Iterator[int]) -> int:
    """The next number in 0 .. size-1, each equally likely (3.7)."""
    if size == 1:
        return 0
    limit = word_limit(size)
    while True:
        word = next(stream) if size <= 256 else next(stream) << 8 | next(stream)
        if word < limit:
            return word % size


def _values(keyed: KeyedHash, label: str, spec: Spec) -> tuple[int, ...]:
    """The faces or positions of a roll whose label is known to be good."""
    faces, text = spec.faces, spec.text
    if faces is None:
        tape = Tape(keyed, label, text)
        return spec.arrange([below(size, tape) for size in spec.ranges()])
    shown = keyed.digest(f"{label} {text} 0".encode("ascii")).translate(faces, spec.skipped)
    block = 0
    while len(shown) < spec.count:
        block += 1
        shown += keyed.digest(f"{label} {text} {block}".encode("ascii")).translate(faces, spec.skipped)
    return tuple(shown[: spec.count])


def roll(key: bytes, label: str, spec: str) -> tuple[int, ...]:
    """One roll: faces counted from 1, or drawn positions counted from 0."""
    check_label(label)
    return _values(KeyedHash(key, PREFIX), label, read_spec(spec))


@dataclass(frozen=True, slots=True, order=True)
class Roll:
    """One line of a roll log."""

    label: str
    spec: str
    values: tuple[int, ...]

    def line(self) -> str:
        """The line, without its line feed."""
        return f"{self.label} {self.spec} {','.join(map(str, self.values))}"


class Dice:
    """The dice of one lane in one phase; each label is rolled once."""

    __slots__ = ("_keyed", "_rolled")

    def __init__(self, key: bytes) -> None:
        self._keyed = KeyedHash(key, PREFIX)
        self._rolled: dict[str, tuple[str, tuple[int, ...]]] = {}

    def roll(self, label: str, spec: str) -> tuple[int, ...]:
        """The roll of this label; asking for a label again is a fault of the rules that ask (3.8 b)."""
        if label in self._rolled:
            raise bad(f"label '{label}' is rolled twice", rule="PROTOCOL 3.8", kind=Kind.ILLEGAL)
        check_label(label)
        values = _values(self._keyed, label, read_spec(spec))
        self._rolled[label] = spec, values
        return values

    def rolls(self) -> tuple[Roll, ...]:
        """All rolls made, in the order of the log."""
        made = [Roll(label, spec, values) for label, (spec, values) in self._rolled.items()]
        return tuple(sorted(made, key=Roll.line))

    def log_lines(self) -> list[str]:
        """`<label> <spec> <v,v,...>`, sorted by bytes."""
        return [made.line() for made in self.rolls()]

    def log(self) -> bytes:
        """The log file."""
        return "".join(f"{line}\n" for line in self.log_lines()).encode("ascii")


# --- the log ----------------------------------------------------------------------------------------------------------


def parse_log(data: bytes, file: str = "") -> tuple[Roll, ...]:
    """The rolls of a log file: canonical lines, sorted by bytes, each label once; all faults are told."""
    faults: list[Fault] = []
    rolls: list[Roll] = []
    before = ""
    for row, line in enumerate(ascii_lines(data, file), 1):
        try:
            rolls.append(_read_line(line, before))
        except BadInput as error:
            faults += (placed(fault, file, row, line) for fault in error.faults)
        before = line
        if len(faults) >= MOST_FAULTS:
            break
    if faults:
        raise BadInput(faults)
    return tuple(rolls)


def _read_line(line: str, before: str) -> Roll:
    """One line of a log, given the line before it."""
    words = line.split(" ")
    if len(words) != 3:
        raise bad(f"{quoted(line)} is no roll", hint="it reads '<label> <spec> <v,v,...>'")
    name, text, shown = words
    check_label(name)
    spec = read_spec(text)
    told = shown.split(",", spec.count)
    values = tuple(number(value, "value of a roll") for value in told[: spec.count])
    if len(told) > spec.count or not spec.fits(values):
        raise bad(f"{quoted(shown)} is no result of '{text}'", excerpt=shown, rule="PROTOCOL 3.7")
    if name == before.partition(" ")[0]:
        raise bad(f"label '{name}' is rolled twice", excerpt=name, rule="PROTOCOL 3.8")
    if line < before:
        raise bad(f"'{name}' stands after '{before.partition(' ')[0]}'", excerpt=name, hint="lines are sorted by bytes")
    return Roll(name, text, values)


def check_log(key: bytes, data: bytes, file: str = "") -> tuple[Roll, ...]:
    """The rolls of a log, each recomputed; the first line that the key does not give is named."""
    keyed = KeyedHash(key, PREFIX)
    rolls = parse_log(data, file)
    for row, made in enumerate(rolls, 1):
        right = _values(keyed, made.label, read_spec(made.spec))
        if made.values != right:
            raise CheckFailed(_mismatch(made, right, file, row))
    return rolls


def _mismatch(made: Roll, right: tuple[int, ...], file: str, row: int) -> Fault:
    line = made.line()
    shown = ",".join(map(str, made.values))
    key_gives = ",".join(map(str, right))
    message = f"the log has {quoted(shown)} for '{made.label} {made.spec}', the key gives {quoted(key_gives)}"
    column = len(line) - len(shown) + 1
    return Fault(message, file, row, column, line, len(shown), "PROTOCOL 3.7", kind=Kind.MISMATCH)
