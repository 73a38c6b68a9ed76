#include "motion/run_impl.h"
Status run_sundials(const Flow *flow, const RunRequest *r, RunResult *result) {
  (void) flow;
  (void) r;
  (void) result;
  return STATUS_UNABLE;
}
