"""Chess, by the rules of python-chess: White is MAX, Black is MIN.

A game ends with checkmate, stalemate, or insufficient material for any mate. Draws by repetition
and by the 50- and 75-move rules are ignored: they depend on earlier positions. Here a position is
identified by its board alone, so that a transposition table works for every path to it. A search
therefore needs a depth limit, as every search of chess does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from engine.errors import InvalidInput
from engine.game import CHANCE, MAX, MIN, Number, Player
from engine.games.chess_features import (
    MATERIAL,
    SHANNON,
    describe_captures,
    read_features,
    weighted_sum,
)
from engine.games.source_texts import BuiltIn
from engine.text import Piece, Shape, install_command
from engine.values import Evaluation

if TYPE_CHECKING:
    import chess


#: The value of checkmate, in pawns: more than any evaluation.
WIN: Final = 10_000

#: The pieces by their letters.
_FIGURES: Final[Mapping[str, Shape]] = MappingProxyType(
    {"k": "king", "q": "queen", "r": "rook", "b": "bishop", "n": "knight", "p": "pawn"}
)

#: Errors of a position that cannot be played, by python-chess's names.
_UNPLAYABLE: Final[Mapping[str, str]] = MappingProxyType(
    {
        "EMPTY": "the board has no pieces",
        "NO_WHITE_KING": "White has no king",
        "NO_BLACK_KING": "Black has no king",
        "TOO_MANY_KINGS": "a side has more than one king",
        "PAWNS_ON_BACKRANK": "a pawn is on the first or last rank",
        "OPPOSITE_CHECK": "the side that is not to move is in check",
    }
)

#: Oddities of a position that play cannot reach; it is searched anyway.
_ODD: Final[Mapping[str, str]] = MappingProxyType(
    {
        "TOO_MANY_WHITE_PAWNS": "White has more than eight pawns.",
        "TOO_MANY_BLACK_PAWNS": "Black has more than eight pawns.",
        "TOO_MANY_WHITE_PIECES": "White has more than sixteen pieces.",
        "TOO_MANY_BLACK_PIECES": "Black has more than sixteen pieces.",
        "BAD_CASTLING_RIGHTS": "A castling right without its king and rook is ignored.",
        "INVALID_EP_SQUARE": "The en-passant square does not fit the pawns and is ignored.",
        "TOO_MANY_CHECKERS": "More pieces give check than one move can cause.",
        "IMPOSSIBLE_CHECK": "No previous move could have given this check.",
    }
)

_CHESS960: Final = "The castling rights are those of Chess960."

_SIDES: Final = {"w": "w", "white": "w", "b": "b", "black": "b"}


class ChessPosition:
    """An immutable position, equal to any other with the same possible continuations.

    Two are equal if the pieces, the side to move, the castling rights and the pawn that can be
    taken en passant are the same. The clocks of a FEN are kept only for printing.
    """

    __slots__ = ("_key", "_moves", "board")

    def __init__(self, board: chess.Board) -> None:
        self.board = board
        self._key: tuple[object, ...] = ()
        self._moves: tuple[ChessMove, ...] | None = None

    @property
    def key(self) -> tuple[object, ...]:
        """The identity of the position; computed only on demand."""
        if not self._key:
            board = self.board
            # The square matters only if a pawn can be taken en passant.
            en_passant = board.ep_square if board.has_legal_en_passant() else None
            self._key = (
                board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings,
                board.occupied_co[True], board.turn, board.clean_castling_rights(), en_passant,
            )  # fmt: skip
        return self._key

    @property
    def can_move(self) -> bool:
        """Whether there is a legal move; stops at the first one found."""
        return any(self.board.legal_moves) if self._moves is None else bool(self._moves)

    @property
    def moves(self) -> tuple[ChessMove, ...]:
        """The legal moves, sorted by UCI text: a2a3, a2a4, b1a3, ..."""
        if self._moves is None:
            legal = sorted(self.board.legal_moves, key=lambda move: move.uci())
            self._moves = tuple(ChessMove(move, self) for move in legal)
        return self._moves

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ChessPosition) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        return f"ChessPosition({self.board.fen()!r})"


class ChessMove:
    """A move with its position, since its short algebraic name depends on both.

    Moves between the same squares are equal in any position, so that a learning order (killer
    moves) recognises them.
    """

    __slots__ = ("_name", "move", "position")

    def __init__(self, move: chess.Move, position: ChessPosition) -> None:
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
        return isinstance(other, ChessMove) and self.move == other.move

    def __hash__(self) -> int:
        return hash(self.move)

    def __repr__(self) -> str:
        return self.move.uci()


class Chess(BuiltIn[ChessPosition, ChessMove]):
    """Chess from any position.

    Values are in pawns; a win is worth `WIN`.
    """

    name = "chess"
    rules = (
        "The rules of chess apply. Checkmate wins; stalemate is a draw, and so is a position in "
        "which neither player can ever mate. Repeated positions and moves without a capture end a "
        "match (the fifth time, or after 75 moves), but not a search. "
        f"A win of MAX is worth {WIN}, a win of MIN −{WIN}, and a draw 0."
    )
    move_naming = "A move is named in short algebraic notation, such as Nf3 or exd5."
    given_order = "by their squares in alphabetical order, first those that a piece leaves"
    static_order = "captures and promotions by material won, then checks, then all others"
    # Material alone sees no difference between the first moves of a game.
    played_by = "features"
    may_not_end = True
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
            "material": weighted_sum(
                "pawns 1, knights and bishops 3, rooks 5, queens 9, in pawns", MATERIAL
            ),
            "features": weighted_sum(
                "material, pawn structure and mobility, with Shannon's weights (1950)", SHANNON
            ),
        }
    )

    def __init__(self, position: str = "") -> None:
        self._chess = _python_chess()
        self.initial = self.parse(position) if position else ChessPosition(self._chess.Board())
        board = self.initial.board
        self.warnings = [_CHESS960] * board.chess960 + self._faults(board, _ODD)

    def to_move(self, state: ChessPosition) -> Player:
        return MAX if state.board.turn else MIN

    def actions(self, state: ChessPosition) -> Sequence[ChessMove]:
        """Return the legal moves by their UCI text."""
        return state.moves

    def result(self, state: ChessPosition, action: ChessMove) -> ChessPosition:
        board = state.board.copy(stack=False)
        board.push(action.move)
        board.clear_stack()
        return ChessPosition(board)

    def is_terminal(self, state: ChessPosition) -> bool:
        """Return whether the side to move has no legal move, or neither side can ever mate."""
        return not state.can_move or state.board.is_insufficient_material()

    def utility(self, state: ChessPosition, player: Player) -> Number:
        """Return `WIN` for the side that mates, −`WIN` for the other, 0 for a draw."""
        board = state.board
        if state.can_move or not board.is_check():
            return 0
        mated = MAX if board.turn else MIN
        return -WIN if player is mated else WIN

    def read_evaluation(self, spec: Mapping[str, Any]) -> Evaluation:
        """Return a weighted sum of features, from `{"weights": {"queens": 9, "mobility": 0.1}}`."""
        weights = read_features(spec, limit=WIN)
        return weighted_sum(f"a weighted sum of {', '.join(weights)}", weights)

    def priority(self, state: ChessPosition, action: ChessMove) -> Number:
        """Rank captures and promotions by material won, then checks, then all others."""
        # Captures are sorted by most valuable victim, then least valuable attacker (MVV-LVA).
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

    def name_of(self, action: ChessMove) -> str:
        """Return its short algebraic notation."""
        return action.name

    def draw(self, state: ChessPosition) -> str:
        """Return the board from White's side, White's pieces in capitals, `.` for a free square."""
        ranks = str(state.board).splitlines()
        rows = [f"{8 - at} {rank}" for at, rank in enumerate(ranks)]
        return "\n".join([*rows, "  a b c d e f g h"])

    def cells(self, state: ChessPosition) -> Sequence[Sequence[str]]:
        """Return the letter of each piece, `.` for a free square, rows from the eighth rank."""
        return [rank.split() for rank in str(state.board).splitlines()]

    def rulers(self) -> tuple[Sequence[str], Sequence[str]]:
        """Return ranks and files."""
        return "87654321", "abcdefgh"

    def cells_of(self, state: ChessPosition, action: ChessMove) -> Sequence[tuple[int, int]]:
        """Return the squares that a piece leaves and enters; the king's if it castles."""
        # In Chess960 the king goes to its rook's square, as its UCI text says.
        squares = (action.move.from_square, action.move.to_square)
        return [(7 - square // 8, square % 8) for square in squares]

    def highlighted_cells(self, state: ChessPosition) -> Sequence[tuple[int, int]]:
        """Return the square of a king in check."""
        king = state.board.king(state.board.turn) if state.board.is_check() else None
        return [] if king is None else [(7 - king // 8, king % 8)]

    def spellings(self, action: ChessMove) -> Sequence[str]:
        """Return its UCI text, and its name without the symbols that other programs omit."""
        # A promotion may be typed without its piece; the player is then asked for the piece.
        short = action.name.rstrip("+#")
        castles = short.replace("O", "0") if short.startswith("O") else ""
        bare = short.replace("x", "").replace("=", "")
        uci = action.move.uci()
        apart = f"{uci[:2]} {uci[2:]}"
        pawn = short.partition("=")[0] if "=" in short else ""
        pawns = pawn, pawn.replace("x", "")
        return [text for text in (uci, apart, short, bare, castles, *pawns) if text]

    def score_line(self, state: ChessPosition, began: ChessPosition) -> str:
        """Return each side's captures; empty if there are none."""
        return describe_captures(state.board, began.board)

    def ending(self, states: Sequence[ChessPosition]) -> str:
        """Return checkmate, stalemate, or an automatic draw of FIDE's rules."""
        last = states[-1]
        board = last.board
        if not last.can_move:
            return "checkmate" if board.is_check() else "stalemate"
        if board.is_insufficient_material():
            return "insufficient material"
        if board.is_seventyfive_moves():
            return "75 moves without a capture or a pawn move"
        again = sum(state == last for state in states)
        return "fivefold repetition" if again >= 5 else ""

    def format(self, state: ChessPosition) -> str:
        return state.board.fen()

    def parse(self, text: str) -> ChessPosition:
        """Read a FEN; everything after the board is optional, with White to move by default.

        Castling rights from other than the usual squares are Chess960's: `HFhf`
        names the files of the rooks (Shredder-FEN), and `KQkq` means the outermost ones (X-FEN).
        """
        where = f"chess@{text}"
        fields = text.split()
        if len(fields) > 1:
            fields[1] = _SIDES.get(fields[1].lower(), fields[1])
        try:
            board = self._chess.Board(" ".join(fields))
        except ValueError as error:
            # The message ends with the FEN, which `where` contains already.
            fault = str(error).rpartition(": '")[0] or str(error)
            raise InvalidInput(
                f"the FEN cannot be read: {fault}",
                where=where,
                expected="a FEN such as 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
            ) from error
        board.chess960 = board.has_chess960_castling_rights()
        if faults := self._faults(board, _UNPLAYABLE):
            raise InvalidInput(
                faults[0], where=where, expected="a position in which the side to move can play"
            )
        return ChessPosition(board)

    def _faults(self, board: chess.Board, texts: Mapping[str, str]) -> list[str]:
        """Return the texts of the faults that python-chess finds in a board."""
        status = board.status()
        return [text for name, text in texts.items() if status & self._chess.Status[name]]


def make(position: str, size: str, to_move: str) -> Chess:
    """Return the game of a source: `chess` or `chess@FEN`."""
    if size:
        raise InvalidInput(
            f"chess cannot have the size {size!r}", expected="chess without a size: chess@FEN"
        )
    if not to_move:
        return Chess(position)
    side = _SIDES.get(to_move.strip().lower())
    if side is None:
        raise InvalidInput(f"the side to move cannot be {to_move!r}", expected="white or black")
    fields = position.split() or ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", side, "KQkq"]
    if len(fields) > 1 and _SIDES.get(fields[1].lower(), side) != side:
        raise InvalidInput(
            f"the side to move cannot be {to_move!r}: the FEN says {fields[1]!r}",
            where=f"chess@{position}",
            expected="the same side in both, or in one of them only",
        )
    return Chess(" ".join([fields[0], side, *fields[2:]]))


def _python_chess() -> Any:
    """Return the package, imported only for a game: listings must not wait for it."""
    try:
        import chess
    except ImportError as error:
        raise InvalidInput(
            "chess needs the package python-chess, which is not installed",
            hint=f"Install it with: {install_command('chess')}",
        ) from error
    return chess
