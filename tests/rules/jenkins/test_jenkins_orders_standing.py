"""Standing orders: in force until changed, in the order of their numbers, with a reason for what they did not do."""

from __future__ import annotations

from typing import Any

from rules.jenkins.playing import position

from pbem.adjudicator.engine.phase import Orders
from pbem.adjudicator.engine.standing import StandingOrders, StandingSource
from pbem.adjudicator.engine.table import Pick, Table
from pbem.adjudicator.jenkins.orders.plans import Doctrine
from pbem.adjudicator.jenkins.rules.ch07_interception import intercept_question
from pbem.adjudicator.jenkins.state.state import SPANISH, State


def orders(*parts: dict[str, Any]) -> Orders:
    return Orders(SPANISH, {"standing": list(parts)}, {})


def passing_by() -> State:
    return position({"2720": ["boyne"]}, {"2820": ["galicia", "oriente"]}, turn=3)


def asked(state: State, hex_id: str = "2720") -> Pick:
    return intercept_question(Table(), state, SPANISH, hex_id, ["galicia", "oriente"])


def in_force(state: State, *parts: dict[str, Any]) -> tuple[StandingOrders, StandingSource]:
    standing = StandingOrders(SPANISH)
    standing.adopt(orders(*parts))
    return standing, standing.source(Doctrine(state, SPANISH))


ALWAYS = {"intercept": [{"at": "any", "with": "all"}]}


def test_an_order_answers_what_it_speaks_of() -> None:
    standing, source = in_force(passing_by(), {"number": 1, **ALWAYS})
    assert source.answer(asked(passing_by())) == (["galicia", "oriente"], "standing order 1")
    assert standing.report() == ["No. 1: answered intercept/2720/n1"]


def test_an_order_says_nothing_to_other_questions() -> None:
    standing, source = in_force(passing_by(), {"number": 1, "losses": {"naval": ["fire_ship"]}})
    assert source.answer(asked(passing_by())) is None
    assert standing.report() == ["No. 1: nothing called for it"]


def test_the_lowest_number_that_applies_decides() -> None:
    state = passing_by()
    one = {"number": 7, **ALWAYS}
    two = {"number": 3, "intercept": [{"at": "any", "with": ["galicia"]}]}
    _, source = in_force(state, one, two)
    assert source.answer(asked(state)) == (["galicia"], "standing order 3")


def test_while_its_condition_does_not_hold_it_does_not_fire_and_says_why() -> None:
    state = passing_by()
    standing, source = in_force(state, {"number": 1, "if": [{"turn_at_least": 5}], **ALWAYS})
    assert source.answer(asked(state)) is None
    assert standing.report() == ["No. 1: did not fire at intercept/2720/n1: turn 5 has not come"]


def test_the_next_order_has_its_turn_then() -> None:
    state = passing_by()
    late = {"number": 1, "if": [{"turn_at_least": 5}], **ALWAYS}
    _, source = in_force(state, late, {"number": 2, "intercept": [{"at": "any", "with": ["oriente"]}]})
    assert source.answer(asked(state)) == (["oriente"], "standing order 2")


def test_an_order_for_other_places_leaves_the_question_to_the_next() -> None:
    state = passing_by()
    elsewhere = {"number": 1, "intercept": [{"at": ["havana"], "with": "all"}]}
    standing, source = in_force(state, elsewhere, {"number": 2, **ALWAYS})
    assert source.answer(asked(state)) == (["galicia", "oriente"], "standing order 2")
    assert standing.report()[0] == "No. 1: did not fire at intercept/2720/n1: nothing in it applies there"


def test_if_no_order_on_interception_applies_there_is_none() -> None:
    """Whoever orders some interceptions has ordered no others; nobody is asked by letter."""
    state = passing_by()
    _, source = in_force(state, {"number": 1, "intercept": [{"at": ["havana"], "with": "all"}]})
    assert source.answer(asked(state)) == ([], "standing order 1")


def test_once_means_once() -> None:
    state = passing_by()
    standing, source = in_force(state, {"number": 1, "once": True, **ALWAYS})
    assert source.answer(asked(state)) is not None
    assert source.answer(asked(state)) is None
    assert standing.to_plain() == []
    assert standing.report() == ["No. 1: answered intercept/2720/n1; ended: it was to be used once"]


def test_an_order_for_once_is_not_used_up_where_it_does_not_apply() -> None:
    state = passing_by()
    only = {"number": 1, "once": True, "intercept": [{"at": ["2820"], "with": "all"}]}
    standing, source = in_force(state, only)
    assert source.answer(asked(state)) == ([], "standing order 1")
    assert len(standing.to_plain()) == 1


def test_until_ends_an_order_before_the_phase_begins() -> None:
    state = passing_by()
    standing, source = in_force(state, {"number": 1, "until": [{"turn_at_least": 3}], **ALWAYS})
    assert source.answer(asked(state)) is None
    assert standing.to_plain() == []
    assert standing.report() == ["No. 1: ended: its 'until' has come true"]


def test_until_leaves_an_order_alone_while_it_is_not_true() -> None:
    state = passing_by()
    _, source = in_force(state, {"number": 1, "until": [{"turn_at_least": 4}], **ALWAYS})
    assert source.answer(asked(state)) is not None


def test_the_same_number_again_replaces_and_cancel_strikes_off() -> None:
    standing = StandingOrders(SPANISH)
    standing.adopt(orders({"number": 2, **ALWAYS}, {"number": 1, "prey": ["ship"]}))
    standing.adopt(orders({"number": 2, "prey": ["frigate"]}))
    assert [order["number"] for order in standing.to_plain()] == [1, 2]
    assert standing.to_plain()[1] == {"number": 2, "prey": ["frigate"]}
    standing.adopt(orders({"cancel": 1}))
    assert [order["number"] for order in standing.to_plain()] == [2]


def test_they_outlive_the_phase_as_plain_data() -> None:
    standing = StandingOrders(SPANISH)
    standing.adopt(orders({"number": 1, **ALWAYS}))
    again = StandingOrders.from_plain(SPANISH, standing.to_plain())
    assert again.to_plain() == standing.to_plain()
    again.adopt(orders({"number": 1, "intercept": [{"at": "any"}]}))
    assert standing.to_plain() != again.to_plain()


def test_a_recorded_answer_uses_an_order_up_just_as_giving_it_did() -> None:
    """A phase is run again from its start; the same uses and reasons must come out."""
    state = passing_by()
    first, source = in_force(state, {"number": 1, "once": True, **ALWAYS})
    source.answer(asked(state))
    second, replayed = in_force(state, {"number": 1, "once": True, **ALWAYS})
    replayed.recall(asked(state), "standing order 1")
    assert (second.report(), second.to_plain()) == (first.report(), first.to_plain())


def test_an_answer_from_an_order_file_uses_nothing_up() -> None:
    state = passing_by()
    standing, source = in_force(state, {"number": 1, "once": True, **ALWAYS})
    source.recall(asked(state), "orders line 9")
    assert len(standing.to_plain()) == 1


def test_conditions_look_at_the_place_the_question_is_about() -> None:
    state = passing_by()
    here = {"number": 1, "if": [{"here": "2720"}, {"enemy_top": "ship"}], **ALWAYS}
    _, source = in_force(state, here)
    assert source.answer(asked(state)) is not None
