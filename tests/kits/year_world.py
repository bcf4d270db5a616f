"""A year of a club on a clock that only events move: houses with a timer, people with letters, and accidents.

Everything goes by letters, by `pbem club tick` when a timer would see that it is time, and by the commands of the
moderator of a house. The post carries a letter at once; people answer when they find time.
"""

from __future__ import annotations

import heapq
import json
import secrets
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from email import message_from_bytes, policy
from hashlib import sha256, shake_256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from click.testing import CliRunner
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from tools import went_well

from pbem.base.clock import parse_time, show_time
from pbem.cli import root
from pbem.trust.keyring import Keyring
from pbem.trust.record.checkpoint import LogKey
from pbem.trust.seal import seal

if TYPE_CHECKING:
    from year_people import Person
    from year_tables import Table

#: How often a timer goes off that finds something due.
QUARTER = timedelta(minutes=15)
DAY = timedelta(days=1)
#: Looks in a row that find a time come and do nothing about it: more are a game that spins.
MOST_IDLE = 8

Act = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Sent:
    """A letter on its way: whose it is, what it is called, and what its reader would know it by."""

    house: str
    table: str
    name: str
    to: str
    subject: str
    message_id: str
    text: str
    path: Path


@dataclass(slots=True)
class House:
    """A club with its moderator: their keys, a mailbox, a way to send, a timer."""

    world: World
    name: str
    ring: Keyring
    due: datetime | None = None
    idle: int = 0
    ticks: int = 0
    taken: int = 0
    #: Letters for a game that another house runs by now.
    astray: int = 0

    @property
    def address(self) -> str:
        return f"{self.name}@example.org"

    @property
    def place(self) -> Path:
        return self.world.place / self.name

    @property
    def root(self) -> Path:
        return self.place / "hall"

    @property
    def out(self) -> Path:
        """The place its letters go to; a file in its place is a post that is down."""
        return self.place / "post"

    def found(self) -> None:
        """The club is made."""
        for name in ("new", "cur", "tmp"):
            (self.place / "box" / name).mkdir(parents=True)
        self.run("club", "new", self.root, "--title", self.name.title(), "--address", self.address,
                 "--to", f"folder:{self.out}", "--from", f"maildir:{self.place / 'box'}")  # fmt: skip

    def run(self, *words: object) -> str:
        """A command of the moderator that goes well."""
        return self.world.command(self.ring, *words)

    def waiting(self) -> list[Path]:
        """Letters that lie in the mailbox and were not taken."""
        return sorted((self.place / "box" / "new").iterdir())

    def mailed(self, data: bytes, table: Table) -> None:
        """A letter comes."""
        self.taken += 1
        self.astray += table.house is not self
        (self.place / "box" / "new" / f"{self.taken:06d}.letter").write_bytes(data)
        self.wake(self.world.now)

    def wake(self, moment: datetime) -> None:
        """The timer sees this at the next quarter of an hour."""
        at = moment + (datetime.min.replace(tzinfo=moment.tzinfo) - moment) % QUARTER
        self.due = min(self.due, at) if self.due else at

    def tick(self) -> None:
        """A turn of the clock for all games, and when the next is due."""
        had_mail = bool(self.waiting())
        said = self.run("club", "tick", self.root)
        self.ticks += 1
        assert self.world.down or not self.waiting(), said
        state = json.loads(self.run("club", "status", self.root, "--json"))
        assert (state["strays"], state["unreadable"]) == (self.astray, []), (said, state)
        self.due = None
        if not state["next"]:
            return
        again = parse_time(state["next"])
        self.idle = self.idle + 1 if again <= self.world.now and not had_mail and not self.world.down else 0
        assert self.idle < MOST_IDLE, f"{self.name} spins: {said} {state}"
        self.wake(max(again, self.world.now + timedelta(seconds=1)))


@dataclass(slots=True)
class World:
    """The clock, the houses, the people, and what is still to come."""

    place: Path
    now: datetime
    houses: dict[str, House] = field(default_factory=dict)
    people: dict[str, Person] = field(default_factory=dict)
    tables: dict[str, Table] = field(default_factory=dict)
    sent: list[Sent] = field(default_factory=list)
    #: What has befallen the club, by name: each has to.
    happened: Counter[str] = field(default_factory=Counter)
    down: bool = False
    mailed: int = 0
    held: list[tuple[str, bytes, Table]] = field(default_factory=list)
    coming: list[tuple[datetime, int, Act]] = field(default_factory=list)
    order: int = 0

    # ------------------------------------------------------------------------------------------------------- the clock
    def at(self, moment: datetime, act: Act) -> None:
        """Something is to be done then."""
        self.order += 1
        heapq.heappush(self.coming, (max(moment, self.now), self.order, act))

    def after(self, hours: float, act: Act) -> None:
        """Something is to be done in so many hours."""
        self.at(self.now + timedelta(hours=hours), act)

    def next(self) -> datetime | None:
        """When anything happens again."""
        times = [house.due for house in self.houses.values() if house.due]
        return min([*times, *([self.coming[0][0]] if self.coming else [])], default=None)

    def live(self, until: datetime) -> None:
        """Everything that happens up to then."""
        while (moment := self.next()) is not None and moment <= until:
            self.now = max(self.now, moment)
            while self.coming and self.coming[0][0] <= self.now:
                heapq.heappop(self.coming)[2]()
            for house in list(self.houses.values()):
                if house.due and house.due <= self.now:
                    house.tick()
                    self.carry(house)

    def command(self, ring: Keyring, *words: object) -> str:
        """A command as somebody runs it now; what it says, once it has gone well."""
        environment = {"PBEM_HOME": str(ring.home), "PBEM_NOW": show_time(self.now)}
        result = CliRunner().invoke(root, [str(word) for word in words], env=environment)
        assert went_well(words, result.exit_code), (show_time(self.now), words, result.output, result.exception)
        return result.stdout

    # -------------------------------------------------------------------------------------------------------- the post
    def carry(self, house: House) -> None:
        """Carries what a house has sent to its readers."""
        if not house.out.is_dir():
            return
        for path in sorted(house.out.glob("*.eml")):
            table = next((name for name in self.tables if path.name.startswith(f"{name}-")), "")
            kept = self.place / "archive" / f"{len(self.sent):06d}-{path.name}"
            kept.parent.mkdir(exist_ok=True)
            path.rename(kept)
            letter = opened(house.name, table, path.stem.removeprefix(f"{table}-"), kept)
            self.sent.append(letter)
            if "-moderator-silence-" in letter.name:
                self.after(36, self.tables[table].insists)
            reader = self.people.get(letter.to)
            if table and reader is not None:
                reader.receive(self.tables[table], kept, letter.name)

    def mail(self, path: Path, table: Table) -> None:
        """A person's letter: to a house, or to another person. While the post is down it lies where it is."""
        data = path.read_bytes()
        to = str(message_from_bytes(data, policy=policy.default)["To"])
        if to in self.people:
            self.people[to].receive(table, path, "from a player")
            return
        self.mailed += 1
        if self.down:
            self.held.append((to, data, table))
        else:
            self.house_of(to).mailed(data, table)

    def house_of(self, address: str) -> House:
        return next(house for house in self.houses.values() if house.address == address)

    def outage(self, days: int) -> None:
        """No letter comes or goes for so long."""
        self.down = True
        for house in self.houses.values():
            self.carry(house)
            if house.out.is_dir():
                house.out.rmdir()
            house.out.write_bytes(b"the line is down")
        self.at(self.now + days * DAY, self.restored)

    def restored(self) -> None:
        """All that waited comes at once."""
        self.down = False
        self.happened["outage"] += 1
        for house in self.houses.values():
            house.out.unlink()
            house.wake(self.now)
        for to, data, table in self.held:
            self.house_of(to).mailed(data, table)
        self.held.clear()


def opened(house: str, table: str, name: str, path: Path) -> Sent:
    """A letter's outside, and what it says."""
    data = path.read_bytes()
    message = message_from_bytes(data)  # as it stands: reading every header of every part would take the longest
    body = next(part for part in message.walk() if part.get_content_type() == "text/plain")
    text = " ".join(bytes(body.get_payload(decode=True)).decode("utf-8").split())
    return Sent(house, table, name, str(message["To"]), str(message["Subject"]), str(message["Message-ID"]), text, path)


def lot(*words: object) -> int:
    """A number nobody has chosen, the same in every run."""
    return int.from_bytes(sha256(" ".join(map(str, words)).encode()).digest()[:6])


class Draws:
    """Secrets for one year, so that each year is the same: keys, chains and lanes, and with them all dice."""

    def __init__(self) -> None:
        self.count = 0

    def bytes(self, size: int | None = None) -> bytes:
        self.count += 1
        return shake_256(f"a year of secrets, {self.count}".encode()).digest(size or 32)

    def hex(self, size: int | None = None) -> str:
        return self.bytes(size).hex()

    def below(self, limit: int) -> int:
        return int.from_bytes(self.bytes()) % limit

    def log_key(self, name: str) -> LogKey:
        return LogKey(name, Ed25519PrivateKey.from_private_bytes(self.bytes()))

    def age_key(self) -> tuple[str, str]:
        """A secret of 256 bits in Bech32 (BIP 173), and its recipient."""
        name, number = "age-secret-key-", int.from_bytes(self.bytes()) << 4
        values = [number >> 5 * place & 31 for place in reversed(range(52))]
        spread = [*(ord(each) >> 5 for each in name), 0, *(ord(each) & 31 for each in name)]
        check = seal.checksum([*spread, *values, *[0] * 6]) ^ 1
        values += [check >> 5 * place & 31 for place in reversed(range(6))]
        secret = f"{name}1{''.join(seal.BECH32[value] for value in values)}".upper()
        return secret, seal.public_of(secret)

    def instead(self, patch: Any) -> None:
        """In the place of the system's randomness, wherever dice come from."""
        patch.setattr(secrets, "token_bytes", self.bytes)
        patch.setattr(secrets, "token_hex", self.hex)
        patch.setattr(secrets, "randbelow", self.below)
        patch.setattr(secrets, "choice", lambda some: some[self.below(len(some))])
        patch.setattr(LogKey, "new", self.log_key)
        patch.setattr(seal, "new_identity", self.age_key)


@contextmanager
def quick(patch: Any) -> Iterator[None]:
    """Nothing is left to chance, and keys are read once, not at every command: who is meant is the folder's name."""
    Draws().instead(patch)
    real, kept = Keyring.open, dict[str, Keyring]()

    def once(home: Path | None = None) -> Keyring:
        found = kept.get(str(home)) if home else None
        if found is None:
            found = real(home)
            kept[str(found.home)] = found
        return found

    patch.setattr(Keyring, "open", staticmethod(once))
    yield
