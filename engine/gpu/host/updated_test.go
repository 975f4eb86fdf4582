package host

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
)

// updatedEnv is set in a copy of the test's program, which replaces its own file and then starts the GPU's process.
const updatedEnv = "CARDINAL_TEST_UPDATED"

func actUpdated() {
	path, err := os.Executable()
	if err == nil {
		err = os.Remove(path)
	}
	if err == nil {
		err = os.WriteFile(path, []byte("#!/bin/sh\necho another version\n"), 0o700)
	}
	if err != nil {
		panic(err)
	}
	cmd := workerCommand()
	cmd.Args = append(cmd.Args[:1], "-test.list=^TestUpdated$")
	cmd.Env = append(os.Environ(), updatedEnv+"=no")
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if err := cmd.Run(); err != nil {
		panic(err)
	}
	os.Exit(0)
}

// TestUpdated replaces a program while it runs: the GPU's process is still of the version that asks for it.
func TestUpdated(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("a program that runs is not replaced here")
	}
	self, err := os.ReadFile("/proc/self/exe")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "cardinal")
	if err := os.WriteFile(path, self, 0o700); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path)
	cmd.Env = append(os.Environ(), updatedEnv+"=1")
	out, err := cmd.CombinedOutput()
	if err != nil || string(out) != "TestUpdated\n" {
		t.Errorf("%v: %s", err, out)
	}
}
