package offload

import (
	"fmt"
	"math/big"
	"math/bits"
	"strings"

	"cardinal/data"
	"cardinal/engine/aggregate/measure"
	"cardinal/internal/each"
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
// Integers get as many 32-bit limbs as their largest possible total needs. True floats would need fixed point, and no
// kernel adds fixed point.
func (j *job) precision() (trouble, fine string) {
	var floats, integers []sum
	for _, k := range j.Measures.Kinds {
		switch {
		case k.Op != measure.OpSum && k.Op != measure.OpProducts:
		case k.Column.Type == data.Float || k.Other != nil && k.Other.Type == data.Float:
			floats = append(floats, j.sumOf(k))
		case k.Op == measure.OpSum || isCoded(k.Column) &&
			(k.Other == nil || isCoded(k.Other)): // no program multiplies other columns, so that support reports them
			integers = append(integers, j.sumOf(k))
		}
	}
	if len(floats) > 0 {
		return inexactWords(floats), ""
	}
	return "", widest(integers)
}

// sumOf returns the sum that an accumulator computes.
func (j *job) sumOf(k measure.Kind) sum {
	s := sum{of: k.Column.Name, held: 64, from: hasOffset(k.Column) || k.Other != nil && hasOffset(k.Other)}
	if k.Other == nil && k.Column.Type != data.Float { // math/big takes longer, and most sums are of this kind
		most := greatest(k.Column)
		if bits.Len64(most) > 32 {
			s.held = 128
		}
		high, low := bits.Mul64(most, uint64(j.Table.Rows))
		if s.bits = bits.Len64(low); high > 0 {
			s.bits = 64 + bits.Len64(high)
		}
		return s
	}
	most := greatestSummand(k.Column)
	switch {
	case k.Op == measure.OpProducts && k.Other != nil:
		s.of, s.held = k.Column.Name+" * "+k.Other.Name, 96
		most.Mul(most, greatestSummand(k.Other))
	case most.BitLen() > 32:
		s.held = 128
	}
	s.bits = most.Mul(most, big.NewInt(int64(j.Table.Rows))).BitLen()
	return s
}

// greatestSummand returns the greatest number that is added for a value of a column. The unit of floats is the lowest
// bit that any value has.
func greatestSummand(c *data.Column) *big.Int {
	if c.Type == data.Float {
		one := big.NewInt(1)
		return one.Sub(one.Lsh(one, uint(c.HighBit-c.LowBit)), big.NewInt(1))
	}
	return new(big.Int).SetUint64(greatest(c))
}

// greatest returns the greatest number that represents an integer of a column: its code, or its distance from the
// least value.
func greatest(c *data.Column) uint64 {
	if c.Wide != nil {
		return span(c)
	}
	return uint64(c.Max) - uint64(c.Base)
}

// hasOffset reports whether the codes of a column of integers are distances from a value other than 0.
func hasOffset(c *data.Column) bool {
	return c.Type != data.Float && (c.Wide != nil && c.Min != 0 || c.Wide == nil && c.Base != 0)
}

// inexactWords names the sums that the GPU cannot compute exactly.
func inexactWords(sums []sum) string {
	needs := each.Of(sums, func(s sum) string { return fmt.Sprintf("that of %s up to %d", s.of, s.bits) })
	needs[0] = fmt.Sprintf("the exact sum of %s needs fixed point of up to %d bits", sums[0].of, sums[0].bits)
	return strings.Join(needs, ", ") + ", because of true floats, and the GPU adds up integers only"
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
