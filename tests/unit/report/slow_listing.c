// Listings of equations, as LaTeX and as MathML.
//
// Law:   the rule and the left-hand sides of every worksheet are understood as MathML; both formats
//        have the same blocks with the same formulas.
// Judge: the worksheets of all methods on the gallery.

#include "api/api_impl.h"
#include "program/facts.h"
#include "report/listing.h"
#include "support/check.h"

static void check_understood(DalModel *m, const char *latex, const char *where) {
  Text out = text_make(&m->arena);
  if (!latex_to_mathml(str(latex), &out)) fail_msg("%s: not understood: %s", where, latex);
  assert_true(out.n > 0);
}

static size_t check_worksheet(DalModel *m, const char *where) {
  size_t formulas = 0;
  for (size_t i = 0; i < m->equations.worksheet.n; i++) {
    const WorkStep *step = &m->equations.worksheet.at[i];
    check_understood(m, step->formula_latex, where);
    for (size_t k = 0; k < step->lines.n; k++) check_understood(m, step->lines.at[k].latex, where);
    formulas += 1 + step->lines.n;
  }
  return formulas;
}

// Checks that matrices are matrices in both, and lists have the same length.
static void check_pair(DalModel *m) {
  Listing a = {.eq = &m->equations,
               .arena = &m->work,
               .format = FORMAT_LATEX,
               .forms = system_forms(m, false, false),
               .equations = true,
               .most = 300};
  Listing b = a;
  b.format = FORMAT_MATHML;
  listing_add_steps(&a);
  listing_add_motion(&a);
  listing_add_steps(&b);
  listing_add_motion(&b);
  assert_int_equal(a.blocks.n, b.blocks.n);
  for (size_t i = 0; i < a.blocks.n; i++) {
    assert_int_equal(a.blocks.at[i].formulas.n, b.blocks.at[i].formulas.n);
    for (size_t k = 0; k < a.blocks.at[i].formulas.n; k++) {
      const ListedFormula *f = &a.blocks.at[i].formulas.at[k], *g = &b.blocks.at[i].formulas.at[k];
      assert_int_equal(f->rows, g->rows);
      assert_int_equal(f->columns, g->columns);
      assert_int_equal(f->right == NULL, g->right == NULL);
      assert_non_null(strchr(g->left, '<'));
      // a row of terms, not one element: so it can be broken
      if (g->right != NULL) assert_int_not_equal(strncmp(g->right, "<mrow><mi>", 10), 0);
    }
  }
}

static void test_gallery(void **state) {
  (void) state;
  size_t formulas = 0;
  for (size_t i = 0; i < dal_example_count(); i++) {
    if (strcmp(dal_example_name(i), "rattleback") == 0 ||
        strcmp(dal_example_name(i), "trailer-3") == 0 ||
        strcmp(dal_example_name(i), "trailer-10") == 0)
      continue;  // other models have the same steps
    for (size_t k = 0; dal_method_name(k) != NULL; k++) {
      DalModel *m = dal_model_create();
      assert_int_equal(dal_model_add(m, dal_example_text(i)), DAL_OK);
      assert_int_equal(dal_model_finish(m), DAL_OK);
      if (dal_model_derive(m, &(DalDeriveOptions){.method = dal_method_name(k), .worksheet = true}) == DAL_OK) {
        formulas += check_worksheet(m, dal_example_name(i));
        check_pair(m);
      }
      dal_model_destroy(m);
    }
  }
  assert_true(formulas > 3000);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_gallery)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
