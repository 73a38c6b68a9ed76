// bench/families.c: is a family as fast as the same model written out?
//
// Question: how long does it take to read a model with `for` and `sum`, and to prepare it for evaluation, compared with
// the same model with every statement written out? A chain of links, a net of springs, planets that attract each other,
// and a tractor with trailers; processor times, the best of several.

#include "dalembert.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define TRIES 7

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

static char family[1 << 12], written[1 << 20];
static size_t used;

__attribute__((format(printf, 1, 2))) static void add(const char *format, ...) {
  va_list args;
  va_start(args, format);
  used += (size_t) vsnprintf(written + used, sizeof written - used, format, args);
  va_end(args);
}

// --- models, written out -------------------------------------------------------------------------

static const char chain[] =
  "coordinate q[1..n]\n"
  "let r[0] = [0, 0]\n"
  "let r[i] = r[i-1] + [sin(q[i]), -cos(q[i])] for i = 1..n\n"
  "point P[i] mass 1 at r[i] for i = 1..n\n"
  "gravity = [0, -9.81]\n"
  "initial q[i] = 0.1*i for i = 1..n\n";

static void write_chain(int n) {
  for (int i = 1; i <= n; i++) add("coordinate q[%d]\n", i);
  add("let r[0] = [0, 0]\n");
  for (int i = 1; i <= n; i++) add("let r[%d] = r[%d] + [sin(q[%d]), -cos(q[%d])]\n", i, i - 1, i, i);
  for (int i = 1; i <= n; i++) add("point P[%d] mass 1 at r[%d]\n", i, i);
  add("gravity = [0, -9.81]\n");
  for (int i = 1; i <= n; i++) add("initial q[%d] = 0.1*%d\n", i, i);
}

static const char net[] =
  "coordinate x[1..n, 1..n], y[1..n, 1..n]\n"
  "point K[i, j] mass 1 at [x[i, j], y[i, j]] for i = 1..n, j = 1..n\n"
  "spring K[i, j] K[i, j+1] stiffness 5 length 1 for i = 1..n, j = 1..n-1\n"
  "spring K[i, j] K[i+1, j] stiffness 5 length 1 for i = 1..n-1, j = 1..n\n"
  "initial x[i, j] = 2*j, y[i, j] = 2*i for i = 1..n, j = 1..n\n";

static void write_net(int n) {
  for (int k = 0; k < 2; k++)
    for (int i = 1; i <= n; i++)
      for (int j = 1; j <= n; j++) add("coordinate %c[%d][%d]\n", "xy"[k], i, j);
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= n; j++)
      add("point K[%d][%d] mass 1 at [x[%d][%d], y[%d][%d]]\n", i, j, i, j, i, j);
  for (int i = 1; i <= n; i++)
    for (int j = 1; j < n; j++)
      add("spring K[%d][%d] K[%d][%d] stiffness 5 length 1\n", i, j, i, j + 1);
  for (int i = 1; i < n; i++)
    for (int j = 1; j <= n; j++)
      add("spring K[%d][%d] K[%d][%d] stiffness 5 length 1\n", i, j, i + 1, j);
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= n; j++)
      add("initial x[%d][%d] = 2*%d, y[%d][%d] = 2*%d\n", i, j, j, i, j, i);
}

static const char planets[] =
  "coordinate x[i], y[i], z[i] for i = 1..n\n"
  "point P[i] mass i at [x[i], y[i], z[i]] for i = 1..n\n"
  "potential = sum(-i*j/norm(pos(P[i]) - pos(P[j])) for i = 1..n-1, j = i+1..n)\n"
  "initial x[i] = i, y[i] = i^2, z[i] = -i for i = 1..n\n";

static void write_planets(int n) {
  for (int i = 1; i <= n; i++) add("coordinate x[%d], y[%d], z[%d]\n", i, i, i);
  for (int i = 1; i <= n; i++) add("point P[%d] mass %d at [x[%d], y[%d], z[%d]]\n", i, i, i, i, i);
  add("potential = 0");
  for (int i = 1; i < n; i++)
    for (int j = i + 1; j <= n; j++)
      add(" + (-%d*%d/norm(pos(P[%d]) - pos(P[%d])))", i, j, i, j);
  add("\n");
  for (int i = 1; i <= n; i++) add("initial x[%d] = %d, y[%d] = %d, z[%d] = -%d\n", i, i, i, i * i, i, i);
}

static const char trailers[] =
  "coordinate x, y, a[0..n]\n"
  "frame B[i] = rotate(z, a[i]) for i = 0..n\n"
  "body P[0] mass 2 at [x, y] frame B[0] inertia (0, 0, 1)\n"
  "body P[i] mass 1 at pos(P[i-1]) - B[i].x frame B[i] inertia (0, 0, 1) for i = 1..n\n"
  "constraint axle[i]: dot(vel(P[i]), B[i].y) = 0 for i = 0..n\n"
  "initial a[i] = 0.05*i, a[0]' = 0.1 for i = 0..0\n";

static void write_trailers(int n) {
  add("coordinate x, y\n");
  for (int i = 0; i <= n; i++) add("coordinate a[%d]\n", i);
  for (int i = 0; i <= n; i++) add("frame B[%d] = rotate(z, a[%d])\n", i, i);
  add("body P[0] mass 2 at [x, y] frame B[0] inertia (0, 0, 1)\n");
  for (int i = 1; i <= n; i++)
    add("body P[%d] mass 1 at pos(P[%d]) - B[%d].x frame B[%d] inertia (0, 0, 1)\n", i, i - 1, i, i);
  for (int i = 0; i <= n; i++) add("constraint axle[%d]: dot(vel(P[%d]), B[%d].y) = 0\n", i, i, i);
  add("initial a[0] = 0.05*0, a[0]' = 0.1\n");
}

// --- measuring -----------------------------------------------------------------------------------

typedef struct {
  double read, ready;
} Times;

static Times times_of(const char *text) {
  Times best = {1e9, 1e9};
  for (int i = 0; i < TRIES; i++) {
    DalModel *m = dal_model_create();
    const double start = now();
    if (m == NULL || dal_model_add(m, text) != DAL_OK || dal_model_finish(m) != DAL_OK) {
      fprintf(stderr, "%s", m ? dal_model_messages(m) : "no memory\n");
      exit(1);
    }
    const double read = now();
    if (dal_model_compile(m) != DAL_OK) {
      fprintf(stderr, "%s", dal_model_messages(m));
      exit(1);
    }
    const double ready = now();
    if (read - start < best.read) best.read = read - start;
    if (ready - start < best.ready) best.ready = ready - start;
    dal_model_destroy(m);
  }
  return best;
}

static void measure(const char *name, int n, const char *text, void (*write)(int n)) {
  snprintf(family, sizeof family, "count n = %d\n%s", n, text);
  used = 0;
  write(n);
  const Times a = times_of(family), b = times_of(written);
  printf("%-12s %4d %12.2f %12.2f %8.2f %12.2f %12.2f %8.2f\n", name, n, 1e3 * a.read, 1e3 * b.read,
         a.read / b.read, 1e3 * a.ready, 1e3 * b.ready, a.ready / b.ready);
}

int main(void) {
  printf("milliseconds    n  read: family      written    ratio ready: family     written    ratio\n");
  measure("chain", 50, chain, write_chain);
  measure("net", 10, net, write_net);
  measure("planets", 12, planets, write_planets);
  measure("trailers", 10, trailers, write_trailers);
  return 0;
}
