// motion/event.h: the first event of a run, found in the step that it happens in.

#ifndef MOTION_EVENT_H
#define MOTION_EVENT_H

#include "motion/flow.h"

typedef struct EventWatch EventWatch;

// For a run along flows of this size; NULL without memory.
EventWatch *event_watch_create(const Flow *flow);
void event_watch_destroy(EventWatch *watch);

// Forgets everything: for another run along the same flow, or one that shares its tapes.
void event_watch_restart(EventWatch *watch);

// Forgets what was known of the events.
void event_watch_forget(EventWatch *watch);

// Events from this one on count only where they change their sign, not where they stay zero.
void event_watch_ignore_rest(EventWatch *watch, size_t first);

// In the place of a direction: the event is not watched.
#define EVENT_OFF 2

// Events that do not end a run: the first `passed` of them. Each of their zeros is reported, in the order
// of time for each, with the state there, which is not projected.
typedef void EventPassed(void *context, size_t event, double t, double *y);
void event_watch_pass(EventWatch *watch, size_t passed, EventPassed *report, void *context);

// An event has this sign before the first step, although rounding may hide it there: a value of the other
// sign is a change.
void event_watch_expect(EventWatch *watch, size_t event, int sign);
// An event has just happened and continues with this sign: a value of the other one up to `floor`, which rounding
// leaves at first, is not another event.
void event_watch_gone(EventWatch *watch, size_t event, int sign, double floor);
// After event_find: does this event happen at the same time as the one that was found, up to rounding?
bool event_happens_too(const EventWatch *watch, size_t event);

// Does an event happen in the last step of the run? d->event is its number, d->bracket[0] its time.
// d->watch_events is the EventWatch. To be called after every step, once.
int event_find(Drive *d, DriveStateAt *state_at);

#endif
