"""The title as a game: seats by scenario, phases, letters, positions that come back, and games played to their end."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from rules.lions.lions_playing import hold, place, position
from rules.lions.lions_seats import GAME, begun, orders, posed, run

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.engine.table import Decision, Plain
from pbem.adjudicator.game import Bot
from pbem.adjudicator.lions.state.state import Berth, State
from pbem.adjudicator.lions.view.invariants import broken
from pbem.base.errors import BadInput
from pbem.match.people.enrolment import Plan, seat_faults
from pbem.trial import soak
from pbem.trial.company import Company, keyrings
from pbem.trust.verify import verify_folder

SCENARIOS = {"two-players": 2, "three-players": 3, "four-players": 4}
POWERS = ("england", "netherlands", "spain", "france")


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_2_3_a_scenario_fills_the_seats_of_its_number_of_players(scenario: str) -> None:
    seats = GAME.seats_of(scenario)
    assert seats == POWERS[: SCENARIOS[scenario]]
    assert GAME.begin(scenario, {}, None).phase().active == seats  # type: ignore[union-attr]
    assert GAME.scenario_for(seats) == scenario


def test_2_3_whoever_opens_a_game_is_told_which_seats_its_scenario_has() -> None:
    plan = Plan(game="lions", seats=dict.fromkeys(("england", "spain"), "a@example.org"), scenario="two-players")
    faults = [fault.message for fault in seat_faults(plan, GAME, "two-players")]
    assert faults == ["'spain' is no seat", "seat 'netherlands' has no player"]


def test_5_3_a_scenario_that_there_is_not_is_refused_with_those_there_are() -> None:
    with pytest.raises(BadInput, match="no scenario") as refused:
        GAME.begin("five-players", {}, None)
    assert "three-players" in refused.value.faults[0].hint


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_4_2_a_turn_without_watches_is_two_phases_and_so_two_letters_of_each_player(scenario: str) -> None:
    match = begun(scenario, watch="0")
    ids = []
    while phase := match.phase():
        ids.append(phase.id)
        run(match, {seat: [orders(seat, phase.id)] for seat in phase.active})
    assert ids == ["t00.setup", *(f"t{turn:02d}.{step}" for turn in range(1, 7) for step in ("bids", "year"))]


@pytest.mark.parametrize("turns", ["3", "20"])
def test_3_4_the_game_lasts_as_long_as_was_agreed(turns: str) -> None:
    match = begun(turns=turns)
    assert match.view("england")["turns"] == int(turns)


def test_26_4_the_result_names_the_winner_and_how_he_won() -> None:
    match = posed(turn="3", turns="3", ships=[{"ship": "england-1st-1", "at": "london"}])
    assert match.result() is None
    run(match, {})
    assert match.phase() is None
    assert match.result() == {"winner": "england", "winners": ["england"], "how": "tally"}


def test_26_5_several_may_win_together() -> None:
    match = posed()
    match.state.winners, match.state.ended = ["england", "netherlands"], "sudden_death"
    assert match.result() == {
        "winner": "england and netherlands", "winners": ["england", "netherlands"], "how": "sudden_death",
    }  # fmt: skip


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_position_comes_back_from_its_plain_form_with_standing_orders(scenario: str) -> None:
    match = begun(scenario, 2)
    match.adopt("england", [orders("england", "t01.year", "standing:\n  - {number: 7, arrears: refuse}\n")])
    again = GAME.restore(match.to_plain(), {}, None)
    assert again.to_plain() == match.to_plain()
    assert again.view("england") == match.view("england")
    assert again.view("england")["standing"] == [{"number": 7, "arrears": "refuse"}]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_random_games_run_to_their_end_and_replay(scenario: str, tmp_path: Path) -> None:
    bots = soak.bots_for(GAME, ["random"], scenario)
    played = soak.play_game(soak.Plan("lions", bots, "match", tmp_path, scenario=scenario), 0)
    assert played.replayed
    assert played.phases <= 40
    assert played.letters.keys() == set(GAME.seats_of(scenario))


# ------------------------------------------------------------------------------------------------ invariants


def a_marker_twice(state: State) -> None:
    state.hand["england"].append(state.pool[0])


def a_lost_marker(state: State) -> None:
    state.pool.pop()


def a_full_hand(state: State) -> None:
    hold(state, "england", *state.pool[:19])


def a_debt(state: State) -> None:
    state.money["england"] = -1


def a_ship_below_water(state: State) -> None:
    state.ships["england-1st-1"].damage = 99


def a_ship_ashore(state: State) -> None:
    state.ships["england-1st-1"].at = next(s for s in state.board.grid.squares if not state.board.is_afloat(s))


def too_many_aboard(state: State) -> None:
    state.load("england-1st-1", "england", 50)


def a_split_fleet(state: State) -> None:
    place(state, "england-3rd-1", "F12/england-fleet-1")


def a_fifth_fleet(state: State) -> None:
    place(state, "england-3rd-1", "F12/england-fleet-5")


def treasure_without_escort(state: State) -> None:
    place(state, "treasure-goa", "F11/england-transport-1")


def treasure_landed_and_at_sea(state: State) -> None:
    place(state, "treasure-goa", "F11")
    state.landed["england"] = ["treasure-goa"]


def too_many_regiments(state: State) -> None:
    state.put_ashore("F14", "england", "regiment", 500)


def troops_in_anothers_home(state: State) -> None:
    state.put_ashore(state.board.ports["amsterdam"].square, "england", "regiment", 1)


def a_leader_elsewhere(state: State) -> None:
    state.leaders["blake"] = Berth("G11", "england-1st-1")


def pirates_who_stay(state: State) -> None:
    place(state, state.board.ships_of("pirates")[0].id, "G11")


@pytest.mark.parametrize("breach", [
    a_marker_twice, a_lost_marker, a_full_hand, a_debt, a_ship_below_water, a_ship_ashore, too_many_aboard,
    a_split_fleet, a_fifth_fleet, treasure_without_escort, treasure_landed_and_at_sea, too_many_regiments,
    troops_in_anothers_home, a_leader_elsewhere, pirates_who_stay,
], ids=lambda breach: breach.__name__)  # fmt: skip
def test_a_position_that_cannot_be_is_found(breach: object) -> None:
    state = position(ships={"england-1st-1": "F11/england-fleet-1", "england-transport-1": "F11"})
    assert broken(state) == []
    breach(state)  # type: ignore[operator]
    assert broken(state) != []


# ------------------------------------------------------------------------------------------------ by letter


class Obedient(Bot):
    """Orders everything that its order file offers, as the file offers it, and wants to be asked about nothing."""

    def orders(self, view: dict[str, Plain], head: dict[str, str]) -> str:  # type: ignore[override]
        text = GAME.order_template(view, head).partition("#ask:")[0]
        lines = [line for line in text.split("\n") if not line.startswith(("##", "# yaml"))]
        return "\n".join(line.removeprefix("#") for line in lines)

    def answer(self, view: object, decision: Decision) -> Plain:
        return decision.default_answer()


def test_4_2_a_turn_by_letters_takes_two_of_each_player_and_verifies(tmp_path: Path) -> None:
    seats = GAME.seats_of("two-players")
    company = Company(tmp_path, keyrings(tmp_path, seats), {seat: Obedient(seat, SeededChance("")) for seat in seats},
                      datetime(2026, 1, 1, tzinfo=UTC))
    company.begin(Plan(game="lions", seats={seat: f"{seat}@example.org" for seat in seats}, house={"turns": "3"}))
    rounds = 0
    while company.turn() < 2:
        company.step()
        rounds += 1
    report = verify_folder(company.folder("england") / "game")
    assert rounds == 1 + 2  # set-up, bids and year; questions only where they are wanted
    assert report.ok, report.faults
