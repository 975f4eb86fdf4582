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

// A moment counts nanoseconds: Go's clock agrees over a pause.
func TestClockCountsNanoseconds(t *testing.T) {
	begin, start := time.Now(), Now()
	time.Sleep(100 * time.Millisecond)
	ours, theirs := Since(start), time.Since(begin)
	if apart := (ours - theirs).Abs(); apart > 40*time.Millisecond {
		t.Errorf("%s have passed, and by Go's clock %s", ours, theirs)
	}
	if Now().Sub(start) < ours {
		t.Error("a later moment is nearer")
	}
}

func TestMemory(t *testing.T) {
	free, known := FreeMemory()
	total, also := TotalMemory()
	switch runtime.GOOS {
	case "linux", "darwin", "windows":
		if !known || !also {
			t.Fatal("the memory is not known")
		}
	default:
		return // which do not tell
	}
	if free < 1<<20 || free > total || total < 64<<20 || total > 1<<50 {
		t.Errorf("%d of %d bytes are free", free, total)
	}
}
