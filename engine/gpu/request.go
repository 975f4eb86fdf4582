package gpu

import "cardinal/profiler"

// Column is a column of u32 values that can stay resident on the device.
type Column struct {
	ID   string          // names the content: equal IDs mean equal values
	Load func() []uint32 // called only when the device does not have the column
}

// Bits is a bitmap, bit i of word i/64 for row i, that can stay resident.
type Bits struct {
	ID   string
	Load func() []uint64
}

// Key is one column of the group key. The slot of a row is the sum of code*Stride over the keys.
type Key struct {
	Codes  Column
	Stride uint32
}

// Op is what an aggregate does with the values of a slot's rows.
type Op uint8

// The operations.
const (
	Count Op = iota // rows
	Sum             // exact, 64 bits
	Min             // of u32; ^0 where the slot has no value
	Max             // of u32; 0 where the slot has no value
)

// Aggregate is one accumulator. Count needs no Values.
type Aggregate struct {
	Op     Op
	Values *Column
	Valid  *Bits // nil: every row counts
}

// Request is one group-by. Slots is the size of the dense key domain: every row's slot is below it.
type Request struct {
	Rows       int
	Keys       []Key // none: all rows fall in slot 0
	Slots      int
	Select     *Bits // the rows that pass the filter; nil: all
	Aggregates []Aggregate
}

// Result has one array of Slots figures for each aggregate, in order.
type Result struct {
	Values        [][]uint64
	Strategy      string // workgroup or global
	BytesUploaded int64  // 0 when every column was resident
	DeviceBytes   int64  // resident after the run
	Stages        []profiler.Stage
}

// Adapter is the device and the limits that decide what fits it.
type Adapter struct {
	Name            string `json:"name"`
	Vendor          string `json:"vendor"` // nvidia, amd, intel, apple, software, other
	Class           string `json:"class"`  // discrete, integrated, software
	Backend         string `json:"backend"`
	Driver          string `json:"driver"`
	WorkgroupBytes  uint32 `json:"workgroup_bytes"`
	MaxBindingBytes uint64 `json:"max_binding_bytes"`
	MaxBufferBytes  uint64 `json:"max_buffer_bytes"`
	MaxInvocations  uint32 `json:"max_invocations"`
	ResidentBudget  int64  `json:"resident_budget"` // bytes of columns kept on the device before the least recently used go
}
