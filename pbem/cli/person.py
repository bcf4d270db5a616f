"""Asks on a terminal where the moderator is written to as a person."""

from __future__ import annotations

import sys

import click

QUESTION = "Your own e-mail address, where you are told when a game needs you (empty: nowhere)"


def asked_for_person() -> str:
    """The address given; empty where nobody sits at a terminal."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return ""
    return str(click.prompt(QUESTION, default="", show_default=False, err=True)).strip()
