"""Prepares a release: gathers the notes, sets the version, builds the packages and the cabin.

    python .ci/release.py 0.2.0             in a clean checkout; tests are run by .ci/run before
    python .ci/release.py 0.2.0 --dry-run   prints the notes and changes nothing

It commits and tags nothing: read the result, then commit it as `release: 0.2.0` and sign a tag of that name.
"""

from __future__ import annotations

import re
import subprocess
import sys
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

TOP = Path(__file__).parent.parent
VERSION = re.compile(r"[0-9]+\.[0-9]+\.[0-9]+")
#: Where the version stands, and how.
PLACES = {"pyproject.toml": r'(?m)^version = "(.*)"$', "pbem/__init__.py": r'(?m)^__version__ = "(.*)"$'}
UNRELEASED = re.compile(r"\n## [0-9.]+, unreleased\n.*?(?=\n## |\Z)", re.DOTALL)


def notes(top: Path) -> list[str]:
    """Give every note that waits in changelog.d, in the order of their files."""
    found: list[str] = []
    for path in sorted((top / "changelog.d").glob("*.md")):
        if path.name != "README.md":
            pieces = re.split(r"(?m)^(?=\* )", path.read_text(encoding="utf-8"))
            found += [note.rstrip() for note in pieces if note.strip()]
    return found


def check_version(top: Path, version: str) -> None:
    """Refuse a version that is malformed or not newer than the one in the tree, which may itself be unreleased."""
    if not VERSION.fullmatch(version):
        sys.exit(f"'{version}' is not a version: three numbers, such as 0.2.0")
    text = (top / "pyproject.toml").read_text(encoding="utf-8")
    now = re.search(PLACES["pyproject.toml"], text)
    if now is None or parts(version) < parts(now[1]):
        sys.exit(f"{version} is older than {now[1] if now else 'nothing'}")


def parts(version: str) -> tuple[int, ...]:
    """Split a version into its numbers."""
    return tuple(int(number) for number in version.split("."))


def gathered(changes: str, version: str, day: str, told: list[str]) -> str:
    """Put the notes into CHANGELOG.md as the newest release; a section that says 'unreleased' goes."""
    section = f"\n## {version}, {day}\n\n" + "\n".join(told) + "\n"
    without = UNRELEASED.sub("", changes)
    head, sign, older = without.partition("\n## ")
    return head.rstrip("\n") + "\n" + section + (sign + older if sign else "")


def set_version(top: Path, version: str) -> None:
    """Write the version wherever it stands."""
    for name, pattern in PLACES.items():
        path = top / name
        text = path.read_text(encoding="utf-8")
        line = re.search(pattern, text)
        if line is None:
            sys.exit(f"{name} does not say a version")
        path.write_text(text.replace(line[0], line[0].replace(line[1], version)), encoding="utf-8")


def prepare(top: Path, version: str, day: str) -> None:
    """Change the tree: version, CHANGELOG.md, and no notes left."""
    changes = top / "CHANGELOG.md"
    changes.write_text(gathered(changes.read_text(encoding="utf-8"), version, day, notes(top)), encoding="utf-8")
    for path in (top / "changelog.d").glob("*.md"):
        if path.name != "README.md":
            path.unlink()
    set_version(top, version)


def build_cabin(top: Path, out: Path) -> str:
    """Build the cabin's page, and give its hash."""
    subprocess.run(["npm", "ci", "--silent", "--no-audit", "--no-fund"], cwd=top / "cabin", check=True)
    subprocess.run([sys.executable, "cabin/build.py", str(out)], cwd=top, check=True)
    return sha256(out.read_bytes()).hexdigest()


def with_page(changes: str, digest: str) -> str:
    """Put the hash of the cabin's page at the end of the newest notes."""
    head, sign, rest = changes.partition("\n## ")
    newest, older, before = rest.partition("\n## ")
    return f"{head}{sign}{newest.rstrip()}\n* `cabin.html` of this release has the SHA-256 `{digest}`.\n{older}{before}"


def build(top: Path) -> None:
    """Build the page, wheel and source archive, and print their hashes."""
    (top / "dist").mkdir(exist_ok=True)
    changes = top / "CHANGELOG.md"
    digest = build_cabin(top, top / "dist" / "cabin.html")
    changes.write_text(with_page(changes.read_text(encoding="utf-8"), digest), encoding="utf-8")
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-d", "dist"], cwd=top, check=True)
    for path in sorted((top / "dist").iterdir()):
        sys.stdout.write(f"{sha256(path.read_bytes()).hexdigest()}  {path.name}\n")


def main() -> None:
    """Check, then prepare and build."""
    words = [word for word in sys.argv[1:] if not word.startswith("--")]
    if len(words) != 1:
        sys.exit(__doc__)
    check_version(TOP, words[0])
    if "--dry-run" in sys.argv:
        sys.stdout.write("\n".join(notes(TOP)) + "\n")
        return
    if subprocess.run(["git", "status", "--porcelain"], cwd=TOP, check=True, capture_output=True).stdout:
        sys.exit("the checkout has changes of its own; commit them first")
    prepare(TOP, words[0], datetime.now(UTC).strftime("%Y-%m-%d"))
    build(TOP)


if __name__ == "__main__":
    main()
