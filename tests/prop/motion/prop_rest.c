// Laws of motions that come to rest where only second derivatives decide: native/text/slide.h, slide_decide.h,
// switching.h.
//
// Judge: the motion of x'' = c - a sign(x) - b sign(x') in closed form, parabola by parabola, in long doubles, with the
// limit of infinitely many of them.

#include "dalembert.h"

#include "support/check.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const integrators[] = {"dop853", "taylor", "erk", "dirk", "adams", "bdf"};

static double uniform(Gen *g, double low, double high) {
  return low + (high - low) * (double) gen_below(g, 1 << 20) / (1 << 20);
}

// --- the closed form -------------------------------------------------------------------------------

typedef struct {
  double a, b, c;
} Pull;

typedef struct {
  long double t, x, v;
  bool rests;  // from t on
} Place;

static int sign_of(long double x) {
  return (x > 0) - (x < 0);
}

static long double pull_at(const Pull *p, int sx, int sv) {
  return (long double) p->c - (long double) p->a * sx - (long double) p->b * sv;
}

// Swings from the turning point x, where it does not rest, through x = 0 to the turning point on the other side:
// returns the time it takes, and the factor of x.
static long double swing(const Pull *p, long double x, int side, long double *ratio) {
  const long double in = fabsl(pull_at(p, side, -side)), out = fabsl(pull_at(p, -side, -side));
  *ratio = in / out;
  return sqrtl(2 * x / in) + sqrtl(2 * x * in) / out;
}

// Returns when swings that shrink by a constant ratio are over, or 0 if they are of another kind.
static long double limit_from(const Pull *p, const Place *at) {
  if (!(p->b > 0 && fabs(p->c) < p->a - p->b) || at->v != 0 || at->x == 0) return 0;
  const int side = sign_of(at->x);
  long double there, back;
  const long double first = swing(p, fabsl(at->x), side, &there);
  const long double second = swing(p, fabsl(at->x) * there, -side, &back);
  return at->t + (first + second) / (1 - sqrtl(there * back));
}

// Advances by one parabola, or to the end.
static void advance(const Pull *p, Place *at, long double end) {
  const int sx = at->x != 0 ? sign_of(at->x) : at->v != 0 ? sign_of(at->v) : sign_of((long double) p->c);
  const long double still = pull_at(p, sx, 0);
  if (at->v == 0 && (at->x == 0 ? fabs(p->c) <= p->a + p->b : fabsl(still) <= (long double) p->b)) {
    at->rests = true;
    return;
  }
  const int sv = at->v != 0 ? sign_of(at->v) : sign_of(still);
  const long double f = pull_at(p, sx, sv), root = at->v * at->v - 2 * f * at->x;
  long double turn = f * sv < 0 && at->v != 0 ? -at->v / f : HUGE_VALL, zero = HUGE_VALL;
  // x + v t + f t^2/2 = 0: the earlier root, in the form without cancelling
  if (at->x != 0 && sv != sx && root >= 0) zero = 2 * at->x / (-at->v + sx * sqrtl(root));
  const long double first = fminl(turn, zero), h = fminl(first, end - at->t);
  at->x = h == zero ? 0 : at->x + h * (at->v + f * h / 2);
  at->v = h == turn ? 0 : at->v + f * h;
  at->t += h;
}

// Returns the motion at `end`. rest: the time since when it stays at x = 0, or 0.
static Place follow(const Pull *p, double x, double v, long double end, double *rest) {
  Place at = {0, (long double) x, (long double) v, false};
  *rest = 0;
  for (int round = 0; round < 100000 && !at.rests && at.t < end; round++) {
    const long double limit = limit_from(p, &at);
    if (limit > 0 && limit <= end) {
      at = (Place){limit, 0, 0, true};
      *rest = (double) limit;
    } else {
      advance(p, &at, end);
      if (at.rests && at.x == 0 && at.t > 0) *rest = (double) at.t;
    }
  }
  return at;
}

// --- a friction that contradicts ------------------------------------------------------------------

// The same with -b sign(x' - u): by one parabola, or along x' = u, or to the end. With u = 0 infinitely many of them
// may be left; otherwise swings do not become smaller than the one that just reaches x' = u.
static void advance_beside(const Pull *p, long double u, Place *at, long double end) {
  const int sx = at->x != 0 ? sign_of(at->x) : sign_of(at->v);
  const long double still = pull_at(p, sx, 0);
  const bool sticks = at->v == u && fabsl(still) <= (long double) p->b;
  const int sv = at->v != u ? sign_of(at->v - u) : sign_of(still);
  const long double f = sticks ? 0 : pull_at(p, sx, sv), root = at->v * at->v - 2 * f * at->x;
  long double turn = !sticks && at->v != u && f * sv < 0 ? (u - at->v) / f : HUGE_VALL, zero = HUGE_VALL;
  if (sticks && u * sx < 0) zero = -at->x / u;
  // x + v t + f t^2/2 = 0: the first root after 0
  if (!sticks && at->x != 0 && root >= 0) {
    const long double first = 2 * at->x / (-at->v + sx * sqrtl(root)), second = 2 * at->x / (-at->v - sx * sqrtl(root));
    if (first > 0) zero = first;
    if (second > 0) zero = fminl(zero, second);
  }
  if (!sticks && at->x == 0 && f * sx < 0) zero = -2 * at->v / f;
  const long double h = fminl(fminl(turn, zero), end - at->t);
  at->x = h == zero ? 0 : at->x + h * (at->v + f * h / 2);
  at->v = h == turn ? u : at->v + f * h;
  at->t += h;
}

// --- models that move like that ---------------------------------------------------------------------

typedef struct {
  Pull pull;
  double x, v;            // at the start
  double place, drift;    // of the origin of x
  double belt;            // the velocity that friction refers to: the drift, unless the two are contradictory
  double later, growth;   // from then on c grows
  double end;
  int form;
} Case;

static const char *text_of(Gen *g, const Case *k) {
  const double m = uniform(g, 0.5, 3), angle = uniform(g, 0.1, 1.4), other = uniform(g, 0.5, 3);
  const double y = k->x + k->place, w = k->v + k->drift;
  Text t = text_make(g->arena);
  // x = u - place - drift t
  static const char *const coordinate[] = {"u", "(p*cos(e) + q*sin(e))", "(p - q)"};
  static const char *const velocity[] = {"u'", "(p'*cos(e) + q'*sin(e))", "(p' - q')"};
  const char *u = coordinate[k->form], *rate = velocity[k->form];
  text_addf(&t, "parameter m = %.17g, n = %.17g, e = %.17g\ncoordinate %s\n", m, other, angle, k->form == 0 ? "u" : "p, q");
  char pull[600];
  snprintf(pull, sizeof pull, "(%.17g - %.17g*sign(%s - %.17g - %.17g*t) - %.17g*sign(%s - %.17g)", k->pull.c, k->pull.a, u,
           k->place, k->drift, k->pull.b, rate, k->belt);
  const char *grows = k->growth != 0 ? text_format(g->arena, " + (%.17g)*max(t - %.17g, 0)", k->growth, k->later) : "";
  if (k->form == 0) {
    text_addf(&t, "kinetic = 1/2*m*u'^2\nforce u = m*%s%s)\ninitial u = %.17g, u' = %.17g\n", pull, grows, y, w);
  } else if (k->form == 1) {
    text_addf(&t, "kinetic = 1/2*m*(p'^2 + q'^2)\nconstraint line: p*sin(e) = q*cos(e)\n"
                  "force p = m*cos(e)*%s%s)\nforce q = m*sin(e)*%s%s)\n", pull, grows, pull, grows);
    text_addf(&t, "initial p = %.17g*cos(e), q = %.17g*sin(e), p' = %.17g*cos(e), q' = %.17g*sin(e)\n", y, y, w, w);
  } else {
    text_addf(&t, "kinetic = 1/2*m*p'^2 + 1/2*n*q'^2\nforce p = m*n/(m + n)*%s%s)\nforce q = -m*n/(m + n)*%s%s)\n", pull,
              grows, pull, grows);
    text_addf(&t, "initial p = %.17g, q = 0, p' = %.17g, q' = 0\n", y, w);
  }
  text_addf(&t, "observe X = %s - %.17g - %.17g*t, V = %s - %.17g\nsimulate to %.17g\n", u, k->place, k->drift, rate, k->drift,
            k->end);
  return text_get(&t);
}

static size_t column_of(const DalRun *r, const char *name) {
  size_t i = 0;
  while (i + 1 < dal_run_columns(r) && strcmp(dal_run_column(r, i), name) != 0) i++;
  return i;
}

// Runs the model: the last row, and when the motion came to rest where second derivatives keep it, or 0.
static bool run(Gen *g, const char *text, const char *integrator, double *x, double *v, double *rest) {
  DalModel *m = dal_model_create();
  DalRun *r = NULL;
  const bool good = dal_model_add(m, text) == DAL_OK && dal_model_finish(m) == DAL_OK &&
                    dal_model_simulate(m, &(DalRunOptions){.integrator = integrator, .rtol = 1e-12, .rows = 1}, &r) == DAL_OK;
  gen_note(g, "%s%s\n%s", text, integrator, dal_model_messages(m));
  *rest = 0;
  if (good) {
    const double *row = dal_run_row(r, dal_run_rows(r) - 1);
    *x = row[column_of(r, "X")];
    *v = row[column_of(r, "V")];
    for (size_t i = 0; i < dal_run_events(r); i++)
      if (strcmp(dal_run_event(r, i).what, "rest") == 0) *rest = dal_run_event(r, i).t;
  }
  dal_run_destroy(r);
  dal_model_destroy(m);
  return good;
}

static Case gen_case(Gen *g) {
  Case k = {.form = (int) gen_below(g, 3), .end = uniform(g, 1, 12)};
  k.pull.a = uniform(g, 0.2, 4);
  k.pull.b = gen_below(g, 4) ? uniform(g, 0, 1) * k.pull.a : uniform(g, 0, 4);
  k.pull.c = gen_below(g, 2) ? uniform(g, -1, 1) * (gen_below(g, 2) ? k.pull.a : 5) : 0;
  k.x = gen_below(g, 4) ? uniform(g, -2, 2) : 0;
  k.v = gen_below(g, 2) ? uniform(g, -2, 2) : 0;
  k.place = gen_below(g, 2) ? uniform(g, -10, 10) : 0;
  k.drift = gen_below(g, 3) ? 0 : pow(10, uniform(g, -9, 0)) * (gen_below(g, 2) ? 1 : -1);
  k.belt = k.drift;
  return k;
}

// Is the motion far from those that differ in kind?
static bool is_clear(const Pull *p) {
  return fabs(p->a + p->b - fabs(p->c)) > 0.02 && fabs(p->b - fabs(p->c - p->a)) > 0.02 &&
         fabs(p->b - fabs(p->c + p->a)) > 0.02 && p->b > 0.02 * p->a;
}

// Law: x'' = c - a sign(x) - b sign(x') moves, sticks, comes to rest after infinitely many switchings and stays there as
//      its closed form says, whatever the coordinates, masses, constraints, place and drift, with every integrator. Where c
//      grows after that, the motion leaves again when c = a + b, as t^3.
PROP(parabolas, 60) {
  Case k = gen_case(g);
  ASSUME(is_clear(&k.pull));
  double rest, x = 0, v = 0, found;
  Place last = follow(&k.pull, k.x, k.v, (long double) k.end, &rest);
  const bool stays = last.rests && last.x == 0;
  if (stays && gen_below(g, 2)) {
    const double growth = uniform(g, 0.5, 4) * (gen_below(g, 2) ? 1 : -1);
    const double leaves = (copysign(k.pull.a + k.pull.b, growth) - k.pull.c) / growth, after = uniform(g, 0.2, 1.5);
    k.growth = growth;
    k.later = (double) last.t + 0.25;
    k.end = k.later + leaves + after;
    last.x = (long double) (growth * after * after * after / 6);
    last.v = (long double) (growth * after * after / 2);
  }
  const char *integrator = integrators[gen_below(g, COUNT(integrators))];
  CHECK(run(g, text_of(g, &k), integrator, &x, &v, &found));
  const double size = 1 + fabs(k.place) + fabs(k.drift) * k.end, bound = 1e-9 * size;
  gen_note(g, "%s\nx is %.17g, not %.17Lg; v is %.17g, not %.17Lg; rest since %.17g, not %.17g", g->note, x, last.x, v, last.v,
           found, rest);
  CHECK(fabs(x - (double) last.x) <= bound * (1 + fabs(x)));
  CHECK(fabs(v - (double) last.v) <= bound * (1 + fabs(v)));
  CHECK((found > 0) == (rest > 0));
  CHECK(fabs(found - rest) <= bound * (1 + rest));
}

// Law: where the place drifts by d and the friction does not, x'' = c - a sign(x - d t) - b sign(x') never comes to rest,
//      however small d is: it ends in swings with |x' - d| <= |d|. A run follows them, or says that it cannot.
// Bound: an error e of the position is one of the energy by (a + b + |c|) e: swings may still have velocities of the root of
//      2 (a + b + |c|) e. It changes a swing of the height h = d^2/(2 (a + b + |c|)) by the part e/h, the times of n swings by
//      n times that, and with that the velocity by no more than 2 d.
PROP(swings_that_stay, 40) {
  Case k = gen_case(g);
  k.pull.b = uniform(g, 0.1, 0.8) * k.pull.a;
  k.pull.c = uniform(g, -0.9, 0.9) * (k.pull.a - k.pull.b);
  k.drift = pow(10, uniform(g, -9, -1)) * (gen_below(g, 2) ? 1 : -1);
  k.belt = 0;
  k.x = copysign(0.1, k.x) + k.x;
  k.growth = 0;
  ASSUME(is_clear(&k.pull));
  const Pull *forces = &k.pull;
  double rest, x = 0, v = 0, found;
  // the limit of the motion without a drift, and some of the swings that are left of it with one
  k.end = 1000;
  const Place without = follow(forces, k.x, k.v, (long double) k.end, &rest);
  const double d = fabs(k.drift), most = forces->a + forces->b + fabs(forces->c), least = forces->a - forces->b - fabs(forces->c);
  k.end = (double) without.t * (1 + 2 * d / least) + uniform(g, 0, 200) * d;
  Place at = {0, (long double) k.x, (long double) k.v, false};
  for (int round = 0; round < 100000 && at.t < (long double) k.end; round++)
    advance_beside(forces, -(long double) k.drift, &at, (long double) k.end);
  CHECK(at.t >= (long double) k.end);
  const char *integrator = integrators[gen_below(g, COUNT(integrators))];
  const bool followed = run(g, text_of(g, &k), integrator, &x, &v, &found);
  gen_note(g, "%s\nx is %.17g, not %.17Lg; v is %.17g, not %.17Lg; rest since %.17g", g->note, x, at.x, v, at.v, found);
  CHECK(found == 0);
  if (!followed) {
    CHECK(strstr(g->note, "N0861") != NULL);
    return;
  }
  const double size = 1 + fabs(k.place) + d * k.end, height = d * d / (2 * most);
  const double e = 1e-12 * size, part = fmin(1, 200 * e / height);
  CHECK(fabs(x - (double) at.x) <= 1e-9 * size + 4 * d * d / least * part);
  CHECK(fabs(v - (double) at.v) <= sqrt(2 * most * e) + 2 * d * part);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(parabolas),
    cmocka_unit_test(swings_that_stay),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
