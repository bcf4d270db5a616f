"""17.6 to 19.2: signals, types of battle, fire, damage, and the ends of a battle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from rules.glory.fighting import BRITISH_74S, FRENCH_74S, Fought, Turns, load_board, play, position

from pbem.adjudicator.glory.rules.battle_fleets import Battle, Clash, battle_fleet, command, is_slow
from pbem.adjudicator.glory.rules.ch16_battle import battle
from pbem.adjudicator.glory.rules.ch18_fire import Volley, allocate
from pbem.adjudicator.glory.state.state import State
from pbem.adjudicator.glory.state.terms import SEATS

AT_SEA = Clash("0807", "", "sea", ("channel-fleet",), ("brest-fleet",), "british")
#: The British have the gauge, and four rounds at most.
BRITISH_WINDWARD = {"gauge": [[6], [6]]}
BRITISH_LINE, FRENCH_LINE = BRITISH_74S[:11], FRENCH_74S[:11]


def meeting(british: int = 11, allied: int = 11, *, under: str = "calder", against: str = "ganteaume") -> State:
    """Two fleets of 74s at sea: British firepower 4 a ship, French 3."""
    return position({
        "channel-fleet": ("0807", "sea", BRITISH_74S[:british], [under]),
        "brest-fleet": ("0807", "sea", FRENCH_74S[:allied], [against]),
    })  # fmt: skip


def order(tactic: str, sail: str = "easy") -> dict[str, str]:
    return {"tactic": tactic, "sail": sail}


def fight(
    state: State, windward: Any, leeward: Any, dice: Mapping[str, Any] | None = None, *,
    british: Mapping[str, Any] | None = None, allied: Mapping[str, Any] | None = None,
) -> Fought:  # fmt: skip
    """A battle of four rounds with the British to windward; commands nobody named fall as threes."""
    return play(
        battle, state, AT_SEA, dice={**BRITISH_WINDWARD, **(dice or {})},
        british={"signals": windward, "day": "leave", **(british or {})},
        allied={"signals": leeward, "day": "leave", "deny": "no", **(allied or {})},
    )  # fmt: skip


# ------------------------------------------------------------------------------------------- signals


def test_17_6_a_die_above_command_keeps_form_line_at_easy_sail() -> None:
    fought = fight(meeting(), order("cut-the-line"), order("tack-together"),
                   {"command/0807/british/r1": [[4]], "command/0807/allied/r1": [[3]]})  # fmt: skip
    shown = fought.events("shown")[:2]
    assert [(each["tactic"], each["sail"]) for each in shown] == [("form-line", "easy")] * 2


def test_17_6_a_die_at_command_shows_the_new_signals() -> None:
    fought = fight(meeting(), order("cut-the-line", "full"), order("tack-together"),
                   {"command/0807/british/r1": [[3]], "command/0807/allied/r1": [[2]]})  # fmt: skip
    shown = fought.events("shown")[:2]
    assert [(each["tactic"], each["sail"]) for each in shown] == [("cut-the-line", "full"), ("tack-together", "easy")]


def test_17_6_what_was_signalled_in_vain_is_told_to_its_owner_alone() -> None:
    fought = fight(meeting(), order("cut-the-line"), order("tack-together"), {"command/0807/british/r1": [[6]]})
    told = [note for note in fought.notes if note.event == "signalled" and note.facts["tactic"] == "cut-the-line"]
    assert {note.to for note in told} == {"british"}


def test_17_6_the_die_is_thrown_for_repeat_same_too() -> None:
    fought = fight(meeting(), order("repeat-same"), order("repeat-same"))
    assert fought.specs("command") == ["1d6"] * 8
    assert {each["tactic"] for each in fought.events("shown")} == {"form-line"}


def test_17_6_each_gauge_has_its_own_tactics() -> None:
    fought = fight(meeting(), order("repeat-same"), order("repeat-same"))
    british = next(question for question in fought.asked["british"] if question.topic == "signals")
    allied = next(question for question in fought.asked["allied"] if question.topic == "signals")
    assert british.faults(order("tack-together"))
    assert not british.faults(order("general-chase", "full"))
    assert allied.faults(order("general-chase"))
    assert not allied.faults(order("general-withdrawal", "full"))


def test_17_6_signals_are_a_tactic_and_a_sail() -> None:
    fought = fight(meeting(), order("repeat-same"), order("repeat-same"))
    question = next(each for each in fought.asked["british"] if each.topic == "signals")
    wrong: list[Any] = ["cut-the-line", ["tactic", "sail"], {"tactic": "cut-the-line"}, order("cut-the-line", "reefed")]
    assert all(question.faults(answer) for answer in wrong)


def test_17_7_half_of_the_ships_hurt_is_not_yet_more_than_half() -> None:
    state = meeting(10, 10)
    fleet = battle_fleet(state, AT_SEA, "british")
    for ship in BRITISH_74S[:5]:
        state.ships[ship].damaged = True
    assert not is_slow(state, fleet)
    state.ships[BRITISH_74S[5]].wrecked = True
    assert is_slow(state, fleet)


def test_17_7_a_crippled_fleet_stays_at_easy_sail_whatever_is_ordered() -> None:
    state = meeting(4, 11)
    for ship in BRITISH_74S[:3]:
        state.ships[ship].damaged = True
    fought = fight(state, order("form-line", "full"), order("repeat-same"), {"command/0807/british/r1": [[1]]})
    assert fought.events("shown")[0]["sail"] == "easy"


def test_17_7_a_fleet_under_full_sail_shortens_it_when_more_than_half_is_hurt() -> None:
    fought = fight(meeting(11, 4), order("repeat-same"), order("form-line", "full"),
                   {"command/0807/allied/r1": [[1]], "fire/0807/british/r1": [[6, 6, 6]]})  # fmt: skip
    sails = [each["sail"] for each in fought.events("shown") if each["side"] == "allied"]
    assert sails[:2] == ["full", "easy"]


# ------------------------------------------------------------------------------------------- types of battle


@pytest.mark.parametrize(
    ("windward", "leeward", "kind", "british", "allied"),
    [
        (("form-line", "easy"), ("form-line", "easy"), "HA", "2d6", "2d6"),
        (("form-line", "easy"), ("form-line", "full"), "RB", "4d6", "3d6"),  # one for the optional die
        (("cut-the-line", "easy"), ("form-line", "easy"), "BTL", "3d6", "2d6"),
        (("cut-the-line", "easy"), ("close-the-line", "easy"), "WF", "2d6", "3d6"),
        (("cut-the-line", "easy"), ("tack-together", "easy"), "PM", "4d6", "3d6"),
    ],
)
def test_17_8_the_matrix_gives_type_and_bonus_dice(
    windward: tuple[str, str], leeward: tuple[str, str], kind: str, british: str, allied: str
) -> None:
    fought = fight(meeting(), order(*windward), order(*leeward),
                   {"command/0807/british/r1": [[1]], "command/0807/allied/r1": [[1]]})  # fmt: skip
    assert fought.events("type")[0]["type"] == kind
    assert fought.specs("fire")[:2] == [british, allied]


def test_17_8_1_a_running_battle_halves_firepower_rounded_up() -> None:
    fought = fight(meeting(11, 11), order("form-line"), order("form-line", "full"),
                   {"command/0807/british/r1": [[1]], "command/0807/allied/r1": [[1]]})  # fmt: skip
    assert [each["firepower"] for each in fought.events("fire")[:2]] == [22, 17]  # 44 and 33


def test_17_8_2_break_the_line_takes_one_off_leewards_command_once() -> None:
    fought = fight(meeting(), order("cut-the-line"), order("repeat-same"))
    why = [note.why for note in fought.notes if note.throw and note.throw.label.startswith("command/0807/allied")]
    assert [text.rpartition(" ")[2] for text in why] == ["2", "1", "1", "1"]


def test_17_8_3_a_hot_action_gives_dice_from_the_third_round_on() -> None:
    fought = fight(meeting(), order("repeat-same"), order("repeat-same"))
    assert fought.specs("fire") == ["2d6"] * 4 + ["3d6"] * 4


def test_17_8_4_withering_fire_gives_leeward_one_die() -> None:
    assert load_board().battle_types["WF"].dice == {"windward": 0, "leeward": 1}  # type: ignore[index]


def test_17_8_5_pell_mell_shakes_both_admirals() -> None:
    fought = fight(meeting(), order("cut-the-line"), order("tack-together"),
                   {"command/0807/british/r1": [[1]], "command/0807/allied/r1": [[1]]})  # fmt: skip
    why = [note.why for note in fought.notes if note.throw and "/r2/" in note.throw.label]
    assert [text.rpartition(" ")[2] for text in why if "Command" in text] == ["2", "1"]


def test_17_8_6_the_better_admiral_chooses_and_never_that_leeward_withdraws() -> None:
    # Calder 2 + 3 against Ganteaume 1 + 2.
    fought = fight(meeting(), order("repeat-same"), order("tack-together"), {"command/0807/allied/r1": [[1]]},
                   british={"choice": "PM"})  # fmt: skip
    assert fought.events("choice")[0]["side"] == "british"
    assert fought.events("type")[0]["type"] == "PM"
    question = next(each for each in fought.asked["british"] if each.topic == "choice")
    assert question.faults("LW")


def test_17_8_6_windward_decides_equal_skill() -> None:
    # Calder and Gravina, under both of whom 2 + 3 stand against 2 + 3.
    state = position({
        "channel-fleet": ("0807", "sea", BRITISH_74S[:8], ["calder"]),
        "brest-fleet": ("0807", "sea", [s for s in load_board().ships if s.startswith("s-")][:8], ["gravina"]),
    })  # fmt: skip
    fought = fight(state, order("repeat-same"), order("tack-together"), {"command/0807/allied/r1": [[1]]})
    assert fought.events("choice")[0]["side"] == "british"


def test_17_9_lines_are_formed_once_and_wrecks_stand_behind() -> None:
    state = meeting(3, 11)
    state.ships[BRITISH_74S[0]].wrecked = state.ships[BRITISH_74S[0]].damaged = True
    fought = fight(state, order("repeat-same"), order("repeat-same"))
    lines = fought.events("line")
    assert len(lines) == 2
    assert lines[0]["ships"][-1][0] == BRITISH_74S[0]
    assert lines[0]["firepower"] == 8  # two sound 74s


def test_17_9_the_line_tells_each_ships_condition() -> None:
    state = meeting(3, 11)
    state.ships[BRITISH_74S[0]].wrecked = state.ships[BRITISH_74S[0]].damaged = True
    state.ships[BRITISH_74S[1]].damaged = True
    told = fight(state, order("repeat-same"), order("repeat-same")).events("line")[0]["ships"]
    conditions = {row[0]: row[4] for row in told}
    assert [conditions[ship] for ship in BRITISH_74S[:3]] == ["wrecked", "damaged", "sound"]


def test_17_8_the_type_of_battle_is_told_in_words() -> None:
    away = fight(meeting(), order("repeat-same"), order("general-withdrawal", "full"),
                 {"command/0807/allied/r1": [[1]]})  # fmt: skip
    hot = fight(meeting(), order("repeat-same"), order("repeat-same"))
    texts = [next(note.text for note in each.notes if note.event == "type") for each in (away, hot)]
    assert texts == ["The Allied fleet stands away to leeward before a gun can bear.", "Round 1: Hot Action."]


def test_17_9_no_line_is_shown_when_leeward_gets_away_first() -> None:
    fought = fight(meeting(), order("repeat-same"), order("general-withdrawal", "full"),
                   {"command/0807/allied/r1": [[1]]})  # fmt: skip
    assert fought.events("type")[0]["type"] == "LW"
    assert not fought.events("line")
    assert not fought.specs("fate")


# ------------------------------------------------------------------------------------------- fire and damage


def test_18_1_both_fire_at_what_stands_at_the_start_of_the_round() -> None:
    state = meeting(1, 11)
    fought = fight(state, order("repeat-same"), order("repeat-same"),
                   {"fire/0807/allied/r1": [[6, 6]], "fire/0807/british/r1": [[3, 3]]})  # fmt: skip
    assert [each["firepower"] for each in fought.events("fire")[:2]] == [4, 33]
    # 12 on 33 (column 31-35) gives 10: 5 damage the lone 74; she is the whole line, so 4 of the rest wreck her.
    assert fought.events("hits")[1]["ships"] == [[BRITISH_74S[0], "wrecked"]]


def test_18_2_firepower_above_100_adds_to_the_throw() -> None:
    board = load_board()
    assert [board.excess(number) for number in (100, 101, 110, 111, 150, 151, 400)] == [0, 1, 1, 2, 5, 6, 6]
    fought = fight(meeting(26, 11), order("repeat-same"), order("repeat-same"), {"fire/0807/british/r1": [[1, 1]]})
    first = fought.events("fire")[0]
    assert first["firepower"] == 104  # 26 of 4
    assert first["points"] == board.losses(2 + 1, 100)


def shots(line: list[str], points: int, wishes: list[str], *, heavy: bool = False, barred: bool = False,
          damaged: int = 0) -> list[tuple[str, str]]:  # fmt: skip
    """What points do to a line whose first ships are damaged."""
    state = position({"brest-fleet": ("0807", "sea", line, [])})
    for ship in line[:damaged]:
        state.ships[ship].damaged = True
    return allocate(state, line, Volley(points, heavy, barred), wishes)


def test_18_3_the_cost_is_the_face_up_defence_and_what_is_left_is_lost() -> None:
    # French 74s: defence 3, damaged 2.
    assert shots(FRENCH_LINE[:3], 8, ["spread"]) == [(FRENCH_LINE[0], "damaged"), (FRENCH_LINE[1], "damaged")]


def test_18_3_damaged_ships_are_wrecked_only_after_13_or_when_all_are_damaged() -> None:
    line = FRENCH_LINE[:3]
    assert shots(line, 2, ["wreck"], damaged=1) == []
    assert shots(line, 2, ["wreck"], damaged=1, heavy=True) == [(line[0], "wrecked")]
    assert shots(line, 2, ["wreck"], damaged=3) == [(line[0], "wrecked")]


def test_18_3_the_optional_die_bars_wrecking() -> None:
    assert shots(FRENCH_LINE[:3], 9, ["wreck"], damaged=3, heavy=True, barred=True) == []


def test_18_3_a_ship_may_be_damaged_and_wrecked_in_one_round() -> None:
    ship = FRENCH_LINE[0]
    assert shots([ship], 5, ["spread"]) == [(ship, "damaged"), (ship, "wrecked")]


def test_18_3_named_ships_come_first_in_the_order_named() -> None:
    line = FRENCH_LINE[:3]
    assert shots(line, 6, [line[2], line[1]]) == [(line[2], "damaged"), (line[1], "damaged")]


def test_18_3_policies() -> None:
    great, small = "f-imperial", FRENCH_74S[0]
    great = next(s for s in load_board().ships if s.startswith("f-") and load_board().ships[s].attack >= 5)
    line = [great, small]
    assert shots(line, 3, ["spread"]) == [(small, "damaged")]
    assert shots(line[::-1], 5, ["guns"])[0] == (great, "damaged")  # 2 of attack for 5 points, against 1 for 3
    assert shots(["f-imperial", "f-alexandre"], 5, ["guns"]) == [("f-alexandre", "damaged")]  # 2 for 4 beats 2 for 5
    assert shots(line, 20, ["wreck"], heavy=True)[:2] == [(small, "damaged"), (small, "wrecked")]


def test_18_3_damage_is_a_policy_or_a_list_of_ships() -> None:
    fought = fight(meeting(), order("repeat-same"), order("repeat-same"))
    question = next(each for each in fought.asked["british"] if each.topic == "damage")
    right: list[Any] = ["spread", "guns", "wreck", [], FRENCH_LINE[:2]]
    wrong: list[Any] = ["all", ["f-neptune", {}], {"ships": []}, 3]
    assert not any(question.faults(answer) for answer in right)
    assert all(question.faults(answer) for answer in wrong)


# ------------------------------------------------------------------------------------------- ends


def test_18_4_the_day_ends_the_battle() -> None:
    fought = fight(meeting(), order("repeat-same"), order("repeat-same"))
    assert fought.events("battle_over")[0]["rounds"] == 4


def test_18_4_windward_breaks_off_after_an_admirals_wake_from_a_fleet_at_easy_sail() -> None:
    fought = fight(meeting(), order("admirals-wake"), order("repeat-same"), {"command/0807/british/r1": [[1]]},
                   british={"break-off": "yes"})  # fmt: skip
    assert fought.events("left")[0] == {"place": "0807", "round": 1, "side": "british", "how": "broke-off"}
    assert fought.events("status")[0]["status"] == "withdrew"
    assert fought.events("status")[1]["status"] == "victorious"


def test_18_4_from_a_fleet_at_full_sail_windward_runs() -> None:
    fought = fight(meeting(), order("admirals-wake"), order("repeat-same", "full"),
                   {"command/0807/british/r1": [[1]], "command/0807/allied/r1": [[1]]},
                   british={"break-off": "yes"})  # fmt: skip
    assert fought.events("left")[0]["how"] == "precipitous"


def test_18_4_leeward_may_run_from_the_second_round_on() -> None:
    fought = fight(meeting(), order("repeat-same"), order("general-withdrawal"),
                   {"command/0807/allied/r1": [[1]], "command/0807/allied/r2": [[1]]},
                   allied={"withdraw": "yes"})  # fmt: skip
    left = fought.events("left")[0]
    assert (left["round"], left["side"], left["how"]) == (2, "allied", "precipitous")
    assert fought.events("status")[1]["status"] == "precipitous"


def test_18_4_a_fleet_all_wrecked_ends_the_battle() -> None:
    fought = fight(meeting(11, 1), order("repeat-same"), order("repeat-same"), {"fire/0807/british/r1": [[6, 6]]})
    assert fought.events("battle_over")[0]["rounds"] == 1
    assert fought.events("status")[1]["status"] == "all_wrecked"


def test_20_4_an_admiral_whose_ships_were_all_hurt_in_the_battle_has_no_three_more() -> None:
    """Errata: 18.3 notes which ships the battle hurt; 7 points damage both French ships, 2 hurt nobody."""
    for first, safe in (([3, 4], False), ([1, 1], True)):
        dice = {"gauge": [[6], [1]], "fire/0807/british": [first, [1, 1]]}
        fought = play(battle, meeting(11, 2), AT_SEA, dice=dice | ({} if safe else {"fate/0807/allied": [[1, 1]]}),
                      british={"day": "shorter", "signals": order("repeat-same")},
                      allied={"day": "leave", "signals": order("repeat-same")})  # fmt: skip
        throw = next(note.throw for note in fought.notes if note.throw and note.throw.label.startswith("admiral/gant"))
        assert any(each.amount == 3 for each in throw.shift) is safe


# ------------------------------------------------------------------------------------------- ratings, anchor


def test_8_6_villeneuve_against_nelson_has_the_lower_command() -> None:
    for under, expected in (("nelson", 2), ("calder", 3)):
        state = meeting(under=under, against="villeneuve")
        fight_ = Battle(AT_SEA, {seat: battle_fleet(state, AT_SEA, seat) for seat in SEATS})
        assert command(state, fight_, fight_.fleets["allied"]) == expected


def anchored() -> tuple[State, Clash]:
    state = position({
        "craig": ("naples", "inshore", BRITISH_74S[:6], ["calder"]),
        "toulon-fleet": ("naples", "inshore", FRENCH_74S[:8], ["ganteaume"]),
    })  # fmt: skip
    return state, Clash("naples", "naples", "inshore", ("craig",), ("toulon-fleet",), "allied")


def test_19_0_an_inactive_expedition_inshore_to_leeward_is_at_anchor() -> None:
    state, clash = anchored()
    fought = play(battle, state, clash, dice={"gauge": [[1], [6]]}, allied={"deny": "no"})
    assert fought.events("shown")[0]["sail"] == "at-anchor"
    assert fought.events("shown")[1]["sail"] == "easy"


def test_19_0_an_active_one_is_not() -> None:
    state, clash = anchored()
    clash = Clash(clash.place, clash.port, clash.area, clash.british, clash.allied, "british")
    fought = play(battle, state, clash, dice={"gauge": [[1], [6]]}, allied={"deny": "no"})
    assert fought.events("shown")[0]["sail"] == "easy"


def test_19_1_a_fleet_that_weighs_is_under_way_the_round_after() -> None:
    state, clash = anchored()
    weigh = {"tactic": "repeat-same", "sail": "weigh-anchor"}
    fought = play(battle, state, clash, dice={"gauge": [[1], [6]], "command/naples/british": [[1], [1]]},
                  allied={"deny": "no", "signals": order("repeat-same")},
                  british={"signals": Turns([weigh, order("repeat-same")])})  # fmt: skip
    sails = [each["sail"] for each in fought.events("shown") if each["side"] == "british"]
    assert sails[:2] == ["weigh-anchor", "easy"]


def test_19_2_dice_and_command_at_anchor() -> None:
    state, clash = anchored()
    stay, weigh = {"tactic": "repeat-same", "sail": "at-anchor"}, {"tactic": "repeat-same", "sail": "weigh-anchor"}
    fought = play(battle, state, clash, dice={"gauge": [[3], [6]], "command/naples/british": [[4], [4]]},
                  allied={"deny": "no", "day": "leave", "signals": order("repeat-same")},
                  british={"day": "leave", "signals": Turns([stay, weigh, order("repeat-same")])})  # fmt: skip
    # Calder's Command is 3, at anchor 4. Round 1 at anchor: 2 dice and 1; round 2 weighing: 2 only.
    assert fought.specs("fire")[::2][:2] == ["3d6", "2d6"]
    asked = next(question for question in fought.asked["british"] if question.topic == "signals")
    assert asked.faults(order("close-the-line", "at-anchor"))
    assert asked.faults(order("repeat-same", "full"))


def test_18_0_a_round_is_fire_of_both_and_then_damage_to_both() -> None:
    fought = fight(meeting(), order("repeat-same"), order("repeat-same"))
    events = [note.event for note in fought.notes if note.event in ("fire", "hits", "type")]
    assert events[:5] == ["type", "fire", "fire", "hits", "hits"]


def test_18_2_a_question_of_damage_tells_if_ships_may_be_wrecked() -> None:
    """13 and more is heavy, and 12 is not."""
    for throw, heavy in (([6, 6], "no"), ([6, 6, 1], "yes"), ([6, 5, 1], "no")):
        signals = order("cut-the-line") if len(throw) > 2 else order("repeat-same")
        fought = fight(meeting(), signals, order("repeat-same"),
                       {"command/0807/british/r1": [[1]], "fire/0807/british/r1": [throw]})  # fmt: skip
        question = next(each for each in fought.asked["british"] if each.topic == "damage")
        assert question.facts["heavy"] == heavy


def test_17_7_the_optional_die_is_told_with_the_fire() -> None:
    for die, word in (("yes", "yes"), ("no", "no")):
        fought = fight(meeting(), order("form-line"), order("form-line", "full"),
                       {"command/0807/british/r1": [[1]], "command/0807/allied/r1": [[1]]},
                       british={"full-sail-die": die})  # fmt: skip
        assert fought.events("fire")[0]["optional"] == word


def test_18_3_a_policy_in_a_word_and_ships_by_name_are_both_obeyed() -> None:
    """10 and more points on 44: the great ship first, where the policy is guns."""
    for answer, first in (("guns", "f-imperial"), ([FRENCH_LINE[3]], FRENCH_LINE[3])):
        state = position({
            "channel-fleet": ("0807", "sea", BRITISH_LINE, ["calder"]),
            "brest-fleet": ("0807", "sea", ["f-imperial", *FRENCH_LINE[:5]], ["ganteaume"]),
        })  # fmt: skip
        fought = fight(state, order("repeat-same"), order("repeat-same"), {"fire/0807/british/r1": [[6, 5]]},
                       british={"damage": answer})  # fmt: skip
        assert fought.events("hits")[0]["ships"][0][0] == first


def test_18_4_a_fleet_that_does_not_break_off_fights_on() -> None:
    for answer, rounds in (("no", 4), ("yes", 1)):
        fought = fight(meeting(), order("admirals-wake"), order("repeat-same"), {"command/0807/british": [[1]]},
                       british={"break-off": answer})  # fmt: skip
        assert fought.events("battle_over")[0]["rounds"] == rounds
        assert bool(fought.events("left")) is (answer == "yes")


@pytest.mark.parametrize(("sail", "asks", "does"), [
    ("easy", "do you break off?", "The British fleet breaks off."),
    ("full", "do you withdraw precipitously?", "The British fleet withdraws precipitously."),
])  # fmt: skip
def test_18_4_breaking_off_and_running_are_told_apart(sail: str, asks: str, does: str) -> None:
    fought = fight(meeting(), order("admirals-wake"), order("repeat-same", sail),
                   {"command/0807/british/r1": [[1]], "command/0807/allied/r1": [[1]]},
                   british={"break-off": "yes"})  # fmt: skip
    question = next(each for each in fought.asked["british"] if each.topic == "break-off")
    assert question.prompt.endswith(asks)
    assert question.legal()["choose"]["yes"] == asks.removeprefix("do you ").removesuffix("?")
    assert does in [note.text for note in fought.notes]


def test_17_6_an_order_of_easy_sail_is_the_default_of_the_wary() -> None:
    fought = fight(meeting(), order("repeat-same"), order("repeat-same"))
    question = next(each for each in fought.asked["british"] if each.topic == "signals")
    assert question.default_answer()["sail"] == "easy"


def test_17_6_the_wary_at_anchor_are_at_anchor_by_default() -> None:
    state, clash = anchored()
    fought = play(battle, state, clash, dice={"gauge": [[1], [6]]}, allied={"deny": "no"})
    question = next(each for each in fought.asked["british"] if each.topic == "signals")
    assert question.default_answer()["sail"] == "at-anchor"
