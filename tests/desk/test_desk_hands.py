"""The desk under a hand: drafts, wheel, two fingers, plain names, and what stands against what was last seen."""

from __future__ import annotations

import re
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


def last_seen(title: str) -> tuple[str, str]:
    """A desk of a title whose reader sees, or has seen, somebody; and the figure by which the title counts."""
    if title == "glory":
        return sea_turn("british")[2], "ships"
    if title == "guerra":
        stage = next(each for each in stages("opening-guns", "desk", 9) if each.phase == "t01.patriot")
        view = GuerraMatch.restore(stage.before, {}, None).view("patriot")
        return desk_of(GUERRA, view, "t01.patriot", "patriot"), "factors"
    view = {**off_the_main(at_sea(), "british").view, "step": "ops"}
    view = {
        **view,
        "markers": {name: {**each, "spotted": False, "seen": LEZO} for name, each in view["markers"].items()},
    }
    return desk_of(YELLOWJACK, view, "y39t13.ops", "british"), "Squadrons"


#: What was Spotted of a marker some time ago.
LEZO = {"contingent": "spanish", "kind": "flag", "squadrons": 3, "third": 0, "at": "santa-marta", "date": 0}


@pytest.mark.parametrize("title", ["glory", "guerra", "yellowjack"])
def test_strength_stands_beside_what_is_known_in_every_title(tab: Page, tmp_path: Path, title: str) -> None:
    html, word = last_seen(title)
    page = sit(tab, tmp_path, html)
    (cell, (seen, when)), *_ = page.run("Object.entries(FORM.foes)")
    mover = page.run("pieces().find(piece => FORM.mights[piece.id]).id")
    own = page.call("id => FORM.mights[id][0]", mover)
    told = page.call("(cell, id) => against(cell, [id])", cell, mover)
    assert told == f"yours {own} {word} against {seen[0]} {word} {when}"


def test_13_5_a_count_of_masts_is_told_with_its_place_and_turn(tab: Page, tmp_path: Path) -> None:
    page = sit(tab, tmp_path, sea_turn("british")[2])
    for seen, when in page.run("Object.values(FORM.foes)"):
        assert re.fullmatch(r"\d+ to \d+", seen[0])
        assert re.search(r", turn \d+$", when)


TIP = "document.getElementById('tip')"


@pytest.mark.parametrize("title", ["jenkins", "lions", "glory", "guerra", "yellowjack"])
def test_what_lies_under_the_mouse_is_told_and_a_tap_tells_the_same(tab: Page, tmp_path: Path, title: str) -> None:
    page = sit(tab, tmp_path, desks(title))
    cell = page.run("[...CELLS.keys()].find(c => FORM.lying[c] && toldOf(c).length)")
    x, y = page.call("""c => { const {x, y} = CELLS.get(c), m = document.getElementById('sheet-view');
        show([x - 200, y - 200, x + 200, y + 200]);
        const at = new DOMPoint(x, y).matrixTransform(m.getScreenCTM()); return [at.x, at.y]; }""", cell)  # fmt: skip
    page.ask("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
    lines = page.call("c => toldOf(c)", cell)
    told = page.run(f"{TIP}.hidden ? '' : {TIP}.textContent")
    assert told.startswith(page.call("c => calledOf(c)", cell))
    assert all(line in told for line in lines[:2])
    page.ask("Input.dispatchMouseEvent", type="mouseMoved", x=3, y=3)
    assert page.run(f"{TIP}.hidden")
    page.ask("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
    page.ask("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
    page.call("(x, y) => byId('chart').dispatchEvent(new MouseEvent('click', {clientX: x, clientY: y}))", x, y)
    assert [line for line in lines if line not in page.text("#here")] == []


def test_a_click_draws_the_row_anew_that_it_changed_and_no_other(tab: Page, tmp_path: Path) -> None:
    page = sit(tab, tmp_path, page_of("t01.year"))
    page.run("document.getElementById('part-operations').open = true")
    page.wait_for("document.getElementById('body-operations').childElementCount > 0")
    for _ in range(4):
        page.run("append(['operations'], {force: 'england-1st-1', path: ['D11']})")
    page.run("void (globalThis.WERE = [...document.querySelectorAll('#body-operations fieldset.row')])")
    page.run("change(['operations', 2, 'path'], ['D10'])")
    same = "[...document.querySelectorAll('#body-operations fieldset.row')].map((row, at) => row === WERE[at])"
    assert page.run(same) == [True, True, False, True]
    page.run("settle(['operations', 0, 'force'], 'england-1st-2')")  # typed: the frame stays until it is drawn again
    page.run("undo()")
    assert (
        page.run("document.querySelector('#f-operations-0-force, #f-operations-0-force-text').value") == "england-1st-1"
    )
    page.run("change(['operations', 0], undefined)")
    assert page.count("#body-operations fieldset.row") == 3
    page.run("shift(['operations', 1], -1)")
    assert page.run("[...document.querySelectorAll('#body-operations fieldset.row legend')].map(e => e.textContent)"
                    ".filter(text => /^\\d+\\./.test(text)).map(text => text[0])") == ["1", "2", "3"]  # fmt: skip
