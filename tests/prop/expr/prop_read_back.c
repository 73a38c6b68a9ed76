// Law of print/print.h and the language: text parses back to the same expression.

#include "language/language.h"
#include "support/check.h"

typedef struct {
  Diags diags;
  Model *model;
} Reader;

static void reader_open(Gen *g, Reader *reader) {
  *reader = (Reader){.diags.arena = g->arena};
  reader->model = model_create(g->pool, &reader->diags);
  Source *source = ARENA_NEW(g->arena, Source);
  *source = (Source){"declarations", str(GEN_DECLARATIONS)};
  CHECK(language_parse(reader->model, source) == STATUS_OK);
}

static Expr read_text(Gen *g, Reader *reader, const char *text) {
  Source *source = ARENA_NEW(g->arena, Source);
  *source = (Source){"text", str(text)};
  const Expr e = language_expression(reader->model, source);
  Text messages = text_make(g->arena);
  diags_write(&reader->diags, &messages);
  gen_note(g, "printed %s\n%s", text, text_get(&messages));
  CHECK(reader->diags.errors == 0);
  return e;
}

// Law: parse(print(e)) = e. Judge: equal ids.
PROP(text_reads_back, 2500) {
  Reader reader;
  reader_open(g, &reader);
  const Expr e = gen_expr(g, 4);
  CHECK_SAME(read_text(g, &reader, print_expr_text(p, e, g->arena)), e);
}

// Law: the same for derivatives, which are larger and have more quotients. Judge: equal ids.
PROP(derivatives_read_back, 800) {
  Reader reader;
  reader_open(g, &reader);
  const Expr f = gen_expr(g, 3),
             e = expr_diff(p, expr_diff(p, f, gen_variable(g)), gen_variable(g));
  ASSUME(expr_weight(p, e) < 2000);
  CHECK_SAME(read_text(g, &reader, print_expr_text(p, e, g->arena)), e);
}

// Law: numbers read back, however long. Judge: equal ids.
PROP(numbers_read_back, 1000) {
  Reader reader;
  reader_open(g, &reader);
  Ratio r = gen_ratio(g);
  const size_t n = gen_below(g, 40);
  for (size_t i = 0; i < n; i++) {
    r = ratio_mul(p, r,
                  ratio_make(p, gen_int(g, 1, 1000000), (unsigned long) gen_int(g, 1, 1000000)));
    r = ratio_add(p, r, gen_ratio(g));
  }
  const Expr e = expr_number(p, r), term = expr_scale(p, r, gen_variable(g));
  CHECK_SAME(read_text(g, &reader, print_expr_text(p, e, g->arena)), e);
  CHECK_SAME(read_text(g, &reader, print_expr_text(p, term, g->arena)), term);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(text_reads_back),
    cmocka_unit_test(derivatives_read_back),
    cmocka_unit_test(numbers_read_back),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
