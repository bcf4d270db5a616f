"""Passwords of mailboxes, where they are kept by somebody better at it. None is ever stored, shown or logged by us.

    env:PBEM_PASSWORD          an environment variable
    command:pass show club     the first line a program prints; no shell is involved
    keyring:mail/club          service and user in the system's keyring (needs the extra `keyring`)
"""

from __future__ import annotations

import importlib
import os
from typing import TYPE_CHECKING, Any

from pbem.base.errors import BadInput, Fault, bad
from pbem.base.later import later
from pbem.base.programs import started
from pbem.base.records import dataclass
from pbem.base.this_system import password_store, pip_install

if TYPE_CHECKING:
    import subprocess
else:
    subprocess = later("subprocess")

FORMS = "one of env:NAME, command:PROGRAM ..., keyring:SERVICE/USER"
SECONDS = 60


@dataclass(frozen=True, slots=True)
class Secret:
    """The place where a password is kept; never the password."""

    store: str
    where: str

    def reveal(self) -> str:
        """The password, asked for anew each time. No message of a failure quotes what was found."""
        found = STORES[self.store](self.where)
        if not found:
            raise bad(f"no password in {self}")
        if any(character in found for character in "\r\n\0"):
            raise bad(f"password in {self} has a line end in it")
        return found

    def __str__(self) -> str:
        return f"{self.store}:{self.where}"


def in_words(error: Exception) -> str:
    """Describes a server's error. It hides the encoder's own words, which would quote a sign of the password."""
    if isinstance(error, UnicodeEncodeError):
        return "name or password has signs beyond ASCII, and was not sent"
    said = error.args[0] if error.args else ""
    if isinstance(said, bytes):  # so the standard library hands on what an IMAP server says
        return said.decode("utf-8", "replace")
    if isinstance(error, OSError) and error.strerror and str(error).startswith("[Errno"):
        return error.strerror
    return str(error) or type(error).__name__


def parse_secret(text: str) -> Secret:
    """The place a password is kept at. A password itself is refused without being repeated."""
    store, colon, where = text.partition(":")
    if not colon or store not in STORES or not where.strip():
        raise BadInput(Fault("a password is not written into settings, only where it is kept", hint=FORMS))
    return Secret(store, where)


def from_environment(name: str) -> str:
    """The variable's value."""
    return os.environ.get(name, "")


def from_command(line: str) -> str:
    """The first line a program prints."""
    try:
        words = started(line)
        done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS, check=False)
    except (OSError, ValueError, IndexError, subprocess.TimeoutExpired) as error:
        raise bad(f"password command '{line}' failed: {type(error).__name__}") from None
    if done.returncode != 0:
        raise bad(f"password command '{line}' failed with code {done.returncode}")
    text = done.stdout.decode("utf-8", "replace")
    return text.split("\n", 1)[0].removesuffix("\r")


def from_keyring(where: str) -> str:
    """The system's keyring."""
    service, slash, user = where.partition("/")
    if not slash:
        raise bad(f"'{where}' is not a place in a keyring", hint="write it like keyring:SERVICE/USER")
    try:
        keyring: Any = importlib.import_module("keyring")
    except ImportError:
        hint = f"{pip_install('pbem[keyring]')} opens {password_store()}; or use command:"
        raise bad("the keyring package is missing", hint=hint) from None
    try:
        return str(keyring.get_password(service, user) or "")
    except Exception as error:  # back ends raise their own kinds, and what they say may quote what they hold
        raise bad(f"keyring does not open: {type(error).__name__}") from None


STORES = {"env": from_environment, "command": from_command, "keyring": from_keyring}
