"""Forms that a title's data fill: cards of notes, what a campaign book counts, acts of a desk, names in figures."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.adjudicator.board import soundness
from pbem.adjudicator.board.drafting import Part, Sheets
from pbem.adjudicator.board.figures import read_folder
from pbem.adjudicator.engine.table import ALL, Note
from pbem.adjudicator.orders.desk_form import LADEN_POINTS, Option, act_of
from pbem.adjudicator.reports.annals import Fate, Gain, Reckoning, has_facts
from pbem.adjudicator.reports.note_reader import by_card, cards
from pbem.base.dice_spec import throws

ENDS = {"battle": "over"}


def note(event: str, text: str = "It was.", **facts: object) -> Note:
    return Note("1.1", ALL, text, event, facts)


def test_the_notes_of_a_fight_stand_in_one_card_and_others_alone() -> None:
    told = [note(event) for event in ("calm", "battle", "fire", "over", "calm", "battle", "fire")]
    found = [[each.event for each in card] for card in by_card(told, ENDS)]
    assert found == [["calm"], ["battle", "fire", "over"], ["calm"], ["battle", "fire"]]
    assert [[each.event for each in card] for card in cards(told, ENDS)] == [["battle", "fire", "over"]]


@pytest.mark.parametrize(("wanted", "fits"), [
    ({"why": "plunder"}, False), ({"why": ("prize", "treasure")}, True), ({"why": "any"}, True),
    ({"where": "any"}, False), ({"where": ""}, True), ({"why": "Goa treasure", "by": "spain"}, True),
])  # fmt: skip
def test_facts_are_wanted_as_they_are_or_by_a_word_in_them(wanted: dict[str, str], fits: bool) -> None:
    assert has_facts(note("money", why="Goa treasure", by="spain"), wanted) is fits


def test_a_book_counts_what_the_data_name(tmp_path: Path) -> None:
    (tmp_path / "tale.yaml").write_text("tale:\n  - {event: sunk, says: \"{ship} was lost.\", weight: 3}\n")
    (tmp_path / "annals.yaml").write_text(
        "coin: pounds\ndice: None.\nkinds: []\nleft_out: [step]\n"
        "gains:\n  - {event: taken, when: {by: any}, side: by, what: \"{port}\", amount: points}\n"
        "fates:\n  - {event: sunk, unit: ships, words: \"off {port}\"}\n"
    )
    book = Reckoning.of(tmp_path)
    lost = note("sunk", ships=["lion", "raft"])
    told = [note("taken", by="spain", points=3), note("taken", by=""), lost, note("step")]
    counted = book.annals(
        told, {}, lambda each: {"port": "Goa", "ship": "The Lion"},
        lambda name: ("england", "ship", "Lion") if name == "lion" else None, battles=(), measures=(), named=(),
    )  # fmt: skip
    assert counted.gains == (Gain("spain", "Goa", 3),)
    assert counted.fates == (Fate("england", "ship", "Lion", "off Goa"),)
    assert [each.text for each in counted.tale] == ["The Lion was lost."]
    assert [each.event for each in book.telling(told)] == ["taken", "taken", "sunk"]


def test_an_act_of_a_desk_is_read_with_its_truths_and_ticks() -> None:
    act = act_of({"name": "sail", "title": "Sail", "section": "moves", "movers": "force", "quick": "true", "cost": "2",
                  "lading": "points", "options": [{"key": "attack", "label": "Attack", "value": {"any": "true"}}]})
    assert (act.quick, act.many, act.cost, act.lading) == (True, False, 2, LADEN_POINTS)
    assert act.options == (Option("attack", "Attack", {"any": True}),)


def test_names_ids_and_records_are_checked_by_a_titles_data(tmp_path: Path) -> None:
    (tmp_path / "map.yaml").write_text(
        "ports:\n  - {id: goa, name: Goa, source: printed}\n  - {id: Cork, name: Cork, source: printed}\n"
        "roads:\n  - {id: long, ends: [goa, cork, sea], source: printed}\n"
    )
    (tmp_path / "sound.yaml").write_text(
        "needed: {ports: [goa, lima]}\nids: [ports]\n"
        "names:\n  - {section: roads, figures: [ends], of: [ports], besides: [sea], noun: port}\n"
    )

    class Draft(Sheets):
        ports = Part(lambda reader: reader.text("name"))

    it = Draft(read_folder(tmp_path, ("map",)), [])
    found = [fault.message for fault in soundness.declared(it, tmp_path / "sound.yaml")]
    assert found == ["the data have no 'ports/lima'", "'Cork' is no id", "'cork' is no port"]
    it.read_parts()
    assert it.parts == {"ports": {"goa": "Goa", "Cork": "Cork"}}
    assert it.faults == []


def test_throws_that_come_to_a_number_are_counted() -> None:
    assert throws("2d6", 7) == (36, 21)
    assert throws("1d6", 7) == (6, 0)
