package key

import "cardinal/data"

// Sampled is the codes of a sample of the rows, which is the same at every call. rows gives it to the first call, which keeps the codes: they lie side
// by side, and the rows of a sample do not. The rows must be those of the key column's table.
func (c *Column) Sampled(rows func() []uint32) data.Codes {
	if codes := c.sampled.Load(); codes != nil {
		return *codes
	}
	var codes data.Codes
	switch rows := rows(); {
	case c.Codes.U8 != nil:
		codes.U8 = pick(c.Codes.U8, rows)
	case c.Codes.U16 != nil:
		codes.U16 = pick(c.Codes.U16, rows)
	default:
		codes.U32 = pick(c.Codes.U32, rows)
	}
	c.sampled.Store(&codes)
	return codes
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
	clear(dst)
	for i, c := range k.Cols {
		switch weight, codes := k.Weights[i], c.Sampled(rows); {
		case codes.U8 != nil:
			addCodes(dst, codes.U8, weight)
		case codes.U16 != nil:
			addCodes(dst, codes.U16, weight)
		default:
			addCodes(dst, codes.U32, weight)
		}
	}
}
