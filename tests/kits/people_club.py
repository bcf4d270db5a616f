"""The club with Carol, who plays nothing yet; letters find their readers by address, as the post does."""

from __future__ import annotations

import os
from email import message_from_bytes
from pathlib import Path

import pytest
from club import Club

from pbem.match.audit.replay import audit
from pbem.trust.beacon.drand import DEMO_NETWORK
from pbem.trust.keyring import Keyring
from pbem.trust.verify import verify_folder

TIERS = ["moderated", "two-step", "beacon"]
#: Set for a wider run: every test of a change of people in every tier, not just in the one that asks most of it.
WIDE = bool(os.environ.get("PBEM_PEOPLE_WIDE"))
CAROL = "carol@example.org"


def tiers(*always: str) -> list[str]:
    """The tiers a test is run in."""
    return TIERS if WIDE else list(always)


class People(Club):
    """`hands` says whose hands a seat is in."""

    def __init__(self, place: Path, tier: str = "moderated", *more: str) -> None:
        super().__init__(place, tier, *more)
        Keyring.create("Carol", home=self.home("carol"))
        self.hands = {"blue": "blue", "red": "red"}

    def home(self, who: str) -> Path:
        hands: dict[str, str] = getattr(self, "hands", {})
        return self.place / f"keys-{hands.get(who, who)}"

    def folder(self, seat: str) -> Path:
        hands: dict[str, str] = getattr(self, "hands", {})
        return self.place / hands.get(seat, seat)

    def watch(self, path: Path) -> None:
        """A letter that has arrived, for tests that want to see it."""

    def mail(self, kind: str) -> Path:
        """The newest letter of a kind that the moderator has sent; all others are left where they are."""
        self.do("moderator", "out", self.desk, "--to", self.place / "post")
        return max((self.place / "post").glob(f"*-{kind}*.eml"))

    def agree(self, *seats: str) -> None:
        """Seats open the letter of a new moderator, who is Carol, and sign."""
        for seat in seats:
            letter = self.mail(f"{seat}-successor")
            assert self.fail(seat, "open", letter).faults[0].hint == f"pbem join {letter}"
            joined = self.do(seat, "join", letter, "--dir", self.folder(seat))
            written = joined.stdout.strip()
            assert "you agree that Carol is the moderator from now on" in joined.stderr
            assert message_from_bytes(Path(written).read_bytes())["To"] == CAROL
            self.comes_in(Path(written))
        for path in (self.place / "post").glob("*-successor*.eml"):
            path.unlink()

    def comes_in(self, letter: Path) -> None:
        """The moderator takes a letter in."""
        self.do("moderator", "in", self.desk, letter)

    def read_all(self) -> None:
        """Opens everybody's new letters; an invitation is answered instead."""
        self.do("moderator", "out", self.desk, "--to", self.place / "post")
        for path in sorted((self.place / "post").glob("*.eml")):
            self.watch(path)
            person = str(message_from_bytes(path.read_bytes())["To"]).partition("@")[0]
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(self, "hands", {})
                if self.folder(person).is_dir() and "-invitation" not in path.name:
                    self.do(person, "open", path, "--dir", self.folder(person))
            path.unlink()

    def read(self) -> dict[str, list[Path]]:
        self.read_all()
        return {}

    def holds(self) -> None:
        """The record matches, and the game comes out the same."""
        assert verify_folder(self.desk, extra_networks=(DEMO_NETWORK,)).faults == ()
        audit(self.desk, self.home("moderator"))

    def orders(self, *seats: str, **body: str) -> None:
        """Orders of these seats without a question to follow, and the phase run."""
        for seat in seats:
            self.order(seat, **{"bid": "low", "standing": "no", **body})
        self.advance_by(49 if self.tier == "beacon" else 0)

    def advance_by(self, hours: int) -> None:
        """Time passes, and the game goes as far as it can."""
        self.later(hours)
        self.advance()

    def play_on(self) -> None:
        """Plays to the end; an awaited seat writes, and a seat that is asked parries."""
        for _ in range(40):
            state = self.status()
            if state["stage"] == "over":
                return
            for seat in state["waits_for"]:
                if state["what"] != "opens":
                    self.order(seat, **({"parry": "yes"} if state["what"] == "answers" else {"bid": "high"}))
            self.advance_by(49 if self.tier == "beacon" else 0)
        raise AssertionError("the game does not end")
