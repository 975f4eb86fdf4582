//go:build unix

package device

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/cogentcore/webgpu/wgpu"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/plan"
	"cardinal/engine/gpu/reference"
	"cardinal/shaders"
)

// A driver that compiles a kernel into a wrong one is found by the self-test, whichever kernel it is.
func TestSelfTestFindsAWrongKernel(t *testing.T) {
	d := openTestDevice(t)
	if err := d.SelfTest(); err != nil {
		t.Fatal(err)
	}
	good := d.pipelines.programs
	for _, strategy := range plan.KernelNames() {
		d.pipelines.programs = maps.Clone(good)
		// In place of the kernel that sums stands one that takes the greatest.
		for name, p := range good {
			wrong := p.what
			if p.what.Kernel != strategy || wrong.Constants["OP0"] != 1 {
				continue
			}
			wrong.Constants = wrong.Constants.With(shaders.Constants{"OP0": 3})
			built := d.pipelines.find(wrong, name+" wrong")
			if <-built.done; built.err != nil {
				t.Fatal(built.err)
			}
			d.pipelines.programs[name] = built
		}
		if err := d.SelfTest(); err == nil || !strings.Contains(err.Error(), "self-test of the "+strategy+
			" kernel: wrong sum") {
			t.Errorf("a wrong %s kernel: %v", strategy, err)
		}
	}
	// In place of the program that gives rows the ranks of their slots stands one that reads the slots from
	// where the ranks will stand. In place of the program that marks the greatest stands one that marks the least.
	for constant, wrongly := range map[string]shaders.Constants{"IN_PLACE": plan.RemapRows(true),
		"LEAST": {"LEAST": 1}} {
		d.pipelines.programs = maps.Clone(good)
		for name, p := range good {
			if old, has := p.what.Constants[constant]; has && old == 0 {
				wrong := p.what
				wrong.Constants = wrong.Constants.With(wrongly)
				built := d.pipelines.find(wrong, name+" wrong")
				if <-built.done; built.err != nil {
					t.Fatal(built.err)
				}
				d.pipelines.programs[name] = built
			}
		}
		if err := d.SelfTest(); err == nil || !strings.Contains(err.Error(), "self-test of the ranks of keys") {
			t.Errorf("wrong programs with %s: %v", constant, err)
		}
	}
	d.pipelines.programs = good
	if err := d.SelfTest(); err != nil {
		t.Error(err)
	}
}

// A program that was compiled ahead is not compiled again.
func TestKernelsCompiledAhead(t *testing.T) {
	d := openTestDevice(t)
	r := reference.Request(900)
	r.Keys, r.Select = []gpu.Key{{Codes: r.Keys[1].Codes, Stride: 1}}, nil
	r.Aggregates = []gpu.Aggregate{{Op: gpu.Count}, {Op: gpu.Sum, Values: r.Aggregates[5].Values}}
	r.Tuning.Strategy = plan.Workgroup.Name
	a := d.Info
	a.Class = gpu.Integrated // there are none for software
	ahead := WarmUps(a)
	for _, name := range plan.Names(plan.Programs(plan.JobOf(&r), a)) {
		i := slices.Index(plan.Names(ahead), name)
		if i < 0 {
			t.Fatalf("%q is not compiled ahead", name)
		}
		<-d.Ahead(ahead[i])
	}
	compiled := len(d.pipelines.programs)
	if _, _, err := d.run(r); err != nil {
		t.Fatal(err)
	}
	if n := len(d.pipelines.programs); n != compiled || compiled < 1 {
		t.Errorf("%d programs compiled ahead, %d after a request", compiled, n)
	}
	if list := d.Compiled(); len(list) != compiled || list[0].Kernel != plan.Workgroup.Name || list[0].MS <= 0 {
		t.Errorf("reported are %v", list)
	}
}

// An allocation that the device refuses costs the columns that no one uses right now, lowers the budget, and is told as
// ErrMemory; the device goes on.
func TestAllocationRefused(t *testing.T) {
	d := openTestDevice(t)
	r := reference.Request(20)
	want, _ := reference.Answer(r)
	if _, _, err := d.run(r); err != nil || d.resident.bytes == 0 {
		t.Fatalf("%d bytes resident, %v", d.resident.bytes, err)
	}
	d.resident.begin()
	before := d.resident.budget
	b, err := d.buffer("too much", int64(d.Info.MaxBufferBytes)+16, wgpu.BufferUsageStorage)
	if b != nil || !errors.Is(err, gpu.ErrMemory) || !strings.Contains(err.Error(), "too much") {
		t.Fatalf("got %v, want ErrMemory", err)
	}
	if d.resident.bytes != 0 || d.resident.budget >= before {
		t.Errorf("%d bytes still resident under a budget of %d", d.resident.bytes, d.resident.budget)
	}
	d.resident.budget = before
	got, _, err := d.run(r)
	if err != nil {
		t.Fatal(err)
	}
	for i := range want {
		if !slices.Equal(got[i], want[i]) {
			t.Errorf("wrong %s after a refused allocation", r.Aggregates[i].Op)
		}
	}
}
