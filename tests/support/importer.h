// support/importer.h: an importer of FMUs, 2.0 and 3.0, for the project's own tests: it unpacks an archive,
// reads the description, loads the code and calls it.
//
// Functions named importer_* return the status of FMI: 0 OK, 1 warning, 2 discard, 3 error.

#ifndef SUPPORT_IMPORTER_H
#define SUPPORT_IMPORTER_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
  char name[120], causality[24], variability[16], initial[16], unit[40];
  bool has_start;
  double start;
  long derivative;  // the place of the state in the list, or -1
  unsigned reference;
} ImportedVariable;

// An event that an FMU has logged: "impact floor" or the like.
typedef struct {
  double t;
  char what[80];
} ImportedEvent;

#define IMPORTED_EVENTS 4000

typedef struct {
  int version;  // 2 or 3
  char folder[64], token[64], identifier[120];
  const char *archive;
  size_t length;
  char *xml;
  double from, to, tolerance;
  size_t n, states, events;
  ImportedVariable *variable;
  size_t first_state;  // their place in the list: states, then derivatives
  void *library;
  size_t messages;  // logged so far: troubles,
  char said[200];   // the last one,
  size_t happened;  // and events
  ImportedEvent *event;
} Importer;

// Which code is called: the binary of the archive; or the source, compiled here with all warnings as errors and, in a
// test with sanitizers, with these.
typedef enum { IMPORT_BINARY, IMPORT_SOURCE } ImportedCode;

// The archive must persist. Fails the test if anything is wrong with it.
void importer_open(Importer *im, int version, const char *archive, size_t length, ImportedCode code);
void importer_close(Importer *im);
// Returns a file of the archive, in memory to be freed; or NULL. size may be NULL.
char *importer_file(const Importer *im, const char *path, size_t *size);
// Returns the place of the variable of that name; fails the test if it does not exist.
size_t importer_find(const Importer *im, const char *name);

// Walk through XML: find the next begin tag of that name (NULL: any) after a place in the text, or NULL; read an
// attribute of the tag at a place, false if it is missing.
const char *xml_next(const char *at, const char *tag);
bool xml_attribute(const char *tag, const char *name, char *value, size_t room);

void *importer_create(Importer *im, bool steps, const char *token);
void importer_free(Importer *im, void *c);
int importer_setup(Importer *im, void *c, double from, double to);  // and into initialization mode
int importer_setup_with(Importer *im, void *c, double tolerance, double from, double to);
int importer_ready(Importer *im, void *c);                          // out of it
int importer_terminate(Importer *im, void *c);
int importer_reset(Importer *im, void *c);
int importer_get(Importer *im, void *c, const unsigned *reference, size_t n, double *value);
int importer_set(Importer *im, void *c, const unsigned *reference, size_t n, const double *value);
int importer_step(Importer *im, void *c, double point, double step, double *last, bool *terminated);
int importer_states(Importer *im, void *c, double *x, size_t n);
int importer_put_states(Importer *im, void *c, const double *x, size_t n);
int importer_put_time(Importer *im, void *c, double time);
int importer_rates(Importer *im, void *c, double *x, size_t n);
int importer_indicators(Importer *im, void *c, double *x, size_t n);
int importer_event_mode(Importer *im, void *c);
int importer_update(Importer *im, void *c, bool *terminate, bool *moved, double *next);  // next: NaN if there is none
int importer_continuous(Importer *im, void *c);
int importer_completed(Importer *im, void *c, bool *event_mode);
int importer_save(Importer *im, void *c, void **state);
int importer_load(Importer *im, void *c, void *state);
int importer_drop(Importer *im, void *c, void **state);
int importer_size(Importer *im, void *c, void *state, size_t *size);
int importer_serialize(Importer *im, void *c, void *state, char *bytes, size_t size);
int importer_deserialize(Importer *im, void *c, const char *bytes, size_t size, void **state);
int importer_directional(Importer *im, void *c, const unsigned *unknown, size_t n,
                         const unsigned *known, size_t m, const double *seed, double *result);
int importer_adjoint(Importer *im, void *c, const unsigned *unknown, size_t n,
                     const unsigned *known, size_t m, const double *seed, double *result);

// Follows the motion by model exchange from its start to `to`, by extrapolation (Gragg, Bulirsch and Stoer), an
// integrator that shares nothing with the program's. next: the first time event, or NaN. *ended: when an event ended
// it, or NaN. Returns the worst status.
int importer_follow(Importer *im, void *c, double to, double next, double *ended);

#endif
