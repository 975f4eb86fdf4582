package gpu

import "fmt"

// Op is what an aggregate does with the values of a slot's rows.
type Op uint8

// The operations.
const (
	Count   Op = iota // rows
	Sum               // exact, 64 bits
	Min               // of u32; math.MaxUint32 if the slot has no value
	Max               // of u32; 0 if the slot has no value
	Product           // exact sum of Values*With, 96 bits: Result.High has the upper 32
	First             // the least row number; math.MaxUint32 if the slot has no value
	Last              // the greatest row number; math.MaxUint32 if the slot has no value
)

var opNames = [...]string{"count", "sum", "min", "max", "product", "first", "last"}

// String names the operation.
func (o Op) String() string {
	if int(o) >= len(opNames) {
		return fmt.Sprintf("op %d", uint8(o))
	}
	return opNames[o]
}

// Words returns the number of u32 words in a slot's accumulator.
func (o Op) Words() int {
	switch o {
	case Sum:
		return 2
	case Product:
		return 3
	}
	return 1
}

// Reads reports whether the operation has a value column.
func (o Op) Reads() bool { return o != Count && o != First && o != Last }

// KernelOp returns the number of the operation in measures.wgsl. First and Last run as the minimum and the maximum of
// row numbers, which the kernels count from 1.
func (o Op) KernelOp() uint32 {
	switch o {
	case First:
		return uint32(Min)
	case Last:
		return uint32(Max)
	}
	return uint32(o)
}

// MergeOp returns the operation that merges two partial results of o, word by word: Sum, Min or Max.
func (o Op) MergeOp() Op {
	switch o {
	case Count, Sum, Product:
		return Sum
	case Min, First:
		return Min
	}
	return Max
}
