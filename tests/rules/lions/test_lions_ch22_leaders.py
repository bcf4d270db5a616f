"""Chapters 17, 18, 21 to 26: the plain cases: leaders, pirates, plunder, colonies, treasure, the end."""

from __future__ import annotations

from rules.lions.lions_playing import Answer, facts, hold, play, port, position, told

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.lions.board.board import load_board
from pbem.adjudicator.lions.board.terms import Moment, Occasion
from pbem.adjudicator.lions.rules.ch04_sequence import end_of_turn
from pbem.adjudicator.lions.rules.ch06_control import control, has_port
from pbem.adjudicator.lions.rules.ch09_pool import lose_leader
from pbem.adjudicator.lions.rules.ch13_operations import operations_phase
from pbem.adjudicator.lions.rules.ch13_segments import conduct
from pbem.adjudicator.lions.rules.ch17_naval import begin, playable
from pbem.adjudicator.lions.rules.ch18_battle import battle
from pbem.adjudicator.lions.rules.ch23_treasure import place_treasure
from pbem.adjudicator.lions.rules.ch24_colonies import found_colony, sack, why_no_colony
from pbem.adjudicator.lions.rules.ch25_pirates import dismiss_pirates, raise_pirates
from pbem.adjudicator.lions.rules.ch26_victory import determine_victory
from pbem.adjudicator.lions.state.forces import force_named, lone_force

BOARD = load_board()
SHIP, FOE = "england-1st-1", "netherlands-3rd-1"
TORTUGA, MADRAS = port("tortuga"), port("madras")
UNKNOWN = next(square for square in BOARD.grid.squares if BOARD.is_terra_incognita(square))


def test_4_1_turn_follows_turn_until_the_agreed_one() -> None:
    state = position()
    play(end_of_turn, state)
    assert (state.turn, state.ended) == (2, "")


def test_17_6_what_the_first_player_sinks_does_not_fire_back() -> None:
    state = position(ships={SHIP: "F8", "netherlands-6th-1": "F8"})
    gauge: list[Answer] = [("17.2", 6), ("17.2", 1), ("17.2", "engage")]
    _, notes = play(battle, state, lone_force(state, SHIP), lone_force(state, "netherlands-6th-1"),
                    answers=[*gauge, ("17.4", {}), ("17.4", (6, 6, 1, 1, 1, 1))])  # fmt: skip
    assert [note.throw.label for note in notes if note.throw and "broadside" in note.throw.label] == [
        f"broadside/{SHIP}/n1"
    ]


def test_18_5_damage_from_before_the_battle_does_not_count() -> None:
    state = position(ships={SHIP: "F8+1", FOE: "F8+2"})
    gauge: list[Answer] = [("17.2", 6), ("17.2", 1), ("17.2", "engage"), ("17.4", {}), ("17.4", (6, 1, 1, 1, 1))]
    after: list[Answer] = [("17.4", {}), ("17.4", 1), ("17.2", 3), ("17.2", 3)]
    _, notes = play(battle, state, lone_force(state, SHIP), lone_force(state, FOE), answers=[*gauge, *after])
    assert facts(notes, "battle_over")[0]["scores"] == {"england": 1, "netherlands": 0}


def test_21_1_plunder_destroys_a_colony_and_gains_pounds() -> None:
    state = position(ships={SHIP: UNKNOWN}, colonies=[UNKNOWN])
    order: Answer = ("13.1", {"force": SHIP, "plunder": "yes"})
    play(operations_phase, state, "england", answers=[order, ("21.2", 4), ("21.2", 5)])
    assert state.colonies == []
    assert state.money["england"] == 10 - 2 + 5


def test_21_4_a_square_is_plundered_once_in_a_segment_and_again_in_another() -> None:
    state = position(ships={SHIP: MADRAS})
    order: Answer = ("13.1", {"force": SHIP, "plunder": "yes"})
    for _ in range(2):
        _, notes = play(operations_phase, state, "england", answers=[order, ("21.2", 2)])
        assert len(told(notes, "plunder")) == 1


def test_22_1_a_leader_has_a_value_and_no_strength_of_his_own() -> None:
    state = position(leaders={"blake": MADRAS})
    assert control(state, MADRAS) == ""
    assert state.leader("blake").value == 3


def test_22_3_without_an_admiral_no_battle_marker_is_played() -> None:
    state = position(ships={SHIP: "F8", FOE: "F8"}, leaders={"blake": SHIP})
    hold(state, "england", "gunners-1", "raking-attack-1")
    fight = begin(state, lone_force(state, SHIP), lone_force(state, FOE))
    assert list(playable(state, fight.attacker, Moment.FIRST_FIRE)) == []
    fight.attacker.admiral = "blake"
    assert list(playable(state, fight.attacker, Moment.FIRST_FIRE)) == ["gunners-1"]


def test_22_6_an_eliminated_leader_may_be_recruited_again() -> None:
    state = position(ships={SHIP: "F8"}, leaders={"blake": SHIP})
    lose_leader(Table(), state, "blake", "drowned")
    assert "blake" in state.leader_pool("england")


def test_23_10_treasure_that_was_sunk_or_late_is_back_next_year() -> None:
    state = position(ships={"treasure-goa": "F8"})
    play(end_of_turn, state)
    place_treasure(Table(), state)
    assert state.ships["treasure-goa"].at == BOARD.ports["goa"].square
    assert len([name for name in state.ships if state.treasure(name)]) == len(BOARD.treasure_fleets)


def test_24_1_a_colony_makes_terra_incognita_a_port() -> None:
    state = position(land={f"{UNKNOWN} england": "1r"})
    assert why_no_colony(state, "england", UNKNOWN) == ""
    assert not has_port(state, UNKNOWN)
    found_colony(state, UNKNOWN)
    assert has_port(state, UNKNOWN)


def test_24_4_a_colony_belongs_to_whoever_holds_it() -> None:
    for power in ("england", "netherlands"):
        assert control(position(land={f"{UNKNOWN} {power}": "1r"}, colonies=[UNKNOWN]), UNKNOWN) == power


def test_24_6_only_plunder_ends_a_colony() -> None:
    state = position(land={f"{UNKNOWN} england": "1r"}, colonies=[UNKNOWN])
    state.put_ashore(UNKNOWN, "england", "regiment", -1)
    play(end_of_turn, state)
    assert state.colonies == [UNKNOWN]
    sack(state, UNKNOWN)
    assert state.colonies == []


def test_25_2_the_table_is_read_under_the_column_of_the_occasion() -> None:
    for occasion, ships in ((Occasion.INCIDENT, 1), (Occasion.MARQUE, 2)):
        state = position()
        force, _ = play(raise_pirates, state, TORTUGA, occasion, "england",
                        answers=[("25.2", 2), ("25.2", list(range(ships)))])  # fmt: skip
        assert len(force.ships) == ships


def test_25_4_all_pirates_of_a_square_are_one_fleet_without_a_marker() -> None:
    state = position()
    force, _ = play(raise_pirates, state, TORTUGA, Occasion.MARQUE, "england", answers=[("25.2", 2), ("25.2", [0, 1])])
    assert force.ships == state.ships_of("pirates")
    assert {state.ships[name].fleet for name in force.ships} == {""}


def test_25_6_who_commands_pirates_plays_no_marker_for_them() -> None:
    state = position(ships={"pirates-4th-1": TORTUGA, FOE: TORTUGA}, leaders={"morgan": "pirates-4th-1"})
    hold(state, "england", "gunners-1", "command-dispute-1", "lucky-shot-1")
    rovers = lone_force(state, "pirates-4th-1")
    rovers.commander = "england"
    fight = begin(state, rovers, lone_force(state, FOE))
    fight.attacker.admiral = "morgan"
    assert list(playable(state, fight.attacker, Moment.FIRST_FIRE)) == []


def test_25_9_pirates_and_their_leaders_come_again() -> None:
    state = position(ships={"pirates-4th-1": TORTUGA}, leaders={"morgan": "pirates-4th-1"})
    dismiss_pirates(state)
    assert "pirates-4th-1" in state.unbuilt("pirates")
    assert "morgan" in state.leader_pool("pirates")


def test_26_1_without_a_special_victory_points_decide() -> None:
    state = position(land={f"{port('recife')} england": "1f"})
    _, notes = play(as_rule, state)
    assert facts(notes, "victory") == [{"winners": ["england"], "how": "tally"}]


async def as_rule(table: Table, state: object) -> None:
    determine_victory(table, state)  # type: ignore[arg-type]


def test_13_2_the_segments_of_an_operation_come_in_their_order() -> None:
    state = position(ships={SHIP: "F8", FOE: "F9"})
    force = force_named(state, "england", SHIP)
    order = {"path": ["F9"], "attack": {"power": "netherlands"}, "plunder": "yes"}
    _, notes = play(conduct, state, force, order, answers=[("16.3", (1, 2)), ("17.2", 3), ("17.2", 3)])
    events = [note.event for note in notes if note.event in ("moved", "battle", "lapsed")]
    assert events == ["moved", "battle", "lapsed"]
