// language/language_impl.h: tokens, values, and the parser's state.

#ifndef LANGUAGE_LANGUAGE_IMPL_H
#define LANGUAGE_LANGUAGE_IMPL_H

#include "base/suggest.h"
#include "language/language.h"

// --- names.c: characters -------------------------------------------------------------------------

// Decodes one UTF-8 character at the start of s; returns its length in bytes, or 0 if it is not UTF-8.
size_t names_decode(Str s, uint32_t *code);
// Characters looked up so far: classifying one takes long.
typedef struct {
  Arena *arena;
  Memo known;  // character -> is it a letter?
} Letters;
bool names_is_letter(Letters *letters, uint32_t code);
// The English name of a Greek letter, "theta" for all forms of it, or NULL.
const char *names_greek(uint32_t code);

// --- lexer.c -------------------------------------------------------------------------------------

typedef enum {
#define X(name, text, goes_on) TOKEN_##name,
#include "language/tokens.def"
#undef X
  TOKEN_COUNT
} TokenKind;

typedef struct {
  TokenKind kind;
  Span span;
  Str text;    // a name in its normal form; a number; a label without its quotes
  bool first;  // of its line
} Token;

typedef struct {
  Model *model;
  const Source *source;
  Letters *letters;
  uint32_t at;     // the next byte
  uint32_t depth;  // open brackets
  Token last;      // the last token returned
  bool declares;   // in a list of new names, where a keyword may be a new name
  bool quiet;      // in skipped text, nothing is reported
} Lexer;

void lexer_init(Lexer *lexer, Model *model, const Source *source);
Token lexer_next(Lexer *lexer);
const char *token_text(Arena *arena, const Token *token);  // as messages call it
bool token_is(const Token *token, const char *word);       // a name that is this word

// --- the parser ----------------------------------------------------------------------------------

typedef enum { VALUE_POISON, VALUE_SCALAR, VALUE_VECTOR, VALUE_LIST } ValueKind;

#define LIST_MOST 9  // components of a list

// Several values in parentheses, (a, b), e.g. the requirements of a joint.
typedef struct {
  size_t n;
  Expr at[LIST_MOST];
} ValueList;

// A scalar is v.x[0]. Poison is a mistake that was already reported: it combines with everything.
typedef struct {
  ValueKind kind;
  Vec v;
  Span span;
  bool empty;             // a sum without summands, which is 0 or the zero vector
  const ValueList *list;  // of a list
} Value;

// An operand of a sum (+ or -) or product (* or /).
typedef struct {
  Value value;
  bool inverse;
} Operand;

// kg*m/s^2 after a number
typedef struct {
  Expr factor;  // in SI units
  Dimension dimension;
  Span span;
  Span behind;       // the number before it
  const char *text;  // NULL: no unit
} Unit;

// What a name stands for while some text is read: an index, or the argument of a function.
typedef struct {
  Str name;
  Value value;     // poison: nothing is known about it
  Str stands_for;  // the name of a frame, point or body that replaces it; empty: the value
  bool is_index;
  bool is_call;  // not a binding, but the call that the ones before it belong to
} Binding;

// A place in the text to which the parser can return.
typedef struct {
  Lexer lexer;
  Token token, next, before;
  bool ahead;  // is `next` known? otherwise it is read on return
} Spot;

// The points of a function given by a file.
typedef struct {
  const char *name;
  size_t n;
  double *x, *y, *slope;
  bool linear;  // interpolated linearly
} DataTable;

// A function defined by the model: let f(u, v) = E, or a table
typedef struct {
  Spot body;
  uint32_t end;  // the byte after the body
  Str name;
  Str *arguments;
  size_t n;
  const DataTable *table;  // or NULL
} UserFunction;

typedef ARRAY(const char *) IncludedFiles;

// A text that was read, kept to be read once more.
typedef struct {
  const Source *source;
  const char *path;      // of the model's own file, or NULL
  const char *identity;  // of an included file, or NULL
} ReadText;

// State that the language keeps from text to text of one model.
typedef struct LanguageMemory {
  const char *path;          // of the file being read, or NULL
  IncludedFiles open, read;  // files being read, outermost first; all files read
  ARRAY(UserFunction) functions;
  ARRAY(const Source *) presets;  // "n = 20": values for counts (language_preset)
  size_t copied;                  // bytes of text read again
  ARRAY(ReadText) texts;
  const struct LanguageMemory *former;  // of the model that this one copies, or NULL
} LanguageMemory;

typedef struct {
  Lexer lexer;
  Model *model;
  ExprPool *pool;
  Arena *arena;
  Diags *diags;
  Token token, next;          // the current token and the one after it
  Token before;               // the last token consumed
  bool panic;                 // a syntax error in this statement: the rest is skipped
  bool poisoned;              // the statement contains something that was reported before
  const char *const *enders;  // words that end an expression in this statement; NULL-terminated
  bool fragment;              // a text from the command line: nothing can be declared there
  bool in_list;               // in "name = value" pairs: a name before = starts the next one
  Token open;                 // the innermost open bracket of an expression, or TOKEN_END
  int depth;                  // of nested expressions
  Names poison;               // names in skipped text: nothing is reported about them
  ARRAY(Operand) operands;    // of the sums and products being read, innermost last
  ARRAY(Binding) bindings;    // innermost last; those from scope on are visible
  size_t scope;
  uint32_t cut;        // text that is read again ends before this byte ...
  TokenKind cut_kind;  // ... as if a token of this kind stood there
  bool in_index;       // in an index of a member of a family: q[i]
  bool units;          // may a unit follow a number?
  Unit unit;           // the unit read last
  bool has_for;        // does the word `for` occur in the text at all?
  ARRAY(ExprTerm) terms;
} Parser;

// parser.c: advancing and reporting
void parser_init(Parser *parser, Model *model, const Source *source);
void parser_advance(Parser *parser);
bool parser_at(const Parser *parser, TokenKind kind);
bool parser_at_word(const Parser *parser, const char *word);
bool parser_at_end(const Parser *parser);    // of the statement
bool parser_at_ender(const Parser *parser);  // a word that ends an expression here
bool parser_take(Parser *parser, TokenKind kind);
bool parser_take_word(Parser *parser, const char *word);
bool parser_expect(Parser *parser, TokenKind kind);
bool parser_expect_word(Parser *parser, const char *word);
// Opens the bracket that is the current token; returns the previous innermost bracket.
Token parser_open(Parser *parser);
// Closes the innermost bracket; reports it as open if the line ends first. outer: the result of parser_open.
bool parser_close(Parser *parser, TokenKind kind, Token outer);
// Reports that `what` is needed at the current token, and abandons the statement.
void parser_expected(Parser *parser, const char *what);
// Abandons the statement; the mistake was already reported.
void parser_panic(Parser *parser);
// Skips the rest of the statement. Names that it may declare are not reported as unknown later.
void parser_skip(Parser *parser, bool declares);
// Reads a name, with its indices if it has any: the text is q[3] for q[i] with i = 3.
bool parser_name(Parser *parser, const char *what, Token *name);
Spot parser_spot(const Parser *parser);
void parser_return(Parser *parser, const Spot *spot);
// From now on the text ends before this byte, with a token of this kind.
void parser_cut(Parser *parser, uint32_t at, TokenKind kind);
// Records where the value stands, for the model's messages about it.
void parser_place(Parser *parser, const Value *value);
const char *parser_written(const Parser *parser, Span span);  // the text there
// Reports what the last operation of the pool could not do; returns true if there was a failure.
bool parser_trouble(Parser *parser, Span span);

// expression.c
Value parse_expression(Parser *parser);
// A value without operators, but with brackets, dots and primes: [x, 0], r[2], vel(P).x
Value parse_operand(Parser *parser);
Expr parse_scalar(Parser *parser);
bool parse_axis_name(Parser *parser, int *axis);  // x, y or z
bool parse_dot(Parser *parser, int *axis);        // the same after a dot; false after a report
Vec parse_vector(Parser *parser);
// Parses "left = right", both sides of one kind. Returns the difference as one value.
Value parse_equation(Parser *parser, Value *left, Value *right);

// The same with >= or <= instead of =: sign is then 1 or -1, otherwise 0.
Value parse_relation(Parser *parser, Value *left, Value *right, int *sign);

// value.c
Value value_poison(Span span);
Value value_scalar(Expr e, Span span);
Value value_vector(Vec v, Span span);
Value value_sum(Parser *parser, size_t first);  // of the operands from first on
Value value_product(Parser *parser, size_t first);
Value value_power(Parser *parser, Value base, Value exponent);
Value value_rate(Parser *parser, Value value, int order);
// Reports a quantity such as energy or lambda(c) in it, which cannot be differentiated.
bool value_has_quantity(Parser *parser, const Value *value);
Expr value_need_scalar(Parser *parser, const Value *value);
Vec value_need_vector(Parser *parser, const Value *value);
// The scalars of which a value consists.
const Expr *value_components(const Value *value, size_t *n);

// language.c: keeps a text that is read, and parses it
void language_keep_text(Model *model, ReadText text);
Status parse_source(Model *model, const Source *source);

// call.c
bool language_is_function(Str name);
Value parse_call(Parser *parser);

// reference.c: the meaning of names
Value parse_name(Parser *parser);
bool reference_declares_names(const Token *keyword);
bool reference_find(Parser *parser, const Token *name, Thing *thing);
// Parses a point, a body's centre or O; returns false after a report.
bool parse_place(Parser *parser, const char **name, Vec *at);
// The same, or a vector, whose name is its text (spring.c).
bool parse_spot(Parser *parser, const char **name, Vec *at);
// Parses a constraint as written: pivot, rolling.1
bool parse_constraint_name(Parser *parser, Str *name, Span *span);
// Parses x, x', p_x or t; returns the symbol of a state variable, or EXPR_NONE after a report
Expr parse_variable(Parser *parser, Span *span);

// reaction.c: reaction(x), reaction(P), reaction_force(c, B), reaction_torque(c, B), with the bracket open.
// reaction_find_in substitutes the formulas of reactions in e.
Value call_reaction(Parser *parser);
Value call_reaction_force(Parser *parser);
Value call_reaction_torque(Parser *parser);
Expr reaction_find_in(Model *model, Expr e);

// impact.c: functions of claims about impacts, with the bracket open; v+(x') if v is not declared
Value call_after(Parser *parser);
Value call_impulse(Parser *parser);
Value call_energy_lost(Parser *parser);
bool impact_at_velocity_after(const Parser *parser);
Value parse_velocity_after(Parser *parser);

// slips.c: words of other languages
typedef enum { SLIP_STATEMENT, SLIP_FUNCTION, SLIP_NAME } SlipPlace;
const char *slips_find(SlipPlace place, Str word);  // how it is written here, or NULL
bool slips_find_rate(const Parser *parser, Str name, Str *coordinate, int *order);
void slips_warn_partial_time(Parser *parser, const Value *value, Expr by, Span span);

// units.c
bool units_is_unit(Str name);
bool units_at(const Parser *parser);  // is there a unit after a number, and is it allowed?
bool parse_unit(Parser *parser, Unit *unit);
// Parses a value that may have a unit.
Expr parse_quantity(Parser *parser, Unit *unit);
void units_note(Parser *parser, Expr symbol, const Unit *unit);
// Parses [m] after a new name, with a space between; records that the name has this unit.
Unit parse_own_unit(Parser *parser);
void units_note_own(Parser *parser, Expr symbol, const Unit *unit);

// family.c: counts, indices, `for` and sum
LanguageMemory *language_memory(Model *model);
const Binding *family_find_binding(const Parser *parser, Str name);
// Parses a whole number; `what` is its purpose in messages. Returns false after a report.
bool parse_whole_number(Parser *parser, const char *what, long *value);
// Reads the indices after a name, if any, and adds them to its text; returns false after a report.
bool parse_indices(Parser *parser, Token *name);
// Reports a name used with missing or wrong indices; returns false if that is not its mistake.
bool family_report_member(Parser *parser, const Token *name);
// If there is a `for`, runs the statement once for each value of the indices; otherwise returns false.
typedef void RunStatement(Parser *parser, size_t statement);
bool parse_copies(Parser *parser, RunStatement *run, size_t statement);
// Records that this much text is read again; reports if that is too much.
bool parser_spend(Parser *parser, size_t bytes, Span span);
// Lets messages report for which indices, and in which call, a text is read.
typedef struct {
  void (*origin)(const void *context, Text *out);
  const void *context;
} Origin;
Origin origin_enter(Parser *parser);
void origin_leave(Parser *parser, const Origin *origin);
Value parse_family_sum(Parser *parser, const Token *name, Token outer);

// A declared name, or all of q[1..n].
typedef struct {
  Token name;
  size_t ranges;
  long low[FAMILY_INDICES], high[FAMILY_INDICES];
  long at[FAMILY_INDICES];
} NewNames;
bool parse_new_names(Parser *parser, const char *what, NewNames *names);
size_t new_names_count(const NewNames *names);
// Gives the next name, starting with the first; returns false after the last.
bool new_names_next(Parser *parser, NewNames *names, Str *name);

// function.c: the name is consumed, a bracket follows
void parse_function(Parser *parser, const Token *name);
// The bracket is consumed; outer: the result of parser_open.
Value parse_user_call(Parser *parser, const Token *name, size_t function, Token outer);

// The value of a table at an argument (table.c).
Value table_value(Parser *parser, const DataTable *table, const Value *argument, Span span);
// The path of a file named in another one (include.c).
const char *include_path_beside(Arena *arena, const char *path, Str name);

// statement.c
#define X(keyword, function, failed) void parse_##function(Parser *parser);
#include "language/statements.def"
#undef X
bool statement_is_keyword(Str word);
void parse_statements(Parser *parser);
// Is there another item of a list? Reports a comma missing before a name.
bool parse_comma(Parser *parser);
// The span from the keyword, or any token, to the last token consumed.
Span parser_span(const Parser *parser, const Token *first);
// = or +=
bool parse_equals(Parser *parser, bool *add);

// request.c: parses a = b, with units on either side, and `rising` or `falling`
typedef struct {
  Expr difference;
  bool in_units;
  Crossing crossing;
} Crossed;
Crossed parse_crossing(Parser *parser);
// sweep.c: parses max(e) and the like after `observe name =`; false: the value is of another kind
bool parse_result(Parser *parser, const Token *name);

// request.c: parses "a = 1, b = 2"; calls add for each pair
typedef void AddAssignment(Model *model, Expr symbol, Expr value, Span span, void *context);
void parse_assignments(Parser *parser, AddAssignment *add, void *context);

#endif
