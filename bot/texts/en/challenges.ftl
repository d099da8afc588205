### Challenges. $challenger and $name are names; $opponent is a name, or in an open challenge a mention, which looks like one.

## Commands

command-challenge = challenge
command-challenge-about = Challenge somebody to a match, or anybody who wants to join
command-challenge-opponent = opponent
command-challenge-opponent-about = Whom to challenge; leave it out to let anybody join, or name me to play the house
command-challenge-deals = deals
command-challenge-deals-about = How many deals the match has: 1, 2, 4 or 6; only six count as won or lost in the leaderboard
command-challenge-clock = clock
command-challenge-clock-about = How long each decision may take, up to what this server allows; leave it out for the server's own
command-challenge-strength = strength
command-challenge-strength-about = How well the house plays, if you challenge me: novice, club or expert
command-menu-challenge = Challenge to Bridgette

## A challenge

# $deals: 1, 2, 4 or 6.
challenge-to = { $deals ->
    [one] ### Bridgette: a challenge
        { $challenger } challenges { $opponent } to a match of one deal.
   *[other] ### Bridgette: a challenge
        { $challenger } challenges { $opponent } to a match of { $deals } deals.
}
challenge-anybody = { $deals ->
    [one] ### Bridgette: a challenge
        { $challenger } is looking for somebody to play a match of one deal.
   *[other] ### Bridgette: a challenge
        { $challenger } is looking for somebody to play a match of { $deals } deals.
}
challenge-rematch = { $deals ->
    [one] ### Bridgette: a rematch
        { $challenger } asks { $opponent } for another match of one deal. The first dealer is drawn anew.
   *[other] ### Bridgette: a rematch
        { $challenger } asks { $opponent } for another match of { $deals } deals. The first dealer is drawn anew.
}
# $strength: see strength-name.
challenge-house = { $deals ->
    [one] ### Bridgette: against the house
        { $challenger } plays one deal against the house ({ strength-name }).
   *[other] ### Bridgette: against the house
        { $challenger } plays a match of { $deals } deals against the house ({ strength-name }).
}
# $when: a time as Discord writes it in the reader's language, such as "in 2 hours". It is no part of a sentence.
challenge-expires = Expires: { $when }
# How long each decision may take: see kit.ftl.
challenge-clock = { clock-length } for each decision
# $commitment: 64 digits and letters. -# makes small print.
challenge-commitment = -# Commitment to the shuffle: { $commitment }
challenge-accept = Accept
challenge-join = Join
challenge-start = Start
challenge-decline = Decline
challenge-withdraw = Withdraw
challenge-accepted = { $name } accepted. Good luck to both!
# $thread: a link to the thread.
challenge-accepted-thread = { $name } accepted. The match is in { $thread }. Good luck to both!
# $name: the challenger; the house says yes at once.
challenge-accepted-house = The match has begun. Good luck, { $name }!
challenge-accepted-house-thread = The match has begun, in { $thread }. Good luck, { $name }!
challenge-declined = { $name } would rather not play now.
challenge-withdrawn = { $name } withdrew the challenge.
challenge-expired = Nobody took up the challenge in time, so it has expired.
challenge-expired-house = The match was not started in time, so this has expired.
# Added to an accepted challenge. $permission: see kit.ftl.
challenge-no-table = The table could not be posted in this channel; I probably lack the permission “{ $permission }”. The match has begun all the same: `/bridgette hand` shows your cards, and the table comes as soon as I may post.
challenge-no-table-plain = The table could not be posted in this channel just now. The match has begun all the same: `/bridgette hand` shows your cards.
# $thread: a link to the thread.
challenge-in-thread = Your challenge is waiting in { $thread }.
# The name of a thread. $name: the challenger.
thread-name = Bridgette: { $name }
# The name of a match's own thread, of at most 100 characters.
thread-name-match = Bridgette: { $first-name } · { $second-name }
thread-open = Play in a new thread
button-rematch = Rematch

## What is refused

refused-oneself = You cannot challenge yourself; name somebody else, or leave the name out to let anybody join.
refused-bot = { $name } is a bot and cannot play; challenge a person, or me.
# $name: a person who was to be challenged, with a strength of the house beside.
refused-strength-of-person = { $name } plays as well as { $name } likes: a strength is for the house. Leave it out, or challenge me.
# $name: the challenger of the house.
refused-not-your-start = { $name } starts this match. Challenge me too, for one of your own.
refused-cannot-see = { $name } cannot see this channel; challenge them where both of you can.
refused-busy = { $first-name } · { $second-name }: these two are playing in this channel. A new match needs another channel or a thread.
# $reason: one of the clauses below.
refused-busy-no-thread = { $first-name } · { $second-name }: these two are playing in this channel. Use another channel; a thread cannot be opened here: { $reason }.
refused-no-thread = A thread cannot be opened here: { $reason }.
# Clauses that follow a colon, without a capital letter and without a full stop.
reason-in-thread = this is a thread already
reason-no-threads = this kind of channel has no threads
reason-discord = Discord does not take it now
reason-bot-permission = I lack the permission “{ $permission }”
reason-user-permission = you lack the permission “{ $permission }”
refused-length = A match has 1, 2, 4 or 6 deals.
# $channels: links to the channels that may be played in.
refused-channel = No match can begin in this channel. On this server Bridgette is played in: { $channels }
refused-channel-hidden = No match can begin in this channel; whoever manages this server can tell you where Bridgette is played.
# $role: a mention of the role.
refused-challenge-role = On this server only members with the role { $role } may challenge. You may still accept a challenge.
refused-clock = Choose one of the clocks in the command's list.
# How long each decision may take at most: see kit.ftl.
refused-clock-long = On this server a decision may take { clock-length } at most; choose that or less.
refused-clock-off = This server plays without a clock, so a challenge cannot choose one.
# $thread: a link to the thread.
refused-thread-waits = You have a challenge waiting in { $thread } already; withdraw that one first.
refused-challenged-already = You have an open challenge like this in this channel already.
refused-challenged-by = { $name } has challenged you already: accept that challenge in this channel.
refused-too-many-challenges = You have { $most } open challenges in this channel; withdraw one first.
# $when: a time as Discord writes it in the reader's language, such as "in 2 hours". It is no part of a sentence.
refused-ping-often = You have challenged { $name } three times within an hour. Let it rest for a while. The next one: { $when }
refused-ping-many = You have challenged ten people within an hour. Leave the name out to let anybody join. The next name: { $when }
refused-ping-declined = { $name } would rather not play now. The next challenge: { $when }
refused-ping-blocked = You have blocked { $name }. `/bridgette me` takes that back.
# The one sentence for all that lies with the other person: it must tell nothing of why.
refused-ping-unwelcome = A match with { $name } cannot be arranged just now.
refused-challenge-unknown = There is no such challenge any more.
refused-challenge-accepted = This challenge has been accepted already.
refused-challenge-declined = This challenge was declined.
refused-challenge-withdrawn = This challenge was withdrawn.
refused-challenge-expired = This challenge has expired.
refused-challenge-closed = Somebody was quicker: this challenge is not open any more.
refused-own-challenge = This is your own challenge; somebody else must take it up.
refused-not-challenged = This challenge is for { $name }.
refused-not-your-challenge = Only { $name } can withdraw this challenge.
refused-thread-opened = The thread for your match has been opened already.
