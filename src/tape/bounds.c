// tape/bounds.c: bounds for the values of a tape and for their derivatives.
//
// In:    bounds for the inputs as functions of one variable on an interval
// Out:   the same for every value: interval arithmetic for the value, and the chain rule in interval
//        arithmetic for its derivative
// Law:   for any input functions within their bounds, values and derivatives are within theirs
//        (tests/prop/tape/prop_bounds.c)
// How:   rounding is not directed; every bound is moved outwards by a few units in the last place, more than
//        the error of any operation or function of the C library
// Not:   tight: a value that is used twice counts as two that vary independently. Solutions of linear problems
//        with pivoting have no bounds

#include "tape/bounds.h"
#include "tape/tape_impl.h"
#include <float.h>
#include <math.h>

#define BOUNDS_LINKAGE
#include "tape/bounding.h"

static void play(const TapeRun *run, const TapeRun *last, const TapeStep *s, Bounds *work) {
  for (; run < last; run++)
    for (const TapeStep *const end = s + run->count; s < end; s++) {
      const Bounds a = work[s->a];
      const bool gone = run->op != TAPE_PICK && (a.kind == BOUNDS_NOWHERE ||
                                                  work[s->b].kind == BOUNDS_NOWHERE);
      const bool both = run->op == TAPE_SINCOS;
      const size_t results = tape_results((TapeInstruction){run->op, s->to, s->a, s->b});
      work[s->to] = gone ? nowhere : bounds_result((TapeOp) run->op, a, work[s->b], s->a == s->b);
      if (both) work[s->to + 1] = gone ? nowhere : bounds_result(TAPE_COS, a, a, true);
      for (size_t k = 1; !both && k < results; k++) work[s->to + k] = work[s->to];
    }
}

bool tape_has_bounds(const Tape *tape) {
  return tape_count(tape, TAPE_SOLVE) == 0;
}

void tape_bounds_start(const Tape *tape, Bounds *work) {
  for (size_t i = 0; i < tape->constants; i++)
    work[tape->inputs + i] = bounds_of_number(tape->constant[i]);
  play(tape->run, tape->run + tape->steady, tape->step, work);
}

void tape_bounds_run(const Tape *tape, Bounds *work) {
  play(tape->run + tape->steady, tape->run + tape->runs, tape->step + tape->steady_steps, work);
}
