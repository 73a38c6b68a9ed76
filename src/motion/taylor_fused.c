// motion/taylor_fused.c: Taylor's method for flows whose series are compiled; as dop853_fused.c.

#include "motion/taylor_impl.h"

int flow_taylor_fused(Drive *d) {
  return taylor_drive(d);
}
