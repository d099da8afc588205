"""Names are hostile: they hold mentions, markup, line breaks, marks that turn the text around, and look alike."""

from __future__ import annotations

import re
import unicodedata

from bot.texts import Texts
from bot.values import HOUSE

LONGEST = 32
"""Characters of a name that are shown; Discord's own limit for the names of people."""

_MARKUP = re.compile(r"([\\*_~`|<>\[\]()#:@])")
_FIRST_STRONG_ISOLATE, _POP_ISOLATE = "\u2068", "\u2069"

_JOINERS = frozenset(("\u200d", "\ufe0e", "\ufe0f"))
"""Join the parts of many emoji, or say how one is drawn; alone they show nothing."""

_BLANK = re.compile(
    # Unicode's Default_Ignorable_Code_Point, but for the joiners, and the letters and signs that are drawn as nothing.
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164"
    "\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufff8\ufffc\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)

_LOOK_ALIKE = str.maketrans(
    # Cyrillic and Greek letters, and figures, that are drawn like Latin ones.
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u0501\u051b\u051d\u04bb\u03b1\u03bf\u03c1\u03bd\u03b9\u03ba\u03c5\u0131\u0251\u0261\ua731\u01c0\u0585"
    "01|",
    "aeopcyxijsdqwhaopvikuiagslooll",
)

_CAPITALS_ALIKE = str.maketrans(
    # The same of their capitals, of which more are drawn alike than of the small letters.
    "\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0423\u0425\u0406\u0408\u0405\u050c\u051a\u051c"
    "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7",
    "ABEKMHOPCTYXIJSGQWABEZHIKMNOPTYX",
)


def known_name(t: Texts, name: str) -> str:
    """The name, or what stands in its place for the house, and for somebody who asked to be forgotten."""
    return t("house-name") if name == HOUSE else name or t("somebody")


def plain_name(name: str) -> str:
    """The name as plain text on one line, without invisible characters, for buttons, logs of moves and files."""
    visible = _BLANK.sub(" ", name)
    shown = "".join(char if unicodedata.category(char)[0] not in "CZ" or char in _JOINERS else " " for char in visible)
    shown = " ".join(shown.split())[:LONGEST].strip()
    # A name of nothing but joiners or combining marks would be as good as none.
    return shown if any(unicodedata.category(char)[0] not in "CMZ" for char in shown) else "?"


def shown_name(name: str) -> str:
    """The name for a message's text: markup and mentions do nothing, and its direction stays inside it."""
    escaped = _MARKUP.sub(r"\\\1", plain_name(name))
    return f"{_FIRST_STRONG_ISOLATE}{escaped}{_POP_ISOLATE}"


def look_alike(one: str, other: str) -> bool:
    """Whether people could not tell two names apart: equal but for case, accents and letters drawn alike."""
    return _bones(one) == _bones(other)


def _bones(name: str) -> str:
    """What of a name the eye goes by."""
    whole = unicodedata.normalize("NFKC", plain_name(name)).translate(_CAPITALS_ALIKE)
    parts = unicodedata.normalize("NFKD", whole.casefold())
    letters = "".join(char for char in parts if unicodedata.category(char) != "Mn" and char not in _JOINERS)
    return "".join(letters.translate(_LOOK_ALIKE).replace("i", "l").split())
