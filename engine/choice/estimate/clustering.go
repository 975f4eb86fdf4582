package estimate

import (
	"slices"

	"cardinal/data"
	"cardinal/engine/key"
	"cardinal/profiler"
)

const (
	maxWindows = 16
	windowRows = 128
)

// Clustering measures how key k is clustered among the selected rows; nil selects all rows. It reads windows of
// neighbouring rows at random places under a fixed seed. A run ends at the end of its window, so that RunLength is at
// most windowRows. The measures are those of Cieslewicz and Ross, "Adaptive aggregation on chip multiprocessors"
// (VLDB 2007).
func Clustering(k *key.Composite, selected data.Bitmap) profiler.Clustering {
	var p profiler.Clustering
	if k.Rows == 0 {
		return p
	}
	s := takeScratch()
	defer s.release()
	starts := slices.Clone(s.draw(k.Rows, nil, min(1, 4*maxWindows/float64(k.Rows))))
	// In a table with fewer rows than all windows together, only the window at its beginning is read.
	if len(starts) == 0 || k.Rows <= maxWindows*windowRows {
		starts = []uint32{0}
	}
	windows := min(maxWindows, len(starts))
	keys, ends := room(&s.windows, windows*windowRows)[:0], make([]int, windows)
	for i := range windows {
		keys = s.appendWindow(keys, k, int(starts[i*len(starts)/windows]), selected)
		ends[i] = len(keys)
	}
	if p.Rows = len(keys); p.Rows == 0 {
		return p
	}
	runs, again, from := 0, 0, 0
	firsts := room(&s.firsts, len(keys))[:0] // of each window
	p.DomainShare = 1
	extent := uint64(0)
	for _, end := range ends {
		if window := keys[from:end]; len(window) > 0 {
			r, a := countRuns(window, &firsts)
			runs, again, extent = runs+r, again+a, extent+slices.Max(window)-slices.Min(window)
		}
		from = end
	}
	if slotsFit(k) {
		p.DomainShare = float64(extent) / float64(len(ends)) / float64(k.Slots)
	}
	n := float64(p.Rows)
	most, shared := s.heaviest(keys, firsts, windows)
	p.RunLength, p.HeavyHitter, p.Heaviest, p.Locality = n/float64(runs), float64(most)/n, float64(shared)/n,
		float64(again)/n
	return p
}

// countRuns returns the number of runs of equal keys in a window, and the number of rows whose key occurs earlier in
// the window. It appends each distinct key of the window to firsts.
func countRuns(keys []uint64, firsts *[]uint64) (runs, again int) {
	var table [2 * windowRows]uint64
	var used [2 * windowRows]bool
	for j, v := range keys {
		if j == 0 || v != keys[j-1] {
			runs++
		}
		at := key.Mix(v) >> 56
		for used[at] && table[at] != v {
			at = (at + 1) % uint64(len(table))
		}
		if used[at] {
			again++
		} else {
			*firsts = append(*firsts, v)
		}
		table[at], used[at] = v, true
	}
	return runs, again
}

// appendWindow appends the keys of at most windowRows selected rows, beginning at start. It reads at most
// 64*windowRows rows.
func (s *scratch) appendWindow(keys []uint64, k *key.Composite, start int, selected data.Bitmap) []uint64 {
	if selected == nil && slotsFit(k) {
		var slots [windowRows]uint32
		n := min(windowRows, k.Rows-start)
		k.SlotsAt(slots[:n], start)
		for _, slot := range slots[:n] {
			keys = append(keys, uint64(slot))
		}
		return keys
	}
	rows := make([]uint32, 0, windowRows)
	for row := start; row < min(k.Rows, start+64*windowRows) && len(rows) < windowRows; row++ {
		if selected.Get(row) {
			rows = append(rows, uint32(row))
		}
	}
	if slotsFit(k) {
		var slots [windowRows]uint32
		k.SlotsOf(slots[:len(rows)], rows)
		for _, slot := range slots[:len(rows)] {
			keys = append(keys, uint64(slot))
		}
		return keys
	}
	return append(keys, s.keysOf(k, rows)...)
}

// heaviest returns how often the most frequent key occurs. shared leaves out the keys that occur in only one of several
// windows. firsts has the distinct keys of each window. Both lists are overwritten.
func (s *scratch) heaviest(keys, firsts []uint64, windows int) (most, shared uint32) {
	_, counts := s.tallyByHash(keys)
	s.times = append(s.times[:0], counts...)
	_, met := s.tallyByHash(firsts) // counts windows by key, in the same order as counts
	for i, n := range s.times {
		most = max(most, n)
		if met[i] > 1 || windows == 1 {
			shared = max(shared, n)
		}
	}
	return most, shared
}

// slotsFit reports whether the slots of a key fit 32 bits.
func slotsFit(k *key.Composite) bool { return k.Slots <= 1<<32 }
