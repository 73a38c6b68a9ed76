// api/plot_impl.h: what a DalFigure is made of, and how it comes about.

#ifndef API_PLOT_IMPL_H
#define API_PLOT_IMPL_H

#include "api/run_impl.h"
#include "figure/figure.h"

// All of it is in its own arena: nothing of the model whose motion it shows.
struct DalFigure {
  Guard guard;
  Arena arena;
  Figure figure;
};

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
  DalModel *m;
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
  const DalRun *made;   // or NULL
  const Motion *known;  // of the model as it is, to be shown where it suffices; or NULL
  bool stretch;
} PlotRequest;

// A place for a figure that is destroyed with the working memory, whatever happens.
DalFigure **api_figure_place(DalModel *m);

// Makes a figure within a call. *figure, the caller's, is NULL if there is none.
MUST_USE Status api_plot(DalModel *m, const PlotRequest *request, DalFigure **figure);

// The part of a text from *at to the next separator outside brackets, or to `end`, without spaces
// around it; *at moves past the separator.
Span api_next_part(const Source *source, uint32_t *at, uint32_t end, char separator);
// An observable of the model, by its name, or any expression.
MUST_USE Status api_expression(DalModel *m, Span span, Expr *value);

#define PLOT_ORBIT 6  // quantities of an orbit

// Adds what a --show asks for.
MUST_USE Status plot_show(PlotPlan *plan, const char *text);
// What is shown where nothing is asked for: orbits if there are any, else the coordinates; of a section, a phase
// portrait of each coordinate that may differ from crossing to crossing.
MUST_USE Status plot_show_usual(PlotPlan *plan);

// --- table.c: expressions along a table ----------------------------------------------------------

// Does anything in it come from the motion, not from the state alone?
bool table_needs_motion(DalModel *m, const Expr *roots, size_t n);

// The columns of these quantities, in the arena. What a table with the state of each row does not
// determine is reported.
MUST_USE Status table_values(DalModel *m, const RunTable *table, const Quantity *quantity, size_t n,
                             Arena *arena, double **values);

#endif
