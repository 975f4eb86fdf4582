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
	// Transient says that no file holds the rows, so that no later run of the program can have the fingerprint again.
	Transient bool `json:"-"`
}

// NewFingerprint makes a fingerprint. It sorts the fields in place, since shelves and order do not change the groups.
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
	PredictedMS float64   `json:"predicted_ms"` // the uncorrected prediction for the tier, or 0
	// measured, without the work that the tier does only once for the columns
	TierMS float64 `json:"tier_ms"`
	// SendingMS is the time of sending columns to a device; SendingPredictedMS is 0 if none were sent.
	SendingMS          float64 `json:"sending_ms,omitempty"`
	SendingPredictedMS float64 `json:"sending_predicted_ms,omitempty"`
	// Steps has the steps before and after the tier, by the name of their kind.
	Steps map[string]Timed `json:"steps,omitempty"`
}

// Timed is the predicted time of a model, before any correction, and the measured time.
type Timed struct {
	PredictedMS float64 `json:"predicted_ms"`
	MS          float64 `json:"ms"`
}

// maxEntries is the least number of pivots that are remembered.
const maxEntries = 512

// History has the latest pivots, the newest last. It is safe for use by several goroutines. The zero value is empty
// and kept only in memory.
//
// The engine learns two things from it. The number of groups of a fingerprint depends on the file: it is valid on every
// machine. The measured time of a tier divided by its prediction depends on the cost model: the machine, the version of
// the program and the constants. A calibration measures the machine again, so the new constants already contain what
// the corrections made up for. A correction therefore uses only runs of the current model, and is 1 after a
// calibration.
type History struct {
	mu      sync.Mutex
	entries []Entry
	// Indices into entries: of the last entry of each fingerprint, of the last entry of each source, and the one after
	// the last entry that sent columns. Searching the entries would take longer than grouping a small sample.
	last   map[Fingerprint]int
	lastOf map[string]int
	sent   int
	steps  map[kind][]Timed // the latest runs of each kind of step, the newest last

	version atomic.Uint64 // counts the added entries

	writing sync.Mutex // locked while the file is written; taken before mu
	path    string     // the file, or ""
	fresh   []Entry    // the entries that are not in the file yet
	saving  bool       // Flush is due
}

// Add adds a run. steady is the time of the tier without the work that it does only once for the columns, and sending
// is the time of sending the columns.
func (h *History) Add(q Fingerprint, r *Record, model string, steady, sending Timed) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.entries) >= 2*maxEntries { // rarely, so that the copy costs little
		h.setEntries(slices.Clone(h.entries[len(h.entries)-maxEntries:]))
	}
	p := Entry{q, time.Now(), r.GroupsActual, r.Tier, model, steady.PredictedMS, steady.MS, sending.MS,
		sending.PredictedMS, nil}
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

// setEntries replaces the entries of the history. mu must be locked.
func (h *History) setEntries(entries []Entry) {
	h.entries, h.last, h.lastOf, h.sent = entries, make(map[Fingerprint]int, len(entries)), map[string]int{}, 0
	h.steps = map[kind][]Timed{}
	for i := range entries {
		h.place(i)
	}
}

// place records that the last entry so far is at i. mu must be locked.
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

// Version returns a number that changes when entries are added, also when the entries of the file are added. It is
// never 0.
func (h *History) Version() uint64 { return 1 + h.version.Load() }

// Knows reports whether the history has pivots of the rows of a source. Otherwise it has no groups and no corrections
// for any fingerprint of the source.
func (h *History) Knows(source string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	_, known := h.lastOf[source]
	return known
}

// Groups returns the number of groups in the last answer to a query; known is false if there was none. A number that
// is impossible with the given number of selected rows is a damaged entry, and is ignored.
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
	// latest is the largest number of runs that a correction uses, and lookBack the number of entries that it
	// searches for them.
	latest, lookBack = 9, 256
	// leastMS is the shortest time that a correction uses. Shorter times depend on the clock and the scheduler.
	leastMS = 0.05
	// strongest is the largest correction. A wrong constant does not explain a greater ratio.
	strongest = 4
)

// Correction has the past runs that correct a model's predicted times of a tier.
type Correction struct {
	same []float64 // measured over predicted time of the latest runs with the same fingerprint
	kin  []Timed   // the latest runs with the same source
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
		if p.PredictedMS <= 0 || p.TierMS <= 0 || max(p.TierMS, p.PredictedMS) < leastMS || p.Tier != tier ||
			p.Model != model || p.Source != q.Source {
			continue
		}
		if p.Fingerprint == q {
			c.same = append(c.same, ratio(p.TierMS, p.PredictedMS))
		}
		c.kin = append(c.kin, Timed{p.PredictedMS, p.TierMS})
	}
	return c
}

// None reports whether there are no past runs.
func (c Correction) None() bool { return len(c.same)+len(c.kin) == 0 }

// alike is the largest ratio of predicted times that count as similar. A delay that makes a run of a millisecond much
// slower hardly shows in a run of a second.
const alike = 8

// Of returns the factor for a predicted time in milliseconds. It is the median of measured over predicted time of the
// latest runs with the fingerprint. If there are no such runs, it uses the runs with the same source and a similar
// predicted time. The factor is moved towards 1, as if some more runs had taken the predicted time: few runs say
// little, and runs of another query say even less. Without any runs it is 1.
func (c Correction) Of(predictedMS float64) float64 {
	if len(c.same) > 0 {
		return shrink(slices.Clone(c.same), 1)
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
	return shrink(ratios, 3)
}

// Sending returns the factor for a model's predicted time of sending columns to the device of a tier. It is the median
// of measured time over predicted time of the latest runs on the tier that sent columns, over any file. It is moved
// towards 1, as if three more runs had taken the predicted time.
func (h *History) Sending(tier, model string) float64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	var ratios []float64
	for i := h.sent - 1; i >= max(0, len(h.entries)-lookBack) && len(ratios) < latest; i-- {
		if p := &h.entries[i]; p.SendingPredictedMS > 0 && p.SendingMS > 0 &&
			max(p.SendingMS, p.SendingPredictedMS) >= leastMS && p.Tier == tier && p.Model == model {
			ratios = append(ratios, ratio(p.SendingMS, p.SendingPredictedMS))
		}
	}
	if len(ratios) == 0 {
		return 1
	}
	return shrink(ratios, 3)
}

// kind is a kind of step, as a model predicts it.
type kind struct{ model, step string }

// kind returns the name of the step's kind. A step that is done for the first time has another kind.
func (s *Stage) kind() string {
	if s.Cold {
		return s.Name + ", cold"
	}
	return s.Name
}

// keptSteps is the largest number of kept runs per kind of step.
const keptSteps = 32

// Step returns the factor for a model's predicted time of a step before or after a tier. It is the median of measured
// time over predicted time of the latest runs with a similar predicted time, over any file. It is moved towards 1, as
// if one more run had taken the predicted time.
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
	return shrink(ratios, 1)
}

// ratio returns measured over predicted time, within limits.
func ratio(measured, predicted float64) float64 {
	return min(strongest, max(1.0/strongest, measured/predicted))
}

// shrink returns the median of ratios, moved towards 1 as if `doubt` further runs had taken the predicted time.
func shrink(ratios []float64, doubt float64) float64 {
	slices.Sort(ratios)
	n := float64(len(ratios))
	return math.Pow(ratios[len(ratios)/2], n/(n+doubt))
}
