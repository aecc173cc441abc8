"""What a newcomer reads of the command line."""

from collections.abc import Iterator

import click
import pytest

from companion.cli import SECTIONS, main


def commands(command: click.Command, *path: str) -> Iterator[tuple[str, click.Command]]:
    """All of them, by what is typed."""
    yield " ".join(path), command
    if isinstance(command, click.Group):
        for name, part in command.commands.items():
            yield from commands(part, *path, name)


ALL = dict(commands(main, "companion"))


def test_every_command_is_listed_in_its_section() -> None:
    """Once, and nothing that there is not."""
    listed = [name for names in SECTIONS.values() for name in names]
    assert sorted(listed) == sorted(main.commands)
    told = main.get_help(click.Context(main, info_name="companion"))
    assert all(f"\n  {name} " in told for name in listed)


@pytest.mark.parametrize("name", ALL)
def test_help_says_something_of_everything(name: str) -> None:
    """Of the command and of each option; on 80 columns no line of a list of commands is cut off."""
    command = ALL[name]
    assert command.help
    for parameter in command.params:
        assert not isinstance(parameter, click.Option) or parameter.help, parameter.name
    told = command.get_help(click.Context(command, info_name=name, terminal_width=80, max_content_width=80))
    if isinstance(command, click.Group):
        assert not [line for line in told.splitlines() if line.endswith("...") and "Usage" not in line]
    assert len(max(told.splitlines(), key=len)) <= 80


@pytest.mark.parametrize("name", ALL)
def test_what_stands_in_capitals_is_what_is_typed(name: str) -> None:
    """An argument goes by the name by which its command's help speaks of it."""
    command = ALL[name]
    told = " ".join(str(command.help).split())
    for parameter in command.params:
        if isinstance(parameter, click.Argument) and parameter.name != "files":
            assert parameter.human_readable_name in told
