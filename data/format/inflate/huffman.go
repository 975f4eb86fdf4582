package inflate

import "math/bits"

// maxBits is the length of the longest code word in bits.
const maxBits = 15

// code is a Huffman code: the number of code words of each length, and the symbols in the order of their code words.
type code struct {
	count  [maxBits + 1]int
	sorted [288]uint16
}

// init makes a code from the length of each symbol's code word; the length is 0 for a symbol without a code word. It
// returns false if the lengths leave code words unused, or need too many of them. As in compress/flate, a code may be
// empty, or have the single code word 0.
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

// fill fills a table for the code. The next root bits of the input are an index of the first 1<<root entries. If a code
// word has more than root bits, the entry for its first root bits refers to a subtable of 1<<(maxBits-root) entries,
// and the bits behind the root are an index of the subtable. symbols has the entries of the symbols without the lengths
// of the code words. Bits that begin no code word get the entry invalid.
func fill[E uint32 | uint64](c *code, table []E, root int, symbols []E) {
	sorted := c.sorted[:]
	word := 0 // the code word, with its first bit lowest
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

// pairLiterals replaces entries of one literal by entries of two, if both code words fit in root bits.
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
