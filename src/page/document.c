// page/document.c: the report as a LaTeX document.
//
// In:    the same content as the page
// Out:   an article that needs only amsmath, geometry and longtable, in ASCII and Latin letters
// Law:   it compiles, whatever the model contains (tests/cli/report)
//
// Formulas that are too wide for a line are set as paragraphs, so that TeX breaks them at their
// signs; the document itself measures which ones they are.

#include "page/html.h"
#include "page/page_impl.h"
#include <string.h>

#define MATRIX_WIDTH 70.0  // letters; a wider matrix is shown entry by entry

// --- letters that LaTeX knows --------------------------------------------------------------------

static const struct {
  uint32_t code;
  const char *latex;
} signs[] = {
  {0xa0, "~"},
  {0xb0, "\\ensuremath{{}^\\circ}"},
  {0xb1, "\\ensuremath{\\pm}"},
  {0xb2, "\\ensuremath{{}^2}"},
  {0xb3, "\\ensuremath{{}^3}"},
  {0xb7, "\\ensuremath{\\cdot}"},
  {0xd7, "\\ensuremath{\\times}"},
  {0x2013, "--"},
  {0x2014, "---"},
  {0x2018, "`"},
  {0x2019, "'"},
  {0x201c, "``"},
  {0x201d, "''"},
  {0x2026, "\\dots{}"},
  {0x2032, "\\ensuremath{{}'}"},
  {0x2192, "\\ensuremath{\\to}"},
  {0x2212, "\\ensuremath{-}"},
  {0x2248, "\\ensuremath{\\approx}"},
  {0x2260, "\\ensuremath{\\ne}"},
  {0x2264, "\\ensuremath{\\le}"},
  {0x2265, "\\ensuremath{\\ge}"},
};

// Is this a Latin letter that the standard fonts can build from a letter and an accent?
static bool is_latin(uint32_t code) {
  static const uint32_t missing[] = {0xd0,  0xd7,  0xde,  0xf0,  0xf7,  0xfe,  0x104, 0x105,
                                     0x110, 0x111, 0x118, 0x119, 0x126, 0x127, 0x12e, 0x12f,
                                     0x132, 0x133, 0x138, 0x13f, 0x140, 0x149, 0x14a, 0x14b,
                                     0x166, 0x167, 0x172, 0x173, 0x17f};
  for (size_t i = 0; i < sizeof missing / sizeof *missing; i++)
    if (code == missing[i]) return false;
  return code >= 0xc0 && code <= 0x17e;
}

// Decodes the character at this place. The UTF-8 is well-formed: the language has checked it.
static size_t decode(Str s, uint32_t *code) {
  const unsigned char lead = (unsigned char) s.at[0];
  const size_t n = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  *code = n == 1 ? lead : lead & (0x7fu >> n);
  for (size_t i = 1; i < n && i < s.n; i++) *code = *code << 6 | ((unsigned char) s.at[i] & 0x3f);
  return n < s.n ? n : s.n;
}

static void add_letter(uint32_t code, Str letter, Text *out) {
  for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
    if (signs[i].code == code) {
      text_add(out, signs[i].latex);
      return;
    }
  Text name = text_make(out->arena);
  name_print(letter, 0, FORMAT_LATEX, &name);
  if (text_get(&name)[0] == '\\')
    text_addf(out, "\\ensuremath{%s}", text_get(&name));
  else if (is_latin(code))
    text_addf(out, "\\text{%.*s}", (int) letter.n, letter.at);
  else
    text_addf(out, "\\text{[U+%04X]}", (unsigned) code);
}

// Appends LaTeX whose letters may be of any alphabet, for a LaTeX that knows few of them.
static void add_portable(Str latex, Text *out) {
  for (size_t at = 0; at < latex.n;) {
    uint32_t code;
    const Str rest = {latex.at + at, latex.n - at};
    const size_t n = decode(rest, &code);
    if (code == '\\' && rest.n > 1 && rest.at[1] == '$') {
      text_add(out, "\\ensuremath{\\$}");  // no standard font has the dollar sign
      at += 2;
      continue;
    }
    if (code >= 0x80)
      add_letter(code, (Str){rest.at, n}, out);
    else if (code >= ' ' || code == '\n')
      text_add_char(out, (char) code);
    at += n;
  }
}

// --- pieces --------------------------------------------------------------------------------------

static void add_plain(const char *s, Text *out) {
  names_print_plain(str(s), FORMAT_LATEX, out);
}

static void add_preamble(const PageContent *content, Text *out) {
  text_add(
    out,
    "\\documentclass{article}\n"
    "\\usepackage[a4paper,margin=25mm]{geometry}\n"
    "\\usepackage{amsmath}\n"
    "\\usepackage{longtable}\n"
    "\\setcounter{MaxMatrixCols}{100}\n"
    "\\setlength{\\parindent}{0pt}\n"
    "\\emergencystretch=3em\n"
    "% a formula: displayed if it fits, otherwise broken at its signs; a fraction that is\n"
    "% too wide itself is written with a slash, so that it can be broken, too\n"
    "\\newsavebox{\\formulabox}\n"
    "\\newsavebox{\\partbox}\n"
    "\\let\\narrowfrac\\frac\n"
    "\\newcommand{\\widefrac}[2]{\\sbox{\\partbox}{$\\displaystyle\\narrowfrac{#1}{#2}$}%\n"
    "  \\ifdim\\wd\\partbox>0.9\\linewidth [#1]/[#2]\\else\\narrowfrac{#1}{#2}\\fi}\n"
    "\\newcommand{\\wideleft}[1]{\\mathopen{#1}}\n"
    "\\newcommand{\\wideright}[1]{\\mathclose{#1}\\allowbreak}\n"
    "\\newcommand{\\wideformula}[1]{{\\smallskip\\raggedright\\hangindent=2em\\hangafter=1\n"
    "  \\let\\frac\\widefrac\\let\\left\\wideleft\\let\\right\\wideright\n"
    "  $\\displaystyle #1$\\par\\smallskip}}\n"
    "\\newcommand{\\formula}[1]{\\par\\sbox{\\formulabox}{$\\displaystyle #1$}%\n"
    "  "
    "\\ifdim\\wd\\formulabox>\\linewidth\\wideformula{#1}\\else\\[\\usebox{\\formulabox}\\]\\fi}\n"
    "% a formula in a line of words, broken like these if it is too wide for a line of its own\n"
    "\\newcommand{\\inline}[1]{\\sbox{\\formulabox}{$#1$}%\n"
    "  \\ifdim\\wd\\formulabox>0.6\\linewidth{\\let\\frac\\widefrac\\let\\left\\wideleft"
    "\\let\\right\\wideright\n"
    "  $#1$}\\else$#1$\\fi}\n"
    "% a line of the model's text\n"
    "\\newcommand{\\codeline}[1]{\\par{\\raggedright\\hangindent=4em\\hangafter=1"
    "\\ttfamily\\small\\strut #1\\par}}\n"
    "\\title{");
  add_plain(listing_title(content->eq), out);
  text_add(out, "}\n\\author{}\n\\date{}\n\\begin{document}\n\\maketitle\n");
}

// Appends one line of the text, with its spaces.
static void add_code(Str line, Text *out) {
  text_add(out, "\\codeline{");
  for (size_t i = 0; i < line.n; i++) {
    const char c = line.at[i];
    if (c == ' ' || c == '\t')
      text_add(out, c == ' ' ? "\\ " : "\\ \\ \\ \\ ");
    else if (c == '\'')
      text_add(out, "{\\char13}");  // an upright apostrophe in the typewriter font
    else
      names_print_plain((Str){&c, 1}, FORMAT_LATEX, out);
  }
  text_add(out, "}\n");
}

// Writes how many of n are not shown, and the command that prints all.
static void add_more(size_t n, size_t shown, const char *command, Text *out) {
  if (n <= shown) return;
  text_addf(out, "\n\\ldots\\ and %zu more", n - shown);
  if (command != NULL) text_addf(out, ": \\texttt{%s}", command);
  text_add(out, "\n");
}

static size_t lines_of(Str text) {
  size_t n = 0;
  for (size_t i = 0; i < text.n; i++) n += text.at[i] == '\n' || i + 1 == text.n;
  return n;
}

static void add_source(const Source *source, Text *out) {
  Str rest = source->text;
  size_t lines = 0;
  while (rest.n > 0 && (rest.at[rest.n - 1] == '\n' || rest.at[rest.n - 1] == '\r')) rest.n--;
  while (rest.n > 0 && lines++ < PAGE_LINES && (size_t) (rest.at - source->text.at) < PAGE_TEXT) {
    const char *newline = memchr(rest.at, '\n', rest.n);
    const size_t n = newline != NULL ? (size_t) (newline - rest.at) : rest.n;
    const bool carriage = n > 0 && rest.at[n - 1] == '\r';
    add_code((Str){rest.at, n - carriage}, out);
    const size_t taken = n + (newline != NULL);
    rest = (Str){rest.at + taken, rest.n - taken};
  }
  add_more(lines_of(rest), 0, NULL, out);
}

static void add_included(const PageContent *content, Text *out) {
  size_t n;
  const Source *const *included = language_included(content->model, &n);
  for (size_t i = 0; i < n; i++) {
    text_add(out, "\n\\subsection*{Included: ");
    add_plain(included[i]->name, out);
    text_add(out, "}\n");
    add_source(included[i], out);
  }
}

static void add_families(const PageContent *content, Text *out) {
  const PageFormulas all = page_family_statements(content, out->arena);
  if (all.n == 0) return;
  text_add(out, "\n\\subsection*{Families}\n");
  for (size_t i = 0; i < all.n; i++) text_addf(out, "\\formula{%s}\n", all.at[i]);
}

// --- sections ------------------------------------------------------------------------------------

static void add_parameters(const PageContent *content, Text *out) {
  const Model *m = content->model;
  if (m->parameters.n == 0) return;
  text_add(out, "\n\\subsection*{Parameters}\n\\begin{longtable}[l]{lll}\n");
  for (size_t i = 0; i < m->parameters.n && i < PAGE_PARAMETERS; i++) {
    const Parameter *p = &m->parameters.at[i];
    const char *value = page_parameter_value(content, p, FORMAT_LATEX, out->arena);
    text_add(out, "\\(");
    name_print(str(p->name), 0, FORMAT_LATEX, out);
    text_add(out, "\\) & \\texttt{");
    add_plain(p->name, out);
    text_addf(out, "} & %s%s%s", value ? "\\(" : "", value ? value : "not given",
              value ? "\\)" : "");
    const char *unit = page_parameter_unit(content, p);
    if (unit != NULL) {
      text_add(out, value ? "~" : ", in ");
      add_plain(unit, out);
    }
    text_add(out, " \\\\\n");
  }
  text_add(out, "\\end{longtable}\n");
  add_more(m->parameters.n, PAGE_PARAMETERS, NULL, out);
}

static void add_matrix(const ListedFormula *f, const ListedFormula *mathml, Text *out) {
  if (page_matrix_width(mathml) <= MATRIX_WIDTH) {
    text_addf(out, "\\formula{%s = ", f->left);
    report_latex_matrix(f, out);
    text_add(out, "}\n");
  } else {
    size_t shown = 0;
    for (size_t i = 0; i < f->rows * f->columns; i++) {
      if (strcmp(f->entries[i], "0") == 0) continue;
      text_addf(out, "\\formula{%s}\n", page_entry_latex(f, i, out->arena));
      shown++;
    }
    if (shown < f->rows * f->columns) text_add(out, "The other entries are 0.\n");
  }
}

static void add_formula(const ListedFormula *f, const ListedFormula *mathml, Text *out) {
  if (f->right == NULL)
    add_matrix(f, mathml, out);
  else
    text_addf(out, "\\formula{%s = %s}\n", f->left, f->right);
}

static void add_blocks(const Listing *latex, const Listing *mathml, Text *out) {
  for (size_t i = 0; i < latex->blocks.n; i++) {
    const ListedBlock *block = &latex->blocks.at[i];
    const bool step = block->kind == BLOCK_STEP;
    if (!step && block->formulas.n + block->omitted == 0) continue;
    text_add(out, "\n\\subsection*{");
    if (step) text_addf(out, "%zu. ", i + 1);
    add_plain(block->title, out);
    text_add(out, "}\n");
    if (step)
      text_addf(out, "\\(\\displaystyle %s\\)\\hfill\\textit{[%s]}\n", block->rule, block->source);
    for (size_t k = 0; k < block->formulas.n; k++)
      add_formula(&block->formulas.at[k], &mathml->blocks.at[i].formulas.at[k], out);
    add_more(block->omitted, 0,
                    step ? "dalembert derive -{}-worksheet MODEL" : "dalembert derive MODEL", out);
    if (block->sign != NULL)
      text_addf(out, "Here \\(%s = \\pm 1\\) is the sign of \\(%s\\).\n", block->sign,
                block->sign_of);
  }
}

static void add_motion(const PageContent *content, Text *out) {
  const PageRun *run = content->run;
  text_add(out, "\n\\section*{Motion}\n");
  if (content->remark != NULL) {
    add_plain(content->remark, out);
    text_add(out, "\n\n");
  }
  if (run == NULL) return;
  text_add(out, "\\begin{longtable}[l]{ll}\nRun & \\(");
  name_print(str(run->variable), 0, FORMAT_LATEX, out);
  text_addf(out, "\\) from %g to %g: ", run->from, run->to);
  add_plain(run->end, out);
  text_addf(out,
            " \\\\\nIntegrator & %s, %zu steps, tolerances %g and %g \\\\\n"
            "Energy at the start & %.10g \\\\\nLargest change of the energy & %.2g \\\\\n"
            "Largest constraint error & %.2g \\\\\n\\end{longtable}\n",
            run->integrator, run->steps, run->rtol, run->atol, run->energy, run->energy_drift,
            run->constraint_error);
  page_latex_events(content, out);
}

static void add_sweep(const PageContent *content, Text *out) {
  const PageSweep *s = content->sweep;
  if (s == NULL) return;
  text_add(out, "\n\\section*{Many motions}\n");
  add_plain(s->said, out);
  if (s->remark != NULL) {
    text_add_char(out, ' ');
    add_plain(s->remark, out);
  }
  text_add_char(out, '\n');
  if (s->results == 0) return;
  text_add(out, "\\begin{longtable}[l]{lrrrrrr}\n");
  for (size_t k = 0; k < PAGE_SWEEP_NUMBERS; k++) {
    text_add(out, "& ");
    add_plain(page_sweep_heads[k], out);
  }
  for (size_t i = 0; i < s->results; i++) {
    text_add(out, " \\\\\n");
    add_plain(s->name[i], out);
    for (size_t k = 0; k < PAGE_SWEEP_NUMBERS; k++) text_addf(out, " & %.6g", s->number[i][k]);
  }
  text_add(out, "\n\\end{longtable}\n");
}

static void add_claims(const PageContent *content, Text *out) {
  const CheckReport *check = content->check;
  text_add(out, "\n\\section*{Claims}\n");
  add_plain(check_summary_line(check), out);
  text_add(out, ". Methods: ");
  add_plain(check_methods_line(check), out);
  text_add(out, ".\n\n");
  for (size_t i = 0; i < check->problems.n + check->warnings.n; i++) {
    const bool problem = i < check->problems.n;
    text_add(out, problem ? "Not sound: " : "Warning: ");
    add_plain(problem ? check->problems.at[i] : check->warnings.at[i - check->problems.n], out);
    text_add(out, "\n\n");
  }
  if (content->model->claims.n == 0) return;
  text_add(out, "\\begin{longtable}[l]{lp{0.75\\linewidth}}\n");
  const size_t claims = content->model->claims.n;
  for (size_t i = 0; i < claims && i < PAGE_CLAIMS; i++) {
    const Claim *claim = &content->model->claims.at[i];
    text_addf(out, "%s%s & \\raggedright ", verdict_name(check->judgement[i].verdict),
              claim->deny ? ", as denied" : "");
    add_plain(check_claim_title(check, claim), out);
    text_add(out, " \\tabularnewline\n");
  }
  text_add(out, "\\end{longtable}\n");
  add_more(claims, PAGE_CLAIMS, "dalembert check MODEL", out);
}

static void add_analysis(const PageContent *content, Text *out) {
  static const LatexStyle style = {"\\inline{", "}", "\\formula{", "}\n", add_matrix};
  if (content->analysis == NULL) return;
  text_add(out, "\n\\section*{Analysis}\n{\\raggedright\n");
  outline_latex(content->analysis, &style, out);
  text_add(out, "\\par}\n");
}

void page_latex(const PageContent *content, Text *out) {
  const PageListings listings = page_listings(content, out->arena);
  Text text = text_make(out->arena);
  add_preamble(content, &text);
  text_add(&text, "\\section*{Model}\n");
  for (size_t i = 0; i < content->n_sources; i++) add_source(content->sources[i], &text);
  add_included(content, &text);
  add_families(content, &text);
  add_parameters(content, &text);
  text_addf(&text, "\n\\section*{Equations}\n%s.\n", content->eq->method->title);
  add_blocks(&listings.motion_latex, &listings.motion, &text);
  add_motion(content, &text);
  add_sweep(content, &text);
  add_claims(content, &text);
  add_analysis(content, &text);
  text_add(&text, "\n\\section*{Derivation}\n");
  add_blocks(&listings.steps_latex, &listings.steps, &text);
  page_latex_sources(content->eq, &text);
  text_add(&text, "\\end{document}\n");
  add_portable((Str){text.at, text.n}, out);
}
