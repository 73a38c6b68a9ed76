// tests/browser/animation_page.c: a page with nothing but the animation of a model.
//
//   animation_page MODEL.mech PAGE.html [TO]
//
// Runs the model as its `simulate` says, or to TO. A run that ends early is not a failure here: its rows are shown.

#include "api/run_impl.h"
#include "base/file.h"
#include "draw/animation.h"
#include <stdio.h>

typedef struct {
  DalModel *m;
  DalRun *run;
  const char *path;
} Job;

static Status write_body(void *context) {
  const Job *job = context;
  DalModel *m = job->m;
  Animation animation;
  TRY(animation_make(m, &job->run->its.motion, &m->work, &animation, NULL));
  if (animation.points == 0) return STATUS_UNABLE;
  Text page = text_make(&m->work);
  text_add(&page, "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
                  "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                  "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                  "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"
                  "<title>An animation</title>\n<style>\n"
                  ":root { color-scheme: light dark; }\n"
                  "body { margin: 0 auto; max-width: 52rem; padding: 0 1rem;\n"
                  "       font-family: system-ui, sans-serif; }\n");
  animation_style(&page);
  text_add(&page, "</style>\n<main>\n");
  animation_html(&page, &animation);
  text_add(&page, "</main>\n<script>\n");
  animation_script(&page);
  text_add(&page, "</script>\n</html>\n");
  return file_replace_bytes(job->path, str(text_get(&page)));
}

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  DalModel *m = dal_model_create();
  if (m == NULL) return 3;
  Status status = (Status) dal_model_read(m, argv[1]);
  if (status == STATUS_OK) status = (Status) dal_model_finish(m);
  DalRun *run = NULL;
  if (status == STATUS_OK) {
    const DalRunOptions options = {.to = argc > 3 ? argv[3] : NULL};
    status = (Status) dal_model_simulate(m, &options, &run);
    if (run != NULL) status = guard_run(&m->guard, write_body, &(Job){m, run, argv[2]});
  }
  if (status != STATUS_OK) fprintf(stderr, "%s: %s\n", argv[1], dal_model_messages(m));
  dal_run_destroy(run);
  dal_model_destroy(m);
  return status == STATUS_OK ? 0 : 1;
}
