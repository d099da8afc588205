### The lesson: one prepared deal, played by a newcomer's own clicks against the house.
### What is explained has at most two sentences a text; the text on what to do now ends with what to press, in bold.
### The cards and bids named here are those of the deal in bot/lesson, and stay as they are in every language.
### Names of colons, and of the buttons in bold, as in kit.ftl and panel.ftl.

command-learn = learn
command-learn-about = Learn the game in five minutes, by playing one deal; it waits for you if you leave

# Heads what is explained now. $step: which of the newcomer's own acts it is, from 1. $steps: how many there are.
learn-step = ### 🎓 Lesson, step { $step } of { $steps }

## The exchange

learn-deal = You will play 13 tricks: one of you leads a card, the other answers it.
learn-up-card = **The exchange:** ♠︎Q was turned up, so the dealer drew 8 (4 for a lower card, 12 for an ace), and you 2.
learn-colons = **A colon** has no suit and hardly ever wins, but it need not follow suit: your Royal may go on K, Q or J (the Grand on A, the Little on 10 to 2).
learn-discard-now = 👉 Without clubs you can trump them: **press ♣︎6, ♣︎3, then Discard these 2.**
learn-discard-colon = The Royal Colon looks idle, but it will save you a trick against a king. Keep it, and throw ♣︎6 and ♣︎3.
learn-discard-ace = Nothing beats an ace in its suit: it is nearly a sure trick. Keep it, and throw ♣︎6 and ♣︎3.
learn-discard-spade = Your many spades will be trumps, and even the low ones win then. Keep them, and throw ♣︎6 and ♣︎3.
learn-discard-other = That would leave you a small club, which wins nothing and must be played when clubs are led. Throw both, ♣︎6 and ♣︎3.

## The auction

learn-bid = **A bid** is tricks above six and a suit of trumps, which beats the others: 1♦︎ is 7 tricks. Yours must rank higher (♣︎ ♦︎ ♥︎ ♠︎ NT, next level) and needs two cards of its suit.
learn-no-trump = **0NT**, the lowest, is six without trumps; NT needs all four suits.
learn-bid-now = 👉 Spades are best: **press 1♠︎.**
learn-bid-pass = If you pass, the auction ends and the house plays 1♦︎ with its own trumps. You have a good suit of your own: press 1♠︎.
learn-bid-double = A double says that the house will fail in 1♦︎, and makes it dearer. Nothing tells you so yet, and your spades want to be trumps: press 1♠︎.
learn-bid-high = Spades are right, and you will get that high. Skipping levels at once takes room from you too: press 1♠︎, and see what the house says.
learn-bid-other = You may bid that suit, but as trumps your six spades win far more tricks. Press 1♠︎.

learn-raise = The house promises 8 tricks. You should take ten with spades, and **higher contracts earn more**: 4♠︎ 750 points, 2♠︎ and 3♠︎ 250.
learn-exact = **Exactly** the tricks you bid earn 250 more; too few, and the house scores instead.
learn-raise-now = 👉 **Press 4♠︎.**
learn-raise-pass = If you pass, the house plays 2♦︎ and your spades are wasted. Press 4♠︎.
learn-raise-double = A double pays only if the house fails in 2♦︎, and it bids as if it had many diamonds. You win more with your own spades as trumps: press 4♠︎.
learn-raise-high = That needs eleven tricks or more, one too many for this hand, and who fails gives the points to the other. Press 4♠︎.
learn-raise-low = Spades are right, but that earns 250, and taking ten tricks there would not even be exact. Your hand is worth ten tricks: press 4♠︎.
learn-raise-other = You may bid that, but your long suit is spades, and as trumps they win most. Press 4♠︎.

## The play

learn-contract = **4♠︎ is the contract**: you need 10 of the 13 tricks. The house leads first, and the higher card of that suit wins, unless a trump falls.
learn-follow = You have diamonds, so you must **follow suit**. The one way out is the colon of the card's group: ♦︎Q is a face, so the Royal may go too.
learn-follow-now = 👉 You can win it: **press ♦︎A.**
learn-follow-colon = The Royal Colon would let you keep your diamonds, but it loses the trick, which ♦︎A wins. Keep it for a card that you cannot beat: press ♦︎A.
learn-follow-other = ♦︎J is below ♦︎Q, so the house would win this trick. Press ♦︎A, and it is yours.

learn-lead = Who wins a trick **leads** to the next, with any card. Take the house's trumps away early, so that they cannot beat your other cards.
learn-lead-now = 👉 Nothing beats the highest trump: **press ♠︎A.**
learn-lead-colon = A colon may be led, but any card of its group, K Q J, would win the trick, and so would a trump. It is better as an escape: keep it for now.
learn-lead-spade = A trump is right, but the house may have ♠︎K and win this one. Press ♠︎A, which nothing beats.
learn-lead-other = The house still has trumps, and may hold a higher card of that suit. First the highest trump: press ♠︎A.

learn-caught = The house **escaped**: its Grand Colon may go on any ace. The trick is yours.
learn-barred = But now you may not lead **the same suit again at once**: spades are barred from this one lead.
learn-barred-now = 👉 If the house has ♥︎A, it must go now: **press ♥︎K.**
learn-barred-other = ♦︎K is still out and beats ♦︎J, and you will want that jack later. Press ♥︎K.

learn-escape = ♦︎K beats your ♦︎J, so this trick is lost either way. But a king is of the Royal's group: let the colon lose the trick in place of ♦︎J, and the house may not lead diamonds at once.
learn-escape-now = 👉 Now it is worth something: **press the Royal Colon.**
learn-escape-other = ♦︎J would be lost under ♦︎K, although it is soon the highest diamond of all. Throw the Royal Colon in its place.

learn-free = It worked: diamonds are barred from this lead, so the house had to try a club.
learn-trump = You have no clubs, so any suit may go, and **a trump wins** against every other suit.
learn-trump-now = 👉 The lowest trump is enough: **press ♠︎4.**
learn-trump-high = That wins, but so does a low spade. Keep the high ones, which you need against ♠︎K: press ♠︎4.
learn-trump-other = Without a trump the club wins, and you can spare only one more trick. Press ♠︎4.

learn-count = ♦︎A, ♦︎K and ♦︎Q are gone, so **♦︎J is the highest diamond**. Counting what has been played wins tricks.
learn-count-now = 👉 Take it while you lead: **press ♦︎J.**
learn-count-heart = The house may have no hearts left, and would beat this one with a trump. Press ♦︎J first.
learn-count-other = Trumps come next. First take the sure trick, as long as you lead: press ♦︎J.

learn-draw = The house may still hold ♠︎K and other spades, which beat your hearts. You can spare one more trick, so let the king have it now.
learn-draw-now = 👉 Lead high, so that only the king can win: **press ♠︎Q or ♠︎J.**
learn-draw-low = A low spade could lose to a ♠︎10 or ♠︎9, and ♠︎K would win yet another trick. Lead high: press ♠︎Q or ♠︎J.
learn-draw-other = The house may have no hearts left: it would beat this one with a low trump, and keep ♠︎K as well. Take its trumps out first: press ♠︎Q or ♠︎J.

learn-short = You have lost three tricks, so **all the others must be yours**: one trick short, and the house would score 100 instead of your 1,000. You have no diamonds left.
learn-short-now = 👉 A low trump wins this one: **press your lowest spade.**
learn-short-high = That wins too, but you need your last high spade against a ♠︎10 that the house may hold. A low spade is enough.
learn-short-other = Without a trump the house wins this trick, its fourth, and 4♠︎ fails. Press your lowest spade.

learn-last-trump = ♠︎10 and ♠︎9 have not been played, so the house may hold a trump yet. Your high spade takes it out, and then nothing can beat your hearts.
learn-last-trump-now = 👉 **Press your highest spade.**
learn-last-trump-low = That loses if the house holds ♠︎10 or ♠︎9, and 4♠︎ fails. Your highest spade takes it out.
learn-last-trump-other = If the house still has a trump, it beats this heart, and 4♠︎ fails. Press your highest spade first.

learn-rest = As you will see, the house has neither trumps nor hearts left, so **every card of yours wins** now. It will be exactly ten tricks.
learn-rest-now = 👉 **Press any card.**
learn-more-now = 👉 Won. **Press any card again.**
learn-end = Two tricks are left, and the very last one plays itself.
learn-end-now = 👉 **Press one of the two.**

## The end

learn-done = 🎓 **You made 4♠︎ exactly:** 750 for the contract, 250 for just the ten tricks you bid. Had you been short, the house would have scored.
learn-done-next = That is the whole game; a usual match has six deals, and `/bridgette rules` explains all of it. Now play the house: it takes it easy at first.
learn-stopped = 🎓 The lesson is over. `/bridgette learn` begins it again from the start.
learn-begun = Your lesson has begun, but I could not show it. `/bridgette learn` brings it.
