// page/page.h: all that is known of a model as one HTML page, or as a LaTeX document.

#ifndef PAGE_PAGE_H
#define PAGE_PAGE_H

#include "report/check.h"
#include "report/outline.h"

// A formula with more operations than this is counted, not shown: nobody reads it, and browsers
// take long to lay it out.
#define PAGE_MOST 300

// A motion in numbers.
typedef struct {
  const char *variable;  // "t", or what takes its place
  double from, to;
  const char *end;  // why it ended, in words
  const char *integrator;
  double rtol, atol;
  size_t steps, rows;
  double energy, energy_drift, constraint_error;  // at the start; the largest
} PageRun;

typedef struct {
  Model *model;
  const Source *const *sources;  // its texts
  size_t n_sources;
  Equations *eq;  // with worksheet
  const CheckReport *check;
  const PageRun *run;       // NULL: there is no motion
  const char *remark;       // why there is none, or why it ended early; or NULL
  const Outline *analysis;  // NULL: not shown
  // Further parts of an HTML page, as markup made by this program; or NULL.
  const char *animation;   // of the motion
  const char *figures;     // of the motion, SVG
  const char *no_figures;  // why there are none; a text
} PageContent;

void page_html(const PageContent *content, Text *out);
void page_latex(const PageContent *content, Text *out);

#endif
