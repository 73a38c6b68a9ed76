// support/closed.c: closed forms of motions.

#include "support/closed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LANDEN_MOST 12  // fewer are enough for means that agree to 113 bits
#define ROUNDING 1e-34  // of a number near 1
#define NEWTON_MOST 60

// --- functions -----------------------------------------------------------------------------------

Quad closed_quarter_period(Quad k) {
  Quad a = 1, b = sqrtf128((1 - k) * (1 + k));
  for (int i = 0; i < LANDEN_MOST && quad_abs(a - b) > quad(ROUNDING); i++) {
    const Quad mean = (a + b) / 2;
    b = sqrtf128(a * b);
    a = mean;
  }
  return quad_pi() / (a + b);
}

// Abramowitz and Stegun 16.4: phi_N = 2^N a_N u, sin(2 phi_(n-1) - phi_n) = c_n/a_n sin(phi_n)
void closed_jacobi(Quad u, Quad k, Quad *sn, Quad *cn, Quad *dn) {
  Quad a[LANDEN_MOST + 1] = {1}, c[LANDEN_MOST + 1] = {k}, b = sqrtf128((1 - k) * (1 + k));
  size_t n = 0;
  while (n < LANDEN_MOST && quad_abs(c[n]) > quad(ROUNDING)) {
    a[n + 1] = (a[n] + b) / 2;
    c[n + 1] = (a[n] - b) / 2;
    b = sqrtf128(a[n] * b);
    n++;
  }
  Quad phi = (Quad) (1 << n) * a[n] * u;
  for (; n > 0; n--) phi = (phi + asinf128(c[n] / a[n] * sinf128(phi))) / 2;
  *sn = sinf128(phi);
  *cn = cosf128(phi);
  *dn = sqrtf128(1 - k * k * *sn * *sn);
}

Quad closed_kepler(Quad M, Quad e) {
  Quad E = M + e * sinf128(M);
  for (int i = 0; i < NEWTON_MOST; i++) {
    const Quad step = (E - e * sinf128(E) - M) / (1 - e * cosf128(E));
    E -= step;
    if (quad_abs(step) < quad(ROUNDING) * quad_max(1, quad_abs(E))) break;
  }
  return E;
}

// --- free systems --------------------------------------------------------------------------------

// x'' = -4 x
static void oscillator(Quad t, Quad *q, Quad *v) {
  q[0] = cosf128(2 * t) + sinf128(2 * t) / 2;
  v[0] = cosf128(2 * t) - 2 * sinf128(2 * t);
}

// Damping c/m = 2 gamma: a steady oscillation and one that dies out. Landau and Lifshitz,
// Mechanics, section 26.
static void driven_oscillator(Quad t, Quad *q, Quad *v) {
  const Quad c = quad_ratio(1, 5), k = 4, F = 1, Omega = quad_ratio(9, 5), gamma = c / 2;
  const Quad far = k - Omega * Omega, D = far * far + c * c * Omega * Omega;
  const Quad P = F * far / D, Q = F * c * Omega / D, w = sqrtf128(k - gamma * gamma);
  const Quad A = -P, B = (gamma * A - Omega * Q) / w;
  const Quad die = expf128(-gamma * t), C = cosf128(w * t), S = sinf128(w * t);
  q[0] = P * cosf128(Omega * t) + Q * sinf128(Omega * t) + die * (A * C + B * S);
  v[0] = Omega * (Q * cosf128(Omega * t) - P * sinf128(Omega * t)) +
         die * ((w * B - gamma * A) * C - (w * A + gamma * B) * S);
}

// From rest at the amplitude 2: sin(theta/2) = k cd(u), theta' = -2 k k' omega sd(u),
// u = omega t. Whittaker and Watson, 22.122; Landau and Lifshitz, Mechanics, section 11.
static void pendulum_angle(Quad t, Quad *theta, Quad *rate) {
  const Quad g = quad_ratio(981, 100), l = 2, omega = sqrtf128(g / l), k = sinf128(1);
  Quad sn, cn, dn;
  closed_jacobi(omega * t, k, &sn, &cn, &dn);
  *theta = 2 * asinf128(k * cn / dn);
  *rate = -2 * k * cosf128(1) * omega * sn / dn;
}

static void pendulum(Quad t, Quad *q, Quad *v) {
  pendulum_angle(t, q, v);
}

static void pendulum_rod(Quad t, Quad *q, Quad *v) {
  Quad theta, rate;
  pendulum_angle(t, &theta, &rate);
  q[0] = 2 * sinf128(theta);
  q[1] = -2 * cosf128(theta);
  v[0] = -q[1] * rate;
  v[1] = q[0] * rate;
}

// From the pericentre at 1 with velocity 1.3: e = 1.3^2 - 1, a = 1/(1 - e). E is the eccentric
// anomaly. Landau and Lifshitz, Mechanics, section 15.
static void ellipse(Quad t, Quad *a, Quad *b, Quad *e, Quad *E, Quad *rate) {
  *e = quad_ratio(69, 100);
  *a = 1 / (1 - *e);
  *b = *a * sqrtf128(1 - *e * *e);
  const Quad mean = 1 / (*a * sqrtf128(*a));
  *E = closed_kepler(mean * t, *e);
  *rate = mean / (1 - *e * cosf128(*E));
}

static void kepler_cartesian(Quad t, Quad *q, Quad *v) {
  Quad a, b, e, E, rate;
  ellipse(t, &a, &b, &e, &E, &rate);
  q[0] = a * (cosf128(E) - e);
  q[1] = b * sinf128(E);
  v[0] = -a * sinf128(E) * rate;
  v[1] = b * cosf128(E) * rate;
}

static void kepler_plane(Quad t, Quad *q, Quad *v) {
  Quad a, b, e, E, rate;
  ellipse(t, &a, &b, &e, &E, &rate);
  const Quad turns = (Quad) (long) (E / (2 * quad_pi()));
  const Quad half = E / 2 - turns * quad_pi();
  q[0] = a * (1 - e * cosf128(E));
  q[1] = 2 * (atan2f128(sqrtf128(1 + e) * sinf128(half), sqrtf128(1 - e) * cosf128(half)) +
              turns * quad_pi());
  v[0] = a * e * sinf128(E) * rate;
  v[1] = quad_ratio(13, 10) / (q[0] * q[0]);
}

// Gyration at the rate e B/m = 2 about a centre that drifts with E/B = 1/2. Landau and Lifshitz,
// Field Theory, section 22.
static void charged_particle(Quad t, Quad *q, Quad *v) {
  const Quad C = cosf128(2 * t), S = sinf128(2 * t), drift = quad_ratio(1, 2);
  q[0] = S / 2 + drift * (1 - C) / 2;
  q[1] = -drift * t + drift * S / 2 + (C - 1) / 2;
  q[2] = t / 10;
  v[0] = C + drift * S;
  v[1] = -drift + drift * C - S;
  v[2] = quad_ratio(1, 10);
}

// --- constrained systems -------------------------------------------------------------------------

// z'' = -g/(1 + a^2), the horizontal velocity keeps its direction and is a times z'.
static void appell_hamel(Quad t, Quad *q, Quad *v) {
  const Quad fall = quad_ratio(981, 500), start = -sqrtf128(quad_ratio(5, 4)) / 2;
  v[2] = start - fall * t;
  q[2] = 10 + start * t - fall * t * t / 2;
  v[0] = v[2] / start;
  v[1] = v[0] / 2;
  q[0] = (q[2] - 10) / start;
  q[1] = q[0] / 2;
}

// With I + m a^2 = 4 m a^2 the angle is 2 gd(s), and the path of the edge can be integrated:
// v = tanh(s), theta' = sech(s), s = t/2 - 2.
static void sleigh(Quad t, Quad *q, Quad *v) {
  const Quad s = t / 2 - 2, tanh = tanhf128(s), sech = 1 / coshf128(s);
  const Quad gd = 2 * atanf128(tanhf128(s / 2));
  q[0] = 2 * (tanh * tanh - logf128(coshf128(s)));
  q[1] = 2 * (gd - tanh * sech);
  q[2] = 2 * gd;
  v[0] = tanh * (2 * sech * sech - 1);
  v[1] = 2 * tanh * tanh * sech;
  v[2] = sech;
}

// D74 (47) to (51), the constants from the initial state of the model
static void djukic_rod(Quad t, Quad *q, Quad *v) {
  const Quad g = quad_ratio(981, 100), c1 = quad_ratio(1, 2), c4 = quad_ratio(3, 10);
  const Quad slope = g * c1 * c1, b = 1;
  const Quad c2 = -c1 + slope * cosf128(c4);  // (47) at omega2 = -1
  const Quad c3 = c2 * sinf128(c4) - slope / 2 * c4 - slope / 4 * sinf128(2 * c4);
  const Quad h = 1 + b * b / 4 / (c1 * c1);  // (39) at q2 = 0
  const Quad pi3 = t / c1 + c4, C = cosf128(pi3), S = sinf128(pi3), along = c2 - slope * C;
  q[0] = -c2 * S + slope / 2 * pi3 + slope / 4 * sinf128(2 * pi3) + c3;
  q[1] = c2 * C - slope / 2 * C * C - c2 * c2 / (2 * slope) + h / (2 * g) - b * b / (8 * slope);
  q[2] = pi3;
  v[0] = -C * along / c1;  // (44) and (45), times omega3
  v[1] = -S * along / c1;
  v[2] = 1 / c1;
}

// B11 Example 2
static void uniform_pair(Quad t, Quad *q, Quad *v) {
  v[0] = quad_ratio(-75, 338);
  v[1] = quad_ratio(90, 169);
  v[2] = quad_ratio(3, 10);
  v[3] = quad_ratio(2, 5);
  q[0] = quad_ratio(6, 5) + v[0] * t;
  q[1] = quad_ratio(7, 5) + v[1] * t;
  q[2] = quad_ratio(6, 5) + v[2] * t;
  q[3] = v[3] * t;
}

// B11 Example 3
static void coinciding_pair(Quad t, Quad *q, Quad *v) {
  const Quad g = quad_ratio(981, 100);
  v[0] = v[2] = quad_ratio(3, 10) + g * t;
  v[1] = v[3] = 1;
  q[0] = q[2] = 1 + quad_ratio(3, 10) * t + g * t * t / 2;
  q[1] = q[3] = quad_ratio(1, 2) + t;
}

// B11 Example 4: sin(theta/2) = k sn(u), theta' = 2 k omega cn(u), u = omega t, here with k = 1/2
static void symmetric_pair(Quad t, Quad *q, Quad *v) {
  const Quad omega = quad_ratio(7, 100), k = quad_ratio(1, 2);
  Quad sn, cn, dn;
  closed_jacobi(omega * t, k, &sn, &cn, &dn);
  const Quad theta = 2 * asinf128(k * sn), rate = 2 * k * omega * cn;
  q[0] = q[2] = cosf128(theta);
  q[1] = sinf128(theta);
  q[3] = -q[1];
  v[0] = v[2] = -q[1] * rate;
  v[1] = q[0] * rate;
  v[3] = -v[1];
}

// --- the list ------------------------------------------------------------------------------------

#define PAIR                       \
  "coordinate x1, y1, x2, y2\n"    \
  "point P1 mass m1 at [x1, y1]\n" \
  "point P2 mass m2 at [x2, y2]\n" \
  "gravity = [g, 0]\n"             \
  "constraint pivot: x1*x1'*y2' - x2*x2'*y1' + (y1 - y2)*y1'*y2' = 0\n"

#define OSCILLATOR_TEXT  \
  "coordinate x\n"       \
  "kinetic = 1/2*x'^2\n" \
  "potential = 2*x^2\n"  \
  "initial x = 1, x' = 1\n"

#define PENDULUM_TEXT                               \
  "parameter l = 2, g = 9.81\n"                     \
  "coordinate theta\n"                              \
  "point P mass 1 at l*[sin(theta), -cos(theta)]\n" \
  "gravity = [0, -g]\n"                             \
  "initial theta = 2, theta' = 0\n"

#define PENDULUM_ROD_TEXT             \
  "parameter l = 2, g = 9.81\n"       \
  "coordinate x, y\n"                 \
  "point P mass 1 at [x, y]\n"        \
  "gravity = [0, -g]\n"               \
  "constraint rod: x^2 + y^2 = l^2\n" \
  "initial x = l*sin(2), y = -l*cos(2), x' = 0, y' = 0\n"

#define SLEIGH_TEXT                                                  \
  "parameter m = 1, a = 0.5, I = 0.75\n"                             \
  "coordinate x, y, theta\n"                                         \
  "frame S = rotate(z, theta)\n"                                     \
  "point C at [x, y]\n"                                              \
  "body sleigh mass m at [x, y] + a*S.x frame S inertia (0, 0, I)\n" \
  "constraint edge: dot(vel(C), S.y) = 0\n"                          \
  "speed v, w\n"                                                     \
  "rate x' = v*cos(theta)\n"                                         \
  "rate y' = v*sin(theta)\n"                                         \
  "rate theta' = w\n"                                                \
  "let gd = 2*atan(tanh(-1))\n"                                      \
  "initial x = 2*(tanh(-2)^2 - log(cosh(-2)))\n"                     \
  "initial y = 2*(gd - tanh(-2)/cosh(-2)), theta = 2*gd\n"           \
  "initial v = tanh(-2), w = 1/cosh(-2)\n"

const ClosedMotion closed_motions[] = {
  {"oscillator", NULL, OSCILLATOR_TEXT, 1, 20, oscillator},
  {"driven-oscillator", "models/driven-oscillator.mech", NULL, 1, 20, driven_oscillator},
  {"pendulum", NULL, PENDULUM_TEXT, 1, 20, pendulum},
  {"pendulum-rod", NULL, PENDULUM_ROD_TEXT, 2, 20, pendulum_rod},
  {"kepler-cartesian", "models/kepler-cartesian.mech", NULL, 2, 50, kepler_cartesian},
  {"kepler-plane", "models/kepler-plane.mech", NULL, 2, 50, kepler_plane},
  {"charged-particle", "models/charged-particle.mech", NULL, 3, 20, charged_particle},
  {"appell-hamel", "models/appell-hamel.mech", NULL, 3, 20, appell_hamel},
  {"sleigh", NULL, SLEIGH_TEXT, 3, 20, sleigh},
  {"djukic-rod", "models/djukic-rod.mech", NULL, 3, 20, djukic_rod},
  {"uniform-pair", "models/nonholonomic-double-pendulum-free.mech", NULL, 4, 20, uniform_pair},
  {"coinciding-pair", NULL,
   "parameter m1 = 1, m2 = 2, g = 9.81\n" PAIR
   "initial x1 = 1, y1 = 1/2, x2 = 1, y2 = 1/2, x1' = 0.3, y1' = 1, x2' = 0.3, y2' = 1\n",
   4, 20, coinciding_pair},
  {"symmetric-pair", NULL,
   "parameter m1 = 1, m2 = 1, g = 0.0049\n" PAIR
   "initial x1 = 1, y1 = 0, x2 = 1, y2 = 0, x1' = 0, y1' = 0.07, x2' = 0, y2' = -0.07\n",
   4, 20, symmetric_pair},
};

const size_t closed_motions_count = sizeof closed_motions / sizeof *closed_motions;

const ClosedMotion *closed_find(const char *name) {
  for (size_t i = 0; i < closed_motions_count; i++)
    if (strcmp(closed_motions[i].name, name) == 0) return &closed_motions[i];
  return NULL;
}

char *closed_read_file(const char *path) {
  FILE *file = fopen(path, "rb");
  if (file == NULL) return NULL;
  size_t n = 0, room = 1 << 16;
  char *text = malloc(room);
  while (text != NULL) {
    n += fread(text + n, 1, room - 1 - n, file);
    text[n] = '\0';
    if (n < room - 1) break;
    char *more = realloc(text, room *= 2);
    if (more == NULL) free(text);
    text = more;
  }
  fclose(file);
  return text;
}

char *closed_text(const ClosedMotion *motion) {
  if (motion->file != NULL) return closed_read_file(motion->file);
  char *text = malloc(strlen(motion->text) + 1);
  if (text != NULL) strcpy(text, motion->text);
  return text;
}
