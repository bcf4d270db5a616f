"""A macro writes a part of the position: signs before its lines say what each of them is."""

from __future__ import annotations

from pbem.adjudicator.reports.parts import Group, Part, in_text, written

LINES = [
    "= War funds", "Everybody may know them.", "|= Side | Points #", "| English | 3", "| Spanish | ",
    "== Havana", "|= Id | Counter", "| ^ lezo | Lezo: leader", "-- Seen before.", "- Cartagena: Galicia",
]  # fmt: skip


def test_lines_of_a_macro_become_title_sentences_table_captions_and_list() -> None:
    part = written("funds", LINES)
    assert (part.name, part.title, part.lines) == ("funds", "War funds", ("Everybody may know them.",))
    assert (part.heads, part.rows, part.numbers) == (("Side", "Points"), (("English", "3"), ("Spanish", "")), (1,))
    assert part.groups == (Group("Havana", ("Id", "Counter"), (("^ lezo", "Lezo: leader"),)),)
    assert (part.lead, part.items) == ("Seen before.", ("Cartagena: Galicia",))
    assert part.table[0] == ("Side", "Points")


def test_heads_of_a_page_are_left_out_of_a_text() -> None:
    part = written("pool", ["= Pool", "|~ Counters | Price", "| Ships | 4"])
    assert part.table == [("Ships", "4")]
    assert part.heads == ("Counters", "Price")


def test_a_part_that_writes_nothing_is_not_printed_and_a_text_may_have_its_own() -> None:
    assert in_text([written("empty", ["= Nothing", "|= Where | Units"])]) == []
    own = Part("units", "Units", lines=("At sea.",))
    assert in_text([written("units", ["= Units", "| Havana | boyne"], own)]) == [own]
