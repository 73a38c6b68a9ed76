// page/formulas.c: formulas in a page: broken into lines, in boxes that scroll, each with a button
// that copies its LaTeX.

#include "page/html.h"
#include "page/page_impl.h"
#include <string.h>

#define LINE_WIDTH 58.0    // letters in a line of the page
#define SHORT_LINE 10.0    // not ended for a wide term that would not fit the next line either
#define MATRIX_WIDTH 74.0  // wider matrices are shown entry by entry

void page_add_math(const char *mathml, Text *out) {
  html_add(out, "<math>%m</math>", mathml);
}

// --- one formula ---------------------------------------------------------------------------------

void page_add_lines(const char *mathml, Text *out) {
  if (html_mathml_width(mathml) <= LINE_WIDTH) {
    html_add(out, "<math display=\"block\"><mrow>%m</mrow></math>", mathml);
    return;
  }
  html_add(out, "<math display=\"block\"><mtable class=\"lines\">");
  double used = 0;
  for (const char *at = mathml; *at != '\0';) {
    const size_t n = html_mathml_piece(at);
    const char *piece = str_copy(out->arena, (Str){at, n});
    const double width = html_mathml_width(piece);
    if (at == mathml || (used > SHORT_LINE && used + width > LINE_WIDTH)) {
      html_add(out, at == mathml ? "<mtr><mtd><mrow>" : "</mrow></mtd></mtr><mtr><mtd><mrow>");
      used = at == mathml ? 0 : 2;  // continuation lines are indented
    }
    html_add(out, "%m", piece);
    used += width;
    at += n;
  }
  html_add(out, "</mrow></mtd></mtr></mtable></math>");
}

void page_add_copy_button(const char *latex, Text *out) {
  html_add(out,
           "<button type=\"button\" class=\"copy\" hidden data-latex=\"%s\" "
           "aria-label=\"Copy this formula as LaTeX\">LaTeX</button>",
           latex);
}

static void open_formula(Text *out) {
  html_add(out, "<div class=\"formula\"><div class=\"scroll\">");
}

static void close_formula(const char *latex, Text *out) {
  html_add(out, "</div>");
  page_add_copy_button(latex, out);
  html_add(out, "</div>\n");
}

void page_add_formula(const char *mathml, const char *latex, Text *out) {
  open_formula(out);
  page_add_lines(mathml, out);
  close_formula(latex, out);
}

static void add_equation(const char *left, const char *right, const char *latex, Text *out) {
  page_add_formula(text_format(out->arena, "%s<mo>=</mo>%s", left, right), latex, out);
}

// --- matrices ------------------------------------------------------------------------------------

double page_matrix_width(const ListedFormula *f) {
  double total = html_mathml_width(f->left) + 4;
  for (size_t j = 0; j < f->columns; j++) {
    double widest = 0;
    for (size_t i = 0; i < f->rows; i++) {
      const double width = html_mathml_width(f->entries[i * f->columns + j]);
      if (width > widest) widest = width;
    }
    total += widest + 2;
  }
  return total;
}

static void add_matrix(const ListedFormula *f, const char *latex, Text *out) {
  open_formula(out);
  html_add(out, "<math display=\"block\"><mrow>%m<mo>=</mo><mrow><mo>(</mo><mtable>", f->left);
  for (size_t i = 0; i < f->rows; i++) {
    html_add(out, "<mtr>");
    for (size_t j = 0; j < f->columns; j++)
      html_add(out, "<mtd>%m</mtd>", f->entries[i * f->columns + j]);
    html_add(out, "</mtr>");
  }
  html_add(out, "</mtable><mo>)</mo></mrow></mrow></math>");
  close_formula(latex, out);
}

static const char *entry_left(const ListedFormula *f, size_t i, Arena *arena) {
  const size_t row = i / f->columns + 1, column = i % f->columns + 1;
  const char *name = text_format(arena, "<mrow><mo>[</mo>%s<mo>]</mo></mrow>", f->left);
  if (f->columns == 1) return text_format(arena, "<msub>%s<mn>%zu</mn></msub>", name, row);
  return text_format(arena, "<msub>%s<mrow><mn>%zu</mn><mo>,</mo><mn>%zu</mn></mrow></msub>", name,
                     row, column);
}

const char *page_entry_latex(const ListedFormula *f, size_t i, Arena *arena) {
  const size_t row = i / f->columns + 1, column = i % f->columns + 1;
  if (f->columns == 1)
    return text_format(arena, "\\left[%s\\right]_{%zu} = %s", f->left, row, f->entries[i]);
  return text_format(arena, "\\left[%s\\right]_{%zu,%zu} = %s", f->left, row, column,
                     f->entries[i]);
}

// Appends [M]_ij = ... for the entries that are not 0.
static void add_entries(const ListedFormula *f, const ListedFormula *latex, Text *out) {
  size_t left_out = 0;
  for (size_t i = 0; i < f->rows * f->columns; i++) {
    if (strcmp(f->entries[i], "<mn>0</mn>") == 0) {
      left_out++;
      continue;
    }
    add_equation(entry_left(f, i, out->arena), f->entries[i],
                 page_entry_latex(latex, i, out->arena), out);
  }
  if (left_out > 0) html_add(out, "<p class=\"note\">The other entries are 0.</p>\n");
}

void page_add_matrix(const ListedFormula *f, const ListedFormula *latex, Text *out) {
  if (page_matrix_width(f) > MATRIX_WIDTH) {
    add_entries(f, latex, out);
    return;
  }
  Text source = text_make(out->arena);
  text_addf(&source, "%s = ", latex->left);
  report_latex_matrix(latex, &source);
  add_matrix(f, text_get(&source), out);
}

static void add_formula(const ListedFormula *f, const ListedFormula *latex, Text *out) {
  if (f->right == NULL)
    page_add_matrix(f, latex, out);
  else
    add_equation(f->left, f->right, text_format(out->arena, "%s = %s", latex->left, latex->right),
                 out);
}

// --- blocks --------------------------------------------------------------------------------------

static void add_step_head(const ListedBlock *block, const ListedBlock *latex, size_t number,
                          Text *out) {
  html_add(out, "<h3><span class=\"number\">%z.</span> %s</h3>\n<div class=\"rule\">", number,
           block->title);
  html_add(out, "<div class=\"scroll\">");
  page_add_math(block->rule, out);
  html_add(out, "</div><cite>%s</cite>", block->source);
  page_add_copy_button(latex->rule, out);
  html_add(out, "</div>\n");
}

void page_add_blocks(const Listing *mathml, const Listing *latex, Text *out) {
  for (size_t i = 0; i < mathml->blocks.n; i++) {
    const ListedBlock *block = &mathml->blocks.at[i], *source = &latex->blocks.at[i];
    const bool step = block->kind == BLOCK_STEP;
    if (!step && block->formulas.n + block->omitted == 0) continue;
    html_add(out, "<div class=\"%s\">\n", step ? "step" : "block");
    if (step)
      add_step_head(block, source, i + 1, out);
    else
      html_add(out, "<h3>%s</h3>\n", block->title);
    for (size_t k = 0; k < block->formulas.n; k++)
      add_formula(&block->formulas.at[k], &source->formulas.at[k], out);
    page_add_more(block->omitted, 0,
                  step ? "dalembert derive --worksheet MODEL" : "dalembert derive MODEL", out);
    if (block->sign != NULL)
      html_add(out,
               "<p class=\"note\">Here <math>%m</math> is 1 or −1, the sign of "
               "<math>%m</math>.</p>\n",
               block->sign, block->sign_of);
    html_add(out, "</div>\n");
  }
}
