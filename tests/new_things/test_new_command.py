"""A new command is a module and a line: it is in the help, runs, and is suggested."""

import sys
from types import ModuleType

import click
import pytest

from tests.support.commands import output_of, run_command
from tui.cli import COMMANDS


@click.command("applaud")
@click.argument("name")
def command(name):
    """Applaud NAME."""
    click.echo(f"Well done, {name}!")


@pytest.fixture(autouse=True)
def new_command(monkeypatch):
    """Let there be one more module of a command, and its line."""
    module = ModuleType("tui.cli.commands.applaud")
    module.command = command
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setitem(COMMANDS, "applaud", "Say well done.")


def test_new_command_is_a_module_and_a_line():
    assert "Well done, Ann!" in output_of("applaud", "Ann")
    assert "Applaud NAME." in output_of("applaud", "--help")
    assert "Say well done." in output_of("--help")
    assert "Did you mean applaud?" in run_command("aplaud", "Ann").stderr
