"""The book as EPUB 3, for e-readers: the page cut into chapters, its maps as files, and the same bytes each time."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Mapping
from hashlib import sha256
from html import escape, unescape
from typing import Any
from uuid import UUID

from markupsafe import Markup

from pbem.base.patterns import pattern
from pbem.base.records import dataclass
from pbem.base.resources import shipped
from pbem.chronicle.markdown import dates

Data = Mapping[str, Any]
#: The first file of an archive says what it is; it is not packed, so that any program can read it.
MIMETYPE = b"application/epub+zip"
NO_DATE = (1980, 1, 1, 0, 0, 0)
SECTION = pattern(r"<section[^>]*>\n(.*?)</section>", flags=16)  # with line ends
HEADING = pattern(r'<h2 id="([\w-]+)">(.*?)</h2>', flags=16)
SVG = pattern(r"<svg (?![^>]*xmlns=)")
#: The parts of the page that an e-reader does without: the legend is drawn with the page's own styles.
LEFT_OUT = ("legend",)
CONTAINER = """<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="book/book.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
"""


@dataclass(frozen=True, slots=True)
class Leaf:
    """A file of the book: its name, its heading, its body."""

    name: str
    title: str
    body: str

    @property
    def file(self) -> str:
        """Its name in the archive."""
        return f"{self.name}.xhtml"

    @property
    def sort(self) -> str:
        """The word of the manifest for drawings among the words."""
        return ' properties="svg"' if "<svg" in self.body else ""


def epub(book: Data, body: str, maps: Mapping[str, str]) -> bytes:
    """The book from its page: `body` has the maps as images, `maps` has each drawing by its file."""
    leaves = [title_leaf(book), *leaves_of(body)]
    files = {
        "META-INF/container.xml": CONTAINER, "book/book.opf": package(book, leaves, maps),
        "book/contents.xhtml": contents(book, leaves),
        "book/book.css": (shipped("templates") / "house" / "epub.css").read_text(encoding="utf-8"),
        **{f"book/{leaf.file}": page(leaf.title, leaf.body) for leaf in leaves},
        **{f"book/{name}": drawing for name, drawing in maps.items()},
    }  # fmt: skip
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        add(archive, "mimetype", MIMETYPE, zipfile.ZIP_STORED)
        for name, text in files.items():
            add(archive, name, text.encode("utf-8", "replace"), zipfile.ZIP_DEFLATED)
    return made.getvalue()


def add(archive: zipfile.ZipFile, name: str, data: bytes, how: int) -> None:
    """Puts in a file without a date of its own."""
    entry = zipfile.ZipInfo(name, NO_DATE)
    entry.create_system = 3  # the same on every system
    archive.writestr(entry, data, how)


def title_leaf(book: Data) -> Leaf:
    """The title page."""
    name = str(book["game_name"])
    lines = [str(book["title"]) if book["title"] != name else "", f"{dates(book)}, {book['reader']}",
             str(book["outcome"]), str(book["missing"])]  # fmt: skip
    told = "".join(f"<p>{escape(line)}</p>\n" for line in lines if line)
    return Leaf("title", name, f'<div class="title-page">\n<h1>{escape(name)}</h1>\n{told}</div>\n')


def leaves_of(body: str) -> Iterator[Leaf]:
    """Each section of the page as a file of its own."""
    for inner in SECTION.findall(body):
        found = HEADING.search(inner)
        if found and found[1] not in LEFT_OUT:
            yield Leaf(found[1], unescape(found[2]), SVG.sub('<svg xmlns="http://www.w3.org/2000/svg" ', inner))


def page(title: str, body: str) -> str:
    """A file of the book."""
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html>\n'
        '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" '
        'lang="en" xml:lang="en">\n'
        f'<head><title>{escape(title)}</title><link rel="stylesheet" type="text/css" href="book.css"/></head>\n'
        f"<body>\n{body}</body>\n</html>\n"
    )


def contents(book: Data, leaves: list[Leaf]) -> str:
    """The table of contents, which every e-reader shows."""
    rows = "".join(f'<li><a href="{leaf.file}">{escape(leaf.title)}</a></li>\n' for leaf in leaves)
    inner = f'<nav epub:type="toc" id="toc"><h1>Contents</h1>\n<ol>\n{rows}</ol></nav>\n'
    return page(f"{book['game_name']}: contents", inner)


def package(book: Data, leaves: list[Leaf], maps: Mapping[str, str]) -> str:
    """The package: what the book is, its files, and their order."""
    known = UUID(bytes=sha256(f"{book['game']} {book['root']} {book['seat']}".encode()).digest()[:16], version=5)
    people = "".join(f"<dc:contributor>{escape(who)}</dc:contributor>\n" for _, who in book["players"] if who)
    cover = list(maps)[-1] if maps else ""
    items = [f'<item id="{leaf.name}" href="{leaf.file}" media-type="application/xhtml+xml"{leaf.sort}/>'
             for leaf in leaves]  # fmt: skip
    items += [f'<item id="{name.removesuffix(".svg")}" href="{name}" media-type="image/svg+xml"'
              f'{" properties=" + chr(34) + "cover-image" + chr(34) if name == cover else ""}/>' for name in maps]
    spine = "".join(f'<itemref idref="{leaf.name}"/>\n' for leaf in leaves)
    listed = "\n".join(items)
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="known" xml:lang="en">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="known">urn:uuid:{known}</dc:identifier>
<dc:title>{escape(str(book["title"] or book["game_name"]))}: a chronicle</dc:title>
<dc:language>en</dc:language>
{people}<meta property="dcterms:modified">{book["ended"] or book["begun"]}</meta>
</metadata>
<manifest>
<item id="contents" href="contents.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="style" href="book.css" media-type="text/css"/>
{listed}
</manifest>
<spine>
{spine}</spine>
</package>
"""


def image(name: str, title: str) -> Markup:
    """A map of the book as an image."""
    return Markup(f'<img src="{name}.svg" alt="{escape(title)}"/>')  # noqa: S704 - ours
