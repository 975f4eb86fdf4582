package host

import (
	"context"
	"errors"
	"math"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/gputest"
	"cardinal/engine/gpu/plan"
	"cardinal/engine/gpu/reference"
	"cardinal/engine/gpu/wire"
)

// checkStrategies runs a request with some strategies; "" leaves the choice to the planner.
func checkStrategies(t *testing.T, c *Client, r gpu.Request, list ...string) {
	t.Helper()
	want, high := reference.Answer(r)
	for _, strategy := range list {
		r.Tuning.Strategy = strategy
		res := mustRun(t, c, r)
		if slices.Contains([]string{plan.Workgroup.Name, plan.Global.Name, plan.Partition.Name, plan.Sort.Name,
			plan.Ranks.Name}, strategy) && r.Rows > 0 && res.Strategy != strategy {
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
				t.Fatalf("%s: %s over %d rows, %d slots, %d keys, select %v, valid %v: slot %d is %d, want %d",
					res.Strategy, a.Op,
					r.Rows, r.Slots, len(r.Keys), r.Select != nil, a.Valid != nil, at, res.Values[i][at], want[i][at])
			}
		}
	}
}

// TestRunMatchesPlainGo runs random requests under the limits of small and large devices. An adapter that has less than
// a limit (llvmpipe has 32 KiB of workgroup memory) runs with what it has, and the log says so.
func TestRunMatchesPlainGo(t *testing.T) {
	slots := []int{1, 2, 3, 31, 64, 65, 300, 2048, 2049, 4095, 4096, 5000, 20000, 70000}
	for k, test := range []struct {
		name string
		wire.Limits
		most int // rows
	}{
		{"16 KiB, one chunk", wire.Limits{WorkgroupBytes: 16 << 10}, 100_000},
		{"32 KiB, many chunks", wire.Limits{WorkgroupBytes: 32 << 10, ChunkRows: 4096}, 100_000},
		{"48 KiB, tiny chunks", wire.Limits{WorkgroupBytes: 48 << 10, ChunkRows: 64}, 1000},
		{"the least of WebGPU", wire.Limits{Least: true, ChunkRows: 4096}, 20_000},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := newTestClient(t, func(c *Client) { test.Limits.Untested = true; c.limits = test.Limits })
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
			able := plan.KernelNames()
			if !plan.Scatters(a) {
				able = []string{plan.Private.Name, plan.Workgroup.Name, plan.Ranks.Name, plan.Global.Name}
			}
			for i, rows := range []int{0, 1, 63, 64, 65, 128, 1000, 4096, 4097, 20000, 100_000} {
				if rows > test.most || (i+k)%2 > 0 {
					continue // every length under two of the limits: programs take the software driver long to compile
				}
				m := gputest.New(uint64(i*100 + k))
				checkStrategies(t, c, m.Request(rows, slots[m.IntN(len(slots))], (i+k)%5), "", able[(i/2+k)%len(able)])
			}
			for i, n := range slots {
				if (i+k)%2 > 0 {
					continue
				}
				m := gputest.New(uint64(10_000 + i))
				checkStrategies(t, c, m.Request(1500, n, 1), able[(i/2+k)%len(able)])
			}
		})
	}
}

// A column of more rows than one binding of the least device holds is kept in several.
func TestColumnLongerThanABinding(t *testing.T) {
	c := newTestClient(t, func(c *Client) { c.limits.Least = true })
	const rows = 128<<20/4 + 1000
	codes := make([]uint32, rows)
	want := make([]uint64, 7)
	for i := range codes {
		codes[i] = uint32(i) % 7
		want[codes[i]]++
	}
	r := gpu.Request{Rows: rows, Slots: 7,
		Keys:       []gpu.Key{{Codes: gpu.NewColumn("long", func() []uint32 { return codes }), Stride: 1}},
		Aggregates: []gpu.Aggregate{{Op: gpu.Count}}}
	if res := mustRun(t, c, r); !slices.Equal(res.Values[0], want) {
		t.Errorf("%v, want %v", res.Values[0], want)
	}
}

func TestRunWithManyKeys(t *testing.T) {
	c := sharedClient(t)
	for keys := 4; keys < 11; keys++ { // four go in one dispatch
		m := gputest.New(uint64(20_000 + keys))
		r := m.Request(3000, 1<<keys, keys)
		r.Select = m.Bits(r.Rows)
		checkStrategies(t, c, r, "")
	}
}

func TestRunUnderTuning(t *testing.T) {
	c := sharedClient(t)
	m := gputest.New(30_000)
	for i, tune := range []gpu.Tuning{{Invocations: 64}, {Invocations: 1024}, {Groups: 1}, {Groups: 700}, {Copies: 1},
		{Copies: 4}, {Invocations: 32, Groups: 3, Copies: 2}} {
		r := m.Request(30_000, 200, 2)
		r.Tuning = tune
		checkStrategies(t, c, r, plan.KernelNames()[i%len(plan.KernelNames())],
			plan.KernelNames()[(i+1)%len(plan.KernelNames())])
	}
}

// A row whose slot is out of range is a mistake of the caller; it must not write outside the accumulators.
func TestRunDropsSlotsOutOfRange(t *testing.T) {
	c := sharedClient(t)
	m := gputest.New(40_000)
	codes := m.Column([]uint32{0, 1, 2, 3, 4_000_000_000, math.MaxUint32})
	for _, strategy := range []string{plan.Workgroup.Name, plan.Global.Name} {
		r := gpu.Request{Rows: 6, Keys: []gpu.Key{{Codes: codes, Stride: 1}}, Slots: 3,
			Aggregates: []gpu.Aggregate{{Op: gpu.Count}}, Tuning: gpu.Tuning{Strategy: strategy}}
		if got := mustRun(t, c, r).Values[0]; !slices.Equal(got, []uint64{1, 1, 1}) {
			t.Errorf("%s: %v", strategy, got)
		}
	}
}

func TestColumnsStayResident(t *testing.T) {
	c := newTestClient(t)
	m := gputest.New(50_000)
	loads := 0
	data := m.Codes(10_000, 50)
	key := gpu.NewColumn("key", func() []uint32 { loads++; return data })
	r := gpu.Request{Rows: len(data), Keys: []gpu.Key{{Codes: key, Stride: 1}}, Slots: 50,
		Aggregates: []gpu.Aggregate{{Op: gpu.Sum, Values: &key}}}
	if n, _ := c.Resident([]string{"key"}); n > 0 {
		t.Error("resident before the first run")
	}
	if res := mustRun(t, c, r); res.BytesUploaded != 40_000 || loads != 1 {
		t.Errorf("%d bytes uploaded in %d loads", res.BytesUploaded, loads)
	}
	res := mustRun(t, c, r)
	if res.BytesUploaded != 0 || loads != 1 || res.DeviceBytes != 40_000 {
		t.Errorf("second run: %d bytes uploaded, %d loads, %d resident", res.BytesUploaded, loads, res.DeviceBytes)
	}
	if n, bytes := c.Resident([]string{"key"}); bytes != 40_000 || n != 1 {
		t.Errorf("%d columns of %d bytes are resident", n, bytes)
	}
	if n, bytes := c.Resident([]string{"key", "other"}); bytes != 40_000 || n != 1 {
		t.Errorf("with a column that is not: %d columns of %d bytes are resident", n, bytes)
	}
	for _, s := range res.Stages {
		if s.Name == "upload" || s.Name == "load" {
			t.Errorf("stage %q without an upload", s.Name)
		}
	}
	r.Rows--
	if _, err := c.Run(context.Background(), r); err == nil ||
		!strings.Contains(err.Error(), "10000 rows on the device") {
		t.Errorf("a column of another length: %v", err)
	}
}

// TestForget wants the columns of a table, and what was made of them, off the device after they are forgotten,
// and those of another table there.
func TestForget(t *testing.T) {
	c := newTestClient(t)
	m := gputest.New(50_001)
	codes := m.Codes(10_000, 50)
	request := func(table string) gpu.Request {
		key := gpu.NewColumn(table+"/key", func() []uint32 { return codes })
		other := gpu.NewColumn(table+"/other", func() []uint32 { return codes })
		return gpu.Request{Rows: len(codes), Keys: []gpu.Key{{Codes: key, Stride: 1}, {Codes: other, Stride: 50}},
			Slots: 2500, Aggregates: []gpu.Aggregate{{Op: gpu.Sum, Values: &key}}}
	}
	first, second := request("t1"), request("t11")
	mustRun(t, c, first)
	want := mustRun(t, c, second).DeviceBytes
	if want < 4*40_000 {
		t.Fatalf("%d bytes are resident of two tables", want)
	}
	c.Forget("t1/")
	if n, _ := c.Held("t1/"); n > 0 {
		t.Errorf("%d columns are held of a table that was forgotten", n)
	}
	if n, _ := c.Held("t11/"); n != 2 {
		t.Errorf("%d columns are held of the other table", n)
	}
	got := want
	for try := 0; got != want/2 && try < 100; try++ { // the child drops them between requests
		time.Sleep(time.Duration(try) * time.Millisecond)
		got = mustRun(t, c, second).DeviceBytes
	}
	if got != want/2 {
		t.Errorf("%d bytes are resident, want %d", got, want/2)
	}
	if c.Mapped(&first) || !c.Mapped(&second) {
		t.Errorf("what was found of keys is known: %v of the table that was forgotten, %v of the other one",
			c.Mapped(&first), c.Mapped(&second))
	}
	if res := mustRun(t, c, first); res.BytesUploaded != 80_000 {
		t.Errorf("%d bytes were sent again", res.BytesUploaded)
	}
}

// TestCompileAhead wants requests answered before and after programs are compiled ahead, also where that was withdrawn.
func TestCompileAhead(t *testing.T) {
	c := newTestClient(t)
	withdrawn, withdraw := context.WithCancel(context.Background())
	for _, ctx := range []context.Context{context.Background(), withdrawn} {
		if err := c.CompileAhead(ctx); err != nil {
			t.Fatal(err)
		}
		mustRun(t, c, reference.Request(100))
	}
	withdraw()
	if err := c.CompileAhead(withdrawn); !errors.Is(err, context.Canceled) {
		t.Errorf("withdrawn: %v", err)
	}
	mustRun(t, c, reference.Request(100))
}

func TestSlotsAreComposedOnce(t *testing.T) {
	c := newTestClient(t)
	r := reference.Request(100)
	composed := func(res gpu.Result) bool {
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
	m := gputest.New(60_000)
	request := func(key gpu.Column) gpu.Request {
		return gpu.Request{Rows: rows, Keys: []gpu.Key{{Codes: key, Stride: 1}}, Slots: 10,
			Aggregates: []gpu.Aggregate{{Op: gpu.Sum, Values: &key}}}
	}
	var columns []gpu.Column
	for range 5 {
		columns = append(columns, gputest.ColumnOf(4, m.Name(), m.Codes(rows, 10)))
	}
	for range 2 {
		for _, col := range columns {
			r := request(col)
			res := mustRun(t, c, r)
			if want, _ := reference.Answer(r); !slices.Equal(res.Values[0], want[0]) {
				t.Fatal("wrong after an eviction")
			}
			if res.BytesUploaded == 0 || res.DeviceBytes > 3*rows*4 {
				t.Errorf("%d bytes uploaded, %d resident under a budget of %d", res.BytesUploaded,
					res.DeviceBytes, 3*rows*4)
			}
		}
	}
	if n, _ := c.Resident([]string{columns[4].ID, columns[3].ID}); n != 2 {
		t.Error("the columns used last are gone")
	}
	big := m.Request(rows, 10, 4)
	for plan.DeviceBytes(&big) <= 3*rows*4 {
		big = m.Request(rows, 10, 4)
	}
	big.Aggregates = []gpu.Aggregate{{Op: gpu.Count}}
	if want, _ := reference.Answer(big); !slices.Equal(mustRun(t, c, big).Values[0], want[0]) {
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
	r := reference.Request(10)
	r.Slots = int(a.MaxBindingBytes/8) + 1
	r.Aggregates = r.Aggregates[2:3] // a sum
	want, _ := reference.Answer(r)
	if res := mustRun(t, c, r); !slices.Equal(res.Values[0], want[0]) || res.Tiles != 1 {
		t.Errorf("wrong, or in %d tiles", res.Tiles)
	}
}

func TestRequestsThatNoDeviceCanRun(t *testing.T) {
	c := NewClient(func() *exec.Cmd { t.Error("started for a bad request"); return exec.Command("false") })
	defer c.Close()
	good := reference.Request(10)
	for name, spoil := range map[string]func(*gpu.Request){
		"no slots":          func(r *gpu.Request) { r.Slots = 0 },
		"too many slots":    func(r *gpu.Request) { r.Slots = 1 << 33 },
		"negative rows":     func(r *gpu.Request) { r.Rows = -1 },
		"sum of nothing":    func(r *gpu.Request) { r.Aggregates = []gpu.Aggregate{{Op: gpu.Sum}} },
		"unknown op":        func(r *gpu.Request) { r.Aggregates = []gpu.Aggregate{{Op: 9}} },
		"key without codes": func(r *gpu.Request) { r.Keys = []gpu.Key{{}} },
		"odd strategy":      func(r *gpu.Request) { r.Tuning.Strategy = "magic" },
		"odd copies":        func(r *gpu.Request) { r.Tuning.Copies = 3 },
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
	r := reference.Request(10)
	r.Rows++
	if _, err := c.Run(context.Background(), r); err == nil ||
		!strings.Contains(err.Error(), "5000 values for 5001 rows") {
		t.Errorf("got %v", err)
	}
	mustRun(t, c, reference.Request(10))
}

// Accumulators begin at zero whatever the requests before have left in them.
func TestAccumulatorsBeginAtZero(t *testing.T) {
	c := newTestClient(t)
	m := gputest.New(130_000)
	for _, slots := range []int{10, 700_000, 10, 50_000, 3, 2000, 3, 700_000, 700_000, 10, 10} {
		r := m.Request(2000, slots, 1)
		checkStrategies(t, c, r, "", plan.KernelNames()[1+m.IntN(5)])
	}
}

// TestTies runs every kernel over aggregates that take only the rows with the result of the aggregate before, in
// several chunks of rows. Several rows of a group have that result.
func TestTies(t *testing.T) {
	c := newTestClient(t, func(c *Client) { c.limits.Untested, c.limits.ChunkRows = true, 4096 })
	for i, slots := range []int{7, 3000} {
		m := gputest.New(uint64(240_000 + i))
		r := m.Request(9_001, slots, 1)
		r.Aggregates = m.Ties(r.Rows)
		checkStrategies(t, c, r, append(plan.KernelNames(), "")...)
	}
	r := gputest.New(240_009).Request(9_001, 3000, 1)
	r.Aggregates = gputest.New(240_010).Ties(r.Rows)
	little := gpu.Adapter{ResidentBudget: 1 << 15, MaxBindingBytes: 1 << 20}
	if _, err := c.SplitOn(little, &r); !errors.Is(err, gpu.ErrMemory) {
		t.Errorf("ties in tiles: %v", err)
	}
}
