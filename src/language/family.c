// language/family.c: counts, members of families, copies of statements, and sums.
//
// A statement that ends with `for i = 1..n` is read once for each value of i, with i standing for that number; likewise
// E in `sum(E for i = 1..n)`. The results are ordinary things with names such as q[3]; the rest of the program knows
// nothing of families.

#include "language/language_impl.h"
#include <stdlib.h>

#define LARGEST_INDEX 1000000000L  // absolute value
#define LEAST_COPY 64              // the least number of bytes that a copy counts

LanguageMemory *language_memory(Model *model) {
  if (model->language == NULL) model->language = ARENA_NEW(model->arena, LanguageMemory);
  return model->language;
}

const Binding *family_find_binding(const Parser *parser, Str name) {
  for (size_t i = parser->bindings.n; i-- > parser->scope;)
    if (!parser->bindings.at[i].is_call && str_equal(parser->bindings.at[i].name, name))
      return &parser->bindings.at[i];
  return NULL;
}

// --- whole numbers -------------------------------------------------------------------------------

bool parse_whole_number(Parser *parser, const char *what, long *value) {
  const Value number = parse_expression(parser);
  const ExprPool *pool = parser->pool;
  long den = 0;
  *value = 0;
  if (number.kind == VALUE_POISON || parser->panic) return false;
  if (number.kind == VALUE_SCALAR && expr_is_number(pool, number.v.x[0]) &&
      ratio_get(pool, expr_ratio_of(pool, number.v.x[0]), value, &den) && den == 1 &&
      *value <= LARGEST_INDEX && *value >= -LARGEST_INDEX)
    return true;
  diag_report(parser->diags, DIAG_INDEX_WHOLE, number.span, what);
  if (number.kind == VALUE_SCALAR && !expr_is_number(pool, number.v.x[0]))
    diag_help(parser->diags, "a number that families depend on is declared by `count n = 10`");
  return false;
}

// Finds n = 20 in a text that was given before the model was read.
static bool find_preset(Parser *parser, Str name, long *value) {
  const LanguageMemory *memory = language_memory(parser->model);
  for (size_t i = memory->presets.n; i-- > 0;) {
    Parser preset;
    parser_init(&preset, parser->model, memory->presets.at[i]);
    preset.fragment = true;
    bool starts = true;
    for (; preset.token.kind != TOKEN_END; parser_advance(&preset)) {
      if (starts && preset.token.kind == TOKEN_NAME && str_equal(preset.token.text, name) &&
          preset.next.kind == TOKEN_EQUALS) {
        parser_advance(&preset);
        parser_advance(&preset);
        preset.panic = false;
        return parse_whole_number(&preset, "a count", value);
      }
      starts = preset.token.kind == TOKEN_COMMA;
    }
  }
  return false;
}

// n = 10
static void parse_one_count(Parser *parser) {
  Token name;
  long value, preset;
  if (!parser_name(parser, "the name of a count", &name)) return;
  if (!parser_expect(parser, TOKEN_EQUALS)) return;
  const size_t errors = parser->diags->errors;
  const Token first = parser->token;
  bool good = parse_whole_number(parser, "a count", &value);
  if (good && find_preset(parser, name.text, &preset)) value = preset;
  good = good && parser->diags->errors == errors;
  if (good && value < 0) {
    diag_report(parser->diags, DIAG_NEGATIVE, parser_span(parser, &first), "a count");
    good = false;
  }
  if (good)
    model_count(parser->model, name.text, value, name.span);
  else
    names_put(parser->arena, &parser->poison, name.text, 0);
}

void parse_count(Parser *parser) {
  parser->in_list = true;
  do parse_one_count(parser);
  while (parse_comma(parser));
}

// --- members -------------------------------------------------------------------------------------

// Is this the bracket of an index? Such a bracket touches the name.
static bool at_index(const Parser *parser) {
  return parser_at(parser, TOKEN_OPEN_SQUARE) &&
         parser->token.span.start == parser->before.span.end;
}

// Called for each index; indices stand in separate brackets or are separated by commas.
typedef bool TakeIndex(Parser *parser, void *context);

static bool parse_brackets_of(Parser *parser, TakeIndex *take, void *context) {
  bool good = true;
  while (at_index(parser)) {
    const Token outer = parser_open(parser);
    do good &= take(parser, context);
    while (parser_take(parser, TOKEN_COMMA));
    good &= parser_close(parser, TOKEN_CLOSE_SQUARE, outer);
  }
  return good;
}

typedef struct {
  Text text;
  size_t n;
} Member;

static bool too_many_indices(Parser *parser, size_t n) {
  if (n < FAMILY_INDICES) return false;
  parser_expected(parser, text_format(parser->arena, "at most %d indices", FAMILY_INDICES));
  return true;
}

static bool take_index(Parser *parser, void *context) {
  Member *member = context;
  long index;
  if (too_many_indices(parser, member->n++)) return false;
  if (!parse_whole_number(parser, "an index", &index)) return false;
  text_addf(&member->text, "[%ld]", index);
  return true;
}

bool parse_indices(Parser *parser, Token *name) {
  const Binding *binding = family_find_binding(parser, name->text);
  if (binding != NULL && binding->stands_for.n > 0) name->text = binding->stands_for;
  if (!at_index(parser)) return true;
  Member member = {text_make(parser->arena), 0};
  text_add_str(&member.text, name->text);
  const bool outer = parser->in_index;
  parser->in_index = true;
  const bool good = parse_brackets_of(parser, take_index, &member);
  parser->in_index = outer;
  name->text = str(text_get(&member.text));
  name->span = span_join(name->span, parser->before.span);
  if (!good) parser->poisoned = true;
  return good;
}

static const char *member_name(Parser *parser, Str base, size_t n, const long *index) {
  Text text = text_make(parser->arena);
  text_add_str(&text, base);
  for (size_t k = 0; k < n; k++) text_addf(&text, "[%ld]", index[k]);
  return text_get(&text);
}

// Counts the indices of the name. inside: are they all within the family's ranges?
static size_t count_indices(Str name, const Family *family, bool *inside) {
  size_t n = 0;
  *inside = true;
  for (size_t i = 0; i < name.n; i++) {
    if (name.at[i] != '[') continue;
    const long index = strtol(name.at + i + 1, NULL, 10);
    if (n < family->indices) *inside &= index >= family->low[n] && index <= family->high[n];
    n++;
  }
  return n;
}

bool family_report_member(Parser *parser, const Token *name) {
  const Str base = name_base(name->text);
  const Family *family = model_find_family(parser->model, base);
  const char *text = str_copy(parser->arena, base), *whole = str_copy(parser->arena, name->text);
  Thing thing;
  bool inside;
  if (family == NULL) {
    if (base.n == name->text.n || !model_find(parser->model, base, &thing)) return false;
    diag_report(parser->diags, DIAG_FAMILY_NOT, name->span, text, thing_kind_name(thing.kind));
    return true;
  }
  const char *low = member_name(parser, base, family->indices, family->low);
  const char *high = member_name(parser, base, family->indices, family->high);
  const size_t n = count_indices(name->text, family, &inside);
  if (n == 0)
    diag_report(parser->diags, DIAG_FAMILY_BARE, name->span, text, low);
  else if (n != family->indices)
    diag_report(parser->diags, DIAG_FAMILY_INDICES, name->span, text, family->indices,
                family->indices == 1 ? "ex" : "ices", n);
  else if (!inside)
    diag_report(parser->diags, DIAG_FAMILY_RANGE, name->span, whole, text, low, high);
  else
    return false;
  return true;
}

// --- new names -----------------------------------------------------------------------------------

static bool take_range(Parser *parser, void *context) {
  NewNames *names = context;
  long low, high;
  if (too_many_indices(parser, names->ranges)) return false;
  if (!parse_whole_number(parser, "an index", &low)) {
    long ignored;
    if (parser_take(parser, TOKEN_RANGE)) (void) parse_whole_number(parser, "an index", &ignored);
    return false;
  }
  high = low;
  if (parser_take(parser, TOKEN_RANGE) && !parse_whole_number(parser, "an index", &high))
    return false;
  if (names->ranges >= FAMILY_INDICES) return false;
  names->low[names->ranges] = names->at[names->ranges] = low;
  names->high[names->ranges++] = high;
  return true;
}

bool parser_spend(Parser *parser, size_t bytes, Span span) {
  LanguageMemory *memory = language_memory(parser->model);
  const size_t most = (size_t) LANGUAGE_COPY_MIB << 20;
  if (bytes < LEAST_COPY) bytes = LEAST_COPY;
  if (memory->copied > most) return false;
  memory->copied = bytes > most ? most + 1 : memory->copied + bytes;
  if (memory->copied <= most) return true;
  diag_report(parser->diags, DIAG_FAMILY_LARGE, span, LANGUAGE_COPY_MIB);
  return false;
}

size_t new_names_count(const NewNames *names) {
  size_t count = 1;
  for (size_t k = 0; k < names->ranges; k++) {
    if (names->high[k] < names->low[k]) return 0;
    const size_t n = (size_t) (names->high[k] - names->low[k]) + 1;
    if (n > SIZE_MAX / 64 / count) return SIZE_MAX / 64;
    count *= n;
  }
  return count;
}

bool parse_new_names(Parser *parser, const char *what, NewNames *names) {
  *names = (NewNames){.name = parser->token};
  if (!parser_take(parser, TOKEN_NAME)) {
    parser_expected(parser, what);
    return false;
  }
  const bool good = parse_brackets_of(parser, take_range, names);
  names->name.span = span_join(names->name.span, parser->before.span);
  if (good && names->ranges > 0)
    return parser_spend(parser, new_names_count(names) * (names->name.text.n + 3),
                        names->name.span);
  if (good) return true;
  names_put(parser->arena, &parser->poison, names->name.text, 0);
  names->ranges = 1;
  names->low[0] = 1;
  names->high[0] = 0;  // no members
  return !parser->panic;
}

bool new_names_next(Parser *parser, NewNames *names, Str *name) {
  const size_t n = names->ranges;
  if (n == 0) {
    const bool first = names->name.kind != TOKEN_END;
    names->name.kind = TOKEN_END;  // already given
    *name = names->name.text;
    return first;
  }
  if (new_names_count(names) == 0 || names->at[0] > names->high[0]) return false;
  *name = str(member_name(parser, names->name.text, n, names->at));
  size_t k = n - 1;
  while (++names->at[k] > names->high[k] && k > 0) {
    names->at[k] = names->low[k];
    k--;
  }
  return true;
}

// --- copies --------------------------------------------------------------------------------------

// Text that ends with `for`.
typedef struct {
  Spot body, ranges;
  Spot end;      // after the ranges
  uint32_t cut;  // the position of `for`
  TokenKind ender;
} Clause;

typedef bool CopyBody(Parser *parser, void *context);

// Adds the values of the indices for which, and the call in which, the text is read.
static void add_origin(const void *context, Text *out) {
  const Parser *parser = context;
  const char *before = " (for ";
  const Binding *call = NULL;  // the innermost call
  for (size_t i = 0; i < parser->bindings.n; i++) {
    const Binding *binding = &parser->bindings.at[i];
    long num = 0, den;
    if (binding->is_call && binding->value.span.source != NULL) call = binding;
    if (!binding->is_index) continue;
    (void) ratio_get(parser->pool, expr_ratio_of(parser->pool, binding->value.v.x[0]), &num, &den);
    text_add(out, before);
    text_add_str(out, binding->name);
    text_addf(out, " = %ld", num);
    before = ", ";
  }
  const bool open = *before == ',';
  if (call != NULL) {
    uint32_t line, column;
    source_place(call->value.span.source, call->value.span.start, &line, &column);
    text_add(out, open ? ", in " : " (in ");
    text_add_str(out, call->name);
    text_addf(out, ", called in line %u", (unsigned) line);
  }
  if (open || call != NULL) text_add(out, ")");
}

Origin origin_enter(Parser *parser) {
  const Origin origin = {parser->diags->origin, parser->diags->origin_context};
  parser->diags->origin = add_origin;
  parser->diags->origin_context = parser;
  return origin;
}

void origin_leave(Parser *parser, const Origin *origin) {
  parser->diags->origin = origin->origin;
  parser->diags->origin_context = origin->context;
}

// Is this `for i =`, which occurs in no other statement?
static bool at_for(const Parser *parser) {
  if (!token_is(&parser->token, "for") || parser->next.kind != TOKEN_NAME) return false;
  Parser look = *parser;
  parser_advance(&look);
  parser_advance(&look);
  return look.token.kind == TOKEN_EQUALS || token_is(&look.token, "in");
}

// Searches for a `for` outside brackets, up to the end of the line or the closing bracket.
static bool find_for(const Parser *parser, Clause *clause) {
  Parser scan = *parser;
  Lexer behind = scan.lexer;  // the state after the current token, before the next one was read
  size_t depth = 0;
  bool found = false;
  clause->body = parser_spot(parser);
  scan.lexer.quiet = true;
  for (;;) {
    const TokenKind kind = scan.token.kind;
    if (kind == TOKEN_END || kind == TOKEN_NEWLINE) break;
    const bool closes = kind == TOKEN_CLOSE_ROUND || kind == TOKEN_CLOSE_SQUARE;
    if (closes && depth == 0) break;
    if (closes) depth--;
    if (kind == TOKEN_OPEN_ROUND || kind == TOKEN_OPEN_SQUARE) depth++;
    const bool here = depth == 0 && !found && at_for(&scan);
    if (here) clause->cut = scan.token.span.start;
    behind = scan.lexer;
    parser_advance(&scan);
    if (here) clause->ranges = parser_spot(&scan);
    clause->ranges.lexer.quiet = parser->lexer.quiet;
    found |= here;
  }
  behind.quiet = parser->lexer.quiet;
  clause->end = (Spot){behind, scan.token, scan.token, scan.before, false};
  return found;
}

// Reads the name of a new index; returns false after a report.
static bool parse_index_name(Parser *parser, Token *name) {
  Thing thing;
  *name = parser->token;
  if (!parser_take(parser, TOKEN_NAME)) {
    parser_expected(parser, "the name of an index");
    return false;
  }
  const char *text = str_copy(parser->arena, name->text), *as = NULL;
  if (family_find_binding(parser, name->text) != NULL) as = "an index or argument";
  if (model_find(parser->model, name->text, &thing)) as = thing_kind_name(thing.kind);
  if (model_find_family(parser->model, name->text) != NULL) as = "a family";
  if (as == NULL) return true;
  diag_report(parser->diags, DIAG_NAME_TAKEN, name->span, text, as);
  return false;
}

// i = 1..n
static bool parse_index_range(Parser *parser, Token *name, long *low, long *high) {
  if (!parse_index_name(parser, name)) return false;
  const Token sign = parser->token;
  if (!parser_take(parser, TOKEN_EQUALS) || !parse_whole_number(parser, "an end of a range", low) ||
      !parser_take(parser, TOKEN_RANGE)) {
    if (parser->diags->errors == 0 || !parser->panic)
      diag_report(parser->diags, DIAG_FOR_RANGE, sign.span);
    diag_help(parser->diags, "write `for %s = 1..n`", str_copy(parser->arena, name->text));
    parser_panic(parser);
    return false;
  }
  return parse_whole_number(parser, "an end of a range", high);
}

static bool run_body(Parser *parser, const Clause *clause, CopyBody *run, void *context) {
  const Token *first = &clause->body.token;
  if (!parser_spend(parser, clause->cut - first->span.start, first->span)) return false;
  const uint32_t cut = parser->cut;
  const TokenKind cut_kind = parser->cut_kind;
  parser_return(parser, &clause->body);
  parser_cut(parser, clause->cut, clause->ender);
  const bool good = run(parser, context);
  parser->cut = cut;
  parser->cut_kind = cut_kind;
  return good;
}

// Runs through all values of the index whose range starts at this spot, and within each those of the next index.
static bool run_ranges(Parser *parser, const Clause *clause, const Spot *spot, CopyBody *run,
                       void *context) {
  Token name;
  long low, high;
  parser_return(parser, spot);
  if (!parse_index_range(parser, &name, &low, &high)) return false;
  const bool more = parser_take(parser, TOKEN_COMMA);
  const Spot next = parser_spot(parser);
  if (!more && parser->token.span.start != clause->end.token.span.start) {
    parser_expected(parser, "a comma or the end");
    return false;
  }
  const size_t place = parser->bindings.n;
  bool good = true;
  for (long i = low; i <= high && good; i++) {
    const Value value = value_scalar(expr_ratio(parser->pool, i, 1), name.span);
    array_push(parser->arena, &parser->bindings,
               ((Binding){.name = name.text, .value = value, .is_index = true}));
    good = more ? run_ranges(parser, clause, &next, run, context)
                : run_body(parser, clause, run, context);
    parser->bindings.n = place;
  }
  return good;
}

// Runs the body for all values; returns true if nothing went wrong. The parser is then after the ranges.
static bool run_copies(Parser *parser, const Clause *clause, CopyBody *run, void *context) {
  const Origin origin = origin_enter(parser);
  const bool good = run_ranges(parser, clause, &clause->ranges, run, context);
  origin_leave(parser, &origin);
  return good;
}

// --- statements ----------------------------------------------------------------------------------

typedef struct {
  RunStatement *run;
  size_t statement;
} Copies;

static bool copy_statement(Parser *parser, void *context) {
  const Copies *copies = context;
  const size_t errors = parser->diags->errors;
  copies->run(parser, copies->statement);
  return parser->diags->errors == errors && !parser->panic;
}

// Suppresses reports about the names that this statement would have declared.
static void pass_names(Parser *parser) {
  Parser scan = *parser;
  size_t depth = 0;
  bool starts = true;  // a name is expected here
  scan.lexer.quiet = true;
  for (; scan.next.kind != TOKEN_END && scan.next.kind != TOKEN_NEWLINE; parser_advance(&scan)) {
    const TokenKind kind = scan.next.kind;
    if (starts && depth == 0 && kind == TOKEN_NAME)
      names_put(parser->arena, &parser->poison, scan.next.text, 0);
    if (kind == TOKEN_OPEN_ROUND || kind == TOKEN_OPEN_SQUARE) depth++;
    if ((kind == TOKEN_CLOSE_ROUND || kind == TOKEN_CLOSE_SQUARE) && depth > 0) depth--;
    starts = kind == TOKEN_COMMA;
  }
}

bool parse_copies(Parser *parser, RunStatement *run, size_t statement) {
  Clause clause = {.ender = TOKEN_NEWLINE};
  Copies copies = {run, statement};
  if (!parser->has_for || !find_for(parser, &clause)) return false;
  if (run_copies(parser, &clause, copy_statement, &copies)) {
    parser->panic = false;
    parser_return(parser, &clause.end);
    return true;
  }
  // members that are missing now are not reported as well
  const bool panic = parser->panic;
  parser->model->failed |= MODEL_FAILED_ANY;
  parser_return(parser, &clause.body);
  if (reference_declares_names(&parser->token)) pass_names(parser);
  parser_skip(parser, false);
  parser->panic = panic;
  return true;
}

// --- sums ----------------------------------------------------------------------------------------

static bool copy_summand(Parser *parser, void *context) {
  (void) context;
  const Value value = parse_expression(parser);
  if (!parser->panic && !parser_at(parser, TOKEN_CLOSE_ROUND)) parser_expected(parser, "`for`");
  array_push(parser->arena, &parser->operands, ((Operand){value, false}));
  return value.kind != VALUE_POISON && !parser->panic;
}

Value parse_family_sum(Parser *parser, const Token *name, Token outer) {
  Clause clause = {.ender = TOKEN_CLOSE_ROUND};
  const size_t first = parser->operands.n;
  const Token open = parser->open;
  if (!find_for(parser, &clause)) {
    diag_report(parser->diags, DIAG_FOR_RANGE, name->span);
    diag_help(parser->diags, "write `sum(E for i = 1..n)`");
    parser_panic(parser);
    return value_poison(name->span);
  }
  Value sum = value_poison(name->span);
  if (run_copies(parser, &clause, copy_summand, NULL)) {
    sum = value_scalar(EXPR_ZERO, name->span);
    sum.empty = parser->operands.n == first;
    if (!sum.empty) sum = value_sum(parser, first);
  }
  parser->operands.n = first;
  parser->open = open;
  parser_return(parser, &clause.end);
  parser_close(parser, TOKEN_CLOSE_ROUND, outer);
  sum.span = span_join(name->span, parser->before.span);
  return sum;
}
