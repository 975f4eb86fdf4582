//go:build unix

package device

import (
	"errors"
	"slices"
	"strconv"
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
	good := d.pipelines.variants
	for _, strategy := range plan.KernelNames() {
		d.pipelines.variants = map[string]*wgpu.ComputePipeline{}
		for key, p := range good {
			d.pipelines.variants[key] = p
		}
		// In place of the kernel that sums stands one that takes the greatest.
		for key := range good {
			if strings.HasPrefix(key, strategy+"map[") {
				wrong := strings.Replace(key, "OP0:1", "OP0:3", 1)
				if wrong == key {
					t.Fatalf("%s sums nothing", key)
				}
				p, err := d.pipelines.build(parseVariant(t, strategy, wrong))
				if err != nil {
					t.Fatal(err)
				}
				d.pipelines.variants[key] = p
			}
		}
		if err := d.SelfTest(); err == nil || !strings.Contains(err.Error(), "self-test of the "+strategy+" kernel: wrong sum") {
			t.Errorf("a wrong %s kernel: %v", strategy, err)
		}
	}
	d.pipelines.variants = good
	if err := d.SelfTest(); err != nil {
		t.Error(err)
	}
}

// parseVariant reads the constants and widths out of a variant's key.
func parseVariant(t *testing.T, kernel, key string) variant {
	t.Helper()
	first, second, _ := strings.Cut(strings.TrimSuffix(strings.TrimPrefix(key, kernel+"map["), "]"), "] map[")
	constants, widths := shaders.Constants{}, shaders.Widths{}
	for _, field := range strings.Fields(first) {
		name, text, _ := strings.Cut(field, ":")
		v, _ := strconv.Atoi(text)
		constants[name] = uint32(v)
	}
	for _, field := range strings.Fields(second) {
		binding, text, _ := strings.Cut(field, ":")
		at, _ := strconv.Atoi(binding)
		widths[at], _ = strconv.Atoi(text)
	}
	v := newVariant(kernel, constants, widths)
	if v.key != key {
		t.Fatalf("%q read as %q", key, v.key)
	}
	return v
}

// Kernels that were compiled ahead are not compiled again, and nothing of the warming stays on the device.
func TestKernelsCompiledAhead(t *testing.T) {
	d := openTestDevice(t)
	a := d.Info
	a.Class = gpu.Integrated // there are none for software
	for _, r := range WarmUps(a)[:10] {
		if err := d.Warm(r); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(d.resident.entries); n != 0 || d.resident.bytes != 0 {
		t.Errorf("%d columns of %d bytes stay", n, d.resident.bytes)
	}
	compiled := len(d.pipelines.variants)
	r := reference.Request(900)
	r.Keys, r.Select = []gpu.Key{{Codes: r.Keys[1].Codes, Stride: 1}}, nil
	r.Aggregates = []gpu.Aggregate{{Op: gpu.Count}, {Op: gpu.Sum, Values: r.Aggregates[5].Values}}
	r.Tuning.Strategy = plan.Workgroup.Name
	if _, _, err := d.run(r); err != nil {
		t.Fatal(err)
	}
	if n := len(d.pipelines.variants); n != compiled || compiled < 10 {
		t.Errorf("%d kernels compiled ahead, %d after a request", compiled, n)
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
