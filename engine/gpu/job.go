package gpu

import (
	"fmt"
	"slices"
)

// job is a Request without its functions.
type job struct {
	Form       Form           `json:"form,omitempty"`
	Expected   int            `json:"expected,omitempty"`
	Rows       int            `json:"rows"`
	Slots      int            `json:"slots"`
	Keys       []jobKey       `json:"keys,omitempty"`
	Select     string         `json:"select,omitempty"`
	Aggregates []jobAggregate `json:"aggregates"`
	Tuning     Tuning         `json:"tuning,omitzero"`

	Tuned []Tuned        `json:"tuned,omitempty"` // what was found for the device
	Bytes map[string]int `json:"bytes,omitempty"` // of a code, of the columns that have fewer than four

	Passing bool `json:"passing,omitempty"` // no other request has these columns
	Ahead   *job `json:"ahead,omitempty"`   // the request that comes next: its columns are sent while the kernels run

	ahead  func() error   // what is done while the kernels run; nil: nothing
	first  int            // row of the table where the rows begin
	ranks  kind           // of the ranks of the groups that there are, where these are the slots; 0: they are not
	lies   string         // the name that the slots have among the residents
	run    float64        // rows that follow each other in a slot, on average, as far as the device has looked; 0: it has not
	widths map[string]int // bits of the values of the columns, as far as the device has looked
}

type jobKey struct {
	ID     string `json:"id"`
	Stride uint32 `json:"stride"`
}

type jobAggregate struct {
	Op     Op     `json:"op"`
	Values string `json:"values,omitempty"`
	With   string `json:"with,omitempty"`
	Valid  string `json:"valid,omitempty"`
}

func (r *Request) job() *job {
	j := &job{Form: r.Form, Expected: r.Expected, Rows: r.Rows, Slots: r.Slots, Tuning: r.Tuning, Passing: r.passing}
	if r.next != nil {
		j.Ahead = r.next.job()
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
		if a.Op.reads() {
			ja.Values = a.Values.ID
			j.reads(*a.Values)
		}
		if a.Op == Product {
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
func (j *job) reads(c Column) {
	if c.Bytes == 1 || c.Bytes == 2 {
		if j.Bytes == nil {
			j.Bytes = map[string]int{}
		}
		j.Bytes[c.ID] = c.Bytes
	}
}

// kind is how the codes of a column lie.
func (j *job) kind(id string) kind {
	if bytes, ok := j.Bytes[id]; ok {
		return kind(8 * bytes)
	}
	return kindWords
}

// slotKind is how the slots lie: as narrow as they can be where they are composed, else as their column.
func (j *job) slotKind() kind {
	switch {
	case j.ranks != 0:
		return j.ranks
	case j.composes():
		return slotKind(j.Slots)
	}
	return j.kind(j.Keys[0].ID)
}

// width is how many bits the values of a column take.
func (j *job) width(id string) int {
	if w, ok := j.widths[id]; ok {
		return w
	}
	return int(j.kind(id))
}

// jobSource is a column or bitmap that a job reads.
type jobSource struct {
	id   string
	kind kind
}

// sources lists the distinct columns and bitmaps in the order they are used.
func (j *job) sources() []jobSource {
	var list []jobSource
	add := func(id string, k kind) {
		if s := (jobSource{id, k}); id != "" && !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	for _, k := range j.Keys {
		add(k.ID, j.kind(k.ID))
	}
	add(j.Select, kindBits)
	for _, a := range j.Aggregates {
		add(a.Values, j.kind(a.Values))
		add(a.With, j.kind(a.With))
		add(a.Valid, kindBits)
	}
	return list
}

// composes says whether slots must be composed: a lone key of stride 1 without a filter is its own slot column.
func (j *job) composes() bool {
	return j.Form != Hashed && (len(j.Keys) != 1 || j.Keys[0].Stride != 1 || j.Select != "")
}

// slotsID names the composed slot column among the residents: jobs of the same keys and filter share it.
func (j *job) slotsID() string {
	return fmt.Sprintf("\x00slots %d %d %#v %q", j.Rows, slotKind(j.Slots), j.Keys, j.Select)
}

// hashedID names the mapping of hashed keys among the residents.
func (j *job) hashedID() string { return "\x00hashed" + j.slotsID() }

// accumulatorBytes is the size of an aggregate's accumulators.
func accumulatorBytes(op Op, slots int) int64 { return int64(op.words()) * int64(slots) * 4 }

// bindingAlign is what every device takes for the offset of a binding.
const bindingAlign = 256

// deviceBytes is what the job keeps on the device while it runs, columns and accumulators.
func (j *job) deviceBytes() int64 {
	total := j.totalsBytes() + j.sourceBytes() + j.mappingBytes()
	if j.composes() {
		total += j.slotKind().bytes(j.Rows)
	}
	return total
}

// mappingBytes is what it takes to map rows to the groups that there are: ranks, the list of the groups and, of slots, their
// bits with prefix sums, of hashed keys a table that is half full.
func (j *job) mappingBytes() int64 {
	switch j.Form {
	case Sparse:
		return kindWords.bytes(j.Rows) + 4*int64(j.groups()) + int64(j.Slots)/4
	case Hashed:
		return kindWords.bytes(j.Rows) + 12*int64(j.groups())
	}
	return 0
}

// groups is how many groups that have rows are reckoned with: twice the expected ones.
func (j *job) groups() int {
	n := j.Rows
	if j.Form != Hashed {
		n = min(n, j.Slots)
	}
	if j.Expected > 0 {
		n = min(n, 2*j.Expected)
	}
	return n
}

// sourceBytes is the size of the columns and bitmaps that the job reads.
func (j *job) sourceBytes() (total int64) {
	for _, s := range j.sources() {
		total += s.kind.bytes(j.Rows)
	}
	return total
}

// totalsBytes is enough for all accumulators, however they are grouped into passes.
func (j *job) totalsBytes() (total int64) {
	slots := j.Slots
	if j.Form == Hashed || j.Form == Sparse && j.ranks == 0 {
		slots = j.groups()
	}
	for _, a := range j.Aggregates {
		total += (accumulatorBytes(a.Op, slots) + bindingAlign - 1) / bindingAlign * bindingAlign
	}
	return total
}
