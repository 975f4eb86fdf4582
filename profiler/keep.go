package profiler

import (
	"encoding/json"
	"math"
	"time"

	"cardinal/localfile"
)

// HistoryPath is the file of past pivots, in the user's folder for what can be made again.
func HistoryPath() (string, error) {
	return localfile.CachePath("history.json")
}

// saveDelay is how long runs gather before they are written.
const saveDelay = 3 * time.Second

// Persist reads what a file remembers of earlier runs of the program, and from now on writes to it what is added, some
// seconds later and off the caller's goroutine. A missing or damaged file is an empty one.
func (h *History) Persist(path string) {
	earlier := read(path)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.path, h.entries = path, append(earlier, h.entries...)
}

// saveSoon writes what is fresh when it has gathered. The lock must be held.
func (h *History) saveSoon() {
	if !h.saving {
		h.saving = true
		time.AfterFunc(saveDelay, h.Flush)
	}
}

// Flush writes at once what is not in the file yet. It adds to the file as it is now, which another window may have
// written to. What cannot be written is kept for the next time: nothing but speed is lost with it.
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

// read is what the file remembers, without what cannot have happened.
func read(path string) []Entry {
	var entries []json.RawMessage
	if !localfile.Load(path, &entries) {
		return nil
	}
	var past []Entry
	for _, e := range entries[max(0, len(entries)-maxEntries):] {
		var p Entry
		if json.Unmarshal(e, &p) == nil && p.possible() {
			past = append(past, p)
		}
	}
	return past
}

// longestMS is longer than any run takes: a month.
const longestMS = 30 * 24 * 3600e3

// possible reports whether a run can have gone so. Whether the table has as many rows as there were groups is asked where it is
// known.
func (p *Entry) possible() bool {
	duration := func(ms float64) bool { return ms >= 0 && ms <= longestMS }
	return p.Groups >= 0 && p.Groups <= math.MaxUint32 && duration(p.TierMS) && duration(p.PredictedMS)
}
