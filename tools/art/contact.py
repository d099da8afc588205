"""The contact page of the emoji: all of them as Discord shows them, on each ground, to be looked at."""

from __future__ import annotations

from collections.abc import Mapping

from PIL import Image

from tools.art.cards import A_ROW

GROUNDS = {"dark": "#323339", "light": "#ffffff", "black": "#000000"}
"""What messages stand on in Discord's themes."""

IN_TEXT, ALONE = 22, 48
"""The side of an emoji, in pixels, in a line of text or on a button, and in a message that holds nothing else."""

MARGIN, GAP = 8, 6
"""Around all and between two, in pixels."""


def shown(face: Image.Image, side: int, ground: str) -> Image.Image:
    """An emoji as a message shows it: so large, on that ground."""
    small = face.resize((side, side), Image.Resampling.LANCZOS)
    under = Image.new("RGBA", small.size, ground)
    under.alpha_composite(small)
    return under.convert("RGB")


def contact_page(faces: Mapping[str, Image.Image]) -> Image.Image:
    """All faces in both sizes, on one ground below the other: the cards by suits, then colons and suits."""
    rows = -(-len(faces) // A_ROW)
    strips = {side: rows * (side + GAP) for side in (ALONE, IN_TEXT)}
    height = sum(strips.values()) + 2 * MARGIN
    page = Image.new("RGB", (A_ROW * (ALONE + GAP) - GAP + 2 * MARGIN, height * len(GROUNDS)))
    for above, ground in enumerate(GROUNDS.values()):
        page.paste(Image.new("RGB", (page.width, height), ground), (0, above * height))
        top = above * height + MARGIN
        for side, strip in strips.items():
            for place, face in enumerate(faces.values()):
                corner = MARGIN + place % A_ROW * (side + GAP), top + place // A_ROW * (side + GAP)
                page.paste(shown(face, side, ground), corner)
            top += strip
    return page
