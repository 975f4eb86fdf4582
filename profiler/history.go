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
	Source string `json:"source"` // the path, size and time of the file that was read
	Fields string `json:"fields"` // the key fields, sorted
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
	Model       string    `json:"model"`        // the cost model of the prediction: machine, version and constants
	PredictedMS float64   `json:"predicted_ms"` // the uncorrected prediction for the tier; 0 where there was none
	TierMS      float64   `json:"tier_ms"`
}

// maxPast is how many pivots are remembered at least.
const maxEntries = 512

// History has the latest pivots, the newest last. It is safe for use by several goroutines. The zero value is empty and kept in memory
// alone.
//
// The engine learns two things from it. The number of groups of a fingerprint depends on the file: it is valid on every machine. The
// time of a tier over its prediction depends on the cost model: the machine, the version of the program and the constants. A calibration
// measures again what the corrections made up for. To count that once, a correction uses the runs of the current model alone, and is 1
// after a calibration.
type History struct {
	mu      sync.Mutex
	entries []Entry

	writing sync.Mutex // locked while the file is written; taken before mu
	path    string     // the file, "" where there is none
	fresh   []Entry    // the entries that are not in the file yet
	saving  bool       // Flush is due
}

// Add adds a run. predictedMS is the model's prediction for the tier before any correction.
func (h *History) Add(q Fingerprint, r *Record, model string, predictedMS float64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.entries) >= 2*maxEntries { // rarely, so that the copy costs little
		h.entries = append([]Entry(nil), h.entries[len(h.entries)-maxEntries:]...)
	}
	p := Entry{q, time.Now(), r.GroupsActual, r.Tier, model, predictedMS, r.TierMS}
	h.entries = append(h.entries, p)
	if h.path != "" && !q.Transient {
		h.fresh = append(h.fresh, p)
		h.saveSoon()
	}
}

// Groups is the number of groups in the last answer to a query, and false where it is not known. A number that the given number of
// selected rows cannot have is a damaged entry and is ignored.
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
	// latest is the greatest number of runs that a correction uses, and lookBack the number of entries that it searches for them.
	latest, lookBack = 9, 256
	// leastMS is the shortest time that a correction uses. Shorter times depend on the clock and the scheduler.
	leastMS = 0.05
	// strongest is the greatest correction. A greater ratio has another cause than a wrong constant.
	strongest = 4
)

// Correction is the factor for a model's predicted time of a tier: the median of measured over predicted time of the latest runs with
// the fingerprint on the tier, or of runs with its source where there are none. The factor is moved towards 1 as if some more
// runs had taken the predicted time, because few runs say little, and runs of another query less. It is 1 where nothing is known.
func (h *History) Correction(q Fingerprint, tier, model string) float64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	var same, kin []float64 // ratios of the fingerprint, and of the source
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
		return shrunk(same, 1)
	case len(kin) > 0:
		return shrunk(kin, 3)
	}
	return 1
}

// shrunk is the median of ratios, moved towards 1 as if doubt further runs had taken the predicted time.
func shrunk(ratios []float64, doubt float64) float64 {
	slices.Sort(ratios)
	n := float64(len(ratios))
	return math.Pow(ratios[len(ratios)/2], n/(n+doubt))
}
