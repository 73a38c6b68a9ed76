// draw/sweep_plot.h: a sweep as a figure.

#ifndef DRAW_SWEEP_PLOT_H
#define DRAW_SWEEP_PLOT_H

#include "base/diag.h"
#include "figure/figure.h"
#include "sweep/folder.h"

typedef struct {
  const char *folder;       // of the sweep
  const char *const *show;  // "result", "a:b", "result:a, b"; without any: the default
  size_t shows;
} SweepPlotRequest;

// Makes a figure of what the folder holds so far, in the arena.
MUST_USE Status sweep_plot_make(const SweepPlotRequest *request, Arena *work, Diags *diags, Arena *arena,
                                Figure *figure);

// Adds the default panels of a sweep: maps, dots, histograms, bands. All of it is in the arena.
void sweep_panels(Arena *work, Arena *arena, Diags *diags, const SweepFolder *folder,
                  Figure *figure);

#endif
