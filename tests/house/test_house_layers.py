"""No import runs against the layers that docs/architecture.md declares; not one inside a function, or for a type alone.

The page is the declaration: its table says which packages of `pbem` a package may import, and its lists say in which
order the parts of a package stand, each of which may import those before it.
"""

from __future__ import annotations

import re

import pytest
from house import Import, circles, imports, imports_of, modules
from pages import TOP

PAGE = (TOP / "docs" / "architecture.md").read_text(encoding="utf-8")
LAYERS = PAGE.partition("\n## Layers\n")[2].partition("\n## ")[0]
ROW = re.compile(r"^\| `(\w+)` \| [^|]+ \| ([^|]+) \|$", re.MULTILINE)
ORDER = re.compile(r"^`(pbem/[\w/<>-]+)`: ((?:`\w+`(?:, |\.$|,\n))+)", re.MULTILINE)
#: Package -> the packages it may import.
MAY: dict[str, set[str]] = {name: set(re.findall(r"`(\w+)`", row)) for name, row in ROW.findall(LAYERS)}
#: Folder -> its parts, in their order.
ORDERS: dict[str, list[str]] = {
    folder.replace("/", "."): re.findall(r"`(\w+)`", names) for folder, names in ORDER.findall(LAYERS)
}
TITLES = [name for name in modules() if re.fullmatch(r"pbem\.adjudicator\.\w+\.game", name)]
TITLE = "pbem.adjudicator.<title>"
#: What every package may use: the version, and the name that stands for no domain.
ROOT = "pbem"
#: Programs that start the command line; nothing imports them.
STARTERS = {"pbem.__main__"}


def package(module: str) -> str:
    """The package of `pbem` that a module belongs to; empty for `pbem` itself."""
    return module.partition(".")[2].partition(".")[0]


def titles() -> list[str]:
    """The packages of the titles."""
    return [name.removesuffix(".game") for name in TITLES]


def orders() -> dict[str, list[str]]:
    """Package -> the order of its parts, with that of a title for each title."""
    usual = dict.fromkeys(titles(), ORDERS[TITLE])
    return usual | {name: parts for name, parts in ORDERS.items() if name != TITLE}


def part(module: str, folder: str) -> str:
    """Which part of a folder a module is, or lies in; empty for the folder itself and for what lies outside."""
    return module.removeprefix(f"{folder}.").partition(".")[0] if module.startswith(f"{folder}.") else ""


def against_packages(each: Import) -> bool:
    """Whether an import goes to a package that the importer's may not use."""
    own, other = package(each.importer), package(each.imported)
    return each.imported != ROOT and own != other and other not in MAY[own]


def against_order(each: Import, folder: str, order: list[str]) -> bool:
    """Whether an import inside a folder goes from a part to a later one."""
    own, other = part(each.importer, folder), part(each.imported, folder)
    return bool(own and other) and order.index(own) < order.index(other)


def test_the_page_declares_every_package_and_only_those() -> None:
    assert sorted(MAY) == sorted({package(name) for name in modules() if name not in STARTERS} - {""})
    assert all(others <= set(MAY) for others in MAY.values())


def test_the_packages_stand_in_an_order_without_circles() -> None:
    before: set[str] = set()
    for name, others in MAY.items():
        assert others <= before, f"{name} stands before {', '.join(sorted(others - before))}"
        before.add(name)


def test_adjudicator_knows_no_chart_page_key_or_mail() -> None:
    assert MAY["adjudicator"] == {"base", "strict_yaml", "schema", "geometry"}
    assert not MAY["trust"] & {"adjudicator", "mail", "match", "chart", "page"}
    assert not MAY["mail"] & {"adjudicator", "trust", "match", "chart", "page"}


@pytest.mark.parametrize("folder", orders())
def test_the_page_orders_every_part_of_a_folder_and_only_those(folder: str) -> None:
    assert sorted(orders()[folder]) == sorted({part(name, folder) for name in modules()} - {""})


def test_the_page_orders_the_folders_that_have_many_parts() -> None:
    assert set(orders()) == {"pbem.match", "pbem.trust", "pbem.adjudicator", *titles()}
    assert len(titles()) > 1


def test_no_import_runs_against_the_layers() -> None:
    wrong = [str(each) for each in imports() if each.importer not in STARTERS and against_packages(each)]
    assert wrong == []


@pytest.mark.parametrize("folder", orders())
def test_no_import_runs_against_the_order_inside_a_folder(folder: str) -> None:
    assert [str(each) for each in imports() if against_order(each, folder, orders()[folder])] == []


def test_titles_know_nothing_of_one_another() -> None:
    others = {own: [f"{title}." for title in titles() if title != own] for own in titles()}
    assert [str(each) for own in titles() for each in imports()
            if each.importer.startswith(f"{own}.") and each.imported.startswith(tuple(others[own]))] == []  # fmt: skip


def test_no_modules_import_one_another_in_a_circle() -> None:
    edges: dict[str, set[str]] = {name: set() for name in modules()}
    for each in imports():
        if each.importer != each.imported and not each.named:
            edges[each.importer].add(each.imported)
    assert circles(edges) == []


def test_imports_are_found_wherever_they_stand() -> None:
    text = (
        "from __future__ import annotations\n"
        "from typing import TYPE_CHECKING\n"
        "if TYPE_CHECKING:\n    from pbem.mail import imap\n"
        "def late() -> None:\n    import pbem.trust.verify\n"
        "LATER = {'x': 'pbem.chart.svg', 'y': 'pbem.page.guard:what', 'z': 'pbem.example', 'w': 'pbem.chart svg'}\n"
    )
    found = {each.imported for each in imports_of("pbem.base.files", text)}
    assert found == {"pbem.mail.imap", "pbem.trust.verify", "pbem.chart.svg", "pbem.page.guard"}


def test_a_circle_is_found() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": set()}) == [["a", "b", "c"]]
    assert circles({"a": {"b"}, "b": set()}) == []


def test_games_read_no_file_but_their_own_figures() -> None:
    """Coasts are read in geometry, templates and schemas by those who fill and apply them."""
    reading = re.compile(r"\b(?:read_file|read_once|read_text|read_bytes|write_text|write_bytes|write_atomic|open)\(")
    found = [name for name, path in modules().items()
             if name.startswith("pbem.adjudicator.") and reading.search(path.read_text("utf-8"))]  # fmt: skip
    # `data/`, and what was made of it
    assert found == [f"pbem.adjudicator.board.{name}" for name in ("figures", "kept", "texts")]
