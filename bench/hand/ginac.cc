// bench/hand/ginac.cc: GiNaC derives the equations of the planar pendulum of n links: M and the other terms of
// Lagrange's equations, unexpanded. Prints milliseconds of processor time, the least of some
// repetitions.

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <ginac/ginac.h>
#include <string>
#include <vector>

using namespace GiNaC;

static std::vector<symbol> names(const char *letter, int n) {
  std::vector<symbol> all;
  for (int i = 0; i < n; i++) all.emplace_back(letter + std::to_string(i + 1));
  return all;
}

// All terms of d/dt dT/dv - dT/dq + dV/dq, so that none can be left out.
static size_t derive(int n) {
  const std::vector<symbol> q = names("q", n), v = names("v", n), m = names("m", n), l = names("l", n);
  const symbol g("g");
  ex T = 0, V = 0, x = 0, y = 0, height = 0;
  for (int i = 0; i < n; i++) {
    x += l[i] * cos(q[i]) * v[i];
    y += l[i] * sin(q[i]) * v[i];
    height -= l[i] * cos(q[i]);
    T += m[i] * (x * x + y * y) / 2;
    V += m[i] * g * height;
  }
  size_t terms = 0;
  for (int i = 0; i < n; i++) {
    const ex momentum = T.diff(v[i]);
    ex other = (V - T).diff(q[i]);
    for (int j = 0; j < n; j++) {
      other += momentum.diff(q[j]) * v[j];
      terms += momentum.diff(v[j]).nops();
    }
    terms += other.nops();
  }
  return terms;
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 2;
  double best = 1e9;
  for (int run = 0; run < 3; run++) {
    const std::clock_t start = std::clock();
    if (derive(n) == 0) return 1;
    const double spent = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    if (spent < best) best = spent;
  }
  std::printf("%.2f\n", best * 1e3);
  return 0;
}
