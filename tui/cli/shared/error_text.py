"""The text of every error on the command line: the fault, what was expected, and one advice.

The advice is a sentence, or `Try:` and a command that works as it stands. The module is imported
only for an error, so that plytrace starts quickly.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import click

from engine.errors import PlytraceError, Suggestion, UsageError, did_you_mean

#: Other words for commands.
_COMMANDS: Final = {
    "glossary": "list terms",
    "grade": "check",
    "mark": "check",
    "draw": "export",
    "figure": "export",
    "run": "trace",
    "search": "trace",
    "solve": "trace",
    "show": "trace",
    "tree": "list trees",
    "game": "list games",
    "lesson": "learn",
    "tutorial": "learn",
    "version": "--version",
}
_NUMBERS: Final = {"integer": "a whole number", "float": "a number"}
_HELP: Final = {"-h", "--help", "--version"}


@dataclass(frozen=True, slots=True)
class _CommandLine:
    """A typed command line, without the word plytrace."""

    words: Sequence[str]
    group: click.Group

    @property
    def command(self) -> click.Command | None:
        """The command; None if there is none."""
        context = click.Context(self.group)
        return self.group.get_command(context, self.words[0]) if self.words else None

    def is_complete(self) -> bool:
        """Return whether plytrace can read these arguments."""
        if [*self.words] == ["--version"]:
            return True
        if self.command is None or _HELP & {*self.words}:
            return False
        try:
            self.command.make_context(self.words[0], [*self.words[1:]])
        except click.ClickException:
            return False
        return True

    def as_advice(self) -> str:
        """Return the advice to run it if it is complete, and otherwise to read the help."""
        words = _spelled(self.words)
        return as_typed(*words) if replace(self, words=words).is_complete() else self.help_advice()

    def help_advice(self) -> str:
        """Return the advice to read the command's help."""
        return as_typed(*([self.words[0]] if self.command else []), "--help")


def error_text(
    error: click.ClickException | PlytraceError, words: Sequence[str], group: click.Group
) -> str:
    """Return the message for an error."""
    typed = _CommandLine(words, group)
    if not isinstance(error, PlytraceError):
        error = _converted(error, typed)
    text = str(error)
    if isinstance(error.hint, Suggestion) and (advice := _replaced(error.hint, words)):
        return f"{text} {advice}"
    if "Try: " not in text and (words := _within_limits(text, words)):
        return f"{text}. {as_typed(*words)}"
    if type(error) is UsageError and not error.hint:
        return f"{text}. {typed.help_advice()}"
    return text


def as_typed(*words: str) -> str:
    """Return the advice to run plytrace with some arguments."""
    return f"Try: {shlex.join(['plytrace', *words])}"


def unknown_command(
    name: str, rest: Sequence[str], commands: Sequence[str], lists: Sequence[str]
) -> UsageError:
    """Return the error for an unknown command."""
    from engine.search import SEARCHES

    hint = did_you_mean(name, commands)
    word = name.casefold()
    if word in SEARCHES:
        hint = as_typed("trace", rest[0], "-a", word, *rest[1:]) if rest else ""
        hint = hint or as_typed("list", "searches")
    elif _is_source(name):
        hint = as_typed(*_spelled(["trace", name, *rest]))
    elif word in _COMMANDS:
        meant = _COMMANDS[word].split()
        if meant[0] in ("check", "export") or (meant == ["trace"] and not rest):
            meant.append("--help")  # it does nothing without more arguments
        elif len(meant) == 1:
            meant += rest
        hint = as_typed(*meant)
    elif word in lists:
        hint = as_typed("list", word)
    elif isinstance(hint, Suggestion) and not rest:
        hint = f"{hint} {as_typed(hint.meant, '--help')}"
    return UsageError(
        f"there is no command {name!r}",
        expected=f"one of {', '.join(commands)}",
        hint=hint or as_typed("--help"),
    )


def _converted(error: click.ClickException, typed: _CommandLine) -> UsageError:
    """Return an error of Click as one of plytrace."""
    context = error.ctx if isinstance(error, click.UsageError) else None
    if isinstance(error, click.NoSuchOption) and context:
        return _unknown_option(error, context, typed)
    if isinstance(error, click.MissingParameter) and error.param:
        return UsageError(f"{_name(error.param)} is missing", expected=_usage(error.ctx))
    if isinstance(error, click.BadParameter) and error.param:
        return _bad_value(error.message, error.param, typed)
    if isinstance(error, click.BadOptionUsage):
        if "does not take" in error.message:
            return UsageError(f"{error.option_name} takes no value")
        expected = _form(error.option_name, typed)
        return UsageError(f"{error.option_name} needs a value", expected=expected)
    if context and (extra := re.fullmatch(r"Got unexpected extra arguments? \((.*)\)", str(error))):
        return _extra_arguments(extra[1].split(" "), context, typed)
    return UsageError(error.format_message().rstrip("."))


def _unknown_option(
    error: click.NoSuchOption, context: click.Context, typed: _CommandLine
) -> UsageError:
    """Return the error for an unknown option, with the option that was probably meant."""
    given = error.option_name
    options = [one for one in context.command.params if isinstance(one, click.Option)]
    names = {name: max(one.opts, key=len) for one in options for name in one.opts}
    if given.startswith("--"):
        meant = getattr(did_you_mean(given[2:], [name[2:] for name in names]), "meant", "")
        near = meant and f"--{meant}"
    else:  # -s for --search
        short = given[:2].casefold()
        near = next((long for long in names.values() if long[1:3] == short), "")
    short = next((name for name, long in names.items() if long == near != name), "")
    words = [*typed.words]
    for place, word in enumerate(typed.words):
        if word.partition("=")[0] == given:
            words[place] = (near if given.startswith("--") else short or near) + word[len(given) :]
        elif word.startswith(given) and not word.startswith("--"):  # -sminimax
            words[place : place + 1] = [short or near, word[len(given) :]]
    advice = replace(typed, words=words).as_advice() if near else typed.help_advice()
    if given == "--plain" and context.info_name == "step":  # it has only the full screen
        near, advice = "", as_typed("trace", *(word for word in typed.words[1:] if word != given))
    meant = f"{near} ({short})" if short else near
    return UsageError(
        f"there is no option {given}",
        expected=f"an option such as {meant}" if near else f"an option of {context.command_path}",
        hint=advice,
    )


def _bad_value(message: str, param: click.Parameter, typed: _CommandLine) -> UsageError:
    """Return the error for a value that a parameter does not accept."""
    name, kind = _name(param), param.type
    found = re.match(r"('.*?'|\".*?\"|\S+) is not (?:one of|a valid|in the range)", message)
    value = found[1] if found else ""
    bare = value.strip("'\"")
    if found and isinstance(kind, click.Choice):
        known = [str(one) for one in kind.choices]
        listed = f"one of {', '.join(known)}" if len(known) > 2 else " or ".join(known)
        hint = did_you_mean(bare, known)
        return UsageError(f"{name} cannot be {value}", expected=listed, hint=hint)
    numbers = (*_NUMBERS, *(f"{one} range" for one in _NUMBERS))
    if found and kind.name in numbers:
        low, high = getattr(kind, "min", None), getattr(kind, "max", None)
        expected = _NUMBERS[kind.name.split()[0]]
        meant = str(2 if low is None else max(2, low))
        if low is None:
            expected += f" such as {meant}"
        else:
            expected += f" of at least {low}" if high is None else f" from {low} to {high}"
        whole = re.compile(rf"^(--.*=)?{re.escape(bare)}$")
        words = [whole.sub(rf"\g<1>{meant}", word) for word in typed.words]
        hint = replace(typed, words=words).as_advice()
        return UsageError(f"{name} cannot be {value}", expected=expected, hint=hint)
    fault, _, expected = message.rstrip(".").partition("; expected ")
    return UsageError(f"{name}: {fault}", expected=expected)


def _extra_arguments(
    extra: Sequence[str], context: click.Context, typed: _CommandLine
) -> UsageError:
    """Return the error for arguments that a command does not take, with the option for them."""
    from engine.conventions import PRESETS
    from engine.search import SEARCHES
    from tracer.export.format import FORMATS

    options = {name for one in context.command.params for name in one.opts}
    rest = [word for word in typed.words if word not in extra]
    endings = tuple(ending for one in FORMATS.values() for ending in one.endings)
    hint = ""
    for option, known in (("-a", SEARCHES), ("-c", PRESETS)):
        if option in options and {*extra} <= {*known}:
            named = ",".join(extra) if context.info_name == "compare" else extra[0]
            hint = as_typed(*rest, option, named)
    if len(extra) == 1 and "-o" in options and "." in extra[0]:
        is_format = extra[0].lower().endswith(endings)
        hint = as_typed(*rest, "-o", extra[0]) if is_format else as_typed("list", "formats")
    return UsageError(
        f"{context.info_name} does not accept {', '.join(map(repr, extra))}",
        expected=_usage(context),
        hint=hint,
    )


def _replaced(suggestion: Suggestion, typed: Sequence[str]) -> str:
    """Return the advice to run the typed command with the suggested word; empty if unclear."""
    whole = re.compile(rf"(?<![\w.-]){re.escape(suggestion.word)}(?![\w-])", re.IGNORECASE)
    if sum(len(whole.findall(word)) for word in typed) != 1:
        return ""
    return as_typed(*_spelled([whole.sub(lambda _: suggestion.meant, word) for word in typed]))


def _is_source(word: str) -> bool:
    """Return whether a word is a tree, a game or a file that a search can open."""
    from engine.games import GAMES
    from trees.files import TREE_SUFFIXES
    from trees.library import library_names

    name = re.split("[:@]", word)[0].casefold()
    is_file = word.lower().endswith(TREE_SUFFIXES) and os.path.isfile(word)  # noqa: PTH113
    return is_file or word.startswith("[") or name in GAMES or name in library_names()


def _spelled(words: Sequence[str]) -> list[str]:
    """Return a command line with its other misspelt names corrected.

    One error names one mistake, but its advice must work. The stepper needs a terminal.
    """
    from engine.conventions import PRESETS
    from engine.games import GAMES
    from engine.search import SEARCHES
    from engine.searches.ordering import ORDERS
    from trees.library import library_names
    from tui.terminal.output import has_screen

    of_options: dict[tuple[str, ...], list[str]] = {
        ("-a", "--search"): [*SEARCHES],
        ("-c", "--convention"): [*PRESETS],
        ("--order",): [*ORDERS],
    }
    known = {option: names for options, names in of_options.items() for option in options}
    spelled = [*words]
    for place, word in enumerate(words):
        option, equals, value = word.partition("=")
        if not equals and place:
            option, value = words[place - 1], word
        if option in known and (equals or place):
            first, comma, rest = value.partition(",")
            values = value.split(",") if option in ("-a", "--search") else [first]
            value = ",".join(
                getattr(did_you_mean(one, known[option]), "meant", one) for one in values
            )
            rest = "" if option in ("-a", "--search") else comma + rest
            spelled[place] = f"{option}={value}{rest}" if equals else value + rest
    if len(words) > 1 and words[0] in ("trace", "step", "export", "compare", "visits"):
        sources = [name for name in (*library_names(), *GAMES) if name == words[1].casefold()]
        spelled[1:2] = sources or spelled[1:2]
    if words and words[0] == "step" and not has_screen():
        spelled = ["trace", *spelled[1:2]]
    return spelled


def _within_limits(text: str, words: Sequence[str]) -> list[str]:
    """Return a command line that an error about limits or evaluations describes; empty if none."""
    if not words or words[0] not in ("trace", "step", "export", "visits"):
        return []
    if "(--max-visits, --seconds)" in text:
        return [*words, "--max-visits", "1000"]
    unwanted = {"--eval"} if "omit --eval" in text else set()
    if "without a depth limit" in text:
        unwanted |= {"--depth", "--rounds"}
    kept = [
        word
        for before, word in zip(["", *words], words, strict=False)
        if not {before, word.partition("=")[0]} & unwanted
    ]
    return kept if len(kept) < len(words) else []


def _name(param: click.Parameter) -> str:
    """Return an option's longest name, or an argument as the usage line writes it."""
    if isinstance(param, click.Option):
        return max(param.opts, key=len)
    return (param.metavar or param.name or "").strip("[]").upper()


def _form(option: str, typed: _CommandLine) -> str:
    """Return an option with its metavar, such as `--depth PLIES`."""
    command = typed.command
    known = command.params if command else []
    one = next((one for one in known if option in one.opts), None)
    return f"{option} {one.make_metavar(click.Context(command))}" if command and one else ""


def _usage(context: click.Context | None) -> str:
    """Return how a command is called, such as `plytrace check KEY [ANSWERS]…`."""
    if context is None:
        return ""
    words = context.command.collect_usage_pieces(context)[1:]  # all but [OPTIONS]
    return " ".join([context.command_path, *words]).replace("...", "…")
