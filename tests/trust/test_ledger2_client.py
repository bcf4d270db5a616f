"""What the program of an honest seat decides: when it locks and opens, what it calls missing or late, what it signs."""

from __future__ import annotations

from dataclasses import replace

from ledger2 import DAY, HOUR, Table, person
from ledger2_seats import known, newest

from pbem.base.clock import show_time
from pbem.trust.beacon.drand import DEMO_NETWORK
from pbem.trust.grammar import client
from pbem.trust.grammar.client import kept_of
from pbem.trust.grammar.held import Held
from pbem.trust.people.reopening import Reopening

THREE = ("britain", "france", "spain")


def locked_table(seats: tuple[str, ...] = THREE) -> Table:
    """Tier two-step: everybody has locked, and the list is made."""
    table = Table("two-step", seats)
    table.phase("t01")
    for seat in seats:
        table.lock(seat)
    table.locked()
    return table


def test_c2_a_seat_locks_while_nothing_is_locked_and_says_when_it_may_be_late() -> None:
    table = Table("two-step")
    table.phase("t01")
    know, attempt = newest(table, "france")
    assert client.why_not_lock(know, attempt) == []
    assert not client.may_be_late(know, attempt)
    assert client.may_be_late(*newest(table, "france", after=2 * DAY))
    table.lock("britain")
    table.wait(25)
    table.locked()
    assert client.why_not_lock(*newest(table, "france")) == ["orders are locked"]


def test_c2_tier_beacon_asks_for_a_round_that_lies_far_enough_ahead() -> None:
    table = Table("beacon")
    table.phase("t01")
    assert client.why_not_lock(*newest(table, "france", after=35 * HOUR)) == []
    assert "in less than an hour" in client.why_not_lock(*newest(table, "france", after=35.5 * HOUR))[0]
    other = Table("beacon")
    other.phase("t01", round=DEMO_NETWORK.round_at(other.now + DAY + 2 * HOUR))
    assert "too soon after the deadline" in client.why_not_lock(*newest(other, "france"))[0]


def test_c3_a_seat_opens_when_its_lock_is_in_the_list_and_openings_are_not_over() -> None:
    table = locked_table()
    know, attempt = newest(table, "france")
    assert client.why_not_open(know, attempt) == []
    assert client.may_open(know) is attempt
    late, attempt = newest(table, "france", after=73 * HOUR)
    assert "openings were due by" in client.why_not_open(late, attempt)[0]


def test_c3_a_game_that_waits_takes_an_opening_at_any_time() -> None:
    table = locked_table(THREE[:2])
    assert client.why_not_open(*newest(table, "france", after=100 * DAY)) == []


def test_c3_c5_a_list_without_ones_own_lock_stops_the_opening_until_the_player_says_so() -> None:
    table = Table("two-step", THREE)
    table.phase("t01")
    swallowed = kept_of(Held(table.envelope("france")), table.now)
    table.lock("britain")
    table.lock("spain")
    table.wait(25)
    table.locked()
    know, attempt = newest(table, "france", swallowed)
    assert client.why_not_open(know, attempt) == ["the list has no lock of this seat, though it sent one in time"]
    assert client.why_not_open(know, attempt, without_my_orders=True) == []
    assert client.missing_due(know) == [swallowed.digest]
    assert client.left_out_of(newest(table, "spain", swallowed)[0]) == [swallowed], "others mail it on"
    close = replace(swallowed, arrived=attempt.closes - HOUR)
    assert client.missing_due(known(table, "france", close)) == [], "too close to the deadline to say unasked"


def test_c3_a_value_that_was_shown_and_is_not_on_record_stops_every_other() -> None:
    table = locked_table()
    opened, _ = table.opening("france")
    mine = kept_of(Held(opened), table.now)
    know, attempt = newest(table, "france", mine)
    assert client.why_not_open(know, attempt) == [f"a value that it has shown is not on record: {mine.digest}"]


def test_c3_c4_nobody_opens_an_attempt_while_it_holds_the_opening_of_a_seat_left_out() -> None:
    table = locked_table()
    opened, _ = table.opening("spain")
    swallowed = kept_of(Held(opened), table.now)
    for seat in THREE[:2]:
        table.open(seat)
    table.wait(72)
    table.timeout("spain", "open")
    assert client.left_out_of(known(table, "france", swallowed)) == [swallowed], "mailed on at once (C4)"
    table.wait(24)
    table.phase("t01", 2, reason="missed")
    table.locked()
    know, attempt = newest(table, "france", swallowed)
    assert client.why_not_open(know, attempt) == [f"the opening of 'spain' is held here: {swallowed.digest}"]
    other_list = replace(swallowed, root="A" * 43 + "=")
    wrong_key = replace(swallowed, recipient=person("spain").age[1])
    assert client.why_not_open(*newest(table, "france", other_list)) == []
    assert client.why_not_open(*newest(table, "france", wrong_key)) == [], "one that fits nothing stops nobody"
    assert "this seat is left out" in client.why_not_open(*newest(table, "spain"))[0] or (
        client.why_not_open(*newest(table, "spain"))[0] == "nothing is asked of this seat")  # fmt: skip
    early, attempt = newest(table, "france", after=-2 * DAY)
    assert "could still come until" in " ".join(client.why_not_open(early, attempt))


def test_c6_a_phase_is_late_after_its_deadline_or_with_a_list_that_is_closed_already() -> None:
    table = Table("moderated")
    opened = table.phase("t01")
    in_time = known(table, "france")
    assert client.late_due(in_time, [(opened, table.now)]) == []
    late = opened, table.now + 25 * HOUR
    assert client.late_due(in_time, [late]) == [(opened.n, show_time(late[1]))]
    assert client.late_due(in_time, [late], said=[opened.n]) == []
    table.lock("britain")
    early = table.now
    table.wait(25)
    locked = table.locked()
    together = [(opened, early), (locked, early)]
    assert client.late_due(known(table, "france"), together) == [(opened.n, show_time(early))], \
        "phase and list came together, before the seat could have answered"
    apart = [(opened, early), (locked, early + HOUR)]
    assert client.late_due(known(table, "france"), apart) == [], "the seat could have answered, and was silent"


def test_c6_tier_beacon_calls_late_what_came_behind_the_round() -> None:
    table = Table("beacon")
    opened = table.phase("t01")
    for seat in table.seats:
        table.lock(seat)
    locked = table.locked()
    out = DEMO_NETWORK.time_of(opened.number("round"))
    know = known(table, "france")
    assert client.late_due(know, [(opened, table.now), (locked, out - HOUR)]) == []
    assert [line for line, _ in client.late_due(know, [(opened, table.now), (locked, out)])] == [locked.n]


def test_c8_fresh_dice_are_signed_for_only_while_nobody_can_know_them() -> None:
    table = locked_table(THREE[:2])
    paper = Reopening(
        game=table.charter.game, charter=table.charter.sha256, phase="t01", withdraws=("t01",), dice="fresh", lines=1,
        root="ab" * 32, reason="A mistake.",
    )  # fmt: skip
    assert client.why_not_sign(known(table, "france"), paper) == []
    opened, _ = table.opening("france")
    know = known(table, "france", kept_of(Held(opened), table.now))
    assert client.why_not_sign(know, paper) == ["others may have seen the dice of phase 't01'"]
    assert client.why_not_sign(know, paper, insists=True) == []
    table.finish()
    after = client.why_not_sign(known(table, "france"), paper, insists=True)
    assert after == ["phase 't01' has its dice, and they stay"]


def test_c9_a_silence_is_confirmed_when_no_letter_is_due_soon_and_the_end_always() -> None:
    table = Table("moderated")
    table.play("t01", silent=["france"])
    know = known(table, "france")
    assert client.owes_seen(know, 5, over=False, next_letter=None)
    assert not client.owes_seen(know, 5, over=False, next_letter=table.now + DAY)
    assert not client.owes_seen(know, len(table.writer.ledger), over=False, next_letter=None)
    assert client.owes_seen(know, len(table.writer.ledger), over=True, next_letter=None)
