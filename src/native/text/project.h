// native/text/project.h: onto the constraints.
//
// A template like dop853.h. The file that includes it defines
//   PROJECT_NAME                 the function it makes: void (context, t, y)
//   PROJECT_CONTEXT              what it is called with
//   PROJECT_CHANGE(t, y, change) the change of a part of the state that brings it onto the
//                                constraints to first order
//   PROJECT_FIRST, PROJECT_COUNT which part that is
//   PROJECT_STORAGE(k)           declares `change`, an array of k numbers

#define PROJECT_ROUNDS 5
#define PROJECT_ENOUGH 1e-8  // the error that a change of this relative size leaves is rounding

static void PROJECT_NAME(PROJECT_CONTEXT, dal_real t, dal_real *y) {
  PROJECT_STORAGE(PROJECT_COUNT);
  dal_mask moves = DAL_REAL(0.0) == 0.0;
  for (int round = 0; round < PROJECT_ROUNDS; round++) {
    dal_real size = DAL_REAL(0.0), largest = DAL_REAL(0.0);
    PROJECT_CHANGE(t, y, change);
    for (int i = 0; i < PROJECT_COUNT; i++) {
      dal_real *part = y + PROJECT_FIRST + i;
      *part = dal_select(moves, *part + change[i], *part);
      size = dal_select(dal_fabs(*part) > size, dal_fabs(*part), size);
      largest = dal_select(dal_fabs(change[i]) > largest, dal_fabs(change[i]), largest);
    }
    moves &= largest > PROJECT_ENOUGH * size;
    if (!dal_any(moves)) return;
  }
}

#undef PROJECT_ROUNDS
#undef PROJECT_ENOUGH
