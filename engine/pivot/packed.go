package pivot

import (
	"context"
	"math/bits"

	"cardinal/data"
	"cardinal/engine/key"
)

// packed has the ranks of the labels of each group in words of 64 bits. Outer fields have the higher bits and the earlier words.
type packed struct {
	words  [][]uint64 // words[w][g] is word w of group g
	word   []int      // the word of each field
	shifts []uint     // the lowest bit of each field in its word
}

// pack packs the groups. Each word has as many fields as fit.
func pack(keys []*key.Column, codes []data.Codes, groups int) packed {
	p := packed{word: make([]int, len(keys)), shifts: make([]uint, len(keys))}
	room := uint(0)
	for f, k := range keys {
		width := uint(bits.Len(uint(max(k.Card-1, 0))))
		if width > room || f == 0 {
			p.words, room = append(p.words, make([]uint64, groups)), 64
		}
		room -= width
		p.word[f], p.shifts[f] = len(p.words)-1, room
		to, rank := p.words[len(p.words)-1], k.Rank()
		switch c := codes[f]; {
		case c.U8 != nil:
			place(to, c.U8, rank, room)
		case c.U16 != nil:
			place(to, c.U16, rank, room)
		default:
			place(to, c.U32, rank, room)
		}
	}
	return p
}

func place[C uint8 | uint16 | uint32](to []uint64, codes []C, rank []uint32, shift uint) {
	codes = codes[:len(to)]
	for g := range to {
		to[g] |= uint64(rank[codes[g]]) << (shift & 63)
	}
}

// sorted lists the groups in the order of their labels: a radix sort of each word, from the last to the first.
func (p *packed) sorted(ctx context.Context, threads int) ([]uint32, error) {
	last := len(p.words) - 1
	_, order, err := key.RadixSort(ctx, p.words[last], threads)
	for w := last - 1; w >= 0 && err == nil; w-- {
		keys := make([]uint64, len(order))
		for i, g := range order {
			keys[i] = p.words[w][g]
		}
		var moved []uint32
		_, moved, err = key.RadixSort(ctx, keys, threads)
		for i, from := range moved {
			moved[i] = order[from]
		}
		order = moved
	}
	return order, err
}

// differ is the outermost field in which two groups differ, or the number of fields where they do not.
func (p *packed) differ(a, b uint32) int {
	for f, w := range p.word {
		if diff := p.words[w][a] ^ p.words[w][b]; diff>>p.shifts[f] != 0 {
			return f
		}
	}
	return len(p.word)
}
