// support/formula.c: formulas as text, and as numbers with derivatives.

#include "support/formula.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void formulas_init(Formulas *f, Arena *arena) {
  *f = (Formulas){.arena = arena};
}

// --- building ------------------------------------------------------------------------------------

static Formula push(Formulas *f, FormulaNode node) {
  array_push(f->arena, &f->nodes, node);
  return (Formula){(uint32_t) f->nodes.n - 1};
}

static const FormulaNode *at(const Formulas *f, Formula a) {
  return &f->nodes.at[a.at];
}

bool formula_is_zero(const Formulas *f, Formula a) {
  return at(f, a)->kind == FORMULA_NUMBER && at(f, a)->number == 0;
}

Formula formula_ratio(Formulas *f, long numerator, long denominator) {
  const char *text = denominator == 1 ? text_format(f->arena, "%ld", numerator)
                                      : text_format(f->arena, "%ld/%ld", numerator, denominator);
  return push(f, (FormulaNode){.kind = FORMULA_NUMBER,
                               .text = text,
                               .number = quad_ratio(numerator, denominator)});
}

Formula formula_decimal(Formulas *f, double value, int digits) {
  char text[64];
  snprintf(text, sizeof text, "%.*f", digits, value);
  char *end = text + strlen(text);
  if (strchr(text, '.') != NULL) {
    while (end[-1] == '0') *--end = '\0';
    if (end[-1] == '.') *--end = '\0';
  }
  if (strcmp(text, "-0") == 0) strcpy(text, "0");
  return push(f, (FormulaNode){.kind = FORMULA_NUMBER,
                               .text = text_format(f->arena, "%s", text),
                               .number = strtof128(text, NULL)});
}

Formula formula_parameter(Formulas *f, const char *name, Quad value) {
  return push(f, (FormulaNode){.kind = FORMULA_NUMBER, .text = name, .number = value});
}

Formula formula_variable(Formulas *f, const char *name, size_t variable) {
  return push(f, (FormulaNode){.kind = FORMULA_VARIABLE, .text = name, .k = variable});
}

Formula formula_named(Formulas *f, const char *name, Formula inner) {
  return push(
    f, (FormulaNode){
         .kind = FORMULA_NAMED, .text = name, .a = inner.at, .is_vector = at(f, inner)->is_vector});
}

static Formula binary(Formulas *f, FormulaKind kind, Formula a, Formula b, bool is_vector) {
  return push(f, (FormulaNode){.kind = kind, .a = a.at, .b = b.at, .is_vector = is_vector});
}

Formula formula_add(Formulas *f, Formula a, Formula b) {
  if (formula_is_zero(f, a)) return b;
  if (formula_is_zero(f, b)) return a;
  return binary(f, FORMULA_SUM, a, b, at(f, a)->is_vector);
}

Formula formula_sub(Formulas *f, Formula a, Formula b) {
  if (formula_is_zero(f, b)) return a;
  return binary(f, FORMULA_DIFFERENCE, a, b, at(f, b)->is_vector);
}

static bool is_one(const Formulas *f, Formula a) {
  return at(f, a)->kind == FORMULA_NUMBER && strcmp(at(f, a)->text, "1") == 0;
}

Formula formula_mul(Formulas *f, Formula a, Formula b) {
  if (is_one(f, a)) return b;
  if (is_one(f, b)) return a;
  return binary(f, FORMULA_PRODUCT, a, b, at(f, a)->is_vector || at(f, b)->is_vector);
}

Formula formula_div(Formulas *f, Formula a, Formula b) {
  return binary(f, FORMULA_QUOTIENT, a, b, false);
}

Formula formula_power(Formulas *f, Formula a, size_t exponent) {
  return push(f, (FormulaNode){.kind = FORMULA_POWER, .a = a.at, .k = exponent});
}

Formula formula_call(Formulas *f, FormulaKind function, Formula a) {
  return push(f, (FormulaNode){.kind = function, .a = a.at});
}

Formula formula_vector(Formulas *f, Formula x, Formula y, Formula z) {
  return push(
    f, (FormulaNode){.kind = FORMULA_VECTOR, .a = x.at, .b = y.at, .c = z.at, .is_vector = true});
}

Formula formula_dot(Formulas *f, Formula a, Formula b) {
  return binary(f, FORMULA_DOT, a, b, false);
}

Formula formula_cross(Formulas *f, Formula a, Formula b) {
  return binary(f, FORMULA_CROSS, a, b, true);
}

Formula formula_component(Formulas *f, Formula a, size_t k) {
  return push(f, (FormulaNode){.kind = FORMULA_COMPONENT, .a = a.at, .k = k});
}

// --- text ----------------------------------------------------------------------------------------

enum { BINDS_SUM, BINDS_PRODUCT, BINDS_POWER, BINDS_ATOM };

static int binding(const FormulaNode *n) {
  switch (n->kind) {
    case FORMULA_NUMBER:
      return n->text[0] == '-'              ? BINDS_SUM
             : strchr(n->text, '/') != NULL ? BINDS_PRODUCT
                                            : BINDS_ATOM;
    case FORMULA_SUM:
    case FORMULA_DIFFERENCE: return BINDS_SUM;
    case FORMULA_PRODUCT:
    case FORMULA_QUOTIENT: return BINDS_PRODUCT;
    case FORMULA_POWER: return BINDS_POWER;
    default: return BINDS_ATOM;
  }
}

static void write_at(const Formulas *f, uint32_t a, int least, Text *out);

static void write_two(const Formulas *f, const FormulaNode *n, const char *sign, int left,
                      int right, Text *out) {
  write_at(f, n->a, left, out);
  text_add(out, sign);
  write_at(f, n->b, right, out);
}

static void write_call(const Formulas *f, const char *name, const FormulaNode *n, size_t arguments,
                       Text *out) {
  const uint32_t operands[3] = {n->a, n->b, n->c};
  text_add(out, name);
  for (size_t i = 0; i < arguments; i++) {
    if (i > 0) text_add(out, ", ");
    write_at(f, operands[i], BINDS_SUM, out);
  }
  text_add(out, n->kind == FORMULA_VECTOR ? "]" : ")");
}

static void write_node(const Formulas *f, const FormulaNode *n, Text *out) {
  switch (n->kind) {
    case FORMULA_NUMBER:
    case FORMULA_VARIABLE:
    case FORMULA_NAMED: text_add(out, n->text); break;
    case FORMULA_SUM: write_two(f, n, " + ", BINDS_SUM, BINDS_SUM, out); break;
    case FORMULA_DIFFERENCE: write_two(f, n, " - ", BINDS_SUM, BINDS_PRODUCT, out); break;
    case FORMULA_PRODUCT: write_two(f, n, "*", BINDS_PRODUCT, BINDS_POWER, out); break;
    case FORMULA_QUOTIENT: write_two(f, n, "/", BINDS_PRODUCT, BINDS_POWER, out); break;
    case FORMULA_POWER:
      write_at(f, n->a, BINDS_ATOM, out);
      text_addf(out, "^%zu", n->k);
      break;
    case FORMULA_SIN: write_call(f, "sin(", n, 1, out); break;
    case FORMULA_COS: write_call(f, "cos(", n, 1, out); break;
    case FORMULA_EXP: write_call(f, "exp(", n, 1, out); break;
    case FORMULA_SQRT: write_call(f, "sqrt(", n, 1, out); break;
    case FORMULA_VECTOR: write_call(f, "[", n, 3, out); break;
    case FORMULA_DOT: write_call(f, "dot(", n, 2, out); break;
    case FORMULA_CROSS: write_call(f, "cross(", n, 2, out); break;
    case FORMULA_COMPONENT:
      write_at(f, n->a, BINDS_ATOM, out);
      text_addf(out, ".%c", (char) ('x' + (int) n->k));
      break;
  }
}

static void write_at(const Formulas *f, uint32_t a, int least, Text *out) {
  const FormulaNode *n = &f->nodes.at[a];
  const bool brackets = binding(n) < least;
  if (brackets) text_add_char(out, '(');
  write_node(f, n, out);
  if (brackets) text_add_char(out, ')');
}

void formula_write(const Formulas *f, Formula a, Text *out) {
  write_at(f, a.at, BINDS_SUM, out);
}

void formula_write_quad(Quad x, int digits, Text *out) {
  char format[16], text[80];
  snprintf(format, sizeof format, "%%.%dg", digits);
  strfromf128(text, sizeof text, format, x);
  text_add(out, text);
}

// --- values --------------------------------------------------------------------------------------

static FormulaValue cross_of(FormulaValue a, FormulaValue b) {
  FormulaValue r;
  for (size_t i = 0; i < 3; i++) {
    const size_t j = (i + 1) % 3, k = (i + 2) % 3;
    r.x[i] = a.x[j] * b.x[k] - a.x[k] * b.x[j];
  }
  return r;
}

static FormulaValue plus(FormulaValue a, FormulaValue b) {
  return (FormulaValue){{a.x[0] + b.x[0], a.x[1] + b.x[1], a.x[2] + b.x[2]}};
}

static FormulaValue times(Quad c, FormulaValue a) {
  return (FormulaValue){{c * a.x[0], c * a.x[1], c * a.x[2]}};
}

static FormulaValue scalar(Quad x) {
  return (FormulaValue){{x, 0, 0}};
}

// Operations that are linear in each of two operands; all others are functions of one scalar.
static FormulaValue bilinear(const Formulas *f, const FormulaNode *n, FormulaValue a,
                             FormulaValue b) {
  switch (n->kind) {
    case FORMULA_DOT: return scalar(a.x[0] * b.x[0] + a.x[1] * b.x[1] + a.x[2] * b.x[2]);
    case FORMULA_CROSS: return cross_of(a, b);
    default: return f->nodes.at[n->b].is_vector ? times(a.x[0], b) : times(b.x[0], a);
  }
}

static bool is_bilinear(FormulaKind kind) {
  return kind == FORMULA_PRODUCT || kind == FORMULA_DOT || kind == FORMULA_CROSS;
}

static FormulaValue linear(const FormulaNode *n, FormulaValue a, FormulaValue b, FormulaValue c) {
  switch (n->kind) {
    case FORMULA_SUM: return plus(a, b);
    case FORMULA_DIFFERENCE: return plus(a, times(-1, b));
    case FORMULA_VECTOR: return (FormulaValue){{a.x[0], b.x[0], c.x[0]}};
    case FORMULA_COMPONENT: return scalar(a.x[n->k]);
    default: return a;
  }
}

static bool is_linear(FormulaKind kind) {
  return kind == FORMULA_SUM || kind == FORMULA_DIFFERENCE || kind == FORMULA_VECTOR ||
         kind == FORMULA_COMPONENT || kind == FORMULA_NAMED;
}

static Quad power(Quad x, size_t n) {
  Quad p = 1;
  for (size_t i = 0; i < n; i++) p *= x;
  return p;
}

// A function of one scalar with its first and second derivative.
static FormulaValue function(const FormulaNode *n, Quad x, Quad *first, Quad *second) {
  Quad v = 0, d = 0, dd = 0;
  switch (n->kind) {
    case FORMULA_SIN: v = sinf128(x), d = cosf128(x), dd = -v; break;
    case FORMULA_COS: v = cosf128(x), d = -sinf128(x), dd = -v; break;
    case FORMULA_EXP: v = d = dd = expf128(x); break;
    case FORMULA_SQRT: v = sqrtf128(x), d = 1 / (2 * v), dd = -d / (2 * x); break;
    default:  // a power
      v = power(x, n->k);
      d = n->k > 0 ? (Quad) n->k * power(x, n->k - 1) : 0;
      dd = n->k > 1 ? (Quad) (n->k * (n->k - 1)) * power(x, n->k - 2) : 0;
  }
  *first = d;
  *second = dd;
  return scalar(v);
}

static void make_room(Formulas *f) {
  if (f->room >= f->nodes.n) return;
  f->room = f->nodes.n;
  f->value = ARENA_ARRAY(f->arena, FormulaValue, f->room);
  f->d1 = ARENA_ARRAY(f->arena, FormulaValue, f->room);
  f->d2 = ARENA_ARRAY(f->arena, FormulaValue, f->room);
  f->d12 = ARENA_ARRAY(f->arena, FormulaValue, f->room);
  f->slope = ARENA_ARRAY(f->arena, Quad, f->room);
  f->bend = ARENA_ARRAY(f->arena, Quad, f->room);
  f->moves = ARENA_ARRAY(f->arena, bool, f->room);
}

void formulas_at(Formulas *f, const Quad *x) {
  make_room(f);
  for (size_t i = 0; i < f->nodes.n; i++) {
    const FormulaNode *n = &f->nodes.at[i];
    const FormulaValue a = f->value[n->a], b = f->value[n->b];
    if (n->kind == FORMULA_NUMBER)
      f->value[i] = scalar(n->number);
    else if (n->kind == FORMULA_VARIABLE)
      f->value[i] = scalar(x[n->k]);
    else if (is_linear(n->kind))
      f->value[i] = linear(n, a, b, f->value[n->c]);
    else if (is_bilinear(n->kind))
      f->value[i] = bilinear(f, n, a, b);
    else if (n->kind == FORMULA_QUOTIENT)
      f->value[i] = scalar(a.x[0] / b.x[0]);
    else
      f->value[i] = function(n, a.x[0], &f->slope[i], &f->bend[i]);
  }
}

// --- derivatives ---------------------------------------------------------------------------------

static FormulaValue derivative(const Formulas *f, uint32_t a, const FormulaValue *d) {
  return f->moves[a] ? d[a] : (FormulaValue){{0}};
}

// q = a/b: q b = a, differentiated
static void along_quotient(Formulas *f, size_t i, bool mixed) {
  const FormulaNode *n = &f->nodes.at[i];
  const Quad b = f->value[n->b].x[0], q = f->value[i].x[0];
  const Quad a1 = derivative(f, n->a, f->d1).x[0], b1 = derivative(f, n->b, f->d1).x[0];
  const Quad q1 = (a1 - q * b1) / b;
  f->d1[i] = scalar(q1);
  if (!mixed) return;
  const Quad a2 = derivative(f, n->a, f->d2).x[0], b2 = derivative(f, n->b, f->d2).x[0];
  const Quad q2 = (a2 - q * b2) / b;
  const Quad a12 = derivative(f, n->a, f->d12).x[0], b12 = derivative(f, n->b, f->d12).x[0];
  f->d2[i] = scalar(q2);
  f->d12[i] = scalar((a12 - q1 * b2 - q2 * b1 - q * b12) / b);
}

static void along_function(Formulas *f, size_t i, bool mixed) {
  const FormulaNode *n = &f->nodes.at[i];
  const Quad first = f->slope[i], second = f->bend[i], a1 = f->d1[n->a].x[0];
  f->d1[i] = scalar(first * a1);
  if (!mixed) return;
  const Quad a2 = f->d2[n->a].x[0];
  f->d2[i] = scalar(first * a2);
  f->d12[i] = scalar(second * a1 * a2 + first * f->d12[n->a].x[0]);
}

static void along_bilinear(Formulas *f, size_t i, bool mixed) {
  const FormulaNode *n = &f->nodes.at[i];
  const FormulaValue a = f->value[n->a], b = f->value[n->b];
  const FormulaValue a1 = derivative(f, n->a, f->d1), b1 = derivative(f, n->b, f->d1);
  f->d1[i] = plus(bilinear(f, n, a1, b), bilinear(f, n, a, b1));
  if (!mixed) return;
  const FormulaValue a2 = derivative(f, n->a, f->d2), b2 = derivative(f, n->b, f->d2);
  const FormulaValue a12 = derivative(f, n->a, f->d12), b12 = derivative(f, n->b, f->d12);
  f->d2[i] = plus(bilinear(f, n, a2, b), bilinear(f, n, a, b2));
  f->d12[i] = plus(plus(bilinear(f, n, a12, b), bilinear(f, n, a, b12)),
                   plus(bilinear(f, n, a1, b2), bilinear(f, n, a2, b1)));
}

static void along_linear(Formulas *f, size_t i, bool mixed) {
  const FormulaNode *n = &f->nodes.at[i];
  FormulaValue *const parts[3] = {f->d1, f->d2, f->d12};
  for (size_t k = 0; k < (mixed ? 3 : 1); k++)
    parts[k][i] = linear(n, derivative(f, n->a, parts[k]), derivative(f, n->b, parts[k]),
                         derivative(f, n->c, parts[k]));
}

static bool node_moves(const Formulas *f, const FormulaNode *n) {
  switch (n->kind) {
    case FORMULA_SUM:
    case FORMULA_DIFFERENCE:
    case FORMULA_PRODUCT:
    case FORMULA_QUOTIENT:
    case FORMULA_DOT:
    case FORMULA_CROSS: return f->moves[n->a] || f->moves[n->b];
    case FORMULA_VECTOR: return f->moves[n->a] || f->moves[n->b] || f->moves[n->c];
    default: return f->moves[n->a];
  }
}

void formulas_along(Formulas *f, const Quad *d1, const Quad *d2, const Quad *d12) {
  const bool mixed = d2 != NULL;
  for (size_t i = 0; i < f->nodes.n; i++) {
    const FormulaNode *n = &f->nodes.at[i];
    f->moves[i] = false;
    if (n->kind == FORMULA_NUMBER) continue;
    if (n->kind == FORMULA_VARIABLE) {
      const Quad x1 = d1[n->k], x2 = mixed ? d2[n->k] : 0, x12 = d12 != NULL ? d12[n->k] : 0;
      f->moves[i] = x1 != 0 || x2 != 0 || x12 != 0;
      f->d1[i] = scalar(x1);
      f->d2[i] = scalar(x2);
      f->d12[i] = scalar(x12);
      continue;
    }
    if (!(f->moves[i] = node_moves(f, n))) continue;
    if (is_linear(n->kind))
      along_linear(f, i, mixed);
    else if (is_bilinear(n->kind))
      along_bilinear(f, i, mixed);
    else if (n->kind == FORMULA_QUOTIENT)
      along_quotient(f, i, mixed);
    else
      along_function(f, i, mixed);
  }
}
