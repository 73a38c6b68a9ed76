// native/text/fmu_tape.h: equations as data: their bounds, and their derivatives in a direction.
//
// A part of exported C, plain C99, after fmu_types.h and bounding.h. FMU_P, the number of parameters and inputs, and
// FMU_PIVOTING are defined before. All tapes have the inputs p, t, y.

// Computes bounds of all values of a tape, into work, from those of t and then y.
static inline void fmu_bound_tape(const FmuTape *tape, const double *p, const Bounds *ty, Bounds *work) {
  for (int i = 0; i < FMU_P; i++) work[i] = bounds_of_number(p[i]);
  memcpy(work + FMU_P, ty, (size_t) (tape->inputs - FMU_P) * sizeof *ty);
  for (int i = 0; i < tape->constants; i++)
    work[tape->inputs + i] = bounds_of_number(tape->constant[i]);
  for (int i = 0; i < tape->length; i++) {
    const FmuStep s = tape->step[i];
    const Bounds a = work[s.a], b = work[s.b];
    const int gone =
      s.op != TAPE_PICK && (a.kind == BOUNDS_NOWHERE || b.kind == BOUNDS_NOWHERE);
    work[s.to] = gone ? nowhere : bounds_result((TapeOp) s.op, a, b, s.a == s.b);
    if (s.op == TAPE_SINCOS) work[s.to + 1] = gone ? nowhere : bounds_result(TAPE_COS, a, a, true);
  }
}

// --- derivatives ---------------------------------------------------------------------------------

#if FMU_PIVOTING
// K x = f: K dx = df - dK x. The operands are in v from s.a on, as pivoting.h expects them.
static void fmu_solve(double *v, double *d, FmuStep s) {
  const int count = s.b - s.a + 1, n = (int) v[s.a], k = 2 + 2 * n, f = k + n * n;
  const int sides = (count - f) / n;
  double *room = calloc((size_t) (count + DAL_PIVOTING(count)), sizeof *room);
  dal_pivoting(count, v + s.a, v + s.to);
  for (int i = 0; i < DAL_PIVOTING(count); i++) d[s.to + i] = room == NULL ? (double) NAN : 0;
  if (room == NULL) return;
  memcpy(room, v + s.a, (size_t) count * sizeof *room);
  for (int side = 0; side < sides; side++)
    for (int i = 0; i < n; i++) {
      double sum = d[s.a + f + side * n + i];
      for (int j = 0; j < n; j++) sum -= d[s.a + k + i * n + j] * v[s.to + side * n + j];
      room[f + side * n + i] = sum;
    }
  dal_pivoting(count, room, room + count);
  memcpy(d + s.to, room + count, (size_t) (sides * n) * sizeof *d);
  free(room);
}
#endif

// Returns a product that is 0 if the first factor is, even if the other one is infinite.
static double fmu_times(double a, double b) {
  return a == 0 ? 0 : a * b;
}

static double fmu_power(double a, double b, double da, double db) {
  const double first = da == 0 ? 0 : b * pow(a, b - 1) * da;
  return db == 0 ? first : first + pow(a, b) * log(a) * db;
}

// Computes value and derivative of one operation.
static void fmu_operate(double *v, double *d, FmuStep s) {
  const double a = v[s.a], b = v[s.b], da = d[s.a], db = d[s.b];
  double *r = &v[s.to], *dr = &d[s.to];
  switch ((TapeOp) s.op) {
    case TAPE_ADD: *r = a + b, *dr = da + db; break;
    case TAPE_SUB: *r = a - b, *dr = da - db; break;
    case TAPE_MUL: *r = a * b, *dr = fmu_times(da, b) + fmu_times(db, a); break;
    case TAPE_DIV: *r = a / b, *dr = fmu_times(da - fmu_times(db, *r), 1 / b); break;
    case TAPE_NEG: *r = -a, *dr = -da; break;
    case TAPE_SQRT: *r = sqrt(a), *dr = fmu_times(da, 0.5 / *r); break;
    case TAPE_POW: *r = pow(a, b), *dr = fmu_power(a, b, da, db); break;
    case TAPE_SIN: *r = sin(a), *dr = da * cos(a); break;
    case TAPE_COS: *r = cos(a), *dr = -da * sin(a); break;
    case TAPE_SINCOS:
      r[0] = sin(a), r[1] = cos(a);
      dr[0] = da * r[1], dr[1] = -da * r[0];
      break;
    case TAPE_TAN: *r = tan(a), *dr = da * (1 + *r * *r); break;
    case TAPE_ASIN: *r = asin(a), *dr = fmu_times(da, 1 / sqrt(1 - a * a)); break;
    case TAPE_ACOS: *r = acos(a), *dr = -fmu_times(da, 1 / sqrt(1 - a * a)); break;
    case TAPE_ATAN: *r = atan(a), *dr = da / (1 + a * a); break;
    case TAPE_ATAN2:
      *r = atan2(a, b), *dr = fmu_times(da, b / (a * a + b * b)) - fmu_times(db, a / (a * a + b * b));
      break;
    case TAPE_SINH: *r = sinh(a), *dr = da * cosh(a); break;
    case TAPE_COSH: *r = cosh(a), *dr = da * sinh(a); break;
    case TAPE_TANH: *r = tanh(a), *dr = da * (1 - *r * *r); break;
    case TAPE_EXP: *r = exp(a), *dr = da * *r; break;
    case TAPE_LOG: *r = log(a), *dr = fmu_times(da, 1 / a); break;
    case TAPE_ABS: *r = fabs(a), *dr = a < 0 ? -da : da; break;
    case TAPE_SIGN: *r = a > 0 ? 1 : a < 0 ? -1 : a, *dr = 0; break;
    case TAPE_SIDE: *r = a > 0 ? 1 : a <= 0 ? -1 : a, *dr = 0; break;
    case TAPE_PICK:
      *r = a == 1 ? b : a == -1 ? 0 : (1 + a) / 2 * b;
      *dr = a == 1 ? db : a == -1 ? 0 : (1 + a) / 2 * db + da / 2 * b;
      break;
    case TAPE_TAKE: *r = b, *dr = db; break;
    case TAPE_SOLVE:
#if FMU_PIVOTING
      fmu_solve(v, d, s);
#endif
      break;
    case TAPE_ALL_OPS: break;
  }
}

// Runs a tape with its derivative in the direction of the seeds, one for each input. The workspace then has the values,
// followed by the derivatives, which are returned.
static const double *fmu_play(const FmuTape *tape, const double *p, double t, const double *y, const double *seed,
                              double *work) {
  double *v = work, *d = v + tape->values;
  memcpy(v, p, FMU_P * sizeof *v);
  v[FMU_P] = t;
  memcpy(v + FMU_P + 1, y, (size_t) (tape->inputs - FMU_P - 1) * sizeof *v);
  memcpy(d, seed, (size_t) tape->inputs * sizeof *d);
  for (int i = 0; i < tape->constants; i++) {
    v[tape->inputs + i] = tape->constant[i];
    d[tape->inputs + i] = 0;
  }
  for (int i = 0; i < tape->length; i++) fmu_operate(v, d, tape->step[i]);
  return d;
}

// Derivatives in the direction of the seeds, of p, t, y: of the rates, of a row, of the events.
enum { FMU_OF_RATES, FMU_OF_ROW, FMU_OF_EVENTS };

// Derives the first n outputs of a tape. Returns the derivatives of all its values, which are in `work`.
static const double *fmu_derive_tape(const FmuTape *tape, const double *p, double t, const double *y, const double *seed,
                                     double *work, int n, double *result) {
  const double *d = fmu_play(tape, p, t, y, seed, work);
  for (int i = 0; i < n; i++) result[i] = d[tape->output[i]];
  return d;
}

// Returns the derivative of the size of the largest of some outputs of the last tape. d: all derivatives.
static double fmu_derive_largest(const FmuTape *tape, const double *d, const double *work, int first, int end) {
  double result = 0;
  int worst = -1;
  for (int r = first; r < end; r++) {
    const int at = tape->output[r];
    if (worst >= 0 && fabs(work[at]) <= fabs(work[worst])) continue;
    worst = at;
    result = work[at] < 0 ? -d[at] : d[at];
  }
  return result;
}
