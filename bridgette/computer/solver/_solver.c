/* The solver's search in C: search.py, suits.py, bounds.py and ordering.py beside this file, step by step, for the same
 * values and the same count of nodes. They say what is done and why; here are only remarks on how C does it.
 *
 * Limited API, so that one build serves every CPython from 3.11 on. All state is in a struct of the call, so that calls
 * may run in parallel: the GIL is released while one searches.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define API_VERSION 1

enum { MOST_CARDS = 26, MOST_TRICKS = 13, NO_SUIT = 4, DECK = 55 };
enum { SCORE_SHIFT = 6, WINS = 32, CARD = 31, MIDDLE = 1 << 12 };
enum { TABLE_SIZE = 1 << 17, BLOCK = 128 };
enum { TRUMP_TOP, TRUMP_LOW, TRUMP_ALONE, RUFFED, ALONE, TOP_RUFFS, TOP, LOW_RUFFS, LOW };
enum { WINNING, LOSING, WINNING_TRUMP, LOSING_TRUMP, RUFF, DISCARD, DISCARD_PLAIN };
enum { NO = 0, YES = 1, SPENT = -1, NO_MEMORY = -2 };

static const int LEAD_WEIGHTS[9][8] = {
    {-107, 8, 25, 16, 12, 21, 23, -22},
    {36, -9, 18, 13, 11, 15, 18, 21},
    {58, 17, 15, -10, -25, 34, 7, 4},
    {97, 16, 9, -4, 10, 22, 19, -23},
    {-77, 5, 0, -4, 13, -7, -7, 5},
    {-47, 4, 29, -10, 31, -23, 3, 1},
    {-9, -6, 25, -5, 15, -23, 8, 3},
    {-5, 1, 27, 5, 15, -3, -2, 33},
    {14, -6, 22, 3, 4, -1, -1, 40},
};
static const int COLON_LEADS[2] = {60, -135};
static const int REPLY_WEIGHTS[7][7] = {
    {-93, 1, -23, -11, 9, -6, 1},
    {8, 20, -15, 20, 2, -5, 25},
    {-61, 6, 21, -19, -9, -6, 4},
    {107, 13, -4, 12, 30, 1, 8},
    {-70, 18, -26, -13, 8, -24, 6},
    {29, 8, -16, 9, 12, 4, 20},
    {13, -2, 5, 14, 38, -18, 6},
};
static const int COLON_REPLY = -77;
static const int COLON_DISCARD = -52;
static const int BEATS_COLON = -229;

typedef struct {
    uint64_t code;
    uint32_t canon, reps[2];
    int8_t loose; /* -1 for nobody's */
    uint8_t length[2], top[2], cash[2][2], run[2], forced[2];
    uint8_t moves[2]; /* how many of each seat's cards differ; seat 0's stand first in leads and discards */
    uint32_t leads[2][MOST_TRICKS];
    uint32_t discards[MOST_TRICKS];
} Holding;

typedef struct Block {
    struct Block *next;
    int used;
    Holding holdings[BLOCK];
} Block;

/* A hash table of whole numbers above 0, each a key and below it a value of `bits` bits. */
typedef struct {
    uint64_t *slots;
    uint32_t size, count;
    int bits;
} Table;

typedef struct {
    int count, place[MOST_CARDS], suit_of[MOST_CARDS], group_of[MOST_CARDS];
    uint32_t first, suits[5], trumps, groups[3], colon[3], owned[2];
    int trump, shift[5], width[4];
    int64_t limit, nodes;
    Holding **known[4]; /* by the suit's cards that are left, and above them the colons */
    Block *blocks;
    Table bounds, answers;
} Search;

static int bits(uint32_t mask) { return __builtin_popcount(mask); }
static int highest(uint32_t mask) { return 31 - __builtin_clz(mask); }
static int lowest(uint32_t mask) { return __builtin_ctz(mask); }
static uint32_t above(int number) { return ~(((uint32_t)2 << number) - 1); }
static uint32_t below(int number) { return ((uint32_t)1 << number) - 1; }
static int least(int a, int b) { return a < b ? a : b; }
static int most(int a, int b) { return a > b ? a : b; }

static int table_begin(Table *table, int value_bits) {
    table->size = 512;
    table->count = 0;
    table->bits = value_bits;
    table->slots = calloc(table->size, sizeof *table->slots);
    return table->slots != NULL;
}

/* Where the key stands, or the free slot where it would. */
static uint64_t *table_slot(const Table *table, uint64_t key) {
    uint32_t at = (uint32_t)((key * 0x9E3779B97F4A7C15ull) >> 32) & (table->size - 1);
    while (table->slots[at] && table->slots[at] >> table->bits != key)
        at = (at + 1) & (table->size - 1);
    return table->slots + at;
}

/* What stands at the key, 0 if nothing does. */
static uint64_t table_get(const Table *table, uint64_t key) { return *table_slot(table, key); }

static int table_put(Table *table, uint64_t key, uint64_t value) {
    uint64_t *slot = table_slot(table, key);
    if (*slot) {
        *slot = key << table->bits | value;
        return 1;
    }
    *slot = key << table->bits | value;
    table->count++;
    if (table->count * 2 <= table->size)
        return 1;
    Table larger = *table;
    larger.size *= 2;
    larger.slots = calloc(larger.size, sizeof *larger.slots);
    if (!larger.slots)
        return 0;
    for (uint32_t at = 0; at < table->size; at++)
        if (table->slots[at])
            *table_slot(&larger, table->slots[at] >> table->bits) = table->slots[at];
    free(table->slots);
    *table = larger;
    return 1;
}

static void table_empty(Table *table) {
    memset(table->slots, 0, table->size * sizeof *table->slots);
    table->count = 0;
}

static void number_cards(Search *s, uint64_t hand0, uint64_t hand1, int trump) {
    for (int place = 0; place < DECK; place++) {
        int index = place < 52 ? place / 13 * 13 + 12 - place % 13 : place;
        if (!((hand0 | hand1) >> index & 1))
            continue;
        int number = s->count++, suit = index / 13, rank = index % 13;
        int group = suit == NO_SUIT ? index - 52 : rank == 0 ? 0 : rank <= 3 ? 1 : 2;
        uint32_t bit = (uint32_t)1 << number;
        s->place[number] = index;
        s->suit_of[number] = suit;
        s->group_of[number] = group;
        s->suits[suit] |= bit;
        if (suit == NO_SUIT)
            s->colon[group] = bit;
        else
            s->groups[group] |= bit;
        if (hand0 >> index & 1)
            s->first |= bit;
    }
    s->owned[0] = s->first;
    s->owned[1] = below(s->count) & ~s->first;
    s->trump = NO_SUIT;
    if (trump >= 0 && s->suits[trump]) {
        s->trump = trump;
        s->trumps = s->suits[trump];
    }
    for (int suit = 0, shift = 0; suit < 5; suit++) {
        s->shift[suit] = shift;
        shift += bits(s->suits[suit]);
        if (suit < 4)
            s->width[suit] = bits(s->suits[suit]);
    }
}

static int kind_of(const Search *s, uint32_t left, int number) {
    int seat = !(s->first >> number & 1), group = s->group_of[number];
    uint32_t colon = s->colon[group] & left;
    return seat + (colon && (!(s->first & colon)) != seat ? 2 + 2 * group : 0);
}

static uint32_t pack(int score, int wins, int number) {
    return (uint32_t)(score + MIDDLE) << SCORE_SHIFT | (wins ? WINS : 0) | (uint32_t)number;
}

static uint32_t pack_lead(const Search *s, int suit, int number, uint32_t own, uint32_t others, int grouped, int ruffs) {
    int beaten = bits(others & above(number)), kind;
    if (suit == s->trump)
        kind = !others ? TRUMP_ALONE : beaten ? TRUMP_LOW : TRUMP_TOP;
    else if (!others)
        kind = ruffs ? RUFFED : ALONE;
    else if (beaten)
        kind = ruffs ? LOW_RUFFS : LOW;
    else
        kind = ruffs ? TOP_RUFFS : TOP;
    const int *w = LEAD_WEIGHTS[kind];
    int top = others ? bits(own & above(highest(others))) : 0;
    int score = w[0] + w[1] * bits(own) + w[2] * bits(others) + w[3] * beaten + w[4] * grouped +
                w[5] * bits(own & above(number)) + w[6] * bits(own & below(number)) + w[7] * top;
    return pack(score, 0, number);
}

static uint32_t pack_reply(int kind, int number, uint32_t own, uint32_t others, int wins, int grouped) {
    const int *w = REPLY_WEIGHTS[kind];
    int beaten = bits(others & above(number));
    int score = w[0] + w[1] * bits(own & below(number)) + w[2] * bits(own) + w[3] * bits(others) + w[4] * !beaten +
                w[5] * beaten + w[6] * grouped;
    return pack(score, wins, number);
}

static void study(const Search *s, int suit, uint32_t left, Holding *h) {
    uint32_t cards = left & s->suits[suit], all = s->suits[suit];
    int before = -1, waiting[2] = {0, 0}, is_trump = suit == s->trump;
    int discard = is_trump ? RUFF : s->trump == NO_SUIT ? DISCARD_PLAIN : DISCARD;
    memset(h, 0, sizeof *h);
    for (uint32_t rest = cards; rest; rest &= rest - 1) {
        int number = lowest(rest), kind = kind_of(s, left, number), seat = kind & 1;
        while (kind_of(s, left, lowest(all)) != kind)
            all &= all - 1;
        h->canon |= all & -all;
        all &= all - 1;
        if (kind != before)
            h->reps[seat] |= (uint32_t)1 << number;
        before = kind;
        if (!is_trump)
            continue;
        h->forced[seat]++;
        waiting[seat]++;
        if (waiting[!seat]) {
            waiting[!seat]--;
            h->forced[!seat]--;
        }
    }
    h->code = h->canon;
    h->loose = -1;
    for (int seat = 0; seat < 2; seat++) {
        uint32_t own = cards & s->owned[seat], others = cards & s->owned[!seat];
        int length = bits(own), against = bits(others), top = others ? bits(own & above(highest(others))) : length;
        int colons = bits(left & s->suits[NO_SUIT] & s->owned[!seat]);
        h->length[seat] = (uint8_t)length;
        h->top[seat] = (uint8_t)top;
        h->cash[0][seat] = (uint8_t)(top >= (against ? against + colons : 0) ? length : top);
        h->cash[1][seat] = (uint8_t)(is_trump ? 0 : least(top, against));
        h->run[seat] = (uint8_t)(top >= against ? length : top ? top + 1 : 0);
        if (length && !against && !colons && !is_trump) {
            h->code = (uint64_t)length << (MOST_CARDS + 4 * seat);
            h->loose = (int8_t)seat;
        }
        for (uint32_t rest = h->reps[seat]; rest; rest &= rest - 1) {
            int number = lowest(rest), at = h->moves[0] + h->moves[1], grouped = kind_of(s, left, number) > 1;
            h->leads[0][at] = pack_lead(s, suit, number, own, others, grouped, 0);
            h->leads[1][at] = pack_lead(s, suit, number, own, others, grouped, 1);
            h->discards[at] = pack_reply(discard, number, own, others, is_trump, grouped);
            h->moves[seat]++;
        }
    }
}

static const Holding *look(Search *s, int suit, uint32_t left) {
    uint32_t at = (left >> s->shift[suit] & below(s->width[suit])) | left >> s->shift[NO_SUIT] << s->width[suit];
    if (s->known[suit][at])
        return s->known[suit][at];
    if (!s->blocks || s->blocks->used == BLOCK) {
        Block *block = malloc(sizeof *block);
        if (!block)
            return NULL;
        block->next = s->blocks;
        block->used = 0;
        s->blocks = block;
    }
    Holding *holding = s->blocks->holdings + s->blocks->used++;
    study(s, suit, left, holding);
    return s->known[suit][at] = holding;
}

static int look_all(Search *s, uint32_t left, const Holding **h) {
    for (int suit = 0; suit < 4; suit++)
        if (!(h[suit] = look(s, suit, left)))
            return 0;
    return 1;
}

/* Moves are few, and the lists they come from are often in order. */
static void sort(uint32_t *moves, int count) {
    for (int at = 1; at < count; at++) {
        uint32_t move = moves[at];
        int to = at;
        for (; to && moves[to - 1] > move; to--)
            moves[to] = moves[to - 1];
        moves[to] = move;
    }
}

static int add_leads(const Holding *h, int leader, int ruffs, uint32_t *moves) {
    memcpy(moves, h->leads[ruffs] + (leader ? h->moves[0] : 0), h->moves[leader] * sizeof *moves);
    return h->moves[leader];
}

static int leads(
    const Search *s, uint32_t left, int leader, int barred, const Holding **h, int every, uint32_t *moves) {
    int ruffs = s->trump != NO_SUIT && h[s->trump]->length[!leader], count = 0, has_loose = 0;
    uint32_t others = left & s->owned[!leader];
    for (int suit = 0; suit < 4; suit++)
        if (suit != barred && (every || h[suit]->loose != leader || !has_loose++))
            count += add_leads(h[suit], leader, ruffs, moves + count);
    for (uint32_t colons = left & s->suits[NO_SUIT] & s->owned[leader]; colons; colons &= colons - 1) {
        int number = lowest(colons);
        moves[count++] = pack(COLON_LEADS[!(others & (s->groups[s->group_of[number]] | s->trumps))], 0, number);
    }
    if (!count)
        count = add_leads(h[barred], leader, ruffs, moves);
    sort(moves, count);
    return count;
}

static int add_discards(const Holding **h, int seat, int every, uint32_t *moves) {
    int count = 0, has_loose = 0;
    for (int suit = 0; suit < 4; suit++) {
        if (!every && h[suit]->loose == seat && has_loose++)
            continue;
        memcpy(moves + count, h[suit]->discards + (seat ? h[suit]->moves[0] : 0), h[suit]->moves[seat] * sizeof *moves);
        count += h[suit]->moves[seat];
    }
    return count;
}

static int replies(const Search *s, uint32_t left, int leader, int led, const Holding **h, int every, uint32_t *moves) {
    int other = !leader, suit = s->suit_of[led], group = s->group_of[led], count = 0;
    uint32_t colons = left & s->suits[NO_SUIT] & s->owned[other];
    if (suit != NO_SUIT && h[suit]->length[other]) {
        uint32_t cards = left & s->suits[suit], own = cards & s->owned[other], others = cards & s->owned[leader];
        for (uint32_t rest = h[suit]->reps[other]; rest; rest &= rest - 1) {
            int number = lowest(rest), wins = number > led, kind = suit == s->trump ? WINNING_TRUMP : WINNING;
            int grouped = kind_of(s, left, number) > 1;
            moves[count++] = pack_reply(kind + !wins, number, own, others, wins, grouped);
        }
    } else {
        count = add_discards(h, other, every, moves);
    }
    if (suit == NO_SUIT) {
        for (int at = 0; at < count; at++)
            if ((s->groups[group] | s->trumps) >> (moves[at] & CARD) & 1)
                moves[at] = (moves[at] + (uint32_t)(BEATS_COLON * (1 << SCORE_SHIFT))) | WINS;
    } else if (colons & s->colon[group]) {
        moves[count++] = pack(COLON_REPLY, 0, lowest(s->colon[group]));
        colons = 0;
    } else if (count) {
        colons = 0;
    }
    for (; colons; colons &= colons - 1)
        moves[count++] = pack(COLON_DISCARD, 0, lowest(colons));
    sort(moves, count);
    return count;
}

static int sure_tricks(const Search *s, uint32_t left, int leader, int barred, const Holding **h) {
    int other = !leader, colons = bits(left & s->suits[NO_SUIT] & s->owned[other]);
    int total = 0, longest = 0, later = 0, forced = 0, ruffs = 0;
    if (s->trump != NO_SUIT) {
        const Holding *trumps = h[s->trump];
        int draws = !colons && barred != s->trump && trumps->top[leader] >= trumps->length[other];
        forced = trumps->forced[leader];
        ruffs = trumps->length[other] && !draws;
    }
    for (int suit = 0; suit < 4; suit++) {
        int cash = h[suit]->cash[ruffs][leader];
        if (suit == barred) {
            later = cash;
            continue;
        }
        total += cash;
        longest = most(longest, cash);
    }
    if (total) {
        int others = total - longest;
        if (!colons)
            total += later;
        else if (barred != NO_SUIT)
            total = 1;
        else if (colons > others)
            total = least(total, 2 * others + 1);
    }
    return ruffs ? total + forced : most(total, forced);
}

static int later_tricks(const Search *s, uint32_t left, int tricks, int leader, const Holding **h) {
    int other = !leader, bars = bits(left & s->suits[NO_SUIT] & s->owned[leader]);
    int total = 0, longest = 0, run = bars, forced = 0, ruffs = 0;
    if (s->trump != NO_SUIT && h[s->trump]->length[leader]) {
        ruffs = 1;
        forced = h[s->trump]->forced[other];
    }
    for (int suit = 0; suit < 4; suit++) {
        int cash = h[suit]->cash[ruffs][other];
        total += cash;
        longest = most(longest, cash);
        run += h[suit]->run[leader];
    }
    if (!total || run + total + bits(left & s->suits[NO_SUIT] & s->owned[other]) > tricks)
        return 0;
    int others = total - longest;
    if (bars && bars >= others)
        total = least(total, most(2, 2 * others));
    return total + forced;
}

static int estimate_tricks(const Search *s, int leader) {
    int score = 50 * (s->count >> 1) + 50 + (leader ? -30 : 30);
    for (int suit = 0; suit < 4; suit++) {
        uint32_t mask = s->suits[suit];
        int wins[2] = {0, 0}, total = bits(mask);
        for (uint32_t rest = mask; rest; rest &= rest - 1) {
            int number = lowest(rest), seat = !(s->first >> number & 1);
            wins[seat] += bits(mask & s->owned[!seat] & below(number));
        }
        if (total)
            score += 80 * wins[0] / total - 80 * wins[1] / total;
        if (suit == s->trump)
            score += 60 * (2 * bits(mask & s->first) - total);
    }
    return most(0, least(score, 100 * (s->count >> 1))) / 100;
}

static int after(
    Search *s, uint32_t left, int tricks, int leader, int led, const uint32_t *moves, int count, uint32_t want);

static int reach(Search *s, uint32_t left, int tricks, int leader, int barred, uint32_t want) {
    const Holding *h[4];
    uint32_t moves[MOST_TRICKS], answers[MOST_TRICKS], end = (uint32_t)2 << tricks;
    int low = 0, high = tricks;
    if (s->nodes == s->limit)
        return SPENT;
    s->nodes++;
    if (!look_all(s, left, h))
        return NO_MEMORY;
    if (barred != NO_SUIT && (!h[barred]->length[leader] || h[barred]->length[leader] == tricks))
        barred = NO_SUIT;
    if (s->trump != NO_SUIT) {
        low = h[s->trump]->forced[0];
        high = tricks - h[s->trump]->forced[1];
        uint32_t within = ((uint32_t)2 << high) - ((uint32_t)1 << low);
        want &= within;
        if (!want || want == within)
            return want ? YES : NO;
        if (want >> low & 1)
            want |= below(low);
        if (want >> high & 1)
            want |= end - ((uint32_t)2 << high);
    }
    uint64_t code = (left & s->suits[NO_SUIT]) + h[0]->code + h[1]->code + h[2]->code + h[3]->code;
    if (barred != NO_SUIT)
        code += h[barred]->canon - h[barred]->code;
    uint64_t key = code << 4 | (uint32_t)barred << 1 | (uint32_t)leader, known = table_get(&s->bounds, key);
    if (!known)
        known = (uint64_t)tricks;
    if ((want | below((int)(known >> 4 & 15))) == end - 1)
        return YES;
    if (!(want & below((int)(known & 15) + 1)))
        return NO;
    int upward = want + (want & -want) == end;
    if (!upward) {
        uint64_t answer = table_get(&s->answers, key << 14 | want);
        if (answer)
            return (int)(answer & 1);
    }
    int sure = sure_tricks(s, left, leader, barred, h), later = later_tricks(s, left, tricks, leader, h);
    low = most(low, leader ? later : sure);
    high = least(high, tricks - (leader ? sure : later));
    if ((want | below(low)) == end - 1)
        return YES;
    if (!(want & below(high + 1)))
        return NO;
    int answer = leader, count = leads(s, left, leader, barred, h, 0, moves);
    for (int at = 0; at < count; at++) {
        int led = moves[at] & CARD, choices = replies(s, left, leader, led, h, 0, answers);
        int holds = after(s, left, tricks, leader, led, answers, choices, want);
        if (holds < 0)
            return holds;
        if (holds != answer) {
            answer = holds;
            break;
        }
    }
    if (s->bounds.count + s->answers.count >= TABLE_SIZE) {
        table_empty(&s->bounds);
        table_empty(&s->answers);
    }
    if (!upward)
        return table_put(&s->answers, key << 14 | want, (uint64_t)answer) ? answer : NO_MEMORY;
    known = table_get(&s->bounds, key);
    low = known ? (int)(known >> 4 & 15) : 0;
    high = known ? (int)(known & 15) : tricks;
    if (answer)
        low = most(low, lowest(want));
    else
        high = least(high, lowest(want) - 1);
    return table_put(&s->bounds, key, (uint64_t)(low << 4 | high)) ? answer : NO_MEMORY;
}

static int after(
    Search *s, uint32_t left, int tricks, int leader, int led, const uint32_t *moves, int count, uint32_t want) {
    int answer = !leader;
    for (int at = 0; at < count; at++) {
        int number = moves[at] & CARD, winner = moves[at] & WINS ? !leader : leader, barred = NO_SUIT, holds;
        uint32_t rest = (winner ? want : want >> 1) & below(tricks);
        if (winner == leader && s->suit_of[number] == NO_SUIT && s->group_of[number] == s->group_of[led])
            barred = s->suit_of[led];
        if (!rest || rest == below(tricks))
            holds = rest ? YES : NO;
        else
            holds = reach(s, left ^ (uint32_t)1 << led ^ (uint32_t)1 << number, tricks - 1, winner, barred, rest);
        if (holds != answer)
            return holds;
    }
    return answer;
}

typedef struct {
    int turn, led, barred, each, count;
    uint32_t targets[MOST_TRICKS + 1];
} Question;

/* The last target in reach, by trying them from the guess on: after one of the moves, or (move -1) by the best of all. */
static int best(
    Search *s, const Question *q, const Holding **h, const uint32_t *moves, int count, int move, int guess) {
    uint32_t left = below(s->count), answers[MOST_TRICKS];
    int tricks = s->count >> 1, low = 0, high = q->count - 1;
    while (low < high) {
        int number = least(most(guess, low + 1), high), holds;
        uint32_t want = q->targets[number];
        if (!want) {
            holds = NO;
        } else if (q->led >= 0) {
            const uint32_t *chosen = move < 0 ? moves : moves + move;
            holds = after(s, left, tricks, !q->turn, q->led, chosen, move < 0 ? count : 1, want);
        } else if (move < 0) {
            holds = reach(s, left, tricks, q->turn, q->barred, want);
        } else {
            int led = moves[move] & CARD, choices = replies(s, left, q->turn, led, h, 0, answers);
            holds = after(s, left, tricks, q->turn, led, answers, choices, want);
        }
        if (holds < 0)
            return holds;
        if (holds) {
            low = number;
            guess = number + 1;
        } else {
            high = guess = number - 1;
        }
    }
    return low;
}

/* Fills `found` with pairs of place and target, as search.py gives them; returns how many, or SPENT, NO_MEMORY. */
static int solve(Search *s, Question *q, int found[][2]) {
    const Holding *h[4];
    uint32_t moves[MOST_TRICKS], left = below(s->count);
    int values[MOST_CARDS], count, suits = 0, pairs = 0, value = 0, guess = q->count - 1;
    int leader = q->led < 0 ? q->turn : !q->turn;
    if (!s->count) {
        found[0][0] = -1;
        found[0][1] = q->count - 1;
        return 1;
    }
    if (!look_all(s, left, h))
        return NO_MEMORY;
    for (int estimate = estimate_tricks(s, leader); guess && !(q->targets[guess] >> estimate & 1);)
        guess--;
    if (q->led >= 0 && s->suit_of[q->led] != NO_SUIT)
        q->led = highest(h[s->suit_of[q->led]]->reps[leader] & ~above(q->led));
    if (q->led < 0)
        count = leads(s, left, leader, q->barred, h, 1, moves);
    else
        count = replies(s, left, leader, q->led, h, 1, moves);
    if (!q->each) {
        found[0][0] = -1;
        found[0][1] = best(s, q, h, moves, count, -1, guess);
        return found[0][1] < 0 ? found[0][1] : 1;
    }
    memset(values, -1, sizeof values);
    for (int at = 0; at < count; at++) {
        guess = best(s, q, h, moves, count, at, guess);
        if (guess < 0)
            return guess;
        values[moves[at] & CARD] = guess;
        suits |= 1 << s->suit_of[moves[at] & CARD];
    }
    for (int number = 0; number < s->count; number++) {
        int suit = s->suit_of[number];
        if (!(s->owned[q->turn] >> number & 1) || !(suits >> suit & 1) || (suit == NO_SUIT && values[number] < 0))
            continue;
        if (values[number] >= 0)
            value = values[number];
        found[pairs][0] = s->place[number];
        found[pairs++][1] = value;
    }
    return pairs;
}

static int begin(Search *s, uint64_t hand0, uint64_t hand1, int trump) {
    number_cards(s, hand0, hand1, trump);
    int colons = bits(s->suits[NO_SUIT]), well = table_begin(&s->bounds, 8) & table_begin(&s->answers, 1);
    for (int suit = 0; suit < 4; suit++) {
        s->known[suit] = calloc((size_t)1 << (s->width[suit] + colons), sizeof *s->known[suit]);
        well = well && s->known[suit];
    }
    return well;
}

static void end(Search *s) {
    for (int suit = 0; suit < 4; suit++)
        free(s->known[suit]);
    while (s->blocks) {
        Block *next = s->blocks->next;
        free(s->blocks);
        s->blocks = next;
    }
    free(s->bounds.slots);
    free(s->answers.slots);
}

static int read_targets(PyObject *source, Question *q) {
    Py_ssize_t count = PySequence_Size(source);
    if (count < 0)
        return 0;
    if (count < 1 || count > MOST_TRICKS + 1) {
        PyErr_SetString(PyExc_ValueError, "there are from 1 to 14 targets");
        return 0;
    }
    q->count = (int)count;
    for (int at = 0; at < q->count; at++) {
        PyObject *item = PySequence_GetItem(source, at);
        if (!item)
            return 0;
        unsigned long want = PyLong_AsUnsignedLong(item);
        Py_DECREF(item);
        if (want == (unsigned long)-1 && PyErr_Occurred())
            return 0;
        q->targets[at] = (uint32_t)(want & 0x3FFF);
    }
    return 1;
}

static int count_cards(uint64_t hand) { return __builtin_popcountll(hand); }

static PyObject *search(PyObject *module, PyObject *arguments) {
    unsigned long long hand0, hand1;
    int trump, turn, led, barred, each;
    long long limit;
    PyObject *targets;
    Question q = {0};
    int found[MOST_TRICKS + 1][2], pairs = NO_MEMORY;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "KKiiiiOpL", &hand0, &hand1, &trump, &turn, &led, &barred, &targets, &each, &limit))
        return NULL;
    if (led >= 0 && led < DECK)
        *(turn ? &hand0 : &hand1) |= 1ull << led;
    if ((hand0 | hand1) >> DECK || hand0 & hand1 || count_cards(hand0) != count_cards(hand1) ||
        count_cards(hand0) > MOST_TRICKS || turn < 0 || turn > 1 || trump < -1 || trump > 3 || barred < -1 ||
        barred > 3 || led < -1 || led >= DECK) {
        PyErr_SetString(PyExc_ValueError, "these hands do not make a point of the play");
        return NULL;
    }
    if (!read_targets(targets, &q))
        return NULL;
    Search *s = calloc(1, sizeof *s);
    if (!s)
        return PyErr_NoMemory();
    Py_BEGIN_ALLOW_THREADS;
    s->limit = limit;
    if (begin(s, hand0, hand1, trump)) {
        q.turn = turn;
        q.barred = barred < 0 ? NO_SUIT : barred;
        q.each = each;
        q.led = -1;
        for (int number = 0; number < s->count; number++)
            if (led >= 0 && s->place[number] == led)
                q.led = number;
        pairs = solve(s, &q, found);
    }
    end(s);
    Py_END_ALLOW_THREADS;
    long long nodes = s->nodes;
    free(s);
    if (pairs == NO_MEMORY)
        return PyErr_NoMemory();
    if (pairs == SPENT)
        return Py_BuildValue("OL", Py_None, nodes);
    PyObject *list = PyList_New(0);
    for (int at = 0; list && at < pairs; at++) {
        PyObject *pair = Py_BuildValue("ii", found[at][0], found[at][1]);
        if (!pair || PyList_Append(list, pair) < 0)
            Py_CLEAR(list);
        Py_XDECREF(pair);
    }
    return list ? Py_BuildValue("NL", list, nodes) : NULL;
}

static PyMethodDef METHODS[] = {
    {"search", search, METH_VARARGS, "Solve a position; see bridgette.computer.solver.search.search."},
    {NULL, NULL, 0, NULL},
};

static int execute(PyObject *module) { return PyModule_AddIntConstant(module, "API_VERSION", API_VERSION); }

static PyModuleDef_Slot SLOTS[] = {{Py_mod_exec, execute}, {0, NULL}};

static PyModuleDef MODULE = {
    PyModuleDef_HEAD_INIT, "bridgette.computer.solver._solver", "The C form of the solver's search.", 0, METHODS, SLOTS, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit__solver(void) { return PyModuleDef_Init(&MODULE); }
