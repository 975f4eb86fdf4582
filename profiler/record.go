package profiler

import "strings"

// Record is one pivot's profile. Its JSON form is relied on by other programs.
type Record struct {
	Rows            int      `json:"rows"`
	RowsSelected    int      `json:"rows_selected"` // rows that pass the filter
	GroupsEstimated int      `json:"groups_estimated"`
	GroupsLow       int      `json:"groups_low"`
	GroupsHigh      int      `json:"groups_high"`
	GroupsActual    int      `json:"groups_actual"`
	Estimate        Estimate `json:"estimate"`
	Scoring
	Tiers         []TierTime         `json:"tiers"` // every tier that was weighed, the simplest first
	Gates         []Gate             `json:"gates"`
	Tier          string             `json:"tier"`             // serial, workers, gpu
	Strategy      string             `json:"strategy"`         // dense, hash; workgroup, global on the GPU
	Reason        string             `json:"reason"`           // one sentence for a person
	Events        []string           `json:"events,omitempty"` // what went wrong and was mended: a lost GPU, say
	Threads       int                `json:"threads"`          // that aggregated; 0 on the GPU
	Cores         int                `json:"cores"`            // that the run might use
	Predicted     map[string]float64 `json:"predicted_ms"`     // by tier, whatever gates say; the GPU's is absent where none is known
	TierMS        float64            `json:"tier_ms"`          // what the tier took, to hold against its prediction
	Stages        []Stage            `json:"stages"`
	TotalMS       float64            `json:"total_ms"`
	RowsPerSecond float64            `json:"rows_per_second"`
	GBPerSecond   float64            `json:"gb_per_second"` // key and value bytes read by the aggregation
	BytesUploaded int64              `json:"bytes_uploaded"`
	Tiles         int                `json:"tiles,omitempty"`      // of rows that were sent to the GPU one after the other; 0: all at once
	Partitions    int                `json:"partitions,omitempty"` // that their groups were merged in; 0: they stayed on the GPU
	MemoryBytes   int64              `json:"memory_bytes"`         // accumulators and tables of the run
	Source        string             `json:"source"`               // the table's name
}

// Scoring is the score of a device and what it is made of.
type Scoring struct {
	Score     Number       `json:"score"` // above 1 the device is expected to be the fastest; 0 where none is known
	Factors   Factors      `json:"factors"`
	BreakEven int          `json:"break_even,omitempty"` // T of F1: rows from which on a device of the class begins to pay
	SlotLimit int          `json:"slot_limit"`           // groups that fit the device's workgroup memory; without a device the least that any has
	Classes   []ClassScore `json:"classes,omitempty"`    // what a device of each class would have scored; absent where there is one
	Adapter   string       `json:"adapter"`              // "" where no device is known
	Class     string       `json:"class,omitempty"`      // of the adapter: discrete, integrated, software
}

// TierTime is a tier and what it was expected to take.
type TierTime struct {
	Tier
	PredictedMS float64 `json:"predicted_ms,omitempty"` // 0 where the hardware is not known
	Shut        string  `json:"shut,omitempty"`         // what forbids the tier; "" where nothing does
}

// Estimate is how the number of groups was foreseen.
type Estimate struct {
	Method     string      `json:"method"` // what was drawn or counted, or the exact shortcut that applied
	SampleRows int         `json:"sample_rows"`
	Distinct   int         `json:"d"`  // distinct keys in the sample
	Singletons int         `json:"f1"` // keys seen once
	Doubletons int         `json:"f2"` // keys seen twice
	MS         float64     `json:"ms"`
	Estimators *Estimators `json:"estimators,omitempty"` // nil where no sample was drawn
	// Independent says that the sample agrees with fields that have nothing to do with one another.
	Independent bool        `json:"independent,omitempty"`
	Clustering  *Clustering `json:"order,omitempty"` // nil where it was not measured
}

// Estimators are the numbers of groups that each estimator makes of the sample.
type Estimators struct {
	Chao1    int `json:"chao1"`
	ChaoWOR  int `json:"chao_wor"` // Chao's estimate for sampling without replacement
	GEE      int `json:"gee"`
	Shlosser int `json:"shlosser"`
	Duj1     int `json:"duj1"`
}

// Clustering says how far equal keys stand together in the order of the rows. It is measured on windows of neighbouring rows.
type Clustering struct {
	RunLength   float64 `json:"run_length"` // mean number of successive rows with one key; 1 where neighbours never agree
	HeavyHitter float64 `json:"heaviest"`   // share of the rows that have the most frequent key
	Locality    float64 `json:"locality"`   // share of the rows whose key occurs earlier in the same window
	DomainShare float64 `json:"-"`          // mean share of the slots that lies between a window's least and greatest slot; 1 for hashed keys
	Rows        int     `json:"-"`          // rows read; 0 where nothing was measured
}

// Factors are the six parts of the score (SEEDS A7): score = F1*F3*F4*F5*F6 / F2. Without a device F2 alone is known.
type Factors struct {
	Rows        Number `json:"rows"`        // F1, 1 + log10(rows/T)
	Cardinality Number `json:"cardinality"` // F2, the penalty, a divisor
	GPUClass    Number `json:"gpu_class"`   // F3
	Vendor      Number `json:"vendor"`      // F4, tuning: the vendor's, or what was measured of this very device
	Residency   Number `json:"residency"`   // F5
	Buffer      Number `json:"buffer"`      // F6
}

// ClassScore is what a GPU of a class would have scored.
type ClassScore struct {
	Class   string  `json:"class"`
	Score   Number  `json:"score"`
	Factors Factors `json:"factors"`
}

// Health is the gate that says whether the hardware can be used at all.
const Health = "health"

// Gate is one independent check that must pass for the GPU to run; the strictest wins.
type Gate struct {
	Name   string `json:"name"` // precision, memory, health, support
	Pass   bool   `json:"pass"`
	Detail string `json:"detail"`
}

// Stage is one step of the run. PredictedMS is 0 where no prediction is made.
type Stage struct {
	Name        string  `json:"name"`
	MS          float64 `json:"ms"`
	PredictedMS float64 `json:"predicted_ms,omitempty"`
}

// Shut names every gate that keeps the pivot from the GPU, in one sentence without a full stop; "" where all are open.
func (r *Record) Shut() string { return r.shut(func(Gate) bool { return true }) }

// Unhealthy is why no GPU can be used, and Barred what else keeps the pivot from one, as Shut says it.
func (r *Record) Unhealthy() string { return r.shut(func(g Gate) bool { return g.Name == Health }) }
func (r *Record) Barred() string    { return r.shut(func(g Gate) bool { return g.Name != Health }) }

func (r *Record) shut(of func(Gate) bool) string {
	var details []string
	for _, g := range r.Gates {
		if !g.Pass && of(g) {
			details = append(details, strings.TrimSuffix(g.Detail, "."))
		}
	}
	return strings.Join(details, ", and ")
}
