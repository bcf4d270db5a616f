"""The pages of the documentation, found in the installed package or in a checkout."""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path

from pbem.base.errors import Kind, bad
from pbem.base.resources import shipped

#: What a newcomer reads first; the rest follows by name.
FIRST = ("play", "moderate", "glossary", "commands")


def pages() -> dict[str, str]:
    """Name the pages with their titles, those for newcomers first."""
    found = {path.stem: title_of(path) for path in sorted(shipped("docs").glob("*.md"))}
    return {name: found[name] for name in FIRST if name in found} | found


def title_of(path: Path) -> str:
    """Take a page's title from its first line."""
    with path.open(encoding="utf-8") as lines:
        return next(lines, "").lstrip("# ").rstrip()


def find_page(name: str) -> Path:
    """Finds a page by its name, with or without its ending; for a wrong name it suggests similar ones."""
    wanted = name.removesuffix(".md").removeprefix("docs/").lower()
    known = pages()
    if wanted in known:
        return shipped("docs") / f"{wanted}.md"
    near = get_close_matches(wanted, known, n=1)
    hint = f"did you mean {near[0]}?" if near else "'pbem docs' lists the pages"
    raise bad(f"'{name}' is not a page of the documentation", kind=Kind.UNKNOWN, hint=hint)
