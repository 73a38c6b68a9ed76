// program/chart.c: chooses kept constraints and free velocities at a state.
//
// In:    A at a state, the ranks of its rows on the manifold (ground/)
// Out:   rows that span the others, and columns that are solved for, by complete pivoting
// From:  docs/theory/integration.md (9), (10)
// Cost:  rank r n operations; nothing if all rows are kept and nothing is solved for
//
// A chart is found by exchanges. y = A x expresses the constraints y by the velocities x. At a nonzero entry a
// row and a column may be exchanged: the velocity is then expressed by the constraint and the other velocities.
// After as many exchanges as the rank, the rows not exchanged are combinations of those exchanged, and the
// velocities exchanged are combinations of the free ones.

#include "program/chart.h"
#include "ground/ground.h"
#include "methods/constraints.h"
#include "motion/constrained.h"
#include <math.h>
#include <string.h>

enum { ON_POSITIONS, ON_VELOCITIES, NOT_LINEAR, ON_ACCELERATIONS };

#define NOTHING_LEFT 1e-9  // of a row of length 1: too small for a pivot, if there are others
#define TIE 1e-6           // pivots that differ by less count as equal: the first one is taken
#define MOST_STRAIN 1e7    // at the start; with more, the rank is determined again,
#define MOST_LEFT 1e-6     // or if redundant rows of length 1 differ by more
#define LOOKED_AT 2500     // entries of A up to which it is checked if there is no choice

// --- ranks ---------------------------------------------------------------------------------------

static const int last_level[] = {ON_POSITIONS, NOT_LINEAR, ON_ACCELERATIONS};

static void find_levels(ChartJudge *j) {
  const Equations *eq = &j->m->equations;
  for (size_t a = 0; a < j->r; a++) {
    const ConstraintRow *row = &eq->constraints.row[a];
    const bool linear = expr_is_none(row->velocity) || !j->solved ||
                        constraints_linear_in_velocities(j->m->pool, row->velocity, eq->qd, eq->n);
    j->level[a] = !expr_is_none(row->position)  ? ON_POSITIONS
                  : expr_is_none(row->velocity) ? ON_ACCELERATIONS
                  : linear                      ? ON_VELOCITIES
                                                : NOT_LINEAR;
  }
}

static bool has_level(const ChartJudge *j, int from, int to) {
  for (size_t a = 0; a < j->r; a++)
    if (j->level[a] >= from && j->level[a] <= to) return true;
  return false;
}

static size_t rank_up_to(const ChartJudge *j, int level) {
  bool *among = ARENA_ARRAY(&j->m->work, bool, j->r);
  size_t *rows = ARENA_ARRAY(&j->m->work, size_t, j->r + 1);
  for (size_t a = 0; a < j->r; a++) among[a] = j->level[a] <= level;
  return ground_independent_rows(&j->m->equations, &j->m->work, among, rows);
}

// Takes the ranks of the ground, which takes rows on positions before those on velocities, and these before the
// others. If the ground knows no real state, ranks of the rows as written are used.
static void take_ranks(ChartJudge *j, const Ground *ground) {
  j->vanishing = ground->vanishing;
  for (size_t k = 0; k < 3; k++) {
    const int first = k > 0 ? last_level[k - 1] + 1 : 0;
    j->rank[k] = k > 0 ? j->rank[k - 1] : 0;
    if (!ground->known && has_level(j, first, last_level[k]))
      j->rank[k] = rank_up_to(j, last_level[k]);
    for (size_t a = 0; ground->known && a < j->r; a++)
      j->rank[k] += j->level[a] >= first && j->level[a] <= last_level[k] && !ground->redundant[a];
  }
}

// --- making one ----------------------------------------------------------------------------------

// Do some rows depend on others?
static bool has_spare_rows(const ChartJudge *j) {
  return j->rank[2] < j->r;
}

static Status make_tape(ChartJudge *j) {
  System *m = j->m;
  const Equations *eq = &m->equations;
  const size_t n = j->n, entries = j->r * n, outputs = entries + n + (has_spare_rows(j) ? j->r : 0);
  j->sized = has_spare_rows(j);
  TapeBuilder *b = tape_builder_create(&m->work, m->pool);
  for (size_t i = 0; i < program_inputs(&m->program); i++) tape_input(b, m->program.symbols[i]);
  Expr *roots = ARENA_ARRAY(&m->work, Expr, outputs);
  Value *values = ARENA_ARRAY(&m->work, Value, outputs);
  memcpy(roots, eq->constraints.A.at, entries * sizeof *roots);
  for (size_t i = 0; i < n; i++) roots[entries + i] = *matrix_entry(problem_M(&eq->free), i, i);
  for (size_t k = entries + n; k < outputs; k++)
    roots[k] = system_row_size(m, &eq->constraints.A, k - entries - n);
  TRY(system_lower(m, b, roots, outputs, values));
  j->tape = system_hold_tape(m);
  *j->tape = tape_finish(b, values, outputs);
  j->work = ARENA_ARRAY(&m->work, double, tape_values(*j->tape));
  return STATUS_OK;
}

Chart chart_judge_blank(const ChartJudge *j) {
  return (Chart){.positions = j->rank[0],
                 .velocities = j->rank[1],
                 .rows = j->rank[2],
                 .known = j->r,
                 .row = ARENA_ARRAY(&j->m->work, size_t, j->r + 1),
                 .velocity = ARENA_ARRAY(&j->m->work, size_t, j->r + 1)};
}

// --- exchanging ----------------------------------------------------------------------------------

// Does row a have few digits? If so, it is scaled as if it had just enough, and is chosen after all others.
// Returns the factor by which it becomes longer; 0 if it vanishes on the piece and must not be chosen at all.
static double judge_digits(const ChartJudge *j, size_t a) {
  const Tape *tape = *j->tape;
  double length = 0;
  if (!j->sized) return 1;
  for (size_t i = 0; i < j->n; i++)
    length = hypot(length, j->work[tape_output(tape, a * j->n + i)]);
  const double size = j->work[tape_output(tape, (j->r + 1) * j->n + a)];
  j->few[a] = length <= CONSTRAINED_FEW_DIGITS * size;
  if (j->few[a] && j->vanishing != NULL && j->vanishing[a]) return 0;
  return j->few[a] && length > 0 ? CONSTRAINED_FEW_DIGITS * size / length : 1;
}

// (9)  A at the state: columns scaled by the mass that moves, rows by their largest length so far.
static bool fill_table(const ChartJudge *j) {
  const size_t n = j->n, entries = j->r * n;
  const Tape *tape = *j->tape;
  double mass = 0;
  memcpy(j->work, j->m->program.inputs, program_inputs(&j->m->program) * sizeof *j->work);
  tape_start(tape, j->work);
  tape_run(tape, j->work);
  for (size_t i = 0; i < n; i++) mass = fmax(mass, j->work[tape_output(tape, entries + i)]);
  for (size_t a = 0; a < j->r; a++) {
    double length = 0;
    for (size_t i = 0; i < n; i++) {
      const double own = j->work[tape_output(tape, entries + i)];
      const double scale = own > 0 ? own : mass > 0 ? mass : 1;
      j->T[a * n + i] = j->work[tape_output(tape, a * n + i)] / sqrt(scale);
      length = hypot(length, j->T[a * n + i]);
    }
    if (!isfinite(length)) return false;
    const double longer = judge_digits(j, a);
    j->length[a] = fmax(j->length[a], length * longer);
    for (size_t i = 0; j->length[a] > 0 && i < n; i++) j->T[a * n + i] /= j->length[a];
    for (size_t i = 0; longer == 0 && i < n; i++) j->T[a * n + i] = 0;
  }
  memset(j->row_done, 0, j->r * sizeof *j->row_done);
  memset(j->column_done, 0, n * sizeof *j->column_done);
  return true;
}

// Returns the largest entry in the rows up to a level and the columns, among those marked and not exchanged yet.
static double largest_entry(const ChartJudge *j, int level, const bool *rows, const bool *columns,
                            size_t *row, size_t *column) {
  double largest = 0;
  for (size_t a = 0; a < j->r; a++) {
    if (j->row_done[a] || j->level[a] > level || (rows && !rows[a])) continue;
    for (size_t i = 0; i < j->n; i++) {
      if (j->column_done[i] || (columns && !columns[i])) continue;
      const double size = fabs(j->T[a * j->n + i]);
      if (size <= (1 + TIE) * largest) continue;
      largest = size;
      *row = a;
      *column = i;
    }
  }
  return largest;
}

// (10)  exchanges row a and column i
static void exchange(const ChartJudge *j, size_t a, size_t i) {
  const size_t n = j->n;
  double *own = j->T + a * n;
  const double pivot = own[i];
  for (size_t k = 0; k < n; k++) own[k] = k == i ? 1 / pivot : -own[k] / pivot;
  for (size_t b = 0; b < j->r; b++) {
    double *other = j->T + b * n;
    const double factor = other[i];
    if (b == a || factor == 0) continue;
    for (size_t k = 0; k < n; k++) other[k] = k == i ? factor / pivot : other[k] + factor * own[k];
  }
  j->row_done[a] = j->column_done[i] = true;
}

// Finds the next row and column of a level; linear constraints first, if they are solved one after the other.
static double next_pivot(const ChartJudge *j, int level, const bool *rows, const bool *columns,
                         size_t *row, size_t *column) {
  if (level == NOT_LINEAR && j->solved) {
    const double size = largest_entry(j, ON_VELOCITIES, rows, columns, row, column);
    if (size > NOTHING_LEFT) return size;
  }
  return largest_entry(j, level, rows, columns, row, column);
}

// Takes any row of a level that is not chosen yet, and a column: for a singular state.
static void take_any(const ChartJudge *j, int level, size_t *row, size_t *column) {
  *row = *column = 0;
  while (*row + 1 < j->r && (j->row_done[*row] || j->level[*row] > level)) ++*row;
  while (*column + 1 < j->n && j->column_done[*column]) ++*column;
  j->row_done[*row] = j->column_done[*column] = true;
}

static double strain_of(const ChartJudge *j) {
  double strain = 1;
  for (size_t a = 0; a < j->r; a++)
    for (size_t i = 0; i < j->n; i++) {
      // omitted constraints in terms of kept ones; velocities solved for in terms of free ones
      const bool counts = j->row_done[a] ? j->solved && !j->column_done[i] : j->column_done[i];
      if (counts) strain = fmax(strain, fabs(j->T[a * j->n + i]));
    }
  return strain;
}

// Appends the rows that were not chosen, those with few digits last.
static void leave_out(const ChartJudge *j, Chart *chart) {
  size_t k = chart->rows;
  for (int few = 0; few < 2; few++) {
    for (size_t a = 0; a < j->r; a++)
      if (!j->row_done[a] && j->few[a] == (few == 1)) chart->row[k++] = a;
    if (few == 0) chart->known = k;
  }
}

// Exchanges as many rows as the rank, among the marked rows and columns (NULL: all), or in the order of the
// chart. Returns the strain.
static double exchange_all(const ChartJudge *j, const bool *rows, const bool *columns,
                           Chart *chart) {
  bool regular = fill_table(j);
  double least = 1;
  for (size_t k = 0; k < chart->rows; k++) {
    const int level = last_level[k < j->rank[0] ? 0 : k < j->rank[1] ? 1 : 2];
    size_t *row = &chart->row[k], *column = &chart->velocity[k];
    const double pivot = chart->ordered ? fabs(j->T[*row * j->n + *column])
                                        : next_pivot(j, level, rows, columns, row, column);
    least = fmin(least, pivot);
    regular = regular && pivot > 0;
    if (regular)
      exchange(j, *row, *column);
    else if (!chart->ordered)
      take_any(j, level, row, column);
  }
  if (!chart->ordered) leave_out(j, chart);
  return regular ? fmax(strain_of(j), 1 / least) : (double) INFINITY;
}

// --- choosing ------------------------------------------------------------------------------------

// Takes all rows, in the order of their levels.
static void take_all(const ChartJudge *j, Chart *chart) {
  size_t k = 0;
  for (int level = 0; level <= ON_ACCELERATIONS; level++)
    for (size_t a = 0; a < j->r; a++)
      if (j->level[a] == level) chart->row[k++] = a;
}

double chart_judge_choose(const ChartJudge *j, const bool *bound, Chart *chart) {
  chart->ordered = false;
  if (j->choice) return exchange_all(j, NULL, j->solved ? bound : NULL, chart);
  take_all(j, chart);
  return 1;
}

double chart_judge_strain(const ChartJudge *j, const Chart *chart) {
  if (!j->choice) return 1;
  Chart same = j->spare;
  same.ordered = chart->ordered;
  memset(j->kept, 0, j->r * sizeof *j->kept);
  memset(j->own, 0, j->n * sizeof *j->own);
  for (size_t k = 0; k < chart->rows; k++) {
    same.row[k] = chart->row[k];
    same.velocity[k] = chart->velocity[k];
    j->kept[chart->row[k]] = j->own[chart->velocity[k]] = true;
  }
  return exchange_all(j, j->kept, j->solved ? j->own : NULL, &same);
}

bool chart_judge_sees_positions(const ChartJudge *j) {
  return j->tape != NULL && j->rank[0] > 0;
}

double chart_judge_position_strain(const ChartJudge *j, size_t *row) {
  double least = 1;
  bool regular = fill_table(j);
  for (size_t k = 0; regular && k < j->rank[0]; k++) {
    size_t column = 0;
    const double pivot = largest_entry(j, ON_POSITIONS, NULL, NULL, row, &column);
    least = fmin(least, pivot);
    regular = pivot > 0;
    if (regular) exchange(j, *row, column);
  }
  return regular ? 1 / least : (double) INFINITY;
}

// --- all of it -----------------------------------------------------------------------------------

// Does A at the state among the inputs seem to have another rank? It may if the run starts on another piece
// than the initial state of the model.
static bool is_in_doubt(const ChartJudge *j) {
  Chart chart = j->spare;
  const double strain = exchange_all(j, NULL, NULL, &chart);
  double left = 0;
  for (size_t i = 0; i < j->r * j->n; i++)
    if (!j->row_done[i / j->n] && !j->column_done[i % j->n]) left = fmax(left, fabs(j->T[i]));
  return !(strain < MOST_STRAIN && left < MOST_LEFT);
}

static Status look_again(ChartJudge *j) {
  const Program *p = &j->m->program;
  const double *now = p->inputs + p->parameters;
  const Ground *ground = ground_at(&j->m->equations, now[0], now + 1, now + 1 + p->n,
                                   p->speeds > 0 ? now + 1 + 2 * p->n : NULL, &j->m->work);
  if (!ground->known || !ground->regular || ground->fault != GROUND_SOUND) return STATUS_OK;
  take_ranks(j, ground);
  return has_spare_rows(j) && !j->sized ? make_tape(j) : STATUS_OK;
}

static Status make_room(ChartJudge *j) {
  Arena *work = &j->m->work;
  j->T = ARENA_ARRAY(work, double, j->r * j->n);
  j->length = ARENA_ARRAY(work, double, j->r);
  j->few = ARENA_ARRAY(work, bool, j->r);
  j->row_done = ARENA_ARRAY(work, bool, j->r);
  j->column_done = ARENA_ARRAY(work, bool, j->n);
  j->kept = ARENA_ARRAY(work, bool, j->r);
  j->own = ARENA_ARRAY(work, bool, j->n);
  j->spare = chart_judge_blank(j);
  return make_tape(j);
}

Status chart_judge_make(System *m, ChartJudge *j) {
  const Equations *eq = &m->equations;
  const size_t n = eq->n, r = eq->constraints.r;
  *j = (ChartJudge){.m = m, .n = n, .r = r, .level = ARENA_ARRAY(&m->work, int, r)};
  if (r == 0) return STATUS_OK;
  j->solved = eq->eliminates;
  find_levels(j);
  take_ranks(j, ground_of(eq));
  if (j->rank[2] < r || j->solved || r * n <= LOOKED_AT) TRY(make_room(j));
  if (j->tape != NULL && is_in_doubt(j)) TRY(look_again(j));
  j->choice = j->tape != NULL && (j->rank[2] < r || j->solved);
  return STATUS_OK;
}

Status chart_here(System *m, Chart *chart) {
  ChartJudge judge;
  TRY(chart_judge_make(m, &judge));
  *chart = chart_judge_blank(&judge);
  (void) chart_judge_choose(&judge, NULL, chart);
  return STATUS_OK;
}
