// native/text/fmi2.h: the functions of FMI 2.0 (Functional Mock-up Interface, Modelica Association), model
// exchange and co-simulation, over fmu.h.
//
// A part of exported C, plain C99. Names, types and values are those of the standard; sections 2.1, 3.2 and 4.2
// say when each function may be called.

#if defined _WIN32
#define FMI2_EXPORT __declspec(dllexport)
#elif defined __GNUC__
#define FMI2_EXPORT __attribute__((visibility("default")))
#else
#define FMI2_EXPORT
#endif

typedef void *fmi2Component;
typedef void *fmi2ComponentEnvironment;
typedef void *fmi2FMUstate;
typedef unsigned int fmi2ValueReference;
typedef double fmi2Real;
typedef int fmi2Integer;
typedef int fmi2Boolean;
typedef char fmi2Char;
typedef const fmi2Char *fmi2String;
typedef char fmi2Byte;

typedef enum { fmi2OK, fmi2Warning, fmi2Discard, fmi2Error, fmi2Fatal, fmi2Pending } fmi2Status;
typedef enum { fmi2ModelExchange, fmi2CoSimulation } fmi2Type;
typedef enum {
  fmi2DoStepStatus,
  fmi2PendingStatus,
  fmi2LastSuccessfulTime,
  fmi2Terminated
} fmi2StatusKind;

typedef void (*fmi2CallbackLogger)(fmi2ComponentEnvironment, fmi2String, fmi2Status, fmi2String,
                                   fmi2String, ...);

typedef struct {
  fmi2CallbackLogger logger;
  void *(*allocateMemory)(size_t, size_t);
  void (*freeMemory)(void *);
  void (*stepFinished)(fmi2ComponentEnvironment, fmi2Status);
  fmi2ComponentEnvironment componentEnvironment;
} fmi2CallbackFunctions;

typedef struct {
  fmi2Boolean newDiscreteStatesNeeded;
  fmi2Boolean terminateSimulation;
  fmi2Boolean nominalsOfContinuousStatesChanged;
  fmi2Boolean valuesOfContinuousStatesChanged;
  fmi2Boolean nextEventTimeDefined;
  fmi2Real nextEventTime;
} fmi2EventInfo;

// No header declares the functions: their prototypes come first, for compilers that ask for them.
FMI2_EXPORT const char *fmi2GetTypesPlatform(void);
FMI2_EXPORT const char *fmi2GetVersion(void);
FMI2_EXPORT fmi2Status fmi2SetDebugLogging(fmi2Component c, fmi2Boolean on, size_t n,
                                           const fmi2String categories[]);
FMI2_EXPORT fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid,
                                          fmi2String resources,
                                          const fmi2CallbackFunctions *functions,
                                          fmi2Boolean visible, fmi2Boolean logging);
FMI2_EXPORT void fmi2FreeInstance(fmi2Component c);
FMI2_EXPORT fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean tolerance_given,
                                           fmi2Real tolerance, fmi2Real start,
                                           fmi2Boolean stop_given, fmi2Real stop);
FMI2_EXPORT fmi2Status fmi2EnterInitializationMode(fmi2Component c);
FMI2_EXPORT fmi2Status fmi2ExitInitializationMode(fmi2Component c);
FMI2_EXPORT fmi2Status fmi2Terminate(fmi2Component c);
FMI2_EXPORT fmi2Status fmi2Reset(fmi2Component c);
#define FMI2_ACCESS(name, type)                                                              \
  FMI2_EXPORT fmi2Status fmi2Get##name(fmi2Component c, const fmi2ValueReference vr[],       \
                                       size_t n, type value[]);                              \
  FMI2_EXPORT fmi2Status fmi2Set##name(fmi2Component c, const fmi2ValueReference vr[],       \
                                       size_t n, const type value[]);
FMI2_ACCESS(Real, fmi2Real)
FMI2_ACCESS(Integer, fmi2Integer)
FMI2_ACCESS(Boolean, fmi2Boolean)
FMI2_ACCESS(String, fmi2String)
#undef FMI2_ACCESS
FMI2_EXPORT fmi2Status fmi2GetFMUstate(fmi2Component c, fmi2FMUstate *state);
FMI2_EXPORT fmi2Status fmi2SetFMUstate(fmi2Component c, fmi2FMUstate state);
FMI2_EXPORT fmi2Status fmi2FreeFMUstate(fmi2Component c, fmi2FMUstate *state);
FMI2_EXPORT fmi2Status fmi2SerializedFMUstateSize(fmi2Component c, fmi2FMUstate state,
                                                  size_t *size);
FMI2_EXPORT fmi2Status fmi2SerializeFMUstate(fmi2Component c, fmi2FMUstate state, fmi2Byte bytes[],
                                             size_t size);
FMI2_EXPORT fmi2Status fmi2DeSerializeFMUstate(fmi2Component c, const fmi2Byte bytes[], size_t size,
                                               fmi2FMUstate *state);
FMI2_EXPORT fmi2Status fmi2GetDirectionalDerivative(fmi2Component c,
                                                    const fmi2ValueReference unknown[], size_t n,
                                                    const fmi2ValueReference known[], size_t m,
                                                    const fmi2Real direction[], fmi2Real result[]);
FMI2_EXPORT fmi2Status fmi2EnterEventMode(fmi2Component c);
FMI2_EXPORT fmi2Status fmi2NewDiscreteStates(fmi2Component c, fmi2EventInfo *info);
FMI2_EXPORT fmi2Status fmi2EnterContinuousTimeMode(fmi2Component c);
FMI2_EXPORT fmi2Status fmi2CompletedIntegratorStep(fmi2Component c, fmi2Boolean no_return,
                                                   fmi2Boolean *event_mode, fmi2Boolean *terminate);
FMI2_EXPORT fmi2Status fmi2SetTime(fmi2Component c, fmi2Real time);
FMI2_EXPORT fmi2Status fmi2SetContinuousStates(fmi2Component c, const fmi2Real x[], size_t n);
FMI2_EXPORT fmi2Status fmi2GetDerivatives(fmi2Component c, fmi2Real derivatives[], size_t n);
FMI2_EXPORT fmi2Status fmi2GetEventIndicators(fmi2Component c, fmi2Real indicators[], size_t n);
FMI2_EXPORT fmi2Status fmi2GetContinuousStates(fmi2Component c, fmi2Real x[], size_t n);
FMI2_EXPORT fmi2Status fmi2GetNominalsOfContinuousStates(fmi2Component c, fmi2Real x[], size_t n);
FMI2_EXPORT fmi2Status fmi2SetRealInputDerivatives(fmi2Component c, const fmi2ValueReference vr[],
                                                   size_t n, const fmi2Integer order[],
                                                   const fmi2Real value[]);
FMI2_EXPORT fmi2Status fmi2GetRealOutputDerivatives(fmi2Component c, const fmi2ValueReference vr[],
                                                    size_t n, const fmi2Integer order[],
                                                    fmi2Real value[]);
FMI2_EXPORT fmi2Status fmi2DoStep(fmi2Component c, fmi2Real point, fmi2Real step,
                                  fmi2Boolean no_return);
FMI2_EXPORT fmi2Status fmi2CancelStep(fmi2Component c);
#define FMI2_STATUS(name, type) \
  FMI2_EXPORT fmi2Status fmi2Get##name(fmi2Component c, const fmi2StatusKind kind, type *value);
FMI2_STATUS(Status, fmi2Status)
FMI2_STATUS(RealStatus, fmi2Real)
FMI2_STATUS(IntegerStatus, fmi2Integer)
FMI2_STATUS(BooleanStatus, fmi2Boolean)
FMI2_STATUS(StringStatus, fmi2String)
#undef FMI2_STATUS

// Declares `in`, the instance. The call is an error unless it is in one of these modes.
#define FMI2_IN(modes)                   \
  FmuInstance *const in = c;             \
  if (in == NULL) return fmi2Error;      \
  if (!fmu_may(in, (modes), __func__)) return fmi2Error
#define FMI2_IN_ME(modes) \
  FMI2_IN(modes);         \
  if (in->steps) return (fmi2Status) fmu_fail(in, FMU_ERROR, "%s is for model exchange", __func__)
#define FMI2_IN_CS(modes) \
  FMI2_IN(modes);         \
  if (!in->steps) return (fmi2Status) fmu_fail(in, FMU_ERROR, "%s is for co-simulation", __func__)
#define FMI2_NEED(condition) \
  if (!(condition))          \
  return (fmi2Status) fmu_fail(in, FMU_ERROR, "%s: an argument is missing or too short", __func__)

#define FMI2_GETS (FMU_INITIALIZATION | FMU_RUNNING | FMU_TERMINATED)

const char *fmi2GetTypesPlatform(void) {
  return "default";
}

const char *fmi2GetVersion(void) {
  return "2.0";
}

static void fmi2_log(FmuInstance *in, int status, const char *message) {
  static const char *const category[] = {"logEvents", "logStatusWarning", "logStatusDiscard",
                                         "logStatusError"};
  fmi2CallbackLogger logger;
  memcpy(&logger, in->logger, sizeof logger);
  if (logger != NULL)
    logger(in->environment, in->name, (fmi2Status) status, category[status], message);
}

fmi2Status fmi2SetDebugLogging(fmi2Component c, fmi2Boolean on, size_t n,
                               const fmi2String categories[]) {
  FMI2_IN(FMU_ANY);
  FMI2_NEED(n == 0 || categories != NULL);
  in->logging = on;
  return fmi2OK;
}

fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources,
                              const fmi2CallbackFunctions *functions, fmi2Boolean visible,
                              fmi2Boolean logging) {
  (void) resources, (void) visible;
  if (functions == NULL || name == NULL || guid == NULL) return NULL;
  if (type != fmi2ModelExchange && type != fmi2CoSimulation) return NULL;
  FmuInstance *in = fmu_create(name);
  if (in == NULL) return NULL;
  memcpy(in->logger, &functions->logger, sizeof functions->logger);
  in->environment = functions->componentEnvironment;
  in->log = fmi2_log;
  in->logging = logging;
  in->steps = type == fmi2CoSimulation;
  if (*name != '\0' && strcmp(guid, FMU_TOKEN) == 0) return in;
  fmu_fail(in, FMU_ERROR, *name == '\0' ? "the instance has no name" : "the GUID is of another FMU");
  fmu_destroy(in);
  return NULL;
}

void fmi2FreeInstance(fmi2Component c) {
  fmu_destroy(c);
}

fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean tolerance_given, fmi2Real tolerance,
                               fmi2Real start, fmi2Boolean stop_given, fmi2Real stop) {
  FMI2_IN(FMU_INSTANTIATED);
  return (fmi2Status) fmu_set_experiment(in, tolerance_given, tolerance, start, stop_given, stop);
}

fmi2Status fmi2EnterInitializationMode(fmi2Component c) {
  FMI2_IN(FMU_INSTANTIATED);
  in->s.mode = FMU_INITIALIZATION;
  return fmi2OK;
}

fmi2Status fmi2ExitInitializationMode(fmi2Component c) {
  FMI2_IN(FMU_INITIALIZATION);
  const int status = fmu_initialize(in);
  if (status == FMU_OK) in->s.mode = in->steps ? FMU_STEP : FMU_EVENT;
  return (fmi2Status) status;
}

fmi2Status fmi2Terminate(fmi2Component c) {
  FMI2_IN(FMU_RUNNING);
  in->s.mode = FMU_TERMINATED;
  return fmi2OK;
}

fmi2Status fmi2Reset(fmi2Component c) {
  FMI2_IN(FMU_ANY);
  fmu_reset(in);
  return fmi2OK;
}

// --- values --------------------------------------------------------------------------------------

fmi2Status fmi2GetReal(fmi2Component c, const fmi2ValueReference vr[], size_t n, fmi2Real value[]) {
  FMI2_IN(FMI2_GETS);
  FMI2_NEED(n == 0 || (vr != NULL && value != NULL));
  return (fmi2Status) fmu_get_all(in, vr, n, value);
}

fmi2Status fmi2SetReal(fmi2Component c, const fmi2ValueReference vr[], size_t n,
                       const fmi2Real value[]) {
  FMI2_IN(FMU_INSTANTIATED | FMU_INITIALIZATION | FMU_EVENT | FMU_CONTINUOUS | FMU_STEP);
  FMI2_NEED(n == 0 || (vr != NULL && value != NULL));
  return (fmi2Status) fmu_set_all(in, vr, n, value);
}

// All variables are real.
#define FMI2_OTHER(name, type)                                                                     \
  fmi2Status fmi2Get##name(fmi2Component c, const fmi2ValueReference vr[], size_t n,               \
                           type value[]) {                                                         \
    FMI2_IN(FMI2_GETS);                                                                            \
    (void) vr, (void) value;                                                                       \
    if (n == 0) return fmi2OK;                                                                     \
    return (fmi2Status) fmu_fail(in, FMU_ERROR, "%s: all variables are of type Real", __func__);   \
  }                                                                                                \
  fmi2Status fmi2Set##name(fmi2Component c, const fmi2ValueReference vr[], size_t n,               \
                           const type value[]) {                                                   \
    FMI2_IN(FMU_ANY);                                                                              \
    (void) vr, (void) value;                                                                       \
    if (n == 0) return fmi2OK;                                                                     \
    return (fmi2Status) fmu_fail(in, FMU_ERROR, "%s: all variables are of type Real", __func__);   \
  }
FMI2_OTHER(Integer, fmi2Integer)
FMI2_OTHER(Boolean, fmi2Boolean)
FMI2_OTHER(String, fmi2String)
#undef FMI2_OTHER

fmi2Status fmi2GetDirectionalDerivative(fmi2Component c, const fmi2ValueReference unknown[],
                                        size_t n, const fmi2ValueReference known[], size_t m,
                                        const fmi2Real direction[], fmi2Real result[]) {
  FMI2_IN(FMI2_GETS);
  FMI2_NEED((n == 0 || (unknown != NULL && result != NULL)) &&
            (m == 0 || (known != NULL && direction != NULL)));
  return (fmi2Status) fmu_directional(in, unknown, n, known, m, direction, result);
}

// --- saved states --------------------------------------------------------------------------------

fmi2Status fmi2GetFMUstate(fmi2Component c, fmi2FMUstate *state) {
  FMI2_IN(FMU_ANY);
  FMI2_NEED(state != NULL);
  return (fmi2Status) fmu_get_state(in, state);
}

fmi2Status fmi2SetFMUstate(fmi2Component c, fmi2FMUstate state) {
  FMI2_IN(FMU_ANY);
  FMI2_NEED(state != NULL);
  return (fmi2Status) fmu_set_state(in, state);
}

fmi2Status fmi2FreeFMUstate(fmi2Component c, fmi2FMUstate *state) {
  FMI2_IN(FMU_ANY);
  if (state == NULL) return fmi2OK;
  free(*state);
  *state = NULL;
  return fmi2OK;
}

fmi2Status fmi2SerializedFMUstateSize(fmi2Component c, fmi2FMUstate state, size_t *size) {
  FMI2_IN(FMU_ANY);
  FMI2_NEED(state != NULL && size != NULL);
  *size = FMU_SERIALIZED;
  return fmi2OK;
}

fmi2Status fmi2SerializeFMUstate(fmi2Component c, fmi2FMUstate state, fmi2Byte bytes[],
                                 size_t size) {
  FMI2_IN(FMU_ANY);
  FMI2_NEED(state != NULL && bytes != NULL && size >= FMU_SERIALIZED);
  return (fmi2Status) fmu_serialize(in, state, bytes);
}

fmi2Status fmi2DeSerializeFMUstate(fmi2Component c, const fmi2Byte bytes[], size_t size,
                                   fmi2FMUstate *state) {
  FMI2_IN(FMU_ANY);
  FMI2_NEED(state != NULL && bytes != NULL);
  return (fmi2Status) fmu_deserialize(in, bytes, size, state);
}

// --- model exchange ------------------------------------------------------------------------------

fmi2Status fmi2EnterEventMode(fmi2Component c) {
  FMI2_IN_ME(FMU_EVENT | FMU_CONTINUOUS);
  in->s.mode = FMU_EVENT;
  return fmi2OK;
}

fmi2Status fmi2NewDiscreteStates(fmi2Component c, fmi2EventInfo *info) {
  FMI2_IN_ME(FMU_EVENT);
  FMI2_NEED(info != NULL);
  int ends = 0, moved = 0;
  double next = HUGE_VAL;
  memset(info, 0, sizeof *info);
  const int status = fmu_update(in, &ends, &moved, &next);
  if (status != FMU_OK) return (fmi2Status) status;
  info->terminateSimulation = ends;
  info->valuesOfContinuousStatesChanged = moved;
  info->nextEventTimeDefined = next > in->s.t && next < HUGE_VAL;
  if (info->nextEventTimeDefined) info->nextEventTime = next;
  return fmi2OK;
}

fmi2Status fmi2EnterContinuousTimeMode(fmi2Component c) {
  FMI2_IN_ME(FMU_EVENT);
  in->s.mode = FMU_CONTINUOUS;
  return fmi2OK;
}

fmi2Status fmi2CompletedIntegratorStep(fmi2Component c, fmi2Boolean no_return,
                                       fmi2Boolean *event_mode, fmi2Boolean *terminate) {
  FMI2_IN_ME(FMU_CONTINUOUS);
  FMI2_NEED(event_mode != NULL && terminate != NULL);
  (void) no_return;
  *event_mode = fmu_wants_event(in);
  *terminate = 0;
  return fmi2OK;
}

fmi2Status fmi2SetTime(fmi2Component c, fmi2Real time) {
  FMI2_IN_ME(FMU_EVENT | FMU_CONTINUOUS);
  FMI2_NEED(time * 0 == 0);
  in->s.t = time;
  fmu_forget(in);
  return fmi2OK;
}

fmi2Status fmi2SetContinuousStates(fmi2Component c, const fmi2Real x[], size_t n) {
  FMI2_IN_ME(FMU_EVENT | FMU_CONTINUOUS);
  FMI2_NEED(n == FMU_X && x != NULL);
  memcpy(in->s.y, x, FMU_X * sizeof *x);
  fmu_forget(in);
  return fmi2OK;
}

fmi2Status fmi2GetDerivatives(fmi2Component c, fmi2Real derivatives[], size_t n) {
  FMI2_IN_ME(FMI2_GETS);
  FMI2_NEED(n == FMU_X && derivatives != NULL);
  return (fmi2Status) fmu_derivatives(in, derivatives);
}

fmi2Status fmi2GetEventIndicators(fmi2Component c, fmi2Real indicators[], size_t n) {
  FMI2_IN_ME(FMI2_GETS);
  FMI2_NEED(n == FMU_EVENTS && (n == 0 || indicators != NULL));
  fmu_make(in);
  if (n > 0) fmu_indicators(in, indicators);
  return fmi2OK;
}

fmi2Status fmi2GetContinuousStates(fmi2Component c, fmi2Real x[], size_t n) {
  FMI2_IN_ME(FMI2_GETS);
  FMI2_NEED(n == FMU_X && x != NULL);
  memcpy(x, in->s.y, FMU_X * sizeof *x);
  return fmi2OK;
}

fmi2Status fmi2GetNominalsOfContinuousStates(fmi2Component c, fmi2Real x[], size_t n) {
  FMI2_IN_ME(FMU_ANY);
  FMI2_NEED(n == FMU_X && x != NULL);
  for (size_t i = 0; i < n; i++) x[i] = 1;
  return fmi2OK;
}

// --- co-simulation -------------------------------------------------------------------------------

fmi2Status fmi2SetRealInputDerivatives(fmi2Component c, const fmi2ValueReference vr[], size_t n,
                                       const fmi2Integer order[], const fmi2Real value[]) {
  FMI2_IN_CS(FMU_ANY);
  (void) vr, (void) n, (void) order, (void) value;
  return (fmi2Status) fmu_fail(in, FMU_ERROR, "inputs are constant between communication points");
}

fmi2Status fmi2GetRealOutputDerivatives(fmi2Component c, const fmi2ValueReference vr[], size_t n,
                                        const fmi2Integer order[], fmi2Real value[]) {
  FMI2_IN_CS(FMU_ANY);
  (void) vr, (void) n, (void) order, (void) value;
  return (fmi2Status) fmu_fail(in, FMU_ERROR, "there are no derivatives of outputs");
}

fmi2Status fmi2DoStep(fmi2Component c, fmi2Real point, fmi2Real step, fmi2Boolean no_return) {
  FMI2_IN_CS(FMU_STEP);
  (void) no_return;
  return (fmi2Status) fmu_step(in, point, step);
}

fmi2Status fmi2CancelStep(fmi2Component c) {
  FMI2_IN_CS(FMU_ANY);
  return (fmi2Status) fmu_fail(in, FMU_ERROR, "no step is under way");
}

fmi2Status fmi2GetStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Status *value) {
  FMI2_IN_CS(FMU_ANY);
  FMI2_NEED(value != NULL);
  if (kind != fmi2DoStepStatus) return fmi2Discard;
  *value = in->s.mode == FMU_FAILED ? fmi2Discard : fmi2OK;
  return fmi2OK;
}

fmi2Status fmi2GetRealStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Real *value) {
  FMI2_IN_CS(FMU_ANY);
  FMI2_NEED(value != NULL);
  if (kind != fmi2LastSuccessfulTime) return fmi2Discard;
  *value = in->s.t;
  return fmi2OK;
}

fmi2Status fmi2GetIntegerStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Integer *value) {
  FMI2_IN_CS(FMU_ANY);
  (void) kind, (void) value;
  return fmi2Discard;
}

fmi2Status fmi2GetBooleanStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Boolean *value) {
  FMI2_IN_CS(FMU_ANY);
  FMI2_NEED(value != NULL);
  if (kind != fmi2Terminated) return fmi2Discard;
  *value = in->s.terminated;
  return fmi2OK;
}

fmi2Status fmi2GetStringStatus(fmi2Component c, const fmi2StatusKind kind, fmi2String *value) {
  FMI2_IN_CS(FMU_ANY);
  (void) kind, (void) value;
  return fmi2Discard;
}
