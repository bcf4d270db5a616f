"""The words of our letters. What a letter must say is decided elsewhere; here it is said plainly."""

from __future__ import annotations

STRONGER = (
    "tier moderated: one mail a phase, no network; two-step keeps orders from the moderator until all are locked, "
    "beacon does so in one mail with a public beacon"
)
INVITATION = """{moderator} asks you to play {seat} in {game}, by letters.

{terms}

If you would like to play, save this letter as a file and run (the first only if you have no keys yet):
  pbem key new --name "Your name"
  pbem join LETTER
The second writes your acceptance; mail it to {address}. It binds you to nothing: once all seats are filled you get \
the charter, which says all of the above, and the game begins when everybody has signed it. The program is called \
pbem; its page "A player's first hour" explains each step.

If you would rather not, say so to {moderator}, or do nothing.
"""
CHARTER = """All seats of {title} have answered. The charter is attached, signed by the moderator. It says:

{terms}

If you agree, save this letter and run: pbem join LETTER
It checks the charter against your invitation and your keys, signs it, and writes a letter; mail that to {address}. \
The game begins, and the first report comes, when all have signed.
"""
#: The terms of a charter in words (agreed.py).
EARLY = {
    True: "Once all orders are in, a phase is run before its deadline.",
    False: "No phase is run before its deadline.",
}
#: Where exact hours were agreed in tier beacon, which lets no round fall sooner.
LOCKED_EARLY = "Once all orders are in they are locked; a phase is run when its round of the beacon is out."
SILENCES = {
    "standing": "Whoever sends nothing is played by his standing orders and the mildest answers.",
    "default_orders": "Whoever sends nothing is played by the default orders that the charter holds for him.",
    "wait": "Where somebody sends nothing the phase waits until the moderator decides.",
    "free_pass": "The first silence of each seat puts a deadline off once.",
}
ACTS_ALONE = "In a phase that is one seat's alone no other seat sends orders; what it is asked comes as a question."
GUARDIANS = "Guardians: {names}; should the moderator vanish, any {needed} of them can save the game, and read all."
PRESSES = {
    "signed": "signed letters, passed on by the moderator, who reads them",
    "grey": "unsigned letters, passed on by the moderator, who reads them",
    "both": "signed and unsigned letters, passed on by the moderator, who reads them",
}
SUBSTITUTE = """You are asked to play {seat} in {game}, by letters, in place of {name}, {duration}. It has been agreed:

{terms}

If you would like to, save this letter as a file and run (the first only if you have no keys yet):
  pbem key new --name "Your name"
  pbem join LETTER
The second writes your acceptance; mail it to {address}. What the seat has been told so far comes then. If you would \
rather not, say so, or do nothing.
"""
OFFER = """You are offered the seat of {seat} in {game}, by letters, by whoever plays it now. It has been agreed:

{terms}

If you would like to have it, save this letter as a file and run (the first only if you have no keys yet):
  pbem key new --name "Your name"
  pbem join LETTER
The second writes your acceptance with your keys; mail it to {reply}, who signs the seat over to them.
"""
NEWS = """{seat} is played by {name} from here on{until}. {how}
{reason}
Save this letter and run, in your game folder: pbem open LETTER
It checks the record and notes whom your orders go to from now on.
"""
FORMER = """You do not play {seat} any more: {name} does, from here on{until}. {how}
{reason}
There is nothing left for you to do; letters signed with your key are answered by saying so. To check the record, save \
this letter and run, in your game folder: pbem open LETTER
"""
GUARDIAN = """You, {name}, are a guardian of {title}: should its moderator vanish, {needed} of its {guardians} \
together can save the game.

Save this letter, keep it, and run: pbem escrow test LETTER
Mail what it prints to the moderator. The game begins when every guardian has shown that he can open his trial file. \
What is attached beside it are your shares; nobody asks for them unless the moderator does not answer any more.
"""
PROVED = """{name}, you have opened your trial file. Keep your keys and the letter; there is nothing else to do.
"""
SUCCESSOR = """{name} is to be the moderator of your game from here on. {why}

Save this letter and run, in your game folder: pbem join LETTER
It checks the papers, signs, and writes a letter to {address}; nothing is played before half of the seats have \
answered, and from {until} on those that have not are on record as silent. Dice and secrets stay what they were.
"""
SUCCESSION = {
    "hand-over": "The moderator so far has handed the game over, and has signed for it.",
    "succession": "The moderator so far does not answer, and the guardians have opened what he had sealed to them.",
}
NEW_MODERATOR = """{name} is the moderator of your game from here on; letters go to {address}.

Save this letter and run, in your game folder: pbem open LETTER
Orders that were sealed before and have not been opened are sealed to the moderator of before. If you have sent some \
for the open phase and get no receipt, or play with a beacon, seal them again and send them again.
"""
OBSERVED = """{report}
You get this because the charter names you, {name}, as an observer. There is nothing to send.
"""
ABANDONED = """{seat} has sent nothing {times} in a row. The game does not wait for the seat any more: {how}. \
A letter of orders from its player changes that at once; the moderator may ask somebody else to play it.
"""
DISORDER = {
    "standing": "its standing orders go on, and the mildest answers are given",
    "bot": "a bot plays it, from what the seat may see and by dice that nobody can foresee",
}
#: Where the dice of a phase are made already, or wait for whoever has sealed its orders.
YOURS_LATER = """Your acceptance has been taken in. {seat} is yours as soon as the dice of {title} have fallen: until \
then only whoever has sealed its orders can open them. You are written to when it is; nothing is asked of you before.
"""
UNCHANGED = """{seat} was to change hands when the dice had fallen, and does not: {why}

Whoever has played it until now goes on. To give it away all the same, offer it, or ask for a substitute, anew.
"""
GIVEN_LATER = """Your letter has been taken in. {seat} changes hands as soon as the dice of {title} have fallen: until \
then only you can open what you have sealed, so answer the letter 'locked' if it asks you to.
"""
WELCOME = """{news}
You play {seat}. Opening this letter also brings you everything the seat has been told, and an order file for what is \
open until {until}. Orders that were sent for it before count until you send yours.
"""
RESULT = """{what}

Save this letter and run, in your game folder: pbem open LETTER
{then}

{statement}
"""
#: What that does: where something is asked of the reader, where it is not, and at the end.
WRITE = "It checks the public record, opens your sealed report and writes your next order file."
LOOK = "It checks the public record and opens your sealed report."
LAST = (
    "It checks the public record, and opens your last report and all that was hidden. To have the whole game "
    "played again and compared with what you were told, run: pbem audit game"
)
#: What has happened, by how the subject names it.
PLAYED = {"start": "{title} begins", "played": "{title} is played", "waits": "{title} waits for an answer"}
MISSED = "It was played without orders or answers of yours, which had not come in time. "
DEFAULTED = "You were asked twice, and neither letter of yours has answered: what stood as your answer is taken. "
UNAGREED = "It was played without orders of yours: behind those that came too few of your team stood in time. "
OVER = "the game is over"
#: What comes next for whoever reads, by the subject and in the letter (reports.py).
NEXT = {
    "yours": ("your orders for {following}", "{following} is next: your orders are due by {deadline}."),
    "others": ("{happened}", "{following} is next, for {active}, until {deadline}. No orders are asked of you."),
    "asked": ("{title}: you are asked", "You are asked: answer by {deadline}."),
    "idle": ("{happened}", "Nothing is asked of you."),
    "everybody": (
        "{happened}", "Every seat sends a letter by {deadline}, asked or not, so that none tells who is asked."
    ),
}  # fmt: skip
#: What could not be sent before (overtaken.py).
EARLIER = "It brings {letters} that could not be sent; 'pbem open' reads what is earlier first.\n"
RECEIPT = """{whose} for {phase} has been taken in as number {seq}.{more}

Lock {lock}
Read as {orders}

The attached receipt proves that the lock stands in the ledger. To keep it, save this letter and run, in your game \
folder: pbem open LETTER
"""
#: By whether a team plays the seat, all of whom get the receipt.
WHOSE = {False: "Your letter", True: "A letter of your team"}
#: While others may still count instead.
NEWER = " Until the orders are locked, a newer letter of yours counts instead. The deadline is {until}."
#: Of orders that come once more, where they count no more.
OVERTAKEN = " It counts no more: your letter no. {seq} came after it, and counts instead."
WITHDRAWN = " It counts no more: all have agreed since to go back. {title} is open now, until {until}; what you \
want in it has to be sealed anew."
#: Of a team, below a receipt; what a member reads of the orders of another.
TEAM_RECEIPT = """
{state}. Orders of your team count once {needs} of you stand behind them; of several that have enough,
the newest count. Each other member opens this letter, which shows him the orders, and agrees: pbem word agree {seq}
"""
TEAM_COPY = "orders no. {seq} for {phase}, sent by {name}: {path}\n"
TEAM_ASKED = "if you agree to them: pbem word agree {seq}\n"
#: Of a team, in a reminder.
TEAM_WAITS = """
Orders of yours have come and do not count yet: {state}. See 'pbem word agree'.
"""
#: The same below faults.
TEAM_STANDS = """
{title} is open until {until}. Of your team: {state}. See 'pbem word agree'.
"""
CONFIRM = """{seat} of {title} asks that its letters go to this address from now on.

If that is you, save this letter and run, in your game folder: pbem open LETTER
It writes the letter that confirms the address; mail it. So does: pbem word confirm {token}
Letters go where they went before until then, and for good if nothing comes before {until}.

If you know nothing of it, do nothing. Without the keys of the seat nobody can confirm it for you.
"""
#: To the old address and to the new one.
MOVED = """Letters to {who} of {title} go to {address} from here on, and to {former} no more.

Reason: {reason}

If that was not your doing, tell {moderator} at once.
"""
MOVED_MORE = " Where it is, comes with this letter: 'pbem open' notes it for the letters you mail to all."
UNREACHED = """Letters to {who} of {title} do not arrive at {address}. Of the newest, {letter}, it is said:

{why}

Ask by some other way for another address, and put it on file: pbem address DIR {asked} --reason TEXT
What came back goes there at once. If the fault is over: pbem out DIR --resend {letter}
You are told this once.
"""
NOT_SILENT = """
Nobody who cannot be reached is taken for silent: the first phase that would be run without {who} waits for you.
"""
CUT_OFF = """{phase} of {title} has not been run: letters to {seats} come back, so nobody knows whether they are silent.

What they send is still taken in. Put another address on file (pbem address) and move the deadline (pbem extend), ask
somebody else to play (pbem replace), or have the phase run with what there is, and those that follow:
pbem run DIR --anyway
"""
WORD = """Your word no. {seq} has been taken in: {text}.
"""
REMINDER = """{phase} of {title} waits for your {what}, until {until}.

This is the only reminder. If they are on their way, nothing is left to do.
"""
REMINDER_OPENING = """{phase} of {title} waits for your part of the dice, until {until}.

Open the letter that says "locked", and run, in your game folder: pbem orders open
Then mail the letter that it writes. This is the only reminder. If yours is on its way, nothing is left to do.
"""
LATE = """The deadline of {phase} of {title} has passed, and your {what} have not come.

They are still taken until {until}. After that {then}.
"""
#: What then becomes of the phase, by what the charter says of silence.
THEN = {
    "wait": "the phase is not run without them: it waits until the moderator decides",
    "free_pass": "the deadline is put off once, for the charter lets the first silence of a seat pass",
}
RUN_WITHOUT = "the phase is run without them"
SILENT = """{phase} of {title} has not been run: at its deadline {silent} of {awaited} seats were silent ({seats}).

A fault of the mail hits everybody at once, so look at yours first. Orders are still taken in. The phase is run once \
all are in; or you move its deadline (pbem extend), or have it run with what there is: pbem run DIR --anyway
"""
#: Their subjects.
TOLD = {
    "reminder": "{phase} waits for you",
    "late": "{phase}, the deadline has passed",
    "silence": "{phase} is not run, most seats are silent",
    "unreached": "{phase} is not run, letters to a seat come back",
}
CLOCK = """The clock of the machine that keeps {title} shows {clock}, which is before {newest}, the newest entry of \
the record. Letters are taken in and entered under that time; nothing is run before the clock has passed it. Set the \
clock right.
"""
UNREAD = """The mailbox of {title} has not been read since {since}:
{why}

Whoever has written since then has had no answer. Letters that wait are sent as ever, but no phase closes by its \
deadline before the mailbox has been read, for orders that came in time may lie in it. Once you have mended it, the \
next tick takes everything in and plays on. To have a phase run all the same: pbem run DIR
"""
AHEAD = """Orders of {seat} have come for {title} that cannot be taken in:
{what}

Either the folder of the game is an older copy that was restored, or {seat} says what is not so.

If it is a copy, run nothing from it: what is played now is not the record that the players hold, and their programs \
will refuse it. "You have restored a copy" in docs/moderate.md says how to catch up. Nothing is run until you have \
decided. If {seat} is wrong: pbem run DIR --anyway
"""
SEALED = "sealed until the orders open"
ON_FILE = "told to the address on file"
ELSEWHERE = """Your letter has changed nothing. What is wrong with it has been told to the address on file for {seat}.
"""
FAULTS = """Your letter could not be used, and has changed nothing. What was found:

{faults}
"""
#: Below the answer to a letter that brought more than one thing.
LEFT = """One document of a letter is taken in. Your letter also brought {names}, which has changed nothing: if it has \
not been taken in before, mail it in a letter of its own.
"""
#: Where the sender stands, below the faults; for the address on file alone.
STANDS = {
    True: "\nYour orders no. {seq} for {title} count as before. It is open until {until}.\n",
    False: "\n{title} is open until {until}, and no orders of yours are in.\n",
}
#: Below the faults of a letter that brought no document: somebody may wait for a person to answer.
WORDS_ONLY = "\nA program answers here. The moderator finds letters like yours in the inbox of the game.\n"
LOCKED = """Orders for {phase} are locked, those of {seats}. All envelopes are attached.

If one is missing or wrong, say so now. Otherwise run, in your game folder: pbem open LETTER
and then: pbem orders open
It writes the letter that opens your part of the dice, due by {deadline}.
"""
#: The same where there are none.
LOCKED_NONE = """No orders count for {phase}, and none are taken any more. If you have a receipt for yours, say so \
now. Otherwise run, in your game folder: pbem open LETTER
and then: pbem orders open
It writes the letter that opens your part of the dice, due by {deadline}.
"""
#: Before these words, where a seat has not opened in time.
LOCKED_ANEW = """The time to open {phase} is over, and nothing has come from {seats}. The dice are made anew, so \
everybody opens once more, whoever has done so before as well.{fall}

"""
ORDERS_FALL = " Orders of {seats} do not count any more."
#: To a seat whose lock was also its opening.
LOCKED_ALONE = """Orders for {phase} are locked: yours, and nobody else had any to send. Your letter has opened your \
part of the dice as well, so there is nothing left for you to do. The others open theirs by {deadline}.

To check the record, run in your game folder: pbem open LETTER
"""
OLDER_COPY = "it is also what comes of a moderator who has restored an older copy of his folder: tell him at once"
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

This stands as entry {line} in the ledger of {game}, signed by the moderator. To check it, save this letter and run, \
in your game folder: pbem open LETTER
"""
PRESS = """A letter between players is attached, sealed to you.

Save this letter and run, in your game folder: pbem open LETTER
"""
PRESS_TAKEN = """Your press no. {seq} has been taken in: {text}.
"""
#: Below the welcome of a player, where the others are being asked.
WELCOME_BACK = """
All are asked to go back to {phase}, and the game is paused until all have signed. To agree, run as well, in your game
folder: pbem agree LETTER
"""
GO_BACK = """The moderator asks all players to go back to {phase}. The game is paused meanwhile (entry {line}).

Reason: {reason}

{known}
Everything after that moment is withdrawn and stays in the record. It takes the signatures of all; whoever does not \
want it need not answer. To agree, save this letter and run, in your game folder: pbem agree LETTER
"""
#: Below the same, to a seat that several play.
GO_BACK_TEAM = """
For a team its captain signs; its other members open this letter and sign nothing.
"""
KNOWN_DICE = """The dice stay: the same label gives the same value as before, so that nobody goes back for better \
dice. Whoever has read the results knows those values, in this tier as in any other. Dice that had not fallen are new.
"""
FRESH_DICE = "No dice of this phase had fallen; they will be new, as for any phase.\n"
WENT_BACK = """All have signed: the game goes back to {title} ({phase}). Orders are open until {deadline}.

{dice}
Save this letter and run, in your game folder: pbem open LETTER
It checks the public record, opens your sealed report and writes your next order file.
"""
AGREED = """Your signature for going back to {phase} has been taken in.
"""
#: What each act of the moderator decides, by its word in the ledger; the first that has all its fields is said.
RULINGS = {
    "pause": ("The game is paused. Orders are still taken in; nothing is run and nobody is late until it goes on.",),
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
    "note": ("The moderator rules as follows.",),
    "address": ("Letters to {seat} go to another address from here on.",),
    "end": ("The game is ended here. Winner: {winner}.", "The game is ended here. Outcome: {outcome}."),
}
