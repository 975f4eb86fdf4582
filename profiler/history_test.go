package profiler

import (
	"fmt"
	"math"
	"sync"
	"testing"
)

func ran(groups int, tier string, ms float64) *Record {
	return &Record{GroupsActual: groups, Tier: tier, TierMS: ms}
}

func TestHistoryCorrects(t *testing.T) {
	var h History
	q := NewFingerprint("flights.parquet 13493022 2026-11-21", []string{"origin", "year(date)"}, "")
	if h.Knows(q.Source) {
		t.Error("an empty history knows a file")
	}
	if _, known := h.Groups(q, 1000); known || h.Correction(q, "workers", "model").Of(4) != 1 {
		t.Error("an empty history knows something")
	}
	h.Add(q, ran(700, "workers", 6), "model", Timed{3, 6}, Timed{})
	h.Add(q, ran(701, "workers", 30), "model", Timed{10, 30}, Timed{}) // the file's last answer counts
	h.Add(q, ran(701, "workers", 8), "model", Timed{4, 8}, Timed{})
	if n, known := h.Groups(NewFingerprint(q.Source, []string{"year(date)", "origin"}, ""), 1000); !known || n != 701 {
		t.Errorf("the same fields in another order: %d groups, %v", n, known)
	}
	if !h.Knows(q.Source) || h.Knows("other.csv") {
		t.Error("the history does not know the file of its runs, or knows another one")
	}
	if got := h.Correction(q, "workers", "model").Of(4); !near(got, math.Pow(2, 3.0/4)) {
		t.Errorf("correction %v of ratios 2, 3 and 2, want their median, drawn towards 1 by one run", got)
	}
	if got := h.Correction(q, "gpu", "model").Of(4); got != 1 {
		t.Errorf("another tier is corrected by %v", got)
	}
	filtered := NewFingerprint(q.Source, []string{"origin", "year(date)"}, "delay > 0")
	if _, known := h.Groups(filtered, 1000); known {
		t.Error("another filter has the same groups")
	}
	if got := h.Correction(filtered, "workers", "model").Of(4); !near(got, math.Sqrt2) {
		t.Errorf("another filter of the same file: correction %v, want the file's 2, drawn towards 1 by three runs",
			got)
	}
	if got := h.Correction(filtered, "workers", "model").Of(400); got != 1 {
		t.Errorf("runs of some milliseconds correct one of 400 by %v", got)
	}
	if got := h.Correction(q, "workers", "model").Of(400); !near(got, math.Pow(2, 3.0/4)) {
		t.Errorf("runs of the same pivot correct it by %v", got)
	}
	if got := h.Correction(NewFingerprint("other.csv", nil, ""), "workers", "model").Of(4); got != 1 {
		t.Errorf("another file is corrected by %v", got)
	}
}

// TestHistoryLearnsSending wants what sending columns took learnt by itself: of any file, and not of the rest
// of the run.
func TestHistoryLearnsSending(t *testing.T) {
	var h History
	q := NewFingerprint("a.csv", []string{"x"}, "")
	h.Add(q, ran(7, "gpu", 82), "model", Timed{4, 4}, Timed{50, 75})
	h.Add(q, ran(7, "gpu", 4), "model", Timed{4, 4}, Timed{})
	h.Add(q, ran(7, "gpu", 4), "model", Timed{4, 4}, Timed{PredictedMS: 50}) // the columns came before it
	if got := h.Sending("gpu", "model"); !near(got, math.Pow(1.5, 1.0/4)) {
		t.Errorf("sending is corrected by %v, want 1.5 drawn towards 1 by three runs", got)
	}
	if got := h.Correction(q, "gpu", "model").Of(4); got != 1 {
		t.Errorf("the rest is corrected by %v", got)
	}
	for _, c := range [][2]string{{"gpu", "measured"}, {"workers", "model"}} {
		if got := h.Sending(c[0], c[1]); got != 1 {
			t.Errorf("sending of %v is corrected by %v", c, got)
		}
	}
}

// TestHistoryOfManyFiles wants what the runs of each file say among those of others, even beyond the cut that limits
// the history, and nothing of runs that lie too far back.
func TestHistoryOfManyFiles(t *testing.T) {
	var h History
	file := func(i int) Fingerprint { return NewFingerprint(fmt.Sprint(i, ".csv"), []string{"x"}, "") }
	last := 2*maxEntries + 100
	for i := range last + 1 {
		sending := Timed{}
		if i == last-10 || i == 1 {
			sending = Timed{50, 75}
		}
		h.Add(file(i), ran(7, "gpu", 20), "model", Timed{10, 20}, sending)
	}
	if len(h.entries) >= 2*maxEntries {
		t.Fatalf("%d runs are remembered: nothing was cut", len(h.entries))
	}
	for back, want := range map[int]bool{0: true, 10: true, lookBack - 1: true, lookBack: false, 2 * maxEntries: false,
		-1: false} {
		c := h.Correction(file(last-back), "gpu", "model")
		if c.None() == want || want != (c.Of(10) != 1) {
			t.Errorf("%d runs back: nothing is known: %v, corrected by %v", back, c.None(), c.Of(10))
		}
	}
	if got := h.Sending("gpu", "model"); !near(got, math.Pow(1.5, 1.0/4)) {
		t.Errorf("sending is corrected by %v, want 1.5 drawn towards 1 by three runs", got)
	}
	for i := range lookBack {
		h.Add(file(i), ran(7, "gpu", 20), "model", Timed{10, 20}, Timed{})
	}
	if got := h.Sending("gpu", "model"); got != 1 {
		t.Errorf("sending that lies too far back corrects by %v", got)
	}
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

func TestHistoryIsBounded(t *testing.T) {
	var h History
	q := NewFingerprint("a.csv", []string{"x"}, "")
	h.Add(q, ran(1, "serial", 500), "model", Timed{1, 500}, Timed{}) // 500 times too slow: the machine slept
	if got := h.Correction(q, "serial", "model").Of(4); !near(got, 2) {
		t.Errorf("correction %v, want that of 4 times", got)
	}
	h.Add(q, ran(1, "gpu", 0.01), "model", Timed{0.02, 0.01}, Timed{})
	if got := h.Correction(q, "gpu", "model").Of(4); got != 1 {
		t.Errorf("some microseconds correct by %v", got)
	}
	for i := range 2 * maxEntries {
		h.Add(NewFingerprint("a.csv", []string{fmt.Sprint(i)}, ""), ran(i, "serial", 1), "model", Timed{1, 1}, Timed{})
	}
	past := h.entries
	if len(past) < maxEntries || len(past) > 2*maxEntries || past[len(past)-1].Groups != 2*maxEntries-1 {
		t.Errorf("%d runs are remembered, the last with %d groups", len(past), past[len(past)-1].Groups)
	}
	for i := range 2 * maxEntries {
		q := NewFingerprint("a.csv", []string{fmt.Sprint(i)}, "")
		groups, known := h.Groups(q, 1<<20)
		if want := i > 0 && i > 2*maxEntries-1-len(past); known != want || want && groups != i {
			t.Errorf("run %d: %d groups, known: %v, want %v", i, groups, known, want)
		}
	}
	h.Add(NewFingerprint("a.csv", []string{"999"}, ""), ran(2000, "serial", 1), "model", Timed{1, 1}, Timed{})
	if groups, known := h.Groups(NewFingerprint("a.csv", []string{"999"}, ""), 1000); !known || groups != 999 {
		t.Errorf("%d groups, want the 999 before a number that so many rows cannot have", groups)
	}
}

// TestModels mixes runs that two calibrations foresaw: each corrects its own predictions, and both know the groups.
func TestModels(t *testing.T) {
	var h History
	q := NewFingerprint("a.csv", []string{"x"}, "")
	h.Add(q, ran(7, "serial", 20), "shipped", Timed{10, 20}, Timed{})
	h.Add(q, ran(7, "serial", 20), "measured", Timed{25, 20}, Timed{})
	for model, want := range map[string]float64{"shipped": math.Sqrt(2), "measured": math.Sqrt(0.8), "another": 1} {
		if got := h.Correction(q, "serial", model).Of(4); !near(got, want) {
			t.Errorf("%s: %v, want %v", model, got, want)
		}
	}
	if n, known := h.Groups(q, 1000); !known || n != 7 {
		t.Errorf("%d groups, %v", n, known)
	}
}

func TestHistoryFromManyGoroutines(t *testing.T) {
	var h History
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			q := NewFingerprint("a.csv", []string{fmt.Sprint(i)}, "")
			for range maxEntries / 8 { // none is forgotten
				h.Add(q, ran(i+1, "serial", 1), "model", Timed{1, 1}, Timed{})
				h.Correction(q, "serial", "model").Of(4)
				h.Groups(q, 1000)
			}
		})
	}
	wg.Wait()
	for i := range 8 {
		q := NewFingerprint("a.csv", []string{fmt.Sprint(i)}, "")
		if n, known := h.Groups(q, 1000); n != i+1 || !known {
			t.Errorf("%d groups of key %d, %v", n, i, known)
		}
	}
	if got := h.Correction(NewFingerprint("a.csv", []string{"0"}, ""), "serial", "model").Of(4); !near(got, 1) {
		t.Errorf("exact predictions are corrected by %v", got)
	}
}
