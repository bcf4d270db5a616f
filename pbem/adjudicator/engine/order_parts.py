"""Questions that a part of an order file answers, and the small words and numbers of such parts."""

from __future__ import annotations

from enum import StrEnum

from pbem.adjudicator.engine.table import Plain, Question
from pbem.base.records import dataclass


class Reply(StrEnum):
    """Answers to a question of yes or no."""

    YES = "yes"
    NO = "no"


YES, NO = Reply.YES, Reply.NO


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry(Question[dict[str, Plain]]):
    """A part of an order file that is a mapping; judged when it is carried out. Empty: the rule's own default."""

    def faults(self, answer: Plain) -> list[str]:
        return [] if isinstance(answer, dict) else [f"'{answer}' is no mapping"]

    def read(self, answer: Plain) -> dict[str, Plain]:
        return dict(answer)

    def default_answer(self) -> Plain:
        return {}

    def legal(self) -> Plain:
        return {"form": self.topic}


@dataclass(frozen=True, slots=True, kw_only=True)
class Entries(Question[list[Plain]]):
    """A part of an order file that is a list of entries, the first first. Empty: the rule's own default."""

    def faults(self, answer: Plain) -> list[str]:
        return [] if isinstance(answer, list) else [f"'{answer}' is no list"]

    def read(self, answer: Plain) -> list[Plain]:
        return list(answer)

    def default_answer(self) -> Plain:
        return []

    def legal(self) -> Plain:
        return {"form": self.topic}


def whole(text: object, usual: int = 0) -> int:
    """A number as an order file writes it; `usual` where it is none."""
    return int(str(text)) if str(text).isascii() and str(text).isdecimal() else usual
