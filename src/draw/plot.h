// draw/plot.h: motions of a System as figures.

#ifndef DRAW_PLOT_H
#define DRAW_PLOT_H

#include "figure/figure.h"
#include "program/follow.h"
#include "report/run_file.h"

#define PLOT_ROWS 2000  // of a run: enough for a smooth curve

// --- plot_show.c: what is requested
// ----------------------------------------------------------------

// A number along a run: an expression of the model, or, if it is EXPR_NONE, the column of that
// name.
typedef struct {
  const char *name;  // as shown
  Expr value;
  const char *unit;  // of the value, for a label; or NULL
  Span span;
} Quantity;

typedef enum { SHOW_ORBITS, SHOW_CURVES, SHOW_PHASE, SHOW_ENERGY, SHOW_ERROR } ShowKind;

// One panel. Its quantities are `count` of the plan's, from `first` on: six for each orbit,
// position and velocity; two for each phase portrait; otherwise one for each curve.
typedef struct {
  ShowKind kind;
  size_t first, count;
  const char *section;  // its crossings are shown as dots; NULL: the motion is shown
} Show;

typedef struct {
  System *m;
  Arena *arena;           // of the figure
  const RunTable *saved;  // the table to be shown, if there is no model
  const char *section;    // of the shows that are added next; or NULL
  ARRAY(Quantity) quantities;
  ARRAY(Show) shows;
  size_t orbits;  // all of the model, if not all are shown; otherwise 0
} PlotPlan;

// The request for a figure.
typedef struct {
  const char *const *show, *const *set;
  size_t shows, sets;
  MotionRequest run;
  const RunTable *made;  // a run that exists already; or NULL
  const char *made_end;  // why it ended early; NULL if it did not
  const Motion *known;  // a motion of the model as it is, shown if it suffices; or NULL
  bool stretch;
} PlotRequest;

// Makes a figure within a call, in the arena. STATUS_DOMAIN if a motion ended early: even then
// there is a figure, if it has panels.
MUST_USE Status plot_make(System *m, const PlotRequest *request, Arena *arena, Figure *figure);

#define PLOT_ORBIT 6  // quantities of an orbit

// Adds what a --show requests.
MUST_USE Status plot_show(PlotPlan *plan, const char *text);
// Adds what is shown by default: orbits if there are any (the first of very many), otherwise the coordinates; for a section,
// a phase portrait of each coordinate that may differ from crossing to crossing.
MUST_USE Status plot_show_usual(PlotPlan *plan);

// --- table.c: expressions along a table ----------------------------------------------------------

// Does any of these depend on the motion, not on the state alone?
bool table_needs_motion(System *m, const Expr *roots, size_t n);

// Computes the columns of these quantities, in the arena. Reports a quantity that a table with the
// state of each row does not determine.
MUST_USE Status table_values(System *m, const RunTable *table, const Quantity *quantity, size_t n,
                             Arena *arena, double **values);

#endif
