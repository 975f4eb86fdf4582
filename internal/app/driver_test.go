//go:build linux

package app

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestDriverThatCrashesAtStart starts the program with a driver of OpenGL that crashes when it is loaded. After
// the first crash a start says one sentence.
func TestDriverThatCrashesAtStart(t *testing.T) {
	switch {
	case os.Getenv("DISPLAY") != "":
	case os.Getenv("CARDINAL_REQUIRE_DISPLAY") != "":
		t.Fatal("there is no display")
	default:
		t.Skip("there is no display")
	}
	dir := t.TempDir()
	source, driver := filepath.Join(dir, "driver.c"), filepath.Join(dir, "swrast_dri.so")
	if err := os.WriteFile(source, []byte("__attribute__((constructor)) static void crash(void) { *(volatile int *)8 "+
		"= 1; }"), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("gcc", "-shared", "-fPIC", "-o", driver, source).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	started := func(args ...string) (string, error) {
		c := program(dir, args...)
		c.Env = append(c.Env, "DISPLAY="+os.Getenv("DISPLAY"), "XDG_RUNTIME_DIR="+dir, "XDG_CONFIG_HOME="+dir,
			"LIBGL_ALWAYS_SOFTWARE=1", "LIBGL_DRIVERS_PATH="+dir)
		text, err := c.CombinedOutput()
		return string(text), err
	}
	if _, err := started("opengl-trial"); err == nil {
		t.Skip("there is no Mesa that loads its drivers by LIBGL_DRIVERS_PATH")
	}
	if text, err := started("sales.csv"); err == nil || !strings.Contains(text, "SIGSEGV") {
		t.Fatalf("%v: %s", err, text)
	}
	if err := os.WriteFile(filepath.Join(dir, "sales.csv"), []byte("a,b\n1,2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		text, err := started("sales.csv")
		if err == nil || strings.Count(text, "\n") != 1 || !strings.Contains(text, "its OpenGL driver crashes") ||
			!strings.Contains(text, "cardinal pivot sales.csv") {
			t.Errorf("%v: %s", err, text)
		}
	}
}
