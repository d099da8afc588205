### What a player's own screen explains in somebody's first deals: one line at a time, of at most 200 letters.
### “Rules” is the button's label. $colons: lesson-colon for each of the colons held, joined by joiner-list in kit.ftl.
### $suit: see suit-name in kit.ftl. $group: see colon-group there. $card, $lead and $bid come as signs.

# $name: a colon's short name.
lesson-colon = { $name }: { colon-group }

## The exchange

# $count: 2, 4, 8 or 12.
lesson-discard = 💡 You drew { $count } cards, so { $count } must go. Aces, kings and a long suit win tricks: keep those. More: **Rules**
lesson-discard-colon = 💡 You drew { $count } cards, so { $count } must go. Aces, kings and a long suit win tricks; a colon spoils the suit of a card that it catches ({ $colons }). More: **Rules**

## The auction

lesson-level = 💡 The level is the tricks you promise above 6: 1 means 7 of 13. 0NT, the lowest bid, is 6 without trumps. Make it and you score; fail, and your opponent does. More: **Rules**
# $needed: 6 to 13, the tricks that the bid promises.
lesson-standing = 💡 { $bid } promises { $needed } of 13 tricks. Pass, and your opponent has to take them; bid higher to play yourself; double if you expect it to fail. More: **Rules**
lesson-standing-no-trump = 💡 { $bid } promises { $needed } of 13 tricks without trumps. Pass, and your opponent has to take them; bid higher to play yourself; double if you expect it to fail. More: **Rules**
lesson-doubled = 💡 Your { $bid } is doubled: made or failed, it counts for more. Pass to play it, redouble if you are sure of it, or bid higher, which ends the double. More: **Rules**
lesson-redoubled = 💡 Your double of { $bid } was redoubled: made or failed, it counts for still more. Pass, and your opponent plays it; or bid higher. More: **Rules**

## The play

# $needed and $breaking: tricks of the opponent's and of one's own.
lesson-first-lead = 💡 Your opponent needs { $needed } tricks; with { $breaking } of your own you break the contract. You lead first, and may lead any card. More: **Rules**
lesson-lead = 💡 Who wins a trick leads to the next. You may lead any card; your opponent must follow suit, or catch it with the colon that matches. More: **Rules**
lesson-lead-colon = 💡 You may lead a colon too ({ $colons }). Any card may be played to it; a trump or a card of its group takes the trick, anything else leaves it to you. More: **Rules**
lesson-barred = 💡 Why are { suit-name } barred? You won a trick with that suit, and a colon caught it. So lead something else now; after this trick the suit is free again. More: **Rules**
lesson-follow = 💡 Follow suit: a higher card of { suit-name } takes the trick, a lower one leaves it to your opponent. More: **Rules**
lesson-catch = 💡 Your { $colon } catches { $lead } (its group: { colon-group }). It loses this trick; to the next one your opponent may lead { suit-name } only if nothing else is left. More: **Rules**
lesson-colon-led = 💡 A colon was led, so you may play any card. A trump takes the trick, and so does { colon-group } of any suit; anything else loses it. More: **Rules**
# $trump: a suit, as a sign.
lesson-ruff = 💡 You have no { suit-name }, so any other suit may go. A trump ({ $trump }) takes the trick; anything else loses it. More: **Rules**
lesson-throw = 💡 You have no { suit-name }, so any other suit may go. It loses this trick: part with what you need least. More: **Rules**
