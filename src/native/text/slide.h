// native/text/slide.h: a flow on the surfaces where its rates jump.
//
// In:    a flow whose state y ends with k sides s; the functions g of the surfaces (those of its events before
//        the last k); their first time derivatives w that depend on the sides, of order 1 or 2; and for those of
//        order 2 the rates v = dg/dt
// Out:   the motion along surfaces: the sides between 1 and -1 for which w = 0
// From:  docs/theory/switching.md (2), (4)
//
// This text is compiled into the program and is a part of exported C: plain C99, with <float.h>, <math.h>, <stdbool.h>,
// <stdlib.h> and <string.h>. The including file provides Flow, as in motion/flow.h, Slide and SlideAdvice, as in
// motion/slide.h, and defines SLIDE_LINKAGE, and SLIDE_FLOW for further fields of a flow.

#ifndef SLIDE_ALLOC
#define SLIDE_ALLOC calloc  // the program records that memory was refused
#endif

#define SLIDE_NOISE 1e-11     // parts of its terms by which a rate may be wrong
#define SLIDE_ROUNDS 12       // of Newton's method; two are enough if rates are linear in the sides
#define SLIDE_FINE 0x1p-14    // of a side: the step for derivatives by it
#define SLIDE_BACK 0x1p-14    // of the state: the step for derivatives of the rates
#define SLIDE_NOTHING 1e-100  // a function that is smaller is not corrected
#define SLIDE_CLOCK 64        // units in the last place by which a time may be wrong
#define SLIDE_SINGULAR 1e-13  // parts of the largest entry: a smaller pivot is zero

struct Slide {
  Flow flow;
  const Flow *inner;
  size_t n, k, first;  // of the state; sides; where they begin
  size_t *set, count;  // the surfaces that it slides along
  size_t *order;       // of elimination
  double sense;        // -1 in a run that goes backwards, 1 otherwise
  bool hold;           // present sides are preferred to others that are as good
  bool *kept;          // k: the state was kept on this surface until now
  double *A;           // k x k: dw/ds
  double *noise;       // 3 k: the effect of rounding of the state on w, v and g
  double *room;        // k: which of the first two counts
  double *base;        // 2 k: w, then v, at the corner `corner`
  double *corner;      // k
  double *w;           // 2 k
  double *x;           // k
  double *lu;          // k x k
  double *y, *f, *f0;  // n
  double *shift;       // n
  double *g;           // events
};

SLIDE_LINKAGE void slide_destroy(Slide *s);

SLIDE_LINKAGE Slide *slide_create(const Flow *like) {
  Slide *s = SLIDE_ALLOC(1, sizeof *s);
  if (s == NULL) return NULL;
  const size_t n = like->n, k = like->sides;
  s->n = n;
  s->k = k;
  s->first = n - k;
  s->sense = 1;
  s->set = SLIDE_ALLOC(2 * k + 1, sizeof *s->set);
  s->kept = SLIDE_ALLOC(k + 1, sizeof *s->kept);
  s->A = SLIDE_ALLOC(2 * k * k + 10 * k + 4 * n + like->events + 1, sizeof *s->A);
  if (s->set == NULL || s->kept == NULL || s->A == NULL) {
    slide_destroy(s);
    return NULL;
  }
  s->order = s->set + k;
  s->lu = s->A + k * k;
  s->noise = s->lu + k * k;
  s->room = s->noise + 3 * k;
  s->base = s->room + k;
  s->corner = s->base + 2 * k;
  s->w = s->corner + k;
  s->x = s->w + 2 * k;
  s->y = s->x + k;
  s->f = s->y + n;
  s->f0 = s->f + n;
  s->shift = s->f0 + n;
  s->g = s->shift + n;
  return s;
}

SLIDE_LINKAGE void slide_hold_sides(Slide *s, bool hold) {
  s->hold = hold;
}

SLIDE_LINKAGE void slide_reverse(Slide *s, bool backwards) {
  s->sense = backwards ? -1 : 1;
}

SLIDE_LINKAGE void slide_destroy(Slide *s) {
  if (s == NULL) return;
  free(s->set);
  free(s->kept);
  free(s->A);
  free(s);
}

// --- what rounding hides --------------------------------------------------------------------------

// Finds the effect of a change of the state, and of t in its last places, on w, v and g: smaller values may be zero.
// So a function is measured by its own scale, whatever it was multiplied by.
SLIDE_LINKAGE const double *slide_measure(Slide *s, const Flow *inner, double t, const double *y, double change) {
  const size_t k = s->k;
  const double *g = s->g + inner->events - 2 * k;
  double *noise = s->noise, *of = noise + 2 * k, *before = s->corner;
  memset(noise, 0, 3 * k * sizeof *noise);
  memcpy(s->y, y, s->n * sizeof *y);
  inner->event(inner, t, y, s->g);
  inner->slope(inner, t, y, s->base);
  memcpy(before, g, k * sizeof *before);
  for (size_t j = 0; j <= s->first; j++) {
    const double at = j < s->first ? t : t * (1 + SLIDE_CLOCK * DBL_EPSILON);
    if (j < s->first) s->y[j] = y[j] + change;
    inner->event(inner, at, s->y, s->g);
    inner->slope(inner, at, s->y, s->w);
    if (j < s->first) s->y[j] = y[j];
    for (size_t i = 0; i < 2 * k; i++) noise[i] = fmax(noise[i], fabs(s->w[i] - s->base[i]));
    for (size_t i = 0; i < k; i++) of[i] = fmax(of[i], fabs(g[i] - before[i]));
  }
  return noise;
}

// --- small linear problems -----------------------------------------------------------------------

// Finds the largest entry from row and column c on.
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

// Solves A x = b for the rows and columns of the set, by elimination with complete pivoting. If surfaces
// depend on each other, some x are 0; returns false if there is no solution.
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

// Returns how far to move a side to see its effect: towards the other side.
static double shift_of(double side, double size) {
  return side > 0 ? -size : size;
}

// Puts the sides of the set for which w = 0 into y (2). A then has dw/ds.
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

// Computes the sum of c_j df/ds_j over the set, at s->y, into s->shift.
static void add_jumps(Slide *s, double t, const double *c, double *watch) {
  const Flow *inner = s->inner;
  memset(s->shift, 0, s->n * sizeof *s->shift);
  inner->rate(inner, t, s->y, s->f0, watch);
  for (size_t j = 0; j < s->count; j++) {
    double *side = &s->y[s->first + s->set[j]];
    const double before = *side, shift = shift_of(before, 1);
    *side = before + shift;
    inner->rate(inner, t, s->y, s->f, watch);
    *side = before;
    for (size_t i = 0; i < s->first; i++) s->shift[i] += c[j] * (s->f[i] - s->f0[i]) / shift;
  }
}

// Replaces s->shift, a change of the state, by its effect on the rates.
static void pass_on(Slide *s, double t, double *watch) {
  const Flow *inner = s->inner;
  double size = 1, most = 0;
  for (size_t i = 0; i < s->first; i++) {
    size = fmax(size, fabs(s->y[i]));
    most = fmax(most, fabs(s->shift[i]));
  }
  if (most == 0) return;
  const double part = SLIDE_BACK * size / most;
  for (int way = -1; way <= 1; way += 2) {
    for (size_t i = 0; i < s->first; i++) s->y[i] += way * part * s->shift[i];
    inner->rate(inner, t, s->y, way < 0 ? s->f0 : s->f, watch);
    for (size_t i = 0; i < s->first; i++) s->y[i] -= way * part * s->shift[i];
  }
  for (size_t i = 0; i < s->first; i++) s->shift[i] = (s->f[i] - s->f0[i]) / (2 * part);
}

// Moves s->y back onto the surfaces: the functions of order 2, then their rates and the functions of order 1. Sides
// change the rates of the last two, and so the shift is along the jumps of the rates, which violates no constraint;
// the effect of such a shift on the rates changes the first (4).
static void correct(Slide *s, double t, int order, double *watch) {
  const Flow *inner = s->inner;
  const size_t all = s->count;
  double off = 0;
  inner->event(inner, t, s->y, s->g);
  inner->slope(inner, t, s->y, s->w);
  const double *g = s->g + inner->events - 2 * s->k, *v = s->w + s->k;
  s->count = 0;
  for (size_t i = 0; i < all; i++) {
    const size_t at = s->set[i];
    if (inner->order[at] < order) continue;
    // the surfaces that take part come first
    s->set[i] = s->set[s->count];
    s->set[s->count++] = at;
    s->base[at] = inner->order[at] == order ? g[at] : v[at];
    off = fmax(off, fabs(s->base[at]));
  }
  if (off > SLIDE_NOTHING && solve_set(s, s->base)) {
    memcpy(s->base, s->x, s->count * sizeof *s->x);
    add_jumps(s, t, s->base, watch);
    if (order == 2) pass_on(s, t, watch);
    for (size_t i = 0; i < s->first; i++) s->y[i] -= s->shift[i];
  }
  s->count = all;
}

static void slide_project(const Flow *flow, double t, double *y) {
  Slide *s = slide_of(flow);
  memcpy(s->y, y, s->n * sizeof *y);
  if (!keep_on(s, t, s->y)) return;
  if (s->inner->project != NULL) s->inner->project(s->inner, t, s->y);
  double *watch = SLIDE_ALLOC(2 * s->inner->watched + 1, sizeof *watch);
  if (watch != NULL) correct(s, t, 2, watch);
  if (watch != NULL) correct(s, t, 1, watch);
  free(watch);
  memcpy(y, s->y, s->first * sizeof *y);
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
                   .order = inner->order,
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
