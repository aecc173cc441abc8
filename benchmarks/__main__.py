"""`make bench`: every benchmark that takes minutes at most, one after another.

The long ones are started by name: `python -m benchmarks.stand_in`, `python -m benchmarks.box_chaos`.
"""

import os
import platform
import subprocess
import sys

import click

QUICK = ("games", "readers", "cards", "journal", "referee", "box_link", "app")


def main() -> None:
    """Each in a process of its own, so that none sees another's memory."""
    click.echo(f"{platform.platform()}, {os.cpu_count()} cores, Python {platform.python_version()}")
    failed = []
    for name in QUICK:
        click.echo(f"\n{name}")
        if subprocess.run([sys.executable, "-m", f"benchmarks.{name}"], check=False).returncode:
            failed.append(name)
    if failed:
        raise SystemExit(f"did not finish: {', '.join(failed)}")


if __name__ == "__main__":
    main()
