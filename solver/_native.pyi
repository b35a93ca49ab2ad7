"""The kernels in C++. Boards and pieces are 64-bit masks of squares, a1 being bit 0.

Every kernel takes a `Control` and gives None if it ended before the answer was known.
"""

from collections.abc import Callable, Sequence
from typing import Literal, type_check_only

class BareControl: ...

class Control(BareControl):
    """The limits of one run of a kernel, and what became of it."""

    def __init__(
        self,
        max_nodes: int,
        seconds: float,
        max_bytes: int,
        watch: Callable[[float], object] | None = None,
        threads: int = 1,
    ) -> None: ...
    def stop(self) -> None: ...
    def rethrow(self) -> None: ...
    @property
    def nodes(self) -> int: ...
    @property
    def threads(self) -> int: ...
    @property
    def progress(self) -> float: ...
    @property
    def reason(self) -> Literal["nodes", "time", "memory", "endless"] | None: ...

@type_check_only
class _Saved:
    """A search whose tables can be written down while it does not work.

    `save` hands the bytes to `write`, and `load` takes them from `read`, which has to give as many
    as it is asked for; what they raise is raised again. The same program reads what it has written,
    for the same board or deal: no more is checked than that there could be such entries, which is a
    ValueError where it is not so. `load` is for a search that has not begun, and gives how many
    entries it has read, and how many of them it had room for.
    """

    def save(self, write: Callable[[bytes], object]) -> None: ...
    def load(self, read: Callable[[int], bytes]) -> tuple[int, int]: ...

@type_check_only
class _Retrograde:
    """A table of everything that can come from the positions that it is asked for.

    It is asked as the search of its game is, takes at most `max_bytes`, and keeps what it has. Play
    that comes back is a draw. `scores` are results (1, 0 or -1) with the plies to the end and how
    many positions have both; `branching` says how many positions have how many legal moves.

    `random_play` begins at positions that were asked for, all with the same player to move and so
    many plies after the start: cells, turn and flags, the chance of being there, and, weighted with
    it, the legal moves and the plies with a choice that were met before. It gives for each length
    the chances that the player to move there wins, draws, loses, or is stopped, and all three sums.
    """

    def __init__(self, width: int, height: int, max_bytes: int) -> None: ...
    def result(self, cells: bytes, turn: int, flags: int, control: BareControl) -> int | None: ...
    def distance(self, cells: bytes, turn: int, flags: int, control: BareControl) -> int | None: ...
    def branching(self, control: BareControl) -> list[tuple[int, int]] | None: ...
    def random_play(
        self,
        beginnings: Sequence[tuple[bytes, int, int, float, float, float]],
        plies: int,
        max_plies: int,
        control: BareControl,
    ) -> list[tuple[int, float, float, float, float, float, float, float]] | None: ...
    @property
    def scores(self) -> list[tuple[int, int, int]]: ...
    @property
    def positions(self) -> int: ...
    @property
    def bytes(self) -> int: ...

def removals(
    width: int,
    height: int,
    white: int,
    black: int,
    harder: bool,
    easier: bool,
    pairs: bool,
    turn: int,
) -> list[int]:
    """Give the masks of the removals that are legal for a colour; takes no `Control`."""

def solve_solitaire(
    width: int,
    height: int,
    white: int,
    black: int,
    harder: bool,
    easier: bool,
    pairs: bool,
    turn: int,
    keep: tuple[int, int] | None,
    control: BareControl,
) -> tuple[bool, list[int]] | None:
    """Say whether a solitaire position is solvable, with the masks that a solution removes in turn.

    `turn` is 0 for White and 1 for Black; `keep` gives the survivors' squares (SR4), not with
    `pairs`. An unsolvable position has no solution: an empty list.
    """

class SolvableMemo:
    """Which positions that come from one Sight Reduction solitaire can be solved; it remembers.

    `turn` and `keep` are as for `solve_solitaire`, and None is for a limit that ended the search.
    """

    def __init__(
        self,
        width: int,
        height: int,
        harder: bool,
        easier: bool,
        pairs: bool,
        keep: tuple[int, int] | None,
    ) -> None: ...
    def solvable(self, white: int, black: int, turn: int, control: BareControl) -> bool | None: ...
    def walks(
        self, white: int, black: int, turn: int, seed: int, count: int, control: BareControl
    ) -> list[list[int]] | None:
        """Walk to solutions by chance; give the mistakes of each walk, turn by turn.

        At every turn removals are tried by chance until one keeps the position solvable; all others
        are mistakes. ValueError where the position cannot be solved. `seed` is below 2^64.
        """

class Lattice:
    """One sweep over all positions that can come from a Sight Reduction deal of up to 32 pieces.

    It answers once `run` has ended with True. A position of the deal is any subset of its white and
    of its black pieces; other pieces raise ValueError. `instructions` names one of
    `lattice_instructions()`, the widest if it is empty.
    """

    def run(self, threads: int, control: BareControl) -> bool:
        """Cover the whole lattice; give False if a limit ends it, or refuses it beforehand."""
    @property
    def bytes(self) -> int:
        """Memory that `run` takes, with as many threads as the machine can run at once."""
    @property
    def positions(self) -> int:
        """Positions that `run` covers, each with either colour to move."""

class WinLattice(Lattice):
    def __init__(
        self,
        width: int,
        height: int,
        white: int,
        black: int,
        harder: bool,
        easier: bool,
        pairs: bool,
        instructions: str = "",
    ) -> None: ...
    def mover_wins(self, white: int, black: int, turn: int) -> bool: ...
    def lead(self, white: int, black: int, ahead: int) -> int:
        """Give the moves that a colour (0 White, 1 Black) is ahead, 0 if it is not.

        Not with `harder`. Little work beside the sweep.
        """

class DistanceLattice(Lattice):
    def __init__(
        self,
        width: int,
        height: int,
        white: int,
        black: int,
        harder: bool,
        easier: bool,
        pairs: bool,
        instructions: str = "",
    ) -> None: ...
    def distance(self, white: int, black: int, turn: int) -> int:
        """Give the plies to the end; the winner hurries, the loser delays."""

class ValueLattice(Lattice):
    """The leads of one colour (`ahead`: 0 White, 1 Black), for two players without `harder`."""

    def __init__(
        self,
        width: int,
        height: int,
        white: int,
        black: int,
        harder: bool,
        easier: bool,
        pairs: bool,
        ahead: int,
        instructions: str = "",
    ) -> None: ...
    def lead(self, white: int, black: int) -> int:
        """Give the moves that the colour is ahead, 0 if it is not."""

class SolvableLattice(Lattice):
    """Solitaire: `keep` gives the survivors' squares (SR4), without `pairs`."""

    def __init__(
        self,
        width: int,
        height: int,
        white: int,
        black: int,
        harder: bool,
        easier: bool,
        pairs: bool,
        keep: tuple[int, int] | None,
        instructions: str = "",
    ) -> None: ...
    def solvable(self, white: int, black: int, turn: int) -> bool: ...

class ReachableLattice(Lattice):
    """The positions that play from the deal can reach, `turn` removing first."""

    def __init__(
        self,
        width: int,
        height: int,
        white: int,
        black: int,
        harder: bool,
        easier: bool,
        pairs: bool,
        turn: int,
        instructions: str = "",
    ) -> None: ...
    def reachable(self, white: int, black: int, turn: int) -> bool: ...
    @property
    def reached(self) -> int:
        """How many positions can be reached, each turn counted by itself."""
    def min_end(self) -> tuple[int, int, int, int]:
        """Give a reachable position with the fewest pieces (SR8): pieces, white, black, turn.

        It is an end: the player to move has no move there. Of several it is always the same one.
        """
    def line_to(self, white: int, black: int, turn: int) -> list[int]:
        """Give the removals that lead from the deal to a position; ValueError if none do."""

def lattice_instructions() -> list[str]:
    """Name the instruction sets that this machine has a lattice for, the widest last."""

class TwoPlayerSearch(_Saved):
    """Depth-first search for two players, kept open for one deal; what it has proved stays.

    A position is any subset of the deal's white and of its black pieces; other pieces raise
    ValueError. All tables together take at most `max_bytes`; with less they only get slower.
    """

    def __init__(
        self,
        width: int,
        height: int,
        white: int,
        black: int,
        harder: bool,
        easier: bool,
        pairs: bool,
        max_bytes: int,
    ) -> None: ...
    def mover_wins(
        self, white: int, black: int, turn: int, control: BareControl
    ) -> bool | None: ...
    def distance(self, white: int, black: int, turn: int, control: BareControl) -> int | None:
        """Give the plies to the end; the winner hurries, the loser delays."""
    def value(self, white: int, black: int, control: BareControl) -> int | None:
        """Give the moves that White is ahead; ValueError with `harder`."""

def perft_sight_reduction(
    width: int,
    height: int,
    white: int,
    black: int,
    harder: bool,
    easier: bool,
    pairs: bool,
    turn: int,
    depth: int,
    control: BareControl,
) -> int | None:
    """Count the legal move sequences of exactly `depth` plies."""

def count_solutions(
    width: int,
    height: int,
    white: int,
    black: int,
    harder: bool,
    easier: bool,
    pairs: bool,
    turn: int,
    keep: tuple[int, int] | None,
    threads: int,
    control: BareControl,
) -> tuple[int, float, float] | None:
    """Count the move sequences that solve a solitaire deal.

    With it comes the chance that uniformly random legal moves solve it, and how far off that
    may be.
    """

def solution_count_bytes(
    width: int,
    height: int,
    white: int,
    black: int,
    harder: bool,
    easier: bool,
    pairs: bool,
    turn: int,
    keep: tuple[int, int] | None,
) -> int | None:
    """Give the memory that `count_solutions` takes for its layers.

    None where it is not known in advance: with `pairs`, or more than 20 pieces of a colour. A count
    whose layers are too large is tried depth first, with a table of as much as is allowed.
    """

class MarvinSearch(_Saved):
    """Negamax for Marvin, kept open for a board: what one question has proved serves the next.

    `cells` are the symbols of a position, a1 first, rank by rank; `turn` is 0 for White and 1 for
    Red; `flags` is not used. Positions that the rules refuse raise ValueError.
    """

    def __init__(self, width: int, height: int, max_bytes: int) -> None: ...
    def result(self, cells: bytes, turn: int, flags: int, control: BareControl) -> int | None:
        """Give 1, 0 or -1: the player to move wins, ties or loses."""
    def score(self, cells: bytes, turn: int, flags: int, control: BareControl) -> int | None:
        """Give the kings White less Red at the end."""

class MarvinTable:
    """The exact value of every Marvin position with at least some kings, by retrograde analysis.

    `kings` is a mask of points, a1 being bit 0; at most 25 others may be open. A layer is all
    positions with the same number of kings. Those that `run` has finished can be asked: a position
    of another raises RuntimeError, and what is no position of the table ValueError. With a folder
    each layer is written there when it is done, and a run takes up what it finds; only two layers
    are then in memory at once.
    """

    def __init__(self, width: int, height: int, kings: int = 0, folder: str = "") -> None: ...
    def survey(self, control: BareControl) -> bool:
        """Find out how much there is to work out; give False if a limit ends it."""
    def run(self, control: BareControl, threads: int = 0) -> bool:
        """Work out all layers (0 threads: one a core); give False if a limit ends it."""
    def score(self, cells: bytes, turn: int, flags: int) -> int:
        """Give the kings White less Red at the end."""
    def value(self, kings: int, singletons: int) -> int:
        """Give the kings that the player to move will still make, less the opponent's."""
    @property
    def fewest_kings(self) -> int:
        """The fewest kings, counted among the open points, that finished layers have."""
    @property
    def layers(self) -> list[tuple[int, int, int, int]]:
        """Give for each finished layer its kings, positions, least and most value.

        Kings are counted among the open points; images of a position count once.
        """
    @property
    def positions(self) -> int:
        """Positions that `run` covers, known after `survey`; images count once."""
    @property
    def bytes(self) -> int:
        """Memory that `run` takes, known after `survey`."""

def perft_marvin(
    width: int,
    height: int,
    cells: bytes,
    turn: int,
    flags: int,
    depth: int,
    control: BareControl,
) -> int | None:
    """Count the legal move sequences of exactly `depth` plies."""

class ManhattanSearch(_Saved):
    """The search for Manhattan on one board of up to 64 squares, kept open between questions.

    `cells` holds a symbol a square, a1 first, rank by rank: ``r``, ``b`` or ``.``; `turn` is 0 for
    Red and 1 for Blue; `flags` says nothing.
    """

    def __init__(self, width: int, height: int, max_bytes: int) -> None: ...
    def result(self, cells: bytes, turn: int, flags: int, control: BareControl) -> int | None:
        """Give 1, 0 or -1 for the player to move."""
    def distance(self, cells: bytes, turn: int, flags: int, control: BareControl) -> int | None:
        """Give the plies to the end; the winner hurries, the loser delays.

        ValueError for a position that play brings to a draw.
        """

class ManhattanRetrograde(_Retrograde):
    """The table of Manhattan.

    `positions` are seen by their player to move: exchanging the colours and the turn gives the same
    one.
    """

def perft_manhattan(
    width: int, height: int, cells: bytes, turn: int, flags: int, depth: int, control: BareControl
) -> int | None:
    """Count the legal sequences of exactly `depth` plies."""

class NakattaSearch(_Saved):
    """The search for Nakatta, kept open for a square board of up to 8×8 points.

    `cells` holds a symbol a point, a1 first, rank by rank: ``b``, ``w`` or ``.``; `turn` is 0 for
    Black and 1 for White; `flags` is not used. Positions that the rules refuse raise ValueError.
    The swap is not known here.
    """

    def __init__(self, width: int, height: int, max_bytes: int) -> None: ...
    def result(self, cells: bytes, turn: int, flags: int, control: BareControl) -> int | None:
        """Give 1 or -1: the player to move wins or loses. No game is drawn."""
    def distance(self, cells: bytes, turn: int, flags: int, control: BareControl) -> int | None:
        """Give the plies to the end; the winner hurries, the loser delays."""

class NakattaRetrograde(_Retrograde):
    """The table of Nakatta. Images of a position are one of its `positions`."""

class NakattaTable:
    """Every legal Nakatta position of a board of up to 4×4 points, by the rules alone.

    It answers once `run` has ended with True. Positions are given as to `NakattaSearch`.
    """

    def __init__(self, width: int, height: int) -> None: ...
    def run(self, control: BareControl) -> bool:
        """Settle all positions; give False if a limit ends it, or refuses it beforehand."""
    def result(self, cells: bytes, turn: int, flags: int) -> int: ...
    def distance(self, cells: bytes, turn: int, flags: int) -> int: ...
    @property
    def legal(self) -> int:
        """Boards that NK1a does not refuse."""
    @property
    def full(self) -> int:
        """Legal boards without an empty point."""
    @property
    def dead_ends(self) -> int:
        """Legal boards where nobody has won and nobody can move."""
    @property
    def reached(self) -> int:
        """Positions that play from the empty board reaches, each turn counted by itself."""
    @property
    def placing(self) -> int:
        """How many of those reached go on with a placement."""
    @property
    def passing(self) -> int:
        """How many of those reached go on with a forced pass."""

def perft_nakatta(
    width: int,
    height: int,
    cells: bytes,
    turn: int,
    flags: int,
    depth: int,
    control: BareControl,
) -> int | None:
    """Count the legal move sequences of exactly `depth` plies, without the swap."""

class MinelayersSearch(_Saved):
    """Manic Minelayers on one board of at most 64 squares (else ValueError).

    It is kept open; what one question has proved serves the next. `cells` has a symbol a square:
    A, B, x or `.`; `turn` is 0 for A and 1 for B; `flags` says in the same way who moved first in
    the game (MM2). The set-up (MM3) is part of the game: no minelayer and A to move, or A alone and
    B to move. Each placement is a ply.
    """

    def __init__(self, width: int, height: int, max_bytes: int) -> None: ...
    def result(self, cells: bytes, turn: int, flags: int, control: BareControl) -> int | None:
        """Give 1 if the player to move wins, else -1."""
    def distance(self, cells: bytes, turn: int, flags: int, control: BareControl) -> int | None:
        """Give the plies to the end; the winner hurries, the loser delays."""

class MinelayersRetrograde(_Retrograde):
    """The table of Manic Minelayers.

    `positions` have both minelayers; those that differ only in squares that neither can reach, or
    in the players' names, are one.
    """

def perft_minelayers(
    width: int,
    height: int,
    cells: bytes,
    turn: int,
    flags: int,
    depth: int,
    control: BareControl,
) -> int | None:
    """Count the legal move sequences of exactly `depth` plies, placements among them."""

SCORE_LIMIT: int
"""More than any score: bounds of plus and minus this say nothing."""

class Estimates:
    """What playouts have found of a position, for the player to move."""

    @property
    def best(self) -> int:
        """The index of the move that seems best."""
    @property
    def playouts(self) -> int:
        """How many playouts there were."""
    @property
    def win(self) -> float:
        """The chance to win, from 0 to 1, a draw counting half."""
    @property
    def score(self) -> float:
        """The mean final score: 1 for a win and -1 for a loss; in Marvin the margin, in kings."""
    @property
    def lower(self) -> int:
        """The proved lower bound of the score."""
    @property
    def upper(self) -> int:
        """The proved upper bound of the score."""
    @property
    def moves(self) -> list[tuple[int, float, float, int, int]]:
        """The playouts, chance, score and bounds of each move, for the player who makes it.

        A move without a playout has the chance 0.5.
        """

class _Playouts:
    """Tree search with playouts, on boards of one size; ValueError for one that is too large.

    Bounds that the search proves are exact: they may be told as proofs of a result.
    """

    def __init__(self, width: int, height: int, max_bytes: int) -> None: ...
    def run(
        self,
        cells: bytes,
        turn: int,
        flags: int,
        children: Sequence[tuple[bytes, int, int]],
        known: Sequence[tuple[int, int]],
        seed: int,
        even: bool,
        resist: bool,
        control: BareControl,
    ) -> Estimates:
        """Estimate a position until a limit of `control`, or a proof, ends that.

        `children` are the cells, turn and flags after each legal move, `known` the proved bounds of
        the moves' scores for the player to move. Playouts are what the limit on nodes counts. With
        `even` half of them go to all moves alike, so that each has a fair estimate; with `resist`,
        where all is proved to be lost, the rest of the limits goes to the question which move is
        hardest to refute. With one thread the same seed and number of playouts find the same.
        """

class NakattaPlayouts(_Playouts):
    """Nakatta without the swap, up to 19×19."""

class ManhattanPlayouts(_Playouts):
    """Manhattan, up to 64 squares."""

class MarvinPlayouts(_Playouts):
    """Marvin, up to 64 points. Scores are margins, the kings on the board included."""

class MinelayersPlayouts(_Playouts):
    """Manic Minelayers with both minelayers standing, up to 64 squares; flags as the search's."""

class SightReductionPlayouts(_Playouts):
    """Sight Reduction for two, up to 64 squares; flags: 1 harder, 2 easier, 4 pairs, added up."""
