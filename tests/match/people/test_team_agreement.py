"""A team whose orders count once enough of it stand behind them (docs/moderate.md, a team at a seat)."""

from __future__ import annotations

import shutil
from email import message_from_bytes
from pathlib import Path

import pytest
from club import duel_is_known as duel_is_known
from people_club import CAROL, TIERS, People, tiers
from team_club import FULL, Team

from pbem.match.post.game_letter import read_letter
from pbem.trust.beacon.drand import DEMO_NETWORK
from pbem.trust.checks.findings import Audit, Game, Memo
from pbem.trust.checks.sequence import check_course, check_forms
from pbem.trust.folder.read_folder import open_folder
from pbem.trust.people.charter import parse_charter
from pbem.trust.record.ledger import Ledger
from pbem.trust.verify import verify_folder, verify_path


@pytest.mark.parametrize("tier", TIERS)
def test_orders_count_once_enough_of_the_team_agree(tier: str, tmp_path: Path) -> None:
    club = Team(tmp_path, tier)
    club.writes("red", bid="mid")
    assert "red" in club.missing()
    shown = (tmp_path / "carol/team/red-t01.duel-1.yaml").read_text(encoding="utf-8")
    assert "bid: mid" in shown
    agreeing = f"pbem word agree 1 --dir {tmp_path / 'carol'}"
    assert agreeing in club.do("carol", "inbox", tmp_path / "carol").stdout
    club.agrees("carol")
    assert agreeing not in club.do("carol", "inbox", tmp_path / "carol").stdout
    assert "red" not in club.missing()
    club.read_all()
    assert len(list((tmp_path / "carol/receipts").glob("red-agreed-*.proof"))) == 1
    club.runs()
    assert club.counted() == [1]
    assert verify_folder(club.desk, extra_networks=(DEMO_NETWORK,)).faults == ()


@pytest.mark.parametrize("tier", tiers("moderated"))
def test_a_whole_game_of_such_a_team_is_played_again_to_the_same_end(tier: str, tmp_path: Path) -> None:
    club = Team(tmp_path, tier)
    writer, other = "red", "carol"
    while club.status()["stage"] != "over":
        state = club.status()
        for seat in state["waits_for"]:
            club.hands["red"] = writer
            club.order(seat, **({"parry": "yes"} if state["what"] == "answers" else {"bid": "high"}))
            if seat == "red":
                club.read_all()
                club.agrees(other)
        club.advance_by(49 if tier == "beacon" else 0)
        writer, other = other, writer
    club.holds()


@pytest.mark.parametrize("tier", tiers("moderated"))
def test_a_team_without_agreement_is_as_silent_at_the_deadline(
    tier: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = Team(tmp_path, tier)
    club.writes("red")
    read: dict[str, str] = {}
    monkeypatch.setattr(club, "watch", lambda path: read.update({path.name: read_letter(path).letter.text}))
    club.order("blue", **FULL)
    club.advance_by(49)
    silent = [entry.text("seat") for entry in club.ledger().entries("timeout", what="orders")]
    assert silent == ["red"]
    assert club.counted() == []
    told = [" ".join(text.split()) for name, text in read.items() if "-red-report-t01.duel" in name]
    assert len(told) == 2
    assert all("too few of your team supported them in time" in each for each in told)
    assert verify_folder(club.desk, extra_networks=(DEMO_NETWORK,)).faults == ()


def test_the_captain_is_told_by_the_charter_that_his_team_has_to_agree(tmp_path: Path) -> None:
    club = Team(tmp_path, people=3)
    charter = next(path for path in (club.desk / "sent/letters").glob("*-red-charter.eml"))
    told = " ".join(read_letter(charter).letter.text.split())
    assert "Team: red is played by 3 people; their orders count once 2 of them agree." in told


def test_of_several_that_have_agreement_the_newest_count(tmp_path: Path) -> None:
    club = Team(tmp_path, people=3)
    club.writes("red", bid="low")
    club.writes("carol", bid="mid")
    club.writes("dave", bid="high")
    club.agrees("red", 2)
    club.agrees("dave", 1)
    club.runs()
    assert club.counted() == [2]
    assert verify_folder(club.desk).faults == ()


def test_all_three_can_be_needed(tmp_path: Path) -> None:
    club = Team(tmp_path, people=3, needs=3)
    club.writes("red")
    club.agrees("carol")
    assert "red" in club.missing()
    club.agrees("dave")
    assert "red" not in club.missing()


def test_nobody_agrees_twice_or_to_his_own(tmp_path: Path) -> None:
    club = Team(tmp_path, people=3, needs=3)
    club.writes("red")
    club.agrees("carol")
    again = club.word("carol")
    assert "you stand behind orders no. 1 already" in club.take(again).output
    (tmp_path / "red/team").mkdir()
    shutil.copy(tmp_path / "carol/team/red-t01.duel-1.pbem", tmp_path / "red/team/red-t01.duel-1.pbem")
    assert "you stand behind orders no. 1 already" in club.take(club.word("red")).output


def test_another_seat_cannot_agree_for_a_team(tmp_path: Path) -> None:
    club = Team(tmp_path)
    club.writes("red")
    club.word("carol")
    word = tmp_path / "carol/sent/red-word-1.yaml"
    club.do("blue", "sign", "--namespace", "amend", word)
    assert "signature" in club.take(word).output
    assert "red" in club.missing()


def test_a_receipt_says_what_is_missing_and_a_reminder_too(tmp_path: Path) -> None:
    club = Team(tmp_path, more=("--reminder-hours", "24"))
    club.hands["red"] = "red"
    club.comes_in(club.sealed("red", **FULL))
    letter = club.mail("red-receipt")
    assert "1 of 2 stands behind orders no. 1, which do not count yet" in read_letter(letter).letter.text
    assert club.status()["agreement"] == ["red: 1 of 2 stands behind orders no. 1, which do not count yet"]
    club.later(30)
    club.run()
    reminder = " ".join(read_letter(club.mail("red-reminder")).letter.text.split())
    assert "1 of 2 stands behind orders no. 1, which do not count yet" in reminder


@pytest.mark.parametrize("tier", ["two-step", "beacon"])
def test_orders_without_a_copy_for_the_team_are_refused(tier: str, tmp_path: Path) -> None:
    club = Team(tmp_path, tier)
    club.hands["red"] = "red"
    letter = club.sealed("red", **FULL)
    letter.write_bytes(letter.read_bytes().replace(b".pbem.team.age", b".pbem.other.age"))
    assert "letter brings no copy of the orders for the team" in club.take(letter).output


def test_plain_orders_of_such_a_team_are_refused(tmp_path: Path) -> None:
    club = Team(tmp_path)
    club.hands["red"] = "red"
    path = club.write("red", **FULL)
    club.do("red", "sign", path)
    assert "team of 'red' has to agree, which takes an envelope" in club.take(path).output


def test_in_two_step_any_of_the_team_opens_what_another_has_sent(tmp_path: Path) -> None:
    club = Team(tmp_path, "two-step")
    club.writes("red")
    club.agrees("carol")
    club.order("blue", **FULL)
    club.run()
    club.hands["red"] = "carol"
    club.open_all()
    assert club.run() in (0, 3)
    assert club.counted() == [1]
    assert club.ledger().entries("seed", phase="t01.duel")
    assert verify_folder(club.desk).faults == ()
    assert verify_path(club.desk / "seeds/t01.duel.seed").faults == ()


# ------------------------------------------------------------------------------------------------ what a checker finds
def rewritten(club: Team, ledger: Ledger) -> list[str]:
    """What `pbem verify` says of the record with another ledger, tree and checkpoints apart."""
    audit = Audit(open_folder(club.desk), Memo())
    game = Game(parse_charter((club.desk / "charter.yaml").read_bytes()), ledger)
    check_forms(audit, game)
    check_course(audit, game)
    return [fault.message for fault in audit.faults]


def test_a_moderator_who_counts_what_the_team_has_not_agreed_to_is_found_out(tmp_path: Path) -> None:
    club = Team(tmp_path)
    club.writes("red")
    club.agrees("carol")
    club.runs()
    without = Ledger()
    for entry in club.ledger():
        if entry.kind == "ack" and "lock" in entry.fields:
            continue
        without.append(entry.kind, entry.t, **{k: v for k, v in entry.fields.items() if k not in ("k", "n", "t")})
    assert any("to which too few of its team agreed" in each for each in rewritten(club, without))


def test_a_moderator_who_leaves_out_what_the_team_agreed_to_is_found_out(tmp_path: Path) -> None:
    club = Team(tmp_path)
    club.writes("red")
    club.agrees("carol")
    club.runs()
    without = Ledger()
    red = [each.text("lock") for each in club.ledger().entries("lock", seat="red")]
    for entry in club.ledger():
        fields = {k: v for k, v in entry.fields.items() if k not in ("k", "n", "t")}
        if entry.kind == "locked":
            fields["locks"] = [lock for lock in entry.texts("locks") if lock not in red]
        without.append(entry.kind, entry.t, **fields)
    assert any("leaves out the lock of seat 'red'" in each for each in rewritten(club, without))


def test_an_agreement_that_was_changed_is_found_out(tmp_path: Path) -> None:
    club = Team(tmp_path)
    club.writes("red")
    club.agrees("carol")
    entry = next(each for each in club.ledger().entries("ack") if "lock" in each.fields)
    path = club.desk / f"amends/{entry.n}.txt"
    path.write_bytes(path.read_bytes().replace(b"seq: 1", b"seq: 2"))
    found = {fault.file for fault in verify_folder(club.desk).faults}
    assert found == {f"amends/{entry.n}.txt", f"amends/{entry.n}.red.sig"}


# ----------------------------------------------------------------------------------------------------- before it begins
@pytest.mark.parametrize("given", ["red=2", "blue=2", "red=0", "green=2"])
def test_a_game_needs_as_many_as_have_to_agree(given: str, tmp_path: Path) -> None:
    club = People(tmp_path)
    seats = ("--seat=blue=b@example.org", "--seat=red=r@example.org")
    error = club.fail("moderator", "new", tmp_path / "other", "--game", "duel", *seats, "--member-needs", given)
    assert "who agree" in error.faults[0].message


def test_who_shares_a_seat_reads_so_in_his_invitation(tmp_path: Path) -> None:
    club = People(tmp_path, "moderated", f"--member=red={CAROL}", "--member-needs=red=2")
    club.do("moderator", "out", club.desk, "--to", tmp_path / "post")
    invitations = [read_letter(path).letter.text for path in sorted((tmp_path / "post").glob("*-invitation.eml"))]
    assert len(invitations) == 3
    for told in invitations:
        assert "Team: red is played by 2 people; their orders count once 2 of them agree." in " ".join(told.split())


def test_a_member_waits_for_the_first_report_and_a_captain_for_the_charter(tmp_path: Path) -> None:
    club = People(tmp_path, "moderated", f"--member=red={CAROL}")
    club.do("moderator", "out", club.desk, "--to", tmp_path / "post")
    for path in sorted((tmp_path / "post").glob("*red-invitation.eml")):
        person = str(message_from_bytes(path.read_bytes())["To"]).partition("@")[0]
        club.do(person, "join", path, "--dir", tmp_path / person)
    letter = tmp_path / "red" / "outbox" / "acceptance.eml"
    captain = club.do("red", "inbox", tmp_path / "red").stdout
    assert f"mail {letter}, if you have not" in captain
    assert "when the charter comes: pbem join LETTER" in captain
    assert "the first report comes when all have signed" in club.do("carol", "inbox", tmp_path / "carol").stdout


def test_faults_tell_a_team_of_its_orders_that_wait_for_agreement(tmp_path: Path) -> None:
    club = Team(tmp_path)
    club.hands["red"] = "carol"
    unread = club.sealed("red", **FULL)  # as no. 1 too: she has not opened what he sends
    club.writes("red")
    club.take(unread)
    told = " ".join(read_letter(club.mail("red-faults")).letter.text.split())
    assert "hint: seal a correction anew, as seq 2" in told
    assert "1 of 2 stands behind orders no. 1, which do not count yet" in told
    assert "there are no orders from you yet" not in told


def test_a_receipt_names_the_team_to_whoever_did_not_send(tmp_path: Path) -> None:
    club = Team(tmp_path)
    club.hands["red"] = "red"
    club.comes_in(club.sealed("red", **FULL))
    assert read_letter(club.mail("red-receipt")).letter.text.startswith("A letter of your team for Round 1")


def test_a_substitute_reads_which_seats_are_teams_and_signs_no_charter(tmp_path: Path) -> None:
    club = Team(tmp_path)
    words = ("--address", "dave@example.org", "--reason", "ill")
    club.do("moderator", "replace", club.desk, "blue", *words)
    letter = club.mail("blue-invitation")
    told = " ".join(read_letter(letter).letter.text.split())
    assert "Team: red is played by 2 people; their orders count once 2 of them agree." in told
    club.comes_in(Path(club.do("dave", "join", letter, "--dir", tmp_path / "dave").stdout.strip()))
    waiting = club.do("dave", "inbox", tmp_path / "dave").stdout
    assert "the seat is yours when its letter comes" in waiting
    assert "charter" not in waiting
    club.read_all()
    assert "the seat is yours" not in club.do("dave", "inbox", tmp_path / "dave").stdout
