"""`python -m tests.fuzz [--minutes M] [--only NAME] [--atheris]`: hostile input until the time is up.

Prints a line a parser: inputs tried, how many were taken, the peak of memory, and what was found. With atheris (not a
dependency: `pip install atheris` beside the project's own packages) the branches of our own code guide the changes.
"""

import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path

import click

ROOM = Path(tempfile.gettempdir()) / f"cubilete-fuzz-{os.getpid()}"


@click.command()
@click.option("--minutes", default=1.0, show_default=True, help="For each parser.")
@click.option("--only", multiple=True, help="The name of a parser, or a part of it; may be given several times.")
@click.option("--seed", default=1, show_default=True)
@click.option("--atheris", "guided", is_flag=True, help="Guided by the branches that are taken.")
@click.option("--alone", hidden=True, is_flag=True)
def main(minutes: float, only: tuple[str, ...], seed: int, guided: bool, alone: bool) -> None:
    """Try every parser; each in a process of its own, so that not even a crash of one ends the others."""
    if guided and alone:
        _guided(only[0], minutes)
        return
    # Imported late: atheris must be there before what it watches.
    from tests.fuzz.targets import named, targets

    if alone:
        sys.exit(_hunt(named(only[0]), minutes, seed))
    chosen = [t for t in targets() if not only or any(part in t.name for part in only)]
    bad = 0
    for target in chosen:
        command = [sys.executable, "-m", "tests.fuzz", "--alone", "--only", target.name, "--minutes", str(minutes)]
        done = subprocess.run([*command, "--seed", str(seed), *["--atheris"] * guided], check=False)
        bad += done.returncode != 0
        if done.returncode < 0:
            click.echo(f"{target.name:28} ended by signal {-done.returncode}")
    sys.exit(1 if bad else 0)


def _hunt(target: object, minutes: float, seed: int) -> int:
    from tests.fuzz.mutate import mutated
    from tests.fuzz.target import Target, attempt

    assert isinstance(target, Target)
    rng = random.Random(f"{seed} {target.name}")
    found: dict[str, int] = {}
    tried = taken = 0
    with tempfile.TemporaryDirectory() as place:
        room = Path(place) / "one"
        room.mkdir()
        corpus = list(target.seeds(room))
        until = time.monotonic() + 60 * minutes
        while time.monotonic() < until:
            shutil.rmtree(room, ignore_errors=True)
            room.mkdir()
            data = mutated(rng.choice(corpus), rng.choice(corpus), rng, text=target.text)
            tried += 1
            try:
                taken += attempt(target, data, room)
            except Exception as error:
                where = traceback.extract_tb(error.__traceback__)[-1]
                name = f"{type(error).__name__} in {where.filename.rsplit('/', 1)[-1]}:{where.lineno}"
                if name not in found:
                    kept = Path(f"found-{target.name.replace(' ', '-')}-{len(found)}")
                    kept.write_bytes(data)
                    click.echo(f"{name}: {str(error)[:300]!r}; kept as {kept}", err=True)
                    traceback.print_exception(error, limit=-6)
                found[name] = found.get(name, 0) + 1
    peak = _peak_mb()
    told = ", ".join(f"{name} ({count})" for name, count in found.items()) or "nothing"
    click.echo(f"{target.name:28} {tried:9} tried {taken:8} taken {peak:6} MB peak; found: {told}")
    return bool(found)


def _peak_mb() -> int:
    """Of this process alone: the system's count begins with what the one had that started it."""
    status = Path("/proc/self/status")
    if not status.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    (high,) = (line.split()[1] for line in status.read_text("ascii").splitlines() if line.startswith("VmHWM:"))
    return int(high) // 1024


def _guided(name: str, minutes: float) -> None:
    import atheris  # type: ignore[import-not-found]

    with atheris.instrument_imports(include=["companion", "vision", "calibration", "firmware_bridge", "zipfile"]):
        from tests.fuzz.targets import named

        target = named(name)
    from tests.fuzz.mutate import MOST_BYTES, mutated
    from tests.fuzz.target import attempt

    room, corpus = ROOM / "one", ROOM / "corpus"
    room.mkdir(parents=True)
    corpus.mkdir()
    seeds = target.seeds(room)
    for number, seed in enumerate(seeds):
        (corpus / str(number)).write_bytes(seed)

    def one(data: bytes) -> None:
        shutil.rmtree(room, ignore_errors=True)
        room.mkdir()
        attempt(target, data, room)

    def change(data: bytes, most: int, number: int) -> bytes:
        rng = random.Random(number)
        if rng.random() < 0.5:
            return bytes(atheris.Mutate(data, most))
        return mutated(data, rng.choice(seeds), rng, text=target.text)[:most]

    limits = [f"-max_total_time={round(60 * minutes)}", f"-max_len={MOST_BYTES}", "-rss_limit_mb=3000", "-timeout=30"]
    atheris.Setup([sys.argv[0], str(corpus), *limits, "-print_final_stats=1"], one, custom_mutator=change)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
