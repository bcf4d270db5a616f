"""7.3: transport."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from rules.jenkins.playing import Answer, fallen, play, position, told
from rules.jenkins.sailing import movement, sail

from pbem.adjudicator.jenkins.board.board import load_board
from pbem.adjudicator.jenkins.rules.ch07_transport import land_the_waiting, why_no_room
from pbem.adjudicator.jenkins.rules.ch09_combat import combat_step
from pbem.adjudicator.jenkins.state.state import ENGLISH, SPANISH

PORT_ROYAL = "2719"
HEALTHY: Answer = ("7.5", 2)


def aboard(ship: str, *cargo: str) -> str:
    """Why the last of these cannot join the others aboard; empty if she can."""
    *before, last = cargo
    state = position({PORT_ROYAL: [ship, *(f"{name} > {ship}" for name in before), last]})
    return why_no_room(state, state.board.counters[last], ship)


def embarking(ship: str, *cargo: str, at: str = PORT_ROYAL) -> dict[str, str]:
    """Who is aboard after sailing with these."""
    state = position({at: [ship, *cargo]})
    plan = [{"counter": name, "on": ship} for name in cargo]
    goal = state.board.naval_neighbours(at)[0]
    movement(state, ENGLISH, sail([ship], goal, embark=plan))
    return state.aboard


# ------------------------------------------------------------------------------------------- who carries whom


def test_7_3_any_ship_takes_one_land_counter_with_an_anchor() -> None:
    """And no second one (7.3)."""
    assert aboard("boyne", "soldiers-e1") == ""
    assert aboard("frigate-e1", "supplies-e1") == ""
    assert "one land counter only" in aboard("boyne", "soldiers-e1", "supplies-e1")


def test_7_3_the_example_of_a_merchant_with_five_different_passengers() -> None:
    """Soldiers, supplies, deception, cannons and a leader together (7.3 example)."""
    assert aboard("merchant-e1", "soldiers-e1", "supplies-e1", "deception-e1", "cannons-e6", "ogle") == ""


@pytest.mark.parametrize(
    "pair", [("supplies-e1", "supplies-e2"), ("ogle", "vernon"), ("ogle", "cathcart"), ("deception-e1", "deception-e2"),
             ("cannons-e6", "cannons-e7")])  # fmt: skip
def test_7_3_no_two_identical_aboard_one_merchant(pair: tuple[str, str]) -> None:
    """Not even two leaders (7.3 exception)."""
    assert "identical" in aboard("merchant-e1", *pair)


def test_7_3_reading_soldiers_are_identical_to_soldiers_of_any_value_and_not_to_marines() -> None:
    """Identical is what bears the same name."""
    assert "identical" in aboard("merchant-e1", "soldiers-e1", "soldiers-e2")
    assert aboard("merchant-e1", "soldiers-e1", "marines-e1", "americans-e1") == ""


def test_7_3_two_merchants_may_each_take_one_of_a_kind() -> None:
    """The exception is for the same merchant counter (7.3)."""
    state = position({PORT_ROYAL: ["merchant-e1", "supplies-e1 > merchant-e1", "merchant-e2", "supplies-e2"]})
    assert why_no_room(state, state.board.counters["supplies-e2"], "merchant-e2") == ""


@pytest.mark.parametrize("ship", ["fire-ship-e1", "bomb-ship-e1"])
def test_7_3_fire_and_bomb_ships_take_no_land_counter_but_a_leader(ship: str) -> None:
    """They cannot transport land counters (7.3); a leader embarks on any naval counter (7.1, 11.3)."""
    assert "a leader only" in aboard(ship, "soldiers-e1")
    assert aboard(ship, "ogle") == ""
    assert "one land counter only" in aboard(ship, "ogle", "cathcart")


@pytest.mark.parametrize("name", ["cannons-e1", "cannons-e2"])
def test_7_3_what_has_no_anchor_is_not_transported(name: str) -> None:
    """Most cannons are fortifications (7.1, 7.3, 11.5)."""
    assert "no anchor" in aboard("merchant-e1", name)


def test_7_1_reading_every_ship_may_transport_not_merchants_only() -> None:
    """7.1 says merchants only, 7.3 gives each other ship one: the rule on transport prevails."""
    assert embarking("boyne", "soldiers-e1") == {"soldiers-e1": "boyne"}


def test_7_1_leaders_embark_on_any_kind_of_naval_counter() -> None:
    """Merchants, ships of the line, frigates, fire and bomb ships (7.1)."""
    for ship in ("merchant-e1", "boyne", "frigate-e1", "fire-ship-e1", "bomb-ship-e1"):
        assert aboard(ship, "ogle") == ""


def test_7_1_no_ship_is_transported() -> None:
    """Naval counters are never cargo (7.1)."""
    assert not any(counter.anchor for counter in load_board().counters.values() if counter.is_naval)


# ------------------------------------------------------------------------------------------- embarking


def test_7_3_troops_embark_in_the_seaport_hex_where_ship_and_troops_are() -> None:
    """Stacked directly atop their ship (7.3, 4.1)."""
    state = position({PORT_ROYAL: ["boyne", "cornwall", "soldiers-e1"]})
    movement(state, ENGLISH, sail(["boyne", "cornwall"], "2720", embark=[{"counter": "soldiers-e1", "on": "cornwall"}]))
    assert state.stack("2720", ENGLISH) == ["boyne", "soldiers-e1", "cornwall"]


def test_7_3_a_ship_may_pick_them_up_in_a_seaport_she_enters_on_her_way() -> None:
    """In, or enters (7.3)."""
    state = position({"2720": ["boyne"], PORT_ROYAL: ["soldiers-e1"]})
    plan = [{"counter": "soldiers-e1", "on": "boyne", "at": "port-royal"}]
    movement(state, ENGLISH, sail(["boyne"], PORT_ROYAL, "2718", embark=plan))
    assert state.hex_of("soldiers-e1") == "2718"


def test_7_3_no_embarking_on_an_open_coast() -> None:
    """A seaport hex it must be (7.3)."""
    state = position({"2209": ["boyne", "soldiers-e1"]})
    plan = [{"counter": "soldiers-e1", "on": "boyne"}]
    notes = movement(state, ENGLISH, sail(["boyne"], "2310", embark=plan))
    assert state.aboard == {}
    assert "seaport hexes only" in told(notes, "lapsed")[0]


def test_7_3_who_cannot_embark_stays_and_the_ship_sails() -> None:
    """The owner is told; the move goes on."""
    state = position({PORT_ROYAL: ["boyne", "soldiers-e1", "cannons-e2"]})
    plan = [{"counter": name, "on": "boyne"} for name in ("cannons-e2", "soldiers-e1")]
    notes = movement(state, ENGLISH, sail(["boyne"], "2720", embark=plan))
    assert told(notes, "lapsed") == ["Cannons 7 (e2) is not embarked: it has no anchor, and cannot be transported."]
    assert state.aboard == {"soldiers-e1": "boyne"}


def test_7_3_nobody_embarks_on_a_ship_that_does_not_sail_in_the_move() -> None:
    """Name the ship among those that sail."""
    state = position({PORT_ROYAL: ["boyne", "cornwall", "soldiers-e1"]})
    notes = movement(state, ENGLISH, sail(["boyne"], "2720", embark=[{"counter": "soldiers-e1", "on": "cornwall"}]))
    assert "does not sail in this move" in told(notes, "lapsed")[0]


def test_7_5_embarking_brings_no_disease() -> None:
    """Not susceptible when embarking (7.5)."""
    assert embarking("boyne", "soldiers-e1")


# ------------------------------------------------------------------------------------------- debarking


def test_7_3_troops_debark_where_their_ship_has_ended_her_movement() -> None:
    """Onto a coastal hex (7.3), with the disease die of a landing there (7.5)."""
    state = position({"2309": ["boyne", "soldiers-e1 > boyne"]})
    notes = movement(state, ENGLISH, sail(["boyne"], "2209", debark="all"), HEALTHY, sail(["boyne"], "2310"))
    assert state.land("2209", ENGLISH) == ["soldiers-e1"]
    assert state.hex_of("boyne") == "2209"
    assert "has moved this step" in told(notes, "lapsed")[0]


def test_7_3_onto_a_seaport_without_disease() -> None:
    """Curacao, undefended, is captured at once (7.3, 7.5, 7.6)."""
    state = position({"3422": ["boyne", "soldiers-e1 > boyne"]})
    movement(state, ENGLISH, sail(["boyne"], "curacao", debark="all"))
    assert state.is_friendly_port("3423", ENGLISH)


def test_7_3_some_may_stay_aboard() -> None:
    """Only those named go (7.3)."""
    state = position({"3422": ["merchant-e1", "soldiers-e1 > merchant-e1", "supplies-e1 > merchant-e1"]})
    movement(state, ENGLISH, sail(["merchant-e1"], "curacao", debark=["soldiers-e1"]))
    assert state.aboard == {"supplies-e1": "merchant-e1"}


def test_7_3_a_ship_may_stay_where_she_is_and_land_her_troops() -> None:
    """Her movement has ended before it began (7.3)."""
    state = position({PORT_ROYAL: ["boyne", "soldiers-e1 > boyne"]})
    movement(state, ENGLISH, sail(["boyne"], debark="all"))
    assert state.land(PORT_ROYAL, ENGLISH) == ["soldiers-e1"]


def test_7_3_nobody_debarks_at_sea() -> None:
    """Land counters never enter an all-sea hex but aboard (7.3, 4.0)."""
    state = position({PORT_ROYAL: ["boyne", "soldiers-e1 > boyne"]})
    notes = movement(state, ENGLISH, sail(["boyne"], "2720", debark="all"))
    assert state.aboard == {"soldiers-e1": "boyne"}
    assert told(notes, "lapsed") == ["Nobody debarks at 2720: there is no land."]


def test_7_3_a_landing_is_meant_for_the_end_of_the_path() -> None:
    """Intercepted on the way, nobody goes ashore on some other coast."""
    state = position({"2719": ["boyne", "soldiers-e1 > boyne"]}, {"2919": ["galicia"]})
    notes = movement(state, ENGLISH, sail(["boyne"], "2818", "2918", "3018", debark="all"), ("7.2", ["galicia"]),
                     ("7.2", 1))  # fmt: skip
    assert state.met == {"2818": SPANISH}
    assert state.landing == {}
    assert told(notes, "lapsed") == ["Nobody debarks at 2818: the landing was to be at 3018."]


def havana(
    english: Sequence[str], *answers: Answer, spanish: Sequence[str] = ("galicia", "soldiers-s1")
) -> tuple[list[str], dict[str, list[str]]]:
    """An English fleet, off Havana at 2214, sails in to land; then the Combat Step."""
    state = position({"2214": [*english]}, {"2114": [*spanish]})
    ships = [name for name in english if ">" not in name]
    notes = movement(state, ENGLISH, sail(ships, "havana", debark="all"), *answers[:1])
    waiting = {place: list(names) for place, names in state.landing.items()}
    notes += play(combat_step, state, ENGLISH, answers=answers[1:])[1]
    return fallen(notes), waiting


def test_7_3_with_enemy_ships_in_the_hex_the_naval_combat_comes_first() -> None:
    """The landing waits, and comes about if the ships are still there (7.3)."""
    naval: list[Answer] = [("9.1", 1), ("9.1", 6), ("9.3", 6)]
    lost, waiting = havana(["boyne", "soldiers-e1 > boyne"], ("7.2", 1), *naval, ("9.2", 6), ("9.2", "2115"), HEALTHY,
                           spanish=["frigate-s1", "soldiers-s1"])  # fmt: skip
    assert waiting == {"2114": ["soldiers-e1"]}
    assert lost == ["frigate-s1"]


def test_7_3_troops_sink_with_their_ship_before_they_can_debark() -> None:
    """The naval combat may sink the transport (7.3)."""
    lost, waiting = havana(["boyne", "soldiers-e1 > boyne"], ("7.2", 1), ("9.1", 6), ("9.1", 1))
    assert waiting == {"2114": ["soldiers-e1"]}
    assert lost == ["boyne", "soldiers-e1"]


def test_7_3_reading_where_the_enemy_was_missed_they_land_in_the_combat_step() -> None:
    """No naval combat is due; what must come first is nothing, and the landing follows."""
    state = position({"2214": ["boyne", "soldiers-e1 > boyne"]}, {"2114": ["galicia"]})
    movement(state, ENGLISH, sail(["boyne"], "havana", debark="all"), ("7.2", 6))
    assert state.landing == {"2114": ["soldiers-e1"]}
    play(combat_step, state, ENGLISH)
    assert state.land("2114", ENGLISH) == ["soldiers-e1"]
    assert state.is_friendly_port("2114", ENGLISH)


def test_7_3_an_intercepted_fleet_lands_after_the_combat_if_it_was_where_it_meant_to_land() -> None:
    """Enemy ships in the hex delay the landing; they do not cancel it (7.3)."""
    state = position({"2213": ["boyne", "soldiers-e1 > boyne"]}, {"2014": ["galicia"], "2114": ["soldiers-s1"]})
    notes = movement(state, ENGLISH, sail(["boyne"], "havana", debark="all"), ("7.2", ["galicia"]), ("7.2", 1))
    assert state.met == {"2114": SPANISH}
    assert state.landing == {"2114": ["soldiers-e1"]}
    assert told(notes, "landing") == ["The landing at Havana (2114) waits for the Combat Step."]


def test_7_3_enemy_troops_do_not_delay_a_landing() -> None:
    """Only enemy naval counters do; land combat follows (7.3, 9.2)."""
    state = position({"2214": ["boyne", "soldiers-e1 > boyne"]}, {"2114": ["soldiers-s1"]})
    movement(state, ENGLISH, sail(["boyne"], "havana", debark="all"))
    assert state.ashore == {"2114": ENGLISH}


def test_7_3_the_owner_hears_who_is_put_ashore_and_that_a_landing_came_to_nothing() -> None:
    """Nobody else hears who they are; where no landing waited nothing is told."""
    state = position({"3118": ["boyne", "soldiers-e1 > boyne"]})
    notes = play(land_the_waiting, state, ENGLISH, "3118")[1]
    assert notes == []
    state.landing = {"3118": ["soldiers-e1"]}
    notes = play(land_the_waiting, state, ENGLISH, "3118", answers=[("7.5", 2)])[1]
    assert [note.to for note in notes if note.event == "put_ashore"] == [ENGLISH]
    state = position({"3117": ["boyne", "soldiers-e1 > boyne"]}, landing={"3118": ["soldiers-e1"]})
    notes = play(land_the_waiting, state, ENGLISH, "3118")[1]
    assert told(notes, "lapsed") == ["Nobody lands at 3118: no transport is left there."]
