"""The text of a letter as its writer saw it: charset, format=flowed, and which lines are only quoted."""

from __future__ import annotations

import codecs
from collections.abc import Iterator

from pbem.base.patterns import pattern
from pbem.base.records import dataclass

BOMS = (
    (codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF32_LE, "utf-32-le"), (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"),
)  # fmt: skip
#: Codecs of Python's that are no charsets of letters, or whose reading depends on the machine.
NEVER = ("escape", "utf-7", "idna", "punycode", "undefined", "mbcs", "oem", "palmos")
QUOTED = pattern(r"\s{0,3}(?:>|&gt;)")
ESCAPED_FROM = pattern(r">+From ")
#: A mailer's line over the letter it copies below without quoting it.
SEPARATOR = pattern(r"\s*(?:-{3,} ?[^-\n]{3,60}?-{3,}|_{20,})\s*")
ARMOUR = pattern(r"-----(?:BEGIN|END) [A-Z ]+-----")
#: Outlook's lines over the letter it copies below without a sign: who wrote it, then two of when, to whom, about what.
WRITER = pattern(r"\*?(?:From|Von|De|Da|Van|Från|Fra|Od|От) ?:\*? .*")
HEADED = pattern(
    r"\*?(?:Sent|Date|To|Cc|CC|Subject|Gesendet|Datum|An|Betreff|Enviado(?: el)?|Fecha|Para|Asunto|Envoyé|À|Objet|"
    r"Inviato|Data|A|Oggetto|Verzonden|Aan|Onderwerp|Enviada em|Assunto|Importance|Wichtigkeit) ?:\*?(?: .*|)"
)
#: 'On Monday Anne wrote:' in any language: several words and a colon, over quoted lines.
ATTRIBUTION = pattern(r"\S+\s.*:\s*")


@dataclass(frozen=True, slots=True)
class Line:
    """One line: its words, whether it is only quoted, whether it stands in a letter that was copied below."""

    text: str
    quoted: bool = False
    copied: bool = False


def decode(data: bytes, charset: str = "") -> str:
    """The text: by its byte order mark, as declared, else as UTF-8, else as Windows wrote it in the west.

    What is valid UTF-8 beyond ASCII is UTF-8 even under the name of a one-byte charset: mailers that declare wrongly
    are many, and no text in such a charset looks like UTF-8 by chance.
    """
    for mark, name in BOMS:
        if data.startswith(mark):
            return data[len(mark) :].decode(name, "replace")
    for name in tried(charset):
        try:
            return data.decode(name)
        except (UnicodeError, LookupError):
            continue
    return data.decode("latin-1")


def tried(charset: str) -> Iterator[str]:
    """The charsets to try, in order."""
    name = text_codec(charset)
    if name and not name.startswith(("iso8859", "cp125", "koi8", "latin", "mac")):
        yield name
        name = ""
    yield "utf-8"
    if name:
        yield name
    yield "cp1252"


def text_codec(charset: str) -> str:
    """Python's name for a charset that letters come in, or nothing."""
    try:
        found = codecs.lookup(charset)
    except (LookupError, ValueError, UnicodeError):
        return ""
    if not getattr(found, "_is_text_encoding", True) or found.name in ("utf-16", "utf-32"):
        return ""
    return "" if any(word in found.name for word in NEVER) else found.name


def unflow(text: str, *, delsp: bool = False) -> str:
    """format=flowed undone (RFC 3676): soft line ends joined, stuffed blanks taken off."""
    done: list[list[str]] = []
    open_depth = -1
    for line in text.split("\n"):
        bare = line.removesuffix("\r")
        words = bare.lstrip(">")
        depth = len(bare) - len(words)
        words = words.removeprefix(" ")
        soft = words.endswith(" ") and words != "-- "
        kept = words[:-1] if soft and delsp else words
        if open_depth == depth and words != "-- ":
            done[-1].append(kept)
        else:
            done.append([">" * depth + " " * bool(depth), kept])
        open_depth = depth if soft else -1
    return "\n".join("".join(words) for words in done)


def lines_of(text: str) -> list[Line]:
    """The lines, each with what is known of it. An mbox's '>From ' is 'From ' again."""
    found: list[Line] = []
    copied = False
    every = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for number, raw in enumerate(every):
        words = raw[1:] if ESCAPED_FROM.match(raw) else raw
        rule = SEPARATOR.fullmatch(words) and not ARMOUR.fullmatch(words.strip())
        if rule or (WRITER.fullmatch(words) and is_head(every[number + 1 : number + 8])):
            copied = True
            found.append(Line(words, quoted=True, copied=True))
        else:
            found.append(Line(words, QUOTED.match(words) is not None, copied))
    return without_attributions(found)


def is_head(below: list[str]) -> bool:
    """Checks whether two more lines of a letter's head follow that of its writer, apart from blank lines."""
    told = [line.replace("\xa0", " ").rstrip() for line in below if line.strip()]
    return len(told) > 1 and all(HEADED.fullmatch(line) for line in told[:2])


def without_attributions(lines: list[Line]) -> list[Line]:
    """The line that introduces a quotation counts as quoted; it may be broken in two."""
    for number, line in enumerate(lines):
        if not line.quoted or line.copied or number == 0 or lines[number - 1].quoted:
            continue
        above = number - 1
        while above > 0 and not lines[above].text.strip():
            above -= 1
        words = lines[above].text
        before = lines[above - 1].text if above else ""
        broken = words.strip().endswith(":") and ("@" in before or "<" in before)
        if broken or ATTRIBUTION.fullmatch(words):
            for spot in range(above - broken, number):
                lines[spot] = Line(lines[spot].text, quoted=True)
    return lines
