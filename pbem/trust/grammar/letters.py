"""The letters of a game of grammar 2, as files: locks, openings, strays, words about what was seen, and their receipts.

They are read once, before the walk that needs what they say; then each is held against its entry, its keys, the ledger
it has seen, and the attempt it belongs to.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta

from pbem.base.clock import parse_time
from pbem.base.errors import CheckFailed, Fault, Kind, PbemError
from pbem.base.records import dataclass, field
from pbem.trust.beacon.drand import Network
from pbem.trust.checks.findings import Audit, Game, hash_hex
from pbem.trust.checks.letters import (
    check_agreement,
    check_alone,
    check_amendment,
    check_plain,
    check_receipt,
    check_ruling,
    check_sent,
    compare_words,
    open_holds,
)
from pbem.trust.checks.opened_orders import due_then, file_of, opens_with
from pbem.trust.checks.record import History
from pbem.trust.checks.settled import Told
from pbem.trust.dice.seed import Drand, Link
from pbem.trust.grammar.attempt import Attempt
from pbem.trust.grammar.entry_forms import LOCK
from pbem.trust.grammar.events import BROKEN, HIDDEN, OPENS, Letter
from pbem.trust.grammar.walk import Walk
from pbem.trust.orders.account import Account, Seen, check_seen_word, parse_seen
from pbem.trust.orders.envelope import Envelope, identity_faults, open_envelope, parse_envelope, signature_faults
from pbem.trust.orders.second_letter import Open, check_open, parse_open
from pbem.trust.orders.which_count import is_plain
from pbem.trust.people.charter import Charter, Tier
from pbem.trust.people.reopening import parse_reopening
from pbem.trust.primitives.commit import orders_purpose
from pbem.trust.record import layout
from pbem.trust.record.layout import occasion_of
from pbem.trust.record.ledger import Entry
from pbem.trust.seal import seal

#: How much older than the newest line it has seen a letter may say it is before that is remarked.
CLOCKS_APART = timedelta(days=1)
Heard = Envelope | Open | Seen


@dataclass(slots=True)
class Post:
    """Every letter of the folder that could be read, by the line of its entry."""

    #: What the letters of settled lines say.
    told: Mapping[int, Told] = field(default_factory=dict)
    heard: dict[int, Heard] = field(default_factory=dict)
    #: The seats of all of them.
    seats: dict[int, str] = field(default_factory=dict)
    #: What became of the seals of locks that count, by the hash of the lock.
    seals: dict[str, str] = field(default_factory=dict)

    def link_of(self, entry: Entry) -> Link | None:
        """The chain value that the letter of an entry shows."""
        if entry.n in self.told:
            return self.told[entry.n].link
        return link_in(self.heard.get(entry.n))

    def in_short(self) -> dict[int, Told]:
        """The contents of all of them, by their lines."""
        fresh = {line: Told(link_in(letter), account_in(letter)) for line, letter in self.heard.items()}
        return {**self.told, **fresh}

    def letters(self) -> list[Letter]:
        """All that give an account of the ledger, in the order of their entries."""
        found = ((line, told.account) for line, told in self.in_short().items())
        return [Letter(line, self.seats[line], account) for line, account in found if account]


def link_in(letter: Heard | None) -> Link | None:
    """The chain value that a letter shows."""
    if isinstance(letter, Envelope):
        return letter.lock.value
    return letter.value if isinstance(letter, Open) else None


def account_in(letter: Heard) -> Account | None:
    """The account of the ledger in a letter."""
    return letter.lock.account if isinstance(letter, Envelope) else letter.account


def letter_file(entry: Entry) -> str:
    """Returns the path of an entry's letter, or an empty string for an entry without one."""
    if entry.kind == "lock":
        return file_of(entry)
    if entry.kind == "open":
        return layout.open_file(entry.text("seat"), occasion_of(entry))
    if entry.kind == "stray":
        return layout.stray_file(entry.text("of"), entry.text("sha256"))
    return layout.seen_file(entry.n) if entry.kind == "seen" else ""


def reader_of(entry: Entry) -> Callable[[bytes, str], Heard]:
    """Returns the function that reads an entry's letter."""
    if entry.kind == "lock" or (entry.kind == "stray" and entry.get("of") == LOCK):
        return parse_envelope
    return parse_seen if entry.kind == "seen" else parse_open


def read_post(audit: Audit, game: Game) -> Post:
    """Every letter of the ledger, each file read once; whatever cannot be is blamed."""
    post, once = Post(audit.settled.letters, seals=dict(audit.settled.seals)), dict[str, Heard | None]()
    post.seats.update((line, game.entries[line].text("seat")) for line in post.told)
    for entry in game.entries[audit.settled.lines :]:
        name = letter_file(entry)
        if not name or entry.get("seat") not in game.charter.seat_names:
            continue
        if entry.kind == "lock" and is_plain(entry) and game.charter.tier is Tier.MODERATED:
            continue
        if name not in once:
            data = audit.read_for(entry, name)
            once[name] = audit.attempt(name, reader_of(entry), data, name) if data is not None else None
        if (letter := once[name]) is not None:
            post.heard[entry.n], post.seats[entry.n] = letter, entry.text("seat")
    return post


# -------------------------------------------------------------------------------------------- each against its entry
def check_post(audit: Audit, game: Game, walk: Walk, post: Post, history: History) -> None:
    """Every letter, and every text that all have signed."""
    served: dict[str, int] = {}
    for entry in game.of_kind("reopen"):
        if audit.is_settled(entry):
            served.setdefault(entry.text("sha256"), entry.n)
    late_receipts(audit, game, walk, history)
    for entry in game.entries[audit.settled.lines :]:
        charter = game.tenures.at(entry.n)
        known = entry.get("seat") in game.charter.seat_names
        if entry.kind == "ack" and "lock" in entry.fields and entry.get("who") in game.charter.seat_names:
            check_agreement(audit, charter.seat(entry.text("who")), game.charter.game, entry)
        elif entry.kind == "phase" and entry.get("alone") in game.charter.seat_names:
            check_alone(audit, charter.seat(entry.text("alone")), entry)
        elif entry.kind in ("amend", "reopen"):
            check_amendment(audit, charter, entry)
            if entry.kind == "reopen":
                check_reopening(audit, game, entry, history, served)
        elif entry.kind == "ruling" and "sig" in entry.fields:
            check_ruling(audit, charter, entry)
        elif known and entry.kind in CHECKS:
            attempt = walk.phases.get(occasion_of(entry)) if entry.kind != "seen" else None
            CHECKS[entry.kind](audit, game, post, entry, attempt, history)


def late_receipts(audit: Audit, game: Game, walk: Walk, history: History) -> None:
    """Receipts of settled lines that have come since."""
    fresh = {name for name in audit.present - audit.settled.files if name.startswith("receipts/")}
    for attempt in walk.phases.values() if fresh and audit.settled.lines else ():
        for entry in (*attempt.kind("lock"), *attempt.opened.values()):
            name = receipt_of(entry, attempt)
            if name in fresh and audit.is_settled(entry):
                check_receipt(audit, game.charter, entry, name, history)


def receipt_of(entry: Entry, attempt: Attempt) -> str:
    """The name of the receipt of a lock or an opening."""
    if entry.kind == "lock":
        return layout.receipt_file(entry.text("seat"), attempt.occasion, entry.number("seq"))
    return layout.open_receipt_file(entry.text("seat"), attempt.occasion)


def check_lock(
    audit: Audit, game: Game, post: Post, entry: Entry, attempt: Attempt | None, history: History
) -> None:
    """An envelope fits its entry, its charter and its phase; its receipt proves the entry."""
    seat, charter = entry.text("seat"), game.tenures.at(entry.n)
    if attempt is not None and attempt.numbered.get((seat, entry.number("seq"))) is not entry:
        return  # the second of its number, and blamed for that
    due = charter.seat(seat).needs
    if int(entry.get("needs") or 1) != due:
        audit.blame_entry(entry, f"needs {entry.get('needs') or 1} of a team, whose charter says {due}")
    if attempt is None:
        return
    envelope = post.heard.get(entry.n)
    if is_plain(entry) and game.charter.tier is Tier.MODERATED:
        check_plain(audit, charter, attempt, entry)
    elif isinstance(envelope, Envelope):
        check_sent(audit, game, attempt, entry, envelope)
        check_account(audit, game, entry, envelope.lock.account, history, attempt.opening.n)
    name = receipt_of(entry, attempt)
    if name in audit.present:
        check_receipt(audit, game.charter, entry, name, history)


def check_opening(
    audit: Audit, game: Game, post: Post, entry: Entry, attempt: Attempt | None, history: History
) -> None:
    """An opening is signed, for the lock that counts, and was written over this ledger with its `locked` (R8)."""
    opened = post.heard.get(entry.n)
    name, seat = letter_file(entry), entry.text("seat")
    if attempt is not None and attempt.opened.get(seat) is not entry:
        return  # the second of its seat, and blamed for that
    data, armour = audit.again(name), audit.read_for(entry, f"{name}.sig")
    if attempt is None or data is None or armour is None or not isinstance(opened, Open):
        return
    lock = attempt.listed.get(seat)
    digest = lock.text("lock") if lock else ""
    if audit.attempt(name, open_holds, charter_of(game, entry, attempt), data, armour, attempt.occasion, digest):
        audit.count("second letters")
    if hash_hex(data) != entry.get("sha256"):
        audit.blame(name, f"is not the letter whose hash entry {entry.n} of the ledger states")
    locked = attempt.first_locked.n if attempt.first_locked else attempt.opening.n
    check_account(audit, game, entry, opened.account, history, locked)
    if opened.key and lock is not None:
        try_key(audit, post, attempt, lock, opened.key)
    receipt = receipt_of(entry, attempt)
    if receipt in audit.present:
        check_receipt(audit, game.charter, entry, receipt, history)


def charter_of(game: Game, entry: Entry, attempt: Attempt) -> Charter:
    """The keys by which an opening is judged: those in force when its attempt was locked (5.8)."""
    return game.tenures.at(attempt.first_locked.n if attempt.first_locked else entry.n)


def check_stray(
    audit: Audit, game: Game, post: Post, entry: Entry, attempt: Attempt | None, history: History
) -> None:
    """A stray is a true letter of its seat for its attempt; it counts for nothing all the same."""
    letter, name, charter = post.heard.get(entry.n), letter_file(entry), game.tenures.at(entry.n)
    if attempt is not None and attempt.strays.get((entry.text("seat"), entry.text("of"))) is not entry:
        return  # the second of its seat, and blamed for that
    data = audit.again(name)
    if attempt is None or data is None:
        return
    if isinstance(letter, Envelope):
        audit.attempt(name, stray_lock_holds, letter, charter)
        said, digest = (letter.lock.phase, letter.lock.attempt, letter.lock.seat), hash_hex(letter.lock_bytes)
    elif isinstance(letter, Open):
        armour = audit.read_for(entry, f"{name}.sig")
        keys = charter_of(game, entry, attempt)
        if armour is not None:
            audit.attempt(name, stray_open_holds, keys, data, armour, attempt.occasion, letter.lock)
        said, digest = (letter.phase, letter.attempt, letter.seat), hash_hex(data)
    else:
        return
    if said != (attempt.occasion.phase, attempt.occasion.attempt, entry.get("seat")):
        audit.blame(name, f"is not of seat '{entry.get('seat')}' for {attempt.occasion}")
    if digest != entry.get("sha256"):
        audit.blame(name, f"is not the letter whose hash entry {entry.n} of the ledger states")
    if digest in attempt.by_hash:
        audit.blame_entry(entry, f"enters as a stray what entry {attempt.by_hash[digest].n} has on record")
    account = letter.lock.account if isinstance(letter, Envelope) else letter.account
    if account is not None and account.root != root_of(history, account.size):
        audit.note(f"{name} was written over another ledger than this one")
    audit.count("strays")


def stray_lock_holds(envelope: Envelope, charter: Charter) -> bool:
    """True, or CheckFailed: the lock is of this game, signed, and shows a value of its seat's chain."""
    faults = list(identity_faults(envelope.lock, charter))
    if not faults:
        seat, value = charter.seat(envelope.lock.seat), envelope.lock.value
        faults += signature_faults(envelope, seat)
        if value is None or value.index == 0 or not seat.whose(value.value, value.index):
            faults.append(Fault(f"stray shows no value of the chain of seat '{seat.seat}'", kind=Kind.MISMATCH))
    if faults:
        raise CheckFailed(faults)
    return True


def stray_open_holds(charter: Charter, data: bytes, armour: bytes, occasion: layout.Occasion, lock: str) -> Open:
    """The open, or CheckFailed; the lock it names is whatever its sender was shown."""
    return check_open(data, armour, charter, phase=occasion.phase, attempt=occasion.attempt, lock=lock)


def check_seen(
    audit: Audit, game: Game, post: Post, entry: Entry, attempt: Attempt | None, history: History
) -> None:
    """A seat's word about what it has seen."""
    word, name, armour_name = post.heard.get(entry.n), letter_file(entry), layout.seen_signature(entry.n)
    data, armour = audit.again(name), audit.read_for(entry, armour_name)
    if data is None or armour is None or not isinstance(word, Seen):
        return
    if audit.attempt(armour_name, check_seen_word, data, armour, game.tenures.at(entry.n)):
        audit.count("words about what was seen")
    if word.seat != entry.get("seat"):
        audit.blame(name, f"is of seat '{word.seat}'")
    for what, found in (("sha256", hash_hex(data)), ("sig", hash_hex(armour))):
        if found != entry.get(what):
            audit.blame(name, f"is not the word whose hashes entry {entry.n} of the ledger states")
    check_account(audit, game, entry, word.account, history, -1)


def check_account(
    audit: Audit, game: Game, entry: Entry, account: Account | None, history: History, above: int
) -> None:
    """Checks that a letter saw this ledger up to `above`, and calls only phases' lines late."""
    if account is None:
        return
    name, size = letter_file(entry), account.size
    audit.count("ledger heads seen by seats")
    if size > entry.n:
        audit.blame(name, f"has seen {size} lines of a ledger that had {entry.n} when it came in")
        return
    if root_of(history, size) != account.root:
        other = f": entry {above} was another one then" if size > above >= 0 and entry.kind == "open" else ""
        audit.blame(
            name, f"was written over another ledger{other}" if other else
            f"has seen another ledger: its first {size} lines had another root",
            hint="if its signature holds, the moderator showed this seat another ledger than this one",
        )  # fmt: skip
    if size <= above:
        audit.blame(name, f"has seen {size} lines, and not entry {above}, which it has to cover")
    for line, _ in account.late:
        if line >= size or game.ledger[line].kind not in ("phase", "locked"):
            audit.blame(name, f"calls entry {line} late, which opens no phase and locks none, or which it has not seen")
    if size and parse_time(game.ledger[size - 1].t) - parse_time(account.at) > CLOCKS_APART:
        audit.note(f"{name} was written at {account.at}, before entry {size - 1}, which it has seen")


def root_of(history: History, size: int) -> str:
    """The root that the ledger had at a size; nothing at one it has not had."""
    return history.root_text(size) if 0 <= size <= history.size else ""


#: Kind of entry -> what holds its letter against it.
CHECKS: dict[str, Callable[[Audit, Game, Post, Entry, Attempt | None, History], None]] = {
    "lock": check_lock, "open": check_opening, "stray": check_stray, "seen": check_seen,
}  # fmt: skip


# -------------------------------------------------------------------------------------------------------------- returns
def check_reopening(audit: Audit, game: Game, entry: Entry, history: History, served: dict[str, int]) -> None:
    """The paper says what its entry says, for this ledger as it was, and serves once (R11)."""
    name = layout.amend_file(entry.n)
    text = audit.again(name)
    made = audit.attempt(name, parse_reopening, text, name) if text is not None else None
    if made is None:
        return
    charter = game.tenures.at(entry.n)
    said: dict[str, object] = {"game": made.game, "charter": made.charter, "phase": made.phase, "dice": made.dice}
    said |= {"withdraws": list(made.withdraws), "round": made.round, "deadline": made.deadline or None}
    due: dict[str, object] = {"game": charter.game, "charter": charter.sha256}
    due |= {key: entry.get(key) for key in ("phase", "dice", "withdraws", "round", "deadline")}
    compare_words(audit, name, entry, said, due)
    if made.lines > entry.n or history.root_at(made.lines).hex() != made.root:
        audit.blame(name, "was signed over another ledger than this one")
    digest = entry.text("sha256")
    if digest in served:
        audit.blame_entry(entry, f"is by signatures that have served in entry {served[digest]} already")
    served.setdefault(digest, entry.n)


# ---------------------------------------------------------------------------------------------------------------- seals
def try_key(audit: Audit, post: Post, attempt: Attempt, lock: Entry, key: str) -> None:
    """Orders whose one-time key is shown: it is the key that the lock names, and opens what was locked."""
    envelope = envelope_of(audit, post, lock)
    if envelope is None:
        return
    if seal.public_of(key) != envelope.lock.key:
        judge(audit, post, attempt, lock, "is opened by another key than its lock names")
        return
    try:
        audit.memo.of(open_with, envelope, key)
    except PbemError as error:
        judge(audit, post, attempt, lock, error.faults[0].message)
    else:
        audit.count("orders opened")
        post.seals[lock.text("lock")] = OPENS


def envelope_of(audit: Audit, post: Post, lock: Entry) -> Envelope | None:
    """The envelope of a lock; one that is settled is read once more."""
    letter = post.heard.get(lock.n)
    if lock.n in post.told:
        data = audit.again(file_of(lock))
        letter = audit.attempt(file_of(lock), parse_envelope, data, file_of(lock)) if data is not None else None
    return letter if isinstance(letter, Envelope) else None


def open_with(envelope: Envelope, key: str) -> bool:
    """True, or a refusal."""
    open_envelope(envelope, (key,))
    return True


def open_by_round(audit: Audit, post: Post, attempt: Attempt, network: Network, beacon: Drand) -> None:
    """The time-locks of all locks that count. Where a seal to keys lies inside, only its readers can open that."""
    for lock in attempt.listed.values():
        data = audit.again(file_of(lock))
        envelope = due_then(audit.memo, data, file_of(lock), beacon.round) if data is not None else None
        if envelope is None:
            continue
        try:
            what = opens_with(audit.memo, envelope, network, beacon.signature)
        except PbemError as error:
            judge(audit, post, attempt, lock, error.faults[0].message)
        else:
            audit.count(what)
            post.seals[lock.text("lock")] = OPENS if what == "orders opened" else HIDDEN


def judge(audit: Audit, post: Post, attempt: Attempt, lock: Entry, why: str) -> None:
    """A seal that anybody can try and that does not hold what was locked: the ledger has to draw the consequence."""
    post.seals[lock.text("lock")] = BROKEN
    if lock.get("seat") not in attempt.struck:
        audit.blame(file_of(lock), why, hint="a 'timeout' with 'what' 'seal' would say that the default orders stand")


def check_strikes(audit: Audit, walk: Walk, post: Post) -> None:
    """No orders are struck that everybody can open and read (R6)."""
    for attempt in walk.phases.values():
        for seat, entry in attempt.struck.items():
            lock = attempt.listed.get(seat)
            if lock is not None and post.seals.get(lock.text("lock")) == OPENS:
                audit.blame_entry(entry, "strikes orders that everybody can open")


def shown_orders(audit: Audit, game: Game, walk: Walk) -> Mapping[str, str]:
    """Struck locks whose orders have been shown since, and fit: where they can be read."""
    found: dict[str, str] = {}
    for attempt in walk.phases.values():
        for seat in attempt.struck:
            lock = attempt.listed.get(seat)
            if lock is None:
                continue
            made = occasion_of(lock)
            purpose = orders_purpose(game.charter.game, seat, made.phase, made.attempt, lock.number("seq"))
            name = layout.revealed_file(purpose)
            data = audit.again(name)
            if data is not None and hash_hex(data) == lock.get("orders"):
                found[lock.text("lock")] = name
    return found
