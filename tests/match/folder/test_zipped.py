"""Parcels of several files: the bytes that the standard library's module would write, and no others."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

import pytest

from pbem.match.folder.zipped import STEP, filled, pack, unpack

FILES: tuple[Mapping[str, bytes], ...] = (
    {}, {"a": b""}, {"told": b"word " * 9_000, "a/b.txt": bytes(range(256)), "z": b"1"},
    {f"orders/{number:03d}": b"%d" % number * number for number in range(120)},
)  # fmt: skip


@pytest.mark.parametrize("files", FILES)
@pytest.mark.parametrize("plain", [(), ("told", "a")])
def test_a_parcel_has_the_bytes_of_the_librarys_own(files: Mapping[str, bytes], plain: tuple[str, ...]) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as parcel:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.external_attr, entry.create_system = 0o644 << 16, 3
            entry.compress_type = zipfile.ZIP_STORED if name in plain else zipfile.ZIP_DEFLATED
            parcel.writestr(entry, files[name])
    assert pack(files, plain) == out.getvalue()
    assert unpack(pack(files, plain)) == files


@pytest.mark.parametrize("files", FILES)
def test_a_filled_parcel_has_a_round_length_and_its_files(files: Mapping[str, bytes]) -> None:
    parcel = filled(files, "filling", b"<>")
    assert len(parcel) % STEP == 0
    found = unpack(parcel)
    assert found.pop("filling").strip(b".<>") == b""
    assert found == files


COAST = b"coast" * 9_000


@pytest.mark.parametrize("common", [(), (b"coast",), (COAST, b"numbers"), (b"numbers", COAST), (b"", b"no")])
def test_parts_that_other_files_have_change_nothing_in_a_file(common: tuple[bytes, ...]) -> None:
    files = {"a": b"<" + COAST + b"1" * 40_000 + b"numbers>", "b": COAST + b"numbers", "c": b"other"}
    first = filled(files, "filling", common=common)
    assert {name: unpack(first)[name] for name in files} == files
    assert filled(files, "filling", common=common) == first
