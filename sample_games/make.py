"""Plays the sample games anew: `python sample_games/make.py [NAME...]`, into sample_games/<game>/<sample>.zip.

A NAME is a game, `lions`; a sample, `two-players`; or both, `lions/two-players`. Without any, all are played.

Every secret follows from the sentences below, which are published: charter, seeds, dice, orders, reports and positions
come out the same each time. Seals do not, since no two seals are alike, and so neither do the hashes over them. Keys
from a published sentence are nobody's; use them for nothing.
"""

from __future__ import annotations

import hmac
import os
import shutil
import sys
import zlib
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest import mock

from pbem import DOMAIN, strict_yaml
from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.game import Game
from pbem.adjudicator.titles import load_game
from pbem.base.clock import parse_time
from pbem.base.files import write_atomic
from pbem.match.folder.office import OfficeKeys
from pbem.match.folder.vault import is_public
from pbem.match.people.enrolment import Foundation, Plan, lane_names
from pbem.trial.company import Company
from pbem.trust.beacon.drand import DEMO_NETWORK
from pbem.trust.folder.parcels import joined, stored
from pbem.trust.keyring import Keyring
from pbem.trust.people.charter import MODERATOR, Tier
from pbem.trust.primitives.chain import Chain
from pbem.trust.record.checkpoint import LogKey
from pbem.trust.seal import seal
from pbem.trust.ssh.sshkeys import ed25519_from_seed, private_text

SENTENCES = {
    "jenkins": b"Robert Jenkins, master of the Rebecca, lost an ear off Havana on the 9th of April 1731.",
    "lions": b"England and the Netherlands made peace at Westminster in April 1654, and neither laid up a ship for it.",
    "glory": b"On the 30th of March 1805 Villeneuve came out of Toulon, and two frigates lost him in the night.",
    "guerra": b"On the 16th of September 1810 the priest of Dolores rang his bell, and the valley came.",
    "yellowjack": b"On the 2nd of December 1739 Vernon stood into Porto Bello with six ships of the line only.",
}
YEARS = {"jenkins": 1739, "lions": 1654, "glory": 1805, "guerra": 1810, "yellowjack": 1739}
BOT, START = "steady", "2026-01-05T20:00:00Z"
HERE = Path(__file__).parent
#: The one that lies unpacked, for reading in a browser of code.
TO_READ = "jenkins/moderated"
#: Deadlines of three days; the beacon's round falls an hour after each.
HOURS, MARGIN = 72, 1
WHOLE = 99
#: An archive is packed as closely as zlib can: it is made once and read often.
CLOSELY = zlib.Z_BEST_COMPRESSION


@dataclass(frozen=True, slots=True)
class Sample:
    """A game that is played: in which tier, with which scenario (else the one of all seats), and what was agreed."""

    game: str
    name: str
    tier: Tier
    scenario: str = ""
    house: Mapping[str, str] = field(default_factory=dict)

    @property
    def folder(self) -> str:
        """The name of its place below this script; all but one lie as an archive of that name."""
        return f"{self.game}/{self.name}"

    def title(self) -> Game:
        """The rules it is played by."""
        return load_game(self.game)

    def seats(self) -> tuple[str, ...]:
        """Who plays."""
        game = self.title()
        return game.seats_of(self.scenario or game.scenario_for(game.seats))

    def secret(self, purpose: str) -> bytes:
        """32 bytes for one purpose."""
        return hmac.digest(SENTENCES[self.game], f"pbem-sample/1 {self.game} {self.name} {purpose}".encode(), sha256)


#: Three turns are the fewest that lions allow (3.4): what four admirals are told of a year fills 300 kB. Bots plan a
#: year in one letter, so their years have no watches.
SHORT = {"turns": "3", "watch": "0"}
OPTIONAL = dict.fromkeys(("boarding", "leader_losses", "scurvy", "prize_ships"), "on")
SAMPLES = (
    *(Sample("jenkins", tier.value, tier) for tier in Tier),
    Sample("lions", "two-players", Tier.TWO_STEP, "two-players", SHORT),
    Sample("lions", "three-players", Tier.BEACON, "three-players", {**SHORT, **OPTIONAL}),
    Sample("lions", "four-players", Tier.MODERATED, "four-players", SHORT),
    Sample("glory", "campaign", Tier.MODERATED, "campaign"),
    Sample("glory", "trafalgar", Tier.TWO_STEP, "trafalgar", {"halts": "initiative"}),
    Sample("glory", "breakout", Tier.BEACON, "breakout"),
    Sample("guerra", "campaign", Tier.MODERATED, "campaign", {"setup": "in_turn"}),
    Sample("guerra", "opening-guns", Tier.BEACON, "opening-guns", {"setup": "in_turn"}),
    *(Sample("yellowjack", tier.value, tier, "porto-bello") for tier in Tier),
    Sample("yellowjack", "1740", Tier.MODERATED, "1740"),
)


def log_key(sample: Sample, name: str) -> LogKey:
    """The game's own key for checkpoints."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return LogKey(f"{DOMAIN}/{name}", Ed25519PrivateKey.from_private_bytes(sample.secret("log")))


def foundation(sample: Sample) -> Foundation:
    """What the game rests on."""
    game = sample.title()
    name = f"{sample.game}-{YEARS[sample.game]}-{sample.secret('name').hex()[:6]}"
    lanes = {lane: sample.secret(f"lane {lane}") for lane in lane_names(game, game.scenario_for(sample.seats()))}
    chain = Chain(sample.secret(f"chain {MODERATOR}").hex())
    return Foundation(name, OfficeKeys(log_key(sample, name), chain, lanes, sample.secret("salt")))


def keyring(home: Path, sample: Sample, who: str, game: str) -> Keyring:
    """Somebody's keys, as `pbem key new` would have left them."""
    signer = ed25519_from_seed(sample.secret(f"ssh {who}"), who.title())
    record = {"pbem": "keyring/1", "name": who.title(), "key": "ssh.key", "ssh": signer.public.line()}
    home.mkdir(mode=0o700)
    (home / "chains").mkdir(mode=0o700)
    write_atomic(home / "ssh.key", private_text(signer))
    identity = seal.bech32_text("age-secret-key-", sample.secret(f"age {who}")).upper()
    write_atomic(home / "age.key", f"{identity}\n".encode())
    write_atomic(home / "chains" / f"{game}.top", f"{sample.secret(f'chain {who}').hex()}\n".encode())
    write_atomic(home / "keyring.yaml", strict_yaml.write(record).encode())
    return Keyring.open(home)


def play(sample: Sample, place: Path, turns: int = WHOLE) -> Company:
    """The game by letters, to the end of so many turns."""
    game, made, seats = sample.title(), foundation(sample), sample.seats()
    rings = {who: keyring(place / f"keys-{who}", sample, who, made.name) for who in (MODERATOR, *seats)}
    bots = {seat: game.bot(BOT, seat, SeededChance(seat)) for seat in seats}
    company = Company(place, rings, bots, parse_time(START))
    company.begin(plan(sample), made)
    while company.turn() <= turns and company.step():
        pass
    return company


def plan(sample: Sample) -> Plan:
    """What the moderator settled."""
    return Plan(
        game=sample.game, seats={seat: f"{seat}@example.org" for seat in sample.seats()}, scenario=sample.scenario,
        tier=sample.tier.value, house=sample.house, hours=HOURS, margin_hours=MARGIN,
        beacon=DEMO_NETWORK.chain if sample.tier is Tier.BEACON else "",
    )  # fmt: skip


def publish(desk: Path, target: Path) -> Path:
    """Copy the public folder alone to its place: as files for the sample to read, else as one archive."""
    paths = {path.relative_to(desk).as_posix(): path for path in sorted(desk.rglob("*")) if path.is_file()}
    public = {name: path.read_bytes() for name, path in paths.items() if is_public(name)}
    if target != HERE / TO_READ:
        archive = target.parent / f"{target.name}.zip"
        files = {name: stored(data, effort=CLOSELY) for name, data in public.items()}
        write_atomic(archive, joined(files), shared=True)
        return archive
    shutil.rmtree(target, ignore_errors=True)
    for name, data in public.items():
        write_atomic(target / name, data, shared=True)
    return target


def make(sample: Sample) -> Path:
    """One game played and published."""
    with TemporaryDirectory() as place, mock.patch.object(os, "fsync"):  # what is lost is played again
        return publish(play(sample, Path(place)).desk, HERE / sample.folder)


def asked_for(names: Sequence[str]) -> list[Sample]:
    """The samples that are named; all, where none is."""
    known = {name for sample in SAMPLES for name in (sample.game, sample.name, sample.folder)}
    if unknown := [name for name in names if name not in known]:
        raise SystemExit(f"no sample is called '{unknown[0]}'; there are {', '.join(each.folder for each in SAMPLES)}")
    return [each for each in SAMPLES if not names or {each.game, each.name, each.folder} & {*names}]


def main() -> None:
    """Those asked for, or all; as many at a time as there are processors."""
    with ProcessPoolExecutor() as pool:
        for target in pool.map(make, asked_for(sys.argv[1:])):
            sys.stdout.write(f"{target}\n")


if __name__ == "__main__":
    main()
