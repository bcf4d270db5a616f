"""A person in the cabin, as tests play them: the page's acts, called by name, in this process or in a browser.

    hand = Hand(place)
    hand.act("make_keys", name="Anne", passphrase=PASSPHRASE)
    hand.take(letter)

`MixedCompany` is a game by letters in which one player sits in the cabin and all others at the command line.
"""

from __future__ import annotations

import json
import types
from base64 import b64decode, b64encode, urlsafe_b64decode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.titles import load_game
from pbem.afloat.aboard import Aboard
from pbem.afloat.standins import age_keys
from pbem.base.clock import parse_time, show_time
from pbem.base.errors import BadInput, Fault
from pbem.base.records import dataclass, field
from pbem.match.own_folder.seat import Seat
from pbem.match.people.enrolment import Plan
from pbem.trial.company import Company, answers
from pbem.trust.beacon.drand import DEMO_NETWORK
from pbem.trust.keyring import Keyring
from pbem.trust.people.charter import MODERATOR
from pbem.trust.seal import seal
from pbem.trust.ssh.sshkeys import SigningKey, wrapped
from pbem.trust.ssh.wire import Reader

PASSPHRASE = "four bells and all is well"
MOST_SIGNATURES = 20
START = "2026-11-02T20:00:00Z"


@dataclass(slots=True)
class Hand:
    """The acts in this process; the tests' own key signs where a browser would."""

    place: Path
    now: str = START
    cabin: Aboard = field(init=False)
    #: The signing key as the page hands it to the browser.
    key: dict[str, str] = field(default_factory=dict)
    #: How often an act ran again for a signature.
    signed: int = 0

    def __post_init__(self) -> None:
        self.cabin = Aboard(str(self.place))

    def call(self, act: str, given: dict[str, Any], **more: Any) -> dict[str, Any]:
        """One call as the page makes it."""
        with sealing_in_python():
            return self.asked(act, given, **more)

    def asked(self, act: str, given: dict[str, Any], **more: Any) -> dict[str, Any]:
        """The call itself."""
        request = {"act": act, "given": given, "now": self.now, "zone": "Europe/Madrid", "fresh": True, **more}
        found: dict[str, Any] = json.loads(self.cabin.call(json.dumps(request)))
        return found

    def act(self, name: str, /, **given: Any) -> Any:
        """One act, signed where it wants that; its faults as the program's own."""
        found = self.call(name, given)
        for _ in range(MOST_SIGNATURES):
            if "sign" not in found:
                break
            self.signed += 1
            raw = as_a_browser_signs(self.key, b64decode(found["sign"]))
            found = self.call(name, given, fresh=False, signature=[found["sign"], text_of(raw)])
        if "faults" in found:
            raise BadInput(Fault(each["message"], hint=each.get("hint", "")) for each in found["faults"])
        return found["value"]

    def aboard(self, name: str = "Anne") -> None:
        """Makes the keys and opens the cabin, as the first page does."""
        self.act("make_keys", name=name, passphrase=PASSPHRASE)
        self.open()

    def open(self, passphrase: str = PASSPHRASE) -> None:
        """Takes the signing key out, as the browser does."""
        self.key = self.act("signing_key", passphrase=passphrase)
        self.act("state")

    def drop(self, *files: tuple[str, bytes]) -> dict[str, Any]:
        """Drops files on the page; nothing is opened yet."""
        found: dict[str, Any] = self.act("sort", files=[{"name": name, "data": text_of(data)} for name, data in files])
        return found

    def take(self, *files: tuple[str, bytes]) -> list[dict[str, Any]]:
        """Drops files and opens or answers every letter in them; what each act gave."""
        return [self.act("answer" if each["answer"] else "open", name=each["id"])
                for each in self.drop(*files)["letters"]]  # fmt: skip


def library_key(key: Mapping[str, str]) -> Any:
    """The compiled library's private key of a JSON Web Key."""
    number = {name: int.from_bytes(urlsafe_b64decode(f"{text}=="), "big") for name, text in key.items()
              if name not in ("kty", "crv")}  # fmt: skip
    if key["kty"] == "OKP":
        return Ed25519PrivateKey.from_private_bytes(number["d"].to_bytes(32, "big"))
    if key["kty"] == "EC":
        curve = {"P-256": ec.SECP256R1(), "P-384": ec.SECP384R1(), "P-521": ec.SECP521R1()}[key["crv"]]
        public = ec.EllipticCurvePublicNumbers(number["x"], number["y"], curve)
        return ec.EllipticCurvePrivateNumbers(number["d"], public).private_key()
    whole = rsa.RSAPublicNumbers(number["e"], number["n"])
    first, second, secret = number["p"], number["q"], number["d"]
    return rsa.RSAPrivateNumbers(first, second, secret, number["dp"], number["dq"], number["qi"], whole).private_key()


def desktop_signer(key: Mapping[str, str]) -> SigningKey:
    """The same key at a command line."""
    return wrapped(library_key(key), "Anne", "")


def as_a_browser_signs(key: Mapping[str, str], data: bytes) -> bytes:
    """A signature in the form of WebCrypto: of ECDSA, both numbers in full length."""
    reader = Reader(desktop_signer(key).sign(data))
    kind, raw = reader.text(), reader.string()
    if not kind.startswith("ecdsa-"):
        return raw
    pair, size = Reader(raw), (int(key["crv"].removeprefix("P-")) + 7) // 8
    return pair.mpint().to_bytes(size, "big") + pair.mpint().to_bytes(size, "big")


@contextmanager
def sealing_in_python() -> Iterator[None]:
    """In a page sealing is plain Python, whose random bytes an act that runs again draws again; so here."""
    module: Any = seal
    compiled = module.pyrage
    seal.recipient.cache_clear()
    module.pyrage = types.SimpleNamespace(**{**vars(age_keys), "x25519": age_keys})
    try:
        yield
    finally:
        module.pyrage = compiled
        seal.recipient.cache_clear()


def text_of(data: bytes) -> str:
    """Bytes as the page hands them over."""
    return b64encode(data).decode("ascii")


@dataclass(slots=True)
class MixedCompany(Company):
    """A company in which one seat is played from the cabin."""

    hand: Any = None
    sits: str = ""

    def folder(self, seat: str) -> Path:
        """The cabin finds its own folder."""
        if seat != self.sits:
            return self.place / seat
        found: Path = next(iter(sorted((self.hand.place / "games").iterdir())))
        return found

    def read(self, seat: str, path: Path) -> None:
        """Letters to the cabin are dropped on it."""
        if seat != self.sits:
            Company.read(self, seat, path)
            return
        self.hand.now = show_time(self.now)
        for done in self.hand.take((path.name, path.read_bytes())):
            if "letter" in done:
                self.mail(done["game"], done["letter"])
        self.confirm(seat)

    def order(self, seat: str) -> Path:
        """The cabin checks and seals."""
        if seat != self.sits:
            return Company.order(self, seat)
        self.hand.now = show_time(self.now)
        own = Seat.at(self.folder(seat))
        text = answers(own) if own.questions else self.bots[seat].orders(own.view(), own.head())
        name = own.folder.name
        assert self.hand.act("check", name=name, text=text)["faults"] == []
        return self.written(name, self.hand.act("seal", name=name, text=text)["letter"])

    def player(self, seat: str) -> Any:
        """Nobody but the cabin has its keys."""
        assert seat != self.sits, "the cabin's player has no keys at the command line"
        return Company.player(self, seat)

    def step(self) -> bool:
        """One round; second letters of the cabin's seat are written there."""
        state = self.status()
        if state["stage"] == "over":
            return False
        if state["what"] == "opens" and self.sits in state["waits_for"]:
            self.hand.now = show_time(self.now)
            name = self.folder(self.sits).name
            self.take(self.sits, self.written(name, self.hand.act("second_letter", name=name)["letter"]))
        return Company.step(self)

    def mail(self, name: str, letter: str) -> None:
        """A letter of the cabin reaches the moderator, as its draft has it, and the person says so."""
        self.take(self.sits, self.written(name, letter))

    def written(self, name: str, letter: str) -> Path:
        """A letter as the person's mail program sends it: from the draft, with a date and an id of its own."""
        draft = self.hand.act("draft", game=name, letter=letter)
        head, gap, body = b64decode(draft["draft"]).partition(b"\r\n\r\n")
        bare = head.replace(b"X-Unsent: 1\r\n", b"")
        own = f"Date: Mon, 02 Nov 2026 20:00:00 +0000\r\nMessage-ID: <{name}-{letter}@mailer.example>\r\n".encode()
        path = self.place / "from-cabin" / f"{name}-{letter}-{len(draft['draft'])}.eml"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(own + bare + gap + body)
        self.hand.act("sent", game=name, letter=letter)
        return path


def mixed(place: Path, hand: Any, game: str, scenario: str, sits: str, tier: str, now: str = START,
          domain: str = "example.org") -> MixedCompany:  # fmt: skip
    """A game with one player in the cabin, begun: all have signed, the first reports are read."""
    title = load_game(game)
    seats = title.seats_of(scenario)
    rings = {who: Keyring.create(who.title(), home=place / f"keys-{who}") for who in (MODERATOR, *seats) if who != sits}
    bots = {seat: title.bot("steady", seat, SeededChance(f"cabin {seat}")) for seat in seats}
    made = MixedCompany(place, rings, bots, when(now), hand=hand, sits=sits)
    plan = Plan(game=game, scenario=scenario, seats={seat: f"{seat}@{domain}" for seat in seats}, tier=tier,
                address=f"moderator@{domain}", calendar={"hours": 168, "question_hours": 72}, grammar=2,
                beacon=DEMO_NETWORK.chain if tier == "beacon" else "")  # fmt: skip
    made.begin(plan)
    return made


def when(text: str) -> datetime:
    """A time of the tests."""
    return parse_time(text)


#: Notes about letters opened, and what a check came to, with the times of the files that it has read.
OF_THIS_MACHINE = ("opened.txt", ".checked")


def table_of(cabin: Path, desktop: Path) -> list[str]:
    """The files of two folders, with the size of each, and whether they are the same in both."""
    found: dict[str, list[bytes]] = {}
    for place in (cabin, desktop):
        for path in sorted(place.rglob("*")):
            if path.is_file() and path.name not in OF_THIS_MACHINE:
                found.setdefault(path.relative_to(place).as_posix(), []).append(path.read_bytes())
    return [f"{name:50} {len(data[0]):9,} {'equal' if len(data) == 2 and data[0] == data[1] else 'DIFFERS'}"
            for name, data in sorted(found.items())]  # fmt: skip
