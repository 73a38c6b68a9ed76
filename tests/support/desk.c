// support/desk.c: the desk of support/desk.h.

#include "support/desk.h"

#include "print/print.h"

#include <stdlib.h>
#include <string.h>

#define BUDGET ((size_t) 1 << 30)

int desk_open(void **state) {
  Desk *desk = calloc(1, sizeof *desk);
  if (desk == NULL) return -1;
  desk->guard.budget = BUDGET;
  arena_init(&desk->arena, allocator_heap(), &desk->guard);
  desk->diags.arena = &desk->arena;
  desk->pool = expr_pool_create(&desk->arena);
  desk_clear_model(desk);
  *state = desk;
  return 0;
}

int desk_close(void **state) {
  Desk *desk = *state;
  arena_clear(&desk->arena);
  free(desk);
  return 0;
}

void desk_clear_model(Desk *desk) {
  desk->model = model_create(desk->pool, &desk->diags);
}

static const Source *make_source(Desk *desk, const char *text) {
  Source *source = ARENA_NEW(&desk->arena, Source);
  *source = (Source){"test.mech", str(text)};
  return source;
}

Status desk_read(Desk *desk, const char *text) {
  const Status parsed = language_parse(desk->model, make_source(desk, text));
  const Status finished = model_finish(desk->model);
  return parsed != STATUS_OK ? parsed : finished;
}

void desk_read_well(Desk *desk, const char *text) {
  const Status status = desk_read(desk, text);
  if (desk->diags.all.n > 0) fail_msg("%s", desk_messages(desk));
  assert_int_equal(status, STATUS_OK);
}

Expr desk_expr(Desk *desk, const char *text) {
  const size_t errors = desk->diags.errors;
  const Expr e = language_expression(desk->model, make_source(desk, text));
  if (desk->diags.errors > errors) fail_msg("%s", desk_messages(desk));
  return e;
}

const char *desk_messages(Desk *desk) {
  Text text = text_make(&desk->arena);
  diags_write(&desk->diags, &text);
  return text_get(&text);
}

const char *desk_codes(Desk *desk) {
  const char *messages = desk_messages(desk);
  Text codes = text_make(&desk->arena);
  for (const char *line = messages; *line != '\0'; line = strchr(line, '\n') + 1) {
    const size_t n = strcspn(line, "\n");
    if (n < 7 || line[n - 1] != ']' || line[n - 7] != '[' || line[n - 6] != 'N') continue;
    if (codes.n > 0) text_add_char(&codes, ' ');
    text_add_str(&codes, (Str){line + n - 6, 5});
  }
  return text_get(&codes);
}

static const char *shown(Desk *desk, Expr e) {
  return expr_is_none(e) ? "none" : print_expr_text(desk->pool, e, &desk->arena);
}

void desk_assert_expr(Desk *desk, Expr actual, Expr expected, const char *file, int line) {
  if (expr_same(actual, expected)) return;
  print_error("%s\nis not\n%s\n", shown(desk, actual), shown(desk, expected));
  _fail(file, line);
}

void desk_assert_vec(Desk *desk, Vec actual, Expr x, Expr y, Expr z, const char *file, int line) {
  desk_assert_expr(desk, actual.x[0], x, file, line);
  desk_assert_expr(desk, actual.x[1], y, file, line);
  desk_assert_expr(desk, actual.x[2], z, file, line);
}

bool desk_derive(Desk *desk, const Method *method, Equations *eq) {
  const Diags before = desk->diags;
  const DeriveOptions options = {.arena = &desk->arena, .energy = EXPR_NONE};
  const bool good = method->derive(desk->model, &options, eq) == STATUS_OK;
  if (!good) desk->diags = before;
  return good;
}
