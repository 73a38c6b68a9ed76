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

// Does an event happen in the last step of the run? d->event is its number, d->bracket[0] its time.
// d->watch_events is the EventWatch. To be called after every step, once.
int event_find(Drive *d, DriveStateAt *state_at);

#endif
