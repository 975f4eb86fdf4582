package gpu

import (
	"fmt"
	"math"
	"slices"
	"testing"
)

// orders of keys that a sort may meet: the code below slots of the i-th of so many rows.
var orders = []struct {
	name string
	code func(m maker, i, rows, slots int) int
}{
	{"uniform", func(m maker, _, _, slots int) int { return m.IntN(slots) }},
	{"zipf", func(m maker, _, _, slots int) int { return int(math.Exp(m.Float64()*math.Log(float64(slots)+1))) - 1 }},
	{"sorted", func(_ maker, i, rows, slots int) int { return i * slots / rows }},
	{"backwards", func(_ maker, i, rows, slots int) int { return (rows - 1 - i) * slots / rows }},
	{"periodic", func(_ maker, i, _, slots int) int { return i % min(slots, 1000) * (slots / min(slots, 1000)) }},
	{"unique", func(_ maker, i, _, slots int) int { return int(uint64(i) * 2654435761 % uint64(slots)) }},
	{"one hot", func(m maker, _, _, slots int) int {
		if m.IntN(20) == 0 {
			return m.IntN(slots)
		}
		return slots / 2
	}},
	{"the last", func(_ maker, _, _, slots int) int { return slots - 1 }},
}

// Records of every width, packed at both levels, at either or at none, of keys in any order.
func TestSortOfEveryOrder(t *testing.T) {
	c := sharedClient(t)
	const rows = 150_000
	m := newMaker(440_000)
	u, v, w, ok, also := m.values(rows), m.values(rows), m.values(rows), m.bits(rows), m.bits(rows)
	narrow, tiny := m.column(m.codes(rows, 1<<16)), m.column(m.codes(rows, 2))
	aggregates := [][]Aggregate{
		{{Op: Count}},
		{{Op: Count}, {Op: Count, Valid: ok}},
		{{Op: Sum, Values: &narrow}, {Op: Max, Values: &narrow}},
		{{Op: Sum, Values: &tiny, Valid: ok}, {Op: Count, Valid: also}, {Op: Min, Values: &tiny, Valid: ok}},
		{{Op: Sum, Values: &u}, {Op: Min, Values: &u}},
		{{Op: Sum, Values: &u, Valid: ok}, {Op: Product, Values: &u, Valid: also}, {Op: Max, Values: &u}},
		{{Op: First}, {Op: Last, Valid: ok}, {Op: Sum, Values: &u}},
		{{Op: Sum, Values: &u}, {Op: Sum, Values: &v, Valid: ok}, {Op: Product, Values: &v, With: &w, Valid: also}},
	}
	for i, slots := range []int{1, 5, 1000, 70_000, 1_000_003, 5_000_000} {
		for k, order := range orders {
			t.Run(fmt.Sprintf("%s of %d", order.name, slots), func(t *testing.T) {
				codes := make([]uint32, rows)
				for row := range codes {
					codes[row] = uint32(min(slots-1, order.code(m, row, rows, slots)))
				}
				r := Request{Rows: rows, Slots: slots, Keys: []Key{{m.column(codes), 1}}, Aggregates: aggregates[(i+k)%len(aggregates)]}
				checkStrategies(t, c, r, Sort)
			})
		}
	}
}

func TestSortUnderTuning(t *testing.T) {
	c := sharedClient(t)
	m := newMaker(445_000)
	for i, tune := range []Tuning{{Invocations: 16}, {Invocations: 64, Groups: 1}, {Invocations: 1024, Groups: 700}, {Groups: 1}} {
		r := m.request(50_000, []int{7, 3000, 200_000}[i%3], 1)
		r.Tuning = tune
		checkStrategies(t, c, r, Sort)
	}
}

// A sort in pieces, as little memory makes it, adds to the totals of the pieces before. Here those of a product are 2^64-1
// after the first half, and carry from word to word.
func TestSortInPieces(t *testing.T) {
	const rows, slots = 300_000, 50_000
	m := newMaker(450_000)
	factors := [...][2]uint32{{math.MaxUint32, math.MaxUint32}, {math.MaxUint32, 2}, {0, 0}, {1, 1}, {math.MaxUint32, math.MaxUint32}, {1, 7}}
	codes, x, y := make([]uint32, rows), make([]uint32, rows), make([]uint32, rows)
	for i := range rows {
		codes[i], x[i], y[i] = uint32(i%slots), factors[i/slots][0], factors[i/slots][1]
	}
	u, v := m.column(x), m.column(y)
	r := Request{
		Rows: rows, Slots: slots, Keys: []Key{{m.column(codes), 1}},
		Aggregates: []Aggregate{{Op: Product, Values: &u, With: &v}, {Op: Sum, Values: &u}, {Op: Min, Values: &v}, {Op: Last}},
	}
	for _, room := range []int64{1 << 30, 6 << 20, 3 << 20} { // one piece, two, four
		c := newTestClient(t, func(c *Client) { c.limits.Budget = r.DeviceBytes() + room })
		checkStrategies(t, c, r, Sort, Partition, Sort)
	}
}

// Streamed tiles are sorted each by itself, under a budget that leaves little for records.
func TestSortOfStreamedRows(t *testing.T) {
	const rows = 300_001
	m := newMaker(455_000)
	u, ok := m.values(rows), m.bits(rows)
	r := Request{
		Rows: rows, Slots: 90_000, Select: m.bits(rows),
		Keys:       []Key{{m.column(m.codes(rows, 300)), 1}, {m.column(m.codes(rows, 300)), 300}},
		Aggregates: []Aggregate{{Op: Sum, Values: &u, Valid: ok}, {Op: First, Valid: ok}, {Op: Last}, {Op: Count}},
	}
	j := r.job()
	c := newTestClient(t, func(c *Client) { c.limits.Budget, c.limits.ChunkRows = j.totalsBytes()+j.sourceBytes()/2, 6400 })
	checkStrategies(t, c, r, Sort)
	r.Tuning.Strategy = Sort
	if res := mustRun(t, c, r); res.Tiles < 2 {
		t.Errorf("%d tiles", res.Tiles)
	}
}

// The ranks of listed groups are sorted like any slots.
func TestSortOfListedGroups(t *testing.T) {
	c := sharedClient(t)
	const rows = 60_000
	m := newMaker(456_000)
	codes := m.codes(rows, 70_000)
	for i := range codes {
		codes[i] *= 5000
	}
	for _, form := range []Form{Sparse, Hashed} {
		r := Request{
			Form: form, Rows: rows, Slots: 350_000_000, Keys: []Key{{m.column(codes), 1}}, Select: m.bits(rows),
			Aggregates: m.aggregates(rows), Tuning: Tuning{Strategy: Sort},
		}
		checkGrouped(t, c, r)
	}
}

// The sort makes do with the workgroup memory that there is.
func TestSortUnderLimits(t *testing.T) {
	for _, l := range []limits{{WorkgroupBytes: 16 << 10}, {WorkgroupBytes: 32 << 10, ChunkRows: 8192}, {WorkgroupBytes: 48 << 10}} {
		c := newTestClient(t, func(c *Client) { l.Untested = true; c.limits = l })
		const rows = 60_000
		m := newMaker(460_000)
		u, v, w, ok := m.values(rows), m.values(rows), m.values(rows), m.bits(rows)
		for _, slots := range []int{3, 2_000_000} {
			r := Request{
				Rows: rows, Slots: slots, Keys: []Key{{m.column(m.codes(rows, uint32(slots))), 1}},
				Aggregates: []Aggregate{{Op: Sum, Values: &u, Valid: ok}, {Op: Max, Values: &v, Valid: ok}, {Op: Last}, {Op: Count}},
			}
			checkStrategies(t, c, r, Sort)
			r.Aggregates = []Aggregate{{Op: Sum, Values: &u}, {Op: Sum, Values: &v}, {Op: Sum, Values: &w}, {Op: Count, Valid: ok}}
			checkStrategies(t, c, r, Sort)
		}
	}
}

// A request whose passes run differently shares the memory of records.
func TestSortBesidePartition(t *testing.T) {
	d := openTestDevice(t)
	m := newMaker(470_000)
	const rows, slots = 200_000, 30_000
	u, v := m.values(rows), m.values(rows)
	r := Request{
		Rows: rows, Slots: slots, Keys: []Key{{m.column(m.codes(rows, slots)), 1}},
		Aggregates: []Aggregate{{Op: Sum, Values: &u}, {Op: Sum, Values: &v}},
	}
	want, _ := reference(r)
	if _, _, err := d.local(r); err != nil { // the columns are resident
		t.Fatal(err)
	}
	j := r.job()
	j.lies = r.Keys[0].Codes.ID
	for _, strategies := range [][2]string{{Partition, Sort}, {Sort, Partition}, {Sort, Sort}} {
		var list []planned
		offset := int64(0)
		for i, a := range j.Aggregates {
			p, _ := pass{}.with(i, a)
			list = append(list, planned{p, strategies[i], offset})
			offset += (p.bytes(slots) + bindingAlign - 1) / bindingAlign * bindingAlign
		}
		if err := d.aggregate(j, list, d.held(j.lies), true, true, nil); err != nil {
			t.Fatal(err)
		}
		if err := d.readTotals(j, list, func(parts [][]byte) error {
			for i, a := range r.Aggregates {
				if got, _ := figures(a.Op, slots, asWords(parts[i])); !slices.Equal(got, want[i]) {
					t.Errorf("%v: aggregate %d is wrong", strategies, i)
				}
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
}

// Whatever is asked, the digits must cover every slot within what the device has.
func TestDigitsOfASort(t *testing.T) {
	for _, a := range []Adapter{card, weak, nocard} {
		a.StorageBuffers = 16
		for _, ops := range [][]Op{{Count}, {Sum}, {Sum, Min, Max}, {First, Last}, {Product, Product, Sum, Sum, Count}} {
			for _, slots := range []int{1, 2, 31, 64, 65, 1000, 70_000, 4_000_000, 64_000_000, 1<<28 - 1, 1 << 28} {
				for _, rows := range []int{1, 1000, 1 << 20, 100_000_000, 1 << 31} {
					for _, width := range []int{1, 20, 32} {
						j := ofColumn(slots, ops...)
						j.Rows, j.widths["v"] = rows, width
						for _, p := range passes(j, a) {
							checkDigits(t, p, j, a)
						}
					}
				}
			}
		}
	}
	if sortable(ofColumn(1<<28+1, Count), card) || sortable(ofColumn(1000, Count), weak) {
		t.Error("sorted in spite of a slot of more than 28 bits, or of too few buffers")
	}
}

func checkDigits(t *testing.T, p pass, j *job, a Adapter) {
	t.Helper()
	s := laySort(p, j, a)
	first, second := s.coarse, s.fine
	if first.parts<<first.shift < j.Slots || second.parts<<second.shift != 1<<first.shift || s.parts<<second.shift < j.Slots {
		t.Fatalf("%d slots: %+v", j.Slots, s)
	}
	if first.parts > mostParts(a) || second.parts > mostParts(a) || 1<<second.shift > s.counters {
		t.Fatalf("%d slots on %s: %+v", j.Slots, a.Class, s)
	}
	if n := s.bytes(s.invocations); n > int(a.WorkgroupBytes) || s.invocations < fewest || s.invocations > int(a.MaxInvocations) {
		t.Fatalf("%d slots on %s: %+v: %d bytes", j.Slots, a.Class, s, n)
	}
	for _, l := range []partitions{first, second} {
		w := layScatter(l, a)
		if n := 4 * (3*w.parts + 2 + w.tile(1, l) + w.tile(2, l) + 2*w.tile(4, l)); n > int(a.WorkgroupBytes) || w.parts < l.parts {
			t.Fatalf("%d slots on %s: %+v, %+v: %d bytes", j.Slots, a.Class, l, w, n)
		}
		if l.value > 0 && (l.words != 1 || l.value < l.shift+len(p.bitmaps) || l.value+j.width(p.columns[0]) > 32) {
			t.Fatalf("%d slots: a record of %+v", j.Slots, l)
		}
	}
}

// Few tiles are left to a workgroup on software, whatever is tuned.
func TestTileGrid(t *testing.T) {
	if got := tileGrid(100_000, 1024, 5000, nocard, Tuning{Groups: 1}); got != 638 {
		t.Errorf("%d workgroups on software", got)
	}
	if got := tileGrid(100_000_000, 4096, 1<<15, card, Tuning{}); got != 264 {
		t.Errorf("%d workgroups on a card", got)
	}
	if got := tileGrid(100_000_000, 2048, 1<<15, card, Tuning{}); got != 528 {
		t.Errorf("%d smaller workgroups on a card", got)
	}
	if got := tileGrid(10, 4096, 1<<18, nocard, Tuning{}); got != 2 {
		t.Errorf("%d workgroups for ten rows", got)
	}
}
