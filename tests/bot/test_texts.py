"""The catalogue: what is asked for exists and is used, languages agree, and a text comes out right in each."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from fluent.runtime import FluentBundle, FluentResource

from bot.discord.servers import NEEDED, NEEDED_FOR_OWN_THREAD
from bot.features.settings.feature import NEEDED as MANAGES
from bot.host.invite import NEEDED as INVITED
from bot.screens.symbols import SUIT_KEYS, card_symbol
from bot.texts import ENGLISH, HOST, Texts, languages, texts_for
from bridgette import Reason, parse_card
from tests.bot.catalogues import arguments, differences, parts, read

ROOT = Path(__file__).resolve().parents[2]
TEXTS = ROOT / "bot" / "texts"
EN, OF_HOST = read(TEXTS / "en"), read(TEXTS / "host")
MODULES = sorted((ROOT / "bot").rglob("*.py"))


# ------------------------------------------------------------------------ what the code asks for

KEY = re.compile(r"[a-z]+(-[a-z0-9]+)+")
TAKE_KEYS = {"t", "texts", "ENGLISH", "HOST", "Refused", "public", "refusal"}


def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def keys_called(path: Path) -> Iterator[str]:
    """The keys that stand as such in a call of a catalogue or of `Refused`."""
    for node in ast.walk(tree_of(path)):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        called = isinstance(node.func, ast.Call) and getattr(node.func.func, "id", "") == "texts_of"
        if name not in TAKE_KEYS and not called:
            continue
        for argument in node.args:
            branches = [argument.body, argument.orelse] if isinstance(argument, ast.IfExp) else [argument]
            for branch in branches:
                if isinstance(branch, ast.Constant) and isinstance(branch.value, str) and KEY.fullmatch(branch.value):
                    yield branch.value


def strings(path: Path) -> Iterator[tuple[str, bool]]:
    """The strings of a module's code, and whether each is the pattern of a computed one."""
    tree = tree_of(path)
    inside = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            yield (
                "".join(re.escape(part.value) if isinstance(part, ast.Constant) else "[a-z-]+" for part in node.values),
                True,
            )
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add) and isinstance(node.left, ast.Constant):
            yield f"{re.escape(str(node.left.value))}[a-z-]+", True
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inside:
            yield node.value, False


def test_every_text_that_is_asked_for_exists() -> None:
    asked = {key for path in MODULES for key in keys_called(path)}
    assert len(asked) > 100, "the search itself works"
    assert not asked - EN.keys() - OF_HOST.keys()


SOON = {
    "button-rematch",
    "button-rules",
    "challenge-no-table",
    "challenge-no-table-plain",
    "refused-damaged-match",
    "refused-not-here",
    "refused-saved",
    "refused-too-fast",
    "table-missing",
    "table-missing-plain",
    "table-not-posted",
    "table-not-posted-plain",
}
"""Texts whose code is still being written."""


def test_every_text_is_used() -> None:
    found = [one for path in MODULES for one in strings(path)]
    plain = {text for text, computed in found if not computed}
    patterns = [re.compile(text) for text, computed in found if computed and re.match(r"[a-z]+\\?-", text)]
    named = {key for message in EN.values() for key in parts(message).messages}
    unused = {
        key
        for key in EN.keys() | OF_HOST.keys()
        if key not in plain | named | SOON and not any(pattern.fullmatch(key) for pattern in patterns)
    }
    assert not unused


def test_computed_keys_exist() -> None:
    objections = {f"objection-{reason.name.lower().replace('_', '-')}" for reason in Reason}
    wanted = {f"refused-challenge-{state}" for state in ("unknown", "accepted", "declined", "withdrawn", "expired")}
    wanted |= {f"challenge-{state}" for state in ("accepted", "declined", "withdrawn", "expired")}
    permissions = {*INVITED, *NEEDED, *NEEDED_FOR_OWN_THREAD, MANAGES}
    wanted |= {"permission-" + name.replace("_", "-") for name in permissions}
    assert not wanted - EN.keys()
    assert {key for key in EN if key.startswith("objection-")} == objections


def test_command_names_are_what_discord_takes() -> None:
    names = [key for key in EN if re.fullmatch(r"command-(?!root|menu)[a-z]+(-[a-z]+)*", key)]
    assert len(names) > 20
    for key in names:
        if key.endswith("about"):
            assert all(len(texts_for(language)(key)) <= 100 for language in languages()), key
        else:
            assert re.fullmatch(r"[a-z][a-z-]{0,31}", ENGLISH(key)), key


# ---------------------------------------------------------------------------------- languages


@pytest.mark.parametrize("language", sorted(languages()))
def test_a_language_has_what_english_has(language: str) -> None:
    assert not list(differences(EN, read(TEXTS / language)))


@pytest.mark.parametrize("language", sorted(languages()))
def test_every_text_of_a_language_comes_out(language: str) -> None:
    t = texts_for(language)
    for key in EN:
        told = t(key, **{name: 0.5 if name == "share" else "⁨name⁩" for name in arguments(EN, key)})
        assert told.strip(), key


def test_a_host_s_texts_are_apart() -> None:
    assert "host" not in languages()
    assert not EN.keys() & OF_HOST.keys()


MADE_UP = """
late-answer = Hetki kului.
suit-name = { $suit ->
    [spades] ♠ pata
   *[hearts] ♥ hertta
}
    .partitive = { $suit ->
        [spades] ♠ pataa
       *[hearts] ♥ herttaa
    }
panel-off-follow = Sinun on tunnustettava { suit-name.partitive }.
deal-again = { $times ->
    [0] nolla
    [one] kerran
   *[other] { $times } kertaa
}
stats-matches = { NUMBER($share, style: "percent") } · { NUMBER($rank) } · { NUMBER($wins, minimumFractionDigits: 1) }
"""


def made_up(folder: Path, text: str = MADE_UP, **files: str) -> Path:
    """A folder with the files of a language."""
    folder.mkdir(exist_ok=True)
    for name, content in {"one": text, **files}.items():
        (folder / f"{name}.ftl").write_text(content, "utf-8")
    return folder


def test_what_a_translation_lacks_is_said_in_english(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("late-answer = not a file of texts", "utf-8")
    t = Texts.of_folder(made_up(tmp_path, two="panel-refresh = Päivitä"), "fi", ENGLISH)
    assert t("late-answer") == "Hetki kului."
    assert t("panel-refresh") == "Päivitä"
    assert t("button-hand") == "My hand"
    assert t("panel-confirm", count=1000) == "Discard these 1,000", "in English with English figures"
    assert t("panel-off-follow", suit="spades") == "Sinun on tunnustettava ♠ pataa."
    assert [t("deal-again", times=times) for times in (0, 1, 2, 1500)] == [
        "nolla",
        "kerran",
        "2 kertaa",
        "1\xa0500 kertaa",
    ]
    assert t("stats-matches", share=2 / 3, rank=1500, wins=2) == "67\xa0% · 1\xa0500 · 2,0"


def test_a_message_that_is_only_attributes_is_no_text(tmp_path: Path) -> None:
    with pytest.raises(LookupError, match="late-answer"):
        Texts.of_folder(made_up(tmp_path, "late-answer =\n    .formal = Hetki kului."), "fi", ENGLISH)("late-answer")


def test_a_text_that_no_language_has(tmp_path: Path) -> None:
    for t in (ENGLISH, Texts.of_folder(made_up(tmp_path), "fi", ENGLISH)):
        with pytest.raises(LookupError, match="no-such-text"):
            t("no-such-text")


@pytest.mark.parametrize("given", [{}, {"nam": "bob"}, {"name": None}, {"name": ["bob"]}, {"name": "x" * 2501}])
def test_an_argument_that_is_missing_or_no_text_names_the_key(given: dict[str, object], tmp_path: Path) -> None:
    for t in (ENGLISH, Texts.of_folder(made_up(tmp_path), "fi", ENGLISH)):
        with pytest.raises(ValueError, match=r"^challenge-accepted: "):
            t("challenge-accepted", **given)


def test_a_broken_translation_names_the_key(tmp_path: Path) -> None:
    t = Texts.of_folder(made_up(tmp_path, "late-answer = { $x }\npanel-refresh = { late-answers }"), "fi", ENGLISH)
    for key in ("late-answer", "panel-refresh"):
        with pytest.raises(ValueError, match=f"^{key}: "):
            t(key)


def test_a_long_argument_is_taken() -> None:
    assert ENGLISH("challenge-accepted", name="x" * 2500) == f"{'x' * 2500} accepted. Good luck to both!"


def ascii_id(locale: str) -> str:
    """A short name for the test of a locale."""
    return ascii(locale[:12])


ODD_LOCALES = ("", "-", "en-", "EN", "host", "HOST", "..", "../en", "en/../host", "\x00", "zh_CN", "x" * 10**6)


@pytest.mark.parametrize(
    "locale", ["en", "en-GB", "en-US", "zh-TW", "pt-BR", "tlh", "en" + "-x" * 10**5, *ODD_LOCALES], ids=ascii_id
)
def test_a_locale_without_texts_of_its_own_is_english(locale: str) -> None:
    assert texts_for(locale) is ENGLISH


def test_chinese_is_never_shown_in_the_other_script(monkeypatch: pytest.MonkeyPatch) -> None:
    def locale_of(language: str) -> str:
        monkeypatch.setattr("bot.texts._texts", lambda chosen: Texts([], chosen, ENGLISH))
        return texts_for(language).locale

    monkeypatch.setattr("bot.texts.languages", lambda: frozenset(("en", "fi", "zh-CN", "pt")))
    wanted = {"zh-CN": "zh-CN", "zh-TW": "en", "zh": "en", "fi": "fi", "pt-BR": "pt", "en-GB": "en", "sv-SE": "en"}
    assert {language: locale_of(language) for language in wanted} == wanted


# ------------------------------------------------------------------- the comparison has teeth


GOOD = """
one = { $n ->
    [one] { $n } card of { two }
   *[other] { $n } cards of { two }
}
two = { $suit }
"""


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (GOOD, []),
        ("two = { $suit }\n    .genitive = { $suit }s\n-own = x\none = { two.genitive }: { $n }", []),
        ("one = { $n } { two }", ["two is missing", "one: $suit is missing"]),
        (f"{GOOD}three = 3", ["three is not in English"]),
        ("one = { two }\ntwo = { $suit }", ["one: $n is missing"]),
        ("one = { $n } { $suit }\ntwo = ♠", ["two: $suit is missing"]),
        ("one = { $n } { two } { $m }\ntwo = { $suit }", ["one: $m is not in English"]),
        ("one = { $count } { two }\ntwo = { $suit }", ["one: $count is not in English", "one: $n is missing"]),
    ],
)
def test_the_comparison_of_languages_finds(text: str, found: list[str], tmp_path: Path) -> None:
    english, other = read(made_up(tmp_path / "en", GOOD)), read(made_up(tmp_path / "xx", text))
    assert list(differences(english, other)) == found


@pytest.mark.parametrize(
    ("files", "complaint"),
    [({"text": "one = {"}, "cannot be read"), ({"text": "one = 1", "two": "one = 2"}, "one is there twice")],
)
def test_reading_a_language_finds(files: dict[str, str], complaint: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=complaint):
        read(made_up(tmp_path, **files))


# ------------------------------------------------------------------------------------ numbers


@pytest.mark.parametrize("locale", ["en", "fi", "zh-CN", "ko", "cy", "lo", "xx"])
def test_a_text_is_what_fluent_makes_of_it(locale: str, tmp_path: Path) -> None:
    """With any number, and also when it was told before."""
    made_up(tmp_path)
    for folder, catalogue in ((TEXTS / "en", EN), (TEXTS / "host", OF_HOST), (tmp_path, read(tmp_path))):
        t, plain = Texts.of_folder(folder, locale), FluentBundle([locale, "en"], use_isolating=False)
        for file in folder.glob("*.ftl"):
            plain.add_resource(FluentResource(file.read_text("utf-8")))
        for key in catalogue:
            for number in (0, 1, 1.0, 2, 6, 1000, 12345, -1500, 0.5):
                given = dict.fromkeys(arguments(catalogue, key), number)
                wanted, errors = plain.format_pattern(plain.get_message(key).value, given)
                assert not errors, key
                assert [t(key, **given), t(key, **given)] == [wanted] * 2


def test_an_unknown_language_has_the_numbers_of_english_on_every_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "fi_FI.UTF-8")
    assert Texts(["one = { $n }"], "xx")("one", n=1500) == "1,500"


# ------------------------------------------------------------------------------------ English


def english() -> Iterator[tuple[str, str]]:
    """Each text of English with something for every argument."""
    for key in EN:
        yield key, ENGLISH(key, **dict.fromkeys(arguments(EN, key), "x") | {"share": 0.5})


def test_one_word_for_one_thing() -> None:
    for key, text in english():
        assert not re.search(r"\b(offers?|offered|boards?|tokens?|panels?|he|she|his|her|him)\b|\(s\)", text), key
        assert not re.match(r"(board|offer)-", key)
        assert "number" not in arguments(EN, key)


def test_no_text_is_a_piece_to_be_glued() -> None:
    for key, text in english():
        assert key.startswith("joiner-") or (text == text.strip() and text[0] not in ",.;:)"), key


def test_the_suits_have_the_signs_that_cards_have() -> None:
    for suit, key in SUIT_KEYS.items():
        sign = card_symbol(ENGLISH, parse_card(f"{suit}A")).removesuffix("A")
        assert ENGLISH("suit-name", suit=key) == f"{sign} {key}"


def test_nobody_is_told_of_a_host_s_text() -> None:
    with pytest.raises(LookupError):
        ENGLISH("cli-about")
    assert HOST("cli-about") == "Bridgette for Discord."
