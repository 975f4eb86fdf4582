package gpu

import "testing"

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
