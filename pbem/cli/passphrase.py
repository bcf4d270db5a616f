"""Asks for a passphrase: PBEM_PASSPHRASE_COMMAND if set, else a question on the terminal."""

from __future__ import annotations

from pbem.base.errors import bad

HINT = "without a terminal, set PBEM_PASSPHRASE_COMMAND to a command that prints the passphrase"


def ask() -> bytes:
    """Asks for the passphrase of an existing key."""
    from pbem.trust.keyring import command_passphrase

    return command_passphrase() or prompted("Passphrase", confirm=False)


def ask_new() -> bytes:
    """Asks for the passphrase of a new key; on a terminal it asks twice."""
    from pbem.trust.keyring import command_passphrase

    return command_passphrase() or prompted("Passphrase for the new key", confirm=True)


def prompted(question: str, *, confirm: bool) -> bytes:
    """Reads a passphrase without showing it; asks nothing if the terminal would show it."""
    import warnings
    from getpass import GetPassWarning

    import click

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", GetPassWarning)
            answer: str = click.prompt(question, hide_input=True, confirmation_prompt=confirm, err=True)
    except (click.Abort, GetPassWarning):
        raise bad("no passphrase was given", hint=HINT) from None
    return answer.encode()
