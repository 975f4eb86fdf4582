package profiler

import (
	"math"
	"slices"
	"strings"
	"sync"
	"time"
)

// Fingerprint identifies pivots that have the same groups: the same rows grouped by the same fields.
type Fingerprint struct {
	Source string `json:"source"` // the file as it was when it was read: its path, size and time
	Fields string `json:"fields"` // key fields, in any order
	Filter string `json:"filter"` // "" for every row
	// Transient says that no file holds the rows, so that no later run of the program can meet the fingerprint again.
	Transient bool `json:"-"`
}

// NewFingerprint makes a fingerprint. It sorts the fields, because shelves and order do not change the groups.
func NewFingerprint(source string, fields []string, filter string) Fingerprint {
	fields = slices.Clone(fields)
	slices.Sort(fields)
	return Fingerprint{Source: source, Fields: strings.Join(fields, "\x1f"), Filter: filter}
}

// Entry is one pivot of the history.
type Entry struct {
	Fingerprint
	At          time.Time `json:"at"`
	Groups      int       `json:"groups"`
	Tier        string    `json:"tier"`
	Model       string    `json:"model"`        // what made the prediction
	PredictedMS float64   `json:"predicted_ms"` // of the tier, uncorrected; 0 where none was made
	TierMS      float64   `json:"tier_ms"`
}

// maxPast is how many pivots are remembered at least.
const maxEntries = 512

// History is the latest pivots, the newest last. It is safe for use by many goroutines; the zero value is empty and kept
// in memory alone.
//
// Two things are learnt from it, and they do not age alike. The groups of a question belong to the file, and hold on
// whatever machine and with whatever constants it was answered. What a tier took over what was foreseen belongs to the
// model that foresaw it: the machine, the version of the program and the constants of the cost model. Measured anew, the
// constants take over what the correction stood for, and both together would count it twice; so a correction looks at
// the runs of the model in use alone, and starts from 1 after a calibration.
type History struct {
	mu      sync.Mutex
	entries []Entry

	writing sync.Mutex // held by whoever writes the file; before mu
	path    string     // of the file, "" where there is none
	fresh   []Entry    // not in the file yet
	saving  bool       // a write is due
}

// Add remembers a run. predictedMS is what the model foresaw for its tier before any correction.
func (h *History) Add(q Fingerprint, r *Record, model string, predictedMS float64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.entries) >= 2*maxEntries { // not at every run, so that dropping costs next to nothing
		h.entries = append([]Entry(nil), h.entries[len(h.entries)-maxEntries:]...)
	}
	p := Entry{q, time.Now(), r.GroupsActual, r.Tier, model, predictedMS, r.TierMS}
	h.entries = append(h.entries, p)
	if h.path != "" && !q.Transient {
		h.fresh = append(h.fresh, p)
		h.saveSoon()
	}
}

// Groups is the true number of groups of a question that was answered before, of so many rows: what they cannot make was
// written down wrongly and is not known.
func (h *History) Groups(q Fingerprint, rows int) (groups int, known bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for i := len(h.entries) - 1; i >= 0; i-- {
		if n := h.entries[i].Groups; h.entries[i].Fingerprint == q && n <= rows && (n > 0) == (rows > 0) {
			return n, true
		}
	}
	return 0, false
}

const (
	// latest is how many runs a correction rests on, and lookBack how far back it looks for them.
	latest, lookBack = 9, 256
	// leastMS is the time below which the clock and the scheduler say more than the work.
	leastMS = 0.05
	// strongest is the strongest correction: beyond it something else went on than a wrong constant.
	strongest = 4
)

// Correction is what to multiply the time that a model predicts of a tier by: the median of actual over predicted of its
// latest runs of the question on the tier, else of the source's, drawn towards 1 as if some more runs had gone as
// predicted: one run, with cold caches perhaps, says little, and of another question less. It is 1 where nothing is known.
func (h *History) Correction(q Fingerprint, tier, model string) float64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	var same, kin []float64 // ratios of the question, and of the source
	for i := len(h.entries) - 1; i >= max(0, len(h.entries)-lookBack) && len(same) < latest; i-- {
		p := &h.entries[i]
		if p.PredictedMS <= 0 || max(p.TierMS, p.PredictedMS) < leastMS || p.Tier != tier || p.Model != model || p.Source != q.Source {
			continue
		}
		ratio := min(strongest, max(1.0/strongest, p.TierMS/p.PredictedMS))
		if p.Fingerprint == q {
			same = append(same, ratio)
		}
		if len(kin) < latest {
			kin = append(kin, ratio)
		}
	}
	switch {
	case len(same) > 0:
		return drawn(same, 1)
	case len(kin) > 0:
		return drawn(kin, 3)
	}
	return 1
}

// drawn is the median of ratios as if some more runs, of which there is doubt, had gone as predicted.
func drawn(ratios []float64, doubt float64) float64 {
	slices.Sort(ratios)
	n := float64(len(ratios))
	return math.Pow(ratios[len(ratios)/2], n/(n+doubt))
}
