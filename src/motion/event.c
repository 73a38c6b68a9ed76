// motion/event.c: the first event of a run along a flow of the program.

#include "motion/event.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define EVENT_LINKAGE
#include "native/text/event.h"

void event_watch_restart(EventWatch *w) {
  event_watch_forget(w);
  w->patience = PARTS_MOST;
  event_watch_pass(w, 0, NULL, NULL);
}

void event_watch_expect(EventWatch *w, size_t event, int sign) {
  w->side[event] = (Side){sign, -1, true, false, 0};
}

void event_watch_gone(EventWatch *w, size_t event, int sign, double floor) {
  w->side[event] = (Side){sign, -1, true, true, floor};
}

#define TIED \
  0x1p-40  // parts of the step, and so many smallest ones, that events at one time may be apart
#define TIED_PARTS 64

bool event_happens_too(const EventWatch *w, size_t event) {
  return w->zero[event] <= w->first + fmax(TIED, TIED_PARTS * w->smallest);
}

void event_watch_ignore_rest(EventWatch *w, size_t first) {
  w->changing = first;
}

void event_watch_pass(EventWatch *w, size_t passed, EventPassed *report, void *context) {
  w->passed = passed;
  w->report = report;
  w->context = context;
}
