"""The lock file, the bill of materials and the workflow: nothing is installed that is not named by its hash."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest

TREE = Path(__file__).parents[2]
LOCK = (TREE / ".ci/requirements.lock").read_text(encoding="utf-8")
BILL = json.loads((TREE / ".ci/sbom.cdx.json").read_text(encoding="utf-8"))
PROJECT = tomllib.loads((TREE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LINE = re.compile(r"([a-z0-9-]+)==([^ ]+) \\\n    --hash=sha256:([0-9a-f]{64})\n")
NAME = re.compile(r"[A-Za-z0-9._-]+")


def plain(requirement: str) -> str:
    """The name in a requirement, in the form of the lock."""
    found = NAME.match(requirement)
    assert found is not None
    return re.sub(r"[-_.]+", "-", found[0]).lower()


def locked() -> dict[str, tuple[str, str]]:
    """Name -> version and hash."""
    return {name: (version, digest) for name, version, digest in LINE.findall(LOCK)}


def test_the_lock_holds_nothing_but_packages_with_a_hash() -> None:
    rest = LINE.sub("", LOCK)
    assert all(line.startswith("#") for line in rest.splitlines())
    assert list(locked()) == sorted(locked())
    assert len(locked()) == LOCK.count("==")


@pytest.mark.parametrize("text", [LOCK, json.dumps(BILL)], ids=["lock", "bill"])
def test_neither_file_names_a_place_to_fetch_from(text: str) -> None:
    assert re.findall(r"(?:https?|file)://|--(?:index|extra|find|trusted)", text) == []


def test_every_package_that_the_checks_need_is_locked() -> None:
    wanted = {*PROJECT["dependencies"], "hatchling", "editables"}
    for extra in ("dev", "test", "beacon", "map", "lab"):
        wanted |= {each for each in PROJECT["optional-dependencies"][extra] if not each.startswith("pbem[")}
    assert {plain(each) for each in wanted} - set(locked()) == set()


def test_the_locked_versions_are_not_below_the_floors_of_the_project() -> None:
    from packaging.requirements import Requirement

    known = locked()
    for each in PROJECT["dependencies"]:
        requirement = Requirement(each)
        assert requirement.specifier.contains(known[plain(requirement.name)][0], prereleases=True), each


def test_the_bill_of_materials_lists_what_is_locked() -> None:
    assert (BILL["bomFormat"], BILL["specVersion"]) == ("CycloneDX", "1.6")
    assert BILL["metadata"]["component"]["version"] == PROJECT["version"]
    listed = {each["name"]: (each["version"], each["hashes"][0]["content"]) for each in BILL["components"]}
    assert listed == locked()
    references = {each["bom-ref"] for each in (*BILL["components"], BILL["metadata"]["component"])}
    for each in BILL["dependencies"]:
        assert {each["ref"], *each["dependsOn"]} <= references


def test_the_bill_says_what_the_program_needs_when_it_runs() -> None:
    needed = {each["name"] for each in BILL["components"] if each["scope"] == "required"}
    assert {plain(each) for each in PROJECT["dependencies"]} <= needed
    assert {"bcrypt", "cffi", "markupsafe"} <= needed  # what those need in turn
    assert needed.isdisjoint({"pytest", "mypy", "ruff", "hypothesis", "hatchling", "reportlab"})


def test_every_action_is_named_by_the_hash_of_its_commit() -> None:
    for path in (TREE / ".github/workflows").glob("*.yml"):
        for line in path.read_text(encoding="utf-8").splitlines():
            if "uses:" in line:
                assert re.search(r"uses: [\w.-]+/[\w.-]+@[0-9a-f]{40}  # v[0-9.]+$", line), line


def test_the_checks_install_by_hash_and_build_twice() -> None:
    script = (TREE / ".ci/run").read_text(encoding="utf-8")
    assert "--require-hashes" in script
    assert script.index("locked_packages\n") < script.index("set_up_as_the_readme_says\n")
    assert "export PIP_NO_INDEX=1" in script
    assert "  built_again\n" in script
