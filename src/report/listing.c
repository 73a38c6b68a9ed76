// report/listing.c: equations to blocks of printed formulas.

#include "report/listing.h"
#include "algebra/algebra.h"
#include <string.h>

#define CLOSED_WIDTH 180  // closed forms with longer lines are shown only on request

// --- expressions ---------------------------------------------------------------------------------

static const char *too_long(const Listing *s, Expr e) {
  static const char *const words[] = {"(an expression of %u operations)", "\\text{(%u operations)}",
                                      "<mtext>(an expression of %u operations)</mtext>"};
  return text_format(s->arena, words[s->format], (unsigned) expr_weight(s->eq->pool, e));
}

const char *listing_mathml_opened(const char *mathml, Arena *arena) {
  static const char open[] = "<mrow>", close[] = "</mrow>";
  const size_t n = strlen(mathml), skip = strlen(open);
  if (strncmp(mathml, open, skip) != 0) return mathml;
  int depth = 1;
  const char *at = mathml + skip;
  while (depth > 0 && (at = strchr(at, '<')) != NULL) {
    if (strncmp(at, close, strlen(close)) == 0) depth--;
    if (strncmp(at, open, skip) == 0) depth++;
    at++;
  }
  const bool whole = at != NULL && (size_t) (at - 1 - mathml) == n - strlen(close);
  return whole ? str_copy(arena, (Str){mathml + skip, n - skip - strlen(close)}) : mathml;
}

// Prints an expression completely or returns false. Each operation takes at least one character, so
// an expression that cannot fit is not begun.
static bool try_print(const Listing *s, Expr e, const Abbreviations *names, const char **result) {
  if (names == NULL && expr_weight(s->eq->pool, e) > PRINT_LENGTH) return false;
  Text text = text_make(s->arena);
  const bool complete = print_expr(s->eq->pool, e, s->format, names, &text);
  *result =
    s->format == FORMAT_MATHML ? listing_mathml_opened(text_get(&text), s->arena) : text_get(&text);
  return complete;
}

// Prints the expression as it is, or only its size if it is too long.
static const char *printed(const Listing *s, Expr e, const Abbreviations *names) {
  if (s->most > 0 && expr_weight(s->eq->pool, e) > s->most) return too_long(s, e);
  const char *result;
  return try_print(s, e, names, &result) ? result : too_long(s, e);
}

const char *listing_formula(const Listing *s, Expr e) {
  return printed(s, algebra_readable(s->eq->pool, e), NULL);
}

const char *listing_as_given(const Listing *s, Expr e) {
  return printed(s, e, NULL);
}

const char *listing_symbol(const Listing *s, Expr e) {
  Text text = text_make(s->arena);
  print_expr(s->eq->pool, e, s->format, NULL, &text);
  return text_get(&text);
}

static const char *as_it_stands(const Listing *s, Expr e) {
  const char *result;
  if (s->most > 0 && expr_weight(s->eq->pool, e) > s->most) return listing_formula(s, e);
  return try_print(s, e, NULL, &result) ? result : listing_formula(s, e);
}

// Returns text whose LaTeX was written by hand: rules and left-hand sides of the worksheet.
static const char *as_written(const Listing *s, const char *text, const char *latex) {
  if (s->format != FORMAT_MATHML) return s->format == FORMAT_LATEX ? latex : text;
  Text mathml = text_make(s->arena);
  latex_to_mathml(str(latex), &mathml);
  return text_get(&mathml);
}

// --- sums of multiples ---------------------------------------------------------------------------

// The texts of a product of a coefficient, which is a sum or not, and x.
static const struct {
  const char *of_sum, *of_other, *negative, *minus, *plus;
} signs[] = {
  {"(%s)*%s", "%s*%s", "-", " - ", " + "},
  {"\\left(%s\\right) %s", "%s \\, %s", "-", " - ", " + "},
  {"<mrow><mo>(</mo>%s<mo>)</mo></mrow><mo>&#x2062;</mo>%s",
   "%s<mo>&#x2062;</mo><mspace width=\"0.167em\"/>%s", "<mo>−</mo>", "<mo>−</mo>", "<mo>+</mo>"},
};

// Prints coefficient * x with x last, wherever the coefficient's factors are sorted.
static const char *multiple(const Listing *s, Expr coefficient, Expr x) {
  ExprPool *pool = s->eq->pool;
  if (expr_is_constant(pool, coefficient)) return as_it_stands(s, expr_mul(pool, coefficient, x));
  const bool sum = expr_kind(pool, coefficient) == EXPR_SUM && expr_count(pool, coefficient) > 1;
  const char *symbol = listing_symbol(s, x);
  if (s->format == FORMAT_TEXT && expr_is_derivative(pool, x))
    symbol = text_format(s->arena, "(%s)", symbol);
  return text_format(s->arena, sum ? signs[s->format].of_sum : signs[s->format].of_other,
                     as_it_stands(s, coefficient), symbol);
}

// Prints sum_j row_j x_j in the order of the unknowns, as a person would write it.
static const char *combination(const Listing *s, const Expr *row, const Expr *x, size_t n) {
  Text text = text_make(s->arena);
  const char *negative = signs[s->format].negative;
  for (size_t j = 0; j < n; j++) {
    const Expr coefficient = algebra_readable(s->eq->pool, row[j]);
    if (expr_same(coefficient, EXPR_ZERO)) continue;
    const char *term = multiple(s, coefficient, x[j]);
    const bool minus = text.n > 0 && strncmp(term, negative, strlen(negative)) == 0;
    if (text.n > 0) text_add(&text, minus ? signs[s->format].minus : signs[s->format].plus);
    text_add(&text, minus ? term + strlen(negative) : term);
  }
  return text.n > 0 ? text_get(&text) : s->format == FORMAT_MATHML ? "<mn>0</mn>" : "0";
}

// --- blocks --------------------------------------------------------------------------------------

// Opens a block; formulas go to the block opened last.
static ListedBlock *open_block(Listing *s, BlockKind kind, const char *title) {
  array_push(s->arena, &s->blocks, ((ListedBlock){.kind = kind, .title = title}));
  return &s->blocks.at[s->blocks.n - 1];
}

// Returns how much of the room a formula takes, in any format.
static size_t share(const Listing *s, Expr e) {
  const size_t weight = expr_weight(s->eq->pool, e);
  return 2 + (s->most > 0 && weight > s->most ? 1 : weight);
}

static size_t share_of_all(const Listing *s, const Expr *at, size_t n) {
  size_t sum = 0;
  for (size_t i = 0; i < n; i++) sum += expr_same(at[i], EXPR_ZERO) ? 0 : share(s, at[i]);
  return sum;
}

// Is there room for a formula of this many operations? Otherwise the block counts it.
static bool has_room(Listing *s, size_t operations) {
  if (s->room == 0) return true;
  if (s->used + operations <= s->room) {
    s->used += operations;
    return true;
  }
  s->blocks.at[s->blocks.n - 1].omitted++;
  return false;
}

static void add_formula(Listing *s, const char *left, const char *right) {
  ListedBlock *block = &s->blocks.at[s->blocks.n - 1];
  array_push(s->arena, &block->formulas, ((ListedFormula){.left = left, .right = right}));
}

static void add_matrix(Listing *s, const char *left, const Matrix *m) {
  if (m->rows == 1 && m->columns == 1) {
    add_formula(s, left, listing_formula(s, m->at[0]));
    return;
  }
  ListedFormula formula = {.left = left, .rows = m->rows, .columns = m->columns};
  formula.entries = ARENA_ARRAY(s->arena, const char *, m->rows * m->columns);
  for (size_t i = 0; i < m->rows * m->columns; i++)
    formula.entries[i] = listing_formula(s, m->at[i]);
  array_push(s->arena, &s->blocks.at[s->blocks.n - 1].formulas, formula);
}

void listing_add_steps(Listing *s) {
  for (size_t i = 0; i < s->eq->worksheet.n; i++) {
    const WorkStep *step = &s->eq->worksheet.at[i];
    ListedBlock *block = open_block(s, BLOCK_STEP, step->title);
    block->rule = as_written(s, step->formula_text, step->formula_latex);
    block->source = step->source;
    for (size_t k = 0; k < step->lines.n; k++) {
      const WorkLine *line = &step->lines.at[k];
      const bool matrix = line->kind == LINE_MATRIX;
      const size_t entries = matrix ? line->matrix.rows * line->matrix.columns : 0;
      const size_t operations = s->room == 0 ? 0
                                : matrix     ? entries + share_of_all(s, line->matrix.at, entries)
                                             : share(s, line->value);
      if (!has_room(s, operations)) continue;
      const char *left = as_written(s, line->text, line->latex);
      if (matrix)
        add_matrix(s, left, &line->matrix);
      else
        add_formula(s, left, listing_formula(s, line->value));
    }
  }
}

// Lists q' = psi for the velocities that are not themselves free speeds.
static void add_kinematics(Listing *s) {
  const Equations *eq = s->eq;
  open_block(s, BLOCK_LIST, "Velocities");
  for (size_t i = 0; i < eq->n; i++) {
    const Expr velocity = eq->along.velocity[i];
    if (!expr_same(eq->problem.psi[i], velocity) && 1 + i != eq->along.place &&
        has_room(s, share(s, eq->problem.psi[i])))
      add_formula(s, listing_symbol(s, velocity), listing_formula(s, eq->problem.psi[i]));
  }
}

// dt/dtau = 1/pace
static void add_time(Listing *s) {
  const Equations *eq = s->eq;
  ListedBlock *block = open_block(s, BLOCK_LIST, "Time");
  block->sign = listing_symbol(s, eq->along.direction);
  block->sign_of =
    listing_symbol(s, expr_derivative_symbol(eq->pool, eq->along.variable, EXPR_TIME));
  const Expr rate = expr_derivative_symbol(eq->pool, EXPR_TIME, eq->along.variable);
  // the direction is its own inverse
  const Expr value = expr_div(eq->pool, expr_square(eq->pool, eq->along.direction), eq->along.pace);
  add_formula(s, listing_symbol(s, rate), listing_formula(s, value));
}

// Prints the right-hand side of equation i with reactions: F_i + sum_a lambda_a B_ai, or rate_i +
// sum_a lambda_a reach_ia.
static const char *with_reactions(const Listing *s, size_t i) {
  const Equations *eq = s->eq;
  const Problem *p = &eq->problem;
  ExprPool *pool = eq->pool;
  Expr sum = algebra_readable(pool, p->rate != NULL ? p->rate[i] : problem_F(p)[i]);
  for (size_t a = 0; a < p->rows; a++) {
    const Expr entry =
      *(p->rate != NULL ? matrix_entry(&p->reach, i, a) : matrix_entry(&p->B, a, i));
    sum = expr_add(pool, sum,
                   expr_mul(pool, eq->constraints.row[a].lambda, algebra_readable(pool, entry)));
  }
  return as_it_stands(s, sum);
}

// Returns how much of the room equation i takes.
static size_t share_of_equation(const Listing *s, size_t i) {
  const Problem *p = &s->eq->problem;
  if (s->room == 0) return 0;
  size_t sum = share(s, p->rate != NULL ? p->rate[i] : problem_F(p)[i]);
  if (p->rate == NULL) sum += share_of_all(s, matrix_entry(problem_M(p), i, 0), p->m);
  for (size_t a = 0; a < p->rows; a++)
    sum += share_of_all(
      s, p->rate != NULL ? matrix_entry(&p->reach, i, a) : matrix_entry(&p->B, a, i), 1);
  return sum;
}

static void add_problem(Listing *s) {
  const Equations *eq = s->eq;
  open_block(s, BLOCK_LIST, "Equations of motion");
  for (size_t i = 0; i < eq->problem.m; i++) {
    if (!has_room(s, share_of_equation(s, i))) continue;
    add_formula(s,
                eq->problem.rate ? listing_symbol(s, eq->problem.ud[i])
                                 : combination(s, matrix_entry(problem_M(&eq->problem), i, 0),
                                               eq->problem.ud, eq->problem.m),
                with_reactions(s, i));
  }
  open_block(s, BLOCK_LIST, "Constraints, differentiated");
  for (size_t a = 0; a < eq->problem.rows; a++) {
    const Expr *row = matrix_entry(&eq->problem.A, a, 0);
    const size_t operations =
      s->room == 0 ? 0 : share_of_all(s, row, eq->problem.m) + share(s, eq->problem.b[a]);
    if (!has_room(s, operations)) continue;
    add_formula(s, combination(s, row, eq->problem.ud, eq->problem.m),
                listing_formula(s, eq->problem.b[a]));
  }
}

// --- closed forms --------------------------------------------------------------------------------

// Prints a closed form; the value of a name itself is written out.
const char *listing_closed_value(const Listing *s, const ClosedForm *form) {
  const ClosedForms *closed = s->closed;
  Abbreviations names = {0};
  for (size_t i = 0; i < closed->named; i++)
    memo_put(s->arena, &names, closed->names[i].value.id, closed->names[i].symbol.id);
  const char *result;
  return try_print(s, form->value, &names, &result) ? result : listing_formula(s, form->value);
}

const ClosedForm *listing_closed_line(const ClosedForms *closed, size_t i) {
  return i < closed->named ? &closed->names[i] : &closed->at[i - closed->named];
}

static void add_closed(Listing *s) {
  const ClosedForms *closed = s->closed;
  open_block(s, BLOCK_CLOSED,
             closed->on_manifold ? "Solved, where the constraints hold" : "Solved");
  // reactions besides multipliers add little: shown only if the equations are not
  const size_t n = closed->named + (s->equations ? closed->main : closed->n);
  for (size_t i = 0; i < n; i++) {
    const ClosedForm *form = listing_closed_line(closed, i);
    add_formula(s, listing_symbol(s, form->symbol), listing_closed_value(s, form));
  }
}

// Do closed forms add anything to the equations?
static bool are_news(const Equations *eq) {
  bool solved = eq->problem.rows == 0;
  for (size_t i = 0; i < eq->problem.m * eq->problem.m && solved && eq->problem.rate == NULL; i++)
    solved = expr_same(problem_M(&eq->problem)->at[i],
                       i % (eq->problem.m + 1) == 0 ? EXPR_ONE : EXPR_ZERO);
  return !solved;
}

// Returns the columns of the longest line.
static size_t closed_width(const Listing *s) {
  size_t most = 0;
  for (size_t i = 0; i < s->closed->named + s->closed->main; i++) {
    const size_t n = strlen(listing_closed_value(s, listing_closed_line(s->closed, i)));
    if (n > most) most = n;
  }
  return most;
}

static void add_unshown(Listing *s) {
  ListedBlock *block = open_block(s, BLOCK_CLOSED, "Solved");
  block->note = text_format(
    s->arena, "omitted to save space: lines of up to %zu characters; --closed shows them",
    s->unshown);
}

// --- all of it -----------------------------------------------------------------------------------

void listing_make(Equations *eq, Format format, EquationForm form, bool all_closed,
                  const SolvedForms *forms, Arena *arena, Listing *listing) {
  *listing = (Listing){
    .eq = eq, .arena = arena, .format = format, .forms = forms, .equations = form != FORM_CLOSED};
  if (form == FORM_MATRIX || forms->status != STATUS_OK) return;
  const Listing text = {.eq = eq, .arena = arena, .closed = &forms->closed};
  const bool all = all_closed || form == FORM_CLOSED;
  const size_t width = !all && are_news(eq) ? closed_width(&text) : 0;
  if (all || (width > 0 && width <= CLOSED_WIDTH))
    listing->closed = &forms->closed;
  else if (format == FORMAT_TEXT)
    listing->unshown = width;
}

static const char *energy_name(const Listing *s) {
  if (!expr_is_none(s->eq->along.energy)) return listing_symbol(s, s->eq->along.energy);
  return s->format == FORMAT_MATHML ? "<mi>h</mi>" : "h";
}

void listing_add_motion(Listing *s) {
  const Equations *eq = s->eq;
  add_kinematics(s);
  if (s->equations) add_problem(s);
  if (s->closed != NULL) add_closed(s);
  if (s->unshown > 0) add_unshown(s);
  for (size_t i = 0; i < eq->along.clocks; i++) add_time(s);
  if (!expr_is_none(eq->hamiltonian)) {
    open_block(s, BLOCK_LIST, "Hamiltonian");
    add_formula(s, s->format == FORMAT_MATHML ? "<mi>H</mi>" : "H",
                listing_formula(s, eq->hamiltonian));
  }
  open_block(s, BLOCK_LIST, "Energy");
  add_formula(s, energy_name(s), listing_formula(s, eq->energy));
  const Expr h = s->forms->energy;
  if (expr_is_none(h)) return;
  open_block(s, BLOCK_CLOSED,
             s->forms->energy_on_manifold ? "Energy in the speeds, where the constraints hold"
                                          : "Energy in the speeds");
  add_formula(s, energy_name(s), listing_formula(s, h));
}

const char *listing_title(const Equations *eq) {
  return eq->model->title && *eq->model->title ? eq->model->title : "Equations of motion";
}
