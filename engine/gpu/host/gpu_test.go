package host

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/wire"
	"cardinal/engine/gpu/worker"
)

// What makes the test binary the child, and an app with a child.
const (
	childEnv = "CARDINAL_GPU_CHILD"
	appEnv   = "CARDINAL_GPU_APP"
	noiseEnv = "CARDINAL_GPU_NOISE" // a child that prints as a driver does
	unfitEnv = "CARDINAL_GPU_UNFIT" // a child whose device fails its self-test
)

func TestMain(m *testing.M) {
	if os.Getenv(updatedEnv) == "1" {
		actUpdated()
	}
	if os.Getenv(childEnv) == "1" {
		if os.Getenv(unfitEnv) == "1" {
			_, _, _ = wire.ReadFrame(os.Stdin)
			_ = wire.WriteFrame(os.Stdout, wire.Header{Verb: wire.VerbHello, Unusable: "self-test of the workgroup " +
				"kernel: wrong sum over 3000 slots"})
			os.Exit(0)
		}
		if os.Getenv(noiseEnv) == "1" {
			go func() {
				for {
					time.Sleep(20 * time.Millisecond)
					fmt.Fprintln(os.Stdout, "MESA: a line to the standard output")
				}
			}()
		}
		if err := worker.Serve(os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	if os.Getenv(appEnv) == "1" {
		_ = os.Unsetenv(appEnv)
		c := NewClient(testChild())
		c.marker = ""
		_, err := c.Adapter(context.Background())
		fmt.Println(c.PID(), err)
		select {}
	}
	code := m.Run()
	if shared != nil {
		shared.Close()
	}
	os.Exit(code)
}

var shared *Client

// sharedClient returns a client with a real device for tests that need no client of their own: opening a device and
// compiling its kernels takes longer than most tests.
func sharedClient(t testing.TB) *Client {
	t.Helper()
	if shared == nil {
		newTestClient(t) // skips where there is no device
		shared = NewClient(testChild())
		shared.tuningFile, shared.programsFile, shared.marker = "", "", ""
	}
	return shared
}

// testChild returns a function that makes the command of a child, with an extended environment if given.
func testChild(env ...string) func() *exec.Cmd {
	return func() *exec.Cmd {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(append(os.Environ(), childEnv+"=1"), env...)
		return cmd
	}
}

// newTestClient returns a client with a real device, or skips the test if the machine has none.
func newTestClient(t testing.TB, set ...func(*Client)) *Client {
	t.Helper()
	c := NewClient(testChild())
	c.backoff.first = 10 * time.Millisecond
	c.tuningFile, c.programsFile, c.marker = "", "", ""
	c.limits.Untested = true
	// software Vulkan beside other programs is slower than any card
	c.timeouts.start, c.timeouts.silence, c.timeouts.request = 2*time.Minute, time.Minute, 5*time.Minute
	for _, s := range set {
		s(c)
	}
	t.Cleanup(c.Close)
	a, err := c.Adapter(context.Background())
	if errors.Is(err, gpu.ErrNoDevice) && !strings.Contains(err.Error(), "self-test") &&
		os.Getenv("CARDINAL_REQUIRE_GPU") != "1" {
		t.Skipf("no GPU, not even a software one (CARDINAL_REQUIRE_GPU=1 makes this a failure): %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%s (%s, %s)", a.Name, a.Class, a.Backend)
	return c
}

// mustRun runs a request that must succeed.
func mustRun(t testing.TB, c *Client, r gpu.Request) gpu.Result {
	t.Helper()
	res, err := c.Run(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	return res
}
