package gpu

import (
	"testing"

	"cardinal/shaders"
)

var (
	card   = Adapter{Class: Discrete, WorkgroupBytes: 48 << 10, MaxInvocations: 1024}
	weak   = Adapter{Class: Integrated, WorkgroupBytes: 16 << 10, MaxInvocations: 256}
	nocard = Adapter{Class: Software, WorkgroupBytes: 32 << 10, MaxInvocations: 1024}
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

func TestStrategy(t *testing.T) {
	for _, test := range []struct {
		a     Adapter
		op    Op
		slots int
		tune  Tuning
		want  string
	}{
		{card, Sum, 1, Tuning{}, Workgroup},
		{card, Sum, 4 * 6144, Tuning{}, Workgroup},
		{card, Sum, 4*6144 + 1, Tuning{}, Global},
		{card, Count, 4 * 12287, Tuning{}, Workgroup},
		{weak, Sum, 4 * 2048, Tuning{}, Workgroup},
		{weak, Sum, 4*2048 + 1, Tuning{}, Global},
		{nocard, Sum, 4096, Tuning{}, Workgroup},
		{nocard, Sum, 4097, Tuning{}, Global},
		{card, Sum, 1, Tuning{Strategy: Global}, Global},
		{card, Sum, 1_000_000, Tuning{Strategy: Workgroup}, Workgroup},
		{card, Sum, 1_000_000_000, Tuning{Strategy: Workgroup}, Global}, // more spans than a grid has rows
	} {
		if got := strategy([]Op{Count, test.op}, test.slots, test.a, test.tune); got != test.want {
			t.Errorf("%s over %d slots on %s: %s, want %s", test.op, test.slots, test.a.Class, got, test.want)
		}
	}
}

// Whatever is asked, a plan must cover every slot and every row, and stay within what the device takes.
func TestPlansFitTheDevice(t *testing.T) {
	for _, a := range []Adapter{card, weak, nocard} {
		for _, where := range []string{Workgroup, Global} {
			for _, op := range []Op{Count, Sum, Min, Max} {
				for _, rows := range []int{1, 255, 256, 257, 1 << 20, 1 << 28} {
					for _, slots := range []int{1, 2, 31, 64, 65, 1000, 2048, 2049, 4095, 4096, 6144, 6145, 70_000, 4_000_000} {
						for _, tune := range []Tuning{{}, {Invocations: 2048, Groups: 1 << 20, Copies: 64}, {Invocations: 32, Groups: 1, Copies: 1}} {
							checkPlan(t, planAggregate(where, op, rows, slots, a, tune), op, slots, a)
						}
					}
				}
			}
		}
	}
}

func checkPlan(t *testing.T, d dispatch, op Op, slots int, a Adapter) {
	t.Helper()
	if d.groups < 1 || d.groups > maxGroups || d.spans < 1 || d.spans > maxGroups {
		t.Fatalf("%+v: a grid of %d x %d", d, d.groups, d.spans)
	}
	if d.invocations < 1 || d.invocations > a.MaxInvocations {
		t.Fatalf("%+v: %d invocations, the device has %d", d, d.invocations, a.MaxInvocations)
	}
	if d.kernel == shaders.Global {
		return
	}
	if int(d.span)*int(d.spans) < slots {
		t.Fatalf("%+v: does not cover %d slots", d, slots)
	}
	if int(d.span)*int(d.spans-1) >= slots {
		t.Fatalf("%+v: a span without slots; %d slots", d, slots)
	}
	if d.copies < 1 || d.copies&(d.copies-1) != 0 || d.span*d.copies > d.cells {
		t.Fatalf("%+v: %d copies", d, d.copies)
	}
	words := d.cells + 1
	if op == Sum {
		words = 2 * d.cells
	}
	if words*4 > a.WorkgroupBytes {
		t.Fatalf("%+v: %d bytes of workgroup memory, the device has %d", d, words*4, a.WorkgroupBytes)
	}
}

func TestFewSlotsAreCopied(t *testing.T) {
	for slots, want := range map[int]uint32{1: 32, 64: 32, 65: 16, 1000: 2, 1025: 1, 6144: 1} {
		if d := planAggregate(Workgroup, Sum, 1<<20, slots, card, Tuning{}); d.copies != want {
			t.Errorf("%d slots have %d copies, want %d", slots, d.copies, want)
		}
	}
}

func TestComposeGroups(t *testing.T) {
	for rows, want := range map[int]uint32{1: 1, 1024: 1, 1025: 2, 1 << 28: 65535} {
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
	key := Column{ID: "k"}
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
