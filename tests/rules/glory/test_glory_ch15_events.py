"""15.0, 15.1: random events and those of the calendar."""

from __future__ import annotations

from typing import Any

import pytest
from rules.glory.fighting import BRITISH_74S, FRENCH_74S, Fought, play, position

from pbem.adjudicator.glory.rules.ch15_events import (
    automatic_events,
    back_from_sickness,
    barham,
    napoleon_marches,
    random_event,
)
from pbem.adjudicator.glory.state.state import Block, Raid, State

DICE = {2: [1, 1], 3: [1, 2], 4: [1, 3], 5: [1, 4], 6: [1, 5], 7: [1, 6], 8: [2, 6], 9: [3, 6], 10: [4, 6],
        11: [5, 6], 12: [6, 6]}  # fmt: skip


def sea(turn: int = 5, **fields: Any) -> State:
    state = position({
        "channel-fleet": ("brest", "loose", BRITISH_74S[:4], ["cornwallis"]),
        "rochefort-fleet": ("rochefort", "port", FRENCH_74S[:3], ["missiessy"]),
        "frigate-1": ("brest", "inshore", [], []), "frigate-2": ("toulon", "inshore", [], []),
    }, turn, **fields)  # fmt: skip
    state.directive, state.directives = "malta", ["naples", "bantry-bay"]
    return state


def event(state: State, number: int, **said: Any) -> Fought:
    return play(random_event, state, dice={"event": [DICE[number]]}, **said)


@pytest.mark.parametrize(
    ("number", "nation", "boxes"),
    [
        (2, "french", [2, 2]),  # the Dutch crews, once
        (3, "british", [1, 1]),  # Lord Barham
        (6, "spanish", [1, 1]),
        (9, "french", [1, 2, 2]),
        (12, "british", [1, 2, 2]),
    ],
)
def test_15_0_manpower_rises_and_never_beyond_the_last_box(number: int, nation: str, boxes: list[int]) -> None:
    state = sea()
    found = []
    for _ in boxes:
        event(state, number)
        found.append(state.manpower[nation])
    assert found == boxes


def test_15_0_all_hear_what_a_manpower_event_brings() -> None:
    told = [note for note in event(sea(), 6).notes if note.event == "manpower"]
    assert [(note.to, note.text) for note in told] == [("all", "Spanish manpower rises to 4 (Surge).")]
    state = sea()
    state.manpower["spanish"] = 2
    assert event(state, 6).events("manpower")[0]["points"] == 6


def test_15_0_manpower_never_falls() -> None:
    state = sea()
    state.manpower["french"], state.manpower["spanish"] = 2, 2
    event(state, 6)
    assert state.manpower["spanish"] == 2


def test_15_0_barham_comes_once() -> None:
    state = sea()
    assert play(barham, state).events("barham")
    assert not play(barham, state).events("barham")


def test_15_0_st_cyr_threatens_naples_once_and_six_turns_ahead() -> None:
    state = sea(5)
    event(state, 4)
    assert state.events["naples"].due == 11
    assert not play(random_event, state, dice={"event": [DICE[4]]}, british={"frigate-lost/privateers": "frigate-1"}
                    ).events("admiralty_event")  # fmt: skip
    assert state.blocks["frigate-1"].at == "turn-7"  # privateers instead: two turns


def test_15_0_after_oct_iii_or_with_naples_lost_privateers_come_instead() -> None:
    for state in (sea(31), sea(5, invaded=["naples"])):
        event(state, 4, british={"frigate-lost/privateers": "frigate-2"})
        assert "naples" not in state.events
        assert state.blocks["frigate-2"] == Block(f"turn-{state.turn + 2}")


def test_15_0_cornwallis_falls_ill_first_and_comes_back_after_three_turns() -> None:
    state = sea(5)
    event(state, 5)
    assert state.admirals["cornwallis"].at == "turn-8"
    assert state.admirals["gardner"].at == "channel-fleet"
    play(back_from_sickness, state)
    assert state.admirals["cornwallis"].at == "turn-8"  # not yet
    state.turn = 8
    done = play(back_from_sickness, state, british={"returns/admiral": "portsmouth"})
    assert [note.to for note in done.notes if note.event == "admiral"] == ["british"]
    assert state.admirals["cornwallis"].at == "portsmouth"
    assert state.admirals["gardner"].at == "aside"


def test_15_0_the_second_time_missiessy_is_replaced_and_then_nobody() -> None:
    state = sea()
    event(state, 5)
    event(state, 5)
    assert state.admirals["missiessy"].at == "gone"
    assert state.admirals["allemand"].at == "rochefort-fleet"
    before = {name: officer.at for name, officer in state.admirals.items()}
    event(state, 5)
    assert {name: officer.at for name, officer in state.admirals.items()} == before


def test_15_0_royalist_spies_show_provisions_and_raid_markers() -> None:
    state = sea(chits={"brest": "may", "toulon": "may-not"}, raids={"malta": Raid(done=False)})
    done = event(state, 7)
    assert [(each["port"], each["chit"]) for each in done.events("provisions_shown")] == [
        ("brest", "may"), ("toulon", "may-not")]  # fmt: skip
    assert "Royalist spies: May Sortie lies at Brest." in [note.text for note in done.notes]
    assert not state.raids


def test_15_0_french_spies_see_every_ship_in_one_place() -> None:
    state = sea()
    done = event(state, 7, allied={"spies": "brest"})
    told = [note for note in done.notes if note.event == "spied"]
    assert [row[0] for row in told[0].facts["ships"]] == state.in_board_order(BRITISH_74S[:4])
    assert {note.to for note in told} == {"allied"}
    assert {note.to for note in done.notes if note.event == "spied_upon"} == {"british"}


def test_15_0_new_orders_draw_before_the_old_directive_goes_back() -> None:
    state = sea()
    done = event(state, 8)
    assert done.specs("directive") == ["draw:1of2"]
    assert state.directive == "naples"
    assert state.directives == ["bantry-bay", "malta"]


def test_15_0_intrigues_show_the_directive_until_a_new_one_is_drawn() -> None:
    state = sea()
    event(state, 10)
    assert state.directive_open
    event(state, 8)
    assert not state.directive_open


def test_15_0_fever() -> None:
    state = sea()
    event(state, 11)
    assert state.fever


@pytest.mark.parametrize("turn", [12, 24, 27, 31])
def test_15_1_the_calendar(turn: int) -> None:
    state = sea(turn)
    play(automatic_events, state)
    assert state.barham is (turn == 12)
    assert state.marched is (turn == 24)
    assert state.manpower.get("spanish", 0) == (2 if turn == 27 else 0)
    assert (state.admirals["rosily-mesros"].at != "aside") is False or turn == 31


def test_24_2_no_random_events_in_trafalgar() -> None:
    assert not play(random_event, sea(20, scenario="trafalgar")).rolls


# ------------------------------------------------------------------------------------------- told to whom


def told(fought: Fought, name: str) -> list[tuple[str, dict[str, Any]]]:
    return [(note.to, dict(note.facts)) for note in fought.notes if note.event == name]


def test_15_0_all_hear_which_event_it_is() -> None:
    assert told(event(sea(), 12), "random_event") == [("all", {"event": "sea-fencibles"})]


def test_15_0_a_nation_whose_marker_is_not_laid_begins_in_the_first_box() -> None:
    state = sea()
    state.manpower = {}
    event(state, 9)
    assert state.manpower["french"] == 1


def test_15_1_all_hear_that_napoleon_marches() -> None:
    fought = play(napoleon_marches, sea())
    assert told(fought, "marched") == [("all", {})]


@pytest.mark.parametrize(("turn", "threatened"), [(30, True), (31, False)])
def test_15_0_st_cyr_threatens_naples_until_oct_iii(turn: int, threatened: bool) -> None:
    state = sea(turn)
    fought = event(state, 4)
    assert ("naples" in state.events) is threatened
    if threatened:
        assert (state.events["naples"].open, state.events["naples"].due) == (True, 36)
        assert told(fought, "admiralty_event") == [("all", {"event": "naples", "due": 36})]


def test_15_0_privateers_take_the_last_frigate_by_default_and_all_see_it() -> None:
    state = sea(invaded=["naples"])
    state.blocks["frigate-3"] = Block("ferrol", "loose")
    fought = event(state, 4)
    assert state.blocks["frigate-3"].at == "turn-7"
    assert [(facts["was"], facts["now"]) for _, facts in told(fought, "sail")] == [("ferrol/loose", "")]
    assert told(fought, "frigate_away")[-1] == ("all", {"back": 7})


@pytest.mark.parametrize(("where", "lost"), [("rochefort-fleet", True), ("gone", False), ("aside", False)])
def test_15_0_the_second_illness_takes_missiessy_if_he_is_in_play(where: str, lost: bool) -> None:
    state = sea(illnesses=1)
    state.admirals["missiessy"].at = where
    assert bool(told(event(state, 5), "admiral_lost")) is lost


def test_15_0_the_third_illness_takes_nobody() -> None:
    assert not told(event(sea(illnesses=2), 5), "admiral_lost")


@pytest.mark.parametrize(("where", "ill"), [
    ("channel-fleet", True), ("gone", False), ("aside", False), ("turn-9", False),
])  # fmt: skip
def test_8_1_cornwallis_falls_ill_if_he_is_in_play_and_all_hear_until_when(where: str, ill: bool) -> None:
    state = sea()
    state.admirals["cornwallis"].at = where
    fought = event(state, 5)
    assert told(fought, "admiral_ill") == ([("all", {"admiral": "cornwallis", "back": 8})] if ill else [])


@pytest.mark.parametrize(("gardner", "after"), [("channel-fleet", "aside"), ("gone", "gone"), ("aside", "aside")])
def test_8_1_gardner_is_set_aside_as_cornwallis_returns_unless_he_is_lost(gardner: str, after: str) -> None:
    state = sea(8)
    officer = state.admirals["cornwallis"]
    officer.at, officer.back, state.admirals["gardner"].at = "turn-8", 8, gardner
    fought = play(back_from_sickness, state, british={"returns/admiral": "gibraltar"})
    assert (officer.at, officer.back, state.admirals["gardner"].at) == ("gibraltar", 0, after)
    options = next(each for each in fought.asked["british"] if each.topic == "returns/admiral").legal()
    assert "plymouth" in str(options)
    assert not any(port in str(options) for port in ("jamaica", "antigua", "brest"))


def test_15_0_spies_name_the_ships_or_say_that_there_is_none() -> None:
    for place, words in (("brest", "Impetueux"), ("ferrol", "no ship")):
        texts = [note.text for note in event(sea(), 7, allied={"spies": place}).notes if note.event == "spied"]
        assert words in texts[0]
        assert (texts[0].endswith(": no ship.")) is (words == "no ship")


def test_15_0_all_hear_of_the_fever() -> None:
    assert told(event(sea(), 11), "fever") == [("all", {"on": "yes"})]
