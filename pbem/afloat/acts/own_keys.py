"""A person's keys in the cabin: made, brought, or restored from words; always under a passphrase."""

from __future__ import annotations

from base64 import b64decode, b64encode
from typing import Any

from pbem.afloat.acts.berth import Berth
from pbem.base.errors import bad
from pbem.base.files import read_file, write_atomic
from pbem.trust import backup, twelve_words
from pbem.trust.keyring import Keyring
from pbem.trust.private_files import MOST_KEY_FILE
from pbem.trust.ssh.sshkeys import Ed25519Signer, load_private, private_text

LEAST = 8
BROUGHT = "brought.key"


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
    key = load_private(b64decode(file), its_passphrase.encode() or None, "your key")
    if not isinstance(key, Ed25519Signer):
        raise bad("is not an Ed25519 key", hint="the cabin signs with Ed25519; make a key here instead")
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
            "own": ring.key != "ssh.key", "public": b64encode(ring.ssh.blob[-32:]).decode("ascii")}  # fmt: skip


def signing_seed(berth: Berth, passphrase: str) -> str:
    """The secret of the signing key, for the browser alone, which keeps it where no script can read it again."""
    ring = berth.ring()
    if ring.key == "ssh.key":
        return b64encode(twelve_words.signing_seed(ring.words())).decode("ascii")
    data = read_file(berth.keys / BROUGHT, MOST_KEY_FILE)
    key = load_private(data, passphrase.encode(), BROUGHT)
    if not isinstance(key, Ed25519Signer):
        raise bad("is not an Ed25519 key", file=BROUGHT)
    return b64encode(key.private.private_bytes_raw()).decode("ascii")


def paper(berth: Berth) -> dict[str, Any]:
    """The words for a sheet of paper, and what they do not bring back."""
    ring = berth.ring()
    berth.note(words_shown=True)
    return {"words": list(backup.words_of(ring)), "without": [line.replace(str(berth.keys), "your own files")
                                                              for line in backup.left_out(ring)]}  # fmt: skip


def sign_by_hand(berth: Berth, seed: str, data: str) -> str:
    """A signature in a browser that has no Ed25519: computed here, and not in constant time."""
    from pbem.afloat.standins import elliptic

    return b64encode(elliptic.sign(b64decode(seed), b64decode(data))).decode("ascii")
