"""`pbem map`: the map as its reader may know it, as SVG always, as PNG and PDF with the extra."""

from __future__ import annotations

import json
import re
import struct
from pathlib import Path

import pytest
from chronicle_kit import GAME, course
from click.testing import CliRunner, Result
from page_kit import caribbean

from pbem.base.errors import BadInput, PbemError
from pbem.chart import raster, svg
from pbem.chronicle import maproom
from pbem.chronicle.course_of_game import read_course
from pbem.cli import root

#: What was to be seen of a stack once, in a battle say, its number with it; not what stands there.
GHOST = re.compile('<g class="ghost .*?</g>')


@pytest.fixture(autouse=True)
def played_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sample game is played again for the first of these tests, and not for each."""
    read = read_course
    monkeypatch.setattr(maproom, "read_course", lambda root, keys: course() if root == GAME else read(root, keys))


def command(*words: object) -> Result:
    return CliRunner().invoke(root, [str(word) for word in words])


def fault(*words: object) -> str:
    """What a command says is wrong."""
    result = command("map", *words)
    assert isinstance(result.exception, PbemError), result.output
    assert result.exception.exit_code == 1
    return result.exception.faults[0].message


def drawn(tmp_path: Path, *words: object) -> str:
    """A map as SVG."""
    out = tmp_path / "map.svg"
    result = command("map", *words, "--out", out)
    assert result.exit_code == 0, (result.output, result.exception)
    return out.read_text(encoding="utf-8")


def test_a_finished_game_shows_both_sides_and_a_seat_only_its_own(tmp_path: Path) -> None:
    whole = drawn(tmp_path, GAME, "--phase", "t03.english")
    english = drawn(tmp_path, GAME, "--phase", "t03.english", "--seat", "english")
    public = drawn(tmp_path, GAME, "--phase", "t03.english", "--seat", "public")
    counts = [GHOST.sub("", text).count('class="count"') for text in (whole, english, public)]
    assert counts[0] > counts[1] > counts[2] == 0


def test_the_map_of_a_seat_is_the_one_of_its_report(tmp_path: Path) -> None:
    leaf = course().leaves[-1]
    told = leaf.scene.told("spanish")
    game = course().library.terms.game
    chart = game.chart(game.reading(leaf.scene.match.view("spanish"), told))
    assert chart
    assert drawn(tmp_path, GAME, "--seat", "spanish") == svg.standalone(chart)


def test_a_view_by_itself_is_drawn_once_its_game_is_named(tmp_path: Path) -> None:
    view = tmp_path / "view.json"
    view.write_text(json.dumps(course().leaves[-1].scene.match.view("english")), encoding="utf-8")
    assert "<svg" in drawn(tmp_path, view, "--game", "jenkins", "--window")
    assert fault(view) == "does not say which game it is of"
    assert fault(view, "--game", "lions") == "is no view of When Lions Sailed"


@pytest.mark.parametrize("text", ["[]", "{}", '{"seat": 3}', "x", '{"edition": {}}'])
def test_whatever_stands_in_a_view_it_is_a_fault_and_no_traceback(tmp_path: Path, text: str) -> None:
    view = tmp_path / "view.json"
    view.write_text(text, encoding="utf-8")
    assert fault(view, "--game", "jenkins").startswith(("is no view", "is not as it was written"))


def test_what_cannot_be_drawn_is_named(tmp_path: Path) -> None:
    assert fault(GAME, "--phase", "t11.english") == "'t11.english' is no phase that was played"
    assert fault(GAME, "--seat", "dutch") == "'dutch' is no seat of this game"
    assert fault(tmp_path) == "is neither a view nor a game's folder"
    assert fault(GAME, "--out", "map.gif").startswith("a map is one of .svg, .png, .pdf")


def test_without_the_extra_the_way_to_it_is_said_and_svg_works(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(__import__("sys").modules, "resvg_py", None)
    with pytest.raises(BadInput, match="'resvg_py' is not installed") as told:
        raster.picture(caribbean(), "png")
    assert "pip install 'pbem[map]'" in told.value.faults[0].hint
    assert raster.picture(caribbean(), "svg") == svg.standalone(caribbean()).encode()


def test_a_png_has_the_shape_of_the_map_and_letters_on_it() -> None:
    pytest.importorskip("resvg_py")
    if not raster.serif():
        pytest.skip("no font on this machine")
    chart = caribbean()
    made = raster.picture(chart, "png", whole=False)
    wide, high = struct.unpack(">II", made[16:24])
    assert made.startswith(b"\x89PNG")
    assert chart.focus
    assert wide == chart.focus.width * raster.SHARPNESS
    assert abs(high * chart.focus.width - wide * chart.focus.height) <= 2 * chart.focus.width
    told = svg.standalone(chart, whole=False)
    silent = told.replace("<text", "<g").replace("</text>", "</g>")
    assert len(raster.png(silent, 500)) < len(raster.png(told, 500))


def test_a_pdf_is_one_sheet_with_its_title_and_always_the_same_bytes() -> None:
    pytest.importorskip("reportlab")
    image = bytes.fromhex(
        "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c63f8cfc0f01f00050001ff"
        "89993d1d0000000049454e44ae426082"
    )
    made = raster.pdf(image, caribbean())
    assert made.startswith(b"%PDF")
    assert made.count(b"/Type /Page\n") == 1
    assert made == raster.pdf(image, caribbean())


def test_a_machine_without_fonts_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("resvg_py")
    monkeypatch.setattr(raster, "serif", str)
    with pytest.raises(BadInput, match="no font is installed"):
        raster.picture(caribbean(), "png")
