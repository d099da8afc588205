"""The files that are made of the drawings, and where they lie."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from bot.screens.faces import FACES
from tools.art.cards import large_sheet, small_sheet
from tools.art.contact import contact_page
from tools.art.guide import guide_pictures
from tools.art.pages import pictures_page
from tools.art.pips import SIZE, light_pips
from tools.art.raster import raster
from tools.art.shapes import drawing
from tools.art.signs import sign_sheet
from tools.art.tiles import tiles

ROOT = Path(__file__).resolve().parents[2]
ART = ROOT / "bot" / "art"
CONTACT_PAGE = ROOT / "docs" / "card-faces.png"
PICTURES_PAGE = ROOT / "docs" / "pictures.png"


def rendered() -> dict[Path, Image.Image]:
    """All pictures as they are to be: the emoji, the sheets that pictures are made of, the
    guide's pictures, and the contact page."""
    drawings = tiles()
    emoji = {face: raster(drawings[face]) for face in FACES}
    return {
        **{ART / "emoji" / f"{face}.png": picture for face, picture in emoji.items()},
        ART / "cards.png": raster(large_sheet()),
        ART / "small.png": raster(small_sheet()),
        ART / "pips.png": raster(drawing(4 * SIZE, SIZE, light_pips())),
        ART / "signs.png": sign_sheet(),
        **{ART / "guide" / f"{page}.png": raster(picture) for page, picture in guide_pictures().items()},
        CONTACT_PAGE: contact_page(emoji),
        PICTURES_PAGE: pictures_page(),
    }
