// tests/unit/methods/test_whittaker.c: Whittaker's equations against the formulas of their sources, exactly.
//
// Judge: expr_equal with the formula of the source, or with the form by time that slow_agree.c proves against the
// other methods; no tolerance. If the sign of a root matters, doubles and a bound on their rounding.

#include "support/desk.h"

#include "print/print.h"
#include "methods/methods.h"
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static Equations derive(Desk *desk, const char *independent) {
  Equations eq;
  const DeriveOptions options = {
    .arena = &desk->arena, .worksheet = true, .independent = independent};
  const Status status = method_whittaker.derive(desk->model, &options, &eq);
  if (status != STATUS_OK) print_error("%s", desk_messages(desk));
  assert_int_equal(status, STATUS_OK);
  return eq;
}

// Parameters of the model that stand for symbols without a name in the language.
typedef struct {
  Expr from[8], to[8];
  size_t n;
} Stand;

static void stand_for(Desk *desk, Stand *stand, const char *name, Expr symbol) {
  stand->from[stand->n] = desk_expr(desk, name);
  stand->to[stand->n++] = symbol;
}

static Expr with_stand(Desk *desk, const Stand *stand, const char *text) {
  return expr_substitute(desk->pool, desk_expr(desk, text), stand->from, stand->to, stand->n);
}

static void assert_equal(Desk *desk, Expr actual, Expr expected) {
  if (!expr_equal(desk->pool, actual, expected))
    print_error("%s\nis not\n%s\n", print_expr_text(desk->pool, actual, &desk->arena),
                print_expr_text(desk->pool, expected, &desk->arena));
  assert_true(expr_equal(desk->pool, actual, expected));
}

static Expr written(const Equations *eq, const char *source, const char *name) {
  for (size_t i = 0; i < eq->worksheet.n; i++)
    for (size_t k = 0; k < eq->worksheet.at[i].lines.n; k++) {
      const WorkLine *line = &eq->worksheet.at[i].lines.at[k];
      if (strstr(eq->worksheet.at[i].source, source) && strcmp(line->text, name) == 0)
        return line->value;
    }
  fail_msg("%s is not on the worksheet", name);
  return EXPR_NONE;
}

// --- D74 section 3: the rod ---------------------------------------------------------------------------

// E, w, w2 stand for the energy constant, pi_2' and pi_2''; c1, c2, c3 are constants of integration.
static const char *const rod_text =
  "parameter b, g, E, w, w2, c1, c2, c3\ncoordinate q1, q2, q3\n"
  "lagrangian = q1'^2 + q2'^2 + b^2/4*q3'^2 - 2*g*q2\n"
  "speed omega1 = -q1'*sin(q3) + q2'*cos(q3)\nspeed omega2 = -q1'*cos(q3) - q2'*sin(q3)\n"
  "speed omega3 = q3'\nconstraint skate: omega1 = 0\n";

static Equations rod(Desk *desk, Stand *stand) {
  desk_read_well(desk, rod_text);
  const Equations eq = derive(desk, "omega3");
  *stand = (Stand){0};
  stand_for(desk, stand, "E", eq.along.energy);
  stand_for(desk, stand, "w", eq.problem.u[0]);
  stand_for(desk, stand, "w2", eq.problem.ud[0]);
  return eq;
}

// D74 (39) to (46); (42) is in test_hamel.c.
static void test_rod_formulas(void **state) {
  Desk *desk = *state;
  Stand stand;
  const Equations eq = rod(desk, &stand);
  assert_int_equal(eq.problem.m, 1);
  assert_true(expr_same(eq.along.variable, desk_expr(desk, "q3")));
  assert_string_equal(expr_symbol_name(desk->pool, eq.problem.u[0]), "dpi_omega2/dq3");
  assert_string_equal(expr_symbol_name(desk->pool, eq.problem.ud[0]), "d(dpi_omega2/dq3)/dq3");
  // (38) to (40)
  assert_equal(desk, written(&eq, "(10)", "Omega"),
               with_stand(desk, &stand, "omega3^2*(w^2 + b^2/4) - 2*g*q2"));
  assert_equal(desk, written(&eq, "(15)", "h"),
               with_stand(desk, &stand, "omega3^2*(b^2/4 + w^2) + 2*g*q2"));
  assert_equal(desk, expr_square(desk->pool, eq.along.pace),
               expr_mul(desk->pool, expr_square(desk->pool, eq.along.direction),
                        with_stand(desk, &stand, "(E - 2*g*q2)/(b^2/4 + w^2)")));
  // (41), squared and with its sign
  const Expr L = written(&eq, "(17)", "L'");
  assert_equal(desk, expr_square(desk->pool, expr_div(desk->pool, L, eq.along.direction)),
               with_stand(desk, &stand, "4*(E - 2*g*q2)*(b^2/4 + w^2)"));
  // (43), times b^2/(h - 2 g q2)
  assert_equal(
    desk,
    expr_sub(desk->pool, expr_mul(desk->pool, problem_M(&eq.problem)->at[0], eq.problem.ud[0]),
             problem_F(&eq.problem)[0]),
    with_stand(desk, &stand, "b^2/(E - 2*g*q2)*((E - 2*g*q2)*w2 - g*sin(q3)*(b^2/4 + w^2))"));
  // (44) to (46)
  assert_equal(desk, eq.problem.psi[0], with_stand(desk, &stand, "-cos(q3)*w"));
  assert_equal(desk, eq.problem.psi[1], with_stand(desk, &stand, "-sin(q3)*w"));
  assert_equal(desk, eq.problem.psi[2], EXPR_ONE);
  // (27): no force of anholonomy here
  assert_equal(desk, written(&eq, "(27)", "Q*_2"), EXPR_ZERO);
}

// Returns e on the solution (47) to (50), as a function of q3 and the constants.
static Expr on_solution(Desk *desk, const Equations *eq, Expr e) {
  const Expr from[] = {desk_expr(desk, "q1"), desk_expr(desk, "q2"), eq->problem.u[0],
                       eq->along.energy};
  const Expr to[] = {
    desk_expr(desk, "-c2*sin(q3) + g*c1^2/2*q3 + g*c1^2/4*sin(2*q3) + c3"),
    desk_expr(desk, "c2*cos(q3) - g*c1^2/2*cos(q3)^2 - c2^2/(2*g*c1^2) + E/(2*g) - b^2/(8*g*c1^2)"),
    desk_expr(desk, "-g*c1^2*cos(q3) + c2"), desk_expr(desk, "E")};
  return expr_substitute(desk->pool, e, from, to, 4);
}

static void test_rod_solution(void **state) {
  Desk *desk = *state;
  Stand stand;
  const Equations eq = rod(desk, &stand);
  const Expr tau = desk_expr(desk, "q3");
  // d/dq3 of (47) to (49) is what the equations say
  for (size_t i = 0; i < 2; i++)
    assert_equal(desk, expr_diff(desk->pool, on_solution(desk, &eq, eq.q[i]), tau),
                 on_solution(desk, &eq, eq.problem.psi[i]));
  const Expr slope = expr_diff(desk->pool, on_solution(desk, &eq, eq.problem.u[0]), tau);
  assert_equal(desk,
               expr_mul(desk->pool, on_solution(desk, &eq, problem_M(&eq.problem)->at[0]), slope),
               on_solution(desk, &eq, problem_F(&eq.problem)[0]));
  // (51): omega_3 = 1/c1, constant
  assert_equal(
    desk,
    on_solution(desk, &eq,
                expr_square(desk->pool, expr_div(desk->pool, eq.along.pace, eq.along.direction))),
    desk_expr(desk, "1/c1^2"));
  // and by numbers, in which the root has its sign: b = 1, g = 9.81, E = 3, c1 = 1/2, c2 = -1
  const Expr at[] = {tau,
                     desk_expr(desk, "b"),
                     desk_expr(desk, "g"),
                     desk_expr(desk, "E"),
                     desk_expr(desk, "c1"),
                     desk_expr(desk, "c2"),
                     eq.along.direction};
  const double numbers[] = {0.3, 1, 9.81, 3, 0.5, -1, 1};
  const double pace = expr_value(desk->pool, on_solution(desk, &eq, eq.along.pace), at, numbers, 7);
  assert_true(fabs(pace - 2) < 1e-14 * 2 * 10);  // ten operations, each to the last bit
}

// Another independent variable: the equations differ, the motion does not (test_gallery).
static void test_rod_other(void **state) {
  Desk *desk = *state;
  desk_read_well(desk, rod_text);
  const Equations eq = derive(desk, "omega2");
  assert_string_equal(expr_symbol_name(desk->pool, eq.along.variable), "pi_omega2");
  assert_string_equal(expr_symbol_name(desk->pool, eq.problem.u[0]), "dq3/dpi_omega2");
  assert_true(expr_same(derive(desk, "q1").along.variable, desk_expr(desk, "q1")));
}

// --- holonomic systems ---------------------------------------------------------------------------------

// Kepler: with r = 1/s and h = J^2/(2m) (s'^2 + s^2) - k s the equation is Binet's, s'' + s = m k/J^2.
static void test_kepler(void **state) {
  Desk *desk = *state;
  desk_read_well(
    desk, "parameter m, k, J, s, s1, s2\ncoordinate r, phi\n"
          "kinetic = 1/2*m*(r'^2 + r^2*phi'^2)\npotential = -k/r\ninitial r = 1, phi' = 1\n");
  const Equations eq = derive(desk, NULL);
  assert_true(expr_same(eq.along.variable, desk_expr(desk, "phi")));
  assert_string_equal(expr_symbol_name(desk->pool, eq.problem.u[0]), "dr/dphi");
  const Expr from[] = {desk_expr(desk, "r"), eq.problem.u[0], eq.problem.ud[0], eq.along.energy};
  const Expr to[] = {desk_expr(desk, "1/s"), desk_expr(desk, "-s1/s^2"),
                     desk_expr(desk, "2*s1^2/s^3 - s2/s^2"),
                     desk_expr(desk, "J^2/(2*m)*(s1^2 + s^2) - k*s")};
  const Expr residual =
    expr_sub(desk->pool, expr_mul(desk->pool, problem_M(&eq.problem)->at[0], eq.problem.ud[0]),
             problem_F(&eq.problem)[0]);
  assert_equal(desk, expr_substitute(desk->pool, residual, from, to, 4),
               desk_expr(desk, "-m^2/s^4*(s2 + s - m*k/J^2)"));
}

// One degree of freedom: no equation is left, time is a quadrature.
static void test_pendulum(void **state) {
  Desk *desk = *state;
  desk_read_well(desk, "parameter m, l, g, E\ncoordinate theta\n"
                       "point P mass m at [l*sin(theta), -l*cos(theta)]\ngravity = [0, -g]\n");
  const Equations eq = derive(desk, NULL);
  Stand stand = {0};
  stand_for(desk, &stand, "E", eq.along.energy);
  assert_int_equal(eq.problem.m, 0);
  assert_equal(desk, eq.problem.psi[0], EXPR_ONE);
  assert_equal(desk,
               expr_square(desk->pool, expr_div(desk->pool, eq.along.pace, eq.along.direction)),
               with_stand(desk, &stand, "2*(E + m*g*l*cos(theta))/(m*l^2)"));
  assert_equal(desk, problem_by_time(&eq)->drift[0], desk_expr(desk, "-g/l*sin(theta)"));
}

// The spherical pendulum against the Euler equation of Jacobi's integral, Whittaker's Treatise section 42:
// L' = 2 sqrt(X), X = (h - V) Omega2, w = dtheta/dphi. With L'_w = X_w/sqrt(X) and so on, and times
// 2 Omega2/omega_n = 2 Omega2^2/sqrt(X), no root is left:
//   2 Omega2^2 (X_ww/X - X_w^2/(2 X^2)) w' = 2 Omega2^2 (X_theta/X - w X_w_theta/X + w X_w X_theta/(2 X^2))
static void test_spherical_pendulum(void **state) {
  Desk *desk = *state;
  desk_read_well(
    desk, "parameter m, l, g, E, w\ncoordinate theta, phi\n"
          "point P mass m at l*[sin(theta)*cos(phi), sin(theta)*sin(phi), -cos(theta)]\n"
          "gravity = [0, 0, -g]\nlet Omega2 = 1/2*m*l^2*(w^2 + sin(theta)^2)\n"
          "let X = (E + m*g*l*cos(theta))*Omega2\nlet X_w = (E + m*g*l*cos(theta))*m*l^2*w\n"
          "let X_ww = (E + m*g*l*cos(theta))*m*l^2\nlet X_w_theta = -m*g*l*sin(theta)*m*l^2*w\n"
          "let X_theta = -m*g*l*sin(theta)*Omega2 + (E + "
          "m*g*l*cos(theta))*m*l^2*sin(theta)*cos(theta)\n");
  const Equations eq = derive(desk, "phi");
  const Expr from[] = {eq.problem.u[0], eq.along.energy},
             to[] = {desk_expr(desk, "w"), desk_expr(desk, "E")};
  assert_equal(desk, expr_substitute(desk->pool, problem_M(&eq.problem)->at[0], from, to, 2),
               desk_expr(desk, "2*Omega2^2*(X_ww/X - X_w^2/(2*X^2))"));
  assert_equal(desk, expr_substitute(desk->pool, problem_F(&eq.problem)[0], from, to, 2),
               desk_expr(desk, "2*Omega2^2*(X_theta/X - w*X_w_theta/X + w*X_w*X_theta/(2*X^2))"));
}

// A charge in a magnetic field B moves on a circle of radius m v/(e B), clockwise whatever its direction:
// d2y/dx2 = -(1 + y'^2)^(3/2) e B/(m v) where x grows, and the opposite sign where it falls.
static void test_magnetic_field(void **state) {
  Desk *desk = *state;
  static const char *const models[] = {
    "parameter m, e, B\ncoordinate x, y\nlagrangian = 1/2*m*(x'^2 + y'^2) + e*B*x*y'\n",
    "parameter m, e, B\ncoordinate x, y\nkinetic = 1/2*m*(x'^2 + y'^2)\nforce x = e*B*y'\nforce y "
    "= -e*B*x'\n"};
  for (size_t k = 0; k < 2; k++) {
    desk_clear_model(desk);
    desk_read_well(desk, models[k]);
    const Equations eq = derive(desk, "x");
    for (int sign = -1; sign <= 1; sign += 2) {
      // m = 2, e = 3, B = 5, energy 9: v = 3, curvature e B/(m v) = 5/2; at slope 3/4 (1 + y'^2)^(3/2) = 125/64
      const Expr at[] = {desk_expr(desk, "m"), desk_expr(desk, "e"), desk_expr(desk, "B"),
                         desk_expr(desk, "x"), eq.problem.u[0],      eq.along.energy,
                         eq.along.direction};
      const double numbers[] = {2, 3, 5, 0.7, 0.75, 9, sign};
      const double M = expr_value(desk->pool, problem_M(&eq.problem)->at[0], at, numbers, 7);
      const double F = expr_value(desk->pool, problem_F(&eq.problem)[0], at, numbers, 7);
      assert_true(fabs(F / M + sign * 2.5 * 125 / 64) < 1e-13);
      assert_true(fabs(expr_value(desk->pool, eq.along.pace, at, numbers, 7) - sign * 3 / 1.25) <
                  1e-13);
    }
  }
}

// --- objects of anholonomy ------------------------------------------------------------------------------

// A free rigid body with w3 for time: Euler's equations divided by each other. (27) has both its sums.
static void test_rigid_body(void **state) {
  Desk *desk = *state;
  desk_read_well(desk, "parameter I1, I2, I3, u1, u2\ncoordinate psi, theta, phi\n"
                       "frame B = rotate(z, psi) rotate(x, theta) rotate(z, phi)\n"
                       "body D mass 1 at [0, 0] frame B inertia (I1, I2, I3)\n"
                       "speed w1 = dot(omega(D), B.x)\nspeed w2 = dot(omega(D), B.y)\nspeed w3 = "
                       "dot(omega(D), B.z)\n");
  const Equations eq = derive(desk, "w3");
  ExprPool *pool = desk->pool;
  Stand stand = {0};
  stand_for(desk, &stand, "u1", eq.problem.u[0]);
  stand_for(desk, &stand, "u2", eq.problem.u[1]);
  assert_string_equal(expr_symbol_name(pool, eq.problem.u[0]), "dpi_w1/dpi_w3");
  // dw1/dw3 and so on, from I1 w1' = (I2 - I3) w2 w3 and its like
  const Expr rate[] = {with_stand(desk, &stand, "(I2 - I3)/I1*u2 - u1^2*u2*(I1 - I2)/I3"),
                       with_stand(desk, &stand, "(I3 - I1)/I2*u1 - u1*u2^2*(I1 - I2)/I3")};
  for (size_t i = 0; i < 2; i++)
    assert_equal(desk,
                 expr_add(pool,
                          expr_mul(pool, *matrix_entry(problem_M(&eq.problem), i, 0), rate[0]),
                          expr_mul(pool, *matrix_entry(problem_M(&eq.problem), i, 1), rate[1])),
                 problem_F(&eq.problem)[i]);
  // the torque of the body's own turning: Q*_1 = L_omega_2 - Pi_3 u2, Q*_2 = Pi_3 u1 - L_omega_1
  assert_equal(desk, written(&eq, "(27)", "Q*_1"),
               expr_mul(pool, eq.along.pace, with_stand(desk, &stand, "(I2 - I3)*u2")));
  assert_equal(desk, written(&eq, "(27)", "Q*_2"),
               expr_mul(pool, eq.along.pace, with_stand(desk, &stand, "(I3 - I1)*u1")));
}

// --- all models -------------------------------------------------------------------------------------------

// Returns e with q' = omega psi, and the energy as h.
static Expr along(const Equations *eq, Expr omega, Expr e) {
  Expr *v = ARENA_ARRAY(eq->arena, Expr, eq->n);
  for (size_t i = 0; i < eq->n; i++) v[i] = expr_mul(eq->pool, omega, eq->problem.psi[i]);
  const Expr h = expr_substitute(eq->pool, eq->energy, eq->qd, v, eq->n);
  return expr_substitute(eq->pool, expr_substitute(eq->pool, e, &eq->along.energy, &h, 1), eq->qd,
                         v, eq->n);
}

// The equations by the independent variable and those by time agree: M is the same, F times the pace. By time they are
// proved against the other methods in slow_agree.c.
static size_t two_forms_agree(Desk *desk, const char *independent) {
  const Equations eq = derive(desk, independent);
  const Expr omega = desk_expr(desk, "t");  // any symbol that the equations do not contain
  size_t compared = 0;
  for (size_t i = 0; i < eq.problem.m * eq.problem.m; i++)
    assert_equal(desk, along(&eq, omega, problem_M(problem_by_time(&eq))->at[i]),
                 along(&eq, omega, problem_M(&eq.problem)->at[i]));
  for (size_t i = 0; i < eq.problem.m; i++) {
    if (expr_depends(desk->pool, problem_F(&eq.problem)[i], eq.along.direction))
      continue;  // test_magnetic_field
    assert_equal(desk, along(&eq, omega, problem_F(problem_by_time(&eq))[i]),
                 expr_mul(desk->pool, omega, along(&eq, omega, problem_F(&eq.problem)[i])));
    compared++;
  }
  for (size_t i = 0; i < eq.n; i++)
    assert_equal(desk, along(&eq, omega, problem_by_time(&eq)->psi[i]),
                 expr_mul(desk->pool, omega, eq.problem.psi[i]));
  assert_equal(desk, along(&eq, omega, eq.along.pace_now), omega);
  return compared;
}

// The gallery, and the reason if a model is refused.
static const struct {
  const char *name, *code;  // "": it is accepted
} gallery[] = {
  {"appell-hamel", "N0721"},  // a cone of velocities
  {"ball-in-box", ""},
  {"ball-on-turntable", "N0721"},  // the table turns: affine
  {"bead-leaving-sphere", ""},
  {"bead-on-hoop", "N0740"},      // the hoop turns
  {"bicycle", "N0721"},           // not ideal
  {"block-on-incline", "N0721"},  // friction by a multiplier
  {"bouncing-ball", ""},
  {"chaplygin-sleigh", ""},
  {"chaplygin-sphere", ""},
  {"charged-particle", ""},
  {"cyclic-particle", ""},
  {"damped-cart-pendulum", "N0721"},  // led by t
  {"disk-on-bar", ""},
  {"djukic-rod", ""},
  {"double-pendulum", ""},
  {"double-pendulum-stop", ""},
  {"driven-oscillator", "N0741"},  // damped
  {"euler-top", ""},
  {"flip-map", ""},
  {"foucault-pendulum", "N0740"},  // the earth turns
  {"four-bar", ""},
  {"hamilton-double-pendulum", "N0721"},  // led by t
  {"hamilton-incline", ""},
  {"hamilton-nonholonomic-particle", ""},
  {"hamilton-spherical-pendulum", ""},
  {"heavy-symmetric-top", ""},
  {"henon-heiles", ""},
  {"kepler-cartesian", ""},
  {"kepler-plane", ""},
  {"knife-edge-incline", ""},
  {"kovalevskaya-top", ""},
  {"ladder", ""},
  {"massless-link", ""},
  {"newtons-cradle", ""},
  {"nonholonomic-double-pendulum", "N0721"},
  {"nonholonomic-double-pendulum-forces", "N0721"},
  {"nonholonomic-double-pendulum-free", "N0721"},
  {"nonholonomic-double-pendulum-linear", ""},
  {"nonholonomic-double-pendulum-symmetric", "N0721"},
  {"nonholonomic-double-pendulum-worksheet", "N0721"},
  {"orthogonal-velocities", "N0721"},
  {"orthogonal-velocities-polar", "N0741"},
  {"orthogonal-velocities-segment", "N0741"},
  {"parallel-segment", "N0721"},
  {"parallel-segment-1", "N0741"},
  {"parallel-segment-2", "N0741"},
  {"parallel-velocities", "N0721"},
  {"parallel-velocities-incline", "N0721"},
  {"parallel-velocities-spring", "N0721"},
  {"pendulum-cartesian", ""},
  {"pulleys", ""},
  {"quaternion-body", ""},
  {"rattleback", ""},
  {"relativistic-ring", "N0702"},  // no Lagrangian in closed form
  {"rheonomic-bead", "N0721"},     // led by t
  {"rigid-body-euler", ""},
  {"rimless-wheel", "N0721"},  // a state of its own
  {"rocking-block", ""},
  {"rolling-disk", ""},
  {"servo-cart-pendulum", "N0721"},  // not ideal
  {"sleeping-top", ""},
  {"slider-crank", ""},
  {"snakeboard", "N0721"},  // led by t
  {"spherical-pendulum", ""},
  {"spring-pendulum", ""},
  {"stick-slip", "N0741"},  // friction
  {"suslov", ""},
  {"tracking-arm", "N0721"},  // led by t
  {"trailer-1", "N0741"},     // driven
  {"trailer-10", "N0741"},
  {"trailer-3", "N0741"},
  {"trebuchet", ""},
  {"two-bars", ""},
  {"vibrated-pendulum", "N0740"},  // the pivot is led
};

static void read_model(Desk *desk, const char *name) {
  char path[512], *text = ARENA_ARRAY(&desk->arena, char, 1 << 16);  // messages point into it
  snprintf(path, sizeof path, "models/%s.mech", name);
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  assert_true(fread(text, 1, (1 << 16) - 1, file) > 0);
  fclose(file);
  desk_read_well(desk, text);
}

static void test_gallery(void **unused) {
  (void) unused;
  size_t compared = 0;
  for (size_t i = 0; i < sizeof gallery / sizeof *gallery; i++) {
    void *state = NULL;
    assert_int_equal(desk_open(&state), 0);
    Desk *desk = state;
    read_model(desk, gallery[i].name);
    Equations eq;
    const bool taken = method_whittaker.derive(desk->model, &(DeriveOptions){.arena = &desk->arena},
                                               &eq) == STATUS_OK;
    if (strcmp(desk_codes(desk), gallery[i].code) != 0)
      print_error("%s: %s\n", gallery[i].name, desk_messages(desk));
    assert_string_equal(desk_codes(desk), gallery[i].code);
    if (taken) compared += two_forms_agree(desk, NULL);
    desk_close(&state);
  }
  assert_true(compared > 30);
}

// Every model of the gallery is in the list.
static void test_gallery_is_whole(void **unused) {
  (void) unused;
  DIR *folder = opendir("models");
  assert_non_null(folder);
  for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
    const char *end = strstr(entry->d_name, ".mech");
    if (end == NULL) continue;
    bool listed = false;
    for (size_t i = 0; i < sizeof gallery / sizeof *gallery; i++)
      listed = listed || (strlen(gallery[i].name) == (size_t) (end - entry->d_name) &&
                          strncmp(gallery[i].name, entry->d_name, strlen(gallery[i].name)) == 0);
    if (!listed) print_error("%s is not listed\n", entry->d_name);
    assert_true(listed);
  }
  closedir(folder);
}

static void test_every_independent(void **state) {
  Desk *desk = *state;
  read_model(desk, "djukic-rod");
  assert_int_equal(two_forms_agree(desk, "q1") + two_forms_agree(desk, "q2") +
                     two_forms_agree(desk, "q3") + two_forms_agree(desk, "omega2"),
                   4);
}

// --- what is refused ------------------------------------------------------------------------------------

static void refused(Desk *desk, const char *text, const char *independent, const char *code) {
  desk_clear_model(desk);
  desk->diags = (Diags){.arena = &desk->arena};
  desk_read_well(desk, text);
  Equations eq;
  const DeriveOptions options = {.arena = &desk->arena, .independent = independent};
  assert_int_not_equal(method_whittaker.derive(desk->model, &options, &eq), STATUS_OK);
  assert_string_equal(desk_codes(desk), code);
}

static void test_refused(void **state) {
  Desk *desk = *state;
  refused(desk, "coordinate x, y\nlagrangian = x'^2 + y'^2 - t*x\n", NULL, "N0740");
  refused(desk, "parameter g\ncoordinate x, y\npoint P mass 1 at [x, y]\ngravity = [0, -g*t]\n",
          NULL, "N0740");
  refused(desk, "coordinate x, y\nkinetic = x'^2 + y'^2\nforce x = -x\n", NULL, "N0741");
  refused(desk, "coordinate x, y\npoint P mass 1 at [x, y]\nforce on P = [y, 0]\n", NULL, "N0741");
  refused(desk, "coordinate x, y\nlagrangian = sqrt(1 + x'^2 + y'^2)\n", NULL, "N0742");
  refused(desk, "coordinate x, y\nkinetic = x'^2 + y'^2\n", "z", "N0743");
  refused(desk, "parameter a\ncoordinate x, y\nkinetic = x'^2 + y'^2\n", "a", "N0743");
  refused(desk, "coordinate x, y\nkinetic = x'^2 + y'^2\nconstraint x' = 0\n", "x", "N0744");
  refused(desk, "coordinate x, y\nkinetic = x'^2 + y'^2\nconstraint x' = y'\nconstraint x' = -y'\n",
          NULL, "N0746");
  refused(desk, "coordinate x\nlagrangian = x\n", NULL, "N0706");  // nothing has inertia
}

// A given energy that leaves no kinetic energy: all of it is potential, or it is less than that everywhere.
static void test_no_energy(void **state) {
  Desk *desk = *state;
  static const char *const energies[] = {"c", "1"};
  static const char *const models[] = {
    "parameter c = 2\ncoordinate x, y\nkinetic = x'^2 + y'^2\npotential = c\n",
    "coordinate x\nkinetic = x'^2\npotential = 2\n"};
  for (size_t i = 0; i < 2; i++) {
    desk_clear_model(desk);
    desk->diags = (Diags){.arena = &desk->arena};
    desk_read_well(desk, models[i]);
    Equations eq;
    const DeriveOptions options = {.arena = &desk->arena, .energy = desk_expr(desk, energies[i])};
    assert_int_equal(method_whittaker.derive(desk->model, &options, &eq), STATUS_INPUT);
    assert_string_equal(desk_codes(desk), "N0748");
  }
}

// A force in a direction that the constraints exclude does no work.
static void test_force_without_work(void **state) {
  Desk *desk = *state;
  desk_read_well(desk, "coordinate x, y\nkinetic = x'^2 + y'^2\nforce x = -x\nconstraint x' = 0\n");
  assert_true(expr_same(derive(desk, NULL).along.variable, desk_expr(desk, "y")));
}

#define TEST(name) cmocka_unit_test_setup_teardown(test_##name, desk_open, desk_close)

int main(void) {
  const struct CMUnitTest tests[] = {
    TEST(rod_formulas),
    TEST(rod_solution),
    TEST(rod_other),
    TEST(kepler),
    TEST(pendulum),
    TEST(spherical_pendulum),
    TEST(magnetic_field),
    TEST(rigid_body),
    cmocka_unit_test(test_gallery),
    cmocka_unit_test(test_gallery_is_whole),
    TEST(every_independent),
    TEST(refused),
    TEST(no_energy),
    TEST(force_without_work),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
