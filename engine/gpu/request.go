package gpu

import (
	"fmt"
	"slices"
	"sync"

	"cardinal/profiler"
)

// Request is one group-by. Every row has a slot below Slots: the sum of code*Stride over the keys.
type Request struct {
	Form       Form `json:",omitzero"`
	Expected   int  `json:",omitzero"` // number of groups that size a hash table; 0: unknown
	Rows       int
	Keys       []Key // empty: all rows have slot 0
	Slots      int
	Select     *Bits `json:",omitzero"` // the rows that pass the filter; nil: all rows
	Aggregates []Aggregate
	Tuning     Tuning `json:",omitzero"`

	// no result is read: the request only leaves its columns, programs and buffers on the device for a later request
	Prepare   bool `json:",omitzero"`
	Transient bool `json:",omitzero"` // no other request has these columns: they are dropped after the request
	// the next request: its columns are sent while the kernels of this request run
	Next *Request `json:",omitzero"`
}

// Form is how a request distinguishes groups, and how its result lists them.
type Form uint8

// The forms. For a Sparse or Hashed request, the device keeps the mapping of rows to groups for the next request with
// the same keys and filter.
const (
	Dense  Form = iota // a result for every slot
	Sparse             // a result for every slot that occurs, for requests with many slots of which few have rows
	// a result for every key that occurs: keys are compared column by column, without Stride and Slots
	Hashed
	// the rows that pass the filter, ordered by partition: by range of the hash of their keys. Slots is the number of
	// partitions. The only aggregate is a Count, a running total over the partitions
	Partitioned
)

// Key is one column of the group key.
type Key struct {
	Codes  Column
	Stride uint32 // the weight of a code in the slot
}

// Aggregate is one accumulator of every group. Count, First and Last have no Values; only Product has With.
type Aggregate struct {
	Op     Op
	Values *Column `json:",omitzero"`
	With   *Column `json:",omitzero"` // the second factor of a Product; nil: Values, which gives a sum of squares
	Valid  *Bits   `json:",omitzero"` // the rows that have a value; nil: all rows
	// of a Min or Max: only the rows count that have the result of the aggregate before, with the same Op and Valid
	Ties bool `json:",omitzero"`
}

// Tuning overrides the choices of the planner. Each zero field leaves its choice to the planner.
type Tuning struct {
	Strategy    string `json:"strategy,omitempty"`    // the name of a kernel of package plan
	Mapping     string `json:"mapping,omitempty"`     // the name of a mapping of package plan
	Invocations uint32 `json:"invocations,omitempty"` // number of invocations in a workgroup, a power of two
	Groups      uint32 `json:"groups,omitempty"`      // workgroups of a dispatch
	Copies      uint32 `json:"copies,omitempty"`      // replicas of an accumulator in workgroup memory, a power of two
	// how often the kernels run; their mean time is reported; 0: once
	Repeat uint32 `json:"repeat,omitempty"`

	Untuned bool `json:"-"` // the grids that Client.Tune has found are ignored
}

// Result has one array per aggregate, in order. For a Dense request, an array has one number per slot; for a Sparse or
// Hashed request, it has one number per entry of Groups.
type Result struct {
	Outcome
	// Sparse: the slots, ascending if nothing was merged; Hashed: the number of one row of each group, in no order;
	// Partitioned: the rows, counted from 1
	Groups []uint32
	Found  int // number of groups, also if the request only prepares and Groups is empty; 0 for a Dense request
	Values [][]uint64
	High   [][]uint64 // of a Product, bits 64 to 95; nil for other aggregates
	// partitions of the rows or of the tiles' groups; 0: the accumulators stayed on the device
	Partitions    int
	OnCores       int   // partitions that the cores aggregated alongside the device
	Loads         int   // uploads of partitions
	Left          int   // groups of tiles that the cores merged
	BytesUploaded int64 // 0 if every column was resident
	DeviceBytes   int64 // bytes of columns on the device after the run
}

// Outcome describes how the device ran a request.
type Outcome struct {
	Strategy  string              `json:"strategy,omitempty"` // the names of the kernels that ran, joined by +
	Kernels   []profiler.Kernel   `json:"kernels,omitempty"`  // the kernels that ran, with their grids
	HashTable *profiler.HashTable `json:"table,omitempty"`    // nil: the keys were not hashed
	// number of tiles in which rows were streamed, since they exceed the budget; 0: all columns were resident at once
	Tiles int `json:"tiles,omitempty"`
	// with tiles: the share of the link's bandwidth that the uploads reached, from 0 to 1
	LinkShare float64 `json:"link,omitempty"`
	// with tiles: the share of the time in which uploads and kernels ran at the same time
	Overlap float64 `json:"overlap,omitempty"`
	// in the order in which they ran: load, upload, compose, kernel, read back and others
	Stages []profiler.Stage `json:"stages,omitempty"`
}

// Check returns an error if something in the request is missing or contradictory.
func (r *Request) Check() error {
	if r.Form > Partitioned {
		return fmt.Errorf("unknown form %d", r.Form)
	}
	if r.Form == Partitioned && (len(r.Aggregates) != 1 || r.Aggregates[0].Op != Count ||
		r.Aggregates[0].Valid != nil) {
		return fmt.Errorf("partitions have no aggregate but the count of their rows")
	}
	for i, k := range r.Keys {
		if k.Codes.missing() {
			return fmt.Errorf("key %d has no column", i)
		}
	}
	if r.Select.missing() {
		return fmt.Errorf("the selection has no bitmap")
	}
	for i, a := range r.Aggregates {
		if int(a.Op) >= len(opNames) {
			return fmt.Errorf("aggregate %d: unknown %s", i, a.Op)
		}
		if a.Op.Reads() && (a.Values == nil || a.Values.missing()) {
			return fmt.Errorf("aggregate %d: %s without values", i, a.Op)
		}
		if a.Op == Product && a.With != nil && a.With.missing() {
			return fmt.Errorf("aggregate %d: product with a column that has no values", i)
		}
		if a.Valid.missing() {
			return fmt.Errorf("aggregate %d: valid without a bitmap", i)
		}
		if a.Ties && (a.Op != Min && a.Op != Max || i == 0 || r.Aggregates[i-1].Op != a.Op ||
			r.Aggregates[i-1].Ties) {
			return fmt.Errorf("aggregate %d: %s of ties without the aggregate before", i, a.Op)
		}
	}
	return r.Tuning.check()
}

func (t Tuning) check() error {
	if t.Invocations&(t.Invocations-1) != 0 {
		return fmt.Errorf("%d invocations: want a power of two", t.Invocations)
	}
	if t.Copies&(t.Copies-1) != 0 {
		return fmt.Errorf("%d copies: want a power of two", t.Copies)
	}
	return nil
}

// Sources returns the columns and bitmaps of the request and of the next one, by ID.
func (r *Request) Sources() map[string]Source {
	all := map[string]Source{}
	if r.Next != nil {
		all = r.Next.Sources()
	}
	r.Replace(func(c Column) *Column {
		all[c.ID] = columnSource(c, r.Rows)
		return &c
	}, func(b Bits) *Bits {
		all[b.ID] = bitsSource(b, r.Rows)
		return &b
	})
	return all
}

// Lists reports whether the result of the request lists its Groups.
func (r *Request) Lists() bool { return r.Form != Dense }

// HasTies reports whether an aggregate takes only the rows with the result of the aggregate before. Such a request
// needs all its rows on the device at once.
func (r *Request) HasTies() bool {
	return slices.ContainsFunc(r.Aggregates, func(a Aggregate) bool { return a.Ties })
}

// Entries returns the length of each array of Values if the result has `groups` groups.
func (r *Request) Entries(groups int) int {
	if r.Form == Dense || r.Form == Partitioned {
		return r.Slots
	}
	return groups
}

// Empty returns the result of the request over no rows. No kernel needs to run for it.
func (r *Request) Empty() Result {
	res := Result{Values: make([][]uint64, len(r.Aggregates)), High: make([][]uint64, len(r.Aggregates))}
	slots := r.Entries(0)
	if r.Lists() {
		res.Groups = []uint32{}
	}
	for i, a := range r.Aggregates {
		res.Values[i], res.High[i] = Decode(a.Op, slots, make([]uint32, a.Op.Words()*slots))
	}
	return res
}

// Cached returns the request with columns and bitmaps that are each loaded at most once.
func (r *Request) Cached() Request {
	columns, bitmaps := map[string]*Column{}, map[string]*Bits{}
	return r.Replace(func(c Column) *Column {
		if columns[c.ID] == nil {
			once := c.once()
			columns[c.ID] = &once
		}
		return columns[c.ID]
	}, func(b Bits) *Bits {
		if bitmaps[b.ID] == nil {
			bitmaps[b.ID] = &Bits{b.ID, sync.OnceValue(b.Load)}
		}
		return bitmaps[b.ID]
	})
}

// Each visits the columns and bitmaps of the request in the order of their use.
func (r *Request) Each(column func(*Column), bitmap func(*Bits)) {
	for i := range r.Keys {
		column(&r.Keys[i].Codes)
	}
	if r.Select != nil {
		bitmap(r.Select)
	}
	for i := range r.Aggregates {
		a := &r.Aggregates[i]
		if a.Values != nil {
			column(a.Values)
		}
		if a.With != nil {
			column(a.With)
		}
		if a.Valid != nil {
			bitmap(a.Valid)
		}
	}
}

// Replace returns the request with its columns and bitmaps replaced. It visits them in the order of their use.
func (r *Request) Replace(column func(Column) *Column, bitmap func(Bits) *Bits) Request {
	out := *r
	out.Keys = slices.Clone(r.Keys)
	for i, k := range r.Keys {
		out.Keys[i].Codes = *column(k.Codes)
	}
	if r.Select != nil {
		out.Select = bitmap(*r.Select)
	}
	out.Aggregates = slices.Clone(r.Aggregates)
	for i := range out.Aggregates {
		a := &out.Aggregates[i]
		if a.Values != nil {
			a.Values = column(*a.Values)
		}
		if a.With != nil {
			a.With = column(*a.With)
		}
		if a.Valid != nil {
			a.Valid = bitmap(*a.Valid)
		}
	}
	return out
}
