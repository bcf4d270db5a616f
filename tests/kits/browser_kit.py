"""Debian's Chromium for the tests, driven through the DevTools protocol on two pipes: no port, no driver, no network.

Where it is installed, `chromium-headless-shell` is taken: the same engine without windows, at a quarter of the work.

    def test_it(page: Page) -> None:
        page.open(path_of_html)
        page.click("button")
        assert page.text("h1") == "..."
        assert page.violations() == []

The fixtures `browser` (one a session) and `page` (one a test) are known to every test through tests/conftest.py. The
protocol: https://chromedevtools.github.io/devtools-protocol/
"""

from __future__ import annotations

import base64
import fcntl
import json
import os
import select
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from tools import need, need_path

AXE = Path(__file__).parents[1] / "browser" / "node_modules" / "axe-core" / "axe.min.js"
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage", "--hide-scrollbars",
    "--force-device-scale-factor=1", "--lang=en", "--remote-debugging-pipe", "about:blank",
)  # fmt: skip
#: A pipe end gets a number from here on, so that it cannot be one of the two that Chromium reads: 3 and 4.
FREE_NUMBERS = 50
#: A machine that is busy with other things may be slow to answer; what is waited for are events.
PATIENCE = 600.0
#: Named keys -> what the protocol wants to know of them: key, code, number, text.
KEYS = {
    "Enter": ("Enter", 13, "\r"), "Tab": ("Tab", 9, ""), "Escape": ("Escape", 27, ""), " ": ("Space", 32, " "),
    "ArrowUp": ("ArrowUp", 38, ""), "ArrowDown": ("ArrowDown", 40, ""), "ArrowLeft": ("ArrowLeft", 37, ""),
    "ArrowRight": ("ArrowRight", 39, ""), "Home": ("Home", 36, ""), "End": ("End", 35, ""),
    "Backspace": ("Backspace", 8, ""), "Delete": ("Delete", 46, ""), "PageDown": ("PageDown", 34, ""),
    "PageUp": ("PageUp", 33, ""),
}  # fmt: skip
SHIFT, CONTROL, ALT = 8, 2, 1
#: How long a file field may take to appear.
FIELD_SECONDS = 10


class BrowserFault(AssertionError):
    """Chromium refused a command, or the page threw."""


@dataclass(slots=True)
class Browser:
    """One running Chromium."""

    process: subprocess.Popen[bytes]
    to_browser: int
    from_browser: int
    profile: str
    _count: int = 0
    _rest: bytes = b""
    _answers: dict[int, dict[str, Any]] = field(default_factory=dict)
    _pages: dict[str, Page] = field(default_factory=dict)

    @classmethod
    def start(cls) -> Browser:
        """Start it, with an empty profile that `close` takes away."""
        program = shutil.which("chromium-headless-shell") or need("chromium")
        profile = tempfile.mkdtemp(prefix="pbem-chromium-")
        commands, to_browser = high_pipe()
        from_browser, answers = high_pipe()
        words = 'commands=$1 answers=$2; shift 2; exec "$@" 3<&$commands 4>&$answers'
        # a shell gives the pipes their numbers: between fork and exec, Python could not do it safely
        process = subprocess.Popen(
            ["bash", "-c", words, "bash", str(commands), str(answers), program, f"--user-data-dir={profile}", *FLAGS],
            pass_fds=(commands, answers), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(commands)
        os.close(answers)
        return cls(process, to_browser, from_browser, profile)

    def close(self) -> None:
        """End it, and forget its profile."""
        self.ask("Browser.close")
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.to_browser)
        os.close(self.from_browser)
        shutil.rmtree(self.profile, ignore_errors=True)

    def ask(self, method: str, session: str = "", patience: float = PATIENCE, **params: Any) -> dict[str, Any]:
        """A command, and its answer."""
        self._count += 1
        number = self._count
        words = {"id": number, "method": method, "params": params, **({"sessionId": session} if session else {})}
        unsent = json.dumps(words).encode() + b"\0"
        while unsent:
            unsent = unsent[os.write(self.to_browser, unsent) :]
        ends = time.monotonic() + patience
        while number not in self._answers:
            if not self.listen(ends - time.monotonic()):
                raise BrowserFault(f"{method} had no answer within {patience:.0f} s")
        answer = self._answers.pop(number)
        if "error" in answer:
            raise BrowserFault(f"{method}: {answer['error']['message']}")
        result: dict[str, Any] = answer["result"]
        return result

    def listen(self, seconds: float) -> bool:
        """Take in what Chromium says next; False when it says nothing for so long."""
        if not select.select([self.from_browser], [], [], max(seconds, 0))[0]:
            return False
        heard = os.read(self.from_browser, 1 << 20)
        if not heard:
            raise BrowserFault("chromium has ended")
        *whole, self._rest = (self._rest + heard).split(b"\0")
        for message in whole:
            self.take(json.loads(message))
        return True

    def take(self, message: dict[str, Any]) -> None:
        """An answer, or an event for the page it concerns."""
        if "id" in message:
            self._answers[message["id"]] = message
        elif page := self._pages.get(message.get("sessionId", "")):
            page.hear(message["method"], message["params"])

    def new_page(self) -> Page:
        """A fresh tab that shares nothing with the others."""
        context = self.ask("Target.createBrowserContext")["browserContextId"]
        target = self.ask("Target.createTarget", url="about:blank", browserContextId=context)["targetId"]
        session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = Page(self, session, context)
        self._pages[session] = page
        for domain in ("Page", "Runtime", "Network", "Log", "DOM"):
            page.ask(f"{domain}.enable")
        page.size(1280, 800)
        return page

    def forget(self, page: Page) -> None:
        """Close a tab."""
        self._pages.pop(page.session, None)
        self.ask("Target.disposeBrowserContext", browserContextId=page.context)


@dataclass(slots=True)
class Page:
    """One tab. `complaints` are errors of scripts and of the content policy; `requests` whatever it asked for."""

    browser: Browser
    session: str
    context: str
    complaints: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)
    #: A file field asks here for files, where the page was told so (Page.setInterceptFileChooserDialog): how often.
    choosers: int = 0
    _loaded: int = 0

    def ask(self, method: str, **params: Any) -> dict[str, Any]:
        """A command to this tab."""
        return self.browser.ask(method, self.session, **params)

    def hear(self, method: str, params: dict[str, Any]) -> None:
        """Reads the events of this tab."""
        if method == "Page.loadEventFired":
            self._loaded += 1
        elif method == "Page.fileChooserOpened":
            self.choosers += 1
        elif method == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])
        elif method == "Runtime.exceptionThrown":
            details = params["exceptionDetails"]
            self.complaints.append(details.get("exception", {}).get("description") or details["text"])
        elif method == "Log.entryAdded" and params["entry"]["level"] == "error":
            self.complaints.append(params["entry"]["text"])
        elif method == "Runtime.consoleAPICalled" and params["type"] in ("error", "assert"):
            self.complaints.append(" ".join(str(arg.get("value", "")) for arg in params["args"]))

    # ------------------------------------------------------------------------------------------------------- going
    def open(self, where: Path | str) -> None:
        """Load a file, or an address, and wait until it is there."""
        before = self._loaded
        url = where.resolve().as_uri() if isinstance(where, Path) else where
        answer = self.ask("Page.navigate", url=url)
        if answer.get("errorText"):
            raise BrowserFault(f"{url}: {answer['errorText']}")
        ends = time.monotonic() + PATIENCE
        while self._loaded == before:
            if not self.browser.listen(ends - time.monotonic()):
                raise BrowserFault(f"{url} did not load")

    def size(self, width: int, height: int = 800) -> None:
        """The window's size in CSS pixels; 320 wide is the narrowest phone."""
        self.ask(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 500
        )

    def medium(self, media: str = "screen", scheme: str = "light", **features: str) -> None:
        """`screen` or `print`; `light` or `dark`; more as in prefers_reduced_motion="reduce"."""
        wanted = {"prefers-color-scheme": scheme, **{name.replace("_", "-"): value for name, value in features.items()}}
        found = [{"name": name, "value": value} for name, value in wanted.items()]
        self.ask("Emulation.setEmulatedMedia", media=media, features=found)

    # ------------------------------------------------------------------------------------------------------ looking
    def beyond(self, width: int) -> Any:
        """The beginnings of tables, pictures and plain texts that end to the right of so many pixels."""
        everything = "[...document.querySelectorAll('table, svg[role=img], pre')]"
        wide = f"{everything}.filter(e => e.getBoundingClientRect().right > {width})"
        return self.run(f"{wide}.map(e => e.outerHTML.slice(0, 60))")

    def run(self, script: str) -> Any:
        """The value of a JavaScript expression; a promise is waited for."""
        answer = self.ask("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if details := answer.get("exceptionDetails"):
            raise BrowserFault(details.get("exception", {}).get("description") or details["text"])
        return answer["result"].get("value")

    def call(self, function: str, *given: Any) -> Any:
        """A JavaScript function, called with these values."""
        return self.run(f"({function})({','.join(json.dumps(one) for one in given)})")

    def wait_for(self, script: str, seconds: float = PATIENCE) -> Any:
        """The value of the expression as soon as it is true."""
        ends = time.monotonic() + seconds
        while not (value := self.run(script)):
            if time.monotonic() > ends:
                raise BrowserFault(f"never true within {seconds:.0f} s: {script}")
            time.sleep(0.02)
        return value

    def hears_soon(self, heard: Callable[[], bool], seconds: float = 5) -> bool:
        """Waits for what an event of the tab tells, and says whether it came."""
        ends = time.monotonic() + seconds
        while not heard() and time.monotonic() < ends:
            self.run("true")
            time.sleep(0.02)
        return heard()

    def text(self, selector: str) -> str:
        """Returns the visible text of the first element that fits."""
        found = self.call("s => document.querySelector(s)?.innerText ?? null", selector)
        if found is None:
            raise BrowserFault(f"nothing on the page is '{selector}'")
        return str(found)

    def count(self, selector: str) -> int:
        """Counts the elements that fit."""
        return int(self.call("s => document.querySelectorAll(s).length", selector))

    def scrolls_sideways(self) -> bool:
        """Checks whether the page is wider than its window."""
        return bool(self.run("document.documentElement.scrollWidth > document.documentElement.clientWidth"))

    def focused(self) -> str:
        """The focused element's id, or its name and text."""
        return str(self.run("(e => e.id || e.tagName + ' ' + e.innerText.slice(0, 60))(document.activeElement)"))

    def strangers(self) -> list[str]:
        """Whatever the page asked for besides files of this machine and its own data."""
        return [url for url in self.requests if not url.startswith(("file:", "data:", "blob:", "about:"))]

    def violations(self, selector: str = "") -> list[str]:
        """Returns axe-core's findings, rule and elements; run `npm ci` in tests/browser for it."""
        if not self.run("typeof axe === 'object'"):
            need_path(AXE, "run 'npm ci' in tests/browser")
            self.run(AXE.read_text(encoding="utf-8") + ";0")
        report = self.call("s => axe.run(s || document, {resultTypes: ['violations']})", selector)
        return [
            f"{found['id']}: {node['target']} {node.get('failureSummary', '')}"
            for found in report["violations"]
            for node in found["nodes"]
        ]

    def picture(self, path: Path, *, whole: bool = False) -> Path:
        """A PNG of the window, or of the whole page."""
        found = self.ask("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(base64.b64decode(found["data"]))
        return path

    def pdf(self, width: float = 8.27, height: float = 11.69) -> bytes:
        """The page printed, on A4 by default; measures in inches."""
        found = self.ask("Page.printToPDF", paperWidth=width, paperHeight=height, preferCSSPageSize=False)
        return base64.b64decode(found["data"])

    # ------------------------------------------------------------------------------------------------------- acting
    def place(self, selector: str) -> tuple[float, float]:
        """The middle of the first element that fits, scrolled into view."""
        script = """s => { const e = document.querySelector(s); if (!e) return null;
            e.scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'});
            const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; }"""
        found = self.call(script, selector)
        if found is None:
            raise BrowserFault(f"nothing on the page is '{selector}'")
        return found[0], found[1]

    def click(self, selector: str, modifiers: int = 0) -> None:
        """The mouse: move there, press, release."""
        self.click_at(*self.place(selector), modifiers)

    def click_at(self, x: float, y: float, modifiers: int = 0) -> None:
        """The mouse at a place of the window."""
        spot: dict[str, Any] = {"x": x, "y": y, "modifiers": modifiers}
        self.ask("Input.dispatchMouseEvent", type="mouseMoved", **spot)
        for kind in ("mousePressed", "mouseReleased"):
            self.ask("Input.dispatchMouseEvent", type=kind, button="left", clickCount=1, **spot)

    def press(self, *keys: str, modifiers: int = 0) -> None:
        """Keys by name ('Tab', 'Enter', 'ArrowDown', ' ') or by character."""
        for key in keys:
            code, number, text = KEYS.get(key, (f"Key{key.upper()}", ord(key[0].upper()), key))
            typed = {} if modifiers & (CONTROL | ALT) or not text else {"text": text}
            told = {"key": key, "code": code, "windowsVirtualKeyCode": number, "modifiers": modifiers}
            self.ask("Input.dispatchKeyEvent", type="keyDown", **told, **typed)
            self.ask("Input.dispatchKeyEvent", type="keyUp", **told)

    def type(self, text: str, selector: str = "") -> None:
        """Text into the focused field, or into the one that fits."""
        if selector:
            self.click(selector)
        self.ask("Input.insertText", text=text)

    def give_files(self, selector: str, paths: Sequence[Path]) -> None:
        """Files (or one folder, where the field takes folders) into a file field, which the page may just draw anew."""
        files, until = [str(path.resolve()) for path in paths], time.monotonic() + FIELD_SECONDS
        while True:
            root = self.ask("DOM.getDocument")["root"]["nodeId"]
            node = self.ask("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
            try:
                self.ask("DOM.setFileInputFiles", nodeId=node, files=files)
            except BrowserFault:
                if time.monotonic() > until:
                    raise
                time.sleep(0.05)
            else:
                return

    def close(self) -> None:
        """Close the tab."""
        self.browser.forget(self)


def high_pipe() -> tuple[int, int]:
    """A pipe's two ends, reading and writing, with numbers that are in nobody's way."""
    ends = os.pipe()
    high = tuple(fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, FREE_NUMBERS) for end in ends)
    for end in ends:
        os.close(end)
    return high[0], high[1]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests of a run."""
    running = Browser.start()
    yield running
    running.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A fresh tab."""
    opened = browser.new_page()
    yield opened
    opened.close()
