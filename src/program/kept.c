// program/kept.c: an atlas that outlives its motion.
//
// The parts of an atlas live in the working memory of the system, which is released after each call. So another
// arena replaces it while an atlas is opened.

#include "program/kept.h"
#include "motion/compiled.h"
#include <string.h>

typedef struct KeptAtlas {
  const Atlas *user;  // the atlas in use that was taken from here; or NULL
  Atlas atlas;
  FlowWish wish;       // with its own copy of the sections
  bool free;           // the series may be dropped
  size_t derivations;  // of the system, when it was opened
  const Model *model;
  bool messages;  // it was opened with messages, which the next motion would miss
} KeptAtlas;

// --- opening -------------------------------------------------------------------------------------

typedef struct {
  System *m;
  const FlowWish *wish;
  bool project;
  double rtol;
  bool free;
  Atlas *atlas;
  double **y;
  bool over;  // it was not interrupted
} Opening;

static void exchange_memory(System *m) {
  const Arena work = m->work;
  m->work = m->plans;
  m->plans = work;
}

static Status open_body(void *context) {
  Opening *o = context;
  System *m = o->m;
  const size_t before = m->diags.all.n;
  KeptAtlas *k = ARENA_NEW(&m->work, KeptAtlas);
  k->derivations = m->derivations;
  k->model = m->model;
  const Section **section = ARENA_ARRAY(&m->work, const Section *, o->wish->sections + 1);
  for (size_t i = 0; i < o->wish->sections; i++) section[i] = o->wish->section[i];
  k->wish = *o->wish;
  k->wish.section = section;
  k->free = o->free;
  k->user = o->atlas;
  m->kept = k;
  const Status status = atlas_open(m, o->wish, o->project, o->rtol, o->atlas, o->y);
  k->messages = m->diags.all.n != before;
  o->over = true;
  return status;
}

static Status open_new(Opening *o) {
  System *m = o->m;
  exchange_memory(m);
  const Status status = guard_run(&m->guard, open_body, o);
  exchange_memory(m);
  if (!o->over) guard_fail(&m->guard, status);
  return status;
}

// --- reuse ---------------------------------------------------------------------------------------

// Was it made for the same equations, to compute the same? rtol decides between two integrators.
static bool is_for(const KeptAtlas *k, const Opening *o) {
  const FlowWish *a = &k->wish, *b = o->wish;
  bool same = k->derivations == o->m->derivations && k->model == o->m->model &&
              k->atlas.project == o->project && k->atlas.rtol == o->rtol && k->free == o->free &&
              b->chart == NULL && b->arena == NULL && a->sections == b->sections && a->sides == b->sides &&
              a->jacobian == b->jacobian && a->series == b->series && a->pivoting == b->pivoting &&
              a->accelerations == b->accelerations && a->multipliers == b->multipliers &&
              a->reactions == b->reactions && a->declared == b->declared;
  for (size_t i = 0; same && i < b->sections; i++) same = a->section[i] == b->section[i];
  return same;
}

static bool take(Opening *o) {
  KeptAtlas *k = o->m->kept;
  if (k->atlas.now == NULL || !is_for(k, o)) return false;
  double *y = ARENA_ARRAY(&o->m->work, double, k->atlas.now->plan.n + 1);
  if (!atlas_renew(&k->atlas, o->wish, y)) return false;
  *o->atlas = k->atlas;
  k->atlas = (Atlas){0};
  *o->y = y;
  k->user = o->atlas;
  return true;
}

Status kept_open(System *m, const FlowWish *wish, bool project, double rtol, bool free, Atlas *atlas,
                 double **y) {
  Opening o = {m, wish, project, rtol, free, atlas, y, false};
  if (m->kept != NULL && m->kept->user != NULL) return atlas_open(m, wish, project, rtol, atlas, y);
  if (m->kept != NULL && take(&o)) return STATUS_OK;
  system_forget_atlas(m);
  return open_new(&o);
}

void kept_close(System *m, Atlas *a, bool keep) {
  KeptAtlas *k = m->kept;
  const bool own = k != NULL && k->user == a;
  const bool whole = own && !k->messages && k->derivations == m->derivations;
  if (own) k->user = NULL;
  if (keep && whole && atlas_lasts(a)) {
    if (a->now->compiled != NULL) flow_rest(a->now->compiled);
    m->equations = a->own;
    k->atlas = *a;
  } else {
    atlas_close(a);
    if (own) system_forget_atlas(m);
  }
  *a = (Atlas){0};
}

void system_forget_atlas(System *m) {
  KeptAtlas *k = m->kept;
  if (k == NULL) return;
  m->kept = NULL;
  k->atlas.m = NULL;  // the system keeps its equations
  atlas_close(&k->atlas);
  arena_release(&m->plans, (ArenaMark){0});
}
