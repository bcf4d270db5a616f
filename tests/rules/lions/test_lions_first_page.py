"""The first page of a report: how near everybody is to victory, and what came of each entry of the reader's queue."""

from __future__ import annotations

from rules.lions.lions_playing import port, position
from rules.lions.lions_seats import orders, posed, run
from rules.lions.lions_stages import twin

from pbem.adjudicator.engine.phase import Told
from pbem.adjudicator.lions.match import LionsMatch
from pbem.adjudicator.lions.reports.first_page import queue
from pbem.adjudicator.lions.reports.sentences import SAID
from pbem.adjudicator.lions.reports.story import steps
from pbem.adjudicator.lions.view.picture import picture
from pbem.adjudicator.lions.view.view import view
from pbem.adjudicator.titles import load_game

GAME = load_game("lions")
QUEUE = """\
operations:
  - {force: england-6th-1, path: [C11]}
  - {force: england-6th-1, path: [cadiz], if: [{moved: netherlands}]}
  - pass_until: [{passed: netherlands}]
  - {force: england-6th-1, path: [london], if: [{turn_at_least: 4}]}
  - {force: england-6th-1, path: [london]}
"""


def at_sea(watch: str) -> LionsMatch:
    ships = [{"ship": "england-6th-1", "at": "london"}, {"ship": "netherlands-6th-1", "at": "amsterdam"}]
    return posed(house={"watch": watch}, ships=ships)


def told(match: LionsMatch, *bodies: str | None) -> list[str]:
    """The report's words on the queue, after watches with these orders of England."""
    lines: list[str] = []
    for body in bodies:
        phase = match.phase()
        assert phase is not None
        files = {"netherlands": [orders("netherlands", phase.id)]}
        files |= {"england": [orders("england", phase.id, body)]} if body is not None else {}
        story = run(match, files, silent=not phase.free).story
        heard = [note for note in story if note.heard_by("england")]
        seen = picture(match.view("england"))
        part = queue(seen, heard, steps(seen, heard))
        lines = [*part.lines, *part.items]
    return lines


def test_13_1_each_entry_of_the_queue_is_told_with_its_dice_and_its_result() -> None:
    (first,) = [line for line in told(at_sea("1"), QUEUE) if line.startswith("1. ")]
    assert first.startswith("1. 6th-1 to C11: Operation 1, 1 pound, [")
    assert first.endswith("To Ireland C11.")


def test_13_1_what_waits_is_told_with_the_condition_it_waits_for() -> None:
    (line,) = [line for line in told(at_sea("1"), QUEUE) if line.startswith("Still to come")]
    assert line.startswith("Still to come: 2 (")
    assert "4 (" in line
    assert "3" not in line.replace("england-3rd", ""), "an entry that only waits is nothing to come"


def test_13_1_what_was_done_in_an_earlier_watch_is_not_told_again() -> None:
    lines = told(at_sea("1"), QUEUE, None)
    assert lines[0] == "Carried out in earlier watches: 1."
    assert [line for line in lines if line.startswith("1. ")] == []


def test_13_1_what_was_never_carried_out_is_told_at_the_end_of_the_year() -> None:
    lines = told(at_sea("0"), QUEUE)
    assert any(line.startswith("Not carried out: ") and "4 (" in line for line in lines)


def test_13_1_whoever_ordered_nothing_has_no_queue() -> None:
    assert told(at_sea("1"), "") == []


def rows(seat: str | None, **given: object) -> dict[str, tuple[str, ...]]:
    part = SAID.part("powers", picture(view(position(4, **given), seat)))  # type: ignore[arg-type]
    return {row[0].removesuffix(" (you)"): row for row in part.rows}


def test_26_5_the_board_tells_what_each_lacks_for_its_own_victory() -> None:
    homes = [port(name) for name in ("london", "ireland", "scotland")]
    land = {f"{square} england": "1f" for square in homes}
    board = rows("france", land=land)
    assert "more of 10 ports" in board["England"][-1]
    assert "London" not in board["England"][-1]
    assert "London" in rows("france")["England"][-1] or "required ports" in rows("france")["England"][-1]


def test_26_5_whoever_lacks_nothing_is_told_so_loudly() -> None:
    state = position(4)
    required, listed = state.board.wins_by("england")
    land = {f"{port(name)} england": "1f" for name in (*required, *listed)}
    assert rows("spain", land=land)["England"][-1] == "NOTHING"
    one_less = {place: points for place, points in land.items() if place != f"{port(required[0])} england"}
    assert rows("spain", land=one_less)["England"][-1] != "NOTHING"


def test_6_2_spain_keeps_a_home_port_until_it_is_denied() -> None:
    """An English ship lies beside Spain's in Cadiz: that costs Spain nothing, unless the charter wants it."""
    homes = ("cadiz", "corunna", "antwerp", "naples")
    land = {f"{port(name)} spain": "1r" for name in homes}
    ships = {"england-1st-1": port("cadiz")}
    assert rows("england", land=land, ships=ships)["Spain"][-1] == "NOTHING (at the end)"
    known = view(position(4, land=land, ships=ships), "spain") | {"house": {"spain_home_ports": "undisputed"}}
    assert "Cadiz (at the end)" in [row[-1] for row in SAID.part("powers", picture(known)).rows]
    gone = {place: points for place, points in land.items() if place != f"{port('cadiz')} spain"}
    assert rows("england", land=gone, ships=ships)["Spain"][-1] == "Cadiz (at the end)"


def test_26_2_points_of_others_are_at_least_so_many() -> None:
    """Great ships lie face down (15.1): those of others are not counted."""
    plain, great = rows("france"), rows("france", ships={"england-1st-1": port("london")})
    assert plain["England"][-2].endswith("+")
    assert great["England"][-2] == plain["England"][-2]
    assert not great["France"][-2].endswith("+")


def test_a_report_of_a_watch_tells_nothing_that_its_reader_may_not_know() -> None:
    """Noninterference: text, appendix and page of two games that differ in hidden matters alone are the same."""
    match = at_sea("1")
    phase = match.phase()
    assert phase is not None
    files = {"england": [orders("england", phase.id, QUEUE)], "netherlands": [orders("netherlands", phase.id)]}
    story = run(match, files).story
    other = twin(match, "netherlands")
    other.queues["england"] = []
    readings = [GAME.reading(each.view("netherlands"), Told(tuple(story), ())) for each in (match, other)]
    assert len({GAME.report(reading) for reading in readings}) == 1
    assert len({GAME.appendix(reading) for reading in readings}) == 1
    assert GAME.page(readings[0]) == GAME.page(readings[1])
    assert "6th-1 to" not in GAME.report(readings[0])
    assert "Under way" not in GAME.appendix(readings[0])


def test_a_report_between_watches_is_short_and_its_appendix_has_the_rest() -> None:
    match = at_sea("1")
    phase = match.phase()
    assert phase is not None
    story = run(match, {"england": [orders("england", phase.id, QUEUE)]}).story
    reading = GAME.reading(match.view("england"), Told(tuple(story), ()))
    text, beside = GAME.report(reading), GAME.appendix(reading)
    assert text.count("\n") < 90
    for words in ("Who is where", "What wins"):
        assert words not in text
        assert words in beside
        assert words in str(GAME.page(reading)["position"])


def test_a_phase_without_operations_has_no_appendix() -> None:
    match = at_sea("1")
    reading = GAME.reading(match.view("england"))
    assert GAME.appendix(reading) == ""
    assert "Who is where" in GAME.report(reading)
