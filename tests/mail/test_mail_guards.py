"""Floods are judged by the time we received a letter, whatever its Date says and whatever our clock does."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

from mail_kit import ANNE, CLUB, ENVELOPE, HOME, letter

from pbem.mail.guards import Caps, Home, Sort, Verdict, judge
from pbem.mail.letter import read_letter

NOON = datetime(2026, 11, 18, 12, tzinfo=UTC)
FROM_ANNE = read_letter(letter(ENVELOPE))
FROM_BOB = read_letter(letter(ENVELOPE, "", "", "From: bob@example.net"))


def taken(caps: Caps, moment: datetime, found: object = FROM_ANNE) -> Verdict:
    """One letter judged."""
    assert found in (FROM_ANNE, FROM_BOB)
    each = FROM_ANNE if found is FROM_ANNE else FROM_BOB
    return caps.judge(each, judge(each, HOME), moment)


def test_the_letter_beyond_the_cap_is_a_flood_and_the_window_slides() -> None:
    caps = Caps(each=3, window=timedelta(hours=1))
    sorts = [taken(caps, NOON + timedelta(minutes=10 * n)).sort for n in range(5)]
    assert sorts == [Sort.LETTER] * 3 + [Sort.FLOOD] * 2
    verdict = taken(caps, NOON + timedelta(minutes=41))
    assert (verdict.answered, verdict.sort) == (False, Sort.FLOOD)
    assert ANNE in verdict.reason
    assert taken(caps, NOON + timedelta(minutes=141)).answered


def test_one_flood_does_not_silence_another_person() -> None:
    caps = Caps(each=1)
    taken(caps, NOON)
    assert not taken(caps, NOON).answered
    assert taken(caps, NOON, FROM_BOB).answered


def test_everybody_together_has_a_cap_for_senders_can_be_invented() -> None:
    caps = Caps(each=10, all=4)
    assert [taken(caps, NOON, each).answered for each in (FROM_ANNE, FROM_BOB) * 3] == [True] * 4 + [False] * 2


def test_invented_senders_are_not_remembered_beyond_the_cap_of_all() -> None:
    caps = Caps(all=20)
    for number in range(200):
        stranger = read_letter(letter(ENVELOPE, "", "", f"From: nobody{number}@example.net"))
        caps.judge(stranger, judge(stranger, HOME), NOON)
    assert sum(map(len, caps.plain().values())) <= 21


def test_words_without_a_document_are_answered_a_few_times_a_day_and_orders_still() -> None:
    """An answering machine that words each letter anew, and says of none that a machine wrote it."""
    caps = Caps(talk=3)
    moments = [NOON + timedelta(hours=2 * number) for number in range(6)]
    chatter = [read_letter(letter(f"No. {number}: I am away.\n".encode())) for number in range(6)]
    verdicts = [caps.judge(each, judge(each, HOME), at) for each, at in zip(chatter, moments, strict=True)]
    assert [each.answered for each in verdicts] == [True] * 3 + [False] * 3
    assert "without a document" in verdicts[-1].reason
    assert taken(caps, moments[-1]).answered
    assert caps.judge(chatter[0], judge(chatter[0], HOME), NOON + timedelta(days=2)).answered


def test_a_clock_that_was_set_back_silences_nobody_for_long() -> None:
    caps = Caps(each=1)
    taken(caps, NOON)
    assert taken(caps, NOON - timedelta(days=365)).answered
    assert not taken(caps, NOON - timedelta(days=365)).answered


def test_what_is_remembered_between_runs_is_plain_and_forgiving() -> None:
    caps = Caps(each=1)
    taken(caps, NOON)
    later = Caps(each=1)
    later.remember(json.loads(json.dumps(caps.plain())))
    assert not taken(later, NOON).answered
    fresh = Caps(each=1)
    fresh.remember({ANNE: ["yesterday"], "bob@example.net": [7]})  # type: ignore[list-item]
    assert taken(fresh, NOON).answered


def test_a_robot_stays_a_robot_beyond_the_cap() -> None:
    robot = read_letter(letter(ENVELOPE, "", "", "Precedence: bulk"))
    caps = Caps(each=1)
    assert [caps.judge(robot, judge(robot, HOME), NOON).sort for _ in range(3)] == [Sort.LIST] * 3


def test_memory_does_not_grow_with_the_flood() -> None:
    caps = Caps(each=5)
    for _ in range(100):
        taken(caps, NOON)
    taken(caps, NOON)
    assert len(caps.plain()[ANNE]) <= 7


def test_we_know_ourselves_under_any_tag_and_in_any_case() -> None:
    home = Home((CLUB, "games@example.org"), "example.org")
    assert all(home.is_own(each) for each in ("Club@Example.org", "club+t03@example.org", "games@example.org"))
    assert not any(home.is_own(each) for each in ("clubs@example.org", "club@example.net", "", "+@example.org"))
