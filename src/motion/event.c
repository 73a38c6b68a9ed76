// motion/event.c: the first event of a run along a flow of the program.

#include "motion/event.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define EVENT_LINKAGE
#include "native/text/event.h"
