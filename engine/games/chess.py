"""Chess, by the rules of python-chess: White is MAX, Black is MIN.

A game ends with checkmate, stalemate, or too little material for any mate. Draws by repetition and
by the 50- and 75-move rules are left out: they depend on how a position came about, and positions
here are told apart by what is on the board alone, so that a table of positions serves every way
to them. A search therefore needs a depth limit, as every search of chess does.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from engine.errors import InvalidInput
from engine.evaluation import Evaluation
from engine.game import CHANCE, MAX, MIN, Game, Number, Player
from engine.games.chess_captures import captured
from engine.games.chess_features import MATERIAL, SHANNON, read_weights, rule_of, terms_of, value_of
from engine.pieces import Piece, Shape

if TYPE_CHECKING:
    import chess

__all__ = ["WIN", "Chess", "Move", "Position", "make"]

#: What checkmate is worth, in pawns: more than any evaluation comes to.
WIN: Final = 10_000

#: The figures by their letters.
_FIGURES: Final[Mapping[str, Shape]] = MappingProxyType(
    {"k": "king", "q": "queen", "r": "rook", "b": "bishop", "n": "knight", "p": "pawn"}
)

#: What is wrong with a position that no rules apply to, by python-chess's names.
_UNPLAYABLE: Final[Mapping[str, str]] = MappingProxyType(
    {
        "EMPTY": "a board without pieces",
        "NO_WHITE_KING": "no white king",
        "NO_BLACK_KING": "no black king",
        "TOO_MANY_KINGS": "more than one king of a side",
        "PAWNS_ON_BACKRANK": "a pawn on the first or last rank",
        "OPPOSITE_CHECK": "the side that is not to move stands in check",
    }
)

#: What cannot have come about by play, and is searched all the same.
_ODD: Final[Mapping[str, str]] = MappingProxyType(
    {
        "TOO_MANY_WHITE_PAWNS": "White has more than eight pawns.",
        "TOO_MANY_BLACK_PAWNS": "Black has more than eight pawns.",
        "TOO_MANY_WHITE_PIECES": "White has more than sixteen pieces.",
        "TOO_MANY_BLACK_PIECES": "Black has more than sixteen pieces.",
        "BAD_CASTLING_RIGHTS": "A right to castle without its king and rook is ignored.",
        "INVALID_EP_SQUARE": "The en-passant square does not fit the pawns and is ignored.",
        "TOO_MANY_CHECKERS": "More pieces give check than one move can bring about.",
        "IMPOSSIBLE_CHECK": "No last move can have given this check.",
    }
)

_SIDES: Final = {"w": "w", "white": "w", "b": "b", "black": "b"}


class Position:
    """A position that does not change, equal to every other with the same moves ahead.

    Two are equal where the pieces, the side to move, the rights to castle and the pawn that can be
    taken en passant are the same; the clocks of a FEN are kept for printing alone.

    Args:
        board: python-chess's board, which nobody changes from now on.
    """

    __slots__ = ("_key", "_moves", "board")

    def __init__(self, board: chess.Board) -> None:
        self.board = board
        self._key: tuple[object, ...] = ()
        self._moves: tuple[Move, ...] | None = None

    @property
    def key(self) -> tuple[object, ...]:
        """What tells it from other positions; most are never asked."""
        if not self._key:
            board = self.board
            # Only where a pawn can be taken so does the square tell positions apart.
            en_passant = board.ep_square if board.has_legal_en_passant() else None
            self._key = (
                board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings,
                board.occupied_co[True], board.turn, board.clean_castling_rights(), en_passant,
            )  # fmt: skip
        return self._key

    @property
    def can_move(self) -> bool:
        """Whether there is a legal move; at the many leaves of a search, one is enough to know."""
        return any(self.board.legal_moves) if self._moves is None else bool(self._moves)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The legal moves by their UCI text: a2a3, a2a4, b1a3, ..."""
        if self._moves is None:
            legal = sorted(self.board.legal_moves, key=lambda move: move.uci())
            self._moves = tuple(Move(move, self) for move in legal)
        return self._moves

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        return f"Position({self.board.fen()!r})"


class Move:
    """A move, and the position that it is made in: its short algebraic name depends on both.

    Two are equal where they go from the same square to the same one, whatever the position, so
    that an order that learns (killer moves) knows them again.

    Args:
        move: python-chess's move.
        position: where it is legal.
    """

    __slots__ = ("_name", "move", "position")

    def __init__(self, move: chess.Move, position: Position) -> None:
        self.move = move
        self.position = position
        self._name = ""

    @property
    def name(self) -> str:
        """Its short algebraic notation, such as Nf3, exd8=Q+ or O-O."""
        if not self._name:
            # A copy, since python-chess makes the move to see whether it gives mate.
            self._name = self.position.board.copy(stack=False).san(self.move)
        return self._name

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and self.move == other.move

    def __hash__(self) -> int:
        return hash(self.move)

    def __repr__(self) -> str:
        return self.move.uci()


class Chess(Game[Position, Move]):
    """Chess from any position.

    Values are in pawns; a win is worth `WIN`.

    Args:
        position: a FEN as `parse` reads it; the start by default.

    Raises:
        InvalidInput: python-chess is not installed, or the position cannot be read or played.
    """

    name = "chess"
    needs_limit = True
    labels = {  # noqa: RUF012
        MAX: "White", MIN: "Black", CHANCE: "chance"
    }  # fmt: skip
    ground = "squares"
    has_sides = True
    pieces = MappingProxyType(
        {letter.upper(): Piece(shape, "white") for letter, shape in _FIGURES.items()}
        | {letter: Piece(shape, "black") for letter, shape in _FIGURES.items()}
    )
    evaluations = MappingProxyType(
        {
            "material": Evaluation(
                "pawns 1, knights and bishops 3, rooks 5, queens 9, in pawns",
                lambda state: value_of(state.board, MATERIAL),
                lambda state: terms_of(state.board, MATERIAL),
                rule_of(MATERIAL),
            ),
            "features": Evaluation(
                "material, pawn structure and mobility, weighted by Shannon (1950)",
                lambda state: value_of(state.board, SHANNON),
                lambda state: terms_of(state.board, SHANNON),
                rule_of(SHANNON),
            ),
        }
    )

    def __init__(self, position: str = "") -> None:
        self._chess = _python_chess()
        self.initial = self.parse(position) if position else Position(self._chess.Board())
        self.warnings = self._faults(self.initial.board, _ODD)

    def to_move(self, state: Position) -> Player:
        """Whose turn it is."""
        return MAX if state.board.turn else MIN

    def actions(self, state: Position) -> Sequence[Move]:
        """The legal moves by their UCI text."""
        return state.moves

    def result(self, state: Position, action: Move) -> Position:
        """The position after a move."""
        board = state.board.copy(stack=False)
        board.push(action.move)
        board.clear_stack()
        return Position(board)

    def is_terminal(self, state: Position) -> bool:
        """Whether the side to move has no legal move, or neither side can ever mate."""
        return not state.can_move or state.board.is_insufficient_material()

    def utility(self, state: Position, player: Player) -> Number:
        """`WIN` for the side that mates, −`WIN` for the other, 0 for a draw."""
        board = state.board
        if state.can_move or not board.is_check():
            return 0
        mated = MAX if board.turn else MIN
        return -WIN if player is mated else WIN

    def read_evaluation(self, spec: Mapping[str, Any]) -> Evaluation:
        """A weighted sum of features, from `{"weights": {"queens": 9, "mobility": 0.1}}`.

        Raises:
            InvalidInput: another key, a feature that there is not, or weights so large that a
                position could seem better than a win.
        """
        weights = read_weights(spec, limit=WIN)
        return Evaluation(
            f"a weighted sum of {', '.join(weights)}",
            lambda state: value_of(state.board, weights),
            lambda state: terms_of(state.board, weights),
            rule_of(weights),
        )

    def priority(self, state: Position, action: Move) -> Number:
        """Captures and promotions by what they win, then checks, then all others.

        Captures come by the most valuable victim and then the least valuable attacker (MVV-LVA).
        """
        board, move = state.board, action.move
        gain = 0
        if board.is_capture(move):
            victim = board.piece_type_at(move.to_square) or 1  # en passant: the square is empty
            gain += 100 * victim - (board.piece_type_at(move.from_square) or 0)
        if move.promotion:
            gain += 100 * move.promotion
        if not gain:
            gain = 10 if board.copy(stack=False).gives_check(move) else 0
        return -gain

    def name_of(self, action: Move) -> str:
        """Its short algebraic notation."""
        return action.name

    def draw(self, state: Position) -> str:
        """The board from White's side, White's pieces in capitals, `.` for a free square."""
        ranks = str(state.board).splitlines()
        rows = [f"{8 - at} {rank}" for at, rank in enumerate(ranks)]
        return "\n".join([*rows, "  a b c d e f g h"])

    def cells(self, state: Position) -> Sequence[Sequence[str]]:
        """The letter of each piece, `.` for a free square, rows from the eighth rank."""
        return [rank.split() for rank in str(state.board).splitlines()]

    def rulers(self) -> tuple[Sequence[str], Sequence[str]]:
        """Ranks and files."""
        return "87654321", "abcdefgh"

    def cells_of(self, state: Position, action: Move) -> Sequence[tuple[int, int]]:
        """The squares that a piece goes from and to; a king's, when it castles."""
        squares = (action.move.from_square, action.move.to_square)
        return [(7 - square // 8, square % 8) for square in squares]

    def position_of(self, cells: Sequence[Sequence[str]], player: Player) -> str:
        """Its FEN: a king and a rook that stand where they begin can still castle."""
        ranks = "/".join(
            re.sub(r"\.+", lambda free: str(len(free[0])), "".join(rank)) for rank in cells
        )
        castles = "".join(
            wing
            for wing, row, column in (("K", 7, 7), ("Q", 7, 0), ("k", 0, 7), ("q", 0, 0))
            if cells[row][4] == ("K" if row else "k")
            and cells[row][column] == ("R" if row else "r")
        )
        return f"{ranks} {'w' if player is MAX else 'b'} {castles or '-'} - 0 1"

    def telling_cells(self, state: Position) -> Sequence[tuple[int, int]]:
        """The square of a king that stands in check."""
        king = state.board.king(state.board.turn) if state.board.is_check() else None
        return [] if king is None else [(7 - king // 8, king % 8)]

    def spellings(self, action: Move) -> Sequence[str]:
        """Its UCI text, and its name without the signs that other programs leave out.

        A promotion can be called without its piece; which one is meant is then asked back.
        """
        short = action.name.rstrip("+#")
        castles = short.replace("O", "0") if short.startswith("O") else ""
        bare = short.replace("x", "").replace("=", "")
        uci = action.move.uci()
        apart = f"{uci[:2]} {uci[2:]}"
        pawn = short.partition("=")[0] if "=" in short else ""
        pawns = pawn, pawn.replace("x", "")
        return [text for text in (uci, apart, short, bare, castles, *pawns) if text]

    def score_line(self, state: Position, began: Position) -> str:
        """What each side has taken, or nothing."""
        return captured(state.board, began.board)

    def ending(self, states: Sequence[Position]) -> str:
        """Checkmate, stalemate, or the draws that FIDE's rules make by themselves."""
        last = states[-1]
        board = last.board
        if not last.can_move:
            return "checkmate" if board.is_check() else "stalemate"
        if board.is_insufficient_material():
            return "too little material for mate"
        if board.is_seventyfive_moves():
            return "75 moves without a capture or a pawn's move"
        again = sum(state == last for state in states)
        return "a position for the fifth time" if again >= 5 else ""

    def format(self, state: Position) -> str:
        """The position's FEN."""
        return state.board.fen()

    def parse(self, text: str) -> Position:
        """Read a FEN; what follows the board may be left out, and White is then to move.

        Raises:
            InvalidInput: it is no FEN, or no rules apply to the position.
        """
        where = f"chess@{text}"
        fields = text.split()
        if len(fields) > 1:
            fields[1] = _SIDES.get(fields[1].lower(), fields[1])
        try:
            board = self._chess.Board(" ".join(fields))
        except ValueError as error:
            # The message ends with the FEN, which the place says already.
            found = str(error).rpartition(": '")[0] or str(error)
            raise InvalidInput(
                f"the FEN cannot be read: {found}",
                where=where,
                expected="a FEN such as 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
            ) from error
        if faults := self._faults(board, _UNPLAYABLE):
            raise InvalidInput(
                faults[0], where=where, expected="a position in which the side to move can play on"
            )
        return Position(board)

    def _faults(self, board: chess.Board, texts: Mapping[str, str]) -> list[str]:
        """Those of the texts that are true of a board, by python-chess's names."""
        status = board.status()
        return [text for name, text in texts.items() if status & self._chess.Status[name]]


def make(size: str, position: str, to_move: str) -> Chess:
    """The game of a source: `chess` or `chess@FEN`.

    Raises:
        InvalidInput: a size, which it does not have, or a position that cannot be read.
    """
    if size:
        raise InvalidInput(f"chess of size {size!r}", expected="chess without a size: chess@FEN")
    if not to_move:
        return Chess(position)
    side = _SIDES.get(to_move.strip().lower())
    if side is None:
        raise InvalidInput(f"{to_move!r} as the side to move", expected="white or black")
    fields = position.split() or ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", side, "KQkq"]
    if len(fields) > 1 and _SIDES.get(fields[1].lower(), side) != side:
        raise InvalidInput(
            f"{to_move!r} as the side to move, but the FEN says {fields[1]!r}",
            where=f"chess@{position}",
            expected="the same side in both, or in one of them only",
        )
    return Chess(" ".join([fields[0], side, *fields[2:]]))


def _python_chess() -> Any:
    """The package, imported where a game is made: listings must not wait for it."""
    try:
        import chess
    except ImportError as error:
        raise InvalidInput(
            "chess needs the package python-chess, which is not installed",
            hint="Install it with pip install 'plytrace[chess]'",
        ) from error
    return chess
