"""pbem edition: an owner of the printed game fills in figures, and is told what is still open."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbem.adjudicator.board.edition_sheet import still_open
from pbem.adjudicator.titles import load_game
from pbem.base.errors import BadInput
from pbem.cli import root

TITLES = ("jenkins", "lions", "glory", "guerra", "yellowjack")
#: Titles with more figures than one document may hold (protocol, 3.14).
LARGE = ("yellowjack",)


def edition(*words: object) -> Result:
    return CliRunner().invoke(root, ["edition", *map(str, words)])


def written(title: str, place: Path, *words: str) -> Path:
    """Write the file of a title and expect it to be written."""
    file = place / "mine.yaml"
    assert edition("new", title, "--out", file, *words).exit_code == 0
    return file


def switched_on(file: Path, pattern: str) -> None:
    """Take away the '#' before every change whose first line fits."""
    changes = re.split(r"(?m)^(?=#  - )", file.read_text())
    file.write_text("".join(re.sub(r"(?m)^#  ", "  ", each) if re.match(pattern, each) else each for each in changes))


@pytest.mark.parametrize("title", TITLES)
def test_the_file_holds_every_reconstructed_figure_and_changes_none_as_it_is(title: str, tmp_path: Path) -> None:
    file = written(title, tmp_path)
    board, text = load_game(title).board(None, ""), file.read_text()
    held = {*re.findall(r"#  - set: (.+)\n", text), *re.findall(r'"([^"\n]+)"', text)}
    for record in board.figures.records():
        for name, figure in record.counted():
            if figure.source == "reconstructed":
                assert record.name in held, name
    told = edition("check", file).stdout
    assert told.startswith("Every change in this file is still switched off")
    assert "0 figures changed" in told


@pytest.mark.parametrize("title", [title for title in TITLES if title not in LARGE])
def test_with_every_change_switched_on_nothing_is_open_and_no_figure_differs(title: str, tmp_path: Path) -> None:
    file = written(title, tmp_path)
    switched_on(file, "#  - ")
    found = json.loads(edition("check", file, "--json").stdout)
    assert found["open"] == {}
    ours, theirs = load_game(title).board(None, ""), load_game(title).board(file.read_bytes(), str(file))
    assert ours.figures.digest() == theirs.figures.digest()


@pytest.mark.parametrize("title", LARGE)
def test_a_large_title_is_filled_in_section_by_section(title: str, tmp_path: Path) -> None:
    game = load_game(title)
    ours = game.board(None, "")
    digest = ours.figures.digest()
    for each in still_open(ours.figures):
        file = written(title, tmp_path, "--section", each.section)
        switched_on(file, "#  - ")
        theirs = game.board(file.read_bytes(), str(file))
        assert theirs.figures.digest() == digest, each.section
        assert each.section not in [one.section for one in still_open(theirs.figures)]
        file.unlink()


def test_what_is_filled_in_is_no_longer_open(tmp_path: Path) -> None:
    file = written("jenkins", tmp_path)
    before = json.loads(edition("check", file, "--json").stdout)["open"]["seaports"]
    switched_on(file, "#  - set: seaports/havana\n")
    lines = file.read_text().partition("  - set: seaports/havana\n")[2].partition("#")[0]
    filled = len([line for line in lines.splitlines() if line.startswith("      ")])
    after = json.loads(edition("check", file, "--json").stdout)
    assert filled > 0
    assert after["open"]["seaports"] == before - filled
    assert after["changed"] == filled


def test_a_mistake_is_named_with_its_line(tmp_path: Path) -> None:
    file = written("jenkins", tmp_path, "--section", "seaports")
    switched_on(file, "#  - set: seaports/havana\n")
    file.write_text(file.read_text().replace("seaports/havana", "seaports/havanna"))
    result = edition("check", file)
    assert isinstance(result.exception, BadInput)
    (fault, *_) = result.exception.faults
    assert "'seaports/havanna' is no record of the data" in fault.message
    assert file.read_text().splitlines()[fault.line - 1].endswith("seaports/havanna")


def test_a_file_that_is_there_is_not_written_over(tmp_path: Path) -> None:
    file = written("jenkins", tmp_path)
    assert isinstance(edition("new", "jenkins", "--out", file).exception, BadInput)


def test_a_section_that_is_none_is_told_with_those_there_are(tmp_path: Path) -> None:
    result = edition("new", "jenkins", "--section", "harbours", "--out", tmp_path / "mine.yaml")
    assert "'harbours' is no section" in str(result.exception)
