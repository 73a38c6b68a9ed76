// model/finish.c: the checks that need the whole model.
//
// If a statement failed (model->failed), its contribution is not reported as missing.

#include "model/model_impl.h"
#include <string.h>

static bool failed(const Model *model, unsigned kinds) {
  return (model->failed & kinds) != 0;
}

// --- dynamics ------------------------------------------------------------------------------------

// Returns the name of a point or body with mass, or NULL.
static const char *find_mass(const Model *model) {
  for (size_t i = 0; i < model->points.n; i++)
    if (!expr_is_none(model->points.at[i].mass)) return model->points.at[i].name;
  return model->bodies.n > 0 ? model->bodies.at[0].name : NULL;
}

// Returns the name of a statement that conflicts with `keyword = E`, which is complete by itself, or NULL.
static const char *find_rival(const Model *model, EnergyKind kind) {
  const char *mass = find_mass(model);
  if (mass != NULL) return text_format(model->arena, "the mass of %s", mass);
  for (int other = 0; other < ENERGY_DISSIPATION; other++)
    if (other != (int) kind && model->energies[other].given)
      return dynamics_energy_keyword((EnergyKind) other);
  return model->has_gravity ? "gravity" : NULL;
}

// `lagrangian` and `hamiltonian` must be the only source of dynamics.
static void check_whole(Model *model, EnergyKind kind) {
  const char *rival = find_rival(model, kind);
  if (rival == NULL) return;
  diag_report(model->diags, DIAG_TWO_SOURCES, model->energies[kind].span,
              dynamics_energy_keyword(kind), rival);
}

static void check_energies(Model *model) {
  const EnergyPlace *kinetic = &model->energies[ENERGY_KINETIC];
  const char *mass = find_mass(model);
  if (mass != NULL && kinetic->set) {
    diag_report(model->diags, DIAG_KINETIC_SET, kinetic->span, mass);
    diag_help(model->diags, "write `kinetic += ...` to add to the kinetic energy of the masses");
  }
  if (mass == NULL && model->has_gravity && !failed(model, MODEL_FAILED_DYNAMICS))
    diag_report(model->diags, DIAG_GRAVITY_IDLE, model->gravity_span);
  if (mass != NULL || kinetic->given || failed(model, MODEL_FAILED_DYNAMICS)) return;
  const Span place = model->coordinates.n > 0 ? model->coordinates.at[0].span : model->first;
  diag_report(model->diags, DIAG_NO_DYNAMICS, place);
  diag_help(model->diags, "give a mass (`point P mass m at [x, y]`), `kinetic = ...`, "
                          "`lagrangian = ...` or `hamiltonian = ...`");
}

static void check_dynamics(Model *model) {
  if (model->energies[ENERGY_LAGRANGIAN].given) {
    model->dynamics = DYNAMICS_LAGRANGIAN;
    check_whole(model, ENERGY_LAGRANGIAN);
  } else if (model->energies[ENERGY_HAMILTONIAN].given) {
    model->dynamics = DYNAMICS_HAMILTONIAN;
    check_whole(model, ENERGY_HAMILTONIAN);
  } else {
    model->dynamics = DYNAMICS_ENERGY;
    check_energies(model);
  }
}

// --- coordinates, momenta, speeds ----------------------------------------------------------------

static void check_coordinates(Model *model) {
  if (model->coordinates.n > 0 || failed(model, MODEL_FAILED_COORDINATE)) return;
  diag_report(model->diags, DIAG_NO_COORDINATE, model->first);
  diag_help(model->diags, "declare what the positions depend on: `coordinate x, y`");
}

// Names the default momentum of a coordinate; uses another name if the model itself uses p_x.
static void name_momentum(Model *model, size_t index) {
  Coordinate *x = &model->coordinates.at[index];
  const char *name = text_format(model->arena, "p_%s", x->name);
  Thing thing;
  if (expr_is_none(x->p)) {
    while (model_find(model, str(name), &thing) && thing.kind != THING_MOMENTUM)
      name = text_format(model->arena, "%s_", name);
    x->p = expr_symbol(model->pool, str(name), SYMBOL_VARIABLE);
  }
  array_push(model->arena, &model->momenta, ((Momentum){name, x->p, x->span}));
}

static void check_momenta(Model *model) {
  const size_t n = model->coordinates.n, given = model->momenta.n;
  if (model->momenta_named && given != n && !failed(model, MODEL_FAILED_COORDINATE)) {
    const size_t last = given > n ? n : given - 1;
    diag_report(model->diags, DIAG_MOMENTA_COUNT, model->momenta.at[last].span, given, n);
  }
  if (model->momenta_named || model->diags->errors > 0) return;
  // find all names first: declaring one ends the rule that makes p_x a momentum
  for (size_t i = 0; i < n; i++) name_momentum(model, i);
  for (size_t i = 0; i < n; i++) {
    const Momentum *p = &model->momenta.at[i];
    (void) model_declare(model, str(p->name), THING_MOMENTUM, i, p->span);
  }
}

static size_t count_free_speeds(const Model *model) {
  size_t n = 0;
  for (size_t i = 0; i < model->speeds.n; i++) n += expr_is_none(model->speeds.at[i].definition);
  return n;
}

static const Speed *first_free_speed(const Model *model) {
  for (size_t i = 0; i < model->speeds.n; i++)
    if (expr_is_none(model->speeds.at[i].definition)) return &model->speeds.at[i];
  return NULL;
}

static bool has_rate(const Coordinate *x) {
  return !expr_is_none(x->rate);
}

static void check_rates(Model *model) {
  if (failed(model, MODEL_FAILED_SPEED | MODEL_FAILED_COORDINATE)) return;
  const Speed *speed = first_free_speed(model);
  const Coordinate *with = NULL, *without = NULL;
  for (size_t i = model->coordinates.n; i-- > 0;) {
    const Coordinate *x = &model->coordinates.at[i];
    if (has_rate(x))
      with = x;
    else
      without = x;
  }
  if (with != NULL && speed == NULL) {
    diag_report(model->diags, DIAG_RATE_IDLE, with->rate_span, with->name);
    diag_help(model->diags, "declare the free velocity parameters first: `speed v, w`");
  } else if (speed != NULL && without != NULL) {
    diag_report(model->diags, DIAG_RATE_MISSING, with != NULL ? with->rate_span : speed->span,
                speed->name, without->name);
    diag_help(model->diags, "add `rate %s' = ...`", without->name);
  }
}

static void check_speeds(Model *model) {
  const size_t n = model->coordinates.n, free = count_free_speeds(model);
  if (failed(model, MODEL_FAILED_SPEED | MODEL_FAILED_COORDINATE) || n == 0) return;
  if (free > n || model->speeds.n - free > n)
    diag_report(model->diags, DIAG_SPEED_COUNT, model->speeds.at[model->speeds.n - 1].span, n);
}

// --- names used before they were known -----------------------------------------------------------

// Is it rolling.3 of a vector constraint that has dropped this component?
static bool is_dropped(const Model *model, const char *name) {
  ConstraintRange range;
  const size_t n = strcspn(name, ".");
  if (!model_find_constraint(model, (Str){name, n}, &range)) return false;
  if (name[n] == '\0') return range.count == 0;
  return range.is_vector && name[n + 1] >= '1' && name[n + 1] <= '0' + (char) range.written &&
         name[n + 2] == '\0';
}

static void check_reference(Model *model, const Reference *reference) {
  ConstraintRange range;
  const bool found = model_find_constraint(model, str(reference->name), &range) && range.count > 0;
  if (!found && failed(model, MODEL_FAILED_CONSTRAINT)) return;
  if (!found) {
    const DiagCode code =
      is_dropped(model, reference->name) ? DIAG_CONSTRAINT_GONE : DIAG_CONSTRAINT_UNKNOWN;
    diag_report(model->diags, code, reference->span, reference->name);
    return;
  }
  if (!range.is_vector || reference->whole) return;
  diag_report(model->diags, DIAG_CONSTRAINT_VECTOR, reference->span, reference->name);
  diag_help(model->diags, "name one of its components: %s",
            model->constraints.at[range.first].name);
}

static void check_guesses(Model *model) {
  for (size_t i = 0; i < model->guess.n; i++) {
    const Assignment *guess = &model->guess.at[i];
    uint32_t ignored;
    if (memo_get(&model->initial_given, guess->symbol.id, &ignored))
      diag_report(model->diags, DIAG_GUESS_IDLE, guess->span,
                  expr_symbol_name(model->pool, guess->symbol));
  }
}

Status model_finish(Model *model) {
  model->places.n = 0;
  dynamics_finish(model);
  model_name_constraints(model);
  check_coordinates(model);
  check_dynamics(model);
  check_rates(model);
  check_speeds(model);
  for (size_t i = 0; i < model->references.n; i++) check_reference(model, &model->references.at[i]);
  if (model->diags->errors == 0) model_check_impacts(model);
  check_guesses(model);
  check_momenta(model);
  model_finish_results(model);
  model_check_sweeps(model);
  expr_watch_zeros(model->pool, NULL);
  if (model->diags->errors == 0) model_settle(model);
  return model->diags->errors > 0 ? STATUS_INPUT : STATUS_OK;
}
