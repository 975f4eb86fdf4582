package dispatch

import (
	"math"
	"testing"
)

func TestPenalty(t *testing.T) {
	for g, want := range map[int]float64{50: 1.015, 144: 1.042, 800: 1.234, 2000: 6.836, 10000: 78.125} {
		if got := Penalty(g, 1024); math.Abs(got-want) > 0.0005 {
			t.Errorf("penalty of %d groups = %.4f, want %.3f", g, got, want)
		}
	}
}

// The walk-through of the document: GROUP BY region, quarter on 500,000 rows with 144 groups scores 2.1 on a
// discrete GPU, and then the precision gate decides.
func TestWalkThrough(t *testing.T) {
	d := Device{Class: "discrete", Vendor: "nvidia", WorkgroupBytes: 16 << 10, BufferBytes: 1 << 30}
	f := Defaults.Score(Work{Rows: 500_000, Groups: 144}, d, SlotLimit(d, 4))
	if got := f.Score(); math.Abs(got-2.1) > 0.05 {
		t.Errorf("score %.3f of %+v, want 2.1", got, f)
	}
	if SlotLimit(d, 4) != 1024 || SlotLimit(d, 8) != 512 {
		t.Errorf("slot limits %d and %d, want 1024 for one accumulator and 512 for two", SlotLimit(d, 4), SlotLimit(d, 8))
	}
}

func TestSoftwareNeverWins(t *testing.T) {
	d := Device{Class: "software", WorkgroupBytes: 32 << 10}
	f := Defaults.Score(Work{Rows: math.MaxInt32, Groups: 2, Resident: true}, d, SlotLimit(d, 2))
	if f.Score() > 1 {
		t.Errorf("a software device scores %.2f", f.Score())
	}
}
