"""The record of a phase: every die and every choice with its rule, as JSON lines in a hash chain.

The chain is H(0) = 64 zeros, H(n) = SHA-256(H(n-1) + LF + line n): one hash stands for the whole record, and a
record that was cut or mended anywhere does not come to it. Answers in it stay; a newer order file changes none.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any

from pbem.base.errors import CheckFailed, Fault, Kind, bad
from pbem.base.records import dataclass, field

START = "0" * 64


def canonical(value: Any) -> str:
    """The one way to write plain data (JCS for ASCII keys without floats, PROTOCOL 3.10)."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def plain_hash(value: Any) -> str:
    """SHA-256 of the canonical form."""
    return sha256(canonical(value).encode()).hexdigest()


@dataclass(slots=True)
class Transcript:
    """The questions and answers of a phase, in order."""

    records: list[dict[str, Any]] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.records)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.records)

    def lines(self) -> list[str]:
        return [canonical(record) for record in self.records]

    @property
    def head(self) -> str:
        """The hash that stands for the whole record."""
        return head_of(self.lines())

    def to_bytes(self) -> bytes:
        """The file: every line, then the head it must come to."""
        lines = self.lines()
        return "".join(f"{line}\n" for line in [*lines, canonical({"head": head_of(lines)})]).encode()


def head_of(lines: Iterable[str]) -> str:
    """The hash that stands for these lines."""
    link = START
    for line in lines:
        link = sha256(f"{link}\n{line}".encode()).hexdigest()
    return link


def parse_transcript(data: bytes, file: str = "") -> Transcript:
    """The record of a file; the first line that does not fit the chain, or the file itself, is named."""
    try:
        lines = data.decode("utf-8").splitlines()
        records = [json.loads(line) for line in lines]
        own = [canonical(record) for record in records]  # which goes as deep as the text does
    except RecursionError:
        raise bad("is no transcript: a line of it is nested deeper than any of ours", file=file) from None
    except ValueError:
        raise bad("is no transcript: one JSON object a line", file=file) from None
    if not records or not all(isinstance(record, dict) for record in records) or set(records[-1]) != {"head"}:
        raise bad("is cut short: the last line must be the head of its chain", file=file)
    transcript = Transcript(records[:-1])
    for number, (given, due) in enumerate(zip(lines, own[:-1], strict=False), 1):
        if given != due:
            raise CheckFailed(Fault("this line is not in canonical form", file=file, line=number, kind=Kind.MISMATCH))
    if head_of(own[:-1]) != records[-1]["head"]:
        raise CheckFailed(Fault("the lines do not come to the head given", file=file, line=len(lines),
                                kind=Kind.MISMATCH))
    return transcript
