"""A game whose letters all go through a post house: `pbem tick` at the club, real mailers at the players'."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from click.testing import CliRunner
from mail_clients import CLIENTS, mail_of
from mail_house import PASSWORD, House
from tools import went_well

from pbem import strict_yaml
from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.titles import load_game
from pbem.base.clock import parse_time, show_time
from pbem.cli import root
from pbem.mail.imap import Account, ImapBox
from pbem.mail.secrets import parse_secret
from pbem.match.own_folder.seat import PUBLIC
from pbem.match.people.enrolment import Foundation, Plan, new_game
from pbem.trial.company import Company, keyrings
from pbem.trust.people.charter import MODERATOR

CLUB = "club"
VARIABLE = "PBEM_TEST_PASSWORD"
START = "2026-11-02T20:00:00Z"
#: Which letters are pasted in, so that in time each mailer does both.
PASTED = (False, True, True, False, True)


@dataclass(slots=True)
class HouseCompany(Company):
    """The company of `pbem demo`, with servers and mailers in place of its postman."""

    house: House = field(kw_only=True)
    mailed: list[tuple[str, bool]] = field(default_factory=list)
    ticks: list[str] = field(default_factory=list)
    copies: dict[str, int] = field(default_factory=dict)

    # --------------------------------------------------------------------------------------------------- the moderator
    def begin(self, plan: Plan, foundation: Foundation | None = None) -> None:
        """Invitations, acceptances, the charter and its signatures, the first reports."""
        new_game(self.desk, plan, self.rings[MODERATOR], self.now, foundation)
        settings = self.desk / "private" / "post.yaml"
        settings.write_text(strict_yaml.write(self.settings()), encoding="utf-8")
        for _ in ("invitation", "charter", "first report"):
            self.carry()

    def settings(self) -> dict[str, Any]:
        """private/post.yaml: one box at the house, letters out by submission; the password stays where it is."""
        common = {"secret": f"env:{VARIABLE}", "security": "tls", "authority": str(self.house.authority)}
        box = {"from": f"imap://{CLUB}@localhost:{self.house.imap}", **common}
        return {"pbem": "post/1", "in": box, "out": {"to": f"smtps://{CLUB}@localhost:{self.house.smtp}", **common}}

    def run(self) -> None:
        """Nothing: a tick takes letters in, adjudicates and sends, in one."""

    def tick(self) -> None:
        """The timer goes off, once all that was mailed has arrived."""
        self.house.settle()
        told = self.pbem(MODERATOR, "tick", self.desk)
        self.ticks.append(told)
        assert "deferred" not in told, told

    def pbem(self, who: str, *words: object) -> str:
        """A command as somebody runs it; what it says, once it has gone well."""
        environment = {"PBEM_HOME": str(self.rings[who].home), "PBEM_NOW": show_time(self.now)}
        result = CliRunner().invoke(root, [str(word) for word in words], env=environment)
        assert went_well(words, result.exit_code), (words, result.output, result.exception)
        return result.stdout

    # ----------------------------------------------------------------------------------------------------- the players
    def take(self, seat: str, path: Path) -> None:
        """Mails a player's letter, each time with another program, pasted in or attached."""
        client = CLIENTS[len(self.mailed) % len(CLIENTS)]
        mail = mail_of(seat, path, inline=PASTED[len(self.mailed) % len(PASTED)])
        client(self.house, mail)
        self.mailed.append((client.__name__, mail.inline))

    def carry(self) -> None:
        """Runs the club's timer; then every player looks into their box."""
        self.tick()
        self.house.settle()
        for seat in self.bots:
            self.look(seat)

    def look(self, seat: str) -> None:
        """Reads a player's new letters by IMAP; keeps letters from other players beside."""
        folder = self.place / "came" / seat
        folder.mkdir(parents=True, exist_ok=True)
        with self.box(seat) as box:
            for handle, data in box.letters():
                own = f"From: {self.house.address(CLUB)}\r\n".encode() in data
                path = folder / f"{len(list(folder.iterdir())):03d}.eml"
                path.write_bytes(data)
                if own:
                    self.read(seat, path)
                else:
                    self.keep(seat, path)
                box.done(handle)

    def keep(self, seat: str, path: Path) -> None:
        """Another player's letter to all: nothing is to be done with it unless the record should lack it."""
        self.copies[seat] = self.copies.get(seat, 0) + 1

    def box(self, name: str) -> ImapBox:
        """Somebody's box at the house."""
        secret = parse_secret(f"env:{VARIABLE}")
        house = self.house
        return ImapBox(Account("localhost", name, secret, house.imap, authority=str(house.authority)))

    def read(self, seat: str, path: Path) -> None:
        """A letter of the club: joined or opened, by the command it names."""
        words = path.read_text(encoding="ascii")
        if "pbem join LETTER" in words:
            answer = self.pbem(seat, "join", path, "--dir", self.folder(seat)).strip()
            self.take(seat, Path(answer))
        else:
            self.pbem(seat, "open", path, "--dir", self.folder(seat))

    # ---------------------------------------------------------------------------------------------------------- the end
    def public_folders(self) -> Iterator[tuple[str, Path]]:
        """The public record as everybody holds it."""
        yield MODERATOR, self.desk
        for seat in self.bots:
            yield seat, self.folder(seat) / PUBLIC

    def letters_kept(self) -> list[bytes]:
        """Every letter the club took in, as it came."""
        return [path.read_bytes() for path in sorted((self.desk / "inbox").glob("*.eml"))]


@contextmanager
def company_at(
    house: House, place: Path, seats: Sequence[str], name: str, captain: str, kind: type[HouseCompany] = HouseCompany
) -> Iterator[HouseCompany]:
    """A game between bots at the house, with keys for everybody."""
    before = os.environ.get(VARIABLE)
    os.environ[VARIABLE] = PASSWORD
    game = load_game(name)
    bots = {seat: game.bot(captain, seat, SeededChance(f"house {seat}")) for seat in seats}
    try:
        yield kind(place, keyrings(place, seats), bots, parse_time(START), house=house)
    finally:
        os.environ.pop(VARIABLE) if before is None else os.environ.update({VARIABLE: before})
