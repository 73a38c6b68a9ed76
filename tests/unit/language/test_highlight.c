// Unit tests of language/highlight.c: the kind of each part of a text.

#include "language/highlight.h"
#include "dalembert.h"
#include "support/desk.h"

#include <string.h>

static const char letters[] = "#kwnf1\"";  // one for each kind of mark

// Returns the marks of a text: each byte replaced by the letter of its kind; other bytes stay.
static const char *marked(Desk *desk, const char *text) {
  Source *source = ARENA_NEW(&desk->arena, Source);
  *source = (Source){"test.mech", str(text)};
  Marks marks = {0};
  language_marks(desk->model, source, &desk->arena, &marks);
  Text out = text_make(&desk->arena);
  text_add(&out, text);
  uint32_t end = 0;
  for (size_t i = 0; i < marks.n; i++) {
    assert_true(marks.at[i].start >= end && marks.at[i].start < marks.at[i].end);
    end = marks.at[i].end;
    assert_true(end <= source->text.n);
    memset(out.at + marks.at[i].start, letters[marks.at[i].kind], end - marks.at[i].start);
  }
  return text_get(&out);
}

static void check(Desk *desk, const char *text, const char *expected) {
  assert_string_equal(marked(desk, text), expected);
}

static void test_kinds(void **state) {
  Desk *desk = *state;
  const char *text = "system \"A # in a label\"   # comment\n"
                     "parameter m = 1.5, l = 2\n"
                     "coordinate theta\n"
                     "point P mass m at [l*sin(theta),\n"
                     "  -l*cos(theta)]   # goes on\n"
                     "gravity = [0, -9.81]\n"
                     "constraint slow: theta' = 2e-3*t\n"
                     "observe height = pos(P).y\n"
                     "claim \"x\" conserved energy  #\n"
                     "# the end";
  desk_read_well(desk, text);
  check(desk, text,
        "kkkkkk \"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"   #########\n"
        "kkkkkkkkk n = 111, n = 1\n"
        "kkkkkkkkkk nnnnn\n"
        "kkkkk n wwww n ww [n*fff(nnnnn),\n"
        "  -n*fff(nnnnn)]   #########\n"
        "kkkkkkk = [1, -1111]\n"
        "kkkkkkkkkk nnnn: nnnnn' = 1111*n\n"
        "kkkkkkk nnnnnn = fff(n).w\n"
        "kkkkk \"\"\" wwwwwwwww wwwwww  #\n"
        "#########");
}

// Keywords are keywords where a statement starts; line ends of other systems are not part of a comment.
static void test_places(void **state) {
  Desk *desk = *state;
  desk_read_well(desk, "coordinate x\nkinetic = x'^2/2\n");
  check(desk, "", "");
  check(desk, "#", "#");
  check(desk, "\n\n# a\r\n\r\nkinetic = x\r\n", "\n\n###\r\n\r\nkkkkkkk = n\r\n");
  check(desk, "let kinetic = θ", "kkk wwwwwww = ww");
  check(desk, "\"open", "\"open");
  check(desk, "?? $ \\", "?? $ \\");
}

// Nothing is reported, whatever the text; only spaces and signs stay unmarked.
static void test_gallery(void **unused) {
  (void) unused;
  for (size_t i = 0; i < dal_example_count(); i++) {
    void *state;
    assert_int_equal(desk_open(&state), 0);
    Desk *desk = state;
    desk_read_well(desk, dal_example_text(i));
    const char *text = dal_example_text(i), *marks = marked(desk, text);
    for (size_t k = 0; text[k] != '\0'; k++)
      if (strchr(" \t\r\n.,:=<>+-*/^()[]'", text[k]) == NULL && strchr(letters, marks[k]) == NULL)
        fail_msg("%s: byte %zu is not marked: %.20s", dal_example_name(i), k, text + k);
    assert_string_equal(desk_messages(desk), "");
    desk_close(&state);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(test_kinds, desk_open, desk_close),
    cmocka_unit_test_setup_teardown(test_places, desk_open, desk_close),
    cmocka_unit_test(test_gallery),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
