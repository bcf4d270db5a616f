"""The counters, markers and cards of When Lions Sailed: how many, of what values, where they start."""

from __future__ import annotations

import re
from collections import Counter as Tally
from itertools import pairwise

import pytest

from pbem.adjudicator.board.naming import named
from pbem.adjudicator.lions.board.board import load_board
from pbem.adjudicator.lions.board.terms import POWERS, LandKind, MarkerKind, Moment, Season

BOARD = load_board()


def at_start(power: str) -> Tally[str]:
    """The ships a power deploys, by class."""
    return Tally(kind for group in BOARD.deployments if group.power == power for kind in group.ships)


def test_2_0_the_counters_add_up_to_two_hundred() -> None:
    land, fleets = sum(group.count for group in BOARD.land), sum(BOARD.fleet_markers.values())
    parts = (len(BOARD.ships), len(BOARD.leaders), land, fleets, len(BOARD.treasure_fleets), len(BOARD.markers))
    assert parts == (81, 19, 30, 14, 10, 36)
    information = BOARD.figures.section("information")[0].figures["count"].value
    assert sum(parts) + int(str(information)) == BOARD.numbers.counters == 200


def test_2_5_fireships_and_transports_are_as_the_rulebook_prints_them() -> None:
    fire, transport = BOARD.classes["fireship"], BOARD.classes["transport"]
    assert (fire.gunnery, fire.printed, fire.damage) == (3, "F", 1)
    assert (transport.gunnery, transport.printed, transport.damage) == (1, "Trn", 2)
    assert not fire.rated
    assert not transport.rated


def test_2_6_better_rates_fire_more_and_bear_more() -> None:
    rated = [kind for kind in BOARD.classes.values() if kind.rated]
    assert [kind.rate for kind in rated] == [1, 2, 3, 4, 5, 6]
    for better, worse in pairwise(rated):
        assert better.gunnery > worse.gunnery
        assert better.damage >= worse.damage
        assert BOARD.expenditure[better.id].cost > BOARD.expenditure[worse.id].cost


def test_19_3_what_ships_carry() -> None:
    carried = {kind.id: kind.carries for kind in BOARD.classes.values()}
    assert carried == {"transport": 6, "fireship": 0} | {kind.id: 2 for kind in BOARD.classes.values() if kind.rated}
    assert [kind.id for kind in BOARD.classes.values() if not kind.leaders] == ["fireship"]


@pytest.mark.parametrize(("power", "fleets"), [("england", 4), ("netherlands", 4), ("spain", 3), ("france", 3)])
def test_2_10_fleet_markers_are_as_many_as_printed(power: str, fleets: int) -> None:
    assert BOARD.fleet_markers[power] == fleets


@pytest.mark.parametrize(
    ("power", "all_", "start"), [("england", 23, 13), ("netherlands", 22, 12), ("spain", 14, 12), ("france", 16, 7)]
)
def test_ships_are_as_many_as_players_tell(power: str, all_: int, start: int) -> None:
    assert len(BOARD.ships_of(power)) == all_
    assert at_start(power).total() == start


def test_11_5_no_card_deploys_more_than_the_counter_mix() -> None:
    for power in POWERS:
        there = Tally(ship.kind.id for ship in BOARD.ships_of(power))
        assert at_start(power) <= there
        groups = [group for group in BOARD.deployments if group.power == power]
        assert sum(group.regiments for group in groups) <= BOARD.land_points(power, LandKind.REGIMENT)
        assert sum(group.forts for group in groups) <= BOARD.land_points(power, LandKind.FORT)


@pytest.mark.parametrize(("name", "nation"), [("De Ruyter", "netherlands"), ("Tromp", "netherlands"),
                                              ("Prince Rupert", "england"), ("Morgan", "pirates")])  # fmt: skip
def test_2_8_leaders_that_are_named(name: str, nation: str) -> None:
    found = named(name, BOARD.leaders)
    assert found is not None
    assert found.nation == nation


def test_25_3_a_pirate_fort_of_six_points_can_be_placed() -> None:
    assert BOARD.land_points("pirates", LandKind.FORT) == 6
    assert BOARD.land_points("pirates", LandKind.REGIMENT) == 0
    assert len(BOARD.leaders_of("pirates")) == 2


def test_every_id_is_what_a_player_types_and_no_two_counters_share_one() -> None:
    everything = [*BOARD.ships, *BOARD.leaders, *BOARD.treasure_fleets, *BOARD.markers]
    assert all(re.fullmatch(r"[a-z][a-z0-9-]{0,39}", name) for name in everything)
    assert len(set(everything)) == len(everything)
    assert max(Tally(str(ship) for ship in BOARD.ships.values()).values()) == 1


@pytest.mark.parametrize(
    ("text", "id_"), [("english first-rate 2", "england-1st-2"), ("Dutch fireship 1", "netherlands-fireship-1"),
                      ("Pirate sixth-rate 3", "pirates-6th-3"), ("New Spain", "treasure-new-spain")],
)  # fmt: skip
def test_a_player_may_name_a_ship_as_reports_do(text: str, id_: str) -> None:
    found = named(text, BOARD.ships) or named(text, BOARD.treasure_fleets)
    assert found is not None
    assert found.id == id_


@pytest.mark.parametrize("text", ["", "english first-rate", "england-1st-9"])
def test_a_name_that_means_no_one_ship_finds_none(text: str) -> None:
    assert named(text, BOARD.ships) is None


def test_9_13_there_are_four_battle_markers_twenty_two_actions_and_the_mercenary() -> None:
    kinds = Tally(kind.kind for kind in BOARD.marker_types.values())
    assert kinds == {MarkerKind.BATTLE: 4, MarkerKind.ACTION: 22, MarkerKind.LEADER: 1}
    assert BOARD.numbers.mercenary_value == 1


def test_9_5_the_pool_is_as_large_as_all_hands_together() -> None:
    for players, number in BOARD.player_numbers.items():
        assert players * number.hand == len(BOARD.markers) == 36


def test_two_line_ahead_markers_are_told_of_in_print() -> None:
    assert Tally(marker.name for marker in BOARD.markers.values())["Line Ahead"] == 2
    sources = {record.id: record.figures["type"].source for record in BOARD.figures.section("markers")}
    assert sources["line-ahead-1"] == "printed"
    assert sources["gunners-1"] == "reconstructed"


@pytest.mark.parametrize(
    ("name", "moments", "dice", "leader"),
    [("bankers", ["revenue"], "2d6", False), ("nell-gwyn", ["operation_start"], "1d6", False),
     ("samuel-pepys", ["revenue"], "1d6", False), ("raking-attack", ["wind_gauge"], "", False),
     ("grand-design", ["operation_done"], "", True), ("master-navigator", ["movement_rolled"], "2d6", True),
     ("diplomacy", ["instead_of_operation"], "1d6", True),
     ("sovereign-of-the-seas", ["initiative", "other_operation_start"], "", False),
     ("spy", ["own_movement", "exchange", "marker_played"], "", False), ("boatswain", ["own_movement"], "", False)],
)  # fmt: skip
def test_9_13_when_markers_are_played(name: str, moments: list[str], dice: str, leader: bool) -> None:
    kind = BOARD.marker_types[name]
    assert kind.when == tuple(map(Moment, moments))
    assert (kind.dice, kind.needs_leader) == (dice, leader)


def test_22_8_only_three_markers_need_a_leader_with_the_force() -> None:
    needing = [kind.id for kind in BOARD.marker_types.values() if kind.needs_leader]
    assert needing == ["diplomacy", "grand-design", "master-navigator"]


@pytest.mark.parametrize(
    ("power", "money", "markers"), [("england", 10, 6), ("netherlands", 20, 4), ("spain", 15, 2), ("france", 30, 3)]
)
def test_3_1_treasuries_and_first_markers_that_the_worked_example_tells(power: str, money: int, markers: int) -> None:
    assert (BOARD.powers[power].treasury, BOARD.powers[power].markers) == (money, markers)


@pytest.mark.parametrize(
    ("players", "powers", "hand", "exchange"),
    [(2, ("england", "netherlands"), 18, 4), (3, ("england", "netherlands", "spain"), 12, 6), (4, POWERS, 9, 8)],
)
def test_2_3_9_3_9_5_by_how_many_play(players: int, powers: tuple[str, ...], hand: int, exchange: int) -> None:
    number = BOARD.player_numbers[players]
    assert (number.powers, number.hand, number.exchange) == (powers, hand, exchange)
    assert exchange == 2 * players


def test_3_1_france_sets_up_first_and_3_5_england_draws_first() -> None:
    assert BOARD.orders["set-up"] == ("france", "spain", "netherlands", "england")
    assert BOARD.orders["marker-draw"][0] == "england"
    assert BOARD.orders["clockwise"] == ("england", "netherlands", "spain", "france")


def test_errata_the_french_deploy_four_regiment_points_in_calais() -> None:
    group = next(group for group in BOARD.deployments if group.at == ("calais",))
    assert group.regiments == 4
    record = next(record for record in BOARD.figures.section("deployments") if record.id == group.id)
    assert record.figures["regiments"].source == "rulebook"


def test_3_2_the_example_of_a_choice_of_places() -> None:
    group = next(group for group in BOARD.deployments if group.id == "netherlands-abroad")
    assert group.at == ("new-amsterdam", "cape-colony", "java")


def test_2_9_colours() -> None:
    assert [power.colour for power in BOARD.powers.values()] == ["red", "yellow", "green", "blue"]


def test_english_victory_counts_seven_of_ten_ports() -> None:
    required, of = BOARD.wins_by("england")
    assert required == ("london", "ireland")
    assert len(of) == 10
    assert BOARD.special_victories["england"].count == 7


def test_dutch_victory_counts_five_treasure_ports() -> None:
    required, of = BOARD.wins_by("netherlands")
    assert required == ("amsterdam",)
    assert len(of) == 10
    assert {BOARD.ports[name].kind.value for name in of} == {"treasure"}
    assert BOARD.special_victories["netherlands"].count == 5


def test_4_2_7_spanish_victory_is_not_sudden_death() -> None:
    victory = BOARD.special_victories["spain"]
    assert victory.when is Season.GAME_END
    assert BOARD.wins_by("spain") == (("cadiz", "corunna", "antwerp", "naples"), ())


def test_the_data_have_one_hash() -> None:
    assert BOARD.figures.digest() == load_board().figures.digest()
    assert re.fullmatch(r"[0-9a-f]{64}", BOARD.figures.digest())
