// draw/sweep_plot.h: a sweep as a figure.

#ifndef DRAW_SWEEP_PLOT_H
#define DRAW_SWEEP_PLOT_H

#include "base/diag.h"
#include "figure/figure.h"
#include "sweep/folder.h"

typedef struct {
  const char *folder;       // of the sweep
  const char *const *show;  // "result", "a:b", "result:a, b"; none: what is usual
  size_t shows;
} SweepPlotRequest;

// What the folder has so far; the figure is left in the arena.
MUST_USE Status sweep_plot_make(const SweepPlotRequest *request, Arena *work, Diags *diags, Arena *arena,
                                Figure *figure);

// Panels that are usual for a sweep: maps, dots, histograms, bands. All of it is in the arena.
void sweep_panels(Arena *work, Arena *arena, Diags *diags, const SweepFolder *folder,
                  Figure *figure);

#endif
