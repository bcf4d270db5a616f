"""Chapters 4 and 5 once more: how a turn ends, what the council lays, and each Admiralty Event from draw to end."""

from __future__ import annotations

from typing import Any

import pytest
from rules.glory.fighting import ALLIED, BRITISH, BRITISH_74S, FRENCH_74S, Fought, load_board, play, position

from pbem.adjudicator.engine.table import ALL
from pbem.adjudicator.glory.rules import ch05_council as council
from pbem.adjudicator.glory.rules import ch05_events as events
from pbem.adjudicator.glory.rules import ch05_returns as returns
from pbem.adjudicator.glory.rules.ch04_sequence import play_phase
from pbem.adjudicator.glory.state.state import AdmiraltyEvent, Block, Foul, State, Vessel

BOARD = load_board()


def year(turn: int = 13, **fields: Any) -> State:
    """Nothing on the map, and the manpower of the start."""
    manpower = {"british": 0, "french": 0, "spanish": 0}
    conseil = {"a": "martinique", "b": "lisbon", "c": "bantry-bay", "d": "ferrol"}
    return position({}, turn, **{"manpower": manpower, "initiative": BRITISH, "conseil": conseil, **fields})


def told(fought: Fought, event: str) -> list[tuple[str, dict[str, Any]]]:
    return [(note.to, dict(note.facts)) for note in fought.notes if note.event == event]


# ------------------------------------------------------------------------------------------- a turn


def turn(state: State) -> Fought:
    """A turn in which two Initiative Chits are all that is drawn."""
    state.cup = ["initiative", "initiative"]
    return play(play_phase, state, "sea")


def test_4_0_an_event_that_is_due_is_judged_as_the_turn_ends() -> None:
    state = year(events={"portugal": AdmiraltyEvent(13)})
    turn(state)
    assert (state.turn, state.events["portugal"].status) == (14, "failed")


@pytest.mark.parametrize(("number", "last", "ended"), [(13, 36, ""), (36, 36, "points"), (18, 18, "points")])
def test_4_0_the_last_turn_is_scored_and_no_other(number: int, last: int, ended: str) -> None:
    state = year(number, last_turn=last)
    turn(state)
    assert (state.ended, state.turn) == (ended, number if ended else number + 1)


def test_5_6_weather_is_taken_off_as_the_next_turn_begins() -> None:
    state = year(foul=[Foul("weather", ["the_capes"], 2, "squall")])
    turn(state)
    assert state.foul == []


# ------------------------------------------------------------------------------------------- the council


def test_5_12_one_chit_that_cannot_lie_there_keeps_no_other_from_its_port() -> None:
    state = year(provisions=["may", "may-not"])
    fought = play(council.place_provisions, state, allied={"provisions": {"plymouth": "may", "toulon": "may-not"}})
    assert state.chits == {"toulon": "may-not", "brest": "may"}
    assert told(fought, "chit_placed") == [(ALL, {"port": "brest"}), (ALL, {"port": "toulon"})]


def test_24_2_in_trafalgar_chits_lie_at_the_atlantic_ports() -> None:
    assert council.chit_ports(year(scenario="trafalgar")) == ["brest", "rochefort", "ferrol", "cadiz"]


def test_5_12_ready_ships_are_counted_one_by_one() -> None:
    """Three at Toulon are more than two at Ferrol, and as many as three at Brest, which stands first."""
    state = year()
    for port, number in (("toulon", 3), ("ferrol", 2), ("brest", 3)):
        for ship in FRENCH_74S[len(state.ships) : len(state.ships) + number]:
            state.ships[ship] = Vessel(port)
    assert [council.ready_in(state, port) for port in ("toulon", "ferrol", "brest")] == [3, 2, 3]


def test_5_13_the_owner_alone_hears_what_lies_in_the_boxes_and_what_stays() -> None:
    state = year()
    state.blocks["brest-fleet"], state.blocks["fog-1"] = Block("0807", "sea", "martinique", "a"), Block("0807", "sea")
    state.blocks["fog-1"].letter, state.blocks["magon-fleet"] = "c", Block("brest", "port", letter="d")
    fought = play(council.set_conseil, state, allied={"conseil": {"a": "cadiz", "b": "nowhere", "c": "malta",
                                                                  "d": "naples"}})  # fmt: skip
    assert state.conseil == {"a": "martinique", "b": "lisbon", "c": "malta", "d": "naples"}
    assert [(note.to, note.text) for note in fought.notes] == [
        (ALLIED, "Box A stays at Martinique."), (ALLIED, "Box B stays at Lisbon."),
        (ALLIED, "The Grand Conseil: A Martinique, B Lisbon, C Malta, D Naples."),
    ]


# ------------------------------------------------------------------------------------------- drawn and declared


def test_5_11_one_event_is_drawn_and_leaves_the_cup_and_all_hear_when_it_is_due() -> None:
    state = year(4, events_pool=["russia", "portugal"])
    fought = play(events.draw_event, state)
    assert [roll.spec for roll in fought.rolls] == ["draw:1of2"]
    assert state.events_pool == ["portugal"]
    assert told(fought, "event_drawn") == [(ALL, {"turn": 10})]


@pytest.mark.parametrize(("sound", "damaged", "ordinary", "port"), [
    (5, 0, 0, "jamaica"), (4, 1, 0, ""), (4, 0, 1, ""), (6, 1, 1, "jamaica"), (4, 0, 0, ""),
])  # fmt: skip
def test_5_10_the_west_india_convoy_asks_for_five_sound_ships_in_one_port(
    sound: int, damaged: int, ordinary: int, port: str
) -> None:
    state = year()
    marks = [(False, False)] * sound + [(True, False)] * damaged + [(False, True)] * ordinary
    for ship, (hurt, unmanned) in zip(BRITISH_74S, marks, strict=False):
        state.ships[ship] = Vessel("jamaica", hurt, ordinary=unmanned)
    assert events.in_convoy_port(state) == port


def test_5_10_an_event_that_is_fulfilled_lies_open() -> None:
    state = year(events={"portugal": AdmiraltyEvent(15)})
    fought = play(events.fulfil, state, "portugal", "")
    assert (state.events["portugal"].status, state.events["portugal"].open) == ("done", True)
    assert told(fought, "event_done") == [(ALL, {"event": "portugal"})]


@pytest.mark.parametrize(("place", "event", "progress", "status"), [
    ("jamaica", "slave-revolt", {}, "done"), ("canada", "slave-revolt", {}, "hidden"),
    ("canada", "leopard", {"war_until": "19"}, "done"), ("jamaica", "leopard", {"war_until": "19"}, "hidden"),
    ("canada", "leopard", {}, "hidden"),
])  # fmt: skip
def test_5_10_an_expedition_serves_in_jamaica_against_a_revolt_and_in_canada_in_the_war(
    place: str, event: str, progress: dict[str, str], status: str
) -> None:
    state = year(events={event: AdmiraltyEvent(19, progress=progress)})
    play(events.expedition_landed, state, place)
    assert state.events[event].status == status


def test_5_10_in_canada_nothing_is_fulfilled_without_a_war_or_after_it() -> None:
    assert not play(events.expedition_landed, year(), "canada").notes
    over = year(events={"leopard": AdmiraltyEvent(19, "failed", progress={"war_until": "19"})})
    assert not play(events.expedition_landed, over, "canada").notes


# ------------------------------------------------------------------------------------------- due


@pytest.mark.parametrize(("due", "status", "shown"), [(13, "hidden", True), (14, "hidden", False), (13, "done", False)])
def test_5_10_an_event_is_shown_on_the_turn_it_is_due(due: int, status: str, shown: bool) -> None:
    state = year(events={"portugal": AdmiraltyEvent(due, status)})
    fought = play(events.reveal_events, state)
    assert state.events["portugal"].open is shown
    assert told(fought, "event_due") == ([(ALL, {"event": "portugal"})] if shown else [])


@pytest.mark.parametrize(("before", "after", "status"), [
    ("cordial", "strained", "done"), ("strained", "war", "hidden"), ("war", "war", "hidden"),
])  # fmt: skip
def test_5_10_tension_with_america_rises_one_step_and_no_further(before: str, after: str, status: str) -> None:
    state = year(events={"leopard": AdmiraltyEvent(13)}, tension=before)
    fought = play(events.reveal_events, state)
    assert (state.tension, state.events["leopard"].status) == (after, status)
    assert told(fought, "tension") == [(ALL, {"tension": after})]


def test_5_10_war_with_america_asks_for_canada_in_six_turns_and_takes_a_frigate_as_all_see() -> None:
    state = year(events={"leopard": AdmiraltyEvent(13)})
    state.blocks["frigate-1"] = Block("brest", "loose")
    fought = play(events.reveal_events, state)
    assert state.events["leopard"].progress == {"war_until": "19"}
    assert state.events["leopard"].due == 19
    assert [(facts["was"], facts["now"]) for _, facts in told(fought, "sail")] == [("brest/loose", "")]


def test_5_10_a_war_that_has_begun_does_not_begin_again_when_canada_is_due() -> None:
    state = year(19, events={"leopard": AdmiraltyEvent(19, progress={"war_until": "19"})}, tension="war")
    state.blocks["frigate-1"] = Block("brest", "loose")
    fought = play(events.reveal_events, state)
    assert not told(fought, "tension")
    assert state.place("frigate-1") == "brest/loose"


def test_5_10_no_frigate_leaves_where_none_is_in_play() -> None:
    state = year(events={"leopard": AdmiraltyEvent(13)})
    state.blocks["frigate-1"] = Block("gone")
    fought = play(events.reveal_events, state)
    assert (state.tension, fought.topics(BRITISH)) == ("war", [])


# ------------------------------------------------------------------------------------------- rockets


def burning(port: str, number: int, die: int, **fields: Any) -> tuple[State, Fought]:
    """A British fleet Inshore off a port with so many ready French ships, and a due event."""
    state = position({"channel-fleet": (port, "inshore", BRITISH_74S[:2], [])}, 13,
                     events={"rockets": AdmiraltyEvent(13)}, **fields)  # fmt: skip
    for ship in FRENCH_74S[:number]:
        state.ships[ship] = Vessel(port)
    state.settle()
    return state, play(events.judge_events, state, dice={"rockets": [[die]]} if number else {})


@pytest.mark.parametrize(("die", "burnt"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_5_10_rockets_burn_half_a_die_of_ships_rounded_up(die: int, burnt: int) -> None:
    state, fought = burning("brest", 5, die)
    hurt = [ship for ship in FRENCH_74S[:5] if state.ships[ship].damaged]
    assert (len(hurt), state.events["rockets"].status) == (burnt, "done")
    assert all(state.ships[ship].ordinary and not state.ships[ship].wrecked for ship in hurt)
    assert told(fought, "rockets") == [(ALL, {"port": "brest", "number": burnt})]
    assert told(fought, "rockets_hit") == [(ALLIED, {"port": "brest", "ships": hurt})]
    assert {roll.lane for roll in fought.rolls if roll.label.startswith("rocket-ships")} == {"side:allied"}


def test_5_10_no_more_ships_burn_than_there_are_and_without_any_the_event_fails() -> None:
    assert sum(vessel.damaged for vessel in burning("brest", 1, 6)[0].ships.values()) == 1
    state, fought = burning("brest", 0, 6)
    assert state.events["rockets"].status == "failed"
    assert told(fought, "event_failed") == [(ALL, {"event": "rockets"})]


def test_5_10_ships_that_are_wrecks_or_without_crews_do_not_burn() -> None:
    state = year()
    for ship, (wrecked, ordinary) in zip(FRENCH_74S, ((True, False), (False, True), (False, False)), strict=False):
        state.ships[ship] = Vessel("brest", wrecked, wrecked, ordinary)
    assert events.targets(state, "brest") == [FRENCH_74S[2]]


def test_5_10_a_failed_mission_to_algiers_gives_it_to_the_allies() -> None:
    state = year(events={"barbary": AdmiraltyEvent(13)})
    fought = play(events.judge_events, state)
    assert state.algiers == ALLIED
    assert told(fought, "algiers") == [(ALL, {"side": ALLIED})]


# ------------------------------------------------------------------------------------------- Barbary


def mission(admiral: str, dice: list[int] | None, **fields: Any) -> tuple[State, Fought]:
    """An admiral Inshore at Algiers on the mission."""
    state = position({"mediterranean-fleet": ("algiers", "inshore", BRITISH_74S[:2], [admiral])}, 13,
                     events={"barbary": AdmiraltyEvent(15, **fields)},
                     manpower={"british": 0, "french": 0, "spanish": 0})  # fmt: skip
    return state, play(events.declared, state, dice={"barbary": [dice]} if dice else {})


@pytest.mark.parametrize(("admiral", "dice", "british"), [
    ("nelson", [4, 4], True), ("nelson", [4, 3], False), ("cornwallis", [2, 3], True), ("cornwallis", [2, 2], False),
])  # fmt: skip
def test_5_10_an_admiral_treats_with_two_dice_less_the_seniority(admiral: str, dice: list[int], british: bool) -> None:
    """Nelson's is 4, Cornwallis' 1; four are needed."""
    state, _ = mission(admiral, dice)
    assert (state.algiers, state.events["barbary"].status) == (
        (BRITISH, "done") if british else ("", "hidden"))  # fmt: skip
    assert state.events["barbary"].open


def test_5_10_the_mission_is_tried_once_a_turn() -> None:
    assert mission("nelson", None, progress={"tried": "13"})[1].rolls == []
    assert mission("nelson", [1, 1], progress={"tried": "12"})[0].events["barbary"].progress == {"tried": "13"}


# ------------------------------------------------------------------------------------------- returns


def test_5_3_a_frigate_that_comes_back_is_seen_where_ports_are() -> None:
    state = year(house={"port_blocks": "shown"})
    state.blocks["frigate-3"] = Block("turn-13")
    fought = play(returns.frigates_return, state)
    assert [(facts["was"], facts["now"], facts["how"]) for _, facts in told(fought, "sail")] == [
        ("", "plymouth/port", "return")]  # fmt: skip


def test_5_10_the_senior_of_two_admirals_treats() -> None:
    """Cornwallis' seniority of 1 is taken off the dice, not Nelson's of 4."""
    state = position({"mediterranean-fleet": ("algiers", "inshore", BRITISH_74S[:2], ["nelson", "cornwallis"])}, 13,
                     events={"barbary": AdmiraltyEvent(15)},
                     manpower={"british": 0, "french": 0, "spanish": 0})  # fmt: skip
    fought = play(events.declared, state, dice={"barbary": [[2, 3]]})
    assert state.algiers == BRITISH
    assert told(fought, "algiers") == [(ALL, {"side": BRITISH})]
    assert state.manpower["spanish"] == 2  # the Spanish draft (15.1)


def test_5_10_an_event_that_succeeds_as_it_falls_due_keeps_no_other_from_being_judged() -> None:
    state, _ = burning("brest", 2, 1)
    assert state.events["rockets"].status == "done"
    state = position({"channel-fleet": ("brest", "inshore", BRITISH_74S[:2], [])}, 13,
                     events={"rockets": AdmiraltyEvent(13), "russia": AdmiraltyEvent(13)})  # fmt: skip
    state.ships[FRENCH_74S[0]] = Vessel("brest")
    state.events = {"rockets": AdmiraltyEvent(13), "russia": AdmiraltyEvent(13)}
    play(events.judge_events, state, dice={"rockets": [[1]]})
    assert {name: each.status for name, each in state.events.items()} == {"rockets": "done", "russia": "failed"}


@pytest.mark.parametrize(("port", "block", "status"), [
    ("brest", "channel-fleet", "done"), ("martinique", "channel-fleet", "failed"), ("malta", "channel-fleet", "failed"),
    ("brest", "frigate-1", "failed"),
])  # fmt: skip
def test_5_10_rockets_are_for_a_fleet_inshore_at_an_allied_port_of_europe(port: str, block: str, status: str) -> None:
    ships = BRITISH_74S[:2] if block == "channel-fleet" else []
    state = position({block: (port, "inshore", ships, [])}, 13, events={"rockets": AdmiraltyEvent(13)})
    state.blocks["frigate-2"] = Block(port, "inshore")
    state.ships[FRENCH_74S[0]] = Vessel(port)
    play(events.judge_events, state)
    assert state.events["rockets"].status == status
