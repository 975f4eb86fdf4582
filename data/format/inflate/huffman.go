package inflate

import "math/bits"

// maxBits is the length of the longest code word in bits.
const maxBits = 15

// code is a Huffman code: its words by length, and its symbols in the order of their words.
type code struct {
	count  [maxBits + 1]int
	sorted [288]uint16
}

// init reads the length of each symbol's word, 0 for a symbol without a word. It returns false for lengths that leave
// words unused, or that need too many words. As in compress/flate, a code may have no words, or the single word 0.
func (c *code) init(lengths []uint8) bool {
	c.count = [maxBits + 1]int{}
	for _, n := range lengths {
		c.count[n&maxBits]++
	}
	c.count[0] = 0
	var next [maxBits + 1]int
	left, words := 1, 0
	for n := 1; n <= maxBits; n++ {
		next[n] = words
		words += c.count[n]
		if left = 2*left - c.count[n]; left < 0 {
			return false
		}
	}
	for s, n := range lengths {
		if n != 0 {
			c.sorted[next[n&maxBits]] = uint16(s)
			next[n&maxBits]++
		}
	}
	return left == 0 || words == 0 || words == 1 && c.count[1] == 1
}

// fill fills a table of the code. The next root bits of the input are the index of one of its first 1<<root entries.
// For a longer word, that entry names a subtable of 1<<(maxBits-root) entries, and the bits after the root are the
// index in the subtable. symbols has the symbols' entries without the length of the word. Bits that are no word have
// the entry invalid.
func fill[E uint32 | uint64](c *code, table []E, root int, symbols []E) {
	sorted := c.sorted[:]
	word := 0 // its first bit is the lowest
	next := func(n int) (e E) {
		e = symbols[sorted[0]] + E(n)*wordBits
		sorted = sorted[1:]
		return e
	}
	step := func(n int) {
		if zeros := word ^ (1<<n - 1); zeros != 0 {
			first := 1 << (bits.Len(uint(zeros)) - 1)
			word = word&(first-1) | first
		}
	}
	table[0] = invalid
	for n := 1; n <= root; n++ {
		copy(table[1<<(n-1):1<<n], table[:1<<(n-1)])
		for range c.count[n] {
			table[word] = next(n)
			step(n)
		}
	}
	size := 1 << (maxBits - root)
	at, prefix := 1<<root-size, -1
	for n := root + 1; n <= maxBits; n++ {
		for range c.count[n] {
			if p := word & (1<<root - 1); p != prefix {
				prefix = p
				at += size
				table[prefix] = E(at)<<payload | exceptional | subtable
			}
			e := next(n)
			for i := word >> root; i < size; i += 1 << (n - root) {
				table[at+i] = e
			}
			step(n)
		}
	}
}

// pairLiterals makes entries of two literals if both words fit in root bits.
func pairLiterals(table []uint32, root int) {
	for i := 1<<root - 1; i >= 0; i-- {
		first := table[i]
		second := table[i>>(first&bitsMask)]
		n := first&bitsMask + second&bitsMask
		if first&second&literal != 0 && n <= uint32(root) {
			table[i] = first&^bitsMask&^(3<<literals) | 2<<literals | second>>payload<<(payload+8) | n
		}
	}
}
