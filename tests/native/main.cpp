// The main program of all kernel tests.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#define DOCTEST_CONFIG_NO_POSIX_SIGNALS  // which are for the sanitizers to report
#include <doctest/doctest.h>
