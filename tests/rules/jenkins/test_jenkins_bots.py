"""The bots write what a player writes, from what a player sees; `steady` plays with sense."""

from __future__ import annotations

from typing import Any

import pytest
from rules.jenkins.playing import position

from pbem import strict_yaml
from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.engine.chosen_doctrine import STEADY
from pbem.adjudicator.jenkins.board.board import load_board
from pbem.adjudicator.jenkins.board.pieces import SIDES
from pbem.adjudicator.jenkins.bots.expedition import Muster
from pbem.adjudicator.jenkins.bots.eyes import Eyes, at_least
from pbem.adjudicator.jenkins.bots.steady_english import victory
from pbem.adjudicator.jenkins.match import JenkinsMatch
from pbem.adjudicator.jenkins.orders.doctrines import sections
from pbem.adjudicator.jenkins.orders.order_table import TABLE
from pbem.adjudicator.jenkins.state.state import ENGLISH, SPANISH, State
from pbem.adjudicator.orders.shipped import as_standing
from pbem.adjudicator.titles import load_game
from pbem.base.errors import BadInput

JENKINS = load_game("jenkins")
BOARD = load_board()


def written(bot: str, view: dict[str, Any], seed: str = "x") -> str:
    """A bot's order file."""
    head = {"seat": view["seat"], "phase": view["phase"]}
    return JENKINS.bot(bot, view["seat"], SeededChance(seed)).orders(view, head)


def orders(bot: str, view: dict[str, Any], seed: str = "x") -> dict[str, Any]:
    """The same, read by the game as any other."""
    text = written(bot, view, seed)
    read = JENKINS.read_orders(text.encode(), "orders")
    assert strict_yaml.write(strict_yaml.plain(strict_yaml.read(text))) == text
    return dict(read.body)


def match_of(state: State, side: str) -> JenkinsMatch:
    """A position as a match in which this side is to order."""
    return JenkinsMatch(state, side, SIDES, {})


def faults(view: dict[str, Any], bot: str) -> list[str]:
    read = JENKINS.read_orders(written(bot, view).encode(), "orders")
    return [fault.message for fault in JENKINS.check(view, read, "orders").faults]


# ------------------------------------------------------------------------------------------------ both


def test_every_bot_the_game_names_can_be_had_and_no_other() -> None:
    for name in JENKINS.bots():
        assert JENKINS.bot(name, "english", SeededChance("x"))
    with pytest.raises(BadInput, match="'bold' is no bot") as caught:
        JENKINS.bot("bold", "english", SeededChance("x"))
    assert caught.value.faults[0].hint == f"one of {', '.join(JENKINS.bots())}"


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("bot", ["random", "steady"])
def test_the_same_view_and_seed_give_the_same_orders(bot: str, side: str) -> None:
    match = JenkinsMatch.begin(SIDES, {}, None)
    match.coming = side
    assert orders(bot, match.view(side)) == orders(bot, match.view(side))


def test_random_orders_differ_by_seed() -> None:
    view = JenkinsMatch.begin(SIDES, {}, None).view("english")
    assert orders("random", view, "a") != orders("random", view, "b")


@pytest.mark.parametrize("leogane", ["french", "spanish"])
@pytest.mark.parametrize("side", SIDES)
def test_steady_sets_up_without_a_fault_under_every_house_rule(side: str, leogane: str) -> None:
    match = JenkinsMatch.begin(SIDES, {"leogane": leogane}, None)
    match.coming = side
    assert faults(match.view(side), "steady") == []


# ------------------------------------------------------------------------------------------------ steady


def test_steady_spends_most_of_its_points_in_the_set_up_and_never_more_than_it_has() -> None:
    for side, funds in BOARD.funds.start.items():
        match = JenkinsMatch.begin(SIDES, {}, None)
        match.coming = side
        bought = orders("steady", match.view(side))["setup"]["buy"]
        spent = sum(BOARD.counters[part["counter"]].cost or 0 for part in bought)
        assert funds * 3 // 4 <= spent <= funds


def test_steady_english_buys_troops_ships_guns_a_leader_and_deception() -> None:
    bought = orders("steady", JenkinsMatch.begin(SIDES, {}, None).view("english"))["setup"]["buy"]
    kinds = {BOARD.counters[part["counter"]].kind.value for part in bought}
    assert kinds >= {"infantry", "ship", "frigate", "bomb_ship", "leader", "deception", "merchant", "cannon"}


@pytest.mark.parametrize("side", SIDES)
def test_steady_doctrine_has_a_section_for_every_topic_but_moves_and_purchases(side: str) -> None:
    given = {name for order in as_standing(sections(STEADY, BOARD, side)) for name in order}
    assert given >= {row.key for row in TABLE.doctrine}


def test_5_0_the_worth_of_cartagena_grows_with_her_neighbours() -> None:
    """The worked example of 5.0: two routes to free seaports leave four chances in six."""
    eyes = Eyes.of(JenkinsMatch.begin(SIDES, {}, None).view("english"))
    assert victory(eyes, ["cartagena"]) == 1000 - 1000 * 2 // 6
    assert victory(eyes, ["cartagena", "santa-marta"]) == 1000 - 1000 * 1 * 4 // 36
    assert victory(eyes, []) == 0


def test_the_odds_of_dice_are_exact() -> None:
    assert at_least(1, 1, 2, 6) == 333
    assert at_least(1, 2, 3, 6) == 750
    assert at_least(3, 2, 6, 6) == 0


def test_steady_english_lands_in_a_seaport_that_nobody_holds() -> None:
    fleet = ["boyne", "frigate-e2", "marines-e2"]
    state = position({"2719": fleet}, {"2825": ["cannons-s1", "soldiers-s9"]}, funds={"english": 0, "spanish": 0})
    moves = orders("steady", match_of(state, "english").view("english"))["moves"]
    assert moves[0]["debark"] == "all"
    port = BOARD.seaport_at[moves[0]["path"][-1]]
    assert (port.nation, port.hex != "2825") == ("spanish", True)


@pytest.mark.parametrize("start", ["2719", "2614"])
def test_the_best_of_all_landings_is_found_though_not_all_are_judged(start: str) -> None:
    """No landing scores more than its seaport is worth, so those that are worth less than the best need no judging."""
    eyes = Eyes(position({start: ["boyne", "lion", "frigate-e2"]}, {"2825": ["soldiers-s9"]}), ENGLISH)
    men = [(name, start) for name in ("marines-e2", "marines-e3", "soldiers-e4")]
    muster, targets = Muster(eyes, start, eyes.state.naval(start, ENGLISH), men, []), eyes.ports(SPANISH, "french")
    for worth in (lambda port: port.value, lambda port: 100 // (port.value + 1), lambda port: len(port.routes) - 1):
        plans = [plan for port in targets if (plan := muster.against(port, worth(port)))]
        assert len(plans) > 3
        assert muster.best(targets, worth) == max(plans, key=lambda plan: (plan.score, plan.port.id))


def test_steady_does_not_land_where_it_must_lose() -> None:
    """One Soldiers against Cartagena's walls: six dice are deducted (9.2(3)), and there is nothing to hit with."""
    control = {port.id: "english" for port in BOARD.seaports.values() if port.id != "cartagena"}
    state = position({"2719": ["boyne", "soldiers-e1"]}, {"2825": ["soldiers-s9", "cannons-s1"]}, control=control)
    assert not orders("steady", match_of(state, "english").view("english")).get("moves")


def test_steady_leaves_infantry_behind_in_a_captured_seaport() -> None:
    state = position({"2717": ["boyne", "lion", "marines-e2", "soldiers-e4"]}, {}, control={"santiago": "english"})
    moves = orders("steady", match_of(state, "english").view("english"))["moves"]
    carried = [part["counter"] for move in moves for part in move.get("embark", ())]
    assert carried == ["marines-e2"]


def test_11_8_steady_keeps_supplies_aboard_when_the_troops_land() -> None:
    state = position({"2719": ["boyne", "merchant-e1", "marines-e2", "supplies-e2"]}, {})
    moves = orders("steady", match_of(state, "english").view("english"))["moves"]
    laden = [move for move in moves if "supplies-e2" in [part["counter"] for part in move["embark"]]]
    assert [move["debark"] for move in laden] == [["marines-e2"]]


def test_6_7_steady_brings_ships_without_supply_home() -> None:
    control = {port.id: "english" for port in BOARD.seaports.values() if port.nation != "english"}
    state = position({"2921": ["boyne", "lion"]}, {}, control=control)
    moves = orders("steady", match_of(state, "english").view("english"))["moves"]
    assert [move["path"][-1] for move in moves] == ["2719"]


def test_steady_spanish_retakes_a_seaport_left_empty() -> None:
    state = position({}, {"3718": ["galicia", "san-carlos", "soldiers-s9", "soldiers-s16"]},
                     control={"santo-domingo": "english"}, turn=2)  # fmt: skip
    moves = orders("steady", match_of(state, "spanish").view("spanish"))["moves"]
    assert moves[0]["path"][-1] == "3318"
    assert moves[0]["embark"]


def test_steady_spanish_puts_its_best_soldiers_where_a_loss_costs_most() -> None:
    match = JenkinsMatch.begin(SIDES, {}, None)
    match.coming = "spanish"
    garrisons = orders("steady", match.view("spanish"))["setup"]["garrisons"]
    posted = {part["at"]: BOARD.counters[part["counter"]].land for part in garrisons}
    assert len(posted) == 17
    assert posted["cartagena"] == 3
    assert (posted["acapulco"], posted["panama"]) == (1, 2)


@pytest.mark.parametrize("side", SIDES)
def test_steady_orders_do_not_depend_on_what_it_cannot_see(side: str) -> None:
    """4.4: the same tops, other counters below them."""
    below = {"english": ["soldiers-e1", "deception-e1"], "spanish": ["soldiers-s9", "deception-s1"]}
    tops = {"english": ("boyne", "lion"), "spanish": ("galicia", "oriente")}
    foe = next(each for each in SIDES if each != side)
    mine = {("3020" if side == "english" else "3718"): [*tops[side], *below[side]]}
    seen = []
    for first, second in (below[foe], below[foe][::-1]):
        theirs = {"2717" if foe == "spanish" else "2719": [tops[foe][0], first],
                  "3318" if foe == "spanish" else "4119": [tops[foe][1], second]}  # fmt: skip
        stacks = {side: mine, foe: theirs}
        seen.append(orders("steady", match_of(position(stacks["english"], stacks["spanish"]), side).view(side)))
    assert seen[0] == seen[1]


# ------------------------------------------------------------------------------------------------ sea, raids, South Sea


def test_3_5_steady_spanish_feeds_panama_over_the_isthmus() -> None:
    """Nothing is placed on the South Sea, so what is bought for Porto Bello marches over at once."""
    pool = ["cannons-s11", "cannons-s12", "soldiers-s19"]
    state = position({}, {"2425": ["soldiers-s9"], "2426": ["soldiers-s10"]}, turn=1,
                     funds={"english": 0, "spanish": 20}, pool={"english": [], "spanish": pool})  # fmt: skip
    given = orders("steady", match_of(state, "spanish").view("spanish"))
    march = next(move for move in given["moves"] if "troops" in move)
    assert march["path"] == ["2426"]
    assert set(march["troops"]) >= {"soldiers-s19", "cannons-s11", "cannons-s12"}
    assert {part["at"] for part in given["buy"] if part["counter"] in march["troops"]} == {"porto-bello"}
    assert faults(match_of(state, "spanish").view("spanish"), "steady") == []


def test_7_5_steady_spanish_marches_on_a_lost_panama_with_good_odds_and_not_with_bad() -> None:
    strong = ["soldiers-s16", "soldiers-s17", "soldiers-s9", "cannons-s3", "cannons-s4", "montiano"]
    for troops, marches in ((strong, True), (["soldiers-s1"], False)):
        unseen = [c.id for c in BOARD.side_counters("english") if c.id != "soldiers-e2"]
        state = position({"2426": ["soldiers-e2"]}, {"2425": troops}, control={"panama": "english"}, turn=4)
        state.gone = unseen
        moves = orders("steady", match_of(state, "spanish").view("spanish")).get("moves", [])
        assert any(move.get("path") == ["2426"] and "troops" in move for move in moves) is marches


def test_3_4_steady_spanish_raids_a_seaport_where_nobody_is_seen_and_recovers_its_own_first() -> None:
    fleet = ["galicia", "san-carlos", "soldiers-s9", "soldiers-s16"]
    raid = position({"2719": ["boyne"]}, {"3718": fleet}, turn=3)
    moves = orders("steady", match_of(raid, "spanish").view("spanish"))["moves"]
    assert BOARD.seaport_at[moves[0]["path"][-1]].nation != "spanish"
    late = position({"2719": ["boyne"]}, {"3718": fleet}, turn=8)
    assert not orders("steady", match_of(late, "spanish").view("spanish")).get("moves")


@pytest.mark.parametrize(("ships", "chases"), [(5, True), (3, False)])
def test_7_2_steady_chases_ships_at_sea_with_numbers_alone(ships: int, chases: bool) -> None:
    """A die of five or less with five ships (7.2); in numbers too small it stays in port."""
    fleet = ["galicia", "oriente", "africa", "dragon", "reina"][:ships]
    state = position({"3518": ["boyne", "lion"]}, {"3718": fleet}, turn=8)
    moves = orders("steady", match_of(state, "spanish").view("spanish")).get("moves", [])
    assert [(move["path"][-1], move["if_missed"]) for move in moves] == ([("3518", "hold")] if chases else [])


def test_7_2_steady_does_not_set_out_against_ships_that_lie_off_its_own_harbour() -> None:
    fleet = ["galicia", "oriente", "africa", "dragon", "reina"]
    state = position({"3718": ["boyne", "lion"]}, {"3718": fleet}, turn=8)
    assert not orders("steady", match_of(state, "spanish").view("spanish")).get("moves")


def test_9_1_steady_does_not_chase_into_a_seaport_whose_value_is_against_it() -> None:
    fleet = ["galicia", "oriente", "africa", "dragon", "reina"]
    state = position({"4119": ["boyne", "soldiers-e1"]}, {"3718": fleet}, turn=8)
    assert not orders("steady", match_of(state, "spanish").view("spanish")).get("moves")


def test_steady_spanish_spends_spare_points_on_a_squadron_that_intercepts() -> None:
    ships = ["africa", "dragon", "reina", "oriente", "conquistador"]
    state = position({}, {"3318": ["soldiers-s9"]}, turn=5, funds={"english": 0, "spanish": 90},
                     pool={"english": [], "spanish": ships})  # fmt: skip
    bought = orders("steady", match_of(state, "spanish").view("spanish"))["buy"]
    assert [part["at"] for part in bought if part["counter"] in ships].count("santo-domingo") >= 3


def test_7_4_steady_english_rounds_the_horn_when_the_caribbean_offers_nothing() -> None:
    """Every Caribbean seaport is English; the fleet goes for the South Sea with all it can carry."""
    control = {port.id: "english" for port in BOARD.seaports.values() if not port.great_south_sea}
    fleet = ["boyne", "lion", "frigate-e2", "frigate-e3", "soldiers-e1", "soldiers-e4", "marines-e2", "marines-e3"]
    state = position({"2719": fleet}, {}, control=control, turn=2)
    moves = orders("steady", match_of(state, "english").view("english"))["moves"]
    assert [move.get("to_track") for move in moves] == [True]
    assert len(moves[0]["embark"]) >= 3


def test_7_4_steady_english_comes_off_the_track_and_lands_where_it_is_likeliest_to_win() -> None:
    control = {port.id: "english" for port in BOARD.seaports.values() if not port.great_south_sea}
    state = position({}, {"2426": ["soldiers-s16", "cannons-s1"]}, control=control, turn=3,
                     track={"boyne": ["3", "pacific"], "lion": ["3", "pacific"]},
                     aboard={"marines-e2": "boyne", "marines-e3": "lion"})  # fmt: skip
    match = match_of(state, "english")
    move = orders("steady", match.view("english"))["moves"][0]
    assert sorted(move["ships"]) == ["boyne", "lion"]
    assert BOARD.seaport_at[move["path"][-1]].id in ("acapulco", "realejo")
    assert faults(match.view("english"), "steady") == []


def test_7_4_steady_english_goes_on_in_the_south_sea_and_leaves_a_garrison() -> None:
    control = {port.id: "english" for port in BOARD.seaports.values() if not port.great_south_sea}
    fleet = ["boyne", "lion", "marines-e2", "marines-e3", "soldiers-e4"]
    state = position({"0419": fleet}, {}, control=control | {"acapulco": "english"}, turn=4)
    moves = orders("steady", match_of(state, "english").view("english"))["moves"]
    carried = [part["counter"] for move in moves for part in move.get("embark", ())]
    assert 1 <= len(carried) <= 2
    assert BOARD.seaport_at[moves[0]["path"][-1]].great_south_sea
