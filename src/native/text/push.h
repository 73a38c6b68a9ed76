// native/text/push.h: M x = F + B^T lambda with equations and with rows that only push, in numbers, as a part of exported C.
//
// Accelerations in contact and velocities after an impact are both such a problem. Rows are taken in while they are
// violated, and left out while they pull, the worst first, as in motion/push.c.
//
// Before it stand MODES_N, the coordinates, and MODES_R, the constraints.

enum { PUSH_N = MODES_N, PUSH_R = MODES_R + 1, PUSH_K = PUSH_N + PUSH_R, PUSH_CHOICES = 12 };

// K x = f of some order up to PUSH_K.
typedef struct {
  double K[PUSH_K * PUSH_K], f[PUSH_K], x[PUSH_K];
  double a[PUSH_K * PUSH_K], row[PUSH_K], column[PUSH_K], z[PUSH_K];
  int from[PUSH_K], to[PUSH_K];
} PushEquations;

// Rows, and what is known of the solution: x is equations.x.
typedef struct {
  int count, kept, singular;
  int row[PUSH_R], pushes[PUSH_R], taken[PUSH_R], keep[PUSH_R];
  double A[PUSH_R * PUSH_N], B[PUSH_R * PUSH_N], b[PUSH_R], lambda[PUSH_R];
  double left[(PUSH_N + 1) * PUSH_N];
  PushEquations equations;
} PushProblem;

// --- elimination

// Makes rows and columns comparable.
static void push_scale(PushEquations *e, int m) {
  for (int i = 0; i < m; i++) e->row[i] = e->column[i] = 1;
  for (int round = 0; round < 2; round++)
    for (int i = 0; i < m; i++) {
      double rows = 0, columns = 0;
      for (int j = 0; j < m; j++) {
        rows = fmax(rows, fabs(e->K[i * m + j]) * e->column[j]);
        columns = fmax(columns, fabs(e->K[j * m + i]) * e->row[j]);
      }
      rows *= e->row[i];
      columns *= e->column[i];
      if (rows > 0) e->row[i] /= sqrt(rows);
      if (columns > 0) e->column[i] /= sqrt(columns);
    }
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++) e->a[i * m + j] = e->K[i * m + j] * e->row[i] * e->column[j];
}

static void push_swap(double *a, double *b) {
  const double kept = *a;
  *a = *b;
  *b = kept;
}

// Brings the largest entry from row and column i on there; 0 if all of them vanish.
static int push_pivot(PushEquations *e, int m, int i) {
  double largest = 0;
  int r = i, c = i;
  for (int j = i; j < m; j++)
    for (int l = i; l < m; l++)
      if (fabs(e->a[j * m + l]) > largest) largest = fabs(e->a[j * m + l]), r = j, c = l;
  if (!(largest > 1e-14)) return 0;
  for (int j = 0; j < m; j++) push_swap(&e->a[i * m + j], &e->a[r * m + j]);
  for (int j = 0; j < m; j++) push_swap(&e->a[j * m + i], &e->a[j * m + c]);
  const int from = e->from[i], to = e->to[i];
  e->from[i] = e->from[r];
  e->from[r] = from;
  e->to[i] = e->to[c];
  e->to[c] = to;
  return 1;
}

// With complete pivoting and one step of refinement; 0 if K is singular.
static int push_eliminate(PushEquations *e, int m) {
  push_scale(e, m);
  for (int i = 0; i < m; i++) e->from[i] = e->to[i] = i;
  for (int i = 0; i < m; i++) {
    if (!push_pivot(e, m, i)) return 0;
    for (int j = i + 1; j < m; j++) {
      const double factor = e->a[j * m + i] /= e->a[i * m + i];
      for (int l = i + 1; l < m; l++) e->a[j * m + l] -= factor * e->a[i * m + l];
    }
  }
  for (int i = 0; i < m; i++) e->x[i] = 0;
  for (int round = 0; round < 2; round++) {
    for (int i = 0; i < m; i++) {
      const int r = e->from[i];
      double sum = e->f[r];
      for (int j = 0; j < m; j++) sum -= e->K[r * m + j] * e->x[j];
      sum *= e->row[r];
      for (int j = 0; j < i; j++) sum -= e->a[i * m + j] * e->z[j];
      e->z[i] = sum;
    }
    for (int i = m; i-- > 0;) {
      for (int j = i + 1; j < m; j++) e->z[i] -= e->a[i * m + j] * e->z[j];
      e->z[i] /= e->a[i * m + i];
    }
    for (int i = 0; i < m; i++) e->x[e->to[i]] += e->z[i] * e->column[e->to[i]];
  }
  return 1;
}

// --- rows

static double push_dot(const double *a, const double *b) {
  double sum = 0;
  for (int i = 0; i < PUSH_N; i++) sum += a[i] * b[i];
  return sum;
}

static void push_add(PushProblem *p, int row, const double *A, const double *B, double b, int pushes) {
  const int k = p->count++;
  for (int i = 0; i < PUSH_N; i++) {
    p->A[k * PUSH_N + i] = A[row * PUSH_N + i];
    p->B[k * PUSH_N + i] = B[row * PUSH_N + i];
  }
  p->row[k] = row;
  p->b[k] = b;
  p->pushes[k] = pushes;
}

// Keeps a row that is independent of those that are kept.
static void push_keep(PushProblem *p, int a) {
  double *left = p->left + p->kept * PUSH_N;
  const double *A = p->A + a * PUSH_N;
  const double length = sqrt(push_dot(A, A));
  if (!(length > 0) || p->kept == PUSH_N) return;
  for (int i = 0; i < PUSH_N; i++) left[i] = A[i] / length;
  for (int again = 0; again < 2; again++)
    for (int k = 0; k < p->kept; k++) {
      const double part = push_dot(left, p->left + k * PUSH_N);
      for (int i = 0; i < PUSH_N; i++) left[i] -= part * p->left[k * PUSH_N + i];
    }
  const double rest = sqrt(push_dot(left, left));
  if (!(rest > 1e-9)) return;
  for (int i = 0; i < PUSH_N; i++) left[i] /= rest;
  p->keep[p->kept++] = a;
}

// With the rows that are taken as equations. F: or NULL, for 0.
static void push_solve_taken(PushProblem *p, const double *M, const double *F) {
  PushEquations *e = &p->equations;
  p->kept = 0;
  for (int pass = 0; pass < 2; pass++)
    for (int a = 0; a < p->count; a++)
      if (p->taken[a] && p->pushes[a] == pass) push_keep(p, a);
  const int m = PUSH_N + p->kept;
  for (int i = 0; i < PUSH_N; i++) {
    for (int j = 0; j < PUSH_N; j++) e->K[i * m + j] = M[i * PUSH_N + j];
    e->f[i] = F != NULL ? F[i] : 0;
  }
  for (int k = 0; k < p->kept; k++) {
    const int a = p->keep[k];
    for (int i = 0; i < PUSH_N; i++) {
      e->K[i * m + PUSH_N + k] = -p->B[a * PUSH_N + i];
      e->K[(PUSH_N + k) * m + i] = p->A[a * PUSH_N + i];
    }
    for (int j = 0; j < p->kept; j++) e->K[(PUSH_N + k) * m + PUSH_N + j] = 0;
    e->f[PUSH_N + k] = p->b[a];
  }
  p->singular = !push_eliminate(e, m);
  for (int a = 0; a < p->count; a++) p->lambda[a] = 0;
  for (int k = 0; k < p->kept && !p->singular; k++) p->lambda[p->keep[k]] = e->x[PUSH_N + k];
}

// With all rows as equations; 0 if they leave the solution open.
static int push_solve_all(PushProblem *p, const double *M, const double *F) {
  for (int a = 0; a < p->count; a++) p->taken[a] = 1;
  push_solve_taken(p, M, F);
  return !p->singular;
}

// By how much a row is violated, in parts of its terms; 0 if it is not. What is left of one that is kept is
// rounding.
static double push_violation(const PushProblem *p, int a) {
  double sum = 0, terms = fabs(p->b[a]), sizes = 0, most = 0;
  for (int k = 0; k < p->kept; k++)
    if (p->keep[k] == a) return 0;
  for (int i = 0; i < PUSH_N; i++) {
    const double part = p->A[a * PUSH_N + i] * p->equations.x[i];
    sum += part;
    terms += fabs(part);
    sizes += fabs(p->A[a * PUSH_N + i]);
    most = fmax(most, fabs(p->equations.x[i]));
  }
  const double off = sum - p->b[a], bad = p->pushes[a] ? -off : fabs(off);
  return bad > 1e-11 * terms + 1e-15 * sizes * most ? bad / terms : 0;
}

static double push_reach(const PushProblem *p, int a) {
  return fabs(p->lambda[a]) * sqrt(push_dot(p->B + a * PUSH_N, p->B + a * PUSH_N));
}

static int push_worst_pull(const PushProblem *p) {
  double most = 0, worst = 0;
  int found = -1;
  for (int a = 0; a < p->count; a++) most = fmax(most, push_reach(p, a));
  for (int a = 0; a < p->count; a++) {
    const double pull = p->pushes[a] && p->lambda[a] < 0 ? push_reach(p, a) : 0;
    if (pull > 1e-12 * most && pull > worst) worst = pull, found = a;
  }
  return found;
}

static int push_worst_violation(const PushProblem *p, int pushes) {
  double worst = 0;
  int found = -1;
  for (int a = 0; a < p->count; a++)
    if (p->pushes[a] == pushes && push_violation(p, a) > worst) worst = push_violation(p, a), found = a;
  return found;
}

static int push_is_good(const PushProblem *p) {
  return !p->singular && push_worst_pull(p) < 0 && push_worst_violation(p, 1) < 0 && push_worst_violation(p, 0) < 0;
}

// All choices of rows that push, if there are few.
static int push_try_all(PushProblem *p, const double *M, const double *F) {
  int place[PUSH_CHOICES], count = 0;
  for (int a = 0; a < p->count; a++) {
    if (!p->pushes[a]) continue;
    if (count == PUSH_CHOICES) return 0;
    place[count++] = a;
  }
  for (int choice = 0; choice < 1 << count; choice++) {
    for (int k = 0; k < count; k++) p->taken[place[k]] = choice >> k & 1;
    push_solve_taken(p, M, F);
    if (push_is_good(p)) return 1;
  }
  return 0;
}

// 1 if the problem was solved, 0 if it has no solution or none that is determined.
static int push_solve(PushProblem *p, const double *M, const double *F) {
  for (int a = 0; a < p->count; a++) p->taken[a] = !p->pushes[a];
  push_solve_taken(p, M, F);
  if (p->singular || push_worst_violation(p, 0) >= 0) return 0;
  for (int round = 0; round < 20 * (p->count + 1); round++) {
    push_solve_taken(p, M, F);
    if (push_is_good(p)) return 1;
    if (p->singular) break;
    const int pull = push_worst_pull(p), open = push_worst_violation(p, 1);
    if (pull >= 0)
      p->taken[pull] = 0;
    else if (open >= 0 && !p->taken[open])
      p->taken[open] = 1;
    else
      break;
  }
  return push_try_all(p, M, F);
}
