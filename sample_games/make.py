"""Plays the sample games anew: `python sample_games/make.py [TIER...]`, into sample_games/jenkins/<tier>/.

Every secret follows from the sentence below, which is published: charter, seeds, dice, orders, reports and positions
come out the same each time. Seals do not, since no two seals are alike, and so neither do the hashes over them. Keys
from a published sentence are nobody's; use them for nothing.
"""

from __future__ import annotations

import hmac
import os
import shutil
import sys
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest import mock

from pbem import DOMAIN, strict_yaml
from pbem.adjudicator.game import Game, load_game
from pbem.chance import SeededChance
from pbem.clock import parse_time
from pbem.files import write_atomic
from pbem.keyring import Keyring
from pbem.match.company import Company
from pbem.match.desk import is_public
from pbem.match.office import OfficeKeys
from pbem.match.opening import Foundation, Plan, lane_names
from pbem.trust import seal
from pbem.trust.chain import Chain
from pbem.trust.charter import MODERATOR, Tier
from pbem.trust.demo_chain import DEMO_NETWORK
from pbem.trust.note import LogKey
from pbem.trust.sshkeys import ed25519_from_seed, private_text

SENTENCE = b"Robert Jenkins, master of the Rebecca, lost an ear off Havana on the 9th of April 1731."
GAME, BOT, START = "jenkins", "steady", "2026-01-05T20:00:00Z"
HERE = Path(__file__).parent
#: Deadlines of three days; the beacon's round falls an hour after each.
HOURS, MARGIN = 72, 1
WHOLE = 99


def secret(tier: str, purpose: str) -> bytes:
    """32 bytes for one purpose."""
    return hmac.digest(SENTENCE, f"pbem-sample/1 {GAME} {tier} {purpose}".encode(), sha256)


def log_key(tier: str, name: str) -> LogKey:
    """The game's own key for checkpoints."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return LogKey(f"{DOMAIN}/{name}", Ed25519PrivateKey.from_private_bytes(secret(tier, "log")))


def foundation(game: Game, tier: str) -> Foundation:
    """What the game rests on."""
    name = f"{GAME}-1739-{secret(tier, 'name').hex()[:6]}"
    lanes = {lane: secret(tier, f"lane {lane}") for lane in lane_names(game, game.scenario_for(game.seats))}
    chain = Chain(secret(tier, f"chain {MODERATOR}").hex())
    return Foundation(name, OfficeKeys(log_key(tier, name), chain, lanes, secret(tier, "salt")))


def keyring(home: Path, tier: str, who: str, game: str) -> Keyring:
    """Somebody's keys, as `pbem key new` would have left them."""
    signer = ed25519_from_seed(secret(tier, f"ssh {who}"), who.title())
    record = {"pbem": "keyring/1", "name": who.title(), "key": "ssh.key", "ssh": signer.public.line()}
    home.mkdir(mode=0o700)
    (home / "chains").mkdir(mode=0o700)
    write_atomic(home / "ssh.key", private_text(signer), secret=True)
    write_atomic(home / "age.key", f"{age_identity(secret(tier, f'age {who}'))}\n".encode(), secret=True)
    write_atomic(home / "chains" / f"{game}.top", f"{secret(tier, f'chain {who}').hex()}\n".encode(), secret=True)
    write_atomic(home / "keyring.yaml", strict_yaml.write(record).encode(), secret=True)
    return Keyring.open(home)


def age_identity(key: bytes) -> str:
    """A secret age key of these bytes: bech32 (BIP 173)."""
    prefix = "age-secret-key-"
    number = int.from_bytes(key, "big") << 4
    values = [number >> 5 * (51 - place) & 31 for place in range(52)]
    spread = [ord(c) >> 5 for c in prefix] + [0] + [ord(c) & 31 for c in prefix]
    rest = seal.checksum([*spread, *values, *[0] * 6]) ^ 1
    tail = [rest >> 5 * (5 - place) & 31 for place in range(6)]
    return (prefix + "1" + "".join(seal.BECH32[value] for value in values + tail)).upper()


def play(tier: str, place: Path, turns: int = WHOLE) -> Company:
    """The game by letters, to the end of so many turns."""
    game = load_game(GAME)
    made = foundation(game, tier)
    rings = {who: keyring(place / f"keys-{who}", tier, who, made.name) for who in (MODERATOR, *game.seats)}
    bots = {seat: game.bot(BOT, seat, SeededChance(seat)) for seat in game.seats}
    seats = {seat: f"{seat}@example.org" for seat in game.seats}
    beacon = DEMO_NETWORK.chain if tier == Tier.BEACON.value else ""
    plan = Plan(game=GAME, seats=seats, tier=tier, hours=HOURS, margin_hours=MARGIN, beacon=beacon)
    company = Company(place, rings, bots, parse_time(START))
    company.begin(plan, made)
    while company.turn() <= turns and company.step():
        pass
    return company


def publish(desk: Path, target: Path) -> None:
    """The public folder alone."""
    shutil.rmtree(target, ignore_errors=True)
    for path in sorted(desk.rglob("*")):
        name = path.relative_to(desk).as_posix()
        if path.is_file() and is_public(name):
            write_atomic(target / name, path.read_bytes())


def main() -> None:
    """The tiers asked for, or all."""
    for tier in sys.argv[1:] or [tier.value for tier in Tier]:
        with TemporaryDirectory() as place, mock.patch.object(os, "fsync"):  # what is lost is played again
            company = play(Tier(tier).value, Path(place))
            publish(company.desk, HERE / GAME / tier)
        sys.stdout.write(f"{tier}: {HERE / GAME / tier}\n")


if __name__ == "__main__":
    main()
