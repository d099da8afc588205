### The rules on a page, and how to play here. All of them together must stay under 3,900 characters, and each under 2,400.
### Numbers are written here as your language writes them: 1,500 or 1 500 or 1.500.

## Commands

command-rules = rules
command-rules-about = The game on a page, and how to play it here
button-rules = Rules

## The rules, on a page

rules-title = ## Bridgette, the bridge game for two
    Joli Quentin Kansil's game of 1970: bridge for two players, with an exchange of cards and three **colons**. A match is six deals, or one, two or four if you agree on it; the higher total wins, and a tie is broken by one more deal.
rules-cards = ### The cards
    The usual 52, ace high, and three colons without suit or rank. Each stands for a group: the **Grand** for the aces, the **Royal** for the faces (K Q J), the **Little** for the spots (10 to 2).
rules-exchange = ### The exchange
    The first dealer is drawn by lot; after that the players deal in turn. Each player is dealt 13 cards, and the next card is turned up: the up-card. The non-dealer draws two cards, the up-card among them. The dealer draws 4 cards if the up-card is a spot or the Little Colon, 8 if it is a face or the Royal Colon, 12 if it is an ace or the Grand Colon. Each player then discards as many cards as were drawn, any cards, in secret, and keeps 13.
rules-auction = ### The auction
    The dealer calls first. Bids rise from 0NT (six tricks, no trump) over 1♣︎ 1♦︎ 1♥︎ 1♠︎ 1NT to 7NT. A suit bid needs 2 cards of that suit, no trump a card of each suit; colons count for neither. A jump is a bid one or more levels higher than necessary, such as 2♥︎ as the first bid; in a suit it needs 4 cards of that suit. You may double your opponent's bid, and redouble your own. Once there is a bid, a pass ends the auction. After two passes without a bid the same dealer deals again.
rules-play = ### The play
    The declarer's opponent leads; there are 13 tricks, and the winner of a trick leads to the next. The last one plays itself. Follow suit if you can; if you cannot, play any card of another suit, a trump or not. At any time you may play the colon that **matches the group of the card led**: it loses the trick, but the leader must not lead that suit, even trumps, to the next trick unless nothing else is left. No other colon may be played to a suit, unless you have nothing but colons and none of them matches. A colon may be led as well: then any card may be played to it, a trump or a card of the colon's group wins, and nothing is barred.
rules-score = ### The score
    Making the contract: 150 for 0NT and one of a suit · 250 for 1NT, 2NT, two and three of a suit, 4♣︎ 4♦︎ · 750 for 3NT, 4NT, 4♥︎ 4♠︎, five of a suit · 1,500 for 5NT, six of a suit · 2,200 for 6NT, seven of a suit · 2,500 for 7NT. Exactly the tricks bid: 250 more up to level 5, 100 more at level 6. Exactly three overtricks: 350 more. Making it doubled: 400 more, then all × 2; redoubled: 1,000 more, then all × 4. Short by 1, 2, 3 … tricks: the opponent scores 100, 200, 300, 400, 700, and 1,000 for six or more; doubled 200, 500, 800, 1,100, 2,000, 3,000; redoubled 300, 700, 1,100, 1,500, 2,700, 4,000.
rules-here = ### Playing here
    `/bridgette challenge` starts a match in this channel; your hand comes by itself, to you alone, with buttons for everything that you can do. **My hand** below the table, or `/bridgette hand`, brings it back. You can also type: `/bridgette discard`, `call`, `play`. `/bridgette table` brings the table down to the end of the channel; `/bridgette resign` gives the match up, which is a loss once the first contract has been led to; `/bridgette leaderboard` and `stats` tell who is ahead.
