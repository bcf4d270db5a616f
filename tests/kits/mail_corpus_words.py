"""Players' words (`word/1`) that must not work: unsigned, signed by something else, of another game, with more in an
address than an address. What takes keys to write is made by tests/match/intake/test_words_hostile.py."""

from __future__ import annotations

from mail_kit import ANNE, BLUE, CLUB, SIGNATURE, SPY, Case, attached, letter, part, quoted, several

NO_GAME = "jenkins-2026-4f1c9a"
SAYS_ADDRESS = f"address: {SPY}"


def words() -> dict[str, Case]:
    """All of them."""
    return {**plain(), **unsigned(), **signed()}


def word(said: str, seat: str = "red", more: str = "") -> bytes:
    """A word as its writer would have it read."""
    return f"pbem: word/1\ngame: {NO_GAME}\nseat: {seat}\nseq: 1\n{more}{said}\n".encode()


def plain() -> dict[str, Case]:
    """Writes wishes in plain words, which could be anybody's."""
    why = "holds no document"
    return {
        "word-again-in-prose": Case(letter(b"Please send again what I have lost!\n"), why=why),
        "word-again-in-a-subject": Case(letter(b"", "text/plain", "", "Subject: resend"), why=why),
        "word-address-in-prose": Case(letter(f"My new address is {SPY}.\n".encode()), why=why),
        "word-quoted": Case(letter(b"Did this work?\n\n" + quoted(word("again: newest"))), why="only as a quotation"),
    }


def unsigned() -> dict[str, Case]:
    """Words without a signature, from their seat's address and from elsewhere."""
    forged = (f"From: Blue <{BLUE}>", f"Reply-To: {SPY}")
    return {
        "word-again-unsigned": of(word("again: newest")),
        "word-address-unsigned": of(word(SAYS_ADDRESS)),
        "word-address-forged-from": Case(
            letter(word(SAYS_ADDRESS, "blue"), "text/plain", "", *forged), "word@inline", told=(BLUE, SPY)
        ),
        "word-confirm-guessed": of(word(f"confirm: {'0' * 20}")),
    }


def signed() -> dict[str, Case]:
    """Words with a signature that is of something else, each with what it would like to bring about."""
    said = {
        "again": "again: newest",
        "again-of-all-phases": "again: '*'",
        "again-with-a-path": "again: ../../private/book.age",
        "address": SAYS_ADDRESS,
        "address-of-the-club": f"address: {CLUB}",
        "address-of-the-club-with-a-tag": f"address: club+games{CLUB[4:]}",
        "address-of-another-seat": f"address: {BLUE}",
        "address-with-line-ends": f'address: "{SPY}\\r\\nBcc: {BLUE}"',
        "address-with-two": f'address: "{SPY}, {BLUE}"',
        "address-with-a-name": f'address: "Spy <{SPY}>"',
        "address-with-an-escape": f'address: "{SPY}\\x1b[2J"',
        "address-with-a-command": 'address: "|rm -rf x@example.net"',
        "address-as-an-option": f'address: "-oQ/tmp {SPY}"',
        "address-long": f'address: "{"a" * 4000}@example.net"',
        "address-in-other-letters": 'address: "anne@m\u00fcller.example"',
        "address-turned-round": f'address: "\\u202e{SPY}"',
        "confirm-with-line-ends": f'confirm: "{"0" * 20}\\n{SAYS_ADDRESS}"',
        "two-at-once": f"again: newest\n{SAYS_ADDRESS}",
        "none": "phase: t01.duel",
    }
    return {f"word-{name}": of(word(each), armour=SIGNATURE) for name, each in said.items()} | {
        "word-of-no-seat": of(word("again: newest", "green"), armour=SIGNATURE),
        "word-of-the-moderator": of(word(SAYS_ADDRESS, "moderator"), armour=SIGNATURE),
        "word-number-enormous": of(word("again: newest").replace(b"seq: 1", b"seq: 9" + b"9" * 400), armour=SIGNATURE),
        "word-in-one-file": Case(attached(word(SAYS_ADDRESS) + SIGNATURE, name="w.yaml"), "word+sig@attached"),
    }


def of(data: bytes, armour: bytes = b"") -> Case:
    """A word attached, with what is beside it."""
    beside = [part(armour, "application/octet-stream", "base64", name="w.yaml.sig")] if armour else []
    raw = several("mixed", part(b"Hi\n"), part(data, "text/yaml", "base64", name="w.yaml"), *beside)
    return Case(raw, "word+sig@attached" if armour else "word@attached", data=data, told=(ANNE,))
