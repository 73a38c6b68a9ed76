// motion/event.c: the first event of a run along a flow of the program.

#include "motion/event.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define EVENT_LINKAGE
#include "native/text/event.h"
#define EXPECT_LINKAGE
#include "native/text/expect.h"

void event_watch_restart(EventWatch *w) {
  event_watch_forget(w);
  w->patience = PARTS_MOST;
  event_watch_pass(w, 0, NULL, NULL);
}

void event_watch_ignore_rest(EventWatch *w, size_t first) {
  w->changing = first;
}

void event_watch_pass(EventWatch *w, size_t passed, EventPassed *report, void *context) {
  w->passed = passed;
  w->report = report;
  w->context = context;
}
