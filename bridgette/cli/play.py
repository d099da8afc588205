"""``python -m bridgette play``: a match in the terminal, against the computer or between two of them."""

from __future__ import annotations

import argparse
import contextlib
import re
from collections.abc import Callable, Iterable
from typing import TextIO

from bridgette.calls import Bid, parse_call
from bridgette.cards import Card, Pair, Seat, Suit, parse_card, shuffled_deck
from bridgette.cli.advice import hint_in_words
from bridgette.cli.analyse import deal_in_words
from bridgette.cli.keeping import FOLDER, RecordFile
from bridgette.cli.output import CUT_OFF, reason_of, shown
from bridgette.cli.replay import outcome
from bridgette.cli.rules import RULES
from bridgette.computer.advice.hint import hint
from bridgette.computer.players import Clock, Player, Strength, computer_player, source
from bridgette.deal import Action, Discard, Phase
from bridgette.errors import BridgetteError, NotAllowed, Unreadable
from bridgette.match import Match
from bridgette.views import DealView, MatchView, OwnCards, view

YOU = "you"
_HELP = {
    Phase.EXCHANGE: "name the cards to discard, such as: D4 S3",
    Phase.AUCTION: "make a call, such as: 1H, 0NT, Pass, X or XX",
    Phase.PLAY: "name the card to play, such as: SA or GC",
}
_HELP_WORDS = ("help", "?")
_RULES_WORD = "rules"
_QUIT_WORD = "quit"
_HINT_WORD = "hint"
_ANALYSE_WORD = "analyse"
_NOTHING = "nothing was played, so there is no record"
_LONGEST_ANSWER = 1000
"""Bytes of a line that are read at once; an answer is much shorter."""

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
    parser.add_argument(
        "--record", metavar="FILE", help=f"where to write the match record: a new file (a free name in {FOLDER})"
    )


def _seed(text: str) -> int:
    if not re.fullmatch(rf"[0-9]{{1,{_LONGEST_SEED}}}", text, re.ASCII):
        raise argparse.ArgumentTypeError(f"a seed is a whole number of at most {_LONGEST_SEED} digits")
    return int(text)


class _Left(Exception):
    """The person has left the match."""


def run(options: argparse.Namespace, say: Say, ask: Ask, fresh_seed: int, clock: Clock) -> int:
    """Play a match and keep its record, which is written after each act, before anybody is told of it.

    ``fresh_seed`` is used when the options name none. Returns the exit code: 0 when the match was played out or left,
    also by the end of the input, 130 after Ctrl-C. Raises ``OSError`` when the record cannot be written, and
    ``FileExistsError`` when its file is there already: both before anybody has played, if that can be known then.
    """
    seed = fresh_seed if options.seed is None else options.seed
    strength = Strength(options.strength)
    other = Strength(options.against) if options.against else None
    names = (YOU, strength.value) if other is None else (strength.value, other.value)
    if other is strength:
        names = (f"{names[0]} 1", f"{names[1]} 2")
    match = Match(names)
    file = RecordFile.unnamed(seed, match) if options.record is None else RecordFile(options.record, match)
    table = _Table(
        match,
        (None if other is None else computer_player(strength, clock), computer_player(other or strength, clock)),
        seed,
        file,
        say,
        ask,
    )
    try:
        say(f"{names[0]} (seat 0) against {names[1]} (seat 1)")
        say(f"seed {seed}; the record is kept in {shown(file.name)}")
        if other is None:
            words = f"{_HELP_WORDS[0]}, {_HINT_WORD}, {_ANALYSE_WORD}, {_RULES_WORD} and {_QUIT_WORD}"
            say(f"{words} are understood at any time")
        code = _play(table, say)
    finally:
        is_kept = options.record is not None or table.has_begun
        if not is_kept:
            file.remove()
    say(f"seed {seed}; " + (f"the record is in {shown(file.name)}" if is_kept else _NOTHING))
    return code


def _play(table: _Table, say: Say) -> int:
    """Play until the end, or until the person leaves; returns the exit code."""
    try:
        table.play_match()
    except (EOFError, _Left):
        say("the match is left here")
    except KeyboardInterrupt:
        # A second Ctrl-C is no reason to lose the last act.
        with contextlib.suppress(KeyboardInterrupt):
            table.save()
        say("the match is broken off here")
        return CUT_OFF
    return 0


def answer_of(stream: TextIO | None) -> str:
    """A line typed there. Raises ``EOFError`` at the end, also when there is nothing to read from."""
    try:
        line = b"" if stream is None else stream.buffer.readline(_LONGEST_ANSWER)
    except (OSError, ValueError):
        raise EOFError from None
    if not line:
        raise EOFError
    return line.decode("utf-8", "replace").rstrip("\r\n")


def refusal(error: Exception) -> str:
    """Why a record cannot be kept."""
    if isinstance(error, FileExistsError):
        return "this is there already, and nothing is overwritten: name another file"
    return f"the record cannot be written: {reason_of(error)}"


class _Table:
    """A match under way; ``players`` holds ``None`` for the person, who sits in seat 0."""

    def __init__(
        self, match: Match, players: Pair[Player | None], seed: int, file: RecordFile, say: Say, ask: Ask
    ) -> None:
        self.match = match
        self._players, self._file, self._say, self._ask = players, file, say, ask
        self._analyses = False
        # The decks and each player have sources of their own, so that no choice changes what is dealt.
        self._decks = source(f"{seed}/decks")
        self._sources = (source(f"{seed}/0"), source(f"{seed}/1"))

    @property
    def has_begun(self) -> bool:
        """Whether anybody has done anything yet."""
        return any(deal.discards != (None, None) for deal in self.match.deals)

    def save(self) -> None:
        """Write the record as the match now stands."""
        self._file.save(self.match)

    def play_match(self) -> None:
        """Play until the match is over. Raises ``EOFError``, ``KeyboardInterrupt`` and ``_Left`` as the person does."""
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
        self.save()
        deal = self.match.deals[-1]
        self._say("")
        self._say(f"deal {len(self.match.deals)}: {self.match.players[deal.dealer]} dealt, up-card {deal.up_card}")

    def _act(self, seat: Seat) -> None:
        player, shown = self._players[seat], view(self.match, seat)
        action = self._person(shown) if player is None else player.choose(shown, self._sources[seat]).action
        self.match = self.match.after(seat, action)
        self.save()
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
            if self._analyses:
                self._analyse(len(self.match.deals) - 1)

    def _person(self, shown: MatchView) -> Action:
        deal = shown.deal
        own = deal.own
        if own is None:  # cannot be while the person is to act
            raise EOFError
        for line in _situation(deal, own):
            self._say(line)
        while True:
            answer = self._ask("> ")
            word = answer.strip().lower()
            if word == _QUIT_WORD:
                raise _Left
            if word in _HELP_WORDS:
                self._help(deal.phase)
            elif word == _RULES_WORD:
                self._say_all(RULES)
            elif word == _HINT_WORD:
                self._say_all(f"  {line}" for line in hint_in_words(hint(shown)))
            elif word == _ANALYSE_WORD:
                self._analyse_from_now_on()
            elif (action := self._understood(deal.phase, answer)) is not None:
                return action

    def _say_all(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._say(line)

    def _analyse_from_now_on(self) -> None:
        """Analyse the last deal that was finished, if there is one, and from now on each when it is over."""
        self._analyses = True
        finished = len(self.match.deals) - 1  # this is asked in the middle of the last one
        if finished:
            self._analyse(finished - 1)
        self._say("  each deal is analysed when it is over")

    def _analyse(self, number: int) -> None:
        self._say_all(deal_in_words(self.match, number, f"deal {number + 1}", self.match.players, seats=(0,)))

    def _help(self, phase: Phase) -> None:
        self._say(f"  now: {_HELP[phase]}")
        self._say("  cards: the suit S, H, D or C, then the rank, A K Q J T 9 ... 2; the colons are GC, RC and LC")
        self._say("  calls: a level and a strain, C D H S NT; Pass, X (double), XX (redouble)")
        self._say(f"  {_HINT_WORD}: what the expert would do, from your own view")
        self._say(f"  {_ANALYSE_WORD}: what was right in the last deal, and in each from now on")
        self._say(f"  {_RULES_WORD}: the rules of the game")
        self._say(f"  {_QUIT_WORD}: leave the match; its record is kept")

    def _understood(self, phase: Phase, answer: str) -> Action | None:
        """What the person does; None, once that is said, for an answer that is none or is not allowed."""
        try:
            action = read_action(phase, answer)
            self.match.deals[-1].after(0, action)
        except NotAllowed as refused:
            self._say(shown(refused))
        except BridgetteError as unread:
            self._say(f"{shown(unread)}; {_HELP[phase]}")
        else:
            return action
        return None


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
