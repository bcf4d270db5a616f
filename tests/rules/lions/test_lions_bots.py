"""`steady`: what each of the four admirals orders, from his view alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from rules.lions.lions_playing import port
from rules.lions.lions_seats import GAME, begun, orders, posed, run

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.lions.board.terms import POWERS
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
    entry = next(entry for entry in of_queue(ordered(match, "netherlands"), "take"))
    assert entry["take"] == ["treasure-java"]
    assert entry["path"][-1] in ("amsterdam", "zeeland")


def test_19_7_a_regiment_goes_where_nobody_is() -> None:
    match = at_sea(ships=[{"ship": "england-5th-1", "at": "london"}])
    match.state.put_ashore(port("london"), "england", "regiment", 3)
    goals = [entry["drop"][0]["at"] for entry in of_queue(ordered(match, "england"), "drop")]
    assert goals
    assert "london" not in goals
    assert not [goal for goal in goals if match.state.land_at(port(goal), "spain")]


def test_6_4_who_is_about_to_win_is_denied_a_port() -> None:
    """The Dutch hold three treasure ports and lack two (26.5): somebody lies off one of their ports."""
    ships = [{"ship": "england-1st-1", "at": "london"}, {"ship": "netherlands-4th-1", "at": "amsterdam"}]
    match = at_sea(ships=ships)
    places = ("recife", "java", "ceylon", "goa")
    for name in places:
        match.state.put_ashore(port(name), "netherlands", "fort", 1)
    goals = [entry["path"][0] for entry in of_queue(ordered(match, "england"), "until") if "drop" not in entry]
    assert [goal for goal in goals if goal in (*places, "amsterdam")]


def test_4_2_spain_is_denied_a_home_port_in_the_last_turn_alone() -> None:
    ships = [{"ship": "england-1st-1", "at": "london"}, {"ship": "spain-1st-1", "at": "cadiz"}]
    goals = {}
    for turn in ("5", "6"):
        match = at_sea(turn=turn, ships=ships)
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
