// native/text/fmi3.h: the functions of FMI 3.0 (Functional Mock-up Interface, Modelica Association), model
// exchange and co-simulation, over fmu.h.
//
// A part of exported C, plain C99. Names, types and values are those of the standard; sections 2.3, 3.2 and 4.2
// say when each function may be called. There are no clocks, no arrays and no types but Float64.

#if defined _WIN32
#define FMI3_EXPORT __declspec(dllexport)
#elif defined __GNUC__
#define FMI3_EXPORT __attribute__((visibility("default")))
#else
#define FMI3_EXPORT
#endif

typedef void *fmi3Instance;
typedef void *fmi3InstanceEnvironment;
typedef void *fmi3FMUState;
typedef uint32_t fmi3ValueReference;
typedef float fmi3Float32;
typedef double fmi3Float64;
typedef int8_t fmi3Int8;
typedef uint8_t fmi3UInt8;
typedef int16_t fmi3Int16;
typedef uint16_t fmi3UInt16;
typedef int32_t fmi3Int32;
typedef uint32_t fmi3UInt32;
typedef int64_t fmi3Int64;
typedef uint64_t fmi3UInt64;
typedef bool fmi3Boolean;
typedef bool fmi3Clock;
typedef const char *fmi3String;
typedef uint8_t fmi3Byte;
typedef const fmi3Byte *fmi3Binary;

typedef enum { fmi3OK, fmi3Warning, fmi3Discard, fmi3Error, fmi3Fatal } fmi3Status;
typedef enum {
  fmi3Independent,
  fmi3Constant,
  fmi3Fixed,
  fmi3Tunable,
  fmi3Discrete,
  fmi3Dependent
} fmi3DependencyKind;
typedef enum {
  fmi3IntervalNotYetKnown,
  fmi3IntervalUnchanged,
  fmi3IntervalChanged
} fmi3IntervalQualifier;

typedef void (*fmi3LogMessageCallback)(fmi3InstanceEnvironment, fmi3Status, fmi3String, fmi3String);
typedef void (*fmi3ClockUpdateCallback)(fmi3InstanceEnvironment);
typedef void (*fmi3IntermediateUpdateCallback)(fmi3InstanceEnvironment, fmi3Float64, fmi3Boolean,
                                               fmi3Boolean, fmi3Boolean, fmi3Boolean, fmi3Boolean *,
                                               fmi3Float64 *);
typedef void (*fmi3LockPreemptionCallback)(void);
typedef void (*fmi3UnlockPreemptionCallback)(void);

// Declares `in`, the instance. The call is an error unless it is in one of these modes.
#define FMI3_IN(modes)              \
  FmuInstance *const in = c;        \
  if (in == NULL) return fmi3Error; \
  if (!fmu_may(in, (modes), __func__)) return fmi3Error
#define FMI3_IN_ME(modes) \
  FMI3_IN(modes);         \
  if (in->steps) return (fmi3Status) fmu_fail(in, FMU_ERROR, "%s is for model exchange", __func__)
#define FMI3_IN_CS(modes) \
  FMI3_IN(modes);         \
  if (!in->steps) return (fmi3Status) fmu_fail(in, FMU_ERROR, "%s is for co-simulation", __func__)
#define FMI3_NEED(condition) \
  if (!(condition))          \
  return (fmi3Status) fmu_fail(in, FMU_ERROR, "%s: an argument is missing or too short", __func__)
#define FMI3_NOTHING(what) \
  return (fmi3Status) fmu_fail(in, FMU_ERROR, "%s: " what, __func__)

#define FMI3_GETS (FMU_INITIALIZATION | FMU_RUNNING | FMU_TERMINATED)

// A function of the interface: its prototype, for compilers that ask for one, and its head.
#define FMI3_FUNCTION(type, name, arguments) \
  FMI3_EXPORT type name arguments;           \
  type name arguments

FMI3_FUNCTION(const char *, fmi3GetVersion, (void)) {
  return "3.0";
}

static void fmi3_log(FmuInstance *in, int status, const char *message) {
  static const char *const category[] = {"logEvents", "logStatusWarning", "logStatusDiscard",
                                         "logStatusError"};
  fmi3LogMessageCallback logger;
  memcpy(&logger, in->logger, sizeof logger);
  if (logger != NULL) logger(in->environment, (fmi3Status) status, category[status], message);
}

static fmi3Instance fmi3_create(fmi3String name, fmi3String token, fmi3Boolean logging, int steps,
                                fmi3InstanceEnvironment environment, fmi3LogMessageCallback log) {
  if (name == NULL || token == NULL) return NULL;
  FmuInstance *in = fmu_create(name);
  if (in == NULL) return NULL;
  memcpy(in->logger, &log, sizeof log);
  in->environment = environment;
  in->log = fmi3_log;
  in->logging = logging;
  in->steps = steps;
  if (*name != '\0' && strcmp(token, FMU_TOKEN) == 0) return in;
  fmu_fail(in, FMU_ERROR, *name == '\0' ? "the instance has no name" : "the token is of another FMU");
  fmu_destroy(in);
  return NULL;
}

FMI3_FUNCTION(fmi3Instance, fmi3InstantiateModelExchange,
              (fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible,
               fmi3Boolean logging, fmi3InstanceEnvironment environment,
               fmi3LogMessageCallback log)) {
  (void) resources, (void) visible;
  return fmi3_create(name, token, logging, 0, environment, log);
}

FMI3_FUNCTION(fmi3Instance, fmi3InstantiateCoSimulation,
              (fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible,
               fmi3Boolean logging, fmi3Boolean event_mode, fmi3Boolean early_return,
               const fmi3ValueReference intermediate[], size_t n,
               fmi3InstanceEnvironment environment, fmi3LogMessageCallback log,
               fmi3IntermediateUpdateCallback update)) {
  (void) resources, (void) visible, (void) early_return, (void) intermediate, (void) update;
  fmi3Instance c = fmi3_create(name, token, logging, 1, environment, log);
  if (c == NULL || (!event_mode && n == 0)) return c;
  fmu_fail(c, FMU_ERROR, "there is neither an event mode nor an intermediate update");
  fmu_destroy(c);
  return NULL;
}

FMI3_FUNCTION(fmi3Instance, fmi3InstantiateScheduledExecution,
              (fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible,
               fmi3Boolean logging, fmi3InstanceEnvironment environment, fmi3LogMessageCallback log,
               fmi3ClockUpdateCallback update, fmi3LockPreemptionCallback lock,
               fmi3UnlockPreemptionCallback unlock)) {
  (void) name, (void) token, (void) resources, (void) visible, (void) logging, (void) update;
  (void) lock, (void) unlock;
  if (log != NULL) log(environment, fmi3Error, "logStatusError", "there is no scheduled execution");
  return NULL;
}

FMI3_FUNCTION(void, fmi3FreeInstance, (fmi3Instance c)) {
  fmu_destroy(c);
}

FMI3_FUNCTION(fmi3Status, fmi3SetDebugLogging,
              (fmi3Instance c, fmi3Boolean on, size_t n, const fmi3String categories[])) {
  FMI3_IN(FMU_ANY);
  FMI3_NEED(n == 0 || categories != NULL);
  in->logging = on;
  return fmi3OK;
}

FMI3_FUNCTION(fmi3Status, fmi3EnterInitializationMode,
              (fmi3Instance c, fmi3Boolean tolerance_given, fmi3Float64 tolerance,
               fmi3Float64 start, fmi3Boolean stop_given, fmi3Float64 stop)) {
  FMI3_IN(FMU_INSTANTIATED);
  const int status = fmu_set_experiment(in, tolerance_given, tolerance, start, stop_given, stop);
  if (status == FMU_OK) in->s.mode = FMU_INITIALIZATION;
  return (fmi3Status) status;
}

FMI3_FUNCTION(fmi3Status, fmi3ExitInitializationMode, (fmi3Instance c)) {
  FMI3_IN(FMU_INITIALIZATION);
  const int status = fmu_initialize(in);
  if (status == FMU_OK) in->s.mode = in->steps ? FMU_STEP : FMU_EVENT;
  return (fmi3Status) status;
}

FMI3_FUNCTION(fmi3Status, fmi3Terminate, (fmi3Instance c)) {
  FMI3_IN(FMU_RUNNING);
  in->s.mode = FMU_TERMINATED;
  return fmi3OK;
}

FMI3_FUNCTION(fmi3Status, fmi3Reset, (fmi3Instance c)) {
  FMI3_IN(FMU_ANY);
  fmu_reset(in);
  return fmi3OK;
}

// --- values --------------------------------------------------------------------------------------

FMI3_FUNCTION(fmi3Status, fmi3GetFloat64,
              (fmi3Instance c, const fmi3ValueReference vr[], size_t n, fmi3Float64 value[],
               size_t values)) {
  FMI3_IN(FMI3_GETS);
  FMI3_NEED(n == values && (n == 0 || (vr != NULL && value != NULL)));
  return (fmi3Status) fmu_get_all(in, vr, n, value);
}

FMI3_FUNCTION(fmi3Status, fmi3SetFloat64,
              (fmi3Instance c, const fmi3ValueReference vr[], size_t n, const fmi3Float64 value[],
               size_t values)) {
  FMI3_IN(FMU_INSTANTIATED | FMU_INITIALIZATION | FMU_EVENT | FMU_CONTINUOUS | FMU_STEP);
  FMI3_NEED(n == values && (n == 0 || (vr != NULL && value != NULL)));
  return (fmi3Status) fmu_set_all(in, vr, n, value);
}

// All variables are of type Float64.
#define FMI3_OTHER(name, type)                                                                 \
  FMI3_FUNCTION(fmi3Status, fmi3Get##name,                                                     \
                (fmi3Instance c, const fmi3ValueReference vr[], size_t n, type value[],        \
                 size_t values)) {                                                             \
    FMI3_IN(FMU_ANY);                                                                          \
    (void) vr, (void) value;                                                                   \
    if (n == 0 && values == 0) return fmi3OK;                                                  \
    FMI3_NOTHING("all variables are of type Float64");                                         \
  }                                                                                            \
  FMI3_FUNCTION(fmi3Status, fmi3Set##name,                                                     \
                (fmi3Instance c, const fmi3ValueReference vr[], size_t n, const type value[],  \
                 size_t values)) {                                                             \
    FMI3_IN(FMU_ANY);                                                                          \
    (void) vr, (void) value;                                                                   \
    if (n == 0 && values == 0) return fmi3OK;                                                  \
    FMI3_NOTHING("all variables are of type Float64");                                         \
  }
FMI3_OTHER(Float32, fmi3Float32)
FMI3_OTHER(Int8, fmi3Int8)
FMI3_OTHER(UInt8, fmi3UInt8)
FMI3_OTHER(Int16, fmi3Int16)
FMI3_OTHER(UInt16, fmi3UInt16)
FMI3_OTHER(Int32, fmi3Int32)
FMI3_OTHER(UInt32, fmi3UInt32)
FMI3_OTHER(Int64, fmi3Int64)
FMI3_OTHER(UInt64, fmi3UInt64)
FMI3_OTHER(Boolean, fmi3Boolean)
FMI3_OTHER(String, fmi3String)
#undef FMI3_OTHER

FMI3_FUNCTION(fmi3Status, fmi3GetBinary,
              (fmi3Instance c, const fmi3ValueReference vr[], size_t n, size_t sizes[],
               fmi3Binary value[], size_t values)) {
  FMI3_IN(FMU_ANY);
  (void) vr, (void) sizes, (void) value;
  if (n == 0 && values == 0) return fmi3OK;
  FMI3_NOTHING("all variables are of type Float64");
}

FMI3_FUNCTION(fmi3Status, fmi3SetBinary,
              (fmi3Instance c, const fmi3ValueReference vr[], size_t n, const size_t sizes[],
               const fmi3Binary value[], size_t values)) {
  FMI3_IN(FMU_ANY);
  (void) vr, (void) sizes, (void) value;
  if (n == 0 && values == 0) return fmi3OK;
  FMI3_NOTHING("all variables are of type Float64");
}

// --- derivatives ---------------------------------------------------------------------------------

FMI3_FUNCTION(fmi3Status, fmi3GetDirectionalDerivative,
              (fmi3Instance c, const fmi3ValueReference unknown[], size_t n,
               const fmi3ValueReference known[], size_t m, const fmi3Float64 seed[], size_t seeds,
               fmi3Float64 sensitivity[], size_t sensitivities)) {
  FMI3_IN(FMI3_GETS);
  FMI3_NEED(seeds == m && sensitivities == n);
  FMI3_NEED((n == 0 || (unknown != NULL && sensitivity != NULL)) &&
            (m == 0 || (known != NULL && seed != NULL)));
  return (fmi3Status) fmu_directional(in, unknown, n, known, m, seed, sensitivity);
}

FMI3_FUNCTION(fmi3Status, fmi3GetAdjointDerivative,
              (fmi3Instance c, const fmi3ValueReference unknown[], size_t n,
               const fmi3ValueReference known[], size_t m, const fmi3Float64 seed[], size_t seeds,
               fmi3Float64 sensitivity[], size_t sensitivities)) {
  FMI3_IN(FMI3_GETS);
  FMI3_NEED(seeds == n && sensitivities == m);
  FMI3_NEED((n == 0 || (unknown != NULL && seed != NULL)) &&
            (m == 0 || (known != NULL && sensitivity != NULL)));
  return (fmi3Status) fmu_adjoint(in, unknown, n, known, m, seed, sensitivity);
}

// --- saved states --------------------------------------------------------------------------------

FMI3_FUNCTION(fmi3Status, fmi3GetFMUState, (fmi3Instance c, fmi3FMUState *state)) {
  FMI3_IN(FMU_ANY);
  FMI3_NEED(state != NULL);
  return (fmi3Status) fmu_get_state(in, state);
}

FMI3_FUNCTION(fmi3Status, fmi3SetFMUState, (fmi3Instance c, fmi3FMUState state)) {
  FMI3_IN(FMU_ANY);
  FMI3_NEED(state != NULL);
  return (fmi3Status) fmu_set_state(in, state);
}

FMI3_FUNCTION(fmi3Status, fmi3FreeFMUState, (fmi3Instance c, fmi3FMUState *state)) {
  FMI3_IN(FMU_ANY);
  if (state == NULL) return fmi3OK;
  free(*state);
  *state = NULL;
  return fmi3OK;
}

FMI3_FUNCTION(fmi3Status, fmi3SerializedFMUStateSize,
              (fmi3Instance c, fmi3FMUState state, size_t *size)) {
  FMI3_IN(FMU_ANY);
  FMI3_NEED(state != NULL && size != NULL);
  *size = FMU_SERIALIZED;
  return fmi3OK;
}

FMI3_FUNCTION(fmi3Status, fmi3SerializeFMUState,
              (fmi3Instance c, fmi3FMUState state, fmi3Byte bytes[], size_t size)) {
  FMI3_IN(FMU_ANY);
  FMI3_NEED(state != NULL && bytes != NULL && size >= FMU_SERIALIZED);
  return (fmi3Status) fmu_serialize(in, state, bytes);
}

FMI3_FUNCTION(fmi3Status, fmi3DeSerializeFMUState,
              (fmi3Instance c, const fmi3Byte bytes[], size_t size, fmi3FMUState *state)) {
  FMI3_IN(FMU_ANY);
  FMI3_NEED(state != NULL && bytes != NULL);
  return (fmi3Status) fmu_deserialize(in, bytes, size, state);
}

// --- dependencies, clocks ------------------------------------------------------------------------

FMI3_FUNCTION(fmi3Status, fmi3GetNumberOfVariableDependencies,
              (fmi3Instance c, fmi3ValueReference vr, size_t *n)) {
  FMI3_IN(FMU_ANY);
  (void) vr, (void) n;
  FMI3_NOTHING("dependencies are in the description of the model");
}

FMI3_FUNCTION(fmi3Status, fmi3GetVariableDependencies,
              (fmi3Instance c, fmi3ValueReference dependent, size_t elements[],
               fmi3ValueReference independent[], size_t others[], fmi3DependencyKind kind[],
               size_t n)) {
  FMI3_IN(FMU_ANY);
  (void) dependent, (void) elements, (void) independent, (void) others, (void) kind, (void) n;
  FMI3_NOTHING("dependencies are in the description of the model");
}

// Functions for clocks, which no model has: the arguments after the count are named a and b.
#define FMI3_CLOCK(name, arguments, unused)    \
  FMI3_FUNCTION(fmi3Status, name, arguments) { \
    FMI3_IN(FMU_ANY);                          \
    (void) vr;                                 \
    unused;                                    \
    if (n == 0) return fmi3OK;                 \
    FMI3_NOTHING("there are no clocks");       \
  }
#define FMI3_ONE (void) a
#define FMI3_TWO (void) a, (void) b
#define FMI3_VR fmi3Instance c, const fmi3ValueReference vr[], size_t n
FMI3_CLOCK(fmi3GetClock, (FMI3_VR, fmi3Clock a[]), FMI3_ONE)
FMI3_CLOCK(fmi3SetClock, (FMI3_VR, const fmi3Clock a[]), FMI3_ONE)
FMI3_CLOCK(fmi3GetIntervalDecimal, (FMI3_VR, fmi3Float64 a[], fmi3IntervalQualifier b[]), FMI3_TWO)
FMI3_CLOCK(fmi3GetIntervalFraction,
           (FMI3_VR, fmi3UInt64 a[], fmi3UInt64 b[], fmi3IntervalQualifier q[]),
           ((void) q, FMI3_TWO))
FMI3_CLOCK(fmi3GetShiftDecimal, (FMI3_VR, fmi3Float64 a[]), FMI3_ONE)
FMI3_CLOCK(fmi3GetShiftFraction, (FMI3_VR, fmi3UInt64 a[], fmi3UInt64 b[]), FMI3_TWO)
FMI3_CLOCK(fmi3SetIntervalDecimal, (FMI3_VR, const fmi3Float64 a[]), FMI3_ONE)
FMI3_CLOCK(fmi3SetIntervalFraction, (FMI3_VR, const fmi3UInt64 a[], const fmi3UInt64 b[]), FMI3_TWO)
FMI3_CLOCK(fmi3SetShiftDecimal, (FMI3_VR, const fmi3Float64 a[]), FMI3_ONE)
FMI3_CLOCK(fmi3SetShiftFraction, (FMI3_VR, const fmi3UInt64 a[], const fmi3UInt64 b[]), FMI3_TWO)

FMI3_FUNCTION(fmi3Status, fmi3ActivateModelPartition,
              (fmi3Instance c, fmi3ValueReference clock, fmi3Float64 time)) {
  FMI3_IN(FMU_ANY);
  (void) clock, (void) time;
  FMI3_NOTHING("there are no clocks");
}

FMI3_FUNCTION(fmi3Status, fmi3EnterConfigurationMode, (fmi3Instance c)) {
  FMI3_IN(FMU_ANY);
  FMI3_NOTHING("there are no structural parameters");
}

FMI3_FUNCTION(fmi3Status, fmi3ExitConfigurationMode, (fmi3Instance c)) {
  FMI3_IN(FMU_ANY);
  FMI3_NOTHING("there are no structural parameters");
}

FMI3_FUNCTION(fmi3Status, fmi3EnterStepMode, (fmi3Instance c)) {
  FMI3_IN_CS(FMU_ANY);
  FMI3_NOTHING("there is no event mode");
}

FMI3_FUNCTION(fmi3Status, fmi3GetOutputDerivatives,
              (fmi3Instance c, const fmi3ValueReference vr[], size_t n, const fmi3Int32 order[],
               fmi3Float64 value[], size_t values)) {
  FMI3_IN_CS(FMU_ANY);
  (void) vr, (void) n, (void) order, (void) value, (void) values;
  FMI3_NOTHING("there are no derivatives of outputs");
}

// --- model exchange ------------------------------------------------------------------------------

FMI3_FUNCTION(fmi3Status, fmi3EnterEventMode, (fmi3Instance c)) {
  FMI3_IN_ME(FMU_EVENT | FMU_CONTINUOUS);
  in->s.mode = FMU_EVENT;
  return fmi3OK;
}

FMI3_FUNCTION(fmi3Status, fmi3EvaluateDiscreteStates, (fmi3Instance c)) {
  FMI3_IN(FMU_INITIALIZATION | FMU_EVENT);
  return fmi3OK;
}

FMI3_FUNCTION(fmi3Status, fmi3UpdateDiscreteStates,
              (fmi3Instance c, fmi3Boolean *again, fmi3Boolean *terminate, fmi3Boolean *nominals,
               fmi3Boolean *values, fmi3Boolean *timed, fmi3Float64 *time)) {
  FMI3_IN_ME(FMU_EVENT);
  FMI3_NEED(again != NULL && terminate != NULL && nominals != NULL && values != NULL &&
            timed != NULL && time != NULL);
  int ends = 0, moved = 0;
  double next = HUGE_VAL;
  const int status = fmu_update(in, &ends, &moved, &next);
  *again = *nominals = false;
  *terminate = ends != 0;
  *values = moved != 0;
  *timed = next > in->s.t && next < HUGE_VAL;
  if (*timed) *time = next;
  return (fmi3Status) status;
}

FMI3_FUNCTION(fmi3Status, fmi3EnterContinuousTimeMode, (fmi3Instance c)) {
  FMI3_IN_ME(FMU_EVENT);
  in->s.mode = FMU_CONTINUOUS;
  return fmi3OK;
}

FMI3_FUNCTION(fmi3Status, fmi3CompletedIntegratorStep,
              (fmi3Instance c, fmi3Boolean no_return, fmi3Boolean *event_mode,
               fmi3Boolean *terminate)) {
  FMI3_IN_ME(FMU_CONTINUOUS);
  FMI3_NEED(event_mode != NULL && terminate != NULL);
  (void) no_return;
  *event_mode = fmu_wants_event(in) != 0;
  *terminate = false;
  return fmi3OK;
}

FMI3_FUNCTION(fmi3Status, fmi3SetTime, (fmi3Instance c, fmi3Float64 time)) {
  FMI3_IN_ME(FMU_EVENT | FMU_CONTINUOUS);
  FMI3_NEED(time * 0 == 0);
  in->s.t = time;
  fmu_forget(in);
  return fmi3OK;
}

FMI3_FUNCTION(fmi3Status, fmi3SetContinuousStates,
              (fmi3Instance c, const fmi3Float64 x[], size_t n)) {
  FMI3_IN_ME(FMU_EVENT | FMU_CONTINUOUS);
  FMI3_NEED(n == FMU_X && x != NULL);
  memcpy(in->s.y, x, FMU_X * sizeof *x);
  fmu_forget(in);
  return fmi3OK;
}

FMI3_FUNCTION(fmi3Status, fmi3GetContinuousStateDerivatives,
              (fmi3Instance c, fmi3Float64 derivatives[], size_t n)) {
  FMI3_IN_ME(FMI3_GETS);
  FMI3_NEED(n == FMU_X && derivatives != NULL);
  return (fmi3Status) fmu_derivatives(in, derivatives);
}

FMI3_FUNCTION(fmi3Status, fmi3GetEventIndicators,
              (fmi3Instance c, fmi3Float64 indicators[], size_t n)) {
  FMI3_IN_ME(FMI3_GETS);
  FMI3_NEED(n == FMU_EVENTS && (n == 0 || indicators != NULL));
  fmu_make(in);
  if (n > 0) fmu_indicators(in, indicators);
  return fmi3OK;
}

FMI3_FUNCTION(fmi3Status, fmi3GetContinuousStates, (fmi3Instance c, fmi3Float64 x[], size_t n)) {
  FMI3_IN_ME(FMI3_GETS);
  FMI3_NEED(n == FMU_X && x != NULL);
  memcpy(x, in->s.y, FMU_X * sizeof *x);
  return fmi3OK;
}

FMI3_FUNCTION(fmi3Status, fmi3GetNominalsOfContinuousStates,
              (fmi3Instance c, fmi3Float64 x[], size_t n)) {
  FMI3_IN_ME(FMU_ANY);
  FMI3_NEED(n == FMU_X && x != NULL);
  for (size_t i = 0; i < n; i++) x[i] = 1;
  return fmi3OK;
}

FMI3_FUNCTION(fmi3Status, fmi3GetNumberOfEventIndicators, (fmi3Instance c, size_t *n)) {
  FMI3_IN_ME(FMU_ANY);
  FMI3_NEED(n != NULL);
  *n = FMU_EVENTS;
  return fmi3OK;
}

FMI3_FUNCTION(fmi3Status, fmi3GetNumberOfContinuousStates, (fmi3Instance c, size_t *n)) {
  FMI3_IN_ME(FMU_ANY);
  FMI3_NEED(n != NULL);
  *n = FMU_X;
  return fmi3OK;
}

// --- co-simulation -------------------------------------------------------------------------------

// A step that an event ends succeeds up to there; a step that cannot be finished for another reason is discarded.
FMI3_FUNCTION(fmi3Status, fmi3DoStep,
              (fmi3Instance c, fmi3Float64 point, fmi3Float64 step, fmi3Boolean no_return,
               fmi3Boolean *event_mode, fmi3Boolean *terminate, fmi3Boolean *early,
               fmi3Float64 *last)) {
  FMI3_IN_CS(FMU_STEP);
  FMI3_NEED(event_mode != NULL && terminate != NULL && early != NULL && last != NULL);
  (void) no_return;
  const int status = fmu_step(in, point, step);
  *event_mode = *early = false;
  *terminate = in->s.terminated != 0;
  *last = in->s.t;
  return (fmi3Status) (status == FMU_DISCARD && in->s.terminated ? FMU_OK : status);
}
