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
	Expected   int  `json:",omitzero"` // groups; sizes the hash table of a Hashed request; 0: unknown
	Rows       int
	Keys       []Key // none: all rows have slot 0
	Slots      int
	Select     *Bits `json:",omitzero"` // the rows that pass the filter; nil: all rows
	Aggregates []Aggregate
	Tuning     Tuning `json:",omitzero"`

	// nothing is read out: a later request finds its columns, programs and buffers on the device
	Prepare   bool `json:",omitzero"`
	Transient bool `json:",omitzero"` // no other request has these columns: they leave the device with the request
	// the request that follows: its columns are sent while the kernels of this one run
	Next *Request `json:",omitzero"`
}

// Form is how the groups of a request are told apart, and how its result lists them.
type Form uint8

// The forms. The device keeps the mapping of rows to groups of a Sparse or Hashed request, for the next request
// with the same keys and filter.
const (
	Dense  Form = iota // a result for every slot
	Sparse             // a result for every slot that occurs: for many slots of which few have rows
	// a result for every key that occurs: keys are compared column by column, without Stride and Slots
	Hashed
	// the rows that pass the filter, in the order of Slots ranges of the hash of their keys; the only aggregate
	// is a Count, which runs on from range to range
	Partitioned
)

// Key is one column of the group key.
type Key struct {
	Codes  Column
	Stride uint32 // weight of a code in the slot
}

// Aggregate is one accumulator of every group. Count, First and Last have no Values; only Product has With.
type Aggregate struct {
	Op     Op
	Values *Column `json:",omitzero"`
	With   *Column `json:",omitzero"` // the second factor of a Product; nil: Values, which gives a sum of squares
	Valid  *Bits   `json:",omitzero"` // the rows that have a value; nil: all rows
}

// Tuning overrides the choices of the planner. Each zero field leaves its choice to the planner.
type Tuning struct {
	Strategy    string `json:"strategy,omitempty"`    // the name of a kernel of package plan
	Mapping     string `json:"mapping,omitempty"`     // the name of a mapping of package plan
	Invocations uint32 `json:"invocations,omitempty"` // in a workgroup; a power of two
	Groups      uint32 `json:"groups,omitempty"`      // workgroups of a dispatch
	Copies      uint32 `json:"copies,omitempty"`      // replicas of an accumulator in workgroup memory; a power of two
	// runs of the kernels, of which the mean time is reported; 0: one run
	Repeat uint32 `json:"repeat,omitempty"`

	Untuned bool `json:"-"` // ignores the grids that Client.Tune has found
}

// Result has an array for each aggregate, in order: one number for each slot or, of a Sparse or Hashed request,
// for each entry of Groups.
type Result struct {
	Outcome
	// Sparse: the slots, ascending where nothing was merged; Hashed: the number of one row of each group, in no
	// order; Partitioned: the rows, counted from 1
	Groups []uint32
	Found  int // entries of Groups, also of a request that only prepares; 0: a Dense one
	Values [][]uint64
	High   [][]uint64 // of a Product, bits 64 to 95; nil for other aggregates
	// that the rows or the groups of the tiles were split in; 0: the accumulators stayed on the device
	Partitions    int
	OnCores       int   // of the partitions, those that the cores aggregated beside the device
	Loads         int   // uploads of partitions
	Left          int   // groups of tiles that the cores merged
	BytesUploaded int64 // 0 where every column was resident
	DeviceBytes   int64 // resident after the run
}

// Outcome is how the device ran a request.
type Outcome struct {
	Strategy  string              `json:"strategy,omitempty"` // the names of the kernels that ran, joined by +
	Kernels   []profiler.Kernel   `json:"kernels,omitempty"`  // their grids
	HashTable *profiler.HashTable `json:"table,omitempty"`    // nil: the keys were not hashed
	// that the rows were streamed in, beyond the budget; 0: all columns were resident at once
	Tiles int `json:"tiles,omitempty"`
	// in tiles: the part of the link's bandwidth that the uploads reached, 1 for all
	LinkShare float64 `json:"link,omitempty"`
	// in tiles: the part of the time in which uploads were under way while kernels ran
	Overlap float64 `json:"overlap,omitempty"`
	// in the order they ran: load, upload, compose, kernel, read back and others
	Stages []profiler.Stage `json:"stages,omitempty"`
}

// Check reports which part of the request is missing or contradictory.
func (r *Request) Check() error {
	if r.Form > Partitioned {
		return fmt.Errorf("unknown form %d", r.Form)
	}
	if r.Form == Partitioned && (len(r.Aggregates) != 1 || r.Aggregates[0].Op != Count || r.Aggregates[0].Valid != nil) {
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

// Sources are the columns and bitmaps of the request and of the next one, by ID.
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

// Lists reports whether the result has Groups.
func (r *Request) Lists() bool { return r.Form != Dense }

// Entries is the length of the Values of a result with so many Groups.
func (r *Request) Entries(groups int) int {
	if r.Form == Dense || r.Form == Partitioned {
		return r.Slots
	}
	return groups
}

// Empty is the result over no rows. No kernel ran for it.
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

// Cached is the request with columns and bitmaps that are each loaded at most once.
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

// Replace is the request with other columns and bitmaps in the places of its own, which it visits in the order
// of their use.
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
