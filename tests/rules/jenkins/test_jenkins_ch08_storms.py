"""Chapter 8: storms."""

from __future__ import annotations

import pytest
from rules.jenkins.playing import Answer, play, position, told
from rules.jenkins.sailing import march, movement, sail

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.jenkins.rules.ch03_setup import purchase_step
from pbem.adjudicator.jenkins.rules.ch08_storms import remove_storms, storm_determination
from pbem.adjudicator.jenkins.state.state import ENGLISH, SPANISH

PORT_ROYAL = "2719"
DIE: Answer = ("6.2", 2)


@pytest.mark.parametrize(
    ("die", "places"),
    [(1, ["havana", "nassau", "st-augustine"]), (2, ["leogane", "port-royal", "santiago"]),
     (3, ["curacao", "la-guaira", "maracaibo"]), (4, ["san-juan", "santo-domingo", "st-thomas"]),
     (5, ["antigua", "bridgetown", "martinique"]), (6, [])],
)  # fmt: skip
def test_8_0_the_die_says_where_storms_are_placed(die: int, places: list[str]) -> None:
    """A marker in the hex of each seaport of the row (8.0, 6.2)."""
    state = position()
    play(storm_determination, state, answers=[("6.2", die)])
    assert state.storms == sorted(state.board.seaports[name].hex for name in places)


def test_8_0_where_no_storm_appears_both_players_are_told_so() -> None:
    """The table says if any appear (6.2)."""
    assert told(play(storm_determination, position(), answers=[("6.2", 6)])[1], "no_storm") == ["No storm appears."]


def test_8_0_storms_do_not_move_and_stay_until_they_are_removed() -> None:
    """Through the phases of both sides (8.0)."""
    state = position()
    play(storm_determination, state, answers=[DIE])
    before = list(state.storms)
    movement(state, ENGLISH)
    movement(state, SPANISH)
    assert state.storms == before
    remove_storms(Table(), state)
    assert state.storms == []


def test_8_0_both_players_are_told_where_they_lie() -> None:
    """With the names of the seaports (8.0)."""
    notes = play(storm_determination, position(), answers=[DIE])[1]
    assert told(notes, "storm") == ["Storms lie on Santiago de Cuba (2717), Port Royal (2719), Leogane (3018)."]


def test_8_1_no_ship_leaves_a_storm_hex() -> None:
    """Out of (8.1)."""
    state = position({PORT_ROYAL: ["boyne"]}, storms=[PORT_ROYAL])
    notes = movement(state, ENGLISH, sail(["boyne"], "2720"))
    assert state.hex_of("boyne") == PORT_ROYAL
    assert told(notes, "lapsed") == ["Boyne cannot leave 2719: a storm lies there."]


def test_8_1_no_ship_enters_one() -> None:
    """Into (8.1): she stops beside it, even before her own seaport."""
    state = position({"2722": ["boyne"]}, storms=[PORT_ROYAL])
    notes = movement(state, ENGLISH, sail(["boyne"], PORT_ROYAL))
    assert state.hex_of("boyne") == "2720"
    assert told(notes, "lapsed") == ["Boyne stop at 2720: storm on 2719."]


def test_8_1_no_troops_march_in_or_out() -> None:
    """Land counters as well (8.1)."""
    for storm in ("2307", "2206"):
        state = position({"2307": ["soldiers-e1"]}, storms=[storm])
        notes = movement(state, ENGLISH, march(["soldiers-e1"], "2206"))
        assert state.hex_of("soldiers-e1") == "2307"
        assert "a storm bars the way" in told(notes, "lapsed")[0]


def test_8_1_nobody_embarks_in_a_storm() -> None:
    """Within: embarkation (8.1)."""
    state = position({PORT_ROYAL: ["boyne", "soldiers-e1"]}, storms=[PORT_ROYAL])
    movement(state, ENGLISH, sail(["boyne"], embark=[{"counter": "soldiers-e1", "on": "boyne"}]))
    assert state.aboard == {}


def test_8_1_nobody_debarks_in_a_storm() -> None:
    """Within: debarkation (8.1)."""
    state = position({PORT_ROYAL: ["boyne", "soldiers-e1 > boyne"]}, storms=[PORT_ROYAL])
    movement(state, ENGLISH, sail(["boyne"], debark="all"))
    assert state.aboard == {"soldiers-e1": "boyne"}


def test_8_1_war_funds_are_collected_in_a_storm() -> None:
    """Not affected (8.1)."""
    state = position({"2114": ["soldiers-e1"]}, control={"havana": ENGLISH}, storms=["2114"])
    play(purchase_step, state, ENGLISH, answers=[("6.1", {})])
    assert state.funds[ENGLISH] == 35


def test_8_1_purchases_are_placed_in_a_storm() -> None:
    """Not affected (8.1); reading: aboard a ship there, too, for that is placement and no embarking."""
    state = position(storms=[PORT_ROYAL], pool={ENGLISH: ["boyne", "marines-e1"]})
    orders = {"buy": [{"counter": "boyne", "at": "2719"}, {"counter": "marines-e1", "at": "2719", "aboard": "boyne"}]}
    play(purchase_step, state, ENGLISH, answers=[("6.1", orders)])
    assert state.aboard == {"marines-e1": "boyne"}


def test_8_1_a_way_round_is_taken_where_there_is_one() -> None:
    """A path with gaps goes round storms (8.1)."""
    state = position({"2721": ["boyne"]}, storms=["2722"])
    movement(state, ENGLISH, sail(["boyne"], "2723"))
    assert state.hex_of("boyne") == "2723"
