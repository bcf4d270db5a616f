"""Run by the built wheel's own environment: everything shipped is there, in the wheel and in the source archive."""

from __future__ import annotations

import sys
import tarfile
from pathlib import Path

import pbem
from pbem.base.resources import shipped


def names_below(folder: Path) -> set[str]:
    """The files of a folder, by their path within it; what pip compiles beside a page's program is none of them."""
    files = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    return {path.as_posix() for path in files if "__pycache__" not in path.parts}


def expect(held: bool, otherwise: str) -> None:
    """Go on, or end with the words."""
    if not held:
        sys.exit(otherwise)


def main(archive: str) -> None:
    """Compare what the wheel installed and what the archive holds with the tree this is run from."""
    installed = Path(pbem.__file__).parent
    expect("site-packages" in installed.parts, f"{installed} is not the wheel")
    with tarfile.open(archive) as source:
        packed = {name.partition("/")[2] for name in source.getnames()}
    for kind in ("schemas", "templates", "docs"):
        here = names_below(Path(kind))
        expect(names_below(shipped(kind)) == here, f"the wheel's {kind} differ from the tree's")
        expect({f"{kind}/{name}" for name in here} <= packed, f"the source archive lacks {kind}")
    whole = {"LICENSE", "README.md", "pyproject.toml", "docs/protocol.md", "tests/vectors/trust.json"}
    expect(whole <= packed, f"the source archive lacks {', '.join(sorted(whole - packed))}")
    expect((installed / "py.typed").is_file(), "the wheel does not say that it is typed")
    sys.stdout.write(f"wheel and source archive agree with the tree: {len(packed)} files packed\n")


main(sys.argv[1])
