// methods/start.c: values for rough decisions, such as which velocity to solve a constraint for.

#include "methods/start.h"
#include <math.h>

static bool find_value(const Assignments *list, Expr symbol, Expr *value) {
  for (size_t i = 0; i < list->n; i++) {
    if (!expr_same(list->at[i].symbol, symbol)) continue;
    *value = list->at[i].value;
    return true;
  }
  return false;
}

bool start_has_initial(const Model *model, Expr symbol) {
  Expr value;
  return find_value(&model->initial, symbol, &value);
}

double start_value(const Start *start, Expr e) {
  return expr_value(start->pool, e, start->symbols, start->values, start->known);
}

static void know(Start *start, Expr symbol, double value, double otherwise) {
  start->symbols[start->known] = symbol;
  start->values[start->known++] = isfinite(value) ? value : otherwise;
}

// The initial value, otherwise the guess, otherwise the given default.
static double first_value(const Start *start, const Model *model, Expr symbol, double otherwise) {
  Expr value;
  const bool given =
    find_value(&model->initial, symbol, &value) || find_value(&model->guess, symbol, &value);
  return given ? start_value(start, value) : otherwise;
}

Start start_make(const FreeSystem *s) {
  const Model *model = s->model;
  const size_t most = model->parameters.n + 2 * s->n + 1;
  Start start = {s->pool, ARENA_ARRAY(s->arena, Expr, most), ARENA_ARRAY(s->arena, double, most),
                 0};
  know(&start, EXPR_TIME, 0, 0);
  for (size_t i = 0; i < model->parameters.n; i++) {
    const Parameter *p = &model->parameters.at[i];
    const double value = expr_is_none(p->value) ? (double) NAN : start_value(&start, p->value);
    know(&start, p->symbol, value, 1.1 + 0.1 * (double) i);
  }
  for (size_t i = 0; i < s->n; i++) {
    const double some = 0.53 + 0.07 * (double) i;
    know(&start, s->q[i], s->known != NULL ? s->known[i] : first_value(&start, model, s->q[i], 0),
         0);
    know(&start, s->qd[i],
         s->known != NULL ? s->known[s->n + i] : first_value(&start, model, s->qd[i], some), some);
  }
  return start;
}
