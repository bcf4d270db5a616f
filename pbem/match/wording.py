"""The texts of letters, with gaps for names and times."""

from __future__ import annotations

#: For everybody who signs a charter, and for the moderator who sends it.
COMPARE_WORDS = (
    "the words of this charter are: {words}",
    "compare them with {others} by telephone or face to face: if they are the same, nobody on the way exchanged a key",
)
OTHER_ADDRESS = (
    "{seat} was accepted from {sender}, and the invitation went to {address}: somebody else may have read it. Compare "
    "the words of the charter with the player by telephone"
)
OLD_LIST = (
    "the list of addresses in this letter, no. {number}, is older than no. {known}, which you have: it is "
    "not used"
)
STRONGER = (
    "tier moderated: one letter a phase, no network; two-step hides orders from the moderator until all are locked, "
    "beacon does so with one letter and a public beacon"
)
INVITATION = """{moderator} asks you to play {game}, by e-mail. Your seat: {seat}.

{terms}

If you would like to play, save this letter as a file and run (the first line only if you have no keys yet):
  pbem key new --name "Your name"
  pbem join LETTER
The second line writes your acceptance; mail it to {address}. You are not bound yet: once all seats are filled you get \
the charter, which says all of the above, and the game begins when everybody has signed it. You need the program pbem, \
which does not teach the rules. To read "A player's first hour", which explains each step, run: pbem docs play

{printed}

If you would rather not play, tell {moderator}, or do nothing.
"""
CHARTER = """All seats of {title} are filled. The charter is attached, signed by the moderator. It says:

{terms}

If you agree, save this letter and run: pbem join LETTER
That compares the charter with your invitation and your keys, signs it, and writes a letter; mail it to {address}. \
The game begins, and you get your first report, when all have signed.
"""
#: The terms of a charter in words (terms_in_words.py).
EARLY = {
    True: "Once all orders are in, a phase runs before its deadline.",
    False: "No phase runs before its deadline.",
}
#: For exact hours in tier beacon, where no round can come sooner.
LOCKED_EARLY = "Once all orders are in they are locked; a phase runs when its round of the beacon is out."
SILENCES = {
    "standing": "If you miss a deadline, your standing orders and doctrine are used, and open questions get their "
                "default answers.",
    "default_orders": "If you miss a deadline, the default orders are used that the charter holds for your seat.",
    "wait": "If somebody misses a deadline, the phase waits until the moderator decides.",
    "free_pass": "The first time a seat misses a deadline, the deadline moves once.",
}
ACTS_ALONE = "If only one seat acts in a phase, the others send no orders; they are asked if they must decide."
GUARDIANS = "Guardians: {names}. If the moderator vanishes, any {needed} of them can save the game and read everything."
PRESSES = {
    "signed": "signed letters, passed on by the moderator, who can read them",
    "grey": "unsigned letters, passed on by the moderator, who can read them",
    "both": "signed and unsigned letters, passed on by the moderator, who can read them",
}
SUBSTITUTE = """You are asked to play {game}, by e-mail, in place of {name}, {duration}. Your seat: {seat}. The terms:

{terms}

If you would like to play, save this letter as a file and run (the first line only if you have no keys yet):
  pbem key new --name "Your name"
  pbem join LETTER
The second line writes your acceptance; mail it to {address}. You then get everything that the seat has been told so \
far. If you would rather not play, say so, or do nothing.
"""
OFFER = """The player of {seat} in {game} offers you the seat. The game is played by e-mail. These are the terms:

{terms}

If you would like to play, save this letter as a file and run (the first line only if you have no keys yet):
  pbem key new --name "Your name"
  pbem join LETTER
The second line writes your acceptance with your keys; mail it to {reply}, who then signs the seat over to you.
"""
NEWS = """The {seat} seat is played by {name} from now on{until}. {how}
{reason}
Save this letter and run, in your game folder: pbem open LETTER
That checks the record and notes where to send your orders from now on.
"""
FORMER = """You do not play the {seat} seat any more: {name} does, from now on{until}. {how}
{reason}
You need not do anything. If you send letters signed with your key, you get this news as an answer. To check the \
record, save this letter and run, in your game folder: pbem open LETTER
"""
GUARDIAN = """You, {name}, are a guardian of {title}: if its moderator vanishes, {needed} of its {guardians} \
together can save the game.

Save this letter, keep it, and run: pbem escrow test LETTER
Mail the output to the moderator. The game begins when every guardian has shown that they can open their trial file. \
Your shares are attached as well; nobody asks for them unless the moderator no longer answers.
"""
PROVED = """{name}, you have opened your trial file. Keep your keys and the letter; you need not do anything else.
"""
SUCCESSOR = """{name} will be the moderator of your game from now on. {why}

Save this letter and run, in your game folder: pbem join LETTER
That checks the papers, signs, and writes a letter; mail it to {address}. The game goes on when all seats have \
answered, or half of them after {until}; the record then names those that have not. Dice and secrets stay the same.
"""
SUCCESSION = {
    "hand-over": "The former moderator has handed the game over, and has signed for it.",
    "succession": "The former moderator does not answer, and the guardians have opened what was sealed to them.",
}
NEW_MODERATOR = """{name} is the moderator of your game from now on; letters go to {address}.

Save this letter and run, in your game folder: pbem open LETTER
Orders that were not opened yet are sealed to the former moderator. If you have sent orders for the open phase and get \
no receipt, or if you play with a beacon, seal and send them again.
"""
OBSERVED = """{report}
You get this letter because the charter names you, {name}, as an observer. You need not send anything.
"""
ABANDONED = """{seat} has missed its deadline {times} in a row. The game no longer waits for this seat: {how}. \
A letter with orders from its player changes that at once; the moderator may ask somebody else to play it.
"""
DISORDER = {
    "standing": "its standing orders and doctrine are used, and open questions get their default answers",
    "bot": "a bot plays it, which knows what the seat may see and uses dice that nobody can foresee",
}
#: If the dice of a phase are made already, or only the player who sealed its orders can open them.
YOURS_LATER = """Your acceptance has been taken in. {seat} is yours as soon as the dice of {title} have fallen: until \
then only the player who sealed its orders can open them. You get a letter then; you need not do anything before.
"""
UNCHANGED = """{seat} was to change hands after the dice had fallen, and does not: {why}

The player so far goes on. To give the seat away all the same, offer it again, or ask for a substitute again.
"""
GIVEN_LATER = """Your letter has been taken in. The {seat} seat changes hands as soon as the dice of {title} have \
fallen: until then only you can open what you have sealed, so answer the letter 'locked' if it asks you to.
"""
WELCOME = """{news}
You play the {seat} seat. Opening this letter also brings you everything that the seat has been told, and an order \
file for what is open until {until}. Orders that were sent before count until you send yours.
"""
RESULT = """{what}

Save this letter and run, in your game folder: pbem open LETTER
Or run, if pbem reads your mailbox: pbem sync
{then}

{statement}
"""
#: What `pbem open` does: if something is asked of the reader, if not, and at the end.
WRITE = "That checks the public record, shows your report and drafts your next order file."
LOOK = "That checks the public record and shows your report."
LAST = (
    "That checks the public record, and shows your last report and everything that was hidden. To play the whole game "
    "again and compare it with what you were told, run: pbem audit game"
)
#: What has happened.
PLAYED = {"start": "{title} begins", "played": "{title} has been played", "waits": "{title} waits for an answer"}
MISSED = "It was played without orders or answers from you, because none had come in time. "
DEFAULTED = "You were asked twice, and neither of your letters answered, so the default answer is used. "
UNAGREED = "It was played without your orders: too few of your team supported them in time. "
OVER = "the game is over"
#: What comes next for the reader: in the subject and in the letter (headlines.py).
NEXT = {
    "yours": ("your orders for {following}", "Next: {following}. Send your orders by {deadline}."),
    "others": ("{happened}", "Next: {following}, for {active}, until {deadline}. You need not send orders."),
    "asked": ("{title}: you are asked", "You are asked something. Answer by {deadline}."),
    "idle": ("{happened}", "You need not send anything."),
    "everybody": (
        "{happened}", "Every seat sends a letter by {deadline}, asked or not, so that nobody can tell who is asked."
    ),
}  # fmt: skip
#: Said of a phase in which silence is an order.
RUNS_ON = " If you send nothing, what you ordered before goes on, and nobody calls it a missed deadline."
#: What could not be sent before (unsent.py).
EARLIER = "It brings {letters} that could not be sent; 'pbem open' reads the earlier ones first.\n"
RECEIPT = """{whose} for {phase} has been taken in as number {seq}.{more}

The attached receipt proves that it is in the record. To keep the receipt, save this letter and run, in your game \
folder: pbem open LETTER

Hash of the lock on your sealed orders: {lock}
Hash of your orders as they were read: {orders}
"""
#: By whether a team plays the seat; all of its members get the receipt.
WHOSE = {False: "Your letter", True: "A letter of your team"}
#: While a newer letter may count instead.
NEWER = " Until the orders are locked, a newer letter of yours counts instead. The deadline is {until}."
#: For orders that come again and no longer count.
OVERTAKEN = " It no longer counts: your letter no. {seq} came after it, and counts instead."
WITHDRAWN = " It no longer counts: all players have agreed since to go back. {title} is open now, until {until}; seal \
your orders for it again."
#: Of a team, below a receipt; and what a member reads of the orders of another.
TEAM_RECEIPT = """
{state}. Orders of your team count once {needs} of you support them; if several have enough support,
the newest count. Each other member opens this letter, which shows the orders, and agrees: pbem word agree {seq}
"""
TEAM_COPY = "orders no. {seq} for {phase}, sent by {name}: {path}\n"
TEAM_ASKED = "if you agree to them: pbem word agree {seq}\n"
#: Of a team, in a reminder.
TEAM_WAITS = """
Your team has sent orders that do not count yet: {state}. See 'pbem word agree'.
"""
#: Of a team, below faults.
TEAM_STANDS = """
{title} is open until {until}. Of your team: {state}. See 'pbem word agree'.
"""
CONFIRM = """{seat} of {title} asks that its letters go to this address from now on.

If that is you, save this letter and run, in your game folder: pbem open LETTER
That writes the letter that confirms the address; mail it. This does the same: pbem word confirm {token}
Until then letters go where they went before, and they stay there if you have not confirmed by {until}.

If you know nothing about this, do nothing. Without the keys of the seat nobody can confirm it in your name.
"""
#: To the old address and to the new one.
MOVED = """Letters to {who} of {title} go to {address} from now on, and no longer to {former}.

Reason: {reason}

If you did not ask for that, tell {moderator} at once.
"""
MOVED_MORE = " The new address comes with this letter: 'pbem open' notes it for the letters you mail to all."
UNREACHED = """Letters to {who} of {title} do not arrive at {address}. The mail server says of the newest, {letter}:

{why}

Ask for another address in some other way, and put it on file: pbem address DIR {asked} --reason TEXT
Letters that came back go there at once. If the problem is over: pbem out DIR --resend {letter}
You are told this once.
"""
NOT_SILENT = """
A player who cannot be reached does not count as silent: the first phase that would run without {who} waits for you.
"""
CUT_OFF = """{phase} of {title} has not been run: letters to {seats} come back, so nobody knows whether they are silent.

Orders are still taken in. Put another address on file (pbem address) and move the deadline (pbem extend), ask
somebody else to play (pbem replace), or run this phase and those that follow with what there is:
pbem run DIR --anyway
"""
WORD = """Your message no. {seq} has been taken in: {text}.
"""
REMINDER = """{phase} of {title} waits for your {what}, until {until}.

This is the only reminder. If they are on their way, you need not do anything.
"""
REMINDER_OPENING = """{phase} of {title} waits for your part of the dice, until {until}.

Open the letter that says "locked", and run, in your game folder: pbem orders open
Then mail the letter that it writes. This is the only reminder. If yours is on its way, you need not do anything.
"""
LATE = """The deadline of {phase} of {title} has passed, and your {what} have not come.

They still count if they come by {until}. After that {then}.
"""
#: What happens to the phase after that, by the charter's rule for silence.
THEN = {
    "wait": "the phase does not run without them: it waits until the moderator decides",
    "free_pass": "the deadline moves once, because the charter forgives the first silence of a seat",
}
RUN_WITHOUT = "the phase runs without them"
SILENT = """{phase} of {title} has not been run: at its deadline {silent} of {awaited} seats were silent ({seats}).

Look at your mail first: if it fails, it fails for everybody at once. Orders are still taken in. The phase runs once \
all are in. Or move its deadline (pbem extend), or run it with what there is: pbem run DIR --anyway
"""
#: The subjects of these letters.
TOLD = {
    "reminder": "{phase} waits for you",
    "late": "{phase}, the deadline has passed",
    "silence": "{phase} is not run, most seats are silent",
    "unreached": "{phase} is not run, letters to a seat come back",
}
CLOCK = """The clock of the machine that keeps {title} shows {clock}, which is before {newest}, the newest entry of \
the record. Letters are taken in and entered with that time; nothing runs before the clock has passed it. Correct the \
clock.
"""
UNREAD = """The mailbox of {title} has not been read since {since}:
{why}

Players who have written since then have had no answer. Waiting letters are still sent, but no phase closes by its \
deadline before the mailbox has been read, because orders that came in time may lie in it. Once you have repaired it, \
the next tick takes everything in and plays on. To run a phase all the same: pbem run DIR
"""
AHEAD = """Orders of {seat} have come for {title} that cannot be taken in:
{what}

Either the folder of the game is an older copy that was restored, or the orders of {seat} say something false.

If it is a copy, run nothing from it: it would make a record that differs from the one the players hold, and their \
programs would refuse it. "You have restored an old copy" in docs/moderate.md says how to catch up. Nothing runs until \
you have decided. If {seat} is wrong: pbem run DIR --anyway
"""
SEALED = "sealed until the orders open"
ON_FILE = "told to the address on file"
ELSEWHERE = """Your letter has changed nothing. The address on file for {seat} has been told what is wrong with it.
"""
FAULTS = """Your letter could not be used, and has changed nothing. These are the errors:

{faults}
"""
#: To somebody who asks a club which seats are open, and to somebody whose seat cannot be had.
OPEN_SEATS = """These seats are open. To take one, mail a letter with one of these subjects to {address}:

{seats}

You get an invitation, which tells you the terms, and have a week to accept it. A program answers here.
"""
NO_SEAT = """You have asked for a seat that cannot be had: {why}

{seats}

A program answers here.
"""
#: Below the answer to a letter that brought several things.
LEFT = """Only one document of a letter is taken in. Your letter also brought {names}, which has changed nothing: \
if it has not been taken in before, mail it in a letter of its own.
"""
#: The sender's situation, below the errors; only for the address on file.
STANDS = {
    True: "\nYour orders no. {seq} for {title} still count. It is open until {until}.\n",
    False: "\n{title} is open until {until}, and there are no orders from you yet.\n",
}
#: The same once the time for it is over.
CLOSED = {
    True: "\n{title} closed at {until}. Your orders no. {seq} count.\n",
    False: "\n{title} closed at {until}. There are no orders from you; your standing orders and the defaults play.\n",
}
#: Below the errors of a letter without a document, because its writer may expect a person to answer.
WORDS_ONLY = "\nA program has written this answer. The moderator finds letters like yours in the inbox of the game.\n"
LOCKED = """Orders for {phase} are locked, those of {seats}. All envelopes are attached.

If one is missing or wrong, say so now. Otherwise run, in your game folder: pbem open LETTER
and then: pbem orders open
That writes the letter that opens your part of the dice; mail it by {deadline}.
"""
#: The same if there are none.
LOCKED_NONE = """No orders count for {phase}, and none are taken in any more. If you have a receipt for yours, say so \
now. Otherwise run, in your game folder: pbem open LETTER
and then: pbem orders open
That writes the letter that opens your part of the dice; mail it by {deadline}.
"""
#: Grammar 2: the answer to an opening.
OPEN_RECEIPT = """Your opening of {phase} is in the ledger. The attached receipt proves it; keep it.
"""
#: Grammar 2: orders that showed a chain value came after they were locked.
STRAY = """Your orders for {phase} came after orders were locked, so they do not count. The record has them, because \
they showed a part of your dice; nothing is left for you to do about it.
"""
#: Before these words, if a seat has not opened in time.
LOCKED_ANEW = """The time to open {phase} is over, and nothing has come from {seats}. The dice are made again, so \
everybody opens once more, also those who have done so before.{fall}

"""
#: The record says who has not opened; players who hold such an opening can mail it on.
NOT_OPENED = """The time to open {phase} is over, and nothing has come from {seats}. The attached record says so.

If you hold an opening of theirs, 'pbem open' of this letter writes a letter that mails it on: send it at once. An \
opening that comes before {until} still counts. After that the dice are made without these seats.
"""
#: To the moderator: openings are missing, and no rule lets the phase go on without them.
WAITS_FOR_OPENING = """{phase} waits for the opening of {seats}, and no dice can be made without it.

Ask them for it: 'pbem extend' gives more time, and an opening still counts when its time is over. If it never comes, \
all seats can agree to open the phase again: 'pbem rollback --to {name}'.
"""
#: To the moderator, where a seat has changed hands between its lock and its opening.
NOBODY_OPENS = (
    "the orders were locked before {seats} changed hands, and only the keys of then open them. If the former player "
    "does not send the opening, ask all seats to open the phase again: 'pbem rollback DIR --to {phase} --reason WHY'. "
    "A player whose program refuses, because dice may have been seen, agrees with 'pbem agree --insist LETTER'"
)
ORDERS_FALL = " Orders of {seats} no longer count."
#: To a seat whose orders also opened its part of the dice.
LOCKED_ALONE = """Orders for {phase} are locked: yours, and nobody else had any to send. Your letter has opened your \
part of the dice as well, so you need not do anything more. The others open theirs by {deadline}.

To check the record, run in your game folder: pbem open LETTER
"""
#: What a client says of letters of others, and of what the record leaves out.
HELD = "kept: the {kind} of {seat} for {phase}\n"
NOT_ON_RECORD = "The {kind} of {seat} for {occasion} is not in the record: {digest}.\n"
NOT_ON_RECORD_MORE = """It is attached, signed by its seat, with {receipt}. The moderator is asked to enter it now; \
everybody else can keep it, so that the record can be held against it.
"""
HAS_SEEN = "I have seen the record so far; the attached word says how far.\n"
SEEN_WRITTEN = "mail {path}: it confirms how much of the record you have seen"
CHOICE = "somebody had a choice: {words}"
OLDER_COPY = "this also happens if the moderator has restored an older copy of the game: tell them at once"
EARLIER_LETTER = (
    "did you skip a letter? open those that came before this one, then this one again; "
    "'pbem word again' asks for one that is missing"
)
NOT_TAKEN = (
    "nothing of this letter was taken; anybody who knows the public files of a game can write such a letter, so ask "
    "your moderator whether they sent it"
)
SKIPPED = (
    "Your report is genuine and complete. "
    "Before you send orders, open what is missing: look in your mailbox and its spam folder, or ask for it with "
    "'pbem word again'"
)
RULING = """{sentence}

Reason: {reason}

To check it, save this letter and run, in your game folder: pbem open LETTER

The moderator has signed this; it is entry {line} in the ledger of {game}.
"""
PRESS = """A letter from another player is attached, sealed to you.

Save this letter and run, in your game folder: pbem open LETTER
"""
PRESS_TAKEN = """Your letter to other players, no. {seq}, has been taken in: {text}.
"""
#: Below the welcome of a player, while the others are being asked.
WELCOME_BACK = """
All players are asked to go back to {phase}, and the game is paused until all have signed. If you agree, also run, in
your game folder: pbem agree LETTER
"""
GO_BACK = """The moderator asks all players to go back to {phase}. The game is paused meanwhile (entry {line}).

Reason: {reason}

{known}
Everything after that moment is withdrawn and stays in the record. The game goes back only if all players sign; if you \
do not want that, do not answer. If you agree, save this letter and run, in your game folder: pbem agree LETTER
"""
#: Below the same, to a seat that several people play.
GO_BACK_TEAM = """
For a team its captain signs; its other members open this letter and sign nothing.
"""
KNOWN_DICE = """The dice stay: the same label gives the same value as before, so nobody can go back for better dice. \
Players who have read the results know those values, in every tier. Dice that had not fallen are new.
"""
#: Grammar 2: what all sign where a phase had no dice and is thrown anew.
FRESH_AGREED = """The phase has no dice yet, and throws new ones. If somebody could know the dice that fall away, they \
could choose between two throws by signing or not; the record will say that all have signed.
"""
FRESH_DICE = "No dice of this phase had fallen; they will be new, as for any phase.\n"
WENT_BACK = """All have signed: the game goes back to {title} ({phase}). Send your orders by {deadline}.

{dice}
Save this letter and run, in your game folder: pbem open LETTER
That checks the public record, shows your report and drafts your next order file.
"""
AGREED = """Your signature for going back to {phase} has been taken in.
"""
#: Act of the moderator in the ledger -> its sentence; the first whose fields are all there is used.
RULINGS = {
    "pause": ("The game is paused. Orders are still taken in; nothing runs and nobody is late until it goes on.",),
    "resume": (
        "The game goes on. {step} is open until {until}.",
        "The game goes on. {phase} is open until {until}.",
        "The game goes on. Openings for {phase} are due by {opens}.",
        "The game goes on.",
    ),
    "extend": (
        "The deadline of {step} is now {until}.",
        "The deadline of {phase} is now {until}.",
        "Openings for {phase} are now due by {opens}.",
    ),
    "position": ("The moderator has changed the position in {phase}.",),
    "note": ("The moderator has made a ruling.",),
    "address": ("Letters to {seat} go to another address from now on.",),
    "end": (
        "The moderator has ended the game. Winner: {winner}.",
        "The moderator has ended the game. Outcome: {outcome}.",
    ),
}
