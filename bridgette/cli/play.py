"""``python -m bridgette play``: a match in the terminal, against the computer or between two of them."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import re
from collections.abc import Callable

from bridgette.calls import Bid, parse_call
from bridgette.cards import Card, Pair, Seat, Suit, parse_card, shuffled_deck
from bridgette.cli.replay import outcome
from bridgette.computer.players import Clock, Player, Strength, computer_player, source
from bridgette.deal import Action, Discard, Phase
from bridgette.errors import BridgetteError, NotAllowed, Unreadable
from bridgette.match import Match
from bridgette.record import write_record
from bridgette.views import DealView, MatchView, OwnCards, view

YOU = "you"
_HELP = {
    Phase.EXCHANGE: "name the cards to discard, such as: D4 S3",
    Phase.AUCTION: "make a call, such as: 1H, 0NT, Pass, X or XX",
    Phase.PLAY: "name the card to play, such as: SA or GC",
}
_WORDS = {"P": "Pass", "PASS": "Pass", "DOUBLE": "X", "REDOUBLE": "XX"}
_LONGEST_SEED = 20
SEED_DIGITS = 6
"""Of a seed that nobody chose: short enough to be typed again."""

Say = Callable[[str], None]
Ask = Callable[[str], str]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the command."""
    strengths = [strength.value for strength in Strength]
    parser.add_argument("--strength", choices=strengths, default="expert", help="how well the computer plays")
    parser.add_argument("--against", choices=strengths, help="let another computer player play instead of you")
    parser.add_argument("--seed", type=_seed, help="a whole number: the same seed deals the same cards")
    parser.add_argument("--record", metavar="FILE", help="where to write the match record (bridgette-match-SEED.json)")


def _seed(text: str) -> int:
    if not re.fullmatch(rf"[0-9]{{1,{_LONGEST_SEED}}}", text, re.ASCII):
        raise argparse.ArgumentTypeError(f"a seed is a whole number of at most {_LONGEST_SEED} digits")
    return int(text)


def run(options: argparse.Namespace, say: Say, ask: Ask, fresh_seed: int, clock: Clock) -> int:
    """Play a match and write its record, also when it is broken off by Ctrl-C or the end of the input.

    ``fresh_seed`` is used when the options name none. Returns the exit code: 0 when the match was played out or left at
    the end of the input, 130 after Ctrl-C. Raises ``OSError`` when the record cannot be written, at the start if
    that can be known.
    """
    seed = fresh_seed if options.seed is None else options.seed
    file = f"bridgette-match-{seed}.json" if options.record is None else options.record
    with open(file, "a", encoding="utf-8"):
        pass  # so that a file that cannot be written is refused before anybody has played
    strength = Strength(options.strength)
    other = Strength(options.against) if options.against else None
    names = (YOU, strength.value) if other is None else (strength.value, other.value)
    if other is strength:
        names = (f"{names[0]} 1", f"{names[1]} 2")
    table = _Table(
        names,
        (None if other is None else computer_player(strength, clock), computer_player(other or strength, clock)),
        seed,
        say,
        ask,
    )
    code = 0
    try:
        table.play_match()
    except EOFError:
        say("the match is left here")
    except KeyboardInterrupt:
        say("the match is broken off here")
        code = 130
    finally:
        # A second Ctrl-C must not lose the record.
        with contextlib.suppress(KeyboardInterrupt):
            _write(table.match, file)
    if options.record is None and not table.has_begun:
        os.remove(file)
        say(f"seed {seed}; nothing was played, so there is no record")
    else:
        say(f"seed {seed}; the record is in {file}")
    return code


def ask(prompt: str) -> str:
    """A line from standard input. Raises ``EOFError`` at its end, also when there is none or nobody sees the prompt."""
    try:
        return input(prompt)
    except UnicodeDecodeError:
        return "\N{REPLACEMENT CHARACTER}"
    except (OSError, RuntimeError):
        raise EOFError from None


def _write(match: Match, file: str) -> None:
    with open(file, "w", encoding="utf-8") as out:
        json.dump(write_record(match), out)
        out.write("\n")


class _Table:
    """A match under way; ``players`` holds ``None`` for the person, who sits in seat 0."""

    def __init__(self, names: Pair[str], players: Pair[Player | None], seed: int, say: Say, ask: Ask) -> None:
        self.match = Match(names)
        self._players, self._say, self._ask = players, say, ask
        # The decks and each player have sources of their own, so that no choice changes what is dealt.
        self._decks = source(f"{seed}/decks")
        self._sources = (source(f"{seed}/0"), source(f"{seed}/1"))

    @property
    def has_begun(self) -> bool:
        """Whether anybody has done anything yet."""
        return any(deal.discards != (None, None) for deal in self.match.deals)

    def play_match(self) -> None:
        """Play until the match is over. Raises ``EOFError`` and ``KeyboardInterrupt`` as the person does."""
        first, second = self.match.players
        self._say(f"{first} (seat 0) against {second} (seat 1)")
        while self.match.ended is None:
            if self.match.needs_deck:
                self._deal()
            else:
                self._act(min(self.match.to_act))
        ended = self.match.ended
        if ended.winner is not None:
            self._say(f"winner: {self.match.players[ended.winner]}")

    def _deal(self) -> None:
        first = self._decks.randrange(2)
        self.match = self.match.begin_deal(shuffled_deck(self._decks.randrange), first)
        deal = self.match.deals[-1]
        self._say("")
        self._say(f"deal {len(self.match.deals)}: {self.match.players[deal.dealer]} dealt, up-card {deal.up_card}")

    def _act(self, seat: Seat) -> None:
        player, shown = self._players[seat], view(self.match, seat)
        action = self._person(shown) if player is None else player.choose(shown, self._sources[seat]).action
        self.match = self.match.after(seat, action)
        self._tell(seat, action)

    def _tell(self, seat: Seat, action: Action) -> None:
        """Say what everybody may know of the action, and how the deal came out."""
        deal = self.match.deals[-1]
        name = self.match.players[seat]
        if isinstance(action, Discard):
            self._say(f"  {name}: {len(action.cards)} cards discarded")
        else:
            self._say(f"  {name}: {action}")
        if isinstance(action, Card) and deal.play is not None and deal.play.lead is None:
            won = deal.play.won
            trick = deal.play.tricks()[-1]
            winner = self.match.players[trick.winner] if trick.winner is not None else ""
            bars = f"; {deal.play.barred.name.lower()} are barred" if deal.play.barred else ""
            self._say(f"    trick to {winner} ({won[0]} : {won[1]}){bars}")
        if (result := deal.result) is not None:
            self._say(f"  {outcome(result, self.match.players)}")
            first, second = self.match.totals
            self._say(f"totals: {self.match.players[0]} {first}, {self.match.players[1]} {second}")

    def _person(self, shown: MatchView) -> Action:
        deal = shown.deal
        own = deal.own
        if own is None:  # cannot be while the person is to act
            raise EOFError
        for line in _situation(deal, own):
            self._say(line)
        while True:
            answer = self._ask("> ")
            try:
                action = read_action(deal.phase, answer)
                self.match.deals[-1].after(0, action)
            except NotAllowed as refused:
                self._say(str(refused))
            except BridgetteError as unread:
                self._say(f"{unread}; {_HELP[deal.phase]}")
            else:
                return action


def read_action(phase: Phase, text: str) -> Action:
    """What a person typed, in either case. Raises :class:`Unreadable`."""
    words = text.upper().replace(",", " ").split()
    if phase is Phase.EXCHANGE:
        return Discard(tuple(parse_card(word) for word in words))
    if len(words) != 1:
        raise Unreadable("one answer at a time")
    if phase is Phase.PLAY:
        return parse_card(words[0])
    word = _WORDS.get(words[0], words[0])
    return parse_call(word + "T" if re.fullmatch("[0-7]N", word) else word)


def _situation(deal: DealView, own: OwnCards) -> list[str]:
    lines = [f"  your hand: {hand_text(own.hand)}"]
    if deal.phase is Phase.EXCHANGE:
        lines.append(f"  you drew {' '.join(map(str, own.drawn))}; discard {own.to_discard} cards")
    elif deal.phase is Phase.AUCTION:
        lines.append(f"  you may call: {_calls_text(own)}")
    else:
        goal = deal.contract.bid.goal if deal.contract else 0
        lines.append(f"  contract {deal.contract} ({goal} tricks) by {'you' if deal.declarer == 0 else 'the computer'}")
        lines.append(f"  you may {'follow with' if deal.lead else 'lead'}: {' '.join(map(str, own.cards))}")
    return lines


def _calls_text(own: OwnCards) -> str:
    return " ".join(f"{call.level}{call.strain}" if isinstance(call, Bid) else str(call) for call in own.calls)


def hand_text(hand: tuple[Card, ...]) -> str:
    """The hand by suit, high to low, then the colons."""
    suits = [f"{suit} {''.join(str(card.rank) for card in hand if card.suit is suit) or '-'}" for suit in Suit]
    return "  ".join((*suits, *(str(card) for card in hand if card.is_colon)))
