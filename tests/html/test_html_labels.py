"""What is written on maps: measured in Chromium for all titles. No name lies over another, and no frame cuts one."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from browser_kit import Page
from page_kit import caribbean, html_of, page_of, reading, stage, values
from rules.glory.glory_stages import restored as glory_restored
from rules.glory.glory_stages import stages as glory_stages
from rules.guerra.guerra_stages import stages as guerra_stages
from rules.lions import lions_stages
from rules.yellowjack.yellowjack_views import at_sea
from rules.yellowjack.yellowjack_views import reading as off_the_main

from pbem.adjudicator.glory.game import GAME as GLORY
from pbem.adjudicator.guerra.game import GAME as GUERRA
from pbem.adjudicator.guerra.match import GuerraMatch
from pbem.adjudicator.jenkins.game import GAME
from pbem.adjudicator.lions.game import GAME as LIONS
from pbem.adjudicator.reports.chart_model import Chart
from pbem.adjudicator.yellowjack.game import GAME as YELLOWJACK
from pbem.chart import svg
from pbem.chart.flags import flag_of, flags_of
from pbem.chart.pen import FINE
from pbem.chart.windows import windows
from pbem.page.drawings import with_map_drawn
from pbem.page.house_pages import styles

#: Boxes of letters hold room above and below them that no ink fills, in hundredths of their height; and a pixel.
AIR, SLACK = 25, 1
MEASURED = """air => [...document.querySelectorAll('svg[role=img]')].map(sheet => {
  const frame = sheet.getBoundingClientRect();
  const texts = 'text.name, text.num, text.water, text.area, text.figure, .badge';
  const found = [...sheet.querySelectorAll(texts)].map(e => {
    const b = e.getBoundingClientRect(), off = b.height * air / 100;
    return [e.textContent, b.left, b.top + off, b.right, b.bottom - off]; });
  return [[frame.left, frame.top, frame.right, frame.bottom], found]; })"""


@cache
def chart_of(title: str) -> Chart:
    """A map of each title with moves, stacks and ports on it."""
    if title == "jenkins":
        return next(chart for chart in map(caribbean, range(3, 10)) if chart.arrows)
    found: Chart | None
    if title == "lions":
        stage = lions_stages.stages("four-players", "levanter")[4]  # a window's frame runs by Massachusetts Bay
        found = LIONS.chart(LIONS.reading(lions_stages.restored(stage.after).view("spain"), stage.told))
    elif title == "glory":
        view = glory_restored(glory_stages("campaign", "s2", 9, "steady")[5].after).view("british")
        found = GLORY.chart(GLORY.reading(view))
    elif title == "guerra":
        stage_ = next(each for each in guerra_stages("opening-guns", "desk", 9) if each.phase == "t01.patriot")
        found = GUERRA.chart(GUERRA.reading(GuerraMatch.restore(stage_.before, {}, None).view("patriot")))
    else:
        found = YELLOWJACK.chart(off_the_main(at_sea(), "british"))
    assert found is not None
    return found


def page_with(chart: Chart, folder: Path) -> Path:
    """A page with the map: from afar, in its windows, and every cell where windows are lettered by themselves."""
    drawings = [svg.overview(chart), svg.full(chart)]
    drawings += [svg.window(chart, f"part-{number}", part) for number, part in enumerate(windows(chart))]
    pans = (f'<div class="window"><div class="pan">{each}</div></div>' for each in drawings)
    body = svg.definitions(chart) + "".join(pans)
    path = folder / "map.html"
    path.write_text(f"<!doctype html><meta charset=utf-8><style>{styles()}</style>{body}", encoding="utf-8")
    return path


@pytest.mark.parametrize("title", ["jenkins", "lions", "glory", "guerra", "yellowjack"])
def test_no_name_lies_over_another_and_no_frame_cuts_one(page: Page, tmp_path: Path, title: str) -> None:
    """At the width of a desk and of a phone."""
    chart = chart_of(title)
    path = page_with(chart, tmp_path)
    for width in (1700, 390):
        page.size(width, 1200)
        page.open(path)
        named = 0
        for (left, top, right, bottom), found in page.call(MEASURED, AIR):
            assert [words for words, west, north, east, south in found
                    if min(west - left, north - top, right - east, bottom - south) < -SLACK] == []
            assert overlapping(found) == []
            named += len(found)
        assert named > len(chart.ports) // 2


def overlapping(found: list[tuple[str, float, float, float, float]]) -> list[tuple[str, str]]:
    """The pairs of texts that share more than a pixel each way."""
    pairs = []
    for at, (one, left, top, right, bottom) in enumerate(found):
        for other, left2, top2, right2, bottom2 in found[at + 1:]:
            across, down = min(right, right2) - max(left, left2), min(bottom, bottom2) - max(top, top2)
            if across > SLACK and down > SLACK:
                pairs.append((one, other))
    return pairs


@pytest.mark.parametrize("title", ["jenkins", "lions", "glory", "guerra", "yellowjack"])
def test_each_power_has_a_shape_and_a_colour_of_its_own_and_every_stack_wears_it(title: str) -> None:
    chart = chart_of(title)
    powers = [flag for flag, _ in flags_of(chart)][: len(chart.powers)]
    assert len({flag.kind for flag in powers}) == len({flag.outline for flag in powers}) == len(chart.powers) >= 2
    worn = {stack.side: flag_of(chart, stack.side, stack.standing) for stack in chart.stacks if stack.side}
    assert {flag.kind for side, flag in worn.items() if side in dict(chart.powers)} <= {flag.kind for flag in powers}
    assert all(flag.mine == (side == chart.reader) for side, flag in worn.items() if side in dict(chart.powers))


# ------------------------------------------------------------------------------------------- the story and its map


def test_a_name_in_the_story_lights_its_place_and_the_place_leads_back(page: Page, tmp_path: Path) -> None:
    """Without a script: a link to the ring on the map, a link from the ring to the first line that names it."""
    path = tmp_path / "report.html"
    path.write_text(page_of(), encoding="utf-8")
    page.size(1400, 1000)
    page.open(path)
    cell = page.run("document.querySelector('#story ~ * a.at-place, .told a.at-place').getAttribute('href').slice(4)")
    page.click(f"a.at-place[href='#at-{cell}']")
    ring = f"getComputedStyle(document.querySelector('[id=\"at-{cell}\"] circle')).strokeWidth"
    assert page.run(ring) == "6px"
    seen = f"(r => r.top >= 0 && r.bottom <= innerHeight)(document.getElementById('at-{cell}').getBoundingClientRect())"
    page.wait_for(seen)
    page.click(f"[id='at-{cell}'] circle")
    assert page.run("location.hash") == f"#tell-{cell}"
    assert page.run(f"!!document.getElementById('tell-{cell}').closest('.told')")


def test_arrows_have_the_numbers_of_the_lines_that_tell_of_them() -> None:
    for number in range(3, 10):
        at = stage(number)
        moves = caribbean_moves(number)
        entries = [entry for chapter in values(at, "english")["chapters"] for entry in chapter["entries"]]
        assert [(entry["way"], entry["text"]) for entry in entries if entry["way"]] == list(enumerate(moves, 1))


def test_arrows_of_lions_have_the_numbers_of_their_operations() -> None:
    """The story's operations are numbered; the line inside that tells of the voyage has the same number."""
    st = lions_stages.stages("four-players", "levanter")[4]  # a year in which Spain sails
    seen = LIONS.reading(lions_stages.restored(st.after).view("spain"), st.told, lions_stages.frame_of(st, "spain"))
    drawn = LIONS.chart(seen)
    assert drawn is not None
    chapters = with_map_drawn(LIONS.page(seen))["chapters"]
    parts = [part for chapter in chapters for queue in chapter["parts"] for part in queue["parts"]]
    pairs = [(part["title"], entry["way"]) for part in parts for entry in part["entries"] if entry["way"]]
    assert len(pairs) == len(drawn.arrows) > 2
    assert [title for title, way in pairs if not title.startswith(f"{way}. ")] == []


def caribbean_moves(number: int) -> list[str]:
    """The words of each arrow of a map."""
    chart = GAME.chart(reading(stage(number), "english"))
    assert chart is not None
    return [arrow.label for arrow in chart.arrows]


@cache
def before_and_after(title: str, number: int = 3) -> tuple[Chart, Chart]:
    """The reader's map as a phase began, and the same when it was over."""
    if title == "jenkins":
        return caribbean(number - 1), caribbean(number)
    was, now = lions_stages.stages("four-players")[3:5]
    before = LIONS.chart(LIONS.reading(lions_stages.restored(was.after).view("spain")))
    after = LIONS.chart(LIONS.reading(lions_stages.restored(now.after).view("spain"), now.told))
    assert before is not None
    assert after is not None
    return before, after


def is_busy(number: int) -> bool:
    """Tells if names of a phase's first window came, went and moved."""
    before, after = before_and_after("jenkins", number)
    written = svg.letters(after.began_as(before), FINE, windows(after)[0])
    return all(f"layer-{name}" in written for name in ("now", "moves", "began"))


SHOWN = """() => ['now', 'moves', 'began'].map(
    name => getComputedStyle(document.querySelector(`.window .layer-${name}`)).opacity)"""


def test_the_map_shows_the_phases_beginning_its_moves_and_the_present(page: Page, tmp_path: Path) -> None:
    """Three states of one map, without a script; a symbol's layers take the states from where they are used."""
    number = next(filter(is_busy, range(3, 10)))
    before, after = before_and_after("jenkins", number)
    path = tmp_path / "report.html"
    given = {**GAME.page(reading(stage(number), "english")), "map": after.began_as(before)}
    path.write_text(html_of(with_map_drawn(given)), encoding="utf-8")
    page.medium(prefers_reduced_motion="reduce")
    page.open(path)
    assert page.call(SHOWN) == ["1", "1", "0"]
    page.click("#map-began")
    assert page.call(SHOWN) == ["0", "0", "1"]
    page.click("#map-moves")
    assert page.call(SHOWN) == ["0", "1", "1"]
    page.click(".steps a[href='#map-now']")
    assert page.call(SHOWN) == ["1", "1", "0"]


@pytest.mark.parametrize("title", ["jenkins", "lions"])
def test_what_is_drawn_of_the_beginning_is_the_readers_own_map_of_then(title: str) -> None:
    """What stayed and what was before make the earlier map; what stayed and what came make the present one."""
    before, after = before_and_after(title)
    both = svg.signs(after.began_as(before), FINE)
    alone = {"began": replace(before, arrows=()), "now": replace(after, arrows=())}
    for layer, chart in alone.items():
        assert sorted(signs_in(both, layer)) == sorted(signs_in(svg.signs(chart, FINE), layer))
    assert signs_in(both, "now") != signs_in(both, "began")


def signs_in(drawn: str, shown: str) -> list[str]:
    """The signs of a drawing that are seen where one layer is shown and no other."""
    found = []
    for each in ET.fromstring(f"<svg>{drawn}</svg>"):  # noqa: S314 - our own drawing
        layer = each.get("class", "").removeprefix("layer-")
        parts = [each] if layer == each.get("class", "") else each if layer == shown else []
        found += [ET.tostring(part, encoding="unicode") for part in parts]
    return found


def test_a_map_of_which_no_beginning_is_known_has_one_state() -> None:
    drawn = with_map_drawn(GAME.page(reading(stage(5), "english")))["map"]
    assert not drawn["before"]
    assert "layer-began" not in drawn["definitions"]
    assert caribbean(5).began_as(None).before is None
    assert chart_of("lions").began_as(caribbean(5)).before is None


@pytest.mark.parametrize("title", ["jenkins", "lions", "glory", "guerra", "yellowjack"])
def test_windows_show_where_most_happened(title: str) -> None:
    chart = chart_of(title)
    parts = windows(chart)
    assert len(parts) <= 3
    if chart.focus is None:
        return
    ends = [arrow.points[-1] for arrow in chart.arrows]
    own = [stack.at for stack in chart.stacks if stack.side == chart.reader]
    for places in (ends, own):
        seen = [at for at in places if any(svg.inside(part, at) for part in parts)]
        assert 2 * len(seen) >= len(places)
