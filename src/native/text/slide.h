// native/text/slide.h: a flow on the surfaces where its rates jump.
//
// In:    a flow whose state y ends with sides s, the functions g of the surfaces (the last but that many
//        of its events) and their rates w = dg/dt
// Out:   the side of each surface that the state is on, and the motion along them
// Law:   at a state with g_i = 0:  s_i = 1 and w_i >= 0,  or  s_i = -1 and w_i <= 0,  or  w_i = 0 with a
//        side between. With the last the motion stays on the surface; each side between stands for the
//        convex combination of the rates on both sides
// From:  docs/theory/switching.md (1) to (4)
// Not:   surfaces whose w does not depend on their side are passed, never slid along
//
// This text is compiled into the program and is a part of exported C: plain C99, with <float.h>, <math.h>, <stdbool.h>,
// <stdlib.h> and <string.h>. The file that includes it has Flow, as motion/flow.h, Slide and SlideAdvice, as
// motion/slide.h has them, and defines SLIDE_LINKAGE, and SLIDE_FLOW for further fields of a flow.

#define SLIDE_TOGETHER_MOST 6    // surfaces that are decided by trying all combinations
#define SLIDE_SWEEPS 2000        // over more of them, one after the other
#define SLIDE_NOISE 1e-11        // parts of its terms by which a rate may be wrong
#define SLIDE_NEAR 1e-7          // sides that differ by less are the same
#define SLIDE_ROUNDS 12          // of Newton's method; two are enough where rates are linear in the sides
#define SLIDE_FINE 0x1p-14       // of a side: what a derivative by it is taken over
#define SLIDE_SINGULAR 1e-13     // parts of the largest entry: a smaller pivot is zero
#define SLIDE_AHEAD 1e-5         // of a time unit: how far to look where first derivatives do not decide

struct Slide {
  Flow flow;
  const Flow *inner;
  size_t n, k, first;  // of the state; sides; where they begin
  size_t *set, count;  // the surfaces that it slides along
  size_t *order;       // of elimination
  double sense;        // -1 in a run that goes backwards, 1 otherwise
  double noise;        // a smaller rate of a function is zero
  double *A;           // k x k: dw/ds
  double *base;        // k: w at the corner `corner`
  double *corner;      // k
  double *w, *x;       // k
  double *lu;          // k x k
  double *y, *f, *f0;  // n
  double *g;           // events
  double *jump;        // k x n: df/ds
};

SLIDE_LINKAGE void slide_destroy(Slide *s);

SLIDE_LINKAGE Slide *slide_create(const Flow *like) {
  Slide *s = calloc(1, sizeof *s);
  if (s == NULL) return NULL;
  const size_t n = like->n, k = like->sides;
  s->n = n;
  s->k = k;
  s->first = n - k;
  s->sense = 1;
  s->set = calloc(2 * k + 1, sizeof *s->set);
  s->A = calloc(2 * k * k + 4 * k + 3 * n + like->events + k * n + 1, sizeof *s->A);
  if (s->set == NULL || s->A == NULL) {
    slide_destroy(s);
    return NULL;
  }
  s->order = s->set + k;
  s->lu = s->A + k * k;
  s->base = s->lu + k * k;
  s->corner = s->base + k;
  s->w = s->corner + k;
  s->x = s->w + k;
  s->y = s->x + k;
  s->f = s->y + n;
  s->f0 = s->f + n;
  s->g = s->f0 + n;
  s->jump = s->g + like->events;
  return s;
}

SLIDE_LINKAGE void slide_reverse(Slide *s, bool backwards) {
  s->sense = backwards ? -1 : 1;
}

SLIDE_LINKAGE void slide_destroy(Slide *s) {
  if (s == NULL) return;
  free(s->set);
  free(s->A);
  free(s);
}

// --- small linear problems -----------------------------------------------------------------------

// The largest entry that is left from row and column c on.
static size_t find_pivot(const double *a, size_t m, size_t c) {
  size_t best = c * m + c;
  for (size_t i = c; i < m; i++)
    for (size_t j = c; j < m; j++)
      if (fabs(a[i * m + j]) > fabs(a[best])) best = i * m + j;
  return best;
}

static void swap(double *a, double *b) {
  const double keep = *a;
  *a = *b;
  *b = keep;
}

// x with A x = b for the rows and columns of the set, by elimination with complete pivoting. Where surfaces
// depend on each other, some x are 0; false if there is no solution.
static bool solve_set(Slide *s, const double *b) {
  const size_t m = s->count;
  double *a = s->lu, *x = s->x, most = 0, size = 0;
  for (size_t i = 0; i < m; i++) {
    s->order[i] = i;
    x[i] = b[s->set[i]];
    size = fmax(size, fabs(x[i]));
    for (size_t j = 0; j < m; j++) a[i * m + j] = s->A[s->set[i] * s->k + s->set[j]];
    for (size_t j = 0; j < m; j++) most = fmax(most, fabs(a[i * m + j]));
  }
  size_t rank = 0;
  for (; rank < m; rank++) {
    const size_t best = find_pivot(a, m, rank), row = best / m, column = best % m, c = rank;
    if (!(fabs(a[best]) > SLIDE_SINGULAR * most)) break;
    for (size_t j = 0; j < m; j++) swap(&a[c * m + j], &a[row * m + j]);
    for (size_t i = 0; i < m; i++) swap(&a[i * m + c], &a[i * m + column]);
    swap(&x[c], &x[row]);
    const size_t keep = s->order[c];
    s->order[c] = s->order[column];
    s->order[column] = keep;
    for (size_t i = c + 1; i < m; i++) {
      const double factor = a[i * m + c] / a[c * m + c];
      for (size_t j = c; j < m; j++) a[i * m + j] -= factor * a[c * m + j];
      x[i] -= factor * x[c];
    }
  }
  for (size_t i = rank; i < m; i++)
    if (fabs(x[i]) > SLIDE_NOISE * fmax(size, most)) return false;
  for (size_t i = rank; i-- > 0;) {
    for (size_t j = i + 1; j < rank; j++) x[i] -= a[i * m + j] * x[j];
    x[i] /= a[i * m + i];
  }
  for (size_t i = 0; i < m; i++) a[s->order[i]] = i < rank ? x[i] : 0;
  memcpy(x, a, m * sizeof *x);
  return rank > 0;
}

// --- along the surfaces --------------------------------------------------------------------------

// How far a side is moved to see what it changes: towards the other side.
static double shift_of(double side, double size) {
  return side > 0 ? -size : size;
}

// The sides of the set for which w = 0, into y (2). A has dw/ds then.
static bool keep_on(Slide *s, double t, double *y) {
  const size_t k = s->k;
  double scale = 0, last = HUGE_VAL;
  for (int round = 0; round < SLIDE_ROUNDS; round++) {
    double off = 0;
    s->inner->slope(s->inner, t, y, s->base);
    for (size_t i = 0; i < s->count; i++) off = fmax(off, fabs(s->base[s->set[i]]));
    if (!(off * 0 == 0)) return false;
    if (round > 0 && off <= 2 * DBL_EPSILON * scale) return true;
    if (off >= last / 2 && off <= SLIDE_NOISE * scale) return true;
    last = off;
    scale = fmax(scale, off);
    for (size_t j = 0; j < s->count; j++) {
      double *side = &y[s->first + s->set[j]];
      // at once if rates are linear in the sides; if not, Newton's method with a slope
      const double before = *side, shift = shift_of(before, round == 0 ? 1 : SLIDE_FINE);
      *side = before + shift;
      s->inner->slope(s->inner, t, y, s->w);
      *side = before;
      for (size_t i = 0; i < s->count; i++) {
        const size_t at = s->set[i];
        s->A[at * k + s->set[j]] = (s->w[at] - s->base[at]) / shift;
        scale = fmax(scale, fmax(fabs(s->w[at]), fabs(s->base[at])));
      }
    }
    if (!solve_set(s, s->base)) return false;
    for (size_t i = 0; i < s->count; i++) y[s->first + s->set[i]] -= s->x[i];
  }
  return false;
}

static Slide *slide_of(const Flow *flow) {
  return flow->own;
}

static void slide_settle(const Flow *flow, double t, double *y) {
  Slide *s = slide_of(flow);
  if (!keep_on(s, t, y)) y[s->first + s->set[0]] = (double) NAN;
}

static void slide_rate(const Flow *flow, double t, const double *y, double *yd, double *watch) {
  Slide *s = slide_of(flow);
  memcpy(s->y, y, s->n * sizeof *y);
  const bool kept = keep_on(s, t, s->y);
  s->inner->rate(s->inner, t, s->y, yd, watch);
  if (!kept) yd[0] = (double) NAN;
}

static void slide_event(const Flow *flow, double t, const double *y, double *g) {
  const Flow *inner = slide_of(flow)->inner;
  inner->event(inner, t, y, g);
}

static void slide_bounds(const Flow *flow, const Bounds *ty, Bounds *g) {
  const Flow *inner = slide_of(flow)->inner;
  inner->bounds(inner, ty, g);
}

static void slide_residual(const Flow *flow, double t, const double *y, double *r) {
  const Flow *inner = slide_of(flow)->inner;
  inner->residual(inner, t, y, r);
}

// Back onto the surfaces, along the jumps of the rates, which violates no constraint (4): the sides are
// those of s->y.
static void correct(Slide *s, double t, double *y) {
  const Flow *inner = s->inner;
  const double *g = s->g + inner->events - 2 * s->k;
  inner->event(inner, t, s->y, s->g);
  double off = 0;
  for (size_t i = 0; i < s->count; i++) off = fmax(off, fabs(g[s->set[i]]));
  if (off == 0 || !solve_set(s, g)) return;
  memcpy(s->base, s->x, s->count * sizeof *s->x);
  double *watch = calloc(2 * inner->watched + 1, sizeof *watch);
  if (watch == NULL) return;
  inner->rate(inner, t, s->y, s->f0, watch);
  for (size_t j = 0; j < s->count; j++) {
    double *side = &s->y[s->first + s->set[j]];
    const double before = *side, shift = shift_of(before, 1);
    *side = before + shift;
    inner->rate(inner, t, s->y, s->f, watch);
    *side = before;
    for (size_t i = 0; i < s->first; i++) y[i] -= s->base[j] * (s->f[i] - s->f0[i]) / shift;
  }
  free(watch);
}

static void slide_project(const Flow *flow, double t, double *y) {
  Slide *s = slide_of(flow);
  memcpy(s->y, y, s->n * sizeof *y);
  if (!keep_on(s, t, s->y)) return;
  if (s->inner->project != NULL) s->inner->project(s->inner, t, s->y);
  memcpy(y, s->y, s->first * sizeof *y);
  correct(s, t, y);
}

SLIDE_LINKAGE const Flow *slide_along(Slide *s, const Flow *inner, const bool *on) {
  s->inner = inner;
  s->count = 0;
  for (size_t i = 0; i < s->k; i++)
    if (on[i]) s->set[s->count++] = i;
  s->flow = (Flow){.fixed = inner->fixed,
                   .n = inner->n,
                   .watched = inner->watched,
                   .events = inner->events,
                   .residuals = inner->residuals,
                   .sides = inner->sides,
                   .monitored = inner->monitored,
                   .rate = slide_rate,
                   .project = slide_project,
                   .event = slide_event,
                   .bounds = inner->bounds != NULL ? slide_bounds : NULL,
                   .settle = slide_settle,
                   .residual = slide_residual,
                   SLIDE_FLOW
                   .own = s};
  return &s->flow;
}

// --- which way on --------------------------------------------------------------------------------

// w, in the sense of the run.
static void find_slope(Slide *s, double t, const double *y, double *w) {
  s->inner->slope(s->inner, t, y, w);
  for (size_t i = 0; i < s->k; i++) w[i] *= s->sense;
}

// w as a linear function of the open sides, from its values where all are 1 or -1 (3).
static bool take_corners(Slide *s, double t, const double *y) {
  const size_t k = s->k;
  double *at = s->y;
  memcpy(at, y, s->n * sizeof *y);
  for (size_t i = 0; i < k; i++) s->corner[i] = y[s->first + i] < 0 ? -1 : 1;
  for (size_t i = 0; i < s->count; i++) at[s->first + s->set[i]] = s->corner[s->set[i]];
  find_slope(s, t, at, s->base);
  bool good = true;
  for (size_t j = 0; j < s->count; j++) {
    const size_t side = s->set[j];
    at[s->first + side] = -s->corner[side];
    find_slope(s, t, at, s->w);
    at[s->first + side] = s->corner[side];
    for (size_t i = 0; i < s->count; i++) {
      const size_t row = s->set[i];
      s->A[row * k + side] = (s->base[row] - s->w[row]) / (2 * s->corner[side]);
      good = good && (s->w[row] + s->base[row]) * 0 == 0;
    }
  }
  return good;
}

// w_i of sides x, those of the open surfaces, and what it is measured by.
static double slide_slope_of(const Slide *s, size_t i, const double *x, double *size) {
  double w = s->base[i];
  *size = fabs(w);
  for (size_t j = 0; j < s->count; j++) {
    const size_t at = s->set[j];
    const double part = s->A[i * s->k + at] * (x[j] - s->corner[at]);
    w += part;
    *size += fabs(s->A[i * s->k + at]) * (1 + fabs(x[j]));
  }
  return w;
}

// Are these sides, 1, -1 or between, consistent with the rates that they give?
static bool is_consistent(const Slide *s, const double *x) {
  for (size_t i = 0; i < s->count; i++) {
    double size;
    const double w = slide_slope_of(s, s->set[i], x, &size), room = SLIDE_NOISE * size + s->noise;
    if (fabs(x[i]) > 1) return false;
    if (x[i] == 1 ? w < -room : x[i] == -1 ? w > room : fabs(w) > room) return false;
  }
  return true;
}

// Fills in the sides that are marked as between, by the others; false if they are not determined.
static bool fill_between(Slide *s, const signed char *mark, double *x) {
  size_t all[SLIDE_TOGETHER_MOST], place[SLIDE_TOGETHER_MOST], m = 0;
  const size_t count = s->count;
  for (size_t i = 0; i < count; i++) {
    all[i] = s->set[i];
    x[i] = mark[i];
  }
  double rest[SLIDE_TOGETHER_MOST];
  for (size_t i = 0; i < count; i++) {
    double size;
    if (mark[i] == 0) rest[m] = slide_slope_of(s, all[i], x, &size), place[m++] = i;
  }
  double *b = s->w;
  for (size_t i = 0; i < m; i++) s->set[i] = all[place[i]], b[s->set[i]] = rest[i];
  s->count = m;
  const bool solved = m == 0 || solve_set(s, b);
  for (size_t i = 0; solved && i < m; i++) x[place[i]] = -s->x[i];
  memcpy(s->set, all, count * sizeof *all);
  s->count = count;
  for (size_t i = 0; solved && i < m; i++) {
    // as good as at the edge: there
    double *side = &x[place[i]];
    if (fabs(fabs(*side) - 1) < SLIDE_NOISE) *side = copysign(1, *side);
  }
  return solved;
}

static void put_sides(const Slide *s, const double *x, double *y) {
  for (size_t i = 0; i < s->count; i++) y[s->first + s->set[i]] = x[i];
}

// A little further along the rates with these sides, by the rule of the midpoint: are all open
// functions where their sides say?
static bool is_right_ahead(Slide *s, double t, const double *y, const double *x) {
  const Flow *inner = s->inner;
  const double h = SLIDE_AHEAD * s->sense;
  double *watch = calloc(2 * inner->watched + 1, sizeof *watch);
  if (watch == NULL) return false;
  memcpy(s->y, y, s->n * sizeof *y);
  put_sides(s, x, s->y);
  inner->rate(inner, t, s->y, s->f0, watch);
  for (size_t i = 0; i < s->first; i++) s->y[i] = y[i] + h / 2 * s->f0[i];
  inner->rate(inner, t + h / 2, s->y, s->f, watch);
  double size = 0;
  for (size_t i = 0; i < s->first; i++) {
    s->y[i] = y[i] + h * s->f[i];
    size = fmax(size, fabs(y[i]));
  }
  free(watch);
  inner->event(inner, t + h, s->y, s->g);
  const double *g = s->g + inner->events - 2 * s->k;
  bool right = true;
  for (size_t i = 0; i < s->count; i++) {
    right = right && g[s->set[i]] * x[i] >= -64 * DBL_EPSILON * size;
  }
  return right;
}

// Do two sets of sides give the same rates?
static bool same_rates(Slide *s, double t, const double *y, const double *x, const double *other) {
  const Flow *inner = s->inner;
  double *watch = calloc(2 * inner->watched + 1, sizeof *watch), most = 0, off = 0;
  if (watch == NULL) return false;
  memcpy(s->y, y, s->n * sizeof *y);
  put_sides(s, x, s->y);
  inner->rate(inner, t, s->y, s->f0, watch);
  put_sides(s, other, s->y);
  inner->rate(inner, t, s->y, s->f, watch);
  for (size_t i = 0; i < s->first; i++) {
    most = fmax(most, fmax(fabs(s->f[i]), fabs(s->f0[i])));
    off = fmax(off, fabs(s->f[i] - s->f0[i]));
  }
  free(watch);
  // what cancels is measured by its parts
  for (size_t i = 0; i < s->count; i++) {
    most = fmax(most, fabs(s->base[s->set[i]]));
    for (size_t j = 0; j < s->count; j++)
      most = fmax(most, fabs(s->A[s->set[i] * s->k + s->set[j]]));
  }
  return off <= SLIDE_NOISE * most;
}

typedef struct {
  double x[SLIDE_TOGETHER_MOST], sum[SLIDE_TOGETHER_MOST];
  size_t found;
  bool right;   // further ahead, too
  bool slides;  // along some surface
  bool differ;  // some of them have other rates than the first
} Choice;

// One more combination that is consistent.
static void consider(Slide *s, double t, const double *y, const double *x, Choice *c) {
  bool near = c->found > 0;
  for (size_t i = 0; i < s->count; i++) near = near && fabs(x[i] - c->x[i]) < SLIDE_NEAR;
  if (near) return;
  if (c->found > 0 && !same_rates(s, t, y, c->x, x)) c->differ = true;
  // where first derivatives leave it open: the first one that is right a little later
  const bool right = is_right_ahead(s, t, y, x);
  bool slides = false;
  for (size_t i = 0; i < s->count; i++) slides = slides || fabs(x[i]) < 1;
  if (c->found == 0 || (!c->right && (right || (slides && !c->slides)))) {
    memcpy(c->x, x, s->count * sizeof *x);
    c->right = right;
    c->slides = slides;
  }
  for (size_t i = 0; i < s->count; i++) c->sum[i] += x[i];
  c->found++;
}

// All combinations of sides of a few surfaces.
static SlideAdvice try_all(Slide *s, double t, const double *y, double *x) {
  Choice choice = {.found = 0};
  size_t combinations = 1;
  for (size_t i = 0; i < s->count; i++) combinations *= 3;
  for (int between = 0; between < 2; between++)
    for (size_t c = 0; c < combinations; c++) {
      signed char mark[SLIDE_TOGETHER_MOST];
      size_t rest = c;
      bool slides = false;
      for (size_t i = 0; i < s->count; i++, rest /= 3) {
        mark[i] = (signed char) (rest % 3 == 0 ? 1 : rest % 3 == 1 ? -1 : 0);
        slides = slides || mark[i] == 0;
      }
      if (slides != (between == 1) || !fill_between(s, mark, x) || !is_consistent(s, x)) continue;
      consider(s, t, y, x, &choice);
    }
  memcpy(x, choice.x, s->count * sizeof *x);
  if (choice.found == 0) return SLIDE_NONE;
  if (choice.differ) return SLIDE_SEVERAL;
  // surfaces that depend on each other have several sides that keep the motion on them; those in the middle
  // of all last longest
  const bool many = choice.found > 1 && !choice.right && choice.slides;
  for (size_t i = 0; many && i < s->count; i++) x[i] = choice.sum[i] / (double) choice.found;
  return choice.found == 1 || choice.right || choice.slides ? SLIDE_FOUND : SLIDE_SEVERAL;
}

// Many surfaces: each side in turn such that its w vanishes, or as near to that as it gets.
static SlideAdvice sweep(Slide *s, double *x) {
  for (size_t i = 0; i < s->count; i++) x[i] = s->corner[s->set[i]];
  for (int round = 0; round < SLIDE_SWEEPS; round++) {
    double most = 0;
    for (size_t i = 0; i < s->count; i++) {
      double size;
      const size_t at = s->set[i];
      const double slope = s->A[at * s->k + at], w = slide_slope_of(s, at, x, &size);
      // where its own side does not matter, or repels, it takes that of its motion
      const double wish = slope < 0 ? x[i] - w / slope : w < 0 ? -1 : 1;
      const double next = fmin(1, fmax(-1, wish));
      most = fmax(most, fabs(next - x[i]));
      x[i] = next;
    }
    if (most <= DBL_EPSILON) break;
  }
  // what is between is made exact by the linear problem, for every caller
  for (size_t i = 0; i < s->count; i++) {
    double size;
    const double w = slide_slope_of(s, s->set[i], x, &size);
    if (x[i] == 1 ? w < -SLIDE_NEAR * size : x[i] == -1 ? w > SLIDE_NEAR * size : fabs(w) > SLIDE_NEAR * size)
      return SLIDE_NONE;
  }
  return SLIDE_FOUND;
}

// Takes from a row of A, over the open sides, what the n rows in `basis`, which are orthonormal, have of it.
// Returns what is left of its length, in parts of it.
static double reduce_row(const Slide *s, size_t row, const double *basis, size_t n, double *to) {
  double before = 0, after = 0;
  for (size_t j = 0; j < s->count; j++) {
    to[j] = s->A[row * s->k + s->set[j]];
    before += to[j] * to[j];
  }
  for (size_t b = 0; b < n; b++) {
    double part = 0;
    for (size_t j = 0; j < s->count; j++) part += to[j] * basis[b * s->count + j];
    for (size_t j = 0; j < s->count; j++) to[j] -= part * basis[b * s->count + j];
  }
  for (size_t j = 0; j < s->count; j++) after += to[j] * to[j];
  for (size_t j = 0; after > 0 && j < s->count; j++) to[j] /= sqrt(after);
  return before > 0 ? sqrt(after / before) : 0;
}

// Which surfaces the motion slides along: those between their sides, as far as no other ones keep it on
// them. What the others keep it on, whatever its own side does, is held.
static void find_sliding(Slide *s, const double *x, bool *on, bool *held) {
  double *basis = s->lu;
  size_t n = 0;
  for (size_t i = 0; i < s->count; i++) {
    const size_t at = s->set[i];
    if (!(fabs(x[i]) < 1) || s->A[at * s->k + at] == 0) continue;
    on[at] = reduce_row(s, at, basis, n, basis + n * s->count) > SLIDE_NEAR;
    held[at] = !on[at];
    n += on[at];
  }
  for (size_t i = 0; n > 0 && i < s->count; i++) {
    const size_t at = s->set[i];
    double size;
    if (on[at] || held[at] || s->A[at * s->k + at] == 0) continue;
    if (fabs(slide_slope_of(s, at, x, &size)) > SLIDE_NEAR * size + s->noise) continue;
    held[at] = reduce_row(s, at, basis, n, s->y) <= SLIDE_NEAR;
  }
}

SLIDE_LINKAGE SlideAdvice slide_decide(Slide *s, const Flow *inner, double t, double *y, double noise,
                         const bool *open, bool *on, bool *held) {
  s->inner = inner;
  s->noise = noise;
  s->count = 0;
  for (size_t i = 0; i < s->k; i++) {
    on[i] = held[i] = false;
    if (open[i]) s->set[s->count++] = i;
  }
  if (s->count == 0) return SLIDE_FOUND;
  if (!take_corners(s, t, y)) return SLIDE_SEVERAL;
  double few[SLIDE_TOGETHER_MOST], *x = few, *many = NULL;
  if (s->count > SLIDE_TOGETHER_MOST) x = many = calloc(s->count, sizeof *many);
  if (x == NULL) return SLIDE_SEVERAL;
  SlideAdvice advice = many != NULL ? SLIDE_NONE : try_all(s, t, y, x);
  if (advice == SLIDE_NONE) advice = sweep(s, x);
  put_sides(s, x, y);
  find_sliding(s, x, on, held);
  free(many);
  return advice;
}
