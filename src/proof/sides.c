// proof/sides.c: real states on both sides of the switches at which a statement jumps or bends.
//
// In:    a statement, states of a piece of the manifold
// Out:   a state that refutes it, or the number of further states that agree
// How:   crosses every switch from several states; brings two and three switches to zero together; makes the
//        parameters in them larger and smaller
// From:  docs/theory/claims.md

#include "proof/judge_impl.h"
#include <math.h>

#define MEET_MOST 3        // switches brought to zero together
#define MEETINGS_MOST 400  // states tried near such zeros
#define SCALED_MOST 8      // parameters that are made larger and smaller

// Gathers the formulas that decide: the statement, the constraints, and the motion if the statement involves it.
Switches look_for_switches(const Look *look) {
  const Equations *eq = &look->states->piece->eq;
  const Constraints *c = &eq->constraints;
  ARRAY(Expr) all = {0};
  array_push(look->arena, &all, field_motion_energies(eq, look->s->left));
  array_push(look->arena, &all, field_motion_energies(eq, look->s->right));
  for (size_t a = 0; a < c->r; a++) {
    if (!expr_is_none(c->row[a].position)) array_push(look->arena, &all, c->row[a].position);
    if (!expr_is_none(c->row[a].velocity)) array_push(look->arena, &all, c->row[a].velocity);
  }
  const ExprList inside = expr_symbols(eq->pool, all.at, 2, look->arena);
  bool moves = false;
  for (size_t i = 0; i < inside.n; i++) {
    const Role role = model_role(eq->model, inside.at[i], NULL);
    moves = moves || role == ROLE_ACCELERATION || role == ROLE_MOMENTUM_RATE ||
            role == ROLE_SPEED_RATE || role == ROLE_QUANTITY;
  }
  for (size_t i = 0; moves && i < eq->n * eq->n; i++)
    array_push(look->arena, &all, problem_M(&eq->free)->at[i]);
  for (size_t i = 0; moves && i < eq->n; i++)
    array_push(look->arena, &all, problem_F(&eq->free)[i]);
  return switches_of(eq->model, all.at, all.n, look->arena);
}

// Returns a state beyond the zero of a switch, with its motion, or NULL.
static RealPoint *beyond(const Look *look, RealPoint *from, Expr e, double reach) {
  RealPoint *to;
  if (from == NULL ||
      real_cross(look->states->source, from, e, reach, look->arena, &to) != STATUS_OK)
    return NULL;
  (void) judge_find_motion(to);
  return to;
}

// Crosses every switch from several states, and continues from there.
static bool cross_each(Look *look, const Switches *list) {
  static const double reach[] = {1, 0.1, 4};
  for (size_t i = 0; i < list->n; i++)
    for (unsigned k = 0; k < 3; k++) {
      RealPoint *to = beyond(look, piece_state(look->states, k), list->at[i], reach[k]);
      if (!look_at(look, to)) return false;
      RealPoint *on = beyond(look, to, list->at[(i + 1 + k) % list->n], 1);
      if (!look_at(look, on)) return false;
      if (to != NULL) real_point_clear(to);
      if (on != NULL) real_point_clear(on);
    }
  return true;
}

// Looks just beyond each switch, for formulas that are defined only between two switches, as asin is.
static bool look_for_domain(Look *look, const Switches *list) {
  for (unsigned draw = 0; draw < REAL_DRAWS; draw++)
    for (double reach = 0.1; reach > 1e-4; reach /= 10)
      for (size_t i = 0; i < list->n; i++) {
        if (look->agree >= REAL_AGREE) return true;
        RealPoint *to = beyond(look, piece_state(look->states, draw), list->at[i], reach);
        if (!look_at(look, to)) return false;
        if (to != NULL) real_point_clear(to);
      }
  return true;
}

// Returns the magnitude of a switch at a state, or 1.
static double size_at(RealPoint *point, Expr e) {
  double low, high;
  if (!real_bounds(point, e, &low, &high)) return 1;
  const double size = fabs(low) > fabs(high) ? fabs(low) : fabs(high);
  return size > 0 && isfinite(size) ? size : 1;
}

// Compares at a state where these switches are small; signs: their signs, as bits.
static bool look_between(Look *look, const Switches *list, const size_t *which, size_t n,
                         unsigned signs, unsigned draw) {
  static const double small[] = {1e-2, 1e-4};
  RealPoint *from = piece_state(look->states, draw), *to;
  Expr e[MEET_MOST];
  double value[MEET_MOST];
  if (from == NULL) return true;
  for (size_t i = 0; i < n; i++) {
    e[i] = list->at[which[i]];
    value[i] = (signs >> i & 1 ? -1 : 1) * small[draw % 2] * size_at(from, e[i]);
  }
  if (real_reach(look->states->source, from, e, value, n, look->arena, &to) != STATUS_OK)
    return true;
  (void) judge_find_motion(to);
  const bool good = look_at(look, to);
  real_point_clear(to);
  return good;
}

// Compares where two or three switches meet: all combinations of their signs occur near there.
static bool cross_together(Look *look, const Switches *list, size_t n) {
  size_t which[MEET_MOST];
  unsigned tries = 0;
  for (size_t i = 0; i < n; i++) which[i] = i;
  while (n <= list->n && tries < MEETINGS_MOST) {
    for (unsigned signs = 0; signs < 1u << n; signs++)
      for (unsigned draw = 0; draw < 2; draw++, tries++)
        if (!look_between(look, list, which, n, signs, draw)) return false;
    size_t i = n;  // the next n of them
    while (i > 0 && which[i - 1] == list->n - n + i - 1) i--;
    if (i == 0) break;
    which[i - 1]++;
    for (; i < n; i++) which[i] = which[i - 1] + 1;
  }
  return true;
}

// Makes each parameter of a switch larger and smaller by several orders of magnitude, one at a time: the order
// of two parameters may matter, or a parameter may have to be small compared with a number.
static bool scale_parameters(Look *look, const Switches *list) {
  static const double factors[] = {1e1, 1e-1, 1e2, 1e-2, 1e3, 1e-3, 1e5, 1e-5, 1e8, 1e-8};
  const Equations *eq = &look->states->piece->eq;
  const ExprList inside = expr_symbols(eq->pool, list->at, list->n, look->arena);
  RealPoint *from = piece_state(look->states, 0), *to;
  size_t scaled = 0;
  for (size_t i = 0; from != NULL && i < inside.n && scaled < SCALED_MOST; i++) {
    if (model_role(eq->model, inside.at[i], NULL) != ROLE_CONSTANT) continue;
    scaled++;
    for (size_t k = 0; k < sizeof factors / sizeof *factors; k++) {
      if (real_scale(look->states->source, from, inside.at[i], factors[k], look->arena, &to) !=
          STATUS_OK)
        continue;
      (void) judge_find_motion(to);
      if (!look_at(look, to)) return false;
      real_point_clear(to);
    }
  }
  return true;
}

bool look_on_all_sides(Look *look, const Switches *list) {
  if (!cross_each(look, list) || !scale_parameters(look, list)) return false;
  for (size_t n = 2; n <= MEET_MOST; n++)
    if (!cross_together(look, list, n)) return false;
  return look_for_domain(look, list);
}
