package plan

import (
	"testing"

	"cardinal/engine/gpu"
)

// Requests run the same programs where their aggregates, the kinds of their columns and their kernels are the same.
func TestPrograms(t *testing.T) {
	a := gpu.Adapter{Class: gpu.Discrete, MaxBindingBytes: 1 << 31, MaxBufferBytes: 1 << 32, StorageBuffers: 16, WorkgroupBytes: 48 << 10}
	request := func(change func(r *gpu.Request)) *gpu.Request {
		values := gpu.NewColumn("values", func() []uint16 { return nil })
		r := &gpu.Request{
			Rows: 1_000_000, Slots: 1000, Keys: []gpu.Key{{Codes: gpu.NewColumn("key", func() []uint16 { return nil }), Stride: 1}},
			Aggregates: []gpu.Aggregate{{Op: gpu.Count}, {Op: gpu.Sum, Values: &values}},
		}
		change(r)
		return r
	}
	first := Programs(request(func(*gpu.Request) {}), a)
	for name, c := range map[string]struct {
		change func(r *gpu.Request)
		same   bool
	}{
		"more rows":                 {func(r *gpu.Request) { r.Rows *= 2 }, true},
		"a few more slots":          {func(r *gpu.Request) { r.Slots += 10 }, true},
		"more groups than expected": {func(r *gpu.Request) { r.Expected = 7 }, true},
		"more slots, more cells":    {func(r *gpu.Request) { r.Slots *= 4 }, false},
		"another kernel":            {func(r *gpu.Request) { r.Slots = 1_000_000 }, false},
		"another aggregate":         {func(r *gpu.Request) { r.Aggregates[1].Op = gpu.Max }, false},
		"wider keys":                {func(r *gpu.Request) { r.Keys[0].Codes = gpu.NewColumn("key", func() []uint32 { return nil }) }, false},
		"hashed keys":               {func(r *gpu.Request) { r.Form, r.Slots = gpu.Hashed, 0 }, false},
		"slots that occur":          {func(r *gpu.Request) { r.Form = gpu.Sparse }, false},
		"rows that are picked":      {func(r *gpu.Request) { r.Select = &gpu.Bits{ID: "rows"} }, false},
	} {
		if same := Programs(request(c.change), a) == first; same != c.same {
			t.Errorf("%s: the same programs: %v", name, same)
		}
	}
	hashed := func(expected int) string {
		return Programs(request(func(r *gpu.Request) { r.Form, r.Slots, r.Expected = gpu.Hashed, 0, expected }), a)
	}
	if hashed(0) != hashed(1000) {
		t.Error("the programs of hashed keys depend on what is expected")
	}
}
