// support/fmu_rules.h: rules of the standard that the description of an FMU must keep.

#ifndef SUPPORT_FMU_RULES_H
#define SUPPORT_FMU_RULES_H

#include "support/importer.h"

// Fails the test at the first rule that is broken.
void fmu_check_rules(const Importer *im);

#endif
