#include "proof/real.h"
Status real_point(const Equations *eq, const Condition *given, size_t n_given, unsigned draw,
                  Arena *arena, RealPoint **point) {
  (void) eq;
  (void) given;
  (void) n_given;
  (void) draw;
  (void) arena;
  *point = NULL;
  return STATUS_UNABLE;
}
Status real_motion(RealPoint *point) {
  (void) point;
  return STATUS_UNABLE;
}
Truth real_compare(RealPoint *point, Expr left, Expr right, int digits) {
  (void) point;
  (void) left;
  (void) right;
  (void) digits;
  return TRUTH_UNKNOWN;
}
const char *real_describe(RealPoint *point, Expr left, Expr right, Arena *arena) {
  (void) point;
  (void) left;
  (void) right;
  (void) arena;
  return "";
}
