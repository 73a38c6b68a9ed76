// native/text/flow_type.h: a motion in exported C, like that of motion/flow.h in the program.
//
// Plain C99, with <stdbool.h> and <stddef.h>. The including file provides Bounds.

#define EVENT_OFF 2  // an event that is not watched

typedef struct Flow Flow;

struct Flow {
  const double *fixed;
  size_t n, watched, events, residuals, sides;
  bool monitored;
  void (*rate)(const Flow *flow, double t, const double *y, double *yd, double *watch);
  void (*project)(const Flow *flow, double t, double *y);
  void (*event)(const Flow *flow, double t, const double *y, double *g);
  void (*bounds)(const Flow *flow, const Bounds *ty, Bounds *g);
  const int *order;
  void (*slope)(const Flow *flow, double t, const double *y, double *w);
  void (*residual)(const Flow *flow, double t, const double *y, double *r);
  void (*settle)(const Flow *flow, double t, double *y);
  Bounds *bounds_work;
  void *own;
};
