"""Order files made at random from the shapes of a table: shape and names are right, and the rules can be tried."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from rules.jenkins.positions import view_at
from rules.lions.lions_seats import begun

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.orders.grammar import OrderTable
from pbem.adjudicator.orders.shapes import Either, Just, Keys, Leaf, List, Number, Ref, Shape, Truth, Word
from pbem.adjudicator.titles import load_game
from pbem.base.errors import Kind
from pbem.strict_yaml import write

Table = OrderTable[Any, Any, Any]
FILES = 120


def sample(table: Table, shape: Shape, chance: SeededChance, words: Mapping[str, list[str]]) -> Any:
    """Something of a shape, with names that exist."""
    if isinstance(shape, Leaf) and shape.sort:
        return chance.pick(words[shape.sort])
    if isinstance(shape, Ref):
        return sample(table, table.meant(shape), chance, words)
    if isinstance(shape, Either):
        return sample(table, chance.pick(shape.of), chance, words)
    if isinstance(shape, List):
        number = shape.least + chance.below(min(3, (shape.most or 3) - shape.least) + 1)
        return [sample(table, shape.of, chance, words) for _ in range(number)]
    if isinstance(shape, Keys):
        kept = [key for key in shape.of if key in shape.need.split() or chance.below(4) == 0]
        kept = kept or [chance.pick(tuple(shape.of))]
        return {key: sample(table, shape.of[key], chance, words) for key in kept}
    if isinstance(shape, Number):
        return str(shape.least + chance.below(min(shape.most - shape.least, 9) + 1))
    if isinstance(shape, Word):
        return chance.pick(shape.words)
    if isinstance(shape, Truth):
        return chance.pick(("true", "false"))
    return shape.word if isinstance(shape, Just) else str(shape.eg or "x")


def names_of(table: Table, view: Mapping[str, Any]) -> dict[str, list[str]]:
    """Sort of name -> the names of the board that its judge accepts."""
    board = table.board_of(view)
    pool = [*map(str, range(1, 4)), *sorted(table.plain_words)]
    for held in ("ports", "ships", "classes", "marker_types", "treasure_fleets", "leaders", "counters", "seaports"):
        pool += list(getattr(board, held, ()))
    pool += [each.id for each in getattr(board, "deployments", ())] + ["regiment", "fort", "fire_ship", "merchant"]
    judged = {sort: [name for name in pool if judge(board, view["seat"], name) is None]
              for sort, judge in table.judges.items()}  # fmt: skip
    assert [sort for sort, names in judged.items() if not names] == []
    return judged


CASES = {
    "lions t00.setup": begun("four-players").view("england"),
    "lions t01.bids": begun("four-players", 1).view("england"),
    "lions t01.year": begun("four-players", 2).view("england"), "jenkins t00.spanish": view_at("t00.spanish"),
    "jenkins t01.english": view_at("t01.english"), "jenkins t01.spanish": view_at("t01.spanish"),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_the_rules_can_be_tried_on_whatever_the_table_allows(case: str) -> None:
    (title, _, phase), view = case.partition(" "), CASES[case]
    table: Table = load_game(title).part("order_table")
    chance, words = SeededChance(case), names_of(table, view)
    rows = [row for row in table.rows if row.in_season(table.step_of(table.see(view)))]
    kinds = set()
    for _ in range(FILES):
        body = {row.key: sample(table, row.ruled(), chance, words) for row in rows if chance.below(3) == 0}
        text = write({"pbem": "orders/1", "seat": view["seat"], "phase": phase} | body)
        result = load_game(title).check_file(view, {}, text.encode(), "random.yaml")
        kinds |= {fault.kind for fault in result.faults}
        assert {Kind.UNKNOWN, Kind.MALFORMED} & {fault.kind for fault in result.faults} == set(), text
    assert kinds <= {Kind.ILLEGAL}
