"""A game at the post house in which seats change hands: a substitute whom the moderator asks, and a stand-in."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from house_company import CLUB, HouseCompany, company_at
from mail_house import House

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.titles import load_game
from pbem.match.post.game_letter import read_letter
from pbem.trust.keyring import Keyring
from pbem.trust.people.charter import MODERATOR

#: Who is asked to play a seat in the course of the game: person -> seat.
NEWCOMERS = {"carol": "spain", "dave": "netherlands"}


@dataclass
class HandsCompany(HouseCompany):
    """A company in which everybody has a box and a folder under their own name; `hands` names the players of seats."""

    hands: dict[str, str] = field(default_factory=dict)
    lent: dict[str, tuple[str, ...]] = field(default_factory=dict)

    # -------------------------------------------------------------------------------------------------- who plays what
    def order(self, seat: str) -> Path:
        """Writes orders for the player of the seat."""
        return super().order(self.hands.get(seat, seat))

    def take(self, seat: str, path: Path) -> None:
        """Mails a letter for the owner of the folder it lies in."""
        super().take(path.relative_to(self.place).parts[0], path)

    # ---------------------------------------------------------------------------------------------------- the changes
    def substitute(self, person: str, seat: str, reason: str) -> None:
        """Lets the moderator ask somebody to play a seat, and takes their answer in."""
        self.pbem(MODERATOR, "replace", self.desk, seat, "--address", self.house.address(person), "--reason", reason)
        self.hands[seat] = person
        for _ in ("invitation", "what the seat has been told"):
            self.carry()

    def lend(self, seat: str, person: str, *terms: str) -> None:
        """Lets a player lend their seat: they ask, get the answer back, and sign."""
        self.lent[seat] = terms
        offered = self.pbem(seat, "hand-over", "--offer", self.house.address(person), "--dir", self.folder(seat))
        self.take(seat, Path(offered.strip()))
        self.hands[seat] = person
        for _ in ("offer", "acceptance", "what the seat has been told"):
            self.carry()

    def give_back(self, seat: str) -> None:
        """The loan has run out."""
        del self.hands[seat]

    def keep(self, seat: str, path: Path) -> None:
        """Keeps letters from other players: an offer, the answer to one, or orders that all are sent."""
        parts = read_letter(path).parts
        if "invitation.yaml" in parts:
            self.take(seat, Path(self.pbem(seat, "join", path, "--dir", self.folder(seat)).strip()))
        elif "acceptance.yaml" in parts:
            signed = self.pbem(seat, "hand-over", path, "--dir", self.folder(seat), *self.lent.pop(seat))
            self.take(seat, Path(signed.strip()))
        else:
            super().keep(seat, path)


@contextmanager
def hands_at(house: House, place: Path) -> Iterator[HandsCompany]:
    """Four admirals at the house, and those who will be asked to take a seat."""
    game = load_game("lions")
    with company_at(house, place, game.seats, game.name, "steady", HandsCompany) as found:
        assert isinstance(found, HandsCompany)
        new = {person: game.bot("steady", seat, SeededChance(f"house {person}")) for person, seat in NEWCOMERS.items()}
        keys = {person: Keyring.create(person.title(), home=place / f"keys-{person}") for person in NEWCOMERS}
        found.bots, found.rings = {**found.bots, **new}, {**found.rings, **keys}
        yield found


def names() -> tuple[str, ...]:
    """Returns the people who have a box at the house."""
    return (CLUB, *load_game("lions").seats, *NEWCOMERS)
