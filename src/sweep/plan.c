// sweep/plan.c: members of a plan.

#include "sweep/plan.h"
#include "sweep/draw.h"
#include <math.h>

// --- numbers with twice the digits ---------------------------------------------------------------

static Precise sum(double a, double b) {
  const double s = a + b, part = s - a;
  return (Precise){s, (a - (s - part)) + (b - part)};
}

static Precise precise_add(Precise a, Precise b) {
  const Precise s = sum(a.high, b.high);
  return sum(s.high, s.low + a.low + b.low);
}

static Precise precise_scale(Precise a, double factor) {
  const double p = a.high * factor;
  return sum(p, fma(a.high, factor, -p) + a.low * factor);
}

// (a.high + a.low) / n as one double.
static double precise_over(Precise a, double n) {
  const double q = a.high / n;
  return q + (fma(-q, n, a.high) + a.low) / n;
}

// --- grids ---------------------------------------------------------------------------------------

static bool is_grid(const SweepAxis *a) {
  return a->kind < SWEEP_GRIDS;
}

static bool is_whole(double x) {
  return x == floor(x);
}

#define ROUNDING 1e-9  // part of a step by which the last value may be off

static const char *settle_range(SweepAxis *a) {
  const double first = a->value[0].high, last = a->value[1].high, third = a->value[2].high;
  double count = third;
  if (a->kind == SWEEP_STEPS) {
    if (!(third != 0)) return "the step is 0";
    if ((last - first) / third < 0) return "the step leads away from the last value";
    count = floor((last - first) / third + ROUNDING) + 1;
  } else if (!is_whole(third) || third < 1) {
    return "the number of points must be a whole number, 1 or more";
  }
  if (!(count <= (double) SWEEP_MOST)) return "there are too many points";
  a->count = (uint64_t) count;
  return NULL;
}

double plan_grid_value(const SweepAxis *a, uint64_t i) {
  const double k = (double) i, rest = (double) (a->count - 1 - i);
  if (a->kind == SWEEP_LIST) return a->value[i].high;
  if (a->kind == SWEEP_STEPS) {
    const Precise x = precise_add(a->value[0], precise_scale(a->value[2], k));
    return x.high + x.low;
  }
  if (a->count == 1) return a->value[0].high;
  return precise_over(precise_add(precise_scale(a->value[0], rest), precise_scale(a->value[1], k)),
                      (double) (a->count - 1));
}

// --- distributions -------------------------------------------------------------------------------

#define LEAST_PART 1e-280  // least part of a normal distribution that a truncated one keeps

static const char *settle_distribution(const SweepAxis *a) {
  const Precise *v = a->value;
  switch (a->kind) {
    case SWEEP_UNIFORM:
      return v[0].high < v[1].high ? NULL : "the first value must be less than the second";
    case SWEEP_NORMAL:
    case SWEEP_LOGNORMAL:
      return v[1].high > 0 ? NULL : "the standard deviation must be greater than 0";
    case SWEEP_TRIANGULAR:
      return v[0].high <= v[1].high && v[1].high <= v[2].high && v[0].high < v[2].high
               ? NULL
               : "the values are the least, the most likely and the greatest one, in this order";
    case SWEEP_TRUNCATED:
      if (!(v[1].high > 0)) return "the standard deviation must be greater than 0";
      if (!(v[2].high < v[3].high)) return "the third value must be less than the fourth";
      if (!(fabs(erfc((v[2].high - v[0].high) / v[1].high * M_SQRT1_2) -
                 erfc((v[3].high - v[0].high) / v[1].high * M_SQRT1_2)) > LEAST_PART))
        return "nothing is left of the normal distribution between these limits";
      return NULL;
    default: return NULL;
  }
}

static double inverse(const SweepAxis *a, double u) {
  const Precise *v = a->value;
  switch (a->kind) {
    case SWEEP_UNIFORM: return fmin(v[0].high + u * (v[1].high - v[0].high), v[1].high);
    case SWEEP_NORMAL: return v[0].high + v[1].high * distribution_inverse_normal(u);
    case SWEEP_LOGNORMAL: return exp(v[0].high + v[1].high * distribution_inverse_normal(u));
    case SWEEP_TRIANGULAR:
      return distribution_inverse_triangular(u, v[0].high, v[1].high, v[2].high);
    case SWEEP_TRUNCATED:
      return distribution_inverse_truncated(u, v[0].high, v[1].high, v[2].high, v[3].high);
    default: return v[(size_t) (u * (double) a->n)].high;
  }
}

// --- plans ---------------------------------------------------------------------------------------

static const char *settle_axis(SweepAxis *a) {
  for (size_t i = 0; i < a->n; i++)
    if (!isfinite(a->value[i].high)) return "a value is not finite";
  a->key = draw_name(a->name);
  a->count = 1;
  if (!is_grid(a)) return settle_distribution(a);
  if (a->kind != SWEEP_LIST) return settle_range(a);
  a->count = a->n;
  return NULL;
}

// Few members get small parts, to be shared among threads and machines; many get large ones.
static uint64_t block_of(uint64_t members, bool rows) {
  uint64_t block = 1;
  while (block < SWEEP_BLOCK && block * 64 < members) block *= 2;
  while (!rows && members / block >= SWEEP_BLOCKS) block *= 2;
  return block;
}

const char *plan_settle(SweepPlan *plan, bool rows, size_t *axis) {
  size_t sampled = 0;
  plan->grid = 1;
  for (*axis = 0; *axis < plan->axes; ++*axis) {
    SweepAxis *a = &plan->axis[*axis];
    const char *wrong = settle_axis(a);
    if (wrong != NULL) return wrong;
    if (is_grid(a))
      plan->grid = plan->grid <= SWEEP_MOST ? plan->grid * a->count : plan->grid;
    else
      a->dimension = sampled++;
  }
  *axis = 0;
  if (sampled == 0) plan->samples = 1;
  if (plan->by == SAMPLING_SOBOL && sampled > SOBOL_DIMENSIONS)
    return "Sobol's sequence has 64 dimensions here: fewer variables can be sampled by it";
  const bool many = plan->grid > SWEEP_MOST || plan->samples > SWEEP_MOST;
  plan->members = many ? SWEEP_MOST + 1 : plan->grid * plan->samples;
  plan->block = block_of(plan->members, rows);
  return NULL;
}

static double uniform_of(const SweepPlan *plan, const SweepAxis *a, uint64_t sample) {
  switch (plan->by) {
    case SAMPLING_LATIN: return draw_latin(plan->seed, a->key, plan->samples, sample);
    case SAMPLING_SOBOL: return draw_sobol(plan->seed, a->key, a->dimension, sample);
    default: return draw_random(plan->seed, a->key, sample);
  }
}

void plan_place(const SweepPlan *plan, uint64_t member, uint64_t *place) {
  uint64_t rest = member / plan->samples;
  for (size_t i = plan->axes; i-- > 0;) {
    const uint64_t count = is_grid(&plan->axis[i]) ? plan->axis[i].count : 1;
    place[i] = rest % count;
    rest /= count;
  }
}

void plan_draw(const SweepPlan *plan, uint64_t member, double *values) {
  uint64_t rest = member / plan->samples;
  const uint64_t sample = member % plan->samples;
  for (size_t i = plan->axes; i-- > 0;) {
    const SweepAxis *a = &plan->axis[i];
    if (!is_grid(a)) {
      values[i] = inverse(a, uniform_of(plan, a, sample));
      continue;
    }
    values[i] = plan_grid_value(a, rest % a->count);
    rest /= a->count;
  }
}
