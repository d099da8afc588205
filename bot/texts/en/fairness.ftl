### How to check the shuffle of a match that is over.

button-check-shuffle = Check the shuffle
shuffle-about = ### Check the shuffle
    All decks and the first dealer follow from a secret, chosen before the challenge was shown, and from the number of the press that accepted it. The challenge showed the commitment, which is the SHA-256 of the secret. The match is over, so here is the secret.
# $commitment, $secret: 64 digits and letters. $public: a long number, as text.
shuffle-commitment = Commitment: `{ $commitment }`
shuffle-secret = Secret: `{ $secret }`
shuffle-public = Number of the press: `{ $public }`
# “Match record” is the button of that name. The command and the file name stay as they are.
shuffle-how = **To check it:** see that the commitment is the one that you were shown before the match: the challenge in this channel has it, and a match alone shows it above **Deal**. Then press “Match record”, save the file, and run `python -m bridgette verify FILE` with this bot's program on a machine of your own: it says whether every deck follows. `docs/fairness.md`, which comes with the program, explains each step, and how to do it in any other language.
shuffle-none = This match's cards cannot be checked: it began before the bot could promise a shuffle.
