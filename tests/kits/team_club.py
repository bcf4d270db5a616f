"""A seat that several people play, and whose orders count once enough of them agree; for tests of what follows."""

from __future__ import annotations

from email import message_from_bytes
from pathlib import Path
from typing import Any

from people_club import CAROL, People

from pbem.trust.keyring import Keyring

DAVE = "dave@example.org"
FULL = {"bid": "low", "standing": "no"}


class Team(People):
    """Red and Carol play red, and Dave too where there are three; `needs` of them have to agree."""

    def __init__(
        self, place: Path, tier: str = "moderated", *, people: int = 2, needs: int = 2, more: tuple[str, ...] = ()
    ) -> None:
        Keyring.create("Dave", home=place / "keys-dave")
        team = [f"--member=red={address}" for address in (CAROL, DAVE)[: people - 1]]
        super().__init__(place, tier, *team, f"--member-needs=red={needs}", *more)
        for stage in ("invitation", "charter"):
            self.do("moderator", "out", self.desk, "--to", self.place / "post")
            for path in sorted((self.place / "post").glob(f"*-{stage}.eml")):
                person = str(message_from_bytes(path.read_bytes())["To"]).partition("@")[0]
                self.comes_in(Path(self.do(person, "join", path, "--dir", self.place / person).stdout.strip()))
                path.unlink()
        self.read_all()

    def writes(self, person: str, **body: Any) -> Path:
        """Somebody of the team seals orders and mails them; the letter."""
        self.hands["red"] = person
        letter = self.sealed("red", **{**FULL, **body})
        self.comes_in(letter)
        self.read_all()
        return letter

    def word(self, person: str, *number: int) -> Path:
        """Somebody of the team agrees; the letter."""
        self.hands["red"], folder = "red", self.place / person
        return Path(self.do(person, "word", "agree", *number, "--dir", folder).stdout.strip())

    def agrees(self, person: str, *number: int) -> None:
        """The same, and the letter is taken in."""
        self.comes_in(self.word(person, *number))

    def missing(self) -> list[str]:
        waits: list[str] = self.status()["waits_for"]
        return waits

    def counted(self) -> list[int]:
        """Of red's orders those that were locked, by number."""
        ledger = self.ledger()
        locks = {lock for entry in ledger.entries("locked") for lock in entry.texts("locks")}
        return [each.number("seq") for each in ledger.entries("lock", seat="red") if each.text("lock") in locks]

    def runs(self) -> None:
        """Blue writes too, and the phase is run, once its time has come in tier beacon."""
        self.order("blue", **FULL)
        self.advance_by(49 if self.tier == "beacon" else 0)
