"""The book for e-readers: what EPUB 3 asks of an archive, of its package, and of each file in it."""

from __future__ import annotations

import io
import zipfile
from functools import cache
from pathlib import PurePosixPath
from xml.etree import ElementTree as ET

from chronicle_kit import whole

from pbem.chronicle.book_files import as_epub

OPF, XHTML, DC = "{http://www.idpf.org/2007/opf}", "{http://www.w3.org/1999/xhtml}", "{http://purl.org/dc/elements/1.1/}"
SVG = "{http://www.w3.org/2000/svg}"


@cache
def archive() -> zipfile.ZipFile:
    """The sample's book."""
    return zipfile.ZipFile(io.BytesIO(as_epub(whole())))


def package() -> ET.Element:
    """Its package."""
    return ET.fromstring(archive().read("book/book.opf"))  # noqa: S314 - ours


def pages() -> dict[str, ET.Element]:
    """Its pages by name, each well-formed."""
    names = [name for name in archive().namelist() if name.endswith(".xhtml")]
    return {PurePosixPath(name).name: ET.fromstring(archive().read(name)) for name in names}  # noqa: S314 - ours


def test_the_first_file_says_what_it_is_and_is_not_packed() -> None:
    first = archive().infolist()[0]
    assert (first.filename, first.compress_type, first.extra) == ("mimetype", zipfile.ZIP_STORED, b"")
    assert archive().read("mimetype") == b"application/epub+zip"
    assert b'full-path="book/book.opf"' in archive().read("META-INF/container.xml")


def test_the_manifest_names_every_file_once_and_no_other() -> None:
    items = package().findall(f"{OPF}manifest/{OPF}item")
    there = {name.removeprefix("book/") for name in archive().namelist() if name.startswith("book/")}
    assert {each.attrib["href"] for each in items} == there - {"book.opf"}
    ids = [each.attrib["id"] for each in items]
    assert len(ids) == len(dict.fromkeys(ids))
    assert [each.attrib.get("properties") for each in items].count("nav") == 1
    assert [each.attrib.get("properties") for each in items].count("cover-image") == 1
    spine = [each.attrib["idref"] for each in package().findall(f"{OPF}spine/{OPF}itemref")]
    assert [name for name in spine if name not in ids] == []


def test_the_package_says_who_made_it_when_and_which_book_it_is() -> None:
    found = package()
    named = found.find(f"{OPF}metadata/{DC}identifier")
    assert named is not None
    assert named.attrib["id"] == found.attrib["unique-identifier"]
    assert (named.text or "").startswith("urn:uuid:")
    assert "modified" in archive().read("book/book.opf").decode()


def test_every_page_is_well_formed_has_a_title_and_leads_only_to_files_that_are_there() -> None:
    for name, page in pages().items():
        assert (page.findtext(f"{XHTML}head/{XHTML}title") or "").strip(), name
        for element in page.iter():
            for attribute in ("href", "src"):
                target = element.attrib.get(attribute)
                if target and not target.startswith("#"):
                    assert f"book/{target}" in archive().namelist(), (name, target)


def test_ids_are_unique_drawings_are_declared_and_nothing_runs() -> None:
    declared = {each.attrib["href"]: each.attrib.get("properties", "") for each in package().iter(f"{OPF}item")}
    for name, page in pages().items():
        ids = [each.attrib["id"] for each in page.iter() if "id" in each.attrib]
        assert len(ids) == len(dict.fromkeys(ids)), name
        assert (declared[name] == "svg") == any(True for _ in page.iter(f"{SVG}svg")), name
        assert not [each.tag for each in page.iter() if each.tag.endswith(("}script", "}form", "}iframe"))], name


def test_the_same_game_gives_the_same_bytes() -> None:
    assert as_epub(whole()) == as_epub(whole())


def test_every_chapter_stands_in_the_contents() -> None:
    told = "".join(pages()["contents.xhtml"].itertext())
    assert [turn["title"] for turn in whole()["turns"] if turn["title"] not in told] == []
