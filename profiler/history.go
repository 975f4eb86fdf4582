package profiler

import (
	"math"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Fingerprint identifies pivots that have the same groups: the same rows grouped by the same fields.
type Fingerprint struct {
	Source string `json:"source"` // the path, size and time of the file, and how it was read
	Fields string `json:"fields"` // the key fields, sorted
	Filter string `json:"filter"` // "" for every row
	// Transient says that no file holds the rows, so that no later run of the program can meet the fingerprint again.
	Transient bool `json:"-"`
}

// NewFingerprint makes a fingerprint. It sorts the fields in place, because shelves and order do not change the groups.
func NewFingerprint(source string, fields []string, filter string) Fingerprint {
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
	TierMS      float64   `json:"tier_ms"`      // without what the tier did once for the columns, as PredictedMS
	// SendingMS is what the columns took that were sent to a device; SendingPredictedMS is 0 where none was.
	SendingMS          float64 `json:"sending_ms,omitempty"`
	SendingPredictedMS float64 `json:"sending_predicted_ms,omitempty"`
	// Steps are the steps before and after the tier, by the name of their kind.
	Steps map[string]Timed `json:"steps,omitempty"`
}

// Timed is a time that a model predicted, before any correction, and what it was.
type Timed struct {
	PredictedMS float64 `json:"predicted_ms"`
	MS          float64 `json:"ms"`
}

// maxEntries is how many pivots are remembered at least.
const maxEntries = 512

// History has the latest pivots, the newest last. It is safe for use by several goroutines. The zero value is
// empty and kept in memory alone.
//
// The engine learns two things from it. The number of groups of a fingerprint depends on the file: it is valid
// on every machine. The time of a tier over its prediction depends on the cost model: the machine, the version
// of the program and the constants. A calibration measures again what the corrections made up for. To count
// that once, a correction uses the runs of the current model alone, and is 1 after a calibration.
type History struct {
	mu      sync.Mutex
	entries []Entry
	// Places in entries, because to walk through them takes longer than a small sample: of the last entry of
	// each fingerprint, of the last one of each source, and behind the last one that sent columns.
	last   map[Fingerprint]int
	lastOf map[string]int
	sent   int
	steps  map[kind][]Timed // the latest runs of each kind of step, the newest last

	version atomic.Uint64 // counts the entries that came

	writing sync.Mutex // locked while the file is written; taken before mu
	path    string     // the file, "" where there is none
	fresh   []Entry    // the entries that are not in the file yet
	saving  bool       // Flush is due
}

// Add adds a run. steady is the time of the tier without what it did once for the columns, and sending what it
// took to send them.
func (h *History) Add(q Fingerprint, r *Record, model string, steady, sending Timed) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.entries) >= 2*maxEntries { // rarely, so that the copy costs little
		h.have(slices.Clone(h.entries[len(h.entries)-maxEntries:]))
	}
	p := Entry{q, time.Now(), r.GroupsActual, r.Tier, model, steady.PredictedMS, steady.MS, sending.MS, sending.PredictedMS, nil}
	for _, s := range r.Stages {
		if s.PlainMS > 0 && s.MS > 0 {
			if p.Steps == nil {
				p.Steps = map[string]Timed{}
			}
			p.Steps[s.kind()] = Timed{s.PlainMS, s.MS}
		}
	}
	h.entries = append(h.entries, p)
	if h.last == nil {
		h.last, h.lastOf, h.steps = map[Fingerprint]int{}, map[string]int{}, map[kind][]Timed{}
	}
	h.place(len(h.entries) - 1)
	if h.path != "" && !q.Transient {
		h.fresh = append(h.fresh, p)
		h.saveSoon()
	}
}

// have makes entries those of the history. mu must be locked.
func (h *History) have(entries []Entry) {
	h.entries, h.last, h.lastOf, h.sent = entries, make(map[Fingerprint]int, len(entries)), map[string]int{}, 0
	h.steps = map[kind][]Timed{}
	for i := range entries {
		h.place(i)
	}
}

// place notes that the last entry so far is at i. mu must be locked.
func (h *History) place(i int) {
	e := &h.entries[i]
	h.last[e.Fingerprint], h.lastOf[e.Source] = i, i
	h.version.Add(1)
	if e.SendingPredictedMS > 0 {
		h.sent = i + 1
	}
	for name, took := range e.Steps {
		of := kind{e.Model, name}
		h.steps[of] = append(h.steps[of][max(0, len(h.steps[of])-keptSteps+1):], took)
	}
}

// Version changes when entries come, also those of the file. It is never 0.
func (h *History) Version() uint64 { return 1 + h.version.Load() }

// Knows reports whether the history has pivots of the rows of a source. Where it has none, it has no groups and
// no corrections for any fingerprint of the source.
func (h *History) Knows(source string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	_, known := h.lastOf[source]
	return known
}

// Groups is the number of groups in the last answer to a query, and false where it is not known. A number that
// the given number of selected rows cannot have is a damaged entry and is ignored.
func (h *History) Groups(q Fingerprint, rows int) (groups int, known bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	last, known := h.last[q]
	for i := last; known && i >= 0; i-- {
		if n := h.entries[i].Groups; h.entries[i].Fingerprint == q && n <= rows && (n > 0) == (rows > 0) {
			return n, true
		}
	}
	return 0, false
}

const (
	// latest is the greatest number of runs that a correction uses, and lookBack the number of entries that it
	// searches for them.
	latest, lookBack = 9, 256
	// leastMS is the shortest time that a correction uses. Shorter times depend on the clock and the scheduler.
	leastMS = 0.05
	// strongest is the greatest correction. A greater ratio has another cause than a wrong constant.
	strongest = 4
)

// Correction is what past runs on a tier say of a model's predicted times.
type Correction struct {
	same []float64 // measured over predicted time of the latest runs with the fingerprint
	kin  []Timed   // the latest runs with the source
}

// Correction collects the past runs that correct a model's predicted time of a tier.
func (h *History) Correction(q Fingerprint, tier, model string) (c Correction) {
	h.mu.Lock()
	defer h.mu.Unlock()
	from, known := h.lastOf[q.Source]
	if !known {
		return c
	}
	for i := from; i >= max(0, len(h.entries)-lookBack) && len(c.same) < latest; i-- {
		p := &h.entries[i]
		if p.PredictedMS <= 0 || p.TierMS <= 0 || max(p.TierMS, p.PredictedMS) < leastMS || p.Tier != tier || p.Model != model || p.Source != q.Source {
			continue
		}
		if p.Fingerprint == q {
			c.same = append(c.same, ratio(p.TierMS, p.PredictedMS))
		}
		c.kin = append(c.kin, Timed{p.PredictedMS, p.TierMS})
	}
	return c
}

// None reports whether there are no such runs.
func (c Correction) None() bool { return len(c.same)+len(c.kin) == 0 }

// alike is the factor within which predicted times are alike. What makes a run of a millisecond slow does not
// make one of a second as many times slower.
const alike = 8

// Of is the factor for a predicted time in milliseconds: the median of measured over predicted time of the
// latest runs with the fingerprint, or, where there are none, of those with the source whose predicted time is
// alike. The factor is moved towards 1 as if some more runs had taken the predicted time, because few runs say
// little, and runs of another query less. It is 1 where nothing is known.
func (c Correction) Of(predictedMS float64) float64 {
	if len(c.same) > 0 {
		return shrunk(slices.Clone(c.same), 1)
	}
	var ratios []float64
	for _, k := range c.kin {
		if k.PredictedMS <= alike*predictedMS && predictedMS <= alike*k.PredictedMS && len(ratios) < latest {
			ratios = append(ratios, ratio(k.MS, k.PredictedMS))
		}
	}
	if len(ratios) == 0 {
		return 1
	}
	return shrunk(ratios, 3)
}

// Sending is the factor for a model's predicted time of sending columns to the device of a tier: the median of
// measured over predicted time of the latest runs on it that sent some, of any file, moved towards 1 as if
// three more had taken the predicted time.
func (h *History) Sending(tier, model string) float64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	var ratios []float64
	for i := h.sent - 1; i >= max(0, len(h.entries)-lookBack) && len(ratios) < latest; i-- {
		if p := &h.entries[i]; p.SendingPredictedMS > 0 && p.SendingMS > 0 && max(p.SendingMS, p.SendingPredictedMS) >= leastMS && p.Tier == tier && p.Model == model {
			ratios = append(ratios, ratio(p.SendingMS, p.SendingPredictedMS))
		}
	}
	if len(ratios) == 0 {
		return 1
	}
	return shrunk(ratios, 3)
}

// kind is a kind of step, as a model predicts it.
type kind struct{ model, step string }

// kind tells a step from the same step done for the first time.
func (s *Stage) kind() string {
	if s.Cold {
		return s.Name + ", cold"
	}
	return s.Name
}

// keptSteps is how many runs of a kind of step are kept.
const keptSteps = 32

// Step is the factor for a model's predicted time of a step before or after a tier: the median of measured over
// predicted time of the latest runs whose predicted time is alike, of any file, moved towards 1 as if one more
// had taken the predicted time.
func (h *History) Step(s *Stage, model string) float64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	var ratios []float64
	for _, t := range slices.Backward(h.steps[kind{model, s.kind()}]) {
		if t.PredictedMS <= alike*s.PlainMS && s.PlainMS <= alike*t.PredictedMS && len(ratios) < latest {
			ratios = append(ratios, ratio(t.MS, t.PredictedMS))
		}
	}
	if len(ratios) == 0 {
		return 1
	}
	return shrunk(ratios, 1)
}

// ratio is measured over predicted time, within limits.
func ratio(measured, predicted float64) float64 {
	return min(strongest, max(1.0/strongest, measured/predicted))
}

// shrunk is the median of ratios, moved towards 1 as if doubt further runs had taken the predicted time.
func shrunk(ratios []float64, doubt float64) float64 {
	slices.Sort(ratios)
	n := float64(len(ratios))
	return math.Pow(ratios[len(ratios)/2], n/(n+doubt))
}
