// tape/share.c: repeated pairs in lists of summands or factors.
//
// A list stands for a sum or a product in any order. Computing a pair once that occurs in many lists is what a
// person does by writing p = a + b first. Greedy: takes the most frequent pair, again and again.
//
// Cost:  about (tokens) * SHARE_REACH^2 table look-ups; lists are only searched near each token
// Not:   optimal. Pairs further apart than SHARE_REACH in the order of tokens are not seen.

#include "tape/tape_impl.h"

#define SHARE_REACH 4  // a wider reach finds little more on mechanical systems and costs its square

typedef struct {
  TokenPair tokens;
  uint32_t count;      // places where the two are close together now
  ARRAY(uint32_t) in;  // lists where they were close at some time
} Pair;

typedef struct {
  uint32_t count, pair;
} Waiting;

typedef struct {
  Arena *arena;
  TokenList *lists;
  ARRAY(Pair) pairs;
  Memo pair_of;         // tokens -> pair
  ARRAY(Waiting) heap;  // by count; entries may be out of date
  bool counted;         // all lists are counted: from here on pairs wait in the heap
} Sharing;

// --- a heap of pairs, the most frequent on top ---------------------------------------------------

// Ties go to the pair seen first, so that the result does not depend on the heap's shape.
static bool before(Waiting a, Waiting b) {
  return a.count != b.count ? a.count > b.count : a.pair < b.pair;
}

static void heap_push(Sharing *s, Waiting item) {
  array_push(s->arena, &s->heap, item);
  size_t i = s->heap.n - 1;
  for (; i > 0 && before(item, s->heap.at[(i - 1) / 2]); i = (i - 1) / 2)
    s->heap.at[i] = s->heap.at[(i - 1) / 2];
  s->heap.at[i] = item;
}

static Waiting heap_pop(Sharing *s) {
  const Waiting top = s->heap.at[0], last = s->heap.at[--s->heap.n];
  size_t i = 0;
  for (;;) {
    size_t child = 2 * i + 1;
    if (child >= s->heap.n) break;
    if (child + 1 < s->heap.n && before(s->heap.at[child + 1], s->heap.at[child])) child++;
    if (!before(s->heap.at[child], last)) break;
    s->heap.at[i] = s->heap.at[child];
    i = child;
  }
  s->heap.at[i] = last;
  return top;
}

// --- counting ------------------------------------------------------------------------------------

static Pair *find_pair(Sharing *s, uint32_t a, uint32_t b, uint32_t *place) {
  const TokenPair tokens = a < b ? (TokenPair){a, b} : (TokenPair){b, a};
  const uint64_t key = (uint64_t) tokens.a << 32 | tokens.b;
  if (!memo_get(&s->pair_of, key, place)) {
    *place = (uint32_t) s->pairs.n;
    array_push(s->arena, &s->pairs, ((Pair){.tokens = tokens}));
    memo_put(s->arena, &s->pair_of, key, *place);
  }
  return &s->pairs.at[*place];
}

// Adds (or removes) the pairs of a list whose first token is in [from, to).
static void count_pairs(Sharing *s, uint32_t list, size_t from, size_t to, bool add) {
  const TokenList *l = &s->lists[list];
  for (size_t i = from; i < to && i < l->n; i++) {
    for (size_t j = i + 1; j <= i + SHARE_REACH && j < l->n; j++) {
      uint32_t place;
      Pair *pair = find_pair(s, l->at[i], l->at[j], &place);
      if (!add) {
        pair->count--;
        continue;
      }
      pair->count++;
      if (pair->in.n == 0 || pair->in.at[pair->in.n - 1] != list)
        array_push(s->arena, &pair->in, list);
      if (s->counted && pair->count >= 2) heap_push(s, (Waiting){pair->count, place});
    }
  }
}

// --- replacing -----------------------------------------------------------------------------------

// Finds the first place from *i on where the two are close together.
static bool stand_close(const TokenList *l, TokenPair tokens, size_t *i, size_t *j) {
  for (; *i < l->n; ++*i) {
    const uint32_t here = l->at[*i];
    if (here != tokens.a && here != tokens.b) continue;
    const uint32_t other = here == tokens.a ? tokens.b : tokens.a;
    for (*j = *i + 1; *j <= *i + SHARE_REACH && *j < l->n; ++*j)
      if (l->at[*j] == other) return true;
  }
  return false;
}

static void replace_in_list(Sharing *s, uint32_t list, TokenPair tokens, uint32_t by) {
  TokenList *l = &s->lists[list];
  size_t i = 0, j;
  while (stand_close(l, tokens, &i, &j)) {
    const size_t from = i > SHARE_REACH ? i - SHARE_REACH : 0;
    count_pairs(s, list, from, j + 1, false);
    l->at[i] = by;
    for (size_t k = j; k + 1 < l->n; k++) l->at[k] = l->at[k + 1];
    l->n--;
    count_pairs(s, list, from, j, true);
    i = from;  // the tokens behind have moved up
  }
}

void share_pairs(Arena *arena, TokenList *lists, size_t n, uint32_t first_new, TokenPairs *pairs) {
  Sharing s = {.arena = arena, .lists = lists};
  for (size_t i = 0; i < n; i++) count_pairs(&s, (uint32_t) i, 0, lists[i].n, true);
  s.counted = true;
  for (size_t i = 0; i < s.pairs.n; i++)
    if (s.pairs.at[i].count >= 2) heap_push(&s, (Waiting){s.pairs.at[i].count, (uint32_t) i});
  while (s.heap.n > 0) {
    const Waiting top = heap_pop(&s);
    const Pair pair = s.pairs.at[top.pair];
    if (pair.count < 2) continue;
    if (pair.count != top.count) {
      // out of date; push the true count unless such an entry is already waiting
      if (pair.count < top.count) heap_push(&s, (Waiting){pair.count, top.pair});
      continue;
    }
    const uint32_t token = first_new + (uint32_t) pairs->n;
    array_push(arena, pairs, pair.tokens);
    for (size_t i = 0; i < pair.in.n; i++) replace_in_list(&s, pair.in.at[i], pair.tokens, token);
  }
}
