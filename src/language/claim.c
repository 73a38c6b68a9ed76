// language/claim.c: claim and deny.
//
// The words conserved, cyclic, equilibrium, mode, integrable, linear and redundant are special only at the beginning: a
// coordinate may be called mode, and `claim mode' = 0` is an equation.

#include "language/language_impl.h"

static const char *const enders[] = {"with", "given", NULL};

// Is it an operator, so that the word before it is a value?
static bool is_operator(TokenKind kind) {
  switch (kind) {
    case TOKEN_EQUALS:
    case TOKEN_STAR:
    case TOKEN_SLASH:
    case TOKEN_CARET:
    case TOKEN_PRIME:
    case TOKEN_DOT:
    case TOKEN_COMMA: return true;
    default: return false;
  }
}

// Consumes the word if it is special here. A + or - may follow a special word as well as a value: then the word is
// special unless the model declares it.
static bool take_special(Parser *parser, const char *word) {
  Thing thing;
  if (!parser_at_word(parser, word) || is_operator(parser->next.kind)) return false;
  const bool sign = parser->next.kind == TOKEN_MINUS || parser->next.kind == TOKEN_PLUS;
  if (sign && model_find(parser->model, parser->token.text, &thing)) return false;
  parser_advance(parser);
  return true;
}

// --- the forms -----------------------------------------------------------------------------------

static void add_state(Model *model, Expr symbol, Expr value, Span span, void *context) {
  Assignments *at = context;
  if (!expr_is_none(symbol)) array_push(model->arena, at, ((Assignment){symbol, value, span}));
}

static void parse_equilibrium(Parser *parser, Claim *claim) {
  static const char *const words[] = {"stable", "unstable", "with", "given", NULL};
  claim->kind = CLAIM_EQUILIBRIUM;
  parser->enders = words;
  parse_assignments(parser, add_state, &claim->at);
  if (parser_take_word(parser, "stable"))
    claim->stability = STABILITY_STABLE;
  else if (parser_take_word(parser, "unstable"))
    claim->stability = STABILITY_UNSTABLE;
}

static void parse_mode(Parser *parser, Claim *claim) {
  static const char *const words[] = {"at", "with", "given", NULL};
  claim->kind = CLAIM_MODE;
  parser->enders = words;
  if (!parser_expect_word(parser, "lambda2") || !parser_expect(parser, TOKEN_EQUALS)) return;
  claim->left = parse_scalar(parser);
  if (parser_take_word(parser, "at")) parse_assignments(parser, add_state, &claim->at);
}

static void parse_cyclic(Parser *parser, Claim *claim) {
  Token name;
  Thing thing;
  claim->kind = CLAIM_CYCLIC;
  if (!parser_name(parser, "a coordinate", &name) || !reference_find(parser, &name, &thing)) return;
  if (thing.kind == THING_COORDINATE) {
    claim->name = parser->model->coordinates.at[thing.index].name;
    return;
  }
  diag_report(parser->diags, DIAG_NAME_KIND, name.span, str_copy(parser->arena, name.text),
              thing_kind_name(thing.kind), "a coordinate");
}

static void parse_on_constraint(Parser *parser, ClaimKind kind, Claim *claim) {
  Str name;
  claim->kind = kind;
  if (parse_constraint_name(parser, &name, &claim->name_span))
    claim->name = str_copy(parser->arena, name);
}

// Parses left = right. Vectors are equal if the square of their difference is zero.
static void parse_claimed_equation(Parser *parser, Claim *claim) {
  Value left, right;
  const Value difference = parse_equation(parser, &left, &right);
  claim->kind = CLAIM_EQUATION;
  if (difference.kind == VALUE_SCALAR) {
    claim->left = left.v.x[0];
    claim->right = right.v.x[0];
  } else if (difference.kind != VALUE_POISON) {
    size_t n;
    const Expr *at = value_components(&difference, &n);
    claim->left = claim->right = EXPR_ZERO;
    for (size_t i = 0; i < n; i++) {
      const Expr square = expr_mul(parser->pool, at[i], at[i]);
      claim->left = expr_add(parser->pool, claim->left, square);
    }
  }
}

static void parse_form(Parser *parser, Claim *claim) {
  if (take_special(parser, "conserved")) {
    claim->kind = CLAIM_CONSERVED;
    claim->left = parse_scalar(parser);
  } else if (take_special(parser, "cyclic")) {
    parse_cyclic(parser, claim);
  } else if (take_special(parser, "equilibrium")) {
    parse_equilibrium(parser, claim);
  } else if (take_special(parser, "mode")) {
    parse_mode(parser, claim);
  } else if (take_special(parser, "integrable")) {
    parse_on_constraint(parser, CLAIM_INTEGRABLE, claim);
  } else if (take_special(parser, "linear")) {
    parse_on_constraint(parser, CLAIM_LINEAR, claim);
  } else if (take_special(parser, "redundant")) {
    parse_on_constraint(parser, CLAIM_REDUNDANT, claim);
  } else {
    parse_claimed_equation(parser, claim);
  }
}

// --- the whole -----------------------------------------------------------------------------------

// m1 = m2, y2' = 0
static void parse_given(Parser *parser, Claim *claim) {
  do {
    Value left, right;
    const Value difference = parse_equation(parser, &left, &right);
    const int n = difference.kind == VALUE_VECTOR ? 3 : 1;
    if (difference.kind == VALUE_LIST) (void) value_need_scalar(parser, &difference);
    for (int k = 0; k < n; k++) {
      const bool good = difference.kind == VALUE_VECTOR || difference.kind == VALUE_SCALAR;
      const Condition condition = {good ? left.v.x[k] : EXPR_NONE, good ? right.v.x[k] : EXPR_NONE};
      array_push(parser->arena, &claim->given, condition);
    }
  } while (parser_take(parser, TOKEN_COMMA));
}

// with floor, wall: the mode to which the claim applies
static void parse_with(Parser *parser, Claim *claim) {
  do {
    Str name;
    Span span;
    if (!parse_constraint_name(parser, &name, &span)) return;
    const char *copy = str_copy(parser->arena, name);
    array_push(parser->arena, &claim->with, copy);
    array_push(parser->arena, &parser->model->references, ((Reference){copy, true, span}));
  } while (parser_take(parser, TOKEN_COMMA));
}

static void parse_claim_or_deny(Parser *parser, bool deny) {
  const Token keyword = parser->before;
  Claim claim = {.deny = deny, .label = ""};
  const size_t errors = parser->diags->errors;
  parser->enders = enders;
  if (parser_at(parser, TOKEN_STRING)) {
    claim.label = str_copy(parser->arena, parser->token.text);
    parser_advance(parser);
  }
  parse_form(parser, &claim);
  parser->in_list = false;
  parser->enders = enders;
  if (parser_take_word(parser, "with")) parse_with(parser, &claim);
  if (parser_take_word(parser, "given")) parse_given(parser, &claim);
  claim.span = parser_span(parser, &keyword);
  const bool good = !parser->panic && parser->diags->errors == errors;
  if (good && parser_at_end(parser)) model_claim(parser->model, &claim);
}

void parse_claim(Parser *parser) {
  parse_claim_or_deny(parser, false);
}

void parse_deny(Parser *parser) {
  parse_claim_or_deny(parser, true);
}
