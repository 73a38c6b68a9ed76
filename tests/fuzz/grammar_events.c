// fuzz/grammar_events.c: walls, events, sections, friction, states, tables, sweeps and results of motions: as parts of
// any model, and as models of their own that mostly run.

#include "fuzz/grammar_impl.h"

const char grammar_part[] =
  "let half(u) = u/2\nlet square(P) = dot(vel(P), vel(P))\nparameter c = 3\n";

const char grammar_data[] =
  "u,a,b\n-4,1,-2\n-1,0.75,0\n0,0.5,0.25\n\"1\",-1,3\n2.5,-1,3\n4,2,1e-3\n";

static const char *crossing(Making *m) {
  return PICK(m, "", " rising", " falling");
}

static const char *restitution(Making *m) {
  if (one_in(m, 20)) return PICK(m, " restitution 2", " restitution -1/10", " restitution x");
  return PICK(m, "", " restitution 1/2", " restitution 1", " restitution 0", " restitution a/4",
              " restitution 0.9");
}

// --- parts of any model ---------------------------------------------------------------------------

void add_table(Making *m) {
  m->table = one_in(m, 10);
  if (!m->table) return;
  put(m, "table F(u) = \"%s\"%s%s\n",
      one_in(m, 12) ? PICK(m, "model.mech", "none.csv") : "data.csv",
      PICK(m, "", "", " column b", " column b", " column b over u", " column a over u",
           one_in(m, 4) ? " column a over b" : " column a"),
      PICK(m, "", " linear"));
}

void add_state(Making *m) {
  if (m->momenta || m->speeds > 0 || !one_in(m, 10)) return;
  put(m, "state e' = %s\n", PICK(m, "1 - x", "-e/a", "x' - e", "0", "e*sin(t)", "x*e"));
  put(m, "force %s += %s\n", coordinate(m), PICK(m, "e", "-e*x'", "a*(e - x)"));
}

void add_walls(Making *m) {
  if (!one_in(m, 7)) return;
  for (const size_t most = 1 + below(m, 2); m->walls < most; m->walls++) {
    put(m, "constraint f%zu: ", m->walls);
    put(m, "%s", coordinate(m));
    if (one_in(m, 3)) {
      put(m, "%s", PICK(m, " + ", " - ", "*"));
      function(m, 1);
    }
    put(m, " %s ", PICK(m, ">=", "<="));
    if (one_in(m, 3))
      function(m, 1);
    else
      put(m, "%s", PICK(m, "0", "-1", "1", "a", "2", "-a"));
    put(m, "%s\n", restitution(m));
  }
}

static void add_action(Making *m) {
  switch (below(m, 5)) {
    case 0:
      if (m->constraints > 0)
        put(m, "%s k%zu", PICK(m, "release", "engage"), below(m, m->constraints));
      else if (m->walls > 0)
        put(m, "%s f%zu", PICK(m, "release", "engage"), below(m, m->walls));
      else
        put(m, "stop");
      break;
    case 1: put(m, "stop"); break;
    case 2: put(m, "%s = %s", coordinate(m), PICK(m, "0", "1/2", "-x", "x + 1")); break;
    default: put(m, "%s' = %s", coordinate(m), PICK(m, "0", "-x'", "-x'/2", "1", "x'^2")); break;
  }
}

static void add_when(Making *m) {
  put(m, "when %s", PICK(m, "", "", "\"a <b> & $c_1\" "));
  put(m, "%s = %s%s: ", PICK(m, "x", "x'", "t", "x", "x*x' + t", "x''"),
      PICK(m, "0", "1/10", "1/5", "-x"), crossing(m));
  add_action(m);
  for (size_t n = below(m, 3); n > 1; n--) {
    put(m, ", ");
    add_action(m);
  }
  put(m, "\n");
}

static void add_sweep(Making *m) {
  put(m, "sweep %s = %s\n",
      one_in(m, 20) ? PICK(m, "t", "energy") : PICK(m, "a", "m", "x", "x'", "b"),
      one_in(m, 12) ? PICK(m, "2:1 step 1", "1:1e9:1", "normal(1, -1)", "uniform(x, 2)")
                    : PICK(m, "1:2 step 1/2", "1:2:1", "1:3 points 3", "(1, 2, 5)", "uniform(1, 2)",
                           "normal(2, 0.1)", "lognormal(0, 0.1)", "triangular(1, 2, 4)",
                           "truncated(2, 1, 1, 3)", "choice(1, 2)"));
  if (one_in(m, 2))
    put(m, "sweep %s%s%s\n", PICK(m, "2", "3", "2", "3", "5", "4", "0", "1e12"),
        PICK(m, "", " by sobol", " by latin", " by random"),
        PICK(m, "", "", " seed 7", " seed 7", " seed -1"));
}

static void add_result(Making *m) {
  put(m, "observe r1 = %s(%s)", PICK(m, "max", "min", "mean", "final"),
      PICK(m, "x", "x'", "x''", "energy", "x*t"));
  const char *event = m->walls > 0 ? "f0" : m->section ? "S" : m->stops ? "stop" : NULL;
  if (event != NULL || one_in(m, 20)) put(m, ", r2 = time(%s)", event != NULL ? event : "k0");
  put(m, "\n");
}

static void add_impact_claim(Making *m) {
  put(m, "%s ", PICK(m, "claim", "claim \"impact\"", "deny"));
  switch (below(m, 5)) {
    case 0: put(m, "v+(%s', f0) = %s", coordinate(m), PICK(m, "-x'/2", "0", "x'")); break;
    case 1: put(m, "impulse(f0) = %s", PICK(m, "-2*m*x'", "0", "energy")); break;
    case 2:
      put(m, "energy_lost(f0%s) = %s", m->walls > 1 ? ", f1" : "", PICK(m, "0", "m*x'^2/2"));
      break;
    case 3: put(m, "conserved %s with f0", PICK(m, "energy", "x'")); break;
    default:
      put(m, "lambda(f0) = %s with f0%s", PICK(m, "m*g", "0"), m->constraints > 0 ? ", k0" : "");
      break;
  }
  put(m, "\n");
}

void add_events(Making *m) {
  m->section = one_in(m, 8);
  if (m->section)
    put(m, "section S: %s = %s%s\n", PICK(m, "x", "x'", "x + t", "x''"), PICK(m, "0", "1/10", "-x"),
        crossing(m));
  if (one_in(m, 8)) add_when(m);
  if (one_in(m, 8)) add_sweep(m);
  if (one_in(m, 8)) add_result(m);
  if (m->walls > 0 && one_in(m, 3)) add_impact_claim(m);
}

// --- a model of its own ---------------------------------------------------------------------------

// Writes a ball or a rod above a floor, perhaps with a wall, a thread, friction, a motor.
static void thrown_body(Making *m) {
  const bool rod = one_in(m, 3);
  put(m, "coordinate x, y%s\n", rod ? ", phi" : "");
  if (rod)
    put(m,
        "frame B = rotate(z, phi)\nbody P mass m at [x, y] frame B inertia (0, m/12, m/12)\n"
        "point L at [x, y] - B.x/2\npoint R at [x, y] + B.x/2\n"
        "constraint f0: pos(L).y >= 0%s\nconstraint f1: pos(R).y >= 0%s\n",
        restitution(m), restitution(m));
  else
    put(m, "point P mass m at [x, y]\nconstraint f0: y >= 0%s\nconstraint f1: x <= %s%s\n",
        restitution(m), PICK(m, "2", "0", "y + 1", "1 + t"), restitution(m));
  m->walls = 2;
  m->points = 1;
  put(m, "gravity = [%s, -g]\n", PICK(m, "0", "0", "1"));
  if (one_in(m, 3)) {
    put(m, "constraint k0: %s%s\n", PICK(m, "x^2 + y^2 = 4", "x = 1", "x' = y", "y = 1/2"),
        PICK(m, "", " released", " released"));
    m->constraints = 1;
  }
  if (one_in(m, 2))
    put(m, "force x = %s\n",
        PICK(m, "-mu*lambda(f0)*sign(x')", "-mu*m*g*sign(x')", "-mu*sign(x' - 1/2)",
             "if(x < 1, 1, -1)", "max(0, 1 - x)", "-step(x - 1)*10*(x - 1)", "abs(x) - min(x, y)",
             "-mu*abs(lambda(f1))*sign(y')"));
  if (one_in(m, 4))
    put(m, "table F(u) = \"data.csv\"%s\nforce y = F(x)\n", PICK(m, "", " column b linear"));
  if (one_in(m, 4)) put(m, "state e' = 1 - x - e\nforce x += e\n");
}

// Writes balls in a row, each of which may strike the next.
static void row_of_balls(Making *m) {
  put(m, "count n = %s\ncoordinate x[1..n]\npoint P[i] mass %s at [x[i], 0] for i = 1..n\n",
      one_in(m, 12) ? "1" : PICK(m, "2", "3"), PICK(m, "m", "m", "i"));
  put(m, "constraint f[i]: x[i+1] >= x[i]%s%s for i = 1..n-1\n", PICK(m, "", " + 1/10"),
      restitution(m));
  if (one_in(m, 2)) put(m, "potential = sum(5*x[i]^2 for i = 1..n)\n");
  if (one_in(m, 3)) put(m, "force x[i] = -mu*sign(x[i]') for i = 1..n\n");
  if (one_in(m, 2)) put(m, "claim v+(x[1]', f[1]) = x[2]'\n");
  put(m, "initial x[i] = i/%s for i = 1..n\ninitial x[1]' = %s\n", PICK(m, "5", "10", "3", "(-5)"),
      PICK(m, "3", "1", "0"));
  put(m, "section S: x[1] = 0\nobserve r1 = max(x[1]), r2 = time(S), r3 = time(f[1])\n");
  put(m, "simulate to 1/2 every 1/20\n");
  if (one_in(m, 2)) put(m, "sweep m = %s\n", PICK(m, "1:2 points 2", "(1, 3)", "uniform(1, 2)"));
}

void moving_model(Making *m) {
  put(m, "parameter m = %s, g = %s, mu = %s, a = 1, b = 1/2\n", PICK(m, "1", "2", "1e-3"),
      PICK(m, "9.81", "10", "0", "1"), PICK(m, "0.3", "0", "1", "-0.1"));
  if (one_in(m, 4)) {
    row_of_balls(m);
    return;
  }
  m->coordinates = 2;
  thrown_body(m);
  for (size_t n = below(m, 3); n > 0; n--) add_when(m);
  put(m, "section S: %s = %s%s\n", PICK(m, "x", "y", "y'", "x - y"), PICK(m, "0", "1/4"),
      crossing(m));
  put(m, "observe r1 = max(y), r2 = time(%s), height%s = y\n", PICK(m, "f0", "stop", "S"),
      one_in(m, 12) ? PICK(m, " [mm]", " [deg]") : "");
  put(m, "initial x = %s, y = %s, x' = %s, y' = %s\n", PICK(m, "0", "1", "2"),
      PICK(m, "1/2", "0", "1", "1/100"), PICK(m, "1", "0", "-2"), PICK(m, "0", "-1", "1"));
  put(m, "stop when y = %s falling\nsimulate to %s every 1/20\n", PICK(m, "-1", "-1", "1/10"),
      PICK(m, "1/2", "1", "1/5"));
  put(m, "draw %s\n",
      PICK(m, "cylinder O P radius 1/10", "arrow P along [x', y']", "box P size [1, 1, 1]",
           "path P"));
  if (one_in(m, 2)) add_sweep(m);
  if (one_in(m, 2)) add_impact_claim(m);
}
