// support/importer.c: unpacks, loads and calls FMUs.

#include "base/process.h"
#include "support/importer.h"
#include "support/check.h"
#include <dlfcn.h>
#include <math.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

// --- the archive ---------------------------------------------------------------------------------

static unsigned long number_at(const char *at, int bytes) {
  unsigned long value = 0;
  for (int i = bytes; i-- > 0;) value = value << 8 | (unsigned char) at[i];
  return value;
}

char *importer_file(const Importer *im, const char *path, size_t *size) {
  const char *end = im->archive + im->length - 22;
  assert_true(im->length > 22 && number_at(end, 4) == 0x06054b50);
  const char *at = im->archive + number_at(end + 16, 4);
  for (unsigned long i = 0; i < number_at(end + 10, 2); i++) {
    assert_int_equal(number_at(at, 4), 0x02014b50);
    const size_t n = number_at(at + 28, 2), length = number_at(at + 24, 4);
    const bool meant = strlen(path) == n && memcmp(at + 46, path, n) == 0;
    const char *local = im->archive + number_at(at + 42, 4);
    at += 46 + n;
    if (!meant) continue;
    assert_int_equal(number_at(local, 4), 0x04034b50);
    assert_int_equal(number_at(local + 8, 2), 0);  // stored
    char *content = malloc(length + 1);
    assert_non_null(content);
    memcpy(content, local + 30 + number_at(local + 26, 2), length);
    content[length] = '\0';
    if (size != NULL) *size = length;
    return content;
  }
  return NULL;
}

static void write_out(const Importer *im, const char *path, const char *name) {
  char place[300];
  size_t n;
  char *content = importer_file(im, path, &n);
  assert_non_null(content);
  snprintf(place, sizeof place, "%s/%s", im->folder, name);
  FILE *file = fopen(place, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(content, 1, n, file), n);
  assert_int_equal(fclose(file), 0);
  free(content);
}

static void take_out(const Importer *im, const char *name) {
  char place[300];
  snprintf(place, sizeof place, "%s/%s", im->folder, name);
  unlink(place);
}

// --- the description -----------------------------------------------------------------------------

const char *xml_next(const char *at, const char *tag) {
  for (at = strchr(at, '<'); at != NULL; at = strchr(at + 1, '<')) {
    const size_t n = strcspn(at + 1, " />\n");
    if (at[1] == '/' || at[1] == '?' || at[1] == '!') continue;
    if (tag == NULL || (strlen(tag) == n && memcmp(at + 1, tag, n) == 0)) return at;
  }
  return NULL;
}

bool xml_attribute(const char *tag, const char *name, char *value, size_t room) {
  const char *end = strchr(tag, '>');
  char wanted[64];
  snprintf(wanted, sizeof wanted, " %s=\"", name);
  const char *at = strstr(tag, wanted);
  value[0] = '\0';
  if (at == NULL || at > end) return false;
  at += strlen(wanted);
  const size_t n = strcspn(at, "\"");
  assert_true(n < room);
  memcpy(value, at, n);
  value[n] = '\0';
  return true;
}

static double number_of(const char *tag, const char *name) {
  char value[64];
  assert_true(xml_attribute(tag, name, value, sizeof value));
  return strtod(value, NULL);
}

static void read_variable(const Importer *im, const char *tag, ImportedVariable *v) {
  char value[64];
  const char *type = im->version == 2 ? xml_next(tag + 1, "Real") : tag;
  assert_non_null(type);
  assert_true(xml_attribute(tag, "name", v->name, sizeof v->name));
  xml_attribute(tag, "causality", v->causality, sizeof v->causality);
  xml_attribute(tag, "variability", v->variability, sizeof v->variability);
  xml_attribute(tag, "initial", v->initial, sizeof v->initial);
  v->reference = (unsigned) number_of(tag, "valueReference");
  xml_attribute(type, "unit", v->unit, sizeof v->unit);
  v->has_start = xml_attribute(type, "start", value, sizeof value);
  v->start = strtod(value, NULL);
  v->derivative = -1;
  if (xml_attribute(type, "derivative", value, sizeof value))
    v->derivative = atol(value) - (im->version == 2);
}

static void read_description(Importer *im) {
  im->xml = importer_file(im, "modelDescription.xml", NULL);
  assert_non_null(im->xml);
  const char *root = xml_next(im->xml, NULL), *experiment = xml_next(im->xml, "DefaultExperiment");
  assert_true(xml_attribute(root, im->version == 2 ? "guid" : "instantiationToken", im->token,
                            sizeof im->token));
  assert_true(xml_attribute(xml_next(im->xml, "CoSimulation"), "modelIdentifier", im->identifier,
                            sizeof im->identifier));
  im->from = number_of(experiment, "startTime");
  im->to = number_of(experiment, "stopTime");
  im->tolerance = number_of(experiment, "tolerance");
  const char *tag = im->version == 2 ? "ScalarVariable" : "Float64";
  for (const char *at = xml_next(im->xml, tag); at != NULL; at = xml_next(at + 1, tag)) im->n++;
  im->variable = calloc(im->n + 1, sizeof *im->variable);
  size_t i = 0;
  for (const char *at = xml_next(im->xml, tag); at != NULL; at = xml_next(at + 1, tag))
    read_variable(im, at, &im->variable[i++]);
  for (i = 0; i < im->n; i++) im->states += im->variable[i].derivative >= 0;
  for (i = im->n; i-- > 0;)
    if (im->variable[i].derivative >= 0) im->first_state = (size_t) im->variable[i].derivative;
  if (im->version == 2) {
    im->events = (size_t) number_of(root, "numberOfEventIndicators");
  } else {
    for (const char *at = xml_next(im->xml, "EventIndicator"); at != NULL;
         at = xml_next(at + 1, "EventIndicator"))
      im->events++;
  }
}

size_t importer_find(const Importer *im, const char *name) {
  for (size_t i = 0; i < im->n; i++)
    if (strcmp(im->variable[i].name, name) == 0) return i;
  fail_msg("there is no variable %s", name);
  return 0;
}

// --- the code ------------------------------------------------------------------------------------

#if defined __SANITIZE_ADDRESS__
#define SANITIZERS " -g1 -fsanitize=address,undefined -fno-sanitize-recover=all"
#else
#define SANITIZERS ""
#endif

#define WORDS_MOST 24
#define STRICT "-std=c99 -pedantic -Wall -Wextra -Werror -ffp-contract=off"

// Runs a program with arguments that contain no spaces; it must exist, unless it may be missing.
static void run(char *words, bool may_be_missing) {
  char program[PATH_MAX], *arguments[WORDS_MOST + 1] = {NULL}, *left = NULL;
  size_t n = 0;
  for (char *word = strtok_r(words, " ", &left); word && n < WORDS_MOST; word = strtok_r(NULL, " ", &left))
    arguments[n++] = word;
  const bool there = process_find(arguments[0], program);
  if (!there && may_be_missing) return;
  assert_true(there);
  Process process = {.program = program, .arguments = arguments, .seconds = 300};
  if (process_run(&process) != PROCESS_DONE) fail_msg("%s", process.output);
}

// Compiles the source alone in its folder, by the compiler of the machine; clang finds no fault in it, either.
static void compile(const Importer *im) {
  char words[900];
  snprintf(words, sizeof words, "cc " STRICT " -fPIC -shared" SANITIZERS " -o %s/model.so %s/model.c -lm", im->folder,
           im->folder);
  run(words, false);
  snprintf(words, sizeof words, "clang " STRICT " -fsyntax-only %s/model.c", im->folder);
  run(words, true);
}

void importer_open(Importer *im, int version, const char *archive, size_t length,
                   ImportedCode code) {
  char path[300];
  *im = (Importer){.version = version, .archive = archive, .length = length};
  snprintf(im->folder, sizeof im->folder, "/tmp/dalembert-fmu-XXXXXX");
  assert_non_null(mkdtemp(im->folder));
  im->event = calloc(IMPORTED_EVENTS, sizeof *im->event);
  assert_non_null(im->event);
  read_description(im);
  if (code == IMPORT_BINARY) {
    snprintf(path, sizeof path, "binaries/%s/%s.so", version == 2 ? "linux64" : "x86_64-linux",
             im->identifier);
    write_out(im, path, "model.so");
  } else {
    // alone in its folder
    snprintf(path, sizeof path, "sources/%s.c", im->identifier);
    write_out(im, path, "model.c");
    compile(im);
  }
  snprintf(path, sizeof path, "%s/model.so", im->folder);
  im->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (im->library == NULL) fail_msg("%s", dlerror());
}

void importer_close(Importer *im) {
  dlclose(im->library);
  take_out(im, "model.so");
  take_out(im, "model.c");
  assert_int_equal(rmdir(im->folder), 0);
  free(im->xml);
  free(im->variable);
  free(im->event);
}

// Finds fmi2NAME or fmi3NAME. ISO C has no cast from an object to a function; POSIX promises that it works.
static void find(const Importer *im, const char *name2, const char *name3, void *function) {
  char name[80];
  snprintf(name, sizeof name, "fmi%d%s", im->version, im->version == 2 ? name2 : name3);
  void *found = dlsym(im->library, name);
  if (found == NULL) fail_msg("there is no function %s", name);
  memcpy(function, &found, sizeof found);
}

#define FUNCTION(type, function, name2, name3, ...) \
  type (*function)(__VA_ARGS__);                    \
  find(im, name2, name3, &function)

static void note(Importer *im, const char *category, const char *message) {
  const char *at = strstr(message, " at time ");
  if (strcmp(category, "logEvents") != 0) {
    im->messages++;
    snprintf(im->said, sizeof im->said, "%s", message);
    return;
  }
  assert_true(at != NULL && at - message < (long) sizeof im->event->what);
  if (im->happened == IMPORTED_EVENTS) return;
  ImportedEvent *event = &im->event[im->happened++];
  memset(event->what, 0, sizeof event->what);
  memcpy(event->what, message, (size_t) (at - message));
  event->t = strtod(at + 9, NULL);
}

// The loggers of FMI 2.0 and 3.0.
static void log_two(void *environment, const char *name, int status, const char *category,
                    const char *message, ...) {
  assert_non_null(name);
  assert_non_null(category);
  assert_null(strchr(message, '%'));
  assert_true(status >= 0 && status <= 3);
  note(environment, category, message);
}

static void log_three(void *environment, int status, const char *category, const char *message) {
  assert_non_null(category);
  assert_non_null(message);
  assert_true(status >= 0 && status <= 3);
  note(environment, category, message);
}

typedef struct {
  void (*logger)(void *, const char *, int, const char *, const char *, ...);
  void *(*allocate)(size_t, size_t);
  void (*free)(void *);
  void (*finished)(void *, int);
  void *environment;
} Callbacks;

void *importer_create(Importer *im, bool steps, const char *token) {
  const char *const url = "file:///none";
  if (im->version == 2) {
    // it must stay as long as the instance
    static Callbacks callbacks;
    callbacks = (Callbacks){.logger = log_two, .environment = im};
    FUNCTION(void *, function, "Instantiate", "", const char *, int, const char *, const char *,
             const Callbacks *, int, int);
    return function("one", steps, token, url, &callbacks, 0, 1);
  }
  if (!steps) {
    FUNCTION(void *, function, "", "InstantiateModelExchange", const char *, const char *,
             const char *, bool, bool, void *, void (*)(void *, int, const char *, const char *));
    return function("one", token, url, false, true, im, log_three);
  }
  FUNCTION(void *, function, "", "InstantiateCoSimulation", const char *, const char *,
           const char *, bool, bool, bool, bool, const unsigned *, size_t, void *,
           void (*)(void *, int, const char *, const char *), void *);
  return function("one", token, url, false, true, false, false, NULL, 0, im, log_three,
                  NULL);
}

void importer_free(Importer *im, void *c) {
  FUNCTION(void, function, "FreeInstance", "FreeInstance", void *);
  function(c);
}

int importer_setup_with(Importer *im, void *c, double tolerance, double from, double to) {
  if (im->version == 2) {
    FUNCTION(int, setup, "SetupExperiment", "", void *, int, double, double, int, double);
    FUNCTION(int, enter, "EnterInitializationMode", "", void *);
    const int status = setup(c, tolerance != 0, tolerance, from, to == to, to);
    return status != 0 ? status : enter(c);
  }
  FUNCTION(int, enter, "", "EnterInitializationMode", void *, bool, double, double, bool, double);
  return enter(c, tolerance != 0, tolerance, from, to == to, to);
}

int importer_setup(Importer *im, void *c, double from, double to) {
  return importer_setup_with(im, c, 0, from, to);
}

// Functions with the same arguments in both versions.
#define SIMPLE(name, name2, name3, parameters, types, arguments) \
  int name parameters {                                          \
    int(*function) types;                                        \
    find(im, name2, name3, &function);                           \
    return function arguments;                                   \
  }
SIMPLE(importer_ready, "ExitInitializationMode", "ExitInitializationMode", (Importer *im, void *c),
       (void *), (c))
SIMPLE(importer_terminate, "Terminate", "Terminate", (Importer *im, void *c), (void *), (c))
SIMPLE(importer_reset, "Reset", "Reset", (Importer *im, void *c), (void *), (c))
SIMPLE(importer_states, "GetContinuousStates", "GetContinuousStates",
       (Importer *im, void *c, double *x, size_t n), (void *, double *, size_t), (c, x, n))
SIMPLE(importer_put_states, "SetContinuousStates", "SetContinuousStates",
       (Importer *im, void *c, const double *x, size_t n), (void *, const double *, size_t),
       (c, x, n))
SIMPLE(importer_put_time, "SetTime", "SetTime", (Importer *im, void *c, double time),
       (void *, double), (c, time))
SIMPLE(importer_rates, "GetDerivatives", "GetContinuousStateDerivatives",
       (Importer *im, void *c, double *x, size_t n), (void *, double *, size_t), (c, x, n))
SIMPLE(importer_indicators, "GetEventIndicators", "GetEventIndicators",
       (Importer *im, void *c, double *x, size_t n), (void *, double *, size_t), (c, x, n))
SIMPLE(importer_event_mode, "EnterEventMode", "EnterEventMode", (Importer *im, void *c), (void *),
       (c))
SIMPLE(importer_continuous, "EnterContinuousTimeMode", "EnterContinuousTimeMode",
       (Importer *im, void *c), (void *), (c))
SIMPLE(importer_save, "GetFMUstate", "GetFMUState", (Importer *im, void *c, void **state),
       (void *, void **), (c, state))
SIMPLE(importer_load, "SetFMUstate", "SetFMUState", (Importer *im, void *c, void *state),
       (void *, void *), (c, state))
SIMPLE(importer_drop, "FreeFMUstate", "FreeFMUState", (Importer *im, void *c, void **state),
       (void *, void **), (c, state))
SIMPLE(importer_size, "SerializedFMUstateSize", "SerializedFMUStateSize",
       (Importer *im, void *c, void *state, size_t *size), (void *, void *, size_t *),
       (c, state, size))
SIMPLE(importer_serialize, "SerializeFMUstate", "SerializeFMUState",
       (Importer *im, void *c, void *state, char *bytes, size_t size),
       (void *, void *, char *, size_t), (c, state, bytes, size))
SIMPLE(importer_deserialize, "DeSerializeFMUstate", "DeSerializeFMUState",
       (Importer *im, void *c, const char *bytes, size_t size, void **state),
       (void *, const char *, size_t, void **), (c, bytes, size, state))

int importer_get(Importer *im, void *c, const unsigned *reference, size_t n, double *value) {
  if (im->version == 2) {
    FUNCTION(int, function, "GetReal", "", void *, const unsigned *, size_t, double *);
    return function(c, reference, n, value);
  }
  FUNCTION(int, function, "", "GetFloat64", void *, const unsigned *, size_t, double *, size_t);
  return function(c, reference, n, value, n);
}

int importer_set(Importer *im, void *c, const unsigned *reference, size_t n, const double *value) {
  if (im->version == 2) {
    FUNCTION(int, function, "SetReal", "", void *, const unsigned *, size_t, const double *);
    return function(c, reference, n, value);
  }
  FUNCTION(int, function, "", "SetFloat64", void *, const unsigned *, size_t, const double *,
           size_t);
  return function(c, reference, n, value, n);
}

int importer_step(Importer *im, void *c, double point, double step, double *last,
                  bool *terminated) {
  *last = point + step;
  *terminated = false;
  if (im->version == 2) {
    int ended = 0;
    FUNCTION(int, function, "DoStep", "", void *, double, double, int);
    FUNCTION(int, real, "GetRealStatus", "", void *, int, double *);
    FUNCTION(int, boolean, "GetBooleanStatus", "", void *, int, int *);
    const int status = function(c, point, step, 1);
    if (status != 2) return status;
    assert_int_equal(real(c, 2, last), 0);
    assert_int_equal(boolean(c, 3, &ended), 0);
    *terminated = ended;
    return status;
  }
  bool event = false, early = false;
  FUNCTION(int, function, "", "DoStep", void *, double, double, bool, bool *, bool *, bool *,
           double *);
  const int status = function(c, point, step, true, &event, terminated, &early, last);
  if (status < 3) assert_false(event || early);
  return status;
}

int importer_update(Importer *im, void *c, bool *terminate, bool *moved, double *next) {
  if (im->version == 2) {
    struct {
      int again, terminate, nominals, values, timed;
      double time;
    } info = {0};
    FUNCTION(int, function, "NewDiscreteStates", "", void *, void *);
    const int status = function(c, &info);
    assert_false(info.again || info.nominals);
    *terminate = info.terminate;
    *moved = info.values;
    *next = info.timed ? info.time : (double) NAN;
    return status;
  }
  bool again = false, nominals = false, timed = false;
  double time = 0;
  FUNCTION(int, function, "", "UpdateDiscreteStates", void *, bool *, bool *, bool *, bool *,
           bool *, double *);
  const int status = function(c, &again, terminate, &nominals, moved, &timed, &time);
  assert_false(again || nominals);
  *next = timed ? time : (double) NAN;
  return status;
}

int importer_completed(Importer *im, void *c, bool *event_mode) {
  if (im->version == 2) {
    int event = 0, ends = 0;
    FUNCTION(int, function, "CompletedIntegratorStep", "", void *, int, int *, int *);
    const int status = function(c, 1, &event, &ends);
    *event_mode = event;
    assert_false(ends);
    return status;
  }
  bool ends = false;
  FUNCTION(int, function, "", "CompletedIntegratorStep", void *, bool, bool *, bool *);
  const int status = function(c, true, event_mode, &ends);
  assert_false(ends);
  return status;
}

int importer_directional(Importer *im, void *c, const unsigned *unknown, size_t n,
                         const unsigned *known, size_t m, const double *seed, double *result) {
  if (im->version == 2) {
    FUNCTION(int, function, "GetDirectionalDerivative", "", void *, const unsigned *, size_t,
             const unsigned *, size_t, const double *, double *);
    return function(c, unknown, n, known, m, seed, result);
  }
  FUNCTION(int, function, "", "GetDirectionalDerivative", void *, const unsigned *, size_t,
           const unsigned *, size_t, const double *, size_t, double *, size_t);
  return function(c, unknown, n, known, m, seed, m, result, n);
}

int importer_adjoint(Importer *im, void *c, const unsigned *unknown, size_t n,
                     const unsigned *known, size_t m, const double *seed, double *result) {
  FUNCTION(int, function, "", "GetAdjointDerivative", void *, const unsigned *, size_t,
           const unsigned *, size_t, const double *, size_t, double *, size_t);
  return function(c, unknown, n, known, m, seed, n, result, m);
}
