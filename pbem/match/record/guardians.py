"""Guardians: they prove before the first die that they can open what is sealed to them, and after each step the
moderator's whole state lies in the folder, sealed to the escrow key (PROTOCOL 3.3, 3.10, 3.11).
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256

from pbem.adjudicator.engine.transcript import canonical
from pbem.base.counting import counted
from pbem.base.errors import CheckFailed, Fault, Kind, bad
from pbem.base.records import dataclass
from pbem.mail.compose import address as mail_address
from pbem.match import wording
from pbem.match.folder.office import BOOK, KEYS, Office
from pbem.match.folder.zipped import filled
from pbem.match.post.game_letter import Letter
from pbem.match.post.outbox import post
from pbem.match.post.public_parcel import SHOWN
from pbem.schema import read_as
from pbem.trust.people.escrow import Share, guardian_test, make_escrow
from pbem.trust.record import layout
from pbem.trust.seal import seal
from pbem.trust.ssh.transport import lf_form

GUARDIAN = "guardian/1"
ESCROW = f"{layout.PUBLIC}/escrow"
TRIAL = "trial.age"
#: Put into every deposit anew; all else once, when it is made.
ALWAYS = (KEYS, BOOK)
#: Made anew where it is lost: letters then bring more than they need.
NEVER = (SHOWN,)
#: Empty space in a deposit, which everybody has: its length would tell of others' orders, words and refused letters.
FILLING = "filling"
#: Events between two steps that a successor needs to rebuild the game: entries, and the names of their deposits.
AMID = {"open": "opened", "ruling": "ruled", "rotate": "changed"}


@dataclass(frozen=True, slots=True)
class Guardian:
    """A keeper of a share: their address and their age key."""

    address: str
    age: str


# ------------------------------------------------------------------------------------------------- before the first die
def appoint(office: Office, guardians: Mapping[str, Guardian], needed: int) -> None:
    """Make an escrow key that nobody has, its shares, and a letter to each guardian with a trial file."""
    book, desk = office.book, office.desk
    escrow, _ = make_escrow({name: each.age for name, each in guardians.items()}, needed)
    listed = [{"name": name, "age": each.age} for name, each in guardians.items()]
    book.draft |= {"escrow": escrow.public, "guardians": listed, "guardians_needed": needed}
    for share in escrow.shares:
        desk.put(f"{ESCROW}/{share.name}", share.sealed.encode("ascii"))
    for number, (name, each) in enumerate(guardians.items(), 1):
        trial = guardian_test(str(book.draft["game"]), name, each.age)
        book.guardians[name] = {"answer": trial.answer, "word": ""}
        parts = {TRIAL: trial.sealed.encode("ascii"), **own_shares(escrow.shares, name)}
        all_of_them = counted(len(guardians), "guardian")
        words = wording.GUARDIAN.format(name=name, title=book.draft["title"], needed=needed, guardians=all_of_them)
        letter = Letter(mail_address(each.address), f"{book.draft['title']}: you are a guardian", words, parts)
        post(office, f"guardian{number}", "trial", letter)


def own_shares(shares: tuple[Share, ...], name: str) -> dict[str, bytes]:
    """The shares that a guardian can help to open."""
    return {share.name: share.sealed.encode("ascii") for share in shares if name in share.guardians}


def unproved(office: Office) -> list[str]:
    """The guardians who have not yet shown that they can open anything."""
    return [name for name, each in sorted(office.book.guardians.items()) if not each["word"]]


def take_word(office: Office, data: bytes) -> str:
    """The word from a guardian's trial file: it proves by itself who has found it. Who that is."""
    fields = read_as("guardian", lf_form(data), "guardian.yaml")
    if fields["game"] != office.book.draft["game"]:
        raise bad(f"word is for the game '{fields['game']}', not for this one", kind=Kind.MISMATCH)
    digest = sha256(fields["word"].encode()).hexdigest()
    name = next((name for name, each in office.book.guardians.items() if each["answer"] == digest), "")
    if not name:
        raise CheckFailed(Fault("word stands in no guardian's trial file", file="guardian.yaml", kind=Kind.MISMATCH))
    office.book.guardians[name]["word"] = fields["word"]
    office.say(f"{name} has opened the trial file")
    return name


def enter(office: Office) -> None:
    """The shares and the guardians' proofs, before the first phase is opened."""
    if not office.book.guardians:
        return
    names = [name for name in office.desk.public_names() if name.startswith(f"{ESCROW}/")]
    with office.record.step(office.now) as step:
        for name in names:
            digest = step.file(name, office.desk.read(name))
            step.enter("escrow", what="share", share=name.rpartition("/")[2], sha256=digest)
        for name, each in sorted(office.book.guardians.items()):
            step.enter("escrow", what="guardian", guardian=name, sha256=each["answer"])


# ------------------------------------------------------------------------------- after each step, and amid those of two
def deposit(office: Office, name: str) -> None:
    """Everything private, sealed to the escrow key, among the files that all seats get. A game that is made again from
    it may not lag behind the record that they hold: it is made with each letter that brings them locks or dice.
    """
    escrow = str(office.charter.fields.get("escrow", ""))
    if not escrow or office.book.stage != "playing":
        return
    book, desk = office.book, office.desk
    fresh = [each for each in desk.secret_names() if each not in (*ALWAYS, *NEVER, *book.deposited)]
    contents = {each: desk.secret(each) for each in fresh}
    book.deposited += [each for each in fresh if each.startswith("phases/")]
    contents |= {KEYS: office.keys.to_plain(), BOOK: book.to_plain()}
    papers = {f"{each}.json": canonical(value).encode() for each, value in contents.items()}
    plain = filled(papers, f"{FILLING}.json", b'"')  # JSON as well, for versions that read every file of a deposit
    sealed = seal.seal_binary([escrow], plain)
    with office.record.step(office.now) as step:
        file = f"{ESCROW}/{len(office.record.ledger):06d}-{name}.age"
        step.enter("escrow", what="state", file=file.rpartition("/")[2], sha256=step.file(file, sealed))


def keep_up(office: Office) -> None:
    """Deposit again if the state has changed since the last deposit and a letter is about to show it.

    Otherwise a rescued game would repeat what all know to be done: it would ask for openings again, forget a pause or
    more time, never end a loan, and write to a seat's former player.
    """
    ledger = office.record.ledger
    states = ledger.entries("escrow", what="state")
    if not states:
        return
    newest = [entries[-1] for kind in AMID if (entries := ledger.entries(kind))]
    since = {entry.kind: entry.n for entry in newest if entry.n > states[-1].n}
    if since:
        kind = "open" if "open" in since else max(since, key=since.__getitem__)
        deposit(office, f"{office.book.step.occasion.stem}.{AMID[kind]}")
