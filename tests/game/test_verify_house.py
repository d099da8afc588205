"""The house in a record: its seats read and written, and each of its decisions decided again by `verify`."""

import copy
import hashlib
import hmac
import json
from functools import cache
from random import Random

import pytest

from bridgette import BadRecord, Discard, Ending, Format, How, Match, Phase, PlainCall, view
from bridgette.__main__ import main
from bridgette.cards import sort_cards
from bridgette.computer.players import VERSION, Form, Strength, computer_player, source
from bridgette.computer.players.judge import judge
from bridgette.computer.solver import solve
from bridgette.record import MIXED, HouseSeat, decisions, read_record, verify_record, write_record
from bridgette.record.house import FORMS, STRENGTHS, read_house
from bridgette.shuffle import DAILY, METHOD, Seal, Shuffle, commitment_of
from tests.game import playouts

SECRET = hashlib.sha256(b"a secret").digest()
PUBLIC = "1456074448175104001"
SHUFFLE = Shuffle(SECRET, PUBLIC)


def seat(number: int = 1, **changed: str) -> HouseSeat:
    return HouseSeat(number, "club", VERSION, "c")._replace(**changed)


@cache
def played(house: tuple[HouseSeat, ...], length: int = 1, shuffle: Shuffle = SHUFFLE) -> Match:
    """A match in which the house holds these seats, and whoever plays anything legal the others; to its end."""
    rng, match = Random(7), Match(("alice", "the house"), format=Format(length))
    players = {each.seat: computer_player(Strength(each.strength), form=Form(each.form)) for each in house}
    while match.ended is None:
        if match.needs_deck:
            match = match.begin_deal(shuffle.deck(len(match.deals)), shuffle.first_dealer())
        deal, acting = match.deals[-1], min(match.to_act)
        if acting in players:
            match = match.after(acting, decide(players[acting], match, acting, shuffle))
        elif deal.phase is Phase.EXCHANGE:
            match = match.after(acting, playouts.discard(rng, deal, acting))
        else:
            match = match.after(acting, playouts.modest(rng, deal.legal_calls(acting) or deal.legal_cards(acting)))
    return match


def decide(player, match: Match, acting: int, shuffle: Shuffle):
    """What the house does, as the record has it: its discards as if nobody had chosen, all else from what it sees."""
    deal = match.deals[-1]
    chance = source(shuffle.house_seed(len(match.deals) - 1, deal.step_of(acting)))
    if deal.phase is Phase.EXCHANGE:
        fresh = deal._replace(discards=(None, None))
        match = Match(match.players, (*match.deals[:-1], fresh), format=match.format)
    return player.choose(view(match, acting), chance).action


def sealed(match: Match, *house: HouseSeat, method: str = METHOD, public: str = PUBLIC) -> dict:
    """A fresh record of the match, with its shuffle and its house."""
    seal = Seal(method, commitment_of(SECRET), public, SECRET.hex())
    return json.loads(json.dumps(write_record(match, seal, house)))


@pytest.fixture
def verify(capsys, tmp_path):
    """Run ``verify`` on a record in this process: exit code, lines of output and complaint."""

    def run(source: dict) -> tuple[int, list[str], str]:
        path = tmp_path / "record.json"
        path.write_text(json.dumps(source))
        code = main(["verify", str(path)])
        printed = capsys.readouterr()
        return code, printed.out.splitlines(), printed.err

    return run


# ------------------------------------------------------------------------------------ the random source


@pytest.mark.parametrize(
    ("shuffle", "begins"),
    [
        (SHUFFLE, f"bridgette-shuffle/1|{PUBLIC}"),
        (Shuffle(SECRET, "2027-01-31", DAILY), "bridgette-daily/1|2027-01-31"),
    ],
)
def test_the_source_is_what_the_page_says(shuffle, begins):
    for deal, step in ((0, 0), (3, 17), (12, 1)):
        text = f"{begins}|house {deal} {step}|0"
        seed = int.from_bytes(hmac.digest(SECRET, text.encode(), "sha256"), "big")
        assert shuffle.house_seed(deal, step) == seed
    # What comes first of the stream for the dealer decides who that is.
    first = hmac.digest(SECRET, f"{begins}|dealer|0".encode(), "sha256")[0]
    assert shuffle.first_dealer() == first & 1


def test_decisions_methods_and_matches_have_sources_of_their_own():
    others = [
        SHUFFLE.house_seed(0, 1),
        SHUFFLE.house_seed(1, 0),
        Shuffle(SECRET, "1").house_seed(0, 0),
        Shuffle(SECRET, PUBLIC, DAILY).house_seed(0, 0),
        Shuffle(bytes(32), PUBLIC).house_seed(0, 0),
    ]
    assert len({SHUFFLE.house_seed(0, 0), *others}) == 6


# ------------------------------------------------------------------------------------ decided again


@pytest.mark.parametrize(
    "house",
    [
        (seat(),),
        (seat(0),),
        (seat(strength="novice"),),
        (seat(strength="expert"),),
        (seat(0, strength="novice"), seat(1, strength="expert", form="python")),
    ],
    ids=lambda house: " ".join(f"{each.seat}-{each.strength}-{each.form}" for each in house),
)
def test_what_the_house_did_is_what_it_decides_again(verify, house):
    match = played(house)
    code, lines, err = verify(sealed(match, *house))
    assert (code, err) == (0, "")
    assert lines[0].startswith("the shuffle holds")
    assert len(lines) == 1 + len(match.deals)
    held = {each.seat for each in house}
    for index, deal in enumerate(match.deals):
        chosen = [
            action
            for state, who, action in decisions(deal)
            if who in held and not (state.phase is Phase.PLAY and len(state.legal_cards(who)) == 1)
        ]
        assert lines[1 + index] == f"deal {index}: {len(chosen)} decisions of the house as recorded"
        assert len(chosen) > 3 * len(held)


def test_every_deal_of_a_longer_match_is_judged_with_its_own_sources(verify):
    match = played((seat(),), 2)
    code, lines, _ = verify(sealed(match, seat()))
    assert (code, len(lines)) == (0, 1 + len(match.deals))
    assert len(match.deals) >= 2


def test_the_days_match_is_judged_too(verify):
    shuffle = Shuffle(SECRET, "2027-01-31", DAILY)
    match = played((seat(),), 1, shuffle)
    assert verify(sealed(match, seat(), method=DAILY, public="2027-01-31"))[0] == 0


def altered(match: Match):
    """For each decision of the house in seat 1: deal, step, and the match given up right after another act there."""
    for index, deal in enumerate(match.deals):
        for state, who, action in decisions(deal):
            other = another(state, who, action)
            if who == 1 and other is not None:
                if isinstance(action, Discard) and (gone := deal.discards[0]) is not None and state.to_act == {0, 1}:
                    state = state.after(0, Discard(gone))
                changed = Match(match.players, (*match.deals[:index], state.after(1, other)), format=match.format)
                yield index, state.step_of(1), changed.cut(Ending(How.RESIGNED, 0, 1))


def another(state, who, action):
    """Something else that was legal, ``None`` if nothing was."""
    if isinstance(action, Discard):
        kept = next(card for card in state.hand(who) if card not in action.cards)
        return Discard((*action.cards[1:], kept))
    legal = state.legal_cards(who) or state.legal_calls(who)
    return next((each for each in reversed(legal) if each != action), None)


def test_each_single_act_of_the_house_that_is_altered_is_found(verify):
    found = list(altered(played((seat(),))))
    assert len(found) > 8
    for index, step, match in found:
        code, lines, err = verify(sealed(match, seat()))
        assert code == 1
        (told,) = [line for line in lines if line.startswith(f"deal {index}, step ")]
        assert told.startswith(f"deal {index}, step {step}: the house in seat 1 did ")
        assert ", and from its view it would do " in told
        assert err.startswith(f"deal {index}, step {step}: the shuffle holds, but the house in seat 1 did ")
        assert err.endswith(" decisions differ (house)\n") or err.endswith(" decision differ (house)\n")
        assert err.count("\n") == 1


def test_what_it_did_and_what_it_would_do_are_both_told(verify):
    index, step, match = next(each for each in altered(played((seat(),))) if each[1] >= 2)
    _, _, err = verify(sealed(match, seat()))
    *_, last = decisions(match.deals[index])
    honest = [action for state, who, action in decisions(played((seat(),)).deals[index]) if state.step_of(who) == step]
    assert f"did {last[2]}, and from its view it would do {honest[0]};" in err


def test_acts_of_the_person_are_not_judged_and_not_looked_at():
    # Other discards of the person, which the house cannot see, change nothing that it does up to its own call.
    match = played((seat(),))
    deal = match.deals[0]
    player = {1: computer_player(Strength.CLUB)}
    gone = another(next(state for state, who, _ in decisions(deal) if who == 0), 0, Discard(deal.discards[0]))
    changed = deal.begin(deal.dealer, deal.deck).after(1, Discard(deal.discards[1]))
    assert sort_cards(gone.cards) != deal.discards[0]
    for state in (changed, changed.after(0, gone)):
        (only,) = judge(Match(match.players, (state,), format=match.format), 0, player, SHUFFLE)
        assert only.holds


def test_its_discards_do_not_depend_on_who_chose_first():
    match = played((seat(0, strength="novice"), seat()))
    deal = match.deals[0]
    for first in (0, 1):
        state = deal.begin(deal.dealer, deal.deck)
        for who in (first, 1 - first):
            state = state.after(who, Discard(deal.discards[who]))
        watched = Watched(computer_player(Strength.CLUB))
        players = {0: computer_player(Strength.NOVICE), 1: watched}
        judged = list(judge(Match(match.players, (state,), format=match.format), 0, players, SHUFFLE))
        assert [each.holds for each in judged] == [True, True]
        (seen,) = watched.views
        assert (seen.seat, seen.to_act, seen.deal.chosen) == (1, {0, 1}, (False, False))


class Watched:
    """A player that remembers what it was shown."""

    def __init__(self, player) -> None:
        self._player, self.views = player, []

    def choose(self, shown, rng):
        self.views.append(shown)
        return self._player.choose(shown, rng)


def test_it_is_shown_its_own_view_as_it_was_and_the_deals_before():
    match = played((seat(),), 2)
    for index in range(len(match.deals)):
        watched = Watched(computer_player(Strength.CLUB))
        list(judge(match, index, {1: watched}, SHUFFLE))
        for shown in watched.views:
            assert (shown.seat, shown.ended, shown.format) == (1, None, match.format)
            assert len(shown.deals) == index + 1
            assert 1 in shown.to_act
            assert shown.deal.own is not None
            assert shown.deal.reveal is None


@pytest.mark.parametrize("how", [How.RESIGNED, How.VOID], ids=lambda how: how.value)
def test_a_match_that_was_not_played_out_is_judged_as_far_as_it_came(verify, how):
    whole = played((seat(),)).deals[0]
    for state, _, _ in decisions(whole):
        match = Match(("alice", "the house"), (state,), format=Format(1))
        ended = match.cut(Ending(how, 0, 1) if how is How.RESIGNED else Ending(how))
        code, lines, err = verify(sealed(ended, seat()))
        assert (code, err) == (0, "")
        assert lines[1].startswith("deal 0: ")
        if state.step_of(min(state.to_act)) > 6:
            break


def test_a_match_without_deals_has_nothing_to_judge(verify):
    match = Match(("alice", "the house")).cut(Ending(How.VOID))
    code, lines, err = verify(sealed(match, seat()))
    assert (code, len(lines), err) == (0, 1, "")


def test_a_passed_out_deal_is_judged(verify):
    deal = played((seat(),)).deals[0]
    state = deal.begin(deal.dealer, deal.deck)
    for who in (0, 1):
        state = state.after(who, Discard(deal.discards[who]))
    while state.phase is not Phase.OVER:
        state = state.after(min(state.to_act), PlainCall.PASS)
    match = Match(("alice", "the house"), (state,), format=Format(1)).cut(Ending(How.AGREED))
    _, lines, _ = verify(sealed(match, seat()))
    assert any(line.endswith("of the house as recorded") for line in lines)


# ------------------------------------------------------------------------------------ another player


def test_another_version_cannot_be_judged_and_nothing_is_said_against_it(verify):
    match = played((seat(),))
    code, lines, err = verify(sealed(match, seat(version="0.9 beta")))
    assert (code, len(lines)) == (1, 1)
    assert err == (
        f"the shuffle holds, but version 0.9 beta of the player held seat 1, and this is version {VERSION}, which"
        " cannot judge it (house)\n"
    )
    # Where one of two seats cannot be judged, none is.
    both = played((seat(0, strength="novice"), seat()))
    assert verify(sealed(both, seat(0, strength="novice"), seat(version=MIXED)))[0] == 1
    _, _, err = verify(sealed(both, seat(0, version=MIXED), seat()))
    assert "more than one version or form of the player held seat 0" in err


def test_another_strength_is_found_by_what_it_did(verify):
    source = sealed(played((seat(strength="novice"),)), seat(strength="expert"))
    code, _, err = verify(source)
    assert code == 1
    assert "differ (house)" in err


def test_another_form_decides_by_its_own_count(monkeypatch):
    """The form named is the form that judges, and it judges alike on either solver."""
    house = (seat(strength="expert", form="python"),)
    match = played(house)
    deal, used = match.deals[0], []

    def remembered(strength, clock=None, form=None):
        used.append((strength, clock, form))
        return computer_player(strength, clock, form)

    monkeypatch.setattr("bridgette.cli.verify.computer_player", remembered)
    from bridgette.cli.verify import verify_file

    list(verify_file(json.dumps(sealed(match, *house)).encode()))
    assert used == [(Strength.EXPERT, None, Form.PYTHON)]
    if solve.is_native():
        # The endgame is enough: there pure Python is quick.
        from bridgette.computer.solver.search import search

        monkeypatch.setattr(solve, "engine", lambda: search)
    player = computer_player(Strength.EXPERT, form=Form.PYTHON)
    late = [step for step in decisions(deal) if step[1] == 1 and step[0].step_of(1) > 14 and step[0].play]
    assert late
    for state, who, did in late:
        shown = view(Match(match.players, (state,), format=match.format), who)
        assert player.choose(shown, source(SHUFFLE.house_seed(0, state.step_of(who)))).action == did


# ------------------------------------------------------------------------------------ the key


def test_the_house_is_written_as_the_page_says():
    source = sealed(played((seat(),)), seat(strength="expert"))
    assert source["house"] == [{"seat": 1, "strength": "expert", "version": VERSION, "form": "c"}]
    assert "house" not in sealed(played((seat(),)))
    assert read_house(source["house"]) == (seat(strength="expert"),)
    assert read_house([]) == ()
    assert read_house([{**source["house"][0], "name": "mine"}]) == (seat(strength="expert"),)


def test_its_words_are_those_of_the_player():
    assert tuple(strength.value for strength in Strength) == STRENGTHS
    assert tuple(form.value for form in Form) == FORMS


WELL = {"seat": 1, "strength": "club", "version": "1", "form": "c"}
MALFORMED = {
    "house is not a list": [None, {}, "c", 1, True, WELL],
    "in house, a seat is not an object": [[None], [[]], [1], [WELL, "x"]],
    "in house, seat is not 0 or 1": [[{**WELL, "seat": bad}] for bad in (2, -1, "1", None, True, 1.0, [])],
    "in house, strength is none of novice, club, expert": [
        [{**WELL, "strength": bad}] for bad in ("", "Expert", "master", None, 1, [], {})
    ],
    "in house, version is not": [
        [{**WELL, "version": bad}] for bad in ("", " ", " 1", "1 ", "1\n", "x" * 41, "é", None, 1, 1.0, [], {})
    ],
    "in house, form is neither c nor python": [[{**WELL, "form": bad}] for bad in ("", "C", "cpp", None, 1, [], {})],
    "in house, a seat stands there twice": [[WELL, WELL], [WELL, {**WELL, "version": "2"}]],
}


@pytest.mark.parametrize("told", MALFORMED)
def test_a_malformed_house_is_a_fault_that_replay_does_not_see(verify, told):
    source = sealed(played((seat(),)))
    for value in MALFORMED[told]:
        broken = copy.deepcopy(source) | {"house": value}
        with pytest.raises(BadRecord) as found:
            verify_record(broken)
        assert str(found.value).startswith(told)
        assert (found.value.rule, found.value.deal, found.value.step) == ("house", None, None)
        assert read_record(json.dumps(broken).encode()) == played((seat(),))
    code, lines, err = verify(source | {"house": MALFORMED[told][0]})
    assert (code, lines, err.count("\n")) == (1, [], 1)


@pytest.mark.parametrize("key", list(WELL))
def test_a_key_of_a_seat_left_out_is_a_fault(key):
    source = sealed(played((seat(),))) | {"house": [{name: value for name, value in WELL.items() if name != key}]}
    with pytest.raises(BadRecord, match=f"in house, {key} is"):
        verify_record(source)


def test_what_is_wrong_with_the_shuffle_comes_first():
    source = sealed(played((seat(),))) | {"house": None}
    source["shuffle"]["commitment"] = "0" * 64
    with pytest.raises(BadRecord, match="its SHA-256 is not the commitment"):
        verify_record(source)
