"""The Python files of the page in one archive: the program, its templates and schemas, and four libraries.

The libraries are taken from this machine in the versions that .ci/requirements.lock names, every file checked against
the hash that its package states. Compiled parts are left out; each of the four works without.
"""

from __future__ import annotations

import base64
import io
import re
import zipfile
from collections.abc import Iterator, Mapping
from hashlib import sha256
from importlib.metadata import distribution
from pathlib import Path

from pbem.base.errors import Kind, bad
from pbem.base.files import read_file
from pbem.base.resources import shipped

#: The packages of ours that a player's side needs, and what of the shipped files.
PACKAGES = ("base", "strict_yaml", "schema", "geometry", "adjudicator", "trust", "mail", "chart", "page", "match",
            "cabin", "afloat")  # fmt: skip
TEMPLATES = ("house/", "desk/", "text/", "proof/js/base.js", "proof/js/yaml.js", "proof/js/build.js")
NOT_OURS = ("cabin/", "club/", "lab/", "proof/", "README.md")
#: Library -> the folder it installs.
LIBRARIES = {"PyYAML": "yaml", "Jinja2": "jinja2", "MarkupSafe": "markupsafe", "tzdata": "tzdata"}
NO_DATE = (1980, 1, 1, 0, 0, 0)
PIN = re.compile(r"(?m)^([a-z0-9-]+)==(\S+)")


def all_files(lock: Path | None) -> dict[str, bytes]:
    """Every file by its name in the page."""
    return {**dict(own_files()), **dict(library_files(lock))}


def zipped(files: Mapping[str, bytes]) -> bytes:
    """Files in one .zip without compression: what holds it is compressed as a whole."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as packed:
        for name, data in sorted(files.items()):
            entry = zipfile.ZipInfo(name, NO_DATE)
            entry.create_system = 3
            entry.external_attr = 0o644 << 16
            packed.writestr(entry, data)
    return made.getvalue()


def own_files() -> Iterator[tuple[str, bytes]]:
    """The program's own files, as a wheel would have them."""
    import pbem

    top = Path(pbem.__file__).parent
    yield "pbem/__init__.py", read_file(top / "__init__.py")
    for folder in PACKAGES:
        yield from below(top / folder, f"pbem/{folder}")
    for name, data in below(shipped("templates"), ""):
        if name.startswith(TEMPLATES) or not name.startswith(NOT_OURS):
            yield f"pbem/_shipped/templates/{name}", data
    yield from below(shipped("schemas"), "pbem/_shipped/schemas")


def below(folder: Path, name: str) -> Iterator[tuple[str, bytes]]:
    """The files of a folder under a name, without what Python has compiled."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            inside = path.relative_to(folder).as_posix()
            yield f"{name}/{inside}" if name else inside, read_file(path)


def library_files(lock: Path | None) -> Iterator[tuple[str, bytes]]:
    """The libraries' files, in the versions that the lock names where there is one."""
    pinned = dict(PIN.findall(lock.read_text(encoding="utf-8").lower())) if lock else {}
    for library, folder in LIBRARIES.items():
        found = distribution(library)
        if lock and found.version != pinned.get(library.lower()):
            raise bad(f"{library} is {found.version} here, and {pinned.get(library.lower())} in the lock",
                      kind=Kind.MISMATCH, hint=f"pip install {library}=={pinned.get(library.lower())}")  # fmt: skip
        for each in found.files or ():
            inside, ending = each.as_posix(), each.suffix
            wanted = inside.startswith(f"{folder}/") and "__pycache__" not in inside
            if wanted and ending not in (".so", ".pyd", ".c", ".pyi", ".pyx"):
                data = read_file(Path(str(each.locate())))
                check_recorded(inside, data, each.hash.value if each.hash else "")
                yield inside, data


def check_recorded(name: str, data: bytes, recorded: str) -> None:
    """Raises if a library's file is not the one that its package brought."""
    digest = base64.urlsafe_b64encode(sha256(data).digest()).rstrip(b"=").decode("ascii")
    if digest != recorded:
        raise bad("is not as its package brought it", file=name, kind=Kind.MISMATCH, hint="install the package again")
