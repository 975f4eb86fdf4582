//go:build unix

package engine

import (
	"context"
	"os"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"cardinal/data"
	"cardinal/engine/query"
)

// sumsByValue is a pivot of a table that no device holds yet: each call makes another.
func sumsByValue() (*data.Table, query.Query) {
	const rows = 2_000_000
	values := make([]int64, rows)
	for i := range values {
		values[i] = int64(i * 7 % 1000)
	}
	q := query.Query{Rows: []query.Field{{Column: "v"}}, Values: []query.Measure{{Func: query.Sum, Column: "v"}, {Func: query.Max, Column: "v"}}}
	return data.NewTable("t", []*data.Column{data.NewInts("v", data.Int, 0, values, nil)}), q
}

// answersAs runs the pivot with a GPU that does not work, and holds the answer against one core's.
func answersAs(t *testing.T, e *Engine, table *data.Table, q query.Query, tier Tier) *Answer {
	t.Helper()
	a, err := e.Pivot(context.Background(), table, q, RunOptions{Tier: tier})
	if err != nil {
		t.Fatal(err)
	}
	want, err := e.Pivot(context.Background(), table, q, RunOptions{Tier: Serial})
	if err != nil {
		t.Fatal(err)
	}
	for n := range want.Tab.Rows.Nodes {
		for m := range q.Values {
			if got, want := text(a.Tab.Cell(n, 0, m)), text(want.Tab.Cell(n, 0, m)); got != want {
				t.Fatalf("node %d: %s, want %s", n, got, want)
			}
		}
	}
	return a
}

// TestGPULost ends, or stops, the GPU's process in the middle of a pivot: the workers answer, and the record says so.
func TestGPULost(t *testing.T) {
	for name, test := range map[string]struct {
		signal syscall.Signal
		event  string
	}{
		"killed": {syscall.SIGKILL, "killed"},
		"hangs":  {syscall.SIGSTOP, "it did not answer for"},
	} {
		t.Run(name, func(t *testing.T) {
			e := ownGPU(t)
			for _, delay := range []int{60, 30, 10, 3, 1} {
				if _, err := e.Probe(context.Background()); err != nil {
					t.Fatal(err)
				}
				p, err := os.FindProcess(e.gpu.PID())
				if err != nil {
					t.Fatal(err)
				}
				table, q := sumsByValue()
				timer := time.AfterFunc(time.Duration(delay)*time.Millisecond, func() { _ = p.Signal(test.signal) })
				a := answersAs(t, e, table, q, GPU)
				if timer.Stop() || len(a.Profile.Events) == 0 { // the pivot was over before
					_ = p.Signal(syscall.SIGCONT)
					continue
				}
				checkFallback(t, a, test.event)
				if !strings.Contains(a.Profile.Reason, "was lost in the middle of this pivot") {
					t.Errorf("reason %q", a.Profile.Reason)
				}
				return
			}
			t.Error("no signal hit a pivot in the middle")
		})
	}
}

// checkFallback wants the workers, and an event that says why.
func checkFallback(t *testing.T, a *Answer, why string) {
	t.Helper()
	r := a.Profile
	t.Log(r.Reason, r.Events)
	if r.Tier != "workers" || len(r.Events) != 1 || !strings.Contains(r.Events[0], why) || !strings.Contains(r.Events[0], "the workers answered instead") {
		t.Errorf("ran on %s, events %q; want the workers, and an event that says %q", r.Tier, r.Events, why)
	}
	for _, g := range r.Gates {
		if g.Name == "health" && (g.Pass || g.Detail == "") {
			t.Errorf("the health gate passes: %q", g.Detail)
		}
	}
}

// TestNoDriverDuringPivot takes the drivers away: of Vulkan alone, and all of them.
func TestNoDriverDuringPivot(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("drivers are named by these variables on Linux")
	}
	sharedGPU(t) // there must be something to take away
	for name, test := range map[string]struct {
		hidden []string
		why    string
	}{
		"no Vulkan":               {[]string{"VK_DRIVER_FILES", "VK_ICD_FILENAMES"}, "driver"},
		"no Vulkan and no OpenGL": {[]string{"VK_DRIVER_FILES", "VK_ICD_FILENAMES", "__EGL_VENDOR_LIBRARY_FILENAMES"}, "no graphics driver was found"},
	} {
		t.Run(name, func(t *testing.T) {
			for _, v := range test.hidden {
				t.Setenv(v, "/nonexistent")
			}
			table, q := sumsByValue()
			for _, tier := range []Tier{GPU, Auto} {
				e := New(Options{})
				defer e.Close()
				if tier == Auto {
					_, _ = e.Probe(context.Background()) // as the window does at its start
				}
				a := answersAs(t, e, table, q, tier)
				health := ""
				for _, g := range a.Profile.Gates {
					if g.Name == "health" && !g.Pass {
						health = g.Detail
					}
				}
				t.Logf("%s: %s; %s; %v", tier, health, a.Profile.Reason, a.Profile.Events)
				if a.Profile.Tier == "gpu" || !strings.Contains(health, test.why) || !strings.Contains(a.Profile.Reason, test.why) {
					t.Errorf("%s: ran on %s, health %q, reason %q; want ones that say %q", tier, a.Profile.Tier, health, a.Profile.Reason, test.why)
				}
			}
		})
	}
}
