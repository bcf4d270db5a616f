"""One act of a person, whole or not at all; and signatures that come from outside while it runs.

A browser signs in its own time, and Python cannot wait for it. So an act that wants a signature is undone, the browser
signs, and the act runs again from its start with the same random bytes and the same clock: it comes to the same place,
and there the signature is known.
"""

from __future__ import annotations

import os
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

from pbem.base.errors import PbemError
from pbem.base.records import dataclass
from pbem.trust.ssh.algorithms import RSA
from pbem.trust.ssh.sshkeys import PublicKey
from pbem.trust.ssh.wire import mpint, string

#: What has been drawn while an act waits for its signatures, in order.
TAPE: list[bytes] = []
#: The signatures that came in so far, by what they sign.
ANSWERS: dict[bytes, bytes] = {}


class Wanted(BaseException):
    """An act needs a signature over these bytes. No handler of errors may take it for one."""

    def __init__(self, data: bytes) -> None:
        super().__init__("a signature is wanted")
        self.data = data


@dataclass(frozen=True, slots=True)
class OutsideSigner:
    """The player's key, whose secret half only the browser has."""

    public: PublicKey

    def sign(self, data: bytes) -> bytes:
        """The signature, or Wanted."""
        if data not in ANSWERS:
            raise Wanted(data)
        return in_ssh_words(self.public.kind, ANSWERS[data])


def in_ssh_words(kind: str, raw: bytes) -> bytes:
    """A browser's signature as SSH writes it: of ECDSA it gives two numbers of one length behind one another."""
    if kind.startswith("ecdsa-"):
        half = len(raw) // 2
        pair = mpint(int.from_bytes(raw[:half], "big")) + mpint(int.from_bytes(raw[half:], "big"))
        return string(kind.encode()) + string(pair)
    return string(b"rsa-sha2-512" if kind == RSA else kind.encode()) + string(raw)


def run(
    home: Path, work: Callable[[], Any], *, fresh: bool, signature: tuple[str, str] | None = None
) -> dict[str, Any]:
    """Runs an act; gives its value, or the faults, or what is to be signed. Only a value leaves anything changed.

    `fresh` begins a new act; otherwise this is the same one again, with one signature more.
    """
    if fresh:
        TAPE.clear()
        ANSWERS.clear()
    if signature:
        ANSWERS[b64decode(signature[0])] = b64decode(signature[1])
    before = files_of(home)
    try:
        with taped():
            return {"value": work()}
    except Wanted as wanted:
        put_back(home, before)
        return {"sign": b64encode(wanted.data).decode("ascii")}
    except PbemError as error:
        put_back(home, before)
        return {"faults": [fault.as_json() for fault in error.faults]}
    except BaseException:
        put_back(home, before)
        raise


@contextmanager
def taped() -> Iterator[None]:
    """Random bytes from the system, the same again where an act runs again."""
    place, real = 0, os.urandom

    def drawn(count: int) -> bytes:
        nonlocal place
        if place == len(TAPE):
            TAPE.append(real(count))
        found = TAPE[place]
        if len(found) != count:  # another draw than last time: nothing may be signed over what differs
            raise RuntimeError("an act did not come to the same place again")
        place += 1
        return found

    module: Any = import_module("random")  # where `secrets` has its bytes from
    before = module._urandom
    os.urandom = module._urandom = drawn
    try:
        yield
    finally:
        os.urandom, module._urandom = real, before


def files_of(home: Path) -> dict[Path, bytes]:
    """Every file of the cabin."""
    return {path: path.read_bytes() for path in sorted(home.rglob("*")) if path.is_file()}


def put_back(home: Path, before: Mapping[Path, bytes]) -> None:
    """Every file as it was."""
    for path in sorted(home.rglob("*")):
        if path.is_file() and path not in before:
            path.unlink()
    for path, data in before.items():
        if not path.is_file() or path.read_bytes() != data:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
