package remotetest

import (
	"os"
	"testing"
)

// Current returns the host and port of a current ClickHouse, which scripts/current.sh starts. It skips the test if
// the server was not started.
func Current(t testing.TB) string {
	t.Helper()
	const variable = "CARDINAL_CURRENT"
	host := os.Getenv(variable)
	if host == "" {
		skip(t, variable, "no ClickHouse of today to try: scripts/test.sh starts it where its library can be had")
	}
	return host
}
