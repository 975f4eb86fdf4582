package plan

import (
	"testing"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/gputest"
	"cardinal/engine/gpu/reference"
)

func TestChunks(t *testing.T) {
	for binding, want := range map[uint64]int{128 << 20: 32 << 20, 2 << 30: 256 << 20, 1 << 40: 256 << 20, 1000: 192} {
		if got := ChunkRows(binding); got != want || got%64 != 0 {
			t.Errorf("a binding of %d bytes takes %d rows, want %d", binding, got, want)
		}
	}
	for _, rows := range []int{1, 63, 64, 65, 128, 1000} {
		sum := 0
		for i := range Ceil(rows, 64) {
			n := Chunk(i, rows, 64)
			if n < 1 || n > 64 {
				t.Errorf("chunk %d of %d rows has %d", i, rows, n)
			}
			sum += n
		}
		if sum != rows {
			t.Errorf("the chunks of %d rows hold %d", rows, sum)
		}
	}
	if Ceil(0, 64) != 0 {
		t.Error("no rows take a chunk")
	}
}

// OfColumn returns a job of 100 million rows that aggregates one column of 20 bits.
func OfColumn(slots int, ops ...gpu.Op) *Job {
	v := gpu.Column{ID: "v", Bytes: 4}
	r := gpu.Request{Rows: 100_000_000, Slots: slots}
	for _, op := range ops {
		r.Aggregates = append(r.Aggregates, gpu.Aggregate{Op: op, Values: &v})
	}
	j := JobOf(&r)
	j.Widths = map[string]int{"v": 20}
	return j
}

func TestStrategyByGroups(t *testing.T) {
	for _, test := range []struct {
		a    gpu.Adapter
		j    *Job
		want string
	}{
		{gputest.Card, OfColumn(6, gpu.Sum), Workgroup.Name},
		{gputest.Card, OfColumn(24_000, gpu.Sum), Workgroup.Name},
		{gputest.Card, OfColumn(24_000, gpu.Sum, gpu.Min, gpu.Max), Partition.Name},
		{gputest.Card, OfColumn(50_000, gpu.Sum), Partition.Name},
		{gputest.Card, OfColumn(4_000_000, gpu.Sum, gpu.Min, gpu.Max), Partition.Name},
		{gputest.Card, OfColumn(4_000_000, gpu.Product, gpu.Sum, gpu.Min, gpu.Max, gpu.Count), Partition.Name},
		{gputest.Card, OfColumn(16_000_000, gpu.Sum, gpu.Min, gpu.Max), Sort.Name},
		{gputest.Card, OfColumn(64_000_000, gpu.Sum), Sort.Name},
		{gputest.Card, OfColumn(1<<28+1, gpu.Sum), Global.Name},
		{gputest.Weak, OfColumn(6, gpu.Sum), Private.Name},
		{gputest.Weak, OfColumn(9, gpu.Sum), Workgroup.Name},
		{gputest.Weak, OfColumn(1_000_000, gpu.Sum), Global.Name}, // too few storage buffers to partition
		{gputest.Software, OfColumn(8, gpu.Sum), Private.Name},
		{gputest.Software, OfColumn(1000, gpu.Sum), Workgroup.Name},
	} {
		if got := StrategyOf(Of(test.j, test.a)); got != test.want {
			t.Errorf("%v over %d slots on %s: %s, want %s", test.j.Aggregates, test.j.Slots, test.a.Class,
				got, test.want)
		}
	}
	few := OfColumn(4_000_000, gpu.Sum)
	few.Rows = 1000
	if got := StrategyOf(Of(few, gputest.Card)); got != Global.Name {
		t.Errorf("a thousand rows over four million slots: %s, want %s", got, Global.Name)
	}
}

// Whatever is asked, the layouts must cover every slot and stay within what the device has.
func TestLayoutsFitTheDevice(t *testing.T) {
	for _, a := range []gpu.Adapter{gputest.Card, gputest.Weak, gputest.Software} {
		a.StorageBuffers = 16
		for _, ops := range [][]gpu.Op{{gpu.Count}, {gpu.Sum}, {gpu.Sum, gpu.Min, gpu.Max},
			{gpu.Product, gpu.Product, gpu.Sum, gpu.Sum, gpu.Count}} {
			for _, slots := range []int{1, 2, 31, 64, 65, 1000, 2048, 2049, 4096, 6145, 70_000, 4_000_000, 1 << 28} {
				j := OfColumn(slots, ops...)
				for _, p := range Of(j, a) {
					checkLayouts(t, p.Pass, j, a)
				}
			}
		}
	}
}

func checkLayouts(t *testing.T, p Pass, j *Job, a gpu.Adapter) {
	t.Helper()
	c := LayCells(p.Words, j.Slots, a)
	if 4*c.Words > int(a.WorkgroupBytes) || p.Words*c.Span*c.Copies > c.Words || c.Span < 1 || c.Copies < 1 ||
		c.Copies&(c.Copies-1) != 0 {
		t.Fatalf("%d words of %d slots: %+v", p.Words, j.Slots, c)
	}
	if places := LayRanks(p.Words); 4*(places*(1+p.Words)+1) > int(a.WorkgroupBytes) || places&(places-1) != 0 {
		t.Fatalf("%d words: %d places of ranks", p.Words, places)
	}
	l, ok := LayPartitions(p, j, a)
	if !ok {
		return
	}
	if l.Parts<<l.Shift < j.Slots || l.Parts > MaxParts || p.Words*(1<<l.Shift/l.Spans)*4 > int(a.WorkgroupBytes) {
		t.Fatalf("%d words of %d slots: %+v", p.Words, j.Slots, l)
	}
	s := LayScatter(l, a)
	bytes := 4 * (3*s.Parts + 2 + s.Tile(1, l) + s.Tile(2, l) + 2*s.Tile(4, l))
	if s.Parts < l.Parts || s.Invocations < 1 || bytes > int(a.WorkgroupBytes) {
		t.Fatalf("%d words of %d slots: %+v, %+v: %d bytes", p.Words, j.Slots, l, s, bytes)
	}
}

func TestPassesShareTheKeys(t *testing.T) {
	j := OfColumn(1000, gpu.Count, gpu.Sum, gpu.Min, gpu.Max, gpu.First, gpu.Last)
	if n := len(Of(j, gputest.Card)); n != 1 {
		t.Errorf("six aggregates of a column take %d passes", n)
	}
	j = &Job{Request: gpu.Request{Rows: 1 << 20, Slots: 100}}
	for _, id := range []string{"a", "b", "c", "d", "e"} {
		j.Aggregates = append(j.Aggregates, gpu.Aggregate{Op: gpu.Sum, Values: &gpu.Column{ID: id, Bytes: 4},
			Valid: &gpu.Bits{ID: id + "?"}})
	}
	seen := map[int]bool{}
	for _, p := range Of(j, gputest.Card) {
		if len(p.Columns) > maxColumns || len(p.Bitmaps) > maxColumns || p.Offset%BindingAlign != 0 {
			t.Errorf("%+v", p)
		}
		for _, m := range p.Measures {
			seen[m.Aggregate] = true
		}
	}
	if len(seen) != 5 {
		t.Errorf("%d of 5 aggregates planned", len(seen))
	}
}

// The accumulators of a pass are bound together.
func TestPassesFitABinding(t *testing.T) {
	j := OfColumn(10_000_000, gpu.Sum, gpu.Min, gpu.Max, gpu.First)
	seen := 0
	for _, p := range Of(j, gputest.Software) {
		if b := p.Bytes(j.Slots); uint64(b) > gputest.Software.MaxBindingBytes {
			t.Errorf("a pass binds %d bytes", b)
		}
		seen += len(p.Measures)
	}
	if seen != 4 {
		t.Errorf("%d of 4 aggregates planned", seen)
	}
}

func TestComposeGroups(t *testing.T) {
	for rows, want := range map[int]uint32{1: 1, 4096: 1, 4097: 2, 1 << 28: 65535} {
		if got := ComposeGroups(rows); got != want {
			t.Errorf("%d rows take %d groups, want %d", rows, got, want)
		}
	}
}

func TestJobNamesItsSlots(t *testing.T) {
	base := reference.Request(100)
	same := reference.Request(100)
	same.Aggregates = nil
	if JobOf(&base).SlotsID() != JobOf(&same).SlotsID() {
		t.Error("the aggregates are no part of the slots")
	}
	for name, change := range map[string]func(*gpu.Request){
		"stride": func(r *gpu.Request) { r.Keys[0].Stride++ },
		"order":  func(r *gpu.Request) { r.Keys[0], r.Keys[1] = r.Keys[1], r.Keys[0] },
		"filter": func(r *gpu.Request) { r.Select = nil },
		"rows":   func(r *gpu.Request) { r.Rows++ },
	} {
		other := reference.Request(100)
		change(&other)
		if JobOf(&base).SlotsID() == JobOf(&other).SlotsID() {
			t.Errorf("another %s has the same slots", name)
		}
	}
}

func TestLoneKeyIsItsOwnSlots(t *testing.T) {
	key := gpu.Column{ID: "k", Bytes: 4}
	for _, test := range []struct {
		r    gpu.Request
		want bool
	}{
		{gpu.Request{Keys: []gpu.Key{{Codes: key, Stride: 1}}}, false},
		{gpu.Request{Keys: []gpu.Key{{Codes: key, Stride: 2}}}, true},
		{gpu.Request{Keys: []gpu.Key{{Codes: key, Stride: 1}}, Select: &gpu.Bits{ID: "s"}}, true},
		{gpu.Request{Keys: []gpu.Key{{Codes: key, Stride: 1}, {Codes: key, Stride: 5}}}, true},
		{gpu.Request{}, true},
	} {
		if got := JobOf(&test.r).Composes(); got != test.want {
			t.Errorf("%d keys: composes %v", len(test.r.Keys), got)
		}
	}
}
