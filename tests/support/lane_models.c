// support/lane_models.c: random models for runs in lanes.

#include "support/lane_models.h"

#define MOST 4  // coordinates

static const char *pick(Dice *d, const char *const *from, size_t n) {
  return from[dice_below(d, n)];
}

// Adds a term of the potential in one coordinate, with %1$s for its name and a positive factor.
static void add_potential(Text *text, Dice *d, const char *q) {
  static const char *const terms[] = {
    "%s^2/2",        "cos(%s)",       "exp(-%s)",       "log(2 + %s^2)", "sqrt(1 + %s^2)",
    "%s^4/4",        "tanh(%s)",      "atan(%s)*%s",    "(2 + %s^2)^(1/3)", "cosh(%s)/4",
    "1/(3 + %s)",    "sin(2*%s)/3",   "exp(-%s^2)",     "%s^2/(1 + %s^2)",  "asin(%s/9)",
  };
  const char *term = pick(d, terms, sizeof terms / sizeof *terms);
  text_addf(text, " + %.3f*", dice_between(d, 0.3, 2));
  for (const char *c = term; *c != '\0'; c++) {
    if (c[0] == '%' && c[1] == 's') {
      text_add(text, q);
      c++;
    } else {
      text_add_char(text, *c);
    }
  }
}

static void add_kinetic(Text *text, Dice *d, size_t n) {
  text_add(text, "kinetic += 0");
  for (size_t i = 1; i <= n; i++) {
    text_addf(text, " + m%zu*q%zu'^2/2", i, i);
    if (i > 1 && dice_below(d, 2))
      text_addf(text, " + 0.3*cos(q%zu - q%zu)*q%zu'*q%zu'", i, i - 1, i, i - 1);
    if (dice_below(d, 4) == 0) text_addf(text, " + q%zu^2*q%zu'^2/4", i, 1 + dice_below(d, n));
  }
  text_add(text, "\npotential += 0");
  for (size_t i = 1; i <= n; i++)
    for (size_t k = 1 + dice_below(d, 2); k > 0; k--) {
      Text q = text_make(text->arena);
      text_addf(&q, "q%zu", i);
      add_potential(text, d, text_get(&q));
    }
  if (n > 1 && dice_below(d, 2)) text_add(text, " + (q1 - q2)^2/2");
  text_add_char(text, '\n');
}

static void add_constraints(Text *text, Dice *d, size_t n) {
  if (n >= 2 && dice_below(d, 3) == 0)
    text_add(text, "constraint circle: (q1 - 0.2)^2 + (q2 + 0.1)^2 = r^2\n");
  else if (n >= 2 && dice_below(d, 3) == 0)
    text_add(text, "constraint curve: q2 = 0.3*sin(2*q1) + r*t/50\n");
  if (n >= 3 && dice_below(d, 3) == 0)
    text_add(text, "constraint skate: q2'*cos(q3) = q1'*sin(q3)\n");
}

static void add_events(Text *text, Dice *d, size_t n) {
  static const char *const events[] = {
    "stop when q1 = 0.7\n",  "stop when q1' = 0 rising\n", "stop when sin(q1) = 0.3*t - 1\n",
    "stop when q1^2 = 0.25\n", "stop when q1' = 2\n",      "stop when abs(q1) = 1.1 rising\n",
  };
  (void) n;
  if (dice_below(d, 2)) text_add(text, pick(d, events, sizeof events / sizeof *events));
  if (dice_below(d, 4) == 0) text_add(text, "stop when t = 3.3\n");
}

const char *lane_model(Arena *arena, Dice *d) {
  Text text = text_make(arena);
  const size_t n = 1 + dice_below(d, MOST);
  text_addf(&text, "parameter r = %.3f, b = %.3f\n", dice_between(d, 0.5, 1.5),
            dice_between(d, 0, 0.2));
  for (size_t i = 1; i <= n; i++)
    text_addf(&text, "coordinate q%zu\nparameter m%zu = %.3f\n", i, i, dice_between(d, 0.8, 3));
  add_kinetic(&text, d, n);
  for (size_t i = 1; i <= n; i++)
    if (dice_below(d, 3) == 0) text_addf(&text, "force q%zu = -b*q%zu' + cos(%zu*t)/5\n", i, i, i);
  add_constraints(&text, d, n);
  add_events(&text, d, n);
  return text_get(&text);
}
