package offload

import (
	"fmt"
	"math/bits"
	"strings"

	"cardinal/data"
	"cardinal/engine/aggregate"
	"cardinal/engine/aggregate/measure"
	"cardinal/profiler"
)

// sum is one exact sum that a pivot needs.
type sum struct {
	of   string // the column, or both columns of a product
	bits int    // width of its largest possible total
	held int    // bits of the accumulator on the GPU
	from bool   // what is added is the distance of a value from the least value
}

// precision checks the precision gate of "The GROUP BY problem on GPUs": a sum must be exact in the accumulator.
// Integers get as many 32-bit limbs as their largest possible total needs. Floats become integers of fixed point, if
// their column is finite and spreads over few enough bits.
func (j *job) precision() (trouble, fine string) {
	var troubles []string
	var sums []sum
	for _, k := range j.Measures.Kinds {
		switch {
		case k.Op == measure.OpSum && k.Column.Type == data.Float:
			if trouble := inexactWords(k.Column); trouble != "" {
				troubles = append(troubles, trouble)
			}
			sums = append(sums, j.sumOf(k))
		case k.Op == measure.OpSum, k.Op == measure.OpProducts && isCoded(k.Column) &&
			(k.Other == nil || isCoded(k.Other)): // no program multiplies other columns, so that support reports them
			sums = append(sums, j.sumOf(k))
		}
	}
	if len(troubles) > 0 {
		return strings.Join(troubles, ", "), ""
	}
	return "", widest(sums)
}

// inexactWords says why the GPU cannot compute exact sums of a column of floats, or returns "".
func inexactWords(c *data.Column) string {
	fixed := aggregate.FixedPointOf(c)
	switch {
	case c.Compute != nil: // support reports the column
		return ""
	case !c.Finite:
		return fmt.Sprintf("%s has values that are NaN or infinite, and the GPU adds up finite floats only", c.Name)
	case fixed.Bits > aggregate.MaxFixedBits:
		return fmt.Sprintf("the values of %s need fixed point of up to %d bits, and the GPU adds up %d", c.Name,
			fixed.Bits, aggregate.MaxFixedBits)
	}
	return ""
}

// sumOf returns the sum that an accumulator computes.
func (j *job) sumOf(k measure.Kind) sum {
	s := sum{of: k.Column.Name, held: 64, from: hasOffset(k.Column) || k.Other != nil && hasOffset(k.Other)}
	if k.Column.Type == data.Float {
		fixed := aggregate.FixedPointOf(k.Column)
		s.bits, s.held = fixed.Bits+bits.Len(uint(j.Table.Rows)), 64*fixed.Words()
		return s
	}
	most := greatest(k.Column)
	switch {
	case k.Other != nil:
		s.of, s.held = k.Column.Name+" * "+k.Other.Name, 96
		most *= greatest(k.Other) // 32 bits each
	case bits.Len64(most) > 32:
		s.held = 128
	}
	high, low := bits.Mul64(most, uint64(j.Table.Rows))
	if s.bits = bits.Len64(low); high > 0 {
		s.bits = 64 + bits.Len64(high)
	}
	return s
}

// greatest returns the greatest number that represents an integer of a column: its code, or its distance from the
// least value.
func greatest(c *data.Column) uint64 {
	if c.Wide != nil {
		return span(c)
	}
	return uint64(c.Max) - uint64(c.Base)
}

// hasOffset reports whether a column of integers or floats is added as distances from a value other than 0.
func hasOffset(c *data.Column) bool {
	if c.Type == data.Float {
		return c.MinFloat != 0
	}
	return c.Wide != nil && c.Min != 0 || c.Wide == nil && c.Base != 0
}

// widest says how many bits the widest sum needs, and how many it has.
func widest(sums []sum) string {
	if len(sums) == 0 {
		return "nothing is summed"
	}
	most := sums[0]
	for _, s := range sums {
		if s.bits > most.bits {
			most = s
		}
	}
	name := "the sum of " + most.of
	if len(sums) > 1 {
		name = fmt.Sprintf("the widest of %d sums, of %s,", len(sums), most.of)
	}
	if most.from {
		name = strings.TrimSuffix(name, ",") + ", counted from the least value,"
	}
	return fmt.Sprintf("%s needs at most %s, and the GPU adds it up in %d", name, profiler.Counted(most.bits, "bit"),
		most.held)
}
