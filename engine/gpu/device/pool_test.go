package device

import (
	"math/rand/v2"
	"slices"
	"testing"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/gputest"
	"cardinal/engine/gpu/plan"
	"cardinal/engine/gpu/reference"
)

// Whatever is taken and given, parts never overlap, free spans never touch, and in the end all is free again.
func TestSpans(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		const size = 4096
		free := spans{{0, size}}
		var taken []span
		for range 300 {
			if n := 1 + random.Int64N(size/8); random.IntN(2) == 0 {
				if at, ok := free.take(n); ok {
					taken = append(taken, span{at, n})
				} else if free.largest() >= n {
					t.Fatalf("no %d in %v", n, free)
				}
			} else if len(taken) > 0 {
				i := random.IntN(len(taken))
				free.give(taken[i])
				taken = slices.Delete(taken, i, i+1)
			}
			all := slices.Concat(taken, free)
			slices.SortFunc(all, func(a, b span) int { return int(a.offset - b.offset) })
			end := int64(0)
			for _, s := range all {
				if s.offset != end {
					t.Fatalf("%v taken, %v free: %d is in none or in two", taken, free, end)
				}
				end += s.size
			}
			if end != size {
				t.Fatalf("%d bytes of %d", end, size)
			}
			for i := range free[min(1, len(free)):] {
				if free[i].offset+free[i].size == free[i+1].offset {
					t.Fatalf("%v touch", free)
				}
			}
		}
		for _, s := range taken {
			free.give(s)
		}
		if !slices.Equal(free, spans{{0, size}}) {
			t.Fatalf("%v is free in the end", free)
		}
	}
}

// Columns that take parts of a slab, which others have left before them, give the answers of columns with
// buffers of their own, and their parts are free when they have left.
func TestColumnsFromThePool(t *testing.T) {
	d := openTestDevice(t)
	const rows = 1001
	if err := d.pool.grow(d, 8*plan.BindingAlign*16); err != nil {
		t.Fatal(err)
	}
	for round := range uint64(20) {
		m := gputest.New(710_000 + round)
		v, w, ok := m.ValuesOf(1, rows), m.ValuesOf(4, rows), m.Bits(rows)
		r := gpu.Request{
			Rows: rows, Slots: 50, Keys: []gpu.Key{{Codes: gputest.ColumnOf(2, m.Name(), m.Codes(rows, 50)),
				Stride: 1}}, Select: m.Bits(rows),
			Aggregates: []gpu.Aggregate{{Op: gpu.Count}, {Op: gpu.Sum, Values: &v, Valid: ok},
				{Op: gpu.Max, Values: &w}, {Op: gpu.Last}},
		}
		want, _ := reference.Answer(r)
		got, _, err := d.run(r)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.EqualFunc(got, want, slices.Equal) {
			t.Errorf("round %d: wrong", round)
		}
		if d.pool.slabs[0].empty() {
			t.Error("no column took a part")
		}
		for id := range r.Sources() {
			if round%3 > 0 || id != v.ID { // some stay
				d.resident.remove(id)
			}
		}
	}
	d.resident.clear()
	if s := d.pool.slabs[0]; !s.empty() {
		t.Errorf("%v of %d bytes is free", s.free, s.size)
	}
	if !d.pool.trim() || len(d.pool.slabs) > 0 {
		t.Error("the empty slab stays")
	}
}

// As much again as columns take is made ahead, up to a share of the budget, and none for a device without columns.
func TestProvision(t *testing.T) {
	d := openTestDevice(t)
	provide := func(used int64) (sizes []int64) {
		d.resident.bytes = used
		for range 100 {
			if !d.Lacking() {
				for _, s := range d.pool.slabs {
					sizes = append(sizes, s.size>>20)
				}
				return sizes
			}
			d.Provision()
		}
		t.Fatal("it does not end")
		return nil
	}
	defer func() { d.resident.bytes = 0 }()
	if d.Info.Class != gpu.Discrete && len(provide(1<<20)) > 0 {
		t.Error("a device that shares the memory of the machine makes some ahead")
	}
	d.Info.Class, d.Info.ResidentBudget, d.Info.MaxBufferBytes = gpu.Discrete, 2<<30, 1<<40
	var parts []region
	for _, test := range []struct {
		used, take int64 // MB
		want       []int64
	}{{0, 0, nil}, {1, 40, []int64{64}}, {90, 90, []int64{64, 90}}, {91, 80, []int64{64, 90, 91}},
		{300, 0, []int64{64, 90, 91, 256}}} {
		if got := provide(test.used << 20); !slices.Equal(got, test.want) {
			t.Errorf("slabs of %v MB beside columns of %d, want %v", got, test.used, test.want)
		}
		if test.take > 0 {
			part, ok := d.pool.take(test.take << 20)
			if parts = append(parts, part); !ok {
				t.Errorf("no room for %d MB", test.take)
			}
		}
	}
	for _, part := range parts {
		if !d.pool.give(part) {
			t.Error("it is no part of the pool")
		}
	}
	if got := provide(1 << 20); len(got) != 1 {
		t.Errorf("slabs of %v MB are left beside columns of 1", got)
	}
	if got := provide(300 << 20); !slices.Equal(got, []int64{256}) {
		t.Errorf("empty slabs of %v MB beside columns of 300", got)
	}
	if got := provide(0); len(got) > 0 {
		t.Errorf("slabs of %v MB are left beside no column", got)
	}
}
