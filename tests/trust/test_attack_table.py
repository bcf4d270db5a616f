"""The attacks of the trust review that were possible under the rules of before, each by the name of its row.

A moderator M, alone or with a player P, writes whatever ledger they like. The record does not match; or it says who had
a choice; or an honest seat's program refuses to go on. Attacks on mail, folders and papers have their tests beside what
they attack: planted files and terminals in tests/match and tests/cli, archives and quadratic work in
tests/trust/test_verify_files.py and test_verify_costs.py.
"""

from __future__ import annotations

from typing import Any

import pytest
from ledger2 import DAY, HOUR, Table, charter_of, person
from ledger2_seats import known, newest

from pbem.base.clock import show_time
from pbem.base.errors import CheckFailed
from pbem.trust.beacon.drand import DEMO_NETWORK
from pbem.trust.dice.seed import Link
from pbem.trust.grammar import client
from pbem.trust.grammar.client import Kept, kept_of
from pbem.trust.grammar.held import Held
from pbem.trust.grammar.verdict import Verdict
from pbem.trust.primitives.commit import Preimage
from pbem.trust.primitives.words import words_of
from pbem.trust.record import layout
from pbem.trust.record.layout import Occasion
from pbem.trust.ssh import sshsig
from pbem.trust.verify import Report, examine

TIERS = ("moderated", "two-step", "beacon")
TWO, THREE = ("britain", "france"), ("britain", "france", "spain")
#: Lines that the moderator can write alone, and that once licensed another attempt.
WHATS = ("orders", "abandoned", "open", "seal", "rotate", "my dog ate it")
REASONS = (None, "missed", "return", "he was late")


def refused(report: Report, words: str = "") -> bool:
    """The record does not match, for these words."""
    return report.verdict is Verdict.MISMATCH and any(words in fault.message for fault in report.faults)


def locked(tier: str, seats: tuple[str, ...] = THREE, **changes: Any) -> Table:
    """Everybody has locked, and the list is made."""
    table = Table(tier, seats, **changes)
    table.phase("t01")
    for seat in seats:
        table.lock(seat)
    table.wait(25)
    table.locked()
    return table


def ready(tier: str, seats: tuple[str, ...] = THREE) -> Table:
    """The same, to where the moderator can compute the seed."""
    table = locked(tier, seats)
    if tier == "two-step":
        for seat in seats:
            table.open(seat)
    if tier == "beacon":
        table.wait(40)
    return table


# ------------------------------------------------------------------------------------------------------------- the dice
@pytest.mark.parametrize("index", [2, 3, 1024])
@pytest.mark.parametrize("tier", TIERS)
def test_m_picks_a_chain_index(tier: str, index: int) -> None:
    table = ready(tier)
    table.seed(index=index)
    assert refused(table.check(), f"opens the moderator's value {index}; value 1 is due")


@pytest.mark.parametrize("after_seed", [False, True])
@pytest.mark.parametrize("reason", REASONS)
@pytest.mark.parametrize("what", WHATS)
@pytest.mark.parametrize("tier", TIERS)
def test_m_rerolls_by_his_own_timeout_and_a_new_attempt(
    tier: str, what: str, reason: str | None, after_seed: bool
) -> None:
    table = ready(tier)
    if after_seed:
        table.seed()
    table.wait(96)
    line = table.timeout("spain", what)
    fields = {"reason": reason} if reason else {}
    table.phase("t01", 2, **fields, **({"by": line.n} if reason == "return" else {}))
    assert refused(table.check())


def test_m_rerolls_by_a_phase_of_another_name() -> None:
    table = ready("moderated")
    table.phase("t01b")
    assert refused(table.check(), "opens phase 't01b' while phase 't01' has no seed")


def test_m_picks_a_past_round_in_tier_beacon() -> None:
    table = Table("beacon", THREE)
    table.phase("t01", round=DEMO_NETWORK.round_at(table.now - HOUR), deadline=table.now - DAY)
    assert refused(table.check(), "which was out already")
    know, attempt = newest(table, "france")
    assert client.why_not_lock(know, attempt), "an honest seat sends no orders for it"


def test_m_picks_a_past_round_in_tier_beacon_and_dates_the_line_back() -> None:
    table = Table("beacon", THREE)
    opened = table.phase("t01")
    out = DEMO_NETWORK.time_of(opened.number("round"))
    late = out + HOUR
    know = known(table, "france", after=late - table.now)
    assert client.why_not_lock(know, know.walk.phases[table.occasion])
    assert client.late_due(know, [(opened, late)]) == [(opened.n, show_time(late))]
    table.wait(25)
    table.locked()
    table.finish()
    table.seen("france", late=((opened.n, show_time(late)),))
    report = table.check()
    assert report.verdict is Verdict.CHOICE
    (event,) = (each for each in report.choices if each.code == "E5")
    assert event.bits is not None
    assert event.bits > 10, "thousands of rounds passed unseen"


@pytest.mark.parametrize("index", [1, 2, 3])
def test_m_and_p_choose_dice_by_resubmitting_in_tier_moderated(index: int) -> None:
    table = Table("moderated", THREE)
    table.phase("t01")
    for seat in THREE:
        table.lock(seat)
    table.lock("france", value=Link(index, person("france").chain.value(index)))
    table.locked()
    seed = table.seed()
    if index == 1:
        assert dict(seed.seats)["france"].index == 1, "the same value gives the same dice"
        assert table.check().verdict is Verdict.MATCHES
    else:
        assert refused(table.check(), "in this phase it has shown value 1")


def test_m_and_p_choose_dice_by_resubmitting_a_plain_file_in_tier_moderated() -> None:
    table = Table("moderated", THREE)
    table.phase("t01")
    table.write("lock", **table.occasion.fields, seat="france", seq=1, lock="ab" * 32, orders="ab" * 32)
    assert refused(table.check(), "who by the charter writes none")


def swallowed() -> tuple[Table, Kept]:
    """M has Spain's opening, does not enter it, and says that it did not come; the others have it in time."""
    table = locked("two-step")
    kept = kept_of(Held(table.opening("spain")[0]), table.now)
    for seat in TWO:
        table.open(seat)
    table.wait(72)
    table.timeout("spain", "open")
    table.wait(24)
    table.phase("t01", 2, reason="missed")
    return table, kept


def test_m_and_p_know_dice_in_two_step_by_swallowed_opens() -> None:
    table, kept = swallowed()
    table.locked()
    know, attempt = newest(table, "britain", kept)
    assert client.why_not_open(know, attempt) == [f"the opening of 'spain' is held here: {kept.digest}"]
    assert client.left_out_of(know) == [kept], "mailed on to all"
    assert client.missing_due(known(table, "spain", kept)) == [kept.digest]


def test_m_and_p_know_dice_in_two_step_by_swallowed_opens_and_p_locks_anew() -> None:
    table, _ = swallowed()
    table.lock("france", seq=2)
    assert refused(table.check(), "whose list is that of the attempt before")


def test_m_and_p_know_dice_in_two_step_by_swallowed_opens_of_one_of_two() -> None:
    table = locked("two-step", TWO)
    table.open("france")
    table.wait(96)
    table.timeout("britain", "open")
    table.phase("t01", 2, reason="missed")
    assert refused(table.check(), "though this game waits for openings")


def test_m_and_p_know_dice_in_two_step_by_swallowed_opens_twice() -> None:
    table, _ = swallowed()
    table.locked()
    table.wait(72)
    table.timeout("britain", "open")
    table.wait(24)
    table.phase("t01", 3, reason="missed")
    assert refused(table.check(), "after a missed opening there is no second one")


def test_p_withholds_an_open() -> None:
    table = locked("two-step")
    for seat in ("britain", "spain"):
        table.open(seat)
    table.wait(72)
    table.timeout("france", "open")
    table.wait(24)
    table.phase("t01", 2, reason="missed")
    table.locked()
    table.finish()
    report = table.check()
    assert report.verdict is Verdict.CHOICE
    assert [(event.code, event.seat, event.bits) for event in report.choices] == [("E2", "france", 1.0)]


# ----------------------------------------------------------------------------------------------------------- the orders
def test_m_drops_read_orders_by_seal_in_tier_moderated() -> None:
    table = locked("moderated")
    table.timeout("spain", "seal")
    table.seed()
    assert refused(table.check(), "strikes orders that the moderator had read before he took them in")


@pytest.mark.parametrize("when", ["locked", "opened", "seeded"])
def test_m_drops_read_orders_by_seal_in_two_step(when: str) -> None:
    table = locked("two-step")
    if when != "locked":
        for seat in THREE:
            table.open(seat)
    if when == "seeded":
        table.seed()
    table.timeout("spain", "seal")
    assert refused(table.check())


def test_m_drops_read_orders_by_seal_of_a_seat_that_acts_alone() -> None:
    table = Table("two-step", THREE, acts_alone=True)
    table.phase("t01", acts=["britain"], alone="britain")
    table.lock("britain", alone=True)
    table.locked()
    table.timeout("britain", "seal")
    assert refused(table.check(), "had read before he took them in")


def test_m_drops_read_orders_by_seal_where_only_he_has_the_key() -> None:
    table = locked("two-step")
    for seat in THREE:
        table.open(seat, with_key=False)
    table.timeout("spain", "seal")
    table.seed()
    report = table.check()
    assert report.verdict is Verdict.CHOICE, "never green"
    assert [event.code for event in report.choices] == ["E7"]


@pytest.mark.parametrize("hours", [24.1, 30, 400])
def test_m_drops_a_lock_by_its_date(hours: float) -> None:
    table = Table("moderated", THREE, calendar={"hours": 24, "grace_hours": 1})
    table.phase("t01")
    first = [table.lock(seat).entry for seat in TWO]
    table.wait(hours)
    table.lock("spain")
    table.locked(locks=[each.text("lock") for each in first if each])
    assert refused(table.check(), "leaves out the lock of seat 'spain'")


@pytest.mark.parametrize("tier", TIERS)
def test_m_omits_a_lock_or_an_open_of_which_nobody_has_a_receipt(tier: str) -> None:
    table = Table(tier, THREE)
    table.phase("t01")
    sent = table.envelope("spain")
    for seat in TWO:
        table.lock(seat)
    table.wait(25)
    table.locked()
    kept = kept_of(Held(sent), table.now - 20 * HOUR)
    missing = client.missing_due(known(table, "spain", kept))
    assert missing == [sent.lock.sha256]
    assert client.left_out_of(known(table, "france", kept)) == [kept], "another seat mails it on"
    table.seen("spain", missing=tuple(missing))
    assert "E8" in [event.code for event in table.check().choices]


# ----------------------------------------------------------------------------------------------------- what was told
def test_m_commits_to_several_reports_of_one_seat_and_phase() -> None:
    table = ready("moderated")
    table.seed()
    with table.step() as step:
        told = Preimage(f"{table.charter.game}/report/britain/t01", bytes(32), b"No.\n")
        step.report(table.occasion, "britain", told)
    assert refused(table.check(), "is the second report of seat 'britain' of phase 't01'")


def test_m_enters_the_dice_of_a_lane_after_the_next_phase() -> None:
    table = ready("moderated")
    table.seed()
    table.write("seed", **Occasion("t01").fields, sha256="ab" * 32)
    assert refused(table.check(), "is a second seed of phase 't01'")
    other = ready("moderated")
    other.write("seed", **Occasion("t01").fields, sha256="ab" * 32)
    other.phase("t02")
    assert refused(other.check(), "comes before the dice of lane 'pub'")


# ------------------------------------------------------------------------------------------------- games, keys, forks
def test_m_opens_many_games_and_shows_one() -> None:
    shown, other = ready("moderated"), Table("moderated", THREE, title="Another game")
    note = other.folder().read(layout.CHECKPOINT)
    found = examine(shown.folder(), "", (), [("checkpoint of another game", note)])
    assert shown.charter.sha256 != other.charter.sha256
    assert words_of(shown.charter.sha256) != words_of(other.charter.sha256)
    assert refused(found, "was forked")
    sign = sshsig.sign(person("spain").ssh, shown.charter.data, "charter")
    with pytest.raises(CheckFailed):
        other.charter.check_signature("spain", sign)


def test_keys_are_swapped_at_join() -> None:
    seats = [{"seat": seat, **person("a carrier" if seat == "spain" else seat).public} for seat in THREE]
    true, false = charter_of("moderated", THREE), charter_of("moderated", THREE, charter_seats=seats)
    assert words_of(true.sha256) != words_of(false.sha256), "the telephone tells"
    sign = sshsig.sign(person("spain").ssh, false.data, "charter")
    with pytest.raises(CheckFailed):
        false.check_signature("spain", sign)


def test_m_shows_two_lists() -> None:
    table, other = locked("two-step"), Table("two-step", THREE)
    other.phase("t01")
    for seat in THREE:
        other.lock(seat, content=b"another\n")
    other.wait(25)
    other.locked()
    assert table.charter.sha256 == other.charter.sha256
    table.take_open(*other.opening("spain"))
    report = table.check()
    assert refused(report, "names another lock than the one that was counted")
    assert refused(report, "was written over another ledger")
