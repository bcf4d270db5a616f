"""The fever, recovery from it, and Units rebuilt (2.58, 2.59)."""

from __future__ import annotations

import pytest
from rules.playing_rules import play
from rules.yellowjack.yellowjack_views import set_up

from pbem.adjudicator.yellowjack.ch2.fever import fever, region_of_unit, weak
from pbem.adjudicator.yellowjack.ch2.rebuilding import (
    may_stand_at_home,
    new_units,
    rebuild,
    rebuildable,
    recover,
)
from pbem.adjudicator.yellowjack.state.pieces import PortHeld, Siege
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import BRITISH, GONE, OFF_MAP, SPANISH, date_of

JAMAICA, BOX, CONVOY = "port-royal-jamaica", "lb-jamaica", "br-troops-1"
GOOCH = ("gooch-1", "gooch-2", "gooch-3", "gooch-4")  # Americans: not Fever Proof
MAY = date_of(1741, 7)  # neither winter nor the rains


def camp(*places: str, date: int = MAY) -> State:
    """Gooch's Americans at these places and nobody else in any region."""
    state = set_up()
    state.date = date
    for each in state.units.values():
        each.at = OFF_MAP
    for unit, at in zip(GOOCH, places, strict=False):
        state.units[unit].at = at
    return state


def sick(state: State, face: int, *, hits: bool = True) -> list[str]:
    """Throws for the region and says who was struck, in order."""
    answers: list[tuple[str, object]] = [("2.58", face)]
    if hits:
        answers.append(("2.581", {}))
    notes = play(fever, state, answers=answers)[1]
    return [str(note.facts["unit"]) for note in notes if note.event == "fever"]


def test_2_52_gooch_s_americans_are_not_fever_proof_and_colonial_troops_are() -> None:
    state = camp(JAMAICA)
    state.units["jamaica-companies-a"].at = JAMAICA
    assert weak(state, BRITISH, "jamaica") == ["gooch-1"]


def test_2_58_there_is_no_throw_where_all_are_fever_proof() -> None:
    state = camp()
    state.units["jamaica-companies-a"].at = JAMAICA
    assert play(fever, state)[1] == []


@pytest.mark.parametrize(("face", "hits"), [(10, 0), (1, 0), (2, 1), (4, 2), (6, 3), (9, 5)])
def test_2_58_the_column_of_jamaica(face: int, hits: int) -> None:
    state = camp(JAMAICA, JAMAICA, JAMAICA, JAMAICA)
    assert len(sick(state, face, hits=bool(hits))) == hits


@pytest.mark.parametrize(("turn", "face", "hits"), [(2, 4, 1), (7, 4, 2), (10, 4, 2), (10, 5, 3)])
def test_2_58_winter_spares_and_the_rains_kill(turn: int, face: int, hits: int) -> None:
    """Winter takes two off the die, the rains add one: 4 is read as 2, 4, 5 and 5 as 6."""
    state = camp(JAMAICA, JAMAICA, JAMAICA, JAMAICA, date=date_of(1741, turn))
    assert len(sick(state, face)) == hits


@pytest.mark.parametrize(("number", "hits"), [(6, 2), (7, 2), (12, 2), (13, 3)])
def test_2_58_many_men_fall_ill_more(number: int, hits: int) -> None:
    """A face of 4: seven Units make it 5, thirteen 6."""
    state = camp()
    weakly = [name for name, unit in state.board.units.items() if unit.owner == BRITISH and not unit.fever_proof]
    for unit in weakly[:number]:
        state.units[unit].at = JAMAICA
    assert len(sick(state, 4)) == hits


def test_2_581_boxes_suffer_first_then_convoys_then_ports() -> None:
    state = camp(JAMAICA, BOX, CONVOY, CONVOY)
    assert sick(state, 6) == ["gooch-2", "gooch-3", "gooch-4", "gooch-1"]  # three Hits


def test_2_582_a_hit_at_sea_takes_two_units_and_counts_once() -> None:
    state = camp(CONVOY, CONVOY, CONVOY)
    assert sick(state, 2) == ["gooch-1", "gooch-2"]


def test_2_583_the_second_hit_eliminates() -> None:
    state = camp(JAMAICA)
    assert sick(state, 4) == ["gooch-1", "gooch-1"]
    assert (state.units["gooch-1"].at, state.units["gooch-1"].gone) == (GONE, "eliminated")


def test_2_581_the_owner_says_who_suffers_first() -> None:
    state = camp(JAMAICA, JAMAICA, JAMAICA)
    play(fever, state, answers=[("2.58", 2), ("2.581", {"units": ["gooch-3"]})])
    assert [name for name in GOOCH if state.units[name].disrupted] == ["gooch-3"]


@pytest.mark.parametrize(("switch", "expected"), [("immune", False), ("disrupt", True)])
def test_2_584_fever_proof_units_are_immune_or_disrupted_and_never_eliminated(switch: str, expected: bool) -> None:
    state = camp(JAMAICA)
    state.house["fever_proof"] = switch
    state.units["jamaica-companies-a"].at = JAMAICA
    sick(state, 9)  # five Hits: two for the Americans, what is left for the others
    assert state.units["gooch-1"].gone == "eliminated"
    assert state.units["jamaica-companies-a"].disrupted is expected
    assert not state.units["jamaica-companies-a"].gone


def test_3_45_a_siege_has_its_own_attrition() -> None:
    state = camp("porto-bello")
    assert region_of_unit(state, "gooch-1") == "jamaica"
    state.sieges["porto-bello"] = Siege("j-aao", "br-flag-j2", CONVOY)
    assert play(fever, state)[1] == []


def test_2_58_a_box_has_its_own_region_whatever_its_ports_have() -> None:
    state = camp("lb-venezuela")
    assert region_of_unit(state, "gooch-1") == state.board.boxes["lb-venezuela"].region


# ------------------------------------------------------------------------------------------------------ recovery


def ill(*places: str, date: int = MAY) -> State:
    state = camp(*places, date=date)
    for unit in GOOCH[: len(places)]:
        state.units[unit].disrupted = True
    return state


def well(state: State) -> list[str]:
    return [name for name in GOOCH if state.units[name].at not in (OFF_MAP, GONE) and not state.units[name].disrupted]


def test_2_596_one_in_each_region_and_one_in_any_one_port() -> None:
    state = ill(JAMAICA, JAMAICA, JAMAICA, "english-harbour")
    play(recover, state, answers=[("2.596", [])])
    assert well(state) == ["gooch-1", "gooch-2", "gooch-4"]


def test_2_597_two_of_each_in_winter() -> None:
    state = ill(JAMAICA, JAMAICA, JAMAICA, JAMAICA, date=date_of(1741, 3))
    play(recover, state, answers=[("2.596", [])])
    assert well(state) == list(GOOCH)


def test_2_596_the_owner_names_region_and_port() -> None:
    state = ill(JAMAICA, JAMAICA, "english-harbour", "english-harbour")
    said = [{"region": "jamaica", "units": ["gooch-2"]}, {"port": "english-harbour", "units": ["gooch-4"]}]
    play(recover, state, answers=[("2.596", said)])
    assert well(state) == ["gooch-2", "gooch-3", "gooch-4"]


def test_2_596_special_units_come_first() -> None:
    state = ill(JAMAICA)
    state.units["fleet-marines-a"].at, state.units["fleet-marines-a"].disrupted = JAMAICA, True
    state.units["gooch-2"].at, state.units["gooch-2"].disrupted = JAMAICA, True
    play(recover, state, answers=[("2.596", [])])
    assert not state.units["fleet-marines-a"].disrupted
    assert state.units["gooch-2"].disrupted


# ----------------------------------------------------------------------------------------------- new and rebuilt


def test_2_591_a_dated_unit_with_a_home_is_there_on_turn_1_if_the_port_is_its_owners() -> None:
    for holder, at in ((SPANISH, "la-habana"), (BRITISH, OFF_MAP)):
        state = camp(date=date_of(1741, 1))
        state.ports["la-habana"] = PortHeld(holder)

        async def arrive(table: object, state: State = state) -> None:
            new_units(table, state)  # type: ignore[arg-type]

        play(arrive)
        assert state.board.units["granaderos-habana"].first == 1741
        assert state.units["granaderos-habana"].at == at


def test_2_592_only_eliminated_units_are_rebuilt_and_come_off_the_map() -> None:
    state = camp()
    state.units["gooch-1"].gone, state.units["gooch-2"].gone = "eliminated", "withdrawn"
    assert rebuildable(state, BRITISH) == ["gooch-1"]

    async def again(table: object) -> None:
        rebuild(table, state, "gooch-1", JAMAICA)  # type: ignore[arg-type]

    play(again)
    assert (state.units["gooch-1"].at, state.units["gooch-1"].gone) == (OFF_MAP, "")


def test_2_595_militia_and_fijos_stand_at_home_again() -> None:
    state = camp()
    assert may_stand_at_home(state, "fijo-cartagena", "cartagena-de-indias")
    assert may_stand_at_home(state, "milicia-cartagena", "lb-nueva-granada")
    assert not may_stand_at_home(state, "gooch-1", JAMAICA)
    state.ports["cartagena-de-indias"] = PortHeld(BRITISH)
    assert not may_stand_at_home(state, "fijo-cartagena", "cartagena-de-indias")
