// analysis/solution.c: the general solution of the equations of small motions.
//
// In:    modes with the vectors of their chains, (K - mu) v_j = v_(j-1)
// Out:   eta = sum_k C_k eta_k(t), each eta_k a sum of vectors times t^p e^(g t) cos(w t) and the like
// From:  docs/theory/smallmotions.md, section "Chains", (2) to (5); L8 (8.43) if all chains are single vectors
//        and all mu are real
// Law:   the solution satisfies the equations (tests/prop/analysis/slow_solutions.c)

#include "analysis/equilibria_impl.h"
#include <complex.h>
#include <math.h>

#define CHAIN_MOST 12  // solutions of longer chains are not written

typedef struct {
  Equilibrium *e;
  size_t n;  // coordinates
  Arena *arena;
  double b[CHAIN_MOST][CHAIN_MOST];  // (3)
} Writer;

// (3)  p_i = sum_k b_ik t^k / lambda^(2 i - k) solves p_i'' + 2 lambda p_i' = p_(i-1), p_0 = 1
static void find_polynomials(Writer *w) {
  w->b[0][0] = 1;
  for (unsigned i = 1; i < CHAIN_MOST; i++)
    for (unsigned k = i; k > 0; k--) {
      const double above = k < i ? k * (k + 1) * w->b[i][k + 1] : 0;
      w->b[i][k] = (w->b[i - 1][k - 1] - above) / (2 * k);
    }
}

// Is the real or the imaginary part of a shape 0?
static bool is_absent(const Writer *w, size_t mode, bool imaginary) {
  const double *part = w->e->mode[mode].shape + (imaginary ? w->n : 0);
  for (size_t i = 0; i < w->n; i++)
    if (part[i] != 0) return false;
  return true;
}

static void add(Writer *w, SolutionTerm term) {
  if (term.factor == 0 || is_absent(w, term.mode, term.imaginary)) return;
  array_push(w->arena, &w->e->solution, term);
}

static double factorial(unsigned n) {
  return n < 2 ? 1 : n * factorial(n - 1);
}

// --- real mu -------------------------------------------------------------------------------------

// (4)  mu = 0: t^(2 i)/(2 i)! and t^(2 i + 1)/(2 i + 1)!
static void add_linear(Writer *w, size_t top, size_t length) {
  for (unsigned odd = 0; odd < 2; odd++) {
    const size_t constant = w->e->constants++;
    for (unsigned i = 0; i < length; i++)
      add(w, (SolutionTerm){.constant = constant,
                            .mode = top - i,
                            .factor = 1 / factorial(2 * i + odd),
                            .power = 2 * i + odd});
  }
}

// (3) with e^(lambda t) and e^(-lambda t) added and subtracted: cosh has the even powers of t in the sum, sinh
// in the difference. For lambda = i omega these are cos and i sin.
static void add_real(Writer *w, size_t top, size_t length, double mu) {
  const double rate = sqrt(fabs(mu));
  const bool turns = mu < 0;
  for (unsigned odd = 0; odd < 2; odd++) {
    const size_t constant = w->e->constants++;
    for (unsigned i = 0; i < length; i++)
      for (unsigned k = 0; k <= i; k++) {
        const bool sine = (k + odd) % 2 != 0;
        const unsigned power = 2 * i - k;
        // i^-power, times i if cosh has become i sin; all of it divided by i if odd
        const int quarter = (int) sine - (int) odd - (int) power;
        const double sign = turns && (quarter / 2) % 2 != 0 ? -1 : 1;
        add(w, (SolutionTerm){.constant = constant,
                              .mode = top - i,
                              .factor = sign * w->b[i][k] / pow(rate, power),
                              .power = k,
                              .wave = turns ? (sine ? WAVE_SIN : WAVE_COS)
                                            : (sine ? WAVE_SINH : WAVE_COSH),
                              .rate = rate});
      }
  }
}

// --- complex lambda ------------------------------------------------------------------------------

// Adds the real or the imaginary part of f v t^k e^(lambda t), v being the shape of the mode.
static void add_part(Writer *w, size_t constant, size_t mode, double complex f, unsigned k,
                     double complex lambda, bool imaginary) {
  const double re = creal(f), im = cimag(f);
  SolutionTerm term = {.constant = constant,
                       .mode = mode,
                       .power = k,
                       .growth = creal(lambda),
                       .wave = cimag(lambda) == 0 ? WAVE_NONE : WAVE_COS,
                       .rate = fabs(cimag(lambda))};
  const double turn = cimag(lambda) < 0 ? -1 : 1;
  term.factor = imaginary ? im : re;
  add(w, term);
  term.imaginary = true;
  term.factor = imaginary ? re : -im;
  add(w, term);
  if (cimag(lambda) == 0) return;
  term.wave = WAVE_SIN;
  term.factor = turn * (imaginary ? -im : -re);
  add(w, term);
  term.imaginary = false;
  term.factor = turn * (imaginary ? re : -im);
  add(w, term);
}

// (5)  of first order: sum_i v_(j-i) t^i/i! e^(lambda t). Of second order (3), by lambda and by -lambda.
static void add_complex(Writer *w, size_t top, size_t length, double complex lambda) {
  const bool second = w->e->second_order;
  for (unsigned imaginary = 0; imaginary < (cimag(lambda) == 0 ? 1 : 2); imaginary++) {
    const size_t constant = w->e->constants++;
    for (unsigned i = 0; i < length; i++) {
      if (!second) add_part(w, constant, top - i, 1 / factorial(i), i, lambda, imaginary);
      for (unsigned k = 0; second && k <= i; k++)
        add_part(w, constant, top - i, w->b[i][k] * cpow(lambda, -(double) (2 * i - k)), k, lambda,
                 imaginary);
    }
  }
}

// --- all of it -----------------------------------------------------------------------------------

// Adds the solutions of the vector v_j of a chain; that is mode `top`, and the vectors below it come before it.
static void add_solutions(Writer *w, size_t top) {
  const Mode *m = &w->e->mode[top];
  const size_t length = m->above + 1;
  const double complex value = m->re + m->im * (double complex) I;
  if (w->e->second_order && m->im == 0 && m->re == 0) {
    add_linear(w, top, length);
  } else if (w->e->second_order && m->im == 0) {
    add_real(w, top, length, m->re);
  } else if (w->e->second_order) {
    add_complex(w, top, length, csqrt(value));
    add_complex(w, top, length, -csqrt(value));
  } else {
    add_complex(w, top, length, value);
  }
}

void solution_find(Equilibrium *e, size_t n, Arena *arena) {
  Writer w = {.e = e, .n = n, .arena = arena};
  for (size_t i = 0; i < e->modes; i++)
    if (e->mode[i].shape == NULL || e->mode[i].above >= CHAIN_MOST) return;
  find_polynomials(&w);
  for (size_t i = 0; i < e->modes; i++) add_solutions(&w, i);
}
