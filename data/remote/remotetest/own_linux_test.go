package remotetest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestFailedStart starts servers that run and that curl does not reach. The script says why it fails, and stops them.
func TestFailedStart(t *testing.T) {
	At(t, ClickHouse)
	script, err := filepath.Abs("../../../scripts/cluster.sh")
	if err != nil {
		t.Fatal(err)
	}
	folder, err := os.MkdirTemp("/tmp", "cardinal-test-failed-") // which the user of PostgreSQL can reach
	if err == nil {
		err = os.Chmod(folder, 0o755) //nolint:gosec // so that the other user can
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, "curl"), []byte("#!/bin/sh\nexit 7\n"),
			0o755) //nolint:gosec // a program
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	why := filepath.Join(folder, "why")
	start := exec.Command("bash", script, "start")
	start.Env = append(os.Environ(), "CLUSTER="+folder, "PORT=free", "ROWS=10", "PATIENCE=5", "WHY="+why,
		"PATH="+folder+":"+os.Getenv("PATH"), fmt.Sprint("WHILE=", os.Getpid()))
	if out, err := start.CombinedOutput(); err == nil {
		t.Errorf("the servers start: %s", out)
	}
	if text, _ := os.ReadFile(why); string(text) != "a server does not start\n" {
		t.Errorf("the reason is %q", text)
	}
	files, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		// else the process may have ended
		if text, _ := os.ReadFile(file); strings.Contains(string(text), folder+"/run") {
			t.Errorf("%q still runs", text)
		}
	}
}
