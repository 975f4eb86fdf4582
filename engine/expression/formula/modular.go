package formula

import (
	"cardinal/data"
)

// modular computes the integers of a vector modulo 2^32. That suffices for sums, differences and products whose results
// are within a range of 32 bits, whatever their operands are, and takes half of the time of integers of 64 bits.
type modular struct {
	// write writes the integers of a batch plus a number to out.
	write  func(b *batch, out []uint32, plus uint32)
	column *data.Column // the integers are those of a column; nil: they are computed
}

func modularColumn(c *data.Column) *modular {
	return &modular{column: c, write: func(b *batch, out []uint32, plus uint32) {
		widened(out, c.Codes, b.lo, c.Base+int64(plus))
	}}
}

// modularOf returns the results of an operator modulo 2^32, or nil if x or y cannot be computed modulo 2^32.
func modularOf(op byte, x, y vector) *modular {
	p, q := x.mod, y.mod
	if p == nil || q == nil {
		return nil
	}
	write := func(b *batch, out []uint32, plus uint32) {
		left := b.codes.take(b.n)
		p.write(b, left, 0)
		q.write(b, out, 0)
		combineCodes(op, out, left, out, 0, 0, plus)
	}
	if p.column != nil && q.column != nil {
		write = func(b *batch, out []uint32, plus uint32) { combineColumns(op, out, p.column, q.column, b.lo, plus) }
	}
	return &modular{write: write}
}

// combineColumns combines two columns, from row lo on.
func combineColumns(op byte, out []uint32, x, y *data.Column, lo int, plus uint32) {
	switch hi, base := lo+len(out), uint32(x.Base); {
	case x.Codes.U8 != nil:
		combineColumn(op, out, x.Codes.U8[lo:hi], base, y, lo, plus)
	case x.Codes.U16 != nil:
		combineColumn(op, out, x.Codes.U16[lo:hi], base, y, lo, plus)
	default:
		combineColumn(op, out, x.Codes.U32[lo:hi], base, y, lo, plus)
	}
}

func combineColumn[P code](op byte, out []uint32, p []P, baseP uint32, y *data.Column, lo int, plus uint32) {
	switch hi, base := lo+len(out), uint32(y.Base); {
	case y.Codes.U8 != nil:
		combineCodes(op, out, p, y.Codes.U8[lo:hi], baseP, base, plus)
	case y.Codes.U16 != nil:
		combineCodes(op, out, p, y.Codes.U16[lo:hi], baseP, base, plus)
	default:
		combineCodes(op, out, p, y.Codes.U32[lo:hi], baseP, base, plus)
	}
}

type code interface{ uint8 | uint16 | uint32 }

// combineCodes writes (p + baseP) op (q + baseQ) + plus, for each row.
func combineCodes[P, Q code](op byte, out []uint32, p []P, q []Q, baseP, baseQ, plus uint32) {
	p, q = p[:len(out)], q[:len(out)]
	switch op {
	case '+':
		for i := range out {
			out[i] = uint32(p[i]) + uint32(q[i]) + (baseP + baseQ + plus)
		}
	case '-':
		for i := range out {
			out[i] = uint32(p[i]) - uint32(q[i]) + (baseP - baseQ + plus)
		}
	default:
		// four rows per turn, since a loop over single rows spends half of its time on itself
		for ; len(out) >= 4; out, p, q = out[4:], p[4:], q[4:] {
			o, p, q := out[:4:4], p[:4:4], q[:4:4]
			o[0] = (uint32(p[0])+baseP)*(uint32(q[0])+baseQ) + plus
			o[1] = (uint32(p[1])+baseP)*(uint32(q[1])+baseQ) + plus
			o[2] = (uint32(p[2])+baseP)*(uint32(q[2])+baseQ) + plus
			o[3] = (uint32(p[3])+baseP)*(uint32(q[3])+baseQ) + plus
		}
		for i := range out {
			out[i] = (uint32(p[i])+baseP)*(uint32(q[i])+baseQ) + plus
		}
	}
}
