"""A clerk at the order desk: composes any orders by clicks alone, counts them, and types nothing.

A clerk in a hurry clicks elements of the page without moving the mouse there; they have to be in sight all the same.
A list that the browser itself unfolds costs two clicks: one opens it, one chooses. Tests cannot click in it, so the
choice is set by the script, as the browser would set it. Whole orders are composed by a script in the page, clerk.js.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from browser_kit import Page
from firefox_kit import Firefox

from pbem.strict_yaml import plain, read

#: The part of the clerk that works in the page.
WITHIN = Path(__file__).with_name("clerk.js")
HEAD = ("pbem", "game", "seat", "phase")


@dataclass(slots=True)
class Clerk:
    """Somebody with a mouse before a desk."""

    page: Page | Firefox
    clicks: int = 0
    typed: int = 0
    hurried: bool = False

    # ------------------------------------------------------------------------------------------------- single clicks

    def sit(self, html: str, path: Path) -> None:
        """Opens a desk, with nothing of an earlier one in the browser."""
        path.write_text(html, encoding="utf-8")
        self.page.size(1400, 950)
        self.page.medium(prefers_reduced_motion="reduce")  # what scrolls under a click moves its place
        self.page.call("() => { try { localStorage.clear() } catch {} }")
        self.page.open(path)

    def click(self, selector: str) -> None:
        """One click."""
        self.clicks += 1
        if not self.hurried:
            self.page.click(selector)
            return
        hit = """s => { const e = document.querySelector(s); if (!e) return `nothing is ${s}`;
            const seen = e.checkVisibility?.() ?? e.offsetParent;
            if (!seen || e.disabled) return `${s} cannot be clicked`; e.click(); return ''; }"""
        wrong = self.page.call(hit, selector)
        assert not wrong, wrong

    def cell(self, name: str) -> None:
        """A click on a cell of the map; one more where the whole sheet has to be shown first."""
        seen = """c => { const at = CELLS.get(c), v = MAP.view;
            return at.x > v.x && at.x < v.x + v.broad && at.y > v.y && at.y < v.y + v.high; }"""
        if not self.page.call(seen, name):
            self.click("#whole")
        self.page.run("document.getElementById('chart').scrollIntoView({block: 'start', behavior: 'instant'})")
        where = """c => { const m = document.getElementById('sheet-view').getScreenCTM();
            const at = new DOMPoint(CELLS.get(c).x, CELLS.get(c).y).matrixTransform(m); return [at.x, at.y]; }"""
        self.clicks += 1
        self.page.click_at(*self.page.call(where, name))

    def has(self, name: str) -> bool:
        """Tells if something with this id is on the page."""
        return bool(self.page.call("id => !!document.getElementById(id)", name))

    @property
    def file(self) -> str:
        """The order file as it is now."""
        return str(self.page.run("document.getElementById('yaml').value"))

    def orders(self) -> dict[str, Any]:
        """The same as data, without its head."""
        found = plain(read(self.file.encode(), "orders.yaml"))
        assert isinstance(found, dict)
        return {name: value for name, value in found.items() if name not in HEAD}

    # ------------------------------------------------------------------------------------------------- whole orders

    def compose(self, wanted: Mapping[str, Any]) -> None:
        """Makes the file say this, section by section, in the form; within the page, so that it draws once a file."""
        self.page.run(WITHIN.read_text(encoding="utf-8").partition("\n\n")[2].strip().removesuffix(";"))
        self.page.call("wanted => clerkBegins(wanted)", wanted)
        while True:
            now = self.page.run("clerkGoesOn()")
            self.clicks += now["clicks"]
            self.typed += now["typed"]
            if now["done"]:
                break
            if "cell" in now:
                self.cell(now["cell"])
            elif "wait" in now:
                self.page.wait_for(f"document.getElementById('body-{now['wait']}').childElementCount > 0")
        assert self.page.run("[...document.querySelectorAll('#faults li')].map(e => e.innerText)") == []
