### The rules.

## Commands

command-rules = rules
command-rules-about = The game on a page, and how to play it here

## The rules, on a page

button-rules = Rules
rules-page = ## Bridgette, the bridge game for two
    Joli Quentin Kansil's game of 1970: bridge for two players, with an exchange of cards and three **colons**. A match is six deals; the higher total wins, and a tie is broken by a seventh deal.
    ### The cards
    The usual 52, ace high, and three colons without suit or rank. Each stands for a group: the **Grand** for the aces, the **Royal** for the faces (K Q J), the **Little** for the spots (10 to 2).
    ### The exchange
    The first dealer is drawn by lot, then the deal alternates. Each is dealt 13 cards, and the next card is turned up. The non-dealer draws two cards, the up-card among them. The dealer draws 4 if the up-card is a spot or the Little Colon, 8 for a face or the Royal, 12 for an ace or the Grand. Each discards as many as were drawn, any cards, in secret, and keeps 13.
    ### The auction
    The dealer calls first. Bids rise from 0NT (six tricks, no trump) over 1♣︎ 1♦︎ 1♥︎ 1♠︎ 1NT to 7NT. A suit needs 2 cards of it, no trump a card of each suit; colons count for neither. A jump, to a level above the lowest that would do (2♥︎ as an opening is one), needs 4 cards of the suit. Double the opponent's bid, redouble your own. Once there is a bid, a pass ends the auction; two passes without a bid, and the same dealer deals again.
    ### The play
    Declarer's opponent leads; 13 tricks; the winner of a trick leads to the next. Follow suit if you can, else play any other suit, a trump too. At any time you may play the colon that **matches the group of the card led**: it loses the trick, but the leader may not lead that suit, be it trumps, to the next one unless nothing else is left. No other colon may be played to a suit, unless you have nothing but colons. A colon may be led: then any card may be played, it wins with a trump or a card of the colon's group, and nothing is barred.
    ### The score
    Making the contract: 150 for 0NT and one of a suit · 250 for 1NT, 2NT, two and three of a suit, 4♣︎ 4♦︎ · 750 for 3NT, 4NT, 4♥︎ 4♠︎, five of a suit · 1,500 for 5NT, six of a suit · 2,200 for 6NT, seven of a suit · 2,500 for 7NT. Exactly the tricks bid: 250 more up to 5NT, 100 at level 6. Exactly three over: 350. Made doubled 400, redoubled 1,000, and then all × 2 or × 4. Short by 1, 2, 3 …: the opponent scores 100, 200, 300, 400, 700, and 1,000 for six or more; doubled 200, 500, 800, 1,100, 2,000, 3,000; redoubled 300, 700, 1,100, 1,500, 2,700, 4,000.
rules-here = ### Playing here
    `/bridgette challenge` starts a match in this channel. **My hand** below the table, or `/bridgette hand`, shows your cards to you alone, with buttons for all that you can do. Or type: `/bridgette discard`, `call`, `play`. `/bridgette table` brings the table down to the end of the channel; `/bridgette resign` gives up; `/bridgette leaderboard` and `stats` tell who is ahead.
