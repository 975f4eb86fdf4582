package profiler

import (
	"os"
	"path/filepath"
	"time"
)

// HistoryPath is the file of past pivots, in the user's folder for what can be made again.
func HistoryPath() (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "cardinal", "history.json"), nil
}

// saveDelay is how long runs gather before they are written.
const saveDelay = 3 * time.Second

// Keep reads what a file remembers of earlier runs of the program, and from now on writes to it what is added, some
// seconds later and off the caller's goroutine. A missing or damaged file is an empty one.
func (h *History) Keep(path string) {
	earlier := read(path)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.path, h.past = path, append(earlier, h.past...)
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
	if Save(path, all[max(0, len(all)-maxPast):]) != nil {
		h.mu.Lock()
		h.fresh = append(fresh, h.fresh...)
		h.fresh = h.fresh[max(0, len(h.fresh)-maxPast):]
		h.mu.Unlock()
	}
}

func read(path string) []Past {
	var past []Past
	if !Load(path, &past) {
		return nil
	}
	return past[max(0, len(past)-maxPast):]
}
