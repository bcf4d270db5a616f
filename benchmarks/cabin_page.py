"""Measures the cabin in Chromium: its size, its start, checks of orders, memory, and what it asks of a network.

    python benchmarks/cabin_page.py

Needs Debian's chromium, Node and `npm ci` in the folder cabin. A game of Guerra a Muerte is begun by letters; the
Patriot player sits in the cabin and has the desk's orders checked. Times are of the clock: the machine should be quiet.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

TOP = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TOP / "tests"), str(TOP / "tests" / "kits"), str(TOP)]

from browser_kit import Browser  # noqa: E402
from cabin_window import Saving, at_the_window  # noqa: E402

#: Milliseconds of so many checks, each as the page makes it at a click.
CHECKS = """async ([name, text, many]) => { const found = [];
  for (let at = 0; at < many; at += 1) {
    const began = performance.now();
    await act('check', { name, text: `${text}# ${at}\\n` });
    found.push(performance.now() - began);
  }
  return found; }"""


def main() -> None:
    """Builds the page, opens it, plays to the first orders, and prints a line for each figure."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        built = place / "cabin.html"
        subprocess.run([sys.executable, str(TOP / "cabin" / "build.py"), str(built)], check=True, capture_output=True)
        browser = Browser.start()
        try:
            for line in measured(browser, built, place):
                sys.stdout.write(f"{line}\n")
        finally:
            browser.close()


def measured(browser: Browser, built: Path, place: Path) -> list[str]:
    """The figures, one by one."""
    page = browser.new_page()
    hand = Saving(page, "measured", place / "saved")
    began = time.monotonic()
    hand.open(built)
    start = time.monotonic() - began
    page.ask("Performance.enable")
    hand.begin()
    at_the_window(place / "company", hand, "guerra", "opening-guns", "patriot", "moderated")
    hand.clock()
    name = hand.game()
    text = page.call("name => act('desk', { name }).then((desk) => desk.text ?? '')", name)
    checks = page.call(CHECKS, [name, text or "pbem: orders/1\n", 21])
    metrics = {each["name"]: each["value"] for each in page.ask("Performance.getMetrics")["metrics"]}
    wasm = page.run("PYTHON.run._module?.HEAP8?.length ?? PYTHON.run.HEAP8?.length ?? 0")
    asked = [url for url in page.requests if not url.startswith(("data:", "about:", "blob:", "file:"))]
    return [
        f"size              {built.stat().st_size:,} bytes",
        f"start             {start:.1f} s, until keys can be made",
        f"first check       {checks[0]:.0f} ms",
        f"later checks      {median(checks[1:]):.0f} ms, the median of {len(checks) - 1}",
        f"memory            {metrics['JSHeapUsedSize'] / 1e6:.0f} MB of scripts, {wasm / 1e6:.0f} MB of Python",
        f"requests          {len(asked)}",
    ]


if __name__ == "__main__":
    main()
