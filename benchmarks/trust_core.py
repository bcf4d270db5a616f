"""Speeds of the trust core: signatures, dice, the ledger's root, seals, strict YAML."""

from __future__ import annotations

import hashlib
import hmac
import itertools
from collections.abc import Iterator

import pyrage  # type: ignore[import-untyped]  # it ships none
import yaml
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from measure import Effort, Figure, in_turns, per_second, speed

from pbem import strict_yaml
from pbem.trust.dice.dice import Dice
from pbem.trust.record import merkle
from pbem.trust.seal import seal
from pbem.trust.ssh import sshsig
from pbem.trust.ssh.sshkeys import ed25519_from_seed

LEDGER_LINES = 10_000
ORDER = """  - move: {unit: 101ab, from: "3516", to: "3417", road: true}
  - attack:
      hex: "3417"
      units: [kg-peiper, 12ss-25, 277vg]
      if_repulsed: hold   # and wait for the others
"""


def sshsig_verify(effort: Effort) -> Figure:
    """A lock's signature, to the bare curve operation under it."""
    key, message = ed25519_from_seed(bytes(32)), b"pbem: lock/1\n" + b"orders: 0123456789abcdef\n" * 20
    namespace = sshsig.namespace("lock")
    armour = sshsig.sign(key, message, namespace)
    bare = Ed25519PrivateKey.from_private_bytes(bytes(32))
    public, signature = bare.public_key(), bare.sign(message)
    ours, raw = in_turns(
        lambda: sshsig.verify(key.public, message, namespace, armour), lambda: public.verify(signature, message), effort
    )
    return speed(ours, raw, "Ed25519 verify", 0.8)


def roll(effort: Effort) -> Figure:
    """2d6 by a fresh label, checked and noted as in play, to one HMAC of the same text."""
    key, dice = bytes(range(32)), Dice(bytes(range(32)))
    labels, messages = numbered("combat/{:04d}/n1"), numbered("pbem-roll/1 combat/{:04d}/n1 2d6 0")
    ours, raw = in_turns(
        lambda: dice.roll(next(labels), "2d6"),
        lambda: hmac.new(key, next(messages).encode(), hashlib.sha256).digest(),
        effort,
    )
    return speed(ours, raw, "hmac.new().digest()", 0.5)


def numbered(form: str) -> Iterator[str]:
    """Texts without end, each new."""
    return map(form.format, itertools.count())


def merkle_root(effort: Effort) -> Figure:
    """The root of a long game's ledger, in single hashes a line."""
    lines = [f'{{"k":"lock","n":{n},"t":"2026-11-18T20:00:00Z"}}'.encode() for n in range(LEDGER_LINES)]
    short = bytes(32)
    ours, raw = in_turns(lambda: merkle.root(lines), lambda: hashlib.sha256(short).digest(), effort)
    here = f"{LEDGER_LINES} lines in {ours * 1000:.3g} ms"
    return Figure(ours / LEDGER_LINES / raw, "SHA-256 a line", f"SHA-256 of 32 bytes: {per_second(raw)}", here, "<= 6")


def seal_2k(effort: Effort) -> Figure:
    """2 kB sealed to one key, in armour, to pyrage with its keys already parsed."""
    _, public = seal.new_identity()
    plain, recipient = bytes(2048), pyrage.x25519.Recipient.from_str(public)
    ours, raw = in_turns(
        lambda: seal.seal([public], plain), lambda: pyrage.encrypt(plain, [recipient], armored=True), effort
    )
    return speed(ours, raw, "pyrage.encrypt", 0.9)


def read_strict_yaml(effort: Effort) -> Figure:
    """An order file of 3 kB, with every limit and form checked, to libyaml's bare events of the same text."""
    text = "pbem: orders/1\nseat: axis\nphase: t03.axis-combat\norders:\n" + ORDER * (3072 // len(ORDER))
    data = text.encode()
    ours, raw = in_turns(
        lambda: strict_yaml.read(data), lambda: list(yaml.parse(text, Loader=yaml.CSafeLoader)), effort
    )
    return speed(ours, raw, "libyaml's events", 0.35)


BENCHMARKS = {
    "sshsig_verify": sshsig_verify,
    "roll": roll,
    "merkle_root": merkle_root,
    "seal_2k": seal_2k,
    "strict_yaml": read_strict_yaml,
}
