// motion/dop853_impl.h: DOP853 for any flow, by the functions of the flow.
//
// The file that includes it decides about fused products and sums (DAL_FUSED of native/text/real.h): interpreted
// tapes have none, compiled units have them if the processor does. With the same rates it takes the same
// steps, to the bit, as the DOP853 of a compiled unit.

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
