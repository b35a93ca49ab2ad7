"""The questions of the benchmarks in this folder, by game.

Most took the release before 0.2 ten seconds or more on one core of a 2.5 GHz cloud machine.
"""

QUESTIONS: dict[str, tuple[str, ...]] = {
    # A first stone on 6x6, and four stones of random play on 7x7.
    "nakatta": ("nakatta:6/6/6/6/6/1b4:w", "nakatta:7/6w/7/4w2/7/1b5/4b2:b"),
    # Random play from the start of 6x6, when 16 and 14 checkers are left.
    "manhattan": (
        "manhattan:br3r/rb2b1/1b1rrb/1r4/br3b/r1b3:b",
        "manhattan:br4/rb3r/1brr2/3rb1/b5/2rbb1:b",
    ),
    # After the first moves: five files by eleven ranks, and six by nine.
    "minelayers": (
        "minelayers:B4/5/5/5/5/5/5/5/5/5/A4:A",
        "minelayers:2B3/6/6/6/6/6/6/6/2A3:A",
    ),
    # 19 points without a king.
    "marvin": ("marvin:...W./...../.R.../W...R/.WR..:w",),
    # Two-player deals with too many pieces for a lattice.
    "sight-reduction": (
        "sight-reduction:bbbwwbw/wbbwwbb/wwbwwbw/bwwwwww/wbbwbbb/wbbbwwb/bbwbwbb:w",
        "sight-reduction+harder:bbbwbw/wwbbbw/wwbwbb/bwwbww/wwwbww/wbbbbb:w",
    ),
}
