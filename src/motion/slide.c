// motion/slide.c: a flow of the program on the surfaces where its rates jump.

#include "motion/slide.h"
#include "base/part.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SLIDE_LINKAGE
#define SLIDE_ALLOC part_calloc
#define SLIDE_FLOW .drive = flow_dop853,
#include "native/text/slide.h"
#include "native/text/slide_decide.h"
