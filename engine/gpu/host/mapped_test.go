package host

import (
	"context"
	"slices"
	"testing"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/gputest"
	"cardinal/engine/gpu/plan"
	"cardinal/engine/gpu/reference"
)

// grouped answers a request whose groups are listed: it returns the figures of every aggregate by key.
func grouped(r gpu.Request) map[[4]uint32][][2]uint64 {
	var key func(row int) [4]uint32
	codes := codesOf(r)
	key = func(row int) (id [4]uint32) {
		for k := range codes {
			if r.Form == gpu.Sparse {
				id[0] += codes[k][row] * r.Keys[k].Stride
			} else {
				id[k] = codes[k][row]
			}
		}
		return id
	}
	ids, slots := map[[4]uint32]uint32{}, make([]uint32, r.Rows)
	for row := range slots {
		if reference.Has(r.Select, row) {
			if _, ok := ids[key(row)]; !ok {
				ids[key(row)] = uint32(len(ids))
			}
			slots[row] = ids[key(row)]
		}
	}
	dense := r
	dense.Slots, dense.Keys = max(1, len(ids)),
		[]gpu.Key{{Codes: gpu.NewColumn("", func() []uint32 { return slots }), Stride: 1}}
	values, high := reference.Answer(dense)
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

// codesOf returns the codes of the keys.
func codesOf(r gpu.Request) (codes [][]uint32) {
	for _, k := range r.Keys {
		codes = append(codes, k.Codes.Values())
	}
	return codes
}

func checkGrouped(t *testing.T, c *Client, r gpu.Request) gpu.Result {
	t.Helper()
	want := grouped(r)
	res := mustRun(t, c, r)
	if len(res.Groups) != len(want) {
		t.Fatalf("%d groups, want %d", len(res.Groups), len(want))
	}
	if r.Form == gpu.Sparse && res.Partitions == 0 && !slices.IsSorted(res.Groups) {
		t.Error("the slots do not ascend")
	}
	codes := codesOf(r)
	for g, group := range res.Groups {
		id := [4]uint32{group}
		for k := range codes {
			if r.Form == gpu.Hashed {
				id[k] = codes[k][group]
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
	return res
}

// checkSent sends a request in advance, and wants its groups found.
func checkSent(t *testing.T, c *Client, r gpu.Request) {
	t.Helper()
	if _, groups, err := c.Send(t.Context(), r); err != nil || groups != len(grouped(r)) {
		t.Fatalf("%d groups were found in advance, want %d: %v", groups, len(grouped(r)), err)
	}
}

func TestSparseKeys(t *testing.T) {
	for _, c := range []*Client{sharedClient(t), newTestClient(t, func(c *Client) { c.limits.ChunkRows = 4096 })} {
		for i, rows := range []int{1, 1000, 20_000} {
			m := gputest.New(uint64(80_000 + i))
			r := m.Request(rows, 1, 0)
			r.Form, r.Slots = gpu.Sparse, 500*70_000
			r.Keys = []gpu.Key{{Codes: m.Column(m.Codes(rows, 500)), Stride: 70_000},
				{Codes: m.Column(m.Codes(rows, 70_000)), Stride: 1}}
			checkSent(t, c, r)
			for range 2 {
				checkGrouped(t, c, r)
			}
		}
	}
}

func TestHashedKeys(t *testing.T) {
	c := sharedClient(t)
	for i, rows := range []int{1, 64, 1000, 30_000} {
		for keys := 1; keys <= plan.MaxHashedKeys; keys++ {
			m := gputest.New(uint64(90_000 + 10*i + keys))
			r := m.Request(rows, 1, 0)
			r.Tuning.Mapping = append([]string{""}, plan.MappingNames()...)[(i+keys)%(1+len(plan.MappingNames()))]
			r.Form, r.Expected = gpu.Hashed, []int{0, 10, 20_000}[m.IntN(3)] // too few: the table grows
			for range keys {
				codes := m.Codes(rows, 40)
				for i := range codes {
					codes[i] *= 0x0FEDCBA9
				}
				r.Keys = append(r.Keys, gpu.Key{Codes: m.Column(codes)})
			}
			if rows != 64 { // the others find what was sent in advance
				checkSent(t, c, r)
			}
			checkGrouped(t, c, r)
		}
	}
}

func TestFilterThatDropsEverything(t *testing.T) {
	c := sharedClient(t)
	for _, form := range []gpu.Form{gpu.Sparse, gpu.Hashed} {
		r := reference.Request(50)
		r.Form, r.Select = form, &gpu.Bits{ID: "none", Load: func() []uint64 { return make([]uint64, 79) }}
		if res := mustRun(t, c, r); len(res.Groups) != 0 || len(res.Values) != len(r.Aggregates) {
			t.Errorf("%+v", res)
		}
	}
}

func TestHashedKeysAreChecked(t *testing.T) {
	c := NewClient(nil)
	defer c.Close()
	r := reference.Request(50)
	r.Form = gpu.Hashed
	r.Keys = append(r.Keys, r.Keys[0], r.Keys[0], r.Keys[0])
	if _, err := c.Run(context.Background(), r); err == nil {
		t.Error("five hashed keys")
	}
	r.Form, r.Keys, r.Slots = gpu.Sparse, nil, plan.MaxSparseSlots+1
	if _, err := c.Run(context.Background(), r); err == nil {
		t.Error("too many sparse slots")
	}
}
