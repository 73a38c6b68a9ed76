// motion/event.h: finds the first event of a run, in the step in which it happens.

#ifndef MOTION_EVENT_H
#define MOTION_EVENT_H

#include "motion/flow.h"

typedef struct EventWatch EventWatch;

// Makes a watch for runs along flows of this size; NULL without memory.
EventWatch *event_watch_create(const Flow *flow);
void event_watch_destroy(EventWatch *watch);

// Forgets everything, for another run along the same flow, or along one that shares its tapes.
void event_watch_restart(EventWatch *watch);

// Forgets the known values of the events.
void event_watch_forget(EventWatch *watch);

// Makes events from this one on count only where they change sign, not where they stay zero.
void event_watch_ignore_rest(EventWatch *watch, size_t first);

// Instead of a direction: the event is not watched.
#define EVENT_OFF 2

// Makes the first `passed` events not end a run. Each of their zeros is reported, in order of time for each
// event, with the state there, which is not projected.
typedef void EventPassed(void *context, size_t event, double t, double *y);
void event_watch_pass(EventWatch *watch, size_t passed, EventPassed *report, void *context);

// Declares that an event has this sign before the first step, although rounding may hide it: a value of the other
// sign is a change.
void event_watch_expect(EventWatch *watch, size_t event, int sign);
// Notes that an event has just happened and continues with this sign: a value of the other sign up to `floor`,
// which rounding leaves at first, is not another event.
void event_watch_gone(EventWatch *watch, size_t event, int sign, double floor);
// After event_find: does this event happen at the same time as the one found, up to rounding?
bool event_happens_too(const EventWatch *watch, size_t event);

// Does an event happen in the last step of the run? d->event receives its number, d->bracket[0] its time.
// d->watch_events is the EventWatch. Call it once after every step.
int event_find(Drive *d, DriveStateAt *state_at);

#endif
