"""The careful reader of pages that are not in the plainest form: it notes what they may not hold."""

from __future__ import annotations

from html.parser import HTMLParser

from pbem.page.harmless_html import ATTRIBUTES, FAR, NEAR, PREFIXES, SPOKEN, TAGS


class Guard(HTMLParser):
    """Reads a page and notes everything that it may not hold."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.faults: list[str] = []
        self.styled = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A tag with its attributes, names in small letters."""
        if tag not in TAGS:
            self.faults.append(f"a tag '<{tag[:40]}>'")
        self.styled = tag == "style"
        for name, value in attrs:
            self.attribute(tag, name, value or "")

    def attribute(self, tag: str, name: str, value: str) -> None:
        """One attribute."""
        if name not in ATTRIBUTES and not name.startswith(PREFIXES):
            self.faults.append(f"an attribute '{name[:40]}' of '<{tag[:40]}>'")
        elif name == "href" and not NEAR.fullmatch(value):
            self.faults.append(f"a link to '{value[:60]}'")
        elif name not in ("href", *SPOKEN) and not name.startswith(PREFIXES) and FAR.search(value):
            self.faults.append(f"a reference '{value[:60]}'")

    def handle_data(self, data: str) -> None:
        """Text; what stands in a style is looked at."""
        if self.styled and FAR.search(data):
            self.faults.append("a style that fetches something")

    def handle_endtag(self, tag: str) -> None:
        """The end of a style is the end of looking at text."""
        self.styled = False

    def handle_decl(self, decl: str) -> None:
        """The page has one head, and it is ours."""
        self.faults.append(f"a declaration '<!{decl[:40]}>'")

    def unknown_decl(self, data: str) -> None:
        """CDATA and the like."""
        self.faults.append(f"a declaration '<![{data[:40]}'")

    def handle_pi(self, data: str) -> None:
        """An instruction to some program."""
        self.faults.append(f"an instruction '<?{data[:40]}>'")
