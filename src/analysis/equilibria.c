// analysis/equilibria.c: states of rest, by Newton's method from many starts.
//
// In:    equations with values for all parameters; ranges to search
// Out:   the equilibria in the ranges, each once; a set of them as one, with its free coordinates
// How:   starts are spread evenly over the ranges (Halton), with the corners 0 and pi of angles and the initial
//        state. A solution in doubles is enclosed in balls (local/local.h), or given a closed form that is
//        proved. If forces only become small, far away, neither is possible
// From:  docs/theory/smallmotions.md, section "Rest"
// Not:   complete: an equilibrium that no start leads to is missed

#include "analysis/equilibria_impl.h"
#include "analysis/newton.h"
#include <math.h>
#include <string.h>

#define STARTS 96       // spread over the ranges
#define CORNERS_MOST 5  // angles of which all combinations of 0 and pi are tried
#define REACH 3         // default ranges extend this far, in scales of the initial state
#define NEAR 1e-6       // closer ones count as the same
#define EQUILIBRIA_MOST 64
#define GROWTHS 4      // rounds in which ranges may grow to include equilibria outside
#define GROWTH 1.5     // how far they then extend beyond these
#define UNPROVED 1e-9  // distance from a solution, by Newton's step, for one that is not enclosed

#define TURN 6.283185307179586

typedef struct {
  const Equations *eq;
  Arena *arena;
  Local *local;
  LocalSystem rest;
  Newton *newton, *held;  // for all unknowns; with the coordinates held
  size_t n;
  double *x, *start;  // the unknowns; the initial state
  double scale;
  bool grown;  // a range has grown since the starts were spread
  Equilibria *found;
} Search;

// --- ranges --------------------------------------------------------------------------------------

// Numbers that fill 0 to 1 evenly: the digits of i in a base, in reverse order.
static double halton(size_t i, size_t base) {
  double value = 0, part = 1;
  for (; i > 0; i /= base) {
    part /= (double) base;
    value += part * (double) (i % base);
  }
  return value;
}

static size_t prime(size_t k) {
  static const size_t primes[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53};
  return primes[k % (sizeof primes / sizeof *primes)];
}

// Is the coordinate an angle: does a whole turn leave the equations of motion unchanged?
static bool turns(const Search *s, Expr q) {
  const LocalSystem whole = local_motion_system(s->local);
  ExprPool *pool = s->eq->pool;
  bool occurs = false;
  const Expr turned = expr_add(pool, q, expr_mul(pool, expr_int(pool, 2), EXPR_PI));
  for (size_t i = 0; i < whole.equations; i++) {
    if (!expr_depends(pool, whole.equation[i], q)) continue;
    occurs = true;
    const Expr e = expr_substitute(pool, whole.equation[i], &q, &turned, 1);
    if (!expr_equal(pool, e, whole.equation[i])) return false;
  }
  return occurs;
}

// Does it occur in a periodic function?
static bool waves(const Search *s, Expr q) {
  const LocalSystem whole = local_motion_system(s->local);
  ExprPool *pool = s->eq->pool;
  const ExprList nodes = expr_reachable(pool, whole.equation, whole.equations, s->arena);
  for (size_t i = 0; i < nodes.n; i++) {
    if (expr_kind(pool, nodes.at[i]) != EXPR_FUNCTION) continue;
    const Function fn = expr_function(pool, nodes.at[i]);
    if ((fn == FN_SIN || fn == FN_COS || fn == FN_TAN) && expr_depends(pool, nodes.at[i], q))
      return true;
  }
  return false;
}

static void choose_ranges(Search *s, const Range *given, size_t n) {
  s->found->range = ARENA_ARRAY(s->arena, Range, s->n + 1);
  s->scale = 1;
  for (size_t i = 0; i < s->n; i++) {
    const Expr q = s->eq->q[i];
    s->found->range[i] = (Range){.q = q, .turns = turns(s, q), .waves = waves(s, q)};
    if (!s->found->range[i].turns) s->scale = fmax(s->scale, fabs(s->start[i]));
  }
  for (size_t i = 0; i < s->n; i++) {
    Range *r = &s->found->range[i];
    r->high = r->turns ? TURN / 2 : r->waves ? fmax(TURN / 2, REACH * s->scale) : REACH * s->scale;
    r->low = -r->high;
    for (size_t k = 0; k < n; k++) {
      if (!expr_same(given[k].q, r->q)) continue;
      r->low = given[k].low;
      r->high = given[k].high;
      r->given = true;
    }
  }
}

// Maps an angle into -pi < q <= pi, or into the given range.
static double wrapped(const Range *r, double q) {
  if (!r->turns) return q;
  const double middle = (r->low + r->high) / 2;
  const double turned = q - TURN * ceil((q - middle) / TURN - 0.5);
  return fabs(turned + TURN / 2 - middle) < NEAR ? turned + TURN : turned;
}

static bool is_outside(const Range *r, double q) {
  const double room = NEAR * (1 + fabs(r->high - r->low));
  return q < r->low - room || q > r->high + room;
}

static bool is_inside(const Search *s, const double *q) {
  for (size_t i = 0; i < s->n; i++)
    if (is_outside(&s->found->range[i], q[i])) return false;
  return true;
}

// Extends default ranges to include an equilibrium, except those of coordinates in periodic functions, which
// may have many more far away.
static bool grow_ranges(Search *s, const double *q) {
  for (size_t i = 0; i < s->n; i++) {
    const Range *r = &s->found->range[i];
    if (is_outside(r, q[i]) && (r->given || r->waves)) return false;
  }
  for (size_t i = 0; i < s->n; i++) {
    Range *r = &s->found->range[i];
    if (!is_outside(r, q[i])) continue;
    r->high = GROWTH * fabs(q[i]);
    r->low = -r->high;
    s->grown = true;
  }
  return true;
}

static void spread(const Search *s, size_t k, double *x) {
  for (size_t i = 0; i < s->n; i++) {
    const Range *r = &s->found->range[i];
    x[i] = r->low + (r->high - r->low) * halton(k + 1, prime(i));
  }
}

// Sets angles to 0 or pi, the others as in the initial state. False if there are no more corners.
static bool corner(const Search *s, size_t k, double *x) {
  size_t angles = 0;
  for (size_t i = 0; i < s->n; i++) {
    const Range *r = &s->found->range[i];
    x[i] = s->start[i];
    if (r->turns && angles < CORNERS_MOST) x[i] = k >> angles++ & 1 ? TURN / 2 : 0;
  }
  return k < (size_t) 1 << angles;
}

// --- one start -----------------------------------------------------------------------------------

// Solves from these coordinates, with the other unknowns starting at 0.
static Status solve_by(Search *s, Newton *newton, const double *q) {
  for (size_t i = 0; i < s->rest.unknowns; i++) s->x[i] = i < s->n ? q[i] : 0;
  return newton_solve(newton, s->x);
}

static Status solve_from(Search *s, const double *q) {
  return solve_by(s, s->newton, q);
}

// Can the system rest at these coordinates, with the right multipliers?
static bool rests_at(Search *s, const double *q) {
  return solve_by(s, s->held, q) == STATUS_OK;
}

static bool is_near(const Search *s, const Equilibrium *e, const double *q) {
  for (size_t i = 0; i < s->n; i++) {
    if (e->any != NULL && e->any[i]) continue;
    if (fabs(e->q[i] - q[i]) > NEAR * s->scale) return false;
  }
  return true;
}

static bool is_known(const Search *s, const double *q) {
  for (size_t k = 0; k < s->found->all.n; k++)
    if (is_near(s, &s->found->all.at[k], q)) return true;
  return false;
}

// --- sets of equilibria --------------------------------------------------------------------------

// Sets the marked coordinates to values within their ranges.
static void shuffle(const Search *s, const bool *marked, size_t k, double *q) {
  for (size_t i = 0; i < s->n; i++) {
    const Range *r = &s->found->range[i];
    if (marked[i]) q[i] = r->low + (r->high - r->low) * halton(17 + 5 * k + i, prime(i + 1));
  }
}

// Finds coordinates that may have any value, each alone and all together.
static const bool *free_coordinates(Search *s, const double *there) {
  bool *any = ARENA_ARRAY(s->arena, bool, s->n), *one = ARENA_ARRAY(s->arena, bool, s->n);
  double *q = ARENA_ARRAY(s->arena, double, s->n);
  bool some = false;
  for (size_t i = 0; i < s->n; i++) {
    memset(one, 0, s->n * sizeof *one);
    one[i] = any[i] = true;
    for (size_t k = 0; k < 3 && any[i]; k++) {
      memcpy(q, there, s->n * sizeof *q);
      shuffle(s, one, k, q);
      any[i] = rests_at(s, q);
    }
    some = some || any[i];
  }
  for (size_t k = 0; some && k < 3; k++) {
    memcpy(q, there, s->n * sizeof *q);
    shuffle(s, any, k, q);
    if (rests_at(s, q)) continue;
    memset(any, 0, s->n * sizeof *any);
    break;
  }
  return any;
}

static bool is_proved(const Equilibrium *e) {
  return e->enclosed || e->exact != NULL;
}

// Finds another point of the same set without free coordinates: of those with equal dimension and stability
// only one is kept, the proved one nearest to the initial state.
static Equilibrium *same_set(const Search *s, const Equilibrium *e) {
  for (size_t k = 0; k < s->found->all.n; k++) {
    Equilibrium *o = &s->found->all.at[k];
    const bool alike = o->modes == e->modes && o->stability.stability == e->stability.stability;
    bool same =
      o->family > 0 && o->family == e->family && (alike || !is_proved(o) || !is_proved(e));
    for (size_t i = 0; i < s->n; i++) same = same && o->any[i] == e->any[i];
    if (same) return o;
  }
  return NULL;
}

static double distance(const Search *s, const double *q) {
  double sum = 0;
  for (size_t i = 0; i < s->n; i++) sum += (q[i] - s->start[i]) * (q[i] - s->start[i]);
  return sum;
}

// Does it belong to a set that has more dimensions than free coordinates?
static bool is_set(const Search *s, const Equilibrium *e) {
  size_t free = 0;
  for (size_t i = 0; i < s->n; i++) free += e->any[i];
  return e->family > free;
}

static void add(Search *s, Equilibrium e) {
  Equilibrium *known = is_set(s, &e) ? same_set(s, &e) : NULL;
  if (known == NULL)
    array_push(s->arena, &s->found->all, e);
  else if (is_proved(&e) != is_proved(known) ? is_proved(&e)
                                             : distance(s, e.q) < distance(s, known->q))
    *known = e;
}

// --- facts about one -----------------------------------------------------------------------------

static Status go(Search *s, const double *q) {
  double *x = ARENA_ARRAY(s->arena, double, s->rest.unknowns + 1);
  TRY(solve_from(s, q));
  for (size_t i = 0; i < s->rest.unknowns; i++)
    x[i] = i < s->n ? wrapped(&s->found->range[i], s->x[i]) : s->x[i];
  return local_solve(s->local, &s->rest, NULL, 0, x);
}

static void read_place(const Search *s, Equilibrium *e) {
  for (size_t i = 0; i < s->n; i++) {
    e->q[i] = wrapped(&s->found->range[i], local_value(s->local, s->eq->q[i]));
    // smaller than what the enclosure of a zero leaves
    if (fabs(e->q[i]) < 1e-25 * s->scale) e->q[i] = 0;
  }
}

// Moves the free coordinates of the set back to their initial values; without any, the state stays as it is.
static Status settle(Search *s, Equilibrium *e) {
  bool moved = false;
  e->any = free_coordinates(s, e->q);
  for (size_t i = 0; i < s->n; i++) {
    if (!e->any[i]) continue;
    e->q[i] = s->start[i];
    moved = true;
  }
  if (!moved) return STATUS_OK;
  TRY(go(s, e->q));
  read_place(s, e);
  return STATUS_OK;
}

// Does it remain an equilibrium at all times?
static bool lasts(Search *s, const Equilibrium *e) {
  if (!local_depends_on_time(s->local)) return true;
  bool still = true;
  for (size_t k = 1; still && k <= 3; k++) {
    newton_set_time(s->held, 0.7310585 * (double) k);
    still = rests_at(s, e->q);
  }
  newton_set_time(s->held, 0);
  return still;
}

static const LocalStability not_determined = {STABILITY_UNSAID,
                                              "the accelerations are not determined there"};

// Finds small motions and stability of a state that is enclosed.
static void find_motions(Search *s, Equilibrium *e) {
  modes_find(s->eq, s->local, e, s->arena);
  e->stability = e->determined ? local_stability(s->local) : not_determined;
}

// Finds the closed form. A state that could not be enclosed because it is a multiple solution of the equations is
// placed where its closed form says.
static void find_place(Search *s, Equilibrium *e) {
  ExactPlace place;
  const bool exact = exact_place(s->eq, s->local, e, s->arena, &place);
  if (exact) e->exact = place.q;
  bool known = exact;  // including the multipliers
  for (size_t i = 0; i < s->rest.unknowns; i++) known = known && !expr_is_none(place.value[i]);
  if (!e->enclosed && known) {
    local_set_exactly(s->local, &s->rest, place.value);
    read_place(s, e);
    find_motions(s, e);
  } else if (!e->enclosed) {
    e->determined = true;
    e->stability = (LocalStability){STABILITY_UNSAID, "it is not known well enough to be decided"};
    return;
  }
  if (exact) e->conditions = local_conditions(s->eq, place.q, s->arena);
  if (exact) closed_modes(s->eq, s->local, &place, e, s->arena);
}

// Everything about a state; false if it is farther from the initial state than another one of its set.
static bool find_facts(Search *s, Equilibrium *e) {
  e->enclosed = local_is_enclosed(s->local);
  if (e->enclosed) {
    find_motions(s, e);
    const Equilibrium *known = is_set(s, e) ? same_set(s, e) : NULL;
    if (known != NULL && is_proved(known) && distance(s, e->q) >= distance(s, known->q))
      return false;
  }
  find_place(s, e);
  return true;
}

static Status examine(Search *s, const double *q) {
  Equilibrium e = {.q = ARENA_ARRAY(s->arena, double, s->n + 1),
                   .any = ARENA_ARRAY(s->arena, bool, s->n + 1)};
  // neither two correct digits of a degenerate solution nor forces that are small but do not vanish make an equilibrium
  if (go(s, q) != STATUS_OK || local_error(s->local) > UNPROVED * s->scale) return STATUS_OK;
  read_place(s, &e);
  if (is_known(s, e.q) || !lasts(s, &e)) return STATUS_OK;
  e.family = local_family(s->local);
  if (e.family > 0) {
    if (settle(s, &e) != STATUS_OK) return STATUS_OK;
    e.family = local_family(s->local);
  }
  if (is_known(s, e.q)) return STATUS_OK;
  if (!is_inside(s, e.q) && !(local_is_enclosed(s->local) && grow_ranges(s, e.q))) return STATUS_OK;
  if (find_facts(s, &e)) add(s, e);
  return STATUS_OK;
}

// --- all of them ---------------------------------------------------------------------------------

static Status try_start(Search *s, const double *q) {
  if (s->found->all.n >= EQUILIBRIA_MOST) return STATUS_OK;
  const Status status = solve_from(s, q);
  if (status == STATUS_DOMAIN) return STATUS_OK;
  TRY(status);
  double *there = ARENA_ARRAY(s->arena, double, s->n + 1);
  for (size_t i = 0; i < s->n; i++) there[i] = wrapped(&s->found->range[i], s->x[i]);
  return is_known(s, there) ? STATUS_OK : examine(s, there);
}

// Searches from starts that fill the ranges, and again if these have grown.
static Status try_ranges(Search *s, double *q) {
  s->grown = true;
  for (int round = 0; s->grown && round < GROWTHS; round++) {
    s->grown = false;
    for (size_t k = 0; k < STARTS; k++) {
      spread(s, k, q);
      TRY(try_start(s, q));
    }
  }
  return STATUS_OK;
}

static bool comes_first(const Search *s, const Equilibrium *a, const Equilibrium *b) {
  for (size_t i = 0; i < s->n; i++) {
    if (fabs(a->q[i] - b->q[i]) <= NEAR * s->scale) continue;
    const double x = fabs(a->q[i]), y = fabs(b->q[i]);
    return fabs(x - y) > NEAR * s->scale ? x < y : a->q[i] > b->q[i];
  }
  return false;
}

static void sort(Search *s) {
  for (size_t i = 1; i < s->found->all.n; i++)
    for (size_t k = i; k > 0; k--) {
      Equilibrium *a = &s->found->all.at[k - 1], *b = &s->found->all.at[k];
      if (!comes_first(s, b, a)) break;
      const Equilibrium swap = *a;
      *a = *b;
      *b = swap;
    }
}

static void start_state(Search *s) {
  const FreeSystem f = free_system(s->eq->model, s->arena);
  const Start start = start_make(&f);
  s->start = ARENA_ARRAY(s->arena, double, s->n + 1);
  for (size_t i = 0; i < s->n; i++) s->start[i] = start_value(&start, s->eq->q[i]);
}

// Has the set as many dimensions as the holonomic constraints leave? Then every position is an equilibrium.
static bool is_everywhere(Search *s) {
  if (s->found->all.n != 1) return false;
  const Equilibrium *e = &s->found->all.at[0];
  LocalLinear linear;
  if (e->family == 0 || go(s, e->q) != STATUS_OK ||
      local_linearize(s->local, NULL, NULL, 0, &linear) != STATUS_OK)
    return false;
  return e->family == linear.positions;
}

// Are accelerations undetermined at rest everywhere? Constraints that are not linear may lose their rank there.
static bool is_singular(Search *s) {
  double *x = ARENA_ARRAY(s->arena, double, s->rest.unknowns + 1);
  LocalLinear linear;
  for (size_t k = 0; k < 3; k++) {
    spread(s, k, x);
    local_put(s->local, &s->rest, x);
    if (local_linearize(s->local, NULL, NULL, 0, &linear) != STATUS_DOMAIN) return false;
  }
  return true;
}

Status equilibria_find(const Equations *eq, const Range *given, size_t n, Arena *arena,
                       Equilibria *found) {
  *found = (Equilibria){.n = eq->n, .q = eq->q, .unfinished = true};
  Search s = {.eq = eq, .arena = arena, .n = eq->n, .found = found};
  if (local_make(eq, arena, &s.local) != STATUS_OK) {
    found->none = "the velocities are not determined at rest";
    found->unfinished = false;
    return STATUS_OK;
  }
  if (local_missing(s.local) != NULL) {
    found->none = text_format(arena, "the parameter %s has no value", local_missing(s.local));
    found->unfinished = false;
    return STATUS_OK;
  }
  s.rest = local_rest_system(s.local);
  start_state(&s);
  s.x = ARENA_ARRAY(arena, double, s.rest.unknowns + 1);
  TRY(newton_make(s.local, eq, &s.rest, NULL, 0, 0, arena, &s.newton));
  TRY(newton_make(s.local, eq, &s.rest, NULL, 0, s.n, arena, &s.held));
  choose_ranges(&s, given, n);
  double *q = ARENA_ARRAY(arena, double, s.n + 1);
  TRY(try_start(&s, s.start));
  for (size_t k = 0; corner(&s, k, q); k++) TRY(try_start(&s, q));
  TRY(try_ranges(&s, q));
  sort(&s);
  found->every = is_everywhere(&s);
  found->singular = found->all.n == 0 && is_singular(&s);
  found->unfinished = false;
  return STATUS_OK;
}
