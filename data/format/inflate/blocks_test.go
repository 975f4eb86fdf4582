package inflate

import (
	"bytes"
	"math/bits"
	"math/rand/v2"
	"testing"
)

// writer writes bits.
type writer struct {
	b []byte
	n int
}

func (w *writer) write(v, n int) {
	for i := range n {
		if w.n%8 == 0 {
			w.b = append(w.b, 0)
		}
		w.b[w.n/8] |= byte(v>>i&1) << (w.n % 8)
		w.n++
	}
}

// words returns the words of the code with these lengths, the first bit lowest.
func words(lengths []uint8) []int {
	out := make([]int, len(lengths))
	word := 0
	for n := uint8(1); n <= maxBits; n++ {
		word <<= 1
		for s, l := range lengths {
			if l == n {
				out[s] = int(bits.Reverse16(uint16(word)) >> (16 - n))
				word++
			}
		}
	}
	return out
}

// randomCode makes lengths of a code of n words, up to most bits long, for n of all symbols.
func randomCode(random *rand.Rand, n, all, most int, must ...int) []uint8 {
	split := []uint8{0}
	for len(split) < n {
		i := random.IntN(len(split))
		if random.IntN(2) == 0 { // long words
			i = len(split) - 1
		}
		if int(split[i]) < most {
			split[i]++
			split = append(split, split[i])
		}
	}
	if n == 1 {
		split[0] = 1
	}
	out := make([]uint8, all)
	symbols := random.Perm(all)
	for i, s := range must {
		for j, other := range symbols {
			if other == s {
				symbols[i], symbols[j] = symbols[j], symbols[i]
			}
		}
	}
	for i, l := range random.Perm(n) {
		out[symbols[i]] = split[l]
	}
	return out
}

// randomBlock writes a block of random codes, random literals and random matches. A match reaches behind the
// beginning with a probability of 1 to wrong. The lengths of the codes are written one by one.
func randomBlock(w *writer, random *rand.Rand, final bool, before, wrong int) (after int) {
	lengths := randomCode(random, 2+random.IntN(maxLengths-1), maxLengths, maxBits, 256)
	distances := randomCode(random, 1+random.IntN(maxDistances), maxDistances, maxBits)
	w.write(map[bool]int{true: 1}[final], 1)
	w.write(2, 2)
	w.write(maxLengths-257, 5)
	w.write(maxDistances-1, 5)
	w.write(len(metaOrder)-4, 4)
	meta := make([]uint8, len(metaOrder))
	for s := range 16 {
		meta[s] = 4
	}
	for _, s := range metaOrder {
		w.write(int(meta[s]), 3)
	}
	metaWords, lengthWords, distanceWords := words(meta), words(lengths), words(distances)
	for _, l := range append(bytes.Clone(lengths), distances...) {
		w.write(metaWords[l], 4)
	}
	for range random.IntN(3000) {
		s := random.IntN(maxLengths)
		if lengths[s] == 0 || s == 256 {
			continue
		}
		if s < 256 {
			w.write(lengthWords[s], int(lengths[s]))
			before++
			continue
		}
		d := random.IntN(maxDistances)
		e := distanceEntries[d]
		if distances[d] == 0 || int(e>>payload&0xFFFF)+int(e>>32) > before && random.IntN(wrong) != 0 {
			continue
		}
		w.write(lengthWords[s], int(lengths[s]))
		extra := int(lengthEntries[s] & bitsMask)
		more := random.IntN(1 << extra)
		w.write(more, extra)
		before += int(lengthEntries[s]>>payload&baseMask) + more
		w.write(distanceWords[d], int(distances[d]))
		extra = int(e & bitsMask)
		w.write(random.IntN(1<<extra), extra)
	}
	w.write(lengthWords[256], int(lengths[256]))
	return before
}

// TestRandomCodes reads streams that no compressor writes: of all lengths of words, and of codes that fit nothing.
func TestRandomCodes(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for range rounds(400) {
		w := &writer{}
		n, blocks := 0, 1+random.IntN(30)
		wrong := []int{1e9, 1 + random.IntN(3000)}[random.IntN(2)]
		for i := range blocks {
			n = randomBlock(w, random, i == blocks-1, n, wrong)
		}
		agreeOnStream(t, w.b)
		for range 3 {
			mutant := bytes.Clone(w.b)
			mutant[random.IntN(len(mutant))] ^= 1 << random.IntN(8)
			agreeOnStream(t, mutant)
		}
	}
}

// TestCodes accepts the codes that compress/flate accepts.
func TestCodes(t *testing.T) {
	for _, c := range []struct {
		lengths []uint8
		want    bool
	}{
		{nil, true}, {[]uint8{0, 0}, true}, {[]uint8{1}, true}, {[]uint8{0, 1, 0}, true}, {[]uint8{1, 1}, true},
		{[]uint8{1, 2, 2}, true}, {[]uint8{15, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1}, true},
		{[]uint8{2}, false}, {[]uint8{15}, false}, {[]uint8{1, 2}, false}, {[]uint8{1, 1, 1}, false},
		{[]uint8{1, 1, 15}, false}, {[]uint8{1, 2, 3}, false}, {[]uint8{2, 2, 2, 2, 2}, false},
	} {
		if got := new(code).init(c.lengths); got != c.want {
			t.Errorf("%v: %v", c.lengths, got)
		}
	}
}
