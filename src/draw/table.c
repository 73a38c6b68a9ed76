// draw/table.c: evaluates expressions of a model along a table of states, row by row.
//
// Columns named as symbols of the model are known: t, coordinates, velocities, and, if present,
// accelerations, multipliers, reactions. So a saved run works as well as a new one.

#include "draw/plot.h"
#include <math.h>
#include <string.h>

static Status find_column(System *m, const RunTable *table, const Quantity *q, size_t *column) {
  for (*column = 0; *column < table->columns; ++*column)
    if (strcmp(table->column[*column], q->name) == 0) return STATUS_OK;
  diag_report(&m->diags, DIAG_PLOT_COLUMN, q->span, q->name);
  return STATUS_INPUT;
}

static void copy_column(const RunTable *table, size_t column, double *out) {
  for (size_t i = 0; i < table->rows; i++) out[i] = table->at[i * table->columns + column];
}

bool table_needs_motion(System *m, const Expr *roots, size_t n) {
  const Equations *eq = &m->equations;
  Expr *own = ARENA_ARRAY(&m->work, Expr, n + 1);
  for (size_t i = 0; i < n; i++) own[i] = roots[i];
  system_in_inputs(m, own, n);
  for (size_t i = 0; i < n; i++) {
    if (expr_is_none(own[i])) continue;
    if (expr_depends_on_any(m->pool, own[i], eq->qdd, eq->n)) return true;
    for (size_t a = 0; a < eq->constraints.r; a++)
      if (expr_depends(m->pool, own[i], eq->constraints.row[a].lambda)) return true;
    for (size_t k = 0; k < eq->n; k++)
      if (expr_depends(m->pool, own[i], rates_reaction_symbol(&m->equations, k))) return true;
  }
  return false;
}

// --- expressions ---------------------------------------------------------------------------------

typedef struct {
  System *m;
  const RunTable *table;
  size_t *column;  // of each input after the parameters
  size_t inputs;
  Tape *tape;
} Reader;

// Declares the parameters, and the columns that are symbols of the model, each once.
static void declare(Reader *r, TapeBuilder *b) {
  System *m = r->m;
  Memo declared = {0};
  uint32_t before;
  r->column = ARENA_ARRAY(&m->work, size_t, r->table->columns + 1);
  for (size_t i = 0; i < m->program.parameters; i++) {
    tape_input(b, m->program.symbols[i]);
    memo_put(&m->work, &declared, m->program.symbols[i].id, 0);
  }
  for (size_t j = 0; j < r->table->columns; j++) {
    Expr symbol = EXPR_TIME;
    const char *name = r->table->column[j];
    const bool known = strcmp(name, "t") == 0 || expr_find_symbol(m->pool, str(name), &symbol);
    if (!known || memo_get(&declared, symbol.id, &before)) continue;
    memo_put(&m->work, &declared, symbol.id, 0);
    tape_input(b, symbol);
    r->column[r->inputs++] = j;
  }
}

static Status lower(Reader *r, const Quantity *quantity, const size_t *which, size_t n) {
  System *m = r->m;
  TapeBuilder *b = tape_builder_create(&m->work, m->pool);
  Expr *roots = ARENA_ARRAY(&m->work, Expr, n);
  Value *values = ARENA_ARRAY(&m->work, Value, n);
  declare(r, b);
  for (size_t i = 0; i < n; i++) roots[i] = quantity[which[i]].value;
  system_in_inputs(m, roots, n);
  for (size_t i = 0; i < n; i++) {  // one by one, to report a missing value where it is used
    const size_t errors = m->diags.errors;
    const Status status = system_lower(m, b, &roots[i], 1, &values[i]);
    if (status != STATUS_OK && m->diags.errors > errors) {
      Diag *last = &m->diags.all.at[m->diags.all.n - 1];
      if (last->span.source == NULL) last->span = quantity[which[i]].span;
    }
    TRY(status);
  }
  Tape **tape = system_hold_tape(m);
  r->tape = *tape = tape_finish(b, values, n);
  return STATUS_OK;
}

static void run_rows(const Reader *r, const size_t *which, size_t n, double **values) {
  const System *m = r->m;
  const size_t parameters = m->program.parameters;
  double *work = ARENA_ARRAY(&r->m->work, double, tape_values(r->tape));
  memcpy(work, m->program.inputs, parameters * sizeof *work);
  tape_start(r->tape, work);
  for (size_t i = 0; i < r->table->rows; i++) {
    const double *row = r->table->at + i * r->table->columns;
    for (size_t k = 0; k < r->inputs; k++) work[parameters + k] = row[r->column[k]];
    tape_run(r->tape, work);
    for (size_t k = 0; k < n; k++) values[which[k]][i] = work[tape_output(r->tape, k)];
  }
}

Status table_values(System *m, const RunTable *table, const Quantity *quantity, size_t n,
                    Arena *arena, double **values) {
  size_t *which = ARENA_ARRAY(&m->work, size_t, n + 1), expressions = 0;
  for (size_t i = 0; i < n; i++) {
    values[i] = ARENA_ARRAY(arena, double, table->rows + 1);
    if (!expr_is_none(quantity[i].value)) {
      which[expressions++] = i;
      continue;
    }
    size_t column;
    TRY(find_column(m, table, &quantity[i], &column));
    copy_column(table, column, values[i]);
  }
  if (expressions == 0) return STATUS_OK;
  Reader r = {.m = m, .table = table};
  TRY(lower(&r, quantity, which, expressions));
  run_rows(&r, which, expressions, values);
  return STATUS_OK;
}
