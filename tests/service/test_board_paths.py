"""The additional routes of the board in the browser: pictures, set-ups, and game records."""

from typing import Any

import httpx
import pytest

from positions.deals import deals
from positions.errors import InputError
from service import moves_limit
from service.api.game_trees import read_trees, write_tree
from service.api.play import play
from service.api.requests import DealRequest, read_position
from service.moves_limit import MovesLimit
from service.searching.tasks import AnnotationTask
from solver.answers.ask import ANALYSE, Question
from solver.engines.oracle_cache import OracleCache
from solver.interface.engine import Limits

RECORD = """[Position "nakatta+pie:3/3/3:b"]
[Black "Ann"]
[Result "black"]

{Hello.} 1. b2 ({or} 1. a1! c3 (1... b3 {too}) 2. a2) 1... swap?! {no} 2. a1"""


def ask(client: httpx.Client, path: str, **body: Any) -> Any:
    answer = client.post(f"/api/{path}", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_board_is_the_answer_about_moves_with_a_picture(client: httpx.Client) -> None:
    body = {"position": "nakatta+pie:start:3x3", "moves": ["b2", "swap"]}
    board = ask(client, "board", **body)
    moved = ask(client, "moves", **body)
    assert {name: board[name] for name in moved} == moved
    assert (board["is_solitaire"], board["is_first"]) == (False, False)
    frame, squares = board["frame"], board["squares"]
    assert [square["name"] for square in squares][:4] == ["a1", "b1", "c1", "a2"]
    assert squares[4] == {"name": "b2", "symbol": "b", "piece": "black stone"}
    # The stone on b2 is drawn in the middle of that square, by the frame.
    middle = [frame[edge] + frame["side"] * 1.5 for edge in ("left", "top")]
    assert 'cx="{:g}" cy="{:g}"'.format(*middle) in board["svg"]
    assert "<style" not in board["svg"]


def test_the_page_writes_the_coordinates_itself(client: httpx.Client) -> None:
    board = ask(client, "board", position="marvin:start:5x5")
    assert "proofplay-letter" not in board["svg"]
    frame = board["frame"]
    assert frame["width"] - frame["left"] - 5 * frame["side"] == frame["left"]
    drawn = client.get("/api/picture.svg", params={"position": "marvin:start:5x5"}).text
    assert drawn.count('class="proofplay-letter"') == 5 + 5


def test_pictures_have_addresses(client: httpx.Client) -> None:
    asked = {"position": "nakatta+pie:start:3x3", "moves": "b2,swap,a1"}
    svg = client.get("/api/picture.svg", params=asked)
    assert (svg.status_code, svg.headers["content-type"]) == (200, "image/svg+xml")
    assert "white stone" in svg.text
    # Only the effects of the last move are marked.
    assert svg.text.count("proofplay-mark") == 1
    png = client.get("/api/picture.png", params=asked)
    assert png.headers["content-type"] == "image/png"
    assert png.content.startswith(b"\x89PNG")
    # A plus in a query may be written as it is.
    line = "/api/picture.svg?position=sight-reduction+pairs:wwb/bwb:w&moves=a2+b2"
    assert client.get(line).status_code == 200


@pytest.mark.parametrize(
    "query",
    [
        {},
        {"position": "nakatta:bw1/3/3:w"},
        {"position": "nakatta:start:3x3", "moves": "z9"},
        {"position": "nakatta:start:3x3", "moves": ",".join(["b2"] * 5000)},
        {"position": "manhattan:start:26x26"},
    ],
)
def test_bad_pictures_are_refused(client: httpx.Client, query: Any) -> None:
    for form in ("svg", "png"):
        answer = client.get(f"/api/picture.{form}", params=query)
        assert answer.status_code == 422
        assert list(answer.json()) == ["error"]


def test_an_illegal_set_up_is_drawn_too(client: httpx.Client) -> None:
    flawed = ask(client, "setup", position="nakatta+pie:bw1/3/3:w")
    assert flawed["position"] is None
    assert flawed["flaws"] == ["found a naked attachment at a2–b3, expected none (NK3)"]
    assert flawed["variants"] == ["pie"]
    good = ask(client, "setup", position="nakatta+pie:b../3/...:b")
    assert (good["position"], good["flaws"]) == ("nakatta:b2/3/3:b", [])
    assert client.post("/api/setup", json={"position": "nakatta:b/w1:w"}).status_code == 422
    large = client.post("/api/setup", json={"position": "manhattan:start:26x26"})
    assert large.status_code == 422
    assert "at most 400" in large.json()["error"]


def test_a_record_is_parsed_and_written_unchanged(client: httpx.Client) -> None:
    (tree,) = ask(client, "records/read", text=RECORD)["games"]
    assert tree["tags"] == {"Black": "Ann"}
    assert tree["line"]["moves"][0]["variations"][0]["comment"] == "or"
    assert ask(client, "records/write", **tree) == {"text": RECORD}
    over = {"position": "manhattan:r1r1/4/4/1b1b:r", "line": {"moves": [{"move": "a4-b4"}]}}
    assert '[Result "red"]' in ask(client, "records/write", **over)["text"]
    two = ask(client, "records/read", text=f"{RECORD}\n\n{RECORD}")["games"]
    assert two == [tree, tree]


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "found no game, expected at least one"),
        ('[Position "nakatta:start:3x3"]\n1. z9', "line 2, column 4: found 'z9'"),
        ('[Position "manhattan:start:26x26"]\n1. a1', "expected at most 400"),
    ],
)
def test_a_bad_record_is_reported_in_one_line(client: httpx.Client, text: str, error: str) -> None:
    refused = client.post("/api/records/read", json={"text": text})
    assert refused.status_code == 422
    assert error in refused.json()["error"]


def test_a_record_that_takes_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    (tree,) = read_trees(RECORD, MovesLimit())
    monkeypatch.setattr(moves_limit, "MAX_PLAYING", -1)
    position = read_position("nakatta:start:3x3")
    for act in (
        lambda: read_trees(RECORD, MovesLimit()),
        lambda: read_trees('[Position "nakatta:start:19x19"]', MovesLimit()),
        lambda: write_tree(tree, MovesLimit()),
        lambda: play(position, ["a1"], MovesLimit()),
        lambda: AnnotationTask(RECORD, Question(ANALYSE), Limits()).run(OracleCache(1), print),
        lambda: next(deals(DealRequest(game="nakatta", plies=1).order(), 1, 1, MovesLimit())),
    ):
        with pytest.raises(InputError, match="expected fewer"):
            act()


def test_a_tree_that_no_record_can_hold_is_refused(client: httpx.Client) -> None:
    for comment, error in (("a} b2 {c", "no record can hold"), ("a} b", "found 'b'")):
        tree = {"position": "nakatta:start:3x3", "line": {"comment": comment, "moves": []}}
        refused = client.post("/api/records/write", json=tree)
        assert refused.status_code == 422
        assert error in refused.json()["error"]


def test_a_tree_that_is_too_deep_is_refused(client: httpx.Client) -> None:
    for depth, status in ((20, 200), (21, 422), (500, 400)):
        opened = '{"moves": [{"move": "b2", "variations": [' * depth
        line = opened + '{"moves": [{"move": "b2"}]}' + "]}]}" * depth
        answer = client.post(
            "/api/records/write",
            content=f'{{"position": "nakatta:start:3x3", "line": {line}}}',
            headers={"Content-Type": "application/json"},
        )
        assert (depth, answer.status_code) == (depth, status), answer.text
