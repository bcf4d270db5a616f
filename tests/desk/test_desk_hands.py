"""The desk under a hand: drafts, wheel, two fingers, plain names, and what stands against what was last seen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser_kit import Browser, Page
from desk_kit import head_of, page_of, sea_turn, view_of
from rules.guerra.guerra_stages import stages
from rules.yellowjack.yellowjack_views import at_sea
from rules.yellowjack.yellowjack_views import reading as off_the_main

from pbem.adjudicator.game import Game
from pbem.adjudicator.guerra.game import GAME as GUERRA
from pbem.adjudicator.guerra.match import GuerraMatch
from pbem.adjudicator.jenkins.game import GAME as JENKINS
from pbem.adjudicator.yellowjack.game import GAME as YELLOWJACK
from pbem.page.order_desk import desk_page

WIDTH = "MAP.view.broad"
#: The parts of a form's schema that have no description of their own: they would be named after a key of the file.
NAMELESS = """() => { const found = [];
  const look = (schema, path) => { const own = resolved(schema);
    if (path.length > 9) return;
    for (const each of own.oneOf ?? []) look(each, [...path, '|']);
    if (own.items) look(own.items, [...path, '[]']);
    for (const [key, inner] of Object.entries(own.properties ?? {})) {
      if (!resolved(inner).description && !('const' in resolved(inner))) found.push([...path, key].join('.'));
      look(inner, [...path, key]); } };
  for (const name of FORM.sections) { if (!resolved(FORM.schema.properties[name]).description) found.push(name);
    look(FORM.schema.properties[name], [name]); }
  return [...new Set(found)]; }"""


@pytest.fixture(scope="module")
def tab(browser: Browser) -> Iterator[Page]:
    """One tab for all of this file."""
    opened = browser.new_page()
    yield opened
    opened.close()


def sit(tab: Page, folder: Path, html: str) -> Page:
    """Opens a desk with nothing of an earlier one in the browser."""
    path = folder / "desk.html"
    path.write_text(html, encoding="utf-8")
    tab.complaints.clear()
    tab.size(1280, 900)
    tab.run("try { localStorage.clear() } catch {}")
    tab.open(path)
    return tab


def test_a_draft_survives_a_reload_until_it_is_put_away(tab: Page, tmp_path: Path) -> None:
    page = sit(tab, tmp_path, page_of("t01.english"))
    page.run("append(['buy'], {counter: 'cornwall', at: 'port-royal'})")
    written = page.run("DESK.text")
    page.open(tmp_path / "desk.html")
    assert page.run("DESK.text") == written
    assert "cornwall" in page.run("document.getElementById('yaml').value")
    assert page.text("#told").startswith("Your draft is back")
    page.click("#anew")
    page.open(tmp_path / "desk.html")
    assert "cornwall" not in page.run("DESK.text")
    assert page.complaints == []


def test_the_wheel_comes_closer_where_the_pointer_is_and_goes_farther(tab: Page, tmp_path: Path) -> None:
    page = sit(tab, tmp_path, page_of("t01.english"))
    x, y = page.place("#chart")
    wide = page.run(WIDTH)
    under = page.call("(x, y) => { const p = pointOf({clientX: x, clientY: y}); return [p.x, p.y]; }", x, y)
    page.ask("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=0, deltaY=-200)
    page.wait_for(f"{WIDTH} < {wide}")
    after = page.call("(x, y) => { const p = pointOf({clientX: x, clientY: y}); return [p.x, p.y]; }", x, y)
    assert max(abs(one - other) for one, other in zip(under, after, strict=True)) < 12
    closer = page.run(WIDTH)
    page.ask("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=0, deltaY=200)
    page.wait_for(f"{WIDTH} > {closer}")


def test_two_fingers_come_closer_and_one_chooses(tab: Page, tmp_path: Path) -> None:
    page = sit(tab, tmp_path, page_of("t01.english"))
    x, y = page.place("#chart")
    wide = page.run(WIDTH)

    def touch(kind: str, *apart: int) -> None:
        points = [{"x": x + each, "y": y, "id": number} for number, each in enumerate(apart)]
        page.ask("Input.dispatchTouchEvent", type=kind, touchPoints=points)

    touch("touchStart", -40, 40)
    for step in (60, 90, 120):
        touch("touchMove", -step, step)
    touch("touchEnd")
    page.wait_for(f"{WIDTH} < {wide}")
    assert page.run("DOWN.size") == 0


def desk_of(game: Game, view: Any, phase: str, seat: str) -> str:
    """A desk."""
    made = desk_page(game, game.reading(view), {**head_of("t01.english"), "seat": seat, "phase": phase})
    assert made is not None
    return made


def desks(title: str) -> str:
    """A desk of each title."""
    if title in ("jenkins", "lions"):
        return page_of("t01.english" if title == "jenkins" else "t01.year")
    if title == "glory":
        return sea_turn("british")[2]
    if title == "guerra":
        stage = next(each for each in stages("opening-guns", "desk", 9) if each.phase == "t02.council")
        return desk_of(GUERRA, GuerraMatch.restore(stage.before, {}, None).view("patriot"), "t02.council", "patriot")
    view = {**off_the_main(at_sea(), "british").view, "step": "ops"}
    return desk_of(YELLOWJACK, view, "y39t13.ops", "british")


@pytest.mark.parametrize("title", ["jenkins", "lions", "glory", "guerra", "yellowjack"])
def test_no_field_is_named_after_a_key_of_the_file(tab: Page, tmp_path: Path, title: str) -> None:
    page = sit(tab, tmp_path, desks(title))
    assert page.call(NAMELESS) == []


def test_strength_stands_beside_what_was_last_seen_at_a_goal(tab: Page, tmp_path: Path) -> None:
    """Jenkins: the guns of those who sail, against the guns of what is seen at the goal; nothing where nobody is."""
    page = sit(tab, tmp_path, desk_of(JENKINS, view_of("t01.english"), "t01.english", "english"))
    cell, (seen, _) = next(iter(page.run("FORM.foes").items()))
    told = page.call("(cell, ids) => against(cell, ids)", cell, ["frigate-e1"])
    own = page.run("FORM.mights['frigate-e1'][0]")
    assert own > 0
    assert told.startswith(f"yours {own} guns and ")
    assert f"against {seen[0]} guns and {seen[1]} land strength" in told
    empty = page.run("[...CELLS.keys()].find(cell => !FORM.foes[cell])")
    assert page.call("cell => against(cell, ['frigate-e1'])", empty) == ""
