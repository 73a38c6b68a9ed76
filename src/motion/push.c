// motion/push.c: finds the rows that push, and the solution.
//
// In:    M, F, rows of equations and rows of inequalities
// Out:   x, and multipliers; those of inequalities are not negative
// From:  docs/theory/impacts.md (4): the nearest point of a polyhedron in the metric of M, unless B is not A
// How:   adds violated rows and drops rows that pull, one at a time, the worst first. If that does not end,
//        tries all choices, up to 2^12 of them
// Law:   x is unique if M is definite on the kernel of the equations (tests/prop/motion/prop_push.c)

#include "motion/push.h"
#include "motion/constrained.h"
#include <float.h>
#include <math.h>
#include <string.h>

#define DEPENDENT 1e-9   // of a row of length 1: remainder of one that depends on those before it
#define SATISFIED 1e-11  // of the terms of a row: its residual may be this large
#define NO_PUSH 1e-12    // of the largest multiplier, each times its row: a smaller one counts as 0
#define CHOICES 12       // rows for which all choices are tried

typedef struct {
  const PushProblem *p;
  Arena *arena;
  bool *taken;  // r
  double *A, *B, *b, *lambda, *left;
  size_t *row;      // independent ones among those taken
  double *x, *all;  // the solution, and its multipliers
  double largest;   // part of any x so far: the scale of rounding for a row with a single term
  bool singular;
} Search;

static double dot(const double *a, const double *b, size_t n) {
  double sum = 0;
  for (size_t i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

static double size_of(const double *a, const double *b, size_t n) {
  double sum = 0;
  for (size_t i = 0; i < n; i++) sum += fabs(a[i] * b[i]);
  return sum;
}

// Selects independent rows among those taken, equations first.
static size_t independent(Search *s) {
  const PushProblem *p = s->p;
  const size_t n = p->n;
  size_t count = 0;
  for (int pass = 0; pass < 2; pass++)
    for (size_t a = 0; a < p->r; a++) {
      if (!s->taken[a] || p->pushes[a] != (pass == 1) || count == n) continue;
      double *left = s->left + count * n;
      const double length = sqrt(dot(p->A + a * n, p->A + a * n, n));
      if (!(length > 0)) continue;
      for (size_t i = 0; i < n; i++) left[i] = p->A[a * n + i] / length;
      for (int again = 0; again < 2; again++)
        for (size_t k = 0; k < count; k++) {
          const double part = dot(left, s->left + k * n, n);
          for (size_t i = 0; i < n; i++) left[i] -= part * s->left[k * n + i];
        }
      const double rest = sqrt(dot(left, left, n));
      if (!(rest > DEPENDENT)) continue;
      for (size_t i = 0; i < n; i++) left[i] /= rest;
      s->row[count++] = a;
    }
  return count;
}

// Solves with the rows taken as equations.
static Status solve_taken(Search *s) {
  const PushProblem *p = s->p;
  const size_t n = p->n, r = independent(s);
  bool regular;
  for (size_t k = 0; k < r; k++) {
    memcpy(s->A + k * n, p->A + s->row[k] * n, n * sizeof *s->A);
    memcpy(s->B + k * n, p->B + s->row[k] * n, n * sizeof *s->B);
    s->b[k] = p->b[s->row[k]];
  }
  const ConstrainedSystem system = {
    .n = n, .r = r, .rank = r, .M = p->M, .F = p->F, .A = s->A, .B = s->B, .b = s->b};
  TRY(constrained_by_pivoting(&system, s->x, s->lambda, &regular));
  s->singular = !regular;
  for (size_t i = 0; regular && i < n; i++) s->largest = fmax(s->largest, fabs(s->x[i]));
  memset(s->all, 0, p->r * sizeof *s->all);
  for (size_t k = 0; k < r; k++) s->all[s->row[k]] = s->lambda[k];
  return STATUS_OK;
}

// Returns how much a row is violated, relative to the largest size of its terms so far; 0 if it is not.
static double violation(const Search *s, size_t a) {
  const PushProblem *p = s->p;
  const double *row = p->A + a * p->n;
  const double off = dot(row, s->x, p->n) - p->b[a];
  const double terms =
    fmax(size_of(row, s->x, p->n), sqrt(dot(row, row, p->n)) * s->largest) + fabs(p->b[a]);
  const double bad = p->pushes[a] ? -off : fabs(off);
  return bad > SATISFIED * terms ? bad / terms : 0;
}

static double reach(const Search *s, size_t a) {
  const double *row = s->p->B + a * s->p->n;
  return fabs(s->all[a]) * sqrt(dot(row, row, s->p->n));
}

// Returns the row that pulls most, in force per length, or r.
static size_t worst_pull(const Search *s) {
  double most = 0, worst = 0;
  size_t found = s->p->r;
  for (size_t a = 0; a < s->p->r; a++) most = fmax(most, reach(s, a));
  for (size_t a = 0; a < s->p->r; a++) {
    if (!s->p->pushes[a] || !(s->all[a] < 0)) continue;
    const double pull = reach(s, a);
    if (pull > NO_PUSH * most && pull > worst) worst = pull, found = a;
  }
  return found;
}

static size_t worst_violation(const Search *s, bool pushes) {
  double worst = 0;
  size_t found = s->p->r;
  for (size_t a = 0; a < s->p->r; a++)
    if (s->p->pushes[a] == pushes && violation(s, a) > worst) worst = violation(s, a), found = a;
  return found;
}

static bool is_good(const Search *s) {
  return !s->singular && worst_pull(s) == s->p->r && worst_violation(s, true) == s->p->r &&
         worst_violation(s, false) == s->p->r;
}

// Adds or drops one row at a time.
static Status exchange(Search *s, bool *found) {
  const size_t r = s->p->r;
  for (size_t round = 0; round < 20 * (r + 1); round++) {
    TRY(solve_taken(s));
    *found = is_good(s);
    if (*found || s->singular) return STATUS_OK;
    const size_t pull = worst_pull(s), open = worst_violation(s, true);
    if (pull < r)
      s->taken[pull] = false;
    else if (open < r && !s->taken[open])
      s->taken[open] = true;
    else
      return STATUS_OK;
  }
  return STATUS_OK;
}

static Status try_all(Search *s, bool *found) {
  size_t place[CHOICES], count = 0;
  for (size_t a = 0; a < s->p->r; a++) {
    if (!s->p->pushes[a]) continue;
    if (count == CHOICES) return STATUS_OK;
    place[count++] = a;
  }
  for (size_t choice = 0; choice < (size_t) 1 << count && !*found; choice++) {
    for (size_t k = 0; k < count; k++) s->taken[place[k]] = choice >> k & 1;
    TRY(solve_taken(s));
    *found = is_good(s);
  }
  return STATUS_OK;
}

Status push_solve(const PushProblem *p, Arena *arena, double *x, double *lambda,
                  PushTrouble *trouble) {
  const size_t n = p->n, r = p->r;
  Search s = {.p = p, .arena = arena, .x = x, .all = lambda};
  s.taken = ARENA_ARRAY(arena, bool, r + 1);
  s.row = ARENA_ARRAY(arena, size_t, r + 1);
  s.A = ARENA_ARRAY(arena, double, r * n + 1);
  s.B = ARENA_ARRAY(arena, double, r * n + 1);
  s.left = ARENA_ARRAY(arena, double, (n + 1) * n + 1);
  s.b = ARENA_ARRAY(arena, double, r + 1);
  s.lambda = ARENA_ARRAY(arena, double, r + 1);
  for (size_t a = 0; a < r; a++) s.taken[a] = !p->pushes[a];
  bool found = false;
  TRY(solve_taken(&s));
  *trouble = s.singular ? PUSH_SINGULAR : PUSH_CONFLICT;
  // without rows that push: do the equations have a solution?
  if (s.singular || worst_violation(&s, false) < r) return STATUS_OK;
  TRY(exchange(&s, &found));
  if (!found) TRY(try_all(&s, &found));
  *trouble = found ? PUSH_SOLVED : PUSH_UNDETERMINED;
  return STATUS_OK;
}
