// support/judge_motion.c: is a motion that the program computed right?
//
//   judge_motion MODEL.mech RUN.csv [--tolerance 1e-9] [--as-is]
//   judge_motion --spans MODEL.mech ...
//
// The first reads a table with a column t, one for each coordinate and one for each velocity, named as in the model;
// other columns are skipped. The motion in 113 bits starts at the first row,
// moved to the constraint manifold in 113 bits unless --as-is is given, and every row is compared
// with it. Errors of coordinates are relative to the largest coordinate of the run so far, those of
// velocities to the largest velocity. Exit status 0 if all are within the tolerance, 1 if not, 2 if there is nothing
// to compare.
//
// The second prints, for each model, how long its motion can be followed in double precision:
// see support/spans.txt, which is its output.

#include "support/closed.h"
#include "support/reference.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MOST 64               // coordinates
#define SPAN 20               // how long motions are followed for --spans
#define SAMPLES 400           // states compared on the way
#define STATES (SAMPLES + 2)  // one more where the model's own run ends, if that is later
#define NUDGE 1e-20           // of the initial state: small, so that its effect stays linear
#define NUDGED 3              // motions with a nudge each
#define AMPLIFIED 1e6         // times the 1e-16 of a double, with room for ten roundings: 1e-9

static int refuse(const char *what, const char *why) {
  fprintf(stderr, "judge_motion: %s: %s\n", what, why);
  return 2;
}

static QuadMotion *open_model(const char *path) {
  char *text = closed_read_file(path);
  if (text == NULL) {
    (void) refuse(path, "cannot be read");
    return NULL;
  }
  QuadMotion *r = reference_open(text);
  free(text);
  if (r == NULL) {
    (void) refuse(path, "no memory");
    return NULL;
  }
  const char *trouble = reference_trouble(r);
  if (trouble == NULL && reference_count(r) > MOST) trouble = "too many coordinates";
  if (trouble == NULL) return r;
  (void) refuse(path, trouble);
  reference_close(r);
  return NULL;
}

// --- a run as a table ----------------------------------------------------------------------------

typedef struct {
  Quad t, q[MOST], v[MOST];
} Row;

typedef struct {
  char *text, *next;  // the rest of the file
  size_t t, q[MOST], v[MOST], n;
} Table;

static char *next_line(Table *table) {
  char *line = table->next;
  if (*line == '\0') return NULL;
  char *end = line + strcspn(line, "\n");
  table->next = *end == '\0' ? end : end + 1;
  if (end > line && end[-1] == '\r') end[-1] = '\0';
  *end = '\0';
  return line;
}

// Returns the column of this name, or SIZE_MAX.
static size_t find_column(const char *header, const char *name, const char *primes) {
  size_t column = 0;
  for (const char *at = header;; at++, column++) {
    const size_t n = strcspn(at, ","), m = strlen(name);
    if (n == m + strlen(primes) && strncmp(at, name, m) == 0 && strncmp(at + m, primes, n - m) == 0)
      return column;
    at += n;
    if (*at == '\0') return SIZE_MAX;
  }
}

static bool find_columns(Table *table, const QuadMotion *r) {
  const char *header = next_line(table);
  if (header == NULL) return false;
  table->n = reference_count(r);
  table->t = find_column(header, "t", "");
  bool found = table->t != SIZE_MAX;
  for (size_t i = 0; i < table->n; i++) {
    table->q[i] = find_column(header, reference_name(r, i), "");
    table->v[i] = find_column(header, reference_name(r, i), "'");
    found = found && table->q[i] != SIZE_MAX && table->v[i] != SIZE_MAX;
  }
  return found;
}

// Reads the double in the column.
static bool read_column(const char *line, size_t column, Quad *value) {
  for (; column > 0; column--) {
    line += strcspn(line, ",");
    if (*line++ == '\0') return false;
  }
  char *end;
  *value = quad(strtod(line, &end));
  return end != line && (*end == ',' || *end == '\0') && quad_is_finite(*value);
}

static bool read_row(const Table *table, const char *line, Row *row) {
  bool good = read_column(line, table->t, &row->t);
  for (size_t i = 0; i < table->n; i++)
    good = good && read_column(line, table->q[i], &row->q[i]) &&
           read_column(line, table->v[i], &row->v[i]);
  return good;
}

// --- comparing -----------------------------------------------------------------------------------

typedef struct {
  Quad q_size, v_size;  // the largest so far
  Quad worst, at;
} Comparison;

static Quad distance(const Quad *a, const Quad *b, size_t n) {
  Quad largest = 0;
  for (size_t i = 0; i < n; i++) largest = quad_max(largest, quad_abs(a[i] - b[i]));
  return largest;
}

static Quad part_of(Quad error, Quad size) {
  return size > 0 ? error / size : error;
}

// Returns the error of a row, relative to the largest values so far.
static Quad compare(Comparison *c, const Row *right, const Row *row, size_t n) {
  c->q_size = quad_max(c->q_size, quad_norm(right->q, n));
  c->v_size = quad_max(c->v_size, quad_norm(right->v, n));
  const Quad error = quad_max(part_of(distance(right->q, row->q, n), c->q_size),
                              part_of(distance(right->v, row->v, n), c->v_size));
  if (error > c->worst) {
    c->worst = error;
    c->at = right->t;
  }
  return error;
}

typedef struct {
  const char *model, *run;
  double tolerance;
  bool as_is;
} Request;

static int judge_rows(QuadMotion *r, Table *table, const Request *request) {
  const size_t n = table->n;
  Comparison c = {0};
  Row row, right;
  size_t rows = 0;
  Quad last = 0;
  for (char *line; (line = next_line(table)) != NULL; rows++) {
    if (!read_row(table, line, &row)) return refuse(request->run, "a row is not in numbers");
    right = row;
    if (rows == 0 && !((request->as_is || reference_settle(r, row.t, right.q, right.v)) &&
                       reference_start(r, row.t, right.q, right.v)))
      return refuse(request->model, reference_trouble(r));
    if (!reference_reach(r, row.t, right.q, right.v)) {
      printf("%s: at t = %.9g, %s\n", request->model, (double) reference_time(r),
             reference_trouble(r));
      return 1;
    }
    last = compare(&c, &right, &row, n);
  }
  if (rows < 2) return refuse(request->run, "fewer than two rows");
  const bool good = c.worst <= quad(request->tolerance);
  printf("%s: %s: %zu rows, largest error %.2e at t = %.9g, at the end %.2e, tolerance %.1e\n",
         request->model, good ? "right" : "WRONG", rows, (double) c.worst, (double) c.at,
         (double) last, request->tolerance);
  return good ? 0 : 1;
}

static int judge(const Request *request) {
  QuadMotion *r = open_model(request->model);
  if (r == NULL) return 2;
  char *text = closed_read_file(request->run);
  Table table = {.text = text, .next = text};
  int exit_code;
  if (text == NULL)
    exit_code = refuse(request->run, "cannot be read");
  else if (!find_columns(&table, r))
    exit_code = refuse(request->run, "not all of t, coordinates and velocities are columns");
  else
    exit_code = judge_rows(r, &table, request);
  free(text);
  reference_close(r);
  return exit_code;
}

// --- how long motions can be followed ------------------------------------------------------------

typedef struct {
  Row *base;       // STATES of them
  size_t reached;  // of them
  Quad end;        // of the run that the model requests
  Quad *factor;    // the amplification of a nudge until then
  Quad pivot, pivot_at;
} Span;

static Quad random_part(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return quad((double) (*seed >> 11) * 0x1p-52 - 1);
}

// Computes the samples of the motion from its start; returns how many it reaches.
static size_t follow(QuadMotion *r, const Row *start, Row *out, Span *pivots) {
  if (!reference_start(r, start->t, start->q, start->v)) return 0;
  for (size_t i = 0; i < STATES; i++) {
    const Quad later = i < SAMPLES ? quad(SPAN) * (Quad) i / SAMPLES : quad(SPAN);
    out[i].t = start->t + (i <= SAMPLES ? later : quad_max(later, reference_end(r) - start->t));
    if (!reference_reach(r, out[i].t, out[i].q, out[i].v)) return i;
    const Quad pivot = pivots != NULL ? reference_pivot(r) : 1;
    if (pivots == NULL || !(pivot < pivots->pivot)) continue;
    pivots->pivot = pivot;
    pivots->pivot_at = out[i].t - start->t;
  }
  return STATES;
}

// Follows a second motion near the first: factor is their largest distance so far, as a multiple of the nudge.
static bool amplify(QuadMotion *r, Span *span, Row *other, uint64_t *seed) {
  const size_t n = reference_count(r);
  Row start = span->base[0];
  for (size_t i = 0; i < n; i++) {
    start.q[i] += quad(NUDGE) * random_part(seed) * quad_max(1, quad_abs(start.q[i]));
    start.v[i] += quad(NUDGE) * random_part(seed) * quad_max(1, quad_abs(start.v[i]));
  }
  if (!reference_settle(r, start.t, start.q, start.v)) return false;
  const size_t reached = follow(r, &start, other, NULL);
  if (reached < span->reached) span->reached = reached;
  Comparison c = {0};
  for (size_t i = 0; i < reached && i < span->reached; i++) {
    (void) compare(&c, &span->base[i], &other[i], n);
    span->factor[i] = quad_max(span->factor[i], c.worst / quad(NUDGE));
  }
  return true;
}

// Prints "-" if the motion does not get there.
static void print_factor(const Span *span, size_t i) {
  if (i < span->reached)
    printf(" %8.1e", (double) span->factor[i]);
  else
    printf(" %8s", "-");
}

static void print_span(const char *path, const Span *span, double seconds) {
  const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
  const double end = (double) span->end;
  size_t good = 0;
  while (good + 1 < span->reached && good < SAMPLES && span->factor[good + 1] < quad(AMPLIFIED))
    good++;
  printf("%-42.*s %6.4g", (int) strcspn(name, "."), name, (double) good * SPAN / SAMPLES);
  print_factor(span, good);
  print_factor(span, SAMPLES);
  printf(" %6g", end);
  print_factor(span, end > SPAN ? SAMPLES + 1 : (size_t) (end * SAMPLES / SPAN));
  printf(" %8.0e at %-5.3g %5.2f\n", (double) span->pivot, (double) span->pivot_at, seconds);
}

static int measure(const char *path) {
  QuadMotion *r = open_model(path);
  if (r == NULL) return 2;
  Span span = {.pivot = 1, .end = reference_end(r)};
  span.base = calloc(STATES, sizeof *span.base);
  span.factor = calloc(STATES, sizeof *span.factor);
  Row *other = calloc(STATES, sizeof(Row)), *start = calloc(1, sizeof *start);
  bool good = span.base != NULL && span.factor != NULL && other != NULL && start != NULL;
  uint64_t seed = 1;
  double seconds = 0;
  if (good && (good = reference_initial(r, &start->t, start->q, start->v))) {
    const clock_t begin = clock();
    span.reached = follow(r, start, span.base, &span);
    seconds = (double) (clock() - begin) / CLOCKS_PER_SEC;
    for (int i = 0; i < NUDGED; i++) good = good && amplify(r, &span, other, &seed);
  }
  if (good)
    print_span(path, &span, seconds);
  else
    (void) refuse(path, reference_trouble(r) != NULL ? reference_trouble(r) : "no memory");
  free(span.base);
  free(span.factor);
  free(other);
  free(start);
  reference_close(r);
  return good ? 0 : 2;
}

static int measure_all(int n, char **paths) {
  int worst = 0;
  printf("%-42s %6s %8s %8s %6s %8s %17s %5s\n", "# model", "span", "there", "at 20", "to", "there",
         "smallest pivot", "s");
  for (int i = 0; i < n; i++) {
    const int code = measure(paths[i]);
    fflush(stdout);
    if (code > worst) worst = code;
  }
  return worst;
}

// --- the command line ----------------------------------------------------------------------------

int main(int argc, char **argv) {
  Request request = {.tolerance = 1e-9};
  if (argc > 2 && strcmp(argv[1], "--spans") == 0) return measure_all(argc - 2, argv + 2);
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "--as-is") == 0) {
      request.as_is = true;
    } else if (strcmp(argv[i], "--tolerance") == 0 && i + 1 < argc) {
      char *end;
      request.tolerance = strtod(argv[++i], &end);
      if (*end != '\0' || !(request.tolerance > 0)) return refuse(argv[i], "is no tolerance");
    } else if (request.model == NULL) {
      request.model = argv[i];
    } else if (request.run == NULL) {
      request.run = argv[i];
    } else {
      return refuse(argv[i], "one argument too many");
    }
  }
  if (request.run == NULL)
    return refuse("usage", "judge_motion MODEL.mech RUN.csv [--tolerance 1e-9] [--as-is]");
  return judge(&request);
}
