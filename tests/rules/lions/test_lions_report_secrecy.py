"""15.1: reports, maps and pages are made of what their reader may see, to the byte, with two, three and four seats."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from rules.lions.lions_seats import GAME
from rules.lions.lions_stages import SCENARIOS, Stage, every_stage, frame_of, restored, stages, twin

from pbem.adjudicator.engine.phase import Told
from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.lions.match import LionsMatch
from pbem.adjudicator.lions.state.state import REGIMENT, State
from pbem.chart import svg
from pbem.page.club_templates import report_page


def seats_of(stage: Stage) -> tuple[str | None, ...]:
    return (*GAME.seats_of(stage.scenario), None)


#: Bids, a year and its watches with each number of seats, and every reader of them.
STAGES = [stage for scenario in SCENARIOS for stage in stages(scenario)[1:4]]
PAIRS = [(stage, seat) for stage in STAGES for seat in seats_of(stage)]


def read_by(match: LionsMatch, seat: str | None, stage: Stage, told: Told) -> dict[str, str]:
    """Everything that this reader is sent."""
    view, frame = match.view(seat), frame_of(stage, seat)
    reading = GAME.reading(view, told, frame)
    drawn = GAME.chart(reading)
    assert drawn is not None
    return {
        "report": GAME.report(reading), "appendix": GAME.appendix(reading), "page": repr(GAME.page(reading)),
        "drawing": svg.standalone(drawn),
    }  # fmt: skip


def whispers(stage: Stage, seat: str | None) -> Iterator[Note]:
    """What is told to every other seat alone."""
    for power in GAME.seats_of(stage.scenario):
        if power != seat:
            yield Note("11.1", power, "Dutch fourth-rate 5 enters in B13.", "outfitted")
            yield Note("9.3", power, "You gain Spy.", "gained", {"markers": ["spy-1"]})
            yield Note("13.2", power, "Under way: Dutch fourth-rate 5.", "sails_with", {"ships": ["netherlands-4th-5"]})
            yield Note("16.4", power, "Fleet 9 sails F11 - F10.", "moved", {"power": power, "way": ["F11", "F10"]})


@pytest.mark.parametrize(("stage", "seat"), PAIRS, ids=str)
def test_15_1_what_lies_face_down_changes_no_byte_of_what_a_seat_reads(stage: Stage, seat: str | None) -> None:
    match = restored(stage.after)
    other = twin(match, seat)
    assert other.to_plain() != match.to_plain()
    more = Told((*stage.told.notes, *whispers(stage, seat)), stage.told.lapses)
    assert read_by(other, seat, stage, more) == read_by(match, seat, stage, stage.told)


@pytest.mark.parametrize(("stage", "seat"), [pair for pair in PAIRS if pair[1]], ids=str)
def test_15_1_the_twins_look_different_to_those_whose_units_they_are(stage: Stage, seat: str | None) -> None:
    """Or the test above could not fail."""
    match, frame = restored(stage.after), frame_of(stage, seat)
    views = (match.view(seat), twin(match, "nobody").view(seat))
    reports = [GAME.report(GAME.reading(view, Told((), ()), frame)) for view in views]
    assert reports[0] != reports[1]


def test_the_html_page_of_a_seat_is_the_same_over_other_secrets() -> None:
    stage = stages("four-players")[-1]
    match = restored(stage.after)
    pages = [GAME.page(GAME.reading(each.view("spain"), stage.told, frame_of(stage, "spain"))) or {}
             for each in (match, twin(match, "spain"))]  # fmt: skip
    made = [report_page("lions", GAME.title, page).html for page in pages]
    assert made[0] == made[1]


@pytest.mark.parametrize("seat", ["england", "netherlands", None])
def test_a_note_to_one_seat_is_read_by_nobody_else(seat: str | None) -> None:
    stage = stages("two-players")[2]
    secrets = tuple(Note("9.13", power, f"A secret of {power}.", "spied") for power in GAME.seats_of("two-players"))
    sent = read_by(restored(stage.after), seat, stage, Told(secrets, ()))
    told = [power for power in GAME.seats_of("two-players") if f"A secret of {power}." in sent["report"]]
    assert told == [power for power in GAME.seats_of("two-players") if f"A secret of {power}." in sent["page"]]
    assert told == ([seat] if seat else [])


def test_the_public_report_names_no_ship_leader_or_marker_that_was_not_shown() -> None:
    for stage in every_stage():
        state, known = restored(stage.after).state, restored(stage.after).view(None)
        report = GAME.report(GAME.reading(known, Told((), ()), frame_of(stage, None, standing=["No. 1"])))
        shown = [unit for seen in known["memory"] for unit, _ in seen["units"]]
        units = [name for name in (*state.ships, *state.leaders) if name not in shown]
        hidden = [*units, *(name for hand in state.hand.values() for name in hand)]
        labels = [state.label(name) for name in hidden if name not in state.board.treasure_fleets]
        labels = [label for label in labels if label != "Mercenary Admiral"]  # how many there are is open (9.7)
        assert [label for label in labels if label in report] == []
        assert "No. 1" not in report


def more_pounds(state: State) -> None:
    state.money["netherlands"] += 1


def a_marker_more(state: State) -> None:
    state.hand["netherlands"].append(state.pool.pop())


def a_place_more(state: State) -> None:
    state.put_ashore("H3", "netherlands", REGIMENT, 1)


def plunder(state: State) -> None:
    state.plundered.append("I4")


@pytest.mark.parametrize("change", [more_pounds, a_marker_more, a_place_more, plunder])
@pytest.mark.parametrize("seat", ["england", None])
def test_8_1_what_lies_open_is_in_every_report(seat: str | None, change: Callable[[State], None]) -> None:
    stage = stages("two-players")[0]
    match, other = restored(stage.after), restored(stage.after)
    change(other.state)
    before, after = (read_by(each, seat, stage, stage.told) for each in (match, other))
    assert before["report"] != after["report"]
    assert before["page"] != after["page"]
