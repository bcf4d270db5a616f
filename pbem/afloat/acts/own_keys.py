"""A person's keys in the cabin: made, brought, or restored from words; always under a passphrase."""

from __future__ import annotations

from base64 import b64decode, b64encode, urlsafe_b64decode, urlsafe_b64encode
from typing import Any

from pbem.afloat.acts.berth import Berth
from pbem.base.errors import bad
from pbem.base.files import read_file, write_atomic
from pbem.trust import backup, twelve_words
from pbem.trust.keyring import Keyring
from pbem.trust.private_files import MOST_KEY_FILE
from pbem.trust.ssh.sshkeys import (
    EcdsaSigner,
    Ed25519Signer,
    RsaSigner,
    ed25519_from_seed,
    load_private,
    outer_kind,
    private_text,
)

LEAST = 8
BROUGHT = "brought.key"
#: The keys that a file holds whole; others sign through a program of their own.
InMemory = (Ed25519Signer, RsaSigner, EcdsaSigner)


def checked(passphrase: str) -> bytes:
    """A passphrase that is worth the name."""
    if len(passphrase) < LEAST:
        raise bad(f"a passphrase has at least {LEAST} characters", hint="three or four words are easier to remember")
    return passphrase.encode()


def make(berth: Berth, name: str, passphrase: str) -> dict[str, Any]:
    """New keys, all from twelve words that are drawn here."""
    secret = checked(passphrase)
    Keyring.create(name, home=berth.keys, new_passphrase=secret)
    berth.open_with(secret)
    return whose(berth)


def restore(berth: Berth, words: str, name: str, passphrase: str) -> dict[str, Any]:
    """Keys from the thirteen words of a backup on paper."""
    secret = checked(passphrase)
    backup.from_words(words, name, None, home=berth.keys, passphrase=secret)
    berth.open_with(secret)
    return whose(berth)


def bring(berth: Berth, name: str, file: str, its_passphrase: str, passphrase: str) -> dict[str, Any]:
    """New secrets, and a signing key that the person has: an OpenSSH file, kept under the cabin's passphrase."""
    secret = checked(passphrase)
    data = b64decode(file)
    if outer_kind(data).startswith("sk-"):
        raise bad("is the handle of a security key, which no page can reach", hint="make a key here instead")
    key = load_private(data, its_passphrase.encode() or None, "your key")
    if not isinstance(key, InMemory):
        raise bad("is a key that cannot sign in a page", hint="make a key here instead")
    path = berth.keys / BROUGHT
    write_atomic(path, private_text(key, secret))
    Keyring.create(name, path, home=berth.keys, new_passphrase=secret, ask=secret)
    berth.open_with(secret)
    return whose(berth)


def unlock(berth: Berth, passphrase: str) -> dict[str, Any]:
    """Opens the cabin for this visit."""
    berth.open_with(passphrase.encode())
    return whose(berth)


def whose(berth: Berth) -> dict[str, Any]:
    """Says whose cabin this is; nothing secret."""
    ring = Keyring.open(berth.keys)
    return {"name": ring.name, "fingerprint": ring.ssh.fingerprint(), "line": ring.ssh.line(),
            "own": ring.key != "ssh.key"}  # fmt: skip


def signing_key(berth: Berth, passphrase: str) -> dict[str, str]:
    """The signing key as a JSON Web Key, which the browser keeps where no script can read it again."""
    ring = berth.ring()
    if ring.key == "ssh.key":
        return web_key(ed25519_from_seed(twelve_words.signing_seed(ring.words())))
    key = load_private(read_file(berth.keys / BROUGHT, MOST_KEY_FILE), passphrase.encode(), BROUGHT)
    if not isinstance(key, InMemory):
        raise bad("is a key that cannot sign in a page", file=BROUGHT)
    return web_key(key)


def web_key(key: Ed25519Signer | RsaSigner | EcdsaSigner) -> dict[str, str]:
    """A key's numbers by the names of RFC 7517, 7518 and 8037."""
    if isinstance(key, Ed25519Signer):
        secret, public = key.private.private_bytes_raw(), key.private.public_key().public_bytes_raw()
        return {"kty": "OKP", "crv": "Ed25519", "d": in_web_letters(secret), "x": in_web_letters(public)}
    if isinstance(key, RsaSigner):
        own = key.private.private_numbers()
        numbers = {"n": own.public_numbers.n, "e": own.public_numbers.e, "d": own.d, "p": own.p, "q": own.q,
                   "dp": own.dmp1, "dq": own.dmq1, "qi": own.iqmp}  # fmt: skip
        return {"kty": "RSA"} | {name: in_web_letters(shortest(each)) for name, each in numbers.items()}
    bits, point = key.private.curve.key_size, key.private.private_numbers().public_numbers
    numbers = {"d": key.private.private_numbers().private_value, "x": point.x, "y": point.y}
    return {"kty": "EC", "crv": f"P-{bits}"} | {
        name: in_web_letters(each.to_bytes((bits + 7) // 8, "big")) for name, each in numbers.items()
    }


def shortest(number: int) -> bytes:
    """A number in as few bytes as hold it."""
    return number.to_bytes((number.bit_length() + 7) // 8, "big")


def in_web_letters(data: bytes) -> str:
    """Base64 as addresses have it, without what fills it up."""
    return urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


def paper(berth: Berth) -> dict[str, Any]:
    """The words for a sheet of paper, and what they do not bring back."""
    ring = berth.ring()
    berth.note(words_shown=True)
    return {"words": list(backup.words_of(ring)), "without": [line.replace(str(berth.keys), "your own files")
                                                              for line in backup.left_out(ring)]}  # fmt: skip


def sign_by_hand(berth: Berth, secret: str, data: str) -> str:
    """A signature in a browser that has no Ed25519: computed here, and not in constant time."""
    from pbem.afloat.standins import elliptic

    return b64encode(elliptic.sign(urlsafe_b64decode(f"{secret}=="), b64decode(data))).decode("ascii")
