"""Chapter 8: revenue."""

from __future__ import annotations

from rules.lions.lions_playing import hold, play, port, position, told

from pbem.adjudicator.lions.rules.ch08_revenue import port_revenue, revenue

JAVA, LONDON = port("java"), port("london")


def test_8_2_inland_revenue_comes_whatever_one_controls() -> None:
    state = position()
    play(revenue, state)
    assert state.money == {"england": 25, "netherlands": 32}


def test_8_2_the_first_player_collects_first() -> None:
    _, notes = play(revenue, position(initiative="netherlands"))
    assert told(notes, "money")[0] == "The Netherlands receives 12 (inland revenue), and has 32."


def test_8_2_ports_under_undisputed_control_pay_their_value() -> None:
    state = position(land={f"{JAVA} england": "1r", f"{LONDON} england": "1f"})
    assert port_revenue(state, "england") == 3 + 6


def test_6_4_disputed_ports_pay_nobody() -> None:
    state = position(land={f"{JAVA} england": "1r"}, ships={"netherlands-4th-1": JAVA})
    assert port_revenue(state, "england") == port_revenue(state, "netherlands") == 0


def test_6_1_ones_own_home_port_pays_only_while_it_is_occupied() -> None:
    assert port_revenue(position(), "england") == 0


def test_21_6_a_plundered_port_pays_nothing() -> None:
    assert port_revenue(position(land={f"{JAVA} england": "1r"}, plundered=[JAVA]), "england") == 0


def test_23_5_treasure_brought_home_pays_its_dice() -> None:
    state = position(landed={"england": ["treasure-goa"]})
    _, notes = play(revenue, state, answers=[("23.5", (1, 2, 3))])
    assert state.money["england"] == 10 + 15 + 6
    assert state.landed == {}
    assert "England receives 6 (Goa treasure), and has 31." in told(notes, "money")


def test_8_2_prize_money_is_paid_once() -> None:
    state = position(owed={"netherlands": 7})
    play(revenue, state)
    play(revenue, state)
    assert state.money["netherlands"] == 20 + 12 + 7 + 12


def test_9_13_bankers_pay_two_dice() -> None:
    state = position()
    hold(state, "england", "bankers-1")
    play(revenue, state, answers=[("9.13", ["bankers-1"]), ("9.13", (4, 5))])
    assert state.money["england"] == 10 + 15 + 9
    assert "bankers-1" in state.pool


def test_9_13_pepys_picks_a_die_of_markers_and_returns_after_them() -> None:
    state = position()
    hold(state, "england", "samuel-pepys-1")
    size = len(state.pool)
    play(revenue, state, answers=[("9.13", ["samuel-pepys-1"]), ("9.13", 2), ("9.2", (0, size - 3))])
    assert len(state.hand["england"]) == 2
    assert "samuel-pepys-1" in state.pool


def test_9_13_markers_of_the_revenue_phase_may_be_kept() -> None:
    state = position()
    hold(state, "england", "bankers-1")
    play(revenue, state, answers=[("9.13", [])])
    assert state.hand["england"] == ["bankers-1"]


def test_9_13_pepys_lies_open_while_his_markers_are_picked_and_takes_no_room() -> None:
    """A full hand of eighteen with Pepys in it picks one without returning any (9.6, 9.13)."""
    state = position()
    hold(state, "england", "samuel-pepys-1", *[name for name in state.pool if name != "samuel-pepys-1"][:17])
    before = list(state.hand["england"])
    _, notes = play(revenue, state, answers=[("9.13", ["samuel-pepys-1"]), ("9.13", 1), ("9.2", 0)])
    assert len(state.hand["england"]) == 18
    assert {*before} - {*state.hand["england"]} == {"samuel-pepys-1"}
    assert [note.facts["marker"] for note in notes if note.event == "played"] == ["samuel-pepys-1"]
