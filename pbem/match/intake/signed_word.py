"""A player's signed word as its file has it; `player_words.py` reads words and acts on them."""

from __future__ import annotations

from typing import Any

from pbem.base.records import dataclass


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a seat, as its file has it."""

    game: str
    seat: str
    seq: int
    name: str
    value: Any
    phase: str = ""
    file: str = ""
    data: bytes = b""
    signature: bytes = b""
