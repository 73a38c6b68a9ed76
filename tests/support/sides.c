// support/sides.c: claims that are true on one side of a place and false on the other.

#include "support/sides.h"

#include "proof/claims.h"
#include "support/desk.h"

static struct { size_t refuted, left_open, held, open; } counted;

typedef struct {
  Gen *g;
  Arena *arena;
  const char *model;  // without claims
  const char *right, *wrong;
} Case;

static long pick(Gen *g, long least, long most) {
  return least + (long) gen_below(g, (uint64_t) (most - least + 1));
}

static const char *sign(Gen *g) {
  return gen_below(g, 2) == 0 ? "" : "-";
}

// --- functions of the state that take both signs -------------------------------------------------

typedef struct {
  const char *text;
  bool bounded;  // by less than pi/2
} Both;

// In a plane without constraints, parameters a, b > 0.
static Both in_plane(Case *c) {
  Gen *g = c->g;
  const long k = pick(g, -9, 9);
  switch (gen_below(g, 13)) {
    case 0: return (Both){text_format(c->arena, "(x - (%ld))", k), false};
    case 1: return (Both){text_format(c->arena, "(y + (%ld)/7)", k), false};
    case 2: return (Both){text_format(c->arena, "(x + 2*y - (%ld))", k), false};
    case 3: return (Both){text_format(c->arena, "(x*y - (%ld))", k), false};
    case 4: return (Both){text_format(c->arena, "(x^2 - y - (%ld))", k), false};
    case 5: return (Both){text_format(c->arena, "(sin(x) - (%ld)/10)", k), true};
    case 6: return (Both){text_format(c->arena, "(x' - (%ld))", k), false};
    case 7: return (Both){text_format(c->arena, "(a - %ld*b)", k * k % 5 + 1), false};
    case 8: return (Both){text_format(c->arena, "(a*x - b*y + (%ld))", k), false};
    case 9: return (Both){text_format(c->arena, "(x*y' - y*x' - (%ld))", k), false};
    case 10: return (Both){text_format(c->arena, "(cos(x + y) - (%ld)/10)", k), true};
    case 11: return (Both){text_format(c->arena, "(x - 1000*(%ld))", k), false};
    default: return (Both){"(a^2 - 3*a*b + 2*b^2)", false};
  }
}

// On the circle of radius l.
static Both on_circle(Case *c) {
  Gen *g = c->g;
  const long k = pick(g, -9, 9);
  switch (gen_below(g, 6)) {
    case 0: return (Both){text_format(c->arena, "(x/l - (%ld)/10)", k), true};
    case 1: return (Both){text_format(c->arena, "(y/l - (%ld)/10)", k), true};
    case 2: return (Both){text_format(c->arena, "(x*y/l^2 - (%ld)/20)", k), true};
    case 3: return (Both){text_format(c->arena, "(x' - (%ld))", k), false};
    case 4: return (Both){text_format(c->arena, "(x*y' - y*x' - (%ld))", k), false};
    default: return (Both){text_format(c->arena, "(x - y + (%ld)*l/10)", k), false};
  }
}

// On the two branches of x*y = c > 0.
static Both on_hyperbola(Case *c) {
  const long k = pick(c->g, -3, 3);
  switch (gen_below(c->g, 4)) {
    case 0: return (Both){text_format(c->arena, "(x - (%ld)/5)", k), false};
    case 1: return (Both){"(x + y)", false};
    case 2: return (Both){text_format(c->arena, "(x - y - (%ld))", k), false};
    default: return (Both){text_format(c->arena, "(y' - (%ld))", k), false};
  }
}

// --- identities ----------------------------------------------------------------------------------

// Returns a formula that is wrong for one sign of w, or, for unbounded functions, by 2 pi.
static const char *wrong_by_sign(Case *c, Both w, const char *left, const char *right) {
  const char *W = w.text, *s = sign(c->g);
  switch (gen_below(c->g, w.bounded ? 11 : 16)) {
    case 0: return text_format(c->arena, "abs(%s) = %s%s", W, s, W);
    case 1: return text_format(c->arena, "sqrt(%s^2) = %s%s", W, s, W);
    case 2: return text_format(c->arena, "(%s^4)^(1/4) = %s%s", W, s, W);
    case 3: return text_format(c->arena, "log(%s^2) = 2*log(%s%s)", W, s, W);
    case 4: return text_format(c->arena, "%s*abs(%s) = %s%s^2", W, W, s, W);
    case 5: return text_format(c->arena, "atan(%s) + atan(1/%s) = %spi/2", W, W, s);
    case 6:
      return text_format(c->arena, "%s + abs(%s) = %s + %s%s", left, W, right, *s ? s : "1*", W);
    case 7: return text_format(c->arena, "acos(%s/sqrt(1 + %s^2)) = atan(1/%s)", W, W, W);
    case 8: return text_format(c->arena, "atan2(%s, -1) = pi - atan(%s)", W, W);
    case 9: return text_format(c->arena, "exp(log(%s^2)/2) = %s%s", W, s, W);
    case 10: return text_format(c->arena, "(%s + abs(%s))/2 = %s", W, W, *s ? W : "0");
    case 11: return text_format(c->arena, "atan(tan(%s)) = %s", W, W);
    case 12: return text_format(c->arena, "asin(sin(%s)) = %s", W, W);
    case 13: return text_format(c->arena, "acos(cos(%s)) = %s%s", W, s, W);
    case 14: return text_format(c->arena, "sqrt(1 - sin(%s)^2) = cos(%s)", W, W);
    default: return text_format(c->arena, "cos(%s/2) = sqrt((1 + cos(%s))/2)", W, W);
  }
}

// Returns a formula that is wrong for some signs of two functions whose signs are independent.
static const char *wrong_by_signs(Case *c, const char *W, const char *V) {
  const char *s = sign(c->g), *r = sign(c->g);
  switch (gen_below(c->g, 4)) {
    case 0:
      return text_format(c->arena, "(abs(%s) + %s%s)*(abs(%s) + %s%s) = 0", W, *s ? s : "1*", W, V,
                         *r ? r : "1*", V);
    case 1: return text_format(c->arena, "sqrt(%s*%s) = sqrt(%s)*sqrt(%s)", W, V, W, V);
    case 2: return text_format(c->arena, "abs(%s + %s) = abs(%s) + abs(%s)", W, V, W, V);
    default: return text_format(c->arena, "sqrt(%s^2*%s^2) = %s%s*%s", W, V, s, W, V);
  }
}

static const char *right_for_both(Case *c, Both w, const char *V, const char *left,
                                  const char *right) {
  const char *W = w.text;
  switch (gen_below(c->g, 15)) {
    case 0: return text_format(c->arena, "abs(%s) = sqrt(%s^2)", W, W);
    case 1: return text_format(c->arena, "log(%s^2) = 2*log(abs(%s))", W, W);
    case 2: return text_format(c->arena, "abs(%s)*abs(%s) = abs(%s*%s)", W, V, W, V);
    case 3:
      return text_format(c->arena, "(%s + %s + abs(%s - %s))*(%s + %s - abs(%s - %s)) = 4*%s*%s", W,
                         V, W, V, W, V, W, V, W, V);
    case 4: return text_format(c->arena, "atan2(%s, %s) = atan2(2*%s, 2*%s)", W, V, W, V);
    case 5: return text_format(c->arena, "sqrt(1 - sin(%s)^2) = abs(cos(%s))", W, W);
    case 6: return text_format(c->arena, "abs(cos(%s/2)) = sqrt((1 + cos(%s))/2)", W, W);
    case 7: return text_format(c->arena, "atan(%s) + atan(1/%s) = pi/2*%s/abs(%s)", W, W, W, W);
    case 8: return text_format(c->arena, "asin(%s/sqrt(1 + %s^2)) = atan(%s)", W, W, W);
    case 9: return text_format(c->arena, "atan(%s) = 2*atan(%s/(1 + sqrt(1 + %s^2)))", W, W, W);
    case 10:
      return text_format(c->arena, "sqrt(%s^2 + 2*abs(%s*%s) + %s^2) = abs(%s) + abs(%s)", W, W, V,
                         V, W, V);
    case 11: return text_format(c->arena, "%s + abs(%s) = %s + sqrt(%s^2)", left, W, right, W);
    case 12: return text_format(c->arena, "cos(atan(%s)) = 1/sqrt(1 + %s^2)", W, W);
    case 13: return text_format(c->arena, "abs(%s)^3 = (%s^2)^(3/2)", W, W);
    default: return text_format(c->arena, "asin(%s) + acos(%s) = pi/2", W, W);
  }
}

// --- systems -------------------------------------------------------------------------------------

static void make_plane(Case *c) {
  const long a = pick(c->g, 1, 9), b = pick(c->g, 1, 9);
  c->model = text_format(c->arena,
                         "parameter a = %ld, b = %ld/3, m = 2\ncoordinate x, y\n"
                         "kinetic = m/2*(x'^2 + y'^2)\npotential = a*x^2/2 + b*y\n"
                         "initial x = %ld/4, y = %ld/3\n",
                         a, b, pick(c->g, -9, 9), pick(c->g, -9, 9));
  const bool motion = gen_below(c->g, 3) == 0;
  const char *left = motion ? "x''" : "sin(x)^2", *right = motion ? "-a/m*x" : "1 - cos(x)^2";
  const Both w = in_plane(c);
  const char *V = gen_below(c->g, 2) == 0 ? "(x + 3*y - 2)" : "(y' + x' + 1)";
  c->wrong =
    gen_below(c->g, 4) == 0 ? wrong_by_signs(c, w.text, V) : wrong_by_sign(c, w, left, right);
  c->right = right_for_both(c, w, V, left, right);
}

static void make_circle(Case *c) {
  c->model =
    text_format(c->arena,
                "parameter l = %ld/2, m = 1, g = 9.81\ncoordinate x, y\n"
                "point P mass m at [x, y]\ngravity = [0, -g]\n"
                "constraint rod: x^2 + y^2 = l^2\ninitial x = %s0.6*%ld/2, y = %s0.8*%ld/2\n",
                pick(c->g, 1, 5), sign(c->g), (long) 0, sign(c->g), (long) 0);
  const long l = pick(c->g, 1, 5);
  c->model =
    text_format(c->arena,
                "parameter l = %ld/2, m = 1, g = 9.81\ncoordinate x, y\n"
                "point P mass m at [x, y]\ngravity = [0, -g]\n"
                "constraint rod: x^2 + y^2 = l^2\ninitial x = %s%ld*3/10, y = %s%ld*4/10\n",
                l, sign(c->g), l, sign(c->g), l);
  const bool motion = gen_below(c->g, 2) == 0;
  const char *left = motion ? "x''" : "x^2",
             *right = motion ? "x*(g*y - x'^2 - y'^2)/l^2" : "l^2 - y^2";
  const Both w = on_circle(c);
  static const char *const others[][2] = {
    {"y = sqrt(l^2 - x^2)", "abs(y) = sqrt(l^2 - x^2)"},
    {"x = -sqrt(l^2 - y^2)", "abs(x) = sqrt(l^2 - y^2)"},
    {"acos(x/l) = asin(y/l)", "cos(asin(y/l)) = abs(x)/l"},
    {"atan(y/x) = asin(y/l)", "tan(asin(y/l)) = y/abs(x)"},
    {"atan2(y, x) = acos(x/l)", "abs(atan2(y, x)) = acos(x/l)"},
    {"x' = y'*sqrt(l^2 - x^2)/x", "abs(x*x') = abs(y*y')"},
    {"abs(lambda(rod)) = lambda(rod)", "abs(lambda(rod)) = sqrt(lambda(rod)^2)"},
    {"abs(lambda(rod)) = -lambda(rod)", "sqrt(x^2 + y^2) = l"},
    {"sqrt(1 - x^2/l^2) = y/l", "2*asin(abs(y)/l) = acos(1 - 2*y^2/l^2)"}};
  const uint64_t k = gen_below(c->g, 2 * COUNT(others));
  if (k < COUNT(others)) {
    c->wrong = others[k][0];
    c->right = others[k][1];
    return;
  }
  c->wrong = wrong_by_sign(c, w, left, right);
  c->right = right_for_both(c, w, "(y/l + 1/7)", left, right);
}

static void make_hyperbola(Case *c) {
  c->model = text_format(c->arena,
                         "parameter c = %ld, m = 1\ncoordinate x, y\nkinetic = m/2*(x'^2 + y'^2)\n"
                         "constraint h: x*y = c\ninitial x = %s1\nguess y = 1\n",
                         pick(c->g, 1, 5), sign(c->g));
  const Both w = on_hyperbola(c);
  if (gen_below(c->g, 3) == 0) {
    c->wrong = text_format(c->arena, "abs(x) + abs(y) = %s%s", sign(c->g), "(x + y)");
    c->right = "abs(x + y) = abs(x) + abs(y)";
    return;
  }
  c->wrong = wrong_by_sign(c, w, "x*y", "c");
  c->right = right_for_both(c, w, "(x + 2*y)", "x*y", "c");
}

// y^2 = x (x - c)(x + c): an oval between -c and 0, and a branch from c on.
static void make_cubic(Case *c) {
  static const char *const wrong[] = {"abs(x) = x",
                                      "abs(x - c) = x - c",
                                      "abs(x - c/2) = x - c/2",
                                      "abs(x) = -x",
                                      "sqrt(x^2 - 2*c*x + c^2) = x - c",
                                      "abs(x - c) = c - x",
                                      "atan2(x, 1 - x) = atan(x/(1 - x))",
                                      "y = sqrt(x^3 - c^2*x)"};
  static const char *const right[] = {"abs(x + c) = x + c", "abs(x*(x - c)*(x + c)) = y^2",
                                      "sqrt(x^3 - c^2*x) = abs(y)", "abs(x*(x - c)) = x*(x - c)"};
  c->model =
    text_format(c->arena,
                "parameter c = %ld/2, m = 1\ncoordinate x, y\nkinetic = m/2*(x'^2 + y'^2)\n"
                "constraint h: y^2 = x^3 - c^2*x\ninitial x = %s\nguess y = %s1\n",
                pick(c->g, 1, 4), gen_below(c->g, 2) == 0 ? "3" : "-1/4", sign(c->g));
  c->wrong = wrong[gen_below(c->g, COUNT(wrong))];
  c->right = right[gen_below(c->g, COUNT(right))];
}

// Two ovals about (0, 0) and (d, 0), of one irreducible equation.
static void make_ovals(Case *c) {
  static const char *const wrong[] = {"abs(x - d/2) = x - d/2", "abs(x - d/2) = d/2 - x",
                                      "sqrt((2*x - d)^2) = 2*x - d", "y = abs(y)",
                                      "log((x - d/2)^2) = 2*log(x - d/2)"};
  static const char *const right[] = {
    "sqrt((2*x - d)^2) = 2*abs(x - d/2)",
    "abs(x - d/2)*(x - d/2)*abs(y) = sqrt(y^2)*(x - d/2)*abs(x - d/2)",
    "(x^2 + y^2 - 1)*((x - d)^2 + y^2 - 1) = 1/10"};
  c->model = text_format(c->arena,
                         "parameter m = 1\nlet d = %ld\ncoordinate x, y\n"
                         "kinetic = m/2*(x'^2 + y'^2)\n"
                         "constraint h: (x^2 + y^2 - 1)*((x - d)^2 + y^2 - 1) = 1/10\n"
                         "guess x = %s\nguess y = %s1\n",
                         pick(c->g, 3, 9) * (gen_below(c->g, 3) == 0 ? 100 : 1),
                         gen_below(c->g, 2) == 0 ? "0" : "3", sign(c->g));
  c->wrong = wrong[gen_below(c->g, COUNT(wrong))];
  c->right = right[gen_below(c->g, COUNT(right))];
}

static const char *lines(const Case *c, const long *k, unsigned left_out) {
  static const char *const line[] = {"(x - (%ld))", "(y - (%ld))", "(x + y - (%ld))",
                                     "(x - 2*y - (%ld))"};
  Text text = text_make(c->arena);
  for (unsigned i = 0; i < COUNT(line); i++) {
    if (left_out >> i & 1) continue;
    if (text.n > 0) text_add(&text, "*");
    text_add(&text, text_format(c->arena, line[i], k[i]));
  }
  return text_get(&text);
}

// Lines in a plane, multiplied; a claim that leaves one out. The potential pulls along all of them.
static void make_lines(Case *c) {
  Gen *g = c->g;
  const long k[] = {pick(g, -5, 5), pick(g, -5, 5), pick(g, -9, 9), pick(g, -9, 9)};
  const unsigned without = (unsigned) gen_below(g, 8);  // the first of the four lines stays
  const unsigned out = without << 1 & 14;
  const char *product = lines(c, k, out);
  unsigned missing = 1u << gen_below(g, 4);
  if (out & missing) missing = 1;
  c->model = text_format(c->arena,
                         "coordinate x, y\nkinetic = 1/2*(x'^2 + 2*y'^2)\npotential = 3*x + y\n"
                         "constraint c: %s = 0\ninitial x = %ld, y = 7\n",
                         product, k[0]);
  static const char *const rate[] = {"x''", "y''", "(x'' + y'')", "(x'' - 2*y'')"};
  static const char *const speed[] = {"x'", "y'", "(x' + y')", "(x' - 2*y')"};
  const char *const *row = gen_below(g, 2) == 0 ? rate : speed;
  Text right = text_make(c->arena), wrong = text_make(c->arena);
  text_add(&right, "1"), text_add(&wrong, "1");
  for (unsigned i = 0; i < 4; i++) {
    if (out >> i & 1) continue;
    text_addf(&right, "*%s", row[i]);
    if (!(missing >> i & 1)) text_addf(&wrong, "*%s", row[i]);
  }
  const bool all = (out | missing) == 15;
  switch (gen_below(g, 2)) {
    case 0:
      c->wrong = text_format(c->arena, "%s = 0", all ? "1*x - 1000" : lines(c, k, out | missing));
      c->right = text_format(c->arena, "%s*y = 0", product);
      break;
    default:
      c->wrong = text_format(c->arena, "%s = 0", all ? "y''" : text_get(&wrong));
      c->right = text_format(c->arena, "%s = 0", text_get(&right));
  }
}

// {x = a}, {y = b, z = c}: pieces of different dimension.
static void make_crossing(Case *c) {
  Gen *g = c->g;
  const long a = pick(g, -3, 3), b = pick(g, -3, 3), d = pick(g, -3, 3);
  const bool first = gen_below(g, 2) == 0;
  c->model =
    text_format(c->arena,
                "coordinate x, y, z\nkinetic = 1/2*(x'^2 + y'^2 + z'^2)\n"
                "potential = x + 2*y + 3*z\nconstraint p: (x - (%ld))*(y - (%ld)) = 0\n"
                "constraint q: (z - (%ld))*(x - (%ld)) = 0\ninitial x = %ld, y = %ld, z = %ld\n",
                a, b, d, a, first ? a : a + 1, first ? b + 2 : b, first ? d + 1 : d);
  const char *wrong[] = {text_format(c->arena, "x = %ld", a),
                         text_format(c->arena, "y = %ld", b),
                         text_format(c->arena, "(y - (%ld))*(z - (%ld)) = 0", b, d),
                         "x'' = 0",
                         "x'' = -1",
                         "y'' = -2",
                         "z'' = 0",
                         "conserved x'",
                         "x' = 0",
                         "y'*z' = 0",
                         "redundant q",
                         "redundant p"};
  const char *right[] = {text_format(c->arena, "(x - (%ld))*(z - (%ld))*y = 0", a, d),
                         text_format(c->arena, "(x - (%ld))*z' = 0", a),
                         "x'*y' = 0",
                         "x''*y'' = 0",
                         "(x'' + 1)*(z'' + 3) = 0",
                         "conserved energy",
                         "x'*(z'' + 3) = x'*3"};
  c->wrong = wrong[gen_below(g, COUNT(wrong))];
  c->right = right[gen_below(g, COUNT(right))];
}

static void make_velocities(Case *c) {
  Gen *g = c->g;
  const long a = pick(g, 1, 4), b = pick(g, 1, 4);
  c->model = text_format(c->arena,
                         "coordinate x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = x + 7*y\n"
                         "constraint c: (x' - %ld*y')*(x' + %ld*y') = 0\n"
                         "initial y' = 1, x' = %ld\n",
                         a, b, gen_below(g, 2) == 0 ? a : -b);
  const char *wrong[] = {text_format(c->arena, "x' = %ld*y'", a),
                         text_format(c->arena, "x' = -%ld*y'", b),
                         text_format(c->arena, "x'' = %ld*y''", a),
                         text_format(c->arena, "x'' = -%ld*y''", b),
                         text_format(c->arena, "abs(x') = %ld*abs(y')", a == b ? a + 1 : a),
                         "x'' = -1",
                         "lambda(c) = 0"};
  const char *right[] = {text_format(c->arena, "(x'' - %ld*y'')*(x'' + %ld*y'') = 0", a, b),
                         text_format(c->arena, "x'^2 = (%ld)*x'*y' + %ld*y'^2", a - b, a * b),
                         "conserved energy"};
  c->wrong = wrong[gen_below(g, COUNT(wrong))];
  c->right = right[gen_below(g, COUNT(right))];
}

// p = q or p = pi - q, and 2 pi more.
static void make_sines(Case *c) {
  static const char *const wrong[] = {"sin((p - q)/2) = 0",
                                      "cos((p + q)/2) = 0",
                                      "cos(p) = cos(q)",
                                      "cos(p) = -cos(q)",
                                      "p = q",
                                      "p'' = q''",
                                      "p'' = -q''",
                                      "p' = q'",
                                      "q'' = 0",
                                      "tan(p) = tan(q)",
                                      "lambda(c) = 0"};
  static const char *const right[] = {
    "sin((p - q)/2)*cos((p + q)/2) = 0", "cos(p)^2 = cos(q)^2", "p'^2 = q'^2", "conserved energy",
    "abs(cos(p)) = abs(cos(q))",         "abs(p') = abs(q')"};
  c->model =
    text_format(c->arena,
                "parameter l = %ld/2, m = 1, g = 9.81\ncoordinate p, q\n"
                "kinetic = 1/2*m*l^2*(p'^2 + 2*q'^2)\npotential = -m*g*l*cos(p)\n"
                "constraint c: %ssin(p) = %ssin(q)\ninitial p = 0.3\nguess q = %s\n",
                pick(c->g, 1, 5), gen_below(c->g, 2) == 0 ? "l*" : "",
                gen_below(c->g, 2) == 0 ? "1*" : "", gen_below(c->g, 2) == 0 ? "0.3" : "2.8");
  if (strstr(c->model, "l*sin(p)") != NULL || strstr(c->model, "1*sin(q)") != NULL)
    c->model = text_format(c->arena,
                           "parameter l = %ld/2, m = 1, g = 9.81\ncoordinate p, q\n"
                           "kinetic = 1/2*m*l^2*(p'^2 + 2*q'^2)\npotential = -m*g*l*cos(p)\n"
                           "constraint c: l*sin(p) = l*sin(q)\ninitial p = 0.3\nguess q = %s\n",
                           pick(c->g, 1, 5), gen_below(c->g, 2) == 0 ? "0.3" : "2.8");
  c->wrong = wrong[gen_below(c->g, COUNT(wrong))];
  c->right = right[gen_below(c->g, COUNT(right))];
}

// Parallelogram and antiparallelogram.
static void make_four_bar(Case *c) {
  static const char *const wrong[] = {"p = s",           "sin(q) = 0",   "q'' = 0",
                                      "cos(p) = cos(s)", "q' = 0",       "p' = s'",
                                      "p'' = s''",       "conserved q'", "sin(p) = sin(s)"};
  static const char *const right[] = {"conserved energy", "b*sin(q) = a*(sin(s) - sin(p))",
                                      "sin(q)*(sin(p) - sin(s)) = -b/a*sin(q)^2"};
  const long a = pick(c->g, 1, 3), b = a + pick(c->g, 1, 3);
  const bool numbers = gen_below(c->g, 2) == 0;
  c->model = text_format(c->arena,
                         "%s a = %ld%s b = %ld\nparameter m = 1, g = 9.81\ncoordinate p, q, s\n"
                         "kinetic = 1/2*m*a^2*(p'^2 + s'^2) + 1/2*m*b^2*q'^2\n"
                         "potential = m*g*a*sin(p)\n"
                         "constraint h1: a*cos(p) + b*cos(q) = b + a*cos(s)\n"
                         "constraint h2: a*sin(p) + b*sin(q) = a*sin(s)\n"
                         "initial p = 1\nguess q = 0, s = 1\n",
                         numbers ? "let" : "parameter", a, numbers ? "\nlet" : ",", b);
  c->wrong = wrong[gen_below(c->g, COUNT(wrong))];
  c->right = right[gen_below(c->g, COUNT(right))];
}

// Makes forces with a kink.
static void make_bent(Case *c) {
  const long k = pick(c->g, -6, 6);
  const char *w = text_format(c->arena, "(x - (%ld))", k);
  const bool above = gen_below(c->g, 2) == 0;
  const char *s = above ? "" : "-";
  c->model = text_format(c->arena,
                         "parameter m = 2, f = 3\ncoordinate x, y\nkinetic = m/2*(x'^2 + y'^2)\n"
                         "potential = f*%s%s%s + f*y\ninitial x = %ld\n",
                         gen_below(c->g, 2) == 0 ? "abs" : "1*abs", "", w, above ? k + 1 : k - 1);
  switch (gen_below(c->g, 4)) {
    case 0:
      c->wrong = text_format(c->arena, "x'' = -(%s1)*f/m", s);
      c->right = text_format(c->arena, "x'' = -f/m*%s/abs(%s)", w, w);
      break;
    case 1:
      c->wrong = text_format(c->arena, "conserved m/2*x'^2 + (%s1)*f*%s", s, w);
      c->right = text_format(c->arena, "conserved m/2*x'^2 + f*abs%s", w);
      break;
    case 2:
      c->wrong = text_format(c->arena, "abs(x'') = (%s1)*x''", s);
      c->right = "abs(x'') = f/m";
      break;
    default: c->wrong = "x'' = y''"; c->right = "x''^2 = y''^2";
  }
}

// Returns a difference of parameters that has both signs for positive values, often far from those of the model.
static const char *difference(Case *c) {
  Gen *g = c->g;
  const long k = pick(g, 1, 9);
  const char *tens = text_format(c->arena, "10^%ld", pick(g, 0, 5));
  switch (gen_below(g, 9)) {
    case 0: return text_format(c->arena, "(%ld*%s*a - b)", k, tens);
    case 1: return text_format(c->arena, "(a + %ld - b)", k * k);
    case 2: return text_format(c->arena, "(a*m + %ld*%s - b)", k, tens);
    case 3: return text_format(c->arena, "(a^2 + m^2 + %ld - b^2)", k);
    case 4: return text_format(c->arena, "(a - %ld/%s)", k, tens);
    case 5: return text_format(c->arena, "(%ld*%s - a)", k, tens);
    case 6: return text_format(c->arena, "(%ld*%s - a*b*m)", k, tens);
    case 7: return text_format(c->arena, "(sqrt(a + m) - b/%s)", tens);
    default: return text_format(c->arena, "(a/b - m/%s)", tens);
  }
}

static void make_sizes(Case *c) {
  c->model = text_format(c->arena,
                         "parameter a = %ld, b = %ld/3, m%s\ncoordinate x\nkinetic = m/2*x'^2\n"
                         "potential = a*x^2/2 + b*x\n",
                         pick(c->g, 1, 9), pick(c->g, 1, 9), gen_below(c->g, 2) == 0 ? "" : " = 2");
  const Both w = {difference(c), false};
  c->wrong = wrong_by_sign(c, w, "x''", "-(a*x + b)/m");
  c->right = right_for_both(c, w, "(x - 2)", "x''", "-(a*x + b)/m");
}

// A claim that is false in general, but true under `assume`.
static void make_assumed(Case *c) {
  static const char *const forms[] = {"abs(%s) = %s", "sqrt(%s^2) = %s", "max(%s, 0) = %s",
                                      "abs(%s + x^2) - x^2 = %s", "%s*sign(%s) = %s"};
  const long k = pick(c->g, 1, 5), a = pick(c->g, 6, 9);
  const uint64_t form = gen_below(c->g, COUNT(forms));
  const char *W = text_format(c->arena, "(a - %ld*b)", k);
  const char *V = text_format(c->arena, "(a - %ld/10*b)", 10 * k + pick(c->g, 1, 9));
  c->model = text_format(c->arena,
                         "parameter a = %ld, b = 1, m = 2\nassume a > %ld*b\ncoordinate x\n"
                         "kinetic = m/2*x'^2\npotential = a*x^2/2 + b*x\n",
                         a, k);
  const char *form_text = forms[form];
  c->right = text_format(c->arena, form_text, W, W, W);
  c->wrong = text_format(c->arena, form_text, V, V, V);
}

// --- the law -------------------------------------------------------------------------------------

static void (*const makers[])(Case *) = {make_plane,     make_plane,    make_plane, make_circle,
                                         make_circle,    make_lines,    make_lines, make_crossing,
                                         make_hyperbola, make_cubic,    make_ovals, make_velocities,
                                         make_sines,     make_four_bar, make_bent,  make_sizes,
                                         make_sizes,     make_assumed};

static const char *statement(Arena *arena, const char *claim) {
  return text_format(arena, "claim \"\" %s\n", claim);
}

static Judgement verdict_on(Desk *desk, Equations *eq, size_t i) {
  return proof_judge(eq, &desk->model->claims.at[i], &desk->arena);
}

void sides_law(Gen *g, ExprPool *p) {
  (void) p;
  Case c = {.g = g, .arena = g->arena};
  makers[gen_below(g, COUNT(makers))](&c);
  const char *text = text_format(g->arena, "%s%s%s", c.model, statement(g->arena, c.right),
                                 statement(g->arena, c.wrong));
  gen_note(g, "%s", text);
  void *state;
  assert_int_equal(desk_open(&state), 0);
  Desk *desk = state;
  Equations eq;
  desk_read_well(desk, text);
  const DeriveOptions options = {.arena = &desk->arena, .energy = EXPR_NONE};
  assert_int_equal(method_multipliers.derive(desk->model, &options, &eq), STATUS_OK);
  const Judgement right = verdict_on(desk, &eq, 0), wrong = verdict_on(desk, &eq, 1);
  gen_note(g, "the true one is %s: %s\nthe false one is %s: %s\n", verdict_name(right.verdict),
           right.detail, verdict_name(wrong.verdict), wrong.detail);
  const Verdict first = right.verdict, second = wrong.verdict;
  desk_close(&state);
  CHECK(first != VERDICT_REFUTED);
  CHECK(second != VERDICT_PROVED && second != VERDICT_VERIFIED);
  counted.held += first != VERDICT_UNKNOWN;
  counted.open += first == VERDICT_UNKNOWN;
  counted.refuted += second == VERDICT_REFUTED;
  counted.left_open += second == VERDICT_UNKNOWN;
}

void sides_count(void) {
  printf(
    "false claims: %zu refuted, %zu unknown; true claims: %zu proved or verified, %zu unknown\n",
    counted.refuted, counted.left_open, counted.held, counted.open);
  assert_true(counted.left_open * 20 <= counted.refuted);
  assert_true(counted.open * 10 <= counted.held);
}
