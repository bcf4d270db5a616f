"""The order desk of 1805: Sea of Glory: sections of the seat, lists from the view, blocks with their acts."""

from __future__ import annotations

from typing import Any

import pytest
from rules.glory.glory_positions import reading
from rules.glory.glory_seats import BOARD, sail, seen

from pbem.adjudicator.engine.phase import NO_FRAME, SILENCE
from pbem.adjudicator.engine.reader import Reading
from pbem.adjudicator.glory.orders.desk_offers import desk
from pbem.adjudicator.glory.rules.ch03_setup import open_game
from pbem.adjudicator.glory.view.picture import picture

HEAD = {"game": "glory-2026-1c7f", "phase": "t05.sea"}


def form(seat: str, **changed: Any) -> dict[str, Any]:
    return desk(Reading(seen(seat, **changed), SILENCE, NO_FRAME, picture), {**HEAD, "seat": seat})


@pytest.mark.parametrize(("seat", "missing"), [
    ("british", {"provisions", "conseil", "decoys", "spies", "setup"}),
    ("allied", {"transfer", "declare", "losses", "setup"}),
])  # fmt: skip
def test_the_desk_has_the_sections_of_its_seat_and_of_its_step(seat: str, missing: set[str]) -> None:
    sections = form(seat)["sections"]
    assert {"admiralty", "sail", "battle", "halt", "doctrine"} <= set(sections)
    assert not missing & set(sections)


def test_blocks_stand_in_the_hexes_of_their_zones_with_what_they_can_be_told() -> None:
    pieces = {each[0]: each for each in form("british")["pieces"]}
    brest = BOARD.ports["brest"].zone_hex
    assert pieces["channel-fleet"][1:4] == ["Channel", brest, "Loose off Brest, 4 ships"]
    assert pieces["irish-fleet"][2] == "0204"
    assert "biscay-fleet" not in pieces
    assert {"make_for", "inshore", "loose", "lie"} == set(pieces["channel-fleet"][4])


def test_an_act_adds_a_leg_to_the_block_and_not_a_row_of_its_own() -> None:
    acts = {each["name"]: each for each in form("allied")["acts"]}
    assert [acts["make_for"][key] for key in ("within", "goal", "graph")] == ["legs", "make_for", "sea"]
    assert acts["inshore"]["gives"] == {"station": "inshore"}
    assert acts["sortie"]["gives"] == {"sortie": {"bound": "a"}}


def test_sails_and_own_blocks_are_offered_where_they_lie() -> None:
    told = form("british", sails={"4": sail("0708")})
    assert ["sail-4", "sail 4", "0708", "0708"] in told["offers"]["sails"]
    assert told["told"]["0708"] == ["Sail 4, 0708"]
    assert told["offers"]["blocks"][0][0] == "channel-fleet"


def test_the_rumours_of_the_enemy_are_offered_to_nobody() -> None:
    british = form("british")
    assert british["offers"]["rumours"] == []
    assert not [each for each in british["offers"]["blocks"] if each[0].startswith("fog")]


@pytest.mark.parametrize(("damaged", "ordinary", "able"), [
    (False, False, ["form"]), (True, False, ["mend"]), (False, True, ["crew"]), (True, True, ["mend", "crew"]),
])  # fmt: skip
def test_5_2_a_ship_in_port_is_mended_if_damaged_and_crewed_if_in_ordinary(
    damaged: bool, ordinary: bool, able: list[str]
) -> None:
    """The state of a ship is that of a game's own view: a sound ship In Ordinary is no damaged one."""
    state = open_game(BOARD, {}, "campaign")
    ship = next(name for name in state.in_port("plymouth", "british"))
    state.ships[ship].damaged, state.ships[ship].ordinary = damaged, ordinary
    known = reading(state, "british").view
    form_ = form("british", ships=known["ships"], ports=known["ports"])
    [piece] = [each for each in form_["pieces"] if each[0] == ship]
    assert list(piece[4]) == able
