### The guide: the rules, a page for each part of the game, and how to play here. Each page must stay under 2,400 characters.
### $card, $lead, $follow, $up and what ends in -cards are cards as signs; $bid and $contract are such as 2♥ or 4♠ X.
### Numbers come as numbers. What stands between ``` is made by the program.

## Commands

command-rules = rules
command-rules-about = How Bridgette is played, page by page with pictures, and how to play it here
button-rules = Rules

## The guide

# Small print above the buttons.
guide-page = -# Page { $page } of { $pages }
guide-previous = ◀ Previous
guide-next = Next ▶
# Labels of buttons, a page each: 9 letters at most.
guide-go-minute = Start
guide-go-cards = Cards
guide-go-exchange = Exchange
guide-go-auction = Auction
guide-go-bids = Bids
guide-go-play = Play
guide-go-colons = Colons
guide-go-score = Score
guide-go-here = Here
# Added to a challenge. "Rules" is the button's label.
guide-for-newcomers = New to Bridgette? **Rules** shows how it is played.

## 1. The game in a minute

guide-minute-title = ## Bridgette in a minute
guide-minute-picture = Three small pictures: cards drawn and put away; two spades, bid over one no trump; a trick of two cards.
guide-minute = Joli Quentin Kansil's game of 1970: bridge for two, with an exchange of cards and three **colons**. A deal has three parts.
# $hand: 13.
guide-minute-exchange = **1. The exchange.** You are dealt { $hand } cards, draw some more, and put as many away.
guide-minute-auction = **2. The auction.** You bid how many tricks you will take. The highest bid is the contract.
# $tricks: 13.
guide-minute-play = **3. The play.** { $tricks } tricks of two cards; the winning card takes both.
# $deals: 6.
guide-minute-match = Make your contract and you score; fail, and your opponent does. A match is { $deals } deals, or fewer if you agree on it. The higher total wins; a tie is broken by one more deal.

## 2. The cards

guide-cards-title = ## The cards
guide-cards-picture = The four suits: spades, hearts, diamonds, clubs. Below them the three colons: Grand with A, Royal with K Q J, Little with 10 to 2.
# $count: 55. $ranks: a suit's cards from A to 2.
guide-cards =
    { $count } cards: the usual four suits and three **colons**. In each suit, from high to low:
    { $ranks }
guide-cards-colons = A colon has no suit and no rank. It stands for a *group* of cards of all suits:
# $name: a colon. $face: its sign, which may be missing. $group: see colon-group in kit.ftl.
guide-cards-colon = { $face } { $name }: **{ colon-group }**
# $card: a king. $name: the colon of its group.
guide-cards-example = So { $card } is of the group of { $name }. In the play a colon catches a card of its group: see the page **Colons**.
# $strains: from low to high.
guide-cards-order = Suits rank in the auction alone, from low to high: { $strains }

## 3. The exchange

guide-exchange-title = ## The deal and the exchange
guide-exchange-picture = The up-card is the king of spades. One player draws 2 cards and puts 2 away; the dealer, marked D, draws 8 and puts 8 away.
# $hand: 13.
guide-exchange = Each of you is dealt { $hand } cards. The next card is turned up for both to see: the **up-card**. The first dealer is drawn by lot; after that you deal in turn.
# $count: 2.
guide-exchange-dealer = The dealer's opponent draws { $count } cards; the up-card is one of them. How many the dealer draws depends on the up-card:
# $group: see colon-group in kit.ftl. $name: the colon of that group. $count: 4, 8 or 12.
guide-exchange-draws = · { colon-group }, or { $name }: **{ $count } cards**
# $up: the up-card. $dealers: 8. $others: 2.
guide-exchange-example = **Example.** { $up } is turned up: the dealer draws { $dealers } cards, the other player { $others }.
# $hand: 13.
guide-exchange-discard = Then you each put away as many cards as you drew, whichever you like, and { $hand } stay. Both choose at the same time; nobody sees what went until the deal is over.
guide-exchange-keep = **Worth keeping:** aces and kings, a long suit, and a colon.

## 4. The auction

guide-auction-title = ## The auction
guide-auction-picture = A ladder of bids from low to high: 0NT, then clubs, diamonds, hearts, spades and no trump at level 1, the same at level 2, and so on up to 7NT.
guide-auction = You bid for who may name the trumps. The dealer calls first; then you take turns.
# $base: 6. $bid: such as 1♠. $needed: 7.
guide-auction-level = A bid is a **level** and a suit, or no trump (NT). The level is the tricks above { $base } that you promise: { $bid } promises { $needed } tricks with that suit as trumps.
# The headings of a small table, 7 letters at most.
guide-level = level
guide-tricks = tricks
# $lowest: 0NT. $base: 6.
guide-auction-lowest = **{ $lowest }** is the lowest bid: { $base } tricks, and no trumps. Level 0 has no other.
# $strains: from low to high.
guide-auction-order = Each bid must beat the last: by a higher level, or at the same level by a later place in { $strains }.
guide-auction-end = Once somebody has bid, a **pass** ends the auction. The last bid is the **contract**, and whoever made it is the **declarer**. If both pass without a bid, the same dealer deals again.

## 5. What you may bid

guide-bids-title = ## What you may bid
guide-bids-suit = **A suit:** if you hold 2 cards of it.
guide-bids-no-trump = **No trump:** if you hold a card of each suit.
guide-bids-jump = **A jump**, which is a higher level than that suit needs just now: if you hold 4 cards of it. A jump in no trump needs only a card of each suit.
guide-bids-colons = Colons count for no suit.
# $hand-cards: cards. $may and $may-not: bids.
guide-bids-example = **Example.** You hold
    { $hand-cards }
    As the first call you may bid { $may }. You may not bid { $may-not }: that is a jump, and you have 2 hearts.
# $bid: the one that was none of the first calls. $standing: a bid.
guide-bids-no-jump = Over your opponent's { $standing } you may bid { $bid }: hearts cannot be bid lower then, so it is no jump.
guide-bids-double = **Double** a bid of your opponent's that you expect to fail; **Redouble** when yours was doubled and you expect to make it. Both raise what is at stake. A new bid wipes them away.

## 6. The play

guide-play-title = ## The play
guide-play-picture = Two tricks in which spades are trumps: the ace of hearts beats the king of hearts; the two of spades beats it too.
guide-play-lead = The declarer's opponent **leads** to the first trick; after that, whoever won the last one does. Any card may be led.
guide-play-follow = **Follow suit** if you can. If you cannot, play any card of another suit, a trump or not.
guide-play-wins = The higher **trump** takes the trick; without one, the higher card of the suit led.
# $suit: see suit-name in kit.ftl.
guide-play-examples = **Examples**, with { suit-name } as trumps; the first card is led:
# $winner: lead or follow, whichever card takes the trick.
guide-trick = { $winner ->
    [follow] { $lead } { $follow } → the second card wins
   *[lead] { $lead } { $follow } → the lead wins
}
# $lead: a card. $hand-cards: four cards. $may-cards: some of them.
guide-play-may = { $lead } is led, and you hold { $hand-cards }. You may play { $may-cards }: follow suit, or catch the card with the colon that matches it.
# $tricks: 13.
guide-play-last = There are { $tricks } tricks. The last one plays itself.

## 7. The colons

guide-colons-title = ## Colons in the play
guide-colons-picture = The king of hearts is led and wins; the Royal Colon was played to it. After it a heart with a bar across: hearts may not be led to the next trick.
guide-colons-catch = **Catching.** To a card of its group you may play the matching colon, even if you could follow suit. It loses the trick; but the leader, who wins it, may not lead **that suit** to the next one, trumps included.
# $lead and $follow: cards. $hand-cards and $may-cards: cards. $suit: see suit-name in kit.ftl.
guide-colons-example = **Example.** { $lead } is led, { $follow } catches it. The leader wins and still holds { $hand-cards }. Barred from the next lead: { suit-name }. So it must be { $may-cards }.
guide-colons-else = Whoever has nothing but the barred suit may lead it. No other colon may be played to a suit; but with nothing else in hand you play the one that matches, or if none does, any of them, which loses the trick and bars nothing.
guide-colons-lead = **Leading a colon.** Then any card may be played. A trump takes the trick, and so does a card of the colon's group; anything else loses to the colon. Nothing is barred afterwards.

## 8. The score

guide-score-title = ## The score
guide-score = For making the contract, by level (0 to 7) and trumps; **+** is added for taking exactly the tricks bid:
# $three: 350.
guide-score-three = Exactly three tricks more than bid: **{ $three }** more.
# $doubled: 400 or 1,000. $times: 2 or 4.
guide-score-doubled = Made doubled (X): **{ $doubled }** more, then all of it × { $times }.
guide-score-redoubled = Made redoubled (XX): **{ $doubled }** more, then all of it × { $times }.
guide-score-fails = Not made: your opponent scores, by how many tricks you are short.
# The heading of a column, 7 letters at most.
guide-short = short
# A number of points alone.
guide-points = { $points }
# The last row of a table: so many tricks, or more.
guide-or-more = { $count }+
guide-score-examples = **Examples**
# $tricks: the declarer's. $sum: guide-sum or guide-sum-times.
guide-score-made = { $contract }, { $tricks } tricks: { $sum }
guide-score-short = { $contract }, { $tricks } tricks, { $short } short: **{ $points }** to the opponent
# $parts: numbers, joined by joiner-sum in kit.ftl.
guide-sum = { $parts } = **{ $points }**
guide-sum-times = ({ $parts }) × { $factor } = **{ $points }**

## 9. Playing here

guide-here-title = ## Playing here
guide-here-start = `/bridgette solo` deals at once, against the house, and nobody else sees it. `/bridgette challenge` challenges somebody, or anybody who presses **Join**. Your cards come by themselves, for you alone, with buttons for all that you can do.
guide-here-lessons = In your first three deals a line beside them explains what comes up; `/bridgette me` turns that off, and on again.
guide-here-buttons = Below the table, **My hand** brings your cards back, and **Rules** opens this guide where you are. Alone, **Hint** tells what the expert would do; **Analysis**, below each finished deal, what was right.
guide-here-commands =
    `/bridgette learn` the game in five minutes, by playing one deal
    `/bridgette daily` one deal a day, the same for everybody
    `/bridgette hand` your cards again
    `/bridgette table` the table, at the end of the channel
    `/bridgette discard`, `call`, `play` the same by typing
    `/bridgette stop` to stop, if you both agree
    `/bridgette resign` to give up, which is a loss once the first contract has been led to
    `/bridgette leaderboard`, `stats` who is ahead
    `/bridgette me` your own settings
