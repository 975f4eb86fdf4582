package device

import (
	"errors"
	"slices"
	"testing"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/wire"
)

func TestLeastRecentlyUsedGoFirst(t *testing.T) {
	var dropped []string
	r := newResidents(30, func(s string) { dropped = append(dropped, s) })
	for _, id := range []string{"a", "b", "c"} {
		r.begin()
		if err := r.reserve(10); err != nil {
			t.Fatal(err)
		}
		r.put(id, id, 10, 1)
	}
	r.begin()
	r.touch("a")
	if err := r.reserve(15); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(dropped, []string{"b", "c"}) || r.bytes != 10 {
		t.Errorf("dropped %v, %d bytes left", dropped, r.bytes)
	}
}

func TestWhatARequestTouchesStays(t *testing.T) {
	r := newResidents(30, func(string) {})
	r.begin()
	r.put("a", "a", 10, 1)
	r.put("b", "b", 10, 1)
	if err := r.reserve(20); !errors.Is(err, gpu.ErrMemory) {
		t.Errorf("got %v, want ErrMemory", err)
	}
	if len(r.entries) != 2 {
		t.Errorf("%d columns left", len(r.entries))
	}
	r.begin()
	if err := r.reserve(30); err != nil || r.bytes != 0 {
		t.Errorf("the next request: %v, %d bytes", err, r.bytes)
	}
}

func TestClearDropsAll(t *testing.T) {
	dropped := 0
	r := newResidents(100, func(int) { dropped++ })
	r.put("a", 1, 10, 1)
	r.put("b", 2, 20, 1)
	if got := r.changes(); got["a"] != 10 || got["b"] != 20 || len(got) != 2 {
		t.Errorf("what came: %v", got)
	}
	r.clear()
	if got := r.changes(); got["a"] != wire.Departed || got["b"] != wire.Departed || len(r.changes()) != 0 {
		t.Errorf("what went: %v", got)
	}
	if dropped != 2 || r.bytes != 0 || len(r.entries) != 0 {
		t.Errorf("%d dropped, %d bytes, %d entries", dropped, r.bytes, len(r.entries))
	}
}
