package gpu

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/cogentcore/webgpu/wgpu"
)

// grouped is the reference of a request whose groups are listed: the figures of every aggregate by key.
func grouped(r Request) map[[4]uint32][][2]uint64 {
	var key func(row int) [4]uint32
	codes := make([][]uint32, len(r.Keys))
	for k := range r.Keys {
		codes[k] = r.Keys[k].Codes.values()
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
	dense.Slots, dense.Keys = max(1, len(ids)), []Key{{NewColumn("", func() []uint32 { return slots }), 1}}
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

func checkGrouped(t *testing.T, c *Client, r Request) Result {
	t.Helper()
	want := grouped(r)
	res := mustRun(t, c, r)
	if len(res.Groups) != len(want) {
		t.Fatalf("%d groups, want %d", len(res.Groups), len(want))
	}
	if r.Form == Sparse && res.Partitions == 0 && !slices.IsSorted(res.Groups) {
		t.Error("the slots do not ascend")
	}
	for g, group := range res.Groups {
		id := [4]uint32{group}
		for k := range r.Keys {
			if r.Form == Hashed {
				id[k] = r.Keys[k].Codes.values()[group]
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
			r.Tuning.Mapping = append([]string{""}, mappings...)[(i+keys)%(1+len(mappings))]
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

// TestProbeTable is Table 1 of the publication on EGA (SEEDS C2): the mean probes of a row at load factors up to 0.99, by linear
// probing (C1) and by SP-EGA. As there, the table has as many places as there are rows, every key occurs, and all further rows are
// drawn at random from the keys. The first phase does not probe, so its rows count as none.
func TestProbeTable(t *testing.T) {
	d := openTestDevice(t)
	size := 1 << 20
	if d.info.Class == Software { // llvmpipe ends a loop after 65,535 rounds
		size = 1 << 16
	}
	paper := map[int][2]float64{
		91: {5.64, 1.66}, 92: {6.32, 1.71}, 93: {7.18, 1.76}, 94: {8.36, 1.81}, 95: {9.97, 1.86},
		96: {12.52, 1.92}, 97: {16.69, 1.99}, 98: {25.30, 2.06}, 99: {53.56, 2.13},
	}
	places, err := d.buffer("places", int64(4*size), wgpu.BufferUsageStorage)
	if err != nil {
		t.Fatal(err)
	}
	defer places.Release()
	rng := rand.New(rand.NewPCG(1, 2))
	for load := 91; load < 100; load++ {
		keys := size * load / 100
		codes := make([]uint32, size)
		for i := range codes {
			codes[i] = uint32(i) * 7
			if i >= keys {
				codes[i] = rng.Uint32N(uint32(keys)) * 7
			}
		}
		rng.Shuffle(size, func(i, k int) { codes[i], codes[k] = codes[k], codes[i] })
		r := Request{
			Form: Hashed, Rows: size, Keys: []Key{{Codes: NewColumn(fmt.Sprint("keys ", keys), func() []uint32 { return codes })}},
			Aggregates: []Aggregate{{Op: Count}},
		}
		if _, _, err := d.local(r); err != nil {
			t.Fatal(err)
		}
		linear, err := d.probe(r.job(), places, table{method: Linear, large: size}, true)
		if err != nil {
			t.Fatal(err)
		}
		phases, err := d.probe(r.job(), places, table{method: Phases, small: ceil(size/3, 64) * 64, large: size}, true)
		if err != nil {
			t.Fatal(err)
		}
		one, two := float64(linear.probes)/float64(size), float64(phases.probes)/float64(size)
		t.Logf("load factor 0.%d: %.2f probes a row by linear probing (%.2f published), %.2f by SP-EGA (%.2f)", load, one, paper[load][0], two, paper[load][1])
		if linear.keys != keys || phases.keys != keys {
			t.Errorf("load factor 0.%d: %d and %d keys of %d", load, linear.keys, phases.keys, keys)
		}
		if one < 0.7*paper[load][0] || one > 1.5*paper[load][0] || two < 0.95*paper[load][1] || two > 1.05*paper[load][1] {
			t.Errorf("load factor 0.%d: %.2f and %.2f probes; published are %v", load, one, two, paper[load])
		}
	}
}

// The table is half full where there is room; few keys are kept in workgroup memory.
func TestMappingByKeysAndRoom(t *testing.T) {
	j := &job{Rows: 100_000_000, Keys: make([]jobKey, 2)}
	for _, test := range []struct {
		keys, room int
		want       string
	}{
		{3, 1 << 30, Elect}, {500, 1 << 30, Elect}, {1_000_000, 1 << 30, Linear}, {1_000_000, 1_900_000, Linear}, {1_000_000, 1_400_000, Linear},
		{1_000_000, 1_040_000, Linear},
	} {
		l := layTable(j, test.keys, test.room, card)
		if l.method != test.want || l.places() > max(test.room+64, leastTable) {
			t.Errorf("%d keys in a room of %d: %+v, want %s", test.keys, test.room, l, test.want)
		}
	}
	// A table of row numbers gives nothing back after the first phase, so in the memory of both tables one alone needs fewer
	// probes, however full.
	for _, room := range []int{1_010_000, 1_050_000, 1_100_000, 1_200_000, 1_333_000, 2_000_000} {
		j.Tuning.Mapping = Linear
		linear := layTable(j, 1_000_000, room, card)
		j.Tuning.Mapping = Phases
		phases := layTable(j, 1_000_000, room, card)
		if mappingPrice(phases, j, 1_000_000, card) < mappingPrice(linear, j, 1_000_000, card) {
			t.Errorf("in a room of %d two phases are the cheaper way", room)
		}
	}
}
