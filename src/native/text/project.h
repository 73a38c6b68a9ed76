// native/text/project.h: onto the constraints.
//
// A template like dop853.h. Whoever includes it defines
//   PROJECT_NAME                 the function it makes: void (context, t, y)
//   PROJECT_CONTEXT              what it is called with
//   PROJECT_CHANGE(t, y, change) the change of a part of the state that brings it onto the
//                                constraints to first order
//   PROJECT_FIRST, PROJECT_COUNT which part that is
//   PROJECT_STORAGE(k)           declares `change`, an array of k numbers

#define PROJECT_ROUNDS 5
#define PROJECT_ENOUGH 1e-8  // the error that a change of this relative size leaves is rounding

static void PROJECT_NAME(PROJECT_CONTEXT, double t, double *y) {
  PROJECT_STORAGE(PROJECT_COUNT);
  for (int round = 0; round < PROJECT_ROUNDS; round++) {
    double size = 0, largest = 0;
    PROJECT_CHANGE(t, y, change);
    for (int i = 0; i < PROJECT_COUNT; i++) {
      double *part = y + PROJECT_FIRST + i;
      *part += change[i];
      size = fabs(*part) > size ? fabs(*part) : size;
      largest = fabs(change[i]) > largest ? fabs(change[i]) : largest;
    }
    if (!(largest > PROJECT_ENOUGH * size)) return;
  }
}

#undef PROJECT_ROUNDS
#undef PROJECT_ENOUGH
