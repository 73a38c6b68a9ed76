// native/text/push.h: finds the rows that push, and the solution.
//
// In:    M, F, rows of equations and rows of inequalities
// Out:   x, and multipliers; those of inequalities are not negative
// From:  docs/theory/impacts.md (4): the nearest point of a polyhedron in the metric of M, unless B is not A
// How:   adds violated rows and drops rows that pull, one at a time, the worst first. If that does not end,
//        tries all choices, up to 2^12 of them
// Law:   x is unique if M is definite on the kernel of the equations (tests/prop/motion/prop_push.c)
//
// This text is compiled into the program and is a part of exported C: plain C99, with <math.h>, <stdbool.h> and <stddef.h>,
// after pivoting.h, push_type.h and the definition of PUSH_LINKAGE.

#define PUSH_DEPENDENT 1e-9   // of a row of length 1: remainder of one that depends on those before it
#define PUSH_SATISFIED 1e-11  // of the terms of a row: its residual may be this large
#define PUSH_NO_PUSH 1e-12    // of the largest multiplier, each times its row: a smaller one counts as 0
#define PUSH_CHOICES 12       // rows for which all choices are tried
#define PUSH_LEAST 1e-13      // of its measure: with a smaller determinant the equations are singular
#define PUSH_MASS 0x1p-3      // constraints are eliminated before masses (tape/numbers.c)

PUSH_LINKAGE void push_open(Push *p, size_t n, size_t r, double *numbers, int *marks) {
  double **const part[] = {&p->A, &p->B, &p->b, &p->x, &p->lambda, &p->left, &p->system, &p->solved};
  const size_t size[] = {r * n, r * n, r, n, r, n * n, PUSH_COUNT(n + r), 3 * PUSH_COUNT(n + r)};
  p->n = n;
  p->r = p->kept = 0;
  for (size_t i = 0; i < sizeof size / sizeof *size; i++) {
    *part[i] = numbers;
    numbers += size[i];
  }
  p->row = marks;
  p->pushes = marks + r;
  p->taken = marks + 2 * r;
  p->keep = marks + 3 * r;
}

PUSH_LINKAGE void push_add(Push *p, size_t row, const double *A, const double *B, double b, bool pushes) {
  const size_t n = p->n, k = p->r++;
  for (size_t i = 0; i < n; i++) {
    p->A[k * n + i] = A[row * n + i];
    p->B[k * n + i] = B[row * n + i];
  }
  p->b[k] = b;
  p->row[k] = (int) row;
  p->pushes[k] = pushes;
}

PUSH_LINKAGE double push_dot(const double *a, const double *b, size_t n) {
  double sum = 0;
  for (size_t i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

// --- equations -----------------------------------------------------------------------------------

static double push_power(double x) {
  int exponent;
  if (!(x > 0 && x * 0 == 0)) return 1;
  (void) frexp(x, &exponent);
  return ldexp(1, exponent);
}

// Powers of two for rows and columns that make their entries comparable.
static void push_scale(const double *K, size_t m, double *row, double *column) {
  for (size_t i = 0; i < m; i++) row[i] = column[i] = 1;
  for (int round = 0; round < 2; round++)
    for (size_t i = 0; i < m; i++) {
      double rows = 0, columns = 0;
      for (size_t j = 0; j < m; j++) {
        rows = fmax(rows, fabs(K[i * m + j]) * column[j]);
        columns = fmax(columns, fabs(K[j * m + i]) * row[j]);
      }
      rows *= row[i];
      columns *= column[i];
      if (rows > 0) row[i] /= sqrt(rows);
      if (columns > 0) column[i] /= sqrt(columns);
    }
  for (size_t i = 0; i < m; i++) {
    row[i] = push_power(row[i]);
    column[i] = push_power(column[i]);
  }
}

// Keeps a row that is independent of those that are kept.
static void push_keep(Push *p, size_t a) {
  const size_t n = p->n;
  const double *A = p->A + a * n;
  double *left = p->left + p->kept * n;
  const double length = sqrt(push_dot(A, A, n));
  if (!(length > 0) || p->kept == n) return;
  for (size_t i = 0; i < n; i++) left[i] = A[i] / length;
  for (int again = 0; again < 2; again++)
    for (size_t k = 0; k < p->kept; k++) {
      const double part = push_dot(left, p->left + k * n, n);
      for (size_t i = 0; i < n; i++) left[i] -= part * p->left[k * n + i];
    }
  const double rest = sqrt(push_dot(left, left, n));
  if (!(rest > PUSH_DEPENDENT)) return;
  for (size_t i = 0; i < n; i++) left[i] /= rest;
  p->keep[p->kept++] = (int) a;
}

// Fills the right-hand side f, after the matrix: forces (NULL: zero) and bounds. Returns it.
PUSH_LINKAGE double *push_sides(Push *p, const double *F) {
  const size_t m = p->n + p->kept;
  double *f = p->system + 2 + 2 * m + m * m;
  for (size_t i = 0; i < p->n; i++) f[i] = F != NULL ? F[i] : 0;
  for (size_t k = 0; k < p->kept; k++) f[p->n + k] = p->b[p->keep[k]];
  return f;
}

// Finds x and lambda for the matrix and the right-hand side in p->system.
PUSH_LINKAGE void push_eliminate(Push *p) {
  const size_t n = p->n, m = n + p->kept;
  dal_pivoting((int) PUSH_COUNT(m), p->system, p->solved);
  p->singular = !(fabs(p->solved[m]) > PUSH_LEAST * p->solved[m + 1]);
  for (size_t i = 0; i < n; i++) p->x[i] = p->solved[i];
  for (size_t a = 0; a < p->r; a++) p->lambda[a] = 0;
  for (size_t k = 0; k < p->kept && !p->singular; k++) p->lambda[p->keep[k]] = p->solved[n + k];
}

// Solves with the independent ones of the rows that are taken as equations.
static void push_solve_taken(Push *p, const double *M, const double *F) {
  const size_t n = p->n;
  p->kept = 0;
  for (int pass = 0; pass < 2; pass++)
    for (size_t a = 0; a < p->r; a++)
      if (p->taken[a] && p->pushes[a] == pass) push_keep(p, a);
  const size_t m = n + p->kept;
  double *row = p->system + 2, *column = row + m, *K = column + m;
  p->system[0] = p->system[1] = (double) m;
  for (size_t i = 0; i < m * m; i++) K[i] = 0;
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++) K[i * m + j] = M[i * n + j];
  for (size_t k = 0; k < p->kept; k++)
    for (size_t i = 0; i < n; i++) {
      K[i * m + n + k] = -p->B[(size_t) p->keep[k] * n + i];
      K[(n + k) * m + i] = p->A[(size_t) p->keep[k] * n + i];
    }
  push_scale(K, m, row, column);
  for (size_t i = 0; i < n; i++) row[i] *= PUSH_MASS;
  for (size_t i = n; i < m; i++) column[i] /= PUSH_MASS;
  (void) push_sides(p, F);
  push_eliminate(p);
  for (size_t i = 0; i < n && !p->singular; i++) p->largest = fmax(p->largest, fabs(p->x[i]));
}

PUSH_LINKAGE bool push_solve_all(Push *p, const double *M, const double *F) {
  p->largest = 0;
  for (size_t a = 0; a < p->r; a++) p->taken[a] = 1;
  push_solve_taken(p, M, F);
  return !p->singular;
}

// --- inequalities --------------------------------------------------------------------------------

// Returns how much a row is violated, relative to the largest size of its terms so far; 0 if it is not.
static double push_violation(const Push *p, size_t a) {
  const double *row = p->A + a * p->n;
  double size = 0;
  for (size_t i = 0; i < p->n; i++) size += fabs(row[i] * p->x[i]);
  const double off = push_dot(row, p->x, p->n) - p->b[a];
  const double terms = fmax(size, sqrt(push_dot(row, row, p->n)) * p->largest) + fabs(p->b[a]);
  const double bad = p->pushes[a] ? -off : fabs(off);
  return bad > PUSH_SATISFIED * terms ? bad / terms : 0;
}

static double push_reach(const Push *p, size_t a) {
  const double *row = p->B + a * p->n;
  return fabs(p->lambda[a]) * sqrt(push_dot(row, row, p->n));
}

// Returns the row that pulls most, in force per length, or r.
static size_t push_worst_pull(const Push *p) {
  double most = 0, worst = 0;
  size_t found = p->r;
  for (size_t a = 0; a < p->r; a++) most = fmax(most, push_reach(p, a));
  for (size_t a = 0; a < p->r; a++) {
    const double pull = p->pushes[a] && p->lambda[a] < 0 ? push_reach(p, a) : 0;
    if (pull > PUSH_NO_PUSH * most && pull > worst) worst = pull, found = a;
  }
  return found;
}

static size_t push_worst_violation(const Push *p, int pushes) {
  double worst = 0;
  size_t found = p->r;
  for (size_t a = 0; a < p->r; a++)
    if (p->pushes[a] == pushes && push_violation(p, a) > worst) worst = push_violation(p, a), found = a;
  return found;
}

static bool push_is_good(const Push *p) {
  return !p->singular && push_worst_pull(p) == p->r && push_worst_violation(p, 1) == p->r &&
         push_worst_violation(p, 0) == p->r;
}

// Adds or drops one row at a time.
static bool push_exchange(Push *p, const double *M, const double *F) {
  for (size_t round = 0; round < 20 * (p->r + 1); round++) {
    push_solve_taken(p, M, F);
    if (push_is_good(p)) return true;
    if (p->singular) return false;
    const size_t pull = push_worst_pull(p), open = push_worst_violation(p, 1);
    if (pull < p->r)
      p->taken[pull] = 0;
    else if (open < p->r && !p->taken[open])
      p->taken[open] = 1;
    else
      return false;
  }
  return false;
}

static bool push_try_all(Push *p, const double *M, const double *F) {
  size_t place[PUSH_CHOICES], count = 0;
  for (size_t a = 0; a < p->r; a++) {
    if (!p->pushes[a]) continue;
    if (count == PUSH_CHOICES) return false;
    place[count++] = a;
  }
  for (unsigned choice = 0; choice < 1u << count; choice++) {
    for (size_t k = 0; k < count; k++) p->taken[place[k]] = choice >> k & 1;
    push_solve_taken(p, M, F);
    if (push_is_good(p)) return true;
  }
  return false;
}

PUSH_LINKAGE PushTrouble push_solve(Push *p, const double *M, const double *F) {
  p->largest = 0;
  for (size_t a = 0; a < p->r; a++) p->taken[a] = !p->pushes[a];
  push_solve_taken(p, M, F);
  if (p->singular) return PUSH_SINGULAR;
  // without rows that push: do the equations have a solution?
  if (push_worst_violation(p, 0) < p->r) return PUSH_CONFLICT;
  return push_exchange(p, M, F) || push_try_all(p, M, F) ? PUSH_SOLVED : PUSH_UNDETERMINED;
}
