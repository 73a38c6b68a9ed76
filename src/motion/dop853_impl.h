// motion/dop853_impl.h: DOP853 for any flow, by the functions of the flow.
//
// The including file chooses fused products and sums (DAL_FUSED of native/text/real.h): interpreted tapes do
// without, compiled units use them if the processor has them. With the same rates the steps are the same, to
// the bit, as those of the DOP853 of a compiled unit.

#include "motion/run_impl.h"
#include <math.h>
#include <string.h>

#define DRIVE_NAME(part) flow_##part
#define DRIVE_LINKAGE static
#define DRIVE_STORAGE(k) double *storage = d->work
#include "motion/drive_flow.h"
#include "native/text/real.h"
#include "native/text/each.h"
#include "native/text/coefficients.h"
#include "native/text/stages.h"
#include "native/text/step.h"
#include "native/text/dop853.h"
