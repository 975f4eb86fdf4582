package gpu

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"unsafe"

	"cardinal/profiler"
)

// Column is a column of codes of one, two or four bytes that can stay resident on the device. It is sent, kept and read in
// that width.
type Column struct {
	ID    string // names the content: equal IDs mean equal values; no column shares one with a bitmap
	Bytes int    // of a code
	load  func() []byte
}

// NewColumn names the codes that load returns. It is called only when the device does not have them, and may outlast a
// cancelled Run; nothing is copied before they are sent.
func NewColumn[C uint8 | uint16 | uint32](id string, load func() []C) Column {
	var code C
	return Column{ID: id, Bytes: int(unsafe.Sizeof(code)), load: func() []byte { return asBytes(load()) }}
}

func (c Column) missing() bool { return c.ID == "" || c.load == nil }

func (c Column) kind() Kind { return Kind(8 * c.Bytes) }

// code is the code of a row among the bytes of the column.
func (c Column) code(raw []byte, row int) uint32 {
	switch c.Bytes {
	case 1:
		return uint32(raw[row])
	case 2:
		return uint32(binary.LittleEndian.Uint16(raw[2*row:]))
	}
	return binary.LittleEndian.Uint32(raw[4*row:])
}

// Bits is a bitmap, bit i%64 of word i/64 for row i, that can stay resident.
type Bits struct {
	ID   string
	Load func() []uint64
}

// Key is one column of the group key. The slot of a row is the sum of code*Stride over the keys.
type Key struct {
	Codes  Column
	Stride uint32
}

// Aggregate is one accumulator. Count, First and Last need no Values; only Product has With.
type Aggregate struct {
	Op     Op
	Values *Column
	With   *Column // the second factor; nil: Values, for a sum of squares
	Valid  *Bits   // nil: every row counts
}

// The strategies.
const (
	Private   = "private"   // accumulators in registers, for eight slots and fewer
	Workgroup = "workgroup" // accumulators in workgroup memory
	Partition = "partition" // rows written to partitions whose slots fit workgroup memory
	Sort      = "sort"      // rows sorted by slot, then runs of equal slots added up
	Ranks     = "ranks"     // accumulators of the slots that neighbouring rows have, in workgroup memory
	Global    = "global"    // global atomics
)

var Strategies = []string{Private, Workgroup, Partition, Sort, Ranks, Global}

// The ways to map hashed keys.
const (
	Linear = "linear" // one hash table, probed linearly
	Phases = "phases" // two hash tables, the first without probing: for little memory
	Elect  = "elect"  // a set in workgroup memory before the hash table: for few groups
)

var Mappings = []string{Linear, Phases, Elect}

// Tuning overrides what the planner would choose. Its zero fields leave the choice to the planner.
type Tuning struct {
	Strategy    string `json:"strategy,omitempty"`
	Mapping     string `json:"mapping,omitempty"`     // of hashed keys
	Invocations uint32 `json:"invocations,omitempty"` // work items in a workgroup, a power of two
	Groups      uint32 `json:"groups,omitempty"`      // workgroups of one dispatch
	Copies      uint32 `json:"copies,omitempty"`      // accumulators a slot in workgroup memory, a power of two
	Repeat      uint32 `json:"repeat,omitempty"`      // run the kernels so often and report the mean time: for measurements

	Untuned bool `json:"-"` // leave out what Tune has found
}

// Form is how the groups of a request are told apart, and how its result lists them.
type Form uint8

// The forms. Sparse and Hashed keep the mapping on the device, for the next request of the same keys and filter.
const (
	Dense  Form = iota // a figure for every slot of the key domain
	Sparse             // the slots that occur: for a domain of up to 2^30 slots of which few have rows
	Hashed             // keys of any width: codes are compared column by column, Stride and Slots count for nothing
)

// Request is one group-by. Slots is the size of the dense key domain: every row's slot is below it.
type Request struct {
	Form       Form
	Expected   int // groups, of a Hashed request: sizes its table; 0 where no one knows
	Rows       int
	Keys       []Key // none: all rows fall in slot 0
	Slots      int
	Select     *Bits // the rows that pass the filter; nil: all
	Aggregates []Aggregate
	Tuning     Tuning

	Transient bool     // the columns serve this request alone
	Next      *Request // whose columns are sent while the kernels of this one run
}

// Result has one array of figures for each aggregate, in order: a figure for each slot or, of a Sparse or Hashed request,
// for each entry of Groups.
type Result struct {
	Groups        []uint32 // Sparse: the slots, ascending where nothing was merged; Hashed: the number of a row of each group, in no order
	Values        [][]uint64
	High          [][]uint64       // of a Product, the bits from 64 on; nil for other aggregates
	Strategy      string           // of the aggregates; where they differ, joined by +
	Tiles         int              // that the rows were streamed in, beyond the budget; 0: all columns were resident at once
	Partitions    int              // that the groups of the tiles were merged in; 0: they stayed on the device
	Loads         int              // of partitions onto the device
	Left          int              // of the tiles' groups, those that the cores merged
	LinkShare     float64          // in tiles: of the link's bandwidth, what the uploads reached; 1 is all of it
	Overlap       float64          // in tiles: of the time, the share in which uploads were under way while the kernels ran
	BytesUploaded int64            // 0 when every column was resident
	DeviceBytes   int64            // resident after the run
	Stages        []profiler.Stage // upload, compose, kernel, read back; without the first two when all was resident
}

// The largest request: a row number and a slot are each one u32, and the last slot marks dropped rows.
const (
	maxRows  = math.MaxUint32 - 1 // rows are numbered from 1 on the device
	maxSlots = math.MaxUint32

	MaxSparseSlots = 1<<30 - 64 // of a bit each and a count for every 32 of them, any device binds as many
	MaxHashedKeys  = 4
)

// Check reports what makes a request impossible on any device.
func (r *Request) Check() error {
	if r.Rows < 0 || r.Rows > maxRows {
		return fmt.Errorf("%d rows: the GPU takes 0 to %d", r.Rows, maxRows)
	}
	if r.Form > Hashed {
		return fmt.Errorf("unknown form %d", r.Form)
	}
	if n := len(r.Keys); r.Form == Hashed && (n < 1 || n > MaxHashedKeys) {
		return fmt.Errorf("%d hashed keys: the GPU takes 1 to %d", n, MaxHashedKeys)
	}
	if r.Form == Sparse && r.Slots > MaxSparseSlots {
		return fmt.Errorf("%d sparse slots: the GPU takes 1 to %d", r.Slots, MaxSparseSlots)
	}
	if r.Form != Hashed && (r.Slots < 1 || r.Slots > maxSlots) {
		return fmt.Errorf("%d slots: the GPU takes 1 to %d", r.Slots, maxSlots)
	}
	for i, k := range r.Keys {
		if k.Codes.missing() {
			return fmt.Errorf("key %d has no column", i)
		}
	}
	if r.Select != nil && (r.Select.ID == "" || r.Select.Load == nil) {
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
		if a.Valid != nil && (a.Valid.ID == "" || a.Valid.Load == nil) {
			return fmt.Errorf("aggregate %d: valid without a bitmap", i)
		}
	}
	return r.Tuning.check()
}

func (t Tuning) check() error {
	if t.Strategy != "" && !slices.Contains(Strategies, t.Strategy) {
		return fmt.Errorf("unknown strategy %q: want one of %v", t.Strategy, Strategies)
	}
	if t.Mapping != "" && !slices.Contains(Mappings, t.Mapping) {
		return fmt.Errorf("unknown mapping %q: want one of %v", t.Mapping, Mappings)
	}
	if t.Invocations&(t.Invocations-1) != 0 {
		return fmt.Errorf("%d invocations: want a power of two", t.Invocations)
	}
	if t.Copies&(t.Copies-1) != 0 {
		return fmt.Errorf("%d copies: want a power of two", t.Copies)
	}
	return nil
}

// Sources tells how to get at the bytes of every column and bitmap, by name.
func (r *Request) Sources() map[string]source {
	all := map[string]source{}
	if r.Next != nil {
		all = r.Next.Sources()
	}
	for _, k := range r.Keys {
		all[k.Codes.ID] = columnSource(k.Codes, r.Rows)
	}
	if r.Select != nil {
		all[r.Select.ID] = bitsSource(*r.Select, r.Rows)
	}
	for _, a := range r.Aggregates {
		if a.Op.Reads() {
			all[a.Values.ID] = columnSource(*a.Values, r.Rows)
		}
		if a.Op == Product && a.With != nil {
			all[a.With.ID] = columnSource(*a.With, r.Rows)
		}
		if a.Valid != nil {
			all[a.Valid.ID] = bitsSource(*a.Valid, r.Rows)
		}
	}
	return all
}

// Identity is the result over no rows.
func (r *Request) Identity() Result {
	res := Result{Strategy: Workgroup, Values: make([][]uint64, len(r.Aggregates)), High: make([][]uint64, len(r.Aggregates))}
	slots := r.Slots
	if r.Form != Dense {
		slots = 0
	}
	for i, a := range r.Aggregates {
		res.Values[i], res.High[i] = Figures(a.Op, slots, make([]uint32, a.Op.Words()*slots))
	}
	return res
}

// Values are the codes of a column one by one, whatever their width.
func (c Column) Values() []uint32 {
	raw := c.load()
	out := make([]uint32, len(raw)/c.Bytes)
	for row := range out {
		out[row] = c.code(raw, row)
	}
	return out
}
