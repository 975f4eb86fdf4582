package key

// Sampled returns a key column of a sample of the rows. Only the codes of this column are set. The first call gets the
// sample from `rows` and keeps its codes. Later calls return the same column.
//
// The codes of a sample lie side by side in memory, so that they are read faster than the scattered rows. The rows must
// be rows of the table of c.
func (c *Column) Sampled(rows func() []uint32) *Column {
	if sampled := c.sampled.Load(); sampled != nil {
		return sampled
	}
	sampled := new(Column)
	switch rows := rows(); {
	case c.Codes.U8 != nil:
		sampled.Codes.U8 = pick(c.Codes.U8, rows)
	case c.Codes.U16 != nil:
		sampled.Codes.U16 = pick(c.Codes.U16, rows)
	default:
		sampled.Codes.U32 = pick(c.Codes.U32, rows)
	}
	c.sampled.Store(sampled)
	return sampled
}

func pick[C uint8 | uint16 | uint32](codes []C, rows []uint32) []C {
	out := make([]C, len(rows))
	for i, row := range rows {
		out[i] = codes[row]
	}
	return out
}

// PackSampled writes the packed keys of the sample that Sampled keeps into dst. The key must not be wide.
func (k *Composite) PackSampled(dst []uint64, rows func() []uint32) {
	var few [8]*Column
	cols := few[:0]
	for _, c := range k.Cols {
		cols = append(cols, c.Sampled(rows))
	}
	combine(dst, cols, k.Weights, 0)
}
