"""How commands learn a passphrase: the command in PBEM_PASSPHRASE_COMMAND, else a question on the terminal."""

from __future__ import annotations

import warnings
from getpass import GetPassWarning

import click

from pbem.base.errors import bad

HINT = "without a terminal, set PBEM_PASSPHRASE_COMMAND to a command that prints the passphrase"


def ask() -> bytes:
    """The passphrase of a key that turned out to need one."""
    from pbem.trust.keyring import command_passphrase

    return command_passphrase() or prompted("Passphrase", confirm=False)


def ask_new() -> bytes:
    """A passphrase for a key that is being made; from a terminal it is asked twice."""
    from pbem.trust.keyring import command_passphrase

    return command_passphrase() or prompted("Passphrase for the new key", confirm=True)


def prompted(question: str, *, confirm: bool) -> bytes:
    """What the user types, unseen; where the terminal would show it, nothing is asked."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", GetPassWarning)
            answer: str = click.prompt(question, hide_input=True, confirmation_prompt=confirm, err=True)
    except (click.Abort, GetPassWarning):
        raise bad("no passphrase was given", hint=HINT) from None
    return answer.encode()
