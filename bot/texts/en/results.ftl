### Results that a moderator voids or restores.
### $match is the match's number, as text. $first-name, $second-name, $winner and $loser are names.

## Commands

command-void-result = void-result
command-void-result-about = Let a finished match's result count nowhere, or again; needs Manage Messages
command-void-result-match = match
command-void-result-match-about = The number of a finished match of this server

## While typing

# At most 100 characters with two names of 32 each. $date: such as 2027-01-31.
void-result-choice = #{ $match } · { $first-name } – { $second-name } · { $date }
void-result-choice-voided = #{ $match } · { $first-name } – { $second-name } · { $date } · voided

## The question

void-result-void-ask = **Void the result of match { $match }?**
void-result-restore-ask = **Let the result of match { $match } count again?** A moderator has voided it.
void-result-who = { $first-name } { $first-points } · { $second-name } { $second-points }
void-result-won = { $how ->
    [resigned] { $winner } won: { $loser } resigned.
    [claimed] { $winner } won: the time of { $loser } ran out.
   *[played] { $winner } won.
}
void-result-nobody = It ended without a winner.
# $when: a date and time as Discord writes it in the reader's language. It is no part of a sentence.
void-result-when = Ended: { $when }
void-result-void-follows = It then counts neither in the leaderboard nor in anybody's figures. The match's record stays as it is, and the same command takes this back.
void-result-restore-follows = It then counts in the leaderboard and in both players' figures as before.
void-result-void-yes = Void the result
void-result-restore-yes = Let it count
void-result-no = Leave it

## Answers

void-result-voided = The result of match { $match } is void: it counts nowhere. `/bridgette void-result` with the same number takes that back.
void-result-restored = The result of match { $match } counts again.
void-result-kept = Good: nothing has changed.
void-result-voided-already = This result is void already.
void-result-restored-already = This result counts already.
void-result-unknown = No finished match of this server with a result has that number. A void match has no result.
void-result-own = This is a match of your own; another moderator must decide about it.
