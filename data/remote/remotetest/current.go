package remotetest

import (
	"os"
	"testing"
)

// Current returns the host and port of a ClickHouse of today, which scripts/current.sh starts. It skips the test
// where nobody started it.
func Current(t testing.TB) string {
	t.Helper()
	const variable = "CARDINAL_CURRENT"
	host := os.Getenv(variable)
	if host == "" {
		skip(t, variable, "no ClickHouse of today to try: scripts/test.sh starts it where its library can be had")
	}
	return host
}
