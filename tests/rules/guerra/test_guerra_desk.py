"""The order desk of Guerra a Muerte: sections in season, lists from the view, forces and fleets with their acts."""

from __future__ import annotations

from typing import Any

import pytest
from rules.guerra.guerra_fields import field, stack
from rules.guerra.guerra_views import BOARD, armies, reading, set_up

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.guerra.orders.desk_offers import desk
from pbem.adjudicator.guerra.rules.ch04_resources import awaited
from pbem.adjudicator.guerra.state.state import State
from pbem.adjudicator.guerra.state.terms import PATRIOT, ROYALIST, SEATS


def form(state: State, seat: str, step: str) -> dict[str, Any]:
    read = reading(state, seat, phase=f"t04.{step}")
    seen = read.seen
    seen.known = {**seen.known, "step": step}
    return desk(read, {"game": "g-1", "seat": seat, "phase": f"t04.{step}"})


@pytest.mark.parametrize("seat", SEATS)
def test_the_desk_has_the_sections_of_its_step(seat: str) -> None:
    council, marching = form(set_up(), seat, "council")["sections"], form(set_up(), seat, seat)["sections"]
    assert {"uprisings", "muster", "doctrine"} <= set(council)
    assert not {"setup", "operations", "forces"} & set(council)
    assert {"forces", "operations", "avoid", "standing"} <= set(marching)
    assert not {"setup", "uprisings", "muster"} & set(marching)


def test_forces_stand_in_their_areas_with_what_they_can_be_told() -> None:
    told = form(set_up(), PATRIOT, PATRIOT)
    pieces = {each[0]: each for each in told["pieces"]}
    assert pieces["patria-2"][2] == "cordoba"
    assert set(pieces["patria-2"][4]) == {"march", "attack", "hunt"}
    assert pieces["patria-11"][4] == ["march"]  # guerrillas
    assert set(pieces["patria-14"][4]) >= {"march", "attack", "besiege-veracruz", "blockade-veracruz"}
    acts = {each["name"]: each for each in told["acts"]}
    assert [acts["march"][key] for key in ("within", "inside", "goal", "graph", "cost")] == [
        "do",
        "move",
        "to",
        "land",
        1,
    ]
    assert acts["besiege-veracruz"]["gives"] == {"port": "veracruz", "works": True}


def test_a_fleet_is_written_as_its_place_and_its_ships() -> None:
    state = set_up()
    pieces = {each[0]: each for each in form(state, ROYALIST, ROYALIST)["pieces"]}
    assert pieces["fleet-montevideo"][5] == {"at": "montevideo", "ships": ["r-f1"]}
    assert pieces["fleet-montevideo"][2] == "atlantic-1"


def test_in_the_other_players_operations_nobody_is_told_to_march() -> None:
    assert form(set_up(), PATRIOT, ROYALIST)["acts"] == []


def test_4_1_every_purse_has_its_own_list_of_purchases_and_militia_cost_half_a_point() -> None:
    purses = form(set_up(), PATRIOT, "council")["purses"]
    assert [each["section"] for each in purses] == [["muster", "build", name] for name in
                                                   ("plata", "chile", "colombia", "peru", "mexico")]  # fmt: skip
    paid = awaited(set_up(), PATRIOT)
    assert [each["points"] - paid.get(each["section"][2], 0) for each in purses] == [4, 0, 4, 0, 8]
    assert purses[0]["prices"]["militia-cavalry"] == 1
    assert purses[0]["prices"]["p6"] == 4
    assert form(set_up(), ROYALIST, "council")["purses"][0]["section"] == ["muster", "build"]


def test_5_1_3_the_desk_offers_nothing_that_lies_under_a_marker() -> None:
    state = armies(SeededChance("seed 1"))
    told = form(state, PATRIOT, PATRIOT)
    hidden = {name for name, piece in state.units.items()
              if piece.at in BOARD.ejercitos and BOARD.units[name].side == ROYALIST}  # fmt: skip
    offered = {each[0] for each in told["offers"]["foes"]}
    assert hidden
    assert not hidden & offered
    armies_ = [line for lines in told["told"].values() for line in lines if "Ejército" in line]
    assert armies_ == [f"Royalist: {one.name}" for area in BOARD.areas for name, one in BOARD.ejercitos.items()
                       if one.side == ROYALIST and state.forces[name].at == area]  # fmt: skip


def test_9_4_the_desk_says_which_die_an_uprising_needs() -> None:
    told = form(set_up(), ROYALIST, "council")["told"]
    assert "an uprising of yours needs 5 or more (9.4)" in told["quito"]
    assert "an uprising of yours needs 6 or more (9.4)" in told["santa-fe"]  # regulars stand there
    assert not any("uprising" in line for line in told["lima"])  # one's own


ODDS = field(stack("patria-1", "costa-firme", "bv vc gi"), stack("royal-1", "costa-firme", "vy le1"),
             stack("royal-2", "costa-firme", "r-mi3", inside="puerto-cabello"),
             stack("royal-3", "costa-firme", "r-mi4", hills=True))  # fmt: skip


def test_6_1_the_desk_tells_the_odds_of_a_battle_an_assault_and_a_hunt_where_one_stands() -> None:
    """Nine factors against eight are even odds, and so against a militia behind walls of eight; works are two more."""
    here = " | ".join(form(ODDS, PATRIOT, PATRIOT)["told"]["costa-firme"])
    own, foe = (sum(BOARD.units[unit].factor for unit in units.split()) for units in ("bv vc gi", "vy le1"))
    assert f"all of yours here, {own} factors, against royal-1, 2 units with {foe}: 1:1; " in here
    column = BOARD.siege.heading(BOARD.siege.shifted(BOARD.siege.column(own, 1 + 8), 2))
    assert f"an assault on Puerto Cabello with works by all of yours here: {column}; " in here
    assert "a hunt by all of yours here: " in here
    assert "(10.1)" in here


def test_6_1_the_desk_tells_each_face_of_the_die_once() -> None:
    (line,) = (line for line in form(ODDS, PATRIOT, PATRIOT)["told"]["costa-firme"] if line.endswith("(6.1)"))
    faces: list[int] = []
    for part in line.partition("; ")[2].removesuffix(" (6.1)").split(", "):
        first, _, last = part.rpartition(" on ")[2].partition(" to ")
        faces += range(int(first), int(last or first) + 1)
    assert faces == [1, 2, 3, 4, 5, 6]


def test_5_1_3_the_desk_weighs_no_shut_marker_and_tells_no_odds_in_a_council() -> None:
    state = field(stack("patria-1", "costa-firme", "bv vc gi"), stack("barlovento", "costa-firme", "vy le1"))
    assert not any("factors" in line for line in form(state, PATRIOT, PATRIOT)["told"]["costa-firme"])
    assert not any("factors" in line for line in form(ODDS, PATRIOT, "council")["told"]["costa-firme"])


def test_10_1_6_1_a_march_book_offers_foes_to_hunt_and_words_for_whom_to_attack() -> None:
    """The steps of a book lie in a shape of their own; their fields have lists as any other field has."""
    told = form(set_up(), ROYALIST, ROYALIST)
    assert told["fields"]["hunt.unit"] == "foes"
    assert told["fields"]["target"] == "targets"
    assert {"any", "strongest", "weakest", "rebels"} <= {each[0] for each in told["offers"]["targets"]}


def test_words_that_may_stand_for_a_name_are_offered_before_the_names() -> None:
    told = form(set_up(), PATRIOT, PATRIOT)
    mixed = next(name for name in told["fields"].values() if name.startswith("militia|"))
    assert [each[0] for each in told["offers"][mixed]][:3] == ["militia", "regular", "reduced"]
    assert told["offers"]["units"] == told["offers"][mixed][8:]
    assert mixed in told["open"]
