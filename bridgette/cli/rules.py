"""The rules in short, for somebody at the terminal; the whole of them is docs/rules.md."""

from __future__ import annotations

_TEXT = """
  The match: six deals; the higher total wins, and a tie is broken by a seventh deal.
  The cards: the usual 52, ace high, and three colons without suit or rank. Each stands for a group:
    the Grand Colon (GC) for the aces, the Royal (RC) for K Q J, the Little (LC) for 10 to 2.
  The exchange: 13 cards each, and the next is turned up. The non-dealer draws two, the up-card among
    them; the dealer draws 4 if the up-card is a spot or LC, 8 if a face or RC, 12 if an ace or GC.
    Each discards as many as were drawn, any cards, in secret.
  The auction: the dealer calls first. Bids rise from 0NT (six tricks, no trump) over 1C 1D 1H 1S 1NT
    to 7NT. A suit needs 2 cards of it, no trump a card of each suit; a jump in a suit, to a higher
    level than is necessary, needs 4. You may double the other's bid, and redouble when your own is
    doubled. Once there is a bid, a pass ends the auction; two passes without one, and the same dealer
    deals again.
  The play: the declarer's opponent leads; who wins a trick leads to the next. Follow suit if you can.
    Instead you may play the colon that matches the group of the card led: it loses the trick, but the
    leader may not lead that suit to the next one, unless nothing else is left. No other colon may be
    played to a suit, unless you have nothing but colons and none that matches. To a colon that is led
    any card may be played; a trump or a card of the colon's group wins.
  The score: a contract that is made: 150 for 0NT and one of a suit; 250 for 1NT, 2NT, two and three of
    a suit, 4C, 4D; 750 for 3NT, 4NT, 4H, 4S, five of a suit; 1500 for 5NT, six of a suit; 2200 for 6NT,
    seven of a suit; 2500 for 7NT. Exactly the tricks bid: 250 more up to 5NT, 100 at six of a suit and
    6NT. Exactly three tricks more: 350. Made when doubled: 400 more, then all twice; redoubled: 1000
    more, then all four times. Short by 1, 2, 3 ... tricks: the other scores 100, 200, 300, 400, 700,
    and 1000 for six or more; doubled 200, 500, 800, 1100, 2000, 3000; redoubled 300, 700, 1100, 1500,
    2700, 4000.
"""

RULES = tuple(_TEXT.strip("\n").split("\n"))
"""Its lines."""
