package gpu

import "testing"

var (
	card   = Adapter{Class: Discrete, WorkgroupBytes: 48 << 10, MaxInvocations: 1024, StorageBuffers: 16, MaxBindingBytes: 2 << 30, MaxBufferBytes: 1 << 40}
	weak   = Adapter{Class: Integrated, WorkgroupBytes: 16 << 10, MaxInvocations: 256, StorageBuffers: 8, MaxBindingBytes: 128 << 20, MaxBufferBytes: 256 << 20}
	nocard = Adapter{Class: Software, WorkgroupBytes: 32 << 10, MaxInvocations: 1024, StorageBuffers: 16, MaxBindingBytes: 128 << 20, MaxBufferBytes: 2 << 30}
)

func TestChunks(t *testing.T) {
	for binding, want := range map[uint64]int{128 << 20: 32 << 20, 2 << 30: 256 << 20, 1 << 40: 256 << 20, 1000: 192} {
		if got := chunkRows(binding); got != want || got%64 != 0 {
			t.Errorf("a binding of %d bytes takes %d rows, want %d", binding, got, want)
		}
	}
	for _, rows := range []int{1, 63, 64, 65, 128, 1000} {
		sum := 0
		for i := range chunks(rows, 64) {
			n := chunk(i, rows, 64)
			if n < 1 || n > 64 {
				t.Errorf("chunk %d of %d rows has %d", i, rows, n)
			}
			sum += n
		}
		if sum != rows {
			t.Errorf("the chunks of %d rows hold %d", rows, sum)
		}
	}
	if chunks(0, 64) != 0 {
		t.Error("no rows take a chunk")
	}
}

// ofColumn is a job of 100 million rows that aggregates one column of 20 bits.
func ofColumn(slots int, ops ...Op) *job {
	j := &job{Rows: 100_000_000, Slots: slots, widths: map[string]int{"v": 20}}
	for _, op := range ops {
		j.Aggregates = append(j.Aggregates, jobAggregate{Op: op, Values: "v"})
	}
	return j
}

func TestStrategyByGroups(t *testing.T) {
	for _, test := range []struct {
		a    Adapter
		j    *job
		want string
	}{
		{card, ofColumn(6, Sum), Workgroup},
		{card, ofColumn(24_000, Sum), Workgroup},
		{card, ofColumn(24_000, Sum, Min, Max), Partition},
		{card, ofColumn(50_000, Sum), Partition},
		{card, ofColumn(4_000_000, Sum, Min, Max), Partition},
		{card, ofColumn(4_000_000, Product, Sum, Min, Max, Count), Partition},
		{card, ofColumn(16_000_000, Sum, Min, Max), Sort},
		{card, ofColumn(64_000_000, Sum), Sort},
		{card, ofColumn(1<<28+1, Sum), Global},
		{weak, ofColumn(6, Sum), Private},
		{weak, ofColumn(9, Sum), Workgroup},
		{weak, ofColumn(1_000_000, Sum), Global}, // too few storage buffers to partition
		{nocard, ofColumn(8, Sum), Private},
		{nocard, ofColumn(1000, Sum), Workgroup},
	} {
		if got := strategyOf(plan(test.j, test.a)); got != test.want {
			t.Errorf("%v over %d slots on %s: %s, want %s", test.j.Aggregates, test.j.Slots, test.a.Class, got, test.want)
		}
	}
	few := ofColumn(4_000_000, Sum)
	few.Rows = 1000
	if got := strategyOf(plan(few, card)); got != Global {
		t.Errorf("a thousand rows over four million slots: %s, want %s", got, Global)
	}
}

// Whatever is asked, the layouts must cover every slot and stay within what the device has.
func TestLayoutsFitTheDevice(t *testing.T) {
	for _, a := range []Adapter{card, weak, nocard} {
		a.StorageBuffers = 16
		for _, ops := range [][]Op{{Count}, {Sum}, {Sum, Min, Max}, {Product, Product, Sum, Sum, Count}} {
			for _, slots := range []int{1, 2, 31, 64, 65, 1000, 2048, 2049, 4096, 6145, 70_000, 4_000_000, 1 << 28} {
				j := ofColumn(slots, ops...)
				for _, p := range plan(j, a) {
					checkLayouts(t, p.pass, j, a)
				}
			}
		}
	}
}

func checkLayouts(t *testing.T, p pass, j *job, a Adapter) {
	t.Helper()
	c := layCells(p.words, j.Slots, a)
	if 4*c.words > int(a.WorkgroupBytes) || p.words*c.span*c.copies > c.words || c.span < 1 || c.copies < 1 || c.copies&(c.copies-1) != 0 {
		t.Fatalf("%d words of %d slots: %+v", p.words, j.Slots, c)
	}
	if places := layRanks(p.words); 4*(places*(1+p.words)+1) > int(a.WorkgroupBytes) || places&(places-1) != 0 {
		t.Fatalf("%d words: %d places of ranks", p.words, places)
	}
	l, ok := layPartitions(p, j, a)
	if !ok {
		return
	}
	if l.parts<<l.shift < j.Slots || l.parts > maxParts || p.words*(1<<l.shift/l.spans)*4 > int(a.WorkgroupBytes) {
		t.Fatalf("%d words of %d slots: %+v", p.words, j.Slots, l)
	}
	s := layScatter(l, a)
	bytes := 4 * (3*s.parts + 2 + s.tile(1, l) + s.tile(2, l) + 2*s.tile(4, l))
	if s.parts < l.parts || s.invocations < 1 || bytes > int(a.WorkgroupBytes) {
		t.Fatalf("%d words of %d slots: %+v, %+v: %d bytes", p.words, j.Slots, l, s, bytes)
	}
}

func TestPassesShareTheKeys(t *testing.T) {
	j := ofColumn(1000, Count, Sum, Min, Max, First, Last)
	if n := len(plan(j, card)); n != 1 {
		t.Errorf("six aggregates of a column take %d passes", n)
	}
	j = &job{Rows: 1 << 20, Slots: 100}
	for _, id := range []string{"a", "b", "c", "d", "e"} {
		j.Aggregates = append(j.Aggregates, jobAggregate{Op: Sum, Values: id, Valid: id + "?"})
	}
	seen := map[int]bool{}
	for _, p := range plan(j, card) {
		if len(p.columns) > maxColumns || len(p.bitmaps) > maxColumns || p.offset%bindingAlign != 0 {
			t.Errorf("%+v", p)
		}
		for _, m := range p.measures {
			seen[m.aggregate] = true
		}
	}
	if len(seen) != 5 {
		t.Errorf("%d of 5 aggregates planned", len(seen))
	}
}

// The accumulators of a pass are bound together.
func TestPassesFitABinding(t *testing.T) {
	j := ofColumn(10_000_000, Sum, Min, Max, First)
	seen := 0
	for _, p := range plan(j, nocard) {
		if b := p.bytes(j.Slots); uint64(b) > nocard.MaxBindingBytes {
			t.Errorf("a pass binds %d bytes", b)
		}
		seen += len(p.measures)
	}
	if seen != 4 {
		t.Errorf("%d of 4 aggregates planned", seen)
	}
}

func TestComposeGroups(t *testing.T) {
	for rows, want := range map[int]uint32{1: 1, 4096: 1, 4097: 2, 1 << 28: 65535} {
		if got := composeGroups(rows); got != want {
			t.Errorf("%d rows take %d groups, want %d", rows, got, want)
		}
	}
}

func TestBudget(t *testing.T) {
	for _, test := range []struct {
		class  string
		memory int64
		want   int64
	}{{Discrete, 0, 2 << 30}, {Discrete, 100, 60}, {Integrated, 0, 1 << 30}, {Software, 1 << 40, 1 << 30}} {
		if got := budget(test.class, test.memory); got != test.want {
			t.Errorf("%s of %d bytes: budget %d, want %d", test.class, test.memory, got, test.want)
		}
	}
}

func TestJobNamesItsSlots(t *testing.T) {
	base := testRequest(100)
	same := testRequest(100)
	same.Aggregates = nil
	if base.job().slotsID() != same.job().slotsID() {
		t.Error("the aggregates are no part of the slots")
	}
	for name, change := range map[string]func(*Request){
		"stride": func(r *Request) { r.Keys[0].Stride++ },
		"order":  func(r *Request) { r.Keys[0], r.Keys[1] = r.Keys[1], r.Keys[0] },
		"filter": func(r *Request) { r.Select = nil },
		"rows":   func(r *Request) { r.Rows++ },
	} {
		other := testRequest(100)
		change(&other)
		if base.job().slotsID() == other.job().slotsID() {
			t.Errorf("another %s has the same slots", name)
		}
	}
}

func TestLoneKeyIsItsOwnSlots(t *testing.T) {
	key := Column{ID: "k", Bytes: 4}
	for _, test := range []struct {
		r    Request
		want bool
	}{
		{Request{Keys: []Key{{key, 1}}}, false},
		{Request{Keys: []Key{{key, 2}}}, true},
		{Request{Keys: []Key{{key, 1}}, Select: &Bits{ID: "s"}}, true},
		{Request{Keys: []Key{{key, 1}, {key, 5}}}, true},
		{Request{}, true},
	} {
		if got := test.r.job().composes(); got != test.want {
			t.Errorf("%d keys: composes %v", len(test.r.Keys), got)
		}
	}
}
