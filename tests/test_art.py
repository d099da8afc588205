"""The drawings: files and source agree, and the faces are told apart by every eye, on every ground."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from statistics import mean

import pytest
from PIL import Image, ImageChops

from bot.screens.faces import FACES
from bridgette import Suit
from tools.art.cards import A_ROW, LARGE, SMALL
from tools.art.colours import COLON_INK, COLON_PAPER, INK, LIGHT, PAPER
from tools.art.contact import GROUNDS, IN_TEXT, shown
from tools.art.files import ART, rendered
from tools.art.pips import pip
from tools.art.raster import png, raster
from tools.art.shapes import drawing
from tools.art.strokes import GLYPHS, Anchor, width_of, written
from tools.art.tiles import SIZE

MOST_BYTES = 256 * 1024
"""Of an emoji (Discord's limit)."""

READABLE, SEEN = 4.5, 3.0
"""The least contrast of letters, and of the outline of something (WCAG 2.2, 1.4.3 and 1.4.11)."""

APART = 22.0
"""The least distance of two suits' colours, in CIELAB, to any eye."""

APART_IN_GREY = 20.0
"""The least distance of two faces without colour: the root of the mean square over all pixels, of 255."""

MOST_OVERLAP = 0.8
"""The largest part that the shapes of two suits may share of what they cover together."""

Rgb = tuple[float, float, float]
Picture = Image.Image

GROUND_NAMES = list(GROUNDS)


@cache
def face(name: str) -> Picture:
    with Image.open(ART / "emoji" / f"{name}.png") as found:
        return found.convert("RGBA")


# ------------------------------------------------------------------------------------ the files


def test_rendering_again_gives_the_same_pixels() -> None:
    for path, picture in rendered().items():
        with Image.open(path) as found:
            assert found.size == picture.size, path
            assert found.convert(picture.mode).tobytes() == picture.tobytes(), path


def test_a_png_holds_exactly_the_pixels_with_few_colours_and_with_many(tmp_path: Path) -> None:
    many = Image.linear_gradient("L").convert("RGBA")
    many.putalpha(Image.linear_gradient("L").rotate(90))
    for picture in (face("ten_of_clubs"), many):
        path = tmp_path / "one.png"
        path.write_bytes(png(picture))
        with Image.open(path) as found:
            assert found.convert("RGBA").tobytes() == picture.tobytes()


def test_there_is_one_file_for_each_face_within_the_limits() -> None:
    files = sorted((ART / "emoji").iterdir())
    assert sorted(path.stem for path in files) == sorted(FACES)
    assert len(files) == 59
    for path in files:
        assert path.suffix == ".png"
        assert path.stat().st_size <= MOST_BYTES
        assert 2 <= len(path.stem) <= 32
        assert face(path.stem).size == (SIZE, SIZE) == (128, 128)


def test_the_sheets_are_what_they_are_cut_by() -> None:
    for name, (width, height) in {"cards.png": LARGE, "small.png": SMALL}.items():
        with Image.open(ART / name) as sheet:
            assert sheet.size == (A_ROW * width, 5 * height)


# ------------------------------------------------------------------------------------ letters


def test_writing_is_as_high_as_is_said_and_as_wide() -> None:
    for text in ("10", "5/8", "NT", "XX", "AKQJ"):
        white = raster(drawing(400, 120, written(text, (20, 20), 80, "#ffffff")))
        left, top, right, bottom = white.getchannel("A").getbbox() or (0, 0, 0, 0)
        assert abs(right - left - width_of(text, 80)) <= 12  # some round letters stay within their box
        assert 10 <= top <= 22
        assert 98 <= bottom <= 110


def test_writing_is_squeezed_to_what_it_may_take_and_stands_where_it_is_put() -> None:
    for anchor, start in ((Anchor.START, 100), (Anchor.MIDDLE, 70), (Anchor.END, 40)):
        white = raster(drawing(200, 100, written("TT", (100, 10), 70, "#ffffff", most=60, anchor=anchor)))
        left, _, right, _ = white.getchannel("A").getbbox() or (0, 0, 0, 0)
        assert start - 1 <= left <= start + 6
        assert start + 54 <= right <= start + 61


def test_no_two_glyphs_look_alike() -> None:
    drawn = {one: raster(drawing(100, 120, written(one, (10, 10), 100, "#ffffff"))) for one in GLYPHS}
    for one, other in itertools.combinations(drawn, 2):
        assert distance(drawn[one].getchannel("A"), drawn[other].getchannel("A")) > APART_IN_GREY, (one, other)


# ------------------------------------------------------------------------------------ contrast


@pytest.mark.parametrize("ground", GROUND_NAMES)
def test_letter_and_pip_are_read_on_every_ground(ground: str) -> None:
    """At the size of a line of text; pixels that ink covers for the most part, against those that it does not touch."""
    for name in FACES:
        small = shown(face(name), IN_TEXT, GROUNDS[ground])
        ink, paper = inks_of(name)
        covered = coverage(face(name), ink, paper)
        untouched = [small.getpixel(spot) for spot in inside() if covered.getpixel(spot) == 0]
        for part in parts_of(name):
            inked = [small.getpixel(spot) for spot in part if value(covered, spot) >= 160]
            assert len(inked) >= 12, name
            assert contrast(average(inked), average(untouched)) >= READABLE, name


@pytest.mark.parametrize("ground", GROUND_NAMES)
def test_every_tile_is_seen_on_every_ground(ground: str) -> None:
    """Its edge, or its paper."""
    for name in FACES:
        small = shown(face(name), IN_TEXT, GROUNDS[ground])
        border = [pixel(small, (x, IN_TEXT // 2)) for x in range(3)]
        assert max(contrast(one, rgb(GROUNDS[ground])) for one in border) >= SEEN, name


# ------------------------------------------------------------------------------------ told apart


def test_no_two_faces_look_alike_without_colour() -> None:
    grey = {name: shown(face(name), IN_TEXT, GROUNDS["dark"]).convert("L") for name in FACES}
    for one, other in itertools.combinations(FACES, 2):
        assert distance(grey[one], grey[other]) >= APART_IN_GREY, (one, other)


def test_the_four_suits_have_four_shapes() -> None:
    """As small as on a card in a line of text, and in one colour."""
    shapes = [raster(drawing(SIZE, SIZE, pip(suit, (0, 0), SIZE, "#000000"))).getchannel("A") for suit in Suit]
    for side in (9, 22):
        for one, other in itertools.combinations(shapes, 2):
            small = [shape.resize((side, side), Image.Resampling.BOX).tobytes() for shape in (one, other)]
            pairs = list(zip(*small, strict=True))
            assert sum(map(min, pairs)) / sum(map(max, pairs)) <= MOST_OVERLAP


NORMAL = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
EYES = {
    "normal": NORMAL,
    # Machado, Oliveira and Fernandes (2009), severity 1.0, on linear RGB.
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("inks", [INK, LIGHT], ids=["paper", "dark ground"])
def test_the_suits_have_four_colours_to_any_eye(eye: str, inks: dict[Suit, str]) -> None:
    seen = [lab(to_eye(rgb(ink), eye)) for ink in inks.values()]
    assert min(math.dist(one, other) for one, other in itertools.combinations(seen, 2)) >= APART


# ------------------------------------------------------------------------------------ measuring


def suits() -> dict[Suit, str]:
    return dict(zip(Suit, FACES[-4:], strict=True))


def inks_of(name: str) -> tuple[Rgb, Rgb]:
    """The colours of ink and paper."""
    if name.endswith("colon"):
        return rgb(COLON_INK), rgb(COLON_PAPER)
    (suit,) = (suit for suit, own in suits().items() if name.endswith(own))
    return rgb(INK[suit]), rgb(PAPER)


def coverage(picture: Picture, ink: Rgb, paper: Rgb) -> Picture:
    """How much of each pixel, in a line of text, is nearer to the ink's colour than to the paper's; not at the edge."""
    binary = Image.new("L", picture.size)
    colours = picture.convert("RGB")
    for spot in itertools.product(range(10, SIZE - 10), repeat=2):
        if math.dist(pixel(colours, spot), ink) < math.dist(pixel(colours, spot), paper):
            binary.putpixel(spot, 255)
    return binary.resize((IN_TEXT, IN_TEXT), Image.Resampling.BOX)


def inside() -> Iterator[tuple[int, int]]:
    return itertools.product(range(3, IN_TEXT - 3), repeat=2)


def parts_of(name: str) -> list[list[tuple[int, int]]]:
    """Where the letter is, and where the sign is; a suit is one sign."""
    half, every = IN_TEXT // 2, list(inside())
    if name in FACES[-4:]:
        return [every]
    sign = [spot for spot in every if spot[0] > half and (spot[1] > half or name.endswith("colon"))]
    return [[spot for spot in every if spot not in sign], sign]


def pixel(picture: Picture, spot: tuple[int, int]) -> Rgb:
    found = picture.getpixel(spot)
    assert isinstance(found, tuple)
    return float(found[0]), float(found[1]), float(found[2])


def value(picture: Picture, spot: tuple[int, int]) -> float:
    found = picture.getpixel(spot)
    assert isinstance(found, int)
    return found


def average(pixels: list[object]) -> Rgb:
    red, green, blue = (mean(levels) for levels in zip(*pixels, strict=True))  # type: ignore[call-overload]
    return red, green, blue


def distance(one: Picture, other: Picture) -> float:
    difference = ImageChops.difference(one, other).tobytes()
    return math.sqrt(mean(level * level for level in difference))


def rgb(colour: str) -> Rgb:
    red, green, blue = bytes.fromhex(colour[1:])
    return red, green, blue


def linear(level: float) -> float:
    """Light from a level of sRGB."""
    part = level / 255
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def contrast(one: Rgb, other: Rgb) -> float:
    """By WCAG 2: from 1 to 21."""
    lights = sorted(
        sum(share * linear(level) for share, level in zip((0.2126, 0.7152, 0.0722), colour, strict=True))
        for colour in (one, other)
    )
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def to_eye(colour: Rgb, eye: str) -> Rgb:
    """The light that reaches an eye, each part from 0 to 1."""
    light = [linear(level) for level in colour]
    red, green, blue = (min(1.0, max(0.0, product(row, light))) for row in EYES[eye])
    return red, green, blue


def lab(light: Rgb) -> Rgb:
    """CIELAB, for daylight (D65)."""
    to_xyz = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    whites = (0.9505, 1.0, 1.089)
    x, y, z = (root(product(row, light) / white) for row, white in zip(to_xyz, whites, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def root(part: float) -> float:
    """What CIELAB takes of a part of the white's light."""
    return part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116


def product(row: Sequence[float], light: Sequence[float]) -> float:
    return sum(share * part for share, part in zip(row, light, strict=True))
