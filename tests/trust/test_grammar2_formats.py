"""The documents of grammar 2: charter/2, lock/2, open/2, seen/1 and reopen/2, strict and with one spelling each."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from small_game import Person, charter_fields

from pbem.base.errors import BadInput, CheckFailed, PbemError
from pbem.trust.beacon.drand import DEMO_NETWORK
from pbem.trust.dice.seed import Link
from pbem.trust.orders.account import MOST_AMISS, Account, Seen, check_seen_word, make_seen, parse_seen
from pbem.trust.orders.envelope import Draft, Expected, check_envelope, make_envelope, parse_envelope
from pbem.trust.orders.lock import COLUMNS, Lock, parse_lock
from pbem.trust.orders.second_letter import Open, check_open, make_open, parse_open
from pbem.trust.people.charter import Charter, parse_charter, write_charter
from pbem.trust.people.reopening import Reopening, parse_reopening
from pbem.trust.record.checkpoint import LogKey
from pbem.trust.seal import seal

ROOT = "A" * 43 + "="
TIME = "2026-11-18T20:00:00Z"
ACCOUNT = Account(41, ROOT, TIME, ("ab" * 32,), ((3, TIME), (40, TIME)))
FULL = Account(999_999_999, ROOT, TIME, ("ab" * 32,) * MOST_AMISS, ((999_999, TIME),) * MOST_AMISS)
LOCK = Lock(
    "lions-4f1c9a", "ab" * 32, "t01.plot", 1, "britain", 2, "cd" * 32, "ef" * 32, "step2", Link(7, "12" * 32),
    key=seal.new_identity()[1], account=ACCOUNT,
)  # fmt: skip
OPEN = Open("lions-4f1c9a", "ab" * 32, "t01.plot", 1, "britain", Link(7, "12" * 32), "cd" * 32, account=ACCOUNT)
SEEN = Seen("lions-4f1c9a", "ab" * 32, "britain", ACCOUNT)
RETURN = Reopening(
    game="lions-4f1c9a", charter="ab" * 32, phase="t02", withdraws=("t02", "t03"), dice="fresh", lines=41,
    root="cd" * 32, reason="The wind was forgotten: all agree.", round=657413, deadline=TIME,
)  # fmt: skip
READERS: dict[str, tuple[Any, Any]] = {
    "lock": (LOCK, parse_lock), "open": (OPEN, parse_open), "seen": (SEEN, parse_seen),
    "reopen": (RETURN, parse_reopening),
}  # fmt: skip
PEOPLE = (Person(), Person(), Person())
ONE_TIME = seal.new_identity()[1]
LOG = LogKey.new("pbem.example/lions-4f1c9a")


def fields(tier: str = "two-step", **changes: Any) -> dict[str, Any]:
    """The fields of a charter/2 for two seats."""
    told = {**charter_fields(tier, *PEOPLE, LOG), "game": "lions-4f1c9a"}
    return {**told, **({"unopened": "wait"} if tier == "two-step" else {}), **changes}


def charter(tier: str = "two-step", **changes: Any) -> Charter:
    """That charter."""
    return parse_charter(write_charter(fields(tier, **changes), 2))


def seats(**changes: Any) -> list[dict[str, Any]]:
    """The two seats, the first of them changed; None takes a field away."""
    britain, france = fields()["seats"]
    britain = {key: value for key, value in {**britain, **changes}.items() if value is not None}
    return [britain, france]


@pytest.mark.parametrize("name", READERS)
def test_a_document_reads_what_it_writes_and_takes_no_other_spelling(name: str) -> None:
    made, read = READERS[name]
    data = made.to_bytes()
    assert read(data) == made
    for place in range(len(data)):
        for spoilt in (data[:place] + data[place + 1 :], data[:place] + b" " + data[place:]):
            assert refused(read, spoilt) or read(spoilt) != made


def refused(read: Any, data: bytes) -> bool:
    """Whether a reader takes nothing of the kind."""
    try:
        read(data)
    except PbemError:
        return True
    return False


@pytest.mark.parametrize("name", ["lock", "open", "seen"])
def test_no_line_is_wider_than_76_columns_with_eight_of_each(name: str) -> None:
    made, read = READERS[name]
    wide: dict[str, Any] = {"game": "g" * 34 + "4f1c9a", "seat": "s" * 16, "account": FULL}
    wide |= {"phase": "p" * 40, "attempt": 999_999} if name != "seen" else {}
    wide |= {"seq": 999_999, "opens": "9" * 11} if name == "lock" else {}
    full = replace(made, **wide)
    assert read(full.to_bytes()) == full
    assert max(len(line) for line in full.to_bytes().splitlines()) <= COLUMNS


@pytest.mark.parametrize(("old", "new"), [
    (b"missing1:", b"missing2:"), (b"late1:", b"late3:"), (b"pbem: lock/2", b"pbem: lock/1"), (b"at: ", b"at:  "),
    (b"late1: 3 ", b"late1: 03 "), (b"seen: 41", b"seen: 041"),
])  # fmt: skip
def test_a_lock_2_is_refused_with(old: bytes, new: bytes) -> None:
    data = LOCK.to_bytes()
    assert old in data
    with pytest.raises(BadInput):
        parse_lock(data.replace(old, new, 1))


def test_what_a_lock_2_must_say_is_required() -> None:
    lines = LOCK.to_bytes().splitlines(keepends=True)
    for key in (b"seen", b"at"):
        with pytest.raises(BadInput, match=key.decode()):
            parse_lock(b"".join(line for line in lines if not line.startswith(key + b":")))
    assert parse_lock(replace(LOCK, key="", value=None).to_bytes()).key == ""


def test_more_than_eight_of_a_kind_do_not_fit() -> None:
    with pytest.raises(BadInput, match="more than 8"):
        Account(1, ROOT, TIME, ("ab" * 32,) * 9)


# ------------------------------------------------------------------------------------------------------------ charter/2
def test_a_charter_says_its_grammar_and_its_hours() -> None:
    made = charter(mail_hours=48)
    assert (made.grammar, made.unopened, made.open_hours, made.mail_hours) == (2, "wait", 72, 48)
    assert parse_charter(write_charter({key: v for key, v in fields().items() if key != "unopened"}, 1)).grammar == 1


@pytest.mark.parametrize(("changes", "words"), [
    ({"unopened": "without"}, "needs three seats"),
    ({"unopened": "perhaps"}, "'perhaps' is no"),
    ({"open_hours": 23}, "too low"),
    ({"mail_hours": 11}, "too low"),
    ({"seats": seats(chain=None)}, "has no chain"),
    ({"seats": seats(chain=None, plain=True)}, "no use for 'plain'"),
    ({"timeouts": {"open_hours": 72}}, "'open_hours' is no key"),
    ({"witnesses": ["pbem.example/w+01234567+" + "A" * 44]}, "'witnesses' is no key"),
    ({"witnesses_needed": 1}, "'witnesses_needed' is no key"),
    ({"readers": []}, "'readers' is no key"),
    ({"reader": {"name": "R", "age": PEOPLE[0].age[1]}}, "'reader' is no key"),
    ({"mailboxes": []}, "'mailboxes' is no key"),
])  # fmt: skip
def test_a_charter_2_is_refused_with(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(BadInput) as caught:
        charter(**changes)
    assert words in " ".join(fault.message for fault in caught.value.faults)


def test_a_charter_2_of_tier_two_step_says_what_becomes_of_a_missing_opening() -> None:
    told = fields()
    del told["unopened"]
    with pytest.raises(BadInput, match="needs 'unopened'"):
        write_charter(told, 2)
    with pytest.raises(BadInput, match="no use for 'unopened'"):
        charter("moderated", unopened="wait")


def test_a_seat_that_is_plain_has_no_chain_and_one_seat_has_one() -> None:
    made = charter("moderated", seats=seats(chain=None, plain=True))
    assert (made.seat("britain").plain, made.seat("britain").chain) == (True, "")
    with pytest.raises(BadInput, match="has no chain"):
        charter("moderated", seats=seats(plain=True))
    without = [{key: v for key, v in seat.items() if key != "chain"} | {"plain": True} for seat in seats()]
    with pytest.raises(BadInput, match="no seat has a chain"):
        charter("moderated", seats=without)


def test_a_team_shares_one_chain() -> None:
    member = {"name": "Nelson", **{key: v for key, v in Person().public.items() if key != "chain"}}
    team = charter(seats=seats(members=[member], needs=2)).seat("britain")
    chain = PEOPLE[1].chain
    assert team.whose(chain.value(3), 3) is team
    with pytest.raises(BadInput, match="'chain' is no key"):
        charter(seats=seats(members=[member | {"chain": "ab" * 32}]))


# ------------------------------------------------------------------------------------ letters of one grammar in another
def draft(tier: str, **changes: Any) -> Draft:
    """A draft of Britain's as the tier wants it."""
    value = Link(1, PEOPLE[1].chain.value(1))
    own: dict[str, dict[str, Any]] = {"moderated": {"value": value}, "two-step": {"one_time": ONE_TIME}}
    given: dict[str, Any] = {"account": ACCOUNT, **own.get(tier, {"round": 1000}), **changes}
    return Draft(seat="britain", phase="t01.plot", content=b"sail\n", **given)


@pytest.mark.parametrize("tier", ["moderated", "two-step", "beacon"])
def test_an_envelope_of_grammar_2_is_made_and_taken(tier: str) -> None:
    made = charter(tier)
    envelope = make_envelope(made, draft(tier), PEOPLE[1].ssh, networks=(DEMO_NETWORK,))
    lock = parse_envelope(envelope.to_bytes()).lock
    check_envelope(envelope, made, Expected(phase="t01.plot"))
    assert (lock.grammar, bool(lock.key), lock.seen) == (2, tier == "two-step", (41, ROOT))
    with pytest.raises(BadInput, match="say nothing of the ledger"):
        make_envelope(made, draft(tier, account=None), PEOPLE[1].ssh, networks=(DEMO_NETWORK,))


def test_a_lock_of_the_other_grammar_does_not_count() -> None:
    old = parse_charter(write_charter(fields("moderated"), 1))
    for made, other in ((charter("moderated"), old), (old, charter("moderated"))):
        envelope = make_envelope(made, draft("moderated"), PEOPLE[1].ssh)
        with pytest.raises(CheckFailed, match="charter"):
            check_envelope(envelope, other, Expected(phase="t01.plot"))
    forged = replace(make_envelope(old, draft("moderated"), PEOPLE[1].ssh).lock, charter=charter("moderated").sha256)
    assert forged.grammar == 1


def test_an_answer_shows_no_value() -> None:
    made = charter("moderated")
    with pytest.raises(BadInput, match="an answer does not do"):
        make_envelope(made, draft("moderated", answer=True), PEOPLE[1].ssh)
    answer = make_envelope(made, draft("moderated", answer=True, value=None), PEOPLE[1].ssh)
    check_envelope(answer, made, Expected(phase="t01.plot", answer=True))
    with pytest.raises(CheckFailed, match="opens no chain value"):
        check_envelope(answer, made, Expected(phase="t01.plot", answer=False))


def test_an_open_of_grammar_2_is_made_and_taken() -> None:
    made, value = charter(), Link(1, PEOPLE[1].chain.value(1))
    letter, armour = make_open(made, "britain", "t01.plot", value, PEOPLE[1].ssh, account=ACCOUNT)
    assert check_open(letter, armour, made, phase="t01.plot").account == ACCOUNT
    with pytest.raises(CheckFailed, match="this game takes open/2"):
        make_open(made, "britain", "t01.plot", value, PEOPLE[1].ssh)


def test_a_word_about_what_was_seen_is_made_and_taken() -> None:
    made = charter()
    word, armour = make_seen(made, "britain", ACCOUNT, PEOPLE[1].ssh)
    assert check_seen_word(word, armour, made).account == ACCOUNT
    for other in (charter("moderated"), charter(mail_hours=20)):
        with pytest.raises(CheckFailed, match="another game or charter"):
            check_seen_word(word, armour, other)
    with pytest.raises(CheckFailed):
        check_seen_word(word.replace(b"seat: britain", b"seat: france"), armour, made)
    with pytest.raises(CheckFailed, match="is not the one of seat"):
        make_seen(made, "britain", ACCOUNT, PEOPLE[2].ssh)


# -------------------------------------------------------------------------------------------------------------- returns
@pytest.mark.parametrize(("changes", "words"), [
    ({"withdraws": ("t03", "t02")}, "as the first"),
    ({"withdraws": ("t02", "t02")}, "twice"),
    ({"round": None}, "go together"),
    ({"dice": "same"}, "need no round"),
])  # fmt: skip
def test_a_return_is_refused_with(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        replace(RETURN, **changes)


def test_a_return_with_the_same_dice_names_no_round() -> None:
    same = replace(RETURN, dice="same", round=None, deadline="")
    assert b"round" not in same.to_bytes()
    assert parse_reopening(same.to_bytes()) == same


@pytest.mark.parametrize("field", ["readers", "reader", "witnesses", "witnesses_needed", "mailbox", "mailboxes"])
@pytest.mark.parametrize("tier", ["moderated", "two-step", "beacon"])
def test_4_what_is_not_built_is_refused_in_a_charter_and_never_passed_over(tier: str, field: str) -> None:
    value: Any = {"readers": [{"name": "Bo", "age": ONE_TIME}], "reader": {"name": "Bo", "age": ONE_TIME},
                  "witnesses": [LOG.vkey], "witnesses_needed": 1}.get(field, "box@club.example")  # fmt: skip
    with pytest.raises(BadInput, match=f"'{field}' is no key here"):
        charter(tier, **{field: value})
