"""`pbem lab` with Dask: one worker, two, one killed in the middle, a scheduler of its own: always the same bytes."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from pages import TOP

#: Workers of Dask take minutes to start and to be killed; CI has a stage for them.
SWITCH = "PBEM_LAB"
pytestmark = [pytest.mark.skipif(sys.platform == "win32", reason="workers are killed by signals"),
              pytest.mark.skipif(not os.environ.get(SWITCH), reason=f"set {SWITCH}=1 to start workers of Dask")]

GAMES = 24
SOAK = ("soak", "jenkins", "--games", str(GAMES), "--bot", "random", "--batch", "0.2")
FILES = ("results.jsonl", "results.parquet")
SAMPLES = (TOP / "sample_games" / "jenkins" / "moderated", TOP / "sample_games" / "jenkins" / "two-step.zip")
SECONDS = 120


def started(*words: str, checkout: Path = TOP) -> subprocess.Popen[str]:
    """`pbem lab`, as a process of its own, with the pbem of this checkout."""
    command = [sys.executable, "-m", "pbem", "lab", *words]
    return subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        start_new_session=True, cwd=checkout,
    )  # fmt: skip


def ended(process: subprocess.Popen[str], code: int = 0) -> str:
    """What a lab prints, which has ended with this exit code."""
    out, err = process.communicate(timeout=SECONDS)
    assert process.returncode == code, out + err
    return out


def made(folder: Path) -> dict[str, bytes]:
    """The files of results in a lab's folder."""
    return {name: (folder / name).read_bytes() for name in FILES}


def until(what: Callable[[], object]) -> None:
    """Waits for something to be so."""
    end = time.monotonic() + SECONDS
    while not what():
        assert time.monotonic() < end
        time.sleep(0.01)


def parts(folder: Path) -> list[Path]:
    """The finished parts of a lab."""
    return list((folder / "parts").glob("*.jsonl"))


def in_the_middle(folder: Path) -> None:
    """Waits until a lab has done some of its games, and not all."""
    until(lambda: len(parts(folder)) >= 3)
    assert not (folder / "results.jsonl").exists()


def workers_of(pid: int) -> list[int]:
    """The worker processes that a lab has started."""
    import psutil

    below = psutil.Process(pid).children(recursive=True)
    return [each.pid for each in below if any("spawn_main" in word for word in each.cmdline())]


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The soak by one worker."""
    folder = tmp_path_factory.mktemp("alone") / "lab"
    told = ended(started(*SOAK, "--jobs", "1", "--out", str(folder)))
    assert f"campaign, random: {GAMES} games" in told
    return folder


def test_two_workers_make_the_bytes_of_one(alone: Path, tmp_path: Path) -> None:
    ended(started(*SOAK, "--jobs", "2", "--out", str(tmp_path)))
    assert made(tmp_path) == made(alone)
    lines = [json.loads(line) for line in (tmp_path / "results.jsonl").read_text().splitlines()]
    assert [line["seed"] for line in lines] == [f"1/{number}" for number in range(GAMES)]


def test_a_worker_killed_in_the_middle_changes_no_byte(alone: Path, tmp_path: Path) -> None:
    lab = started(*SOAK, "--jobs", "2", "--out", str(tmp_path))
    in_the_middle(tmp_path)
    os.kill(workers_of(lab.pid)[0], signal.SIGKILL)
    ended(lab)
    assert made(tmp_path) == made(alone)


def test_a_lab_killed_in_the_middle_goes_on_and_changes_no_byte(alone: Path, tmp_path: Path) -> None:
    lab = started(*SOAK, "--jobs", "2", "--out", str(tmp_path))
    in_the_middle(tmp_path)
    os.killpg(lab.pid, signal.SIGKILL)
    lab.communicate()
    kept = {path: path.stat().st_mtime_ns for path in parts(tmp_path)}
    ended(started(*SOAK, "--jobs", "1", "--out", str(tmp_path)))
    assert made(tmp_path) == made(alone)
    assert {path: path.stat().st_mtime_ns for path in kept} == kept


def test_a_folder_with_results_takes_more_games_and_no_other_plan(alone: Path, tmp_path: Path) -> None:
    shutil.copytree(alone, tmp_path, dirs_exist_ok=True)
    more = [*SOAK[:3], str(GAMES + 2), *SOAK[4:], "--jobs", "1", "--out", str(tmp_path)]
    ended(started(*more))
    lines = (tmp_path / "results.jsonl").read_bytes().splitlines(keepends=True)
    assert len(lines) == GAMES + 2
    assert b"".join(lines[:GAMES]) == made(alone)["results.jsonl"]
    other = started(*more, "--seed", "2")
    _, err = other.communicate(timeout=SECONDS)
    assert other.returncode == 1
    assert "was begun with another seed: '1' and not '2'" in err


@contextmanager
def cluster(workers: int) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A scheduler on the loopback interface, and its workers, each a process of its own."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
    commands = [["scheduler", "--host", address, "--no-dashboard", "--no-show"]]
    commands += [["worker", address, "--no-nanny", "--nthreads", "1", "--no-dashboard"]] * workers
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with ExitStack() as stack:
        running = []
        for words in commands:
            process = subprocess.Popen([sys.executable, "-m", "dask", *words], **quiet)  # type: ignore[call-overload]
            stack.callback(process.wait)
            stack.callback(process.kill)
            running.append(process)
        yield address, running[1:]


def test_a_scheduler_in_another_process_and_a_dead_worker_change_no_byte(alone: Path, tmp_path: Path) -> None:
    with cluster(2) as (address, workers):
        lab = started(*SOAK, "--cluster", address, "--out", str(tmp_path))
        in_the_middle(tmp_path)
        workers[0].kill()
        ended(lab)
    assert made(tmp_path) == made(alone)


def test_a_scheduler_that_is_none_is_named() -> None:
    lab = started(*SOAK, "--cluster", "nowhere:at-all", "--out", os.devnull + "x")
    _, err = lab.communicate(timeout=SECONDS)
    assert lab.returncode == 1
    assert "Traceback" not in err


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two games that match, one as a folder, and one in which a file of dice was changed."""
    folder = tmp_path_factory.mktemp("store")
    shutil.copytree(SAMPLES[0], folder / "good")
    shutil.copy(SAMPLES[1], folder / "packed.zip")
    with ZipFile(folder / "spoilt.zip", "w", ZIP_DEFLATED) as packed:
        for path in sorted(SAMPLES[0].rglob("*")):
            name = path.relative_to(SAMPLES[0]).as_posix()
            if path.is_file():
                data = path.read_bytes()
                packed.writestr(name, data[::-1] if name == dice_file() else data)
    return folder


def dice_file() -> str:
    """A file with dice of the sample."""
    path = max((SAMPLES[0] / "rolls").iterdir(), key=lambda path: (path.stat().st_size, path.name))
    return path.relative_to(SAMPLES[0]).as_posix()


def test_audits_name_what_is_spoilt_and_do_not_depend_on_workers(store: Path, tmp_path: Path) -> None:
    one, two, far = (tmp_path / name for name in ("one", "two", "far"))
    told = ended(started("audit", str(store), "--jobs", "1", "--batch", "0.1", "--out", str(one)), code=4)
    assert told.startswith(f"{store / 'spoilt.zip'}: {dice_file()}")
    assert "3 games: 2 match, 1 do not" in told
    ended(started("audit", str(store), "--jobs", "2", "--batch", "0.1", "--out", str(two)), code=4)
    assert made(one) == made(two)
    with cluster(2) as (address, _):
        ended(started("audit", str(store), "--cluster", address, "--batch", "0.1", "--out", str(far)), code=4)
    assert made(far) == made(one)


def test_addresses_are_read_by_the_workers_and_known_games_are_not_audited_twice(store: Path, tmp_path: Path) -> None:
    address, out = f"file://{store}", tmp_path / "lab"
    told = ended(started("audit", address, "--jobs", "1", "--out", str(out), "--json"), code=4)
    assert json.loads(told)["exit_codes"] == {"0": 1, "4": 1}
    lines = [json.loads(line) for line in (out / "results.jsonl").read_text().splitlines()]
    assert [line["path"] for line in lines] == [f"{address}/packed.zip", f"{address}/spoilt.zip"]
    assert str(tmp_path.anchor) + "tmp" not in json.dumps(lines).replace(address, "")
    # a known result that could not come of an audit shows that none was made
    known = (out / "known.jsonl").read_text()
    (out / "known.jsonl").write_text(known.replace(f'"rolls":{lines[0]["rolls"]}', '"rolls":7'))
    elsewhere = tmp_path / "moved" / "packed.zip"
    elsewhere.parent.mkdir()
    shutil.copy(store / "packed.zip", elsewhere)
    ended(started("audit", str(elsewhere), "--jobs", "1", "--out", str(out)))
    (line,) = ((json.loads(line)) for line in (out / "results.jsonl").read_text().splitlines())
    assert (line["rolls"], line["path"], line["number"]) == (7, str(elsewhere), 0)


def test_a_balance_counts_every_variant_and_makes_a_page(tmp_path: Path) -> None:
    words = ("balance", "jenkins", "--games", "3", "--bot", "random", "--house", "leogane=spanish", "--json",
             "--out", str(tmp_path))  # fmt: skip
    told = json.loads(ended(started(*words)))
    assert [row["house"] for row in told["variants"]] == ["", "leogane=spanish"]
    assert [row["games"] for row in told["variants"]] == [3, 3]
    assert all(sum(share["wins"] for share in row["shares"]) == 3 for row in told["variants"])
    page = (tmp_path / "balance.html").read_text(encoding="utf-8")
    assert "leogane=spanish" in page
    assert "<script" not in page


#: Stands for `tests/mutate.py`, whose tests take minutes: it tells the fate of each mutant by its number alone, and a
#: worker that finds the file `stop` is killed by it, once.
TOOL = """
import json, os, signal, sys
from pathlib import Path
given = dict(zip(sys.argv[2::2], sys.argv[3::2]))
part, parts = map(int, given["--part"].split("/"))
count = int(given["--count"])
stop = Path(__file__).with_name("stop")
if part == 1 and stop.exists():
    stop.unlink()
    os.kill(os.getppid(), signal.SIGKILL)
print("a word before")
print(json.dumps([{"mutant": f"m{n}", "file": "ch04.py", "line": n, "killed": n % 7 != 3, "means_nothing": n == 3}
                  for n in range(part * count // parts, (part + 1) * count // parts)]))
"""
MUTATE = ("mutate", "jenkins", "--count", "40", "--seed", "7", "--batch", "0.1")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """This checkout, with that tool in the place of its tests."""
    place = tmp_path / "checkout"
    (place / "tests").mkdir(parents=True)
    (place / "tests" / "mutate.py").write_text(TOOL)
    for path in TOP.iterdir():
        if path.name not in (".git", "tests"):
            (place / path.name).symlink_to(path)
    return place


def test_mutants_are_tried_by_workers_and_a_killed_one_changes_no_byte(checkout: Path, tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    told = ended(started(*MUTATE, "--jobs", "1", "--out", str(one), checkout=checkout), code=4)
    assert told.splitlines()[-1] == "40 mutants, 34 killed, 1 mean nothing, 5 survived: 87.2 %"
    assert told.splitlines()[:-1] == [f"survived: ch04.py:{n}: m{n}" for n in (10, 17, 24, 31, 38)]
    (checkout / "tests" / "stop").touch()
    assert ended(started(*MUTATE, "--jobs", "2", "--out", str(two), checkout=checkout), code=4) == told
    assert not (checkout / "tests" / "stop").exists()
    assert (two / "results.jsonl").read_bytes() == (one / "results.jsonl").read_bytes()
