"""8.0 to 8.6: who commands, who replaces whom, and what some admirals can do."""

from __future__ import annotations

from rules.glory.fighting import BRITISH_74S, FRENCH_74S, SPANISH_74S, play, position

from pbem.adjudicator.glory.rules.ch08_admirals import (
    commander,
    firebrand,
    highest,
    lose_admiral,
    outranks,
    replace_admiral,
    rosily,
)
from pbem.adjudicator.glory.state.state import State


def sea() -> State:
    return position({
        "channel-fleet": ("0807", "sea", BRITISH_74S[:12], ["cornwallis", "collingwood"]),
        "brest-fleet": ("0807", "sea", [*FRENCH_74S[:6], *SPANISH_74S[:6]], ["ganteaume", "gravina"]),
    })  # fmt: skip


def leads(state: State, seat: str, ships: list[str], admirals: list[str]) -> str:
    return commander(state, seat, ships, admirals).id


def test_8_2_the_lower_number_outranks() -> None:
    """Seniority 4 outranks 5 (terms)."""
    state = sea()
    assert state.board.admirals["nelson"].seniority == 4
    assert state.board.admirals["collingwood"].seniority == 5
    assert leads(state, "british", BRITISH_74S[:12], ["collingwood", "nelson"]) == "nelson"


def test_8_2_equal_numbers_let_the_french_outrank() -> None:
    ships = [*FRENCH_74S[:6], *SPANISH_74S[:6]]
    assert leads(sea(), "allied", ships, ["gravina", "ganteaume"]) == "ganteaume"


def test_8_2_more_spanish_ships_let_every_spanish_admiral_outrank() -> None:
    state, ships = sea(), [*FRENCH_74S[:5], *SPANISH_74S[:6]]
    assert leads(state, "allied", ships, ["ganteaume", "gravina"]) == "gravina"
    assert leads(state, "allied", ships, ["ganteaume"]) == "spanish-generic"
    assert outranks(state, "allied", ships, ["ganteaume", "villeneuve", "gravina"]) == [
        "gravina", "ganteaume", "villeneuve"]  # fmt: skip


def test_8_3_a_squadron_commander_leads_ten_ships_and_not_eleven() -> None:
    state = sea()
    assert leads(state, "british", BRITISH_74S[:10], ["strachan"]) == "strachan"
    assert leads(state, "british", BRITISH_74S[:11], ["strachan"]) == "british-generic"


def test_8_3_fleet_admirals_outrank_squadron_commanders() -> None:
    assert highest(sea(), "british", BRITISH_74S[:5], ["cochrane", "calder"]) == "calder"


def test_8_4_a_fleet_without_a_named_admiral_has_the_generic_one() -> None:
    assert commander(sea(), "british", BRITISH_74S[:3], []).id == "british-generic"


def test_8_1_gardner_takes_cornwallis_place_where_he_was() -> None:
    state = sea()
    play(lose_admiral, state, "cornwallis", "killed")
    assert state.admirals["cornwallis"].at == "gone"
    assert state.admirals["gardner"].at == "channel-fleet"


def test_8_1_a_loss_is_told_to_all() -> None:
    told = [note for note in play(lose_admiral, sea(), "collingwood", "killed").notes if note.event == "admiral_lost"]
    assert [(note.to, note.text) for note in told] == [("all", "Collingwood was killed.")]


def test_8_1_the_successor_is_told_to_the_own_seat_alone() -> None:
    state = sea()
    done = play(lose_admiral, state, "cornwallis", "killed")
    assert {note.to for note in done.notes if note.event == "admiral"} == {"british"}


def test_8_1_allemand_replaces_missiessy() -> None:
    state = sea()
    state.admirals["missiessy"].at = "brest-fleet"
    play(lose_admiral, state, "missiessy", "killed")
    assert state.admirals["allemand"].at == "brest-fleet"


def test_8_1_after_the_whole_fleet_is_gone_the_owner_names_a_european_port() -> None:
    state = sea()
    for ship in state.ships_in("brest-fleet"):
        state.lose(ship, "sunk", "british")
    done = play(replace_admiral, state, "ganteaume", "killed", allied={"returns/admiral": "toulon"})
    assert state.admirals["rosily-mesros"].at == "toulon"
    question = done.asked["allied"][0]
    assert question.faults("martinique")  # not a European port
    assert question.faults("portsmouth")  # not a friendly one


def test_8_1_nobody_comes_twice() -> None:
    state = sea()
    state.admirals["villeneuve"].at = "brest-fleet"
    play(lose_admiral, state, "ganteaume", "killed")
    state.admirals["rosily-mesros"].at = "toulon"
    play(lose_admiral, state, "villeneuve", "killed")
    assert state.admirals["rosily-mesros"].at == "toulon"


def test_8_1_rosily_replaces_the_admiral_who_is_not_victorious() -> None:
    state = sea()
    state.admirals["villeneuve"].at = "toulon"
    state.victorious = "ganteaume"
    play(rosily, state)
    assert state.admirals["villeneuve"].at == "gone"
    assert state.admirals["rosily-mesros"].at == "toulon"
    assert state.admirals["ganteaume"].at == "brest-fleet"


def test_8_6_the_firebrand_needs_cochrane_and_exactly_five_sound_ships() -> None:
    state = sea()
    five = BRITISH_74S[:5]
    assert firebrand(state, five, ["cochrane"])
    assert firebrand(state, five, ["cochrane", "calder"])
    assert not firebrand(state, five, ["calder"])
    assert not firebrand(state, BRITISH_74S[:6], ["cochrane"])
    state.ships[five[0]].damaged = True
    assert not firebrand(state, five, ["cochrane"])


def test_8_0_a_fleet_needs_no_admiral_to_have_a_commander() -> None:
    assert commander(sea(), "allied", FRENCH_74S[:4], []).id == "french-generic"


def test_8_5_both_ratings_are_those_of_the_counter() -> None:
    found = commander(sea(), "british", BRITISH_74S[:12], ["nelson"])
    assert (found.seamanship, found.command) == (3, 5)
