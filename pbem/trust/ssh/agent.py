"""Keys that an ssh-agent holds: listed, and asked to sign (draft-ietf-sshm-ssh-agent).

The agent is a program of the player's own, and still its answers are read as strictly as any file: bounded in size
and time, and every signature is checked before it is used.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, TYPE_CHECKING, NoReturn, Protocol

from pbem.base.errors import BadInput, Fault, Kind, bad
from pbem.base.later import later
from pbem.base.records import dataclass, field
from pbem.trust.ssh.sshkeys import PublicKey, public_of
from pbem.trust.ssh.wire import Reader, string

if TYPE_CHECKING:
    import socket
else:
    socket = later("socket")

REQUEST_IDENTITIES, IDENTITIES_ANSWER = 11, 12
SIGN_REQUEST, SIGN_RESPONSE = 13, 14
RSA_SHA2_512 = 4
#: OpenSSH's own bound for one message.
MOST_ANSWER = 256 * 1024
MOST_KEYS = 1024
#: Listing is instant; signing may wait for a finger on a security key or a question on the screen.
SECONDS_TO_LIST, SECONDS_TO_SIGN = 10.0, 60.0
WINDOWS_PIPE = r"\\.\pipe\openssh-ssh-agent"
AGENT_HINT = "start one with 'eval $(ssh-agent)' and add the key with ssh-add, or name a key file"


class Wire(Protocol):
    """A connection to the ssh agent."""

    def send(self, data: bytes, deadline: float) -> None:
        """All of the bytes."""

    def receive(self, count: int, deadline: float) -> bytes:
        """At least one and at most that many bytes; none when the agent has hung up."""

    def close(self) -> None:
        """Hang up."""


@dataclass(frozen=True, slots=True)
class SocketWire:
    """A Unix socket; the whole answer has to come in time, not each byte of it."""

    socket: socket.socket

    def send(self, data: bytes, deadline: float) -> None:
        self.socket.settimeout(left(deadline))
        self.socket.sendall(data)

    def receive(self, count: int, deadline: float) -> bytes:
        self.socket.settimeout(left(deadline))
        return self.socket.recv(count)

    def close(self) -> None:
        self.socket.close()


@dataclass(frozen=True, slots=True)
class PipeWire:
    """The named pipe of OpenSSH for Windows, opened like a file; the system offers no time-out for it."""

    pipe: IO[bytes]

    def send(self, data: bytes, deadline: float) -> None:
        left(deadline)
        self.pipe.write(data)

    def receive(self, count: int, deadline: float) -> bytes:
        left(deadline)
        return self.pipe.read(count)

    def close(self) -> None:
        self.pipe.close()


def left(deadline: float) -> float:
    """The seconds until the deadline."""
    seconds = deadline - time.monotonic()
    if seconds <= 0:
        raise TimeoutError
    return seconds


@dataclass(frozen=True, slots=True)
class Agent:
    """A running agent, rung up anew for every question."""

    ring: Callable[[], Wire]
    seconds_to_list: float = SECONDS_TO_LIST
    seconds_to_sign: float = SECONDS_TO_SIGN

    def keys(self) -> tuple[AgentKey, ...]:
        """The keys it holds that can sign here; certificates and unknown kinds are passed over."""
        reader = self.ask(bytes([REQUEST_IDENTITIES]), IDENTITIES_ANSWER, self.seconds_to_list)
        try:
            count = reader.number()
            if count > MOST_KEYS:
                raise ValueError(f"lists {count} keys")
            listed = [(reader.string(), reader.string()) for _ in range(count)]
            reader.end()
        except ValueError as error:
            garbled(str(error))
        keys = [self.usable(blob, comment) for blob, comment in listed]
        return tuple(key for key in keys if key is not None)

    def usable(self, blob: bytes, comment: bytes) -> AgentKey | None:
        """The key, if it is of a kind we take."""
        text = comment.decode("utf-8", "replace")
        try:
            return AgentKey(public_of(blob, text if text.isprintable() else ""), self)
        except ValueError:
            return None

    def key(self, fingerprint: str) -> AgentKey:
        """The key of that fingerprint, as `ssh-add -l` shows it."""
        held = self.keys()
        for key in held:
            if key.public.fingerprint() == fingerprint:
                return key
        names = ", ".join(f"{key.public.fingerprint()} ({key.public.comment or key.public.kind})" for key in held)
        hint = f"it holds {names}" if names else "it holds no key; add one with ssh-add"
        raise bad(f"agent holds no key '{fingerprint}'", hint=hint, kind=Kind.UNKNOWN)

    def sign(self, public: PublicKey, data: bytes) -> bytes:
        """A raw signature by a key it holds, checked before it is given on."""
        flags = RSA_SHA2_512 if public.kind == "ssh-rsa" else 0
        request = bytes([SIGN_REQUEST]) + string(public.blob) + string(data) + flags.to_bytes(4, "big")
        reader = self.ask(request, SIGN_RESPONSE, self.seconds_to_sign)
        try:
            raw = reader.string()
            reader.end()
            return checked(public, raw, data)
        except ValueError as error:
            garbled(f"gives a signature that {error}")

    def ask(self, request: bytes, expected: int, seconds: float) -> Reader:
        """One question, one answer of the kind expected."""
        wire = self.ring()
        try:
            answer = exchange(wire, request, time.monotonic() + seconds)
        except TimeoutError:
            raise bad(f"agent gives no answer in {seconds:g} seconds", hint=AGENT_HINT) from None
        except OSError as error:
            raise bad(f"agent cannot be asked: {error.strerror or 'it hung up'}", hint=AGENT_HINT) from None
        finally:
            wire.close()
        if answer[0] != expected:
            raise bad("agent refuses", hint="is it locked (ssh-add -X), or does it wait for a confirmation?")
        return Reader(answer[1:])


def exchange(wire: Wire, request: bytes, deadline: float) -> bytes:
    """Send one message, take one message."""
    wire.send(string(request), deadline)
    size = int.from_bytes(exactly(wire, 4, deadline), "big")
    if not 1 <= size <= MOST_ANSWER:
        garbled(f"announces {size} bytes")
    return exactly(wire, size, deadline)


def exactly(wire: Wire, count: int, deadline: float) -> bytes:
    """That many bytes of the answer."""
    parts = bytearray()
    while len(parts) < count:
        part = wire.receive(count - len(parts), deadline)
        if not part:
            garbled("hangs up in the middle of an answer")
        parts += part
    return bytes(parts)


def garbled(what: str) -> NoReturn:
    """The agent speaks, but not so that we may use it."""
    raise BadInput(Fault(f"agent {what}", hint=AGENT_HINT)) from None


def checked(public: PublicKey, raw: bytes, data: bytes) -> bytes:
    """The signature in its one form, once it holds. RFC 8332 lets RSA agents leave out leading zeros; put them back."""
    from pbem.trust.ssh.algorithms import Rsa, algorithm_of

    key = algorithm_of(public.blob)
    if isinstance(key, Rsa):
        reader = Reader(raw)
        name, inner = reader.string(), reader.string()
        reader.end()
        raw = string(name) + string(inner.rjust((key.numbers.n.bit_length() + 7) // 8, b"\0"))
    if not key.holds(raw, data):
        raise ValueError("does not hold")
    return raw


@dataclass(frozen=True, slots=True)
class AgentKey:
    """One key of an agent; signs like any other."""

    public: PublicKey
    agent: Agent = field(repr=False, compare=False)

    def sign(self, data: bytes) -> bytes:
        return self.agent.sign(self.public, data)


def connect(address: str | None = None) -> Agent:
    """The agent at this address, at SSH_AUTH_SOCK, or on Windows at OpenSSH's pipe."""
    place = address or os.environ.get("SSH_AUTH_SOCK") or (WINDOWS_PIPE if sys.platform == "win32" else "")
    if not place:
        raise bad("no ssh-agent is running (SSH_AUTH_SOCK is not set)", hint=AGENT_HINT)
    return Agent(lambda: open_wire(place))


def open_wire(place: str) -> Wire:
    """A pipe on Windows, a socket elsewhere."""
    try:
        return windows_pipe(place) if sys.platform == "win32" else unix_socket(place)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "its address cannot be used"
        raise bad(f"ssh-agent cannot be reached: {why}", file=place, hint=AGENT_HINT) from None


def windows_pipe(place: str) -> PipeWire:
    """The pipe, opened as a file."""
    return PipeWire(Path(place).open("r+b", buffering=0))


def unix_socket(place: str) -> SocketWire:
    """The socket, connected."""
    line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)  # type: ignore[attr-defined,unused-ignore]
    try:
        line.settimeout(SECONDS_TO_LIST)
        line.connect(place)
    except BaseException:
        line.close()
        raise
    return SocketWire(line)
