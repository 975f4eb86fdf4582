//go:build unix

package engine

import (
	"context"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"

	"cardinal/data"
	"cardinal/engine/gpu"
	"cardinal/engine/gpu/host"
	"cardinal/engine/query"
)

// sumsByValue returns a new table, which no device holds yet, and a pivot of it.
func sumsByValue() (*data.Table, query.Query) {
	const rows = 2_000_000
	values := make([]int64, rows)
	for i := range values {
		values[i] = int64(i * 7 % 1000)
	}
	q := query.Query{Rows: []query.Field{{Column: "v"}}, Values: []query.Measure{{Func: query.Sum, Column: "v"},
		{Func: query.Max, Column: "v"}}}
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
	for n := range want.Tab.Rows.Len() {
		for m := range q.Values {
			if got, want := text(a.Tab.Cell(n, 0, m)), text(want.Tab.Cell(n, 0, m)); got != want {
				t.Fatalf("node %d: %s, want %s", n, got, want)
			}
		}
	}
	return a
}

// atLoad is a GPU that calls do when its process asks for a column of a pivot, in the middle of the conversation.
type atLoad struct {
	*host.Client
	do func()
}

func (d atLoad) Run(ctx context.Context, r gpu.Request) (gpu.Result, error) {
	values := r.Keys[0].Codes.Values
	r.Keys = slices.Clone(r.Keys)
	r.Keys[0].Codes = gpu.NewColumn("in the middle", func() []uint32 { d.do(); return values() })
	return d.Client.Run(ctx, r)
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
			e.tiers = allTiers(atLoad{e.gpu, func() {
				if err := syscall.Kill(e.gpu.PID(), test.signal); err != nil {
					t.Error(err)
				}
			}})
			table, q := sumsByValue()
			a := answersAs(t, e, table, q, GPU)
			checkFallback(t, a, test.event)
			if !strings.Contains(a.Profile.Reason, "was lost in the middle of this pivot") {
				t.Errorf("reason %q", a.Profile.Reason)
			}
		})
	}
}

// checkFallback fails unless the workers answered and an event says why.
func checkFallback(t *testing.T, a *Answer, why string) {
	t.Helper()
	r := a.Profile
	t.Log(r.Reason, r.Events)
	if r.Tier != "workers" || len(r.Events) != 1 || !strings.Contains(r.Events[0], why) ||
		!strings.Contains(r.Events[0], "the workers answered instead") {
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
		"no Vulkan": {[]string{"VK_DRIVER_FILES", "VK_ICD_FILENAMES"}, "driver"},
		"no Vulkan and no OpenGL": {[]string{"VK_DRIVER_FILES", "VK_ICD_FILENAMES", "__EGL_VENDOR_LIBRARY_FILENAMES"},
			"no graphics driver was found"},
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
				if a.Profile.Tier == "gpu" || !strings.Contains(health, test.why) ||
					!strings.Contains(a.Profile.Reason, test.why) {
					t.Errorf("%s: ran on %s, health %q, reason %q; want ones that say %q", tier, a.Profile.Tier, health,
						a.Profile.Reason, test.why)
				}
			}
		})
	}
}
