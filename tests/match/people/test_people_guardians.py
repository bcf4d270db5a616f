"""Guardians: no game begins before they can help, and one whose moderator vanishes goes on to the same end."""

from __future__ import annotations

import json
import shutil
from email import message_from_bytes
from email.policy import SMTP
from itertools import count
from pathlib import Path

import pytest
from club import duel_is_known as duel_is_known
from club import playing_as
from people_club import CAROL, People, tiers

from pbem.base.errors import PbemError
from pbem.match.people.rescue import pass_on
from pbem.trust.beacon.drand import DEMO_NETWORK
from pbem.trust.keyring import Keyring
from pbem.trust.seal import seal
from pbem.trust.verify import verify_folder

GUARDIANS = ("dora", "emil", "fred")


class Guarded(People):
    """A game with three guardians, any two of whom can save it."""

    def __init__(self, place: Path, tier: str = "moderated") -> None:
        self.place = place
        self.trials: dict[str, Path] = {}
        self.numbers = count()
        rings = {name: Keyring.create(name.title(), home=place / f"keys-{name}") for name in GUARDIANS}
        words = [f"--guardian={name.title()}:{name}@example.org={ring.age_public()}" for name, ring in rings.items()]
        super().__init__(place, tier, *words)

    def ring(self, name: str) -> Keyring:
        return Keyring.open(self.place / f"keys-{name}")

    def trial(self, name: str) -> Path:
        """The letter that makes somebody a guardian."""
        return self.mail(f"guardian{GUARDIANS.index(name) + 1}-trial")

    def prove(self, name: str) -> None:
        """He opens his trial file, and mails what is printed."""
        said = self.do(name, "escrow", "test", self.trial(name)).stdout
        path = self.place / f"proof-{next(self.numbers)}.eml"
        head = f"From: {name}@example.org\nTo: moderator@pbem.example\nMessage-ID: <{path.stem}@example.org>\n"
        path.write_text(f"{head}Subject: my word\n\n{said}", encoding="utf-8")
        self.comes_in(path)

    def begin(self) -> None:
        for name in GUARDIANS:
            self.prove(name)
        for path in (self.place / "post").glob("*-trial.eml"):
            self.trials[path.name.split("-")[1]] = path.rename(self.place / path.name)
        super().begin()

    def vanish(self) -> Path:
        """The moderator's machine burns; what is left is what a seat has."""
        shutil.rmtree(self.desk)
        return self.folder("blue") / "game"

    def opened(self, *names: str) -> Path:
        """Two guardians, one after the other, seal the key to Carol."""
        share = "+".join(str(GUARDIANS.index(name) + 1) for name in names)
        path = self.folder("blue") / "game/public/escrow" / f"escrow-{share}.age"
        carol = Keyring.open(self.place / "keys-carol").age_public()
        for name in names:
            out = self.place / f"share-{next(self.numbers)}.age"
            self.do(name, "escrow", "share", path, "--to", carol, "--out", out)
            path = out
        return path

    def recover(self, public: Path, share: Path) -> None:
        new = self.place / "desk2"
        self.do("carol", "escrow", "recover", public, "--share", share, "--dir", new, "--address", CAROL)
        self.hands["moderator"] = "carol"
        self.desk = new


@pytest.mark.parametrize("tier", tiers("beacon"))
def test_3_11_guardians_save_a_game_whose_moderator_vanishes(tier: str, tmp_path: Path) -> None:
    club = playing_as(Guarded, tmp_path, tier)
    club.orders("blue", "red")
    seeds = (club.desk / "seeds/t01.duel.seed").read_bytes()
    club.recover(club.vanish(), club.opened("dora", "fred"))
    club.agree("blue", "red")
    club.run()
    club.read_all()
    club.play_on()
    club.holds()
    assert (club.desk / "seeds/t01.duel.seed").read_bytes() == seeds
    assert club.ledger().entries("rotate")[0].text("how") == "succession"
    assert (club.folder("red") / "game/ledger.jsonl").read_bytes() == (club.desk / "ledger.jsonl").read_bytes()


@pytest.mark.parametrize("tier", tiers("beacon"))
def test_3_11_what_a_phase_came_to_after_a_question_is_saved_as_well(tier: str, tmp_path: Path) -> None:
    club = playing_as(Guarded, tmp_path, tier)
    club.orders("blue", "red", bid="high")
    for _ in range(6):
        state = club.status()
        if state["phase"].startswith("t02"):
            break
        assert state["what"] == "answers"
        for seat in state["waits_for"]:
            club.order(seat, parry="yes")
        club.advance_by(49 if tier == "beacon" else 0)
    club.recover(club.vanish(), club.opened("dora", "fred"))
    club.agree("blue", "red")
    club.run()
    club.read_all()
    club.play_on()
    club.holds()


def locked(club: Guarded) -> None:
    """Orders are in and locked, and the moderator waits for the dice."""
    club.begin()
    for seat in ("blue", "red"):
        club.order(seat, bid="low", standing="no")
    club.later(48 if club.tier == "beacon" else 0)
    club.run()
    club.read_all()


@pytest.mark.usefixtures("of_before")
@pytest.mark.parametrize(("tier", "meanwhile"), [
    ("two-step", "nothing"), ("two-step", "another attempt"), ("two-step", "more time"), ("beacon", "nothing"),
])  # fmt: skip
def test_3_11_a_game_is_saved_while_orders_are_locked_and_the_dice_are_not_made(
    tier: str, meanwhile: str, tmp_path: Path
) -> None:
    club = Guarded(tmp_path, tier)
    locked(club)
    if meanwhile != "nothing":
        club.open_all("red")
    if meanwhile == "another attempt":
        club.later(200)
        club.run()
    elif meanwhile == "more time":
        club.do("moderator", "extend", club.desk, "--hours", "24", "--reason", "Blue is on a train.")
    club.read_all()
    club.recover(club.vanish(), club.opened("dora", "fred"))
    club.agree("blue", "red")
    club.run()
    club.read_all()
    club.play_on()
    club.holds()
    attempts = [entry.number("attempt") for entry in club.ledger().entries("phase", phase="t01.duel")]
    assert attempts == ([1, 2] if meanwhile == "another attempt" else [1])


@pytest.mark.parametrize("tier", tiers("moderated"))
def test_orders_that_went_down_with_the_moderator_are_asked_for_again_whatever_their_receipt(
    tier: str, tmp_path: Path
) -> None:
    club = playing_as(Guarded, tmp_path, tier)
    club.orders("blue", "red")
    club.order("red", bid="low")
    club.read_all()
    assert orders_of(club) == "receipted"
    club.recover(club.vanish(), club.opened("dora", "fred"))
    club.agree("blue", "red")
    club.run()
    club.read_all()
    assert orders_of(club) != "receipted"
    club.order("red", bid="low")
    club.read_all()
    assert orders_of(club) == "receipted"


def orders_of(club: Guarded) -> str:
    """How red's orders stand, by his inbox."""
    return str(json.loads(club.do("red", "inbox", club.folder("red"), "--json").stdout)["orders"])


def test_3_3_no_game_begins_before_every_guardian_has_shown_that_he_can_help(tmp_path: Path) -> None:
    club = Guarded(tmp_path)
    club.prove("dora")
    trials = {name: club.trial(name).rename(tmp_path / f"{name}.eml") for name in GUARDIANS}
    for _ in range(2):
        for seat, letters in club.deliver().items():
            written = club.do(seat, "join", letters[-1], "--dir", club.folder(seat)).stdout.strip()
            club.comes_in(Path(written))
    assert club.run() == 3
    assert club.why == "waits for Emil, Fred to open a guardian's trial file"
    assert club.status()["waits_for"] == ["Emil", "Fred"]
    for name in ("emil", "fred"):
        said = club.do(name, "escrow", "test", trials[name]).stdout
        (tmp_path / f"{name}.yaml").write_text(said, encoding="utf-8")
        club.comes_in(tmp_path / f"{name}.yaml")
    assert club.status()["phase"] == "t01.duel"
    kinds = [entry.text("what") for entry in club.ledger().entries("escrow")]
    assert kinds == ["share"] * 3 + ["guardian"] * 3 + ["state"]


def test_whoever_is_asked_to_play_reads_who_could_read_all_together(tmp_path: Path) -> None:
    club = Guarded(tmp_path)
    terms = "If the moderator vanishes, any 2 of them can save the game and read everything."
    assert terms in told(club.mail("red-invitation"))
    club.begin()
    club.do("moderator", "replace", club.desk, "red", "--address", CAROL, "--reason", "three weeks without a letter")
    assert terms in told(club.mail("red-invitation"))


def told(letter: Path) -> str:
    """What a letter says, on one line."""
    body = message_from_bytes(letter.read_bytes(), policy=SMTP).get_body(("plain",))
    return " ".join(body.get_content().split()) if body else ""


def test_after_each_step_the_state_lies_in_every_seats_folder(tmp_path: Path) -> None:
    club = playing_as(Guarded, tmp_path)
    club.orders("blue", "red")
    club.run()
    club.read_all()
    states = club.ledger().entries("escrow", what="state")
    assert len(states) == 2
    for entry in states:
        assert (club.folder("red") / "game/public/escrow" / entry.text("file")).is_file()
    report = verify_folder(club.folder("red") / "game", extra_networks=(DEMO_NETWORK,))
    assert report.faults == ()
    assert not any("does not speak of" in note for note in report.notes)


def sealed_length(path: Path) -> int:
    """How much was sealed, as everybody sees it; age puts a stanza of any length into the head, which tells nothing."""
    _, _, body = path.read_bytes().partition(b"\n--- ")
    return len(body)


def test_the_length_of_a_deposit_tells_nobody_what_another_has_written(tmp_path: Path) -> None:
    club = playing_as(Guarded, tmp_path / "one")
    twin = club.copied(tmp_path / "two")
    for word in ("wait", "go"):  # of red's, and a letter of his that is refused
        twin.comes_in(Path(twin.do("red", "word", word, "--dir", twin.folder("red")).stdout.strip()))
    letter = tmp_path / "nonsense.eml"
    letter.write_text("From: red@example.org\nSubject: the duel\n\npbem: orders/1\nseat: red\n", encoding="utf-8")
    assert twin.take(letter).exception
    for each, standing in ((club, "no"), (twin, "yes")):
        each.orders("red", standing=standing)
        each.later(60)
        each.run()
    places = [each.desk / "public/escrow" for each in (club, twin)]
    before, found = ({path.name: sealed_length(path) for path in place.glob("0*.age")} for place in places)
    assert before == found
    assert len(found) > 1


def test_one_guardian_alone_saves_nothing(tmp_path: Path) -> None:
    club = playing_as(Guarded, tmp_path)
    half = club.folder("blue") / "game/public/escrow/escrow-1+2.age"
    out = tmp_path / "half.age"
    out.write_bytes(pass_on(club.ring("dora"), half, ""))
    assert out.read_bytes().startswith(b"-----BEGIN AGE")
    with pytest.raises(PbemError, match="does not open with this key"):
        pass_on(club.ring("dora"), out, "")
    error = club.fail("emil", "escrow", "share", out, "--out", tmp_path / "open.age")
    assert error.faults[0].message == "share is open: the key of the game lies in it"


def test_a_share_of_another_game_recovers_nothing(tmp_path: Path) -> None:
    club = playing_as(Guarded, tmp_path)
    secret, _ = seal.new_identity()
    share = tmp_path / "wrong.age"
    carol = Keyring.open(tmp_path / "keys-carol").age_public()
    share.write_text(seal.seal([carol], f"{secret}\n".encode()), encoding="ascii")
    public = club.folder("blue") / "game"
    error = club.fail("carol", "escrow", "recover", public, "--share", share, "--dir", tmp_path / "desk2",
                      "--address", CAROL)
    assert error.faults[0].message == "opens the escrow of another game"
    assert not (tmp_path / "desk2").exists()


def test_a_word_that_stands_in_no_trial_file_is_refused(tmp_path: Path) -> None:
    club = Guarded(tmp_path)
    said = club.do("dora", "escrow", "test", club.trial("dora")).stdout
    false = tmp_path / "false.yaml"
    false.write_text(said[:-3] + ("00\n" if said[-3:-1] != "00" else "11\n"), encoding="utf-8")
    assert "word stands in no guardian's trial file" in club.take(false).output


@pytest.mark.parametrize(("words", "message"), [
    (("--guardian", "Dora=age1x"), "'Dora' is not a guardian"),
    (("--guardian", "Dora:d@example.org=age1x"), "age"),
])  # fmt: skip
def test_guardians_who_are_none_are_refused(words: tuple[str, ...], message: str, tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match=message):
        People(tmp_path, "moderated", *words)
