// Laws of tape/bounds.c: if the inputs of a tape are within their bounds, so are its values.

#include "support/check.h"
#include "support/rounding.h"

#include "tape/bounds.h"
#include <math.h>

#define MOST_SYMBOLS 12
#define PLACES 16

// Inputs x_i = value + turn s + bend s^2 for -r <= s <= r.
typedef struct {
  Gen *g;
  size_t m;
  double value[MOST_SYMBOLS], turn[MOST_SYMBOLS], bend[MOST_SYMBOLS], r;
  Tape *tape;  // inputs -> the function, then its derivatives by them
  double *work, *error;
  Bounds *bounds, found;
} World;

static void destroy_tape(void *tape) {
  tape_destroy(tape);
}

static double small_number(Gen *g) {
  return (double) gen_int(g, -20, 20) / 8;
}

static World gen_world(Gen *g, Expr e) {
  World w = {.g = g, .r = ldexp(1, -(int) gen_below(g, 14))};
  TapeBuilder *b = tape_builder_create(g->arena, g->pool);
  Value inputs[MOST_SYMBOLS], out[1 + MOST_SYMBOLS];
  const ExprList symbols = expr_symbols(g->pool, &e, 1, g->arena);
  for (size_t i = 0; i < symbols.n && w.m < MOST_SYMBOLS; i++) {
    if (expr_same(symbols.at[i], EXPR_PI)) continue;
    w.value[w.m] = gen_below(g, 3) ? gen_value(g, symbols.at[i]) : small_number(g);
    w.turn[w.m] = small_number(g);
    w.bend[w.m] = gen_below(g, 2) ? small_number(g) : 0;
    inputs[w.m++] = tape_input(b, symbols.at[i]);
  }
  CHECK(tape_lower(b, &e, 1, out, NULL) == STATUS_OK);
  CHECK(tape_jacobian(b, out, 1, inputs, w.m, out + 1) == STATUS_OK);
  w.tape = tape_finish(b, out, 1 + w.m);
  arena_defer(g->arena, destroy_tape, w.tape);
  w.work = ARENA_ARRAY(g->arena, double, tape_values(w.tape));
  w.error = ARENA_ARRAY(g->arena, double, tape_values(w.tape));
  w.bounds = ARENA_ARRAY(g->arena, Bounds, tape_values(w.tape));
  return w;
}

// Finds the bounds of the inputs, a little too wide, as they are in use.
static void find_bounds(World *w) {
  const double room = 1e-15;
  for (size_t i = 0; i < w->m; i++) {
    const double v = w->value[i], t = w->turn[i], bend = w->bend[i], r = w->r;
    const double away = fabs(t) * r + fabs(bend) * r * r + room, turn = 2 * fabs(bend) * r + room;
    w->bounds[i] = (Bounds){v - away, v + away, t - turn, t + turn, BOUNDS_SMOOTH};
  }
  tape_bounds_start(w->tape, w->bounds);
  tape_bounds_run(w->tape, w->bounds);
  w->found = w->bounds[tape_output(w->tape, 0)];
}

// Returns the value at s, its derivative, and how wrong that may be.
static double run(const World *w, double s, double *slope, double *error) {
  *slope = *error = 0;
  for (size_t i = 0; i < w->m; i++) w->work[i] = w->value[i] + s * (w->turn[i] + s * w->bend[i]);
  tape_start(w->tape, w->work);
  tape_run(w->tape, w->work);
  rounding_bounds(w->tape, w->work, w->error);
  for (size_t i = 0; i < w->m; i++) {
    const uint32_t at = tape_output(w->tape, 1 + i);
    const double by = w->turn[i] + 2 * s * w->bend[i], part = w->work[at] * by;
    *slope += part;
    *error += w->error[at] * fabs(by) + 1e-14 * fabs(part);
  }
  return w->work[tape_output(w->tape, 0)];
}

// Is an intermediate number too large for a double, although the function is defined there?
static bool overflows(const World *w) {
  for (size_t i = 0; i < tape_values(w->tape); i++)
    if (w->bounds[i].kind == BOUNDS_SMOOTH && !(fmax(-w->bounds[i].low, w->bounds[i].high) < 1e300))
      return true;
  return false;
}

static void check_place(World *w, double s) {
  Gen *g = w->g;
  const Bounds b = w->found;
  double slope, error;
  const double value = run(w, s, &slope, &error);
  gen_note(g,
           "at s = %.17g within %g: value %.17g, derivative %.17g; bounds %.17g to %.17g, %.17g to "
           "%.17g, kind %d",
           s, w->r, value, slope, b.low, b.high, b.least, b.most, (int) b.kind);
  if (b.kind == BOUNDS_NOWHERE) {
    CHECK(!isfinite(value));
    return;
  }
  if (b.kind == BOUNDS_SMOOTH) CHECK(isfinite(value) || overflows(w));
  if (!isfinite(value)) return;
  CHECK(b.low <= value && value <= b.high);
  if (b.kind != BOUNDS_SMOOTH || !isfinite(slope) || !isfinite(error)) return;
  CHECK(b.least <= slope + error && slope - error <= b.most);
}

static void check_all(World *w) {
  find_bounds(w);
  for (int i = 0; i <= PLACES; i++) check_place(w, w->r * (2.0 * i / PLACES - 1));
}

// Law: values and derivatives at places of an interval are within their bounds; a value that is undefined somewhere
//      is not called smooth. Judge: the tape itself in doubles, with the rounding of
//      derivatives, which are computed in another way there.
PROP(contained, 1500) {
  World w = gen_world(g, gen_expr(g, 4));
  check_all(&w);
  ASSUME(w.found.kind != BOUNDS_NOWHERE);
}

// Law: the same for a function alone, of an argument that often meets the ends of its domain, its cuts and
// its poles.
PROP(functions, 1500) {
  static const Function all[] = {FN_SIN,  FN_COS,  FN_TAN,  FN_ASIN, FN_ACOS, FN_ATAN,
                                 FN_SINH, FN_COSH, FN_TANH, FN_EXP,  FN_LOG,  FN_ABS};
  const Expr x = gen_variable_at(g, 0), y = gen_variable_at(g, 1);
  const size_t k = gen_below(g, COUNT(all) + 3);
  const Expr e = k < COUNT(all)        ? expr_call1(p, all[k], x)
                 : k == COUNT(all)     ? expr_call(p, FN_ATAN2, (const Expr[]){y, x})
                 : k == COUNT(all) + 1 ? expr_pow_ratio(p, x, gen_ratio(g))
                                       : expr_div(p, y, x);
  World w = gen_world(g, e);
  check_all(&w);
  ASSUME(w.found.kind != BOUNDS_NOWHERE);
}

// Law: bounds of a smooth function shrink with the interval, to first order. Judge: the interval.
PROP(shrinking, 500) {
  World w = gen_world(g, gen_expr_of(g, 3, GEN_CIRCULAR | GEN_EXP | GEN_ABS));
  w.r = 0x1p-20;
  find_bounds(&w);
  const Bounds coarse = w.found;
  ASSUME(coarse.kind == BOUNDS_SMOOTH && coarse.high - coarse.low < 1e-3 &&
         coarse.high != coarse.low);
  w.r /= 1024;
  find_bounds(&w);
  const double size = fmax(fabs(coarse.low), fabs(coarse.high));
  CHECK(w.found.high - w.found.low <= (coarse.high - coarse.low) / 256 + 1e-10 * (1 + size));
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(contained),
    cmocka_unit_test(functions),
    cmocka_unit_test(shrinking),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
