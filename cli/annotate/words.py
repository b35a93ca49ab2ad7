"""The texts of `annotate`: help, messages and report.

Braces are filled in by `str.format`.
"""

from __future__ import annotations

from fractions import Fraction

from cli.common import words
from positions import format_move
from positions.game import SWAP
from positions.games import game_of
from positions.looks import drawing
from positions.reading.game_records import (
    DRAW,
    SOLVED,
    UNSOLVED,
    GameRecord,
    move_number,
    player_tag,
    result_by_rules,
)
from solver import Result
from solver.interface.engine import Assessment
from solver.questions.annotation import Annotation, JudgedMove, PlayerSummary
from solver.questions.likely import PERHAPS, PROBABLY, MoveChances

HELP = """Annotate games: what each move gave away.

Each file holds game records: tags, then numbered moves with comments
(docs/reference/formats.md). The limits apply to each position. If a limit ends a search, the move
is unknown and the exit code is 3, even with an estimate.
"""
EXAMPLE = "proofplay annotate games.txt\nproofplay annotate --format text games.txt > annotated.txt"
OPTIONS = {
    "format": "Output format: report, text (the annotated record), or json.  [default: report]",
    "json": "Same as --format json.",
    "value": "Compute what each move costs, in moves.",
    "par": "Compute the par of unsolvable positions (SR8).",
}

# Messages.
NO_GAME = "found no game"
STOPPED = "Stopped; {} annotated."
GERUND, GAME, REPORTED = "annotating", "game", "annotated"

# The report: captions and column headings.
ALL_MOVES, HOW_EACH_PLAYED = "All moves", "How each played"
TURNING_POINT, NUMBER, MOVE, AFTER_IT = "Turning point", "Number", "Move", "Position after it"
LEAD, GAVE_AWAY, BETTER, COMMENT = "Lead", "Gave away", "Better", "Comment"
PLAYER, MOVES, FORCED, JUDGED = "Player", "Moves", "Forced", "Judged"
MISTAKES, SLIPS, NOTHING_GIVEN_AWAY = "Mistakes", "Slips", "Flawless moves"
AFTER, BETTER_LINE, RECORD = "After {}", "Better: {}", "The annotated record"

# The graph.
PAR_GRAPH, PIECES = "Pieces left at best after each move", "pieces"
SCORE_GRAPH = "The margin after each move, in {}s"
DISTANCE_GRAPH = "Plies to the end after each move"
WINS, BEGAN_AS, BY_WHO_WINS = "{} wins", "Began as {}", ", by winner"

_LOST = {Result.WIN: "the win", Result.DRAW: "the draw", Result.SOLVABLE: "the solution"}
# Marks an unknown value in a table cell.
NOT_KNOWN = "?"
_KEPT = {Result.WIN: "wins", Result.DRAW: "draws", Result.SOLVABLE: "keeps it solvable"}


def title(record: GameRecord) -> str:
    """Return the title of a game: the players, if known, and what they played."""
    game, start = game_of(record.start), record.start
    tags = ["Player"] if game.is_solitaire(start) else [player_tag(game, s) for s in game.players]
    names = [name for name in map(record.tag, tags) if name]
    return ": ".join([*([" – ".join(names)] if names else []), drawing.title(start)])


def after(move: JudgedMove) -> str:
    """Return the value of the position after a move: "White wins in 6"."""
    assessment, game = move.played.after, game_of(move.position)
    if assessment is None:
        return "unknown" if move.likely is None else _likely_winner(move, move.likely)
    if game.is_solitaire(move.position):
        return _solitaire(assessment)
    if assessment.winner is None:
        return "a draw"
    winner = words.player(game, assessment.winner)
    if game.rules.outcome(game.rules.play(move.position, move.move)) is not None:
        return f"{winner} has won{by_score(assessment)}"
    plies = "" if assessment.distance is None else f" in {assessment.distance}"
    return f"{winner} wins{by_score(assessment) or plies}"


def _likely_winner(move: JudgedMove, likely: MoveChances) -> str:
    """Return who is likely to win after a move: "White ≈63 %"."""
    game, mover = game_of(move.position), move.position.turn
    # After a swap, the mover has the other colour.
    mover = game.opponent(mover) if move.move == SWAP else mover
    winner = mover if likely.after >= 0.5 else game.opponent(mover)
    share = words.percent(max(likely.after, 1 - likely.after))
    return f"{words.player(game, winner)} ≈{share} %"


def by_score(assessment: Assessment) -> str:
    """Return the margin, if the game has one."""
    return f" by {abs(assessment.score)}" if assessment.score else ""


def _solitaire(assessment: Assessment) -> str:
    if assessment.result == Result.SOLVABLE:
        return "solved" if assessment.distance == 0 else "solvable"
    return "not solvable" + ("" if assessment.par is None else f", par {assessment.par}")


def lead(move: JudgedMove) -> str:
    """Return the combinatorial value after a move, with its sign; empty if unknown."""
    value = None if move.played.after is None else move.played.after.value
    return "" if value is None else words.signed(value)


def given_away(move: JudgedMove) -> str:
    """Return what a move gave away in a word or two: "the win", "2 plies"; empty if nothing.

    It is ``?`` if that is unknown.
    """
    if move.lost_result is None:
        return NOT_KNOWN if move.likely is None else move.likely.says or NOT_KNOWN
    if move.lost_result and move.found is not None:
        return _LOST[move.found.result]
    if not move.is_slip:
        return ""
    if move.lost_margin is not None:
        return f"{_amount(move.lost_margin)} {_unit(move)}"
    return words.plies(move.lost_distance or 0)


def _amount(margin: Fraction) -> str:
    return f"{margin.numerator:,}" if margin.denominator == 1 else str(margin)


def _unit(move: JudgedMove) -> str:
    """Return the unit of a margin."""
    game = game_of(move.position)
    unit = game.scored_in or ("piece" if game.is_solitaire(move.position) else "move")
    return unit if move.lost_margin is not None and move.lost_margin <= 1 else unit + "s"


def comment(move: JudgedMove, is_turning_point: bool) -> str:
    """Return the comment on a move, which may be empty."""
    if move.lost_result is None:
        return f"unknown{_seems(move)}"
    if move.lost_result and move.found is not None:
        turning = "the turning point, which " if is_turning_point else ""
        return f"{turning}gives away {_LOST[move.found.result]}: {after(move)}{_better(move)}"
    if move.is_slip:
        return f"{_slip(move)}{_better(move)}"
    return "the only move" if move.is_only_move else ""


def _seems(move: JudgedMove) -> str:
    """Say that a move seems to be a mistake, if it does."""
    likely = move.likely
    if likely is None or likely.says is None or likely.best is None:
        return ""
    return f", {likely.says}: {format_move(move.position, likely.best)} seems better"


def _slip(move: JudgedMove) -> str:
    loss, assessment = given_away(move), move.found
    if move.lost_margin is None:
        if assessment is not None and assessment.result == Result.WIN:
            return f"wins {loss} later than necessary"
        return f"loses {loss} earlier than necessary"
    if assessment is not None and assessment.score is not None:
        return f"gives away {loss}"
    if game_of(move.position).is_solitaire(move.position):
        return f"leaves {loss} more than necessary"
    return f"gives up {loss} more of the lead than necessary"


def _better(move: JudgedMove) -> str:
    """Return the better move, if one is known."""
    if not move.better:
        return ""
    name = format_move(move.position, move.better[0])
    value = next(value for value in move.moves if value.move == move.better[0])
    if move.lost_result and value.result is not None:
        return f"; {name} {_KEPT[value.result]}"
    return f"; {name} is better"


def start(annotation: Annotation) -> str:
    """Return the value of the starting position."""
    assessment = annotation.moves[0].found if annotation.moves else None
    if assessment is None:
        return ""
    game = game_of(annotation.record.start)
    if game.is_solitaire(annotation.record.start):
        return f"The deal is {_solitaire(assessment)}."
    if assessment.winner is None:
        return "From the start, best play is a draw."
    plies = "" if assessment.distance is None else f" in {words.plies(assessment.distance)}"
    winner = words.player(game, assessment.winner)
    return f"From the start, {winner} wins{by_score(assessment) or plies} with best play."


def turning_point(annotation: Annotation) -> str:
    """Return which move decided the game, or that none did."""
    ply, is_certain = annotation.turning_point, annotation.is_turning_point_certain
    alone = game_of(annotation.record.start).is_solitaire(annotation.record.start)
    if not annotation.moves:
        return "No move was played."
    if ply is not None:
        name, loss = move_name(annotation, ply), given_away(annotation.moves[ply])
        what = f"{name} lost {loss}" if alone else f"Turning point: {name} gave away {loss}"
        rest = "" if is_certain else "; a later unknown move may have changed the result again"
        return f"{what}{rest}."
    if not annotation.is_anything_settled:
        return "No move could be judged."
    if not is_certain:
        return "The turning point is unknown, because some moves are."
    if alone:
        kept = annotation.moves[0].found
        is_lost = kept is not None and kept.result == Result.UNSOLVABLE
        return "The deal was unsolvable from the start." if is_lost else "No move lost solvability."
    return "No move changed the result."


def result(record: GameRecord, final: Assessment | None) -> str:
    """Return how the game ended, and whether that agrees with best play."""
    game, last = game_of(record.start), record.positions()[-1]
    if record.result is None:
        return "Not finished."
    if record.result in (SOLVED, UNSOLVED):
        return "Solved." if record.result == SOLVED else "Not solved."
    text = "A draw" if record.result == DRAW else f"{_winner(record)} has won"
    if result_by_rules(last) is not None:
        return f"{text}."
    if final is None:
        return f"{text}, by resignation or agreement."
    due = DRAW if final.winner is None else game.players[final.winner]
    if due == record.result:
        return f"{text}, by resignation or agreement, in line with best play."
    with_best = "a draw" if due == DRAW else f"a win for {due.capitalize()}"
    return f"{text}, by resignation or agreement; with best play the last position is {with_best}."


def _winner(record: GameRecord) -> str:
    """Return the colour that won; after a swap, also the person who held it: "White (Ann)"."""
    game = game_of(record.start)
    symbol = next(symbol for symbol, name in game.players.items() if name == record.result)
    colour = words.player(game, symbol)
    if not record.has_swapped:
        return colour
    began = game.opponent(symbol)
    name = record.tag(player_tag(game, began)) or f"who began as {words.player(game, began)}"
    return f"{colour} ({name})"


def person(record: GameRecord, symbol: str) -> str:
    """Return a person by starting colour: "White (Ann)", "White, then Black (Ann)"."""
    game = game_of(record.start)
    if game.is_solitaire(record.start):
        return record.tag("Player") or "Player"
    colours = words.player(game, symbol)
    if record.has_swapped:
        colours += f", then {words.player(game, game.opponent(symbol))}"
    name = record.tag(player_tag(game, symbol))
    return colours + (f" ({name})" if name else "")


def settled(player: PlayerSummary) -> str:
    """Return how many of the moves with an alternative could be judged."""
    return f"{player.judged} of {player.free}"


def mistakes(player: PlayerSummary) -> str:
    """Return the number of mistakes among the judged moves."""
    return _among(player.mistakes, player.judged, player.free)


def slips(player: PlayerSummary) -> str:
    """Return the number of slips among the moves for which that is known."""
    return _among(player.slips, player.measured, player.free)


def _among(count: int | None, known: int, all_: int) -> str:
    """Return a count, with its total if not all moves could be counted: "1 of 3"."""
    if count is None:
        return NOT_KNOWN
    return str(count) if known == all_ else f"{count} of {known}"


def accuracy(player: PlayerSummary) -> str:
    """Return how many of the judged moves gave nothing away."""
    if player.accuracy is None:
        return NOT_KNOWN if player.free else "-"
    return f"{player.sound} of {player.measured}, {words.percent(player.accuracy)} %"


def left_unknown(annotation: Annotation) -> str | None:
    """Return how many moves a limit left open, which limit it was, and what may help."""
    open_moves = [move for move in annotation.moves if move.reason is not None]
    if not open_moves:
        return None
    first = open_moves[0]
    whole = sum(move.lost_result is None for move in open_moves)
    what = (
        f"{words.counted(whole, 'move')} unknown"
        if whole
        else f"{words.counted(len(open_moves), 'move')} solved except for the alternatives"
    )
    return f"{what}: {first.detail}. {words.advice(first.reason)}".rstrip()


def not_measured(annotation: Annotation) -> str | None:
    """Return how many moves have only a known result, and what would find their slips."""
    moves = [move for move in annotation.moves if not move.is_forced]
    count = sum(move.lost_result is False and not move.is_measured for move in moves)
    if not count:
        return None
    option = "--par" if is_alone(annotation) else "--distance"
    judged = "1 move is judged by its" if count == 1 else f"{count:,} moves are judged by their"
    return f"{judged} result alone. Try {option}, which also finds slips."


def move_name(annotation: Annotation, ply: int) -> str:
    """Return a move with its number: "3... c2"."""
    move = annotation.moves[ply]
    number = move_number(annotation.record.start, ply)
    return f"{number} {format_move(move.position, move.move)}"


def legend(annotation: Annotation, turning_point: str) -> str | None:
    """Return the meanings of the words and signs in the tables."""
    if not annotation.moves:
        return None
    notes = [f"{turning_point} turning point"] if annotation.turning_point is not None else []
    if is_alone(annotation):
        notes.append("mistake: the deal can no longer be solved")
        notes.append("slip: more pieces are left than necessary")
    else:
        notes.append("mistake: a worse result")
        notes.append("slip: the same result, but with plies or part of the margin given away")
    notes.append("forced: no other legal move")
    if not all(player.judged == player.free for player in annotation.players()):
        notes.append(f"{NOT_KNOWN}: unknown")
    if any(move.likely is not None for move in annotation.moves):
        notes.append("≈: estimated, not proved")
        notes.append(
            f"probably a mistake: the estimated chances fell by {words.percent(PROBABLY)} % or "
            f"more, perhaps: by {words.percent(PERHAPS)} %"
        )
    return "; ".join(notes)


def cost(annotation: Annotation) -> str:
    """Return the cost of the annotation."""
    positions = words.counted(annotation.nodes, "position")
    return f"{positions}, {words.duration(annotation.seconds)}."


def is_alone(annotation: Annotation) -> bool:
    """Return whether the game is a solitaire."""
    return game_of(annotation.record.start).is_solitaire(annotation.record.start)
