"""An annotated game in words: its moves, turning point, result and players."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from cli.common import words
from positions.game import SWAP, Game, Position, Rules
from positions.games import game_of, rules_of
from positions.looks import drawing
from positions.reading.game_records import (
    DRAW,
    SOLVED,
    UNSOLVED,
    GameRecord,
    player_tag,
    result_by_rules,
)
from solver import Result, Status
from solver.answers.annotation import PERHAPS, PROBABLY
from solver.answers.model import AnnotatedMove, Annotation, LossEstimate, Player, Value

_LOST = {Result.WIN: "the win", Result.DRAW: "the draw", Result.SOLVABLE: "the solution"}
# Marks an unknown value in a table cell.
NOT_KNOWN = "?"
_KEPT = {Result.WIN: "wins", Result.DRAW: "draws", Result.SOLVABLE: "keeps it solvable"}


def title(record: GameRecord) -> str:
    """Return the title of a game: the players, if known, and what they played."""
    game, start = game_of(record.start), record.start
    tags = (
        ["Player"] if rules_of(start).persons == 1 else [player_tag(game, s) for s in game.players]
    )
    names = [name for name in map(record.tag, tags) if name]
    return ": ".join([*([" – ".join(names)] if names else []), drawing.title(start)])


@dataclass(frozen=True)
class AnnotatedGame:
    """The record of a game with its annotation."""

    record: GameRecord
    annotation: Annotation

    @property
    def moves(self) -> list[AnnotatedMove]:
        """The annotated moves."""
        return self.annotation.moves

    @cached_property
    def game(self) -> Game:
        """What was played."""
        return game_of(self.record.start)

    @cached_property
    def rules(self) -> Rules:
        """The rules it was played by."""
        return rules_of(self.record.start)

    @cached_property
    def positions(self) -> list[Position]:
        """The position before each move, and the last one."""
        return list(self.record.positions())

    def ends_with(self, move: AnnotatedMove) -> bool:
        """Return whether a move ended the game by its rules."""
        return rules_of(self.positions[move.ply]).outcome(self.positions[move.ply]) is not None

    def other(self, player: str) -> str:
        """Return the name of a player's opponent."""
        return next(name for name in self.game.players.values() if name != player)

    def is_turning_point(self, move: AnnotatedMove) -> bool:
        """Return whether a move decided the game."""
        return move.ply == self.annotation.turning_point.ply


def after(game: AnnotatedGame, move: AnnotatedMove) -> str:
    """Return the value of the position after a move: "White wins in 6"."""
    value = move.after
    if value.result is None:
        return "unknown" if move.estimate is None else _likely_winner(game, move, move.estimate)
    if game.rules.persons == 1:
        return _solitaire(value, is_over=game.ends_with(move))
    if value.winner is None:
        return "a draw"
    winner = value.winner.capitalize()
    if game.ends_with(move):
        return f"{winner} has won{words.by_score(value)}"
    plies = "" if value.distance is None else f" in {value.distance - 1}"
    return f"{winner} wins{words.by_score(value) or plies}"


def _likely_winner(game: AnnotatedGame, move: AnnotatedMove, estimate: LossEstimate) -> str:
    """Return who is likely to win after a move: "White ≈63 %"."""
    # After a swap, the mover has the other colour.
    mover = game.other(move.player) if move.move == SWAP.kind else move.player
    winner = mover if estimate.after >= 0.5 else game.other(mover)
    share = words.percent(max(estimate.after, 1 - estimate.after))
    return f"{winner.capitalize()} ≈{share} %"


def _solitaire(value: Value, *, is_over: bool = False) -> str:
    if value.result == Result.SOLVABLE:
        return "solved" if is_over else "solvable"
    return "not solvable" + ("" if value.par is None else f", par {value.par}")


def lead(move: AnnotatedMove) -> str:
    """Return the combinatorial value after a move, with its sign; empty if unknown."""
    return "" if move.after.value is None else words.signed(Fraction(move.after.value))


def given_away(game: AnnotatedGame, move: AnnotatedMove) -> str:
    """Return what a move gave away in a word or two: "the win", "2 plies"; empty if nothing.

    It is ``?`` if that is unknown.
    """
    if move.lost.result is None:
        return NOT_KNOWN if move.estimate is None else move.estimate.says or NOT_KNOWN
    if move.lost.result and move.before.result is not None:
        return _LOST[move.before.result]
    if not move.is_slip:
        return ""
    if move.lost.margin is not None:
        margin = Fraction(move.lost.margin)
        return f"{_amount(margin)} {_unit(game, margin)}"
    return words.plies(move.lost.distance or 0)


def _amount(margin: Fraction) -> str:
    return f"{margin.numerator:,}" if margin.denominator == 1 else str(margin)


def _unit(game: AnnotatedGame, margin: Fraction) -> str:
    """Return the unit of a margin."""
    unit = game.rules.scored_in or ("piece" if game.rules.persons == 1 else "move")
    return unit if margin <= 1 else unit + "s"


def comment(game: AnnotatedGame, move: AnnotatedMove) -> str:
    """Return the comment on a move, which may be empty."""
    if move.lost.result is None:
        return f"unknown{_seems(move)}"
    if move.lost.result and move.before.result is not None:
        turning = "the turning point, which " if game.is_turning_point(move) else ""
        lost = _LOST[move.before.result]
        return f"{turning}gives away {lost}: {after(game, move)}{_better(move)}"
    if move.is_slip:
        return f"{_slip(game, move)}{_better(move)}"
    return "the only move" if move.only_move else ""


def _seems(move: AnnotatedMove) -> str:
    """Say that a move seems to be a mistake, if it does."""
    estimate = move.estimate
    if estimate is None or estimate.says is None or estimate.best is None:
        return ""
    return f", {estimate.says}: {estimate.best} seems better"


def _slip(game: AnnotatedGame, move: AnnotatedMove) -> str:
    loss = given_away(game, move)
    if move.lost.margin is None:
        if move.before.result == Result.WIN:
            return f"wins {loss} later than necessary"
        return f"loses {loss} earlier than necessary"
    if move.before.score is not None:
        return f"gives away {loss}"
    if game.rules.persons == 1:
        return f"leaves {loss} more than necessary"
    return f"gives up {loss} more of the lead than necessary"


def _better(move: AnnotatedMove) -> str:
    """Return the better move, if one is known."""
    if move.better is None:
        return ""
    # If a limit left moves open, the best known one may keep less than the position's result.
    is_best = move.status == Status.PROVED
    if move.lost.result and is_best and move.before.result is not None:
        return f"; {move.better} {_KEPT[move.before.result]}"
    return f"; {move.better} is better"


def start(game: AnnotatedGame) -> str:
    """Return the value of the starting position."""
    value = game.moves[0].before if game.moves else Value()
    if value.result is None:
        return ""
    if game.rules.persons == 1:
        return f"The deal is {_solitaire(value)}."
    if value.winner is None:
        return "From the start, best play is a draw."
    plies = "" if value.distance is None else f" in {words.plies(value.distance)}"
    winner = value.winner.capitalize()
    return f"From the start, {winner} wins{words.by_score(value) or plies} with best play."


def turning_point(game: AnnotatedGame) -> str:
    """Return which move decided the game, or that none did."""
    point, moves = game.annotation.turning_point, game.moves
    if not moves:
        return "No move was played."
    if point.ply is not None:
        move = moves[point.ply - 1]
        name, loss = move_name(move), given_away(game, move)
        what = (
            f"{name} lost {loss}"
            if game.rules.persons == 1
            else f"Turning point: {name} gave away {loss}"
        )
        rest = "" if point.certain else "; a later unknown move may have changed the result again"
        return f"{what}{rest}."
    free = [move for move in moves if not move.forced]
    if free and all(move.lost.result is None for move in free):
        return "No move could be judged."
    if not point.certain:
        return "The turning point is unknown, because some moves are."
    if game.rules.persons == 1:
        is_lost = moves[0].before.result == Result.UNSOLVABLE
        return "The deal was unsolvable from the start." if is_lost else "No move lost solvability."
    return "No move changed the result."


def result(game: AnnotatedGame) -> str:
    """Return how the game ended, and whether that agrees with best play."""
    record = game.record
    if record.result is None:
        return "Not finished."
    if record.result in (SOLVED, UNSOLVED):
        return "Solved." if record.result == SOLVED else "Not solved."
    text = "A draw" if record.result == DRAW else f"{_winner(record)} has won"
    if result_by_rules(game.positions[-1]) is not None:
        return f"{text}."
    final = game.moves[-1].after if game.moves else Value()
    if final.result is None:
        return f"{text}, by resignation or agreement."
    due = DRAW if final.winner is None else final.winner
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


def person(record: GameRecord, name: str) -> str:
    """Return a person by starting colour: "White (Ann)", "White, then Black (Ann)"."""
    game = game_of(record.start)
    if rules_of(record.start).persons == 1:
        return record.tag("Player") or "Player"
    symbol = next(symbol for symbol, player in game.players.items() if player == name)
    colours = words.player(game, symbol)
    if record.has_swapped:
        colours += f", then {words.player(game, game.opponent(symbol))}"
    tag = record.tag(player_tag(game, symbol))
    return colours + (f" ({tag})" if tag else "")


def settled(player: Player) -> str:
    """Return how many of the moves with an alternative could be judged."""
    return f"{player.judged} of {player.free}"


def mistakes(player: Player) -> str:
    """Return the number of mistakes among the judged moves."""
    return _among(player.mistakes, player.judged, player.free)


def slips(player: Player) -> str:
    """Return the number of slips among the moves for which that is known."""
    return _among(player.slips, player.measured, player.free)


def _among(count: int | None, known: int, all_: int) -> str:
    """Return a count, with its total if not all moves could be counted: "1 of 3"."""
    if count is None:
        return NOT_KNOWN
    return str(count) if known == all_ else f"{count} of {known}"


def accuracy(player: Player) -> str:
    """Return how many of the judged moves gave nothing away."""
    if player.accuracy is None:
        return NOT_KNOWN if player.free else "-"
    return f"{player.flawless} of {player.measured}, {words.percent(player.accuracy)} %"


def left_unknown(game: AnnotatedGame) -> str | None:
    """Return how many moves a limit left open, which limit it was, and what may help."""
    open_moves = [move for move in game.moves if move.reason is not None]
    if not open_moves:
        return None
    first = open_moves[0]
    whole = sum(move.lost.result is None for move in open_moves)
    what = (
        f"{words.counted(whole, 'move')} unknown"
        if whole
        else f"{words.counted(len(open_moves), 'move')} solved except for the alternatives"
    )
    return f"{what}: {first.detail}. {words.advice(first.reason)}".rstrip()


def not_measured(game: AnnotatedGame) -> str | None:
    """Return how many moves have only a known result, and what would find their slips."""
    moves = [move for move in game.moves if not move.forced]
    count = sum(move.lost.result is False and not move.measured for move in moves)
    if not count:
        return None
    option = "--par" if game.rules.persons == 1 else "--distance"
    judged = "1 move is judged by its" if count == 1 else f"{count:,} moves are judged by their"
    return f"{judged} result alone. Try {option}, which also finds slips."


def move_name(move: AnnotatedMove) -> str:
    """Return a move with its number: "3... c2"."""
    return f"{move.number} {move.move}"


def legend(game: AnnotatedGame, turning_point: str) -> str | None:
    """Return the meanings of the words and signs in the tables."""
    if not game.moves:
        return None
    has_turned = game.annotation.turning_point.ply is not None
    notes = [f"{turning_point} turning point"] if has_turned else []
    if game.rules.persons == 1:
        notes.append("mistake: the deal can no longer be solved")
        notes.append("slip: more pieces are left than necessary")
    else:
        notes.append("mistake: a worse result")
        notes.append("slip: the same result, but with plies or part of the margin given away")
    notes.append("forced: no other legal move")
    if not all(player.judged == player.free for player in game.annotation.players):
        notes.append(f"{NOT_KNOWN}: unknown")
    if any(move.estimate is not None for move in game.moves):
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
