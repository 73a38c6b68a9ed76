// support/flows.h: flows written by hand, with closed forms, to test integrators.

#ifndef SUPPORT_FLOWS_H
#define SUPPORT_FLOWS_H

#include "motion/run.h"

// Fails the test unless a and b differ by at most the tolerance; NaN always fails.
#define assert_near(a, b, tolerance) check_near((a), (b), (tolerance), __FILE__, __LINE__)
void check_near(double a, double b, double tolerance, const char *file, int line);

// x'' = -x. Its event is x - level.
Flow flow_oscillator(void);
#define OSCILLATOR_LEVEL 0.3

// Kepler's problem in the plane, x, y, x', y', with the eccentricity e, from the perihelion; the
// period is 2 pi.
Flow flow_kepler(void);
void kepler_start(double e, double *y);
void kepler_state(double e, double t, double *y);

// van der Pol's equation as in the Test Set for IVP Solvers (Mazzia, Magherini, Bari 2008), problem
// VDPOL: e y1'' = (1 - y1^2) y1' - y1, e = 1e-6, from (2, 0); its state at t = 2 is given there.
Flow flow_van_der_pol(void);
extern const double van_der_pol_end[2];

// A pendulum of length 1 in Cartesian coordinates x, y, x', y', g = 1, with its projection;
// released at rest at (1, 0), it returns there after one period.
Flow flow_pendulum(void);
double pendulum_period(void);
double pendulum_energy(const double *y);
extern double pendulum_correction;  // the largest correction since it was set to 0

// A body thrown up: h, h', g = 10. Its event is h.
Flow flow_falling(void);

#endif
