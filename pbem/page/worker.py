"""Fill one template of a club's, given on standard input; run by `pbem.page.club_templates` in a process of its own.

The sandbox keeps a template from what is not its own; the limits here keep it from taking all there is of the rest.
"""

from __future__ import annotations

import json
import sys
from typing import Any

SECONDS = 5
MEMORY = 1 << 30


def limit() -> None:
    """Limits time, memory and new files; if the system cannot, the parent's clock must do."""
    try:
        import resource
    except ImportError:
        return
    for what, most in ((resource.RLIMIT_CPU, SECONDS), (resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_FSIZE, 0)):
        _, hard = resource.getrlimit(what)
        resource.setrlimit(what, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


def fill(task: dict[str, Any]) -> str:
    """Returns the body, or the template's error."""
    from pbem.page.club_templates import MOST_PAGE
    from pbem.page.house_pages import environment, prepared

    made = environment(task["templates"])
    parts, size = [], 0
    for part in made.get_template(task["template"]).generate(**prepared(task["values"])):
        size += len(part)
        if size > MOST_PAGE:
            raise ValueError(f"the page is longer than {MOST_PAGE} characters")
        parts.append(part)
    return "".join(parts)


def main() -> int:
    """Task in, body out; one line about what went wrong."""
    task = json.loads(sys.stdin.buffer.read())
    limit()
    try:
        body = fill(task)
    except Exception as error:  # whatever a template does, it is the template's fault
        words = " ".join(str(error).split())
        sys.stderr.buffer.write(f"{type(error).__name__}: {words[:300]}\n".encode("utf-8", "replace"))
        return 1
    sys.stdout.buffer.write(body.encode("utf-8", "replace"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
