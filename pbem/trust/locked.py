"""Secrets that rest under a passphrase: an age file, as `age -p` writes and `age -d` opens it.

A passphrase is asked for once by a process and kept in its memory. Where nobody can be asked (pbem.base.asking), the
command in PBEM_PASSPHRASE_COMMAND has to give it.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pyrage  # type: ignore[import-untyped]  # it ships none

from pbem.base.asking import KNOWN, WAYS, Way
from pbem.base.errors import Kind, bad
from pbem.trust.seal import seal
from pbem.trust.ssh.sshkeys import Passphrase


def passphrase_of(home: Path, ask: Passphrase, otherwise: Way) -> Way:
    """Asks for the passphrase of a keyring, once; `ask` is the caller's own way, or the passphrase itself."""

    def asked() -> bytes:
        if isinstance(ask, bytes):
            return ask
        if ask is not None and ask not in WAYS:
            return ask()
        if home not in KNOWN:
            KNOWN[home] = (ask or (WAYS[-1] if WAYS else otherwise))()
        return KNOWN[home]

    return asked


def forget(home: Path) -> None:
    """Asks for the passphrase of a keyring again when it is needed: it was wrong, or is another one now."""
    KNOWN.pop(home, None)


def is_locked(data: bytes) -> bool:
    """Tells if a secret file is an age file, not the secret itself."""
    return data.startswith(seal.BEGIN)


def lock(secret: bytes, passphrase: bytes) -> bytes:
    """A secret under a passphrase, opened once to see that nothing is lost."""
    if not passphrase:
        raise bad("an empty passphrase locks nothing")
    sealed = seal.armour(pyrage.passphrase.encrypt(secret, text_of(passphrase))).encode("ascii")
    if unlock(sealed, passphrase) != secret:
        raise bad("does not open again as it was locked", kind=Kind.MISMATCH)
    return sealed


@lru_cache(maxsize=8)
def unlock(data: bytes, passphrase: bytes, file: str = "") -> bytes:
    """The secret; the answer is kept, since each opening takes a second by design."""
    try:
        found: bytes = pyrage.passphrase.decrypt(seal.dearmour(data, file), text_of(passphrase))
    except pyrage.DecryptError:
        raise bad("passphrase does not open this key", file=file, kind=Kind.MISMATCH) from None
    return found


def text_of(passphrase: bytes) -> str:
    """A passphrase as age takes it."""
    try:
        return passphrase.decode("utf-8")
    except UnicodeDecodeError:
        raise bad("passphrase is not UTF-8") from None
