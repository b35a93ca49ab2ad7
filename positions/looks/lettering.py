"""Letters and digits as strokes, so that pictures do not depend on the fonts of a machine.

A character is drawn on a grid of points, 0 to 4 to the right and 0 to 8 downwards: capitals and
digits reach from 0 to 6, small letters begin at 2, and what hangs below the line ends at 8.
"""

from __future__ import annotations

from collections.abc import Iterator

Stroke = list[tuple[float, float]]

WIDTH = 4
HEIGHT = 6
_ADVANCE = 6

# Blanks stand between strokes; a stroke is the points it passes, two digits (right, down) a point.
_STROKES = {
    "0": "103041453616050110",
    "1": "112026 1636",
    "2": "01103041420646",
    "3": "01103041423313 334445361605",
    "4": "36300444",
    "5": "400002324345361605",
    "6": "413010010516364544331304",
    "7": "004016",
    "8": "13020110304142331304051636454433",
    "9": "051636454130100102133342",
    "a": "12324346 441405163645",
    "b": "0006 0312324345361605",
    "c": "4332120305163645",
    "d": "4046 4332120305163645",
    "e": "04444332120305163645",
    "f": "40302126 0343",
    "g": "4247381807 4332120305163645",
    "h": "0006 0312324346",
    "i": "2021 2326",
    "j": "3031 33372818",
    "k": "0006 4205 2446",
    "l": "202536",
    "m": "0206 03122326 23324346",
    "n": "0206 0312324346",
    "o": "123243453616050312",
    "p": "0208 0312324345361605",
    "q": "4248 4332120305163645",
    "r": "0206 04223243",
    "s": "43321203143445361605",
    "t": "20253646 0242",
    "u": "0205163645 4246",
    "v": "022642",
    "w": "0216233642",
    "x": "0246 4206",
    "y": "0226 4218",
    "z": "02420646",
    "A": "062046 1434",
    "B": "0333424130000636454433",
    "C": "4130100105163645",
    "D": "00304145360600",
    "E": "40000646 0333",
    "F": "400006 0333",
    "G": "41301001051636454323",
    "H": "0006 4046 0343",
    "I": "2026",
    "J": "4045361605",
    "K": "0006 400346",
    "L": "000646",
    "M": "0600234046",
    "N": "06004640",
    "O": "103041453616050110",
    "P": "06003041423303",
    "Q": "103041453616050110 3446",
    "R": "06003041423303 2346",
    "S": "413010010213334445361605",
    "T": "0040 2026",
    "U": "000516364540",
    "V": "002640",
    "W": "0016233640",
    "X": "0046 4006",
    "Y": "002340 2326",
    "Z": "00400646",
}


def strokes(text: str, size: float, x: float, y: float) -> Iterator[Stroke]:
    """Give the strokes of a text of ASCII letters and digits as points of a picture.

    Its capitals are `size` units high, and their middle is at `x` and `y`, which grows downwards.
    """
    unit = size / HEIGHT
    left = x - unit * ((len(text) - 1) * _ADVANCE + WIDTH) / 2
    top = y - size / 2
    for place, character in enumerate(text):
        for stroke in _STROKES[character].split():
            points = zip(stroke[::2], stroke[1::2], strict=True)
            yield [
                (left + unit * (place * _ADVANCE + int(right)), top + unit * int(down))
                for right, down in points
            ]
