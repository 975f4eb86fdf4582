package offload

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"cardinal/engine/choice/cost"
	"cardinal/engine/choice/estimate"
	"cardinal/profiler"
)

// TestPenalty computes the worked penalties of "The GROUP BY problem on GPUs", to the digit.
func TestPenalty(t *testing.T) {
	for g, want := range map[int]string{50: "1.015", 144: "1.042", 800: "1.234", 2000: "6.836", 10_000: "78.125",
		1024: "1.300", 4096: "14.000"} {
		if got := fmt.Sprintf("%.3f", Penalty(g, 1024)); got != want {
			t.Errorf("penalty of %d groups = %s, want %s", g, got, want)
		}
	}
	// just beyond the limit, and beyond four times the limit
	if Penalty(1025, 1024) < 3.5 || Penalty(4097, 1024) < 32 {
		t.Errorf("penalties %.3f and %.3f behind the two steps", Penalty(1025, 1024), Penalty(4097, 1024))
	}
}

var discrete = Card{Class: "discrete", Vendor: "nvidia", WorkgroupBytes: 16 << 10, BufferBytes: 1 << 30}

// TestWalkThrough scores the article's GROUP BY region, quarter with SUM(revenue) over 500,000 rows: a sample of 142
// pairs, 8 seen once and 14 twice, makes 144 groups, a penalty of 1.042 and a score of 2.1, and then the precision gate
// decides.
func TestWalkThrough(t *testing.T) {
	groups := estimate.Chao1(142, 8, 14)
	if groups != 144 {
		t.Fatalf("%d groups, want 144", groups)
	}
	q := question{
		Shape: cost.Shape{Rows: 500_000, Keys: 2, Accs: 2, Asked: 1, Groups: groups, Slots: 160, Threads: 2,
			Upload: 3_000_000, Bytes: 3_000_000, Absent: 3, Columns: 3},
		Device: discrete, Cores: 2,
		Gates: []profiler.Gate{{Name: "precision",
			Detail: "revenue adds up to more than the accumulator holds exactly"}, {Name: "memory", Pass: true,
			Detail: "it fits"}},
	}
	d := decide(&cost.DefaultMachine, &q)
	if got := fmt.Sprintf("%.3f %.1f", d.Factors.Cardinality, d.Score); d.SlotLimit != 1024 || got != "1.042 2.1" {
		t.Errorf("limit %d, penalty and score %s of %+v, want 1024 and 1.042 2.1", d.SlotLimit, got, d.Factors)
	}
	want := "a score of 2.11 speaks for the GPU, but revenue adds up to more than the accumulator holds exactly, so " +
		"the processor runs it: "
	if d.Tier == GPU || !strings.HasPrefix(d.Reason(), want) {
		t.Errorf("with revenue: on %s, %q, want the processor, and %q", d.Tier, d.Reason(), want)
	}
	q.Gates[0].Pass = true
	if d := decide(&cost.DefaultMachine, &q); d.Tier != GPU ||
		!strings.HasPrefix(d.Reason(), "a score of 2.11 speaks for the GPU: ") {
		t.Errorf("with quantity: on %s, %q, want the GPU", d.Tier, d.Reason())
	}
}

// The document's other three examples: 800 groups still go to the GPU, 2,000 and 10,000 do not.
func TestScoresOfTheDocument(t *testing.T) {
	for groups, gpu := range map[int]bool{50: true, 800: true, 2000: false, 10_000: false} {
		f := Defaults.Score(Work{Rows: 500_000, Groups: groups}, discrete, 1024)
		if (f.Score() > 1) != gpu {
			t.Errorf("%d groups score %.3f, for the GPU: %v", groups, f.Score(), gpu)
		}
	}
}

func TestSlotLimit(t *testing.T) {
	if one, two := SlotLimit(discrete, 1), SlotLimit(discrete, 2); one != 1024 || two != 512 {
		t.Errorf("slot limits %d and %d, want 1024 for one accumulator and 512 for two", one, two)
	}
	if got := SlotLimit(Card{}, 1); got != 1024 {
		t.Errorf("slot limit %d without a device, want the article's", got)
	}
}

func TestFactors(t *testing.T) {
	for name, c := range map[string][2]float64{
		"rows at the break-even":         {Defaults.RowsFactor(50_000, "discrete"), 1},
		"rows at ten times that":         {Defaults.RowsFactor(500_000, "discrete"), 2},
		"hardly any rows":                {Defaults.RowsFactor(100, "discrete"), 0.01},
		"no rows":                        {Defaults.RowsFactor(0, "discrete"), 0.01},
		"an integrated device":           {Defaults.ClassFactor("integrated"), 0.6},
		"no device":                      {Defaults.ClassFactor(""), 0},
		"a vendor without tuning":        {Defaults.VendorFactor("acme"), 1},
		"resident":                       {Defaults.ResidencyFactor(true), 1.25},
		"to be sent":                     {Defaults.ResidencyFactor(false), 1},
		"within the largest buffer":      {BufferFactor(1<<20, 1<<30), 1},
		"a third more than the buffer":   {BufferFactor(4<<20, 3<<20), 0.75},
		"many times the largest buffer":  {BufferFactor(1<<40, 1<<30), 0.5},
		"a device that tells no largest": {BufferFactor(1<<40, 0), 1},
	} {
		if math.Abs(c[0]-c[1]) > 1e-9 {
			t.Errorf("%s: %.4f, want %.4f", name, c[0], c[1])
		}
	}
}

func TestSoftwareNeverWins(t *testing.T) {
	d := Card{Class: "software", WorkgroupBytes: 32 << 10}
	f := Defaults.Score(Work{Rows: math.MaxInt32, Groups: 2, Resident: true}, d, SlotLimit(d, 2))
	if f.Score() > 1 {
		t.Errorf("a software device scores %.2f", f.Score())
	}
}

// 500,000 rows score 2.2 before the penalty, which stays below that up to the slot limit; ten times the rows score 3.3,
// too little for the 3.5 behind it, and 2^31 rows 6.2, which is the penalty of 1,812 groups.
func TestScoreTurns(t *testing.T) {
	for rows, want := range map[int]int{500_000: 1024, 5_000_000: 1024, 1 << 31: 1812} {
		score := func(groups int) float64 {
			return Defaults.Score(Work{Rows: rows, Groups: groups}, discrete, 1024).Score()
		}
		if score(want) <= 1 || score(want+1) > 1 {
			t.Errorf("%d rows score %.3f at %d groups and %.3f at one more, want the score to turn there", rows,
				score(want), want, score(want+1))
		}
	}
	if score := Defaults.Score(Work{Rows: 10_000, Groups: 1}, discrete, 1024).Score(); score > 1 {
		t.Errorf("10,000 rows score %.3f", score)
	}
}
