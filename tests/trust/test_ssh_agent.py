"""PROTOCOL 3.3: keys that an ssh-agent holds, with an agent of our own that misbehaves on demand."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sshkit import openssh, signing, token
from tools import need

from pbem.base.errors import BadInput
from pbem.trust.ssh.agent import Agent, SocketWire, connect
from pbem.trust.ssh.sshkeys import SigningKey
from pbem.trust.ssh.sshsig import sign, verify
from pbem.trust.ssh.wire import Reader, string

ED25519 = signing("ed25519")
Script = Callable[[bytes], bytes]


def listing(*keys: SigningKey, count: int | None = None) -> bytes:
    """The answer that names these keys."""
    number = len(keys) if count is None else count
    return b"\x0c" + number.to_bytes(4, "big") + b"".join(string(key.public.blob) + string(b"mine") for key in keys)


@contextmanager
def agent(script: Script, seconds: float = 20) -> Iterator[Agent]:
    """An agent on a socket pair that answers one request by the script, then hangs up."""
    ours, theirs = socket.socketpair()
    served = threading.Thread(target=serve, args=(theirs, script))
    served.start()
    try:
        yield Agent(lambda: SocketWire(ours), seconds, seconds)
    finally:
        ours.close()
        served.join()


def serve(line: socket.socket, script: Script) -> None:
    """Read one whole request, send what the script says, and close."""
    with line, line.makefile("rb") as stream:
        size = int.from_bytes(stream.read(4), "big")
        try:
            line.sendall(script(stream.read(size)))
        except OSError:
            return


def answering(answer: bytes) -> Script:
    """A well-framed answer, whatever was asked."""
    return lambda request: string(answer)


def signing_for(key: SigningKey) -> Script:
    """An agent that does its work."""

    def script(request: bytes) -> bytes:
        reader = Reader(request[1:])
        assert reader.string() == key.public.blob
        return string(b"\x0e" + string(key.sign(reader.string())))

    return script


def test_the_agents_keys_are_listed_and_unknown_kinds_passed_over() -> None:
    known = [signing("ed25519"), signing("rsa"), token()]
    odd = string(string(b"ssh-ed25519-cert-v01@openssh.com")) + string(b"cert")
    answer = listing(*known, count=4) + odd
    with agent(answering(answer)) as held:
        keys = held.keys()
    assert [key.public for key in keys] == [key.public for key in known]
    assert {key.public.comment for key in keys} == {"mine"}


@pytest.mark.parametrize("kind", ["ed25519", "rsa", "nistp384"])
def test_a_key_of_the_agent_signs(kind: str) -> None:
    with agent(answering(listing(signing(kind)))) as held:
        public = held.key(signing(kind).public.fingerprint()).public
    with agent(signing_for(signing(kind))) as held:
        raw = held.sign(public, b"orders")
    assert len(raw) == len(signing(kind).sign(b"orders")) or kind == "nistp384"


def test_a_security_key_of_the_agent_signs_and_the_signature_verifies() -> None:
    key = token()
    with agent(answering(listing(key))) as held:
        found = held.key(key.public.fingerprint())
    with agent(signing_for(key)) as held:
        text = sign(type(found)(found.public, held), b"orders", "orders")
    verify(key.public, b"orders", "orders", text)


def test_rsa_is_asked_for_sha_512() -> None:
    asked = []

    def script(request: bytes) -> bytes:
        asked.append(request[-4:])
        return signing_for(signing("rsa"))(request)

    with agent(script) as held:
        held.sign(signing("rsa").public, b"orders")
    assert asked == [b"\0\0\0\4"]


def test_an_rsa_signature_without_its_leading_zero_is_made_whole() -> None:
    key = signing("rsa")
    message = next(text for n in range(5000) if key.sign(text := b"%d" % n)[20] == 0)
    whole = key.sign(message)
    short = string(b"rsa-sha2-512") + string(whole[21:])
    with agent(answering(b"\x0e" + string(short))) as held:
        assert held.sign(key.public, message) == whole


def test_an_unknown_fingerprint_lists_what_there_is() -> None:
    with agent(answering(listing(ED25519))) as held, pytest.raises(BadInput, match="holds no key 'SHA256:x'") as caught:
        held.key("SHA256:x")
    assert ED25519.public.fingerprint() in caught.value.faults[0].hint
    with agent(answering(listing())) as held, pytest.raises(BadInput) as caught:
        held.key("SHA256:x")
    assert "ssh-add" in caught.value.faults[0].hint


BROKEN = {
    "hangs up": (lambda request: b"", "hangs up"),
    "half a length": (lambda request: b"\0\0", "hangs up"),
    "half an answer": (lambda request: string(listing(ED25519))[:-3], "hangs up"),
    "empty answer": (answering(b""), "announces 0 bytes"),
    "vast answer": (lambda request: b"\xff\xff\xff\xff", "announces 4294967295 bytes"),
    "failure": (answering(b"\5"), "refuses"),
    "another answer": (answering(b"\x0e" + string(b"")), "refuses"),
    "too few keys": (answering(listing(ED25519, count=2)), "ends too early"),
    "too many keys": (answering(listing(ED25519, count=0)), "bytes too many"),
    "wild count": (answering(listing(count=2**32 - 1)), "lists 4294967295 keys"),
    "no count": (answering(b"\x0c"), "ends too early"),
}


@pytest.mark.parametrize(("script", "words"), BROKEN.values(), ids=BROKEN.keys())
def test_a_malformed_answer_is_told_off(script: Script, words: str) -> None:
    with agent(script) as held, pytest.raises(BadInput, match=words):
        held.keys()


WRONG = {
    "of another key": (string(signing("nistp256").sign(b"orders")), "where an Ed25519 signature"),
    "of another text": (string(ED25519.sign(b"retreat")), "does not hold"),
    "with a tail": (string(ED25519.sign(b"orders")) + b"\0", "bytes too many"),
    "of nothing": (b"", "ends too early"),
}


@pytest.mark.parametrize(("body", "words"), WRONG.values(), ids=WRONG.keys())
def test_a_signature_is_checked_before_it_is_used(body: bytes, words: str) -> None:
    with agent(answering(b"\x0e" + body)) as held, pytest.raises(BadInput, match=words):
        held.sign(ED25519.public, b"orders")


def test_an_old_agent_that_signs_over_sha_1_is_told_off() -> None:
    public = signing("rsa").public
    answer = b"\x0e" + string(string(b"ssh-rsa") + string(bytes(256)))
    with agent(answering(answer)) as held, pytest.raises(BadInput, match="SHA-1"):
        held.sign(public, b"orders")


def test_an_agent_that_says_nothing_is_not_waited_for() -> None:
    ours, theirs = socket.socketpair()
    with theirs, pytest.raises(BadInput, match=r"no answer in 0.05 seconds"):
        Agent(lambda: SocketWire(ours), seconds_to_list=0.05).keys()


def test_an_agent_that_drips_is_not_waited_for() -> None:
    class Dripping:
        """A byte at a time, for ever."""

        def send(self, data: bytes, deadline: float) -> None:
            """Heard."""

        def receive(self, count: int, deadline: float) -> bytes:
            from pbem.trust.ssh.agent import left

            left(deadline)
            time.sleep(0.01)
            return b"\0" if count > 2 else b"\1"

        def close(self) -> None:
            """Gone."""

    with pytest.raises(BadInput, match="no answer in"):
        Agent(Dripping, seconds_to_list=0.05).keys()


def test_without_an_agent_the_hint_says_how_to_start_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SSH_AUTH_SOCK", raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    with pytest.raises(BadInput, match="no ssh-agent is running") as caught:
        connect()
    assert "ssh-add" in caught.value.faults[0].hint


@pytest.mark.parametrize("place", ["/nonexistent/agent", "x" * 300, "a\0b"])
def test_an_agent_that_is_not_there_cannot_be_reached(place: str) -> None:
    with pytest.raises(BadInput, match="cannot be reached"):
        connect(place).keys()


@pytest.fixture
def real_agent() -> Iterator[dict[str, str]]:
    """OpenSSH's agent, with its address in a short folder since socket names are short."""
    program = need("ssh-agent")
    folder = Path(tempfile.mkdtemp(prefix="pbem-"))
    told = subprocess.run([program, "-a", str(folder / "a"), "-s"], capture_output=True, text=True, check=True).stdout
    found = re.search(r"SSH_AGENT_PID=(\d+)", told)
    assert found
    environment = {**os.environ, "SSH_AUTH_SOCK": str(folder / "a"), "SSH_AGENT_PID": found[1]}
    yield environment
    subprocess.run([program, "-k"], env=environment, capture_output=True, check=True)
    shutil.rmtree(folder)


@pytest.mark.tools
@pytest.mark.parametrize("kind", ["ed25519", "rsa", "nistp256"])
def test_a_real_agent_lists_and_signs(real_agent: dict[str, str], kind: str, tmp_path: Path) -> None:
    path = tmp_path / "key"
    path.write_bytes(openssh(kind))
    path.chmod(0o600)
    subprocess.run([need("ssh-add"), str(path)], env=real_agent, capture_output=True, check=True)
    held = connect(real_agent["SSH_AUTH_SOCK"])
    listed = held.keys()
    assert [key.public for key in listed] == [signing(kind).public]
    text = sign(held.key(signing(kind).public.fingerprint()), b"orders", "orders")
    verify(signing(kind).public, b"orders", "orders", text)


@pytest.mark.tools
def test_a_real_agent_that_is_locked_or_empty_is_told_off(real_agent: dict[str, str]) -> None:
    held = connect(real_agent["SSH_AUTH_SOCK"])
    assert held.keys() == ()
    with pytest.raises(BadInput, match="refuses"):
        held.sign(ED25519.public, b"orders")
