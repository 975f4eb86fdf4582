package profiler

import (
	"encoding/json"
	"math"
	"time"

	"cardinal/internal/localfile"
)

// HistoryPath returns the path of the history's file in the user's cache folder. It returns an error if the user has
// no such folder.
func HistoryPath() (string, error) {
	return localfile.CachePath("history.json")
}

// saveDelay is how long runs are collected before they are written.
const saveDelay = 3 * time.Second

// Persist reads the history of earlier runs of the program from a file. From then on, entries are written to
// the file some seconds after Add, on another goroutine. A missing or damaged file counts as empty.
func (h *History) Persist(path string) {
	earlier := read(path)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.path = path
	h.setEntries(append(earlier, h.entries...))
}

// saveSoon calls Flush after saveDelay. mu must be locked.
func (h *History) saveSoon() {
	if !h.saving {
		h.saving = true
		time.AfterFunc(saveDelay, h.Flush)
	}
}

// Flush writes the entries that are not in the file yet. It adds them to the present content of the file, which
// another window may have written. Entries that cannot be written are kept for the next Flush.
func (h *History) Flush() {
	h.writing.Lock()
	defer h.writing.Unlock()
	h.mu.Lock()
	path, fresh := h.path, h.fresh
	h.fresh, h.saving = nil, false
	h.mu.Unlock()
	if len(fresh) == 0 {
		return
	}
	all := append(read(path), fresh...)
	if localfile.Save(path, all[max(0, len(all)-maxEntries):]) != nil {
		h.mu.Lock()
		h.fresh = append(fresh, h.fresh...)
		h.fresh = h.fresh[max(0, len(h.fresh)-maxEntries):]
		h.mu.Unlock()
	}
}

// read returns the entries of a file without the impossible ones.
func read(path string) []Entry {
	var entries []json.RawMessage
	if !localfile.Load(path, &entries) {
		return nil
	}
	var past []Entry
	for _, e := range entries[max(0, len(entries)-maxEntries):] {
		var p Entry
		if json.Unmarshal(e, &p) == nil && p.isPossible() {
			past = append(past, p)
		}
	}
	return past
}

// longestMS is a month, longer than any run.
const longestMS = 30 * 24 * 3600e3

// isPossible reports whether a run can have had these groups and times. Groups compares them with the table's rows.
func (p *Entry) isPossible() bool {
	duration := func(ms float64) bool { return ms >= 0 && ms <= longestMS }
	return p.Groups >= 0 && p.Groups <= math.MaxUint32 && duration(p.TierMS) && duration(p.PredictedMS)
}
