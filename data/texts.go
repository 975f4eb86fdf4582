package data

import (
	"context"
	"runtime"
	"slices"
	"strings"

	"cardinal/data/number/radix"
)

// ascending returns the indices of distinct texts in the order of their bytes.
//
// All texts may begin with the same bytes. A radix sort orders the texts by the next eight bytes. Texts that are equal
// in these bytes are then sorted by the bytes that follow. This is the multikey quicksort of Bentley and Sedgewick
// (1997) with words of eight bytes. Comparisons of three million texts would miss the caches sixty million times.
func ascending(texts []string) []uint32 {
	order := make([]uint32, len(texts))
	for i := range order {
		order[i] = uint32(i)
	}
	sortTexts(texts, order, 0)
	return order
}

// fewTexts is the greatest number of texts that are sorted by comparison.
const fewTexts = 64

// sortTexts sorts indices of texts. The first same bytes of all texts are equal.
func sortTexts(texts []string, order []uint32, same int) {
	if len(order) <= fewTexts {
		slices.SortFunc(order, func(a, b uint32) int { return strings.Compare(texts[a][same:], texts[b][same:]) })
		return
	}
	same = commonPrefix(texts, order, same)
	words := make([]uint64, len(order))
	for i, at := range order {
		words[i] = word(texts[at][same:])
	}
	sorted, from, _ := radix.Sort(context.Background(), words, runtime.GOMAXPROCS(0))
	for i, at := range from {
		from[i] = order[at]
	}
	copy(order, from)
	for lo, hi := 0, 0; lo < len(order); lo = hi {
		for hi = lo + 1; hi < len(order) && sorted[hi] == sorted[lo]; {
			hi++
		}
		if hi-lo > 1 {
			sortBehind(texts, order[lo:hi], same+wordBytes)
		}
	}
}

// sortBehind sorts indices of texts whose words before byte at are equal. A text that ends before at has zeros at the
// end of its word, so the shorter text is the lesser.
func sortBehind(texts []string, order []uint32, at int) {
	short := 0
	for i, t := range order {
		if len(texts[t]) <= at {
			order[i], order[short] = order[short], t
			short++
		}
	}
	slices.SortFunc(order[:short], func(a, b uint32) int { return len(texts[a]) - len(texts[b]) })
	sortTexts(texts, order[short:], at)
}

// commonPrefix returns the number of first bytes that all texts share. The caller knows that it is at least same.
func commonPrefix(texts []string, order []uint32, same int) int {
	first := texts[order[0]]
	n := len(first)
	for _, at := range order[1:] {
		t := texts[at]
		n = min(n, len(t))
		for i := same; i < n; i++ {
			if t[i] != first[i] {
				n = i
			}
		}
	}
	return max(n, same)
}

// wordBytes is the number of bytes of a word.
const wordBytes = 8

// word returns the first eight bytes of a text as a number. A shorter text gets zeros at its end.
func word(text string) (w uint64) {
	if len(text) >= wordBytes {
		return uint64(text[7]) | uint64(text[6])<<8 | uint64(text[5])<<16 | uint64(
			text[4],
		)<<24 | uint64(text[3])<<32 | uint64(text[2])<<40 | uint64(text[1])<<48 | uint64(text[0])<<56
	}
	for i := range len(text) {
		w |= uint64(text[i]) << (56 - 8*i)
	}
	return w
}

// mostWords is the greatest number of words of a text that Words returns. sampledTexts is the least number of texts
// whose first words are compared, and mostEqual the greatest number of equal ones among them.
const mostWords, sampledTexts, mostEqual = 16, 1 << 10, 1 << 6

// Words returns functions from codes to integers. Texts are ordered by their bytes as by the first of these integers
// that differ: eight bytes each behind the bytes that all texts share, and then the length. It returns nil if the
// texts have another order, if they are sorted already, if one of them is long, or if many have the same first integer.
func (d *Dictionary) Words() (words []func(code uint32) uint64) {
	if len(d.Values) == 0 || d.Order != nil || d.Ranked() {
		return nil
	}
	same, longest := len(d.Values[0]), 0
	for _, t := range d.Values {
		longest = max(longest, len(t))
		if same = min(same, len(t)); t[:same] != d.Values[0][:same] {
			for same = 0; t[same] == d.Values[0][same]; same++ {
			}
		}
	}
	if longest-same > mostWords*wordBytes {
		return nil
	}
	equal := map[uint64]int{}
	for i := 0; i < len(d.Values); i += max(1, len(d.Values)/sampledTexts) {
		first := word(d.Values[i][same:])
		if equal[first]++; equal[first] > mostEqual {
			return nil
		}
	}
	for at := same; at < longest; at += wordBytes {
		words = append(words, func(code uint32) uint64 {
			t := d.Values[code]
			return word(t[min(at, len(t)):])
		})
	}
	return append(words, func(code uint32) uint64 { return uint64(len(d.Values[code])) })
}
