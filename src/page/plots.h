// page/plots.h: curves of a motion, drawn by the page to fit its width.

#ifndef PAGE_PLOTS_H
#define PAGE_PLOTS_H

#include "base/text.h"

#define PLOTS_COORDINATES 12  // at most

typedef struct {
  size_t coordinates;          // of the motion; the first PLOTS_COORDINATES are drawn
  const char *const *name;     // of t, coordinates, velocities
  size_t rows, columns;        // of the table
  const double *at;            // row by row
  const size_t *column;        // of t, coordinates, velocities, the energy
  bool conservative, planar;   // the energy is constant; the motion is drawn in a plane
  const char *fallback;        // markup for browsers without scripts; or NULL
} Plots;

void plots_html(Text *out, const Plots *plots);
void plots_style(Text *out);
void plots_script(Text *out);

#endif
