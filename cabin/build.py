"""Builds the cabin: one page with Python, the rules and everything that a player does.

    cd cabin && npm ci && cd .. && python cabin/build.py [OUT]     OUT is cabin/cabin.html if you name nothing

The same sources give the same bytes. The last line printed is the page's SHA-256, as the release notes state it.
"""

from __future__ import annotations

import sys
from hashlib import sha256
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from pbem.afloat.making.cabin_page import page  # noqa: E402 - the checkout comes first
from pbem.base.errors import PbemError  # noqa: E402
from pbem.base.files import write_atomic  # noqa: E402


def main(out: Path) -> int:
    """Writes the page, and tells its size and its hash."""
    try:
        data = page(HERE / "node_modules" / "pyodide", HERE.parent / ".ci" / "requirements.lock")
    except PbemError as error:
        sys.stderr.write(f"{error.faults[0].file}: {error.faults[0].message}; {error.faults[0].hint}\n")
        return 1
    write_atomic(out, data, shared=True)
    sys.stdout.write(f"{out}: {len(data):,} bytes\n{sha256(data).hexdigest()}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "cabin.html"))
