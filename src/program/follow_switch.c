// program/follow_switch.c: forces switch along a motion.
//
// In:    the end of a leg, at a zero of a function on whose sign forces depend
// Out:   the sides for the next leg, or the end of the run
// From:  docs/theory/switching.md

#include "program/follow_impl.h"
#include <string.h>

bool follow_switch_sides(FollowJob *job, size_t event) {
  RunResult *all = &job->result;
  const RunRequest *r = &job->request;
  const Flow *flow = job->atlas.now->flow;
  const double t = job->legs.n > 0 ? all->t : r->from;
  const bool bends = job->corners.bends != NULL;
  if (bends) {
    flow_leave(job->m, &job->atlas.now->plan, t, all->y);
    corners_note(&job->corners);
    memcpy(job->settled, all->y, flow->n * sizeof *job->settled);
  }
  const SwitchKind kind =
    switching_decide(&job->switching, flow, t, all->y, event, r->to - r->from, r->events);
  if (kind != SWITCH_UNDECIDED && kind != SWITCH_CROWDED) {
    follow_list_rest(job);
    // prescribed velocities may jump with the forces
    if (flow->project != NULL) flow->project(flow, t, all->y);
    if (job->legs.n == 0) memcpy(job->states, all->y, flow->n * sizeof *job->states);
    if (!bends) return true;
    flow_leave(job->m, &job->atlas.now->plan, t, all->y);
    job->corner = corners_turned(&job->corners);
    if (job->corner == NULL) return true;
    memcpy(all->y, job->settled, flow->n * sizeof *job->settled);  // the state before the corner
  }
  all->end = kind == SWITCH_CROWDED ? RUN_CROWDED : RUN_UNDECIDED;
  all->t = t;
  return false;
}

bool follow_is_lost(FollowJob *job) {
  RunResult *all = &job->result;
  const Flow *flow = job->atlas.now->flow;
  if (flow->sides == 0 || all->end == RUN_EVENT || all->end == RUN_UNDECIDED ||
      !switching_is_wrong(&job->switching, flow, all->t, all->y))
    return false;
  all->end = RUN_UNDECIDED;
  return true;
}

bool follow_contact_pulls(FollowJob *job) {
  RunResult *all = &job->result;
  job->pulled = job->hybrid != NULL && hybrid_pulls(job->hybrid, all->t, all->y, &all->event);
  if (job->pulled) all->end = RUN_EVENT;
  return job->pulled;
}

bool follow_has_switched(FollowJob *job) {
  const Switching *s = &job->switching;
  return job->result.end == RUN_EVENT && job->result.event >= s->first &&
         follow_switch_sides(job, job->result.event) && !follow_contact_pulls(job);
}
