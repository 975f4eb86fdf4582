package plan

import (
	"strings"
	"testing"

	"cardinal/engine/gpu"
)

// Requests run the same programs where their aggregates, the kinds of their columns and their kernels are the same.
func TestPrograms(t *testing.T) {
	a := gpu.Adapter{Class: gpu.Discrete, MaxBindingBytes: 1 << 31, MaxBufferBytes: 1 << 32, StorageBuffers: 16,
		WorkgroupBytes: 48 << 10, MaxInvocations: 1024}
	names := func(change func(r *gpu.Request)) string {
		values := gpu.NewColumn("values", func() []uint16 { return nil })
		r := &gpu.Request{
			Rows: 1_000_000, Slots: 1000, Keys: []gpu.Key{{Codes: gpu.NewColumn("key", func() []uint16 { return nil }),
				Stride: 1}},
			Aggregates: []gpu.Aggregate{{Op: gpu.Count}, {Op: gpu.Sum, Values: &values}},
		}
		change(r)
		return strings.Join(Names(Programs(JobOf(r), a)), " ")
	}
	first := names(func(*gpu.Request) {})
	for name, c := range map[string]struct {
		change func(r *gpu.Request)
		same   bool
	}{
		"more rows":                 {func(r *gpu.Request) { r.Rows += r.Rows / 64 }, true},
		"a few more slots":          {func(r *gpu.Request) { r.Slots += 10 }, true},
		"more groups than expected": {func(r *gpu.Request) { r.Expected = 7 }, true},
		"more slots, more cells":    {func(r *gpu.Request) { r.Slots *= 4 }, false},
		"another kernel":            {func(r *gpu.Request) { r.Slots = 1_000_000 }, false},
		"another aggregate":         {func(r *gpu.Request) { r.Aggregates[1].Op = gpu.Max }, false},
		"wider keys": {func(r *gpu.Request) {
			r.Keys[0].Codes = gpu.NewColumn("key", func() []uint32 { return nil })
		}, false},
		"hashed keys":          {func(r *gpu.Request) { r.Form, r.Slots = gpu.Hashed, 0 }, false},
		"slots that occur":     {func(r *gpu.Request) { r.Form = gpu.Sparse }, false},
		"rows that are picked": {func(r *gpu.Request) { r.Select = &gpu.Bits{ID: "rows"} }, false},
	} {
		if same := names(c.change) == first; same != c.same {
			t.Errorf("%s: the same programs: %v", name, same)
		}
	}
	hashed := func(expected int) string {
		return names(func(r *gpu.Request) { r.Form, r.Slots, r.Expected = gpu.Hashed, 0, expected })
	}
	if hashed(900) == hashed(100_000) {
		t.Error("groups that fit workgroup memory and groups that do not have the same programs")
	}
	if hashed(LikeGroups(50_000)) != hashed(LikeGroups(1_000_000)) {
		t.Error("numbers of groups that are alike have other programs")
	}
}

// BenchmarkPrograms measures what an offer pays for the names of the programs that it would run.
func BenchmarkPrograms(b *testing.B) {
	a := gpu.Adapter{Class: gpu.Discrete, MaxBindingBytes: 1 << 31, MaxBufferBytes: 1 << 32, StorageBuffers: 16,
		WorkgroupBytes: 48 << 10, MaxInvocations: 1024}
	values := gpu.NewColumn("values", func() []uint32 { return nil })
	for name, form := range map[string]gpu.Form{"dense": gpu.Dense, "hashed": gpu.Hashed} {
		r := &gpu.Request{
			Form: form, Rows: 10_000_000, Slots: 1000, Expected: 1 << 20,
			Keys:       []gpu.Key{{Codes: gpu.NewColumn("key", func() []uint16 { return nil }), Stride: 1}},
			Aggregates: []gpu.Aggregate{{Op: gpu.Count}, {Op: gpu.Sum, Values: &values}},
		}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				Names(Programs(JobOf(r), a))
			}
		})
	}
}
