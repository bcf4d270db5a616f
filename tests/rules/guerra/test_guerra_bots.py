"""Bots of both seats: their orders are legal, the same view gives the same orders, and whole games come to an end."""

from __future__ import annotations

import os
import runpy
from pathlib import Path

import pytest
from rules.guerra import guerra_stages
from rules.guerra.guerra_positions import patria, position, royal

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.guerra.bots.armies import Army, armies, regulars_first
from pbem.adjudicator.guerra.bots.campaigning import operations, together
from pbem.adjudicator.guerra.bots.counsel import council
from pbem.adjudicator.guerra.bots.detachments import bands, parties
from pbem.adjudicator.guerra.bots.eyes import Eyes, odds_of_winning
from pbem.adjudicator.guerra.bots.goals import BOLDLY, CAUTION, KILL, KILL_AT_LAST, KILL_IN_VAIN, blow, caution
from pbem.adjudicator.guerra.bots.landings import homecoming
from pbem.adjudicator.guerra.bots.ships_of_war import fleets
from pbem.adjudicator.guerra.bots.usual_answers import standing
from pbem.adjudicator.guerra.game import GAME
from pbem.adjudicator.guerra.match import GuerraMatch
from pbem.adjudicator.guerra.state.house import HOUSE_RULES
from pbem.adjudicator.guerra.view.board_seen import board_seen
from pbem.adjudicator.guerra.view.view import view as seen
from pbem.strict_yaml import write
from pbem.trial.soak import Plan, play_game

#: So many games of each scenario by each bot.
GAMES = int(os.environ.get("PBEM_GUERRA_GAMES", "0"))
HOUSE = {name: str(each["default"]) for name, each in HOUSE_RULES.items()}
#: Letters of a seat in a whole game: two a turn, never more; the first turn of 1810 has no council.
LETTERS = {"campaign": 29, "opening-guns": 9, "empire-strikes-back": 8, "end-of-empire": 10}


def plan(bot: str, scenario: str, folder: Path, **house: str) -> Plan:
    bots = dict.fromkeys(GAME.seats, bot)
    return Plan("guerra", bots, "bots", folder, scenario=scenario, house=HOUSE | house)


@pytest.mark.parametrize("scenario", GAME.scenarios if GAMES else ("empire-strikes-back",))
def test_steady_writes_two_legal_letters_a_turn_and_is_asked_nothing(scenario: str, tmp_path: Path) -> None:
    for number in range(GAMES or 1):
        played = play_game(plan("steady", scenario, tmp_path), number + 1)
        assert played.winner in ("royalist", "patriot", "draw")
        assert (played.refused, played.questions, played.forced) == (0, 0, 0)
        assert set(played.letters.values()) == {LETTERS[scenario]}


@pytest.mark.parametrize("scenario", GAME.scenarios if GAMES else ("opening-guns",))
@pytest.mark.parametrize("bot", ["random", "novice"])
def test_other_bots_play_to_the_end_too(bot: str, scenario: str, tmp_path: Path) -> None:
    for number in range(GAMES or 1):
        played = play_game(plan(bot, scenario, tmp_path), number)  # game 0 is replayed from its record
        assert played.winner in ("royalist", "patriot", "draw")
        assert list(tmp_path.iterdir()) == []


TUNING = runpy.run_path(str(Path(__file__).parents[3] / "benchmarks" / "tune_guerra.py"))
#: Games of the short scenarios that are counted for their balance; many only where somebody asks for them.
COUNTED = int(os.environ.get("PBEM_GUERRA_BALANCE", "0"))
#: Bounds of the Patriot's areas on average in the short scenarios, wide enough for a few games.
BOUNDS = {"opening-guns": (7.0, 14.5), "empire-strikes-back": (8.0, 15.0)}


@pytest.mark.parametrize("scenario", BOUNDS)
def test_12_1_4_two_steady_bots_end_between_the_lines_on_average(scenario: str) -> None:
    """The lines are 9 and 12 areas in 1814, 11 and 14 in 1818. With a switch, the shares of wins are counted too."""
    number = COUNTED or 3
    ends = [TUNING["play"](each, scenario, "bounds", None, HOUSE, "steady") for each in range(number)]
    least, most = BOUNDS[scenario]
    assert least <= sum(end["patriot"] for end in ends) / 2 / number <= most
    wins = [end["winner"] for end in ends if end["winner"] != "draw"]
    if COUNTED >= 100:
        assert 0.3 <= wins.count("patriot") / len(wins) <= 0.7
        assert len(wins) >= 0.4 * number


@pytest.mark.skipif(not COUNTED, reason="PBEM_GUERRA_BALANCE counts long games")
@pytest.mark.parametrize("scenario", ["end-of-empire", "campaign"])
def test_11_1_neither_side_wins_every_long_game(scenario: str) -> None:
    ends = [TUNING["play"](each, scenario, "bounds", None, HOUSE, "steady")["winner"] for each in range(COUNTED)]
    wins = [winner for winner in ends if winner != "draw"]
    assert 2 * len(wins) >= COUNTED
    assert 0.2 <= wins.count("patriot") / len(wins) <= 0.8


@pytest.mark.parametrize("house", [{"setup": "in_turn"}, {"spanish_rebuilt": "false", "purses": "sealed"}])
def test_bots_keep_the_charter(house: dict[str, str], tmp_path: Path) -> None:
    assert play_game(plan("steady", "empire-strikes-back", tmp_path, **house), 2).winner


@pytest.mark.parametrize("seat", ["royalist", "patriot"])
def test_the_same_view_gives_the_same_orders_whatever_the_luck(seat: str) -> None:
    match = GAME.begin("end-of-empire", HOUSE, None)
    view = match.view(seat)
    head = {"seat": seat, "phase": "t11.council"}
    texts = {GAME.bot("steady", seat, SeededChance(str(number))).orders(view, head) for number in range(3)}
    assert len(texts) == 1
    assert "muster:" in texts.pop()


def test_a_leaderless_army_takes_fewer_militia_than_regulars() -> None:
    """With half or more militia and no leader the die loses three (3.3)."""
    match = GAME.begin("opening-guns", HOUSE, None)
    view = match.view("patriot")
    eyes = Eyes(board_seen(view), view)
    taken = regulars_first(eyes, ["pla-mi1", "pla-mi2", "pla-mi3", "p1", "p2"])
    assert sorted(taken) == ["p1", "p2", "pla-mi1"]
    assert Army("salta", 1, taken, []).stay == []


def test_in_the_last_operations_a_leaderless_army_leaves_no_militia_behind() -> None:
    units = ["pla-mi1", "pla-mi2", "pla-mi3", "p1", "p2"]
    eyes = eyes_on("patriot", patria("salta", *units), scenario="opening-guns", turn="5")
    assert sorted(regulars_first(eyes, units)) == sorted(units)


def test_a_stronger_army_hopes_for_more() -> None:
    chances = [odds_of_winning(own, 4) for own in range(1, 30)]
    assert chances == sorted(chances)
    assert odds_of_winning(1, 0) == 1


@pytest.mark.parametrize(("turn", "part"), [(1, CAUTION), (10, CAUTION), (11, BOLDLY), (12, 0), (15, 0)])
def test_generals_fear_less_for_their_armies_in_the_last_five_years(turn: int, part: float) -> None:
    assert caution(eyes_on("patriot", patria("salta", "p1"), turn=turn)) == part


@pytest.mark.parametrize(("seat", "turn", "worth"), [
    ("patriot", 11, KILL), ("patriot", 12, KILL_AT_LAST), ("patriot", 15, KILL_AT_LAST),
    ("royalist", 14, KILL_AT_LAST), ("royalist", 15, KILL_IN_VAIN),
])  # fmt: skip
def test_a_lost_army_weighs_more_when_none_can_be_raised_and_least_when_nobody_moves_any_more(
    seat: str, turn: int, worth: float
) -> None:
    assert blow(eyes_on(seat, patria("salta", "p1"), turn=turn)) == worth


def test_in_the_last_operations_the_royalist_leaves_empty_what_no_patriot_can_take() -> None:
    """Only the Patriot's areas count in 1818 (12.2.4); by 11.1 the Royalist's own do, and somebody stays."""
    forces = royal("charcas", "vdc"), royal("lima", "f"), patria("lima", "p1"), royal("mojos", "ce")
    for scenario, turn, stays in (("empire-strikes-back", "9", {"lima"}), ("empire-strikes-back", "8", {"charcas"}),
                                  ("end-of-empire", "15", {"charcas"})):  # fmt: skip
        eyes = eyes_on("royalist", *forces, scenario=scenario, turn=turn)
        kept = {army.at for army in armies(eyes) if army.stay}
        assert stays <= kept
        assert ("charcas" in kept) is ("charcas" in stays)


def test_at_the_end_areas_are_worth_what_they_count() -> None:
    """Cuba counts by 12.2.4 and not by 11.1; Resource Points pay for nothing any more."""
    for scenario, turn, worth in (("empire-strikes-back", "9", 3), ("end-of-empire", "15", 0)):
        eyes = eyes_on("patriot", patria("salta", "p1"), scenario=scenario, turn=turn)
        assert eyes.worth("cuba") == worth
        assert eyes.worth("lima") == eyes.worth("salta") == 3


@pytest.mark.parametrize("seat", ["royalist", "patriot"])
def test_the_first_letter_leaves_standing_orders_for_the_enemys_operations(seat: str) -> None:
    """They answer what 2.3 of a phase may ask of a seat that writes nothing in it; later letters repeat none."""
    match = GAME.begin("empire-strikes-back", HOUSE, None)
    head = {"seat": seat, "phase": "t06.council"}
    first = GAME.read_orders(GAME.bot("steady", seat, SeededChance("1")).orders(match.view(seat), head).encode(), "o")
    given = {key for order in first.body["standing"] for key in order if key != "number"}
    assert {"intercept", "avoid", "losses", "advance", "attrition", "evade", "targets", "rebels"} <= given
    match.adopt(seat, [first])
    known = match.view(seat)
    assert standing(Eyes(board_seen(known), known)) == []
    assert "standing:" not in GAME.bot("steady", seat, SeededChance("1")).orders(known, head)


def eyes_on(seat: str, *forces: dict[str, object], **given: object) -> Eyes:
    """What a seat's general sees of a position."""
    known = seen(position(*forces, **given), seat) | {"last_seen": {}}
    return Eyes(board_seen(known), known)


def test_standing_orders_answer_in_the_enemys_operations_what_their_owner_was_not_asked() -> None:
    """The Royalist writes nothing in the Patriot's operations of 1815; the orders of the council fight for him."""
    match = GuerraMatch.lay_out("empire-strikes-back", {}, None)
    bots = {seat: GAME.bot("steady", seat, SeededChance(seat)) for seat in GAME.seats}
    for _ in range(2):
        phase = match.phase()
        assert phase is not None
        heads = {seat: {"seat": seat, "phase": phase.id} for seat in GAME.seats}
        texts = {seat: bots[seat].orders(match.view(seat), head) if seat in phase.active
                 else write({"pbem": "orders/1", **head}) for seat, head in heads.items()}  # fmt: skip
        guerra_stages.played(match, texts, "standing")
    told = match.standing_report("royalist")
    assert any(line.startswith("No. 2: answered avoid/") for line in told), told


def test_parties_of_one_go_where_nobody_is_and_somebody_stays() -> None:
    eyes = eyes_on("patriot", patria("cordoba", "p1", "p3", "bsf"), royal("northern-chile", "r-mi1"))
    waiting = list(armies(eyes))
    found = parties(eyes, waiting)
    assert found
    assert all(len(each["force"]["units"]) == 1 for each in found)
    assert all(eyes.held[each["do"][0]["move"]["to"]] == "nobody" for each in found)
    assert waiting[0].stay + waiting[0].units


def test_spare_guerrillas_go_into_the_enemys_areas_and_one_stays() -> None:
    band = patria("tierra-caliente", "mex-mi1", "mex-mi2", guerrilla="true")
    eyes = eyes_on(
        "patriot",
        band,
        *(
            royal(*each)
            for each in (
                ("guadalajara", "ne"),
                ("central-mexico", "mx"),
                ("san-luis-potosi", "pb"),
                ("yucatan", "cp-r"),
                ("guatemala", "gm"),
            )
        ),
    )
    found = bands(eyes)
    assert [each["force"]["units"] for each in found] == [["mex-mi2"]]
    assert found[0]["do"][0]["move"]["to"] == "central-mexico"


def test_10_1_a_regular_stays_where_the_enemy_is_in_the_hills() -> None:
    """Militia behind the walls of Callao or outside them do not keep Lima from guerrillas: it would be theirs alone."""
    band = patria("lima", "per-mi1", guerrilla="true")
    walls, field = royal("lima", "r-mi1", inside="callao"), royal("lima", "r-mi1")
    for forces, keeper in (((walls, royal("lima", "ce", "f")), "ce"),
                           ((field, royal("lima", "rl", inside="callao"), royal("lima", "ce")), "rl")):  # fmt: skip
        army = next(each for each in armies(eyes_on("royalist", *forces, band)) if each.at == "lima")
        assert keeper in army.stay
        assert army.units


def test_guerrillas_stay_when_all_in_line_march_away() -> None:
    """An area that nobody is left in is nobody's (1.1.1)."""
    eyes = eyes_on("royalist", royal("northern-chile", "f"), royal("northern-chile", "r-mi1", guerrilla="true"),
                   patria("charcas", "p1"))  # fmt: skip
    assert [each["force"]["units"] for each in bands(eyes)] == [["r-mi1"]]
    assert bands(eyes, away={"f"}) == []


def test_idle_units_of_an_area_stand_together() -> None:
    """Apart they are beaten one by one; a besieger stays at his siege."""
    eyes = eyes_on(
        "patriot", patria("salta", "p1"), patria("salta", "p2"), patria("salta", "bsf"), patria("lima", "p6")
    )
    assert [sorted(each["units"]) for each in together(eyes)] == [["bsf", "p1", "p2"]]
    eyes.ordered.update(["p1", "p2"])
    assert together(eyes) == []


def test_ships_sail_before_a_fortress_that_is_besieged() -> None:
    """On station off Callao they hold the sea for the blockade (6.6)."""
    eyes = eyes_on("patriot", patria("lima", "p1"), royal("lima", "r-mi5", inside="callao"),
                   ships=[{"ships": ["chl-s1"], "at": "valparaiso"}])  # fmt: skip
    (found,) = fleets(eyes, ["callao", "panama-port"], set())
    assert found["fleet"]["ships"] == ["chl-s1"]
    assert found["do"][0] == {"sail": {"to": "pacific-8", "as_far_as": "true"}}
    assert found["do"][-1] == {"wait": "true"}
    assert fleets(eyes, ["callao"], {"chl-s1"}) == []


def test_an_army_lands_where_no_march_leads() -> None:
    """From Margarita to the main: the one frigate carries two battalions and Bolívar (7.7)."""
    army = patria("isla-margarita", "vc", "lg", leaders=["bolivar"])
    eyes = eyes_on("patriot", army, patria("isla-margarita", "gco-mi1"), royal("cumana", "r-mi8"),
                   ships=[{"ships": ["gco-f1"], "at": "pampatar"}])  # fmt: skip
    found = [each for each in operations(eyes)["operations"] if "fleet" in each]
    assert [next(iter(step)) for step in found[0]["do"]][:3] == ["embark", "sail", "land"]
    assert found[0]["do"][2] == {"land": {"area": "cumana"}}


def test_bolivar_comes_back_from_haiti_to_an_army_of_his() -> None:
    eyes = eyes_on("patriot", {"side": "patriot", "at": "box-haiti", "units": [], "leaders": ["bolivar"]},
                   patria("santa-fe", "vc", "lg"), ships=[{"ships": ["gco-f1"], "at": "les-cayes"}])  # fmt: skip
    assert homecoming(eyes, set())[0]["do"][2] == {"land": {"area": "santa-fe"}}


def test_the_garrison_of_mexico_does_not_march_away() -> None:
    """Sixteen steps are wanted there in the end (10.5); an army that is more than that may go."""
    few = eyes_on("royalist", royal("guatemala", "ne", "mx"), patria("panama", "vc"))
    assert few.bound("guatemala", ["ne", "mx"])
    assert not few.bound("lima", ["rl"])
    many = eyes_on("royalist", royal("guatemala", "gm"),
                   royal("central-mexico", "ne", "mx", "pb", "vz", "es", "vdc", "f", "ce", "cu", "rl"))  # fmt: skip
    assert not many.bound("guatemala", ["gm"])


def test_in_the_last_operations_single_units_go_where_the_enemy_stands_alone() -> None:
    """An area that both are in counts half for each (11.0); the last of an area stays."""
    men = ("p1", "p3", "c", "p7", "p8", "bsf", "pla-mi1", "pla-mi2", "pla-mi3", "pla-mc1")
    held = (patria(area, unit) for area, unit in (("misiones", "p6"), ("rio-de-la-plata", "p11"), ("chiloe", "chi1"),
                                                  ("southern-chile", "chi2"), ("paraguay", "dp")))  # fmt: skip
    forces = patria("cordoba", *men), *held, royal("salta", "r-mi1", "r-mi2"), royal("northern-chile", "r-mi3")
    for turn, goes in (("14", False), ("15", True)):
        eyes = eyes_on("patriot", *forces, turn=turn)
        found = {each["do"][0]["move"]["to"] for each in parties(eyes, list(armies(eyes)))}
        assert bool(found & {"salta", "northern-chile"}) is goes


def test_patriots_raise_no_line_where_a_stronger_enemy_stands() -> None:
    eyes = eyes_on("patriot", patria("durango", "mex-mi1", guerrilla="true"), royal("durango", "ne", "mx", "pb"),
                   purse={"mexico": "6"}, pool=["mex-mi2", "mex-mi3", "mex-mc1", "tp", "ec"])  # fmt: skip
    raised = council(eyes)["muster"]["build"]["mexico"]
    assert raised
    assert all(eyes.board.units[each["unit"]].militia for each in raised)
    assert {each["unit"] for each in raised} <= set(council(eyes)["muster"]["guerrilla"]["on"])
