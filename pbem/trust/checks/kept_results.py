"""Results of checks, kept between commands under a key that only their owner has.

A check that is kept depends on its arguments alone, which are part of its name here: the bytes of a file, the key that
signed it. So a file that changed is checked anew, and what is kept can be lost, or be old, without harm. It cannot be
made up either: all of it stands under a code that takes the owner's key, and is not looked into before that holds.
Refusals are not kept.
"""

from __future__ import annotations

import hmac
import os
import pickle
import sys
from collections.abc import Callable, Hashable, Iterator
from contextlib import suppress
from functools import cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any, TypeVar

from pbem.base.errors import PbemError
from pbem.base.files import read_file, write_atomic
from pbem.trust.checks.findings import Memo, named

T = TypeVar("T")
#: The parts of the program that a result follows from, beside Python itself.
FOLLOWS_FROM = ("base", "strict_yaml", "schema", "trust")
PACKAGE = Path(__file__).parents[2]
LABEL = b"pbem-kept-results/1 "
MAC_BYTES = 32
#: What comes once, is another file with every letter, or takes no longer to read than its result to load.
NOT_KEPT = ("parse_charter", "parse_ledger", "parse_preimage", "parse_receipt")
MOST_BYTES = 32 * 1024 * 1024


class KeptMemo(Memo):
    """A memory that begins with what an earlier command has kept."""

    __slots__ = ("_before", "_made", "_used")

    def __init__(self, before: dict[bytes, bytes] | None = None) -> None:
        super().__init__()
        self._before = before or {}
        #: Results of this command: those it had from before, and those it made.
        self._used: dict[bytes, bytes] = {}
        self._made = False

    def of(self, work: Callable[..., T], *given: Hashable) -> T:
        """Returns or raises the work's result for these arguments, or returns the one that was kept."""
        if work.__qualname__ in NOT_KEPT:
            return super().of(work, *given)
        key = (work.__module__, work.__qualname__, *(named(one) for one in given))
        if key in self._known:
            return super().of(work, *given)
        name = name_of(key)
        if name in self._before:
            self._used[name] = self._before[name]
            result: T = pickle.loads(self._before[name])  # noqa: S301 - bytes of ours: their code was checked
            self._known[key] = (result, None)
            return result
        result = super().of(work, *given)
        if name and (packed := plain_bytes(result)):
            self._used[name] = packed
            self._made = True
        return result

    def save(self, path: Path, key: bytes) -> None:
        """Keeps what this command has used, if that is not what there was."""
        if not self._made and self._used.keys() == self._before.keys():
            return
        data = pickle.dumps(self._used)
        if len(data) <= MOST_BYTES:
            write_atomic(path, code_of(data, key) + data)


def kept_at(path: Path, key: bytes) -> KeptMemo:
    """The memory that was kept in a file. One that is missing, of another key or of another program is empty."""
    with suppress(PbemError, OSError):
        kept = read_file(path, MOST_BYTES + MAC_BYTES)
        code, data = kept[:MAC_BYTES], kept[MAC_BYTES:]
        if hmac.compare_digest(code, code_of(data, key)):
            return KeptMemo(pickle.loads(data))  # noqa: S301 - nobody without the key has written this
    return KeptMemo()


def code_of(data: bytes, key: bytes) -> bytes:
    """The code over kept results: of this key, this program and this Python."""
    return hmac.digest(key, LABEL + program().encode() + b"\n" + data, sha256)


@cache
def program() -> str:
    """A mark of the program by sizes and times of its files; a file that is installed anew changes it."""
    return sha256("\n".join([sys.version, *marks()]).encode()).hexdigest()


def marks() -> Iterator[str]:
    """A line for each file."""
    for part in FOLLOWS_FROM:
        for folder, folders, files in os.walk(PACKAGE / part):
            folders.sort()
            for name in sorted(files):
                if name.endswith((".py", ".json", ".yaml", ".txt")):
                    seen = os.stat(f"{folder}/{name}")  # noqa: PTH116 - a hundred of them in each command
                    yield f"{folder}/{name} {seen.st_size} {seen.st_mtime_ns}"


def name_of(key: Hashable) -> bytes:
    """The hash that stands for a check and all its arguments; empty where one of them cannot be written down."""
    packed = plain_bytes(key)
    return sha256(packed).digest() if packed else b""


def plain_bytes(value: Any) -> bytes:
    """A value as bytes that do not depend on which of its parts are one object; empty where it has none."""
    stream = BytesIO()
    packer = pickle.Pickler(stream)
    packer.fast = True
    try:
        packer.dump(value)
    except (pickle.PicklingError, TypeError, AttributeError, RecursionError):
        return b""
    return stream.getvalue()
