"""The strip of past turns: a small map each, of what the reader knew, from numbers kept in the reader's own folder."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest
from browser_kit import Page
from desk_kit import player_folder
from page_kit import caribbean, html_of, reading, stage
from rules.jenkins.positions import restored

from pbem.adjudicator.jenkins.game import GAME
from pbem.adjudicator.reports.chart_model import Chart
from pbem.adjudicator.titles import load_game
from pbem.match.own_folder.own_page import PAST, with_past
from pbem.match.own_folder.seat import Seat
from pbem.page import guard, strip
from pbem.page.drawings import with_map_drawn

#: A turn adds so many characters to a page at most, in Jenkins with all its stacks.
MOST = 2_500


def report() -> str:
    """A report's page as it comes by letter."""
    return html_of(with_map_drawn(GAME.page(reading(stage(5), "english"))))


def turns(*numbers: int) -> list[strip.Turn]:
    """What is kept of these phases."""
    found: list[strip.Turn] = []
    for number in numbers:
        found = strip.with_turn(found, strip.turn_of(caribbean(number), stage(number).phase.partition(".")[0]))
    return found


def kept_after(folder: Path, *numbers: int) -> str:
    """The page of the last of these phases in a player's folder that has opened them all."""
    player_folder(folder, "t01.english")
    seat, page = Seat.at(folder), report()
    for number in numbers:
        view = restored(stage(number).after).view("english")
        (folder / "view.json").write_text(json.dumps(view), encoding="utf-8")
        page = with_past(seat, stage(number).phase, report())
    return page


def test_a_page_by_letter_has_the_place_of_the_strip_and_nothing_in_it() -> None:
    """A letter does not grow with the turns: the strip is laid in the reader's own folder."""
    assert f"{strip.PLACE}{strip.END}" in report()


def test_the_folder_keeps_each_turn_once_and_the_newest_report_shows_them_all(tmp_path: Path) -> None:
    page = kept_after(tmp_path / "seat", 2, 3, 4, 5)
    kept = json.loads((tmp_path / "seat" / PAST).read_text(encoding="utf-8"))["turns"]
    names = list(dict.fromkeys(stage(number).phase.partition(".")[0] for number in (2, 3, 4, 5)))
    assert [each["turn"] for each in kept] == names
    assert len(names) >= 2
    part = page.partition(strip.PLACE)[2].partition(strip.END)[0]
    assert part.count("<li>") == len(names)
    assert guard.what_is_wrong(part) == []
    assert page.replace(part, "") == report()


def test_a_first_turn_has_no_strip_and_a_later_report_of_a_turn_takes_its_place() -> None:
    chart = caribbean(3)
    assert strip.strip(chart, turns(3), GAME.turn_name) == ""
    again = strip.with_turn(turns(3), {**strip.turn_of(caribbean(4), "x"), "turn": turns(3)[0]["turn"]})
    assert len(again) == 1
    assert again[0]["flags"] == strip.turn_of(caribbean(4), "x")["flags"]


def test_a_turn_adds_a_few_signs_whatever_came_before() -> None:
    """Nothing grows faster than its own events."""
    chart, all_turns = caribbean(9), turns(2, 3, 4, 5, 6, 7, 8, 9)
    lengths = [len(strip.strip(chart, all_turns[:many], GAME.turn_name)) for many in range(2, len(all_turns) + 1)]
    assert max(after - before for before, after in pairwise(lengths)) < MOST
    assert len(json.dumps(all_turns[-1])) < MOST


def test_stacks_are_where_the_reader_knew_them() -> None:
    """Each party's path has as many signs as the reader's own map of that turn."""
    chart = caribbean(5)
    kept = strip.turn_of(chart, "t05")
    assert sum(map(len, kept["flags"].values())) == len(chart.stacks)
    drawn = strip.picture(chart, "", kept, "turn 5")
    assert f"{len(chart.stacks)} stacks seen" in drawn
    assert drawn.count("z") == len(chart.stacks)


@pytest.mark.parametrize("bad", [
    {"outlines": {"p1": '"/><script>alert(1)</script>'}}, {"flags": {'p1"><script>': [[1, 2]]}},
    {"turn": "<script>1</script>"}, {"tint": '"><script>'}, {"taken": [["<script>", 1]]},
])  # fmt: skip
def test_a_folder_that_somebody_wrote_in_brings_nothing_into_the_page(tmp_path: Path, bad: dict[str, object]) -> None:
    folder = tmp_path / "seat"
    kept_after(folder, 2)
    kept = json.loads((folder / PAST).read_text(encoding="utf-8"))["turns"]
    (folder / PAST).write_text(json.dumps({"turns": [{**kept[0], "turn": "t00", **bad}]}), encoding="utf-8")
    page = with_past(Seat.at(folder), "t01.english", report())
    assert "<script" not in page


def test_a_view_that_is_none_leaves_the_page_as_it_came(tmp_path: Path) -> None:
    folder = player_folder(tmp_path / "seat", "t01.english")
    (folder / "view.json").write_text("{}", encoding="utf-8")
    assert with_past(Seat.at(folder), "t01.english", report()) == report()


def test_turns_are_called_as_people_call_them() -> None:
    """Each title has its own names for its turns: Yellow Jack counts those of a year."""
    assert [GAME.turn_name(turn) for turn in ("t00", "t03", "t10")] == ["set-up", "turn 3", "turn 10"]
    assert load_game("yellowjack").turn_name("y39t10") == "1739, turn 10"


def test_the_strip_is_shown_in_a_browser_with_its_coast(page: Page, tmp_path: Path) -> None:
    chart: Chart = caribbean(5)
    path = tmp_path / "report.html"
    path.write_text(strip.with_strip(report(), strip.strip(chart, turns(2, 3, 4, 5), GAME.turn_name)), encoding="utf-8")
    page.size(390, 844)
    page.open(path)
    boxes = page.run("[...document.querySelectorAll('.past svg')].map(e => e.getBoundingClientRect().width)")
    assert len(boxes) >= 2
    assert min(boxes) > 90
    assert not page.scrolls_sideways()
    assert page.violations(".past") == []
    assert page.complaints == []
