package charset

import (
	"encoding/binary"
	"math/bits"
)

// Controls counts the control characters that no program writes into a table: the characters below the blank, except
// tabs, line ends and page breaks.
type Controls struct {
	N     int
	First int64 // the offset of the first one
	Sign  byte  // the first one
}

// eight has the value 1 in each of eight bytes.
const eight = 0x0101010101010101

// Count adds the control characters of b. at is the offset of b in the text. Count looks at eight bytes at once, by the
// comparisons with a range that https://graphics.stanford.edu/~seander/bithacks.html explains.
func (c *Controls) Count(b []byte, at int64) {
	i := 0
	for ; i+8 <= len(b); i += 8 {
		x := binary.LittleEndian.Uint64(b[i:])
		low := x & (eight * 0x7F)
		below9 := (x - eight*9) & ^x
		above13 := (eight*(0x7F+0x20) - low) & ^x & (low + eight*(0x7F-0x0D))
		for some := (below9 | above13) & (eight * 0x80); some != 0; some &= some - 1 {
			c.see(b[i+bits.TrailingZeros64(some)>>3], at+int64(i+bits.TrailingZeros64(some)>>3))
		}
	}
	for ; i < len(b); i++ {
		c.see(b[i], at+int64(i))
	}
}

// see adds a byte if it is a control character.
func (c *Controls) see(b byte, at int64) {
	if b < '\t' || b > '\r' && b < ' ' {
		c.Add(Controls{1, at, b})
	}
}

// Add adds the counts of another part of the text.
func (c *Controls) Add(o Controls) {
	if o.N > 0 && (c.N == 0 || o.First < c.First) {
		c.First, c.Sign = o.First, o.Sign
	}
	c.N += o.N
}
