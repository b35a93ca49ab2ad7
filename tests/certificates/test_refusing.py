"""Whatever is changed in a certificate, it is refused, and never with a traceback."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from random import Random

import pytest
from certificate_cases import CLAIMS, checked, with_digest, written

from positions.game import Game, Position
from positions.games import game_of
from positions.text import parse_position
from solver.certificates.checking.claims import Claim, read_claim
from solver.certificates.checking.text import Line
from solver.certificates.writing.certificate import claim_of
from solver.choice import ENGINES
from solver.engine import Limits, Wanted
from solver.solve import Question, solve

SYMBOLS = "abcdwbrxABWR0123456789/:=~+-., \t\r\n#\0é"
EACH = 12

Mutation = Callable[[str, Random], str]


def change_a_character(text: str, random: Random) -> str:
    at = random.randrange(len(text))
    return text[:at] + random.choice(SYMBOLS.replace(text[at], "")) + text[at + 1 :]


def drop_a_character(text: str, random: Random) -> str:
    at = random.randrange(len(text))
    return text[:at] + text[at + 1 :]


def insert_a_character(text: str, random: Random) -> str:
    at = random.randrange(len(text) + 1)
    return text[:at] + random.choice(SYMBOLS) + text[at:]


def drop_a_line(text: str, random: Random) -> str:
    lines = text.splitlines(keepends=True)
    lines.pop(random.randrange(len(lines)))
    return "".join(lines)


def repeat_a_line(text: str, random: Random) -> str:
    lines = text.splitlines(keepends=True)
    lines.insert(random.randrange(len(lines)), random.choice(lines))
    return "".join(lines)


def exchange_two_lines(text: str, random: Random) -> str:
    lines = text.splitlines(keepends=True)
    one, other = random.sample(range(len(lines)), 2)
    lines[one], lines[other] = lines[other], lines[one]
    return "".join(lines)


def exchange_two_words(text: str, random: Random) -> str:
    words = text.split(" ")
    one, other = random.sample(range(len(words)), 2)
    words[one], words[other] = words[other], words[one]
    return " ".join(words)


def drop_a_word(text: str, random: Random) -> str:
    words = text.split(" ")
    words.pop(random.randrange(len(words)))
    return " ".join(words)


def break_off(text: str, random: Random) -> str:
    return text[: random.randrange(1, len(text))]


def change_a_number(text: str, random: Random) -> str:
    places = [at for at, symbol in enumerate(text) if symbol.isdigit()]
    at = random.choice(places)
    digit = (int(text[at]) + random.choice((1, 9))) % 10
    return text[:at] + str(digit) + text[at + 1 :]


MUTATIONS: list[Mutation] = [
    change_a_character,
    drop_a_character,
    insert_a_character,
    drop_a_line,
    repeat_a_line,
    exchange_two_lines,
    exchange_two_words,
    drop_a_word,
    break_off,
    change_a_number,
]


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.__name__)
def test_mutations_are_refused(mutation: Mutation) -> None:
    random = Random(mutation.__name__)
    for position, claim in CLAIMS:
        text = written(position, claim)
        for _ in range(EACH):
            mutant = mutation(text, random)
            if mutant != text:
                assert checked(mutant).refused is not None, mutant


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.__name__)
def test_what_the_digest_lets_through_is_true(mutation: Mutation) -> None:
    """With a new digest a mutant may be another proof, but never one of a falsehood."""
    random = Random(mutation.__name__)
    for position, claim in CLAIMS:
        for _ in range(EACH):
            found = checked(with_digest(mutation(written(position, claim), random)))
            says = found.position, found.claim
            if found.refused is None and says != (parse_position(position), claim):
                assert found.position is not None
                assert found.claim is not None
                assert truth(found.position, found.claim).startswith(found.claim)


@cache
def truth(position: Position, claim: str) -> str:
    """Give what the engine claims of a position, as closely as another claim does."""
    with_distance = "wins in" in claim
    wanted = Wanted(distance=with_distance, par="par" in claim)
    verdict = solve(Question(position, wanted), Limits(), ENGINES["auto"])
    return claim_of(verdict, with_distance).text(game_of(position))


def false_claims(true: Claim, game: Game) -> list[Claim]:
    """Give claims that contradict a true one."""
    if true.is_solvable:
        return [Claim(is_solvable=False), Claim(is_solvable=False, par=2)]
    if true.is_solvable is not None:
        pars = [] if true.par is None else [true.par - 1, true.par + 1]
        return [Claim(is_solvable=True), *(Claim(is_solvable=False, par=par) for par in pars)]
    if true.score is not None:
        return [Claim(score=true.score - 1), Claim(score=true.score + 1)]
    others = [replace(true, winner=w) for w in (*game.players, None) if w != true.winner]
    if true.plies is not None:
        others += [replace(true, plies=true.plies - 1), replace(true, plies=true.plies + 1)]
    return others


@pytest.mark.parametrize(("position", "claim"), CLAIMS)
def test_a_proof_of_one_claim_is_none_of_another(position: str, claim: str) -> None:
    """The forger renames the sections and their bounds, and gives the file its digest."""
    lines = written(position, claim).splitlines()
    root = parse_position(position)
    game = game_of(root)
    true = read_claim(root, Line(3, claim))
    for false in false_claims(true, game):
        forged = [*lines[:2], f"claim {false.text(game)}"]
        titles = {
            old.title: new for old, new in zip(true.goals(game), false.goals(game), strict=False)
        }
        at_root = 0
        for line in lines[3:]:
            goal = titles.get(line.rpartition(":")[0])
            if goal is not None:
                at_root = goal.plies or 0
                line = goal.title + ":" + line.rpartition(":")[2]
            elif line.startswith("1 ") and at_root:
                line = " ".join(["1", str(at_root), *line.split(" ")[2:]])
            forged.append(line)
        found = checked(with_digest("\n".join(forged)))
        assert found.refused is not None, false
        assert "digest" not in str(found.refused)


# A certificate, what is changed in it, and the line and the words with which it is refused.
WRONG_STEPS = []
