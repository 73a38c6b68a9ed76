// native/text/dop853.h: the explicit Runge-Kutta method of order 8(5,3) by Dormand and Prince,
// with dense output of order 7.
//
// From:  Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, 2nd ed., II.5, II.6 and
//        II.10; the coefficients are those of their code DOP853
//
// This is a template. It is compiled into the program for rates that are interpreted, and into one
// unit with the rates where these are compiled. Whoever includes it defines
//   DRIVE_NAME(part)         the names of its functions; DRIVE_NAME(drive) is int (Drive *d), a
//                            DriveReason, of DRIVE_LINKAGE
//   DRIVE_N, DRIVE_WATCHED   the lengths of the state and of the pivots
//   DRIVE_STORAGE(k)         declares `storage`, k arrays of that length
//   DRIVE_RATE(t, y, yd)     the rates, and the pivots in d->watch; not a number where there are none
//   DRIVE_PROJECT(t, y)      y is moved onto the constraints
//   DRIVE_EVENTS(t, y, g)    the events
// and includes math.h, string.h, drive.h and step.h. A run with the same Drive goes on where it
// paused.

// The nodes c, the weights a of the stages, b of the result, e and e3 of the two error estimates,
// d of the dense output.
#define C2 0.526001519587677318785587544488e-01
#define C3 0.789002279381515978178381316732e-01
#define C4 0.118350341907227396726757197510
#define C5 0.281649658092772603273242802490
#define C6 0.333333333333333333333333333333
#define C7 0.25
#define C8 0.307692307692307692307692307692
#define C9 0.651282051282051282051282051282
#define C10 0.6
#define C11 0.857142857142857142857142857142
#define C14 0.1
#define C15 0.2
#define C16 0.777777777777777777777777777778

#define A2 (5.26001519587677318785587544488e-2 * k->k1[i])
#define A3 \
  (1.97250569845378994544595329183e-2 * k->k1[i] + 5.91751709536136983633785987549e-2 * k->k2[i])
#define A4 \
  (2.95875854768068491816892993775e-2 * k->k1[i] + 8.87627564304205475450678981324e-2 * k->k3[i])
#define A5                                                                                         \
  (2.41365134159266685502369798665e-1 * k->k1[i] - 8.84549479328286085344864962717e-1 * k->k3[i] + \
   9.24834003261792003115737966543e-1 * k->k4[i])
#define A6                                                                                        \
  (3.7037037037037037037037037037e-2 * k->k1[i] + 1.70828608729473871279604482173e-1 * k->k4[i] + \
   1.25467687566822425016691814123e-1 * k->k5[i])
#define A7                                                                   \
  (3.7109375e-2 * k->k1[i] + 1.70252211019544039314978060272e-1 * k->k4[i] + \
   6.02165389804559606850219397283e-2 * k->k5[i] - 1.7578125e-2 * k->k6[i])
#define A8                                                                                         \
  (3.70920001185047927108779319836e-2 * k->k1[i] + 1.70383925712239993810214054705e-1 * k->k4[i] + \
   1.07262030446373284651809199168e-1 * k->k5[i] - 1.53194377486244017527936158236e-2 * k->k6[i] + \
   8.27378916381402288758473766002e-3 * k->k7[i])
#define A9                                                                                        \
  (6.24110958716075717114429577812e-1 * k->k1[i] - 3.36089262944694129406857109825 * k->k4[i] -   \
   8.68219346841726006818189891453e-1 * k->k5[i] + 2.75920996994467083049415600797e1 * k->k6[i] + \
   2.01540675504778934086186788979e1 * k->k7[i] - 4.34898841810699588477366255144e1 * k->k8[i])
#define A10                                                                                       \
  (4.77662536438264365890433908527e-1 * k->k1[i] - 2.48811461997166764192642586468 * k->k4[i] -   \
   5.90290826836842996371446475743e-1 * k->k5[i] + 2.12300514481811942347288949897e1 * k->k6[i] + \
   1.52792336328824235832596922938e1 * k->k7[i] - 3.32882109689848629194453265587e1 * k->k8[i] -  \
   2.03312017085086261358222928593e-2 * k->k9[i])
#define A11                                                                                      \
  (-9.3714243008598732571704021658e-1 * k->k1[i] + 5.18637242884406370830023853209 * k->k4[i] +  \
   1.09143734899672957818500254654 * k->k5[i] - 8.14978701074692612513997267357 * k->k6[i] -     \
   1.85200656599969598641566180701e1 * k->k7[i] + 2.27394870993505042818970056734e1 * k->k8[i] + \
   2.49360555267965238987089396762 * k->k9[i] - 3.0467644718982195003823669022 * k->k10[i])
#define A12                                                                                     \
  (2.27331014751653820792359768449 * k->k1[i] - 1.05344954667372501984066689879e1 * k->k4[i] -  \
   2.00087205822486249909675718444 * k->k5[i] - 1.79589318631187989172765950534e1 * k->k6[i] +  \
   2.79488845294199600508499808837e1 * k->k7[i] - 2.85899827713502369474065508674 * k->k8[i] -  \
   8.87285693353062954433549289258 * k->k9[i] + 1.23605671757943030647266201528e1 * k->k10[i] + \
   6.43392746015763530355970484046e-1 * k->k11[i])
#define A14                                                                                        \
  (5.61675022830479523392909219681e-2 * k->k1[i] + 2.53500210216624811088794765333e-1 * k->k7[i] - \
   2.46239037470802489917441475441e-1 * k->k8[i] - 1.24191423263816360469010140626e-1 * k->k9[i] + \
   1.5329179827876569731206322685e-1 * k->k10[i] +                                                 \
   8.20105229563468988491666602057e-3 * k->k11[i] +                                                \
   7.56789766054569976138603589584e-3 * k->k12[i] - 8.298e-3 * k->k13[i])
#define A15                                                                                        \
  (3.18346481635021405060768473261e-2 * k->k1[i] + 2.83009096723667755288322961402e-2 * k->k6[i] + \
   5.35419883074385676223797384372e-2 * k->k7[i] - 5.49237485713909884646569340306e-2 * k->k8[i] - \
   1.08347328697249322858509316994e-4 * k->k11[i] +                                                \
   3.82571090835658412954920192323e-4 * k->k12[i] -                                                \
   3.40465008687404560802977114492e-4 * k->k13[i] +                                                \
   1.41312443674632500278074618366e-1 * k->k14[i])
#define A16                                                                                      \
  (-4.28896301583791923408573538692e-1 * k->k1[i] - 4.69762141536116384314449447206 * k->k6[i] + \
   7.68342119606259904184240953878 * k->k7[i] + 4.06898981839711007970213554331 * k->k8[i] +     \
   3.56727187455281109270669543021e-1 * k->k9[i] -                                               \
   1.39902416515901462129418009734e-3 * k->k13[i] + 2.9475147891527723389556272149 * k->k14[i] - \
   9.15095847217987001081870187138 * k->k15[i])
#define B                                                                                          \
  (5.42937341165687622380535766363e-2 * k->k1[i] + 4.45031289275240888144113950566 * k->k6[i] +    \
   1.89151789931450038304281599044 * k->k7[i] - 5.8012039600105847814672114227 * k->k8[i] +        \
   3.1116436695781989440891606237e-1 * k->k9[i] - 1.52160949662516078556178806805e-1 * k->k10[i] + \
   2.01365400804030348374776537501e-1 * k->k11[i] +                                                \
   4.47106157277725905176885569043e-2 * k->k12[i])
#define E                                                                                        \
  (0.1312004499419488073250102996e-1 * k->k1[i] - 0.1225156446376204440720569753e+1 * k->k6[i] - \
   0.4957589496572501915214079952 * k->k7[i] + 0.1664377182454986536961530415e+1 * k->k8[i] -    \
   0.3503288487499736816886487290 * k->k9[i] + 0.3341791187130174790297318841 * k->k10[i] +      \
   0.8192320648511571246570742613e-1 * k->k11[i] - 0.2235530786388629525884427845e-1 * k->k12[i])
#define E3(sum)                                         \
  ((sum) -0.244094488188976377952755905512 * k->k1[i] - \
   0.733846688281611857341361741547 * k->k9[i] - 0.220588235294117647058823529412e-1 * k->k12[i])
#define D4                                                                                         \
  (-0.84289382761090128651353491142e+1 * k->k1[i] + 0.56671495351937776962531783590 * k->k6[i] -   \
   0.30689499459498916912797304727e+1 * k->k7[i] + 0.23846676565120698287728149680e+1 * k->k8[i] + \
   0.21170345824450282767155149946e+1 * k->k9[i] - 0.87139158377797299206789907490 * k->k10[i] +   \
   0.22404374302607882758541771650e+1 * k->k11[i] + 0.63157877876946881815570249290 * k->k12[i] -  \
   0.88990336451333310820698117400e-1 * k->k13[i] +                                                \
   0.18148505520854727256656404962e+2 * k->k14[i] -                                                \
   0.91946323924783554000451984436e+1 * k->k15[i] -                                                \
   0.44360363875948939664310572000e+1 * k->k16[i])
#define D5                                                                                         \
  (0.10427508642579134603413151009e+2 * k->k1[i] + 0.24228349177525818288430175319e+3 * k->k6[i] + \
   0.16520045171727028198505394887e+3 * k->k7[i] - 0.37454675472269020279518312152e+3 * k->k8[i] - \
   0.22113666853125306036270938578e+2 * k->k9[i] +                                                 \
   0.77334326684722638389603898808e+1 * k->k10[i] -                                                \
   0.30674084731089398182061213626e+2 * k->k11[i] -                                                \
   0.93321305264302278729567221706e+1 * k->k12[i] +                                                \
   0.15697238121770843886131091075e+2 * k->k13[i] -                                                \
   0.31139403219565177677282850411e+2 * k->k14[i] -                                                \
   0.93529243588444783865713862664e+1 * k->k15[i] +                                                \
   0.35816841486394083752465898540e+2 * k->k16[i])
#define D6                                                                                         \
  (0.19985053242002433820987653617e+2 * k->k1[i] - 0.38703730874935176555105901742e+3 * k->k6[i] - \
   0.18917813819516756882830838328e+3 * k->k7[i] + 0.52780815920542364900561016686e+3 * k->k8[i] - \
   0.11573902539959630126141871134e+2 * k->k9[i] +                                                 \
   0.68812326946963000169666922661e+1 * k->k10[i] -                                                \
   0.10006050966910838403183860980e+1 * k->k11[i] + 0.77771377980534432092869265740 * k->k12[i] -  \
   0.27782057523535084065932004339e+1 * k->k13[i] -                                                \
   0.60196695231264120758267380846e+2 * k->k14[i] +                                                \
   0.84320405506677161018159903784e+2 * k->k15[i] +                                                \
   0.11992291136182789328035130030e+2 * k->k16[i])
#define D7                                                                                         \
  (-0.25693933462703749003312586129e+2 * k->k1[i] -                                                \
   0.15418974869023643374053993627e+3 * k->k6[i] - 0.23152937917604549567536039109e+3 * k->k7[i] + \
   0.35763911791061412378285349910e+3 * k->k8[i] + 0.93405324183624310003907691704e+2 * k->k9[i] - \
   0.37458323136451633156875139351e+2 * k->k10[i] +                                                \
   0.10409964950896230045147246184e+3 * k->k11[i] +                                                \
   0.29840293426660503123344363579e+2 * k->k12[i] -                                                \
   0.43533456590011143754432175058e+2 * k->k13[i] +                                                \
   0.96324553959188282948394950600e+2 * k->k14[i] -                                                \
   0.39177261675615439165231486172e+2 * k->k15[i] -                                                \
   0.14972683625798562581422125276e+3 * k->k16[i])

#define SQUARE(a) ((a) * (a))

#define STEP_SAFETY 0.9
#define STEP_LEAST 0.333  // parts of the last step
#define STEP_MOST 6.0
#define STEP_WILD 0.1     // after an error that is no number
#define TOWARDS_SINGULARITY 0.75  // parts of the way to a singularity that the next step takes
#define NEAR_SINGULARITY 1e-4     // parts of the way, as it was first seen, that may be left
#define STIFF_BOUND 6.1   // |h lambda| at the edge of stability
#define STIFF_EVERY 1000  // steps between tests
#define STIFF_SIGNS 15    // that make it a hint
#define STIFF_DOUBTS 6    // that take the signs back

// The arrays of one step. k14 to k16, for the dense output, stand where k2 to k4 are not needed any
// more.
typedef struct {
  double *k1, *k2, *k3, *k4, *k5, *k6, *k7, *k8, *k9, *k10, *k11, *k12, *k13, *k14, *k15, *k16;
  double *x, *y, *z;  // the state of a stage, before and after the step
} DRIVE_NAME(Work);

#define WORK DRIVE_NAME(Work)

static inline WORK DRIVE_NAME(work_in)(const Drive *d, double *s) {
  (void) d;
  WORK k;
  double **const all[] = {&k.k1, &k.k2,  &k.k3,  &k.k4,  &k.k5,  &k.k6, &k.k7, &k.k8,
                          &k.k9, &k.k10, &k.k11, &k.k12, &k.k13, &k.x,  &k.y,  &k.z};
  for (int i = 0; i < DRIVE_WORK; i++) *all[i] = s + i * DRIVE_N;
  k.k14 = k.k2;
  k.k15 = k.k3;
  k.k16 = k.k4;
  return k;
}

#define STAGE(c, sum, to)                \
  do {                                   \
    EACH k->x[i] = k->y[i] + h * (sum);  \
    DRIVE_RATE(d->t + (c) *h, k->x, to); \
  } while (0)

#define WATCHED_STAGE(c, sum, to) \
  do {                            \
    STAGE(c, sum, to);            \
    DRIVE_NAME(keep_lowest)(d);   \
  } while (0)

// One step of length h from y to z; its error in units of the tolerances (II.10, eq. 10.17).
static inline double DRIVE_NAME(take_step)(Drive *d, const WORK *k, double h) {
  DRIVE_NAME(forget_pivots)(d);
  WATCHED_STAGE(C2, A2, k->k2);
  WATCHED_STAGE(C3, A3, k->k3);
  WATCHED_STAGE(C4, A4, k->k4);
  WATCHED_STAGE(C5, A5, k->k5);
  WATCHED_STAGE(C6, A6, k->k6);
  WATCHED_STAGE(C7, A7, k->k7);
  WATCHED_STAGE(C8, A8, k->k8);
  WATCHED_STAGE(C9, A9, k->k9);
  WATCHED_STAGE(C10, A10, k->k10);
  WATCHED_STAGE(C11, A11, k->k11);
  WATCHED_STAGE(1, A12, k->k12);
  d->calls += 11;
  double error5 = 0, error3 = 0;
  EACH {
    const double sum = B, e5 = E, e3 = E3(sum);
    k->z[i] = k->y[i] + h * sum;
    const double scale = 1 / (d->atol + d->rtol * fmax(fabs(k->y[i]), fabs(k->z[i])));
    error5 += SQUARE(e5 * scale);
    error3 += SQUARE(e3 * scale);
  }
  const double bottom = error5 + 0.01 * error3;
  return bottom > 0 ? fabs(h) * error5 / sqrt(bottom * DRIVE_N) : bottom;
}

// The polynomial over the step h from y to z, which has begun at d->t.
static inline void DRIVE_NAME(find_dense)(Drive *d, const WORK *k, double h) {
  double *c = d->dense;
  EACH {
    const double difference = k->z[i] - k->y[i], bump = h * k->k1[i] - difference;
    c[i] = k->y[i];
    c[DRIVE_N + i] = difference;
    c[2 * DRIVE_N + i] = bump;
    c[3 * DRIVE_N + i] = difference - h * k->k13[i] - bump;
  }
  STAGE(C14, A14, k->k14);
  STAGE(C15, A15, k->k15);
  STAGE(C16, A16, k->k16);
  d->calls += 3;
  EACH {
    c[4 * DRIVE_N + i] = h * D4;
    c[5 * DRIVE_N + i] = h * D5;
    c[6 * DRIVE_N + i] = h * D6;
    c[7 * DRIVE_N + i] = h * D7;
  }
}

// The state within the last step (II.6, eq. 6.15 for this method).
static void DRIVE_NAME(state_at)(const Drive *d, double time, double *y) {
  const double s = (time - d->from) / d->step, r = 1 - s;
  const double *c = d->dense;
  EACH {
    double sum = c[7 * DRIVE_N + i];
    for (int j = 6; j >= 0; j--) sum = c[j * DRIVE_N + i] + (j % 2 == 0 ? s : r) * sum;
    y[i] = sum;
  }
}

// Is the step held down by stability? The last stage and the result are both states at its end.
static void DRIVE_NAME(look_for_stiffness)(Drive *d, const WORK *k, double h) {
  double rates = 0, states = 0;
  EACH rates += SQUARE(k->k13[i] - k->k12[i]);
  EACH states += SQUARE(k->z[i] - k->x[i]);
  if (states > 0 && fabs(h) * sqrt(rates / states) > STIFF_BOUND) {
    d->stiff_doubts = 0;
    if (++d->stiff_signs == STIFF_SIGNS) d->stiff = 1;
  } else if (++d->stiff_doubts == STIFF_DOUBTS) {
    d->stiff_signs = d->stiff_doubts = 0;
  }
}

// The first step, after II.4: one that an Euler step and the change of the rates allow.
static double DRIVE_NAME(first_step)(Drive *d, const WORK *k) {
  double size = 0, slope = 0, bend = 0;
  EACH {
    const double scale = d->atol + d->rtol * fabs(k->y[i]);
    size += SQUARE(k->y[i] / scale);
    slope += SQUARE(k->k1[i] / scale);
  }
  const double all = d->end - d->t;
  double h = size > 1e-10 && slope > 1e-10 ? 0.01 * sqrt(size / slope) : 1e-6;
  h = copysign(fmin(h, fabs(all)), all);
  EACH k->x[i] = k->y[i] + h * k->k1[i];
  DRIVE_RATE(d->t + h, k->x, k->k2);
  d->calls++;
  EACH bend += SQUARE((k->k2[i] - k->k1[i]) / (d->atol + d->rtol * fabs(k->y[i])));
  const double largest = fmax(sqrt(bend) / fabs(h), sqrt(slope));
  const double next = largest <= 1e-15 ? fmax(1e-6, 1e-3 * fabs(h)) : pow(0.01 / largest, 0.125);
  return next > 0 ? copysign(fmin(fmin(100 * fabs(h), next), fabs(all)), all) : h;
}

// Before the first step. Returns a reason not to go on, or DRIVE_PAUSE.
static int DRIVE_NAME(begin)(Drive *d, const WORK *k) {
  DRIVE_RATE(d->t, d->y, d->yd);
  d->calls++;
  const int reason = DRIVE_NAME(hindrance)(d, d->yd);
  if (reason != DRIVE_PAUSE) return reason;
  if (d->events > 0) DRIVE_EVENTS(d->t, d->y, d->g);
  EACH k->y[i] = d->y[i], k->k1[i] = d->yd[i];
  d->h = d->t == d->end ? 0 : DRIVE_NAME(first_step)(d, k);
  return DRIVE_PAUSE;
}

// Does a pivot vanish at the end of the step, or within?
static inline int DRIVE_NAME(meets_singularity)(Drive *d, const WORK *k, double h) {
  d->bracket[0] = d->t + h;
  d->pivot = DRIVE_NAME(vanishing_pivot)(d);
  if (d->pivot >= 0) return 1;
  if (!DRIVE_NAME(mark_dips)(d)) return 0;
  // the step is not taken yet
  DRIVE_NAME(find_dense)(d, k, h);
  d->from = d->t;
  d->step = h;
  return DRIVE_NAME(dip_vanishes)(d, k->x, k->k2);
}

// A step that meets a singularity is refused, and a shorter one is tried: the motion up to there is
// regular. False where the rest of the way is not worth a step.
static int DRIVE_NAME(comes_closer)(Drive *d, const WORK *k) {
  const double way = d->bracket[0] - d->t;
  d->way = fmax(d->way, fabs(way));
  if (!(fabs(way) > NEAR_SINGULARITY * d->way)) return 0;
  d->h = TOWARDS_SINGULARITY * way;
  d->rejected++;
  // the pivots at the start are wanted again
  DRIVE_RATE(d->t, d->y, k->k2);
  d->calls++;
  for (int i = 0; i < DRIVE_WATCHED; i++) d->side[i] = d->watch[i];
  return 1;
}

// Before a singularity in the step from y to z, or at its end: does an event come first, or with it?
static int DRIVE_NAME(ends_with_event)(Drive *d, const WORK *k, double h, double end) {
  const double from = d->t;
  if (d->events == 0) return 0;
  DRIVE_NAME(find_dense)(d, k, h);
  d->from = from;
  d->step = h;
  d->t = end;
  if (DRIVE_NAME(find_event)(d, k->z, k->x)) return 1;
  d->t = from;
  return 0;
}

// After a good step of length h from t: takes it over. Returns 1 when an event happened in it.
static inline int DRIVE_NAME(accept)(Drive *d, const WORK *k, double h, double end) {
  const double sign = copysign(1, h);
  const int inside = d->done_times < d->n_times && (d->times[d->done_times] - end) * sign < 0;
  if (++d->steps % STIFF_EVERY == 0 || d->stiff_signs > 0) DRIVE_NAME(look_for_stiffness)(d, k, h);
  if (inside || d->events > 0) DRIVE_NAME(find_dense)(d, k, h);
  d->from = d->t;
  d->step = h;
  d->t = end;
  EACH d->y[i] = k->y[i] = k->z[i];
  EACH d->yd[i] = k->k1[i] = k->k13[i];
  if (d->events > 0 && DRIVE_NAME(find_event)(d, k->z, k->x)) return 1;
  if (d->done_times < d->n_times) DRIVE_NAME(fill_rows)(d, end);
  return 0;
}

DRIVE_LINKAGE int DRIVE_NAME(drive)(Drive *d) {
  DRIVE_STORAGE(DRIVE_WORK);
  const WORK work = DRIVE_NAME(work_in)(d, storage), *const k = &work;
  if (d->h == 0) {
    const int reason = DRIVE_NAME(begin)(d, k);
    if (reason != DRIVE_PAUSE) return reason;
  }
  EACH k->y[i] = d->y[i], k->k1[i] = d->yd[i];
  double most = STEP_MOST;  // not after a step that was refused
  for (long left = d->budget; d->t != d->end; left--) {
    if (left <= 0 || (d->stop != NULL && *d->stop)) return DRIVE_PAUSE;
    if (!(fabs(d->h) > DRIVE_LEAST_STEP * fabs(d->t))) return DRIVE_SMALL_STEP;
    const int last = (d->t + 1.01 * d->h - d->end) * copysign(1, d->h) > 0;
    const double h = last ? d->end - d->t : d->h, end = last ? d->end : d->t + h;
    const double error = DRIVE_NAME(take_step)(d, k, h);
    const double wish = STEP_SAFETY * pow(error, -0.125);
    double factor = error >= 0 ? fmin(most, fmax(STEP_LEAST, wish)) : STEP_WILD;
    int good = error <= 1;
    if (good) {
      DRIVE_PROJECT(end, k->z);
      DRIVE_RATE(end, k->z, k->k13);
      d->calls++;
      good = DRIVE_NAME(is_finite)(d, k->k13);
      if (!good) factor = STEP_WILD;
    }
    d->h = h * factor;
    most = good ? STEP_MOST : 1;
    if (!good) {
      d->rejected++;
      continue;
    }
    if (DRIVE_WATCHED > 0 && DRIVE_NAME(meets_singularity)(d, k, h)) {
      if (DRIVE_NAME(comes_closer)(d, k)) continue;
      return DRIVE_NAME(ends_with_event)(d, k, h, end) ? DRIVE_EVENT : DRIVE_SINGULAR;
    }
    if (DRIVE_NAME(accept)(d, k, h, end)) return DRIVE_EVENT;
  }
  return DRIVE_DONE;
}
