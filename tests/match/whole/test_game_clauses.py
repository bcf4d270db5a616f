"""What letters may do and may not, deadlines, questions, refusals, and what nobody may learn from a letter."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest
from club import Club, playing
from club import duel_is_known as duel_is_known

from pbem.base.files import write_atomic
from pbem.match.folder import zipped
from pbem.match.folder.report_parts import TOLD
from pbem.match.own_folder.keep_pages import unsealed
from pbem.match.own_folder.seat import Seat
from pbem.match.own_folder.skipped_letters import whole
from pbem.match.post.game_letter import letters_in
from pbem.match.post.send_outbox import deliver
from pbem.trust.beacon.drand import DEMO_NETWORK
from pbem.trust.keyring import Keyring
from pbem.trust.orders.which_count import counted_locks
from pbem.trust.primitives.commit import parse_preimage
from pbem.trust.seal import seal
from pbem.trust.verify import verify_folder


@pytest.fixture
def club(tmp_path: Path) -> Club:
    """A moderated game whose first phase is open."""
    found = Club(tmp_path)
    found.begin()
    return found


def faults_of(club: Club, letter: Path) -> str:
    """Take a letter in that is at fault; the answer sent, and nothing else changed."""
    before = (club.desk / "ledger.jsonl").read_bytes()
    result = club.take(letter)
    assert result.exit_code in (1, 4), (result.output, result.exception)
    assert (club.desk / "ledger.jsonl").read_bytes() == before
    return result.stderr


# --------------------------------------------------------------------------------------------------------- enrolment
def test_3_4_no_phase_opens_before_everybody_has_signed(tmp_path: Path) -> None:
    club = Club(tmp_path)
    assert club.run() == 3
    assert "acceptance of blue, red" in club.why
    post = club.deliver()
    for seat in ("blue", "red"):
        written = club.do(seat, "join", post[seat][0], "--dir", club.folder(seat)).stdout.strip()
        club.do("moderator", "in", club.desk, written)
    post = club.deliver()
    written = club.do("blue", "join", post["blue"][0], "--dir", club.folder("blue")).stdout.strip()
    club.do("moderator", "in", club.desk, written)
    assert club.run() == 3
    assert "signature of the charter of red" in club.why
    assert club.kinds() == ["charter", "ack", "ack"]


def test_a_charter_that_says_otherwise_than_its_invitation_is_not_signed(tmp_path: Path) -> None:
    club = Club(tmp_path)
    post = club.deliver()
    for seat in ("blue", "red"):
        written = club.do(seat, "join", post[seat][0], "--dir", club.folder(seat)).stdout.strip()
        club.do("moderator", "in", club.desk, written)
    letter = club.deliver()["red"][0]
    invitation = club.folder("red") / "invitation.yaml"
    invitation.write_bytes(invitation.read_bytes().replace(b"title: A Duel", b"title: Tea"))
    assert "another 'title'" in club.fail("red", "join", letter, "--dir", club.folder("red")).faults[0].message


def test_an_invitation_that_was_altered_is_refused(tmp_path: Path) -> None:
    club = Club(tmp_path)
    letter = club.deliver()["red"][0]
    parts = club.parts(letter)
    (tmp_path / "invitation.yaml").write_bytes(parts["invitation.yaml"].replace(b"moderated", b"two-step"))
    (tmp_path / "invitation.yaml.sig").write_bytes(parts["invitation.yaml.sig"])
    assert club.fail("red", "join", tmp_path / "invitation.yaml").exit_code == 4


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--seat=blue=b@example.org",), "seat 'red' has no player"),
        (("--seat=blue=b@example.org", "--seat=green=g@example.org"), "'green' is no seat"),
        (("--seat=blue=b@example.org", "--seat=red=nobody"), "not a mail address"),
        (("--seat=blue=b@example.org", "--seat=red=r@example.org", "--house=weapon=spoon"), "'spoon' is no choice"),
        (("--seat=blue=b@example.org", "--seat=red=r@example.org", "--scenario=dusk"), "'dusk' is not a scenario"),
    ],
)
def test_a_plan_with_faults_makes_no_folder(words: tuple[str, ...], says: str, tmp_path: Path) -> None:
    club = Club(tmp_path)
    error = club.fail("moderator", "new", tmp_path / "other", "--game", "duel", *words)
    assert any(says in fault.message for fault in error.faults)
    assert not (tmp_path / "other").exists()


# ------------------------------------------------------------------------------------------------------------ letters
def test_a_letter_is_taken_once_however_often_it_comes(club: Club) -> None:
    letter = club.sealed("red", bid="high")
    club.do("moderator", "in", club.desk, letter)
    before = (club.desk / "ledger.jsonl").read_bytes()
    assert "taken before" in club.do("moderator", "in", club.desk, letter).stdout
    assert (club.desk / "ledger.jsonl").read_bytes() == before


def test_3_10_every_envelope_is_answered_with_a_receipt(club: Club) -> None:
    club.order("red", bid="high")
    (answer,) = club.read()["red"]
    (name,) = club.parts(answer)
    assert name == "red-t01.duel-1.proof"
    assert (club.folder("red") / "receipts" / name).exists()


def test_3_5_a_higher_seq_supersedes_and_the_lower_does_not_come_back(club: Club) -> None:
    first = club.sealed("red", bid="high")
    second = club.sealed("red", bid="low")
    club.do("moderator", "in", club.desk, second)
    assert "seq 1, and 2 has come already" in faults_of(club, first)
    club.order("blue", bid="mid", standing="no")
    club.run()
    locked = club.ledger().entries("locked")[0]
    assert club.ledger().entries("lock", seq=2)[0].text("lock") in locked.texts("locks")


def test_a_letter_for_another_seat_is_one_clear_fault(club: Club) -> None:
    letter = club.write("red", bid="high")
    letter.write_text(letter.read_text().replace("seat: red", "seat: blue"))
    club.do("red", "sign", letter)
    assert faults_of(club, letter).count("pbem: error") == 1


def test_a_broken_signature_is_one_clear_fault_and_is_answered(club: Club) -> None:
    envelope = next(iter(club.parts(club.sealed("red", bid="high")).values()))
    damaged = club.place / "damaged.pbem"
    damaged.write_bytes(envelope.replace(b"seq: 1", b"seq: 2"))
    assert faults_of(club, damaged).count("pbem: error") == 1
    assert any("faults" in path.name for path in club.deliver()["red"])


def test_3_5_plain_signed_orders_are_taken_in_tier_moderated(tmp_path: Path) -> None:
    club = playing(tmp_path, "moderated", "--plain=red")
    letter = club.write("red", bid="high", standing="no")
    club.do("red", "sign", letter)
    club.do("moderator", "in", club.desk, letter)
    club.order("blue", bid="low", standing="no")
    club.advance()
    assert verify_folder(club.desk).faults == ()
    assert json.loads(club.do("moderator", "audit", club.desk, "--json").stdout)["phases"] == 1


def test_orders_after_the_deadline_are_late(club: Club) -> None:
    letter = club.sealed("red", bid="high")
    club.later(49)
    assert "after the deadline" in faults_of(club, letter)


def test_orders_after_the_lock_are_late(club: Club) -> None:
    letter = club.sealed("blue", bid="high")
    club.order("red", bid="high", standing="no")
    club.order("blue", bid="low", standing="no")
    club.run()
    assert "is for phase 't01.duel'" in faults_of(club, letter) or "locked already" in faults_of(club, letter)


def test_a_letter_with_nothing_in_it_is_told_so(club: Club) -> None:
    letter = club.place / "hello.eml"
    letter.write_bytes(b"From: red@example.org\r\nSubject: hello\r\n\r\nWhen do we start?\r\n")
    assert "no document for the adjudicator" in faults_of(club, letter)


EMPTY_PARTS = b"Content-Type: multipart/mixed; boundary=x\n\n--x\n--x--"


@pytest.mark.parametrize("junk", [b"", b"\xff\xfe\x00", EMPTY_PARTS, b"\n"])
def test_junk_is_refused_without_a_traceback(junk: bytes, club: Club) -> None:
    letter = club.place / "junk.eml"
    letter.write_bytes(junk)
    assert club.take(letter).exit_code == 1


def test_a_maildir_is_read_whole(club: Club) -> None:
    box = club.place / "box"
    for name in ("new", "cur", "tmp"):
        (box / name).mkdir(parents=True)
    club.sealed("red", bid="high").rename(box / "new" / "1.eml")
    club.sealed("blue", bid="low").rename(box / "cur" / "2.eml")
    assert [path.name for path in letters_in([box])] == ["1.eml", "2.eml"]
    club.do("moderator", "in", club.desk, box)
    assert len(club.ledger().entries("lock")) == 2


# ---------------------------------------------------------------------------------------------- deadlines and questions
def test_a_passed_deadline_lets_defaults_stand_and_is_on_record(club: Club) -> None:
    club.order("red", bid="high", standing="no")
    assert club.run() == 3
    assert "orders of blue" in club.why
    club.later(49)
    club.run()
    (timeout,) = club.ledger().entries("timeout")
    assert (timeout.text("seat"), timeout.text("what")) == ("blue", "orders")
    assert club.status()["phase"] == "t02.duel"


def test_a_question_stops_the_phase_and_keeps_the_seed_back(club: Club) -> None:
    club.order("red", bid="high")
    club.order("blue", bid="high", standing="no")
    assert club.run() == 3
    status = club.status()
    assert (status["what"], status["waits_for"]) == ("answers", ["red"])
    assert not club.ledger().entries("seed")
    club.read()
    seat = json.loads((club.folder("red") / "desk.json").read_bytes())
    assert seat["questions"][0]["key"] == "parry red"
    assert json.loads((club.folder("blue") / "desk.json").read_bytes())["questions"] == []
    club.order("red", answers=[{"key": "parry red", "answer": "no"}])
    club.advance()
    assert len(club.ledger().entries("seed")) == 1
    assert club.status()["phase"] == "t02.duel"
    assert verify_folder(club.desk).faults == ()


def test_an_unanswered_question_falls_to_its_default_at_its_deadline(club: Club) -> None:
    club.order("red", bid="high")
    club.order("blue", bid="high", standing="no")
    club.run()
    club.later(25)
    club.run()
    assert club.status()["phase"] == "t02.duel"
    assert json.loads(club.do("moderator", "audit", club.desk, "--json").stdout)["phases"] == 1


def test_a_dry_run_changes_nothing(club: Club) -> None:
    club.order("red", bid="high", standing="no")
    club.order("blue", bid="high", standing="no")
    before = {path: path.read_bytes() for path in club.desk.rglob("*") if path.is_file()}
    result = club.try_to("moderator", "run", club.desk, "--dry-run")
    assert "t01.duel: played" in result.stdout
    assert {path: path.read_bytes() for path in club.desk.rglob("*") if path.is_file()} == before


# ------------------------------------------------------------------------------------------------------------ two-step
@pytest.mark.usefixtures("of_before")
def test_3_11_a_seat_that_does_not_open_loses_its_orders_and_the_dice_are_made_anew(tmp_path: Path) -> None:
    club = playing(tmp_path, "two-step")
    club.order("red", bid="high", parry="no")
    club.order("blue", bid="low", parry="no")
    assert club.run() == 3
    club.open_all("blue")
    club.later(73)
    assert club.run() == 3
    for letters in club.read().values():
        said = " ".join(letters[-1].read_text(encoding="ascii").split())
        assert "nothing has come from red. The dice are made again" in said
        assert "Orders of red no longer count." in said
    club.open_all()
    club.run()
    club.read()
    seed = (club.desk / "seeds" / "t01.duel+2.seed").read_text(encoding="ascii")
    assert "attempt 2" in seed
    assert not (club.desk / "seeds" / "t01.duel.seed").exists()
    assert verify_folder(club.desk).faults == ()
    assert json.loads(club.do("moderator", "audit", club.desk, "--json").stdout)["phases"] == 1


@pytest.mark.usefixtures("of_before")
def test_orders_sealed_once_all_are_locked_are_not_said_to_be_mailed(tmp_path: Path) -> None:
    club = playing(tmp_path, "two-step")
    path = club.write("red", bid="high", parry="no")
    sealing = ("red", "orders", "seal", path, "--dir", club.folder("red"))
    assert club.do(*sealing).stderr.endswith("mail the letter to the moderator and every seat\n")
    club.order("red", bid="low", parry="no")
    club.order("blue", bid="low", parry="no")
    club.run()
    club.read()
    told = club.do(*sealing).stderr
    assert "orders are locked already" in told
    assert "mail the letter" not in told


@pytest.mark.usefixtures("of_before")
def test_3_11_who_refuses_twice_is_not_waited_for_again(tmp_path: Path) -> None:
    club = playing(tmp_path, "two-step")
    club.order("red", bid="high", parry="no")
    club.order("blue", bid="low", parry="no")
    club.run()
    for _ in range(2):
        club.open_all("blue")
        club.later(73)
        club.run()
    club.open_all("blue")
    club.run()
    assert club.status()["phase"] == "t02.duel"
    assert verify_folder(club.desk).faults == ()


# -------------------------------------------------------------------------------------------------------------- beacon
def test_3_6_before_its_round_nobody_not_even_the_moderator_can_go_on(tmp_path: Path) -> None:
    club = playing(tmp_path, "beacon")
    club.order("red", bid="high", parry="no")
    club.order("blue", bid="low", parry="no")
    assert club.run() == 3
    assert "of the beacon, due 2026-11-04T21:00:00Z" in club.why
    club.later(50)
    club.run()
    assert club.status()["phase"] == "t02.duel"
    assert verify_folder(club.desk, extra_networks=(DEMO_NETWORK,)).faults == ()


# ------------------------------------------------------------------------------------------------------------- secrecy
def opened_parts(club: Club, seat: str, letters: list[Path]) -> list[tuple[object, int]]:
    """What a seat can read in its letters: sealed reports without their salts, and their sizes with the padding.

    (The sealed files' own sizes vary by chance: age adds a random line to them.)
    """
    identity = club.identity(seat)
    found: list[tuple[object, int]] = []
    for letter in letters:
        for name, data in club.parts(letter).items():
            if name.endswith(".age"):
                inside = unsealed(identity, data, name)
                told = parse_preimage(inside.pop(TOLD))
                found.append((inside, len(seal.unseal(identity, data))))
                found.append((json.loads(told.content.split(b"\n", 1)[0]), len(told.to_bytes())))
    return found


def test_a_letter_to_one_seat_does_not_change_with_what_only_the_other_knows(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same game, but blue's hidden card is another: red's letters say and weigh the same."""
    import shutil

    import duel

    club.order("red", bid="low", standing="no")
    club.order("blue", bid="low", standing="no")
    twin = club.place / "twin"
    shutil.copytree(club.desk, twin)
    club.run()
    first = opened_parts(club, "red", club.deliver()["red"])
    shutil.rmtree(club.desk)
    twin.rename(club.desk)
    plain = duel.DuelMatch.to_plain

    async def another_card(self: duel.DuelMatch, table: object) -> None:
        await play(self, table)  # type: ignore[arg-type]
        self.at.cards["blue"][-1] = self.at.cards["blue"][-1] % 8 + 1

    play = duel.DuelMatch._play
    monkeypatch.setattr(duel.DuelMatch, "_play", another_card)
    club.run()
    second = opened_parts(club, "red", club.deliver()["red"])
    assert first == second
    assert first[-1][1] % 1024 == 0
    assert plain is duel.DuelMatch.to_plain


def test_private_matter_is_sealed_at_rest(club: Club) -> None:
    for path in (club.desk / "private").rglob("*"):
        if path.is_file() and path.name != ".held":
            assert path.read_bytes().startswith(seal.MAGIC), path


def test_public_status_names_nobody_who_is_waited_for(club: Club) -> None:
    club.order("red", bid="high")
    told = json.loads(club.do("red", "status", club.folder("red") / "game", "--public", "--json").stdout)
    assert told["stage"] == "playing"
    assert "waits_for" not in told


def test_public_status_gives_the_time_for_answers_where_they_are_waited_for(club: Club) -> None:
    """It gave that of the orders, which were locked, and so did the page of a club."""
    for seat in ("blue", "red"):
        club.order(seat, bid="high")
    club.run()

    def until() -> list[str]:
        public = json.loads(club.do("moderator", "status", club.desk, "--public", "--json").stdout)
        return [public["until"], club.status()["until"]]

    asked = until()
    assert asked[0] == asked[1] < "2026-11-04T20:00:00Z"
    club.do("moderator", "extend", club.desk, "--hours", "5", "--reason", "A holiday.")
    assert until()[0] == until()[1] > asked[0]


# -------------------------------------------------------------------------------------------------- the player's side
def test_orders_new_check_and_seal_from_a_players_folder(club: Club) -> None:
    folder = club.folder("red")
    assert "phase: t01.duel" in club.do("red", "orders", "new", "--dir", folder).stdout
    path = club.write("red", bid="high")
    assert club.do("red", "orders", "check", path, "--dir", folder).stdout == "you bid high\n"
    bad_bid = club.write("red", bid="sideways")
    assert "'sideways'" in club.fail("red", "orders", "check", bad_bid, "--dir", folder).faults[0].message
    assert club.fail("red", "orders", "seal", bad_bid, "--dir", folder).exit_code == 1
    assert not list((folder / "sent").glob("*.pbem"))
    club.do("red", "orders", "seal", bad_bid, "--dir", folder, "--anyway")


def test_orders_for_another_phase_are_found_before_they_are_sealed(club: Club) -> None:
    path = club.write("red", bid="high")
    path.write_text(path.read_text().replace("t01.duel", "t02.duel"))
    assert "t02.duel" in club.fail("red", "orders", "check", path, "--dir", club.folder("red")).faults[0].message


def test_a_rewritten_public_file_is_refused_by_the_player_who_holds_the_old_one(club: Club) -> None:
    club.order("red", bid="low", standing="no")
    club.order("blue", bid="low", standing="no")
    club.run()
    letter = club.deliver()["red"][-1]
    kept = club.folder("red") / "game" / "ledger.jsonl"
    kept.write_bytes(kept.read_bytes().replace(b"t01.duel", b"t09.duel"))
    error = club.fail("red", "open", letter, "--dir", club.folder("red"))
    assert "not what you were sent before" in error.faults[0].message


def test_checking_orders_loads_no_cryptography() -> None:
    code = (
        "import sys; from pbem.match.own_folder.seat import Seat; import pbem.cli.play.orders; "
        "sys.exit(any(name in sys.modules for name in ('pyrage', 'cryptography', 'jinja2')))"
    )
    begun = time.perf_counter()
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
    assert time.perf_counter() - begun < 5


# ---------------------------------------------------------------------------------------------------------- out, tick
def test_out_sends_each_letter_once(club: Club) -> None:
    club.order("red", bid="low")
    assert deliver(club.desk, club.place / "post") == ["00007-red-receipt-t01.duel-1.eml"]
    assert deliver(club.desk, club.place / "post") == []
    assert "no folder to deliver to" in club.fail("moderator", "out", club.desk).faults[0].message


def test_tick_takes_in_runs_and_delivers(club: Club) -> None:
    box = club.place / "box"
    box.mkdir()
    for seat in ("red", "blue"):
        club.sealed(seat, bid="low", standing="no").rename(box / f"{seat}.eml")
    told = club.do("moderator", "tick", club.desk, "--mail", box, "--to", club.place / "post").stdout
    assert "t01.duel: played" in told
    assert len(list((club.place / "post").glob("*report-t01.duel*"))) == 2
    assert club.do("moderator", "tick", club.desk, "--mail", box, "--to", club.place / "post").exit_code == 0


def test_the_same_inputs_make_the_same_letters(club: Club) -> None:
    """Two rejections of the same letter from the same state are the same bytes."""
    import shutil

    letter = club.place / "hello.eml"
    letter.write_bytes(b"From: red@example.org\r\n\r\nHello?\r\n")
    twin = club.place / "twin"
    shutil.copytree(club.desk, twin)
    club.take(letter)
    club.try_to("moderator", "in", twin, letter)
    one, two = (sorted((desk / "outbox").glob("*.eml"))[-1].read_bytes() for desk in (club.desk, twin))
    assert one == two


@pytest.mark.usefixtures("of_before")
def test_threat_10_a_player_whose_receipted_orders_are_not_locked_does_not_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = playing(tmp_path, "two-step")
    club.order("red", bid="high", parry="no")
    club.order("blue", bid="low", parry="no")
    club.read()
    with monkeypatch.context() as patch:
        patch.setattr("pbem.trust.write_folder.counted_locks",
                      lambda locks: [lock for lock in counted_locks(locks) if lock["seat"] != "red"])  # fmt: skip
        club.run()
    letter = club.deliver()["red"][-1]
    told = club.fail("red", "open", letter, "--dir", club.folder("red")).faults[0].message
    assert "leaves out the lock of seat 'red'" in told
    parcel = zipped.unpack(club.parts(letter)["public.zip"], "public.zip")
    brought = whole(Seat.at(club.folder("red")), parcel, Keyring.open(club.home("red")))
    for name, data in (brought or {}).items():  # by hand, unchecked
        write_atomic(club.folder("red") / "game" / name, data)
    error = club.fail("red", "orders", "open", "--dir", club.folder("red"))
    assert "not among those locked" in error.faults[0].message


def test_rules_and_games_tell_what_is_covered(club: Club) -> None:
    told = json.loads(club.do("red", "games", "--json").stdout)
    assert {"jenkins", "duel"} <= {game["name"] for game in told}
    (case,) = json.loads(club.do("red", "rules", "jenkins", "9.0", "--json").stdout)
    assert set(case) >= {"case", "title", "status", "code", "tests", "reading", "reason"}
    assert (case["case"], case["status"]) == ("9.0", "coded")
    assert "no case" in club.fail("red", "rules", "jenkins", "99.9").faults[0].message


def test_a_game_without_a_second_rulebook_says_so(club: Club) -> None:
    assert "no base rules" in club.fail("red", "rules", "jenkins", "--base").faults[0].message
    assert "no case of duel" in club.fail("red", "rules", "duel", "1.1").faults[0].message
