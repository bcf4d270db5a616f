"""Letters that must never be answered: reports, robots, lists, and ours coming home; and some that only look so."""

from __future__ import annotations

from mail_kit import ANNE, CLUB, ENVELOPE, OUR_ID, Case, bounce_report, letter, part, several

OURS = f"From: {CLUB}\nTo: {ANNE}\nMessage-ID: {OUR_ID}\nSubject: result\n\nAll lost.\n".encode()
DAEMON = "From: Mail Delivery <MAILER-DAEMON@mx.example.net>"
PROSE = (
    "Hi. This is the qmail-send program at example.net.\nI'm afraid I wasn't able to deliver your message to the "
    f"following addresses.\n\n<{ANNE}>:\nSorry, no mailbox here by that name. (#5.1.1)\n\n"
    f"--- Below this line is a copy of the message.\n\nMessage-ID: {OUR_ID}\n\nAll lost.\n"
).encode()
CHAT = b"I am away until Monday.\n"


def robots() -> dict[str, Case]:
    """All of them."""
    return {**reports(), **automatic(), **lists(), **loops()}


def silent(raw: bytes, sort: str, why: str, holds: str = "") -> Case:
    """Read, noted, not answered."""
    return Case(raw, holds, why, sort, answered=False)


def reports() -> dict[str, Case]:
    """Letters about our letters."""
    seen = several(
        "report",
        part(b"It was opened.\n"),
        part(b"Disposition: manual-action; displayed\n", "message/disposition-notification"),
        extra="; report-type=disposition-notification",
    )
    ours, any_report = "reports on a letter of ours", "is a report"
    cases = {
        "failed": (bounce_report("failed", "5.1.1", OURS), ours),
        "delayed": (bounce_report("delayed", "4.4.1", OURS), ours),
        "full": (bounce_report("failed", "4.2.2", OURS), ours),
        "delivered": (bounce_report("delivered", "2.0.0", OURS), "Return-Path is empty"),
        "headers-only": (bounce_report("failed", "5.1.1", OURS, "text/rfc822-headers"), ours),
        "about-nothing": (bounce_report("failed", "5.1.1", b"", "text/plain"), ours),
        "opened": (seen, any_report),
        "prose": (letter(PROSE, "text/plain", "", DAEMON), ours),
        "prose-null-sender": (letter(PROSE, "", "", "Return-Path: <>"), ours),
        "prose-from-a-person": (letter(b"What is this?\n" + PROSE), ""),
        "exim": (
            letter(b"This message was created automatically.\n", "", "", f"X-Failed-Recipients: {ANNE}"),
            "failed recipients",
        ),
        "null-sender": (letter(ENVELOPE, "", "", "Return-Path: <>"), "Return-Path is empty"),
        "null-sender-blank": (letter(CHAT, "", "", "Return-Path: < >"), "Return-Path is empty"),
        "null-sender-remark": (
            letter(CHAT, "", "", "Return-Path: <> (added by postmaster@mx.example.net)"), "Return-Path is empty",
        ),
        "null-sender-sendmail": (
            letter(CHAT, "", "", "Return-Path: <MAILER-DAEMON@mx.example.net>"), "Return-Path is empty",
        ),
    }
    found = {f"report-{name}": silent(raw, "bounce", why) for name, (raw, why) in cases.items()}
    found["report-prose-from-a-person"] = Case(cases["prose-from-a-person"][0], why="holds no document")
    found["report-null-sender"] = silent(cases["null-sender"][0], "bounce", "Return-Path is empty", "lock@inline")
    return found


def automatic() -> dict[str, Case]:
    """Letters no person wrote."""
    lines = {
        "auto-replied": ("Auto-Submitted: auto-replied (vacation)", "auto-replied"),
        "auto-generated": ("Auto-Submitted: auto-generated; type=x", "auto-generated"),
        "auto-notified": ("AUTO-SUBMITTED: Auto-Notified", "auto-notified"),
        "x-autoreply": ("X-Autoreply: yes", "x-autoreply"),
        "x-autorespond": ("X-Autorespond: Re: result", "x-autorespond"),
        "auto-submitted-twice": ("Auto-Submitted: no\nAuto-Submitted: auto-replied", "auto-replied"),
        "x-autoreply-from": ("X-Autoreply-From: anne@example.net", "x-autoreply-from"),
        "x-mail-autoreply": ("X-Mail-Autoreply: t03", "x-mail-autoreply"),
        "daemon": (DAEMON, "machine"),
        "daemon-without-host": ("From: MAILER-DAEMON (Mail System)\nReply-To: anne@example.net", "machine"),
        "postmaster": ("From: postmaster@example.net", "machine"),
        "no-reply": ("From: No Reply <no-reply@example.net>", "machine"),
        "bounces-address": ("From: bounces+anne=x@example.net", "machine"),
        "answers-to-a-machine": ("Reply-To: donotreply@example.net", "machine"),
        "vacation-english": ("Subject: Out of Office: result of t03", "answering machine"),
        "vacation-outlook": ("Subject: Automatic reply: result of t03", "answering machine"),
        "vacation-german": ("Subject: Abwesenheitsnotiz: Ergebnis", "answering machine"),
        "vacation-outlook-german": ("Subject: Automatische Antwort: Ergebnis", "answering machine"),
        "vacation-dutch": ("Subject: Automatisch antwoord: t03", "answering machine"),
        "vacation-italian": ("Subject: Risposta automatica: t03", "answering machine"),
        "vacation-portuguese": ("Subject: =?utf-8?q?Resposta_autom=C3=A1tica=3A_t03?=", "answering machine"),
        "vacation-polish": ("Subject: =?utf-8?q?Automatyczna_odpowied=C5=BA=3A_t03?=", "answering machine"),
        "vacation-swedish": ("Subject: Automatiskt svar: t03", "answering machine"),
        "vacation-spanish": ("Subject: =?utf-8?q?Respuesta_autom=C3=A1tica=3A_t03?=", "answering machine"),
        "vacation-french": ("Subject: =?utf-8?q?R=C3=A9ponse_automatique_=3A_t03?=", "answering machine"),
    }
    found = {
        f"robot-{name}": silent(letter(CHAT, "", "", line), "automatic", why) for name, (line, why) in lines.items()
    }
    orders = letter(ENVELOPE, "", "", "Subject: Out of office, but here are my orders")
    found["robot-vacation-with-orders"] = Case(orders, "lock@inline", data=ENVELOPE)
    found["robot-not-automatic"] = Case(letter(ENVELOPE, "", "", "Auto-Submitted: no"), "lock@inline", data=ENVELOPE)
    human = letter(ENVELOPE, "", "", "Auto-Submitted: no (written by hand)")
    found["robot-not-automatic-remark"] = Case(human, "lock@inline", data=ENVELOPE)
    found["robot-with-orders"] = silent(
        letter(ENVELOPE, "", "", "Auto-Submitted: auto-generated"), "automatic", "auto-generated", "lock@inline"
    )
    return found


def lists() -> dict[str, Case]:
    """Letters to many."""
    lines = ("Precedence: bulk", "Precedence: list", "precedence: JUNK", "Precedence: auto_reply")
    found = {
        f"list-{line.split()[1].lower()}": silent(letter(CHAT, "", "", line), "list", "Precedence") for line in lines
    }
    for name, line in {"remark": "Precedence: bulk (club)", "twice": "Precedence: normal\nPrecedence: bulk"}.items():
        found[f"list-bulk-{name}"] = silent(letter(CHAT, "", "", line), "list", "Precedence")
    found["list-id"] = silent(
        letter(ENVELOPE, "", "", "List-Id: Club <club.example.org>"), "list", "List-Id", "lock@inline"
    )
    found["list-first-class"] = Case(letter(ENVELOPE, "", "", "Precedence: first-class"), "lock@inline", data=ENVELOPE)
    return found


def loops() -> dict[str, Case]:
    """Ours, or going in circles."""
    received = [f"Received: from a by b; {n}" for n in range(101)]
    return {
        "loop-our-mark": silent(letter(CHAT, "", "", f"X-Loop: {CLUB}"), "loop", "X-Loop"),
        "loop-our-mark-among-others": silent(
            letter(CHAT, "", "", "X-Loop: a@b.example", f"X-Loop: {CLUB}"), "loop", "X-Loop"
        ),
        "loop-our-mark-in-brackets": silent(letter(CHAT, "", "", f"X-Loop: <{CLUB}> (club)"), "loop", "X-Loop"),
        "loop-our-mark-in-a-row": silent(letter(CHAT, "", "", f"X-Loop: a@b.example, {CLUB}"), "loop", "X-Loop"),
        "loop-another-mark": Case(letter(ENVELOPE, "", "", "X-Loop: other@example.net"), "lock@inline", data=ENVELOPE),
        "loop-our-letter": silent(letter(CHAT, "", "", f"Message-ID: {OUR_ID}"), "loop", "one of ours"),
        "loop-hops": silent(letter(ENVELOPE, "", "", *received), "loop", "101 servers", "lock@inline"),
        "loop-from-ourselves": silent(
            letter(ENVELOPE, "", "", f"From: {CLUB}", f"Reply-To: {ANNE}"),
            "own letter",
            "our own address",
            "lock@inline",
        ),
        "loop-answer-to-ourselves": silent(
            letter(ENVELOPE, "", "", f"Reply-To: {CLUB}"), "own letter", "come back to us", "lock@inline"
        ),
        "loop-answer-to-our-tag": silent(
            letter(CHAT, "", "", "Reply-To: CLUB+t03@Example.ORG"), "own letter", "come back to us"
        ),
        "loop-quotes-our-letter": Case(
            letter(ENVELOPE, "", "", f"In-Reply-To: {OUR_ID}", f"References: {OUR_ID}"), "lock@inline", data=ENVELOPE
        ),
    }
