"""Chapters 1, 2 and 5: what lies on the table, and who is at war."""

from __future__ import annotations

from rules.lions.lions_playing import FORT, REGIMENT, Answer, facts, play, port, position

from pbem.adjudicator.lions.board.board import load_board
from pbem.adjudicator.lions.board.musters import COUNTERS
from pbem.adjudicator.lions.board.terms import MarkerKind
from pbem.adjudicator.lions.rules.ch03_setup import open_game
from pbem.adjudicator.lions.rules.ch06_control import control, is_neutral_home
from pbem.adjudicator.lions.rules.ch13_operations import operations_phase
from pbem.adjudicator.lions.rules.ch13_segments import target_of
from pbem.adjudicator.lions.rules.ch16_movement import movement_segment
from pbem.adjudicator.lions.state.forces import force_named

BOARD = load_board()
SHIP = "england-1st-1"
TORTUGA, RECIFE = port("tortuga"), port("recife")


def test_1_2_nobody_is_stopped_by_ships_in_the_next_square() -> None:
    state = position(ships={SHIP: "F8", "netherlands-1st-1": "E9"})
    play(movement_segment, state, force_named(state, "england", SHIP), {"path": ["F9", "F10"]},
         answers=[("16.3", (1, 2))])  # fmt: skip
    assert state.ships[SHIP].at == "F10"


def test_2_4_there_are_units_leaders_fleets_campaign_and_information_markers() -> None:
    assert BOARD.ships
    assert BOARD.leaders
    assert sum(BOARD.fleet_markers.values()) == 14
    assert "markers" in COUNTERS
    assert len(BOARD.figures.section("information")) > 0


def test_2_7_land_units_are_change_for_one_another() -> None:
    state = position(land={"F8 england": "3r"})
    state.put_ashore("F8", "england", REGIMENT, 2)
    state.put_ashore("F8", "england", REGIMENT, -4)
    assert state.land == {"F8": {"england": {REGIMENT: 1}}}
    assert state.ashore("F8", "england", FORT) == 0


def test_2_11_campaign_markers_are_of_three_kinds() -> None:
    assert {kind.kind for kind in BOARD.marker_types.values()} == set(MarkerKind)


def test_2_12_there_is_no_limit_to_colony_and_plunder_markers() -> None:
    unknown = [square for square in BOARD.grid.squares if BOARD.is_terra_incognita(square)]
    state = position(colonies=unknown, plundered=unknown)
    assert state.colonies == unknown


def test_2_13_a_card_gives_revenue_ability_and_victory() -> None:
    for name, power in BOARD.powers.items():
        assert power.revenue > 0
        assert [ability for ability in BOARD.abilities.values() if ability.power == name]
        assert name in BOARD.special_victories
        assert [group for group in BOARD.deployments if group.power == name]


def test_2_14_dice_have_six_sides() -> None:
    assert BOARD.dice() == "1d6"
    assert BOARD.dice(3) == "3d6"


def test_2_15_all_campaign_markers_begin_in_the_pool() -> None:
    assert open_game(BOARD, {}, 3, 5).pool == list(BOARD.markers)


def test_5_1_who_is_not_played_is_neutral() -> None:
    state = position(players=2)
    assert is_neutral_home(state, port("cadiz"))
    assert not is_neutral_home(position(players=3), port("cadiz"))


def test_5_2_everybody_who_is_played_is_at_war_with_everybody() -> None:
    powers = position(players=4).players
    ships = {f"{power}-1st-1": "F8" for power in powers}
    state = position(players=4, ships=ships)
    for power in powers:
        force = force_named(state, power, f"{power}-1st-1")
        assert force
        assert all(target_of(state, force, {"power": other}) for other in powers if other != power)


def test_5_5_anybody_may_enter_a_pirate_port_and_only_an_attack_calls_them_out() -> None:
    state = position(ships={SHIP: TORTUGA})
    play(operations_phase, state, "england", answers=[("13.1", {"force": SHIP})])
    assert state.ships_of("pirates") == []
    order: Answer = ("13.1", {"force": SHIP, "attack": {"power": "pirates"}})
    tie: list[Answer] = [("17.2", 3), ("17.2", 3)]
    _, notes = play(operations_phase, state, "england",
                    answers=[order, ("25.2", 1), ("25.2", 0), ("25.3", 2), *tie])  # fmt: skip
    assert facts(notes, "pirates")[0]["commander"] == "netherlands"


def test_5_7_territory_is_the_ports_one_holds_whatever_their_history() -> None:
    for power in ("england", "netherlands"):
        assert control(position(land={f"{RECIFE} {power}": "1f"}), RECIFE) == power
