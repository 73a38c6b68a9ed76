// fuzz/grammar_larger.c: models of families, units and joints, in which an index, a unit or a frame may be
// wrong.

#include "fuzz/grammar_impl.h"

// --- families -------------------------------------------------------------------------------------

// Returns mostly i; now and then a neighbour, which may not exist.
static const char *member(Making *m) {
  return one_in(m, 8) ? PICK(m, "i-1", "i+1", "n", "1", "2*i - 1", "0") : "i";
}

static void family_constraints(Making *m) {
  if (one_in(m, 2)) {
    put(m, "constraint c[i]: ");
    switch (below(m, 4)) {
      case 0: put(m, "q[i] = q[%s]", member(m)); break;
      case 1: put(m, "q[i]' = %s*q[%s]'", PICK(m, "1", "l", "q[1]"), member(m)); break;
      case 2: put(m, "dot(vel(P[%s]), [1, q[i]]) = 0", member(m)); break;
      default: put(m, "q[i]'' + q[%s] = 0", member(m)); break;
    }
    put(m, " for i = %s\n", PICK(m, "1..n-1", "1..1", "1..n", "2..n"));
  }
}

static void family_requests(Making *m) {
  put(m, "initial q[i] = %s for i = 1..n\n", PICK(m, "0.1*i", "1/i", "0", "i - 1"));
  if (one_in(m, 2))
    put(m, "observe o[i] = pos(P[%s]).%s for i = 1..n\n", member(m), PICK(m, "x", "y"));
  if (one_in(m, 3)) put(m, "observe s = sum(q[i]*q[j]' for i = 1..n, j = i..n)\n");
  if (one_in(m, 3))
    put(m, "claim conserved %s\n", PICK(m, "energy", "q[1]'", "sum(q[i]' for i = 1..n)"));
  if (one_in(m, 4)) put(m, "claim cyclic q[%s]\n", PICK(m, "1", "n", "n + 1"));
  put(m, "simulate to 0.2 every 0.1\n");
}

static void family(Making *m) {
  put(m, "count n = %s%s\n", PICK(m, "1", "2", "2", "3", "0"), PICK(m, "", "", ", k = n + 1"));
  put(m, "parameter m[1..n] = %s, l = 1/2, g = 9.81\n",
      one_in(m, 6) ? PICK(m, "(1, 2)", "(1, 2, 3)") : PICK(m, "1", "2"));
  put(m, "coordinate q[1..n]%s\n", PICK(m, "", "", "", ", u[0..1, 1..n]"));
  put(m, "let r[0] = %s\n", PICK(m, "[0, 0]", "[1, q[1]]", "[sin(t), 0]"));
  put(m, "let r[i] = r[i-1] + l*[sin(q[%s]), -cos(q[%s])] for i = 1..n\n", member(m), member(m));
  put(m, "point P[i] mass m[%s] at r[i] for i = 1..n\n", member(m));
  if (one_in(m, 2)) put(m, "gravity = [0, -g]\n");
  if (one_in(m, 2)) put(m, "potential = sum((q[i] - q[%s])^2 for i = 2..n)\n", member(m));
  if (one_in(m, 3)) put(m, "force q[i] = -q[%s]' for i = 1..n\n", member(m));
  family_constraints(m);
  family_requests(m);
}

// --- units ----------------------------------------------------------------------------------------

static void units(Making *m) {
  put(m, "parameter M = 2 %s, l = 30 %s, g = 9.81 %s, k = %s %s\n",
      PICK(m, "kg", "kg", "g", "lb", "s"), PICK(m, "cm", "m", "in", "km"),
      PICK(m, "m/s^2", "m/s^2", "N/kg", "ft/min^2", "m/s"), PICK(m, "12", "(1/3)", "-1", "1e-9"),
      PICK(m, "N/m", "N/m", "kN/mm", "kg/s^2", "N"));
  if (one_in(m, 3)) put(m, "assume M > 0, l > %s\n", PICK(m, "0", "1", "g"));
  put(m, "coordinate x [%s], th%s\n", PICK(m, "m", "m", "mm", "rad"),
      PICK(m, "", "", " [rad]", " [deg]"));
  put(m, "point P mass M at [x%s, 0] + l*[sin(th), -cos(th)]\n",
      PICK(m, "", "", " + 1", "*th", " + l*th"));
  if (one_in(m, 2)) put(m, "gravity = [0, -g]\n");
  put(m, "potential = 1/2*k*%s^2\n", PICK(m, "x", "x", "l", "(x - l)", "th"));
  if (one_in(m, 3)) put(m, "kinetic += 1/2*M*%s'^2\n", PICK(m, "x", "th", "(x*th)"));
  if (one_in(m, 3))
    put(m, "constraint c: %s\n",
        PICK(m, "x = l*th", "x = th", "x' = l*th'", "x'^2 = g*l", "x'^2 = g"));
  put(m, "initial th = 20 %s, x = 5 %s, x' = 1 %s\n", PICK(m, "deg", "rad", "s"),
      PICK(m, "mm", "m", "yd"), PICK(m, "m/s", "km/h", "kn"));
  put(m, "observe e = x%s\n", PICK(m, "", "/l", " + l", " + 1", "*x'"));
  if (one_in(m, 2))
    put(m, "observe f [%s] = %s\n", PICK(m, "km/h", "mm/s", "deg", "kg"),
        PICK(m, "x'", "norm(vel(P))", "max(x')"));
  if (one_in(m, 4)) put(m, "section S: x = %s\n", PICK(m, "1 mm", "1 s", "0", "l"));
  if (one_in(m, 4))
    put(m, "when th = %s: x' = %s\n", PICK(m, "1 deg", "10 deg", "1 m"),
        PICK(m, "1 m/s", "-x'", "2 kg"));
  if (one_in(m, 4))
    put(m, "sweep l = %s\n", PICK(m, "1:2 points 2", "(10 cm, 1 m)", "normal(1 m, 5 s)"));
  put(m, "simulate to %s every 100 ms\n", PICK(m, "0.2 s", "200 ms", "1 m", "(1/1000) min"));
  if (one_in(m, 6)) put(m, "units off\n");
}

// --- joints ---------------------------------------------------------------------------------------

// Writes bodies in quaternions or in angles, held by joints.
static void joints(Making *m) {
  const bool quaternion = one_in(m, 3);
  put(m, "include %s\nparameter m = 2, h = 1/2, g = 9.81\n",
      PICK(m, "<joints>", "<joints>", "<joints>", "\"model.mech\""));
  put(m, "coordinate x, y, z, a, b, c%s\n", quaternion ? ", e" : "");
  if (quaternion)
    put(m, "frame B = quaternion(a, b, c, e)\n");
  else
    put(m, "frame B = rotate(x, a) rotate(y, b) rotate(z, c)\n");
  put(m, "body D mass m at [x, y, z] frame B inertia (%s)%s\n",
      PICK(m, "1, 2, 3", "1, 1, 1", "m, m, 2*m"), PICK(m, "", "", " about [x, y, z] + h*B.x"));
  const char *joint =
    PICK(m, "revolute", "cylindrical", "prismatic", "universal", "planar", "weld", "spherical");
  if (joint[0] == 's')
    put(m, "constraint j: spherical(O, pos(D) - h*B.x) = 0\n");
  else
    put(m, "constraint j: %s(O, N, pos(D)%s, D) = 0\n", joint, PICK(m, "", " - h*B.x", " - h*B.z"));
  if (one_in(m, 3)) put(m, "constraint r: rolling(O, N, D, D, h) = 0\n");
  if (one_in(m, 3))
    put(m, "spring D [%s] stiffness 2 length h\n", PICK(m, "1, 0, 0", "0, 0", "x, y, z"));
  put(m, "gravity = [0, 0, -g]\ninitial x = %s, y = 0, z = 0, b = %s, c' = 1\n",
      PICK(m, "h", "0", "1"), PICK(m, "0", "0.1"));
  put(m, "%ssimulate to 0.1 every 0.1\n", quaternion ? "guess a = 1\n" : "");
}

void larger_model(Making *m) {
  if (one_in(m, 4))
    put(m, "system \"%s\"\n", PICK(m, "Larger", "=cmd|' /C calc'!A0", "\\\\input{/etc/passwd}"));
  switch (below(m, 5)) {
    case 0:
    case 1: family(m); break;
    case 2:
    case 3: units(m); break;
    default: joints(m); break;
  }
}
