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
  uint32_t count;        // places where the two are close together now
  uint32_t waiting;      // the largest count with which it waits in the heap, or 0
  uint32_t first, last;  // occurrences: the lists where they were close at some time
  bool touched;          // count has grown since the pair was last put into the heap
} Pair;

// A list in which a pair occurs.
typedef struct {
  uint32_t list;
  uint32_t next;  // occurrence of the pair
} Occurrence;

typedef struct {
  Arena *arena;
  TokenList *lists;
  ARRAY(Pair) pairs;
  ARRAY(Occurrence) in;
  Memo pair_of;             // tokens -> pair
  ARRAY(uint64_t) heap;     // of ranks; entries may be out of date
  ARRAY(uint32_t) touched;  // pairs
} Sharing;

// --- a heap of pairs, the most frequent on top ---------------------------------------------------

#define CHILDREN 4  // of a place in the heap: they share a cache line

// The rank of a pair with this count. Ties go to the pair seen first, so that the result does not depend on the heap's
// shape.
static uint64_t rank_of(uint32_t count, uint32_t pair) {
  return (uint64_t) count << 32 | (UINT32_MAX - pair);
}

static uint32_t rank_count(uint64_t rank) {
  return (uint32_t) (rank >> 32);
}

static uint32_t rank_pair(uint64_t rank) {
  return UINT32_MAX - (uint32_t) rank;
}

static void heap_push(Sharing *s, uint64_t rank) {
  array_push(s->arena, &s->heap, rank);
  size_t i = s->heap.n - 1;
  for (; i > 0 && rank > s->heap.at[(i - 1) / CHILDREN]; i = (i - 1) / CHILDREN)
    s->heap.at[i] = s->heap.at[(i - 1) / CHILDREN];
  s->heap.at[i] = rank;
}

static uint64_t heap_pop(Sharing *s) {
  const uint64_t top = s->heap.at[0], last = s->heap.at[--s->heap.n];
  size_t i = 0;
  for (;;) {
    const size_t first = CHILDREN * i + 1;
    size_t child = first;
    for (size_t k = first + 1; k < first + CHILDREN && k < s->heap.n; k++)
      if (s->heap.at[k] > s->heap.at[child]) child = k;
    if (child >= s->heap.n || s->heap.at[child] <= last) break;
    s->heap.at[i] = s->heap.at[child];
    i = child;
  }
  s->heap.at[i] = last;
  return top;
}

// Lets a pair wait with its present count, unless it is known to.
static void wait_for_turn(Sharing *s, uint32_t place) {
  Pair *pair = &s->pairs.at[place];
  if (pair->count < 2 || pair->count <= pair->waiting) return;
  pair->waiting = pair->count;
  heap_push(s, rank_of(pair->count, place));
}

// Lets all pairs wait that have become more frequent: once each, however often they were counted.
static void look_at_touched(Sharing *s) {
  for (size_t i = 0; i < s->touched.n; i++) {
    s->pairs.at[s->touched.at[i]].touched = false;
    wait_for_turn(s, s->touched.at[i]);
  }
  s->touched.n = 0;
}

// --- counting ------------------------------------------------------------------------------------

// Notes that a pair occurs in a list.
static void add_occurrence(Sharing *s, Pair *pair, uint32_t list, bool first) {
  const uint32_t place = (uint32_t) s->in.n;
  if (!first && s->in.at[pair->last].list == list) return;
  array_push(s->arena, &s->in, ((Occurrence){.list = list}));
  if (first)
    pair->first = place;
  else
    s->in.at[pair->last].next = place;
  pair->last = place;
}

static void add_pair(Sharing *s, uint32_t list, TokenPair tokens) {
  const uint64_t key = (uint64_t) tokens.a << 32 | tokens.b;
  uint32_t place;
  const bool new = memo_add(s->arena, &s->pair_of, key, (uint32_t) s->pairs.n, &place);
  if (new) array_push(s->arena, &s->pairs, ((Pair){.tokens = tokens}));
  Pair *pair = &s->pairs.at[place];
  pair->count++;
  add_occurrence(s, pair, list, new);
  if (!pair->touched) array_push(s->arena, &s->touched, place);
  pair->touched = true;
}

static void remove_pair(Sharing *s, TokenPair tokens) {
  uint32_t place;
  if (memo_get(&s->pair_of, (uint64_t) tokens.a << 32 | tokens.b, &place))
    s->pairs.at[place].count--;
}

// Adds (or removes) the pairs of a list whose first token is in [from, to).
static void count_pairs(Sharing *s, uint32_t list, size_t from, size_t to, bool add) {
  const TokenList *l = &s->lists[list];
  for (size_t i = from; i < to && i < l->n; i++) {
    for (size_t j = i + 1; j <= i + SHARE_REACH && j < l->n; j++) {
      const uint32_t a = l->at[i], b = l->at[j];
      const TokenPair tokens = a < b ? (TokenPair){a, b} : (TokenPair){b, a};
      if (add)
        add_pair(s, list, tokens);
      else
        remove_pair(s, tokens);
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
  for (look_at_touched(&s); s.heap.n > 0; look_at_touched(&s)) {
    const uint64_t top = heap_pop(&s);
    const Pair pair = s.pairs.at[rank_pair(top)];
    if (rank_count(top) < pair.waiting) continue;  // it has had its turn with a larger count
    s.pairs.at[rank_pair(top)].waiting = 0;
    if (pair.count != rank_count(top)) {  // it has become less frequent
      wait_for_turn(&s, rank_pair(top));
      continue;
    }
    const uint32_t token = first_new + (uint32_t) pairs->n;
    array_push(arena, pairs, pair.tokens);
    for (uint32_t i = pair.first;; i = s.in.at[i].next) {
      replace_in_list(&s, s.in.at[i].list, pair.tokens, token);
      if (i == pair.last) break;
    }
  }
}
