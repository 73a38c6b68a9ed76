// draw/plot.h: motions of a System as figures.

#ifndef DRAW_PLOT_H
#define DRAW_PLOT_H

#include "figure/figure.h"
#include "program/follow.h"
#include "report/run_file.h"

#define PLOT_ROWS 2000  // of a run: enough for a smooth curve

// --- plot_show.c: what is asked for --------------------------------------------------------------

// A number along a run: an expression of the model, or, with EXPR_NONE, the column of that name.
typedef struct {
  const char *name;  // as it is shown
  Expr value;
  const char *unit;  // that the value is in, for a label; or NULL
  Span span;
} Quantity;

typedef enum { SHOW_ORBITS, SHOW_CURVES, SHOW_PHASE, SHOW_ENERGY, SHOW_ERROR } ShowKind;

// One panel. Its quantities are `count` of the plan's, from `first` on: six for each orbit,
// position and velocity; two for each phase portrait; else one for each curve.
typedef struct {
  ShowKind kind;
  size_t first, count;
  const char *section;  // whose crossings are shown, as dots; NULL: the motion
} Show;

typedef struct {
  System *m;
  Arena *arena;           // of the figure
  const RunTable *saved;  // with no model: what there is to be shown
  const char *section;    // that the next shows are about; or NULL
  ARRAY(Quantity) quantities;
  ARRAY(Show) shows;
} PlotPlan;

// What is asked for.
typedef struct {
  const char *const *show, *const *set;
  size_t shows, sets;
  MotionRequest run;
  const RunTable *made;  // a run that is there already; or NULL
  const char *made_end;  // why it ended before it should have; NULL if it did not
  const Motion *known;  // of the model as it is, to be shown if it suffices; or NULL
  bool stretch;
} PlotRequest;

// Makes a figure within a call, in the arena. STATUS_DOMAIN if a motion in it ended early: there is a figure then, too,
// if it has panels.
MUST_USE Status plot_make(System *m, const PlotRequest *request, Arena *arena, Figure *figure);

#define PLOT_ORBIT 6  // quantities of an orbit

// Adds what a --show asks for.
MUST_USE Status plot_show(PlotPlan *plan, const char *text);
// What is shown by default: orbits if there are any, else the coordinates; of a section, a phase
// portrait of each coordinate that may differ from crossing to crossing.
MUST_USE Status plot_show_usual(PlotPlan *plan);

// --- table.c: expressions along a table ----------------------------------------------------------

// Does anything in it come from the motion, not from the state alone?
bool table_needs_motion(System *m, const Expr *roots, size_t n);

// The columns of these quantities, in the arena. What a table with the state of each row does not
// determine is reported.
MUST_USE Status table_values(System *m, const RunTable *table, const Quantity *quantity, size_t n,
                             Arena *arena, double **values);

#endif
