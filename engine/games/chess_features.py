"""Features of chess positions, and weighted sums of them.

The lecture's evaluation is Eval(s) = Σ wᵢ fᵢ(s), with fᵢ such as White's queens minus Black's.
Every amount here is White's minus Black's; mirror images have opposite amounts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from engine.errors import InvalidInput
from engine.games.memo_table import MemoTable
from engine.games.source_texts import read_weights
from engine.values import Evaluation, Number, Term

if TYPE_CHECKING:
    import chess

    from engine.games.chess import ChessPosition

_PAWN: Final = 1
#: The letters of the pieces by python-chess's numbers, most valuable first.
_LETTERS: Final = {5: "Q", 4: "R", 3: "B", 2: "N", _PAWN: "P"}


def describe_captures(board: chess.Board, began: chess.Board) -> str:
    """Return the captures, such as `White took N 2P; Black took P`; empty if none."""
    # A promoted pawn is not captured. A captured queen that was a pawn counts as a pawn.
    captures = []
    for side, name in ((True, "White"), (False, "Black")):
        gone = {
            kind: began.pieces_mask(kind, not side).bit_count()
            - board.pieces_mask(kind, not side).bit_count()
            for kind in _LETTERS
        }
        gone[_PAWN] += sum(min(0, number) for kind, number in gone.items() if kind != _PAWN)
        taken = [
            f"{number if number > 1 else ''}{_LETTERS[kind]}"
            for kind, number in gone.items()
            if number > 0
        ]
        if taken:
            captures.append(f"{name} took {' '.join(taken)}")
    return "; ".join(captures)


#: The usual values of the pieces, in pawns.
MATERIAL: Final[Mapping[str, Number]] = MappingProxyType(
    {"pawns": 1, "knights": 3, "bishops": 3, "rooks": 5, "queens": 9}
)

#: C. E. Shannon, "Programming a computer for playing chess", Philosophical Magazine 41 (1950),
#: section 3. His 200 for the king is omitted: both sides always have one.
SHANNON: Final[Mapping[str, Number]] = MappingProxyType(
    {**MATERIAL, "doubled": -0.5, "backward": -0.5, "isolated": -0.5, "mobility": 0.1}
)

_FILE_A: Final = 0x0101_0101_0101_0101
_FILES: Final = [_FILE_A << file for file in range(8)]
_NEXT_FILES: Final = [
    (_FILES[file - 1] if file else 0) | (_FILES[file + 1] if file < 7 else 0) for file in range(8)
]
_CENTRE: Final = (27, 28, 35, 36)  # d4, e4, d5, e5


def _pieces(kind: str) -> Callable[[chess.Board, bool], int]:
    squares_of = attrgetter(kind)

    def count(board: chess.Board, side: bool) -> int:
        squares: int = squares_of(board) & board.occupied_co[side]
        return squares.bit_count()

    return count


def _cache_pawn_count(count: Callable[[int, int], int]) -> Callable[[chess.Board, bool], int]:
    """Cache a count of both sides' pawns: few moves change them."""
    counts = MemoTable[tuple[int, int], int](lambda pawns: count(*pawns))
    return lambda board, side: counts[_pawns(board, side)]


def _pawns(board: chess.Board, side: bool) -> tuple[int, int]:
    """Return a side's pawns and its opponent's, mirrored so that the side's pawns go up."""
    own, other = board.pawns & board.occupied_co[side], board.pawns & board.occupied_co[not side]
    return (own, other) if side else (_flip_ranks(own), _flip_ranks(other))


def _flip_ranks(squares: int) -> int:
    return int.from_bytes(squares.to_bytes(8, "little"), "big")


def _count_doubled(own: int, _other: int) -> int:
    """Count the pawns behind another of the same side on the same file."""
    return sum(max(0, (own & file).bit_count() - 1) for file in _FILES)


def _count_isolated(own: int, _other: int) -> int:
    """Count the pawns without another of the same side on a neighbouring file."""
    return sum(
        (own & file).bit_count() for file, beside in zip(_FILES, _NEXT_FILES, strict=True)
        if not own & beside
    )  # fmt: skip


def _count_backward(own: int, other: int) -> int:
    """Count the pawns behind their neighbours that an enemy pawn keeps from advancing."""
    # Isolated pawns are not counted again.
    count = 0
    for square in range(8, 56):
        if own >> square & 1:
            rank, file = divmod(square, 8)
            beside = own & _NEXT_FILES[file]
            level_or_behind = beside & ((1 << 8 * (rank + 1)) - 1)
            # The square in front is attacked by pawns two ranks up, on the neighbouring files.
            guarded = other & _NEXT_FILES[file] & 0xFF << 8 * (rank + 2)
            count += bool(beside and not level_or_behind and guarded)
    return count


def _mobility(board: chess.Board, side: bool) -> int:
    """Return the moves that a side would have if it were to move."""
    # Moves that leave the king in check are counted too; otherwise the count would be unfair to a
    # side in check.
    if board.turn != side:
        board = board.copy(stack=False)
        board.turn = side
        board.ep_square = None
    return board.pseudo_legal_moves.count()


def _bishop_pair(board: chess.Board, side: bool) -> int:
    """Return 1 if a side has bishops on both colours, else 0."""
    dark = 0xAA55_AA55_AA55_AA55
    bishops = board.pieces_mask(3, side)
    return int(bool(bishops & dark) and bool(bishops & ~dark))


def _centre(board: chess.Board, side: bool) -> int:
    """Count the attacks on d4, e4, d5 and e5, one per piece and square."""
    return sum(board.attackers_mask(side, square).bit_count() for square in _CENTRE)


def _king_shield(board: chess.Board, side: bool) -> int:
    """Return a side's pawns on the three squares in front of its king."""
    own, _ = _pawns(board, side)
    square = (board.kings & board.occupied_co[side]).bit_length() - 1
    rank, file = square // 8 if side else 7 - square // 8, square % 8
    return (own & (_FILES[file] | _NEXT_FILES[file]) & 0xFF << 8 * (rank + 1)).bit_count()


#: Every feature by name: a function that counts it for a side, and an upper bound of the count.
#: At most 62 pieces are not kings, and none has more than 27 moves.
FEATURES: Final[Mapping[str, tuple[Callable[[chess.Board, bool], int], int]]] = MappingProxyType(
    {
        "pawns": (_pieces("pawns"), 62),
        "knights": (_pieces("knights"), 62),
        "bishops": (_pieces("bishops"), 62),
        "rooks": (_pieces("rooks"), 62),
        "queens": (_pieces("queens"), 62),
        "doubled": (_cache_pawn_count(_count_doubled), 48),
        "backward": (_cache_pawn_count(_count_backward), 48),
        "isolated": (_cache_pawn_count(_count_isolated), 48),
        "mobility": (_mobility, 27 * 63),
        "bishop-pair": (_bishop_pair, 1),
        "centre": (_centre, 64),
        "king-shield": (_king_shield, 3),
    }
)


def weighted_sum(summary: str, weights: Mapping[str, Number]) -> Evaluation:
    """Return the evaluation that sums weighted features of a position, in White's favour."""

    def terms(state: ChessPosition) -> Sequence[Term]:
        board = state.board
        return [
            Term(name, weight, FEATURES[name][0](board, True) - FEATURES[name][0](board, False))
            for name, weight in weights.items()
        ]

    def value(state: ChessPosition) -> Number:
        board = state.board
        total: Number = 0
        for name, weight in weights.items():
            amount_of, _ = FEATURES[name]
            total += weight * (amount_of(board, True) - amount_of(board, False))
        # Sums of tenths may come out as 0.30000000000000004; no real weights are that fine.
        return round(total, 9) if isinstance(total, float) else total

    products = ", ".join(f"{weight} times the {name}" for name, weight in weights.items())
    rule = f"the sum of {products}, each counted as White's minus Black's"
    return Evaluation(summary, value, terms, rule)


def read_features(spec: Mapping[str, Any], *, limit: Number) -> Mapping[str, Number]:
    """Read the weights of an evaluation from a file's data."""
    weights = spec.get("weights")
    if set(spec) != {"weights"} or not isinstance(weights, Mapping) or not weights:
        raise InvalidInput(
            f"an evaluation of chess cannot have the keys {', '.join(map(str, spec)) or 'none'}",
            expected="the one key weights, with a number for one feature or more: "
            f"{', '.join(FEATURES)}",
        )
    read: dict[str, Any] = read_weights(
        weights, FEATURES, "chess has no feature", "evaluation of chess"
    )
    heaviest_piece = max((abs(read.get(name, 0)) for name in MATERIAL), default=0)
    most = 62 * heaviest_piece + sum(
        abs(weight) * FEATURES[name][1] for name, weight in read.items() if name not in MATERIAL
    )
    if most >= limit:
        raise InvalidInput(
            f"the weights could value a position at {float(most):,g}",
            expected=f"values below a win, which is worth {limit:,}",
            hint="Give the weights in pawns: a pawn 1, a queen 9",
        )
    return MappingProxyType(read)
