// Unit tests of report/run_read.c, json_read.c and the reading half of hdf5.c. Judge: the table that
// was written, bit by bit; test_run_file.c checks with foreign readers that it is written correctly.

#include "report/run_read.h"
#include "report/hdf5.h"
#include "report/json_read.h"
#include "support/folder.h"

#include <float.h>
#include <math.h>

static const char *const endings[] = {"csv", "npy", "json", "h5"};  // by RunFormat

static Diags diags_of(Folder *f) {
  return (Diags){.arena = &f->bench.arena};
}

static const char *told(Folder *f, const Diags *diags) {
  Text text = text_make(&f->bench.arena);
  diags_write(diags, &text);
  return text_get(&text);
}

static Str written(Folder *f, const RunTable *run, RunFormat format) {
  Diags diags = diags_of(f);
  const char *path = folder_path(f, text_format(&f->bench.arena, "run.%s", endings[format]));
  assert_int_equal(run_write(run, format, path, &diags), STATUS_OK);
  Str bytes;
  bytes.at = folder_read(f, path, &bytes.n);
  return bytes;
}

static void check_same(const RunTable *a, const RunTable *b, bool finite_only) {
  assert_int_equal(a->columns, b->columns);
  assert_int_equal(a->rows, b->rows);
  for (size_t j = 0; j < a->columns; j++) assert_string_equal(a->column[j], b->column[j]);
  for (size_t i = 0; i < a->rows * a->columns; i++) {
    if (isnan(a->at[i]) || (finite_only && !isfinite(a->at[i])))
      assert_true(isnan(b->at[i]));
    else
      assert_memory_equal(&a->at[i], &b->at[i], sizeof(double));
  }
}

static const double numbers[] = {0,         -0.0,         0.1,       1.0 / 3, -1e-300,   DBL_MAX,
                                 DBL_MIN,   5e-324,       1e22,      3,       -7.25e-11, HUGE_VAL,
                                 -HUGE_VAL, (double) NAN, 123456789, 2,       1,         4};
static const char *const names[] = {"t", "theta1'", "a,b \"q\" 'p' \\ é"};

static void test_round_trip(void **state) {
  Folder *f = *state;
  const RunNote notes[] = {{"end", "a singular state is ahead", 0}, {"rtol", NULL, 1e-10}};
  for (size_t rows = 0; rows <= 6; rows += 3) {
    const RunTable run = {.title = "A \"title\" \\ </script> é\n",
                          .note = notes,
                          .notes = 2,
                          .column = names,
                          .columns = 3,
                          .rows = rows,
                          .at = numbers};
    for (int format = RUN_CSV; format <= RUN_HDF5; format++) {
      Diags diags = diags_of(f);
      RunTable read;
      const Str bytes = written(f, &run, (RunFormat) format);
      const Status status =
        run_read(bytes, (RunFormat) format, "run", &f->bench.arena, &diags, &read);
      assert_string_equal(told(f, &diags), "");
      assert_int_equal(status, STATUS_OK);
      check_same(&run, &read, format == RUN_JSON);
      if (format < RUN_JSON) continue;  // CSV and NPY have nothing but the table
      assert_string_equal(read.title, run.title);
      const char *end = NULL;
      for (size_t i = 0; i < read.notes; i++)
        if (strcmp(read.note[i].name, "end") == 0) end = read.note[i].text;
      assert_string_equal(end, "a singular state is ahead");
    }
  }
}

static void check_wrong(Folder *f, RunFormat format, Str bytes, const char *why) {
  Diags diags = diags_of(f);
  RunTable read;
  const char *copy = str_copy(&f->bench.arena, bytes);
  assert_int_equal(run_read((Str){copy, bytes.n}, format, "a.b", &f->bench.arena, &diags, &read),
                   STATUS_INPUT);
  const char *expected =
    text_format(&f->bench.arena, "error: a.b cannot be read as a run: %s", why);
  if (strncmp(told(f, &diags), expected, strlen(expected)) != 0)
    assert_string_equal(told(f, &diags), expected);
}

static void test_wrong(void **state) {
  Folder *f = *state;
  static const struct {
    RunFormat format;
    const char *text, *why;
  } cases[] = {
    {RUN_CSV, "", "a column has no name"},
    {RUN_CSV, "\n1\n", "a column has no name"},
    {RUN_CSV, "t,x,\n1,2,3\n", "a column has no name"},
    {RUN_CSV, "\"t", "a quoted name does not end"},
    {RUN_CSV, "\"t\"x\n1\n", "the first line is not names"},
    {RUN_CSV, "t,x\n1\n", "the lines are not equally long"},
    {RUN_CSV, "t,x\n1,2,3\n", "the lines are not equally long"},
    {RUN_CSV, "t,x\n1,2 3\n", "the lines are not equally long"},
    {RUN_CSV, "t,x\n1,\n", "something is not a number"},
    {RUN_CSV, "t,x\n1,two\n", "something is not a number"},
    {RUN_CSV, "t\n1\n\n2\n", "something is not a number"},
    {RUN_NPY, "NUMPY", "it is not an NPY file"},
    {RUN_NPY, "\x93NUMPY\x01 \xff\xff..", "it is cut short"},
    {RUN_NPY, "\x93NUMPY\x01 \x10 12345678901234567890", "it is cut short"},
    {RUN_JSON, "", "it is not JSON"},
    {RUN_JSON, "{\"columns\": [\"t\"], \"run\": {\"t\": [1]}", "it is not JSON"},
    {RUN_JSON, "[]", "it has no \"columns\" and \"run\""},
    {RUN_JSON, "{\"columns\": [\"t\"]}", "it has no \"columns\" and \"run\""},
    {RUN_JSON, "{\"columns\": [], \"run\": {}}", "\"columns\" is not a list of names"},
    {RUN_JSON, "{\"columns\": [1], \"run\": {}}", "\"columns\" is not a list of names"},
    {RUN_JSON, "{\"columns\": [\"t\"], \"run\": {\"x\": []}}", "a column is missing in \"run\""},
    {RUN_JSON, "{\"columns\": [\"t\",\"x\"], \"run\": {\"t\": [1], \"x\": []}}",
     "the columns are not equally long"},
    {RUN_JSON, "{\"columns\": [\"t\"], \"run\": {\"t\": [\"1\"]}}", "something is not a number"},
    {RUN_JSON, "{\"columns\": [\"\\u0000\"], \"run\": {\"\\u0000\": []}}", "a column has no name"},
    {RUN_HDF5, "no such thing", "H5Fopen"},
    {RUN_HDF5, "", "H5"},
  };
  for (size_t i = 0; i < COUNT(cases); i++)
    check_wrong(f, cases[i].format, str(cases[i].text), cases[i].why);
}

// A file that stops anywhere is an error, or, for CSV, a shorter table.
static void test_cut(void **state) {
  Folder *f = *state;
  const RunTable run = {.column = names, .columns = 3, .rows = 6, .at = numbers};
  for (int format = RUN_NPY; format <= RUN_HDF5; format++) {
    const Str bytes = written(f, &run, (RunFormat) format);
    const size_t step = format == RUN_HDF5 ? 97 : 1;
    const size_t last = format == RUN_JSON ? bytes.n - 1 : bytes.n;  // the line feed is not needed
    for (size_t n = 0; n < last; n += step) {
      Diags diags = diags_of(f);
      RunTable read;
      const char *copy = str_copy(&f->bench.arena, (Str){bytes.at, n});
      assert_int_equal(
        run_read((Str){copy, n}, (RunFormat) format, "run", &f->bench.arena, &diags, &read),
        STATUS_INPUT);
    }
  }
}

static void test_foreign_csv(void **state) {
  Folder *f = *state;
  Diags diags = diags_of(f);
  RunTable read;
  const Str text = str("t,\"x\"\"y\"\r\n1,2e0\r\n3,-inf");
  assert_int_equal(run_read(text, RUN_CSV, "run", &f->bench.arena, &diags, &read), STATUS_OK);
  assert_int_equal(read.columns, 2);
  assert_int_equal(read.rows, 2);
  assert_string_equal(read.column[1], "x\"y");
  assert_true(read.at[1] == 2 && read.at[2] == 3 && read.at[3] == -HUGE_VAL);
}

// --- JSON ----------------------------------------------------------------------------------------

static void test_json(void **state) {
  Folder *f = *state;
  JsonValue v;
  static const char *const good[] = {
    "null",
    " true ",
    "false\n",
    "0",
    "-0.5e+3",
    "1E2",
    "\"\"",
    "[]",
    "{}",
    "[1, [2], {\"a\": {}}]",
    "\"\\u00e9\\ud83d\\ude00\\n\\/\\\\\"",
  };
  static const char *const bad[] = {
    "",          "nul",         "nulll",       "01",
    "+1",        ".5",          "1.",          "1e",
    "1e+",       "-",           "\"",          "\"\\x\"",
    "\"\\u12\"", "\"\\ud800\"", "\"\\udc00\"", "\"\\ud800\\u0041\"",
    "\"\n\"",    "[1,]",        "[1 2]",       "{\"a\"}",
    "{\"a\":}",  "{a:1}",       "{\"a\":1,}",  "[",
    "]",         "1 2",         "NaN",         "Infinity",
    "'a'",
  };
  for (size_t i = 0; i < COUNT(good); i++)
    assert_true(json_read(str(good[i]), &f->bench.arena, &v));
  assert_int_equal(v.kind, JSON_STRING);
  assert_true(str_equal(v.string, str("é😀\n/\\")));
  for (size_t i = 0; i < COUNT(bad); i++) assert_false(json_read(str(bad[i]), &f->bench.arena, &v));
  assert_true(json_read(str("{\"a\": 1, \"b\": [0.1, -7]}"), &f->bench.arena, &v));
  assert_true(json_member(&v, str("a"))->number == 1);
  assert_true(json_member(&v, str("b"))->item[0].number == 0.1 &&
              json_member(&v, str("b"))->n == 2);
  assert_null(json_member(&v, str("c")));
  // 100 levels and no more
  Text deep = text_make(&f->bench.arena);
  for (int i = 0; i < JSON_DEPTH; i++) text_add_char(&deep, '[');
  for (int i = 0; i < JSON_DEPTH; i++) text_add_char(&deep, ']');
  assert_true(json_read((Str){deep.at, deep.n}, &f->bench.arena, &v));
  const char *deeper = text_format(&f->bench.arena, "[%s]", text_get(&deep));
  assert_false(json_read(str(deeper), &f->bench.arena, &v));
}

int main(void) {
  const struct CMUnitTest tests[] = {
    FOLDER_TEST(test_round_trip),  FOLDER_TEST(test_wrong), FOLDER_TEST(test_cut),
    FOLDER_TEST(test_foreign_csv), FOLDER_TEST(test_json),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
