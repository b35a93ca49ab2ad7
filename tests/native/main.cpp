// The main program of all kernel tests.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#define DOCTEST_CONFIG_NO_POSIX_SIGNALS  // the sanitizers report them
#include <doctest/doctest.h>
