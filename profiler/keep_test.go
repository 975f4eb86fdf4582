package profiler

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// kept returns a history that is written to path.
func kept(path string) *History {
	h := &History{}
	h.Persist(path)
	return h
}

func TestHistoryOnDisk(t *testing.T) {
	path := filepath.Join(t.TempDir(), "made", "history.json")
	h := kept(path)
	q := NewFingerprint("a.csv 10 2026", []string{"x"}, "")
	passing := NewFingerprint("t1", []string{"x"}, "")
	passing.Transient = true
	h.Add(q, ran(42, "serial", 2), "model", Timed{1, 2}, Timed{})
	h.Add(passing, ran(43, "serial", 2), "model", Timed{1, 2}, Timed{})
	h.Flush()
	h.Flush() // there is nothing more to write
	back := kept(path)
	if n, known := back.Groups(q, 1000); !known || n != 42 || !near(back.Correction(q, "serial", "model").Of(4),
		math.Sqrt2) {
		t.Errorf("read back: %d groups, %v", n, known)
	}
	if len(back.entries) != 1 || len(h.entries) != 2 {
		t.Errorf("%d runs are in the file and %d in memory", len(back.entries), len(h.entries))
	}
	if _, known := h.Groups(passing, 1000); !known {
		t.Error("a table without a file is not remembered in memory")
	}
	if left, _ := os.ReadDir(filepath.Dir(path)); len(left) != 1 {
		t.Errorf("files beside the history: %v", left)
	}
}

// TestTwoWindows keep one file: neither loses what the other wrote.
func TestTwoWindows(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history.json")
	a, b := kept(path), kept(path)
	for i, h := range []*History{a, b, a} {
		h.Add(NewFingerprint("a.csv", []string{fmt.Sprint(i)}, ""), ran(i, "serial", 1), "model", Timed{1, 1}, Timed{})
		h.Flush()
	}
	if n := len(kept(path).entries); n != 3 {
		t.Errorf("%d runs are left", n)
	}
}

func TestDamagedHistory(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history.json")
	if err := os.WriteFile(path, []byte(`[{"groups": 4`), 0o600); err != nil {
		t.Fatal(err)
	}
	h := kept(path)
	if len(h.entries) != 0 {
		t.Error("a damaged file is read")
	}
	q := NewFingerprint("a.csv", nil, "")
	h.Add(q, ran(4, "serial", 1), "model", Timed{1, 1}, Timed{})
	h.Flush()
	if _, known := kept(path).Groups(q, 1000); !known {
		t.Error("a damaged file is not replaced")
	}
}

func TestHistoryFileIsBounded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history.json")
	h := kept(path)
	for i := range maxEntries + 100 {
		h.Add(NewFingerprint("a.csv", []string{fmt.Sprint(i)}, ""), ran(i, "serial", 1), "model", Timed{1, 1}, Timed{})
	}
	h.Flush()
	past := kept(path).entries
	if len(past) != maxEntries || past[len(past)-1].Groups != maxEntries+99 {
		t.Errorf("%d runs are in the file", len(past))
	}
}

// TestHistoryWithoutAPlace keeps what cannot be written, in memory and for the next try.
func TestHistoryWithoutAPlace(t *testing.T) {
	dir := t.TempDir()
	blocked := filepath.Join(dir, "file")
	if err := os.WriteFile(blocked, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(blocked, "history.json")
	h := kept(path)
	q := NewFingerprint("a.csv", nil, "")
	h.Add(q, ran(4, "serial", 1), "model", Timed{1, 1}, Timed{})
	h.Flush()
	if _, known := h.Groups(q, 1000); !known {
		t.Error("it is forgotten")
	}
	if err := os.Remove(blocked); err != nil {
		t.Fatal(err)
	}
	h.Flush()
	if _, known := kept(path).Groups(q, 1000); !known {
		t.Error("it is never written")
	}
}

// TestImpossibleHistory reads runs that cannot have been, among one that can.
func TestImpossibleHistory(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history.json")
	entry := func(question, rest string) string {
		return `{"source": "a.csv", "fields": "` + question + `", ` + rest + `}`
	}
	text := "[" + strings.Join([]string{
		entry("below zero", `"groups": -1, "tier": "serial", "tier_ms": 1, "predicted_ms": 1`),
		entry("more than rows", `"groups": 4000000000, "tier": "serial", "tier_ms": 1, "predicted_ms": 1`),
		entry("beyond all", `"groups": 1e30`),
		entry("none of some rows", `"groups": 0`),
		entry("a text", `"groups": "many"`),
		entry("time below zero", `"groups": 5, "tier": "serial", "tier_ms": -1, "predicted_ms": 1, "model": "m"`),
		entry("endless", `"groups": 5, "tier": "serial", "tier_ms": 1e300, "predicted_ms": 1, "model": "m"`),
		entry("no number", `"groups": 5, "tier": "serial", "tier_ms": 1e999`),
		`7`, `null`, `[]`,
		entry("good", `"groups": 5, "tier": "serial", "tier_ms": 2, "predicted_ms": 1, "model": "m"`),
	}, ",\n") + "]"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	h := kept(path)
	for _, name := range []string{"below zero", "more than rows", "beyond all", "none of some rows", "a text",
		"time below zero", "endless", "no number"} {
		if n, known := h.Groups(Fingerprint{Source: "a.csv", Fields: name}, 400_000); known {
			t.Errorf("%s: %d groups are known", name, n)
		}
	}
	good := Fingerprint{Source: "a.csv", Fields: "good"}
	if n, known := h.Groups(good, 400_000); !known || n != 5 {
		t.Errorf("%d groups, %v", n, known)
	}
	if got := h.Correction(good, "serial", "m").Of(4); !near(got, math.Sqrt2) {
		t.Errorf("the correction is %v", got)
	}
}
