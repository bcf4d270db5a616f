"""A clerk at the order desk: composes any orders by clicks alone, counts them, and types nothing.

A clerk in a hurry clicks elements of the page without moving the mouse there; they have to be in sight all the same.
A list that the browser itself unfolds costs two clicks: one opens it, one chooses. Tests cannot click in it, so the
choice is set from here, as the browser would set it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from browser_kit import Page
from firefox_kit import Firefox

from pbem.strict_yaml import plain, read

Way = tuple[str | int, ...]
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

    def choose(self, name: str, value: str) -> None:
        """A choice in a list: two clicks."""
        self.clicks += 2
        change = """(id, value) => { const e = document.getElementById(id); if (!e) return `no ${id}`;
            e.dispatchEvent(new PointerEvent('pointerdown', {bubbles: true}));
            if (![...e.options].some(o => o.value === value)) return `${id} offers no ${value}`;
            e.focus(); e.value = value; e.dispatchEvent(new Event('change', {bubbles: true})); return ''; }"""
        wrong = self.page.call(change, name, value)
        assert not wrong, wrong

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
        """Makes the file say this, section by section, in the form."""
        for name in self.page.run("Object.keys(DESK.orders)"):
            if name not in wanted:
                self.unfold(name)
                self.click(f"#clear-{name}")
        for name, value in wanted.items():
            self.unfold(name)
            self.fill((name,), value)
        assert self.page.run("[...document.querySelectorAll('#faults li')].map(e => e.innerText)") == []

    def unfold(self, name: str) -> None:
        """Opens a section, and the group that it lies in."""
        group = self.page.call("n => { const g = document.getElementById(`part-${n}`).closest('details.group');"
                               " return g && !g.open ? `#${g.id} > summary` : ''; }", name)  # fmt: skip
        if group:
            self.click(group)
        if not self.page.call("n => document.getElementById(`part-${n}`).open", name):
            self.click(f"#part-{name} > summary")
            self.page.wait_for(f"document.getElementById('body-{name}').childElementCount > 0")

    def name(self, way: Way, *more: str) -> str:
        """The id of a field."""
        return str(self.page.call("(path, more) => idOf(path, ...more)", list(way), list(more)))

    def fill(self, way: Way, value: Any) -> None:
        """Makes one place of the orders say this."""
        if self.page.call("path => typeof path.at(-1) !== 'number' && !!schemaAt(path).oneOf", list(way)):
            self.take_form(way, value)
        if isinstance(value, Mapping):
            self.fill_mapping(way, value)
        elif isinstance(value, Sequence) and not isinstance(value, str):
            self.fill_list(way, value)
        else:
            self.fill_text(way, str(value))

    def now(self, way: Way) -> Any:
        """It returns what the orders say there now."""
        return self.page.call("path => valueAt(path) ?? null", list(way))

    def take_form(self, way: Way, value: Any) -> None:
        """Chooses the one of several forms that a value has."""
        at = self.page.call("""(path, value) => { const s = schemaAt(path);
            const now = valueAt(path);
            const form = (v) => v === null || v === undefined ? -1
              : formOf(s, kindOfValue(v), Object.keys(Object(v)), String(v));
            return form(now) === form(value) ? -1 : form(value); }""", list(way), value)  # fmt: skip
        if at >= 0:
            self.choose(self.name(way, "form"), str(at))

    def fill_mapping(self, way: Way, value: Mapping[str, Any]) -> None:
        """Says each key of a mapping that it has to say, and takes back what it must not."""
        for key, inner in value.items():
            if not self.page.call("(path, key) => { const v = valueAt(path); const s = formAt(path);"
                                  " return (v && key in v) || (s.required ?? []).includes(key)"
                                  " || (path.length === 1 && resolved(s.properties[key]).type === 'array'); }",
                                  list(way), key):  # fmt: skip
                if self.has(self.name(way, "new")):
                    raise AssertionError(f"{way} is a choice of one word")
                self.choose(self.name(way, "more"), key)
                self.click(f"#{self.name(way, 'more')}-go")
            self.fill((*way, key), inner)

    def fill_list(self, way: Way, value: Sequence[Any]) -> None:
        """Fills a list with words or with rows; what stands there and differs is taken out first."""
        alone = """path => { const i = resolved(formAt(path).items);
            return !i.oneOf && i.type !== 'object' && i.type !== 'array'; }"""
        simple = self.page.call(alone, list(way))
        now = self.now(way) or []
        if simple:
            if [str(each) for each in now] != [str(each) for each in value]:
                for number in reversed(range(len(now))):
                    self.click(f"#{self.name((*way, number), 'out')}")
                for each in value:
                    self.add_word(way, str(each))
            return
        for number, row in enumerate(value):
            if number >= len(now):
                self.add_row(way, row)
            self.fill((*way, number), row)

    def add_word(self, way: Way, value: str) -> None:
        """One more word of a list."""
        add = self.name(way, "add")
        tag = self.page.call("id => document.getElementById(id).tagName", add)
        if tag == "SELECT":
            self.choose(add, value)
            self.click(f"#{add}-go")
        elif self.has(f"{add}-more"):
            self.step(add, int(value))
            self.click(f"#{add}-go")
        else:
            self.from_list(add, value)

    def add_row(self, way: Way, row: Mapping[str, Any]) -> None:
        """A new row: its form's button, or the one word that it is."""
        word = self.name(way, "new")
        if self.has(word):
            self.choose(word, next(iter(row)))
            self.click(f"#{word}-go")
            return
        form = """(path, row) => { const i = resolved(formAt(path).items);
            return i.oneOf ? formOf(i, 'object', Object.keys(row)) : 0; }"""
        at = self.page.call(form, list(way), dict(row))
        self.click(f"#{self.name(way, 'new', str(at))}")

    def fill_text(self, way: Way, value: str) -> None:
        """A single value: chosen, stepped to, or taken from the map."""
        now = self.now(way)
        shown = str(now).lower() if isinstance(now, bool) else str(now)
        if shown == value:
            return
        name = self.name(way)
        if self.page.call("id => document.getElementById(id).tagName === 'SELECT'", name):
            self.choose(name, value)
        elif self.has(f"{name}-more"):
            self.step(name, int(value))
        else:
            self.from_list(name, value)

    def step(self, name: str, value: int) -> None:
        """One less or one more, until a number is there."""
        now = int(self.page.call("id => document.getElementById(`${id}-text`).value || '0'", name))
        for _ in range(abs(value - now)):
            self.click(f"#{name}-{'more' if value > now else 'less'}")

    def from_list(self, name: str, value: str) -> None:
        """A word from the list beside a field; a cell without a name from the map."""
        value = str(self.page.call("word => CELLS.has(cellNamed(word)) ? placeWord(cellNamed(word)) : word", value))
        offered = self.page.call("""(id, value) => { const e = document.getElementById(`${id}-pick`);
            e?.dispatchEvent(new PointerEvent('pointerdown', {bubbles: true}));
            return !!e && [...e.options].some(o => o.value === value); }""", name, value)  # fmt: skip
        if offered:
            self.choose(f"{name}-pick", value)
            return
        if not self.has(f"{name}-pick"):  # a name of one's own, such as an agreement's: typed, and no YAML
            self.typed += 1
            self.page.call("""(id, value) => { const e = document.getElementById(id); e.focus(); e.value = value;
                e.dispatchEvent(new Event('change', {bubbles: true})); }""", name, value)  # fmt: skip
            return
        at = self.page.call("word => cellNamed(word)", value)
        assert self.page.call("cell => CELLS.has(cell)", at), f"{name}: {json.dumps(value)} is nowhere to be clicked"
        self.click(f"#{name}-map")
        self.cell(at)
