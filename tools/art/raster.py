"""From SVG to pixels, and from pixels to the smallest PNG that holds exactly those."""

from __future__ import annotations

import io

import resvg_py
from PIL import Image

MOST_COLOURS = 256
"""In a PNG with a palette."""


def raster(svg: str) -> Image.Image:
    """The drawing at its own size, as RGBA."""
    return Image.open(io.BytesIO(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True))).convert("RGBA")


def png(picture: Image.Image) -> bytes:
    """The picture as a PNG: with a palette where it has few colours, which is half as large, and loses nothing."""
    out = io.BytesIO()
    if picture.mode != "RGBA" or picture.getcolors(MOST_COLOURS) is None:
        picture.save(out, "PNG", optimize=True)
        return out.getvalue()
    data = picture.tobytes()
    pixels = [data[at : at + 4] for at in range(0, len(data), 4)]
    # By alpha: a PNG need not say anything of the colours after the last one that is seen through.
    colours = sorted(set(pixels), key=lambda colour: (colour[3], colour))
    places = {colour: place for place, colour in enumerate(colours)}
    indexed = Image.frombytes("P", picture.size, bytes(places[pixel] for pixel in pixels))
    indexed.putpalette(b"".join(colour[:3] for colour in colours))
    indexed.save(out, "PNG", optimize=True, transparency=bytes(colour[3] for colour in colours))
    return out.getvalue()
