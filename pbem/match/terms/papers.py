"""The papers of enrolment: an invitation signed by the moderator, and an acceptance with a player's keys."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any

from pbem import strict_yaml
from pbem.base.errors import Kind, bad, hidden
from pbem.mail.compose import address
from pbem.trust.keyring import GAME, check_name
from pbem.trust.primitives.forms import check_hex32, check_seat
from pbem.trust.seal.seal import check_recipient
from pbem.trust.ssh import sshkeys, sshsig
from pbem.trust.ssh.transport import lf_form

INVITATION, ACCEPTANCE, ADDRESSES = "invitation/1", "acceptance/1", "addresses/1"
#: The hint for a player who accepts with keys that cannot serve there.
OTHER_KEYS = "a second set is made by 'pbem key new' with PBEM_HOME=FOLDER; then 'pbem join LETTER --keyring FOLDER'"
#: What all sign where play is to go back.
REOPEN_FILE = "reopen.yaml"
#: What asks whether a new address is read.
CONFIRM_FILE = "confirm.yaml"
FIELDS = {
    INVITATION: ("pbem", "game", "seat", "title", "rules", "tier", "moderator", "addresses"),
    ACCEPTANCE: ("pbem", "game", "seat", "name", "ssh", "age", "chain"),
}
#: An acceptance asks with this word that letters bring the order desk, for a reader who has no tool to make it.
BY_MAIL = "by_mail"
#: Where a seat has had another player: that it is so, and where the answer goes; and what proves that it is an answer.
OPTIONAL = {INVITATION: ("instead_of", "reply_to", "member"), ACCEPTANCE: ("offer", "member", "desk")}


def read_paper(form: str, data: bytes) -> dict[str, Any]:
    """The fields of such a paper, all there and no other."""
    file = f"{form.partition('/')[0]}.yaml"
    value = strict_yaml.plain(strict_yaml.read(lf_form(data), file))
    if not isinstance(value, dict) or value.get("pbem") != form:
        raise bad(f"is no {form.partition('/')[0]}", file=file, hint=f"its first line reads 'pbem: {form}'")
    if sorted(name for name in value if name not in OPTIONAL[form]) != sorted(FIELDS[form]):
        raise bad("has other fields than it should", file=file, hint=f"they are {', '.join(FIELDS[form])}")
    check_texts(value, ("game", "seat", *(name for name in OPTIONAL[form] if name in value)), file)
    if not GAME.fullmatch(value["game"]):
        raise bad(f"'{value['game'][:80]}' is no name of a game", file=file)
    check_seat(value["seat"])
    return value


def check_texts(value: Mapping[str, Any], names: Iterable[str], file: str) -> None:
    """These fields are one line of plain text each; an escape in YAML could bring what a terminal obeys."""
    for name in names:
        text = value.get(name)
        if not isinstance(text, str):
            raise bad(f"has no text for '{name}'", file=file)
        if any(hidden(letter) for letter in text):
            raise bad(f"has characters in '{name}' that nobody sees", file=file, hint="do not answer it")


def read_invitation(data: bytes, signature: bytes) -> dict[str, Any]:
    """An invitation, signed by the key it names as the moderator's, or by the player whose seat it offers."""
    paper = read_paper(INVITATION, data)
    moderator = paper["moderator"]
    if not isinstance(moderator, dict):
        raise bad("names no moderator", file="invitation.yaml")
    check_texts(moderator, ("name", "ssh", "age", "chain"), "invitation.yaml")
    check_texts(paper, ("title", "rules", "tier"), "invitation.yaml")
    entries = paper["addresses"] if isinstance(paper["addresses"], list) else []
    for entry in entries:
        check_texts(entry if isinstance(entry, dict) else {}, ("seat", "address"), "invitation.yaml")
    offered = "reply_to" in paper  # by the seat's player; the record will show whose key that is
    signer = sshsig.signer(signature) if offered else sshkeys.parse_public(moderator["ssh"])
    sshsig.verify(signer, lf_form(data), sshsig.namespace("charter"), signature)
    return paper


def read_acceptance(data: bytes, signature: bytes) -> dict[str, str]:
    """An acceptance whose keys may be enrolled, signed by the key it brings."""
    paper = read_paper(ACCEPTANCE, data)
    check_texts(paper, FIELDS[ACCEPTANCE], "acceptance.yaml")
    if paper.get("desk", BY_MAIL) != BY_MAIL:
        raise bad(f"asks for the order desk '{paper['desk'][:40]}'", file="acceptance.yaml", hint=f"desk: {BY_MAIL}")
    check_name(paper["name"])
    key = sshkeys.parse_public(paper["ssh"])
    sshkeys.check_enrolment(key)
    check_recipient(paper["age"])
    check_hex32(paper["chain"], "anchor of a chain")
    sshsig.verify(key, lf_form(data), sshsig.namespace("charter"), signature)
    return paper


def part(parts: Mapping[str, bytes], name: str) -> bytes:
    """An attachment that has to be there."""
    if name not in parts:
        raise bad(f"letter lacks its attachment '{name}'", hint="save the letter whole", kind=Kind.UNSIGNED)
    return parts[name]


def offer_hash(signature: str | bytes) -> str:
    """A hash that only the reader of an invitation can know, so that nobody else can answer in their place."""
    armour = signature.encode("ascii") if isinstance(signature, str) else signature
    return sha256(lf_form(armour)).hexdigest()


def read_addresses(data: bytes, game: str) -> tuple[int, dict[str, str]]:
    """The number of a list and whom letters go to, by seat, from a paper whose signature has been checked.

    A list of an earlier version has no number: it is older than any that has one.
    """
    file = "addresses.yaml"
    value = strict_yaml.plain(strict_yaml.read(data, file))
    if not isinstance(value, dict) or (value.get("pbem"), value.get("game")) != (ADDRESSES, game):
        raise bad("is no list of addresses for this game", file=file, kind=Kind.MISMATCH)
    entries = value["addresses"] if isinstance(value.get("addresses"), list) else []
    for entry in entries:
        check_texts(entry if isinstance(entry, dict) else {}, ("seat", "address"), file)
    number = value.get("number", "0")
    if not isinstance(number, str) or not re.fullmatch(r"0|[1-9][0-9]{0,8}", number):
        raise bad("has a number that is none", file=file)
    return int(number), {entry["seat"]: address(entry["address"]) for entry in entries}
