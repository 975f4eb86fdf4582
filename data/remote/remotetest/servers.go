package remotetest

import (
	"cmp"
	"fmt"
	"net"
	"os"
	"strconv"
	"testing"
)

// Port counts the ports of the servers from the first one.
type Port int

// The ports: HTTP of the two shards of ClickHouse, HTTPS of the first shard, PostgreSQL and MariaDB.
const (
	ClickHouse Port = 0
	Second     Port = 1
	HTTPS      Port = 4
	PostgreSQL Port = 7
	MariaDB    Port = 8
)

// Variable is the name of the environment variable with the number of the first port.
const Variable = "CARDINAL_CLUSTER"

// At returns the host and port of a server. It skips the test if the servers were not started.
func At(t testing.TB, p Port) string {
	t.Helper()
	first, err := strconv.Atoi(os.Getenv(Variable))
	if err != nil {
		first = 28120 // of scripts/cluster.sh
	}
	host := fmt.Sprint("127.0.0.1:", first+int(p))
	c, err := net.Dial("tcp", host)
	switch {
	case err == nil:
		_ = c.Close()
	case os.Getenv(Variable) != "":
		t.Fatal(err)
	default:
		skip(t, Variable, "no servers to try: bash scripts/cluster.sh start")
	}
	return host
}

// skip skips a test without its servers. If scripts/test.sh could not start them, its reason replaces the given
// reason.
func skip(t testing.TB, variable, reason string) {
	t.Helper()
	if why, tried := os.LookupEnv(variable + "_LEFT_OUT"); tried {
		reason = "servers were not started: " + cmp.Or(why, "the script failed")
	}
	t.Skip(reason)
}
