"""Debian's Firefox for the tests, driven over WebDriver BiDi: one socket on this machine, no driver, no network.

The protocol: https://www.w3.org/TR/webdriver-bidi/. It is the part of `browser_kit.Page` that the cabin's test needs.
"""

from __future__ import annotations

import base64
import json
import os
import re
import select
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tools import need

#: Nothing is fetched at the start; crashes are not reported.
PREFERENCES = """\
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("toolkit.telemetry.enabled", false);
user_pref("app.update.enabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
"""
LISTENS = re.compile(rb"WebDriver BiDi listening on ws://127\.0\.0\.1:([0-9]+)")
PATIENCE = 120.0


class FirefoxFault(AssertionError):
    """Firefox refused a command, or the page threw."""


@dataclass(slots=True)
class Firefox:
    """One running Firefox with one tab."""

    process: subprocess.Popen[bytes]
    line: socket.socket
    profile: str
    context: str = ""
    complaints: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)
    _count: int = 0
    _rest: bytes = b""

    @classmethod
    def start(cls) -> Firefox:
        """Starts it with an empty profile."""
        profile = tempfile.mkdtemp(prefix="pbem-firefox-")
        (Path(profile) / "user.js").write_text(PREFERENCES)
        words = [need("firefox-esr"), "--headless", "--remote-debugging-port", "0", "--profile", profile, "about:blank"]
        environment = {**os.environ, "MOZ_CRASHREPORTER_DISABLE": "1", "HOME": profile}
        process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                   env=environment)  # fmt: skip
        port, ends, heard = 0, time.monotonic() + PATIENCE, b""
        assert process.stderr is not None
        while not port:
            if time.monotonic() > ends or not select.select([process.stderr], [], [], PATIENCE)[0]:
                raise FirefoxFault("firefox does not start")
            heard += os.read(process.stderr.fileno(), 65536)
            if found := LISTENS.search(heard):
                port = int(found[1])
        made = cls(process, shaken_hands(port), profile)
        made.ask("session.new", capabilities={})
        made.ask("session.subscribe", events=["log.entryAdded", "network.beforeRequestSent"])
        made.context = made.ask("browsingContext.getTree")["contexts"][0]["context"]
        return made

    def close(self) -> None:
        """Ends it, and forgets its profile."""
        self.line.close()
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        assert self.process.stderr is not None
        self.process.stderr.close()
        shutil.rmtree(self.profile, ignore_errors=True)

    # ------------------------------------------------------------------------------------------------------- speaking
    def ask(self, method: str, **params: Any) -> dict[str, Any]:
        """A command, and its answer; what else is said meanwhile is taken in."""
        self._count += 1
        self.line.sendall(frame(json.dumps({"id": self._count, "method": method, "params": params}).encode()))
        while True:
            message = json.loads(self.heard())
            if message.get("id") == self._count:
                if message["type"] == "error":
                    raise FirefoxFault(f"{method}: {message['message']}")
                result: dict[str, Any] = message["result"]
                return result
            self.take(message)

    def take(self, message: dict[str, Any]) -> None:
        """An event of the page."""
        told = message.get("params", {})
        if message.get("method") == "network.beforeRequestSent":
            self.requests.append(told["request"]["url"])
        elif message.get("method") == "log.entryAdded" and told.get("level") == "error":
            self.complaints.append(str(told.get("text")))

    def heard(self) -> bytes:
        """One whole message (RFC 6455; servers do not mask)."""
        whole = b""
        while True:
            head = self.exactly(2)
            size = head[1] & 127
            if size > 125:
                size = int.from_bytes(self.exactly(2 if size == 126 else 8), "big")
            whole += self.exactly(size)
            if head[0] & 128:
                return whole

    def exactly(self, count: int) -> bytes:
        """So many bytes of the line."""
        while len(self._rest) < count:
            more = self.line.recv(1 << 20)
            if not more:
                raise FirefoxFault("firefox has hung up")
            self._rest += more
        found, self._rest = self._rest[:count], self._rest[count:]
        return found

    # --------------------------------------------------------------------------------------------------------- acting
    def open(self, where: Path | str) -> None:
        """Loads a file or an address."""
        url = where.resolve().as_uri() if isinstance(where, Path) else where
        self.ask("browsingContext.navigate", context=self.context, url=url, wait="complete")

    def run(self, script: str) -> Any:
        """The value of an expression; a promise is waited for."""
        wrapped = f"(async () => JSON.stringify((await ({script})) ?? null))()"
        found = self.ask("script.evaluate", expression=wrapped, target={"context": self.context}, awaitPromise=True)
        if found["type"] == "exception":
            raise FirefoxFault(found["exceptionDetails"]["text"])
        return json.loads(found["result"]["value"])

    def call(self, function: str, *given: Any) -> Any:
        """A function, called with these values."""
        return self.run(f"({function})({','.join(json.dumps(one) for one in given)})")

    def wait_for(self, script: str, seconds: float = PATIENCE) -> Any:
        """The value of the expression as soon as it is true."""
        ends = time.monotonic() + seconds
        while not (value := self.run(script)):
            if time.monotonic() > ends:
                raise FirefoxFault(f"never true within {seconds:.0f} s: {script}")
            time.sleep(0.05)
        return value

    def text(self, selector: str) -> str:
        """The visible text of the first element that fits."""
        return str(self.call("s => document.querySelector(s)?.innerText ?? ''", selector))

    def click(self, selector: str) -> None:
        """Presses the first element that fits."""
        if not self.call("s => { const e = document.querySelector(s); e?.click(); return Boolean(e); }", selector):
            raise FirefoxFault(f"nothing on the page is '{selector}'")

    def click_at(self, x: float, y: float) -> None:
        """The mouse at a place of the window."""
        acts = [{"type": "pointerMove", "x": round(x), "y": round(y)}, {"type": "pointerDown", "button": 0},
                {"type": "pointerUp", "button": 0}]  # fmt: skip
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": acts}
        self.ask("input.performActions", context=self.context, actions=[mouse])

    def size(self, width: int, height: int = 800) -> None:
        """The window's size in CSS pixels."""
        self.ask("browsingContext.setViewport", context=self.context, viewport={"width": width, "height": height})

    def medium(self, **features: str) -> None:
        """Media features cannot be set here; pages are told to scroll at once instead."""

    def type(self, text: str, selector: str) -> None:
        """Text into a field."""
        self.call("(s, t) => { const e = document.querySelector(s); e.focus(); e.value = t; "
                  "e.dispatchEvent(new Event('input', {bubbles: true})); return true; }", selector, text)  # fmt: skip

    def give_files(self, selector: str, paths: Sequence[Path]) -> None:
        """Files into a file field."""
        locator = {"type": "css", "value": selector}
        found = self.ask("browsingContext.locateNodes", context=self.context, locator=locator)
        self.ask("input.setFiles", context=self.context, element={"sharedId": found["nodes"][0]["sharedId"]},
                 files=[str(path.resolve()) for path in paths])  # fmt: skip

    def strangers(self) -> list[str]:
        """Whatever the page asked for besides files of this machine and its own data."""
        return [url for url in self.requests if not url.startswith(("file:", "data:", "blob:", "about:"))]

    def picture(self, path: Path) -> Path:
        """A PNG of the window."""
        found = self.ask("browsingContext.captureScreenshot", context=self.context)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(base64.b64decode(found["data"]))
        return path


def shaken_hands(port: int) -> socket.socket:
    """A WebSocket to Firefox (RFC 6455, 4)."""
    line = socket.create_connection(("127.0.0.1", port), PATIENCE)
    key = base64.b64encode(os.urandom(16)).decode()
    line.sendall(f"GET /session HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                 f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())  # fmt: skip
    heard = b""
    while not heard.endswith(b"\r\n\r\n"):
        heard += line.recv(1)
    if b" 101 " not in heard.split(b"\r\n")[0]:
        raise FirefoxFault(heard.decode("utf-8", "replace"))
    return line


def frame(data: bytes) -> bytes:
    """A text message from a client, masked as the protocol wants it (RFC 6455, 5.3)."""
    size = len(data)
    if size < 126:
        head = bytes([0x81, 0x80 | size])
    elif size < 1 << 16:
        head = bytes([0x81, 0xFE]) + size.to_bytes(2, "big")
    else:
        head = bytes([0x81, 0xFF]) + size.to_bytes(8, "big")
    mask = os.urandom(4)
    number = int.from_bytes(data, "big") ^ int.from_bytes((mask * (size // 4 + 1))[:size], "big")
    return head + mask + number.to_bytes(size, "big")
