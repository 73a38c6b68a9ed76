// tests/unit/report/slow_latex.c: the LaTeX of derivations is well-formed; checked without running LaTeX.
//
// Law:   braces, \left and \right, environments and mathematics are closed in the order they were
//        opened; _, ^ and & stand only where LaTeX takes them; no index is given twice; every
//        command is one of LaTeX or amsmath.
// Judge: a reader of that much LaTeX, below; test_reader shows that it finds such mistakes.

#include "dalembert.h"

#include "support/check.h"
#include "support/texts.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH 200

typedef enum {
  OPEN_PAGE,
  OPEN_BRACE,
  OPEN_LEFT,
  OPEN_INLINE,
  OPEN_DISPLAY,
  OPEN_ROWS,
  OPEN_LIST,
  OPEN_NAMES  // a list whose entries have names
} Opener;

typedef struct {
  Opener opener;
  bool math;
  bool argument;   // of _ or ^
  bool low, high;  // the symbol just read has an index, a power
} Level;

typedef struct {
  const char *at;
  Level level[DEPTH];
  size_t depth;
  bool awaiting;   // _ or ^ was read, and not yet its argument
  bool text_next;  // the next brace holds text
  bool math_next;  // or mathematics
  const char *mistake;
} Reader;

static Level *top(Reader *r) {
  return &r->level[r->depth];
}

static void complain(Reader *r, const char *mistake) {
  if (r->mistake == NULL) r->mistake = mistake;
}

static void open_level(Reader *r, Opener opener, bool math) {
  if (r->depth + 1 == DEPTH) {
    complain(r, "too deep");
    return;
  }
  r->level[++r->depth] = (Level){.opener = opener, .math = math, .argument = r->awaiting};
  r->awaiting = false;
}

static void close_level(Reader *r, Opener opener) {
  if (top(r)->opener != opener) {
    complain(r, "closed, but not open");
    return;
  }
  const bool argument = top(r)->argument;
  r->depth--;
  if (!argument) top(r)->low = top(r)->high = false;
}

// Reads something that can carry indices.
static void symbol(Reader *r) {
  if (!r->awaiting) top(r)->low = top(r)->high = false;
  r->awaiting = false;
}

static bool is_one_of(const char *words, const char *word, size_t n) {
  char spaced[40];
  if (n + 3 > sizeof spaced) return false;
  snprintf(spaced, sizeof spaced, " %.*s ", (int) n, word);
  return strstr(words, spaced) != NULL;
}

static bool is_known(const char *word, size_t n) {
  static const char *const words =
    " section* paragraph textit text mathit mathrm hfill frac tfrac sqrt dot ddot bar cdot quad "
    "sum int pm"
    " partial sin cos tan arcsin arccos arctan sinh cosh tanh exp log ln pi infty lvert rvert"
    " subsection* formula inline par codeline texttt raggedright tabularnewline displaystyle char "
    "ensuremath"
    " dots to circ approx ne le ge times linewidth"
    " operatorname textasciicircum textasciitilde textbackslash textless textgreater textbar"
    " alpha beta gamma delta epsilon varepsilon zeta eta theta iota kappa lambda mu nu xi rho sigma"
    " tau upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi"
    " Omega ";
  return is_one_of(words, word, n);
}

static bool takes_text(const char *word, size_t n) {
  return is_one_of(" text textit texttt codeline subsection* ", word, n);
}

static bool takes_math(const char *word, size_t n) {
  return is_one_of(" formula inline ensuremath ", word, n);
}

static void environment(Reader *r, bool begin) {
  static const struct {
    const char *name;
    Opener opener;
    bool math, within;  // is it mathematics; is it within mathematics?
  } known[] = {{"{align*}", OPEN_ROWS, true, false},
               {"{pmatrix}", OPEN_ROWS, true, true},
               {"{longtable}", OPEN_ROWS, false, false},
               {"{itemize}", OPEN_LIST, false, false},
               {"{description}", OPEN_NAMES, false, false}};
  for (size_t i = 0; i < COUNT(known); i++) {
    const size_t n = strlen(known[i].name);
    if (strncmp(r->at, known[i].name, n) != 0) continue;
    r->at += n;
    if (!begin) {
      close_level(r, known[i].opener);
      return;
    }
    if (top(r)->math != known[i].within) complain(r, "an environment where it has no place");
    if (known[i].opener == OPEN_ROWS && !known[i].math) r->at += strcspn(r->at, "\n");
    open_level(r, known[i].opener, known[i].math);
    return;
  }
  complain(r, "unknown environment");
}

// Reads an entry of a list; its name is in braces, so that it may be anything.
static void list_entry(Reader *r) {
  if (top(r)->opener != OPEN_LIST && top(r)->opener != OPEN_NAMES)
    complain(r, "an entry of no list");
  if (top(r)->opener == OPEN_NAMES && strncmp(r->at, "[{", 2) != 0) complain(r, "no name");
}

static void command(Reader *r) {
  const char *word = r->at;
  size_t n = strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
  if (n > 0 && word[n] == '*') n++;
  r->at += n > 0 ? n : 1;
  if (n == 0) {
    switch (*word) {
      case '(': open_level(r, OPEN_INLINE, true); break;
      case ')': close_level(r, OPEN_INLINE); break;
      case '[': open_level(r, OPEN_DISPLAY, true); break;
      case ']': close_level(r, OPEN_DISPLAY); break;
      case '\\':
        if (top(r)->opener != OPEN_ROWS) complain(r, "a new row outside of rows");
        break;
      default:
        if (!strchr(",;!%_#&${} ", *word) || *word == '\0') complain(r, "unknown command");
        symbol(r);
    }
  } else if (n == 4 && strncmp(word, "left", 4) == 0) {
    if (!top(r)->math) complain(r, "\\left outside of mathematics");
    r->at++;
    open_level(r, OPEN_LEFT, true);
  } else if (n == 5 && strncmp(word, "right", 5) == 0) {
    r->at++;
    close_level(r, OPEN_LEFT);
  } else if (n == 5 && strncmp(word, "begin", 5) == 0) {
    environment(r, true);
  } else if (n == 3 && strncmp(word, "end", 3) == 0) {
    environment(r, false);
  } else if (n == 4 && strncmp(word, "item", 4) == 0) {
    list_entry(r);
  } else {
    if (!is_known(word, n)) complain(r, "unknown command");
    r->text_next = takes_text(word, n);
    r->math_next = takes_math(word, n);
    if (!r->text_next) symbol(r);
  }
}

static void index_mark(Reader *r, bool *given) {
  if (!top(r)->math) complain(r, "_ or ^ outside of mathematics");
  if (*given || r->awaiting) complain(r, "two indices or two powers");
  *given = true;
  r->awaiting = true;
}

// Returns NULL, or what is wrong with it and where.
static const char *mistake_in(const char *latex, const char **where) {
  Reader reader = {.at = latex}, *r = &reader;
  while (*r->at != '\0' && r->mistake == NULL) {
    *where = r->at;
    const char c = *r->at++;
    if (c == '\\')
      command(r);
    else if (c == '{')
      open_level(r, OPEN_BRACE, r->math_next || (top(r)->math && !r->text_next)),
        r->text_next = r->math_next = false;
    else if (c == '}')
      close_level(r, OPEN_BRACE);
    else if (c == '_')
      index_mark(r, &top(r)->low);
    else if (c == '^')
      index_mark(r, &top(r)->high);
    else if (c == '&' && top(r)->opener != OPEN_ROWS)
      complain(r, "& outside of rows");
    else if (strchr("#%$", c) || (c == '~' && top(r)->math))
      complain(r, "a letter that LaTeX takes for itself");
    else if (!isspace((unsigned char) c))
      symbol(r);
  }
  if (reader.depth > 0) complain(r, "not closed at the end");
  if (reader.awaiting) complain(r, "an index is missing");
  return reader.mistake;
}

// --- the reader ----------------------------------------------------------------------------------

static void test_reader(void **state) {
  (void) state;
  static const char *const good[] = {
    "\\[ x_{1}^2 = \\frac{a}{b} \\]",
    "\\( \\left(\\dot{x}_1\\right)^2 \\)",
    "\\section*{100\\% \\_}",
    "\\begin{align*}\n a &= b \\\\\n c &= d\n\\end{align*}",
    "\\[ \\lambda_{\\text{no\\_slip}} \\]",
    "\\[ M = \\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix} \\]",
    "\\codeline{\\ \\_} \\formula{x_1 = \\text{a}}",
    "\\begin{longtable}[l]{ll}\na & \\(x_1\\) \\\\\n\\end{longtable}",
    "\\begin{description}\\item[{a\\_b}] \\begin{itemize}\\item \\inline{x}\\end{itemize}\\end{description}"};
  static const char *const bad[] = {"\\[ x",
                                    "\\[ x \\)",
                                    "{",
                                    "}",
                                    "\\( \\left( x \\)",
                                    "\\( x \\right) \\)",
                                    "x_1",
                                    "\\( x_1_2 \\)",
                                    "\\( x^2^3 \\)",
                                    "\\( x^{2}^3 \\)",
                                    "\\[ \\lambda_{\\text{no_slip}} \\]",
                                    "a & b",
                                    "\\[ a & b \\]",
                                    "\\paragraph{gamma^s}",
                                    "\\( \\sech x \\)",
                                    "100 %",
                                    "\\begin{align*} a",
                                    "\\end{align*}",
                                    "\\begin{tabular} \\end{tabular}",
                                    "\\( x_ \\)",
                                    "a \\\\ b",
                                    "\\codeline{x_1}",
                                    "\\formula{\\text{x_1}}",
                                    "\\formula{x_1",
                                    "\\begin{longtable}[l]{ll}\nx_1 & y \\\\\n\\end{longtable}",
                                    "\\( \\begin{align*} \\end{align*} \\)",
                                    "\\item x",
                                    "\\begin{description}\\item x\\end{description}",
                                    "\\begin{itemize}\\item x",
                                    "\\begin{itemize}\\item x\\end{description}",
                                    "\\begin{itemize}\\item x_1\\end{itemize}",
                                    "\\inline{\\begin{itemize}\\end{itemize}}"};
  const char *where;
  for (size_t i = 0; i < COUNT(good); i++)
    if (mistake_in(good[i], &where)) fail_msg("%s: %s", good[i], mistake_in(good[i], &where));
  for (size_t i = 0; i < COUNT(bad); i++)
    if (!mistake_in(bad[i], &where)) fail_msg("nothing found in %s", bad[i]);
}

// --- derivations ---------------------------------------------------------------------------------

// Reads the document of `report` between its title and its end.
static void read_document(const char *name, const char *text) {
  const char *latex, *where = "";
  DalModel *m = dal_model_create();
  assert_int_equal(dal_model_add(m, text), DAL_OK);
  assert_int_equal(dal_model_finish(m), DAL_OK);
  const DalReportOptions options = {.format = DAL_REPORT_LATEX};
  assert_int_equal(text_of(&latex, dal_model_report, m, &options), DAL_OK);
  static const char start[] = "\\maketitle\n", stop[] = "\\end{document}\n";
  const char *from = strstr(latex, start);
  const size_t n = strlen(latex);
  assert_non_null(from);
  assert_string_equal(latex + n - strlen(stop), stop);
  char *body = strdup(from + strlen(start));
  body[strlen(body) - strlen(stop)] = '\0';
  const char *mistake = mistake_in(body, &where);
  if (mistake) fail_msg("%s, report: %s: %.60s", name, mistake, where);
  free(body);
  dal_model_destroy(m);
}

// Reads each worksheet; returns how many methods accept the model.
static size_t read_all(const char *name, const char *text) {
  size_t methods = 0;
  for (size_t k = 0; dal_method_name(k) != NULL; k++) {
    const char *latex, *where = "";
    DalModel *m = dal_model_create();
    assert_int_equal(dal_model_add(m, text), DAL_OK);
    assert_int_equal(dal_model_finish(m), DAL_OK);
    if (dal_model_derive(m, &(DalDeriveOptions){.method = dal_method_name(k), .worksheet = true}) == DAL_OK) {
      assert_int_equal(text_of(&latex, dal_model_print, m, DAL_LATEX), DAL_OK);
      const char *mistake = mistake_in(latex, &where);
      if (mistake) fail_msg("%s, %s: %s: %.60s", name, dal_method_name(k), mistake, where);
      methods++;
    }
    dal_model_destroy(m);
  }
  return methods;
}

static void test_gallery(void **state) {
  (void) state;
  size_t worksheets = 0;
  for (size_t i = 0; i < dal_example_count(); i++) {
    // one model with trailers is enough: the Hamiltonian of three fills megabytes, as that of the
    // rattleback does
    const char *name = dal_example_name(i);
    if ((strncmp(name, "trailer-", 8) == 0 && strcmp(name, "trailer-1") != 0) ||
        strcmp(name, "rattleback") == 0)
      continue;
    const size_t methods = read_all(name, dal_example_text(i));
    assert_true(methods > 0);
    worksheets += methods;
  }
  assert_true(worksheets > 200);
}

static void test_hostile(void **state) {
  (void) state;
  read_document("hostile", "# \\end{document} % # $ & _ ^ ~ { } \\ → 漢 θ é\n"
                           "system \"\\input{x} % # $ & _ ^ ~ { } \\\\ < > | → 漢\"\n"
                           "parameter m_1 = 1, é_ё\ncoordinate x_left, θ2\n"
                           "kinetic = m_1*x_left'^2/2 + é_ё*θ2'^2/2\n"
                           "constraint no_slip: x_left' = sin(θ2)*θ2'\n"
                           "claim \"\\end{longtable} & % # $ _ ^ ~ { }\" conserved energy\n");
}

// Names and a title that need care, constraints of every level.
static void test_names(void **state) {
  (void) state;
  const size_t methods = read_all(
    "names",
    "system \"100% of #1 & {x_1} ~ $ ^ model\"\nparameter m_1, alpha, k_long_name\n"
    "coordinate x_1, beta, x_dot\nspeed v_long = x_1'*cos(beta) + x_dot'*sin(beta)\n"
    "kinetic = 1/2*m_1*(x_1'^2 + beta'^2 + x_dot'^2)\npotential = k_long_name*sqrt(1 + x_1^2)\n"
    "constraint no_slip: x_1'*sin(beta) = x_dot'*cos(beta)\nconstraint on_line: beta = "
    "alpha*x_dot\n");
  assert_int_equal(methods, 6);
  assert_int_equal(
    read_all("momenta",
             "parameter m_0\ncoordinate x_a, y\nmomentum p_a, pi_y\n"
             "hamiltonian = sqrt(m_0^2 + p_a^2 + pi_y^2)\nconstraint no_drift: p_a = t*pi_y\n"),
    1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_reader),
    cmocka_unit_test(test_gallery),
    cmocka_unit_test(test_names),
    cmocka_unit_test(test_hostile),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
