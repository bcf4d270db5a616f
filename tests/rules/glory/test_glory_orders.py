"""Order files as answers: legs block by block, hunts as places, rumours, fleets in port, battles, halts, silence."""

from __future__ import annotations

from typing import Any

import pytest
from rules.glory.glory_seats import (
    answer,
    block,
    choose,
    entry,
    files,
    leg_question,
    pick,
    reader,
    sail,
    seen,
)

from pbem.adjudicator.engine.standing import StandingOrders
from pbem.adjudicator.engine.table import Plain
from pbem.adjudicator.glory.orders.plans import Silence
from pbem.adjudicator.glory.rules.questions import GO_ON

CHANNEL = """\
sail:
  - block: channel-fleet
    legs:
      - {if: [{left: brest}], hunt: {left: brest, guess: [bantry-bay]}, else: halt}
      - {if: [{wind: [NE, W]}], station: loose}
      - {station: inshore, after_battle: [{if: [{own: {damaged_at_least: 1}}], station: loose}, {lie: true}]}
"""


def legs(known: dict[str, Any], body: str, name: str, **facts: Plain) -> Any:
    return answer(known, body, leg_question(known["seat"], name, **facts))


# ------------------------------------------------------------------------------------------------ legs


def test_9_1_the_legs_that_hold_come_in_their_order_without_their_conditions() -> None:
    found = legs(seen("british"), CHANNEL, "channel-fleet")
    assert [(each["entry"], each["station"]) for each in found] == [("2", "loose"), ("3", "inshore")]
    assert all("if" not in each and "after_battle" not in each for each in found)


def test_9_1_a_wind_that_the_leg_does_not_name_passes_it_over() -> None:
    assert [each["entry"] for each in legs(seen("british"), CHANNEL, "channel-fleet", wind="SW")] == ["3"]


def test_9_1_a_block_that_no_orders_name_is_left_to_the_next_source() -> None:
    assert legs(seen("british"), CHANNEL, "irish-fleet") is None


def test_14_1_a_hunt_goes_to_the_sails_that_left_the_port_the_nearest_first() -> None:
    out = {"4": sail("0210", left="brest", since=5), "5": sail("0708", left="brest", since=5)}
    known = seen("british", sails={**out, "6": sail("0707")}, left=[{"port": "brest", "turn": 5, "sails": ["4", "5"]}])
    found = legs(known, CHANNEL, "channel-fleet")[0]
    assert found["hunt"] == {"at": ["0708", "0210"], "guess": ["bantry-bay"]}
    assert found["else"] == "halt"


def test_14_1_a_sail_that_left_in_an_earlier_turn_is_shadowed_and_not_hunted() -> None:
    known = seen("british", sails={"4": sail("0708", left="brest", since=4)})
    body = "sail: [{block: frigate-1, legs: [{shadow: {left: brest}}, {hunt: {left: brest}}]}]\n"
    shadow, hunt = legs(known, body, "frigate-1")
    assert (shadow["shadow"]["at"], hunt["hunt"]["at"]) == (["0708"], [])


def test_14_1_a_hunt_may_name_one_sail_and_the_place_to_measure_from() -> None:
    known = seen("british", sails={"7": sail("0708"), "8": sail("1123")})
    body = "sail: [{block: irish-fleet, legs: [{hunt: {sail: sail-8, nearest_to: '1123', spread: true}}]}]\n"
    assert legs(known, body, "irish-fleet")[0]["hunt"] == {"at": ["1123"], "nearest_to": "1123", "spread": "yes"}


def test_20_8_after_a_battle_what_follows_the_leg_in_course_is_looked_at_again() -> None:
    sound = seen("british")
    hurt = seen("british", ships={**sound["ships"], "b-prince": {"in": "channel-fleet", "state": "damaged"}})
    told = {"moment": "after-battle", "leg": {"entry": "3", "station": "inshore"}}
    first = [each["entry"] for each in legs(sound, CHANNEL, "channel-fleet", **told)]
    assert (first, legs(hurt, CHANNEL, "channel-fleet", **told)[0]["station"]) == (["2"], "loose")


def test_12_5_legs_for_an_arrival_are_for_an_arrival_alone() -> None:
    body = "sail: [{block: brest-fleet, legs: [{arrive: {}, stop: port}, {lie: true}]}]\n"
    known = seen("allied")
    assert [each["entry"] for each in legs(known, body, "brest-fleet")] == ["2"]
    assert [each["stop"] for each in legs(known, body, "brest-fleet", moment="arrive")] == ["port"]


def test_7_6_the_block_that_parts_is_called_block_and_ships_go_by_their_ids() -> None:
    body = ("sail: [{block: channel-fleet, legs: [{make_for: cadiz, detach: {as: biscay, ships: [prince, montagu], "
            "admirals: [colling]}}]}]\n")  # fmt: skip
    found = legs(seen("british"), body, "channel-fleet")[0]
    assert found["detach"] == {"block": "biscay-fleet", "ships": ["b-prince", "b-montagu"], "admirals": ["collingwood"]}


def test_13_5_masts_are_known_in_the_turn_that_counted_them() -> None:
    body = "sail: [{block: channel-fleet, legs: [{if: [{masts: {port: brest, at_least: 16}}], station: inshore}]}]\n"
    counted = {"low": 16, "high": 20, "turn": 5, "how": "masts"}

    def found(**changed: Any) -> int:
        return len(legs(seen("british", news={"brest": {**counted, **changed}}), body, "channel-fleet"))

    assert [found(), found(low=11), found(turn=4), found(how="battle")] == [1, 0, 0, 0]
    assert legs(seen("british"), body, "channel-fleet") == []


def test_13_5_what_lies_inshore_is_counted_from_ones_own_port() -> None:
    body = "sail: [{block: brest-fleet, legs: [{if: [{masts: {inshore: brest, at_most: 10}}], sortie: {bound: a}}]}]\n"
    for high, wanted in ((10, 1), (15, 0)):
        news = {"brest/inshore": {"low": 6, "high": high, "turn": 5, "how": "masts"}}
        assert len(legs(seen("allied", news=news), body, "brest-fleet")) == wanted


def test_9_1_blocks_move_in_the_order_in_which_they_were_written() -> None:
    body = "sail:\n" + "".join(f"  - {{block: {name}, legs: [{{lie: true}}]}}\n"
                               for name in ("irish-fleet", "frigate-1", "channel-fleet"))  # fmt: skip
    asked = entry("british", "turn-order/north_atlantic", blocks=["channel-fleet", "gibraltar-fleet", "irish-fleet"])
    assert answer(seen("british"), body, asked) == ["irish-fleet", "channel-fleet"]


# ------------------------------------------------------------------------------------------------ files and standing


def test_a_newer_file_replaces_a_section_as_a_whole_and_leaves_the_others() -> None:
    known = seen("british")
    newer, older = files(known, "sail: [{block: irish-fleet, legs: [{lie: true}]}]\n",
                         CHANNEL + "weather: {losses: strongest}\n")  # fmt: skip
    channel = leg_question("british", "channel-fleet")
    losses = pick("british", "weather-losses", 1, "b-prince", "b-ajax")
    assert (newer.answer(channel), older.answer(channel)) == (None, None)
    assert older.answer(losses) is not None


def test_standing_orders_move_the_blocks_that_the_file_does_not_name() -> None:
    known = seen("british")
    standing = StandingOrders("british", [
        {"number": 1, "sail": [{"block": "channel-fleet", "legs": [{"lie": True}]}]},
        {"number": 2, "sail": [{"block": "irish-fleet", "legs": [{"enter": "plym"}]}]},
    ])  # fmt: skip
    source = standing.source(reader(known))
    assert source.answer(leg_question("british", "irish-fleet")) == ([{"enter": "plymouth", "entry": "1"}],
                                                                     "standing order 2")  # fmt: skip
    assert source.answer(leg_question("british", "gibraltar-fleet")) is None
    assert [line for line in standing.report() if line.startswith("No. 1")] == ["No. 1: nothing called for it"]


def test_11_2_an_entry_for_a_fleet_is_used_once_as_soon_as_it_holds() -> None:
    known = seen("british", ports={"plymouth": {"ready": ["b-orion", "b-kent"]}})
    body = ("fleets:\n  - {block: downs-fleet, at: plymouth, ships: {best: 2}}\n"
            "  - {block: atlantic-fleet, at: plymouth, ships: [orion], if: [{turn_at_least: 6}]}\n")  # fmt: skip
    file = files(known, body)[0]
    asked = entry("british", "fleets/plymouth", port="plymouth")
    first = file.answer(asked)
    assert first is not None
    assert first[0] == [{"block": "downs-fleet", "at": "plymouth", "ships": {"best": "2"}}]
    known["turn"] = 6
    second = file.answer(entry("british", "fleets/plymouth", port="plymouth"))
    assert second is not None
    assert [each["block"] for each in second[0]] == ["atlantic-fleet"]
    assert second[0][0]["ships"] == ["b-orion"]


def test_11_2_a_recorded_answer_uses_the_entry_up_again() -> None:
    known = seen("british")
    body = "fleets: [{block: downs-fleet, at: plymouth, ships: {best: 2}}]\n"
    first, again = files(known, body)[0], files(known, body)[0]
    asked = entry("british", "fleets/plymouth", port="plymouth")
    said = first.answer(asked)
    assert said is not None
    again.recall(asked, said[1])
    assert again.answer(asked) == ([], said[1])


# ------------------------------------------------------------------------------------------------ bonus and rumours


def test_6_4_a_bonus_chit_takes_the_entries_for_it_and_for_any() -> None:
    body = ("bonus:\n  - {chit: 4, block: brest-fleet, make_for: bound}\n"
            "  - {chit: 3, block: toulon-fleet, lie: true}\n"
            "  - {chit: any, block: any-decoy, make_for: '1403'}\n")  # fmt: skip
    found = answer(seen("allied"), body, entry("allied", "bonus/bonus-allied-4", chit="bonus-allied-4"))
    assert found == [{"block": "brest-fleet", "leg": {"make_for": "bound", "entry": "bonus 1"}},
                     {"block": "fog-1", "leg": {"make_for": "1403", "entry": "bonus 3"}}]  # fmt: skip


def test_14_7_the_north_sea_fleet_searches_on_a_bonus_chit() -> None:
    body = "bonus: [{chit: 2, if: [{sail_at: '1403'}], block: north-sea-fleet, search: '1403'}]\n"
    asked = entry("british", "bonus/bonus-british-2", chit="bonus-british-2")
    assert answer(seen("british"), body, asked) == []
    sighted = seen("british", sails={"1": sail("1403")})
    assert answer(sighted, body, asked) == [{"block": "north-sea-fleet", "search": "1403"}]


DECOYS = """\
decoys:
  - {with: brest-fleet, number: 2, if: [{spotted: brest-fleet}], remove: true}
  - {with: brest-fleet, number: 1, make_for: bantry-bay}
  - {with: brest-fleet, number: 2, make_for: cadiz}
  - {rest: scatter}
  - {keep_at_least: 7}
"""


def test_7_8_a_rumour_has_the_role_of_its_number_beside_its_fleet() -> None:
    known = seen("allied")
    one = legs(known, DECOYS, "fog-1", **{"with": "brest-fleet", "number": "1"})
    two = legs(known, DECOYS, "fog-1", **{"with": "brest-fleet", "number": "2"})
    other = legs(known, DECOYS, "fog-1", **{"with": "toulon-fleet", "number": "1"})
    bound = [each.get("make_for", "scatter") for each in (one[0], two[0], other[0])]
    assert bound == ["bantry-bay", "cadiz", "scatter"]
    assert other == [{"scatter": "yes", "entry": "decoy"}]


def test_7_8_a_rumour_goes_once_its_fleet_has_been_spotted() -> None:
    blocks = seen("allied")["blocks"]
    known = seen("allied", blocks={**blocks, "brest-fleet": block("0807", "f-imperial", spotted=True)})
    assert legs(known, DECOYS, "fog-1", **{"with": "brest-fleet", "number": "2"})[0]["remove"] == "yes"


def test_7_8_no_rumour_is_made_of_those_that_are_kept() -> None:
    asked = choose("allied", "fog/sortie", "create", "none", moment="sortie")
    assert answer(seen("allied"), DECOYS, asked) == "none"
    assert answer(seen("allied"), DECOYS.replace("7}", "6}"), asked) == "create"


# ------------------------------------------------------------------------------------------------ single rules


@pytest.mark.parametrize(("body", "wanted"), [
    ("weather: {losses: strongest}\n", ["b-san-josef"]),
    ("weather: {losses: [montagu]}\n", ["b-montagu"]),
    ("weather: {losses: weakest}\n", None),
])  # fmt: skip
def test_6_9_1_ships_are_lost_in_the_order_that_is_wanted(body: str, wanted: list[str] | None) -> None:
    asked = pick("british", "weather-losses/channel-fleet", 1, "b-montagu", "b-san-josef", block="channel-fleet")
    assert answer(seen("british"), body, asked) == wanted


def test_6_9_3_ships_go_home_when_enough_are_damaged() -> None:
    body = "relocate: [{from: brest, to: plymouth, when_at_least: 2, keep: 1, ships: all}]\n"
    known = seen("british")
    asked = entry("british", "relocate/plymouth", port="plymouth", block="channel-fleet")
    assert answer(known, body, asked) == []
    hurt = {name: {**each, "state": "damaged"} for name, each in known["ships"].items()}
    assert answer(seen("british", ships=hurt), body, asked) == [{"to": "plymouth", "keep": "1", "ships": "all"}]


def test_14_0_the_first_entry_that_holds_says_who_searches() -> None:
    body = "search:\n  - {if: [{sail_is: lone}, {own: {ships_at_least: 3}}], search: all}\n  - {search: none}\n"
    asked = choose("allied", "search/brest", "none", "all", "until_spotted", place="brest", block="brest-fleet")
    assert answer(seen("allied"), body, asked) == "none"
    assert answer(seen("allied", sails={"1": sail("brest/loose")}), body, asked) == "all"
    two = {"1": sail("brest/loose"), "2": sail("brest/inshore")}
    assert answer(seen("allied", sails=two), body, asked) == "none"


def test_22_2_a_raid_is_tried_where_the_entry_says_and_rumours_pretend() -> None:
    body = "raid:\n  - {place: bantry-bay, if: [{own: {undamaged_at_least: 3}}], attempt: raid}\n  - {decoys: none}\n"
    raid = ("raid", "none")
    strong = choose("allied", "raid/bantry-bay", *raid, block="brest-fleet", place="bantry-bay/inshore")
    weak = choose("allied", "raid/bantry-bay", *raid, block="toulon-fleet", place="bantry-bay/inshore")
    elsewhere = choose("allied", "raid/malta", *raid, block="brest-fleet", place="malta/inshore")
    fog = choose("allied", "raid/malta", *raid, block="fog-1", place="malta/inshore")
    assert [answer(seen("allied"), body, each) for each in (strong, weak, elsewhere, fog)] == [
        "raid", "none", None, "none"]  # fmt: skip


def test_20_5_each_question_after_a_battle_has_the_first_entry_that_speaks_of_it() -> None:
    body = "after:\n  - {if: [{own_hurt_at_least: 50}], bound: closest}\n  - {bound: keep, home: all}\n"
    bound = choose("allied", "bound/brest-fleet", "keep", "closest", block="brest-fleet", own_hurt="60")
    home = choose("allied", "home/brest-fleet", "none", "all", block="brest-fleet", own_hurt="60")
    assert [answer(seen("allied"), body, each) for each in (bound, home)] == ["closest", "all"]


def test_20_6_2_the_fleets_named_are_marked_at_sea() -> None:
    asked = choose("british", "release/channel-fleet", "no", "yes", block="channel-fleet")
    assert answer(seen("british"), "after: [{release: [channel]}]\n", asked) == "yes"
    assert answer(seen("british"), "after: [{release: [irish-fleet]}]\n", asked) == "no"


# ------------------------------------------------------------------------------------------------ battle

PLAN = """\
battle:
  - {if: [{against: nelson}], gauge: leeward, manner: shy}
  - manner: wary
    rounds:
      - {round: 1, tactic: engage-more-closely, sail: full}
      - {from: 2, if: [{enemy_sail: full}], tactic: general-chase, sail: full, full_sail_die: yes}
    break_off: [{own_hurt_at_least: 60}]
"""
BATTLE = {"own": "10", "enemy_low": "6", "enemy_high": "10", "round": "1", "gauge": "windward", "own_hurt": "0",
          "enemy_hurt": "0", "own_fire": "", "enemy_fire": "", "enemy_shows": "", "enemy_sail": "easy"}  # fmt: skip


def fight(topic: str, *options: str, **facts: Plain) -> Plain | None:
    told = {**BATTLE, **facts}
    asked = choose("allied", topic, *options, **told) if options else entry("allied", topic, **told)
    return answer(seen("allied"), PLAN, asked)


def test_17_6_the_round_that_holds_gives_the_signals_and_the_manner_the_rest() -> None:
    assert fight("signals") == {"tactic": "engage-more-closely", "sail": "full"}
    assert fight("signals", round="2", enemy_sail="full") == {"tactic": "general-chase", "sail": "full"}
    by_manner = fight("signals", round="2")
    assert by_manner == {"tactic": "cut-the-line", "sail": "easy"}  # wary with ten to six


def test_17_6_a_tactic_of_the_other_side_is_passed_over() -> None:
    assert fight("signals", gauge="leeward") == {"tactic": "form-line", "sail": "easy"}


def test_17_3_the_entry_for_one_admiral_counts_against_them_alone() -> None:
    assert fight("gauge", "windward", "leeward", against="nelson") == "leeward"
    assert fight("gauge", "windward", "leeward", against="calder") == "windward"


def test_18_4_the_fleet_breaks_off_once_its_conditions_hold() -> None:
    assert [fight("break-off", "no", "yes", own_hurt=hurt) for hurt in ("59", "60")] == ["no", "yes"]


def test_17_7_the_die_against_full_sail_is_thrown_in_the_rounds_that_say_so() -> None:
    assert fight("full-sail-die", "no", "yes", round="2", enemy_sail="full") == "yes"


def test_18_3_points_go_where_the_plan_says() -> None:
    asked = entry("british", "damage", **BATTLE)
    named = answer(seen("british"), "battle: [{damage: [bucentaure, f-neptune]}]\n", asked)
    assert named == ["f-bucentaure", "f-neptune"]
    assert answer(seen("british"), "battle: [{manner: bold}]\n", asked) == "spread"


# ------------------------------------------------------------------------------------------------ halts and silence


def test_a_halt_is_wished_when_one_of_its_conditions_holds() -> None:
    body = "halt:\n  - {if: [{any: [{left: brest}, {left: toulon}]}]}\n"
    asked = choose("british", "wish/halt", "no", "yes", moment="half")
    out = seen("british", left=[{"port": "toulon", "turn": 5, "sails": ["1"]}])
    assert [answer(seen("british"), body, asked), answer(out, body, asked)] == ["no", "yes"]


def test_a_halt_itself_is_answered_by_its_key_alone() -> None:
    asked = choose("british", "halt", GO_ON, "new")
    assert answer(seen("british"), "halt: [{if: [{turn_at_least: 1}]}]\n", asked) is None
    assert answer(seen("british"), "answers: [{key: halt/british/n1, answer: new}]\n", asked) == "new"


def test_silence_leaves_open_the_two_questions_that_stop_a_phase() -> None:
    silence = Silence(())
    stops = [choose("british", "halt", GO_ON, "new"), choose("british", "battle", GO_ON, "new")]
    assert [silence.answer(each) for each in stops] == [None, None]
    assert silence.answer(leg_question("british", "channel-fleet")) == ([], "nothing ordered")


def test_a_battle_by_letter_is_wished_by_those_who_ask_for_it() -> None:
    asked = choose("british", "wish/battle", "no", "yes")
    said = [Silence(ask).answer(asked) for ask in ((), ("battle",))]
    assert [each[0] for each in said if each] == ["no", "yes"]


@pytest.mark.parametrize("name", ["cautious", "steady", "bold"])
def test_no_doctrine_answers_a_question_that_stops_a_phase(name: str) -> None:
    assert reader(seen("british")).shipped_answer(name, choose("british", "halt", GO_ON, "new")) is None
    assert reader(seen("british")).shipped_answer(name, choose("british", "battle", GO_ON, "new")) is None


def test_a_doctrine_fights_by_the_odds_that_were_announced() -> None:
    asked = {own: entry("british", "signals", **{**BATTLE, "own": own}) for own in ("8", "9")}
    said = {own: reader(seen("british")).shipped_answer("steady", each) for own, each in asked.items()}
    assert said["9"] == {"tactic": "engage-more-closely", "sail": "full"}  # nine to six is three to two: bold
    assert said["8"] == {"tactic": "engage-more-closely", "sail": "easy"}  # below it: wary


def test_a_block_has_come_out_in_the_turn_in_which_it_did() -> None:
    body = "halt: [{if: [{left_by: brest-fleet}]}]\n"
    asked = choose("allied", "wish/halt", "no", "yes", moment="half")
    said = []
    for turn in (5, 4):
        blocks = {**seen("allied")["blocks"], "brest-fleet": block("0807", left_by="brest", sortied=turn)}
        said.append(answer(seen("allied", blocks=blocks), body, asked))
    assert said == ["yes", "no"]
