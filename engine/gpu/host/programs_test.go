package host

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/plan"
	"cardinal/engine/gpu/reference"
	"cardinal/engine/gpu/wire"
)

// What a request waits for are the programs that no one has compiled yet: the longest of them, or the work of
// all cores.
func TestCompilingIsForeseen(t *testing.T) {
	list := []plan.Program{{Kernel: "scan"}, {Kernel: "scatter"}, {Kernel: "partition"}}
	p := programs{}
	if got := p.waitTime(list[:1]); got != unseenMS {
		t.Errorf("nothing was measured: %v ms", got)
	}
	took := func(kernel string, ms float64) {
		p.learn([]wire.Compiled{{Name: "another " + kernel, Kernel: kernel, MS: ms}})
	}
	took("scatter", 40)
	took("partition", 80)
	took("global", 10)
	if got := p.waitTime(list); got < 80 || got > 160 {
		t.Errorf("beside each other: %v ms, want those of the longest, or of all on one core", got)
	}
	if got := p.waitTime(list[:1]); got != 40 {
		t.Errorf("a kernel that was not measured takes %v ms, want the median of the others", got)
	}
	took("partition", 100)
	if got := p.took["partition"]; got != 85 {
		t.Errorf("after a longer one: %v ms, want 85", got)
	}
	took("partition", 5)
	if got := p.took["partition"]; got != 85 {
		t.Errorf("after one that the driver had in its cache: %v ms, want 85", got)
	}
	took("global", 90)
	if got := p.took["global"]; got != 90 {
		t.Errorf("after one that the driver had not in its cache: %v ms, want 90", got)
	}
	p.learn([]wire.Compiled{{Name: list[2].Name(), Kernel: "partition", MS: 85}})
	if got := p.waitTime(list[1:]); got != 40 {
		t.Errorf("one of two is compiled: %v ms, want 40", got)
	}
	p.noteRun(list)
	if got := p.waitTime(list); got != 0 {
		t.Errorf("a request that has run waits %v ms", got)
	}
	p.lose()
	if got := p.waitTime(list[2:]); got != 85 {
		t.Errorf("in a later process: %v ms, want 85", got)
	}
}

// A device in software compiles a program once more when the program first runs.
func TestCompilingInSoftware(t *testing.T) {
	r := reference.Request(50)
	card := gpu.Adapter{Class: gpu.Discrete, MaxInvocations: 1024, WorkgroupBytes: 32 << 10, MaxBindingBytes: 1 << 30,
		StorageBuffers: 16}
	software := card
	software.Class = gpu.Software
	for _, a := range []gpu.Adapter{card, software} {
		c := &Client{adapter: a}
		list := c.expectedPrograms(&r, r.Expected)
		want := c.programs.waitTime(list)
		if a.Class == gpu.Software {
			want *= softwareTimes
		}
		if got := c.CompileWait(&r); got != want || got == 0 {
			t.Errorf("%s: %v ms for %d programs, want %v", a.Class, got, len(list), want)
		}
	}
}

// A request waits for no program after it has run, nor after its programs were compiled without it. What
// programs take is kept for the adapter and its driver.
func TestCompiledWithoutARequest(t *testing.T) {
	file := filepath.Join(t.TempDir(), "programs.json")
	c := newTestClient(t, func(c *Client) { c.programsFile = file })
	first, second := reference.Request(100), reference.Request(3000)
	second.Tuning.Strategy = plan.Global.Name
	if c.CompileWait(&first) == 0 || c.CompileWait(&second) == 0 {
		t.Error("programs are compiled before anything was asked")
	}
	res := mustRun(t, c, first)
	if got := c.CompileWait(&first); got != 0 {
		t.Errorf("%.1f ms to compile after an answer", got)
	}
	waited := false
	for _, s := range res.Stages {
		waited = waited || s.Name == "compile"
	}
	if !waited {
		t.Errorf("stages %v: the first request waited for no program", res.Stages)
	}
	if err := c.Compile(t.Context(), second); err != nil {
		t.Fatal(err)
	}
	if got := c.CompileWait(&second); got != 0 {
		t.Errorf("%.1f ms to compile what was compiled ahead", got)
	}
	if columns, _ := c.Held(""); columns == 0 {
		t.Error("no column is left of the first request")
	}
	for _, s := range mustRun(t, c, second).Stages {
		if s.Name == "compile" {
			t.Errorf("%.1f ms of compiling after all was compiled", s.MS)
		}
	}
	hashed := reference.Request(100)
	hashed.Form, hashed.Slots, hashed.Expected = gpu.Hashed, 0, 70
	if err := c.Compile(t.Context(), hashed); err != nil || c.CompileWait(&hashed) != 0 {
		t.Errorf("%.1f ms to compile what was compiled ahead for hashed keys, %v", c.CompileWait(&hashed), err)
	}
	more := hashed
	more.Expected = 4000
	if names := func(r *gpu.Request) string {
		return requestName(plan.Names(c.expectedPrograms(r, r.Expected)))
	}; names(&more) == names(&hashed) {
		t.Fatal("70 and 4,000 groups have the same programs")
	}
	if c.CompileWait(&more) == 0 {
		t.Error("programs that 4,000 groups alone need count as compiled")
	}
	hashed.Expected = 0
	mustRun(t, c, hashed)
	if got := c.CompileWait(&hashed); got != 0 {
		t.Errorf("%.1f ms to compile for keys that were hashed", got)
	}
	a, took := c.adapter, loadTimes(file, c.adapter)
	if took[plan.Global.Name] <= 0 {
		t.Errorf("kept are %v", took)
	}
	other := a
	other.Driver += " newer"
	if len(loadTimes(file, other)) != 0 {
		t.Error("another driver takes as long")
	}
	withdrawn, withdraw := context.WithCancel(t.Context())
	withdraw()
	if c.Compile(withdrawn, second) == nil {
		t.Error("compiled for nobody")
	}
	if err := os.WriteFile(file,
		[]byte(`[{"device": "x", "kernel": "scan", "ms": -1}, {"device": "x", "kernel": "scan", "ms": 1e9}]`),
		0o600); err != nil {
		t.Fatal(err)
	}
	if got := readTimes(file); len(got) != 0 {
		t.Errorf("times that cannot be: %v", got)
	}
}
