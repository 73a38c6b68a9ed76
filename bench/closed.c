// bench/closed.c: are the program's formulas as short as those of the papers?
//
// Question: for every formula that a model of the gallery claims, for an acceleration, a rate, a
// multiplier, a reaction, a momentum or an energy: how heavy is the right-hand side in the paper,
// and how heavy is the program's for the same left-hand side? The weight is that of
// docs/theory/readable.md, with names written out on both sides.
//
//   closed     prints a table in Markdown; tools/list-closed-forms puts it into the documentation

#include "algebra/algebra.h"
#include "base/embedded.h"
#include "print/print.h"
#include "proof/in_mode.h"
#include "language/language.h"
#include "solve/closed.h"
#include <stdio.h>
#include <stdlib.h>

#define BUDGET ((size_t) 4 << 30)

typedef struct {
  size_t formulas, shorter, equal, longer, missing;
} Count;

typedef struct {
  const EmbeddedText *source;
  Arena arena;
  Count *count;
} Job;

// Is it an energy in velocities or in speeds? derive shows the second form if it is shorter.
static Expr lighter_of(Equations *eq, Expr e) {
  bool ignored;
  const Expr in_speeds = closed_in_speeds(eq, e, &ignored);
  if (expr_is_none(in_speeds)) return e;
  const Expr readable = algebra_readable(eq->pool, e);
  return expr_weight(eq->pool, in_speeds) < expr_weight(eq->pool, readable) ? in_speeds : e;
}

// Returns the program's formula for the left-hand side, or EXPR_NONE.
static Expr our_form(Equations *eq, const ClosedForms *forms, Expr left) {
  QuantityKind kind;
  size_t index;
  for (size_t i = 0; i < forms->n; i++)
    if (expr_same(forms->at[i].symbol, left)) return forms->at[i].value;
  for (size_t i = 0; i < eq->n; i++)
    if (expr_same(eq->model->coordinates.at[i].p, left)) return equations_momentum(eq)[i];
  if (expr_kind(eq->pool, left) != EXPR_SYMBOL ||
      !model_quantity_of(eq->model, left, &kind, &index))
    return EXPR_NONE;
  return lighter_of(eq, kind == QUANTITY_ENERGY             ? eq->energy
                        : kind == QUANTITY_KINETIC_ENERGY   ? eq->kinetic
                        : kind == QUANTITY_POTENTIAL_ENERGY ? eq->potential
                                                            : EXPR_NONE);
}

// Is it a formula for an unknown, in terms of the state alone?
static bool is_formula(Equations *eq, const ClosedForms *forms, const Claim *claim) {
  if (claim->kind != CLAIM_EQUATION || claim->deny || claim->given.n > 0) return false;
  if (expr_kind(eq->pool, claim->left) != EXPR_SYMBOL) return false;
  const ExprList symbols = expr_symbols(eq->pool, &claim->right, 1, eq->arena);
  for (size_t i = 0; i < symbols.n; i++) {
    if (expr_symbol_kind(eq->pool, symbols.at[i]) == SYMBOL_QUANTITY) return false;
    for (size_t k = 0; k < forms->n; k++)
      if (expr_same(symbols.at[i], forms->at[k].symbol)) return false;
  }
  return true;
}

static void print_row(const Job *job, Equations *eq, const Claim *claim, Expr ours) {
  Count *count = job->count;
  const unsigned paper = expr_weight(eq->pool, claim->right);
  count->formulas++;
  printf("| %s | %s | `%s` | %u ", job->source->name, claim->label,
         print_expr_text(eq->pool, claim->left, eq->arena), paper);
  if (expr_is_none(ours)) {
    count->missing++;
    printf("| | not solved |\n");
    return;
  }
  const unsigned weight = expr_weight(eq->pool, algebra_readable(eq->pool, ours));
  printf("| %u | %s |\n", weight, weight > paper ? "longer" : weight < paper ? "shorter" : "");
  count->shorter += weight < paper;
  count->equal += weight == paper;
  count->longer += weight > paper;
}

static Status measure(void *context) {
  Job *job = context;
  Diags diags = {.arena = &job->arena};
  ExprPool *pool = expr_pool_create(&job->arena);
  Model *model = model_create(pool, &diags);
  TRY(language_parse(model, &(Source){job->source->name, str(job->source->text)}));
  TRY(model_finish(model));
  Equations eq = {0};
  TRY(methods_default(model)->derive(model, &(DeriveOptions){.arena = &job->arena}, &eq));
  ClosedForms forms;
  const bool closed = closed_forms(&eq, &job->arena, true, &forms) == STATUS_OK;
  for (size_t i = 0; i < model->claims.n; i++) {
    const Claim *claim = &model->claims.at[i];
    if (claim_has_mode(model, claim)) continue;  // about contact or an impact: other equations
    if (!is_formula(&eq, &forms, claim)) continue;
    const Expr ours = our_form(&eq, &forms, claim->left);
    bool unknown = false;
    for (size_t k = 0; k < eq.problem.m; k++) unknown |= expr_same(eq.problem.ud[k], claim->left);
    if (!expr_is_none(ours) || (unknown && !closed)) print_row(job, &eq, claim, ours);
  }
  return STATUS_OK;
}

int main(void) {
  Count count = {0};
  puts("| model | claim | | paper | ours | |\n|---|---|---|---|---|---|");
  for (size_t i = 0; i < embedded_models_count; i++) {
    Guard guard = {.budget = BUDGET};
    Job job = {.source = &embedded_models[i], .count = &count};
    arena_init(&job.arena, allocator_heap(), &guard);
    const Status status = guard_run(&guard, measure, &job);
    if (status != STATUS_OK)
      fprintf(stderr, "closed: %s: %s\n", job.source->name, status_meaning(status));
    arena_clear(&job.arena);
    if (status != STATUS_OK) return EXIT_FAILURE;
  }
  printf("\n%zu formulas: ours is shorter in %zu, as long in %zu, longer in "
         "%zu; %zu are not solved "
         "in symbols.\n",
         count.formulas, count.shorter, count.equal, count.longer, count.missing);
  return EXIT_SUCCESS;
}
