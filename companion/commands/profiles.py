"""`companion profiles`: what was learned about cameras, tables and pieces; out and in as one file."""

from pathlib import Path

import click

from calibration.profiles import ProfileError, default_store, export_profiles, import_profiles
from calibration.profiles.shelf import delete, rename
from calibration.profiles.store import FOLDERS

KIND = click.Choice(list(FOLDERS))


@click.group()
def profiles() -> None:
    """What was learned: list, rename, delete, take along.

    Cameras, tables, dice sets, decks and chips are kept as profiles, each under a name.
    """


@profiles.command("list")
def list_command() -> None:
    """What is kept, and where."""
    store = default_store()
    kept = [(kind, name) for kind in FOLDERS for name in store.names(kind)]
    click.echo(f"In {store.root}:" if kept else f"Nothing is kept yet in {store.root}.")
    for kind, name in kept:
        click.echo(f"  {kind} {name}")


@profiles.command("rename")
@click.argument("kind", type=KIND, metavar="KIND")
@click.argument("name")
@click.argument("to")
def rename_command(kind: str, name: str, to: str) -> None:
    """Give a profile another name, TO.

    KIND is camera, table, "dice set", deck or chips; NAME is what it is called now, as `companion profiles list` tells.
    A camera keeps its name and gets a label.
    """
    click.echo(f"The {kind} {name!r} is called {rename(default_store(), kind, name, to)!r} now.")


@profiles.command("delete")
@click.argument("kind", type=KIND, metavar="KIND")
@click.argument("name")
@click.option("--yes", is_flag=True, help="Do not ask.")
def delete_command(kind: str, name: str, yes: bool) -> None:
    """Throw a profile away, for good.

    KIND is camera, table, "dice set", deck or chips; NAME is what it is called, as `companion profiles list` tells. Of
    a camera, its lens and its delay go.
    """
    store = default_store()
    if not store.has(kind, name):
        raise ProfileError(f"expected a {kind} called {name!r}, found: {', '.join(store.names(kind)) or 'none'}")
    if yes or click.confirm(f"Delete the {kind} {name!r} for good?"):
        delete(store, kind, name)
        click.echo(f"The {kind} {name!r} is deleted.")


@profiles.command("export")
@click.argument("out", type=click.Path(path_type=Path, dir_okay=False))
def export_command(out: Path) -> None:
    """Write all profiles to one file, OUT."""
    click.echo(f"Wrote {export_profiles(default_store(), out)} profiles to {out}.")


@profiles.command("import")
@click.argument("source", type=click.Path(path_type=Path))
@click.option("--replace", is_flag=True, help="Also those whose name is taken already.")
def import_command(source: Path, replace: bool) -> None:
    """Take in the profiles of an exported file, SOURCE, all or none."""
    names = import_profiles(default_store(), source, replace=replace)
    click.echo(f"Took in {len(names)}: {', '.join(names)}.")
