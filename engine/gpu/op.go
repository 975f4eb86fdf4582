package gpu

import "fmt"

// Op is what an aggregate does with the values of a slot's rows.
type Op uint8

// The operations.
const (
	Count   Op = iota // rows
	Sum               // exact, 64 bits
	Min               // of u32; math.MaxUint32 where the slot has no value
	Max               // of u32; 0 where the slot has no value
	Product           // exact sum of Values*With, 96 bits: Result.High has the top word
	First             // the least row number; math.MaxUint32 where the slot has no value
	Last              // the greatest row number; math.MaxUint32 where the slot has no value
)

var opNames = [...]string{"count", "sum", "min", "max", "product", "first", "last"}

// String names the operation.
func (o Op) String() string {
	if int(o) >= len(opNames) {
		return fmt.Sprintf("op %d", uint8(o))
	}
	return opNames[o]
}

// Words is the number of u32 words a slot takes in an accumulator.
func (o Op) Words() int {
	switch o {
	case Sum:
		return 2
	case Product:
		return 3
	}
	return 1
}

// Reads says whether the operation has a value column.
func (o Op) Reads() bool { return o != Count && o != First && o != Last }

// KernelOp is the operation as the kernels know it: the first row is the least of the row numbers, which count from
// 1, and the last row the greatest.
func (o Op) KernelOp() uint32 {
	switch o {
	case First:
		return uint32(Min)
	case Last:
		return uint32(Max)
	}
	return uint32(o)
}

// Adds says whether states of the operation are numbers to be added, low word first. Others are a word to be compared.
func (o Op) Adds() bool { return o == Count || o == Sum || o == Product }

// Least says which of two words counts. The last row is numbered from 1, so that 0 is none.
func (o Op) Least() bool { return o == Min || o == First }
