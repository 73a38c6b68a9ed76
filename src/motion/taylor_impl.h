// motion/taylor_impl.h: Taylor's method for any flow that has series; as dop853_impl.h.

#include "motion/run_impl.h"
#include <math.h>
#include <string.h>

#define DRIVE_NAME(part) taylor_##part
#define DRIVE_LINKAGE static
#include "motion/drive_flow.h"
#define TAYLOR_SUMS (int) FLOW->series.sums
#define TAYLOR_GUARDS (int) FLOW->series.guards
#define TAYLOR_KEPT (int) FLOW->series.kept
#define TAYLOR_START(t, y, yd, w, kept) FLOW->series.start(FLOW, t, y, yd, w, kept)
#define TAYLOR_NEXT(kept, k, part, y, sum, yd, w, a, b) \
  FLOW->series.next(FLOW, kept, k, y, sum, yd, w, a, b)
#include "native/text/real.h"
#include "native/text/each.h"
#include "native/text/step.h"
#include "native/text/taylor.h"
