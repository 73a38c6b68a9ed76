// support/settings.h: settings of a test, from the environment.

#ifndef SUPPORT_SETTINGS_H
#define SUPPORT_SETTINGS_H

#include <stddef.h>

// A number from the environment.
double test_setting(const char *name, double otherwise);

// A count of random cases times TEST_SCALE, at least 1.
size_t test_scaled(size_t count);

#endif
