package gpu

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/cogentcore/webgpu/wgpu"
)

// grouped is the reference of a request whose groups are listed: the figures of every aggregate by key.
func grouped(r Request) map[[4]uint32][][2]uint64 {
	var key func(row int) [4]uint32
	codes := make([][]uint32, len(r.Keys))
	for k := range r.Keys {
		codes[k] = r.Keys[k].Codes.Load()
	}
	key = func(row int) (id [4]uint32) {
		for k := range codes {
			if r.Form == Sparse {
				id[0] += codes[k][row] * r.Keys[k].Stride
			} else {
				id[k] = codes[k][row]
			}
		}
		return id
	}
	ids, slots := map[[4]uint32]uint32{}, make([]uint32, r.Rows)
	for row := range slots {
		if has(r.Select, row) {
			if _, ok := ids[key(row)]; !ok {
				ids[key(row)] = uint32(len(ids))
			}
			slots[row] = ids[key(row)]
		}
	}
	dense := r
	dense.Slots, dense.Keys = max(1, len(ids)), []Key{{Column{"", func() []uint32 { return slots }}, 1}}
	values, high := reference(dense)
	out := map[[4]uint32][][2]uint64{}
	for id, slot := range ids {
		for i := range r.Aggregates {
			figure := [2]uint64{values[i][slot], 0}
			if high[i] != nil {
				figure[1] = high[i][slot]
			}
			out[id] = append(out[id], figure)
		}
	}
	return out
}

func checkGrouped(t *testing.T, c *Client, r Request) {
	t.Helper()
	want := grouped(r)
	res := mustRun(t, c, r)
	if len(res.Groups) != len(want) {
		t.Fatalf("%d groups, want %d", len(res.Groups), len(want))
	}
	if r.Form == Sparse && !slices.IsSorted(res.Groups) {
		t.Error("the slots do not ascend")
	}
	for g, group := range res.Groups {
		id := [4]uint32{group}
		for k := range r.Keys {
			if r.Form == Hashed {
				id[k] = r.Keys[k].Codes.Load()[group]
			}
		}
		for i, a := range r.Aggregates {
			high := uint64(0)
			if res.High[i] != nil {
				high = res.High[i][g]
			}
			if figures, ok := want[id]; !ok || figures[i] != [2]uint64{res.Values[i][g], high} {
				t.Fatalf("group %v: %s is %d, want %v", id, a.Op, res.Values[i][g], want[id])
			}
		}
	}
}

func TestSparseKeys(t *testing.T) {
	for _, c := range []*Client{sharedClient(t), newTestClient(t, func(c *Client) { c.limits.ChunkRows = 4096 })} {
		for i, rows := range []int{1, 1000, 20_000} {
			m := newMaker(uint64(80_000 + i))
			r := m.request(rows, 1, 0)
			r.Form, r.Slots = Sparse, 500*70_000
			r.Keys = []Key{{m.column(m.codes(rows, 500)), 70_000}, {m.column(m.codes(rows, 70_000)), 1}}
			for range 2 {
				checkGrouped(t, c, r)
			}
		}
	}
}

func TestHashedKeys(t *testing.T) {
	c := sharedClient(t)
	for i, rows := range []int{1, 64, 1000, 30_000} {
		for keys := 1; keys <= maxHashedKeys; keys++ {
			m := newMaker(uint64(90_000 + 10*i + keys))
			r := m.request(rows, 1, 0)
			r.Form, r.Expected = Hashed, []int{0, 10, 20_000}[m.IntN(3)] // too few: the table is doubled
			for range keys {
				codes := m.codes(rows, 40)
				for i := range codes {
					codes[i] *= 0x0FEDCBA9
				}
				r.Keys = append(r.Keys, Key{Codes: m.column(codes)})
			}
			checkGrouped(t, c, r)
		}
	}
}

func TestFilterThatDropsEverything(t *testing.T) {
	c := sharedClient(t)
	for _, form := range []Form{Sparse, Hashed} {
		r := testRequest(50)
		r.Form, r.Select = form, &Bits{"none", func() []uint64 { return make([]uint64, 79) }}
		if res := mustRun(t, c, r); len(res.Groups) != 0 || len(res.Values) != len(r.Aggregates) {
			t.Errorf("%+v", res)
		}
	}
}

func TestHashedKeysAreChecked(t *testing.T) {
	c := NewClient(nil)
	defer c.Close()
	r := testRequest(50)
	r.Form = Hashed
	r.Keys = append(r.Keys, r.Keys[0], r.Keys[0], r.Keys[0])
	if _, err := c.Run(context.Background(), r); err == nil {
		t.Error("five hashed keys")
	}
	r.Form, r.Keys, r.Slots = Sparse, nil, maxSparseSlots+1
	if _, err := c.Run(context.Background(), r); err == nil {
		t.Error("too many sparse slots")
	}
}

// TestProbeTable is the table of SEEDS C2: the mean probes of a key at load factors up to 0.99, of linear probing (C1)
// and of SP-EGA's two phases, whose second table is as long as the first.
func TestProbeTable(t *testing.T) {
	d := openTestDevice(t)
	const size = 1 << 16
	for _, load := range []float64{0.91, 0.93, 0.95, 0.97, 0.99} {
		keys := int(load * size)
		codes := make([]uint32, keys)
		for i := range codes {
			codes[i] = uint32(i) * 7
		}
		r := Request{
			Form: Hashed, Rows: keys, Keys: []Key{{Codes: Column{fmt.Sprint("keys ", keys), func() []uint32 { return codes }}}},
			Aggregates: []Aggregate{{Op: Count}},
		}
		if _, _, err := d.local(r); err != nil {
			t.Fatal(err)
		}
		places, err := d.buffer("places", int64(4*keys), wgpu.BufferUsageStorage)
		if err != nil {
			t.Fatal(err)
		}
		linear, err := d.probe(r.job(), places, size, 0)
		if err != nil {
			t.Fatal(err)
		}
		phases, err := d.probe(r.job(), places, size, size)
		if err != nil {
			t.Fatal(err)
		}
		places.Release()
		// The second phase begins after the one probe of the first, and its keys are counted there.
		one := float64(linear.probes) / float64(linear.keys)
		two := (float64(phases.probes) + float64(phases.second)) / float64(phases.keys)
		t.Logf("load factor %.2f: %.2f probes a key by linear probing, %.2f in two phases", load, one, two)
		if linear.keys != keys || phases.keys != keys {
			t.Errorf("load factor %.2f: %d and %d keys of %d", load, linear.keys, phases.keys, keys)
		}
		if expected := (1 + 1/(1-load)) / 2; one < 0.6*expected || one > 1.6*expected || two > 1.66 {
			t.Errorf("load factor %.2f: %.2f and %.2f probes; theory says %.2f for linear probing", load, one, two, expected)
		}
	}
}
