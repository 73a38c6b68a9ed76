// api/function.c: the public functions of program/state_function.h.

#include "api/api_impl.h"
#include "program/state_function.h"
#include <stdlib.h>
#include <string.h>

struct DalFunction {
  StateFunction own;
};

static Status make_body(void *context) {
  return state_function_make(context);
}

DalStatus dal_model_function(DalModel *m, const char *expressions, DalFunction **function) {
  API_NEED(m, m);
  API_PLACE(m, function);
  API_NEED(m, expressions);
  DalFunction *f = calloc(1, sizeof *f);
  if (f == NULL) return DAL_LIMIT;
  f->own = (StateFunction){.m = m, .text = strdup(expressions)};
  system_hold(m);
  const DalStatus status = f->own.text != NULL ? api_run(m, make_body, &f->own) : DAL_LIMIT;
  if (status == DAL_OK)
    *function = f;
  else
    dal_function_destroy(f);
  return status;
}

void dal_function_destroy(DalFunction *f) {
  if (f == NULL) return;
  state_function_clear(&f->own);
  free(f->own.text);
  system_drop(f->own.m);
  free(f);
}

size_t dal_function_size(const DalFunction *f) {
  return f != NULL ? f->own.n : 0;
}

const char *dal_function_name(const DalFunction *f, size_t i) {
  return i < dal_function_size(f) ? f->own.name[i] : NULL;
}

bool dal_function_needs_motion(const DalFunction *f) {
  return f != NULL && f->own.needs_motion;
}

typedef struct {
  StateFunction *function;
  StateBlock at;
} Job;

static Status values_body(void *context) {
  const Job *job = context;
  return state_function_values(job->function, &job->at);
}

DalStatus dal_function_values(DalFunction *function, size_t states, const double *t,
                              const double *q, const double *velocities, const double *parameters,
                              double *values) {
  API_NEED(NULL, function);
  DalModel *m = function->own.m;
  API_NEED(m, t);
  API_NEED(m, q);
  API_NEED(m, velocities);
  API_NEED(m, values);
  Job job = {&function->own, {states, t, q, velocities, parameters, values, __func__}};
  return api_run(m, values_body, &job);
}
