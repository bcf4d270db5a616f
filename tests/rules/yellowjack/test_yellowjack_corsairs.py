"""2.4 and 2.247, Corsairs: where they begin, who rouses Pirates, changes of zone, sweeps."""

from __future__ import annotations

import pytest
from rules.yellowjack.yellowjack_craft import BOARD, JAMAICA, station, waters
from rules.yellowjack.yellowjack_fights import Turns, play
from rules.yellowjack.yellowjack_sea import put
from rules.yellowjack.yellowjack_stages import begun, played

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.yellowjack.base.tasks import may_rouse, read_deed, tasks, why_not_task
from pbem.adjudicator.yellowjack.ch2.corsairs import place_corsairs, rebase, sweeps
from pbem.adjudicator.yellowjack.match import YellowJackMatch
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import AVAILABLE, RECOVERY
from pbem.adjudicator.yellowjack.turn.gathered import ruling_of
from pbem.adjudicator.yellowjack.view.view import view

OURS = ruling_of()


def moved(state: State, name: str) -> str:
    state.formations[name].moved = True
    return name


# -------------------------------------------------------------------------------------------- the start


def test_2_41_the_scenario_of_1739_has_corsairs_and_the_learning_one_has_none() -> None:
    match = YellowJackMatch.lay_out("1739", {}, None)
    played(match)
    counters = BOARD.craft.counters
    mine = {name: counters[name].contingent for name in match.state.auxiliaries if counters[name].corsair}
    assert {word: list(mine.values()).count(word) for word in ("british", "spanish", "pirate")} == {
        "british": 4, "spanish": 7, "pirate": 4}  # fmt: skip
    learning = begun()
    played(learning)
    assert learning.state.auxiliaries == {}


def test_2_411_every_corsair_acts_as_a_fleet_auxiliary_a_galley_among_them_too() -> None:
    state = waters(("priv-trelawny", ""))
    put(state, "sp-det-k1", JAMAICA, {"k1": 3}, kind="detachment")
    said = Turns([{"aux": "priv-trelawny", "task": "search", "target": "z-01"}, {}])
    play(tasks, state, OURS, british={"tasks": said}, dice={"search": [5]})
    assert state.formations["sp-det-k1"].spotted


def test_2_412_privateers_belong_to_a_fleet_and_pirates_to_nobody() -> None:
    state = waters(("gc-mona", ""), ("pirate-mona", ""))
    assert list(view(state, "bourbon")["auxiliaries"]) == ["gc-mona"]
    for seat in ("british", "bourbon", None):
        assert list(view(state, seat)["pirates"]["lie"]) == ["pirate-mona"]
    assert "gc-mona" not in str(view(state, "british"))


def test_2_423_privateers_at_their_owners_wish_and_pirates_each_in_its_zone() -> None:
    state = waters()
    said = [{"corsair": "priv-mosquito", "rebase": "cz-bay-islands"}, {"corsair": "priv-caesar", "rebase": "cz-mona"}]
    fought = play(place_corsairs, state, british={"privateers": said})
    assert len(fought.events("privateer", "british")) == 4
    assert len(fought.events("privateer", "bourbon")) == 7
    assert state.auxiliaries["priv-mosquito"].at == "cz-bay-islands"
    assert state.auxiliaries["priv-caesar"].at == "cz-new-providence"
    assert len([name for name in state.auxiliaries if name.startswith("priv-")]) == 4
    for pirate in ("pirate-providence", "pirate-tortuga", "pirate-mosquito", "pirate-grenadines"):
        assert state.auxiliaries[pirate].at == BOARD.craft.counters[pirate].zone


@pytest.mark.parametrize(("corsair", "zone", "ok"), [
    ("gc-fandino", "cz-mona", True), ("gc-fandino", "cz-jamaica", False), ("gc-mona", "cz-florida", False),
])  # fmt: skip
def test_2_424_only_those_of_unlimited_range_change_their_zone_to_one_of_their_flag(
    corsair: str, zone: str, ok: bool
) -> None:
    state = waters((corsair, ""))
    play(rebase, state, bourbon={"privateers": [{"corsair": corsair, "rebase": zone}]})
    assert (state.auxiliaries[corsair].at == zone) is ok
    assert (state.auxiliaries[corsair].zone == zone) is ok


# -------------------------------------------------------------------------------------------- Pirates


def test_2_43_privateers_are_sent_by_their_owner_as_other_auxiliaries_are() -> None:
    state = waters(("gc-mona", ""))
    put(state, "br-troops-1", "aguada")
    said = Turns([{"aux": "gc-mona", "task": "convoy_attack", "target": "b-01"}, {}])
    play(tasks, state, OURS, bourbon={"tasks": said}, dice={"convoy-attack": [3]})
    assert state.convoys["br-troops-1"].dp_enemy == 2
    assert state.auxiliaries["gc-mona"].at == RECOVERY


def test_2_431_the_sides_rouse_pirates_by_turns() -> None:
    state = waters(("pirate-mona", ""), ("pirate-virgins", ""))
    put(state, "br-troops-1", "aguada")
    assert may_rouse(state, "british")
    assert may_rouse(state, "bourbon")
    wish = {"pirate": "pirate-mona", "task": "convoy_attack", "target": "b-01"}
    fought = play(tasks, state, OURS, bourbon={"pirates": Turns([wish, {}])}, dice={"convoy-attack": [9]})
    assert state.pirate_turn == "british"
    assert not may_rouse(state, "bourbon")
    assert fought.topics("bourbon") == ["pirates"]
    assert fought.topics("british") == ["pirates", "pirates"]


def test_2_431_who_both_want_the_very_first_throw_high_goes_first() -> None:
    state = waters(("pirate-mona", ""), ("pirate-virgins", ""))
    put(state, "br-troops-1", "aguada")
    put(state, "sp-troops-1", "tortola")
    british = Turns([{"pirate": "pirate-virgins", "task": "convoy_attack", "target": "z-01"}, {}])
    bourbon = Turns([{"pirate": "pirate-mona", "task": "convoy_attack", "target": "b-01"}, {}])
    dice = {"pirate-first/british": [3], "pirate-first/bourbon": [7], "convoy-attack": [9]}
    play(tasks, state, OURS, british={"pirates": british}, bourbon={"pirates": bourbon}, dice=dice)
    assert state.auxiliaries["pirate-mona"].at == RECOVERY
    assert state.auxiliaries["pirate-virgins"].at == "cz-virgins"
    assert state.pirate_turn == "british"


def test_2_431_a_pirate_preys_on_the_enemy_of_who_rouses_it() -> None:
    state = waters(("pirate-mona", ""))
    put(state, "br-troops-1", "aguada")
    own = read_deed(state, OURS, "british", {"pirate": "pirate-mona", "task": "convoy_attack", "target": "b-01"},
                    pirate=True)  # fmt: skip
    assert own[0] is None


def test_2_46_a_pirate_of_unlimited_range_changes_its_zone_in_place_of_a_task() -> None:
    state = waters(("pirate-tortuga", ""))
    wish = {"pirate": "pirate-tortuga", "task": "rebase", "to": "cz-darien"}
    play(tasks, state, OURS, bourbon={"pirates": Turns([wish, {}])})
    assert state.auxiliaries["pirate-tortuga"].at == "cz-darien"
    assert state.pirate_turn == "british"
    assert read_deed(state, OURS, "british", wish, pirate=True)[0] is None  # once an Impulse
    assert why_not_task(state, "pirate-tortuga", "rebase") == ""


# -------------------------------------------------------------------------------------------- sweeps


def test_2_45_a_flotilla_that_comes_to_the_origin_sweeps_the_zone() -> None:
    state = waters(("gc-mona", ""), ("pirate-mona", ""))
    put(state, "br-flag-l", "aguada", {"l1": 4})
    moved(state, "br-flag-l")
    sweeps(Table(), state, OURS)
    assert {one.at for one in state.auxiliaries.values()} == {RECOVERY}
    assert state.boxes("british") == (1, 0)


def test_2_451_all_corsairs_of_the_zone_go_to_recovery_and_only_a_flotilla_that_enters_does_it() -> None:
    state = waters(("gc-mona", ""))
    put(state, "lf1", "aguada", {"lf1": 1})
    moved(state, "lf1")
    put(state, "br-flag-l", "aguada", {"l1": 4})
    sweeps(Table(), state, OURS)
    assert state.auxiliaries["gc-mona"].at == "cz-mona"


def test_2_452_nobody_sweeps_a_zone_with_a_corsair_of_its_own() -> None:
    state = waters(("priv-virgin-rover", ""), ("pirate-virgins", ""))
    put(state, "br-flag-l", "tortola", {"l1": 4})
    moved(state, "br-flag-l")
    sweeps(Table(), state, OURS)
    assert state.auxiliaries["pirate-virgins"].at == "cz-virgins"
    assert state.boxes("british") == (0, 0)


def test_2_452_an_empty_zone_earns_nothing() -> None:
    state = waters(("gc-mona", RECOVERY))
    put(state, "br-flag-l", "aguada", {"l1": 4})
    moved(state, "br-flag-l")
    sweeps(Table(), state, OURS)
    assert state.boxes("british") == (0, 0)


# -------------------------------------------------------------------------------------------- the Company


def test_2_247_an_available_company_auxiliary_may_turn_corsair_and_back() -> None:
    state = waters(("begona", AVAILABLE))
    play(rebase, state, bourbon={"privateers": [{"corsair": "begona", "rebase": "cz-caracas"}]})
    assert (state.auxiliaries["begona"].at, state.auxiliaries["begona"].zone) == ("cz-caracas", "cz-caracas")
    play(rebase, state, bourbon={"privateers": [{"corsair": "begona", "rebase": ""}]})
    assert (state.auxiliaries["begona"].at, state.auxiliaries["begona"].zone) == (RECOVERY, "")


def test_r6_15_only_in_a_zone_with_the_spanish_flag_or_its_own() -> None:
    state = waters(("begona", AVAILABLE))
    play(rebase, state, bourbon={"privateers": [{"corsair": "begona", "rebase": "cz-jamaica"}]})
    assert state.auxiliaries["begona"].at == AVAILABLE
    play(rebase, state, bourbon={"privateers": [{"corsair": "begona", "rebase": "cz-margarita"}]})
    assert state.auxiliaries["begona"].at == "cz-margarita"


def test_r6_15_one_that_is_stationed_stays_what_it_is() -> None:
    state = waters(("begona", "la-guaira"))
    assert play(rebase, state).topics("bourbon") == []
    station(state, "begona", AVAILABLE)
    assert play(rebase, state).topics("bourbon") == ["privateers"]


def test_r6_13_a_pirate_reaches_what_its_zone_does() -> None:
    state = waters(("pirate-mona", ""))
    wish = {"pirate": "pirate-mona", "task": "port_interdiction", "at": JAMAICA}
    assert "reach" in read_deed(state, OURS, "bourbon", wish, pirate=True)[1]
