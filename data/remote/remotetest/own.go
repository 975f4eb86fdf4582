package remotetest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// Cluster is a group of servers that belongs to one test, so that the test may kill them.
type Cluster struct {
	first  int
	folder string
}

// Start starts servers for one test, if the servers of the other tests run. They stop when the test ends.
func Start(t *testing.T) *Cluster {
	t.Helper()
	At(t, ClickHouse)
	script, err := filepath.Abs("../../../scripts/cluster.sh")
	if err != nil {
		t.Fatal(err)
	}
	folder, err := os.MkdirTemp("/tmp", "cardinal-test-shard-") // the user of PostgreSQL can reach this folder
	if err == nil {
		err = os.Chmod(folder, 0o755) //nolint:gosec // so that the other user can
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	sh := func(word string) []byte {
		c := exec.Command("bash", script, word)
		c.Env = append(os.Environ(), "CLUSTER="+folder, "PORT=free", "ROWS=20000", fmt.Sprint("WHILE=", os.Getpid()))
		c.Stderr = os.Stderr
		out, err := c.Output()
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	t.Cleanup(func() { sh("stop") })
	first, err := strconv.Atoi(strings.TrimSpace(string(sh("port"))))
	if err != nil {
		t.Fatal(err)
	}
	return &Cluster{first, folder}
}

// At returns the host and port of a server.
func (c *Cluster) At(p Port) string { return fmt.Sprint("127.0.0.1:", c.first+int(p)) }

// KillShard ends the second shard like a power failure.
func (c *Cluster) KillShard(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(c.folder, "run", "clickhouse1", "pid"))
	if err == nil {
		var pid int
		if pid, err = strconv.Atoi(strings.TrimSpace(string(text))); err == nil {
			var shard *os.Process
			if shard, err = os.FindProcess(pid); err == nil {
				err = shard.Kill()
			}
		}
	}
	if err != nil {
		t.Error(err)
	}
}
