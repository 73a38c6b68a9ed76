// fuzz/grammar.c: models made by the grammar: every statement, every kind of constraint and claim.

#include "fuzz/grammar_impl.h"

#include <stdarg.h>
#include <stdio.h>

// --- choices --------------------------------------------------------------------------------------

size_t below(Making *m, size_t n) {
  return choose(&m->choice, n);
}

bool one_in(Making *m, size_t n) {
  return below(m, n) == 0;
}

void put(Making *m, const char *format, ...) {
  va_list args;
  va_start(args, format);
  const int n = vsnprintf(m->text + m->n, GRAMMAR_ROOM - m->n, format, args);
  va_end(args);
  m->n += (size_t) n;
  if (m->n >= GRAMMAR_ROOM) m->n = GRAMMAR_ROOM - 1;  // cut short: another kind of mistake
}

const char *pick(Making *m, const char *const *from, size_t n) {
  return from[below(m, n)];
}

const char *const names[MOST] = {"x", "y", "th", "s"};

const char *coordinate(Making *m) {
  return names[below(m, m->coordinates)];
}

// --- expressions ----------------------------------------------------------------------------------

static void number(Making *m) {
  put(m, "%s", PICK(m, "1", "2", "3", "1/2", "5/3", "0.3", "1e-1", "1.5", "4", "0"));
}

static void leaf(Making *m) {
  switch (below(m, m->with_time ? 8 : 7)) {
    case 0:
    case 1:
    case 2:
    case 3: put(m, "%s", coordinate(m)); break;
    case 4: number(m); break;
    case 5:
    case 6: put(m, "%s", PICK(m, "a", "b", "m")); break;
    default: put(m, "t"); break;
  }
}

static void operation(Making *m, int depth) {
  put(m, "(");
  function(m, depth - 1);
  put(m, "%s", PICK(m, "+", "-", "*", "*", "/"));
  function(m, depth - 1);
  put(m, ")");
}

// Adds what only few models contain.
static void rare(Making *m) {
  const char *u = coordinate(m), *v = coordinate(m);
  switch (below(m, 12)) {
    case 6: put(m, "%s(%s)", PICK(m, "sign", "step"), u); break;
    case 7: put(m, "%s(%s, %s)", PICK(m, "min", "max"), u, PICK(m, "1", "a", "x")); break;
    case 8: put(m, "if(%s %s %s, %s, a*%s)", u, PICK(m, "<", "<=", ">", ">="), PICK(m, "0", "a", "t"), u, v); break;
    case 9: put(m, m->table ? "F(%s)" : "%s^3", u); break;
    case 10: put(m, m->part ? "half(%s)*c" : "%s/2", u); break;
    case 11: put(m, m->frames > 0 ? "dot(F0.x, [%s, 0, 1])" : "[%s, 1].x", u); break;
    case 0: put(m, "atan2(%s, %s + 2)", u, v); break;
    case 1: put(m, "norm([%s, 1, %s])", u, v); break;
    case 2: put(m, "cross([%s, 1, 0], [a, %s, 1]).z", u, v); break;
    case 3: put(m, "diff(%s^2*sin(%s), %s)", u, v, u); break;
    case 4: put(m, "%s^%s", u, v); break;
    default: put(m, m->square ? "sq(%s)" : "%s^2", u); break;
  }
}

void function(Making *m, int depth) {
  const size_t kind = depth <= 0 ? 0 : below(m, 9);
  if (kind < 3) {
    leaf(m);
  } else if (kind < 5) {
    operation(m, depth);
  } else if (kind == 5) {
    put(m, "%s(",
        PICK(m, "sin", "cos", "sin", "cos", "exp", "tan", "sqrt", "abs", "log", "atan", "tanh",
             "sinh", "cosh", "asin", "acos"));
    function(m, depth - 1);
    put(m, ")");
  } else if (kind == 6) {
    leaf(m);
    put(m, "^%s", PICK(m, "2", "2", "3", "(1/2)", "(-1)", "(-3/2)"));
  } else if (kind == 7) {
    put(m, "cos(%s%s%s)", coordinate(m), PICK(m, " + ", " - ", "*"), coordinate(m));
  } else {
    rare(m);
  }
}

void vector(Making *m, int depth) {
  const size_t n = 2 + below(m, 2);
  put(m, "[");
  for (size_t i = 0; i < n; i++) {
    if (i > 0) put(m, ", ");
    function(m, depth);
  }
  put(m, "]");
}

// Writes a sum of these derivatives times functions.
static void form(Making *m, const char *primes) {
  const size_t terms = 1 + below(m, m->coordinates);
  for (size_t i = 0; i < terms; i++) {
    if (i > 0) put(m, " + ");
    put(m, "(");
    function(m, 1);
    put(m, ")*%s%s", names[(i + below(m, 2)) % m->coordinates], primes);
  }
}

// Writes anything that an output may contain.
static void quantity(Making *m) {
  switch (below(m, 11)) {
    case 9:
      if (m->bodies > 0 && m->frames > 0)
        put(m, "%s", PICK(m, "omega(B0).z", "dot(omega(F0), F0.y)", "F0.x.y", "reaction_torque(B0).x", "acc(B0).x"));
      else if (m->points > 0)
        put(m, m->part ? "square(P0)" : "norm(acc(P0) - vel(P0))");
      else
        put(m, "diff(x^2*x', %s')", coordinate(m));
      break;
    case 10: put(m, "%s", PICK(m, "(x*x')'", "d(x')", "x'*t", "kinetic_energy - potential_energy")); break;
    case 0: put(m, "energy"); break;
    case 1: put(m, "%s'", coordinate(m)); break;
    case 2: put(m, "%s''", coordinate(m)); break;
    case 3:
      if (m->constraints > 0 && m->bodies > 0)
        put(m, "%s(k%zu, B0).z", PICK(m, "reaction_force", "reaction_torque"), below(m, m->constraints));
      else
        put(m, m->points > 0 && one_in(m, 3) ? "reaction(P0).x" : "reaction(%s)", coordinate(m));
      break;
    case 4:
      if (m->constraints > 0)
        put(m, "lambda(k%zu) + residual(k%zu)", below(m, m->constraints), below(m, m->constraints));
      else
        put(m, "kinetic_energy");
      break;
    case 5:
      if (m->points > 0)
        put(m, "pos(P%zu).x + vel(P%zu).y", below(m, m->points), below(m, m->points));
      else
        put(m, "potential_energy");
      break;
    case 6: put(m, "d(%s*%s')", coordinate(m), coordinate(m)); break;
    case 7:
      if (m->momenta)
        put(m, "p%s", coordinate(m));
      else if (m->speeds > 0)
        put(m, "w%zu", below(m, m->speeds));
      else
        put(m, "dot([%s, 1], [1, %s'])", coordinate(m), coordinate(m));
      break;
    default: function(m, 2); break;
  }
}

// --- declarations ---------------------------------------------------------------------------------

static void declare(Making *m) {
  if (one_in(m, 3))
    put(m, "system \"%s\"\n",
        PICK(m, "v1", "a <b> & 'c'", "100 %", "x_1^2 $y$ \\\\z", "</script>--><!--", "θ ]]>", one_in(m, 5) ? "\xe2\x80\xae" : ""));
  put(m, "parameter a = %s, b = %s, m = %s, g = 9.81\n", PICK(m, "2", "1", "3/2"),
      PICK(m, "1/2", "1", "-1"), PICK(m, "1", "3/2", "1e-3"));
  if (one_in(m, 6)) put(m, "assume %s\n", PICK(m, "a > 0, m > 0", "0 < a < 10", "b >= -1", "m > 1", "g <= 10"));
  m->part = one_in(m, 12);
  if (m->part) put(m, "include \"part.mech\"\n");
  m->square = one_in(m, 5);
  if (m->square) put(m, "let sq(u) = u*u\n");
  add_table(m);
  m->coordinates = 1 + below(m, one_in(m, 8) ? MOST : 2);
  put(m, "coordinate ");
  for (size_t i = 0; i < m->coordinates; i++) put(m, "%s%s", i ? ", " : "", names[i]);
  put(m, "\n");
  m->momenta = one_in(m, 6);
  if (m->momenta) {
    put(m, "momentum ");
    for (size_t i = 0; i < m->coordinates; i++) put(m, "%sp%s", i ? ", " : "", names[i]);
    put(m, "\n");
  }
  if (one_in(m, 5)) {
    put(m, "let f = ");
    function(m, 2);
    put(m, ", r = ");
    vector(m, 1);
    put(m, "\n");
  }
}

static void declare_speeds(Making *m) {
  m->free_speeds = one_in(m, 12);
  if (m->free_speeds) {
    m->speeds = 1 + below(m, m->coordinates);
    for (size_t i = 0; i < m->speeds; i++) put(m, "speed w%zu\n", i);
    for (size_t i = 0; i < m->coordinates; i++) {
      put(m, "rate %s' = (", names[i]);
      function(m, 1);
      put(m, ")*w%zu\n", i % m->speeds);
    }
  } else if (one_in(m, 6)) {
    m->speeds = 1;
    put(m, "speed w0 = ");
    form(m, "'");
    put(m, "\n");
  }
}

static void rotations(Making *m) {
  if (one_in(m, 6)) {
    const char *u = coordinate(m);
    put(m, " quaternion(%s, %s, 0, %s)\n", u, coordinate(m), PICK(m, "0", "1", "a", "x"));
    return;
  }
  const size_t n = 1 + below(m, 3);
  for (size_t i = 0; i < n; i++) {
    put(m, " rotate(%s, ", PICK(m, "x", "y", "z", "x", "y", "z", "[1, 1, 0]", "[0, 3, 4]"));
    function(m, 1);
    put(m, ")");
  }
  put(m, "\n");
}

static void add_body(Making *m) {
  const size_t i = m->bodies++;
  if (one_in(m, 4)) {
    put(m, "body B%zu mass %s at ", i, PICK(m, "m", "1", "2*m"));
    vector(m, 1);
    put(m, "\n");
    return;
  }
  put(m, "frame F%zu%s =", m->frames, m->frames > 0 && one_in(m, 3) ? " in F0" : "");
  rotations(m);
  put(m, "body B%zu mass %s at ", i, PICK(m, "m", "1", "0"));
  vector(m, 1);
  put(m, " frame F%zu inertia (%s)%s\n", m->frames,
      PICK(m, "3, 4, 5", "1, 1, 2", "5, 4, 5, 1/4, 0, -1/2", "m, a, a"), PICK(m, "", "", "", " about O"));
  m->frames++;
}

// --- what moves it --------------------------------------------------------------------------------

static void squares(Making *m) {
  for (size_t i = 0; i < m->coordinates; i++)
    put(m, "%s%s/2*%s'^2", i ? " + " : "", one_in(m, 12) ? "0" : PICK(m, "1", "2", "m", "3"), names[i]);
  if (one_in(m, 2)) {
    put(m, " + 1/4*(");
    form(m, "'");
    put(m, ")^2");
  }
}

static void add_masses(Making *m) {
  const size_t points = 1 + below(m, 2);
  for (; m->points < points; m->points++) {
    put(m, "point P%zu mass %s at ", m->points, PICK(m, "m", "1", "2*m", "0"));
    vector(m, 1);
    put(m, "\n");
  }
  for (size_t n = below(m, 3); n > 1; n--) add_body(m);
  if (one_in(m, 6))
    put(m, "spring P0 %s stiffness %s%s\n", PICK(m, "O", "[1, a]", "P0"), PICK(m, "a", "3", "-1"),
        PICK(m, "", " length 1", " length b"));
  if (one_in(m, 8)) put(m, "damper P0 %s coefficient a\n", PICK(m, "O", "[0, 2]"));
  if (one_in(m, 2)) put(m, "gravity = [0, %s]\n", PICK(m, "-g", "0, -g", "-1"));
  if (!one_in(m, 4)) {
    put(m, "kinetic += ");
    squares(m);
    put(m, "\n");
  }
}

static void add_hamiltonian(Making *m) {
  put(m, "hamiltonian = ");
  for (size_t i = 0; i < m->coordinates; i++)
    put(m, "%sp%s^2/%s", i ? " + " : "", names[i], PICK(m, "2", "m", "(1 + x^2)"));
  if (one_in(m, 6)) put(m, " + %s", PICK(m, "sqrt(1 + px^2)", "px^4", "x*px", "px*t"));
  put(m, " + ");
  function(m, 2);
  put(m, "\n");
}

static void add_energies(Making *m) {
  const size_t kind = below(m, m->momenta ? 4 : 3);
  if (kind == 0) {
    add_masses(m);
  } else if (kind == 3) {
    add_hamiltonian(m);
    return;
  } else if (kind == 1) {
    put(m, "lagrangian = ");
    squares(m);
    put(m, " - (");
    function(m, 2);
    put(m, ")");
    if (one_in(m, 2)) {
      put(m, " + ");
      form(m, "'");
    }
    put(m, "\n");
    return;
  } else {
    put(m, "kinetic = ");
    squares(m);
    put(m, "\n");
  }
  if (one_in(m, 2)) {
    put(m, "potential += ");
    function(m, 2);
    put(m, "\n");
  }
}

static void add_forces(Making *m) {
  if (one_in(m, 4)) {
    put(m, "force %s = ", coordinate(m));
    function(m, 2);
    put(m, "%s\n", PICK(m, "", " - x'", " - x'*abs(x')", " + sin(t)", " - sign(x')", " - a*max(x', 0)"));
  }
  if (one_in(m, 8)) {
    put(m, "dissipation += 1/2*%s'^2*%s\n", coordinate(m), PICK(m, "1", "a", "b^2"));
  }
  if (m->points > 0 && one_in(m, 4)) {
    put(m, "force on P%zu = ", below(m, m->points));
    vector(m, 1);
    put(m, "\n");
  }
  if (m->bodies > 0 && one_in(m, 3)) {
    put(m, "torque on B%zu = [0, 0, ", below(m, m->bodies));
    function(m, 1);
    put(m, "]\n");
  }
}

// --- constraints ----------------------------------------------------------------------------------

static void add_constraint(Making *m) {
  put(m, "constraint k%zu: ", m->constraints);
  switch (below(m, 13)) {
    case 0:
    case 1:  // positions
      put(m, "%s%s", coordinate(m), PICK(m, " + ", " - ", "*"));
      function(m, 2);
      put(m, " = ");
      leaf(m);
      break;
    case 2:
      put(m, "%s^2 + %s^2 = %s", coordinate(m), coordinate(m), PICK(m, "1", "a^2", "0"));
      break;
    case 3:
    case 4:  // velocities
      form(m, "'");
      put(m, " = ");
      number(m);
      break;
    case 5:  // nonlinear in velocities
      put(m, "%s'^2 %s %s'^2 = %s", coordinate(m), PICK(m, "+", "-", "*"), coordinate(m),
          PICK(m, "1", "a", "0"));
      break;
    case 6:  // accelerations
      form(m, "''");
      put(m, " - (");
      function(m, 1);
      put(m, ")*%s' = %s", coordinate(m), PICK(m, "0", "1", "sin(t)"));
      break;
    case 7:  // servo
      put(m, "%s'' + 3*%s' + %s = 0 realized by ", names[0], names[0], names[0]);
      form(m, "'");
      break;
    case 8:  // a product
      put(m, "(%s - %s)*(%s + ", coordinate(m), PICK(m, "1", "a", "0"), coordinate(m));
      function(m, 1);
      put(m, ") = 0");
      break;
    case 9:  // momenta, or speeds
      if (m->momenta)
        put(m, "p%s = %s*x'", coordinate(m), PICK(m, "a", "2", "x"));
      else if (m->speeds > 0)
        put(m, "w0*%s = %s", coordinate(m), PICK(m, "0", "1", "x'"));
      else
        put(m, "d(%s*%s) = 0", coordinate(m), coordinate(m));
      break;
    case 10:  // vectors
      put(m, "%s*", coordinate(m));
      vector(m, 1);
      put(m, " = %s", PICK(m, "0", "[a, x]", "[x', 0, 1]"));
      break;
    case 11:  // lists
      put(m, "(%s - a, %s' - %s) = 0", coordinate(m), coordinate(m), PICK(m, "1", "x", "x'"));
      break;
    default:
      if (m->points > 0)
        put(m, "dot(vel(P%zu), [1, %s, 0]) = 0", below(m, m->points), PICK(m, "5", "x", "0"));
      else
        put(m, "%s = %s", coordinate(m), PICK(m, "sin(t)", "a", "1"));
      break;
  }
  put(m, "%s\n", one_in(m, 20) ? " released" : "");
  m->constraints++;
}

// --- requests -------------------------------------------------------------------------------------

static void add_values(Making *m, const char *keyword, const char *primes) {
  put(m, "%s ", keyword);
  for (size_t i = 0; i < m->coordinates; i++)
    put(m, "%s%s%s = %d/8", i ? ", " : "", names[i], primes, (int) below(m, 33) - 16);
  put(m, "\n");
}

static void add_claim(Making *m) {
  put(m, "%s ", PICK(m, "claim", "claim", "claim \"E\"", "deny \"as <printed>\"", "claim \"=1+1|$_{&\""));
  switch (below(m, 11)) {
    case 10: put(m, "%s", m->momenta ? "px' = -x" : m->speeds > 0 ? "w0' = 0" : "x'' = -x"); break;
    case 9: put(m, "[%s, 0] = [%s, 0]", coordinate(m), coordinate(m)); break;
    case 0:
    case 1: put(m, "conserved %s", PICK(m, "energy", "x'", "x*x'", "energy^2 - 1")); break;
    case 2: put(m, "cyclic %s", coordinate(m)); break;
    case 3:
      put(m, "equilibrium ");
      for (size_t i = 0; i < m->coordinates; i++)
        put(m, "%s%s = %s", i ? ", " : "", names[i], PICK(m, "0", "1", "a"));
      put(m, "%s", PICK(m, "", " stable", " unstable"));
      break;
    case 4: put(m, "mode lambda2 = %s at x = 0", PICK(m, "-1", "-a/m", "0")); break;
    case 5:
      if (m->constraints > 0)
        put(m, "%s k%zu", PICK(m, "linear", "integrable", "redundant"), below(m, m->constraints));
      else
        put(m, "x = x");
      break;
    default:
      quantity(m);
      put(m, " = ");
      quantity(m);
      break;
  }
  if (one_in(m, 4)) put(m, " given %s", PICK(m, "a = 0", "x = y", "g = 0", "x' = 1"));
  put(m, "\n");
}

static void add_requests(Making *m) {
  if (m->momenta && one_in(m, 3)) put(m, "%s px = %s\n", PICK(m, "initial", "guess"), PICK(m, "1", "0", "-a"));
  if (m->speeds > 0 && one_in(m, 2)) put(m, "%s w0 = %s\n", PICK(m, "initial", "guess"), PICK(m, "1", "0", "b"));
  if (one_in(m, 10)) put(m, "initial t = %s\n", PICK(m, "0.5", "-1", "a"));
  if (one_in(m, 10)) put(m, "units off\n");
  if (!m->free_speeds && below(m, 3)) add_values(m, PICK(m, "initial", "guess"), "");
  if (!m->free_speeds && below(m, 2)) add_values(m, PICK(m, "initial", "guess"), "'");
  if (one_in(m, 2)) {
    put(m, "observe o1 = ");
    quantity(m);
    put(m, ", o2 = ");
    quantity(m);
    put(m, "\n");
  }
  put(m, "simulate %sto %s every %s\n", PICK(m, "", "", "", "", "from -0.1 "), PICK(m, "0.2", "1/2", "-0.1", "1"), PICK(m, "0.1", "1/10"));
  m->stops = one_in(m, 5);
  if (m->stops) {
    put(m, "stop when ");
    quantity(m);
    put(m, " = %s%s\n", PICK(m, "3", "0", "x"), PICK(m, "", " rising", " falling"));
  }
  if (m->points > 0 && one_in(m, 3))
    put(m, "draw %s\n", PICK(m, "path P0", "line O P0", "circle P0 radius 1", "box P0 size [1, 2]", "arrow P0 along vel(P0)",
                                "cylinder O P0 radius a", "line P0 P0", "circle O radius x", "box P0 size [x, -1, 0]"));
  if (m->bodies > 0 && one_in(m, 3)) put(m, "draw %s\n", PICK(m, "circle B0 radius 1", "box B0 size [1, 2, 3]"));
  add_events(m);
  for (size_t n = below(m, 4); n > 1; n--) add_claim(m);
}

void grammar_model(const uint8_t *data, size_t size, char text[GRAMMAR_ROOM]) {
  Making m = {.choice = choice_of(data, size), .text = text};
  if (one_in(&m, 12)) {
    larger_model(&m);
    return;
  }
  if (one_in(&m, 8)) {
    moving_model(&m);
    return;
  }
  m.with_time = one_in(&m, 5);
  declare(&m);
  declare_speeds(&m);
  add_energies(&m);
  add_forces(&m);
  for (size_t n = below(&m, 5); n > 1; n -= 2) add_constraint(&m);
  add_walls(&m);
  add_state(&m);
  add_requests(&m);
}
