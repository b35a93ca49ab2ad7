"""`proofplay generate`: puzzles made from seeds, with proved solutions."""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict
from functools import partial

import click

from cli.common.exits import Code, InterruptedRun, Interrupts, worst
from cli.common.inputs import Sources, UnreadableSource, name_of, read_arguments
from cli.common.options import (
    count_option,
    example,
    game_options,
    gathered,
    memory_option,
    number_option,
    report_seed,
    seconds,
    seed_of,
    seed_option,
    word_option,
)
from cli.common.pool import Pool, PoolOptions, open_pool, pool_options
from cli.common.session import Faults
from cli.common.words import counted
from cli.files.journal import digest
from cli.files.record_output import Output, Target, another_line, opened, output_options
from cli.files.run_files import SOURCE, Command, RenamedOption
from cli.sheets.file import SheetOptions, is_given, origin, sheet_options, sheet_to
from cli.terminal.output import complain, draw, width
from cli.terminal.progress import RecordProgress
from cli.terminal.signs import glyphs
from positions import GAMES, InputError, Position
from positions.errors import check_word, one_of
from positions.reading.puzzle_text import parse_puzzle
from solver.answers.model import Record
from solver.pool.ordered import Failure
from solver.puzzles.kind import (
    FIRST_MOVE,
    MEANINGS,
    TRANSPOSITION,
    WHOLE_LINE,
    GameSpec,
    Kind,
    Puzzle,
    requirements_of,
)
from solver.puzzles.kinds import fitting, kinds_by_game, kinds_of
from solver.puzzles.plan import Plan, Quota, Shares, parse_shares, rarity, seek_in
from solver.puzzles.search import (
    GENERATOR,
    KNOWN,
    Index,
    PuzzleSearch,
    SearchResult,
    likeness,
    puzzle_record,
)
from solver.puzzles.solitaire import RANDOM
from solver.puzzles.words import Grade, GradeRange
from solver.version import version

TRIES = 10_000

log = logging.getLogger(__name__)

# The columns of a table; fields of only some kinds of puzzles go into `more`.
COLUMNS = (
    *("position", "game", "variants", "puzzle", "goal", "solution", "uniqueness", "grade"),
    *("measure", "difficulty", "seed", "number", "candidate", "generator"),
)

Show = Callable[[Puzzle, int], None]
Take = Callable[[Record], None]


def _shares(value: object) -> Shares:
    if isinstance(value, Shares):
        return value
    try:
        return parse_shares(str(value))
    except InputError as error:
        raise click.BadParameter(str(error)) from error


def _spec(game_name: str, variants: tuple[str, ...], size: tuple[int, int] | None) -> GameSpec:
    game = GAMES[game_name]
    known = [variant.name for variant in game.variants]
    for name in variants:
        check_word("--variant", name, known, game.title)
    return GameSpec(game_name, tuple(name for name in known if name in variants), size)


# Requirements for puzzles, each of which applies to some kinds only; those given are passed on
# together.
_demand_options = gathered(
    "requirements",
    lambda **values: {name: value for name, value in values.items() if value is not None},
    # For solitaires.
    number_option(
        "--pieces",
        "Solitaire: start with N pieces, left by random play.  [default: a full board]",
        0,
    ),
    click.option(
        "--keep",
        type=str.lower,
        metavar="a1,b7",
        help=f"Solitaire: squares of the white and the black survivor (SR4), or {RANDOM}.",
    ),
    number_option("--first-moves", "Solitaire: exactly N first moves keep the deal solvable.", 1),
    number_option(
        "--max-solutions", "Solitaire: at most N solutions, all of which are counted.", 1
    ),
    word_option(
        "--unique",
        MEANINGS,
        f"Solitaire: a unique {FIRST_MOVE!r}, {WHOLE_LINE!r}, or solution {TRANSPOSITION!r}. "
        f"Survive: a unique {FIRST_MOVE!r}.  [default for survive: {WHOLE_LINE!r}]",
        metavar="WHAT",
    ),
    # For two players.
    number_option(
        "--played",
        "Two players: N random plies before the puzzle, or before the best play that leads "
        "to it.  [default: depends on the game]",
        0,
    ),
    number_option(
        "--choices",
        "Two players: at least N legal moves to choose from.  [default: 2 or 3, by kind]",
        2,
    ),
    number_option("--plies", "Win in: the win takes N plies, an odd number.  [default: 3]", 1),
    number_option(
        "--steps", "Survive: the player to move can make at least N moves.  [default: 4]", 1
    ),
    # For tours.
    click.option(
        "--closed",
        is_flag=True,
        default=None,
        help="Tour: the last square is a knight's move from the first.",
    ),
    number_option("--givens", "Tour: number of given squares.  [default: as many as needed]", 1),
)


def _kinds_text() -> str:
    """Return the part of the epilog that lists the kinds of puzzles, and those of each game."""
    by_game = kinds_by_game()
    kinds = {kind.name: kind.summary for kinds in by_game.values() for kind in kinds}
    longest = max(map(len, (*kinds, *by_game)))
    of_games = {game: ", ".join(kind.name for kind in kinds) for game, kinds in by_game.items()}
    rows = [f"  {name:<{longest}}  {text}" for name, text in (*kinds.items(), *of_games.items())]
    rows.insert(len(kinds), "Kinds by game (the first is the default):")
    return "\n".join(("\b\nKinds of puzzles:", *rows, "", ""))


@click.command(
    "generate",
    cls=Command,
    epilog=_kinds_text()
    + example(
        "proofplay generate --seed 7 --count 20 -o puzzles.jsonl\n"
        "proofplay generate --seed 7 --count 5 --pieces 16 --first-moves 1 --grade steady..\n"
        "proofplay generate --game nakatta --puzzle win-in --size 5x5 --plies 5\n"
        "proofplay generate nakatta manhattan marvin:win-in --grade gentle:2,steady:3 -o book.jsonl"
    ),
)
@click.argument("wanted", nargs=-1, metavar="[GAME[:KIND]]...")
@gathered("spec", _spec, game_options(list(kinds_by_game())))
@click.option("--puzzle", "kind_name", metavar="KIND", help="Kind of puzzle (see below).")
@_demand_options
@click.option(
    "--grade",
    "shares",
    type=_shares,
    default=Shares(),
    show_default=False,
    metavar="GRADE",
    help="Grade (gentle, steady, tricky, cruel) or range of grades, such as tricky.. or "
    "gentle..steady; or how many of each, such as gentle:10,steady:20,tricky:15.",
)
@seed_option
@count_option("puzzles")
@number_option("--tries", "Give up on a puzzle after N rejected candidates.", 1, default=TRIES)
@number_option("--nodes", "Node limit per candidate.  [default: depends on the kind]")
@click.option(
    "--time-total",
    "limit",
    cls=RenamedOption,
    former="--time",
    type=seconds,
    metavar="SECONDS",
    help="Time limit for the whole run in seconds.",
)
@memory_option
@click.option(
    "--not-in",
    "avoid",
    cls=RenamedOption,
    former="--avoid",
    type=SOURCE,
    metavar="FILE",
    help="Make no puzzle that matches a position in FILE, even rotated, reflected or with the "
    "colours swapped.",
)
@output_options("Write the puzzles to FILE.")
@sheet_options
@pool_options
@click.pass_context
def command(
    context: click.Context,
    wanted: tuple[str, ...],
    spec: GameSpec,
    kind_name: str | None,
    requirements: dict[str, object],
    shares: Shares,
    seed: int | None,
    count: int,
    tries: int,
    nodes: int | None,
    limit: float | None,
    memory: int | None,
    avoid: str | None,
    target: Target,
    sheet: SheetOptions,
    pool: PoolOptions,
) -> Code:
    """Generate puzzles whose solutions are proved.

    A seed always gives the same puzzles, whatever the number of workers; asking for fewer gives the
    first ones. No two puzzles are the same up to symmetry. With several GAMEs, as many puzzles are
    made of each.
    """
    deadline = None if limit is None else time.time() + limit
    if shares.are_counted and is_given(context, "count"):
        raise click.UsageError("--count cannot be combined with numbers by grade")
    if wanted and any(is_given(context, name) for name in ("game_name", "variants", "kind_name")):
        raise click.UsageError(
            "found GAME with --game, --variant or --puzzle, expected one or the other"
        )
    games = [_named(text, spec.size) for text in wanted] or [(spec, kind_name)]
    kinds = [
        (_made(of_game, name, grades, requirements), grades, number or count)
        for of_game, name in games
        for grades, number in shares.parts
    ]
    target.check()
    actual_seed = seed_of(seed, target.resume)
    avoided = [] if avoid is None else list(_read(avoid))
    plan = Plan(
        tuple(
            Quota(PuzzleSearch(kind, actual_seed, tries, grades, nodes, deadline), number)
            for kind, grades, number in kinds
        )
    )
    show = None if target.is_named else _show
    questions = _questions(plan, memory, avoid)
    asked = {name for quota in plan.quotas for name in _question(quota)}
    maker = origin(context, {*questions, *asked, "tries"}, seed=actual_seed)
    with (
        pool.logged(),
        Interrupts() as interrupts,
        sheet_to(sheet, maker, interrupts.held) as take,
        opened(target, COLUMNS, {"format": target.format, **questions}, interrupts) as out,
    ):
        run = GenerateRun(plan, avoided, out, take, show)
        run.recount()
        report_seed(seed, actual_seed)
        with (
            RecordProgress("generating", not target.is_watched, lambda: plan.count) as bar,
            open_pool(pool, memory, preload=_modules(plan)) as workers,
        ):
            code = run.through(workers, bar)
    target.close(run.summary())
    return code


def _named(text: str, size: tuple[int, int] | None) -> tuple[GameSpec, str | None]:
    """Return the game of an argument, and the name of the kind, if it has one."""
    game, _, kind = text.partition(":")
    check_word("GAME", game, list(kinds_by_game()), "generate")
    return GameSpec(game, (), size), kind or None


def _made(
    spec: GameSpec, name: str | None, grades: GradeRange | None, requirements: dict[str, object]
) -> Kind:
    """Return a kind of puzzle that can have these grades; raises `InputError` for others."""
    wanted = _kind(spec.game, name)
    kind = _kind_with(wanted, fitting(wanted, spec, grades), requirements)
    kind.check(grades)
    rare = None if grades is None or requirements else rarity(kind, grades)
    if rare is not None:
        complain(f"{spec.game} {kind.name}: {grades} puzzles may take long: {rare}.")
    return kind


def _modules(plan: Plan) -> list[str]:
    """Return the modules that the workers need."""
    kinds = (type(quota.search.kind).__module__ for quota in plan.quotas)
    return list(dict.fromkeys((seek_in.__module__, *kinds)))


def _kind(game: str, name: str | None) -> type[Kind]:
    kinds = {kind.name: kind for kind in kinds_of(game)}
    if name is not None:
        check_word("--puzzle", name, list(kinds), GAMES[game].title)
    return kinds[name or next(iter(kinds))]


def _read(name: str) -> Iterator[Position]:
    """Yield the positions of a file; raises `InputError` at the first bad one."""
    for item in read_arguments(Sources((name,)), parse_puzzle):
        if isinstance(item, UnreadableSource):
            raise InputError(f"--not-in: {item.message}")
        try:
            yield item.require()
        except InputError as error:
            raise InputError(f"--not-in: {name_of(item)}: {error}") from error


def _show(puzzle: Puzzle, number: int) -> None:
    from cli.generate_report import made

    draw(*made(puzzle, number, glyphs(), width()))


def _questions(plan: Plan, memory: int | None, avoid: str | None) -> dict[str, object]:
    """Return everything that the puzzles depend on, by option name.

    The tries are not included: they only say when to give up.
    """
    first, *others = map(_question, plan.quotas)
    shared = {
        "seed": plan.quotas[0].search.seed,
        "nodes": plan.quotas[0].search.nodes,
        "memory": memory,
        "not_in": None if avoid is None else digest(Sources((avoid,))),
    }
    known = {"proofplay": version(), "generator": GENERATOR}
    if not others:
        return {**known, **first, **shared}
    counts = [quota.count for quota in plan.quotas]
    return {**known, "quotas": [first, *others], "counts": counts, **shared}


def _question(quota: Quota) -> dict[str, object]:
    search = quota.search
    kind = asdict(search.kind)
    spec = kind.pop("spec")
    return {
        "puzzle": search.kind.name,
        **{
            name: list(value) if isinstance(value, tuple) else value
            for name, value in (*spec.items(), *kind.items())
        },
        "grade": None if search.grades is None else str(search.grades),
    }


def _kind_with(kind: type[Kind], spec: GameSpec, requirements: Mapping[str, object]) -> Kind:
    """Return a kind with its requirements; raises `InputError` for one that does not apply."""
    known = requirements_of(kind)
    for name in requirements:
        if name not in known:
            options = [_option(name) for name in known]
            expected = one_of(options) if options else "no options of their own"
            raise InputError(f"{_option(name)}: {kind.name} puzzles take {expected}")
    return kind(spec, **requirements)


def _option(name: str) -> str:
    return "--" + name.replace("_", "-")


class GenerateRun:
    """Makes the puzzles of a plan, none of which matches one of `avoided`.

    `take` receives the records of all of them, including those of an earlier run. `show` draws a
    puzzle; without it, the record is written.
    """

    def __init__(
        self,
        plan: Plan,
        avoided: Sequence[Position],
        output: Output,
        take: Take,
        show: Show | None = None,
    ) -> None:
        self._plan = plan
        self._count = plan.count
        self._known = set(map(likeness, avoided))
        self._output = output
        self._take_record = take
        self._show = show
        self._work = partial(seek_in, plan)
        self._rejections: Counter[str] = Counter()
        self._faults = Faults()
        self._begun = 0
        self._shown = 0
        self._failed = 0
        self._is_late = False
        self._grades: Counter[str] = Counter()

    @property
    def _done(self) -> int:
        return self._output.count + self._shown

    def recount(self) -> None:
        """Count the puzzles already written; raises `InputError` if they are different ones."""
        for line in self._output.kept():
            try:
                record = self._output.form.decode(line)
                is_next = record["number"] == self._done + 1 and self._done < self._count
                self._recall(record)
            except (ValueError, KeyError, InputError):
                is_next = False
            if not is_next:
                raise another_line(line, f"puzzle {self._done + 1} of {self._count}")
        self._begun = self._done

    def through(self, pool: Pool, bar: RecordProgress) -> Code:
        """Make the other puzzles, advancing `bar` after each."""
        bar.begin(self._done)
        try:
            indices = map(Index, range(self._done + 1, self._count + 1))
            with closing(pool.map(self._work, indices)) as answers:
                for index, answer in answers:
                    if not self._take(pool, index, answer, bar):
                        # Do not wait for work on later puzzles.
                        pool.executor.shutdown(wait=False, cancel_futures=True)
                        break
                    bar.advance()
        except KeyboardInterrupt:
            log.info("stopped, %d puzzles written", self._done)
            puzzles = counted(self._done, "puzzle")
            raise InterruptedRun(f"Stopped; {puzzles} written.") from None
        with bar.hidden():
            return self._close()

    def summary(self) -> Iterator[str]:
        """Yield how many puzzles there are, by grade, and how many could not be made."""
        made = self._done - self._failed
        grades = [f"{self._grades[grade]:,} {grade}" for grade in Grade if self._grades[grade]]
        yield counted(made, "puzzle") + (f" ({', '.join(grades)})" if grades else "")
        if self._failed:
            yield f"{self._failed:,} failed"

    def _recall(self, record: Record) -> None:
        if "error" in record:
            self._failed += 1
        else:
            self._known.add(likeness(parse_puzzle(str(record["position"]))))
            self._keep(record)

    def _take(
        self, pool: Pool, index: Index, answer: SearchResult | Failure, bar: RecordProgress
    ) -> bool:
        """Write a new puzzle, or why it failed; return whether to continue."""
        while isinstance(answer, SearchResult):
            self._rejections += answer.rejections
            self._is_late |= answer.is_late
            if answer.puzzle is None:
                return False
            like = likeness(answer.puzzle.position)
            if like not in self._known:
                self._known.add(like)
                self._write(answer.puzzle, Index(index.number, answer.candidate))
                return True
            self._rejections[KNOWN] += 1
            index = Index(index.number, answer.candidate + 1, frozenset(self._known))
            with closing(pool.map(self._work, [index])) as again:
                ((_, answer),) = again
        self._fail(index, answer, bar)
        return True

    def _write(self, puzzle: Puzzle, index: Index) -> None:
        search = self._plan.search_of(index.number)
        record = puzzle_record(search.kind, puzzle, search.seed, index)
        if self._show is not None:
            self._show(puzzle, index.number)
            self._shown += 1
        else:
            self._output.write(record)
        self._keep(record)

    def _keep(self, record: Record) -> None:
        self._grades[str(record.get("grade"))] += 1
        self._take_record(record)

    def _fail(self, index: Index, failure: Failure, bar: RecordProgress) -> None:
        with bar.hidden():
            self._faults.report(f"puzzle {index.number}: {failure}")
        self._failed += 1
        self._output.write({"number": index.number, "error": str(failure)}, is_answer=False)

    def _close(self) -> Code:
        self._faults.close()
        if self._done < self._count:
            complain(*self._shortfall())
        return worst(
            Code.LIMITED if self._done < self._count else Code.ANSWERED,
            Code.SOME_FAILED if self._failed else Code.ANSWERED,
        )

    def _shortfall(self) -> Iterator[str]:
        """Report how many puzzles were made, why no more, and why candidates were rejected."""
        tries = counted(self._plan.quotas[0].search.tries, "candidate")
        end = "Time limit reached" if self._is_late else f"Stopped after {tries}"
        yield f"{end}; {self._done - self._failed:,} of {self._count:,} puzzles made."
        since = f" since puzzle {self._begun + 1:,}" if self._begun else ""
        reasons = [f"{n:,} {reason}" for reason, n in self._rejections.most_common()]
        yield f"Candidates rejected{since}: {', '.join(reasons) or 'none'}."
