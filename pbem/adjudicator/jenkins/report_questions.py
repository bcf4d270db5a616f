"""Questions as a letter puts them: what may be answered, and the very lines to copy into an order file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pbem.adjudicator.jenkins.picture import Picture
from pbem.adjudicator.order_file import yaml_lines
from pbem.strict_yaml_write import one_line


@dataclass(frozen=True, slots=True)
class Asked:
    """One question, ready to print."""

    key: str
    rule: str
    prompt: str
    how: str
    options: tuple[tuple[str, str], ...]
    default: str
    lines: tuple[str, ...]  # the answer as it stands in an order file, filled in with the default


def questions(seen: Picture, given: Iterable[Mapping[str, Any]]) -> list[Asked]:
    """The questions of a frame; each is {key, rule, prompt, legal, default}."""
    return [asked(seen, question) for question in given]


def asked(seen: Picture, question: Mapping[str, Any]) -> Asked:
    """One question."""
    legal = question.get("legal", {})
    answer = as_written(question.get("default"), legal)
    how, options = choices(seen, legal)
    return Asked(
        str(question["key"]), str(question.get("rule", "")), str(question.get("prompt", "")), how, tuple(options),
        "nothing" if answer in ([], {}, "") else one_line(answer), tuple(answer_lines(str(question["key"]), answer)),
    )  # fmt: skip


def as_written(answer: Any, legal: Mapping[str, Any]) -> Any:
    """An answer in the form an order file takes: a leader's dice as a list, a ship for each die."""
    if answer is None:
        return []
    if "dice" in legal and isinstance(answer, Mapping):
        return [name for name, number in answer.items() for _ in range(int(number))]
    return answer


def choices(seen: Picture, legal: Mapping[str, Any]) -> tuple[str, list[tuple[str, str]]]:
    """How to answer, and what with."""
    if "choose" in legal:
        return "Answer with one of:", list(legal["choose"].items())
    if "pick" in legal:
        return f"Answer with {how_many(legal)} of, in the order you prefer:", list(legal["pick"].items())
    if "dice" in legal:
        return (f"Answer with a list of up to {legal['dice']}, a ship for each die; the same ship may stand twice:",
                list(legal["ships"].items()))
    if "move" in legal:
        return "Send orders, moves and all; these can still move:", [
            (seen.place(hex_id), ", ".join(names)) for hex_id, names in legal["move"].items()]
    if "for_sale" in legal:
        return f"Send orders; {legal['funds']} points are yours to spend, and the force pool is below.", []
    return "", [(str(name), one_line(value)) for name, value in legal.items()]


def how_many(legal: Mapping[str, Any]) -> str:
    """The number wanted."""
    least, most = legal["least"], legal["most"]
    if least == most:
        return "all" if most == len(legal["pick"]) else str(least)
    return f"up to {most}" if not least else f"{least} to {most}"


def answer_lines(key: str, answer: Any) -> Sequence[str]:
    """`- {key: losses/naval/3119/n1, answer: [frigate-e2]}`, on more lines where it is longer than a page is wide."""
    return yaml_lines([{"key": key, "answer": answer}])


def answer_file(head: Mapping[str, str], found: Sequence[Asked]) -> str:
    """A whole order file that answers every question with its default."""
    lines = ["pbem: orders/1", *(f"{name}: {one_line(value)}" for name, value in head.items() if value), "answers:"]
    return "\n".join([*lines, *(f"  {line}" for each in found for line in each.lines)])
