package plan

import (
	"fmt"
	"slices"

	"cardinal/engine/gpu"
)

// Job is a Request without its functions.
type Job struct {
	Form       gpu.Form       `json:"form,omitempty"`
	Expected   int            `json:"expected,omitempty"`
	Rows       int            `json:"rows"`
	Slots      int            `json:"slots"`
	Keys       []jobKey       `json:"keys,omitempty"`
	Select     string         `json:"select,omitempty"`
	Aggregates []jobAggregate `json:"aggregates"`
	Tuning     gpu.Tuning     `json:"tuning,omitzero"`

	Tuned []Tuned        `json:"tuned,omitempty"` // what was found for the device
	Bytes map[string]int `json:"bytes,omitempty"` // of a code, of the columns that have fewer than four

	Transient bool `json:"transient,omitempty"` // no other request has these columns
	Ahead     *Job `json:"ahead,omitempty"`     // the request that comes next: its columns are sent while the kernels run

	Meanwhile func() error   `json:"-"` // what is done while the kernels run; nil: nothing
	First     int            `json:"-"` // row of the table where the rows begin
	Ranks     gpu.Kind       `json:"-"` // of the ranks of the groups that there are, where these are the slots; 0: they are not
	SlotsName string         `json:"-"` // the name that the slots have among the residents
	Run       float64        `json:"-"` // rows that follow each other in a slot, on average, as far as the device has looked; 0: it has not
	Widths    map[string]int `json:"-"` // bits of the values of the columns, as far as the device has looked
}

type jobKey struct {
	ID     string `json:"id"`
	Stride uint32 `json:"stride"`
}

type jobAggregate struct {
	Op     gpu.Op `json:"op"`
	Values string `json:"values,omitempty"`
	With   string `json:"with,omitempty"`
	Valid  string `json:"valid,omitempty"`
}

// JobOf is the request as the device sees it.
func JobOf(r *gpu.Request) *Job {
	j := &Job{Form: r.Form, Expected: r.Expected, Rows: r.Rows, Slots: r.Slots, Tuning: r.Tuning, Transient: r.Transient}
	if r.Next != nil {
		j.Ahead = JobOf(r.Next)
		j.Ahead.Ahead = nil
	}
	for _, k := range r.Keys {
		j.Keys = append(j.Keys, jobKey{k.Codes.ID, k.Stride})
		j.reads(k.Codes)
	}
	if r.Select != nil {
		j.Select = r.Select.ID
	}
	for _, a := range r.Aggregates {
		ja := jobAggregate{Op: a.Op}
		if a.Op.Reads() {
			ja.Values = a.Values.ID
			j.reads(*a.Values)
		}
		if a.Op == gpu.Product {
			ja.With = a.Values.ID
			if a.With != nil {
				ja.With = a.With.ID
				j.reads(*a.With)
			}
		}
		if a.Valid != nil {
			ja.Valid = a.Valid.ID
		}
		j.Aggregates = append(j.Aggregates, ja)
	}
	return j
}

// reads notes the width of a column.
func (j *Job) reads(c gpu.Column) {
	if c.Bytes == 1 || c.Bytes == 2 {
		if j.Bytes == nil {
			j.Bytes = map[string]int{}
		}
		j.Bytes[c.ID] = c.Bytes
	}
}

// Kind is how the codes of a column lie.
func (j *Job) Kind(id string) gpu.Kind {
	if bytes, ok := j.Bytes[id]; ok {
		return gpu.Kind(8 * bytes)
	}
	return gpu.KindWords
}

// SlotKind is how the slots lie: as narrow as they can be where they are composed, else as their column.
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

// jobSource is a column or bitmap that a job reads.
type jobSource struct {
	Id   string
	Kind gpu.Kind
}

// Sources lists the distinct columns and bitmaps in the order they are used.
func (j *Job) Sources() []jobSource {
	var list []jobSource
	add := func(id string, k gpu.Kind) {
		if s := (jobSource{id, k}); id != "" && !slices.Contains(list, s) {
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

// Composes says whether slots must be composed: a lone key of stride 1 without a filter is its own slot column.
func (j *Job) Composes() bool {
	return j.Form != gpu.Hashed && (len(j.Keys) != 1 || j.Keys[0].Stride != 1 || j.Select != "")
}

// SlotsID names the composed slot column among the residents: jobs of the same keys and filter share it.
func (j *Job) SlotsID() string {
	return fmt.Sprintf("\x00slots %d %d %#v %q", j.Rows, gpu.SlotKind(j.Slots), j.Keys, j.Select)
}

// HashedID names the mapping of hashed keys among the residents.
func (j *Job) HashedID() string { return "\x00hashed" + j.SlotsID() }

// AccumulatorBytes is the size of an aggregate's accumulators.
func AccumulatorBytes(op gpu.Op, slots int) int64 { return int64(op.Words()) * int64(slots) * 4 }

// BindingAlign is what every device takes for the offset of a binding.
const BindingAlign = 256

// DeviceBytes is what the job keeps on the device while it runs, columns and accumulators.
func (j *Job) DeviceBytes() int64 {
	total := j.TotalsBytes() + j.SourceBytes() + j.mappingBytes()
	if j.Composes() {
		total += j.SlotKind().Bytes(j.Rows)
	}
	return total
}

// mappingBytes is what it takes to map rows to the groups that there are: ranks, the list of the groups and, of slots, their
// bits with prefix sums, of hashed keys a table that is half full.
func (j *Job) mappingBytes() int64 {
	switch j.Form {
	case gpu.Sparse:
		return gpu.KindWords.Bytes(j.Rows) + 4*int64(j.Groups()) + int64(j.Slots)/4
	case gpu.Hashed:
		return gpu.KindWords.Bytes(j.Rows) + 12*int64(j.Groups())
	}
	return 0
}

// Groups is how many groups that have rows are reckoned with: twice the expected ones.
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

// DeviceBytes is what the request keeps on the device while it runs. Above the adapter's ResidentBudget, the rows are sent in
// tiles, as Split says, and nothing of them stays.
func DeviceBytes(r *gpu.Request) int64 { return JobOf(r).DeviceBytes() }

// SourceBytes is the size of the columns and bitmaps that the job reads.
func (j *Job) SourceBytes() (total int64) {
	for _, s := range j.Sources() {
		total += s.Kind.Bytes(j.Rows)
	}
	return total
}

// TotalsBytes is enough for all accumulators, however they are grouped into passes.
func (j *Job) TotalsBytes() (total int64) {
	slots := j.Slots
	if j.Form == gpu.Hashed || j.Form == gpu.Sparse && j.Ranks == 0 {
		slots = j.Groups()
	}
	for _, a := range j.Aggregates {
		total += (AccumulatorBytes(a.Op, slots) + BindingAlign - 1) / BindingAlign * BindingAlign
	}
	return total
}

// AccumulatorsFit says whether buffers of the device hold the accumulators.
func (j *Job) AccumulatorsFit(a gpu.Adapter) bool {
	for _, agg := range j.Aggregates {
		if uint64(AccumulatorBytes(agg.Op, j.Slots)) > a.MaxBindingBytes {
			return false
		}
	}
	return uint64(j.TotalsBytes()) <= a.MaxBufferBytes
}

// TileRows is how many rows of a job fit a budget twice, beside its accumulators.
func TileRows(j *Job, budget int64) (int, error) {
	room := budget - j.TotalsBytes()
	bitsARow := int64(0)
	for _, s := range j.Sources() {
		bitsARow += int64(s.Kind)
	}
	if j.Composes() {
		bitsARow += int64(j.SlotKind())
	}
	bitsARow += 128 // of the records of a partitioned row, at most
	rows := int(room/2*8/bitsARow) / 64 * 64
	if rows < 64 {
		return 0, fmt.Errorf("%w: the accumulators take %d bytes, the budget is %d", gpu.ErrMemory, j.TotalsBytes(), budget)
	}
	return min(rows, Ceil(j.Rows, 64)*64), nil
}
