"""
The kernels in C++. Boards and pieces are 64-bit masks of squares, with a1 as bit 0.

Every kernel takes a `Control`, and returns None if that ended it before the answer was known.
"""

from collections.abc import Callable, Sequence
from typing import Literal

class BareControl:
    pass

class Control(BareControl):
    """The limits of one run of a kernel, and how the run went."""

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

class Savable:
    """
    A search whose tables can be saved while it is not running.

    `save` passes the bytes to `write`; `load` gets them from `read`, which must return exactly the number of bytes
    requested. Exceptions of either are raised again. Only the same program can load what it has saved, and only for the
    same board or deal: ValueError if the bytes cannot be entries, but nothing else is checked. `load` is for a search that
    has not begun; it returns how many entries it has read, and how many of them fitted.
    """

    def save(self, write: Callable[[bytes], object]) -> None: ...
    def load(self, read: Callable[[int], bytes]) -> tuple[int, int]: ...

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
    """
    Return the masks of the legal removals of a colour; takes no `Control`.
    """

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
    """
    Return whether a solitaire position is solvable, and the masks of a solution's removals.

    `turn` is 0 for White and 1 for Black; `keep` is the survivors' squares (SR4), not allowed with `pairs`. For an
    unsolvable position the list is empty.
    """

def sight_reduction_perft(
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
    """
    Count the move sequences that solve a solitaire deal.

    Also returns the probability that uniformly random legal moves solve it, and a bound of its error.
    """

class SolvableMemo:
    """
    Which positions of one Sight Reduction solitaire can be solved, with a memory.

    `turn` and `keep` are as in `solve_solitaire`; None means that a limit ended the search.
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
        """
        Walk to solutions at random; return the mistakes of each walk, turn by turn.

        At every turn removals are tried in random order until one keeps the position solvable; the others are mistakes.
        ValueError if the position cannot be solved.
        """

class TwoPlayerSearch(Savable):
    """
    Depth-first search for two players, kept open for one deal with what it has proved.

    A position is any subset of the deal's white and of its black pieces; other pieces raise ValueError. All tables together
    take at most `max_bytes`; less only makes the search slower.
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
        """Return the plies to the end; the winner hurries, the loser delays."""

    def value(self, white: int, black: int, control: BareControl) -> int | None:
        """Return by how many moves White is ahead; ValueError with `harder`."""

class Lattice:
    """
    One sweep over all positions reachable from a Sight Reduction deal of up to 32 pieces.

    It can be queried once `run` has returned True. A position of the deal is any subset of its white and of its black
    pieces; other pieces raise ValueError. `instructions` is portable, avx2 or avx512, the widest that the machine has if it
    is empty; ValueError if it has not.
    """

    def run(self, threads: int, control: BareControl) -> bool:
        """
        Cover the whole lattice; return False if a limit ends it, or is too low to begin.
        """

    @property
    def bytes(self) -> int:
        """
        Memory that `run` takes, with as many threads as the machine can run at once.
        """

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
        """
        Return by how many moves a colour (0 White, 1 Black) is ahead, 0 if it is not.

        Not with `harder`. Little work compared with the sweep.
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
        """Return the plies to the end; the winner hurries, the loser delays."""

class SolvableLattice(Lattice):
    """
    Solitaire: `keep` is the survivors' squares (SR4), not allowed with `pairs`.
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
        keep: tuple[int, int] | None,
        instructions: str = "",
    ) -> None: ...
    def solvable(self, white: int, black: int, turn: int) -> bool: ...

class ReachableLattice(Lattice):
    """
    The positions that play from the deal can reach, with `turn` moving first.
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
        turn: int,
        instructions: str = "",
    ) -> None: ...
    def reachable(self, white: int, black: int, turn: int) -> bool: ...
    def line_to(self, white: int, black: int, turn: int) -> list[int]:
        """
        Return the removals that lead from the deal to a position; ValueError if none do.
        """

    def min_end(self) -> tuple[int, int, int, int]:
        """
        Return a reachable position with the fewest pieces (SR8): pieces, white, black, turn.

        The player to move has no move there. If there are several, it is always the same one.
        """

    @property
    def reached(self) -> int:
        """The number of reachable positions, counting each turn separately."""

class MarvinTable:
    """
    The exact value of every Marvin position with at least some kings, by retrograde analysis.

    `kings` is a mask of points, a1 being bit 0; at most 25 others may be open. A layer is all positions with the same
    number of kings. Positions of layers that `run` has finished can be looked up: those of others raise RuntimeError, and
    positions not of the table ValueError. With a folder each layer is written there when it is done, and a run continues
    from what it finds; then only two layers are in memory at once.
    """

    def __init__(self, width: int, height: int, kings: int = 0, folder: str = "") -> None: ...
    def survey(self, control: BareControl) -> bool:
        """Count the positions; return False if a limit ends it."""

    def run(self, control: BareControl, threads: int = 0) -> bool:
        """
        Compute all layers (0 threads: one per core); return False if a limit ends it.
        """

    @property
    def positions(self) -> int:
        """
        Positions that `run` covers, known after `survey`; symmetric images count once.
        """

    def score(self, cells: bytes, turn: int, flags: int) -> int:
        """Return the kings at the end, White's minus Red's."""

    def value(self, kings: int, singletons: int) -> int:
        """
        Return the kings that the player to move will still make, minus the opponent's.
        """

    @property
    def fewest_kings(self) -> int:
        """
        The fewest kings, counted among the open points, that finished layers have.
        """

    @property
    def layers(self) -> list[tuple[int, int, int, int]]:
        """
        For each finished layer: kings, positions, lowest and highest value.

        Kings are counted among the open points; symmetric images count once.
        """

    @property
    def bytes(self) -> int:
        """Memory that `run` takes, known after `survey`."""

class Search(Savable):
    """
    A search for boards of one size: what one question has proved is used by the next.

    `cells` has one symbol per square, a1 first, rank by rank; `turn` is 0 for the game's first player. ValueError for what
    is not a position.
    """

    def result(self, cells: bytes, turn: int, flags: int, control: BareControl) -> int | None:
        """Return 1, 0 or -1: the player to move wins, draws or loses."""

class DistanceSearch(Search):
    def distance(self, cells: bytes, turn: int, flags: int, control: BareControl) -> int | None:
        """
        Return the plies to the end; the winner hurries, the loser delays.

        ValueError for a drawn position.
        """

class ScoreSearch(Search):
    def score(self, cells: bytes, turn: int, flags: int, control: BareControl) -> int | None:
        """Return the first player's margin at the end."""

class ReachedTable:
    """
    A table of everything reachable from the positions that are looked up.

    It is used like the search of its game, takes at most `max_bytes`, and keeps its contents. Repetition is a draw.
    `scores` are results (1, 0 or -1) with the plies to the end and the number of positions with both; `branching` lists
    numbers of legal moves with the number of positions that have as many.

    `random_play` begins at positions that have been looked up, all with the same player to move and `plies` plies after the
    start: cells, turn and flags, the probability of being there, and, weighted by it, the sums so far of legal moves and of
    plies with a choice. It returns, for each length of games, the probabilities that the player to move at the beginning
    wins, draws, loses, or is stopped, and the sums of all three weights.
    """

    def result(self, cells: bytes, turn: int, flags: int, control: BareControl) -> int | None:
        """Return 1, 0 or -1: the player to move wins, draws or loses."""

    def distance(self, cells: bytes, turn: int, flags: int, control: BareControl) -> int | None:
        """
        Return the plies to the end; the winner hurries, the loser delays.

        ValueError for a drawn position.
        """

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

SCORE_LIMIT: int = 4096

class Estimates:
    """What playouts have found out about a position, for the player to move."""

    @property
    def best(self) -> int:
        """The index of the apparent best move."""

    @property
    def playouts(self) -> int: ...
    @property
    def win(self) -> float:
        """The chance of winning, from 0 to 1, with a draw counting half."""

    @property
    def score(self) -> float:
        """
        The mean final score: 1 for a win and -1 for a loss; in Marvin the margin, in kings.
        """

    @property
    def lower(self) -> int:
        """A proved bound of the score."""

    @property
    def upper(self) -> int:
        """A proved bound of the score."""

    @property
    def moves(self) -> list[tuple[int, float, float, int, int]]:
        """
        The playouts, chance, score and bounds of each move, for the player who makes it.

        A move without a playout has a chance of 0.5.
        """

class PlayoutSearch:
    """
    Tree search with playouts, for boards of one size.

    Bounds that the search proves are exact: they can be reported as proofs of a result.
    """

    def run(
        self,
        cells: bytes,
        turn: int,
        flags: int,
        children: Sequence[tuple[bytes, int, int]],
        known: Sequence[tuple[int, int]],
        seed: int,
        even: bool,
        play_on: bool,
        control: BareControl,
    ) -> Estimates:
        """
        Estimate a position until a limit of `control` is reached or its score is proved.

        `children` are the cells, turn and flags after each legal move, where moves may be left out that are equivalent to
        others, and `known` the proved bounds of these moves' scores for the player to move. The node limit applies to playouts.
        With `even` half of them are spread evenly over all moves, so that each gets a fair estimate; with `play_on`, once the
        score is proved, what is left of the limits goes to finding, among the moves that reach it, the one that wins soonest or
        is hardest to refute. With one thread the same seed and number of playouts always give the same result.
        """

def manhattan_search(width: int, height: int, max_bytes: int) -> DistanceSearch:
    """Up to 128 squares: r, b or `.`; Red is the first player."""

def manhattan_table(width: int, height: int, max_bytes: int) -> ReachedTable:
    """
    Up to 64 squares. Exchanging the colours and the turn gives the same position.
    """

def manhattan_playouts(width: int, height: int, max_bytes: int) -> PlayoutSearch:
    """Up to 128 squares."""

def manhattan_perft(
    width: int, height: int, cells: bytes, turn: int, flags: int, depth: int, control: BareControl
) -> int | None:
    """Count the legal move sequences of exactly `depth` plies."""

def marvin_search(width: int, height: int, max_bytes: int) -> ScoreSearch:
    """Up to 128 points: w, r, W, R or `.`; White is the first player."""

def marvin_playouts(width: int, height: int, max_bytes: int) -> PlayoutSearch:
    """Up to 128 points. Scores include the kings on the board."""

def marvin_perft(
    width: int, height: int, cells: bytes, turn: int, flags: int, depth: int, control: BareControl
) -> int | None:
    """Count the legal move sequences of exactly `depth` plies."""

def minelayers_search(width: int, height: int, max_bytes: int) -> DistanceSearch:
    """
    Up to 128 squares: A, B, x or `.`; the flags are the player who moved first (MM2), 0 for A.

    The set-up (MM3) is part of the game: no minelayer and A to move, or A alone and B to move. Each placement is a ply.
    """

def minelayers_table(width: int, height: int, max_bytes: int) -> ReachedTable:
    """
    Up to 64 squares. Its positions have both minelayers.

    Those that differ only in squares that neither can reach, or in the players' names, count as one.
    """

def minelayers_playouts(width: int, height: int, max_bytes: int) -> PlayoutSearch:
    """Up to 128 squares, with both minelayers on the board."""

def minelayers_perft(
    width: int, height: int, cells: bytes, turn: int, flags: int, depth: int, control: BareControl
) -> int | None:
    """Count the legal move sequences of exactly `depth` plies."""

def nakatta_search(width: int, height: int, max_bytes: int) -> DistanceSearch:
    """
    Up to 19×19 points: b, w or `.`; Black is the first player. The swap is not supported.
    """

def nakatta_table(width: int, height: int, max_bytes: int) -> ReachedTable:
    """Up to 8×8 points. Symmetric images count as one position."""

def nakatta_playouts(width: int, height: int, max_bytes: int) -> PlayoutSearch:
    """Up to 19×19 points."""

def nakatta_perft(
    width: int, height: int, cells: bytes, turn: int, flags: int, depth: int, control: BareControl
) -> int | None:
    """Count the legal move sequences of exactly `depth` plies."""

def sight_reduction_playouts(width: int, height: int, max_bytes: int) -> PlayoutSearch:
    """Up to 64 squares; flags: 1 harder, 2 easier, 4 pairs, added up."""
