"""Reading agrees with PyYAML's own events, costs no more than safe_load, and lets nothing out but faults."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from pbem.base.errors import PbemError
from pbem.strict_yaml import Mapping, Scalar, Sequence, plain, read
from pbem.strict_yaml.syntax import Stream

SIGNS = [
    ": ",
    ":",
    "- ",
    "-",
    " ",
    "  ",
    "\n",
    "\n  ",
    "[",
    "]",
    "{",
    "}",
    ", ",
    "#",
    " # c",
    "'",
    '"',
    "\\",
    "? ",
    "=",
    "~",
]
ODDITIES = ["a", "b1", "|\n", ">-\n", "&x ", "*x ", "!t ", "<<", "---\n", "...\n", "%Y", "\\u202E", "\\x0", "@", "`"]
STRANGERS = ["\xe9", "e\u0301", "\u2028", "\t", "\r\n"]
PIECES = st.sampled_from(SIGNS + ODDITIES + STRANGERS)
TEXTS = st.lists(PIECES, max_size=25).map("".join)


def read_or_faults(data: str | bytes) -> bool:
    """Whether a file gave nodes, or faults that name it and can be shown."""
    try:
        return isinstance(read(data, "x.yaml"), Scalar | Sequence | Mapping)
    except PbemError as error:
        shown = [fault.render() for fault in error.faults if fault.file == "x.yaml"]
        return 0 < len(shown) == len(error.faults)


def seen(events: Callable[[], object]) -> list[object]:
    """What a parser says: each event with its value and place, and at the end its error."""
    found: list[object] = []
    try:
        while (event := events()) is not None:
            mark = getattr(event, "start_mark")  # noqa: B009
            found.append((type(event).__name__, getattr(event, "value", None), mark.line, mark.column))
    except yaml.MarkedYAMLError as error:
        found.append(error.problem)
    except ValueError:
        found.append("escape")
    return found


@given(TEXTS.filter(lambda text: not set(text) & set("\t\r\u2028%")))
def test_our_quick_stream_gives_the_events_of_pyyaml(text: str) -> None:
    from pbem.strict_yaml.text import TOO_DEEP

    ours, theirs = seen(Stream(text).get_event), seen(yaml.SafeLoader(text).get_event)
    assert ours == theirs or ours[-1] == TOO_DEEP


@given(st.one_of(TEXTS, st.text(), TEXTS.map(lambda text: "a: " + text + "\n")))
def test_nothing_leaves_but_nodes_or_faults(text: str) -> None:
    assert read_or_faults(text)


@given(st.binary(max_size=200))
def test_nothing_leaves_but_nodes_or_faults_from_bytes(data: bytes) -> None:
    assert read_or_faults(data)


@given(TEXTS.map(lambda text: f"k: {text}\n"))
def test_what_is_read_is_what_an_ordinary_loader_reads_as_text(text: str) -> None:
    try:
        node = read(text)
    except PbemError:
        return
    assert plain(node) == yaml.load(text, Loader=yaml.BaseLoader)  # noqa: S506  texts are what we compare


def test_a_scalar_knows_its_place_and_its_width() -> None:
    node = read("# note\nships:\n  - {ship: ajax, to: 'C 4'}\n")
    assert isinstance(node, Mapping)
    ships = node.get("ships")
    assert isinstance(ships, Sequence)
    entry = ships.items[0]
    assert isinstance(entry, Mapping)
    assert entry.get("to") == Scalar("C 4", 3, 22, quoted=True, width=5)
    assert node.key("ships") == Scalar("ships", 2, 1, quoted=False, width=5)
    assert node.get("boats") is None
    assert (ships.line, ships.column) == (3, 3)


def orders() -> str:
    """An order file of about 3 kB, as a player would write it."""
    entries = "".join(
        f"  - move: {{ship: ajax-{n}, to: C{n}, speed: {n % 4}}}\n"
        f'  - fire:\n      ship: ceres-{n}   # the flagship\n      at: "red {n}"\n'
        "      using: [long, carronade, chase]\n"
        for n in range(20)
    )
    return f"# Orders of the red fleet.\npbem: orders/1\ngame: lions-2026-4f1c9a\nseat: red\n\norders:\n{entries}"


def quickest(work: Callable[[], object]) -> float:
    """The best of several runs, so that a busy machine does not decide."""
    best = float("inf")
    for _ in range(9):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best


def test_reading_an_order_file_is_no_slower_than_safe_load() -> None:
    text = orders()
    assert 2_500 < len(text) < 3_500
    ratio = quickest(lambda: read(text.encode())) / quickest(lambda: yaml.safe_load(text))
    assert ratio < 1.0, f"{ratio:.2f} x safe_load"


def test_no_composer_and_no_constructor_take_part() -> None:
    from yaml.composer import Composer
    from yaml.constructor import BaseConstructor
    from yaml.resolver import BaseResolver

    assert not {Composer, BaseConstructor, BaseResolver} & set(Stream.__mro__)


@pytest.mark.parametrize("text", ["a", "- b\n- c\n", "{}\n", "[]\n"])
def test_a_root_of_any_shape_is_read(text: str) -> None:
    assert plain(read(text if text.endswith("\n") else f"{text}\n")) in ("a", ["b", "c"], {}, [])
