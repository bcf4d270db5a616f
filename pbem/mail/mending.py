"""Repairs what mailers do to a signed document pasted into a letter, if its own armour shows what was done.

An armour holds neither blanks nor blank lines, and only the program writes a lock. Anything there that cannot have been
there was put in on the way, and the same was done to the document above the armour. Nothing else is guessed; if the
repair is wrong, the signature shows it.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right

from pbem.base.patterns import pattern
from pbem.base.records import replace
from pbem.mail.plain import QUOTED, Line

KIND = pattern(r"pbem: ([a-z][a-z-]{0,30})/[0-9]{1,3}")
#: A banner ("[EXTERNAL]") may stand before a lock in its first line.
BEHIND_WORDS = pattern(r".{0,300}[\s\])>*:.](pbem: lock/[0-9]{1,3})")
#: Blanks that HTML keeps lines together with, and signs that nobody sees.
BLANKS = {0xA0: " ", 0x202F: " ", 0x2007: " ", 0x200B: None, 0xFEFF: None, 0xAD: None, 0x2060: None}
#: A key of a strict page is followed by one blank: another sign there is a mailer's, and so is one before the key.
STRANGE_BLANK = pattern(r"[ \t]*(?:- )?(?:[\w-]{1,60}:)?[\xa0\u202f\u2007]")
DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212"
SSH_BEGIN, SSH_END, AGE_BEGIN, AGE_END = (
    f"{which} {what}" for what in ("SSH SIGNATURE", "AGE ENCRYPTED FILE") for which in ("BEGIN", "END")
)
ARMOURED = pattern(rf"[{DASHES}]{{2,5}} ?((?:BEGIN|END) (?:SSH SIGNATURE|AGE ENCRYPTED FILE)) ?[{DASHES}]{{2,5}}")
BASE64 = pattern(r"[A-Za-z0-9+/]{1,80}={0,2}")
#: 'anne@example.net<mailto:anne@example.net>', as Outlook makes plain text of an address.
LINKED = pattern(r"<mailto:([^\s<>@]+@[^\s<>@]+)>")
PGP_BEGIN, PGP_SIGNATURE, PGP_END = (
    f"-----{words}-----" for words in ("BEGIN PGP SIGNED MESSAGE", "BEGIN PGP SIGNATURE", "END PGP SIGNATURE")
)
#: The line of an armour, whatever blanks are before and after it.
MOST_ARMOUR = 120
#: Lines that a document may have above its signature: more stand in no letter that is worth mending.
MOST_LINES = 20_000


def mended(lines: list[Line]) -> list[Line]:
    """The lines, every signed document among them as it was when it was pasted."""
    lines = unclothed(lines)
    armours = [number for number, line in enumerate(lines) if armour_of(line.text) == SSH_BEGIN]
    walls = [number for number, line in enumerate(lines) if is_wall(line)] if armours else []
    ends: dict[tuple[int, str], int] = {}  # a thousand heads may stand above one armour: it is read once
    done: list[Line] = []
    spot = 0
    while armours and spot <= armours[-1]:
        kind = kind_of(lines, spot)
        armour = armours[bisect_left(armours, spot)]
        end = spot
        if kind and armour - spot <= MOST_LINES and bisect_right(walls, spot) == bisect_left(walls, armour):
            if (armour, kind) not in ends:
                ends[armour, kind] = end_of(lines, armour, kind)
            end = ends[armour, kind]
        if end > spot:
            words = undone([line.text for line in lines[spot:end]], armour - spot, kind)
            done += [replace(lines[spot], text=text) for text in words]
        else:
            done.append(lines[spot])
        spot = max(end, spot + 1)
    return done + lines[spot:]


def unclothed(lines: list[Line]) -> list[Line]:
    """A text that OpenPGP has signed in the open, without the dashes that it puts before others (RFC 9580, 7)."""
    done: list[Line] = []
    inside = below = False
    for line in lines:
        words = line.text.strip()
        if words in (PGP_BEGIN, PGP_SIGNATURE, PGP_END) and not line.quoted:
            inside, below = words == PGP_BEGIN, words == PGP_SIGNATURE
            done.append(replace(line, quoted=True))
        elif inside and line.text.startswith("- "):
            bare = line.text[2:]
            done.append(replace(line, text=bare, quoted=QUOTED.match(bare) is not None))
        else:
            done.append(replace(line, quoted=True) if below else line)
    return done


def plain(text: str) -> str:
    """A line with ordinary blanks alone, and none at its ends."""
    return text.translate(BLANKS).strip()


def armour_of(text: str) -> str:
    """Recognises a line of an armour, even if its dashes have changed; returns nothing for any other line."""
    likely = len(text) < MOST_ARMOUR and ("SSH SIGN" in text or "AGE ENC" in text)
    found = ARMOURED.fullmatch(plain(text)) if likely else None
    return found[1] if found else ""


def kind_of(lines: list[Line], spot: int) -> str:
    """Returns the kind of the document that begins here, after one or two blanks; more blanks, or '>', are a
    quotation.
    """
    line = lines[spot]
    if line.quoted or "pbem:" not in line.text or len(line.text) > 400:
        return ""
    text = line.text.translate(BLANKS)
    found = KIND.fullmatch(text.strip())
    if found:
        return found[1] if len(text) - len(text.lstrip()) <= 2 else ""
    follows = next((each.text for each in lines[spot + 1 : spot + 4] if each.text.strip()), "")
    return "lock" if BEHIND_WORDS.fullmatch(text.rstrip()) and plain(follows).startswith("game: ") else ""


def is_wall(line: Line) -> bool:
    """Checks whether a document that begins above this line ends above it too."""
    return line.quoted or ("pbem:" in line.text and KIND.fullmatch(plain(line.text)) is not None)


def end_of(lines: list[Line], armour: int, kind: str) -> int:
    """The line after the armours of a document, its signature's the first; 0 where they are not whole."""
    end = end_of_armour(lines, armour, SSH_END)
    if end and kind == "lock":
        next_one = end
        while next_one < len(lines) and not plain(lines[next_one].text):
            next_one += 1
        if next_one < len(lines) and armour_of(lines[next_one].text) == AGE_BEGIN:
            return end_of_armour(lines, next_one, AGE_END)
    return end


def end_of_armour(lines: list[Line], start: int, last: str) -> int:
    """The line after an armour's last one; 0 where something else stands before it."""
    for spot in range(start + 1, len(lines)):
        words = plain(lines[spot].text)
        if armour_of(words) == last:
            return spot + 1
        if lines[spot].quoted or (words and not BASE64.fullmatch(words)):
            return 0
    return 0


def undone(block: list[str], armour: int, kind: str) -> list[str]:
    """A document and its armours: `armour` lines of text, and the rest."""
    text, armours = block[:armour], block[armour:]
    last = next(number for number, line in enumerate(armours) if armour_of(line) == SSH_END)
    within = armours[1:last]
    text[0] = first_line(text[0])
    if kind == "lock" or any(STRANGE_BLANK.match(line) for line in text):
        text = [line.translate(BLANKS) for line in text]
    if within and all(not plain(line) for line in within[::2]):  # a blank line after each, from Outlook's paragraphs
        text = undoubled(text)
    inset = min(len(line) - len(line.lstrip()) for line in armours if plain(line))
    if not any(line[:inset].strip() for line in text[1:]):
        text = [text[0], *(line[inset:] for line in text[1:])]
    if all(line[-1:].isspace() or not line for line in armours):
        text = [line.rstrip() for line in text]
    text = [LINKED.sub(unlinked, line) for line in text]
    return [*(in_order(text) if kind == "lock" else text), *(canonical(line) for line in armours if plain(line))]


def unlinked(link: re.Match[str]) -> str:
    """Nothing, where the address that a link leads to stands before it; else the link."""
    return "" if link.string.endswith(link[1], 0, link.start()) else link[0]


def first_line(text: str) -> str:
    """The line that names the kind, alone."""
    if KIND.match(text):
        return text.translate(BLANKS)
    behind = BEHIND_WORDS.fullmatch(plain(text))
    return behind[1] if behind else plain(text)


def undoubled(text: list[str]) -> list[str]:
    """Every second line, where those between are blank."""
    return text[::2] if all(not plain(line) for line in text[1::2]) else text


def in_order(text: list[str]) -> list[str]:
    """A lock's lines, `key: value` each: no blank ones, and one that was broken at its blank in one again."""
    done: list[str] = []
    for line in filter(None, map(plain, text)):
        if done and not re.match(r"[a-z]+[1-8]?:(?: |$)", line):
            done[-1] += f" {line}"
        else:
            done.append(line)
    return done


def canonical(line: str) -> str:
    """A line of an armour as it was written."""
    found = armour_of(line)
    return f"-----{found}-----" if found else plain(line)
