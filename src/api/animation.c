// api/animation.c: a run of a model as an animation: a page or a film.

#include "api/run_impl.h"
#include "draw/animation.h"

typedef struct {
  DalModel *m;
  const DalRun *run;
  const char *path;
  DalResult *result;
} Job;

static Status animation_body(void *context) {
  const Job *job = context;
  Animation animation;
  TRY(animation_of_run(job->m, &job->run->motion, &job->m->notes, &animation));
  page_animation(&animation, &job->result->text);
  return STATUS_OK;
}

DalStatus dal_model_animation(DalModel *m, const DalRun *run, DalResult **result) {
  API_NEED(m, m);
  API_PLACE(m, result);
  API_NEED(m, run);
  Job job = {m, run, NULL, api_result_make(&m->arena)};
  return api_answer(m, animation_body, &job, job.result, result);
}

static Status film_body(void *context) {
  const Job *job = context;
  return film_write(job->m, &job->run->motion, job->path);
}

DalStatus dal_model_film(DalModel *m, const DalRun *run, const char *path, DalResult **result) {
  API_NEED(m, m);
  API_PLACE(m, result);
  API_NEED(m, run);
  API_NEED(m, path);
  Job job = {m, run, path, api_result_make(&m->arena)};
  return api_answer(m, film_body, &job, job.result, result);
}
