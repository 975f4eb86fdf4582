package gpu

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// maker makes requests out of a seed. Every column gets a name of its own.
type maker struct {
	*rand.Rand
	name func() string
}

func newMaker(seed uint64) maker {
	n := 0
	return maker{rand.New(rand.NewPCG(seed, 99)), func() string { n++; return fmt.Sprintf("%d/%d", seed, n) }}
}

// column has the values in a width that holds them.
func (m maker) column(values []uint32) Column {
	widths := []int{4}
	if top := slices.Max(append(values, 0)); top <= math.MaxUint8 {
		widths = []int{1, 2, 4}
	} else if top <= math.MaxUint16 {
		widths = []int{2, 4}
	}
	return columnOf(widths[m.IntN(len(widths))], m.name(), values)
}

// columnOf has the values in so many bytes each.
func columnOf(bytes int, id string, values []uint32) Column {
	switch bytes {
	case 1:
		return NewColumn(id, func() []uint8 { return narrowed[uint8](values) })
	case 2:
		return NewColumn(id, func() []uint16 { return narrowed[uint16](values) })
	}
	return NewColumn(id, func() []uint32 { return values })
}

func narrowed[C uint8 | uint16](values []uint32) []C {
	out := make([]C, len(values))
	for i, v := range values {
		out[i] = C(v)
	}
	return out
}

func (m maker) bits(rows int) *Bits {
	w := make([]uint64, (rows+63)/64+m.IntN(2)) // a bitmap may be longer than its rows
	mask := []func() uint64{m.Uint64, func() uint64 { return 0 }, func() uint64 { return math.MaxUint64 }}[m.IntN(3)]
	for i := range w {
		w[i] = mask()
	}
	return &Bits{m.name(), func() []uint64 { return w }}
}

// codes are key codes below width in one of the shapes that stress a kernel differently.
func (m maker) codes(rows int, width uint32) []uint32 {
	out := make([]uint32, rows)
	shape := m.IntN(4)
	for i := range out {
		switch shape {
		case 0: // uniform
			out[i] = m.Uint32N(width)
		case 1: // sorted: neighbours hit one accumulator
			out[i] = uint32(uint64(i) * uint64(width) / uint64(rows))
		case 2: // one hot key
			if m.IntN(10) == 0 {
				out[i] = m.Uint32N(width)
			}
		case 3: // the last slot
			out[i] = width - 1
		}
	}
	return out
}

func (m maker) values(rows int) Column { return m.valuesOf([]int{1, 2, 4}[m.IntN(3)], rows) }

// valuesOf are values of so many bytes.
func (m maker) valuesOf(bytes, rows int) Column {
	out := make([]uint32, rows)
	shape, most := m.IntN(3), uint32(math.MaxUint32)>>(32-8*bytes)
	for i := range out {
		switch shape {
		case 0:
			out[i] = m.Uint32() & most
		case 1: // of four bytes, every second addition carries
			out[i] = most - m.Uint32N(3)
		case 2:
			out[i] = m.Uint32N(100)
		}
	}
	return columnOf(bytes, m.name(), out)
}

// request makes a request of so many rows over at most so many slots, with everything it may have.
func (m maker) request(rows, slots, keys int) Request {
	r := Request{Rows: rows, Slots: 1}
	left := slots
	for k := range keys {
		width := left
		if k < keys-1 {
			width = max(1, int(math.Pow(float64(slots), 1/float64(keys))))
		}
		left = max(1, left/width)
		r.Keys = append(r.Keys, Key{m.column(m.codes(rows, uint32(width))), uint32(r.Slots)})
		r.Slots *= width
	}
	if keys == 0 {
		r.Slots = slots
	}
	if m.IntN(3) == 0 {
		r.Select = m.bits(rows)
	}
	r.Aggregates = m.aggregates(rows)
	return r
}

// aggregates are a few of the shapes that a pass can have: each is compiled, which takes longer than to run it.
func (m maker) aggregates(rows int) []Aggregate {
	u, v, w := m.values(rows), m.values(rows), m.values(rows)
	a, b := m.bits(rows), m.bits(rows)
	return [][]Aggregate{
		{{Op: Count}},
		{{Op: Sum, Values: &u}},
		{{Op: Count, Valid: a}, {Op: Sum, Values: &u, Valid: a}, {Op: Min, Values: &u, Valid: a}, {Op: Max, Values: &u}},
		{{Op: Sum, Values: &u, Valid: a}, {Op: Sum, Values: &v, Valid: b}, {Op: Sum, Values: &w}},
		{{Op: Product, Values: &u}, {Op: Product, Values: &u, With: &v, Valid: a}, {Op: Sum, Values: &u}, {Op: Sum, Values: &v}},
		{{Op: First}, {Op: Last, Valid: a}},
	}[m.IntN(6)]
}

// checkStrategies runs a request with some strategies; "" leaves the choice to the planner.
func checkStrategies(t *testing.T, c *Client, r Request, list ...string) {
	t.Helper()
	want, high := reference(r)
	for _, strategy := range list {
		r.Tuning.Strategy = strategy
		res := mustRun(t, c, r)
		if slices.Contains([]string{Workgroup, Global, Partition, Sort, Ranks}, strategy) && r.Rows > 0 && res.Strategy != strategy {
			t.Errorf("strategy %q, asked for %q", res.Strategy, strategy)
		}
		for i, a := range r.Aggregates {
			if !slices.Equal(res.High[i], high[i]) {
				t.Fatalf("%s: %s: the high words differ", res.Strategy, a.Op)
			}
			if !slices.Equal(res.Values[i], want[i]) {
				at := 0
				for res.Values[i][at] == want[i][at] {
					at++
				}
				t.Fatalf("%s: %s over %d rows, %d slots, %d keys, select %v, valid %v: slot %d is %d, want %d", res.Strategy, a.Op,
					r.Rows, r.Slots, len(r.Keys), r.Select != nil, a.Valid != nil, at, res.Values[i][at], want[i][at])
			}
		}
	}
}

// TestRunMatchesPlainGo runs random requests under the limits of small and large devices. An adapter that has less than
// a limit (llvmpipe has 32 KiB of workgroup memory) runs with what it has, and the log says so.
func TestRunMatchesPlainGo(t *testing.T) {
	slots := []int{1, 2, 3, 31, 64, 65, 300, 2048, 2049, 4095, 4096, 5000, 20000, 70000}
	for _, test := range []struct {
		name string
		limits
		most int // rows
	}{
		{"16 KiB, one chunk", limits{WorkgroupBytes: 16 << 10}, 100_000},
		{"32 KiB, many chunks", limits{WorkgroupBytes: 32 << 10, ChunkRows: 4096}, 100_000},
		{"48 KiB, tiny chunks", limits{WorkgroupBytes: 48 << 10, ChunkRows: 64}, 1000},
		{"the least of WebGPU", limits{Least: true, ChunkRows: 4096}, 20_000},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := newTestClient(t, func(c *Client) { test.limits.Untested = true; c.limits = test.limits })
			a, err := c.Adapter(context.Background())
			if err != nil || a.WorkgroupBytes > max(test.WorkgroupBytes, 16<<10) {
				t.Fatalf("%d bytes of workgroup memory granted, %v", a.WorkgroupBytes, err)
			}
			if test.Least && (a.StorageBuffers != 8 || a.MaxInvocations != 256 || a.MaxBindingBytes != 128<<20) {
				t.Fatalf("more than the least granted: %+v", a)
			}
			if a.WorkgroupBytes < test.WorkgroupBytes {
				t.Logf("this adapter has %d KiB of workgroup memory", a.WorkgroupBytes>>10)
			}
			able := strategies
			if a.StorageBuffers < scatterBinds {
				able = []string{Private, Workgroup, Ranks, Global}
			}
			for i, rows := range []int{0, 1, 63, 64, 65, 128, 1000, 4096, 4097, 20000, 100_000} {
				if rows > test.most {
					continue
				}
				for k := range 2 {
					m := newMaker(uint64(i*100 + k))
					checkStrategies(t, c, m.request(rows, slots[m.IntN(len(slots))], (i+k)%5), "", able[(i+k)%len(able)])
				}
			}
			for i, n := range slots {
				m := newMaker(uint64(10_000 + i))
				checkStrategies(t, c, m.request(1500, n, 1), able[i%len(able)])
			}
		})
	}
}

// A column of more rows than one binding of the least device holds is kept in several.
func TestColumnLongerThanABinding(t *testing.T) {
	if testing.Short() {
		t.Skip("34 million rows")
	}
	c := newTestClient(t, func(c *Client) { c.limits.Least = true })
	const rows = 128<<20/4 + 1000
	codes := make([]uint32, rows)
	want := make([]uint64, 7)
	for i := range codes {
		codes[i] = uint32(i) % 7
		want[codes[i]]++
	}
	r := Request{Rows: rows, Slots: 7, Keys: []Key{{NewColumn("long", func() []uint32 { return codes }), 1}}, Aggregates: []Aggregate{{Op: Count}}}
	if res := mustRun(t, c, r); !slices.Equal(res.Values[0], want) {
		t.Errorf("%v, want %v", res.Values[0], want)
	}
}

func TestRunWithManyKeys(t *testing.T) {
	c := sharedClient(t)
	for keys := 4; keys < 11; keys++ { // four go in one dispatch
		m := newMaker(uint64(20_000 + keys))
		r := m.request(3000, 1<<keys, keys)
		r.Select = m.bits(r.Rows)
		checkStrategies(t, c, r, "")
	}
}

func TestRunUnderTuning(t *testing.T) {
	c := sharedClient(t)
	m := newMaker(30_000)
	for i, tune := range []Tuning{{Invocations: 64}, {Invocations: 1024}, {Groups: 1}, {Groups: 700}, {Copies: 1}, {Copies: 4}, {Invocations: 32, Groups: 3, Copies: 2}} {
		r := m.request(30_000, 200, 2)
		r.Tuning = tune
		checkStrategies(t, c, r, strategies[i%len(strategies)], strategies[(i+1)%len(strategies)])
	}
}

// A row whose slot is out of range is a mistake of the caller; it must not write outside the accumulators.
func TestRunDropsSlotsOutOfRange(t *testing.T) {
	c := sharedClient(t)
	m := newMaker(40_000)
	codes := m.column([]uint32{0, 1, 2, 3, 4_000_000_000, math.MaxUint32})
	for _, strategy := range []string{Workgroup, Global} {
		r := Request{Rows: 6, Keys: []Key{{codes, 1}}, Slots: 3, Aggregates: []Aggregate{{Op: Count}}, Tuning: Tuning{Strategy: strategy}}
		if got := mustRun(t, c, r).Values[0]; !slices.Equal(got, []uint64{1, 1, 1}) {
			t.Errorf("%s: %v", strategy, got)
		}
	}
}

func TestColumnsStayResident(t *testing.T) {
	c := newTestClient(t)
	m := newMaker(50_000)
	loads := 0
	data := m.codes(10_000, 50)
	key := NewColumn("key", func() []uint32 { loads++; return data })
	r := Request{Rows: len(data), Keys: []Key{{key, 1}}, Slots: 50, Aggregates: []Aggregate{{Op: Sum, Values: &key}}}
	if _, all := c.Resident([]string{"key"}); all {
		t.Error("resident before the first run")
	}
	if res := mustRun(t, c, r); res.BytesUploaded != 40_000 || loads != 1 {
		t.Errorf("%d bytes uploaded in %d loads", res.BytesUploaded, loads)
	}
	res := mustRun(t, c, r)
	if res.BytesUploaded != 0 || loads != 1 || res.DeviceBytes != 40_000 {
		t.Errorf("second run: %d bytes uploaded, %d loads, %d resident", res.BytesUploaded, loads, res.DeviceBytes)
	}
	if bytes, all := c.Resident([]string{"key"}); bytes != 40_000 || !all {
		t.Errorf("resident %d, all %v", bytes, all)
	}
	if bytes, all := c.Resident([]string{"key", "other"}); bytes != 40_000 || all {
		t.Errorf("with a column that is not: resident %d, all %v", bytes, all)
	}
	for _, s := range res.Stages {
		if s.Name == "upload" || s.Name == "load" {
			t.Errorf("stage %q without an upload", s.Name)
		}
	}
	r.Rows--
	if _, err := c.Run(context.Background(), r); err == nil || !strings.Contains(err.Error(), "10000 rows on the device") {
		t.Errorf("a column of another length: %v", err)
	}
}

func TestSlotsAreComposedOnce(t *testing.T) {
	c := newTestClient(t)
	r := testRequest(100)
	composed := func(res Result) bool {
		for _, s := range res.Stages {
			if s.Name == "compose" {
				return true
			}
		}
		return false
	}
	if !composed(mustRun(t, c, r)) {
		t.Error("the first run composed nothing")
	}
	r.Aggregates = r.Aggregates[:1]
	if composed(mustRun(t, c, r)) {
		t.Error("other aggregates over the same keys and filter composed again")
	}
	r.Select = nil
	if !composed(mustRun(t, c, r)) {
		t.Error("without the filter the slots are others")
	}
}

func TestTinyBudgetEvicts(t *testing.T) {
	const rows = 1000
	c := newTestClient(t, func(c *Client) { c.limits.Budget = 3 * rows * 4 })
	m := newMaker(60_000)
	request := func(key Column) Request {
		return Request{Rows: rows, Keys: []Key{{key, 1}}, Slots: 10, Aggregates: []Aggregate{{Op: Sum, Values: &key}}}
	}
	var columns []Column
	for range 5 {
		columns = append(columns, columnOf(4, m.name(), m.codes(rows, 10)))
	}
	for range 2 {
		for _, col := range columns {
			r := request(col)
			res := mustRun(t, c, r)
			if want, _ := reference(r); !slices.Equal(res.Values[0], want[0]) {
				t.Fatal("wrong after an eviction")
			}
			if res.BytesUploaded == 0 || res.DeviceBytes > 3*rows*4 {
				t.Errorf("%d bytes uploaded, %d resident under a budget of %d", res.BytesUploaded, res.DeviceBytes, 3*rows*4)
			}
		}
	}
	if _, all := c.Resident([]string{columns[4].ID, columns[3].ID}); !all {
		t.Error("the columns used last are gone")
	}
	big := m.request(rows, 10, 4)
	if need := big.DeviceBytes(); need <= 3*rows*4 {
		t.Fatalf("the large request needs only %d bytes", need)
	}
	big.Aggregates = []Aggregate{{Op: Count}}
	if want, _ := reference(big); !slices.Equal(mustRun(t, c, big).Values[0], want[0]) {
		t.Error("a request above the budget: wrong")
	}
	mustRun(t, c, request(columns[0]))
}

// Where no buffer of the device holds the accumulators of all slots, those that occur are given room.
func TestMoreSlotsThanABindingHolds(t *testing.T) {
	c := newTestClient(t)
	a, err := c.Adapter(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	r := testRequest(10)
	r.Slots = int(a.MaxBindingBytes/8) + 1
	r.Aggregates = r.Aggregates[2:3] // a sum
	want, _ := reference(r)
	if res := mustRun(t, c, r); !slices.Equal(res.Values[0], want[0]) || res.Tiles != 1 {
		t.Errorf("wrong, or in %d tiles", res.Tiles)
	}
}

func TestRequestsThatNoDeviceCanRun(t *testing.T) {
	c := NewClient(func() *exec.Cmd { t.Error("started for a bad request"); return exec.Command("false") })
	defer c.Close()
	good := testRequest(10)
	for name, spoil := range map[string]func(*Request){
		"no slots":          func(r *Request) { r.Slots = 0 },
		"too many slots":    func(r *Request) { r.Slots = 1 << 33 },
		"negative rows":     func(r *Request) { r.Rows = -1 },
		"sum of nothing":    func(r *Request) { r.Aggregates = []Aggregate{{Op: Sum}} },
		"unknown op":        func(r *Request) { r.Aggregates = []Aggregate{{Op: 9}} },
		"key without codes": func(r *Request) { r.Keys = []Key{{}} },
		"odd strategy":      func(r *Request) { r.Tuning.Strategy = "magic" },
		"odd copies":        func(r *Request) { r.Tuning.Copies = 3 },
	} {
		r := good
		spoil(&r)
		if _, err := c.Run(context.Background(), r); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestColumnOfTheWrongLength(t *testing.T) {
	c := sharedClient(t)
	r := testRequest(10)
	r.Rows++
	if _, err := c.Run(context.Background(), r); err == nil || !strings.Contains(err.Error(), "5000 values for 5001 rows") {
		t.Errorf("got %v", err)
	}
	mustRun(t, c, testRequest(10))
}

// Rows of many groups in order are aggregated by ranks within a workgroup; the same rows in disorder are not.
func TestOrderDecidesAboutRanks(t *testing.T) {
	d := openTestDevice(t)
	const rows, slots = 1 << 20, 100_000
	m := newMaker(120_000)
	inOrder, mixed := make([]uint32, rows), make([]uint32, rows)
	for i := range inOrder {
		inOrder[i], mixed[i] = uint32(i*slots/rows), m.Uint32N(slots)
	}
	for _, test := range []struct {
		codes    []uint32
		low, top float64
	}{{inOrder, 10, 11}, {mixed, 1, 1.1}} {
		r := Request{Rows: rows, Slots: slots, Keys: []Key{{m.column(test.codes), 1}}, Aggregates: []Aggregate{{Op: Count}}}
		if _, _, err := d.local(r); err != nil {
			t.Fatal(err)
		}
		e, _ := d.resident.touch(r.Keys[0].Codes.ID)
		if e.run < test.low || e.run > test.top {
			t.Errorf("runs of %.2f rows, want %.0f to %.1f", e.run, test.low, test.top)
		}
		j := ofColumn(4_000_000, Sum)
		j.run = e.run
		if got := strategyOf(plan(j, card)); (got == Ranks) != (test.low > 1) {
			t.Errorf("runs of %.0f rows: %s", j.run, got)
		}
	}
}

// Accumulators begin at zero whatever the requests before have left in them.
func TestAccumulatorsBeginAtZero(t *testing.T) {
	c := newTestClient(t)
	m := newMaker(130_000)
	for _, slots := range []int{10, 700_000, 10, 50_000, 3, 2000, 3, 700_000, 700_000, 10, 10} {
		r := m.request(2000, slots, 1)
		checkStrategies(t, c, r, "", strategies[1+m.IntN(5)])
	}
}
