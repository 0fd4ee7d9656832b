"""A new command is a module and a line: it is in the help, runs, and is suggested."""

import sys
from types import ModuleType

import click
import pytest
from click.testing import CliRunner

from tests.support.tables import table
from tui.cli import COMMANDS, cli


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


@pytest.mark.parametrize(("arguments", "message"), table(__file__, "new_command"))
def test_new_command_is_a_module_and_a_line(arguments, message):
    assert message in CliRunner().invoke(cli, arguments).output


def test_new_command_is_suggested_for_a_misspelt_one():
    assert "Did you mean applaud?" in str(CliRunner().invoke(cli, ["aplaud", "Ann"]).exception)
