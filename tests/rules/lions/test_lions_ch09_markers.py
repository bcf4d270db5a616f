"""9.13: the action markers of an operation, and those played instead of one: what they need, and who hears of it."""

from __future__ import annotations

from typing import Any

import pytest
from rules.lions.lions_playing import (
    DEFAULT,
    FORT,
    REGIMENT,
    Answer,
    Note,
    asked,
    facts,
    hold,
    play,
    port,
    position,
    told,
)

from pbem.adjudicator.lions.rules.ch09_markers import lose_to_natives, may_press, restless_natives
from pbem.adjudicator.lions.rules.ch13_operations import operations_phase
from pbem.adjudicator.lions.state.state import State

LONDON, MADRAS, LISBON, TORTUGA = (port(name) for name in ("london", "madras", "lisbon", "tortuga"))
SHIP, OTHER, FLEET = "england-1st-1", "england-4th-1", "england-fleet-1"


def holding(marker: str, square: str = LONDON, **fields: Any) -> State:
    """An English ship, a Dutch one far away, and a marker in the English hand."""
    ships = {SHIP: square, "netherlands-4th-2": "T20", **fields.pop("ships", {})}
    state = position(ships=ships, **fields)
    hold(state, "england", marker)
    return state


def act(state: State, order: dict[str, Any], *answers: Answer) -> list[Note]:
    return play(operations_phase, state, "england", answers=[("13.1", order), *answers])[1]


def use(state: State, marker: str, *answers: Answer, **entry: str) -> list[Note]:
    return act(state, {"force": SHIP, "markers": [{"marker": marker, **entry}]}, *answers)


# ------------------------------------------------------------------------------------------- Press Gang


def test_9_13_press_gang_raises_a_class_that_is_left_to_raise() -> None:
    """All Dutch sixth-rates at sea: none is left; the English ones lie ready."""
    state = position()
    sixth = [name for name, ship in state.board.ships.items() if name.startswith("netherlands-6th")]
    full = position(ships=dict.fromkeys(sixth, "E7"))
    assert may_press(state, "netherlands", "6th")
    assert not may_press(full, "netherlands", "6th")
    assert may_press(full, "england", "6th")


def test_9_13_press_gang_of_a_single_point() -> None:
    state = holding("press-gang-1")
    use(state, "press-gang", ("9.13", 1), at="london", points="fort")
    assert state.land == {LONDON: {"england": {FORT: 1}}}


# ------------------------------------------------------------------------------------------- from hand to hand


@pytest.mark.parametrize("marker", ["coffee-house-chatter", "treachery"])
@pytest.mark.parametrize("victim", ["netherlands", "england", "nobody"])
def test_9_13_who_has_no_markers_cannot_be_robbed(marker: str, victim: str) -> None:
    """Another player with markers must be named; the marker stays in the hand."""
    state = holding(f"{marker}-1")
    assert told(use(state, marker, **{"from": victim}), "lapsed")
    assert state.hand["england"] == [f"{marker}-1"]


def test_9_13_chatter_takes_one_marker_of_several_and_leaves_the_pool() -> None:
    state = holding("coffee-house-chatter-1")
    hold(state, "netherlands", "bankers-1", "boatswain-1")
    use(state, "coffee-house-chatter", ("9.13", 1), **{"from": "netherlands"})
    assert state.hand == {"england": ["boatswain-1"], "netherlands": ["bankers-1", "coffee-house-chatter-1"]}
    assert "coffee-house-chatter-1" not in state.pool


def test_9_13_the_victim_learns_what_was_taken_and_all_how_much() -> None:
    state = holding("treachery-1")
    hold(state, "netherlands", "bankers-1", "boatswain-1", "rally-1")
    notes = use(state, "treachery", ("9.13", (0, 2)), **{"from": "netherlands"})
    assert [(note.to, note.facts["markers"]) for note in notes if note.event == "stolen"] == [
        ("netherlands", ["bankers-1", "rally-1"])]  # fmt: skip
    assert facts(notes, "theft") == [{"power": "england", "victim": "netherlands", "number": 2}]


def test_9_13_the_spy_is_played_and_treachery_undone_leaves_the_hand_whole() -> None:
    state = holding("spy-1")
    use(state, "spy", at="T20")
    assert state.hand["england"] == []
    state = holding("treachery-1")
    hold(state, "netherlands", "bankers-1", "boatswain-1", "spy-1")
    notes = use(state, "treachery", ("9.13", "yes"), **{"from": "netherlands"})
    assert (state.hand["england"], sorted(state.hand["netherlands"])) == ([], ["bankers-1", "boatswain-1"])
    assert facts(notes, "negated") == [{"power": "england", "marker": "treachery"}]


@pytest.mark.parametrize("ship", [SHIP, "netherlands-4th-2"])
def test_9_13_the_boatswain_repairs_a_damaged_ship_of_ones_own(ship: str) -> None:
    """Not a sound one, and not a damaged one of somebody else's."""
    state = holding("boatswain-1", ships={"netherlands-4th-2": "T20+1"})
    notes = use(state, "boatswain", ship=ship)
    assert told(notes, "lapsed") == ["Boatswain is not played: it is no damaged ship of yours."]
    assert state.hand["england"] == ["boatswain-1"]
    assert state.ships["netherlands-4th-2"].damage == 1


# ------------------------------------------------------------------------------------------- natives


def test_9_13_nobody_hears_who_is_asked_about_natives_or_what_they_may_cost() -> None:
    """Only holders of the marker are asked (9.2), and others see no points ashore (15.1)."""
    state = position(land={f"{MADRAS} netherlands": "3r 1f"})
    hold(state, "england", "natives-are-restless-1")
    questions = asked(restless_natives, state, answers=[("9.13", "netherlands"), ("9.13", 1), ("9.13", DEFAULT)])
    assert [(question.topic, question.discreet) for question in questions] == [
        ("play/natives-are-restless", True), ("losses/natives", True)]  # fmt: skip
    assert state.land == {MADRAS: {"netherlands": {REGIMENT: 2, FORT: 1}}}


def test_9_13_natives_take_one_point_at_a_time() -> None:
    state = position(land={f"{MADRAS} netherlands": "3f"})
    notes = play(lose_to_natives, state, "netherlands")[1]
    assert state.land == {MADRAS: {"netherlands": {FORT: 2}}}
    assert facts(notes, "land_lost") == [{"power": "netherlands", "square": MADRAS}]


# ------------------------------------------------------------------------------------------- instead of an operation


@pytest.mark.parametrize("place", ["london", "madras", "nowhere"])
def test_9_13_a_letter_of_marque_names_a_pirate_port(place: str) -> None:
    state = holding("letter-of-marque-1")
    assert told(act(state, {"letter_of_marque": {"port": place}}), "lapsed")
    assert state.hand["england"] == ["letter-of-marque-1"]


def test_25_10_a_letter_of_marque_raises_nobody_in_a_plundered_port_or_without_the_marker() -> None:
    state = holding("letter-of-marque-1", plundered=[TORTUGA])
    assert told(act(state, {"letter_of_marque": {"port": "tortuga"}}), "lapsed")
    state = holding("rally-1")
    assert told(act(state, {"letter_of_marque": {"port": "tortuga"}}), "lapsed")
    assert not state.ships_of("pirates")


def test_9_13_lords_of_six_weeks_are_played_when_the_fleet_is_formed() -> None:
    state = holding("lords-of-six-weeks-1", ships={OTHER: LONDON})
    act(state, {"lords": {"number": "1", "at": "london", "ships": [SHIP, OTHER]}})
    assert (state.hand["england"], state.fleet(FLEET)) == ([], [SHIP, OTHER])


@pytest.mark.parametrize(
    "ships",
    [{SHIP: MADRAS, OTHER: f"{LONDON}/{FLEET}"}, {SHIP: LONDON, OTHER: f"{MADRAS}/{FLEET}"},
     {SHIP: f"{LONDON}/england-fleet-2", OTHER: f"{LONDON}/{FLEET}"}],
)  # fmt: skip
def test_9_13_only_a_lone_ship_of_the_same_port_joins_a_fleet(ships: dict[str, str]) -> None:
    """Not one that lies elsewhere, not a fleet elsewhere, and not a ship of another fleet."""
    state = holding("lords-of-six-weeks-1", ships=ships)
    act(state, {"lords": {"number": "1", "at": "london", "ships": [SHIP]}})
    assert state.fleet(FLEET) == [OTHER]
    assert state.hand["england"] == ["lords-of-six-weeks-1"]


def test_9_13_diplomacy_is_played_whatever_its_die_says() -> None:
    state = holding("diplomacy-1", LISBON, leaders={"blake": SHIP})
    act(state, {"diplomacy": {"leader": "blake"}}, ("9.13", 4))
    assert state.hand["england"] == []


def test_9_13_driven_out_leaders_leave_with_the_ships_and_are_lost_without() -> None:
    """Tromp ashore embarks, Evertsen at Madras has no part in it; all hear who must leave."""
    dutch = {"netherlands-4th-1": LISBON, "netherlands-4th-3": MADRAS}
    state = holding("diplomacy-1", LISBON, ships=dutch, leaders={"blake": SHIP, "tromp": LISBON, "de-ruyter": MADRAS})
    way = next(square for square in state.board.neighbours(LISBON) if not state.board.is_coastal(square))
    notes = act(state, {"diplomacy": {"leader": "blake"}}, ("9.13", 3), ("9.13", way))
    assert (state.leaders["tromp"].at, state.leaders["tromp"].aboard) == (way, "netherlands-4th-1")
    assert (state.leaders["de-ruyter"].at, state.leaders["de-ruyter"].aboard) == (MADRAS, "")
    assert facts(notes, "expelled") == [{"power": "netherlands", "square": LISBON}]
    state = holding("diplomacy-1", LISBON, leaders={"blake": SHIP, "tromp": LISBON})
    state.put_ashore(LISBON, "netherlands", REGIMENT, 1)
    act(state, {"diplomacy": {"leader": "blake"}}, ("9.13", 3))
    assert "tromp" not in state.leaders
    assert LISBON not in state.land


def test_9_13_diplomacy_works_in_a_european_port_too() -> None:
    """A potentate or European port, and not a home port."""
    danzig = port("danzig")
    state = holding("diplomacy-1", danzig, ships={"netherlands-4th-1": danzig}, leaders={"blake": SHIP})
    act(state, {"diplomacy": {"leader": "blake"}}, ("9.13", 3), ("9.13", DEFAULT))
    assert state.ships["netherlands-4th-1"].at != danzig
