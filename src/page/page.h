// page/page.h: everything about a model as one HTML page, or as a LaTeX document.

#ifndef PAGE_PAGE_H
#define PAGE_PAGE_H

#include "page/live.h"
#include "page/plots.h"
#include "report/check.h"
#include "report/outline.h"
#include "report/listing.h"

// A formula with more operations is replaced by its size: it would be unreadable, and browsers take
// long to lay it out.
#define PAGE_MOST 300

// Limits that keep a page below 3 MB, whatever the model.
#define PAGE_ROOM 8000             // operations of all equations, and of all steps; about 400 kB
#define PAGE_TEXT 40000            // bytes of the model's text: up to 16 times as many with their marks
#define PAGE_LINES 2000            // of it
#define PAGE_PARAMETERS 200
#define PAGE_CLAIMS 150
#define PAGE_EVENTS 20             // the first ones and the last ones
#define PAGE_CHANGES 4             // of an event

// What a change of the energy means.
typedef enum {
  ENERGY_OPEN,       // unknown
  ENERGY_CONSTANT,   // an error of the run
  ENERGY_WORK        // the work of forces
} PageEnergy;

// A motion in numbers.
typedef struct {
  const char *variable;  // "t", or what replaces it
  double from, to;
  const char *end;  // why it ended, in words
  const char *integrator;
  double rtol, atol;
  size_t steps, rows;
  double energy, energy_drift, constraint_error;  // at the start; the largest of each
  PageEnergy kind;
  bool constrained;
  double lost;  // energy lost at events
} PageRun;

// A coordinate or velocity before and after an event.
typedef struct {
  Expr symbol;
  double before, after;
} PageChange;

typedef struct {
  double t;
  const char *text;      // what happened
  double impulse, lost;  // or 0
  size_t changes;        // the first PAGE_CHANGES of them are kept
  PageChange change[PAGE_CHANGES];
} PageEvent;

// Many motions in numbers: for each result the count, mean, deviation and the quantiles at 5, 50
// and 95 per cent.
#define PAGE_SWEEP_NUMBERS 6
typedef struct {
  const char *said;    // what is varied, and how many motions were computed
  const char *remark;  // what failed, or why there are no numbers; or NULL
  size_t results;
  const char *const *name;
  const double (*number)[PAGE_SWEEP_NUMBERS];
  const char *figures;     // markup made by this program; or NULL
  const char *no_figures;  // why they are missing; or NULL
} PageSweep;

typedef struct {
  Model *model;
  const Source *const *sources;  // its texts
  size_t n_sources;
  Equations *eq;             // with worksheet
  const SolvedForms *forms;  // closed forms of the equations
  const CheckReport *check;
  const PageRun *run;       // or NULL: no motion
  const PageEvent *event;   // of the motion
  size_t events;
  const char *remark;       // why there is no motion, or why it ended early; or NULL
  const Outline *analysis;  // or NULL: not shown
  const PageSweep *sweep;   // or NULL: the model has none
  // Further parts of an HTML page, as markup made by this program; or NULL.
  const char *animation;   // of the motion
  const Live *live;        // the motion computed in the page
  const Plots *plots;      // of the motion, drawn in the page
  const char *figures;     // of the motion, SVG, for browsers without scripts
  const char *no_figures;  // why they are missing; a text
} PageContent;

void page_html(const PageContent *content, Text *out);
// Writes only the equations, after the worksheet's steps if there are any: a fragment for other
// pages.
void page_equations(Equations *eq, EquationForm form, const SolvedForms *forms, Text *out);
void page_latex(const PageContent *content, Text *out);

#endif
