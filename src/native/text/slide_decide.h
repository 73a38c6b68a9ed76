// native/text/slide_decide.h: which way a motion continues from surfaces where its rates jump.
//
// In:    a state on some surfaces; slide.h
// Out:   its sides, and the surfaces that it slides along
// Law:   of each surface, w is the first derivative of g by time that does not vanish or depends on the sides:
//        s_i = 1 and w_i >= 0,  or  s_i = -1 and w_i <= 0,  or  w_i = 0 with a side between 1 and -1. In the
//        last case the motion stays on the surface; the side stands for the convex combination of the rates on
//        both sides
// From:  docs/theory/switching.md (3), (5), (10)
// Not:   surfaces of which neither of the first two derivatives depends on a side are passed, never slid along
//
// This text is compiled into the program and is a part of exported C, after slide.h.

#define SLIDE_TOGETHER_MOST 6  // surfaces for which all combinations are tried
#define SLIDE_SWEEPS 2000      // over more of them, one after the other
#define SLIDE_NEAR 1e-7        // sides that differ by less are the same
#define SLIDE_AHEAD 1e-5       // of a time unit: how far to look ahead if derivatives do not decide

// --- how the motion continues --------------------------------------------------------------------

// Computes w and v, in the direction of the run.
static void find_slope(Slide *s, double t, const double *y, double *w) {
  s->inner->slope(s->inner, t, y, w);
  for (size_t i = 0; i < s->k; i++) {
    if (s->inner->order[i] == 1) w[i] *= s->sense;
    w[s->k + i] *= s->sense;
  }
}

// Passes surfaces of order 2 that the motion crosses with a rate: it decides, whatever the sides are.
static void pass_surfaces(Slide *s) {
  for (size_t i = 0; i < s->count; i++) {
    const size_t at = s->set[i];
    if (s->kept[at] || !(fabs(s->base[s->k + at]) > s->noise[s->k + at])) continue;
    s->base[at] = s->base[s->k + at];
    s->room[at] = s->noise[s->k + at];
    for (size_t j = 0; j < s->k; j++) s->A[at * s->k + j] = 0;
  }
}

// Finds w as a linear function of the open sides, from its values with all sides 1 or -1 (3).
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
  memcpy(s->room, s->noise, k * sizeof *s->room);
  pass_surfaces(s);
  return good;
}

// Returns w_i for the sides x of the open surfaces, and its scale.
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
    const double w = slide_slope_of(s, s->set[i], x, &size), room = SLIDE_NOISE * size + s->room[s->set[i]];
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
    // so near to the edge that it is taken to be there
    double *side = &x[place[i]];
    if (fabs(fabs(*side) - 1) < SLIDE_NOISE) *side = copysign(1, *side);
  }
  return solved;
}

static void put_sides(const Slide *s, const double *x, double *y) {
  for (size_t i = 0; i < s->count; i++) y[s->first + s->set[i]] = x[i];
}

// Looks a little ahead along the rates with these sides, by the midpoint rule: do all open functions
// have the signs of their sides?
static bool is_right_ahead(Slide *s, double t, const double *y, const double *x) {
  const Flow *inner = s->inner;
  const double h = SLIDE_AHEAD * s->sense;
  double *watch = SLIDE_ALLOC(2 * inner->watched + 1, sizeof *watch);
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
  double *watch = SLIDE_ALLOC(2 * inner->watched + 1, sizeof *watch), most = 0, off = 0;
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
  // terms that cancel are measured by their sizes
  for (size_t i = 0; i < s->count; i++) {
    most = fmax(most, fabs(s->base[s->set[i]]));
    for (size_t j = 0; j < s->count; j++)
      most = fmax(most, fabs(s->A[s->set[i] * s->k + s->set[j]]));
  }
  return off <= SLIDE_NOISE * most;
}

typedef struct {
  double x[SLIDE_TOGETHER_MOST], sum[SLIDE_TOGETHER_MOST];
  size_t found, between;  // all; those with a side between 1 and -1, and the sums of their sides
  bool right;   // further ahead, too
  bool slides;  // along some surface
  bool differ;  // some of them have other rates than the first
} Choice;

// Takes one more consistent combination into account.
static void consider(Slide *s, double t, const double *y, const double *x, Choice *c) {
  bool near = c->found > 0;
  for (size_t i = 0; i < s->count; i++) near = near && fabs(x[i] - c->x[i]) < SLIDE_NEAR;
  if (near) return;
  if (c->found > 0 && !same_rates(s, t, y, c->x, x)) c->differ = true;
  // if first derivatives do not decide: the first one that is right a little later
  const bool right = is_right_ahead(s, t, y, x);
  bool slides = false;
  for (size_t i = 0; i < s->count; i++) slides = slides || fabs(x[i]) < 1;
  if (c->found == 0 || (!c->right && (right || (slides && !c->slides)))) {
    memcpy(c->x, x, s->count * sizeof *x);
    c->right = right;
    c->slides = slides;
  }
  for (size_t i = 0; slides && i < s->count; i++) c->sum[i] += x[i];
  c->between += slides;
  c->found++;
}

// Surfaces that depend on each other have several sides that keep the motion on them: chooses the present ones, if they
// still do, or those in the middle of all.
static void choose_between(const Slide *s, const double *y, const Choice *c, double *x) {
  double now[SLIDE_TOGETHER_MOST];
  bool kept = false;  // the present sides are worth keeping
  for (size_t i = 0; i < s->count; i++) {
    now[i] = fmin(1, fmax(-1, y[s->first + s->set[i]]));
    kept = kept || (s->hold && s->kept[s->set[i]]);
  }
  kept = kept && is_consistent(s, now);
  for (size_t i = 0; i < s->count; i++) x[i] = kept ? now[i] : c->sum[i] / (double) c->between;
}

// Tries all combinations of sides of a few surfaces.
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
  if (choice.slides && choice.between > 1) choose_between(s, y, &choice, x);
  return choice.found == 1 || choice.right || choice.slides ? SLIDE_FOUND : SLIDE_SEVERAL;
}

// For many surfaces: sets each side in turn so that its w vanishes, or comes as near to that as possible.
static SlideAdvice sweep(Slide *s, double *x) {
  for (size_t i = 0; i < s->count; i++) x[i] = s->corner[s->set[i]];
  for (int round = 0; round < SLIDE_SWEEPS; round++) {
    double most = 0;
    for (size_t i = 0; i < s->count; i++) {
      double size;
      const size_t at = s->set[i];
      const double slope = s->A[at * s->k + at], w = slide_slope_of(s, at, x, &size);
      // if its own side does not matter, or repels, it takes that of its motion
      const double wish = slope < 0 ? x[i] - w / slope : w < 0 ? -1 : 1;
      const double next = fmin(1, fmax(-1, wish));
      most = fmax(most, fabs(next - x[i]));
      x[i] = next;
    }
    if (most <= DBL_EPSILON) break;
  }
  // sides between 1 and -1 are made exact by the linear problem, for every caller
  for (size_t i = 0; i < s->count; i++) {
    double size;
    const double w = slide_slope_of(s, s->set[i], x, &size);
    if (x[i] == 1 ? w < -SLIDE_NEAR * size : x[i] == -1 ? w > SLIDE_NEAR * size : fabs(w) > SLIDE_NEAR * size)
      return SLIDE_NONE;
  }
  return SLIDE_FOUND;
}

// Subtracts from a row of A, over the open sides, its components along the n orthonormal rows in `basis`.
// Returns the part of its length that is left.
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

// Finds the surfaces that the motion slides along: those with a side between 1 and -1, unless others keep it on them.
// A surface that others keep the motion on, whatever its own side does, is held. Those of order 2 come first: their
// rates vanish, too.
static void find_sliding(Slide *s, const double *x, bool *on, bool *held) {
  double *basis = s->lu;
  size_t n = 0;
  for (size_t k = 0; k < 2 * s->count; k++) {
    const size_t i = k % s->count, at = s->set[i];
    if (s->inner->order[at] != (k < s->count ? 2 : 1)) continue;
    if (!(fabs(x[i]) < 1) || s->A[at * s->k + at] == 0) continue;
    on[at] = reduce_row(s, at, basis, n, basis + n * s->count) > SLIDE_NEAR;
    held[at] = !on[at];
    n += on[at];
  }
  for (size_t i = 0; n > 0 && i < s->count; i++) {
    const size_t at = s->set[i];
    double size;
    if (on[at] || held[at] || s->A[at * s->k + at] == 0) continue;
    if (fabs(slide_slope_of(s, at, x, &size)) > SLIDE_NEAR * size + s->room[at]) continue;
    held[at] = reduce_row(s, at, basis, n, s->y) <= SLIDE_NEAR;
  }
}

// Does A/d, with one d > 0 for each column, have a symmetric and negative semidefinite S? m x m; by elimination.
static bool is_dissipative(const double *A, size_t m, double *S, double *d) {
  double most = 0;
  for (size_t i = 0; i < m; i++) d[i] = 0;
  for (size_t round = 0; round < m; round++) {
    // one more that is coupled with a known one; or any
    size_t next = m;
    for (size_t j = 0; j < m; j++) {
      if (d[j] != 0) continue;
      size_t i = 0;
      while (i < m && !(d[i] != 0 && A[i * m + j] * A[j * m + i] > 0)) i++;
      if (i < m) d[j] = d[i] * A[i * m + j] / A[j * m + i], next = j;
      if (i < m) break;
    }
    for (size_t j = 0; next == m && j < m; j++)
      if (d[j] == 0) d[j] = 1, next = j;
  }
  for (size_t i = 0; i < m * m; i++) {
    S[i] = -A[i] / d[i % m];
    most = fmax(most, fabs(S[i]));
  }
  for (size_t i = 0; i < m * m; i++)
    if (fabs(S[i] - S[i % m * m + i / m]) > SLIDE_NEAR * most) return false;
  for (size_t c = 0; c < m; c++) {
    size_t best = 0;
    for (size_t i = 0; i < m; i++) {
      if (S[i * m + i] < -SLIDE_NEAR * most) return false;
      if (S[i * m + i] > S[best * m + best]) best = i;
    }
    const double pivot = S[best * m + best];
    if (pivot <= SLIDE_NEAR * most) break;
    for (size_t i = 0; i < m; i++)
      for (size_t j = 0; i != best && j < m; j++)
        if (j != best) S[i * m + j] -= S[i * m + best] * S[best * m + j] / pivot;
    for (size_t i = 0; i < m; i++) S[best * m + i] = S[i * m + best] = 0;
  }
  for (size_t i = 0; i < m * m; i++)
    if (fabs(S[i]) > SLIDE_NEAR * most) return false;
  return true;
}

// Surfaces that act on each other in one direction only are judged one after the other: removes such entries of A, m
// x m.
static void cut_one_way(double *A, size_t m, bool *reach) {
  for (size_t i = 0; i < m * m; i++) reach[i] = A[i] != 0;
  for (size_t by = 0; by < m; by++)
    for (size_t i = 0; i < m; i++)
      for (size_t j = 0; reach[i * m + by] && j < m; j++) reach[i * m + j] = reach[i * m + j] || reach[by * m + j];
  for (size_t i = 0; i < m * m; i++)
    if (!reach[i % m * m + i / m]) A[i] = 0;
}

// (5)  A motion that stays on surfaces, some of them of order 2: is it the only one? If the sides are forces of
// potentials d |g| and of friction d |g'|, energy keeps it there. Otherwise it may leave in a spiral, with infinitely
// many switchings, which no combination of sides shows.
static bool is_only_one(Slide *s, const bool *on, const bool *held) {
  size_t m = 0;
  bool second = false;
  for (size_t i = 0; i < s->count; i++) {
    const size_t at = s->set[i];
    if (!on[at] && !held[at]) continue;
    second = second || s->inner->order[at] == 2;
    s->order[m++] = at;
  }
  if (!second) return true;
  double *A = SLIDE_ALLOC(2 * m * m + m, sizeof *A);
  bool *reach = SLIDE_ALLOC(m * m, sizeof *reach), only = false;
  if (A != NULL && reach != NULL) {
    for (size_t i = 0; i < m * m; i++) A[i] = s->A[s->order[i / m] * s->k + s->order[i % m]];
    cut_one_way(A, m, reach);
    only = is_dissipative(A, m, A + m * m, A + 2 * m * m);
  }
  free(A);
  free(reach);
  return only;
}

// (10)  After a decision: are the marked surfaces of order 2 held by the marked ones of order 1, and by those that the motion was
// kept on before? Then friction acts in every direction in which it may leave.
SLIDE_LINKAGE bool slide_is_damped(Slide *s, const bool *mark, const bool *on, const bool *held) {
  double *basis = s->lu;
  size_t n = 0;
  for (int pass = 0; pass < 2; pass++)
    for (size_t i = 0; i < s->count; i++) {
      const size_t at = s->set[i];
      const bool kept = on[at] || held[at], free = s->inner->order[at] == 2 && !kept;
      if (free != (pass == 1) || (!mark[at] && !kept)) continue;
      const bool fresh = reduce_row(s, at, basis, n, basis + n * s->count) > SLIDE_NEAR;
      if (fresh && free) return false;
      n += fresh;
    }
  return true;
}

SLIDE_LINKAGE SlideAdvice slide_decide(Slide *s, const Flow *inner, double t, double *y, const bool *open, bool *on,
                                       bool *held) {
  s->inner = inner;
  s->count = 0;
  for (size_t i = 0; i < s->k; i++) {
    s->kept[i] = on[i] || held[i];
    on[i] = held[i] = false;
    if (open[i]) s->set[s->count++] = i;
  }
  if (s->count == 0) return SLIDE_FOUND;
  if (!take_corners(s, t, y)) return SLIDE_SEVERAL;
  double few[SLIDE_TOGETHER_MOST], *x = few, *many = NULL;
  if (s->count > SLIDE_TOGETHER_MOST) x = many = SLIDE_ALLOC(s->count, sizeof *many);
  if (x == NULL) return SLIDE_SEVERAL;
  SlideAdvice advice = many != NULL ? SLIDE_NONE : try_all(s, t, y, x);
  if (advice == SLIDE_NONE) advice = sweep(s, x);
  put_sides(s, x, y);
  find_sliding(s, x, on, held);
  free(many);
  return advice == SLIDE_FOUND && !is_only_one(s, on, held) ? SLIDE_SEVERAL : advice;
}
