"""What goes into the cabin's page: the program's files, and as much of Python's library as they use."""

from __future__ import annotations

import re

from pbem.afloat.making.compiled import NOT_NEEDED
from pbem.afloat.making.python_files import all_files

LEFT_OUT = "|".join(name.removesuffix("/").removesuffix(".py") for name in NOT_NEEDED)
WANTS = re.compile(rf"(?m)^\s*(?:import|from) (?:{LEFT_OUT})\b".encode())


def test_no_file_of_the_page_wants_what_was_left_out() -> None:
    files = {name: data for name, data in all_files(None).items() if name.endswith(".py")}
    assert len(files) > 500
    assert [name for name, data in files.items() if WANTS.search(data)] == []
    assert WANTS.search(b"import os\nfrom unittest.mock import patch\n")
