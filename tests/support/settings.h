// support/settings.h: settings of a test, from the environment.

#ifndef SUPPORT_SETTINGS_H
#define SUPPORT_SETTINGS_H

#include <stddef.h>

// Returns a number from the environment.
double test_setting(const char *name, double otherwise);

// Returns a count of random cases times TEST_SCALE, at least 1.
size_t test_scaled(size_t count);

#endif
