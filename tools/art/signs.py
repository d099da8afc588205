"""The sheet of what pictures write: each sign in a cell, as a mask that takes whatever colour is wanted."""

from __future__ import annotations

from PIL import Image

from bot.pictures.sheets import SIGN_CELL, SIGN_HEIGHT, SIGN_TOP, SIGNS
from tools.art.raster import raster
from tools.art.shapes import drawing
from tools.art.strokes import written


def sign_sheet() -> Image.Image:
    """All signs beside each other: how much of each pixel they cover."""
    width, height = SIGN_CELL
    shapes = [written(one, (place * width, SIGN_TOP), SIGN_HEIGHT, "#ffffff") for place, one in enumerate(SIGNS)]
    return raster(drawing(len(SIGNS) * width, height, "".join(shapes))).getchannel("A")
