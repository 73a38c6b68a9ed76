// analysis/modes.c: small motions about an equilibrium.
//
// In:    a state of rest in balls
// Out:   A0 eta'' = B0 eta and its modes eta = e^(lambda t) shape, by increasing lambda^2; if forces depend on
//        the velocities, the eigenvalues lambda
// From:  L8 (8.35) to (8.43); docs/theory/smallmotions.md, section "Small motions"

#include "analysis/equilibria_impl.h"
#include "analysis/shape.h"
#include <complex.h>
#include <math.h>

const char *mode_kind_name(ModeKind kind) {
  static const char *const names[] = {"oscillating", "linear", "hyperbolic", "decaying", "growing"};
  return names[kind];
}

// Returns the eigenvector in all coordinates.
static double *shape_of(const LocalLinear *linear, const LocalEigen *e, size_t k, size_t n,
                        Arena *arena) {
  double *shape = ARENA_ARRAY(arena, double, 2 * n + 1);
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < k; j++) {
      shape[i] += linear->P[i * linear->d + j] * e->vector[j];
      shape[n + i] += linear->P[i * linear->d + j] * e->vector[k + j];
    }
  return shape;
}

// v -= factor*by, of complex vectors.
static void subtract(double *v, double re, double im, const double *by, size_t n) {
  for (size_t i = 0; i < n; i++) {
    v[i] -= re * by[i] - im * by[n + i];
    v[n + i] -= re * by[n + i] + im * by[i];
  }
}

// Scales the shapes of a chain so that the largest entry of v_0 is 1. v_j + c v_(j-s) for all j is a chain,
// too, so that entry is made 0 in all the others.
static void scale_chain(Mode *mode, size_t length, size_t n) {
  size_t largest;
  double unit[2];
  if (!shape_unit(mode[0].shape, n, &largest, unit)) {
    for (size_t j = 0; j < length; j++) mode[j].shape = NULL;
    return;
  }
  for (size_t j = 0; j < length; j++) shape_divide(mode[j].shape, n, unit);
  for (size_t s = 1; s < length; s++) {
    const double re = mode[s].shape[largest], im = mode[s].shape[n + largest];
    for (size_t j = length; j-- > s;) subtract(mode[j].shape, re, im, mode[j - s].shape, n);
  }
}

static void scale_shapes(Equilibrium *e, size_t n) {
  for (size_t i = 0, length; i < e->modes; i += length) {
    length = 1;
    while (i + length < e->modes && e->mode[i + length].above > 0) length++;
    scale_chain(&e->mode[i], length, n);
  }
}

static ModeKind kind_of_square(const LocalEigen *e) {
  if (e->is_zero) return MODE_LINEAR;
  if (!e->is_real) return MODE_GROWING;
  return e->re < 0 ? MODE_OSCILLATING : MODE_HYPERBOLIC;
}

static ModeKind kind_of_root(const LocalEigen *e) {
  if (e->is_zero) return MODE_LINEAR;
  if (e->sign != 0) return e->sign < 0 ? MODE_DECAYING : MODE_GROWING;
  return e->re == 0 ? MODE_OSCILLATING : e->re < 0 ? MODE_DECAYING : MODE_GROWING;
}

// Returns the frequency of e^(lambda t), from lambda^2.
static double omega_of_square(const LocalEigen *e) {
  return cimag(csqrt(e->re + e->im * (double complex) I));
}

// Takes lambda^2 in the independent coordinates, or lambda in all variables. Of two conjugate ones, takes the
// one with positive imaginary part.
static void take_modes(const LocalLinear *linear, const LocalEigen *eigen, size_t k, size_t n,
                       Equilibrium *e, Arena *arena) {
  e->mode = ARENA_ARRAY(arena, Mode, k + 1);
  for (size_t i = 0; i < k; i++) {
    const LocalEigen *from = &eigen[i];
    if (from->im < 0) continue;
    const ModeKind kind = e->second_order ? kind_of_square(from) : kind_of_root(from);
    e->mode[e->modes++] = (Mode){.re = kind == MODE_LINEAR ? 0 : from->re,
                                 .im = from->im,
                                 .kind = kind,
                                 .omega = e->second_order ? omega_of_square(from) : from->im,
                                 .above = from->above,
                                 .shape = shape_of(linear, from, k, n, arena),
                                 .closed = EXPR_NONE};
  }
  scale_shapes(e, n);
}

static void square_modes(Local *local, const LocalLinear *linear, Equilibrium *e, size_t n,
                         Arena *arena) {
  const size_t k = linear->positions;
  LocalEigen *eigen = ARENA_ARRAY(arena, LocalEigen, k + 1);
  if (k > 0 && local_squares(local, eigen) == STATUS_OK) take_modes(linear, eigen, k, n, e, arena);
}

static void root_modes(Local *local, const LocalLinear *linear, Equilibrium *e, size_t n,
                       Arena *arena) {
  const size_t k = linear->d;
  LocalEigen *eigen = ARENA_ARRAY(arena, LocalEigen, k + 1);
  size_t *all = ARENA_ARRAY(arena, size_t, k + 1);
  for (size_t i = 0; i < k; i++) all[i] = i;
  if (k > 0 && local_eigenvalues(local, all, k, eigen) == STATUS_OK)
    take_modes(linear, eigen, k, n, e, arena);
}

static void put_matrices(Local *local, Equilibrium *e, Arena *arena) {
  const size_t k = e->d;
  double *A0 = ARENA_ARRAY(arena, double, k * k + 1), *B0 = ARENA_ARRAY(arena, double, k * k + 1);
  if (!e->second_order || k == 0 || local_small_motions(local, A0, B0) != STATUS_OK) return;
  e->A0 = A0;
  e->B0 = B0;
}

// Makes the velocities of the independent coordinates the independent ones, if there is a choice.
static Status linearize(Local *local, LocalLinear *linear, Arena *arena) {
  const LocalVariables v = local_variables(local);
  TRY(local_linearize(local, NULL, NULL, 0, linear));
  if (v.m != v.n || linear->positions == v.n) return STATUS_OK;
  bool *prefer = ARENA_ARRAY(arena, bool, v.n + v.m);
  for (size_t i = 0; i < linear->positions; i++)
    prefer[linear->index[i]] = prefer[v.n + linear->index[i]] = true;
  return local_linearize(local, prefer, NULL, 0, linear);
}

void modes_find(const Equations *eq, Local *local, Equilibrium *e, Arena *arena) {
  LocalLinear linear;
  const Status status = linearize(local, &linear, arena);
  e->determined = status != STATUS_DOMAIN;
  if (status != STATUS_OK || local_depends_on_time(local)) return;
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
  // nonholonomic constraints leave fewer constants than a second-order equation has
  if (!e->second_order || e->A0 != NULL) solution_find(e, eq->n, arena);
}
