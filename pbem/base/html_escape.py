"""How a text stands in HTML. Python's own module does the same, and brings a table of two thousand names along."""

from __future__ import annotations


def escape(text: str) -> str:
    """Gives a text as HTML has it, as `html.escape` does."""
    done = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return done.replace('"', "&quot;").replace("'", "&#x27;")
