// motion/push.c: rows that push, in the program.

#include "motion/push.h"
#include <math.h>

#include "tape/pivoting.h"

#define PUSH_LINKAGE
#include "native/text/push.h"
