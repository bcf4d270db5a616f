"""Letters as the mailers of today make them of an envelope: what each puts above, below, around and into it."""

from __future__ import annotations

import base64
import binascii
import textwrap

from mail_corpus_refused import zipped
from mail_kit import (
    ENVELOPE,
    OPEN,
    ORDERS,
    OTHER_SIGNATURE,
    SIGNATURE,
    Case,
    attached,
    crlf,
    flowed,
    forward,
    group,
    letter,
    part,
    quoted,
    several,
)

ATTACHED, INLINE, FORWARDED = "lock@attached", "lock@inline", "lock@forwarded"
OLDER = ENVELOPE.replace(b"seq: 1", b"seq: 9")
TEXT, SIGNED = ENVELOPE.decode(), (ORDERS + SIGNATURE).decode()
HTML = part(b"<div dir=ltr>pbem: lock/1<br>game: x</div>", "text/html; charset=utf-8")
OCTETS = "application/octet-stream"
BANNER = (
    b"CAUTION: This email originated from outside of the organisation. Do not click links or open attachments unless "
    b"you recognize the sender and know the content is safe.\n\n"
)
SAFE = (
    b"See https://eur03.safelinks.protection.outlook.com/?url=https%3A%2F%2Fclub.example.org%2Fwinter&data=05%7C02"
    b"<https://eur03.safelinks.protection.outlook.com/?url=https%3A%2F%2Fclub.example.org%2Fwinter>\n\n"
)
#: Cryptographic Message Syntax, signed and not encrypted: the head of one, as far as its kind.
CMS_SIGNED = b"0\x80\x06\x09*\x86H\x86\xf7\x0d\x01\x07\x02\xa0\x80"
#: Above what Outlook copies: who, when, to whom, about what, in the language of the mailer.
OUTLOOK = {
    "english": "From: Club <club@example.org>\nSent: Monday, November 2, 2026 9:00 AM\nTo: Anne <anne@example.net>\n"
               "Subject: winter: your report\n",
    "german": "Von: Club <club@example.org>\nGesendet: Montag, 2. November 2026 09:00\nAn: Anne\nBetreff: Bericht\n",
    "spanish": "De: Club <club@example.org>\nEnviado el: lunes, 2 de nov. de 2026 9:00\nPara: Anne\nAsunto: fase\n",
    "french": "De : Club <club@example.org>\nEnvoyé : lundi 2 novembre 2026 09:00\nÀ : Anne\nObjet : rapport\n",
}  # fmt: skip
#: Above what others quote; a long one is broken in two.
WROTE = {
    "english": "On Mon, Nov 2, 2026 at 9:00\u202fAM Club <club@example.org> wrote:\n\n",
    "spanish": "El lun, 2 nov 2026 a las 9:00, Club de Juegos por Correo (<\nclub@example.org>) escribió:\n\n",
    "german": "Am Mo., 2. Nov. 2026 um 09:00 Uhr schrieb Club der Briefspiele <\nclub@example.org>:\n\n",
    "french": "Le lun. 2 nov. 2026 à 09:00, Club <club@example.org> a écrit\xa0:\n\n",
}


def mailers() -> dict[str, Case]:
    """All of them."""
    return {**pasted(), **answers(), **files(), **saved(), **orders(), **beyond()}


def each_line(text: str, before: str = "", after: str = "") -> bytes:
    """A text with something at every line's ends."""
    return "".join(f"{before}{line}{after}\n" for line in text.splitlines()).encode()


def by_pgp(text: str) -> bytes:
    """A text signed in the open by OpenPGP."""
    escaped = "".join(f"- {line}\n" if line.startswith("-") else f"{line}\n" for line in text.splitlines())
    armour = "-----BEGIN PGP SIGNATURE-----\n\niHUEABYKAB0WIQ==\n=x1yz\n-----END PGP SIGNATURE-----\n"
    return f"-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\n{escaped}{armour}".encode()


def by_uu(data: bytes, name: str) -> bytes:
    """A file as Outlook writes it into a plain letter."""
    lines = b"".join(binascii.b2a_uu(data[spot : spot + 45]) for spot in range(0, len(data), 45))
    return f"begin 666 {name}\n".encode() + lines + b"`\nend\n"


def rewrapped(text: str, columns: int) -> bytes:
    """Lines broken at their blanks, as a mailer does with long ones."""
    lines = [textwrap.wrap(line, columns, break_long_words=False, break_on_hyphens=False) for line in text.split("\n")]
    return "\n".join("\n".join(each) for each in lines).encode()


def pasted() -> dict[str, Case]:
    """The envelope among the words, changed by what shows it, and whole again."""
    html = "text/plain; charset=utf-8"
    cases = {
        "outlook-paragraphs": several("alternative", part(each_line(TEXT, after="\n"), html, "quoted-printable"), HTML),
        "outlook-paragraphs-crlf": crlf(letter(each_line(TEXT, after="\n\xa0"), html, "quoted-printable")),
        "outlook-rewrapped": letter(rewrapped(TEXT, 40)),
        "outlook-safelinks": letter(SAFE + ENVELOPE + b"\n" + SAFE),
        "exchange-banner": letter(BANNER + ENVELOPE),
        "exchange-banner-in-the-line": letter(b"[EXTERNAL] " + ENVELOPE),
        "exchange-first-time-sender": letter(
            b"You don't often get email from anne@example.net. Learn why this is important"
            b"<https://aka.ms/LearnAboutSenderIdentification>\n\n" + ENVELOPE
        ),
        "exchange-disclaimer": letter(ENVELOPE + b"\nThis e-mail and any attachment: confidential.\n"),
        "gmail-web": several("alternative", part(ENVELOPE + b"\n-- \nAnne\n", html, "8bit"), HTML),
        "gmail-nbsp": letter(TEXT.replace(": ", ":\xa0").encode(), html, "base64"),
        "gmail-app-blanks": several("alternative", part(each_line(TEXT, after=" "), html), HTML),
        "apple-dashes": letter(TEXT.replace("-----", "——-").encode()),
        "apple-flowed": letter(
            flowed(TEXT + "\nSent from my iPhone\n", extra=" "), "text/plain; format=flowed; delsp=yes"
        ),
        "yahoo-first-blank": several("alternative", part(b" " + ENVELOPE), HTML),
        "yahoo-blanks": several("alternative", part(each_line(TEXT, before=" ")), HTML),
        "web-nothing-wide": letter(("\u200b" + TEXT).encode()),
        "web-blank-between": letter(ENVELOPE.replace(b"\n-----BEGIN", b"\n\n-----BEGIN")),
        "web-footer": letter(ENVELOPE + b"-- \nGesendet mit der WEB.DE Mail App\n"),
        "antivirus-footer": letter(ENVELOPE + b"\n---\nThis email has been checked for viruses by AVG.\nwww.avg.com\n"),
        "thunderbird-pgp": letter(by_pgp("Hello,\n\n" + TEXT + "\nAnne\n")),
        "thunderbird-pgp-flowed": letter(flowed(by_pgp(TEXT).decode(), 90), "text/plain; format=flowed"),
        "roundcube": letter(flowed(TEXT, 72), "text/plain; charset=US-ASCII;\n format=flowed", "7bit"),
        "list-footer-below-base64": letter(ENVELOPE, html, "base64") + b"\n-- \nclub mailing list\nclub@example.org\n",
        "groups-footer": several("mixed", part(ENVELOPE), part(b"-- \nYou received this message because you are\n")),
        "whole-letter-pasted": letter(b"this is it:\n\n" + attached(ENVELOPE, "text/plain", "7bit")),
    }
    found = {f"mailer-{name}": Case(raw, INLINE, data=ENVELOPE) for name, raw in cases.items()}
    rule = b"_" * 32 + b"\n"
    between = letter(rule + BANNER.rstrip() + b"\n" + rule + b"\n" + ENVELOPE)
    whole = found["mailer-whole-letter-pasted"]
    return found | {
        "mailer-exchange-banner-between-rules": Case(between, FORWARDED, data=ENVELOPE),
        "mailer-whole-letter-pasted": Case(whole.raw, FORWARDED, data=ENVELOPE),
    }


def answers() -> dict[str, Case]:
    """An answer on top of a letter in which an older envelope stands; the new one comes first."""
    found = {
        f"mailer-outlook-answer-{name}": Case(
            letter(ENVELOPE + b"\n" + f"{above}\n".encode() + OLDER), f"{INLINE} {FORWARDED}", data=ENVELOPE
        )
        for name, above in OUTLOOK.items()
    }
    for name, above in WROTE.items():
        raw = letter(ENVELOPE + b"\n" + above.encode() + quoted(OLDER), "text/plain; charset=utf-8", "quoted-printable")
        found[f"mailer-gmail-answer-{name}"] = Case(raw, INLINE, data=ENVELOPE)
    web = b"_" * 32 + b"\n" + OUTLOOK["english"].encode() + b"\n" + OLDER
    bold = OUTLOOK["english"].replace("From:", "*From:*").replace("Sent:", "*Sent:*").replace("To:", "*To:*").encode()
    yahoo = b"\n    On Monday, November 2, 2026 at 09:00:00 AM GMT+1, Club <club@example.org> wrote:  \n \n "
    phone = "> On 2 Nov 2026, at 9:00\u202fAM, Club <club@example.org> wrote:\n> \n> ".encode()
    return found | {
        "mailer-outlook-web-answer": Case(letter(ENVELOPE + b"\n" + web), f"{INLINE} {FORWARDED}", data=ENVELOPE),
        "mailer-outlook-bold-answer": Case(
            letter(ENVELOPE + b"\n" + bold + b"\n" + OLDER), f"{INLINE} {FORWARDED}", data=ENVELOPE
        ),
        "mailer-outlook-answer-attached": Case(
            several("mixed", part(b"New ones.\n\n" + OUTLOOK["english"].encode() + b"\n" + OLDER),
                    part(ENVELOPE, OCTETS, "base64", name="o.pbem")),
            f"{FORWARDED} {ATTACHED}",
        ),
        "mailer-yahoo-answer": Case(letter(ENVELOPE + yahoo + quoted(OLDER)), INLINE, data=ENVELOPE),
        "mailer-ios-answer": Case(letter(ENVELOPE + b"\n" + phone + quoted(OLDER)), INLINE, data=ENVELOPE),
        "mailer-k9-answer": Case(
            letter(ENVELOPE + "\n-------- Ursprüngliche Nachricht --------\nVon: Club\n\n".encode() + OLDER),
            f"{INLINE} {FORWARDED}", data=ENVELOPE,
        ),
    }  # fmt: skip


def files() -> dict[str, Case]:
    """The envelope as a file, as mailers and gateways hand it on."""
    octets = part(ENVELOPE, OCTETS, "base64", name="o.pbem")
    shown = part(ENVELOPE, 'text/plain; name="o.pbem"; x-unix-mode=0644', "quoted-printable",
                 'Content-Disposition: inline; filename="o.pbem"')  # fmt: skip
    fork = part(b"\0\5\x16\7" + b"\0" * 30, 'application/applefile; name="o.pbem"', "base64")
    html = part(b"<html><body>hi</body></html>", "text/html; charset=us-ascii")
    key = part(b"-----BEGIN PGP PUBLIC KEY BLOCK-----\n", 'application/pgp-keys; name="publickey.asc"', "base64")
    signed = part(b"-----BEGIN PGP SIGNATURE-----\n", 'application/pgp-signature; name="signature.asc"')
    footer = b"\n-- \nThis email has been checked for viruses by Avast antivirus software.\nwww.avast.com\n"
    cases = {
        "apple-between-words": several("mixed", part(b"Hello,\n\n"), shown, part(b"\n\nAnne\n")),
        "apple-rich": several("alternative", part(b"Hi\n"), group("mixed", html, octets, html, mark="apple")),
        "apple-double": several("mixed", part(b"Hi\n"), group("appledouble", fork, octets, mark="apple")),
        "ios-txt": attached(ENVELOPE, "text/plain", "quoted-printable", "o.pbem.txt"),
        "k9-bin": attached(ENVELOPE, name="o.pbem.bin"),
        "gmx-html-only": several("mixed", html, octets),
        "proton": several("signed", group("mixed", part(b"Hi\n"), octets, key, mark="proton"), signed),
        "exchange-related": several("related", group("alternative", part(BANNER), HTML, mark="words"), octets),
        "list-footer": several("mixed", part(b"Hi\n"), octets, part(b"_______________\nclub mailing list\n")),
        "antivirus-below-base64": attached(ENVELOPE).replace(
            b"\n--cut--", b"\n____\nScanned by MailScanner, believed to be clean.\n\n--cut--"
        ),
        "antivirus-in-the-file": attached(ENVELOPE + footer, "text/plain", "7bit"),
        "outlook-saved-as-text": attached(each_line(TEXT, after="\n"), "text/plain", "base64", "o.txt"),
        "editor-saved-as-text": attached(each_line(TEXT, after=" ").rstrip(), "text/plain", "base64", "o.txt"),
        "exchange-in-the-file": attached(crlf(BANNER + ENVELOPE + footer), "text/plain"),
    }
    found = {f"mailer-{name}": Case(raw, ATTACHED, data=ENVELOPE) for name, raw in cases.items()}
    for name, raw in {
        "outlook-uuencoded": letter(b"Hello,\n\n" + by_uu(ENVELOPE, "o.pbem")),
        "outlook-uuencoded-crlf": crlf(letter(b"Hello,\n\n" + by_uu(ENVELOPE, "o.pbem") + b"\nAnne\n")),
    }.items():
        found[f"mailer-{name}"] = Case(raw, ATTACHED, data=ENVELOPE)
    return found


def saved() -> dict[str, Case]:
    """The letter that `pbem` wrote, attached to another as a file, under any type."""
    inner = attached(ENVELOPE).replace(b"cut", b"snip")
    pasted_inner = letter(ENVELOPE)
    hello = part(b"My orders are in the file.\n")
    cases = {
        "outlook-item": several("mixed", hello, forward(inner)),
        "gmail-item-base64": several("mixed", hello, part(inner, "message/rfc822", "base64", name="o.eml")),
        "item-quoted-printable": several("mixed", hello, part(inner, "message/rfc822", "quoted-printable")),
        "item-of-words-encoded": several("mixed", hello, part(pasted_inner, "message/rfc822", "quoted-printable")),
        "item-only-said-to-be": several("mixed", hello, b"Content-Transfer-Encoding: base64\n" + forward(inner)),
        "letter-as-octets": several("mixed", hello, part(crlf(inner), OCTETS, "base64", name="orders-t03-1.eml")),
        "letter-as-text": several("mixed", hello, part(inner, "text/plain", "quoted-printable", name="o.eml.txt")),
        "letter-of-words": several("mixed", hello, part(pasted_inner, OCTETS, "base64", name="o.eml")),
        "letter-from-mbox": several("mixed", hello, part(b"From anne Mon\n" + inner, "application/mbox", "base64",
                                                         name="o.mbox")),
    }  # fmt: skip
    return {f"mailer-{name}": Case(raw, FORWARDED, data=ENVELOPE) for name, raw in cases.items()}


def orders() -> dict[str, Case]:
    """Signed orders in plain text: what the armour shows to have been done is undone above it as well."""
    moves = b"pbem: orders/1\nseat: axis\nphase: t03\nmoves:\n  one:\n    - north\n\n  two:\n    - south\n"
    text = (moves + SIGNATURE).decode()
    inset = text.replace("    -", " \xa0 \xa0-").replace("  one", "\xa0 one").replace("  two", "\xa0 two")
    cases = {
        "orders-outlook-paragraphs": each_line(text, after="\n"),
        "orders-blanks-behind": each_line(text, after=" ").replace(b"\n \n", b"\n\n"),
        "orders-blank-before": each_line(text, before=" "),
        "orders-gmail-nbsp": inset.encode(),
        "orders-pgp": by_pgp(text),
    }
    found = {f"mailer-{name}": Case(letter(raw), "orders+sig@inline", data=moves) for name, raw in cases.items()}
    paper = b"pbem: acceptance/1\naddress: anne@example.net\n"
    linked = paper.replace(b"anne@example.net", b"anne@example.net<mailto:anne@example.net>") + SIGNATURE
    renamed = several(
        "mixed", part(ORDERS, "text/plain", "base64", name="o.yaml.txt"),
        part(SIGNATURE, "text/plain", "base64", name="o.yaml.sig.txt"),
        part(OPEN, "text/plain", "base64", name="a.open.txt"),
        part(OTHER_SIGNATURE, "text/plain", "base64", name="a.open.sig.txt"),
    )  # fmt: skip
    under = attached(ORDERS + SIGNATURE + b"\n---\nchecked by AVG\n", "text/plain", "8bit", "o.yaml")
    return found | {
        "mailer-outlook-address": Case(letter(linked), "acceptance+sig@inline", data=paper),
        "mailer-ios-two-txt": Case(renamed, "orders+sig@attached open+sig@attached", data=ORDERS),
        "mailer-antivirus-below-the-signature": Case(under, "orders+sig@attached", data=ORDERS),
    }


def beyond() -> dict[str, Case]:
    """Writes letters that cannot be understood; the answer says how to do it right."""
    seen = "<div>" + "</div><div>".join(TEXT.splitlines()) + "</div>"
    joined, cloud = "line ends were lost", "link to a file elsewhere"
    drive = b"orders.pbem\n<https://drive.google.com/file/d/1xYz/view?usp=drive_web>\n"
    drop = b"Click to Download\nhttps://www.icloud.com/attachment/?u=https%3A%2F%2Fcvws\no.pbem\n4 KB\n"
    cases = {
        "web-joined": (letter(b" ".join(ENVELOPE.splitlines())), joined),
        "web-joined-nbsp": (letter("\xa0 ".join(SIGNED.splitlines()).encode()), joined),
        "gmx-html": (letter(seen.encode(), "text/html; charset=UTF-8", "quoted-printable"), "HTML only"),
        "gmail-drive": (letter(drive), cloud),
        "apple-mail-drop": (letter(drop), cloud),
        "outlook-onedrive": (letter(b"o.pbem<https://1drv.ms/u/s!Aa>\n"), cloud),
        "outlook-smime": (letter(CMS_SIGNED, 'application/pkcs7-mime; name="smime.p7m"', "base64"), "S/MIME signature"),
        "apple-zipped": (attached(zipped(ENVELOPE), "application/zip", name="orders.zip"), "archive"),
        "exchange-winmail": (
            attached(base64.b64decode("eJ8+Ig==") + b"\0" * 40, name="winmail.dat"), "winmail.dat",
        ),
        **{f"answer-quotes-alone-{name}": (letter(above.encode() + quoted(ENVELOPE)), "only as a quotation")
           for name, above in WROTE.items()},
    }  # fmt: skip
    return {f"mailer-{name}": Case(raw, why=why) for name, (raw, why) in cases.items()}
