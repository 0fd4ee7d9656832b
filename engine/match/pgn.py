"""A match of chess as PGN, through python-chess.

The tags White and Black hold the players as `engine.match.players` writes them; any other name is a
human's and is preserved. The comment after an engine's move holds what it found. A result that the
position does not show is a resignation. Agreed draws are not supported; such a match can continue.
"""

from __future__ import annotations

import re
from io import StringIO
from typing import TYPE_CHECKING, Any, Final

from engine.errors import InvalidInput, UsageError, add_place
from engine.games.chess import Chess, ChessPosition
from engine.match.match import Match
from engine.match.players import Human, Participant, read_player, read_seed
from engine.match.text_form import read_note, write_note

if TYPE_CHECKING:
    import chess.pgn

from engine.game import Player

_SIDES: Final = {Player.MAX: "White", Player.MIN: "Black"}
_RESULTS: Final = {Player.MAX: "1-0", Player.MIN: "0-1"}
_SEED: Final = "PlytraceSeed"
#: The tokens of a PGN.
_WORDS: Final = re.compile(
    r"""
    \s+ | \ufeff | ^%.*$ | ^\[.*\]\s*$           # white space, lines to be skipped, tags
    | \{[^}]*\} | ;.*$ | \$\d+ | [()]           # comments, glyphs, variations
    | (?: \d+\.+ )                               # numbers of moves
    | (?: 1-0 | 0-1 | 1/2-1/2 | \* ) (?=[\s(){};]|$)
    | (?: [KQRBN]?[a-h]?[1-8]?[x-]?[a-h][1-8](?:=?[QRBNqrbn])? | [O0]-[O0](?:-[O0])? | -- )
      [+\#]?(?:[!?]{1,2})?(?=[\s(){};$]|$)
    | (?: \d+ | [!?]{1,2} ) (?=[\s(){}]|$)
    """,
    re.VERBOSE | re.MULTILINE,
)
_VARIANT: Final = re.compile(r'^\[\s*Variant\s+"(?P<name>[^"]*)"', re.MULTILINE | re.IGNORECASE)
#: Names of standard chess on chess sites.
_CHESS: Final = frozenset(
    {
        *("", "?", "chess", "classical", "from position", "normal", "standard"),
        *("chess960", "chess 960", "fischerandom", "fischer random", "frc"),
    }
)
#: The start of plytrace's own comments.
_OURS: Final = "by="


def write_pgn(match: Match) -> str:
    """Return the match as PGN, readable by `read_pgn` and every chess program."""
    if not isinstance(match.game, Chess):
        raise UsageError(
            f"a match of {match.game} cannot be saved as PGN",
            expected="chess, or a file whose name does not end in .pgn",
        )
    import chess.pgn

    game = chess.pgn.Game()
    game.setup(match.game.initial.board)
    game.headers["Event"] = "plytrace match"
    game.headers.update(match.tags)
    for player, side in _SIDES.items():
        participant = match.players[player]
        is_named = isinstance(participant, Human) and side in match.tags
        game.headers[side] = match.tags[side] if is_named else str(participant)
    if match.seed:
        game.headers[_SEED] = str(match.seed)
    result = match.result
    game.headers["Result"] = "*"
    if result:
        game.headers["Result"] = _RESULTS[result.winner] if result.winner is not None else "1/2-1/2"
    node: chess.pgn.GameNode = game
    for played in match.moves:
        node = node.add_variation(played.action.move)
        node.comment = write_note(played.choice) or played.comment
        node.nags.update(played.glyphs)
    return f"{game}\n"


def read_pgn(text: str, name: str) -> Match:
    """Return the match that a PGN describes."""
    Chess()  # raises with advice if python-chess is not installed

    _check_words(text, name)
    _check_variant(text, name)
    lines = _Lines(text)
    game = _parse_game(lines, name)
    where = f"{name}:{lines.number}"
    if game is None:
        raise InvalidInput(
            "the file has no game", where=f"{name}:1", expected="a chess game in PGN"
        )
    if _parse_game(lines, name) is not None:
        raise InvalidInput("the file has a second game", where=where, expected="one game in a file")
    if any(len(node.variations) > 1 for node in (game, *game.mainline())):
        raise InvalidInput(
            "variations in brackets are not supported",
            where=name,
            expected="only the moves of one game",
            hint="Remove them; a match cannot store them",
        )
    return _play(game, name)


def _check_words(text: str, name: str) -> None:
    """Refuse text that python-chess would skip, such as a move with an extra letter."""
    at = 0
    while at < len(text):
        match = _WORDS.match(text, at)
        if match is None:
            word = text[at:].split(maxsplit=1)[0][:40]
            raise InvalidInput(
                f"{word!r}",
                where=f"{name}:{text.count(chr(10), 0, at) + 1}",
                expected="a tag in square brackets, a move such as Nf3, or a {comment}",
            )
        at = match.end()


def _check_variant(text: str, name: str) -> None:
    """Refuse variants other than chess and Chess960; python-chess would play some as chess."""
    for variant in _VARIANT.finditer(text):
        if variant["name"].casefold() not in _CHESS:
            raise InvalidInput(
                f"the variant {variant['name']!r} is not supported",
                where=f"{name}:{text.count(chr(10), 0, variant.start()) + 1}",
                expected='standard chess, [Variant "Standard"], or [Variant "Chess960"]',
            )


class _Lines:
    """A text read line by line, with the number of the current line."""

    def __init__(self, text: str) -> None:
        self._text = StringIO(text)
        self.number = 0

    def readline(self) -> str:
        """Return the next line; empty at the end."""
        line = self._text.readline()
        self.number += bool(line)
        return line


def _parse_game(lines: _Lines, name: str) -> chess.pgn.Game | None:
    """Return the next game; report python-chess's errors with their lines."""
    import chess.pgn

    move_errors = (chess.IllegalMoveError, chess.InvalidMoveError, chess.AmbiguousMoveError)

    class Builder(chess.pgn.GameBuilder[chess.pgn.Game]):
        def handle_error(self, error: Exception) -> None:
            # The message ends with the whole position, which does not help.
            fault = str(error).partition(" in ")[0].replace(" san:", "")
            is_move = isinstance(error, move_errors)
            raise InvalidInput(
                f"the move cannot be made: {fault}"
                if is_move
                else f"the tag FEN cannot be read: {fault}",
                where=f"{name}:{lines.number}",
                expected="a legal move in short algebraic notation, such as Nf3"
                if is_move
                else "a FEN",
            ) from error

    handle: Any = lines  # only its readline is used
    try:
        return chess.pgn.read_game(handle, Visitor=Builder)
    except ValueError as error:
        raise InvalidInput(
            f"the tags cannot be read: {error}", where=f"{name}:{lines.number}"
        ) from error


def _play(game: chess.pgn.Game, name: str) -> Match:
    """Play a parsed game as a match."""
    tags = dict(game.headers)
    chess_game = Chess(game.board().fen() if "FEN" in tags else "")
    players = {side: _parse_player(tags.get(side, "")) for side in _SIDES.values()}
    with add_place(f"{name}, [{_SEED} …]"):
        seed = read_seed(tags.pop(_SEED, "0"))
    white, black = (player or Human() for player in players.values())
    match = Match(chess_game, white, black, seed=seed, settle=False)
    for node in game.mainline():
        glyphs, comment = tuple(sorted(node.nags)), " ".join(node.comment.split())
        state: ChessPosition = match.state
        number = f"{state.board.fullmove_number}{'.' if state.board.turn else '...'}"
        with add_place(f"{name}, move {number} {node.san()}"):
            choice = None
            if comment.startswith(_OURS):
                choice, comment = read_note(comment, match.game, state), ""
            # Not by its UCI text, which has two forms for castling.
            match.follow(node.san(), choice, comment, glyphs)
    result = tags.pop("Result", "*")
    for player, written in _RESULTS.items():
        if result == written and not match.is_over:
            match.resign(player.opponent)
    stored = {"FEN", "SetUp", *(side for side, player in players.items() if player is not None)}
    match.tags = {tag: text for tag, text in tags.items() if tag not in stored}
    return match


def _parse_player(name: str) -> Participant | None:
    """Return the player named by a tag; None if it is a person's name."""
    try:
        return read_player(name)
    except UsageError:
        return None
