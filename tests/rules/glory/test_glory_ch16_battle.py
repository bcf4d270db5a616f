"""16.0: a battle as a whole: its fleets, its steps in order, what its questions tell, and battles by letter."""

from __future__ import annotations

from typing import Any

import pytest
from rules.glory.fighting import BRITISH_74S, FRENCH_74S, Fought, Turns, play, position

from pbem.adjudicator.glory.rules.battle_fleets import Battle, Clash, battle_fleet, convoy_word, facts
from pbem.adjudicator.glory.rules.ch16_battle import battle
from pbem.adjudicator.glory.state.state import State
from pbem.adjudicator.glory.state.terms import SEATS

AT_SEA = Clash("0807", "", "sea", ("channel-fleet",), ("brest-fleet",), "british")
CHANNEL = Clash("1403", "", "sea", ("channel-fleet",), ("brest-fleet",), "british")
BRITISH_LINE, FRENCH_LINE = BRITISH_74S[:6], FRENCH_74S[:6]
STAY = {"tactic": "repeat-same", "sail": "easy"}
#: The British have the gauge; the day has three rounds.
BRITISH_WINDWARD = {"gauge": [[6], [1]]}


def meeting(place: str = "0807", *, under: str = "calder", against: str = "ganteaume", **fields: Any) -> State:
    """Two fleets of 74s at sea."""
    return position({
        "channel-fleet": (place, "sea", BRITISH_LINE, [under]), "brest-fleet": (place, "sea", FRENCH_LINE, [against]),
    }, **fields)  # fmt: skip


def fight(
    state: State, clash: Clash = AT_SEA, dice: dict[str, Any] | None = None, british: dict[str, Any] | None = None,
    allied: dict[str, Any] | None = None,
) -> Fought:  # fmt: skip
    """A battle in which both stay in line, if nothing else is said."""
    usual = {"day": "leave", "signals": STAY}
    return play(battle, state, clash, dice={**BRITISH_WINDWARD, **(dice or {})}, british={**usual, **(british or {})},
                allied={**usual, "deny": "no", **(allied or {})})  # fmt: skip


def formed(state: State, clash: Clash = AT_SEA) -> Battle:
    """Both battle fleets before anything has happened."""
    return Battle(clash, {seat: battle_fleet(state, clash, seat) for seat in SEATS})


def hurt(state: State, ships: list[str], *, wrecked: bool = False) -> None:
    for ship in ships:
        state.ships[ship].damaged, state.ships[ship].wrecked = True, wrecked


# ------------------------------------------------------------------------------------------- battle fleets


def test_17_3_one_convoy_among_the_fleets_is_enough() -> None:
    state = position({
        "channel-fleet": ("0807", "sea", BRITISH_LINE[:3], []), "craig": ("0807", "sea", BRITISH_LINE[3:], []),
        "brest-fleet": ("0807", "sea", FRENCH_LINE, []),
    })  # fmt: skip
    clash = Clash("0807", "", "sea", ("channel-fleet", "craig"), ("brest-fleet",), "british")
    assert [fleet.convoy for fleet in formed(state, clash).each()] == [True, False]


@pytest.mark.parametrize(("place", "barges", "convoys"), [
    ("1403", "1403", [False, True]), ("1403", "boulogne", [False, False]), ("0807", "1403", [False, False]),
])  # fmt: skip
def test_17_3_the_barges_in_the_channel_are_an_allied_convoy(place: str, barges: str, convoys: list[bool]) -> None:
    state = meeting(place, barges=barges)
    clash = Clash(place, "", "sea", ("channel-fleet",), ("brest-fleet",), "allied")
    assert [fleet.convoy for fleet in formed(state, clash).each()] == convoys


@pytest.mark.parametrize(("hurt_ships", "percent"), [(0, "0"), (1, "16"), (3, "50"), (6, "100")])
def test_17_7_a_question_tells_how_many_percent_of_the_own_ships_are_hurt(hurt_ships: int, percent: str) -> None:
    state = meeting()
    hurt(state, BRITISH_LINE[:hurt_ships])
    fought = formed(state)
    assert facts(state, fought, fought.fleets["british"])["own_hurt"] == percent


def test_17_6_nobody_knows_the_enemys_signals_before_the_gauge_is_settled() -> None:
    asked = [each for each in fight(meeting()).asked["british"] if each.topic in ("gauge", "signals")]
    shows = [(each.facts["enemy_shows"], each.facts["enemy_sail"]) for each in asked]
    assert shows[:2] == [("", ""), ("form-line", "easy")]


@pytest.mark.parametrize(("own", "enemy", "word"), [
    (False, False, ""), (True, False, "own"), (False, True, "enemy"), (True, True, "both"),
])  # fmt: skip
def test_17_2_a_question_tells_who_has_a_convoy(own: bool, enemy: bool, word: str) -> None:
    fleets = formed(meeting()).fleets
    fleets["british"].convoy, fleets["allied"].convoy = own, enemy
    assert convoy_word(fleets["british"], fleets["allied"]) == word


# ------------------------------------------------------------------------------------------- the steps of a battle


def test_16_0_a_battle_is_told_from_its_place_to_its_end() -> None:
    fought = fight(meeting())
    assert fought.events("battle") == [{"place": "0807", "port": "", "area": "sea", "active": "british"}]
    assert fought.events("battle_over")[0]["denied"] == "no"
    assert fight(meeting(), british={"deny": "yes"}).events("battle_over")[0]["denied"] == "yes"


def test_17_4_a_denied_battle_gives_nobody_a_status() -> None:
    state = meeting()
    hurt(state, FRENCH_LINE[:4], wrecked=True)
    fought = fight(state, british={"deny": "yes"})
    assert fought.outcome.status == {"british": "", "allied": ""}
    assert fought.events("denied") == [{"place": "0807", "side": "british"}]


def test_17_2_fleets_that_both_began_all_wrecked_have_no_status() -> None:
    state = meeting()
    hurt(state, [*BRITISH_LINE, *FRENCH_LINE], wrecked=True)
    fought = play(battle, state, AT_SEA)
    assert fought.outcome.status == {"british": "", "allied": ""}
    texts = [note.text for note in fought.notes if note.event == "fleet_size"]
    assert texts == [f"{navy} fleet: 6-10 ships, all of them wrecked." for navy in ("British", "Allied")]


def test_17_2_a_fleet_that_is_not_all_wrecked_is_told_by_its_size_alone() -> None:
    assert [note.text for note in fight(meeting()).notes if note.event == "fleet_size"] == [
        "British fleet: 6-10 ships.", "Allied fleet: 6-10 ships."]  # fmt: skip


def test_20_2_a_battle_that_is_lost_scatters_the_convoy() -> None:
    state = position({
        "channel-fleet": ("0807", "sea", BRITISH_LINE, ["calder"]),
        "french-transport": ("0807", "sea", FRENCH_LINE, ["ganteaume"]),
    })  # fmt: skip
    hurt(state, FRENCH_LINE[:4], wrecked=True)
    clash = Clash("0807", "", "sea", ("channel-fleet",), ("french-transport",), "british")
    fought = fight(state, clash, {"fire": [[1, 1]] * 2, "fate/0807/allied": [[1, 1, 1]]},
                   british={"signals": {"tactic": "general-chase", "sail": "easy"}, "day": "shorter"})  # fmt: skip
    assert fought.outcome.status["british"] == "victorious"
    assert fought.events("convoy_lost")[0]["how"] == "scattered"


def test_17_7_a_fleet_shortens_sail_in_the_round_that_hurts_most_of_it() -> None:
    """18.4: from a fleet at Easy Sail Windward breaks off, and does not have to run. Two of six are hurt, then four."""
    for throw, how in (([6, 6, 6], "broke-off"), ([1, 1, 1], "precipitous")):
        state = meeting()
        hurt(state, FRENCH_LINE[:2])
        fought = fight(state, AT_SEA, {"fire/0807/british/r1": [throw], "command": [[1], [1]]},
                       british={"signals": {"tactic": "admirals-wake", "sail": "easy"}, "break-off": "yes"},
                       allied={"signals": {"tactic": "form-line", "sail": "full"}})  # fmt: skip
        assert fought.events("left")[0]["how"] == how


def test_19_1_a_fleet_that_has_weighed_is_under_way_though_its_signals_fail() -> None:
    state = position({
        "craig": ("naples", "inshore", BRITISH_LINE, ["calder"]),
        "toulon-fleet": ("naples", "inshore", FRENCH_74S[:8], ["ganteaume"]),
    })  # fmt: skip
    clash = Clash("naples", "naples", "inshore", ("craig",), ("toulon-fleet",), "allied")
    weigh = {"tactic": "repeat-same", "sail": "weigh-anchor"}
    fought = play(battle, state, clash, dice={"gauge": [[1], [6]], "command/naples/british": [[1], [6]]},
                  allied={"deny": "no", "signals": STAY}, british={"signals": Turns([weigh, STAY])})  # fmt: skip
    sails = [each["sail"] for each in fought.events("shown") if each["side"] == "british"]
    assert sails[:2] == ["weigh-anchor", "easy"]


def test_19_0_one_landing_fleet_anchors_those_that_fight_with_it() -> None:
    state = position({
        "channel-fleet": ("naples", "inshore", BRITISH_LINE[:3], ["calder"]),
        "craig": ("naples", "inshore", BRITISH_LINE[3:], []),
        "toulon-fleet": ("naples", "inshore", FRENCH_74S[:8], ["ganteaume"]),
    })  # fmt: skip
    clash = Clash("naples", "naples", "inshore", ("channel-fleet", "craig"), ("toulon-fleet",), "allied")
    fought = play(battle, state, clash, dice={"gauge": [[1], [6]]}, allied={"deny": "no"})
    assert fought.events("shown")[0]["sail"] == "at-anchor"


@pytest.mark.parametrize(("said", "text"), [
    ("leave", "2 and 1 make 3: at most 1 round."),
    ("longer", "2 and 1, +2 Seamanship of Calder, +1 Seamanship of Ganteaume make 6: at most 2 rounds."),
])  # fmt: skip
def test_17_5_the_day_is_told_in_words(said: str, text: str) -> None:
    fought = fight(meeting(), dice={"gauge": [[2], [1]]}, british={"day": said}, allied={"day": said})
    assert next(note.text for note in fought.notes if note.event == "day") == f"The day of battle: {text}"


# ------------------------------------------------------------------------------------------- by letter


def by_letter(battles: str, least: str = "12") -> Fought:
    """A battle of 6 to 10 ships on each side, about which the British wish to be asked."""
    return fight(meeting(house={"battles": battles, "battle_from": least}), allied={"battle": "go_on"},
                 british={"wish/battle": "yes", "battle": "go_on"})  # fmt: skip


def test_17_0_a_battle_by_letter_asks_both_once_and_by_rounds_before_each() -> None:
    once, each = by_letter("letter"), by_letter("rounds")
    for seat in SEATS:
        assert [q.prompt for q in once.asked[seat] if q.topic == "battle"] == [
            "The battle in 0807, before the first round: do you send a new plan of battle?"]  # fmt: skip
        assert [q.prompt.split(", ")[1].partition(":")[0] for q in each.asked[seat] if q.topic == "battle"] == [
            "before round 1", "before round 2", "before round 3"]  # fmt: skip


def test_17_0_battles_below_the_size_of_the_charter_are_fought_by_plan() -> None:
    """6 and 6 are the lower ends of both ranges."""
    assert "battle" in by_letter("letter", "12").topics("allied")
    assert "wish/battle" not in by_letter("letter", "15").topics("british")


def test_17_0_the_wish_for_a_letter_never_stops_a_phase_and_the_letter_does() -> None:
    asked = by_letter("letter").asked["british"]
    assert {(each.topic, each.discreet) for each in asked if "battle" in each.topic} == {
        ("wish/battle", True), ("battle", False)}  # fmt: skip
