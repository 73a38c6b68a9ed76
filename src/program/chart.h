// program/chart.h: a chart of a motion: which constraints are kept, and for which velocities a method in
// free speeds solves them, chosen where the motion is.
//
// On the manifold rows of A may depend on each other: then some are kept, and the others follow.
// Which ones does not matter at most states, but affects the condition at some: a choice that is good at
// one state degenerates at another, while the problem itself is as good as before. The same holds for
// the velocities that take the others' place.

#ifndef PROGRAM_CHART_H
#define PROGRAM_CHART_H

#include "program/system.h"

typedef struct {
  // kept constraints: this many, the first ones, are all that those on positions amount to, with the next
  // those on velocities, with the last all
  size_t positions, velocities, rows;
  size_t *row;  // and behind these the constraints that are left out,
  size_t
    known;  // of all these, this many at the beginning: the others have few digits at this state
  size_t *velocity;  // rows: the coordinates whose velocities they are solved for,
  bool ordered;      // in this order
} Chart;

// The constraints of a model in numbers.
typedef struct {
  System *m;
  size_t n, r;            // columns and rows of A
  size_t rank[3];         // of the rows on positions, of these and those on velocities, of all
  bool choice;            // is there any?
  bool sized;             // the tape has the sizes of the rows
  bool solved;            // the method solves the constraints for velocities
  int *level;             // of each row
  const bool *vanishing;  // rows that vanish wherever the constraints hold; or NULL
  Tape **tape;            // inputs of the program -> A, the diagonal of M, sizes of the rows of A
  double *work;
  double *T;       // A, then what is left of it in the course of elimination
  double *length;  // of each row, the largest so far
  bool *few;       // of which rows there are few digits here
  bool *row_done, *column_done, *kept, *own;
  Chart spare;
} ChartJudge;

// What there is to choose for the equations of the model, on the piece of the constraint manifold
// that the state among the inputs of the program lies on.
MUST_USE Status chart_judge_make(System *m, ChartJudge *judge);
// A chart to be filled in.
Chart chart_judge_blank(const ChartJudge *judge);
// The best chart at the state among the inputs of the program, by elimination with complete
// pivoting; among those that solve for the marked velocities unless bound is NULL. Returns its
// strain: the largest coefficient by which constraints that are left out are combinations of those
// that are kept, or velocities of free ones, or that a pivot divides by. It is about 1 for a good
// chart, infinite at its edge.
double chart_judge_choose(const ChartJudge *judge, const bool *bound, Chart *chart);
// The strain of a chart at that state.
double chart_judge_strain(const ChartJudge *judge, const Chart *chart);
// Can the constraints on positions be evaluated, and are there any?
bool chart_judge_sees_positions(const ChartJudge *judge);
// One over the least pivot of the constraints on positions at that state, whatever the chart: about 1
// where they are far from losing their independence. row becomes the one that is nearest to it.
double chart_judge_position_strain(const ChartJudge *judge, size_t *row);

// The chart at the state among the inputs of the program.
MUST_USE Status chart_here(System *m, Chart *chart);

#endif
