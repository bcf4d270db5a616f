"""A player's signed word as its file has it; `player_words.py` reads words and acts on them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


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
