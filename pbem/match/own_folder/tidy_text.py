"""Makes the text of an order file plain: what editors and word processors put in that no player meant."""

from __future__ import annotations

import codecs
import unicodedata

from pbem.base.patterns import pattern

#: Byte order marks -> encodings that editors on Windows save.
MARKED = {
    codecs.BOM_UTF8: "utf-8", codecs.BOM_UTF32_LE: "utf-32-le", codecs.BOM_UTF32_BE: "utf-32-be",
    codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be",
}  # fmt: skip
#: Signs that word processors put in the place of those on the keys. An apostrophe within a word is part of a name.
DRESSED = {"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u00a0": " ", "\u202f": " "}
DRESS = pattern(r"[\u201c\u201d\u00a0\u202f]|(?<!\w)[\u2018\u2019]|[\u2018\u2019](?!\w)")


def tidy_text(data: bytes) -> tuple[bytes, list[str]]:
    """The same text in UTF-8 with plain line ends, quotes and blanks, and what was changed; what is no text stays."""
    text, changes = decoded(data)
    if text is None:
        return data, []
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        changes.append("line ends of Windows or an old Mac")
    if DRESS.search(text):
        text = DRESS.sub(lambda sign: DRESSED[sign[0]], text)
        changes.append("quotes or blanks of a word processor")
    if not unicodedata.is_normalized("NFC", text):
        text = unicodedata.normalize("NFC", text)
        changes.append("accents written apart from their letters")
    return text.encode("utf-8"), changes


def decoded(data: bytes) -> tuple[str | None, list[str]]:
    """The text of a file, and what was peculiar about its encoding; None where it is none of those known."""
    for mark, encoding in MARKED.items():
        if data.startswith(mark):
            words = "a byte order mark" if encoding == "utf-8" else f"the encoding {encoding[:6].upper()}"
            return in_encoding(data.removeprefix(mark), encoding), [words]
    for start, encoding in ((1, "utf-16-le"), (0, "utf-16-be")):
        if len(data) > 3 and len(data) % 2 == 0 and data[start::2].count(0) * 10 > len(data) * 4:
            return in_encoding(data, encoding), [f"the encoding {encoding[:6].upper()}"]
    return in_encoding(data, "utf-8"), []


def in_encoding(data: bytes, encoding: str) -> str | None:
    """The text of bytes in an encoding; None where they are not."""
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None
