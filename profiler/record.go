package profiler

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"
)

// Record is one pivot's profile. Other programs rely on its JSON form.
type Record struct {
	Rows            int      `json:"rows"`
	RowsSelected    int      `json:"rows_selected"` // rows that pass the filter
	Zones           *Zones   `json:"zones,omitempty"`
	GroupsEstimated int      `json:"groups_estimated"`
	GroupsLow       int      `json:"groups_low"`
	GroupsHigh      int      `json:"groups_high"`
	GroupsActual    int      `json:"groups_actual"`
	CellsEstimated  int      `json:"cells_estimated,omitempty"` // figures of the crosstab, before it runs; 0 afterwards
	CellsExact      bool     `json:"cells_exact,omitempty"`
	Estimate        Estimate `json:"estimate"`
	Scoring
	Tiers []TierTime `json:"tiers"` // every tier with an offer, the simplest first
	Gates []Gate     `json:"gates"`
	Tier  string     `json:"tier"` // serial, workers, gpu
	// a strategy of the CPU, such as dense, or the kernels of the GPU
	Strategy string `json:"strategy"`
	Reason   string `json:"reason"` // one sentence, for people
	// the part of Reason about the machine itself; "" if the sentence is about other hardware
	HostReason string   `json:"-"`
	Events     []string `json:"events,omitempty"` // what went wrong and was repaired, such as a lost GPU
	Threads    int      `json:"threads"`          // the threads that aggregated; 0 on the GPU
	Cores      int      `json:"cores"`            // the cores that the run was allowed to use
	// by tier, even if one of its gates does not pass; it lacks the GPU if no GPU is known
	Predicted     map[string]float64 `json:"predicted_ms"`
	TierMS        float64            `json:"tier_ms"` // the measured time that Predicted predicts
	Stages        []Stage            `json:"stages"`
	TotalMS       float64            `json:"total_ms"`
	RowsPerSecond float64            `json:"rows_per_second"`
	GBPerSecond   float64            `json:"gb_per_second"` // key and value bytes read by the aggregation
	BytesUploaded int64              `json:"bytes_uploaded"`
	// tiles of rows that were sent to the GPU one after the other; 0: all rows at once
	Tiles int `json:"tiles,omitempty"`
	// partitions in which the rows were grouped; 1: the groups of the tiles came back and were merged; 0: the groups
	// stayed on the GPU
	Partitions int      `json:"partitions,omitempty"`
	Kernels    []Kernel `json:"kernels,omitempty"` // the kernels of the GPU that aggregated rows
	// of the GPU; nil: every combination of labels has its slot
	HashTable   *HashTable `json:"hash_table,omitempty"`
	MemoryBytes int64      `json:"memory_bytes"`    // memory of accumulators and tables
	Source      string     `json:"source"`          // the table's name
	Curve       *Curve     `json:"curve,omitempty"` // nil if not requested
	Pull        *Pull      `json:"pull,omitempty"`  // nil if the table is on this machine
}

// Zones says how much of the table was not read for the filter: the least and the greatest value of a morsel of rows
// may already decide whether its rows pass.
type Zones struct {
	Morsels int `json:"morsels"`
	Unread  int `json:"unread"`
	Rows    int `json:"rows"` // of a morsel
}

// Words says how much was left unread.
func (z *Zones) Words() string {
	return fmt.Sprintf("of %s pieces of %s rows %s were not read: their least and greatest values say which rows pass",
		Count(z.Morsels), Count(z.Rows), Count(z.Unread))
}

// Scoring is the score of a device and its factors.
type Scoring struct {
	// above 1 the device is predicted to be the fastest; 0 if no device is known
	Score   Number  `json:"score"`
	Factors Factors `json:"factors"`
	// T of F1: the number of rows from which on a device of the class pays off
	BreakEven int `json:"break_even,omitempty"`
	// groups that fit the workgroup memory of the device, or of any device if none is known
	SlotLimit int `json:"slot_limit"`
	// the scores of devices of each class that this machine could have; absent if there is a device
	Classes []ClassScore `json:"classes,omitempty"`
	Adapter string       `json:"adapter"`         // "" if no device is known
	Class   string       `json:"class,omitempty"` // the class of the adapter: discrete, integrated or software
}

// Kernel is a kernel that ran, and its grid.
type Kernel struct {
	Name        string `json:"name"`
	Workgroups  int    `json:"workgroups"`  // of the last dispatch
	Invocations int    `json:"invocations"` // of a workgroup
}

// Words describes the grid.
func (k Kernel) Words() string {
	return Count(k.Workgroups) + " workgroups of " + Count(k.Invocations)
}

// HashTable is the table in which rows found their groups.
type HashTable struct {
	Mapping string `json:"mapping"` // by name
	Places  int    `json:"places"`
	Keys    int    `json:"keys"` // in the table, after all rows have found their places
}

// Load returns the load factor, from 0 to 1.
func (t *HashTable) Load() float64 { return float64(t.Keys) / float64(t.Places) }

// TierTime is a tier and its predicted time.
type TierTime struct {
	Tier
	PredictedMS float64            `json:"predicted_ms,omitempty"` // 0 if the hardware is unknown
	Stages      map[string]float64 `json:"stages,omitempty"`       // the predicted time of each stage, by its name
	Shut        string             `json:"shut,omitempty"`         // why the tier is forbidden, or ""
}

// Estimate says how the number of groups was estimated.
type Estimate struct {
	Method     string      `json:"method"` // a method of package estimate, such as "sample"
	Exact      bool        `json:"exact"`  // the number of groups was known, and not estimated
	SampleRows int         `json:"sample_rows"`
	Distinct   int         `json:"d"`  // distinct keys in the sample
	Singletons int         `json:"f1"` // keys seen once
	Doubletons int         `json:"f2"` // keys seen twice
	MS         float64     `json:"ms"`
	Estimators *Estimators `json:"estimators,omitempty"` // nil if no sample was drawn
	// Independent says that the sample agrees with statistically independent fields.
	Independent bool        `json:"independent,omitempty"`
	Clustering  *Clustering `json:"order,omitempty"` // nil if it was not measured
}

// Estimators has the number of groups that each estimator computes from the sample.
type Estimators struct {
	Chao1    int `json:"chao1"`
	ChaoWOR  int `json:"chao_wor"` // Chao and Lin's, for sampling without replacement
	GEE      int `json:"gee"`
	Shlosser int `json:"shlosser"`
	Duj1     int `json:"duj1"`
}

// Clustering describes how close rows with equal keys are to each other. It is measured on windows of neighbouring
// rows.
type Clustering struct {
	// mean number of successive rows with one key; 1 if neighbours never have equal keys
	RunLength float64 `json:"run_length"`
	// share of the rows that have the most frequent of the keys that occur in at least two windows; 0 if no key does
	Heaviest float64 `json:"heaviest"`
	Locality float64 `json:"locality"` // share of the rows whose key occurs earlier in the same window
	// share of the read rows that have the most frequent key; if rows come in runs, it may occur in only one window
	HeavyHitter float64 `json:"-"`
	// mean share of the slots between a window's least and greatest slot; 1 for hashed keys
	DomainShare float64 `json:"-"`
	Rows        int     `json:"-"` // rows read; 0 if nothing was measured
}

// Factors has the six factors of the score in "The GROUP BY problem on GPUs": score = F1*F3*F4*F5*F6 / F2. Without a
// device only F2 is known.
type Factors struct {
	Rows        Number `json:"rows"`        // F1, 1 + log10(rows/T)
	Cardinality Number `json:"cardinality"` // F2, the penalty, by which the score is divided
	GPUClass    Number `json:"gpu_class"`   // F3
	Vendor      Number `json:"vendor"`      // F4, tuning: by vendor, or as measured on this device
	Residency   Number `json:"residency"`   // F5
	Buffer      Number `json:"buffer"`      // F6
}

// ClassScore is the score that a GPU of a class would have.
type ClassScore struct {
	Class   string  `json:"class"`
	Score   Number  `json:"score"`
	Factors Factors `json:"factors"`
}

// Health is the name of the gate that says whether the hardware is usable.
const Health = "health"

// Gate is one check. The GPU may run if all gates pass.
type Gate struct {
	Name   string `json:"name"` // precision, memory, health, support, range
	Pass   bool   `json:"pass"`
	Detail string `json:"detail"`
}

// Milliseconds returns d in milliseconds, to the microsecond.
func Milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// Stage is one step of the run.
type Stage struct {
	Name        string  `json:"name"`
	MS          float64 `json:"ms"`
	PredictedMS float64 `json:"predicted_ms,omitempty"` // 0 without a prediction
	// Of names the predicted step that this stage is a part of, if the run split it into several. The last part has the
	// prediction for all parts together.
	Of string `json:"of,omitempty"`
	// Cold says that the step read columns that no earlier pivot had read, or belonged to the program's first pivot.
	Cold bool `json:"cold,omitempty"`
	// Later says that the step runs only if somebody looks at its result. Totals do not include its time.
	Later bool `json:"later,omitempty"`
	// PlainMS is PredictedMS before corrections by past runs; 0 if past runs do not correct the step by itself.
	PlainMS float64 `json:"-"`
}

// Together returns the milliseconds of the stages that a predicted step was split into.
func (r *Record) Together(of string) (ms float64) {
	for _, s := range r.Stages {
		if s.Of == of {
			ms += s.MS
		}
	}
	return ms
}

// AheadMS returns the expected milliseconds of the steps that are still to come; 0 if nothing is expected.
func (r *Record) AheadMS() (ms float64) {
	for _, s := range r.Stages {
		if s.MS == 0 && !s.Later {
			ms += s.PredictedMS
		}
	}
	return ms
}

// LaterMS returns the expected milliseconds of the steps that run only if somebody looks at their result.
func (r *Record) LaterMS() (ms float64) {
	for _, s := range r.Stages {
		if s.Later {
			ms += s.PredictedMS
		}
	}
	return ms
}

// Shut returns the details of the gates that do not pass, in one sentence without a full stop, or "".
func (r *Record) Shut() string { return r.shut(func(Gate) bool { return true }) }

// Unhealthy returns Shut of only the health gate: why there is no usable GPU.
func (r *Record) Unhealthy() string { return r.shut(func(g Gate) bool { return g.Name == Health }) }

// Barred returns Shut of all gates but the health gate.
func (r *Record) Barred() string { return r.shut(func(g Gate) bool { return g.Name != Health }) }

func (r *Record) shut(of func(Gate) bool) string {
	var details []string
	for _, g := range r.Gates {
		if !g.Pass && of(g) {
			details = append(details, strings.TrimSuffix(g.Detail, "."))
		}
	}
	return strings.Join(details, ", and ")
}

// JSON writes a record as one object on one line. Its only errors are those of w.
func JSON(w io.Writer, r *Record) error { return json.NewEncoder(w).Encode(r) }
