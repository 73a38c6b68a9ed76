// analysis/modes.c: small motions about an equilibrium.
//
// In:    a state of rest in balls
// Out:   A0 eta'' = B0 eta and its modes eta = e^(lambda t) shape, by growing lambda^2; where forces
//        depend on the velocities, the eigenvalues lambda
// From:  L8 (8.35) to (8.43); docs/theory/smallmotions.md, section "Small motions"

#include "analysis/equilibria_impl.h"
#include "analysis/shape.h"
#include <math.h>

const char *mode_kind_name(ModeKind kind) {
  static const char *const names[] = {"oscillating", "linear", "hyperbolic", "decaying", "growing"};
  return names[kind];
}

// The eigenvector in all coordinates; NULL where a multiple eigenvalue has fewer eigenvectors.
static double *shape_of(const LocalLinear *linear, const LocalEigen *e, size_t k, size_t n,
                        Arena *arena) {
  double *shape = ARENA_ARRAY(arena, double, 2 * n + 1);
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < k; j++) {
      shape[i] += linear->P[i * linear->d + j] * e->vector[j];
      shape[n + i] += linear->P[i * linear->d + j] * e->vector[k + j];
    }
  return shape_scale(shape, n) ? shape : NULL;
}

static ModeKind kind_of_square(const LocalEigen *e) {
  if (e->is_zero) return MODE_LINEAR;
  if (!e->is_real) return MODE_GROWING;
  return e->re < 0 ? MODE_OSCILLATING : MODE_HYPERBOLIC;
}

static ModeKind kind_of_root(const LocalEigen *e) {
  if (e->is_zero) return MODE_LINEAR;
  if (e->sign != 0) return e->sign < 0 ? MODE_DECAYING : MODE_GROWING;
  return e->im != 0 ? MODE_OSCILLATING : e->re < 0 ? MODE_DECAYING : MODE_GROWING;
}

static void square_modes(Local *local, const LocalLinear *linear, Equilibrium *e, size_t n,
                         Arena *arena) {
  const size_t k = linear->positions;
  LocalEigen *eigen = ARENA_ARRAY(arena, LocalEigen, k + 1);
  if (k == 0 || local_squares(local, eigen) != STATUS_OK) return;
  e->modes = k;
  e->mode = ARENA_ARRAY(arena, Mode, k);
  for (size_t i = 0; i < k; i++) {
    const LocalEigen *from = &eigen[k - 1 - i];  // the slow ones first
    const ModeKind kind = kind_of_square(from);
    e->mode[i] = (Mode){.re = from->re,
                        .im = from->im,
                        .kind = kind,
                        .omega = kind == MODE_OSCILLATING ? sqrt(-from->re) : 0,
                        .shape = shape_of(linear, from, k, n, arena),
                        .closed = EXPR_NONE};
    if (kind == MODE_LINEAR) e->mode[i].re = 0;
  }
}

// Of two conjugate roots, the one with the positive imaginary part.
static void root_modes(Local *local, const LocalLinear *linear, Equilibrium *e, size_t n,
                       Arena *arena) {
  const size_t k = linear->d;
  LocalEigen *eigen = ARENA_ARRAY(arena, LocalEigen, k + 1);
  size_t *all = ARENA_ARRAY(arena, size_t, k + 1);
  for (size_t i = 0; i < k; i++) all[i] = i;
  if (k == 0 || local_eigenvalues(local, all, k, eigen) != STATUS_OK) return;
  e->mode = ARENA_ARRAY(arena, Mode, k);
  for (size_t i = k; i-- > 0;) {
    if (eigen[i].im < 0) continue;
    e->mode[e->modes++] = (Mode){.re = eigen[i].re,
                                 .im = eigen[i].im,
                                 .kind = kind_of_root(&eigen[i]),
                                 .omega = eigen[i].im,
                                 .shape = shape_of(linear, &eigen[i], k, n, arena),
                                 .closed = EXPR_NONE};
  }
}

static void put_matrices(Local *local, Equilibrium *e, Arena *arena) {
  const size_t k = e->d;
  double *A0 = ARENA_ARRAY(arena, double, k *k + 1), *B0 = ARENA_ARRAY(arena, double, k *k + 1);
  if (!e->second_order || k == 0 || local_small_motions(local, A0, B0) != STATUS_OK) return;
  e->A0 = A0;
  e->B0 = B0;
}

// The velocities of independent coordinates are independent, where there is a choice.
static Status linearize(Local *local, LocalLinear *linear, Arena *arena) {
  const LocalVariables v = local_variables(local);
  TRY(local_linearize(local, NULL, NULL, 0, linear));
  if (v.m != v.n || linear->positions == v.n) return STATUS_OK;
  bool *prefer = ARENA_ARRAY(arena, bool, v.n + v.m);
  for (size_t i = 0; i < linear->positions; i++)
    prefer[linear->index[i]] = prefer[v.n + linear->index[i]] = true;
  return local_linearize(local, prefer, NULL, 0, linear);
}

void find_modes(const Equations *eq, Local *local, Equilibrium *e, Arena *arena) {
  LocalLinear linear;
  e->determined = linearize(local, &linear, arena) == STATUS_OK;
  if (!e->determined || local_depends_on_time(local)) return;
  e->second_order = local_is_second_order(local);
  if (e->second_order)
    square_modes(local, &linear, e, eq->n, arena);
  else
    root_modes(local, &linear, e, eq->n, arena);
  e->d = linear.positions;
  size_t *index = ARENA_ARRAY(arena, size_t, e->d + 1);
  for (size_t i = 0; i < e->d; i++) index[i] = linear.index[i];
  e->index = index;
  put_matrices(local, e, arena);
}
