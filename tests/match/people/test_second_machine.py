"""Keys that survive: a machine with nothing but the backup, two machines at once, and everything lost."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from email import message_from_bytes
from pathlib import Path

import pytest
from club import ADDRESSES, Club, playing_as
from club import duel_is_known as duel_is_known
from long_runs import long_too
from old_keys import old_keyring
from people_club import TIERS

from pbem.base import asking
from pbem.base.errors import PbemError
from pbem.match.audit.replay import audit
from pbem.match.own_folder.seat import Seat
from pbem.match.post.game_letter import read_letter
from pbem.trust.beacon.drand import DEMO_NETWORK
from pbem.trust.keyring import Keyring
from pbem.trust.orders.envelope import Envelope, parse_envelope
from pbem.trust.people import charter
from pbem.trust.verify import verify_folder


@pytest.fixture(autouse=True, params=[pytest.param(1, marks=pytest.mark.long), 2], ids=["charter-1", "charter-2"])
def grammar(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """New games are played under the charter of today, and with PBEM_LONG=1 under that of before as well."""
    monkeypatch.setattr(charter, "NEW_GAMES", request.param)
    return int(request.param)


@pytest.fixture(autouse=True)
def nobody_is_asked() -> Iterator[None]:
    """No passphrase is known from another test."""
    yield
    asking.WAYS.clear()
    asking.KNOWN.clear()


class Machines(Club):
    """A club in which red has more than one machine: `at` names the one in use. Every letter is kept."""

    at = "red"
    #: The words of red's backup, as they were before red joined.
    sheet = ""

    def begin(self) -> None:
        self.sheet = self.do("red", "key", "backup").stdout
        super().begin()

    def home(self, who: str) -> Path:
        return super().home(self.at if who == "red" else who)

    def folder(self, seat: str) -> Path:
        return super().folder(self.at if seat == "red" else seat)

    def letters(self) -> list[Path]:
        """Everything that was ever mailed to red, in the order in which it came."""
        return sorted(path for path in self.place.glob("*.eml") if message_from_bytes(path.read_bytes())["To"]
                      == ADDRESSES["red"])  # fmt: skip

    def restored(self, machine: str, words: str) -> None:
        """Red takes another machine, with nothing on it, and types the words of the backup."""
        self.at = machine
        assert not self.home("red").exists()
        assert not self.folder("red").exists()
        paper = self.place / "paper.txt"
        paper.write_text(words, encoding="utf-8")
        self.do("red", "key", "restore", paper, "--name", "Red")
        paper.unlink()

    def read_from_the_start(self) -> None:
        """Red joins with the letters of before, mails nothing of what that writes, and opens all others."""
        for letter in self.letters():
            asked = {"invitation.yaml", "charter.yaml"} & set(read_letter(letter).parts)
            if asked and "public.zip" not in read_letter(letter).parts:
                self.do("red", "join", letter, "--dir", self.folder("red"))
            else:
                self.do("red", "open", letter, "--dir", self.folder("red"))

    def joins(self, seat: str, letter: Path) -> None:
        """A player answers a letter, and the moderator takes the answer in."""
        self.do("moderator", "in", self.desk, self.do(seat, "join", letter, "--dir", self.folder(seat)).stdout.strip())

    def join_all(self) -> None:
        """Invitations and charter are answered; the first report waits."""
        for _ in range(2):
            for seat, letters in self.deliver().items():
                self.joins(seat, letters[-1])

    def phase(self) -> None:
        """Plays one phase whole: no seat is asked in the middle of it."""
        for seat in self.status()["waits_for"]:
            self.order(seat, bid="low", standing="no")
        if self.tier == "beacon":
            self.later(49)
        self.advance()

    def holds(self) -> None:
        """The record matches, and the game comes out the same."""
        assert verify_folder(self.desk, extra_networks=(DEMO_NETWORK,)).faults == ()
        audit(self.desk, self.home("moderator"))


def begun(place: Path, tier: str) -> tuple[Machines, str]:
    """A game that has begun, and the sheet that red wrote before joining it."""
    club = playing_as(Machines, place, tier)
    return club, club.sheet


@pytest.mark.parametrize("tier", long_too("two-step", "moderated", "beacon"))
def test_show_5_a_new_machine_with_nothing_but_the_backup_seals_orders_that_are_accepted(
    tier: str, tmp_path: Path
) -> None:
    club, sheet = begun(tmp_path, tier)
    club.phase()
    shutil.rmtree(club.home("red"))
    shutil.rmtree(club.folder("red"))
    club.restored("laptop", sheet)
    club.read_from_the_start()
    before = club.ledger()
    club.phase()
    mine = [entry.text("seat") for entry in club.ledger().entries("lock")][len(before.entries("lock")) :]
    assert "red" in mine
    club.finish()
    assert club.status()["stage"] == "over"
    club.holds()


def test_two_step_a_new_machine_opens_what_the_old_one_sealed(tmp_path: Path) -> None:
    """The old one is lost between the two letters. The one-time key follows from the secret, the envelope from the
    record."""
    club, sheet = begun(tmp_path, "two-step")
    for seat in ("red", "blue"):
        club.order(seat, bid="low", standing="no")
    club.run()
    shutil.rmtree(club.home("red"))
    shutil.rmtree(club.folder("red"))
    for letter in club.deliver()["blue"]:
        club.do("blue", "open", letter, "--dir", club.folder("blue"))
    club.restored("laptop", sheet)
    club.read_from_the_start()
    club.open_all("red", "blue")
    club.run()
    assert [entry.text("seat") for entry in club.ledger().entries("open")] == ["red", "blue"]
    assert len(club.ledger().entries("seed")) == 1
    assert club.ledger().entries("timeout") == ()
    club.read()
    club.finish()
    club.holds()


def test_two_step_orders_have_one_time_keys_of_their_own(tmp_path: Path) -> None:
    club, sheet = begun(tmp_path, "two-step")
    club.restored("laptop", sheet)
    club.read_from_the_start()
    keys = set()
    for machine in ("red", "laptop"):
        club.at = machine
        for bid in ("low", "high"):
            club.sealed("red", bid=bid, standing="no")
        keys |= {path.read_text() for path in (club.folder("red") / "sent").glob("*.key")}
    assert len(keys) == 4


@pytest.mark.parametrize("tier", long_too("two-step", "moderated", "beacon"))
def test_a_new_machine_does_not_say_that_letters_of_before_came_late(tier: str, grammar: int, tmp_path: Path) -> None:
    """It opens them when their deadlines are long over, and their phases have orders of the seat on record."""
    club, sheet = begun(tmp_path, tier)
    for _ in range(2):
        club.phase()
        club.later(30)
    club.restored("laptop", sheet)
    club.read_from_the_start()
    lock = envelope_of(club.sealed("red", bid="low", standing="no")).lock
    assert (lock.grammar, lock.account is None) == (grammar, grammar == 1)
    if lock.account:
        assert (lock.account.missing, lock.account.late) == ((), ())


@pytest.mark.parametrize("tier", long_too("two-step", "moderated", "beacon"))
def test_two_machines_take_turns(tier: str, tmp_path: Path) -> None:
    """Red orders once from here and once from there; every letter is opened on both."""
    club, sheet = begun(tmp_path, tier)
    club.restored("laptop", sheet)
    club.read_from_the_start()
    for number in range(3):
        club.at = ("red", "laptop")[number % 2]
        for letter in club.letters()[2:]:
            club.do("red", "open", letter, "--dir", club.folder("red"))
        club.phase()
    assert verify_folder(club.desk, extra_networks=(DEMO_NETWORK,)).faults == ()


def test_two_machines_that_know_nothing_of_each_other_show_one_value(tmp_path: Path) -> None:
    """One value for each seat and attempt, and two numbers: two orders under one number would look like cheating.

    The newest counts (threat 14). The first machine is behind until it has opened the receipts, and then goes on.
    """
    club, sheet = begun(tmp_path, "moderated")
    club.restored("laptop", sheet)
    club.read_from_the_start()
    club.at = "red"
    here = club.sealed("red", bid="low", standing="no")
    club.at = "laptop"
    there = club.sealed("red", bid="high", standing="no")
    first, second = (envelope_of(path) for path in (here, there))
    machine = Keyring.open(club.home("red")).machine
    assert 0 < machine < 100
    assert first.lock.value == second.lock.value
    assert (first.lock.seq, second.lock.seq) == (1, 101 if machine == 1 else machine)
    assert first.lock.orders != second.lock.orders
    assert [club.take(letter).exit_code for letter in (here, there)] == [0, 0]
    club.at = "red"
    behind = club.sealed("red", bid="low", standing="no")
    assert "has come already" in club.take(behind).output
    for letter in club.deliver()["red"]:
        club.do("red", "open", letter, "--dir", club.folder("red"))
    again = envelope_of(club.sealed("red", bid="low", standing="no")).lock
    assert (again.seq, again.value) == (second.lock.seq + 1, first.lock.value)
    club.order("blue", bid="low", standing="no")
    club.advance()
    club.holds()


def envelope_of(letter: Path) -> Envelope:
    """The envelope that a letter carries."""
    name, data = next((name, data) for name, data in read_letter(letter).parts.items() if name.endswith(".pbem"))
    return parse_envelope(data, name)


def test_a_restored_machine_numbers_its_orders_in_steps_of_its_own(tmp_path: Path) -> None:
    club, sheet = begun(tmp_path, "moderated")
    club.restored("laptop", sheet)
    club.read_from_the_start()
    (club.home("red") / "machine").write_text("37\n", encoding="ascii")
    seqs = [envelope_of(club.sealed("red", bid=bid, standing="no")).lock.seq for bid in ("low", "high", "low")]
    assert seqs == [37, 137, 237]


def test_a_second_game_of_the_same_name_is_refused_before_a_value_is_shown(tmp_path: Path) -> None:
    """The chain is that of the name: who has seen its values in one game could foretell the dice of another."""
    club, _ = begun(tmp_path, "moderated")
    club.phase()
    ring = Keyring.open(club.home("red"))
    game, charter = Seat.at(club.folder("red")).game, ring.charter_known(Seat.at(club.folder("red")).game)
    assert charter == club.ledger().entries("charter")[0].text("sha256")
    ring.public(game)  # joining once more forgets nothing
    with pytest.raises(PbemError, match="there is another game") as caught:
        ring.keep_to(game, "00" * 32)
    assert "another game needs another name" in caught.value.faults[0].hint
    path = club.home("red") / "chains" / f"{game}.pub"
    path.write_text(path.read_text().replace(charter, "11" * 32), encoding="ascii")
    letter = next(path for path in club.letters() if "charter" in path.name)
    orders = club.write("red", bid="low")
    for words in (("join", letter), ("orders", "seal", orders)):
        assert "there is another game" in club.fail("red", *words, "--dir", club.folder("red")).faults[0].message


def test_sync_opens_what_a_restored_machine_has_joined(tmp_path: Path) -> None:
    """The way that `pbem key restore` and the guide name: join with two letters, and give sync all the others."""
    club, sheet = begun(tmp_path, "moderated")
    club.phase()
    shutil.rmtree(club.home("red"))
    shutil.rmtree(club.folder("red"))
    club.restored("laptop", sheet)
    invitation, charter, *others = club.letters()
    for letter in (invitation, charter):
        club.do("red", "join", letter, "--dir", club.folder("red"))
    (club.place / "mail").mkdir()
    for letter in others:
        shutil.copy(letter, club.place / "mail")
    club.do("red", "sync", club.place / "mail")
    club.phase()
    club.holds()


def test_a_game_joined_after_the_backup_needs_no_new_copy(tmp_path: Path) -> None:
    club, sheet = begun(tmp_path, "moderated")
    game = Seat.at(club.folder("red")).game
    ring = Keyring.open(club.home("red"))
    club.restored("laptop", sheet)
    other = Keyring.open(club.home("red"))
    assert other.chain(game).anchor == ring.chain(game).anchor
    assert game not in sheet


def test_locked_keys_play_on_a_second_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`key lock` protects the secret, and the same passphrase may lock it where it is restored."""
    monkeypatch.setenv("PBEM_PASSPHRASE_COMMAND", f"{sys.executable} -c \"print('sesame')\"")
    club, sheet = begun(tmp_path, "moderated")
    assert "secret.key" in club.do("red", "key", "lock").stdout
    club.at = "laptop"
    (tmp_path / "paper").write_text(sheet, encoding="utf-8")
    club.do("red", "key", "restore", tmp_path / "paper", "--name", "Red", "--passphrase")
    assert Keyring.open(club.home("red")).locked
    club.read_from_the_start()
    club.phase()
    club.holds()


# ----------------------------------------------------------------------------------------------------- keys of before
def test_a_game_with_keys_of_the_old_sort_goes_on(tmp_path: Path) -> None:
    """Its chain lies in a file, and its letters are sealed to the one age key; both stay."""
    club = Machines(tmp_path, "moderated")
    game = str(read_invitation(club))
    shutil.rmtree(club.home("red"))
    old_keyring(club.home("red"), "Red", (game,))
    top = (club.home("red") / "chains" / f"{game}.top").read_text().strip()
    club.join_all()
    club.read()
    club.finish()
    club.holds()
    assert Keyring.open(club.home("red")).chain(game).top == top


def read_invitation(club: Machines) -> str:
    """The name of the game that a club was made for."""
    return str(club.status()["game"])


def test_an_old_copy_of_old_keys_says_what_is_missing_and_how_the_moderator_helps(tmp_path: Path) -> None:
    """Keys of before, restored from a copy that is older than the joining: letters open, the dice do not."""
    club = Machines(tmp_path, "moderated")
    shutil.rmtree(club.home("red"))
    old_keyring(club.home("red"), "Red", (read_invitation(club),))
    club.join_all()
    shutil.rmtree(club.home("red") / "chains")
    club.read()
    fault = club.fail("red", "orders", "seal", club.write("red", bid="low"), "--dir", club.folder("red")).faults[0]
    assert "not those of seat 'red': the part of the dice differs" in fault.message
    assert replacing("red") in fault.hint


# ---------------------------------------------------------------------------------------------------- everything lost
def replacing(seat: str) -> str:
    """The command line that every player without their keys is shown for the moderator."""
    return f'pbem replace DIR {seat} --address {ADDRESSES[seat]} --reason "keys lost"'


def test_without_keys_every_command_says_at_once_who_helps_and_how(tmp_path: Path) -> None:
    club, _ = begun(tmp_path, "moderated")
    invitation, charter, report, *_ = club.letters()
    orders = club.write("red", bid="low", standing="no")
    shutil.rmtree(club.home("red"))
    folder = club.folder("red")
    for words in (("key", "show"), ("key", "backup"), ("join", charter, "--dir", folder), ("open", report),
                  ("join", invitation, "--dir", tmp_path / "anew"), ("open", report, "--dir", folder),
                  ("orders", "seal", orders, "--dir", folder), ("orders", "open", "--dir", folder)):  # fmt: skip
        fault = club.fail("red", *words).faults[0]
        assert fault.message == "there are no keys here", words
        for command in ("pbem key restore", "pbem key new --name NAME", "pbem join LETTER",
                        'pbem replace DIR SEAT --address YOUR-ADDRESS --reason "keys lost"'):  # fmt: skip
            assert command in fault.hint, words


@pytest.mark.parametrize("tier", TIERS)
def test_with_other_keys_the_way_out_names_the_seat_and_the_address(tier: str, tmp_path: Path) -> None:
    club, _ = begun(tmp_path, tier)
    orders = club.write("red", bid="low", standing="no")
    for seat in ("red", "blue"):
        club.order(seat, bid="low", standing="no")
    shutil.rmtree(club.home("red"))
    club.do("red", "key", "new", "--name", "Red")
    folder = club.folder("red")
    failed = [club.fail("red", "orders", "seal", orders, "--dir", folder)]
    charter = next(path for path in club.letters() if "charter" in path.name)
    failed.append(club.fail("red", "join", charter, "--dir", folder))
    if tier == "two-step":
        club.run()
        for path in club.deliver()["red"]:
            club.do("red", "open", path, "--dir", folder)  # a receipt, and the list: nothing in them is sealed
        failed.append(club.fail("red", "orders", "open", "--dir", folder))
    else:
        club.later(49)
        club.run()
        if tier == "beacon":
            club.later(60)
            club.run()
        failed.append(club.fail("red", "open", club.deliver()["red"][-1], "--dir", folder))
    for error in failed:
        text = "\n".join(fault.hint for fault in error.faults)
        assert "pbem key restore" in text
        assert replacing("red") in text
        assert "pbem join LETTER" in text


@pytest.mark.parametrize("tier", long_too("two-step", "moderated", "beacon"))
def test_who_lost_everything_is_given_new_keys_and_plays_to_the_end(tier: str, tmp_path: Path) -> None:
    """The command lines are those of the hint, with the folder, the seat and the letter filled in."""
    club, _ = begun(tmp_path, tier)
    club.phase()
    shutil.rmtree(club.home("red"))
    shutil.rmtree(club.folder("red"))
    hint = club.fail("red", "key", "show").faults[0].hint
    assert "pbem replace DIR SEAT --address YOUR-ADDRESS" in hint
    words = ("replace", club.desk, "red", "--address", ADDRESSES["red"], "--reason", "keys lost")
    club.do("moderator", *words)
    club.do("red", "key", "new", "--name", "Red")
    club.joins("red", club.deliver()["red"][-1])
    club.read()
    club.phase()
    assert [entry.text("who") for entry in club.ledger().entries("rotate")] == ["red"]
    club.finish()
    club.holds()


def test_who_lost_only_the_keys_goes_on_in_the_same_folder(tmp_path: Path) -> None:
    club, _ = begun(tmp_path, "moderated")
    club.phase()
    report = (club.folder("red") / "reports" / "t01.duel.txt").read_bytes()
    shutil.rmtree(club.home("red"))
    club.do("red", "key", "new", "--name", "Red")
    club.do("moderator", "replace", club.desk, "red", "--address", ADDRESSES["red"], "--reason", "keys lost")
    club.joins("red", club.deliver()["red"][-1])
    club.read()
    club.phase()
    assert (club.folder("red") / "reports" / "t01.duel.txt").read_bytes() == report
    club.finish()
    club.holds()


def test_sync_and_inbox_without_keys_say_the_same(tmp_path: Path) -> None:
    club, _ = begun(tmp_path, "moderated")
    shutil.rmtree(club.home("red"))
    error = club.fail("red", "sync", club.place)
    assert isinstance(error, PbemError)
    assert "pbem key restore" in error.faults[0].hint
