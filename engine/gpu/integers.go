package gpu

import (
	"context"
	"runtime"
	"sync"

	"cardinal/data/parallel"
	"cardinal/internal/each"
	"cardinal/internal/memory"
)

// Integers has an integer without sign of up to 128 bits for each row. The device gets their words of 32 bits, each as
// a column. One pass over the rows makes all words, because an integer takes longer to compute than to split.
type Integers struct {
	rows, bits int
	read       func(low, high []uint64, first int)

	mu   sync.Mutex
	made [][]byte // words that were made and not loaded yet
}

// NewIntegers returns integers below 2^bits. read writes the lower and the upper 64 bits of some integers, starting
// with row first. It may leave high as it is if bits is at most 64. Several threads may call read at the same time.
func NewIntegers(rows, bits int, read func(low, high []uint64, first int)) *Integers {
	return &Integers{rows: rows, bits: bits, read: read, made: make([][]byte, max(1, (bits+31)/32))}
}

// Word returns the column of a word, in the narrowest width that holds it. Word 0 has the lowest bits.
func (n *Integers) Word(i int, id string) *Column {
	return &Column{ID: id, Bytes: n.wordBytes(i), Bits: n.wordBits(i), load: func() []byte { return n.load(i) }}
}

func (n *Integers) wordBits(i int) int { return max(0, min(n.bits-32*i, 32)) }

func (n *Integers) wordBytes(i int) int {
	switch bits := n.wordBits(i); {
	case bits <= 8:
		return 1
	case bits <= 16:
		return 2
	}
	return 4
}

// load returns a word. The caller then has the only reference to it, so that its memory is free once it is sent.
func (n *Integers) load(i int) []byte {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.made[i] == nil {
		n.make()
	}
	word := n.made[i]
	n.made[i] = nil
	return word
}

const (
	integersAPiece = 1 << 17 // integers that a thread makes at a time
	integersABatch = 1 << 10 // integers that are computed before they are split: their bits stay in the caches
)

// make makes all words, on all cores: the device waits for them.
func (n *Integers) make() {
	n.made = each.Times(len(n.made), func(i int) []byte {
		return memory.Uninitialized[byte](n.wordBytes(i) * n.rows)
	})
	err := parallel.Ranges(context.Background(), runtime.GOMAXPROCS(0), n.rows, integersAPiece, func(from, to int) {
		bits := [2][]uint64{make([]uint64, integersABatch), make([]uint64, integersABatch)}
		for ; from < to; from += integersABatch {
			size := min(integersABatch, to-from)
			n.read(bits[0][:size], bits[1][:size], from)
			for i, word := range n.made {
				bytes := n.wordBytes(i)
				split(word[bytes*from:bytes*(from+size)], bytes, bits[i/2], 32*uint(i%2))
			}
		}
	})
	if err != nil {
		panic("BUG: integers that cannot be made: " + err.Error()) // or arbitrary words would be sent
	}
}

// split writes the bits of numbers, from bit shift on, as codes of `bytes` bytes.
func split(word []byte, bytes int, numbers []uint64, shift uint) {
	switch bytes {
	case 1:
		splitTo(word, numbers, shift)
	case 2:
		splitTo(as[uint16](word), numbers, shift)
	default:
		splitTo(as[uint32](word), numbers, shift)
	}
}

func splitTo[C uint8 | uint16 | uint32](word []C, numbers []uint64, shift uint) {
	for i, n := range numbers[:len(word)] {
		word[i] = C(n >> (shift & 63))
	}
}
