// report/export_c.c: the equations of motion as one self-contained file of C99.

#include "report/export.h"
#include "native/emit.h"
#include "report/mode_text.h"
#include <ctype.h>
#include <string.h>

typedef struct {
  const ExportedEquations *e;
  Text *out;
  Arena *arena;
  const char **input, **input_name;
} Page;

// --- parts ---------------------------------------------------------------------------------------

static void add_strings(const Page *page, const char *what, const char *const *names, size_t n) {
  text_addf(page->out, "const char *const %s_%s[] = {", page->e->prefix, what);
  for (size_t i = 0; i < n; i++) text_addf(page->out, "%s\"%s\"", i ? ", " : "", names[i]);
  text_add(page->out, n ? "};\n" : "0};\n");
}

static void add_numbers(const Page *page, const char *what, const double *values, size_t n) {
  text_addf(page->out, "const double %s_%s[] = {", page->e->prefix, what);
  for (size_t i = 0; i < n; i++) {
    if (i > 0) text_add(page->out, ", ");
    emit_number(values[i], page->out);
  }
  text_add(page->out, n ? "};\n" : "0};\n");
}

static const char *const name_tables[] = {"state_names", "parameter_names", "residual_names",
                                          "multiplier_names", "observable_names", "event_names"};
static const char *const number_tables[] = {"parameters", "start"};
#define NAME_TABLES (sizeof name_tables / sizeof *name_tables)
#define NUMBER_TABLES (sizeof number_tables / sizeof *number_tables)
#define TABLES (NAME_TABLES + NUMBER_TABLES)

// Names the inputs; none may shadow a table.
static void name_inputs(Page *page) {
  const ExportedEquations *e = page->e;
  const size_t n = e->fixed + 1 + e->n;
  page->input = ARENA_ARRAY(page->arena, const char *, n);
  const char **taken = ARENA_ARRAY(page->arena, const char *, TABLES + n);
  for (size_t i = 0; i < TABLES; i++)
    taken[i] = text_format(page->arena, "%s_%s", e->prefix,
                           i < NAME_TABLES ? name_tables[i] : number_tables[i - NAME_TABLES]);
  page->input_name = taken + TABLES;
  for (size_t i = 0; i < n; i++) {
    page->input[i] = i < e->fixed    ? text_format(page->arena, "p[%zu]", i)
                     : i == e->fixed ? "t"
                                     : text_format(page->arena, "y[%zu]", i - e->fixed - 1);
  }
  emit_names(page->arena, e->input, n, taken, TABLES);
}

#define ARGUMENTS "const double *p, double t, const double *y"

// Writes a tape as a function that fills an array and, from output `second` on, another one, w.
static void add_function(const Page *page, const Tape *tape, const char *linkage, const char *name,
                         const char *const *comment, size_t second) {
  const size_t n = tape_outputs(tape);
  const bool both = second < n;
  const char **output = ARENA_ARRAY(page->arena, const char *, n + 1);
  const char **comments = ARENA_ARRAY(page->arena, const char *, n + 1);
  for (size_t i = 0; i < n; i++) {
    output[i] = i < second ? text_format(page->arena, "out[%zu]", i)
                           : text_format(page->arena, "w[%zu]", i - second);
    if (comment != NULL && i < second) comments[i] = comment[i];
  }
  comment = comment != NULL ? comments : NULL;
  const char *whole = text_format(page->arena, "%s_%s", page->e->prefix, name);
  emit_function(&(EmitFunction){.tape = tape,
                                .linkage = linkage,
                                .name = whole,
                                .parameters = both ? ARGUMENTS ", double *out, double *w"
                                                   : ARGUMENTS ", double *out",
                                .arguments = both ? "p, t, y, out, w" : "p, t, y, out",
                                .input = page->input,
                                .input_name = page->input_name,
                                .output = output,
                                .comment = comment,
                                .plain = true},
                page->out);
}

// --- the file ------------------------------------------------------------------------------------

static void add_head(const Page *page) {
  const ExportedEquations *e = page->e;
  Text *out = page->out;
  text_add(out, "/* ");
  emit_comment(e->title, out);
  text_addf(out,
            ": the equations of motion by the method %s, written by dalembert " DAL_VERSION ".\n\n",
            e->method);
  text_addf(out,
            "   y is the state, %s_state_names names its parts; t the independent variable, %s;\n"
            "   p are the parameters, %s_parameters their values in the model.\n\n",
            e->prefix, e->input[e->fixed], e->prefix);
  static const char *const first[4][2] = {{"rate", "the rates of the state; returns 0, or 1 if they are undefined"},
                                         {"energy", "the energy"},
                                         {"residuals", "the residuals of the constraints, 0 on a motion"},
                                         {"multipliers", "the multipliers of the constraints"}};
  size_t width = strlen(first[3][0]);
  for (size_t i = 0; i < e->furthers; i++)
    if (strlen(e->further[i].name) > width) width = strlen(e->further[i].name);
  for (size_t i = 0; i < 4; i++)
    text_addf(out, "     %s_%-*s  %s\n", e->prefix, (int) width, first[i][0], first[i][1]);
  for (size_t i = 0; i < e->furthers; i++)
    text_addf(out, "     %s_%-*s  %s\n", e->prefix, (int) width, e->further[i].name, e->further[i].title);
  if (e->alone != NULL)
    text_addf(out, "\n   The file follows no motion: %s.\n   With -DNO_MAIN it is a part of another. */\n\n", e->alone);
  else
    text_add(out, "\n   Compiled as it is, the file makes a program that follows the motion with a fixed\n"
                  "   step: cc -O2 file.c -lm && ./a.out [END [STEP]]. With -DNO_MAIN it is a part of another. */\n\n");
  text_add(out, "#include <math.h>\n\n");
}

static void add_tables(const Page *page) {
  const ExportedEquations *e = page->e;
  const size_t residuals = e->residual ? tape_outputs(e->residual) : 0;
  const size_t multipliers = e->multiplier ? tape_outputs(e->multiplier) : 0;
  char *upper = ARENA_ARRAY(page->arena, char, strlen(e->prefix) + 1);
  for (size_t i = 0; e->prefix[i] != '\0'; i++)
    upper[i] = (char) toupper((unsigned char) e->prefix[i]);
  text_addf(page->out,
            "enum { %s_STATE = %zu, %s_PARAMETERS = %zu, %s_RESIDUALS = %zu, %s_MULTIPLIERS = %zu,\n"
            "       %s_OBSERVABLES = %zu, %s_EVENTS = %zu };\n\n",
            upper, e->n, upper, e->fixed, upper, residuals, upper, multipliers, upper, e->observables,
            upper, e->events);
  for (size_t i = 0; i < NAME_TABLES; i++)
    text_addf(page->out, "extern const char *const %s_%s[];\n", e->prefix, name_tables[i]);
  for (size_t i = 0; i < NUMBER_TABLES; i++)
    text_addf(page->out, "extern const double %s_%s[];\n", e->prefix, number_tables[i]);
  text_addf(page->out, "int %s_rate(" ARGUMENTS ", double *out);\n", e->prefix);
  static const char *const functions[] = {"residuals", "multipliers"};
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    text_addf(page->out, "void %s_%s(" ARGUMENTS ", double *out);\n", e->prefix, functions[i]);
  for (size_t i = 0; i < e->furthers; i++)
    text_addf(page->out, "void %s_%s(" ARGUMENTS ", double *out);\n", e->prefix, e->further[i].name);
  text_addf(page->out, "double %s_energy(" ARGUMENTS ");\n\n", e->prefix);
  add_strings(page, "state_names", e->input + e->fixed + 1, e->n);
  add_strings(page, "parameter_names", e->input, e->fixed);
  add_strings(page, "residual_names", e->residual_name, residuals);
  add_strings(page, "multiplier_names", e->multiplier_name, multipliers);
  add_strings(page, "observable_names", e->observable_name, e->observables);
  add_strings(page, "event_names", e->event_name, e->events);
  add_numbers(page, "parameters", e->parameter, e->fixed);
  add_numbers(page, "start", e->start, e->n);
  text_addf(page->out, "const double %s_from = ", e->prefix);
  emit_number(e->from, page->out);
  text_addf(page->out, ";  /* %s at the start */\n", e->input[e->fixed]);
  text_add_char(page->out, '\n');
}

static void add_empty(const Page *page, const char *name) {
  text_addf(page->out,
            "void %s_%s(" ARGUMENTS ", double *out) {\n"
            "  (void) p, (void) t, (void) y, (void) out;\n}\n\n",
            page->e->prefix, name);
}

// Writes the rates function: it fails if a pivot has lost its digits or a rate is not a number.
static void add_rate(const Page *page) {
  const ExportedEquations *e = page->e;
  text_addf(page->out, "int %s_rate(" ARGUMENTS ", double *out) {\n  int good = 1;\n", e->prefix);
  if (e->watched > 0) {
    Text least = text_make(page->arena);
    emit_number(e->least, &least);
    text_addf(page->out,
              "  double w[%zu];\n  %s_rates(p, t, y, out, w);\n"
              "  for (int i = 0; i < %zu; i++) good &= fabs(w[i]) > %s * fabs(w[%zu + i]);\n",
              2 * e->watched, e->prefix, e->watched, text_get(&least), e->watched);
  } else {
    text_addf(page->out, "  %s_rates(p, t, y, out);\n", e->prefix);
  }
  text_addf(page->out,
            "  for (int i = 0; i < %zu; i++) good &= out[i] - out[i] == 0;\n"
            "  return !good;\n}\n\n",
            e->n);
}

static bool solves(const Tape *tape) {
  return tape != NULL && tape_count(tape, TAPE_SOLVE) > 0;
}

static bool looks_for_pivots(const ExportedEquations *e) {
  bool any = solves(e->rate) || solves(e->energy) || solves(e->residual) || solves(e->multiplier);
  for (size_t i = 0; i < e->furthers; i++) any = any || solves(e->further[i].tape);
  return any || e->modes != NULL || export_flow_solves(e->flow);
}

static void add_functions(const Page *page) {
  const ExportedEquations *e = page->e;
  const char **rates = ARENA_ARRAY(page->arena, const char *, e->n);
  for (size_t i = 0; i < e->n; i++)
    rates[i] =
      text_format(page->arena, "d %s / d %s", e->input[e->fixed + 1 + i], e->input[e->fixed]);
  if (looks_for_pivots(e)) text_add_str(page->out, emit_text("pivoting"));
  add_function(page, e->rate, "static ", "rates", rates, e->n);
  add_rate(page);
  add_function(page, e->energy, "static ", "energies", NULL, SIZE_MAX);
  text_addf(page->out,
            "double %s_energy(" ARGUMENTS ") {\n  double energy;\n"
            "  %s_energies(p, t, y, &energy);\n  return energy;\n}\n\n",
            e->prefix, e->prefix);
  if (e->residual != NULL)
    add_function(page, e->residual, "", "residuals", e->residual_name, SIZE_MAX);
  else
    add_empty(page, "residuals");
  if (e->multiplier != NULL)
    add_function(page, e->multiplier, "", "multipliers", e->multiplier_name, SIZE_MAX);
  else
    add_empty(page, "multipliers");
  for (size_t i = 0; i < e->furthers; i++) {
    const ExportedFunction *f = &e->further[i];
    if (f->tape != NULL)
      add_function(page, f->tape, "", f->name, f->label, SIZE_MAX);
    else
      add_empty(page, f->name);
  }
}

// Writes the search for the end of a run by `stop when`: the zero within a step is found by bisection.
static void add_stops(const Page *page) {
  const ExportedEquations *e = page->e;
  const char *p = e->prefix;
  if (e->events == 0) return;
  text_addf(page->out, "enum { EVENTS = %zu };\nstatic const int direction[EVENTS] = {", e->events);
  for (size_t i = 0; i < e->events; i++) text_addf(page->out, "%s%d", i > 0 ? ", " : "", e->direction[i]);
  text_addf(page->out,
            "};  /* 1: rising, -1: falling, 0: either */\n\n"
            "/* Returns the fraction of the step from y at which `stop when` ends the run; 1 if it does not. */\n"
            "static double stops(double t, double h, const double *y) {\n"
            "  double first = 1, before[EVENTS], after[EVENTS], x[N];\n"
            "  %s_events(%s_parameters, t, y, before);\n"
            "  for (int i = 0; i < EVENTS; i++) {\n"
            "    double a = 0, b = 1;\n"
            "    for (int round = 0; round < 60; round++) {\n"
            "      const double s = round == 0 ? 1 : a + (b - a) / 2;\n"
            "      for (int k = 0; k < N; k++) x[k] = y[k];\n"
            "      if (step(t, s * h, x)) break;\n"
            "      %s_events(%s_parameters, t + s * h, x, after);\n"
            "      if (before[i] * after[i] < 0 && direction[i] * after[i] * h >= 0)\n"
            "        b = s;\n"
            "      else if (round == 0)\n"
            "        break;\n"
            "      else\n"
            "        a = s;\n"
            "    }\n"
            "    if (b < first) first = b;\n"
            "  }\n"
            "  return first;\n"
            "}\n\n",
            p, p, p, p);
}

// Writes a main that runs the classical Runge-Kutta method of order 4 and prints 100 rows.
static void add_main(const Page *page) {
  const ExportedEquations *e = page->e;
  const char *p = e->prefix;
  Text to = text_make(page->arena);
  emit_number(e->to, &to);
  text_addf(page->out,
            "#ifndef NO_MAIN\n\n"
            "#include <stdio.h>\n"
            "#include <stdlib.h>\n\n"
            "enum { N = %zu };\n\n"
            "/* Takes one step of the classical Runge-Kutta method; returns nonzero if there are no rates. */\n"
            "static int step(double t, double h, double *y) {\n"
            "  static const double part[] = {0, 0.5, 0.5, 1}, weight[] = {1, 2, 2, 1};\n"
            "  double k[N] = {0}, x[N], sum[N] = {0};\n"
            "  for (int s = 0; s < 4; s++) {\n"
            "    for (int i = 0; i < N; i++) x[i] = y[i] + part[s] * h * k[i];\n"
            "    if (%s_rate(%s_parameters, t + part[s] * h, x, k)) return 1;\n"
            "    for (int i = 0; i < N; i++) sum[i] += weight[s] * k[i];\n"
            "  }\n"
            "  for (int i = 0; i < N; i++) y[i] += h / 6 * sum[i];\n"
            "  return 0;\n"
            "}\n\n",
            e->n, p, p);
  add_stops(page);
  text_addf(page->out,
            "static void print_row(double t, const double *y) {\n"
            "  printf(\"%%.17g\", t);\n"
            "  for (int i = 0; i < N; i++) printf(\",%%.17g\", y[i]);\n"
            "  printf(\",%%.17g\\n\", %s_energy(%s_parameters, t, y));\n"
            "}\n\n"
            "int main(int count, char **argument) {\n"
            "  const double from = %s_from, to = count > 1 ? atof(argument[1]) : %s;\n"
            "  const double wish = count > 2 ? fabs(atof(argument[2])) : fabs(to - from) / 1e4;\n"
            "  const long steps = wish > 0 ? lrint(ceil(fabs(to - from) / wish)) : 0;\n"
            "  const long every = steps > 100 ? steps / 100 : 1;\n"
            "  double y[N];\n"
            "  for (int i = 0; i < N; i++) y[i] = %s_start[i];\n"
            "  printf(\"%s\");\n"
            "  for (int i = 0; i < N; i++) printf(\",%%s\", %s_state_names[i]);\n"
            "  printf(\",energy\\n\");\n"
            "  print_row(from, y);\n"
            "  for (long i = 0; i < steps; i++) {\n"
            "    const double h = (to - from) / (double) steps, t = from + (double) i * h;\n"
            "%s"
            "    if (step(t, h, y)) {\n"
            "      fprintf(stderr, \"no rates after %s = %%.9g: a singular state, or steps too \"\n"
            "                      \"long for the motion\\n\", t);\n"
            "      return 1;\n"
            "    }\n"
            "%s"
            "    if ((i + 1) %% every == 0 || i + 1 == steps)\n"
            "      print_row(i + 1 == steps ? to : from + (double) (i + 1) * h, y);\n"
            "  }\n"
            "  return 0;\n"
            "}\n\n"
            "#endif\n",
            p, p, p, text_get(&to), p, e->input[e->fixed], p,
            e->events > 0 ? "    double before[N];\n    for (int k = 0; k < N; k++) before[k] = y[k];\n" : "",
            e->input[e->fixed],
            e->events > 0 ? "    const double part = stops(t, h, before);\n"
                            "    if (part < 1) {\n"
                            "      step(t, part * h, before);\n"
                            "      print_row(t + part * h, before);\n"
                            "      return 0;\n"
                            "    }\n"
                          : "");
}

static void write_c(const ExportedEquations *equations, Text *out) {
  Page page = {.e = equations, .out = out, .arena = out->arena};
  name_inputs(&page);
  add_head(&page);
  add_tables(&page);
  add_functions(&page);
  if (equations->alone != NULL)
    text_addf(out,
              "#ifndef NO_MAIN\n\n#include <stdio.h>\n\nint main(void) {\n"
              "  fprintf(stderr, \"no motion is computed here: %s\\n\");\n  return 1;\n}\n\n#endif\n",
              equations->alone);
  else if (equations->modes != NULL)
    mode_c_follow(equations->modes, equations->prefix, equations->to, out);
  else if (equations->flow != NULL && equations->flow->sides > 0)
    switch_c_follow(equations, out);
  else
    add_main(&page);
}

const ExportTarget export_c = {.name = "c", .write = write_c};
