"""Certificates of each kind to test with, and how to change them."""

from functools import cache

from positions.game import Position
from positions.text import parse_position
from solver import Limits, Question
from solver.certificates.checking.check import CheckResult, check_file
from solver.certificates.checking.text import DIGEST, digest
from solver.certificates.writing import certify
from solver.engines.choice import ENGINES
from solver.interface.engine import Details

# A position and its claim; plies are requested if the claim names them.
CLAIMS = [
    ("sight-reduction+solitaire:bbb/wbw/www/bwb:w", "solvable"),
    ("sight-reduction+solitaire:bbb/wbw/www/bwb:w:keep=a3,a1", "solvable"),
    ("sight-reduction+solitaire+harder:wbb/wwb/wwb/bwb:w", "solvable"),
    ("sight-reduction+solitaire+harder+easier:wbb/bwb/bww/bww:w", "solvable"),
    ("sight-reduction+solitaire+pairs:wbb/wwb/wwb/bwb:w", "solvable"),
    ("sight-reduction+solitaire:w1/1b:w", "solvable"),
    ("sight-reduction+solitaire:bww/wbb/wbb:b:keep=b3,b2", "unsolvable, par 4"),
    ("sight-reduction+solitaire:bww/wbb/wbb:b:keep=a2,b2", "unsolvable"),
    ("sight-reduction+solitaire+pairs:wbb/bwb/bww:w", "unsolvable, par 2"),
    ("sight-reduction+solitaire:wbw/bwb:w", "unsolvable, par 6"),
    ("sight-reduction+solitaire:bbww/wwbb/wbwb/wbbw:w:keep=c2,d2", "unsolvable, par 2"),
    ("sight-reduction+solitaire+harder+pairs:wbb/bwb/bww/bww:w", "unsolvable, par 2"),
    ("sight-reduction:wbb/bwb/bww/bww:w", "black wins"),
    ("sight-reduction+easier:wbb/bwb/bww/bww:b", "white wins in 10"),
    ("sight-reduction+harder+pairs:bbb/wbw/www/bwb:w", "white wins in 5"),
    ("manhattan:bb2/1r1r/1b1r/r1b1:r", "red wins in 7"),
    ("manhattan:1br1/r1bb/2rb/r1b1:r", "blue wins"),
    ("manhattan:rbrrb/br1bb:r", "draw"),
    ("marvin:start:2x2", "score 0"),
    ("marvin:1w1/1R1/W1W:r", "score 1"),
    ("nakatta:2ww/1w2/b1bb/3b:w", "white wins in 3"),
    ("nakatta:2b/b2/bww:w", "black wins"),
    ("nakatta:bw1/bw1/b2:b", "black wins in 0"),
    ("sight-reduction:wb/bw:w", "black wins in 0"),
    ("sight-reduction:wb/bw:b", "white wins"),
    ("nakatta+pie:3/1b1/3:w", "white wins"),
    ("nakatta+pie:start:3x3", "white wins in 6"),
    ("minelayers:start:3x4", "B wins"),
    ("minelayers:2x1/x3/2Ax/1x2/2Bx:B:first=B", "A wins in 11"),
]
# These take longer to check.
LARGE_CLAIMS = [
    ("sight-reduction+solitaire:bwbw/wbbb/wbww/bbbw/bwbb/wbww/wwbb/wbww:w", "unsolvable"),
    ("sight-reduction:wbbw/bbwb/bwww/wwbw/wbbw:w", "white wins"),
    ("minelayers:start:5x5", "B wins"),
    ("nakatta:4/1b2/4/4:w", "black wins"),
]


class ExactQuestion(Question):
    """A question that asks for nothing more than it says, however cheap that would be."""

    def wanted(self, position: Position) -> Details:
        return Details(distance=self.distance, par=self.par)


@cache
def written(position: str, claim: str) -> str:
    """Return the text of a certificate with this claim."""
    question = ExactQuestion(distance="wins in" in claim, par="par" in claim)
    certified = certify(parse_position(position), question, Limits(), ENGINES["auto"])
    assert certified.text is not None, certified.missing
    assert certified.claim == claim
    return certified.text


def checked(text: str) -> CheckResult:
    """Check a certificate; if a change has split it into several, return a refused one."""
    found = list(check_file(text.encode()))
    return next((one for one in found if one.refused is not None), found[0])


def with_digest(text: str) -> str:
    """Return a certificate with the correct digest of its other lines."""
    lines = [line for line in text.splitlines() if not line.startswith(DIGEST)]
    return "".join(line + "\n" for line in (*lines, DIGEST + digest(lines)))
