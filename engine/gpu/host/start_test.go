package host

import (
	"testing"
	"time"
)

func TestBackoffDoublesUpToAMinute(t *testing.T) {
	b := newBackoff()
	now := time.Unix(1000, 0)
	for _, want := range []int{1, 2, 4, 8, 16, 32, 60, 60} {
		b.fail(now)
		if got := b.remaining(now); got != time.Duration(want)*time.Second {
			t.Errorf("waits %v, want %d s", got, want)
		}
	}
	if b.remaining(now.Add(time.Minute)) != 0 {
		t.Error("still waits after a minute")
	}
	b.succeed()
	if b.remaining(now) != 0 {
		t.Error("waits after a success")
	}
	b.fail(now)
	if b.remaining(now) != time.Second {
		t.Error("does not begin anew after a success")
	}
}
