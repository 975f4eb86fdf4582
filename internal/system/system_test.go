package system

import (
	"runtime"
	"testing"
	"time"
)

// The clock tells moments apart that are a microsecond apart: Go's own does not on Windows.
func TestClockIsFine(t *testing.T) {
	begin, last, ticks := time.Now(), Now(), 0
	for range 10_000_000 {
		if now := Now(); now > last {
			last = now
			ticks++
		} else if now < last {
			t.Fatalf("the clock went back from %d to %d", last, now)
		}
		if ticks == 1000 {
			return
		}
	}
	t.Errorf("the clock advanced %d times in %s", ticks, time.Since(begin))
}

// A moment counts nanoseconds: Go's clock agrees over a pause, in one of some tries on a busy machine.
func TestClockCountsNanoseconds(t *testing.T) {
	for try := range 20 {
		begin, start := time.Now(), Now()
		time.Sleep(100 * time.Millisecond)
		ours, theirs := Since(start), time.Since(begin)
		if Now().Sub(start) < ours {
			t.Fatal("a later moment is nearer")
		}
		if (ours - theirs).Abs() <= 40*time.Millisecond {
			return
		}
		t.Logf("try %d: %s have passed, and by Go's clock %s", try, ours, theirs)
	}
	t.Error("the clocks never agree")
}

func TestMemory(t *testing.T) {
	free, known := FreeMemory()
	switch runtime.GOOS {
	case "linux", "darwin", "windows":
		if !known {
			t.Fatal("the memory is not known")
		}
	default:
		return // which do not tell
	}
	if free < 1<<20 || free > 1<<50 {
		t.Errorf("%d bytes are free", free)
	}
}
