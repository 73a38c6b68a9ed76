// api/branch.c: one factor of a constraint that is a product, in its place.

#include "api/api_impl.h"
#include "methods/constraints.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
  DalModel *m;
  const char *text;
} Request;

// NAME=K, as n letters
static Status take_branch(DalModel *m, const char *text, size_t n) {
  const char *equals = memchr(text, '=', n);
  char *end;
  const long number = equals ? strtol(equals + 1, &end, 10) : 0;
  if (equals == NULL || end == equals + 1 || end != text + n || number < 1) {
    diag_report(&m->diags, DIAG_BRANCH_FORM, (Span){0}, (int) n, text);
    return STATUS_INPUT;
  }
  ConstraintRange range;
  const Str name = {text, (size_t) (equals - text)};
  if (!model_find_constraint(m->model, name, &range) || range.count != 1) {
    diag_report(&m->diags, DIAG_BRANCH_NAME, (Span){0}, (int) name.n, name.at);
    return STATUS_INPUT;
  }
  const Constraint *c = &m->model->constraints.at[range.first];
  const ConstraintFactors factors = constraint_factors(m->model, c, &m->arena);
  if ((size_t) number > factors.n) {
    diag_report(&m->diags, DIAG_BRANCH_NUMBER, c->span, c->name, factors.n,
                factors.n == 1 ? "" : "s", number);
    return STATUS_INPUT;
  }
  if (m->model->reactions.n > 0) {
    diag_report(&m->diags, DIAG_REACTION_BRANCH, m->model->reactions.at[0].span);
    return STATUS_INPUT;
  }
  m->model->branched = true;
  model_replace_constraint(m->model, range.first, factors.at[number - 1]);
  return STATUS_OK;
}

static Status branch_body(void *context) {
  const Request *r = context;
  DalModel *m = r->m;
  TRY(system_check_finished(m));
  for (const char *at = r->text + strspn(r->text, " ,"); *at != '\0';) {
    const size_t n = strcspn(at, " ,");
    TRY(take_branch(m, at, n));
    at += n;
    at += strspn(at, " ,");
  }
  const Str text = str(r->text);
  const BuildStep step = {.kind = BUILD_BRANCH, .text = {str_copy(&m->arena, text), text.n}};
  array_push(&m->arena, &m->steps, step);
  system_drop_program(m);
  m->derived = false;
  m->derivations++;
  return STATUS_OK;
}

DalStatus dal_model_branch(DalModel *m, const char *branches) {
  API_NEED(m, m);
  API_NEED(m, branches);
  return api_run(m, branch_body, &(Request){m, branches});
}
