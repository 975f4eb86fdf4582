package plan

import (
	"fmt"
	"slices"

	"cardinal/engine/gpu"
)

// Job is a request as the device sees it: without functions, its columns and bitmaps by ID.
type Job struct {
	Form       gpu.Form       `json:"form,omitempty"`
	Expected   int            `json:"expected,omitempty"`
	Rows       int            `json:"rows"`
	Slots      int            `json:"slots"`
	Keys       []JobKey       `json:"keys,omitempty"`
	Select     string         `json:"select,omitempty"`
	Aggregates []JobAggregate `json:"aggregates"`
	Tuning     gpu.Tuning     `json:"tuning,omitzero"`

	Tuned []Tuned        `json:"tuned,omitempty"` // the grids that were found for the device
	Bytes map[string]int `json:"bytes,omitempty"` // of a code, for the columns with one or two; others have four

	Transient bool `json:"transient,omitempty"`
	Ahead     *Job `json:"ahead,omitempty"` // the next request: its columns are sent while the kernels run

	Meanwhile func() error   `json:"-"` // runs while the kernels run; nil: nothing does
	First     int            `json:"-"` // the row of the table where the rows begin
	Ranks     gpu.Kind       `json:"-"` // of the ranks of groups that stand for slots; 0: slots are slots
	SlotsName string         `json:"-"` // the ID of the slot column on the device
	Run       float64        `json:"-"` // mean length, in rows, of the runs of one slot; 0: not known
	Widths    map[string]int `json:"-"` // bits of the values, for the columns that the device has looked at
}

// JobKey is a gpu.Key by ID.
type JobKey struct {
	ID     string `json:"id"`
	Stride uint32 `json:"stride"`
}

// JobAggregate is a gpu.Aggregate by IDs; "" stands for nil, but With always names the second factor of a Product.
type JobAggregate struct {
	Op     gpu.Op `json:"op"`
	Values string `json:"values,omitempty"`
	With   string `json:"with,omitempty"`
	Valid  string `json:"valid,omitempty"`
}

// JobOf is the job of a request.
func JobOf(r *gpu.Request) *Job {
	j := &Job{Form: r.Form, Expected: r.Expected, Rows: r.Rows, Slots: r.Slots, Tuning: r.Tuning, Transient: r.Transient}
	if r.Next != nil {
		j.Ahead = JobOf(r.Next)
		j.Ahead.Ahead = nil
	}
	for _, k := range r.Keys {
		j.Keys = append(j.Keys, JobKey{j.reads(k.Codes), k.Stride})
	}
	if r.Select != nil {
		j.Select = r.Select.ID
	}
	for _, a := range r.Aggregates {
		agg := JobAggregate{Op: a.Op}
		if a.Op.Reads() {
			agg.Values = j.reads(*a.Values)
		}
		if a.Op == gpu.Product {
			agg.With = agg.Values
			if a.With != nil {
				agg.With = j.reads(*a.With)
			}
		}
		if a.Valid != nil {
			agg.Valid = a.Valid.ID
		}
		j.Aggregates = append(j.Aggregates, agg)
	}
	return j
}

// reads notes the width of a column and returns its ID.
func (j *Job) reads(c gpu.Column) string {
	if c.Bytes == 1 || c.Bytes == 2 {
		if j.Bytes == nil {
			j.Bytes = map[string]int{}
		}
		j.Bytes[c.ID] = c.Bytes
	}
	return c.ID
}

// Kind is the kind of a column.
func (j *Job) Kind(id string) gpu.Kind {
	if bytes, ok := j.Bytes[id]; ok {
		return gpu.Kind(8 * bytes)
	}
	return gpu.KindWords
}

// SlotKind is the kind of the slots: the narrowest one where they are composed, else that of the only key.
func (j *Job) SlotKind() gpu.Kind {
	switch {
	case j.Ranks != 0:
		return j.Ranks
	case j.Composes():
		return gpu.SlotKind(j.Slots)
	}
	return j.Kind(j.Keys[0].ID)
}

// width is how many bits the values of a column take.
func (j *Job) width(id string) int {
	if w, ok := j.Widths[id]; ok {
		return w
	}
	return int(j.Kind(id))
}

// JobSource is a column or bitmap that a job reads.
type JobSource struct {
	ID   string
	Kind gpu.Kind
}

// Sources are the distinct columns and bitmaps in the order of their use.
func (j *Job) Sources() []JobSource {
	var list []JobSource
	add := func(id string, k gpu.Kind) {
		if s := (JobSource{id, k}); id != "" && !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	for _, k := range j.Keys {
		add(k.ID, j.Kind(k.ID))
	}
	add(j.Select, gpu.KindBits)
	for _, a := range j.Aggregates {
		add(a.Values, j.Kind(a.Values))
		add(a.With, j.Kind(a.With))
		add(a.Valid, gpu.KindBits)
	}
	return list
}

// Composes says whether slots must be composed: a single key of stride 1 without a filter is the slot column itself.
func (j *Job) Composes() bool {
	return j.Form != gpu.Hashed && (len(j.Keys) != 1 || j.Keys[0].Stride != 1 || j.Select != "")
}

// SlotsID is the ID of the composed slot column. Jobs with the same keys and filter share it.
func (j *Job) SlotsID() string {
	return fmt.Sprintf("\x00slots %d %d %#v %q", j.Rows, gpu.SlotKind(j.Slots), j.Keys, j.Select)
}

// HashedID is the ID of the mapping of hashed keys.
func (j *Job) HashedID() string { return "\x00hashed" + j.SlotsID() }

// Groups is the number of groups that memory is planned for: twice the expected ones, at most all that are possible.
func (j *Job) Groups() int {
	n := j.Rows
	if j.Form != gpu.Hashed {
		n = min(n, j.Slots)
	}
	if j.Expected > 0 {
		n = min(n, 2*j.Expected)
	}
	return n
}
