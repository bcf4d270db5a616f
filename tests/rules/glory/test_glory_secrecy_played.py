"""In games that bots play: what a seat cannot see changes no byte of its view, report, map, template or desk."""

from __future__ import annotations

import json

import pytest
from rules.glory.glory_stages import in_company, reading, restored, stages, twin
from rules.stages import Later, Stage

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.glory.game import GAME
from pbem.adjudicator.glory.match import GloryMatch
from pbem.adjudicator.glory.state.terms import SEATS
from pbem.adjudicator.glory.view.watch import strayed
from pbem.chart import svg

STAGES = Later(lambda: (
    *stages("trafalgar", "s5", 6), *stages("trafalgar", "s1", 6, "steady"), *stages("campaign", "s2", 9, "steady"),
))  # fmt: skip
NUMBERS = range(21)


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("number", NUMBERS)
def test_4_4_what_a_seat_cannot_see_changes_no_byte_of_its_view(number: int, seat: str) -> None:
    stage = STAGES[number]
    plain = in_company(stage.after)
    match, others = restored(plain), twin(plain, seat, SeededChance(stage.phase))
    assert others.to_plain()["state"] != match.to_plain()["state"]
    assert json.dumps(others.view(seat)) == json.dumps(match.view(seat))


def test_the_games_have_fleets_at_sea_to_be_mistaken() -> None:
    """Or the test above would show less than it says."""
    assert len(STAGES) == len(NUMBERS)
    at_sea = [state for state in (restored(stage.after).state for stage in STAGES)
              if any(state.is_fleet(name) and state.blocks[name].area != "port" for name in state.blocks_of("allied"))]
    assert len(at_sea) >= 4


@pytest.mark.parametrize("seat", SEATS)
def test_4_4_nor_of_anything_that_is_made_from_it(seat: str) -> None:
    stage = STAGES[3]
    match, others = restored(stage.after), twin(stage.after, seat, SeededChance(stage.phase))
    assert sent(others, seat, stage) == sent(match, seat, stage)


def sent(match: GloryMatch, seat: str, stage: Stage) -> list[str]:
    """All that a seat is sent."""
    read, head = reading(match, seat, stage), {"game": "glory-test", "seat": seat, "phase": stage.phase}
    drawn = GAME.chart(read)
    assert drawn is not None
    page = {key: value for key, value in GAME.page(read).items() if key != "map"}
    return [GAME.report(read), GAME.order_template(match.view(seat), head), json.dumps(GAME.desk(read, head)),
            svg.standalone(drawn), repr(page)]  # fmt: skip


@pytest.mark.parametrize("seat", SEATS)
def test_4_4_its_owner_sees_every_bit_of_it(seat: str) -> None:
    stage = STAGES[3]
    foe = next(each for each in SEATS if each != seat)
    match, others = restored(stage.after), twin(stage.after, seat, SeededChance(stage.phase))
    assert json.dumps(others.view(foe)) != json.dumps(match.view(foe))


@pytest.mark.parametrize("number", NUMBERS)
def test_2_3_sails_are_where_blocks_in_sight_are(number: int) -> None:
    match = restored(STAGES[number].after)
    assert strayed(match.state, match.watch) == []


@pytest.mark.parametrize("number", NUMBERS[2:5])
@pytest.mark.parametrize("seat", [*SEATS, None])
def test_a_report_of_a_played_phase_fits_its_page(number: int, seat: str | None) -> None:
    stage = STAGES[number]
    text = GAME.report(reading(restored(stage.after), seat, stage))
    assert max(map(len, text.split("\n"))) <= 78
