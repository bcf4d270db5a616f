"""Our own data files read the same by the quick events as by the normative parser."""

from __future__ import annotations

from pathlib import Path

import pytest

import pbem.adjudicator
from pbem.strict_yaml import gather_shipped, read

FILES = sorted(Path(pbem.adjudicator.__file__).parent.glob("*/data/*.yaml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_3_14_shipped_data_are_strict_yaml_whichever_parser_reads_them(path: Path) -> None:
    data = path.read_bytes()
    quick = gather_shipped(data, path.name)
    quick.page.settle()
    assert quick.node == read(data, path.name)


def test_a_fault_in_a_shipped_file_is_still_a_fault() -> None:
    assert [fault.message for fault in gather_shipped(b"a: 1\na: 2\n").page.faults] == ["duplicate key 'a'"]
