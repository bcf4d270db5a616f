"""The house on the disk: small folders, names that a reader cannot confuse. docs/generate.py draws its trees."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

from house import PACKAGE, modules

MOST_MODULES = 15
#: Folders of a title that hold its rules; *Yellow Jack* has base rules and three chapters.
RULES = ("rules", "base", "ch1", "ch2", "ch3")
#: Names that two modules may have, and why nobody takes one for the other.
ALIKE = {
    "annals": "adjudicator/reports has the words of every title's annals, a title the annals themselves",
    "conditions": "each title's conditions of standing orders; those of Jenkins are asked by a rule as well",
    "eyes": "the picture of the sea that orders look at in *Yellow Jack*, and what the bots of titles see",
    "fields": "fields of order files, and fields of numbers",
    "forms": "forms of answers in a title's rules, and forms of lines in documents",
    "game": "adjudicator/game is what every title's game is made from",
    "letters": "checks/letters and grammar/letters judge the same letters, of ledgers of grammar 1 and 2",
    "net": "in *Yellow Jack* the printed net, and the ways through it under the winds",
    "pieces": "the counters of a title, and in *Yellow Jack* also their part of the position",
    "ports": "in *Yellow Jack* Ports by the rules of the series, and by the module's",
    "sheet": "geometry has the sheet of a map, a title's reports what is printed on its own",
    "soundness": "adjudicator/board has the checks that every title's soundness is made from",
    "standing": "standing orders, and the standing of a seat in a ledger of grammar 2",
    "telling": "the words of a year in one title, and the notes of a sail that moves in another",
    "terms": "the terms of a charter, and the words of a rulebook",
    "winds": "in *Yellow Jack* winds by the rules of the series, and by the module's",
    "words": "the twelve words of a key, and the words that every part of *Yellow Jack* uses",
}
TITLE = "<title>"


def test_no_folder_is_crowded() -> None:
    found: dict[Path, int] = defaultdict(int)
    for path in modules().values():
        found[path.parent] += path.stem != "__init__"
    crowded = [folder for folder, count in found.items() if count > MOST_MODULES and not holds_rules(folder)]
    assert [folder.relative_to(PACKAGE).as_posix() for folder in crowded] == []


def test_no_two_modules_have_a_name_that_could_be_confused() -> None:
    """Sister modules of titles count as one. A command may be called like one module that it calls."""
    named: dict[str, set[Path]] = defaultdict(set)
    commands: dict[str, int] = defaultdict(int)
    for path in modules().values():
        inside = path.relative_to(PACKAGE)
        if inside.parts[0] == "cli":
            commands[path.stem] += path.stem != "__init__"
        elif path.stem not in ("__init__", "__main__"):
            named[path.stem].add(place(inside))
    alike = {name for name, places in named.items() if len(places) > 1}
    assert sorted(alike) == sorted(ALIKE), "rename one of the modules, or say in ALIKE why nobody confuses them"
    assert [name for name, count in commands.items() if count > 1] == []


def holds_rules(folder: Path) -> bool:
    """Whether a folder of a title holds its rules, one module for a chapter or a number."""
    return folder.parent.parent == PACKAGE / "adjudicator" and folder.name in RULES


def place(path: Path) -> Path:
    """Where a module counts as lying: the same for sister modules of titles."""
    of_title = path.parts[0] == "adjudicator" and (PACKAGE / "adjudicator" / path.parts[1] / "game.py").exists()
    return Path(TITLE, *path.parts[2:]) if of_title else path
