"""Writes the lock file and the bill of materials: what the checks install, and what the program is made of.

    python .ci/lock.py

Asks pip what it would install into an empty environment, for CPython 3.11 on Linux (x86_64), and writes beside this
script `requirements.lock` (every package with the SHA-256 of its wheel) and `sbom.cdx.json` (the same as CycloneDX 1.6,
with what each package needs). Neither names an index: a package is what its hash says, wherever it comes from.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import uuid
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
#: What .ci/run installs: the project with all that its checks need, and what builds it.
WANTED = (".[dev]", "hatchling", "editables")
HEAD = """\
# Every package that .ci/run installs, with the SHA-256 of its wheel for CPython 3.11 on Linux (x86_64).
# Made by .ci/lock.py; docs/decisions/0010-locked-supplies.md says why.
"""
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
#: A licence with a longer name is the whole text of one.
MOST_NAME = 80
Package = dict[str, Any]


def resolved() -> list[Package]:
    """What pip would install, with where each file comes from and its hash."""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--ignore-installed", "--report", "-",
               "--only-binary", ":all:", *WANTED]  # fmt: skip
    done = subprocess.run(command, cwd=HERE.parent, stdout=subprocess.PIPE, check=True, text=True)
    found: list[Package] = json.loads(done.stdout)["install"]
    return sorted(found, key=name_of)


def plain(name: str) -> str:
    """A package's name in the one form that all indexes take."""
    return re.sub(r"[-_.]+", "-", name).lower()


def name_of(package: Package) -> str:
    """The name of a package."""
    return plain(package["metadata"]["name"])


def version_of(package: Package) -> str:
    """The version of a package."""
    return str(package["metadata"]["version"])


def hash_of(package: Package) -> str:
    """The SHA-256 of a package's wheel."""
    return str(package["download_info"]["archive_info"]["hashes"]["sha256"])


def lock(packages: Iterable[Package]) -> str:
    """The lock file, as `pip install --require-hashes` reads it."""
    lines = (f"{name_of(each)}=={version_of(each)} \\\n    --hash=sha256:{hash_of(each)}\n" for each in packages)
    return HEAD + "".join(lines)


def purl(package: Package) -> str:
    """The name of a package for all the world."""
    return f"pkg:pypi/{name_of(package)}@{version_of(package)}"


def needs(package: Package, known: dict[str, Package]) -> Iterator[Package]:
    """What a package needs without its extras; cryptography is needed with its extra `ssh`."""
    for line in package["metadata"].get("requires_dist", ()):
        requirement, _, marker = line.partition(";")
        found = NAME.match(requirement.strip())
        wanted = "extra" not in marker or (name_of(package) == "cryptography" and "'ssh'" in marker.replace('"', "'"))
        if found and wanted and (other := known.get(plain(found[0]))):
            yield other


def running(own: Package, known: dict[str, Package]) -> set[str]:
    """The packages that are there when the program runs; the others only check and build it."""
    waiting, found = [own], set[str]()
    while waiting:
        for each in needs(waiting.pop(), known):
            if name_of(each) not in found:
                found.add(name_of(each))
                waiting.append(each)
    return found


def component(package: Package, runs: set[str]) -> dict[str, Any]:
    """A package as the bill of materials lists it."""
    about = package["metadata"]
    licence, named = about.get("license_expression"), str(about.get("license") or "")
    by_name = [{"license": {"name": named}}] if 0 < len(named) < MOST_NAME else []
    told = [{"expression": licence}] if licence else by_name
    return {
        "type": "library", "bom-ref": purl(package), "name": name_of(package), "version": version_of(package),
        "scope": "required" if name_of(package) in runs else "excluded", "purl": purl(package),
        "hashes": [{"alg": "SHA-256", "content": hash_of(package)}],
        **({"licenses": told} if told else {}),
    }  # fmt: skip


def bill(own: Package, packages: list[Package]) -> dict[str, Any]:
    """The bill of materials; its serial number is made of its content, so that equal bills are equal files."""
    known = {name_of(each): each for each in packages}
    runs = running(own, known)
    listed = [component(each, runs) for each in packages]
    content = sha256(json.dumps(listed, sort_keys=True).encode()).digest()
    me = {"type": "application", "bom-ref": purl(own), "name": "pbem", "version": version_of(own), "purl": purl(own),
          "licenses": [{"expression": "Apache-2.0"}]}  # fmt: skip
    return {
        "bomFormat": "CycloneDX", "specVersion": "1.6", "serialNumber": f"urn:uuid:{uuid.UUID(bytes=content[:16])}",
        "version": 1, "metadata": {"component": me}, "components": listed,
        "dependencies": [
            {"ref": purl(each), "dependsOn": sorted({purl(other) for other in needs(each, known)})}
            for each in (own, *packages)
        ],
    }  # fmt: skip


def main() -> None:
    """Write both files."""
    found = resolved()
    own = next(each for each in found if name_of(each) == "pbem")
    packages = [each for each in found if each is not own]
    (HERE / "requirements.lock").write_text(lock(packages), encoding="utf-8")
    text = json.dumps(bill(own, packages), indent=1, sort_keys=True)
    (HERE / "sbom.cdx.json").write_text(f"{text}\n", encoding="utf-8")


main()
