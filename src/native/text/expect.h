// native/text/expect.h: what is known about events when a stretch of a run begins, and which events happen together.
//
// This text is compiled into the program and is a part of exported C: plain C99, after event.h and the definition of
// EXPECT_LINKAGE.

#define TIED 0x1p-40   // parts of the step by which simultaneous events may differ,
#define TIED_PARTS 64  // or this many of the smallest parts

EXPECT_LINKAGE void event_watch_expect(EventWatch *w, size_t event, int sign) {
  w->side[event] = (Side){sign, -1, true, false, 0};
}

EXPECT_LINKAGE void event_watch_gone(EventWatch *w, size_t event, int sign, double floor) {
  w->side[event] = (Side){sign, -1, true, true, floor};
}

EXPECT_LINKAGE bool event_happens_too(const EventWatch *w, size_t event) {
  return w->zero[event] <= w->first + fmax(TIED, TIED_PARTS * w->smallest);
}
