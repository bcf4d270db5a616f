"""17.0 to 17.5: pennants, sizes, the gauge, denial, and the day of battle."""

from __future__ import annotations

from typing import Any

import pytest
from rules.glory.fighting import BRITISH_74S, FRENCH_74S, SPANISH_74S, Fought, play, position

from pbem.adjudicator.glory.rules.battle_fleets import Clash
from pbem.adjudicator.glory.rules.ch16_battle import battle
from pbem.adjudicator.glory.state.state import State

AT_SEA = Clash("0807", "", "sea", ("channel-fleet",), ("brest-fleet",), "british")
OFF_BREST = Clash("brest", "brest", "loose", ("channel-fleet",), ("brest-fleet",), "allied")


def meeting(
    british: int = 11, allied: int = 11, turn: int = 13, *, under: str = "nelson", against: str = "villeneuve"
) -> State:
    """Two fleets of 74s at sea under the admirals named."""
    return position({
        "channel-fleet": ("0807", "sea", BRITISH_74S[:british], [under]),
        "brest-fleet": ("0807", "sea", FRENCH_74S[:allied], [against]),
    }, turn)  # fmt: skip


def gauge(state: State, british: int, allied: int, /, **said: Any) -> Fought:
    """A battle whose gauge dice fell so; the Allies withdraw as soon as they may."""
    return play(battle, state, AT_SEA, dice={"gauge": [[british], [allied]]}, **said)


def test_17_1_both_admirals_and_their_ratings_are_announced() -> None:
    told = play(battle, meeting(), AT_SEA).events("pennant")
    assert [(each["side"], each["admiral"]) for each in told] == [("british", "nelson"), ("allied", "villeneuve")]
    assert [(each["seamanship"], each["command"]) for each in told] == [(3, 5), (1, 3)]


def test_17_2_sizes_are_told_as_ranges() -> None:
    told = play(battle, meeting(16, 7), AT_SEA).events("fleet_size")
    assert [(each["side"], each["size"]) for each in told] == [("british", "16-20"), ("allied", "6-10")]


def test_17_2_convoys_and_wrecks_are_announced() -> None:
    state = position({
        "craig": ("0807", "sea", BRITISH_74S[:5], []), "brest-fleet": ("0807", "sea", FRENCH_74S[:6], []),
    })  # fmt: skip
    for ship in BRITISH_74S[:5]:
        state.ships[ship].wrecked = state.ships[ship].damaged = True
    clash = Clash("0807", "", "sea", ("craig",), ("brest-fleet",), "allied")
    told = play(battle, state, clash).events("fleet_size")
    assert [(each["convoys"], each["wrecked"]) for each in told] == [(["expedition"], "yes"), ([], "no")]


def test_17_2_both_all_wrecked_fight_no_battle_and_roll_no_fate() -> None:
    state = meeting(3, 3)
    for vessel in state.ships.values():
        vessel.wrecked = vessel.damaged = True
    fought = play(battle, state, AT_SEA)
    assert not fought.specs("gauge")
    assert not fought.specs("fate")


def test_17_2_a_fleet_that_began_all_wrecked_alone_rolls_for_fate() -> None:
    state = meeting(3, 4)
    for ship in FRENCH_74S[:4]:
        state.ships[ship].wrecked = state.ships[ship].damaged = True
    fought = play(battle, state, AT_SEA, dice={"fate/0807/allied": [[1] * 5]})
    assert not fought.specs("gauge")
    assert fought.specs("fate") == ["5d6"]  # French, all wrecked


@pytest.mark.parametrize(
    ("british", "allied", "winner"), [(1, 3, "allied"), (1, 2, "british"), (6, 6, "british"), (2, 3, "british")]
)
def test_17_3_seamanship_is_added_and_the_british_win_ties(british: int, allied: int, winner: str) -> None:
    # Calder has Seamanship 2, Ganteaume 1: 1 + 2 against 3 + 1 is lost, against 2 + 1 it is a tie.
    state = meeting(under="calder", against="ganteaume")
    assert gauge(state, british, allied).events("gauge")[0]["won"] == winner


def test_17_3_a_convoy_gives_the_enemy_one_more() -> None:
    state = position({
        "craig": ("0807", "sea", BRITISH_74S[:5], ["calder"]),
        "brest-fleet": ("0807", "sea", FRENCH_74S[:6], ["ganteaume"]),
    })  # fmt: skip
    clash = Clash("0807", "", "sea", ("craig",), ("brest-fleet",), "allied")
    # 2 + 2 against 2 + 1 + 1: a tie, which the British win; one pip more and the Allies have it.
    assert play(battle, state, clash, dice={"gauge": [[2], [3]]}).events("gauge")[0]["won"] == "allied"


def test_17_3_the_winner_may_stay_to_leeward() -> None:
    fought = gauge(meeting(), 6, 1, british={"gauge": "leeward"})
    assert fought.events("gauge")[0]["windward"] == "allied"


def test_17_4_windward_may_deny_and_then_no_round_is_fought_and_no_fate_rolled() -> None:
    fought = gauge(meeting(), 6, 1, british={"deny": "yes"})
    assert fought.outcome.denied
    assert not fought.specs("command")
    assert not fought.specs("fate")


def test_17_4_leeward_is_not_asked() -> None:
    assert "deny" not in gauge(meeting(), 6, 1).topics("allied")


def test_17_4_inactive_windward_that_denies_in_a_zone_goes_off_station() -> None:
    state = position({
        "channel-fleet": ("brest", "loose", BRITISH_74S[:8], ["nelson"]),
        "brest-fleet": ("brest", "loose", FRENCH_74S[:9], ["villeneuve"]),
    })  # fmt: skip
    play(battle, state, OFF_BREST, dice={"gauge": [[6], [1]]}, british={"deny": "yes"})
    assert state.place("channel-fleet") == "brest/off"
    assert state.place("brest-fleet") == "brest/loose"


def test_17_4_active_windward_that_denies_stays_where_it_is() -> None:
    state = position({
        "channel-fleet": ("brest", "loose", BRITISH_74S[:8], ["nelson"]),
        "brest-fleet": ("brest", "loose", FRENCH_74S[:9], ["villeneuve"]),
    })  # fmt: skip
    clash = Clash("brest", "brest", "loose", ("channel-fleet",), ("brest-fleet",), "british")
    play(battle, state, clash, dice={"gauge": [[6], [1]]}, british={"deny": "yes"})
    assert state.place("channel-fleet") == "brest/loose"


#: turn 13 is May I (spring, 0), 2 is Jan II (winter, -1), 19 is Jul I (summer, +1).
@pytest.mark.parametrize(
    ("dice", "british", "allied", "turn", "rounds"),
    [
        ((6, 6), "leave", "leave", 13, 4),
        ((6, 6), "longer", "leave", 13, 5),  # 12 + 3 is 15
        ((6, 6), "longer", "longer", 13, 6),  # 16: errata
        ((6, 6), "longer", "longer", 2, 5),  # winter takes one off
        ((6, 5), "longer", "longer", 19, 6),  # 11 + 3 + 1 and one for summer
        ((4, 2), "shorter", "shorter", 13, 1),  # 6 - 3 - 1 is 2
        ((4, 1), "shorter", "shorter", 2, 1),  # 5 - 4 - 1 is 0: one round at least
    ],
)
def test_17_5_the_day_is_both_dice_moved_by_seamanship_and_season(
    dice: tuple[int, int], british: str, allied: str, turn: int, rounds: int
) -> None:
    fought = gauge(meeting(turn=turn), *dice, british={"day": british}, allied={"day": allied})
    assert fought.events("day")[0]["rounds"] == rounds


def test_17_5_an_admiral_without_seamanship_has_nothing_to_add() -> None:
    state = position({
        "channel-fleet": ("0807", "sea", BRITISH_74S[:11], ["nelson"]),
        "brest-fleet": ("0807", "sea", SPANISH_74S[:11], []),
    })  # fmt: skip
    fought = gauge(state, 6, 1)
    assert fought.events("pennant")[1]["admiral"] == "spanish-generic"
    assert "day" not in fought.topics("allied")


def test_17_5_leeward_is_asked_where_windward_has_nothing_to_add() -> None:
    state = position({
        "channel-fleet": ("0807", "sea", BRITISH_74S[:6], ["nelson"]),
        "brest-fleet": ("0807", "sea", SPANISH_74S[:6], []),
    })  # fmt: skip
    fought = gauge(state, 1, 6, allied={"gauge": "windward", "deny": "no"})
    assert fought.events("gauge")[0]["windward"] == "allied"
    assert "day" in fought.topics("british")


def test_17_5_windward_is_asked_before_leeward() -> None:
    fought = gauge(meeting(), 6, 1, british={"day": "longer"})
    total = [question.facts["total"] for question in fought.asked["allied"] if question.topic == "day"]
    assert total == ["10"]
