"""The games as plain data, for ``games --json`` and the board."""

from __future__ import annotations

from positions.errors import PositionError
from positions.game import Game
from positions.looks.scene import looks_of
from positions.text import format_position, start_position
from solver.games import descriptor_of


def game_record(game: Game) -> dict[str, object]:
    """Return a game's record; `start` is None if it begins with a deal."""
    width, height = game.size
    return {
        "game": game.name,
        "title": game.title,
        "designers": [{"name": d.name, "link": d.link} for d in game.designers],
        "year": game.year,
        "summary": game.summary,
        "moving": game.moving,
        "winning": game.winning,
        "solving": game.solving,
        "boards": [f"{files}x{ranks}" for files, ranks in game.boards or (game.size,)],
        "size": f"{width}x{height}",
        "sizes": game.sizes,
        "searched": descriptor_of(game.name).searched,
        "start": _start(game),
        "players": game.players,
        "pieces": game.pieces,
        "variants": [{"name": v.name, "summary": v.summary} for v in game.variants],
        "solitaire": game.solitaire,
        "keys": [{"name": k.name, "example": k.form, "summary": k.summary} for k in game.keys],
        "setups": list(game.setups),
        "has_value": game.rules.has_value,
        "engines": ["auto", *descriptor_of(game.name).engines],
        "scene": _scene(game),
    }


def _start(game: Game) -> str | None:
    try:
        return format_position(start_position(game, *game.size, ()))
    except PositionError:
        return None


def _scene(game: Game) -> dict[str, object]:
    scene = game.scene
    return {
        "looks": {
            symbol: {"colour": look.colour.value, "shape": look.shape.value, "letter": look.letter}
            for symbol, look in looks_of(scene, game.pieces).items()
        },
        "on_points": scene.on_points,
        "is_checkered": scene.is_checkered,
        "ends": scene.ends,
        "sides": scene.sides,
        "is_joined": scene.is_joined,
    }
