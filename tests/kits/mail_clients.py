"""Letters as people's own programs make them: mutt, s-nail, swaks, Python; with the document attached, or pasted in."""

from __future__ import annotations

import os
import smtplib
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from mail_house import PASSWORD, House
from tools import need

from pbem.mail.letter import read_letter

GREETING = "Dear moderator,\n\n"


@dataclass(frozen=True, slots=True)
class Mail:
    """The mail of a player: their letter as `pbem` wrote it, and its content for a mailer to write anew."""

    name: str
    path: Path
    subject: str
    to: str
    copies: tuple[str, ...]
    files: Mapping[str, bytes]
    inline: bool = False

    @property
    def words(self) -> str:
        """Returns the words that the player types; a pasted document is among them, its signature below it."""
        pasted = "".join(data.decode() for data in self.files.values()) if self.inline else "It is attached.\n"
        return f"{GREETING}{pasted}\n-- \n{self.name.title()}\n"

    @property
    def attachments(self) -> Mapping[str, bytes]:
        """Returns the files that the player attaches."""
        return {} if self.inline else self.files

    def lay_out(self, place: Path) -> list[Path]:
        """The attachments as files."""
        place.mkdir(parents=True, exist_ok=True)
        for name, data in self.attachments.items():
            (place / name).write_bytes(data)
        return [place / name for name in self.attachments]


def mail_of(name: str, path: Path, *, inline: bool) -> Mail:
    """A letter in a player's outbox, taken apart."""
    found = read_letter(path.read_bytes())
    files: dict[str, bytes] = {}
    for part in found.parts:
        files[part.name] = part.data
        if part.signature:
            files[f"{part.name}.sig"] = part.signature
    files |= {file.name: file.data for file in found.files}
    head = path.read_text(encoding="ascii").partition("\n\n")[0].replace("\n ", " ")
    fields = {line.partition(": ")[0]: line.partition(": ")[2] for line in head.splitlines()}
    copies = tuple(address.strip() for address in fields.get("Cc", "").split(",") if address)
    return Mail(name, path, found.subject, fields["To"], copies, files, inline and len(files) - signatures(files) == 1)


def signatures(files: Mapping[str, bytes]) -> int:
    """Counts the files that are signatures of another."""
    return sum(1 for name in files if name.endswith(".sig"))


# -------------------------------------------------------------------------------------------------------- the programs
def by_python(house: House, mail: Mail) -> None:
    """The letter as it lies in the outbox, by the standard library."""
    with smtplib.SMTP_SSL("localhost", house.smtp, context=house.trust()) as link:
        link.login(mail.name, PASSWORD)
        link.sendmail(house.address(mail.name), [mail.to, *mail.copies], mail.path.read_bytes())


def to_the_club(house: House, name: str, path: Path) -> None:
    """A letter from a player's outbox, whatever address it bears, to the club of the house."""
    told = mail_of(name, path, inline=False)
    by_python(house, Mail(name, path, told.subject, house.address("club"), (), told.files))


def by_swaks(house: House, mail: Mail) -> None:
    """swaks, over STARTTLS."""
    place = mail.path.parent / "swaks"
    files = mail.lay_out(place)
    (place / "words").write_text(mail.words, encoding="utf-8")
    attached = [word for file in files for word in ("--attach-name", file.name, "--attach", f"@{file}")]
    done = run(
        [need("swaks"), "--server", "localhost", "--port", str(house.starttls), "--tls", "--tls-verify",
         "--tls-ca-path", str(house.authority), "--auth", "PLAIN", "--auth-user", mail.name, "--auth-password",
         PASSWORD,
         "--from", house.address(mail.name), "--to", ",".join((mail.to, *mail.copies)), "--h-To", mail.to,
         "--h-Subject", mail.subject, "--body", f"@{place / 'words'}", *attached],
        "",
    )  # fmt: skip
    assert "=== Trying" in done


def by_mutt(house: House, mail: Mail) -> None:
    """mutt, in batch mode."""
    place = mail.path.parent / "mutt"
    files = mail.lay_out(place)
    settings = {
        "from": house.address(mail.name), "realname": mail.name.title(), "use_from": "yes", "copy": "no",
        "user_agent": "yes", "smtp_url": f"smtps://{mail.name}@localhost:{house.smtp}/", "smtp_pass": PASSWORD,
        "ssl_ca_certificates_file": str(house.authority), "ssl_usesystemcerts": "no", "send_charset": "us-ascii:utf-8",
    }  # fmt: skip
    lines = "".join(f'set {name}="{value}"\n' for name, value in settings.items())
    (place / "muttrc").write_text(lines, encoding="ascii")
    copies = [word for copy in mail.copies for word in ("-c", copy)]
    attached = ["-a", *(str(file) for file in files)] if files else []
    run(
        [need("mutt"), "-n", "-F", str(place / "muttrc"), "-s", mail.subject, *copies, *attached, "--", mail.to],
        mail.words, place,
    )  # fmt: skip


def by_s_nail(house: House, mail: Mail) -> None:
    """s-nail, as Heirloom's mailx is called nowadays."""
    place = mail.path.parent / "s-nail"
    files = mail.lay_out(place)
    options = {
        "v15-compat": "yes", "mta": f"smtps://{mail.name}:{PASSWORD}@localhost:{house.smtp}", "smtp-auth": "plain",
        "tls-ca-file": str(house.authority), "tls-ca-no-defaults": "", "tls-verify": "strict",
        "from": house.address(mail.name), "sendwait": "", "ttycharset": "utf-8",
    }  # fmt: skip
    told = [word for key, value in options.items() for word in ("-S", f"{key}={value}" if value else key)]
    more = [word for copy in mail.copies for word in ("-c", copy)]
    more += [word for file in files for word in ("-a", str(file))]
    run([need("s-nail"), "-:/", *told, *more, "-s", mail.subject, mail.to], mail.words, place)


def run(words: list[str], typed: str, home: Path | None = None) -> str:
    """A mailer at work, in a home of its own; its words, once it has gone well."""
    environment = {**os.environ, "LC_ALL": "C.UTF-8", **({"HOME": str(home)} if home else {})}
    done = subprocess.run(words, input=typed, capture_output=True, text=True, env=environment, timeout=60)
    assert done.returncode == 0, (words[0], done.stdout, done.stderr)
    return done.stdout + done.stderr


Client = Callable[[House, Mail], None]
#: Each in turn; the first needs no program.
CLIENTS: tuple[Client, ...] = (by_python, by_mutt, by_s_nail, by_swaks)
