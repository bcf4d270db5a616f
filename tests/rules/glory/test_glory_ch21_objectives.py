"""21.0 to 21.4.5, 23 and 24.3: objectives, directives, points, and who has won."""

from __future__ import annotations

from typing import Any

import pytest
from rules.glory.fighting import BRITISH_74S, FRENCH_74S, play, position

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.glory.rules.ch21_objectives import (
    already_done,
    area_of,
    directive_done,
    draw_directive,
    draw_objectives,
    first_directive,
    intrigues,
    new_orders,
    score,
)
from pbem.adjudicator.glory.rules.ch22_invasions import channel
from pbem.adjudicator.glory.rules.ch22_markers import mark_raid, may_be_raided, show_raid
from pbem.adjudicator.glory.rules.ch23_victory import points, tally
from pbem.adjudicator.glory.rules.ch24_scoring import came_to, finish, score_one
from pbem.adjudicator.glory.rules.ch24_trafalgar import reinforce, set_up
from pbem.adjudicator.glory.state.state import AdmiraltyEvent, Block, Loss, Raid, State, Vessel

NAPOLEON = {"bantry-bay": 4, "havana": 6, "west-indies": 8, "naples": 8, "malta": 10, "alexandria": 12}
PITT = {"bantry-bay": 3, "north-sea": 4, "west-indies": 5, "naples": 6, "malta": 7, "alexandria": 8}


def year(**fields: Any) -> State:
    state = position({}, 36)
    state.napoleon, state.pitt = dict(NAPOLEON), dict(PITT)
    for name, value in fields.items():
        setattr(state, name, value)
    return state


def lay(state: State, place: str, *, done: bool = True) -> Table:
    table = Table()
    mark_raid(table, state, place, done)
    return table


# ------------------------------------------------------------------------------------------- objectives


def test_21_1_each_side_lays_its_values_by_chance_in_its_own_lane() -> None:
    state = year(napoleon={}, pitt={})
    done = play(draw_objectives, state, seed="values")
    printed = state.board.objectives
    assert sorted(state.napoleon.values()) == sorted(printed["allied"].values)
    assert sorted(state.pitt.values()) == sorted(printed["british"].values)
    assert tuple(state.napoleon) == printed["allied"].areas
    assert [roll.lane for roll in done.rolls] == ["side:allied", "side:british"]
    assert {(note.to, note.event) for note in done.notes} == {("allied", "objectives"), ("british", "objectives")}


def test_21_2_areas() -> None:
    state = year()
    assert {area_of(state, port) for port in ("jamaica", "antigua", "barbados", "trinidad")} == {"west-indies"}
    assert [area_of(state, place) for place in ("malta", "1501")] == ["malta", "north-sea"]


def test_21_3_values_stay_hidden_unless_the_charter_opens_them() -> None:
    for house, audience in (({}, "allied"), ({"open_objectives": "on"}, "all")):
        state, table = year(house=house), Table()
        score(table, state, "napoleon", "malta")
        assert [note.to for note in table.story if note.event == "value"] == [audience]


def test_21_3_a_pitt_value_that_was_scored_is_told_to_nobody_before_the_end() -> None:
    state, table = year(), Table()
    score(table, state, "pitt", "malta")
    assert not [note for note in table.story if note.event == "value"]


def test_21_2_areas_are_told_by_name() -> None:
    state, table = year(), Table()
    score(table, state, "napoleon", "west-indies")
    score(table, state, "napoleon", "malta")
    assert [note.text for note in table.story if note.to == "all"] == [
        "The Allies score the Napoleon objective of the West Indies.",
        "The Allies score the Napoleon objective of Malta.",
    ]  # fmt: skip


def test_21_3_an_objective_scores_once() -> None:
    state, table = year(), Table()
    score(table, state, "napoleon", "malta")
    score(table, state, "napoleon", "malta")
    assert state.scored == ["napoleon/malta"]


# ------------------------------------------------------------------------------------------- directives


def test_21_4_1_the_first_directive_is_drawn_in_secret() -> None:
    state = year()
    done = play(first_directive, state)
    assert state.directive == "bantry-bay"
    assert {note.to for note in done.notes} == {"allied"}
    assert "bantry-bay" not in state.directives


def test_21_4_2_a_success_there_shows_and_scores_it_and_draws_the_next() -> None:
    state = year(directive="malta", directives=["naples", "alexandria"])
    lay(state, "malta")
    done = play(directive_done, state, "malta")
    assert done.outcome
    assert state.scored == ["directive/malta"]
    assert state.directive == "naples"
    assert [note.to for note in done.notes if note.event == "directive_done"] == ["all"]


def test_21_4_2_a_success_elsewhere_does_not() -> None:
    state = year(directive="malta", directives=["naples"])
    lay(state, "naples")
    assert not play(directive_done, state, "naples").outcome


def test_21_4_3_the_west_indies_ask_for_the_second_port() -> None:
    state = year(directive="west-indies", directives=["naples"])
    lay(state, "antigua")
    assert not play(directive_done, state, "antigua").outcome
    lay(state, "antigua")
    assert not play(directive_done, state, "antigua").outcome  # the same port is no second raid
    lay(state, "trinidad")
    assert play(directive_done, state, "trinidad").outcome


def test_21_4_3_first_raid_napoleon_third_raid_pitt() -> None:
    state = year()
    for number, port in enumerate(("antigua", "trinidad", "jamaica"), 1):
        table = lay(state, port)
        show_raid(table, state, port)
        expected = ["napoleon/west-indies", *(["pitt/west-indies"] if number == 3 else [])]
        assert state.scored == expected


def test_21_4_4_directives_that_are_done_leave_the_game_and_their_owner_alone_hears() -> None:
    state = year(raids={"bantry-bay": Raid(done=True)}, invaded=["naples"])
    state.directives = []
    assert already_done(state, "bantry-bay")
    done = play(first_directive, state)
    assert state.directive == "malta"
    assert "naples" not in state.directives
    assert {note.to for note in done.notes} == {"allied"}


def test_21_4_4_a_failed_raid_does_not_make_a_directive_done() -> None:
    assert not already_done(year(raids={"malta": Raid(done=False)}), "malta")


def test_21_4_5_with_an_empty_pool_the_old_directive_stays() -> None:
    state = year(directive="malta", directives=[], directive_open=True)
    play(new_orders, state)
    assert (state.directive, state.directive_open) == ("malta", True)


def test_21_4_4_the_owner_hears_which_directive_has_left_the_game() -> None:
    state = year(directives=["naples"], invaded=["naples"])
    told = play(draw_directive, state).events("directive_out")
    assert told == [{"directive": "naples"}]
    assert state.directive == ""


def test_21_4_5_bonaparte_intrigues_and_all_hear_the_directive() -> None:
    state, table = year(directive="malta"), Table()
    intrigues(table, state)
    assert [(note.to, note.event, note.facts["directive"]) for note in table.story] == [
        ("all", "directive_open", "malta")]  # fmt: skip
    assert state.directive_open
    none, silent = year(directive=""), Table()
    intrigues(silent, none)
    assert (none.directive_open, silent.story) == (False, [])


# ------------------------------------------------------------------------------------------- markers


def test_22_2_a_true_marker_stays_and_scores_an_empty_one_is_taken_off() -> None:
    state = year()
    table = lay(state, "malta")
    lay(state, "naples", done=False)
    show_raid(table, state, "malta")
    show_raid(table, state, "naples")
    assert state.raids == {"malta": Raid(done=True, shown=True)}
    assert state.scored == ["napoleon/malta"]


def test_22_2_all_are_told_what_lay_under_a_marker() -> None:
    texts = []
    for place, done in (("malta", True), ("1501", False)):
        state = year()
        table = lay(state, place, done=done)
        show_raid(table, state, place)
        texts += [note.text for note in table.story if note.event == "raid_shown" and note.to == "all"]
    assert texts == ["Malta was raided!", "The North Sea: no raid took place."]


def test_22_2_the_north_sea_has_no_napoleon_objective() -> None:
    state = year()
    show_raid(lay(state, "1501"), state, "1501")
    assert state.scored == []


def test_22_2_a_place_under_a_question_mark_may_be_tried_again_until_it_is_shown() -> None:
    state = year()
    lay(state, "malta", done=False)
    assert may_be_raided(state, "malta")
    lay(state, "malta")
    lay(state, "malta", done=False)
    assert state.raids["malta"].done  # a later failure undoes nothing
    show_raid(Table(), state, "malta")
    assert not may_be_raided(state, "malta")
    assert not may_be_raided(year(invaded=["naples"]), "naples")
    assert not may_be_raided(year(house={"raid_marker": "blocked"}, raids={"malta": Raid(done=False)}), "malta")


def test_22_2_the_marker_says_nothing_of_its_truth() -> None:
    texts = [lay(year(), "malta", done=done).story[0] for done in (True, False)]
    assert texts[0] == texts[1]


# ------------------------------------------------------------------------------------------- points


def test_23_1_the_british_score_what_was_neither_raided_nor_invaded() -> None:
    state = year(raids={"malta": Raid(done=True)}, invaded=["naples"])
    assert points(state, "british").total == sum(PITT.values()) - PITT["malta"] - PITT["naples"]


def test_23_1_a_raid_in_vain_costs_nothing() -> None:
    assert points(year(raids={"malta": Raid(done=False)}), "british").total == sum(PITT.values())


def test_23_1_the_allies_score_objectives_directives_and_failed_events() -> None:
    state = year(scored=["napoleon/malta", "pitt/malta", "directive/malta"])
    state.events["portugal"] = AdmiraltyEvent(10, "failed")
    state.events["russia"] = AdmiraltyEvent(16, "done")
    assert points(state, "allied").total == 10 + 7 + 6 + 4


def test_23_1_ships_sunk_and_taken() -> None:
    state = year()
    first, second, third = BRITISH_74S[:3]
    state.lost = {first: Loss("sunk", "allied"), second: Loss("taken", "allied"), third: Loss("unscored")}
    printed = state.board.ships
    assert points(state, "allied").total == printed[first].sunk + printed[second].taken


def test_23_1_prizes_still_at_sea_count_as_sunk() -> None:
    state = year(pitt={})
    state.ships[FRENCH_74S[0]] = Vessel("channel-fleet", damaged=True, wrecked=True, prize_of="british")
    assert points(state, "british").total == state.board.ships[FRENCH_74S[0]].sunk


def test_23_1_algiers_three_points() -> None:
    assert points(year(pitt={}, algiers="british"), "british").total == 3
    assert points(year(algiers="allied"), "allied").total == 3


def test_23_1_a_short_year_counts_its_part_of_pitt() -> None:
    assert points(year(last_turn=18), "british").total == sum(PITT.values()) * 18 // 36
    assert points(year(last_turn=9), "british").total == sum(PITT.values()) * 9 // 36


def test_23_1_at_the_end_markers_are_turned_up_first() -> None:
    state, table = year(raids={"alexandria": Raid(done=True)}), Table()
    tally(table, state)
    assert "napoleon/alexandria" in state.scored
    assert (state.winner, state.ended) == ("british", "points")


def test_23_1_equal_points_are_a_draw() -> None:
    state, table = year(napoleon={}, pitt={}), Table()
    tally(table, state)
    assert state.winner == "draw"


# ------------------------------------------------------------------------------------------- Trafalgar


def trafalgar(turn: int = 20) -> State:
    state = position({}, turn, scenario="trafalgar", last_turn=30)
    set_up(Table(), state)
    return state


def test_24_1_1_the_forces() -> None:
    state = trafalgar()
    assert len(state.ships) == 93
    assert state.place("cape-fleet") == "ferrol/loose"
    assert state.place("toulon-fleet") == "east-5"
    assert len(state.ships_in("toulon-fleet")) == 20
    assert state.admirals_in("toulon-fleet") == ["villeneuve", "gravina"]
    assert state.admirals["cornwallis"].at == "gone"


def test_24_1_2_reinforcements_come_in_their_turn() -> None:
    state = trafalgar()
    play(reinforce, state)
    assert not state.ships_in("atlantic-fleet")
    state.turn = 23
    play(reinforce, state, british={"returns/reinforcement": "inshore"})
    assert state.place("atlantic-fleet") == "brest/inshore"
    assert len(state.ships_in("atlantic-fleet")) == 18
    assert state.admirals["strachan"].at == "atlantic-fleet"
    state.turn = 26
    play(reinforce, state)
    assert state.place("mediterranean-fleet") == "portsmouth/port"
    assert len(state.ships_in("mediterranean-fleet")) == 5


def thirty(turn: int, at: str, area: str, number: int = 30) -> State:
    """An Allied fleet of so many ships at a place."""
    state = trafalgar(turn)
    allied = [ship for ship in state.ships if not ship.startswith("b-")][:number]
    for ship in allied:
        state.ships[ship].at = "ferrol-fleet"
    for ship in [ship for ship in state.ships if ship not in allied and state.ships[ship].at == "ferrol-fleet"]:
        state.ships[ship].at = "cadiz-fleet"
    state.blocks["ferrol-fleet"] = Block(at, area)
    came_to(Table(), state, "ferrol-fleet")
    return state


def test_24_3_thirty_ships_in_brest_before_aug_iii() -> None:
    assert thirty(23, "brest", "port").scored == ["trafalgar/brest"]
    assert thirty(24, "brest", "port").scored == []
    assert thirty(23, "brest", "port", 29).scored == []
    assert thirty(23, "brest", "loose").scored == []


def test_24_3_thirty_ships_in_1222_after_aug_ii() -> None:
    assert thirty(24, "1222", "sea").scored == ["trafalgar/east-of-the-straits"]
    assert thirty(23, "1222", "sea").scored == []


def test_24_3_two_of_four_win_at_once() -> None:
    state = thirty(23, "brest", "port")
    show_raid(lay(state, "bantry-bay"), state, "bantry-bay")
    assert (state.winner, state.ended) == ("allied", "trafalgar")


def test_24_3_a_raid_scores_when_its_marker_is_turned_up() -> None:
    state = trafalgar()
    table = lay(state, "1501")
    assert state.scored == []
    show_raid(table, state, "1501")
    assert state.scored == ["trafalgar/north-sea"]


def test_24_3_else_the_british_win() -> None:
    state = trafalgar(30)
    lay(state, "bantry-bay")
    tally(Table(), state)
    assert state.scored == ["trafalgar/bantry-bay"]
    assert (state.winner, state.ended) == ("british", "trafalgar")


def test_21_0_six_objectives_a_side_five_areas_in_common() -> None:
    state = year()
    allied, british = (state.board.objectives[seat].areas for seat in ("allied", "british"))
    assert (len(allied), len(british), len(set(allied) & set(british))) == (6, 6, 5)


def test_21_4_five_directives_of_six_points() -> None:
    state = year(scored=["directive/malta"])
    assert len(state.board.directives) == 5
    assert points(state, "allied").total == 6


def test_23_0_the_last_turn_ends_the_game_with_points_for_both() -> None:
    state, table = year(), Table()
    tally(table, state)
    assert [note.facts["side"] for note in table.story if note.event == "points"] == ["british", "allied"]


def test_23_2_an_automatic_victory_is_not_counted_again() -> None:
    """22.4: the army has landed, although the British have more points."""
    state = position({"brest-fleet": ("1403", "sea", FRENCH_74S, ["ganteaume"])}, 13, barges="1403", pitt=dict(PITT))
    play(channel, state, dice={"channel": [[6, 6]]})
    assert (state.winner, state.ended) == ("allied", "channel")
    assert points(state, "british").total > points(state, "allied").total


# ------------------------------------------------------------------------------------------- points, line by line


def counted(state: State) -> dict[str, Any]:
    """What is told as the points are counted: the notes by event."""
    table = Table()
    tally(table, state)
    return {event: [(note.to, note.text, dict(note.facts)) for note in table.story if note.event == event]
            for event in ("points", "game_over")}  # fmt: skip


@pytest.mark.parametrize(("algiers", "winner", "text"), [
    ("british", "british", "The British player wins."), ("allied", "allied", "The Allied player wins."),
    ("", "draw", "The game is a draw."),
])  # fmt: skip
def test_23_1_the_end_is_told_to_all(algiers: str, winner: str, text: str) -> None:
    told = counted(year(napoleon={}, pitt={}, algiers=algiers))["game_over"]
    assert told == [("all", text, {"winner": winner, "how": "points"})]


def test_23_1_each_entry_is_told_and_nothing_where_there_is_none() -> None:
    told = counted(year(napoleon={}, pitt={}, algiers="british"))["points"]
    assert [(to, text) for to, text, _ in told] == [
        ("all", "The British player has 3 points: Algiers 3."), ("all", "The Allied player has 0 points: nothing.")]


def test_23_1_ships_count_for_the_seat_that_sank_or_took_them_if_they_were_the_enemys() -> None:
    """A British wreck that fell into Allied hands and was sunk by the British again scores for nobody."""
    french, spanish, own = FRENCH_74S[0], FRENCH_74S[1], BRITISH_74S[0]
    state = year(pitt={})
    state.lost = {french: Loss("sunk", "british"), spanish: Loss("taken", "british"), own: Loss("sunk", "british"),
                  FRENCH_74S[4]: Loss("sunk", "british"),
                  FRENCH_74S[2]: Loss("sunk", "allied"), FRENCH_74S[3]: Loss("unscored")}  # fmt: skip
    piece = state.board.ships
    assert points(state, "british").lines == [
        ("ships sunk", 2 * piece[french].sunk), ("ships taken", piece[spanish].taken)]  # fmt: skip
    assert points(state, "allied").lines == []


@pytest.mark.parametrize(("status", "lines"), [("failed", [("West India Convoy", 4)]), ("done", []), ("hidden", [])])
def test_23_1_events_that_failed_score_for_the_allies(status: str, lines: list[tuple[str, int]]) -> None:
    state = year(events={"convoy": AdmiraltyEvent(9, status)})
    assert [number for _, number in points(state, "allied").lines] == [number for _, number in lines]


def test_23_1_an_objective_without_a_value_scores_nothing() -> None:
    state = year(scored=["napoleon/havana", "pitt/malta"], napoleon={}, pitt={})
    assert points(state, "allied").lines == []


# ------------------------------------------------------------------------------------------- Trafalgar told


@pytest.mark.parametrize("block", ["cape-fleet", "fog-1"])
def test_24_3_only_an_allied_fleet_scores_by_its_place(block: str) -> None:
    state = trafalgar(23)
    for ship in list(state.ships)[:60]:
        state.ships[ship].at = block
    state.blocks[block] = Block("brest", "port")
    came_to(Table(), state, block)
    assert state.scored == []


def test_24_3_an_objective_scores_once_and_none_after_the_end() -> None:
    state, table = trafalgar(), Table()
    for _ in range(2):
        score_one(table, state, "bantry-bay")
    assert state.scored == ["trafalgar/bantry-bay"]
    assert [(note.to, note.facts["area"]) for note in table.story if note.event == "scored"] == [("all", "bantry-bay")]
    state.ended = "trafalgar"
    score_one(table, state, "brest")
    assert state.scored == ["trafalgar/bantry-bay"]


@pytest.mark.parametrize(("winner", "words"), [
    ("allied", "The Allies have two objectives, and win."), ("british", "The Allies fell short: the British win."),
])  # fmt: skip
def test_24_3_the_end_of_trafalgar_is_told_to_all(winner: str, words: str) -> None:
    table = Table()
    finish(table, trafalgar(), winner)
    assert [(note.to, note.text, note.facts["winner"]) for note in table.story] == [("all", words, winner)]
