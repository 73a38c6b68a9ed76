// support/check.c: runs laws and simplifies failing cases.

#include "support/check.h"

#include "base/table.h"

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

// --- a bench ------------------------------------------------------------------------------------

#define BUDGET ((size_t) 1 << 30)

void bench_init(Bench *bench) {
  *bench = (Bench){.guard.budget = BUDGET};
  arena_init(&bench->arena, allocator_heap(), &bench->guard);
  bench->pool = expr_pool_create(&bench->arena);
}

void bench_clear(Bench *bench) {
  arena_clear(&bench->arena);
}

int bench_open(void **state) {
  Bench *bench = calloc(1, sizeof *bench);
  if (bench == NULL) return -1;
  bench_init(bench);
  *state = bench;
  return 0;
}

int bench_close(void **state) {
  bench_clear(*state);
  free(*state);
  return 0;
}

static const char *shown(ExprPool *pool, Expr e, Arena *arena) {
  return expr_is_none(e) ? "none" : print_expr_text(pool, e, arena);
}

void bench_assert_text(Bench *bench, Expr e, const char *text, const char *file, int line) {
  _assert_string_equal(shown(bench->pool, e, &bench->arena), text, file, line);
}

void bench_assert_same(Bench *bench, Expr a, Expr b, const char *file, int line) {
  if (expr_same(a, b)) return;
  print_error("%s\nis not\n%s\n", shown(bench->pool, a, &bench->arena),
              shown(bench->pool, b, &bench->arena));
  _fail(file, line);
}

// --- checks -------------------------------------------------------------------------------------

// A failed check and a case that does not count leave the law as a lack of memory does.
#define LEFT_BY_CHECK STATUS_INTERNAL
#define LEFT_BY_ASSUME STATUS_UNABLE

void gen_check(Gen *g, bool holds, const char *what, const char *file, int line) {
  if (holds) return;
  g->what = what;
  g->file = file;
  g->line = line;
  guard_fail(&g->bench->guard, LEFT_BY_CHECK);
}

void gen_check_zero(Gen *g, Expr e, const char *what, const char *file, int line) {
  if (expr_same(e, EXPR_ZERO)) return;
  gen_note(g, "not zero: %s", shown(g->pool, e, g->arena));
  gen_check(g, false, what, file, line);
}

static void note_two(Gen *g, Expr a, Expr b) {
  gen_note(g, "%s\nand\n%s", shown(g->pool, a, g->arena), shown(g->pool, b, g->arena));
}

void gen_check_same(Gen *g, Expr a, Expr b, const char *what, const char *file, int line) {
  if (expr_same(a, b)) return;
  note_two(g, a, b);
  gen_check(g, false, what, file, line);
}

void gen_check_equal(Gen *g, Expr a, Expr b, const char *what, const char *file, int line) {
  if (expr_equal(g->pool, a, b)) return;
  note_two(g, a, b);
  gen_check(g, false, what, file, line);
}

void gen_check_near(Gen *g, double a, double b, double bound, const char *what, const char *file,
                    int line) {
  if (fabs(a - b) <= bound) return;
  gen_note(g, "%.17g and %.17g differ by %g, more than %g", a, b, fabs(a - b), bound);
  gen_check(g, false, what, file, line);
}

void gen_assume(Gen *g, bool holds) {
  if (!holds) guard_fail(&g->bench->guard, LEFT_BY_ASSUME);
}

void gen_note(Gen *g, const char *format, ...) {
  Text text = text_make(g->arena);
  if (g->note != NULL) text_addf(&text, "%s\n", g->note);
  va_list args;
  va_start(args, format);
  text_addv(&text, format, args);
  va_end(args);
  g->note = text_get(&text);
}

// --- one case -----------------------------------------------------------------------------------

typedef struct {
  Gen *g;
  Law *law;
} Case;

static Status case_body(void *context) {
  const Case *c = context;
  c->law(c->g, c->g->pool);
  return STATUS_OK;
}

// Runs the law once, from the seed or from the given picks.
static Status run_case(const Case *c) {
  Gen *g = c->g;
  g->random = g->seed;
  g->next = 0;
  g->what = g->note = NULL;
  (void) expr_trouble(g->pool);
  return guard_run(&g->bench->guard, case_body, (void *) (uintptr_t) c);
}

static void gen_init(Gen *g, Bench *bench, uint64_t seed) {
  bench_init(bench);
  *g = (Gen){.bench = bench, .pool = bench->pool, .arena = &bench->arena, .seed = seed};
}

// --- making a failing case smaller ----------------------------------------------------------------

#define TRIES_MOST 2000  // runs of the law spent on making a case smaller

typedef struct {
  const Case *c;
  size_t tries;
} Shrinking;

// Does the law fail with this pick changed? Then it stays changed.
static bool fails_with(Shrinking *s, size_t i, Pick pick) {
  Gen *g = s->c->g;
  if (s->tries++ >= TRIES_MOST) return false;
  const size_t n = g->picks.n;
  Pick *before = ARENA_ARRAY(g->arena, Pick, n);
  memcpy(before, g->picks.at, n * sizeof *before);
  g->picks.at[i] = pick;
  const Status status = run_case(s->c);
  if (status == LEFT_BY_CHECK || status == STATUS_LIMIT) return true;
  memcpy(g->picks.at, before, n * sizeof *before);
  g->picks.n = n;
  return false;
}

// Returns e with one part of it replaced.
static Expr replaced(ExprPool *pool, Expr e, Expr from, Expr to, Arena *arena) {
  const ExprList nodes = expr_reachable(pool, &e, 1, arena);
  Memo made = {0};
  Expr last = EXPR_NONE;
  for (size_t i = 0; i < nodes.n; i++) {
    const Expr node = nodes.at[i];
    const ExprKind kind = expr_kind(pool, node);
    last = node;
    if (expr_same(node, from)) {
      last = to;
    } else if (kind != EXPR_NUMBER && kind != EXPR_SYMBOL) {
      const size_t n = expr_count(pool, node);
      ExprTerm *terms = ARENA_ARRAY(arena, ExprTerm, n);
      for (size_t k = 0; k < n; k++) {
        terms[k] = expr_operand(pool, node, k);
        memo_get(&made, terms[k].e.id, &terms[k].e.id);
      }
      if (kind == EXPR_SUM)
        last = expr_sum(pool, terms, n);
      else if (kind == EXPR_PRODUCT)
        last = expr_product(pool, terms, n);
      else
        last = expr_call(pool, expr_function(pool, node),
                         (Expr[]){terms[0].e, terms[n > 1].e, terms[n - 1].e});
    }
    memo_put(arena, &made, node.id, last.id);
  }
  return last;
}

typedef ARRAY(Expr) Exprs;

static void add_candidate(Gen *g, Exprs *list, Expr e, Expr than) {
  if (expr_is_none(e) || expr_same(e, than)) return;
  const uint32_t weight = expr_weight(g->pool, e), limit = expr_weight(g->pool, than);
  if (weight < limit || (weight == limit && e.id < than.id && !expr_is_number(g->pool, than)))
    array_push(g->arena, list, e);
}

// Adds the same sum or product with one term left out, or with its number replaced by 1.
static void add_thinner(Gen *g, Exprs *list, Expr e) {
  const ExprKind kind = expr_kind(g->pool, e);
  if (kind != EXPR_SUM && kind != EXPR_PRODUCT) return;
  const size_t n = expr_count(g->pool, e);
  ExprTerm *terms = ARENA_ARRAY(g->arena, ExprTerm, n);
  for (int way = 0; way < 2; way++)
    for (size_t out = 0; out < n; out++) {
      for (size_t i = 0; i < n; i++) terms[i] = expr_operand(g->pool, e, i);
      terms[out].c = way == 0 ? RATIO_ZERO : RATIO_ONE;
      array_push(g->arena, list,
                 kind == EXPR_SUM ? expr_sum(g->pool, terms, n) : expr_product(g->pool, terms, n));
    }
}

// Returns simpler expressions to try instead of e, the boldest first.
static Exprs candidates(Gen *g, Expr e) {
  Exprs all = {0}, parts = {0};
  const ExprList nodes = expr_reachable(g->pool, &e, 1, g->arena);
  add_candidate(g, &all, EXPR_ONE, e);
  add_candidate(g, &all, EXPR_ZERO, e);
  for (size_t i = 0; i < nodes.n; i++) add_candidate(g, &all, nodes.at[i], e);
  for (size_t i = nodes.n; i-- > 0;) {
    const Expr node = nodes.at[i];
    parts.n = 0;
    array_push(g->arena, &parts, EXPR_ONE);
    array_push(g->arena, &parts, EXPR_ZERO);
    add_thinner(g, &parts, node);
    const ExprKind kind = expr_kind(g->pool, node);
    for (size_t k = 0; kind > EXPR_SYMBOL && k < expr_count(g->pool, node); k++)
      array_push(g->arena, &parts, expr_operand(g->pool, node, k).e);
    for (size_t k = 0; k < parts.n; k++)
      if (!expr_is_none(parts.at[k]))
        add_candidate(g, &all, replaced(g->pool, e, node, parts.at[k], g->arena), e);
  }
  return all;
}

static bool shrink_expr(Shrinking *s, size_t i) {
  const Exprs list = candidates(s->c->g, s->c->g->picks.at[i].e);
  for (size_t k = 0; k < list.n; k++)
    if (fails_with(s, i, (Pick){.is_expr = true, .e = list.at[k]})) return true;
  return false;
}

static bool shrink_number(Shrinking *s, size_t i) {
  const uint64_t n = s->c->g->picks.at[i].number;
  if (n == 0) return false;
  return fails_with(s, i, (Pick){.number = 0}) ||
         (n > 2 && fails_with(s, i, (Pick){.number = n / 2})) ||
         fails_with(s, i, (Pick){.number = n - 1});
}

// Repeats until no pick can be made simpler. Some failures do not recur in a used pool: then nothing changes.
static void shrink(const Case *c) {
  Shrinking s = {c, 0};
  c->g->replay = true;
  if (run_case(c) == STATUS_OK) return;
  for (bool better = true; better && s.tries < TRIES_MOST;) {
    better = false;
    for (size_t i = 0; i < c->g->picks.n; i++)
      better |= c->g->picks.at[i].is_expr ? shrink_expr(&s, i) : shrink_number(&s, i);
  }
}

// --- reporting ----------------------------------------------------------------------------------

// Prints expressions one per line, numbers between them in a row.
static void print_case(const Gen *g) {
  bool in_row = false;
  for (size_t i = 0; i < g->picks.n && (!g->replay || i < g->next); i++) {
    const Pick *pick = &g->picks.at[i];
    if (pick->is_expr)
      print_error("%s  %s\n", in_row ? "\n" : "", shown(g->pool, pick->e, g->arena));
    else
      print_error("%s%llu", in_row ? " " : "  ", (unsigned long long) pick->number);
    in_row = !pick->is_expr;
  }
  if (in_row) print_error("\n");
}

static void report_failure(const char *name, const Case *c, Status status) {
  Gen *g = c->g;
  print_error("law %s fails: TEST_SEED=%llu\nfirst found with\n", name,
              (unsigned long long) g->seed);
  print_case(g);
  if (g->what != NULL)
    print_error("%s:%d: %s\n", g->file, g->line, g->what);
  else
    print_error("status %d: %s\n", (int) status, status_meaning(status));
  shrink(c);
  const Status again = run_case(c);
  if (again == STATUS_OK || again == LEFT_BY_ASSUME) {
    print_error("it does not fail again in the same pool\n");
  } else {
    print_error("smallest case found\n");
    print_case(g);
    if (g->what != NULL) print_error("%s:%d: %s\n", g->file, g->line, g->what);
    if (g->note != NULL) print_error("%s\n", g->note);
  }
}

// What is running now, in case it aborts. No two laws run at the same time.
static const char *running_name;
static uint64_t running_seed;

static void tell_seed(int signal_number) {
  char text[200];
  const int n = snprintf(text, sizeof text, "law %s was aborted: TEST_SEED=%llu\n", running_name,
                         (unsigned long long) running_seed);
  if (n > 0 && write(STDERR_FILENO, text, (size_t) n) < 0) _exit(1);
  signal(signal_number, SIG_DFL);
  raise(signal_number);
}

// --- many cases ---------------------------------------------------------------------------------

#define SEED 20240229  // any; fixed, so that a run can be repeated

void prop_run(const char *name, size_t count, Law *law) {
  const char *seed_text = getenv("TEST_SEED");
  const uint64_t seed = seed_text != NULL ? strtoull(seed_text, NULL, 10) : SEED;
  const size_t cases = test_scaled(count);
  size_t meaningless = 0;
  bool failed = false;
  running_name = name;
  signal(SIGABRT, tell_seed);
  for (size_t i = 0; i < cases && !failed; i++) {
    Bench bench;
    Gen g;
    running_seed = seed + i;
    gen_init(&g, &bench, running_seed);
    const Case c = {&g, law};
    const Status status = run_case(&c);
    failed = status != STATUS_OK && status != LEFT_BY_ASSUME;
    meaningless += status == LEFT_BY_ASSUME;
    if (failed) report_failure(name, &c, status);
    bench_clear(&bench);
  }
  signal(SIGABRT, SIG_DFL);
  if (failed) fail();
  if (cases >= 20 && meaningless * 10 > cases * 9)
    fail_msg("law %s said nothing about %zu of %zu cases", name, meaningless, cases);
}
