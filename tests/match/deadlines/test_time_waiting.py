"""What the clock asks for: early runs and the pause before them, reminders, grace, silence, a clock set back."""

from __future__ import annotations

from pathlib import Path

import pytest
from club import Club, playing
from club import duel_is_known as duel_is_known
from desk_kills import outlives_kills, play_on
from time_club import CLOSES, MADRID, at, due, madrid, posted, speak, words

from pbem.base.clock import parse_time, show_time


def clean(club: Club) -> None:
    """The public folder verifies, and the record plays again to equal hashes."""
    club.do("moderator", "verify", club.desk, *(("--demo-beacon",) if club.tier == "beacon" else ()))
    club.do("moderator", "audit", club.desk)


def both_order(club: Club) -> None:
    for seat in ("blue", "red"):
        club.order(seat, bid="low", standing="no")


def locked_orders(club: Club) -> list[str]:
    """Who was locked with orders, by the ledger."""
    locks = {entry.text("lock"): entry.text("seat") for entry in club.ledger().entries("lock")}
    return sorted(locks[each] for each in club.ledger().entries("locked")[0].texts("locks"))


# ----------------------------------------------------------------------------------------------- early, and the pause
def test_a_phase_runs_early_after_a_pause_in_which_orders_are_still_corrected(tmp_path: Path) -> None:
    club = madrid(tmp_path)
    both_order(club)
    assert club.run() == 3
    assert "all is in; it runs at Monday 2 November 2026, 21:30 (Madrid), 20:30 UTC" in club.why
    assert show_time(due(club) or parse_time(CLOSES)) == club.status()["due"] == "2026-11-02T20:30:00Z"
    at(club, club.now, 29)
    club.order("red", bid="mid", standing="no")
    assert club.run() == 3
    at(club, club.now, 1)
    club.advance()
    assert club.ledger().entries("locked")[0].t == club.now
    newest = club.ledger().entries("lock", seat="red")[-1]
    assert newest.number("seq") == 2
    assert newest.text("lock") in club.ledger().entries("locked")[0].texts("locks")
    clean(club)


def test_nothing_runs_early_while_somebody_asks_to_wait(tmp_path: Path) -> None:
    club = madrid(tmp_path)
    speak(club, "blue", "wait")
    both_order(club)
    at(club, club.now, 300)
    assert club.run() == 3
    assert "somebody asked to wait (blue)" in club.status()["why"]
    assert club.status()["due"] == CLOSES
    speak(club, "blue", "go")
    club.advance()
    assert "locked" in club.kinds()


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ((), "as far as you are concerned, t01.duel may run as soon as all is in"),
        (("--no-early",), "t01.duel is not run before its deadline all the same, for the charter keeps it"),
    ],
    ids=["another waits", "the charter keeps deadlines"],
)
def test_whoever_lets_a_phase_go_is_promised_no_early_run(tmp_path: Path, more: tuple[str, ...], told: str) -> None:
    club = madrid(tmp_path, "moderated", *more)
    speak(club, "blue", "wait")
    both_order(club)
    speak(club, "red", "go")
    assert told in words(club.deliver()["red"][-1])
    at(club, club.now, 60)
    assert club.run() == 3


def test_whoever_asks_to_wait_when_all_is_locked_is_told_that_it_is_too_late(tmp_path: Path) -> None:
    club = madrid(tmp_path, "two-step")
    both_order(club)
    wait = Path(club.do("red", "word", "wait", "--dir", club.folder("red")).stdout.strip())
    at(club, club.now, 30)
    club.run()
    assert "orders for 't01.duel' have been locked already" in club.take(wait).output
    assert "have been locked already" in words(club.deliver()["red"][-1])


def test_what_was_to_wait_runs_at_its_deadline(tmp_path: Path) -> None:
    club = madrid(tmp_path)
    both_order(club)
    speak(club, "red", "wait")
    at(club, CLOSES, -1)
    assert club.run() == 3
    at(club, CLOSES)
    club.advance()
    assert club.ledger().entries("locked")[0].t == CLOSES


def test_a_game_of_exact_hours_runs_as_soon_as_all_is_in(tmp_path: Path) -> None:
    club = playing(tmp_path)
    both_order(club)
    assert club.status()["due"] == club.now
    club.advance()
    assert "locked" in club.kinds()


def test_3_6_tier_beacon_keeps_its_deadline_and_says_so(tmp_path: Path) -> None:
    club = playing(tmp_path, "beacon", "--margin-hours", "13", times=MADRID)
    both_order(club)
    at(club, club.now, 300)
    assert club.run() == 3
    assert "the game keeps its deadline" in club.why
    club.order("blue", bid="mid", standing="no")  # still open to corrections
    at(club, CLOSES)
    club.run()
    assert club.status()["due"] == "2026-11-10T08:00:00Z"  # the margin of 13 hours, to the round
    at(club, club.status()["due"], 60)
    club.advance()
    assert "seed" in club.kinds()
    clean(club)


@pytest.mark.parametrize("pause", [False, True], ids=["an extension", "a pause"])
def test_3_6_no_grace_outlasts_the_round_that_opens_the_orders(pause: bool, tmp_path: Path) -> None:
    """Whoever is late is told no time at which orders would be refused, and what is locked is told before its round."""
    club = playing(tmp_path, "beacon", "--margin-hours", "13", times=MADRID)
    club.order("blue", bid="low", standing="no")
    at(club, CLOSES, -60)
    if pause:
        club.do("moderator", "pause", club.desk, "--reason", "I am ill.")
        at(club, CLOSES, 2 * 60)
        club.do("moderator", "resume", club.desk, "--reason", "I am back.")
    else:
        club.do("moderator", "extend", club.desk, "--hours", "3", "--reason", "The mail was down.")
    at(club, CLOSES, 3 * 60)
    assert club.run() == 3
    last = "2026-11-10T07:00:00Z"  # an hour before the round, and nine less than the grace
    assert club.status()["due"] == last
    assert "by Tuesday 10 November 2026, 08:00 (Madrid), 07:00 UTC." in words(club.deliver()["red"][-1])
    at(club, last)
    club.run()
    assert club.ledger().entries("locked")[0].t == last
    assert posted(club, "locked") == ["blue", "red"]
    assert club.status()["due"] == "2026-11-10T08:00:00Z"


def test_3_6_a_pause_beyond_the_round_is_no_new_deadline_that_has_passed(tmp_path: Path) -> None:
    club = playing(tmp_path, "beacon", "--margin-hours", "13", times=MADRID)
    club.order("blue", bid="low", standing="no")
    at(club, CLOSES, -60)
    club.do("moderator", "pause", club.desk, "--reason", "I am ill.")
    at(club, CLOSES, 20 * 60)
    said = club.do("moderator", "resume", club.desk, "--reason", "I am back.").stdout
    assert "until" not in said
    club.run()
    assert posted(club, "late") == []
    assert club.ledger().entries("locked")[0].t == club.now
    clean(club)


# --------------------------------------------------------------------------------------------------- reminder and grace
def test_whoever_is_missing_is_reminded_once(tmp_path: Path) -> None:
    club = madrid(tmp_path)
    club.order("blue", bid="low", standing="no")
    at(club, CLOSES, -48 * 60 - 1)
    club.run()
    assert posted(club, "reminder") == []
    assert club.status()["due"] == "2026-11-07T19:00:00Z"
    at(club, CLOSES, -48 * 60)
    club.run()
    club.run()
    assert posted(club, "reminder") == ["red"]
    said = words(club.deliver()["red"][-1])
    assert "Round 1 of A Duel waits for your orders, until Monday 9 November 2026, 20:00 (Madrid)" in said


def test_a_reminder_is_sent_once_wherever_a_tick_is_killed(tmp_path: Path) -> None:
    club = madrid(tmp_path)
    at(club, CLOSES, -60)
    assert outlives_kills(play_on, club, tmp_path) > 6


@pytest.mark.parametrize(("hours", "reminded"), [(12, []), (240, ["blue", "red"])])
def test_a_reminder_of_more_time_does_not_come_with_the_letter_that_gives_it(
    tmp_path: Path, hours: int, reminded: list[str]
) -> None:
    club = madrid(tmp_path)
    at(club, CLOSES, -60)
    club.run()
    club.deliver()
    club.do("moderator", "extend", club.desk, "--hours", hours, "--reason", "A holiday.")
    club.run()
    assert posted(club, "reminder") == []
    at(club, club.status()["until"], -60)
    club.run()
    assert posted(club, "reminder") == reminded


def test_no_reminder_comes_with_the_letter_it_would_remind_of(tmp_path: Path) -> None:
    club = playing(tmp_path, times=("--zone", "UTC", "--days", "2", "--reminder-hours", "60"))
    club.run()
    assert posted(club, "reminder") == []


def test_orders_within_the_grace_count_and_after_it_do_not(tmp_path: Path) -> None:
    club = madrid(tmp_path)
    club.order("blue", bid="low", standing="no")
    at(club, CLOSES)
    assert club.run() == 3
    assert posted(club, "late") == ["red"]
    assert "its grace ends Tuesday 10 November 2026, 08:00 (Madrid)" in club.why
    at(club, CLOSES, 11 * 60)
    club.order("red", bid="low", standing="no")
    assert club.run() == 3
    assert "all is in; it runs at Tuesday 10 November 2026, 07:30" in club.why, "no deadline is kept that has passed"
    at(club, club.now, 30)
    club.advance()
    assert locked_orders(club) == ["blue", "red"]
    clean(club)


@pytest.mark.parametrize(
    ("policy", "then"),
    [
        ("standing", "After that the phase runs without them."),
        ("wait", "After that the phase does not run without them: it waits until the moderator decides."),
        ("free_pass", "After that the deadline moves once, because the charter forgives the first silence of a seat"),
    ],
)
def test_whoever_is_late_is_told_what_follows_by_the_charter(tmp_path: Path, policy: str, then: str) -> None:
    club = madrid(tmp_path, "moderated", "--silence", policy)
    club.order("blue", bid="low", standing="no")
    at(club, CLOSES)
    club.run()
    assert then in words(club.deliver()["red"][-1])
    at(club, CLOSES, 12 * 60)
    club.run()
    assert ("locked" in club.kinds()) is (policy == "standing")
    if policy == "free_pass":
        at(club, club.status()["until"])
        club.run()
        assert "After that the phase runs without them." in words(club.deliver()["red"][-1])
        at(club, club.now, 12 * 60)
        club.run()
        assert "locked" in club.kinds()


def test_letters_of_the_grace_say_until_when_orders_are_taken(tmp_path: Path) -> None:
    """They named the deadline alone, which has passed: whoever reads that writes no orders any more."""
    club = madrid(tmp_path)
    club.order("blue", bid="low", standing="no")
    at(club, CLOSES, 60)
    club.run()
    club.deliver()
    taken = "the deadline has passed, and letters are still taken until Tuesday 10 November 2026, 08:00 (Madrid)"
    speak(club, "red", "away", "2026-12-01", "2026-12-02")
    assert taken in words(club.deliver()["red"][-1])
    old = tmp_path / "old.eml"
    old.write_bytes((club.folder("red") / "outbox" / "word-1.eml").read_bytes().replace(b"A word of red.", b"Again."))
    speak(club, "red", "back")
    club.deliver()
    club.take(old)
    said = words(club.deliver()["red"][-1])
    assert "there are no orders from you yet" in said
    assert taken in said
    club.order("red", bid="low", standing="no")
    assert "letters are still taken until Monday 9 November 2026, 21:30 (Madrid)" in words(club.deliver()["red"][-1])


@pytest.mark.parametrize(
    ("tier", "more", "hour"), [("moderated", (), 11), ("beacon", ("--margin-hours", "13"), 8)], ids=["all", "the round"]
)
def test_an_inbox_says_in_the_grace_until_when_late_orders_count(
    tmp_path: Path, tier: str, more: tuple[str, ...], hour: int
) -> None:
    club = playing(tmp_path, tier, *more, times=MADRID)
    club.do("moderator", "extend", club.desk, "--hours", "3", "--reason", "The mail was down.")
    club.read()
    shown = ("inbox", club.folder("red"), "--zone", "Europe/Madrid")
    at(club, CLOSES, 3 * 60 - 1)
    assert "the deadline has passed" not in club.do("red", *shown).stdout
    told = f"the deadline has passed; late orders count until Tuesday 10 November 2026, {hour:02}:00 (UTC+01:00)"
    for minutes in (3 * 60, (hour + 4) * 60 - 1):
        at(club, CLOSES, minutes)
        assert told in club.do("red", *shown).stdout
    at(club, CLOSES, (hour + 4) * 60)
    assert "the deadline has passed\n" in club.do("red", *shown).stdout


def test_letters_of_a_phase_held_back_say_that_orders_are_taken(tmp_path: Path) -> None:
    club = madrid(tmp_path)
    at(club, CLOSES, 13 * 60)
    club.run()
    club.order("red", bid="low", standing="no")
    assert "the deadline has passed, and letters are still taken." in words(club.deliver()["red"][-1])


def test_after_the_grace_a_phase_runs_without_whoever_was_silent(tmp_path: Path) -> None:
    club = madrid(tmp_path)
    club.order("blue", bid="low", standing="no")
    late = club.sealed("red", bid="low")
    at(club, CLOSES, 12 * 60)
    result = club.take(late)
    assert "orders have come after the deadline of Monday 9 November 2026, 20:00 (Madrid)" in result.output
    club.advance()
    assert locked_orders(club) == ["blue"]
    assert [entry.text("seat") for entry in club.ledger().entries("timeout")] == ["red"]
    clean(club)


@pytest.mark.usefixtures("of_before")
def test_a_moderator_who_drops_orders_that_came_within_the_grace_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = madrid(tmp_path)
    club.order("blue", bid="low", standing="no")
    at(club, CLOSES, 60)
    club.order("red", bid="low", standing="no")
    at(club, CLOSES, 12 * 60)
    cheat = "pbem.trust.write_folder.counted_locks"
    monkeypatch.setattr(cheat, lambda entries: [entry for entry in entries if entry.get("seat") == "blue"])
    club.try_to("moderator", "run", club.desk)
    error = club.fail("moderator", "verify", club.desk)
    assert "leaves out the lock of seat 'red'" in str(error)


# -------------------------------------------------------------------------------------------------------------- silence
def test_a_phase_in_which_most_are_silent_is_not_run_and_the_moderator_is_told_once(tmp_path: Path) -> None:
    club = madrid(tmp_path)
    at(club, CLOSES, 13 * 60)
    for _ in range(3):
        assert club.run() == 3
    assert "most seats were silent" in club.why
    assert posted(club, "silence") == ["moderator"]
    club.deliver()
    assert "at its deadline 2 of 2 seats were silent (blue, red)" in words(club.own[-1])
    state = club.status()
    assert state["waits_for"] == ["blue", "red"]
    assert "due" not in state
    assert "locked" not in club.kinds()


def test_once_the_mail_is_mended_a_phase_held_back_waits_for_all(tmp_path: Path) -> None:
    club = madrid(tmp_path)
    at(club, CLOSES, 13 * 60)
    club.run()
    club.order("red", bid="low", standing="no")
    assert club.run() == 3, "one letter after an outage is no reason to run without the other"
    club.order("blue", bid="low", standing="no")
    at(club, club.now, 30)
    club.advance()
    assert locked_orders(club) == ["blue", "red"]
    clean(club)


def test_a_phase_held_back_runs_by_the_moderators_word(tmp_path: Path) -> None:
    club = madrid(tmp_path)
    assert "no phase is held back" in str(club.fail("moderator", "run", club.desk, "--anyway"))
    at(club, CLOSES, 13 * 60)
    club.run()
    club.try_to("moderator", "run", club.desk, "--anyway")
    assert [entry.text("seat") for entry in club.ledger().entries("timeout")][:2] == ["blue", "red"]
    clean(club)


def test_one_silent_seat_stops_nobody_and_exact_hours_count_no_silence(tmp_path: Path) -> None:
    club = playing(tmp_path)
    club.later(48)
    club.run()
    assert "locked" in club.kinds()


def test_an_extension_gives_a_phase_held_back_another_deadline(tmp_path: Path) -> None:
    club = madrid(tmp_path)
    at(club, CLOSES, 13 * 60)
    club.run()
    club.do("moderator", "extend", club.desk, "--until", "2026-11-12T19:00:00Z", "--reason", "the mail was down")
    assert club.status()["due"] == "2026-11-10T19:00:00Z"  # who is missing is reminded of it anew
    assert "extended to 2026-11-12 20:00 (the mail was down)" in club.status()["why"]
    public = club.do("moderator", "status", club.desk, "--public").stdout
    assert "until: 2026-11-12T19:00:00Z" in public
    both_order(club)
    at(club, club.now, 30)
    club.advance()
    assert locked_orders(club) == ["blue", "red"]
    clean(club)


def test_a_pause_closes_no_phase_that_was_held_back(tmp_path: Path) -> None:
    """Its time was over before: moved by the pause alone it would be over again, and blue gone, whose letter was lost.
    """
    club = madrid(tmp_path)
    at(club, CLOSES, 13 * 60)
    club.run()
    club.order("red", bid="low", standing="no")
    club.do("moderator", "pause", club.desk, "--reason", "I mend the mail.")
    at(club, club.now, 60)
    said = club.do("moderator", "resume", club.desk, "--reason", "It is mended.").stdout
    assert "The game goes on." in said
    assert "until" not in said
    assert club.run() == 3
    assert "the moderator decides: no orders of blue" in club.why
    assert posted(club, "silence") == ["moderator"]
    club.order("blue", bid="low", standing="no")
    at(club, club.now, 30)
    club.advance()
    assert locked_orders(club) == ["blue", "red"]
    clean(club)


def test_a_pause_within_the_grace_leaves_what_was_left_of_it(tmp_path: Path) -> None:
    club = madrid(tmp_path)
    club.order("blue", bid="low", standing="no")
    at(club, CLOSES, 11 * 60)
    club.run()
    club.do("moderator", "pause", club.desk, "--reason", "I am ill.")
    at(club, club.now, 24 * 60)
    club.do("moderator", "resume", club.desk, "--reason", "I am back.")
    assert club.run() == 3
    assert "its grace ends Wednesday 11 November 2026, 08:00 (Madrid)" in club.why
    at(club, club.now, 59)
    club.order("red", bid="low", standing="no")
    at(club, club.now, 30)
    club.advance()
    assert locked_orders(club) == ["blue", "red"]
    clean(club)


def test_the_word_to_run_without_the_silent_is_not_for_the_next_deadline(tmp_path: Path) -> None:
    club = madrid(tmp_path)
    at(club, CLOSES, 13 * 60)
    club.run()
    club.do("moderator", "pause", club.desk, "--reason", "I ask around.")
    assert "the game is paused" in str(club.fail("moderator", "run", club.desk, "--anyway"))
    club.do("moderator", "resume", club.desk, "--reason", "They are all ill.")
    club.do("moderator", "extend", club.desk, "--hours", "240", "--reason", "They are all ill.")
    at(club, club.status()["until"], 13 * 60)
    assert club.run() == 3
    assert "most seats were silent" in club.why
    assert "locked" not in club.kinds()


# ------------------------------------------------------------------------------------------------------------ the clock
def test_a_clock_set_back_runs_nothing_enters_no_earlier_time_and_is_told_once(tmp_path: Path) -> None:
    club = madrid(tmp_path)
    at(club, club.now, 600)
    club.order("red", bid="low", standing="no")
    newest = club.now
    letter = club.sealed("blue", bid="low", standing="no")
    at(club, newest, -3 * 24 * 60)
    club.do("moderator", "in", club.desk, letter)
    assert club.ledger().entries("lock", seat="blue")[-1].t == newest
    for _ in range(2):
        assert club.run() == 3
    assert f"the clock shows {club.now}, before the newest entry at {newest}" in club.why
    assert posted(club, "clock") == ["moderator"]
    assert club.why == club.status()["why"]
    at(club, newest, 31)
    club.advance()
    assert "locked" in club.kinds()
    clean(club)


def test_a_clock_put_right_by_seconds_is_met_with_silence(tmp_path: Path) -> None:
    club = playing(tmp_path)
    both_order(club)
    newest = club.now
    at(club, newest, -1)
    club.advance()
    assert club.ledger().entries("locked")[0].t == newest
    assert posted(club, "clock") == []


# ------------------------------------------------------------------------------------------------------------- two-step
@pytest.mark.usefixtures("of_before")
def test_3_6_openings_are_due_by_the_calendar_and_reminded_of_once(tmp_path: Path) -> None:
    club = madrid(tmp_path, "two-step")
    both_order(club)
    at(club, club.now, 30)
    assert club.run() == 3
    state = club.status()
    assert (state["what"], state["until"]) == ("opens", "2026-11-05T19:00:00Z")
    assert state["due"] == "2026-11-03T19:00:00Z"
    assert "after that they are made anew, without the orders of blue, red" in state["why"]
    club.open_all("blue")
    at(club, state["due"])
    for _ in range(2):
        club.run()
    assert posted(club, "reminder") == ["red"]
    (reminder,) = (club.desk / "outbox").glob("*reminder*")
    assert "waits for your part of the dice, until" in words(reminder)
    assert "run, in your game folder: pbem orders open" in words(reminder)
    club.open_all("red")
    club.advance()
    assert "seed" in club.kinds()
    clean(club)
