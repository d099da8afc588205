"""Hints and analysis in the terminal's words."""

from __future__ import annotations

from bridgette.calls import Strain
from bridgette.cards import Pair
from bridgette.computer.advice.hindsight import Hindsight, Judged
from bridgette.computer.advice.hint import CallHint, CardHint, CardOption, Expected, Hint, KeepHint, Size
from bridgette.computer.advice.regret import Regret
from bridgette.deal import Action

_STRAINS = {
    Strain.CLUBS: "clubs",
    Strain.DIAMONDS: "diamonds",
    Strain.HEARTS: "hearts",
    Strain.SPADES: "spades",
    Strain.NO_TRUMP: "no trump",
}
_SIZES = {Size.PART: "a small contract", Size.GAME: "a game", Size.SLAM: "a slam"}


def best_contracts(found: Hindsight, names: Pair[str]) -> str:
    """The best contract of each player."""
    parts = []
    for name, best in zip(names, found.best, strict=True):
        what = "none" if best is None else f"{best.bid} ({best.tricks} tricks, {best.points} points)"
        parts.append(f"{name} {what}")
    return ", ".join(parts)


def fault_in_words(fault: Judged) -> str:
    """What a card that cost points gave away, and the card that was best."""
    tricks = f"{_tricks(-fault.tricks)} too many" if fault.tricks < 0 else _tricks(fault.tricks)
    return f"trick {fault.trick + 1}, {fault.card}: {tricks}, {fault.points} points; {fault.best} was best"


def _tricks(count: int) -> str:
    return "1 trick" if count == 1 else f"{count} tricks"


def regret_in_words(regret: Regret) -> str:
    """A decision that cost something by what could be known."""
    at = "auction" if regret.trick is None else f"trick {regret.trick + 1}"
    made = "" if regret.make is None else f"; the contract is made in about {_of_ten(regret.make, regret.better)} hands"
    return f"{at}, {regret.chosen}: about {regret.points} points; {regret.better} was better{made}"


def _of_ten(make: Pair[int], better: Action) -> str:
    """How often the contract is made after what was chosen, and after what was better."""
    chosen, then = make
    return f"{chosen} of 10" if chosen == then else f"{chosen}, with {better} in {then}, of 10"


def hint_in_words(hint: Hint) -> list[str]:
    """What the expert would do."""
    match hint:
        case KeepHint(keep, discard, strain):
            gone = " ".join(map(str, discard.cards))
            return [f"keep {' '.join(map(str, keep))}, for {_STRAINS[strain]}", f"discard {gone}"]
        case CallHint(call, expects):
            return [f"{call}" + (f", expecting {_expected(expects)}" if expects else "")]
        case CardHint(options, declares):
            return [_option(option, place == 0, declares) for place, option in enumerate(options)]


def _expected(expected: Expected) -> str:
    whose = "" if expected.mine else ", declared by the computer"
    return f"{_SIZES[expected.size]} in {_STRAINS[expected.strain]}{whose}"


def _option(option: CardOption, is_first: bool, declares: bool) -> str:
    cards = " or ".join(map(str, option.cards))
    parts = []
    if not is_first and option.cost is not None:
        parts.append(f"costs about {option.cost} points" if option.cost else "about as good")
    if option.make is not None:
        verb = "makes the contract" if declares else "the contract is made"
        parts.append(f"{verb} in about {option.make} of 10 hands that the computer may hold")
    return f"{cards}: {'; '.join(parts)}" if parts else cards
