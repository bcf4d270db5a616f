"""Changes that mail may make to a file, and those it may not.

A verifier tries the exact bytes, then CRLF turned to LF, and nothing else (PROTOCOL 3.13). Any other damage is named
here, so that players learn what to do about it instead of reading that "a check failed".
"""

from __future__ import annotations

from pbem.base.errors import Fault
from pbem.trust.ssh import wire

ATTACH = "ask for the file again as an attachment; do not paste it into a letter"


def lf_form(data: bytes) -> bytes:
    """The one repair allowed: CRLF to LF. No text of ours holds a CR, so what came exactly stays exactly as it is."""
    return data.replace(b"\r\n", b"\n")


def as_bytes(data: bytes | str) -> bytes:
    """Text as UTF-8; what cannot be encoded becomes '?', which no strict reader takes."""
    return data.encode("utf-8", errors="replace") if isinstance(data, str) else data


def strict_base64(text: bytes | str) -> bytes | None:
    """The bytes, if the text is their one canonical base64; otherwise nothing."""
    try:
        return wire.strict_base64(text)
    except ValueError:
        return None


def damage(data: bytes, first: bytes, last: bytes, what: str) -> Fault:
    """Returns the reason that the block from line `first` to line `last` cannot be read."""
    lines = [line.strip(b" \r") for line in data.split(b"\n")]
    return Fault(f"{what} {ailment(lines, first.rstrip(), last.rstrip())}", hint=ATTACH)


def ailment(lines: list[bytes], first: bytes, last: bytes) -> str:
    """One sentence's end; the checks run from the coarse to the fine."""
    if not any(first in line for line in lines):
        return f"has no line '{first.decode()}'"
    if quoted(lines, first) or quoted(lines, last):
        return "is quoted: its lines begin with '>'"
    if not any(last in line for line in lines):
        return f"is cut off: the line '{last.decode()}' is missing"
    if lines[0] != first:
        return f"has other text before '{first.decode()}'"
    if lines[-2:] == [last, b""]:
        return "has been re-wrapped or altered on its way"
    if lines[-1] == last:
        return "lacks the line end after its last line"
    return f"has other text after '{last.decode()}'"


def quoted(lines: list[bytes], mark: bytes) -> bool:
    """True if the mark stands behind a quoting sign, as in an answered letter."""
    return any(line.startswith(b">") and line.lstrip(b"> ") == mark for line in lines)
