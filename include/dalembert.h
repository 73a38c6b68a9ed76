// dalembert.h: constrained mechanics from C: the public interface of the library.
//
//   DalModel *m = dal_model_create();
//   dal_model_add(m, "parameter l = 1, g = 9.81\n"
//                    "coordinate theta\n"
//                    "point P mass 1 at [l*sin(theta), -l*cos(theta)]\n"
//                    "gravity = [0, -g]\n");
//   if (dal_model_finish(m) != DAL_OK) fputs(dal_model_messages(m), stderr);
//   double theta = 0.3, velocity = 0, acceleration;
//   dal_model_accelerations(m, 0, &theta, &velocity, &acceleration);
//   dal_model_destroy(m);
//
// A model is built from statements of the model language, a file or a line at a time. Models share
// nothing; one model must not be used by two threads at once. Strings that a function gives out
// live until the model is destroyed.

#ifndef DALEMBERT_H
#define DALEMBERT_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  DAL_OK,       // the result is right
  DAL_INPUT,    // the model or the request is wrong; a message says where
  DAL_DOMAIN,   // the result does not exist, e.g. the mass matrix is singular
  DAL_UNABLE,   // the result may exist, but was neither found nor disproved
  DAL_LIMIT,    // a budget ran out: memory, time or number of terms
  DAL_INTERNAL  // this library is at fault
} DalStatus;

typedef enum { DAL_TEXT, DAL_LATEX, DAL_JSON } DalFormat;

typedef struct DalModel DalModel;

const char *dal_version(void);
const char *dal_status_meaning(DalStatus status);

// --- building a model ----------------------------------------------------------------------------

DalModel *dal_model_create(void);  // NULL when there is no memory
void dal_model_destroy(DalModel *model);

// Adds the statements of a file ("-": standard input) or of a string.
DalStatus dal_model_read(DalModel *model, const char *path);
DalStatus dal_model_add(DalModel *model, const char *statements);
// Checks the whole. After this the model can be used, and no statement added.
DalStatus dal_model_finish(DalModel *model);

// Gives parameters other values: "m1=2, g=9.81/6".
DalStatus dal_model_set(DalModel *model, const char *settings);

// All errors and warnings so far, as text with the places; "" when there are none.
const char *dal_model_messages(DalModel *model);
size_t dal_model_errors(const DalModel *model);

const char *dal_model_title(const DalModel *model);
size_t dal_model_coordinates(const DalModel *model);
const char *dal_model_coordinate(const DalModel *model, size_t i);  // "theta1"

// --- equations -----------------------------------------------------------------------------------

// The methods there are; NULL past the last.
const char *dal_method_name(size_t i);
const char *dal_method_title(size_t i);

// Derives the equations of motion. method NULL: the natural one. Done by itself, with the natural
// method, where a function below needs it. Deriving again replaces the equations.
DalStatus dal_model_derive(DalModel *model, const char *method, bool worksheet);

// The derived equations, with the worksheet if it was asked for.
DalStatus dal_model_print(DalModel *model, DalFormat format, const char **text);

// --- numbers -------------------------------------------------------------------------------------

// Size of what is computed, for those who measure.
typedef struct {
  size_t coordinates;
  size_t expressions;         // nodes made so far
  size_t instructions;        // on the tape, for M and F
  size_t solve_instructions;  // and for solving M q'' = F there; 0 where LAPACK does it
} DalSize;

// Makes everything ready for evaluation.
DalStatus dal_model_compile(DalModel *model);
DalSize dal_model_size(const DalModel *model);
// What is computed at a state and how many operations of which kind that takes, as a table.
DalStatus dal_model_tape(DalModel *model, DalFormat format, const char **text);

// The accelerations at a state, all arrays as long as there are coordinates. With constraints the
// state must satisfy them; dal_model_state finds one that does.
DalStatus dal_model_accelerations(DalModel *model, double t, const double *q,
                                  const double *velocities, double *accelerations);
// The mass matrix (row by row) and the right-hand side of M q'' = F there.
DalStatus dal_model_system(DalModel *model, double t, const double *q, const double *velocities,
                           double *M, double *F);

typedef struct {
  const char *at;  // "x=1, x'=0.2", or "@states.csv"; NULL: the initial state
  // how far a state may violate the constraints, relative to their terms; 0: 1e-8
  double tolerance;
  bool project;  // move the state to the nearest one that satisfies the constraints
  bool as_is;    // evaluate it even if it violates them
} DalEvalOptions;

// The state that `eval` would take, completed from the constraints: its time, coordinates and
// velocities.
DalStatus dal_model_state(DalModel *model, const DalEvalOptions *options, double *t, double *q,
                          double *velocities);

// Everything there is to know at one state or several, as the command `eval` prints it.
DalStatus dal_model_eval(DalModel *model, const DalEvalOptions *options, DalFormat format,
                         const char **text);

// --- the gallery ---------------------------------------------------------------------------------

size_t dal_example_count(void);
const char *dal_example_name(size_t i);
const char *dal_example_text(size_t i);
// The title in the model's `system` statement, copied into title (cut to size bytes with the end).
void dal_example_title(size_t i, char *title, size_t size);

#ifdef __cplusplus
}
#endif

#endif
