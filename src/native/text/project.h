// native/text/project.h: the projection onto the constraints.
//
// A template like dop853.h. The including file defines
//   PROJECT_NAME                 the name of the function: void (context, t, y)
//   PROJECT_CONTEXT              the declaration of its context
//   PROJECT_CHANGE(t, y, change) the change of a part of the state that brings it onto the
//                                constraints to first order
//   PROJECT_FIRST, PROJECT_COUNT the start and the length of that part
//   PROJECT_STORAGE(k)           declares `change`, an array of k numbers

#define PROJECT_ROUNDS 5
#define PROJECT_ENOUGH 1e-8  // after a change of this relative size, only rounding is left

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
