// tests/unit/proof/test_claims.c: claims of every kind, with every verdict.
//
// Law:   the verdict is the first word of the claim's label; what follows a colon there is part of
//        the detail.
// Judge: each claim is decided by the argument given with it, never by the program.

#include "support/verdicts.h"

#include <time.h>

// --- equations -----------------------------------------------------------------------------------

#define PENDULUM                                    \
  "parameter m = 2, l = 3/2, g = 9.81\n"            \
  "coordinate theta\n"                              \
  "point P mass m at l*[sin(theta), -cos(theta)]\n" \
  "gravity = [0, -g]\n"                             \
  "initial theta = 1.1, theta' = 0.5\n"

static void test_accelerations(void **state) {
  judge_labels(*state,
        PENDULUM "claim \"proved\" theta'' = -g/l*sin(theta)\n"
                 "claim \"refuted: on the left\" theta'' = g/l*sin(theta)\n"
                 "deny \"refuted\" theta'' = -g/l*theta\n"
                 "claim \"proved\" p_theta = m*l^2*theta'\n"
                 "claim \"proved\" p_theta' = -m*g*l*sin(theta)\n"
                 "claim \"refuted\" p_theta' = -m*g*sin(theta)\n"
                 // 1 - cos = 2 sin^2 of half the angle
                 "claim \"proved\" energy + m*g*l = m*l^2*theta'^2/2 + 2*m*g*l*sin(theta/2)^2\n"
                 "claim \"proved\" kinetic_energy = m*l^2*theta'^2/2\n"
                 "claim \"proved\" potential_energy = -m*g*l*cos(theta)\n"
                 "claim \"refuted\" energy = kinetic_energy - potential_energy\n"
                 "claim \"proved\" d(theta') = theta''\n");
}

static void test_conserved(void **state) {
  judge_labels(*state, "parameter m = 1, k = 2\ncoordinate x, y\nkinetic = m/2*(x'^2 + y'^2)\n"
                "potential = k/2*(x^2 + y^2)\n"
                "claim \"proved\" conserved energy\n"
                "claim \"proved\" conserved m*(x*y' - y*x')\n"
                // Fradkin's tensor of the isotropic oscillator
                "claim \"proved\" conserved m*x'*y' + k*x*y\n"
                "claim \"refuted\" conserved m*x'*y' - k*x*y\n"
                "claim \"refuted: its rate is\" conserved x'\n"
                "claim \"proved\" conserved x' given k = 0\n"
                // x cos wt - x' sin wt/w
                "claim \"proved\" conserved x*cos(sqrt(k/m)*t) - x'/sqrt(k/m)*sin(sqrt(k/m)*t)\n"
                "claim \"proved\" conserved x - x'*t given k = 0\n"
                "claim \"refuted\" conserved x - x'*t\n");
}

// Claims that fields cannot decide: signs of roots, logarithms, angles.
static void test_roots(void **state) {
  judge_labels(*state, "parameter m = 1\ncoordinate x, y\nkinetic = m/2*(x'^2 + y'^2)\npotential = 0\n"
                "claim \"refuted\" sqrt(x^2) = x\n"
                "claim \"refuted\" abs(x) = x\n"
                "claim \"proved\" sqrt(x^2) = abs(x)\n"
                "claim \"proved\" abs(x)^2 = x^2\n"
                "claim \"proved\" abs(-x) = abs(x)\n"
                "claim \"refuted\" sqrt(x^2*y^2) = x*y\n"
                "claim \"refuted\" sqrt(x^2 + y^2) = x + y\n"
                "claim \"proved\" sqrt(x^2 + y^2)^3 = (x^2 + y^2)*sqrt(x^2 + y^2)\n"
                "claim \"proved\" 1/(sqrt(x^2 + 1) - 1) = (sqrt(x^2 + 1) + 1)/x^2\n"
                "claim \"refuted\" 1/(sqrt(x^2 + 1) - 1) = (sqrt(x^2 + 1) - 1)/x^2\n"
                // (x^2 + 1)(y^2 + 1) under one root or two: right for the positive ones only
                "claim \"verified\" sqrt(x^2 + 1)*sqrt(y^2 + 1) = sqrt(x^2*y^2 + x^2 + y^2 + 1)\n"
                "claim \"refuted\" sqrt(x^2 + 1)*sqrt(y^2 + 1) = -sqrt(x^2*y^2 + x^2 + y^2 + 1)\n"
                "claim \"refuted\" atan2(y, x) = atan(y/x)\n"
                "claim \"proved\" diff(atan2(y, x), x) = -y/(x^2 + y^2)\n"
                "claim \"verified\" log(x^2) = 2*log(abs(x))\n"
                "claim \"refuted\" log(x^2) = log(abs(x))\n"
                "claim \"proved\" sin(atan(x)) = x/sqrt(1 + x^2)\n"
                "claim \"verified\" asin(x) + acos(x) = pi/2\n"
                "claim \"refuted\" x^(1/3) = x\n");
}

static void test_undefined(void **state) {
  judge_labels(*state, "parameter m = 1\ncoordinate x, y\nkinetic = m/2*(x'^2 + y'^2)\npotential = 0\n"
                "constraint line: x = y\n"
                "claim \"proved\" x'' = y''\n"
                "claim \"unknown: divides by something that vanishes\" 1/(x - y) = 0\n"
                "claim \"unknown: divides\" (x' - y')/(x - y) = 1\n"
                "claim \"unknown: divides\" 1/x = 2 given x = 0\n"
                // no real number has this logarithm
                "claim \"refuted: not a real number\" log(-1 - x^2) = y\n"
                "claim \"unknown: not defined\" log(-1 - x^2) = sqrt(-1 - x^4)\n");
}

// --- conditions ----------------------------------------------------------------------------------

#define PLANE                                    \
  "parameter m = 1, k, a = 2\ncoordinate x, y\n" \
  "kinetic = m/2*(x'^2 + y'^2)\npotential = k/2*x^2\n"

static void test_conditions(void **state) {
  judge_labels(*state, PLANE "claim \"proved\" x'' = -k/m*x\n"
                      "claim \"refuted\" x'' = -k/a*x\n"
                      "claim \"proved\" x'' = -k/a*x given m = a\n"
                      "claim \"proved\" x'' = -k/a*x given 2*m + k = 2*a + k\n"
                      "claim \"proved\" x = y given x' = 1, y' = x', x*x' = y*y'\n"
                      "claim \"proved\" x^4 = y^4 given x^2 = y^2\n"
                      "claim \"proved\" x'' = -1 given x = 1, k = m\n"
                      "claim \"proved\" energy = m given x' = 1, y' = 1, x = 0\n"
                      "claim \"proved\" sin(x) = 0 given x = 0\n"
                      "claim \"proved\" sin(x)^2 = 1/4 given cos(x)^2 = 3/4\n"
                      "claim \"refuted\" sin(x) = 1/2 given cos(x)^2 = 3/4\n"
                      "claim \"proved\" x' = 3*y' given x'/y' = 3\n"
                      "claim \"proved\" x = y given (x - y)^2 = 0\n");
}

// On one branch of the conditions, but not on the other.
static void test_branches(void **state) {
  judge_labels(*state,
        "parameter m = 1\ncoordinate x, y, z\nkinetic = m/2*(x'^2 + y'^2 + z'^2)\npotential = 0\n"
        "claim \"refuted\" x = y given x^2 = y^2\n"
        "claim \"refuted\" x = -y given x^2 = y^2\n"
        "claim \"refuted\" x = 0 given x*y = 0\n"
        "claim \"refuted\" y = 0 given x*y = 0\n"
        "claim \"proved\" x*y*z = 0 given x*y = 0\n"
        "claim \"refuted\" x = 0 given x*y*z = 0\n"
        "claim \"refuted\" y = 0 given x*y*z = 0\n"
        "claim \"refuted\" z = 0 given x*y*z = 0\n"
        "claim \"refuted\" x = 1 given (x - 1)*(y - 1) = 0\n"
        "claim \"refuted\" y = 1 given (x - 1)*(y - 1) = 0\n"
        "claim \"proved\" x*y + 1 = x + y given (x - 1)*(y - 1) = 0\n");
}

// Products that were multiplied out: each is judged on all of its branches.
static void test_factors(void **state) {
  judge_labels(*state, "parameter m = 1, a, b\ncoordinate x, y, z\n"
                "kinetic = m/2*(x'^2 + y'^2 + z'^2)\npotential = a/2*x^2 + b/2*y^2\n"
                "claim \"refuted\" x = 1 given x*y - x - y + 1 = 0\n"
                "claim \"refuted\" y = 1 given x*y - x - y + 1 = 0\n"
                "claim \"proved\" (x - 1)^2*(y - 1) = 0 given x*y - x - y + 1 = 0\n"
                "claim \"refuted\" x = 1 given x^3 - 6*x^2 + 11*x = 6\n"
                "claim \"refuted\" (x - 1)*(x - 2) = 0 given x^3 - 6*x^2 + 11*x = 6\n"
                "claim \"proved\" x^4 = 25*x^2 - 60*x + 36 given x^3 - 6*x^2 + 11*x = 6\n"
                // x' = y' or x' = -2 y'
                "claim \"refuted\" x' = y' given x'^2 + x'*y' - 2*y'^2 = 0\n"
                "claim \"refuted\" x' = -2*y' given x'^2 + x'*y' - 2*y'^2 = 0\n"
                "claim \"proved\" x'^3 = 3*x'*y'^2 - 2*y'^3 given x'^2 + x'*y' - 2*y'^2 = 0\n"
                // parameters: a = b or x = 0
                "claim \"refuted\" x = 0 given a*x = b*x\n"
                "claim \"refuted\" a = b given a*x = b*x\n"
                "claim \"proved\" x'' = -b/m*x given a*x = b*x\n"
                "claim \"proved\" x = 0 given a*x = 0\n"
                // two conditions of two branches
                "claim \"proved\" x^2*y^2 = 1 given x*y - x - y + 1 = 0, (x*y - 1)*(x*y + 1) = 0\n"
                "claim \"refuted\" x*y = 1 given x*y - x - y + 1 = 0, (x*y - 1)*(x*y + 1) = 0\n"
                // one that is a product only if the other holds
                "claim \"refuted\" x = 1 given z = y, x*y - z = 0\n"
                "claim \"refuted\" y = 0 given z = y, x*y - z = 0\n"
                // a factor that has no real zero, and one that has none where the constraints hold
                "claim \"proved\" x = 1 given x^3 - x^2 + x - 1 = 0\n"
                "claim \"proved\" x = 1 given x = 1, (x - 1)*(x - 2) = 0\n"
                // the divisor does not vanish: not on the branch x = y either
                "claim \"proved\" x = -y given (x^2 - y^2)/(x - y) = 0\n"
                "claim \"proved\" (x + y)*z = 0 given (x^2 - y^2)*z/(x - y) = 0\n"
                "claim \"unknown: divides\" 1/(x - y) = 0 given x = y, z*(z - 1) = 0\n"
                "claim \"refuted\" x = y given (x^2 - y^2)*z/(x - y) = 0\n");
}

static void test_branches_of_constraints(void **state) {
  judge_labels(*state, "coordinate x, y, z\nkinetic = 1/2*(x'^2 + y'^2 + z'^2)\npotential = 0\n"
                "constraint either: (x - 1)*(y - 1) = 0\n"
                "claim \"refuted\" x = 1\n"
                "claim \"refuted\" y = 1\n"
                "claim \"proved\" z'' = 0\n");
}

static void test_branches_of_velocities(void **state) {
  judge_labels(*state, "coordinate x, y, z\nkinetic = 1/2*(x'^2 + y'^2 + z'^2)\npotential = 0\n"
                "constraint either: (x' - y')*(x' + y') = 0\ninitial x' = 1, y' = 1\n"
                "claim \"refuted\" x' = y'\n"
                "claim \"refuted\" x' = -y'\n"
                "claim \"proved\" x'^4 = y'^4\n");
}

// Conditions that no state satisfies: nothing is proved from them.
static void test_contradictions(void **state) {
  judge_labels(*state, PLANE
        "claim \"unknown: no state was found where the conditions hold\" y = 0 given x = 1, x = 2\n"
        "claim \"unknown: no state\" x = 1 given x = 1, x = 2\n"
        "claim \"unknown: no state\" x^2 + 1 = 0 given x^2 = -1\n"
        "claim \"unknown: no state\" y = 0 given x^2 = -1\n"
        "claim \"unknown: no state\" x'' = -k/m*x given x^2 + y^2 = -1\n");
}

static void test_contradicted_constraint(void **state) {
  judge_labels(*state, "coordinate x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = 0\n"
                "constraint circle: x^2 + y^2 = 1\ninitial x = 1\n"
                "claim \"proved\" x*x' + y*y' = 0\n"
                // y^2 = -3 there
                "claim \"unknown: no state\" x*x' + y*y' = 0 given x = 2\n");
}

// --- constraints ---------------------------------------------------------------------------------

// A block on a table that is stated twice: 10 = 1*lambda + 2*mu of least norm is (2, 4).
static void test_redundant_multipliers(void **state) {
  judge_labels(*state, "coordinate x, y\npoint P mass 1 at [x, y]\ngravity = [0, -10]\n"
                "constraint table: y = 0\nconstraint twice: 2*y = 0\nconstraint wall: x' = 0\n"
                "claim \"proved\" lambda(table) = 2\n"
                "claim \"proved\" lambda(twice) = 4\n"
                "claim \"refuted\" lambda(table) = 10\n"
                "claim \"proved\" reaction(y) = 10\n"
                "claim \"proved\" reaction(x) = 0\n"
                "claim \"proved\" residual(table) = 0\n"
                "claim \"proved\" redundant table\n"
                "claim \"proved\" redundant twice\n"
                "claim \"refuted: lower rank\" redundant wall\n");
}

// x is driven so that y'' = 0, by a force on x alone: from x'' = F, y'' = x - y follows y = x, so
// x'' = y'' = 0 needs F = 0 beside the spring x'' = y - x + F.
static void test_servo(void **state) {
  judge_labels(*state, "coordinate x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = 1/2*(x - y)^2\n"
                "constraint hold: x = 1 realized by x'\ninitial x = 1\n"
                "claim \"proved\" x'' = 0\n"
                "claim \"proved\" y'' = x - y\n"
                "claim \"proved\" lambda(hold) = x - y\n"
                "claim \"proved\" reaction(y) = 0\n"
                "claim \"refuted\" lambda(hold) = y - x\n"
                "claim \"refuted: not 0\" equilibrium x = 1, y = 0\n"
                "claim \"proved\" equilibrium x = 1, y = 1\n");
}

// A requirement on the acceleration: y'' = -2 x'' - x, with masses 1: (x'', y'') = lambda (2, 1)
static void test_acceleration_level(void **state) {
  judge_labels(*state, "coordinate x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = 0\n"
                "constraint law: 2*x'' + y'' + x = 0\n"
                "claim \"proved\" lambda(law) = -x/5\n"
                "claim \"proved\" x'' = -2*x/5\n"
                "claim \"proved\" y'' = -x/5\n"
                "claim \"refuted\" y'' = -x\n"
                "claim \"refuted: on accelerations\" linear law\n"
                "claim \"unknown\" integrable law\n"
                "claim \"unknown: does work\" equilibrium x = 0, y = 0 stable\n");
}

// A blade on a plane by rates alone: v' = 0 and w' = 0 without forces.
static void test_rates_alone(void **state) {
  judge_labels(*state, "parameter m = 1, J = 1\ncoordinate x, y, a\nspeed v, w\n"
                "rate x' = v*cos(a), y' = v*sin(a), a' = w\n"
                "kinetic = m/2*(x'^2 + y'^2) + J/2*a'^2\npotential = m*x\n"
                "claim \"proved\" v' = -cos(a)\n"
                "claim \"proved\" w' = 0\n"
                "claim \"refuted\" v' = cos(a)\n"
                "claim \"proved\" x'' = -cos(a)^2 - v*w*sin(a)\n"
                "claim \"proved\" conserved m*v^2/2 + J*w^2/2 + m*x\n"
                "claim \"proved\" x'*sin(a) = y'*cos(a)\n"
                // or the blade stands across
                "claim \"refuted\" v = 0 given x' = 0\n"
                "claim \"proved\" v*cos(a) = 0 given x' = 0\n"
                "claim \"proved\" x'' = -1 given v = 0, a = 0\n"
                "claim \"refuted\" v = 1 given x'^2 + y'^2 = 1\n");
}

// H = sqrt(m^2 + p^2) - f x has no Lagrangian in closed form: p' = f, x' = p/E.
static void test_momenta_are_state(void **state) {
  judge_labels(*state, "parameter m = 1, f = 2\ncoordinate x\nmomentum p\n"
                "hamiltonian = sqrt(m^2 + p^2) - f*x\n"
                "claim \"proved\" p' = f\n"
                "claim \"proved\" x' = p/sqrt(m^2 + p^2)\n"
                "claim \"refuted\" x' = p/m\n"
                // x'' = f m^2/E^3
                "claim \"proved\" x'' = f*m^2/(m^2 + p^2)^(3/2)\n"
                "claim \"refuted\" x'' = f/m\n"
                "claim \"proved\" conserved sqrt(m^2 + p^2) - f*x\n"
                "claim \"proved\" cyclic x given f = 0\n"
                "claim \"refuted\" cyclic x\n");
}

// A bead on a rod that turns: r'' = w^2 r, and the rod pushes with 2 m w r'.
static void test_time(void **state) {
  judge_labels(*state,
        "parameter m = 1, w = 2\ncoordinate x, y\nkinetic = m/2*(x'^2 + y'^2)\npotential = 0\n"
        "constraint rod: x*sin(w*t) = y*cos(w*t)\ninitial x = 1, x' = 1\n"
        "let r = x*cos(w*t) + y*sin(w*t)\n"
        "let v = d(r)\n"
        "claim \"proved\" d(v) = w^2*r\n"
        "claim \"refuted\" d(v) = -w^2*r\n"
        "claim \"proved\" y'*cos(w*t) - x'*sin(w*t) = w*r\n"
        "claim \"proved\" conserved v^2 - w^2*r^2\n"
        "claim \"refuted\" conserved energy\n"
        "claim \"proved\" y = 0 given t = 0\n"
        "claim \"refuted\" y = 0\n");
}

static void test_quasi_velocities(void **state) {
  judge_labels(*state, "parameter A = 1, B = 2, C = 3\ncoordinate a, b, c\n"
                "speed w1 = c'*sin(b)*sin(a) + b'*cos(a), w2 = c'*sin(b)*cos(a) - b'*sin(a),\n"
                "  w3 = c'*cos(b) + a'\n"
                "kinetic = 1/2*(A*w1^2 + B*w2^2 + C*w3^2)\npotential = 0\n"
                "initial b = 1, a' = 1\n"
                // Euler's equations
                "claim \"proved\" A*w1' = (B - C)*w2*w3\n"
                "claim \"refuted\" A*w1' = (C - B)*w2*w3\n"
                "claim \"proved\" conserved A^2*w1^2 + B^2*w2^2 + C^2*w3^2\n"
                "claim \"proved\" w3' = 0 given A = B\n"
                "claim \"refuted\" w3' = 0\n"
                "claim \"proved\" cyclic c\n"
                "claim \"refuted: the Lagrangian contains a\" cyclic a\n"
                "claim \"proved\" cyclic a given A = B\n");
}

// --- properties ----------------------------------------------------------------------------------

static void test_cyclic(void **state) {
  judge_labels(*state, "parameter g = 1\ncoordinate x, y, z\nkinetic = 1/2*(x'^2 + y'^2 + z'^2)\n"
                "potential = g*y\nforce z = -z'\n"
                "claim \"proved\" cyclic x\n"
                "claim \"refuted: the Lagrangian contains y\" cyclic y\n"
                "claim \"proved\" cyclic y given g = 0\n"
                "claim \"refuted: a force works along z\" cyclic z\n");
}

#define SPACE                             \
  "parameter a = 1\ncoordinate x, y, z\n" \
  "kinetic = 1/2*(x'^2 + y'^2 + z'^2)\npotential = 0\ninitial x = 1\n"

static void test_linear(void **state) {
  judge_labels(*state, SPACE "constraint c: x'*y' + a*z' = 0\nconstraint d: x*z' = y'\n"
                      "claim \"refuted: contains\" linear c\n"
                      "claim \"proved\" linear d\n");
}

// A factor of the quadratic term: linear without it.
static void test_linear_given(void **state) {
  judge_labels(*state, SPACE "constraint c: a*x'*y' + z' = 0\n"
                      "claim \"proved\" linear c given a = 0\n"
                      "claim \"refuted\" linear c given a = 2\n");
}

// dz = y dx: omega ^ domega = dz ^ dx ^ dy
static void test_contact_form(void **state) {
  judge_labels(*state, SPACE "constraint c: z' = a*y*x'\n"
                      "claim \"refuted\" integrable c\n"
                      "claim \"proved\" integrable c given a = 0\n"
                      "claim \"unknown: not on parameters\" integrable c given y = 1\n");
}

static void test_knife_edge(void **state) {
  judge_labels(*state, SPACE "constraint c: x'*sin(z) = y'*cos(z)\nclaim \"refuted\" integrable c\n");
}

// x' = f(x) y' has the integral y - int dx/f; a factor does not matter.
static void test_two_variables(void **state) {
  judge_labels(*state,
        SPACE "constraint c: exp(z)*x' = exp(z)*(1 + x^2)*y'\nclaim \"proved\" integrable c\n");
}

// d(x y z) over x y z
static void test_integrating_factor(void **state) {
  judge_labels(*state,
        SPACE "constraint c: y*z*x' + x*z*y' + x*y*z' = 0\nclaim \"proved\" integrable c\n");
}

// With the time: x' = t y' is dx - t dy, and dt ^ dy ^ dx does not vanish; x' = y t^2 does not move
// with y', but dy ^ dt ^ dx does not vanish either; x' = t is x = t^2/2.
static void test_integrable_in_time(void **state) {
  judge_labels(*state, SPACE "constraint c: x' = t*y'\nclaim \"refuted\" integrable c\n");
}

static void test_integrable_drift(void **state) {
  judge_labels(*state, SPACE "constraint c: x' = y*t^2\nclaim \"refuted\" integrable c\n");
}

static void test_integrable_clock(void **state) {
  judge_labels(*state, SPACE "constraint c: x' = t\nclaim \"proved\" integrable c\n");
}

static void test_integrable_nonlinear(void **state) {
  judge_labels(*state, SPACE "constraint c: x'^2 = y'^2 + 1\nconstraint d: z = 1\n"
                      "claim \"unknown: not linear\" integrable c\n"
                      "claim \"proved\" integrable d\n");
}

// dz - y dx and dy - z dx are integrable together only; dw - u dz beside them is not.
static void test_integrable_together(void **state) {
  judge_labels(*state, SPACE "coordinate w, u\nkinetic += 1/2*(w'^2 + u'^2)\n"
                      "constraint c: z' = y*x'\nconstraint d: y' = z*x'\n"
                      "constraint e: w' = u*z'\n"
                      "claim \"proved: together\" integrable c\n"
                      "claim \"proved: together\" integrable d\n"
                      "claim \"refuted: can reach\" integrable e\n");
}

// z' = y x' would be, if y did not move; a nonlinear constraint may ensure that, or not.
static void test_integrable_unknown(void **state) {
  judge_labels(*state, SPACE "constraint c: z' = y*x'\nconstraint d: y'^2 = x'^2\n"
                      // y' = x' or y' = -x': z' = y*y' or z' = -y*y'
                      "claim \"proved: 2 pieces\" integrable c\n");
}

// The derivatives of a square vanish with it: it adds nothing to the rank, and does not follow.
static void test_redundant_square(void **state) {
  judge_labels(*state, SPACE "constraint c: (x' - y')^2 = 0\nconstraint d: z' = x'\n"
                      "claim \"refuted: wherever the others\" redundant c\n"
                      "claim \"refuted: lower rank\" redundant d\n");
}

// --- size ----------------------------------------------------------------------------------------

// A hanging chain of 20 links of one length and mass: the last link turns by
// m l^2 b'' + sum of the others' inertia; the energy, and one false claim on it.
static void test_long_chain(void **state) {
  Desk *desk = *state;
  Text text = text_make(&desk->arena);
  text_add(&text, "parameter m = 1, l = 1, g = 10\ncoordinate a1");
  for (int i = 2; i <= 20; i++) text_addf(&text, ", a%d", i);
  text_add(&text, "\npoint P1 mass m at l*[sin(a1), -cos(a1)]\n");
  for (int i = 2; i <= 20; i++)
    text_addf(&text, "point P%d mass m at pos(P%d) + l*[sin(a%d), -cos(a%d)]\n", i, i - 1, i, i);
  text_add(&text, "gravity = [0, -g]\nclaim \"proved\" conserved energy\n"
                  "claim \"refuted\" conserved kinetic_energy\n"
                  // row 20 of the equations: sum_j l cos(a20 - aj) aj'' + ... = -g sin(a20)
                  "claim \"proved\" dot(acc(P20), [cos(a20), sin(a20)]) = -g*sin(a20)\n"
                  "claim \"refuted\" dot(acc(P20), [cos(a20), sin(a20)]) = g*sin(a20)\n");
  const clock_t start = clock();
  judge_labels(desk, text_get(&text));
  const double seconds = (double) (clock() - start) / CLOCKS_PER_SEC;
  if (seconds > 20) fail_msg("four claims on 20 links took %.1f s", seconds);
}

int main(void) {
#define T(name) cmocka_unit_test_setup_teardown(name, desk_open, desk_close)
  const struct CMUnitTest tests[] = {
    T(test_accelerations),
    T(test_conserved),
    T(test_roots),
    T(test_undefined),
    T(test_conditions),
    T(test_branches),
    T(test_factors),
    T(test_branches_of_constraints),
    T(test_branches_of_velocities),
    T(test_contradictions),
    T(test_contradicted_constraint),
    T(test_redundant_multipliers),
    T(test_servo),
    T(test_acceleration_level),
    T(test_rates_alone),
    T(test_momenta_are_state),
    T(test_time),
    T(test_quasi_velocities),
    T(test_cyclic),
    T(test_linear),
    T(test_linear_given),
    T(test_contact_form),
    T(test_knife_edge),
    T(test_two_variables),
    T(test_integrating_factor),
    T(test_integrable_in_time),
    T(test_integrable_drift),
    T(test_integrable_clock),
    T(test_integrable_nonlinear),
    T(test_integrable_together),
    T(test_integrable_unknown),
    T(test_redundant_square),
    T(test_long_chain),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
