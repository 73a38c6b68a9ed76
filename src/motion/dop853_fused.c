// motion/dop853_fused.c: DOP853 for flows whose rates are compiled, with fused products and sums if the
// processor has them. Compiled for such processors (CMakeLists.txt) and called on no others.

#include "motion/dop853_impl.h"

const bool flow_has_fused = DAL_FUSED;

int flow_dop853_fused(Drive *d) {
  return flow_drive(d);
}
