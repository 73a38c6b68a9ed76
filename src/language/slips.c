// language/slips.c: words of other languages, and how to write them here.

#include "language/language_impl.h"
#include <string.h>

static const struct {
  SlipPlace place;
  const char *word, *help;
} slips[] = {
#define X(place, word, help) {SLIP_##place, #word, help},
#include "language/slips.def"
#undef X
};

const char *slips_find(SlipPlace place, Str word) {
  for (size_t i = 0; i < sizeof slips / sizeof *slips; i++)
    if (slips[i].place == place && str_is(word, slips[i].word)) return slips[i].help;
  return NULL;
}

// --- velocities ----------------------------------------------------------------------------------

// The name without this prefix or suffix; empty if it does not have it.
static Str without(Str name, const char *ending, bool at_start) {
  const size_t n = strlen(ending);
  if (name.n <= n || memcmp(at_start ? name.at : name.at + name.n - n, ending, n) != 0)
    return (Str){"", 0};
  return (Str){at_start ? name.at + n : name.at, name.n - n};
}

// theta_dot, dtheta, thetadd and the like: finds the coordinate of which they are rates.
bool slips_find_rate(const Parser *parser, Str name, Str *coordinate, int *order) {
  static const struct {
    const char *part;
    int order;
  } parts[] = {{"_ddot", 2}, {"ddot", 2}, {"_dot", 1}, {"dot", 1}, {"_dd", 2},
               {"dd", 2},    {"_d", 1},   {"d", 1},    {"_t", 1},  {"p", 1}};
  Thing thing;
  for (int at_start = 0; at_start < 2; at_start++)
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
      *coordinate = without(name, parts[i].part, at_start == 1);
      *order = parts[i].order;
      if (coordinate->n > 0 && model_find(parser->model, *coordinate, &thing) &&
          thing.kind == THING_COORDINATE)
        return true;
    }
  return false;
}

// --- diff(x, t) ----------------------------------------------------------------------------------

// Warns of diff(x, t), which is zero because x is held constant.
void slips_warn_partial_time(Parser *parser, const Value *value, Expr by, Span span) {
  const Expr x = value->v.x[0];
  if (!expr_same(by, EXPR_TIME) || value->kind != VALUE_SCALAR) return;
  if (expr_kind(parser->pool, x) != EXPR_SYMBOL || expr_same(x, EXPR_TIME)) return;
  if (model_role(parser->model, x, NULL) == ROLE_CONSTANT) return;
  diag_report(parser->diags, DIAG_DIFF_TIME, span);
  diag_help(parser->diags, "the time derivative of x is written x', that of an expression d(e)");
}
