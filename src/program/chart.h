// program/chart.h: a chart of a motion: the constraints that are kept, and the velocities that a method in free
// speeds solves them for, chosen at the present state.
//
// On the manifold rows of A may depend on each other: then some are kept, and the others follow. The choice
// does not matter at most states, but affects the condition at some: a choice that is good at one state
// degenerates at another, while the problem itself is as good as before. The same holds for the velocities that
// replace the others.

#ifndef PROGRAM_CHART_H
#define PROGRAM_CHART_H

#include "program/system.h"

typedef struct {
  // numbers of kept constraints: the first `positions` imply all constraints on positions, the first
  // `velocities` those on velocities as well, all `rows` everything
  size_t positions, velocities, rows;
  size_t *row;       // the kept constraints, followed by those left out,
  size_t known;      // of which this many come first: the others have few digits at this state
  size_t *velocity;  // rows: the coordinates whose velocities they are solved for,
  bool ordered;      // in this order
} Chart;

// The constraints of a model in numbers.
typedef struct {
  System *m;
  size_t n, r;            // columns and rows of A
  size_t rank[3];         // of the rows on positions, of these and those on velocities, of all
  bool choice;            // is there anything to choose?
  bool sized;             // the tape gives the sizes of the rows
  bool solved;            // the method solves the constraints for velocities
  int *level;             // of each row
  const bool *vanishing;  // rows that vanish wherever the constraints hold; or NULL
  Tape **tape;            // inputs of the program -> A, the diagonal of M, sizes of the rows of A
  double *work;
  double *T;       // A, then its remainder during elimination
  double *length;  // of each row, the largest so far
  bool *few;       // rows that have few digits here
  bool *row_done, *column_done, *kept, *own;
  Chart spare;
} ChartJudge;

// Finds the choices for the equations of the model, on the piece of the constraint manifold that contains the
// state among the inputs of the program.
MUST_USE Status chart_judge_make(System *m, ChartJudge *judge);
// Returns a chart to be filled in.
Chart chart_judge_blank(const ChartJudge *judge);
// Finds the best chart at the state among the inputs of the program, by elimination with complete pivoting;
// unless bound is NULL, among those that solve for the marked velocities. Returns its strain: the largest of
// the coefficients that express omitted constraints by kept ones, or velocities by free ones, and of the
// reciprocals of pivots. It is about 1 for a good chart, infinite at its edge.
double chart_judge_choose(const ChartJudge *judge, const bool *bound, Chart *chart);
// Returns the strain of a chart at that state.
double chart_judge_strain(const ChartJudge *judge, const Chart *chart);
// Can the constraints on positions be evaluated, and are there any?
bool chart_judge_sees_positions(const ChartJudge *judge);
// Returns the reciprocal of the least pivot of the constraints on positions at that state, for any chart: about
// 1 if they are far from losing their independence. *row becomes the row that is nearest to it.
double chart_judge_position_strain(const ChartJudge *judge, size_t *row);

// Finds the chart at the state among the inputs of the program.
MUST_USE Status chart_here(System *m, Chart *chart);

#endif
