"""R19 to R25: the play."""

import pytest

from bridgette import NotAllowed, Phase, Suit, parse_card
from tests.game.notation import auction, cards, lay, position, words

S, H, D, C = Suit


def legal(play) -> str:
    return " ".join(words(play.legal))


def objection(play, name: str):
    found = play.objection(parse_card(name))
    assert found is not None, f"{name} was allowed"
    assert parse_card(name) not in play.legal
    return found


def taken(lead: str, follow: str, trump: Suit | None = None) -> bool:
    """Whether the follower takes a trick of these two cards."""
    play = lay(position(hand_of(lead), hand_of(follow), trump=trump), f"{lead} {follow}")
    return play.won == (0, 1)


def hand_of(name: str) -> str:
    """The notation of a hand of one card."""
    if name.endswith("C") and name[0] in "GRL":
        return f"...+{name[0]}"
    return ".".join(name[1] if suit == name[0] else "" for suit in "SHDC")


def test_r19_the_declarers_opponent_leads_to_the_first_trick():
    for dealer in (0, 1):
        deal = auction("AK2.QJ2.T98.7654", "QJ3.AK3.AKQ.AKQJ", "1C Pass", dealer=dealer)
        assert deal.play.declarer == dealer
        assert deal.to_act == {1 - dealer}
        assert deal.objection(dealer, deal.hand(dealer)[0]).rule == "R19"


def test_r19_the_winner_of_a_trick_leads_to_the_next():
    play = position("A2...", "K3...")
    play = lay(play, "SA S3")
    assert (play.turn, play.won, play.lead) == (0, (1, 0), None)
    play = lay(position("A2...", "K3..."), "S2 SK")
    assert (play.turn, play.won) == (1, (0, 1))


def test_r19_thirteen_tricks_of_two_cards():
    deal = auction("AK2.QJ2.T98.7654", "QJ3.AK3.AKQ.AKQJ", "1C Pass")
    for played in range(26):
        assert deal.phase is Phase.PLAY
        assert len(deal.play.plays) == played
        (seat,) = deal.to_act
        assert deal.legal_cards(1 - seat) == ()
        deal = deal.after(seat, deal.legal_cards(seat)[0])
    assert deal.phase is Phase.OVER
    assert sum(deal.play.won) == len(deal.play.tricks()) == 13
    assert deal.hand(0) == deal.hand(1) == ()
    for seat in (0, 1):
        assert deal.objection(seat, parse_card("SA")).rule == "R19"
        assert deal.legal_cards(seat) == ()


def test_r19_only_cards_of_ones_own_hand_and_not_played_before():
    deal = auction("AK2.QJ2.T98.7654", "QJ3.AK3.AKQ.AKQJ", "1C Pass")
    for name in ("SA", "GC", "D2"):  # the opponent's, the stock's, a discard
        assert deal.objection(1, parse_card(name)).rule == "R19"
        with pytest.raises(NotAllowed):
            deal.after(1, parse_card(name))
    play = lay(position("A2...", "K3..."), "SA S3")
    assert objection(play, "SA").rule == "R19"


def test_r20_the_leader_may_lead_any_card():
    play = position("A2.K.Q.J+GRL", "K3.A.AK.A2+")
    assert legal(play) == "SA S2 HK DQ CJ GC RC LC"


def test_r21_the_follower_must_follow_suit_if_able():
    play = lay(position("A...", "K3.A.K2.3", trump=H), "SA")
    assert legal(play) == "SK S3"
    assert objection(play, "HA").rule == "R21"
    assert objection(play, "D2").rule == "R21"


def test_r21_without_the_suit_led_any_card_of_another_suit_may_be_played_a_trump_too():
    play = lay(position("A...", ".A2.K.3", trump=H), "SA")
    assert legal(play) == "HA H2 DK C3"


@pytest.mark.parametrize(
    ("lead", "colon"), [("SA", "GC"), ("SK", "RC"), ("SQ", "RC"), ("SJ", "RC"), ("ST", "LC"), ("S2", "LC")]
)
def test_r22_the_colon_that_matches_the_card_led_may_be_played_instead(lead, colon):
    holding = position("AKQJT2...", "9..2.+GRL")
    play = lay(holding, lead)
    assert legal(play) == f"S9 {colon}"
    others = {"GC", "RC", "LC"} - {colon}
    assert {objection(play, name).rule for name in others} == {"R22"}


def test_r22_the_matching_colon_may_be_played_without_the_suit_led_too():
    play = lay(position("A...", "..2.+GR"), "SA")
    assert legal(play) == "D2 GC"
    assert objection(play, "RC").rule == "R22"


def test_r22_no_other_colon_may_be_played_to_a_suit_lead():
    play = lay(position("A...", "9..2.+RL"), "SA")
    assert legal(play) == "S9"
    assert objection(lay(position("A...", "..2.+RL"), "SA"), "LC").rule == "R22"


def test_r22_decision_left_with_colons_none_of_which_matches_any_of_them_is_played_and_bars_nothing():
    play = lay(position("A2...", "...+RL"), "SA")
    assert legal(play) == "RC LC"
    play = lay(play, "RC")
    assert (play.won, play.turn, play.barred) == ((1, 0), 0, None)
    assert legal(play) == "S2"


def test_r22_left_with_colons_of_which_one_matches_that_one_must_be_played():
    play = lay(position("A2...", "...+GL"), "SA")
    assert legal(play) == "GC"
    assert objection(play, "LC").rule == "R22"


def test_r23_a_matching_colon_loses_the_trick_to_the_leader():
    play = lay(position("2..2.", "AK..3.+L"), "S2 LC")
    assert (play.won, play.turn) == ((1, 0), 0)


def test_r23_suit_lost_to_a_colon_may_not_be_led_next():
    play = lay(position("AK.2.3.", "Q.3.4.+G"), "SA GC")
    assert play.barred is S
    assert legal(play) == "H2 D3"
    refused = objection(play, "SK")
    assert (refused.rule, refused.about) == ("R23", S)


def test_r23_trumps_included():
    play = lay(position("AK.2.3.", "Q.3.4.+G", trump=S), "SA GC")
    assert legal(play) == "H2 D3"


def test_r23_only_the_very_next_trick():
    play = lay(position("AK5.A.3.", "Q2.3..4+G"), "SA GC HA H3")
    assert play.barred is None
    assert legal(play) == "SK S5 D3"


def test_r23_the_bar_is_gone_when_the_other_seat_comes_to_lead():
    play = lay(position("AK.2..", "Q3.3..+G"), "SA GC H2 H3")
    assert play.turn == 1
    assert legal(play) == "SQ S3"


def test_r23_another_suit_of_the_same_group_is_not_barred():
    play = lay(position("AK.AK..", "Q.3.4.+G"), "SA GC")
    assert legal(play) == "HA HK"


def test_r23_decision_a_leader_who_holds_nothing_else_may_lead_it():
    play = lay(position("AK5...", "Q2...+G"), "SA GC")
    assert play.barred is S
    assert legal(play) == "SK S5"


def test_r23_decision_a_leader_with_the_barred_suit_and_a_colon_must_lead_the_colon():
    play = lay(position("AK5...+L", "Q2.3..+G"), "SA GC")
    assert legal(play) == "LC"
    assert objection(play, "SK").rule == "R23"


def test_r23_a_follow_suit_bars_nothing():
    assert lay(position("AK...", "Q2..."), "SA S2").barred is None


def test_r23_the_follower_may_play_the_barred_suit():
    play = lay(position("AK.2..", "Q3...+G"), "SA GC H2")
    assert legal(play) == "SQ S3"


def test_r24_the_higher_card_of_the_suit_led_wins():
    assert not taken("SA", "SK")
    assert taken("S2", "S3")
    assert not taken("ST", "S9")
    assert taken("ST", "SJ")


def test_r24_a_card_of_another_suit_loses_whatever_its_rank():
    assert not taken("S2", "HA")
    assert not taken("S2", "HA", trump=D)


def test_r24_a_trump_takes_a_suit():
    assert taken("SA", "H2", trump=H)
    assert not taken("H2", "SA", trump=H)


def test_r24_the_higher_trump_wins():
    assert taken("H2", "H3", trump=H)
    assert not taken("HK", "HQ", trump=H)


def test_r25_no_suit_need_be_followed_to_a_colon_and_any_card_may_be_played():
    play = lay(position("...+G", "A2.K.Q.J+RL"), "GC")
    assert legal(play) == "SA S2 HK DQ CJ RC LC"


@pytest.mark.parametrize(
    ("lead", "winning", "losing"),
    [
        ("GC", "SA HA DA CA", "SK HT D2 RC LC"),
        ("RC", "SK HQ DJ", "SA HT D2 GC LC"),
        ("LC", "ST H2 D9", "SA HK DJ GC RC"),
    ],
)
def test_r25_any_card_of_the_colons_group_takes_it_whatever_its_suit(lead, winning, losing):
    for name in winning.split():
        assert taken(lead, name), name
        assert taken(lead, name, trump=C), name
    for name in losing.split():
        assert not taken(lead, name), name
        assert not taken(lead, name, trump=C), name


def test_r25_any_trump_takes_a_colon():
    for lead in ("GC", "RC", "LC"):
        for name in ("C2", "CK", "CA"):
            assert taken(lead, name, trump=C)


def test_r25_a_colon_bars_nothing():
    for follow in ("SA", "S2", "LC"):
        play = lay(position("2...+G", hand_of(follow)), f"GC {follow}")
        assert play.barred is None
    play = lay(position("A2...+G", "3...+R"), "GC RC")
    assert (play.won, play.turn, legal(play)) == ((1, 0), 0, "SA S2")


def test_a_refused_card_changes_nothing():
    deal = auction("AK2.QJ2.T98.7654", "QJ3.AK3.AKQ.AKQJ", "1C Pass")
    deal = deal.after(1, parse_card("SQ"))
    before = (deal, deal.hand(0), deal.play.plays)
    with pytest.raises(NotAllowed, match="does not follow"):
        deal.after(0, parse_card("HQ"))
    assert (deal, deal.hand(0), deal.play.plays) == before


def test_tricks_are_listed_as_they_were_played():
    play = lay(position("A2.K..", "K3.A..", trump=None), "S2 SK HA HK S3")
    tricks = play.tricks()
    assert [(trick.leader, str(trick.lead), str(trick.follow), trick.winner) for trick in tricks] == [
        (0, "S2", "SK", 1),
        (1, "HA", "HK", 1),
        (1, "S3", "None", None),
    ]
    assert play.lead is cards("S3")[0]
