"""Gathers the notes of a council: one line a purse for what its areas pay, one a place for what is raised there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.guerra.board.board import Board
from pbem.adjudicator.guerra.reports.told_places import PURSE_WORDS, halves, names_of, place
from pbem.base.records import replace

PAID, COLLECTED, SPENT, BUILT, WHOLE = "area-income", "income", "spent", "built", "replenished"
SPAIN = "from-spain"
#: The parts of a council: the title of a chapter with its case.
UPRISINGS, MONEY, MUSTER = ("Uprisings", "9.0"), ("Resource Points", "4.0"), ("Reorganization and reinforcement", "4.6")


def part_of(note: Note) -> tuple[str, str]:
    """The part of a council that a note belongs to."""
    if note.rule.startswith(("9", "8.2")):
        return UPRISINGS
    label = note.throw.label if note.throw is not None else ""
    return MONEY if note.event in (PAID, COLLECTED, SPAIN) or label.startswith("spain") else MUSTER


def gathered(board: Board, notes: Sequence[Note]) -> list[Note]:
    """The notes with income by purse and purchases by place; a price stands with what was bought for it."""
    paid: dict[str, list[Note]] = {}
    for note in notes:
        if note.event == PAID:
            paid.setdefault(purse_of(note), []).append(note)
    kept = [note for note in notes if note.event != PAID and (note.event != SPENT or note.facts.get("use") != "build")]
    told = [collected(board, each, paid.get(purse_of(each), ())) if each.event == COLLECTED else priced(each)
            for each in kept]  # fmt: skip
    return [line for _, run in groupby(told, key=counter) for line in together(board, list(run))]


def purse_of(note: Note) -> str:
    """The purse that a note is about."""
    return str(note.facts.get("nation", ""))


def collected(board: Board, note: Note, areas: Iterable[Note]) -> Note:
    """An income with the areas that paid it, the richest first."""
    sums = sorted((-int(each.facts["rp"]), str(each.facts["area"])) for each in areas)
    if not sums:
        return note
    return replace(note, text=f"{note.text} Paid by {', '.join(f'{place(board, a)} {halves(-rp)}' for rp, a in sums)}.")


def priced(note: Note) -> Note:
    """A replenishment with its price."""
    if note.event != WHOLE or not note.facts.get("rp"):
        return note
    return replace(note, text=f"{note.text.removesuffix('.')} for {halves(int(note.facts['rp']))} RP.")


def counter(note: Note) -> object:
    """The purchases that are told in one line: those of one purse at one place."""
    return (note.facts["nation"], note.facts["at"], note.to) if note.event == BUILT else id(note)


def together(board: Board, run: list[Note]) -> Iterator[Note]:
    """A run of purchases as one."""
    first = run[0]
    if first.event != BUILT or len(run) == 1:
        yield from run
        return
    names = listed_kinds(board, [str(note.facts["unit"]) for note in run])
    price = sum(int(note.facts["rp"]) for note in run)
    purse = PURSE_WORDS.get(str(first.facts["nation"]), str(first.facts["nation"]))
    where = place(board, str(first.facts["at"]))
    yield replace(first, text=f"{purse} raises at {where} for {halves(price)} RP: {names}.")


def listed_kinds(board: Board, units: Sequence[str]) -> str:
    """Units by name, those of one name counted."""
    return ", ".join(names_of(board, units))
