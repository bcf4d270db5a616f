"""What a seat may not know changes no byte of its view, report or chart; and what it must know does (design, 4.3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
from rules.yellowjack.yellowjack_views import BOARD, at_sea, besieged, reading, set_up, story, told

from pbem.adjudicator.reports.report_page import page_of, report_of
from pbem.adjudicator.yellowjack.reports.chart import chart
from pbem.adjudicator.yellowjack.reports.report import contents
from pbem.adjudicator.yellowjack.state.eyes import eyes
from pbem.adjudicator.yellowjack.state.pieces import Ended
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import BOURBON, BRITISH, OFF_MAP, SEATS, other
from pbem.adjudicator.yellowjack.view.view import glance, seen_state, view
from pbem.chart import svg

Change = Callable[[State], None]
Made = Callable[[], State]


def rendered(state: State, seat: str | None) -> tuple[str, str, str]:
    """The report as text, the page's data, and the map."""
    read = reading(state, seat, story())
    page = page_of(read, {"drawn": False}, contents, chart)
    return report_of("yellowjack", read, contents), repr(page), svg.standalone(chart(read))


def twins(made: Made, change: Change) -> tuple[State, State]:
    """The same position, as it is and changed."""
    plain, changed = made(), made()
    change(changed)
    changed.settle()
    return plain, changed


def same_for(seat: str | None, made: Made, change: Change) -> None:
    """Changing what is hidden leaves the view as it was, down to the order of its keys, and all that is made of it."""
    plain, changed = twins(made, change)
    assert plain.to_plain() != changed.to_plain(), "nothing was changed"
    assert repr(told(changed, seat)) == repr(told(plain, seat))
    assert rendered(changed, seat) == rendered(plain, seat)


def differs_for(seat: str | None, made: Made, change: Change) -> None:
    """What must be seen is seen."""
    plain, changed = twins(made, change)
    assert told(changed, seat) != told(plain, seat)


def damaged(state: State) -> None:
    """Damage on a Squadron at sea, on one in port."""
    state.squadrons["j1"].dp = 9
    state.squadrons["jf1"].dp = 4


def smaller(state: State) -> None:
    """Sail moved out of an Unspotted marker's Squadron."""
    state.squadrons["j2"].sail = {"sol": 2}


def fewer(state: State) -> None:
    """An Unspotted Flag has lost a whole Squadron to a Harbour (30: what it counts for)."""
    state.lay_up("j3", "port-royal-jamaica")


def unled(state: State) -> None:
    """Leaders posted otherwise."""
    state.leaders["vernon"].posts, state.leaders["brown"].posts = ["british-fleet", "br-flag-j1"], ["br-flag-j2"]


def emptied(state: State) -> None:
    """The Expedition leaves its Marines at home, off the map."""
    state.units["fleet-marines-a"].at = OFF_MAP


def retargeted(state: State) -> None:
    """Another target, and another destination."""
    state.orders["j-aao"].targets = ["cartagena-de-indias"]
    state.convoys["br-troops-1"].destination = "cartagena-de-indias"


def rehanded(state: State) -> None:
    """Another hand, another pool."""
    state.hand[BRITISH], state.pool[BRITISH] = ["j-show"], ["j-cruise-main", "j-blockade-cartagena"]


def unordered(state: State) -> None:
    """No Order is with Brown's marker, and another plan."""
    state.plans["br-flag-j1"] = {"then": [{"to": "tolu"}]}


def boxed(state: State) -> None:
    """An Order Fulfilled in this phase, not yet told (21)."""
    state.ended.append(Ended(BRITISH, "j-cruise-main", True, state.date, "R9.13"))


def merged(state: State) -> None:
    """A lone Squadron laid up in the Harbour instead of Fitting Out there."""
    state.remove("jf1")
    state.lay_up("jf1", "port-royal-jamaica")


def noted(state: State) -> None:
    """What the British themselves have Spotted."""
    state.known[BRITISH].markers.pop("z-01")


def beaten(state: State) -> None:
    """MPs spent and worked off, nights let pass, a stay in a Zone."""
    one = state.formations["br-flag-j2"]
    one.mps, one.stays, one.came_from, one.toward, one.let_pass = 3, 2, "s40", "s53", 2


def repaired(state: State) -> None:
    """Repairs used and stores aboard."""
    state.ports["port-royal-jamaica"].repairs, state.ports["port-royal-jamaica"].stores = 2, 4


HIDDEN: Mapping[str, Change] = {
    "1, 30 damage": damaged, "3 Sail of an Unspotted marker": smaller, "30 Squadrons of an Unspotted marker": fewer,
    "Leaders": unled, "cargo": emptied, "targets and destinations": retargeted, "hand and pool": rehanded,
    "plans": unordered, "21 boxes within a phase": boxed, "3 states in a Harbour": merged,
    "what the other side has Spotted": noted, "27 pace and stays": beaten, "3 repairs and stores": repaired,
}  # fmt: skip


@pytest.mark.parametrize("what", HIDDEN)
def test_hidden_matters_of_the_british_change_no_byte_for_others(what: str) -> None:
    for seat in (BOURBON, None):
        same_for(seat, at_sea, HIDDEN[what])
    differs_for(BRITISH, at_sea, HIDDEN[what])


def lighter(state: State) -> None:
    """An Unspotted Company Detachment is one Squadron of two."""
    state.lay_up("gf1", "la-guaira")


def dispatched(state: State) -> None:
    """The Virrey and his men."""
    state.personages["virrey-nueva-granada"].at = "porto-bello"


def crowded(state: State) -> None:
    """Two Units in a Port instead of one: that some are there is open, and no more."""
    state.units["milicia-cartagena"].at = OFF_MAP


@pytest.mark.parametrize("change", [lighter, dispatched, crowded], ids=lambda each: str(each.__name__))
def test_hidden_matters_of_the_bourbon_side_change_no_byte_for_others(change: Change) -> None:
    for seat in (BRITISH, None):
        same_for(seat, at_sea, change)
    differs_for(BOURBON, at_sea, change)


def test_r7_1_two_unspotted_markers_swapped_look_the_same_to_the_enemy() -> None:
    def swapped(state: State) -> None:
        one, two = state.formations["br-flag-j1"], state.formations["br-flag-j2"]
        one.at, two.at = two.at, one.at
        one.marker, two.marker = two.marker, one.marker
        state.plans = {}

    def planless() -> State:
        state = at_sea()
        state.plans = {}
        return state

    same_for(BOURBON, planless, swapped)
    same_for(None, planless, swapped)
    differs_for(BRITISH, planless, swapped)


def test_r7_1_a_spotted_marker_shows_nation_kind_and_squadrons_to_its_enemy_alone() -> None:
    seen = told(at_sea(), BRITISH)["markers"]
    assert seen["z-01"]["seen"]["kind"] == "flag"  # type: ignore[index]
    assert seen["z-02"]["seen"] is None  # type: ignore[index]
    public = told(at_sea(), None)["markers"]
    assert [each["seen"] for each in public.values()] == [None] * 4  # type: ignore[attr-defined]


def test_r1_9_units_of_a_port_are_open_while_both_sides_are_there() -> None:
    assert "fijo-panama" not in told(at_sea(), BRITISH)["units"]  # type: ignore[operator]
    assert "fijo-panama" in told(besieged(), BRITISH)["units"]  # type: ignore[operator]
    assert {"fleet-marines-a", "fijo-panama"} <= set(told(besieged(), None)["units"])  # type: ignore[call-overload]


def test_28_that_units_are_in_a_port_is_open_and_goes_out_of_sight_with_the_last() -> None:
    state = set_up()
    assert view(state, BRITISH)["ports"]["cartagena-de-indias"]["units"]
    for unit in ("fijo-cartagena", "milicia-cartagena"):
        state.units[unit].at = OFF_MAP
    assert not view(state, BRITISH)["ports"]["cartagena-de-indias"]["units"]


def test_r2_4_ships_at_anchor_are_open_at_a_minor_port_and_hidden_in_a_harbour() -> None:
    state = set_up()
    assert view(state, BRITISH)["ports"]["cartagena-de-indias"]["ships"] == []
    state.formations["sp-flag-k"].at = "santa-marta"
    assert view(state, BRITISH)["ports"]["santa-marta"]["ships"] == [BOURBON]


def test_r3_15_ready_sail_in_a_besieged_harbour_is_open() -> None:
    state = besieged()
    one = state.formations["sp-flag-k"]
    one.at, one.inside, one.marker, one.blockades = "porto-bello", True, "", ""
    assert view(state, BRITISH)["sieges"]["porto-bello"]["within"] == {"sol": 2, "sol-d": 1}


def test_21_boxes_of_the_other_side_are_those_that_were_last_told() -> None:
    state = at_sea()
    state.ended.append(Ended(BRITISH, "j-cruise-main", True, state.date, "R9.13"))
    assert view(state, BRITISH)["boxes"][BRITISH] == [1, 0]
    assert view(state, BOURBON)["boxes"][BRITISH] == [0, 0]
    state.told_boxes[BRITISH] = [1, 0]
    assert view(state, BOURBON)["boxes"][BRITISH] == [1, 0]


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("made", [set_up, at_sea, besieged], ids=lambda each: str(each.__name__))
def test_conditions_look_at_the_picture_that_the_view_contains(made: Made, seat: str) -> None:
    state = made()
    assert view(state, seat)["sea"] == eyes(state, seat)
    assert {name: glance(state, seat)[name] for name in ("sea", "markers")} == {
        name: view(state, seat)[name] for name in ("sea", "markers")
    }


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("made", [set_up, at_sea, besieged], ids=lambda each: str(each.__name__))
def test_a_position_made_of_a_view_has_the_readers_own_and_nothing_else_of_the_enemy(made: Made, seat: str) -> None:
    state = made()
    seen = seen_state(BOARD, told(state, seat) | {"house": {}})
    for name in ("squadrons", "formations", "convoys", "hand", "orders", "plans", "leaders"):
        assert view(seen, seat)[name] == view(state, seat)[name], name
    foe = [name for name in seen.formations if seen.side_of(name) != seat]
    assert sorted(foe) == sorted(told(state, seat)["markers"])  # type: ignore[call-overload]
    assert all(not seen.formations[name].squadrons for name in foe)
    assert seen.hand[other(seat)] == []


def test_the_end_of_a_game_names_the_orders_of_both_sides() -> None:
    state = at_sea()
    state.history.append(Ended(BRITISH, "j-cruise-main", True, state.date, "R9.13"))
    state.ended.append(Ended(BOURBON, "k-show", False, state.date, "R9.14"))
    for seat in (*SEATS, None):
        assert view(state, seat)["opened"] == []
    state.over = True
    for seat in (*SEATS, None):
        assert [each["what"] for each in view(state, seat)["opened"]] == ["j-cruise-main", "k-show"]
        said = " ".join(rendered(state, seat)[0].split())
        assert "Turn 13 of 1739 British Fulfilled Cruise: Spanish Main" in said


def test_the_end_of_a_game_opens_the_boxes() -> None:
    state = at_sea()
    state.ended.append(Ended(BRITISH, "j-cruise-main", True, state.date, "R9.13"))
    state.over = True
    assert view(state, BOURBON)["boxes"][BRITISH] == [1, 0]
