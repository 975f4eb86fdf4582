package host

import (
	"context"
	"errors"
	"os/exec"
	"strings"
	"testing"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/reference"
)

// A device that fails its self-test is none: the app is told why, and does not ask again.
func TestDeviceThatComputesWrongly(t *testing.T) {
	starts := 0
	c := failingClient(t, func() *exec.Cmd { starts++; return testChild(unfitEnv + "=1")() })
	for range 2 {
		_, err := c.Run(context.Background(), reference.Request(5))
		if !errors.Is(err, gpu.ErrNoDevice) || !strings.Contains(err.Error(), "self-test of the workgroup kernel: "+
			"wrong sum") {
			t.Fatalf("got %v, want ErrNoDevice that says what was wrong", err)
		}
	}
	if _, ok, why := c.Peek(); ok || !strings.Contains(why, "self-test") || starts != 1 {
		t.Errorf("peek: %v, %q after %d starts", ok, why, starts)
	}
}
