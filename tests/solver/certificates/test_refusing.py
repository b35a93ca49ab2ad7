"""A certificate with any change is refused, and never with a traceback."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from random import Random

import pytest
from certificate_cases import CLAIMS, checked, with_digest, written

from positions.game import Game, Position
from positions.games import game_of
from positions.text import parse_position
from solver import solve
from solver.certificates.checking.claims import Claim, read_claim
from solver.certificates.checking.refutation import starting_title
from solver.certificates.checking.text import Line
from solver.certificates.writing import claim_of

SYMBOLS = "abcdwbrxABWR0123456789/:=~+-., \t\r\n#\0é"
EACH = 8

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
def test_mutants_with_a_correct_digest_make_no_false_claim(mutation: Mutation) -> None:
    """With a new digest, a mutant may be another proof, but never one of a false claim."""
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
    """Return the engine's claim about a position, in the form of another claim."""
    with_distance = "wins in" in claim
    answer = solve(position, distance=with_distance, par="par" in claim)
    return claim_of(position, answer, with_distance).text(game_of(position))


def false_claims(true: Claim, game: Game) -> list[Claim]:
    """Return claims that contradict a true one."""
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


def forged(text: str, true: Claim, false: Claim, game: Game) -> str:
    """Turn the proof of a claim into one of another, adapting titles, bounds and the digest."""
    lines = text.splitlines()
    found = [*lines[:2], f"claim {false.text(game)}"]
    new_goals = {
        old.title: new for old, new in zip(true.goals(game), false.goals(game), strict=False)
    }
    plies = None
    for line in lines[3:]:
        title, colon, count = line.rpartition(":")
        if title in new_goals:
            plies = new_goals[title].plies
            title = new_goals[title].title
        elif title == starting_title(true.par):
            title = starting_title(false.par)
        elif line.startswith("1 ") and plies is not None:
            title, colon, count = " ".join(["1", str(plies), *line.split(" ")[2:]]), "", ""
        found.append(title + colon + count)
    return with_digest("\n".join(found))


@pytest.mark.parametrize(("position", "claim"), CLAIMS)
def test_a_proof_of_one_claim_does_not_prove_another(position: str, claim: str) -> None:
    root = parse_position(position)
    game, true = game_of(root), read_claim(root, Line(3, claim))
    for false in false_claims(true, game):
        found = checked(forged(written(position, claim), true, false, game))
        assert found.refused is not None, false
        assert "digest" not in str(found.refused)
    # `forged` works: without a change, its certificate is accepted.
    assert checked(forged(written(position, claim), true, true, game)).refused is None


PASSED, SWAPPED = "nakatta:2b/b2/bww:w", "nakatta+pie:3/1b1/3:w"
IN_THREE, KEPT = (
    "nakatta:2ww/1w2/b1bb/3b:w",
    "sight-reduction+solitaire:bbww/wwbb/wbwb/wbbw:w:keep=c2,d2",
)

# A position, the change of its certificate, and the words with which it is refused.
WRONG_STEPS = [
    (PASSED, "certificate 1", "certificate 2", "expected 'proofplay certificate 1'"),
    (PASSED, "bww:w\nclaim", "bwW:w\nclaim", "found 'W', expected 'b', 'w', '.' or a number"),
    (PASSED, "2b/b2/bww:w\nclaim", "..b/b2/bww:w\nclaim", "expected it as 'nakatta:2b/b2/bww:w'"),
    (PASSED, "claim black", "claim white", "expected 'strategy white wins'"),
    (PASSED, "claim black wins", "claim solvable", "expected a claim that suits this position"),
    (PASSED, "wins: 2", "wins: 4", "4 lines belong here, but 3 are left"),
    (PASSED, "wins: 2", "wins: 1", "expected a heading"),
    (PASSED, "pass=2", "a3=2", "'a3' is illegal"),
    (PASSED, "a3=end", "a3=2", "a3=2: expected a position further down"),
    (PASSED, "pass=2", "pass=end", "the game is not over after pass"),
    (
        PASSED,
        "2 nakatta:2b/b2/bww:b",
        "2 nakatta:2b/b2/bww:w",
        "pass=2 does not lead to position 2",
    ),
    (SWAPPED, " c3~3", "", "the reply c3 is missing"),
    (SWAPPED, "c1~3 a3~3", "a3~3 c1~3", "not in the order of the rules"),
    (SWAPPED, "c1~3", "c1=3", "c1=3 does not lead to position 3"),
    (SWAPPED, "a1=3", "a1~3", "a1~3 does not lead to position 3"),
    (SWAPPED, "swap=2", "swap=2 a1=3", "found 2 moves, expected one"),
    (SWAPPED, "swap=2", "a1=2", "a1=2 does not lead to position 2"),
    (SWAPPED, "c1=5 a3=6", "c1=5 a3=5", "a3=5 does not lead to position 5"),
    (IN_THREE, "2 2 nakatta:w1ww", "2 3 nakatta:w1ww", "a4=2 takes 4 plies, not 3"),
    (IN_THREE, "4 2 nakatta:2ww", "4 1 nakatta:2ww", "c3=4 lasts 2 plies, not 3"),
    (IN_THREE, "lasts 3: 7\n1 3", "lasts 3: 7\n1 2", "found 2 plies, expected 3"),
    (IN_THREE, "b4=end", "b4=live", "found b4=live, expected a position"),
    (IN_THREE, "a1=live", "a1=end", "the game is not over after a1"),
    (KEPT, "3 c2", "3 c8", "it is not a square of this board"),
    (KEPT, "14 b4", "14 B4", "found 'B4', expected 'b4'"),
    (KEPT, "line: 14", "line: 13", "expected a heading"),
    (KEPT, "line: 14\n1 b3\n", "line: 13\n", "expected move 1"),
    (KEPT, "some solves: 33\n296 -19 -73 27 0", "some solves: 32", "does not follow"),
    (KEPT, "296 -19 -73 27 0", "296 -19 73 27 0", "this is not clause 296 of the position"),
    (KEPT, "296 -19", "9999999 -19", "this is not clause 9999999 of the position"),
    (KEPT, "steps: 2\n73 0", "steps: 1", "does not follow by unit propagation"),
    (KEPT, "73 0\n0", "74 0\n0", "'74 0' does not follow by unit propagation"),
    (KEPT, "steps: 2\n73 0\n0", "steps: 1\n73 0", "without the empty clause"),
    (KEPT, "steps: 2\n73 0\n0", "steps: 3\n73 0\n0\n0", "the refutation was complete"),
]


@pytest.mark.parametrize(("position", "old", "new", "words"), WRONG_STEPS)
def test_the_wrong_step_is_named(position: str, old: str, new: str, words: str) -> None:
    text = written(position, dict(CLAIMS)[position])
    assert old in text
    refusal = checked(with_digest(text.replace(old, new, 1))).refused
    assert refusal is not None
    assert words in str(refusal)


def test_the_digest_comes_last() -> None:
    position, claim = CLAIMS[0]
    text = written(position, claim)
    refusal = checked(text[:-2] + ("1" if text[-2] == "0" else "0") + "\n").refused
    assert refusal is not None
    assert (refusal.line, str(refusal)) == (
        text.count("\n"),
        "the digest is not that of the lines above",
    )
