// ground/arb.h: the headers of Arb, which was a separate library until it became part of FLINT 3.

#ifndef GROUND_ARB_H
#define GROUND_ARB_H

#include <flint/flint.h>

#if __FLINT_RELEASE >= 30000
#include <flint/acb_mat.h>
#include <flint/arb_mat.h>
#else
#include <acb_mat.h>
#include <arb_mat.h>
#endif

#endif
