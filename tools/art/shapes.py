"""Shapes in SVG: paths put into their place, and the drawing around them."""

from __future__ import annotations

import re

_STEP = re.compile(r"([MLHVCZ])([^MLHVCZ]*)")
_NUMBER = re.compile(r"-?[\d.]+")


def placed(path: str, across: float, down: float, left: float, top: float) -> str:
    """A path of absolute steps (M L H V C Z), scaled ``across`` and ``down``, then moved to (``left``, ``top``)."""
    return "".join(
        step + ",".join(f"{number:.2f}" for number in _placed(step, numbers, (across, down), (left, top)))
        for step, numbers in _STEP.findall(path)
    )


def _placed(step: str, numbers: str, scale: tuple[float, float], corner: tuple[float, float]) -> list[float]:
    first = 1 if step == "V" else 0  # which of the two axes the step's first number is on
    axes = ((first + place) % 2 for place in range(6))
    return [
        float(number) * scale[axis] + corner[axis] for number, axis in zip(_NUMBER.findall(numbers), axes, strict=False)
    ]


def filled(path: str, ink: str) -> str:
    """A path filled with a colour."""
    return f'<path d="{path}" fill="{ink}"/>'


def drawn(path: str, ink: str, thickness: float, fill: str = "none") -> str:
    """A path drawn as a line with round ends and corners."""
    return (
        f'<path d="{path}" fill="{fill}" stroke="{ink}" stroke-width="{thickness:.2f}"'
        ' stroke-linejoin="round" stroke-linecap="round"/>'
    )


def dot(x: float, y: float, radius: float, ink: str) -> str:
    """A disc around (``x``, ``y``)."""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{ink}"/>'


def box(width: float, height: float, corner: float, paper: str, edge: str, line: float) -> str:
    """A rounded rectangle from the upper left corner, with an edge that is ``line`` wide and lies inside of it."""
    half = line / 2
    return (
        f'<rect x="{half:g}" y="{half:g}" width="{width - line:g}" height="{height - line:g}" rx="{corner:g}"'
        f' fill="{paper}" stroke="{edge}" stroke-width="{line:g}"/>'
    )


def moved(shapes: str, left: float, top: float) -> str:
    """Shapes moved as they are."""
    return f'<g transform="translate({left:g} {top:g})">{shapes}</g>'


def drawing(width: float, height: float, shapes: str) -> str:
    """The whole SVG, on no ground."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}"'
        f' viewBox="0 0 {width:g} {height:g}">{shapes}</svg>'
    )
