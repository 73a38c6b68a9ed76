// expr/field_point.c: values of expressions at points of the fields other than the home point.
//
// In:    values of symbols, and of e^(i*symbol)
// Out:   values of any expressions there
// Law:   the same numbers as if every expression were evaluated anew
// How:   an expression that is evaluated at one point will be evaluated at others: it gets a slot in its
//        pool, after those of its operands. A point stores its values in arrays indexed by slot, and computes
//        those that are asked for and unknown. Changing a symbol invalidates all values that may contain it.

#include "expr/fingerprint_impl.h"
#include <string.h>

// States of a slot at a point; the marks of the value are above this bit.
enum { SLOT_UNKNOWN, SLOT_KNOWN, SLOT_MARKS = 1 };

// --- slots ---------------------------------------------------------------------------------------

static uint32_t add_slot(ExprPool *pool, Slot slot) {
  if (pool->slots.n == 0) array_push(pool->arena, &pool->slots, (Slot){0});
  array_push(pool->arena, &pool->slots, slot);
  return (uint32_t) pool->slots.n - 1;
}

static uint32_t slot_of(const ExprPool *pool, Expr e) {
  return e.id < pool->slot_of.n ? pool->slot_of.at[e.id] : 0;
}

static void give_slots(ExprPool *pool, const Expr *roots, size_t n);

// The slot of e^(i*argument) or e^argument; the next one is that of its inverse.
static uint32_t exponential_slot(ExprPool *pool, SlotKind kind, Expr argument) {
  const uint64_t key = 4 * (uint64_t) argument.id + kind;
  uint32_t slot;
  // a slot that was dropped may stand for something else now
  if (memo_get(&pool->exponentials, key, &slot) && slot < pool->slots.n &&
      pool->slots.at[slot].e == argument.id && pool->slots.at[slot].what == kind)
    return slot;
  const ArenaMark mark = arena_mark(&pool->scratch);
  Terms atoms = {0};
  fingerprint_atoms(pool, argument, &atoms);
  Expr *inside = ARENA_ARRAY(&pool->scratch, Expr, atoms.n + 1);
  for (size_t i = 0; i < atoms.n; i++) inside[i] = atoms.at[i].e;
  give_slots(pool, inside, atoms.n);
  const uint32_t first = (uint32_t) pool->atoms.n;
  for (size_t i = 0; i < atoms.n; i++) array_push(pool->arena, &pool->atoms, atoms.at[i]);
  slot = add_slot(pool, (Slot){argument.id, first, (uint32_t) atoms.n, (uint8_t) kind});
  add_slot(pool, (Slot){argument.id, slot, 1, SLOT_INVERSE});
  memo_put(pool->arena, &pool->exponentials, key, slot);
  arena_release(&pool->scratch, mark);
  return slot;
}

static void give_slot(ExprPool *pool, Expr e) {
  Slot slot = {.e = e.id, .what = SLOT_VALUE};
  if (pool_node(pool, e)->kind == EXPR_FUNCTION) {
    const SlotKind by = fingerprint_exponential_of((Function) pool_node(pool, e)->fn);
    if (by != SLOT_VALUE) slot.first = exponential_slot(pool, by, pool_terms(pool, e)[0].e);
  }
  const uint32_t number = add_slot(pool, slot);
  while (pool->slot_of.n <= e.id) array_push(pool->arena, &pool->slot_of, 0);
  pool->slot_of.at[e.id] = number;
}

static void give_slots(ExprPool *pool, const Expr *roots, size_t n) {
  size_t without = 0;
  while (without < n && slot_of(pool, roots[without]) != 0) without++;
  if (without == n) return;
  const ArenaMark mark = arena_mark(&pool->keep);
  const ExprList nodes = expr_reachable(pool, roots, n, &pool->keep);
  for (size_t i = 0; i < nodes.n; i++)
    if (slot_of(pool, nodes.at[i]) == 0) give_slot(pool, nodes.at[i]);
  for (size_t i = 0; i < n; i++)  // EXPR_NONE is not a node
    if (slot_of(pool, roots[i]) == 0) give_slot(pool, roots[i]);
  arena_release(&pool->keep, mark);
}

void pool_drop_slots(ExprPool *pool) {
  size_t kept = 0;
  while (kept < pool->slots.n && pool->slots.at[kept].e < pool->nodes.n) kept++;
  if (kept == pool->slots.n) return;
  for (size_t i = kept; i < pool->slots.n; i++) {
    const Slot slot = pool->slots.at[i];
    if (slot.what == SLOT_VALUE) pool->slot_of.at[slot.e] = 0;
    if (slot.what != SLOT_VALUE && slot.what != SLOT_INVERSE && slot.first < pool->atoms.n)
      pool->atoms.n = slot.first;
  }
  pool->slots.n = kept;
  pool->slots_dropped++;
}

// --- a point -------------------------------------------------------------------------------------

FieldPoint *field_point_create(ExprPool *pool, Arena *arena) {
  FieldPoint *point = ARENA_NEW(arena, FieldPoint);
  point->pool = pool;
  point->arena = arena;
  point->dropped = pool->slots_dropped;
  point->fields = FIELD_COUNT;
  return point;
}

FieldPoint *field_point_copy(const FieldPoint *point, Arena *arena) {
  FieldPoint *copy = field_point_create(point->pool, arena);
  copy->fields = point->fields;
  copy->true_roots = point->true_roots;
  copy->root_signs = point->root_signs;
  copy->mixed_signs = point->mixed_signs;
  copy->symbols = memo_copy(arena, &point->symbols);
  copy->angles = memo_copy(arena, &point->angles);
  array_reserve(arena, &copy->given, point->given.n);
  for (size_t i = 0; i < point->given.n; i++) copy->given.at[copy->given.n++] = point->given.at[i];
  return copy;
}

static void forget_all(FieldPoint *point) {
  if (point->room > 0) memset(point->known, SLOT_UNKNOWN, point->room);
  point->dropped = point->pool->slots_dropped;
  point->changed = 0;
}

// Records that the values that may contain the symbol must be forgotten. If the symbol itself has no value yet, no
// value contains it.
static void note_change(FieldPoint *point, Expr symbol) {
  const ExprPool *pool = point->pool;
  const uint32_t own = slot_of(pool, symbol);
  if (point->dropped != pool->slots_dropped) forget_all(point);
  if (own == 0 || own >= point->room || point->known[own] == SLOT_UNKNOWN) return;
  if (point->changed == 0 || own < point->first_changed) point->first_changed = own;
  point->changed |= pool_node(pool, symbol)->deps & ~DEPS_TIME;
}

// Forgets the values that may contain a changed symbol: once for all changes, before the next value.
static void forget_changed(FieldPoint *point) {
  const ExprPool *pool = point->pool;
  if (point->dropped != pool->slots_dropped) forget_all(point);
  if (point->changed == 0) return;
  const size_t n = point->room < pool->slots.n ? point->room : pool->slots.n;
  for (size_t i = point->first_changed; i < n; i++)
    if (point->known[i] != SLOT_UNKNOWN &&
        pool->nodes.at[pool->slots.at[i].e].deps & point->changed)
      point->known[i] = SLOT_UNKNOWN;
  point->changed = 0;
}

static void put_given(FieldPoint *point, Memo *table, Expr symbol, Fingerprint value) {
  uint32_t place;
  note_change(point, symbol);
  if (memo_get(table, symbol.id, &place)) {
    point->given.at[place] = value;
    return;
  }
  memo_put(point->arena, table, symbol.id, (uint32_t) point->given.n);
  array_push(point->arena, &point->given, value);
}

void field_point_set(FieldPoint *point, Expr symbol, Fingerprint value) {
  put_given(point, &point->symbols, symbol, value);
}

void field_point_set_angle(FieldPoint *point, Expr symbol, Fingerprint unit) {
  put_given(point, &point->angles, symbol, unit);
}

bool field_point_is_zero(const FieldPoint *point, Fingerprint value) {
  for (int k = 0; k < point->fields; k++)
    if (value.v[k] != 0) return false;
  return true;
}

void field_point_take_roots(FieldPoint *point, unsigned signs, uint64_t mixed) {
  point->true_roots = true;
  point->root_signs = signs;
  point->mixed_signs = mixed;
  for (size_t i = 0; i < point->room; i++)
    if (point->known[i] >> SLOT_MARKS & MARK_SIGNS) point->known[i] = SLOT_UNKNOWN;
}

static void make_room(FieldPoint *point) {
  const size_t n = point->pool->slots.n;
  if (n <= point->room) return;
  const size_t room = n < 2 * point->room ? 2 * point->room : n + n / 4;
  Fingerprint *values = arena_take_room(point->arena, room, sizeof *values);
  uint8_t *known = ARENA_ARRAY(point->arena, uint8_t, room);
  if (point->room > 0) {
    memcpy(known, point->known, point->room);
    for (size_t i = 0; i < point->room; i++)
      if (known[i] != SLOT_UNKNOWN) values[i] = point->values[i];
  }
  point->values = values;
  point->known = known;
  point->room = room;
}

// --- values --------------------------------------------------------------------------------------

typedef ARRAY(uint32_t) Stack;

// Pushes an operand that is not known yet; otherwise returns its marks.
static uint8_t want(FieldPoint *point, Stack *stack, uint32_t slot) {
  const uint8_t known = point->known[slot];
  if (known != SLOT_UNKNOWN) return (uint8_t) (known >> SLOT_MARKS);
  array_push(&point->pool->scratch, stack, slot);
  return 0;
}

// Pushes the unknown operands; returns the marks of the known ones.
static uint8_t want_operands(FieldPoint *point, Stack *stack, uint32_t number) {
  const ExprPool *pool = point->pool;
  const Slot slot = pool->slots.at[number];
  uint8_t marks = 0;
  if (slot.what == SLOT_INVERSE) return want(point, stack, slot.first);
  if (slot.what != SLOT_VALUE) {
    for (size_t i = 0; i < slot.n; i++)
      marks |= want(point, stack, pool->slot_of.at[pool->atoms.at[slot.first + i].e.id]);
    return marks;
  }
  const Node *node = &pool->nodes.at[slot.e];
  if (node->kind == EXPR_NUMBER || node->kind == EXPR_SYMBOL) return 0;
  for (size_t i = 0; i < node->n; i++)
    marks |= want(point, stack, pool->slot_of.at[pool->operands.at[node->first + i].e.id]);
  if (slot.first == 0) return marks;
  marks |= want(point, stack, slot.first);
  return node->fn == FN_EXP ? marks : marks | want(point, stack, slot.first + 1);
}

static Fingerprint value_of_function(FieldPoint *point, const Slot *slot, const Node *node) {
  const ExprTerm *terms = point->pool->operands.at + node->first;
  Fingerprint second = {{0}};
  if (node->n > 1) second = value_at(point->pool, point, terms[1].e);
  const Fingerprint third = node->n > 2 ? value_at(point->pool, point, terms[2].e) : second;
  const Fingerprint e =
    slot->first != 0 ? point->values[slot->first] : value_at(point->pool, point, terms[0].e);
  const bool both = slot->first != 0 && node->fn != FN_EXP;
  return fingerprint_of_function(point, (Function) node->fn, e,
                                 both ? point->values[slot->first + 1] : e, second, third);
}

// Computes the value of a slot whose operands are known.
static Fingerprint value_of_slot(FieldPoint *point, uint32_t number) {
  ExprPool *pool = point->pool;
  const Slot slot = pool->slots.at[number];
  if (slot.what == SLOT_INVERSE) return fingerprint_inverse(point->values[slot.first]);
  if (slot.what != SLOT_VALUE)
    return fingerprint_of_exponential(pool, point, (SlotKind) slot.what,
                                      pool->atoms.at + slot.first, slot.n);
  const Node node = pool->nodes.at[slot.e];
  uint32_t place;
  switch ((ExprKind) node.kind) {
    case EXPR_NUMBER: return node.print;
    case EXPR_SYMBOL:
      return memo_get(&point->symbols, slot.e, &place) ? point->given.at[place] : node.print;
    case EXPR_FUNCTION: return value_of_function(point, &slot, &node);
    default:
      return fingerprint_of_terms(pool, point, (ExprKind) node.kind, pool->operands.at + node.first,
                                  node.n);
  }
}

static void compute(FieldPoint *point, Stack *stack) {
  while (stack->n > 0) {
    const uint32_t top = stack->at[stack->n - 1];
    const size_t before = stack->n;
    if (point->known[top] != SLOT_UNKNOWN) {
      stack->n--;
      continue;
    }
    point->marks = want_operands(point, stack, top);
    if (stack->n > before) continue;
    point->values[top] = value_of_slot(point, top);
    point->known[top] = (uint8_t) (SLOT_KNOWN | point->marks << SLOT_MARKS);
    stack->n--;
  }
}

bool field_point_values(FieldPoint *point, const Expr *roots, size_t n, Fingerprint *values) {
  ExprPool *pool = point->pool;
  give_slots(pool, roots, n);
  forget_changed(point);
  make_room(point);
  const ArenaMark mark = arena_mark(&pool->scratch);
  Stack stack = {0};
  uint8_t marks = 0;
  for (size_t i = 0; i < n; i++) {
    const uint32_t slot = pool->slot_of.at[roots[i].id];
    (void) want(point, &stack, slot);
    compute(point, &stack);
    values[i] = point->values[slot];
    marks |= (uint8_t) (point->known[slot] >> SLOT_MARKS);
  }
  arena_release(&pool->scratch, mark);
  point->lacks_root |= marks & MARK_ROOTS;
  return (marks & MARK_POLE) == 0;
}
