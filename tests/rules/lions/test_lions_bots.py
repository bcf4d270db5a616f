"""`steady`: what each of the four admirals orders, from his view alone."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import pytest
from rules.lions.lions_playing import port
from rules.lions.lions_seats import GAME, begun, orders, posed, run

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.lions.board.terms import POWERS, PortKind
from pbem.adjudicator.lions.bots.eyes import Eyes
from pbem.adjudicator.lions.match import LionsMatch
from pbem.strict_yaml import plain, read

SILENCE = "nothing ordered"
PHASES = ("t00.setup", "t01.bids", "t01.year")


def ordered(match: LionsMatch, seat: str) -> dict[str, Any]:
    """What a steady admiral orders for the open phase, as read back from his file."""
    phase = match.phase()
    assert phase is not None
    bot = GAME.bot("steady", seat, SeededChance("x"))
    text = bot.orders(match.view(seat), {"seat": seat, "phase": phase.id})
    found = plain(read(text.encode(), "orders"))
    assert isinstance(found, dict)
    return found


def at_sea(**given: Any) -> LionsMatch:
    """A position of four powers with pounds for everybody."""
    return posed(**({"players": "4", "turn": "2", "turns": "6", "pounds": dict.fromkeys(POWERS, "30")} | given))


def of_queue(body: Mapping[str, Any], word: str) -> list[Any]:
    return [entry for entry in body["operations"] if word in entry]


@pytest.mark.parametrize("seat", POWERS)
def test_every_power_sets_up_bids_and_sails_without_a_fault(seat: str) -> None:
    for number, phase in enumerate(PHASES):
        match = begun("four-players", number)
        bot = GAME.bot("steady", seat, SeededChance("x"))
        text = bot.orders(match.view(seat), {"seat": seat, "phase": phase})
        checked = GAME.check(match.view(seat), GAME.read_orders(text.encode(), "orders"), "orders")
        assert checked.faults == ()


@pytest.mark.parametrize("seat", POWERS)
def test_the_same_view_gives_the_same_orders(seat: str) -> None:
    match = begun("four-players", 2)
    assert ordered(match, seat) == ordered(LionsMatch.restore(match.to_plain(), {}, None), seat)


@pytest.mark.parametrize("seat", POWERS)
def test_9_3_bids_leave_a_reserve_and_no_two_powers_bid_alike(seat: str) -> None:
    match = begun("four-players", 1)
    body = ordered(match, seat)
    assert int(body["spend"]) + int(body["never_below"]) <= match.state.money[seat]
    others = [ordered(match, other)["bids"][-1]["rounds"] for other in POWERS if other != seat]
    assert body["bids"][-1]["for"] == "any"
    assert body["bids"][-1]["rounds"] not in others


def test_23_4_treasure_in_an_own_port_is_fetched_and_the_port_kept() -> None:
    match = at_sea(ships=[{"ship": "netherlands-4th-1", "at": "java"}])
    match.state.put_ashore(port("java"), "netherlands", "fort", 1)
    entry = next(each for each in of_queue(ordered(match, "netherlands"), "take") if "treasure-java" in each["take"])
    assert entry["path"][-1] in ("amsterdam", "zeeland")


def test_19_7_a_regiment_goes_where_nobody_is() -> None:
    match = at_sea(ships=[{"ship": "england-5th-1", "at": "london"}])
    match.state.put_ashore(port("london"), "england", "regiment", 3)
    goals = [entry["drop"][0]["at"] for entry in of_queue(ordered(match, "england"), "drop")]
    assert goals
    assert "london" not in goals
    assert not [goal for goal in goals if match.state.land_at(port(goal), "spain")]


def test_19_7_a_ship_that_has_landed_her_troops_does_not_turn_back_with_the_treasure_of_the_port() -> None:
    match = at_sea(ships=[{"ship": "spain-4th-1", "at": "corunna"}])
    match.state.put_ashore(port("corunna"), "spain", "regiment", 3)
    landings = of_queue(ordered(match, "spain"), "drop")
    assert landings
    for first, on in zip(landings[::2], landings[1::2], strict=True):
        assert first["force"] == on["force"]
        assert on["if"] == [{"troops_at_least": {"force": on["force"], "points": "1"}}]


def test_6_4_who_is_about_to_win_is_denied_a_port() -> None:
    """The Dutch hold three treasure ports and lack two (26.5): somebody lies off one of their ports."""
    ships = [{"ship": "england-1st-1", "at": "london"}, {"ship": "netherlands-4th-1", "at": "amsterdam"}]
    match = at_sea(ships=ships)
    places = ("recife", "java", "ceylon", "goa")
    for name in places:
        match.state.put_ashore(port(name), "netherlands", "fort", 1)
    goals = [entry["path"][0] for entry in of_queue(ordered(match, "england"), "until") if "drop" not in entry]
    assert [goal for goal in goals if goal in (*places, "amsterdam")]


def test_4_2_spain_is_denied_a_home_port_in_the_last_turn_alone_where_one_ship_is_enough() -> None:
    ships = [{"ship": "england-1st-1", "at": "london"}, {"ship": "spain-1st-1", "at": "cadiz"}]
    goals = {}
    for turn in ("5", "6"):
        match = at_sea(turn=turn, ships=ships, house={"spain_home_ports": "undisputed"})
        for name in ("cadiz", "corunna", "antwerp", "naples"):
            match.state.put_ashore(port(name), "spain", "regiment", 1)
        goals[turn] = [path for entry in of_queue(ordered(match, "england"), "path") for path in entry["path"]]
    assert "antwerp" in goals["6"]
    assert "antwerp" not in goals["5"]


def test_16_8_the_guard_attacks_only_whoever_disputes_a_home_port() -> None:
    body = ordered(begun("four-players", 2), "england")
    guard = next(part for part in body["fleets"]["form"] if part["at"] == "london")
    watch = [entry for entry in body["operations"] if entry["force"] == guard["number"] and "attack" in entry]
    assert watch
    assert all(list(entry["if"][0]) == ["enemy_at"] for entry in watch)


def fleet_at(square: str, *ships: str) -> list[dict[str, str]]:
    return [{"ship": ship, "at": square} for ship in ships]


@pytest.mark.parametrize(("turn", "besieged"), [("4", False), ("5", True), ("6", True)])
def test_6_2_a_spanish_home_port_is_besieged_in_the_last_two_turns(turn: str, besieged: bool) -> None:
    """Corunna has the weakest garrison on the card; a siege bombards until no Spanish unit is left."""
    match = at_sea(turn=turn, ships=fleet_at("london", "england-1st-1", "england-1st-2"))
    for name in ("cadiz", "corunna", "antwerp", "naples"):
        match.state.put_ashore(port(name), "spain", "regiment", 1)
    body = ordered(match, "england")
    siege = [entry for entry in of_queue(body, "shore") if entry["shore"] == "spain" and "times" in entry]
    assert bool(siege) is besieged
    assert ("halt" in body) is besieged
    if besieged:
        assert siege[0]["if"][0]["force_at"]["at"] == "corunna"
        assert body["fleets"]["form"][0]["ships"] == ["england-1st-1", "england-1st-2"]


def test_6_2_spain_strengthens_its_weakest_home_port_when_the_end_is_near() -> None:
    match = at_sea(turn="6")
    for name in ("cadiz", "antwerp", "naples"):
        match.state.put_ashore(port(name), "spain", "regiment", 3)
    bought = ordered(match, "spain")["outfit"]["buy"]
    assert {"item": "regiment", "at": "corunna"} in bought
    assert sum(entry["at"] == "corunna" for entry in bought) >= 3


def test_12_2_a_storming_fleet_takes_no_more_troops_aboard_than_there_is_room_for() -> None:
    """Its ships carry troops from last year: those go along, and what is mustered finds room beside them."""
    ships = fleet_at("london", "england-1st-1", "england-1st-2", "england-transport-1")
    ships[2]["regiments"] = "5"
    match = at_sea(ships=ships, pounds=dict.fromkeys(POWERS, "60"))
    match.state.put_ashore(port("london"), "england", "regiment", 6)
    match.state.put_ashore(port("vera-cruz"), "spain", "regiment", 1)
    body = ordered(match, "england")
    fleet = next(part for part in body["fleets"]["form"] if "england-transport-1" in part["ships"])
    assert int(fleet["regiments"]) == 5  # one in the transport, two in each first-rate
    assert [entry["land"] for entry in of_queue(body, "land")] == [{"regiments": "10"}]


def test_3_3_a_french_admiral_reckons_with_the_royal_arsenals() -> None:
    """The first rated ship of a turn costs three pounds less; the next costs what is printed."""
    eyes = Eyes.of(at_sea().view("france"))
    printed, home = eyes.board.expenditure["1st"].cost, eyes.homes[0]
    pounds = [eyes.purse]
    for _ in range(2):
        assert eyes.buy("1st", home)
        pounds.append(eyes.purse)
    assert [before - after for before, after in pairwise(pounds)] == [printed - 3, printed]


def test_18_2_damaged_ships_at_home_are_repaired() -> None:
    ships = [{"ship": "england-1st-1", "at": "london", "damage": "2"}, {"ship": "england-2nd-1", "at": "C10",
                                                                        "damage": "1"}]  # fmt: skip
    assert ordered(at_sea(ships=ships), "england")["outfit"]["repair"] == [{"ship": "england-1st-1"}]


def test_21_7_a_held_treasure_port_is_rebuilt() -> None:
    match = at_sea(plundered=["java", "goa"])
    match.state.put_ashore(port("java"), "netherlands", "fort", 1)
    assert ordered(match, "netherlands")["outfit"]["unplunder"] == [{"at": "java"}]


def test_21_2_a_fleet_that_lies_idle_plunders_a_pirate_port_and_comes_home() -> None:
    ships = fleet_at("cadiz", "spain-1st-1", "spain-2nd-1")
    match = at_sea(ships=ships, pounds=dict.fromkeys(POWERS, "150"))
    for place in match.state.board.ports.values():
        if not place.is_home and place.kind is not PortKind.PIRATE:
            match.state.put_ashore(place.square, "spain", "fort", 1)
    entries = ordered(match, "spain")["operations"]
    raid = next(entry for entry in entries if "plunder" in entry)
    assert raid["attack"] == {"power": "pirates"}
    assert raid["path"][0] in ("sallee", "algiers")
    assert [entry for entry in entries if entry["force"] == raid["force"] and entry["path"] == ["cadiz"]]


def test_24_2_a_colony_is_founded_on_a_coast_that_is_held_and_only_with_turns_to_come() -> None:
    for turn, is_founded in (("3", True), ("5", False)):
        match = at_sea(turn=turn, pounds=dict.fromkeys(POWERS, "90"))
        coast = next(square for square in match.state.board.grid.squares
                     if match.state.board.is_terra_incognita(square))  # fmt: skip
        match.state.put_ashore(coast, "spain", "regiment", 1)
        assert ordered(match, "spain")["outfit"].get("found") == ([{"at": coast}] if is_founded else None)


def test_24_2_rich_powers_send_a_regiment_to_a_coast_for_a_colony() -> None:
    match = at_sea(ships=fleet_at("london", "england-5th-1"), pounds=dict.fromkeys(POWERS, "90"))
    match.state.put_ashore(port("london"), "england", "regiment", 9)
    for name in match.state.board.ports.values():
        if not name.is_home:
            match.state.put_ashore(name.square, "france", "regiment", 1)
    goals = [entry["drop"][0]["at"] for entry in of_queue(ordered(match, "england"), "drop")]
    coasts = [goal for goal in goals if goal in match.state.board.grid]
    assert coasts
    assert all(match.state.board.is_terra_incognita(goal) for goal in coasts)


def test_23_4_an_escort_comes_from_elsewhere_where_none_lies_beside_the_treasure() -> None:
    match = at_sea(ships=fleet_at("corunna", "spain-4th-1"))
    match.state.put_ashore(port("antilles"), "spain", "fort", 1)
    queue = [entry for entry in ordered(match, "spain")["operations"] if entry["force"] == "spain-4th-1"]
    assert queue[0]["path"] == ["vera-cruz"]  # five dice of treasure, and nobody is there
    assert queue[1]["take"] == ["treasure-new-spain"]
    assert queue[2]["path"] == queue[1]["path"] == ["corunna"]


def test_23_4_silver_is_fetched_in_the_last_turn_too() -> None:
    match = at_sea(turn="6", ships=fleet_at("vera-cruz", "spain-4th-1"))
    match.state.put_ashore(port("vera-cruz"), "spain", "fort", 1)
    assert of_queue(ordered(match, "spain"), "take")


def dutch_near_victory() -> LionsMatch:
    """The Dutch lack one treasure port of five (26.5)."""
    match = at_sea(phase="bids")
    for name in ("recife", "java", "ceylon", "goa"):
        match.state.put_ashore(port(name), "netherlands", "fort", 1)
    match.state.put_ashore(port("amsterdam"), "netherlands", "regiment", 1)
    return match


def test_10_1_all_others_promise_peace_when_one_power_is_near_victory() -> None:
    match = dutch_near_victory()
    signed = {seat: ordered(match, seat).get("agreements") for seat in POWERS}
    assert signed["netherlands"] is None
    assert signed["england"] == signed["spain"] == signed["france"]
    run(match, {seat: [orders(seat, "t02.bids", {"agreements": peace})] for seat, peace in signed.items() if peace})
    assert [sorted(record["parties"]) for record in match.state.agreements] == [["england", "france", "spain"]]


def test_10_1_no_peace_is_offered_while_nobody_is_to_be_feared_or_only_two_play() -> None:
    assert "agreements" not in ordered(at_sea(phase="bids"), "england")
    two = dutch_near_victory()
    two.state.players = ("england", "netherlands")
    assert "agreements" not in ordered(two, "england")


@pytest.mark.parametrize("peace", [False, True])
def test_10_3_a_partner_is_not_attacked(peace: bool) -> None:
    record = {"parties": ["england", "spain"], "promise": "non_aggression"}
    ships = fleet_at("london", "england-1st-1", "england-1st-2", "england-transport-1")
    match = at_sea(ships=ships, agreements=[record] if peace else [], pounds=dict.fromkeys(POWERS, "60"))
    match.state.put_ashore(port("london"), "england", "regiment", 8)
    match.state.put_ashore(port("antilles"), "spain", "regiment", 1)
    stormed = [entry["if"][-1]["enemy_at"] for entry in of_queue(ordered(match, "england"), "land")]
    assert bool(stormed) is not peace


# -------------------------------------------------------------------------------------------- between watches


def between_watches(match: LionsMatch, seat: str, queue: list[Any], used: list[int]) -> dict[str, Any]:
    """What the admiral adds after a watch, with this left of the year's queue."""
    kept = {"name": "o", "phase": "t02.year", "body": {"operations": queue}, "used": used, "turns": [[]] * len(queue)}
    bot = GAME.bot("steady", seat, SeededChance("x"))
    text = bot.orders({**match.view(seat), "step": "watch", "queue": [kept]}, {"seat": seat, "phase": "t02.watch2"})
    found = plain(read(text.encode(), "orders"))
    assert isinstance(found, dict)
    return found


def silver_in_the_channel(escort: str) -> LionsMatch:
    """New Spain's treasure in D11 under a Spanish escort, and English ships in London."""
    ships = [*fleet_at("D11", escort), *fleet_at("london", "england-1st-1", "england-6th-1")]
    return at_sea(ships=ships, treasure=[{"fleet": "treasure-new-spain", "at": "D11", "escort": escort}])


def test_14_2_treasure_that_comes_within_a_days_sail_is_chased_by_a_ship_strong_enough() -> None:
    queue = between_watches(silver_in_the_channel("spain-4th-1"), "england", [], [])["operations"]
    assert queue[0]["force"] == "england-1st-1"
    assert queue[0]["attack"] == {"power": "spain"}
    assert queue[0]["if"] == [{"treasure_at": {"fleet": "treasure-new-spain", "at": "D11"}}]
    assert queue[1]["take"] == ["treasure-new-spain"]


def test_14_2_a_chase_comes_before_what_is_left_of_the_queue() -> None:
    old = [{"force": "england-6th-1", "path": ["antilles"], "times": 4}, {"force": "england-6th-1", "path": ["E9"]}]
    queue = between_watches(silver_in_the_channel("spain-4th-1"), "england", old, [3, 1])["operations"]
    assert queue[-1] == {"force": "england-6th-1", "path": ["antilles"], "times": "1"}
    assert [entry["force"] for entry in queue[:-1]] == ["england-1st-1"] * 2


def test_13_1_without_anything_to_chase_the_queue_runs_on() -> None:
    match = at_sea(ships=fleet_at("london", "england-1st-1"))
    assert "operations" not in between_watches(match, "england", [{"force": "england-1st-1", "path": ["E9"]}], [0])


def test_5_1_doctrine_answers_what_a_battle_asks() -> None:
    """A turn of four steady admirals with everything ordered: no answer is a default but for want of any order."""
    match = begun("four-players")
    for phase in PHASES:
        bots = {seat: GAME.bot("steady", seat, SeededChance("x")) for seat in POWERS}
        files = {seat: [GAME.read_orders(bot.orders(match.view(seat), {"seat": seat, "phase": phase}).encode(), "o")]
                 for seat, bot in bots.items()}  # fmt: skip
        outcome = run(match, files, silent=False)
        assert outcome.questions == ()
        assert outcome.lapses == ()
    silent = [record["key"].partition("/")[0] for record in outcome.answers.values() if SILENCE in record.values()]
    assert silent
    assert not {"admiral", "arrears", "bombard", "coast", "fire", "flight"} & {*silent}


def test_a_power_without_ships_or_pounds_still_writes_lawful_orders() -> None:
    match = posed(players="4", turn="2", turns="6", pounds=dict.fromkeys(POWERS, "0"))
    for seat in POWERS:
        text = GAME.bot("steady", seat, SeededChance("x")).orders(match.view(seat), {"seat": seat, "phase": "t02.year"})
        assert GAME.check(match.view(seat), GAME.read_orders(text.encode(), "o"), "o").faults == ()
        assert orders(seat, "t02.year", text.partition("phase: t02.year\n")[2]).body["operations"] == []
