"""Chapter 26: how the game is won."""

from __future__ import annotations

import pytest
from rules.lions.lions_playing import Table, port, position, told

from pbem.adjudicator.lions.board.board import load_board
from pbem.adjudicator.lions.rules.ch26_victory import (
    TWO_PLAYER_COUNTS,
    by_points,
    determine_victory,
    finish,
    keeps,
    met,
    points,
    sudden_death,
)
from pbem.adjudicator.lions.state.state import State, Vessel

BOARD = load_board()
TREASURE = [name for name, entry in BOARD.ports.items() if entry.kind == "treasure"]
ENGLISH = BOARD.wins_by("england")


def holding(power: str, ports: list[str], players: int = 2, turn: int = 2) -> State:
    state = position(players, land={f"{port(name)} {power}": "1f" for name in ports})
    state.turn = turn
    return state


def ends(state: State) -> list[str]:
    sudden_death(Table(), state)
    return state.winners


def test_26_2_treasure_ports_and_colonies_score() -> None:
    scored = points(holding("england", ["java", "goa", "madras"]), "england")
    assert (scored["treasure-port"], scored["colony-port"]) == (20, 2)


def test_26_2_plundered_ones_score_half() -> None:
    state = holding("england", ["java", "madras"])
    state.plundered = [port("java"), port("madras")]
    scored = points(state, "england")
    assert (scored["plundered-treasure-port"], scored["plundered-colony-port"]) == (5, 1)
    assert scored["treasure-port"] == scored["colony-port"] == 0


@pytest.mark.parametrize("name", ["london", "danzig", "lisbon", "tortuga"])
def test_26_2_home_european_potentate_and_pirate_ports_score_nothing(name: str) -> None:
    state = holding("england", [name])
    assert sum(points(state, "england").values()) == state.money["england"] // 10


def test_26_2_founded_colonies_score_while_they_stand() -> None:
    square = next(name for name in BOARD.grid.squares if BOARD.is_terra_incognita(name))
    state = position(land={f"{square} england": "1r"}, colonies=[square])
    assert points(state, "england")["colony-port"] == 2
    state.colonies, state.plundered = [], [square]
    assert points(state, "england")["plundered-colony-port"] == 0


def test_26_2_a_disputed_port_scores_for_nobody() -> None:
    state = holding("england", ["java"])
    state.put_ashore(port("java"), "netherlands", "fort", 1)
    assert points(state, "england")["treasure-port"] == points(state, "netherlands")["treasure-port"] == 0


def test_26_2_every_ten_pounds_score_one_rounded_down() -> None:
    assert points(position(money={"england": 29, "netherlands": 0}), "england")["pounds"] == 2


def test_26_2_first_and_second_rates_on_the_map_score_one() -> None:
    state = position(ships={"england-1st-1": "D10", "england-2nd-1": "D10", "england-3rd-1": "D10"})
    assert points(state, "england")["great-ship"] == 2


@pytest.mark.parametrize(
    ("england", "dutch", "winner"), [(15, 10, ["england"]), (14, 10, []), (0, 0, []), (1, 0, ["england"])]
)
def test_26_3_two_players_need_half_as_many_again(england: int, dutch: int, winner: list[str]) -> None:
    assert by_points(position(), {"england": england, "netherlands": dutch}) == winner


def test_26_4_with_more_the_next_highest_counts() -> None:
    state = position(4)
    assert by_points(state, {"england": 5, "netherlands": 30, "spain": 20, "france": 0}) == ["netherlands"]
    assert by_points(state, {"england": 5, "netherlands": 30, "spain": 30, "france": 0}) == []


def test_26_4_spain_with_all_its_home_ports_goes_before_the_tally() -> None:
    state = holding("spain", [entry.id for entry in BOARD.home_ports("spain")], players=3)
    determine_victory(Table(), state)
    assert state.winners == ["spain"]


def test_26_4_or_only_where_the_tally_has_no_winner() -> None:
    state = holding("spain", [entry.id for entry in BOARD.home_ports("spain")], players=3)
    state.house = {"spain_wins": "only_without_winner"}
    state.money["england"] = 100
    determine_victory(Table(), state)
    assert state.winners == ["england"]


def test_26_4_equal_scores_draw() -> None:
    table, state = Table(), position(money={"england": 10, "netherlands": 10})
    determine_victory(table, state)
    assert state.winners == []
    assert state.ended == "tally"
    assert told(table.story, "victory") == ["The game is drawn."]


def test_26_5_the_dutch_win_with_amsterdam_and_treasure_ports() -> None:
    assert ends(holding("netherlands", ["amsterdam", *TREASURE[:5]], players=4)) == ["netherlands"]
    assert ends(holding("netherlands", ["amsterdam", *TREASURE[:4]], players=4)) == []
    assert ends(holding("netherlands", TREASURE[:5], players=4)) == []


def test_26_5_a_charter_may_ask_two_players_for_one_port_more() -> None:
    state = holding("netherlands", ["amsterdam", *TREASURE[:5]])
    assert ends(state) == ["netherlands"]
    state = holding("netherlands", ["amsterdam", *TREASURE[:5]])
    state.house = {"two_player_treasure_ports": "6"}
    assert ends(state) == []
    required, listed = ENGLISH
    assert ends(holding("england", [*required, *listed[:7]])) == ["england"]
    state = holding("england", [*required, *listed[:7]])
    state.house = {"two_player_listed_ports": "8"}
    assert ends(state) == []


def test_26_5_england_needs_its_home_ports_and_seven_listed() -> None:
    required, listed = ENGLISH
    assert ends(holding("england", [*required, *listed[:7]], players=3)) == ["england"]
    assert ends(holding("england", [required[0], *listed[:8]], players=3)) == []


def test_26_5_a_plundered_port_is_none() -> None:
    state = holding("netherlands", ["amsterdam", *TREASURE[:5]], players=4)
    state.plundered = [port(TREASURE[0])]
    assert ends(state) == []


def test_26_5_france_needs_great_ships_too() -> None:
    required, listed = BOARD.wins_by("france")
    state = holding("france", [*required, *listed[:7]], players=4)
    assert ends(state) == []
    for name in ("france-1st-1", "france-1st-2", "france-2nd-1", "france-2nd-2"):
        state.ships[name] = type(position(ships={"france-1st-1": "D10"}).ships["france-1st-1"])("D10")
    assert ends(state) == ["france"]


def test_26_5_more_than_one_may_win_at_the_same_check() -> None:
    required, listed = ENGLISH
    state = holding("england", [*required, *listed[:8]], players=4)
    dutch = [name for name in TREASURE if name not in listed][:5]
    for name in ("amsterdam", *dutch):
        state.put_ashore(port(name), "netherlands", "fort", 1)
    assert ends(state) == ["england", "netherlands"]


def test_26_5_spain_never_wins_by_sudden_death() -> None:
    assert ends(holding("spain", [entry.id for entry in BOARD.home_ports("spain")], players=3)) == []


def test_26_5_sudden_death_may_come_on_the_first_turn_unless_the_charter_waits() -> None:
    state = holding("netherlands", ["amsterdam", *TREASURE[:6]], turn=1)
    state.house = {"first_sudden_death_turn": "2"}
    assert ends(state) == []
    state.house = {}
    assert ends(state) == ["netherlands"]


SPANISH = [entry.id for entry in BOARD.home_ports("spain")]


@pytest.mark.parametrize(
    ("ashore", "afloat", "house", "kept"),
    [
        (True, "netherlands-6th-1", {}, True), (False, "", {}, True), (False, "netherlands-6th-1", {}, False),
        (True, "netherlands-6th-1", {"spain_home_ports": "undisputed"}, False),
        (False, "", {"spain_home_ports": "undisputed"}, False), (True, "", {"spain_home_ports": "undisputed"}, True),
    ],
)  # fmt: skip
def test_6_2_spain_loses_a_home_port_only_where_it_is_denied(
    ashore: bool, afloat: str, house: dict[str, str], kept: bool
) -> None:
    state = holding("spain", SPANISH[1:] + SPANISH[:1] * ashore, players=4)
    state.house = house
    if afloat:
        state.ships[afloat] = Vessel(port(SPANISH[0]))
    assert keeps(state, "spain", SPANISH[0]) == kept


def merit(state: State) -> list[str]:
    table = Table()
    determine_victory(table, state)
    return told(table.story, "merit")


def test_26_3_a_draw_names_an_order_of_merit() -> None:
    state = holding("england", ["jamestown", "bermuda"], players=3)
    state.put_ashore(port("java"), "netherlands", "fort", 1)
    state.put_ashore(port("goa"), "spain", "fort", 1)
    state.money = {"england": 20, "netherlands": 10, "spain": 0}
    state.ships["netherlands-6th-1"] = Vessel(port(SPANISH[0]))
    places = "1. the Netherlands (11 points, 1 treasure port), 2. Spain (10 points, 1 treasure port)"
    assert merit(state) == [f"Order of merit: {places}, 3. England (6 points)."]
    assert state.winners == []


def test_26_3_equals_share_a_place_and_a_winner_needs_no_order() -> None:
    state = holding("england", ["jamestown"], players=2)
    state.put_ashore(port("madras"), "netherlands", "fort", 1)
    state.money = {"england": 3, "netherlands": 3}
    assert merit(state) == ["Order of merit: 1. England (2 points), 1. the Netherlands (2 points)."]
    state.put_ashore(port("java"), "netherlands", "fort", 1)
    assert merit(state) == []


def test_3_3_a_charters_count_of_ports_is_for_two_players_alone() -> None:
    """With three the card holds, whatever the house rule for two says."""
    house = {TWO_PLAYER_COUNTS["england"]: "1"}
    required, listed = BOARD.wins_by("england")
    names = [*required, *[name for name in listed if name not in required][:1]]
    three = position(3, land={f"{port(name)} england": "1f" for name in names}, house=house)
    assert BOARD.special_victories["england"].count > 1
    assert not met(three, "england")


@pytest.mark.parametrize(
    ("winners", "text"),
    [([], "The game is drawn."), (["england"], "England wins the game."),
     (["england", "netherlands"], "England and the Netherlands win the game.")],
)  # fmt: skip
def test_26_5_one_wins_several_win_or_nobody_does(winners: list[str], text: str) -> None:
    state, table = position(), Table()
    finish(table, state, winners, "sudden_death", "26.5")
    assert told(table.story, "victory") == [text]
