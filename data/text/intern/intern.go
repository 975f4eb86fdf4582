package intern

import (
	"encoding/binary"
	"hash/maphash"
	"math/bits"
	"math/rand/v2"
	"slices"
	"unsafe"

	"cardinal/internal/memory"
)

// Table numbers distinct texts in order of first appearance. The zero Table is empty.
//
// A Table has two hash tables with open addressing. Most texts have at most 12 bytes; such a text is compared inside
// its slot, so that a look-up reads one cache line. A slot of a longer text has the upper half of the hash and the
// code, so that the bytes of two texts are seldom compared if the texts differ. The bytes of many texts share a block,
// so that a text needs no allocation of its own.
type Table struct {
	Values []string // by code

	// Joins allows the table to give a text several codes, if the texts seldom repeat. Join finds equal texts.
	Joins bool
	// Repeats allows the table, and Join, to give a text several codes, if the texts seldom repeat.
	Repeats bool

	bytes  int  // of the texts
	shares bool // texts that are looked up never change and are not copied
	shorts shorts
	longs  longs
	block  []byte
	seen   int  // texts that were looked up; if the texts are rare, only those of the sample
	rare   bool // the texts seldom repeat, so that only those of a sample are looked up
	forgot bool // the texts were rare at some time
	known  bool // the texts repeat after all
}

// leastBlock is the number of bytes of the first block. A later block is as large as all texts before it together, up
// to mostBlock, the size of a huge page. A text of more than mostShared bytes has an allocation of its own.
const leastBlock, mostBlock, mostShared = 64, 2 << 20, 8 << 10

// Code returns the code of b, and adds a copy of b if the table does not have b yet.
func (t *Table) Code(b []byte) uint32 {
	if !t.rare {
		t.seen++
	}
	return t.code(b)
}

func (t *Table) code(b []byte) uint32 {
	if k, ok := shortKey(b); ok {
		return t.shortCode(k, b)
	}
	return t.longCode(b)
}

// Text returns the code of a string, as Code does.
func (t *Table) Text(s string) uint32 { return t.Code(bytesOf(s)) }

// Clone returns a table of the same texts. The bytes of the texts are shared with t.
func (t *Table) Clone() Table {
	c := *t
	c.Values, c.block = slices.Clone(t.Values), nil
	c.shorts.slots, c.longs.slots = slices.Clone(t.shorts.slots), slices.Clone(t.longs.slots)
	return c
}

// mostExpected is the greatest number of texts for which Expect makes room.
const mostExpected = 1 << 16

// Expect makes room for n short texts in an empty table, so that it need not grow from text to text.
func (t *Table) Expect(n int) {
	if len(t.Values) == 0 && t.shorts.slots == nil {
		t.expect(min(n, mostExpected), 0)
	}
}

// expect makes room in an empty table.
func (t *Table) expect(shorts, longs int) {
	t.Values = make([]string, 0, shorts+longs)
	if shorts > 0 {
		t.shorts.resize(2 << bits.Len(uint(shorts)))
	}
	if longs > 0 {
		t.longs.resize(2 << bits.Len(uint(longs)))
	}
}

// Bytes estimates the memory of the table in bytes.
func (t *Table) Bytes() int {
	return t.bytes + 16*len(t.Values) + 16*len(t.shorts.slots) + 8*len(t.longs.slots)
}

// add gives a text the next code.
func (t *Table) add(b []byte) (code uint32) {
	if len(t.Values) == cap(t.Values) && len(t.Values) >= leastJudged {
		grown := memory.Make[string](2 * len(t.Values)) // append would copy it four times as often
		t.Values = grown[:copy(grown, t.Values)]
	}
	t.Values = append(t.Values, t.keep(b))
	t.bytes += len(b)
	return uint32(len(t.Values) - 1)
}

// keep copies b into the current block.
func (t *Table) keep(b []byte) string {
	if len(b) == 0 {
		return ""
	}
	if t.shares {
		return unsafe.String(&b[0], len(b))
	}
	if len(b) > cap(t.block)-len(t.block) {
		if len(b) > mostShared {
			return string(b)
		}
		t.block = memory.Uninitialized[byte](min(max(leastBlock, t.bytes, len(b)), mostBlock))[:0]
	}
	at := len(t.block)
	t.block = append(t.block, b...)
	return unsafe.String(&t.block[at], len(b))
}

// key is a text of at most 12 bytes, filled up with zeros. A text that ends in a zero byte has no key, so the key tells
// the length of its text.
type key struct {
	low  uint64
	high uint32
}

const shortest = 12 // the greatest number of bytes of a text that is a key

// shortKey returns the key of a text; ok is false if the text has no key.
func shortKey(b []byte) (k key, ok bool) {
	if len(b) > shortest || len(b) > 0 && b[len(b)-1] == 0 {
		return k, false
	}
	var full [16]byte
	copy(full[:], b)
	return key{binary.LittleEndian.Uint64(full[:]), binary.LittleEndian.Uint32(full[8:])}, true
}

// paddedKey does what shortKey does for a span of src. src must continue after the span.
func paddedKey(src []byte, s Span) (k key, ok bool) {
	if s.Len-1 >= shortest { // the empty text is left to shortKey
		return k, false
	}
	b := src[s.From : s.From+Padding : s.From+Padding]
	if b[(s.Len-1)&(Padding-1)] == 0 {
		return k, false
	}
	n := 8 * s.Len
	k.low, k.high = binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint32(b[8:])
	if n < 64 {
		k.low, k.high = k.low&(1<<n-1), 0
	} else {
		k.high &= 1<<(n-64) - 1
	}
	return k, true
}

// The seeds keep a file from holding texts that all have one hash.
var seeds = [2]uint64{rand.Uint64() | 1, rand.Uint64() | 1}

// hash returns a folded product, as in wyhash. The upper bits are the well mixed ones.
func (k key) hash() uint64 {
	high, low := bits.Mul64(k.low^seeds[0], uint64(k.high)<<20^seeds[1])
	return (high ^ low) * 0x9E3779B97F4A7C15
}

// shorts is the hash table of short texts.
type shorts struct {
	slots []slot // length is a power of two
	shift uint   // 64 less the bits of an index
	used  int
}

// slot has 16 bytes.
type slot struct {
	low  uint64
	high uint32
	code uint32 // the code plus one; 0: the slot is free
}

func (s *slot) holds(k key) bool { return s.low == k.low && s.high == k.high }

// shortCode does what Code does for a text that has a key.
func (t *Table) shortCode(k key, b []byte) uint32 {
	hash := k.hash()
	if t.rare && !t.samples(uint32(hash>>16)) {
		return t.add(b)
	}
	t.reserveShort()
	s := &t.shorts
	mask := uint64(len(s.slots) - 1)
	for i := hash >> s.shift; ; i = (i + 1) & mask {
		switch at := &s.slots[i]; {
		case at.code == 0:
			code := t.add(b)
			*at = slot{k.low, k.high, code + 1}
			s.used++
			return code
		case at.holds(k):
			return at.code - 1
		}
	}
}

// reserveShort makes room for one more short text.
func (t *Table) reserveShort() {
	s := &t.shorts
	if 2*s.used >= len(s.slots) && !t.forget() {
		s.resize(max(64, 2*len(s.slots)))
	}
}

// resize moves the texts to n slots.
func (s *shorts) resize(n int) {
	old := s.slots
	s.slots = memory.Make[slot](n)
	s.shift = 64 - uint(bits.TrailingZeros(uint(len(s.slots))))
	mask := uint64(len(s.slots) - 1)
	for _, moved := range old {
		if moved.code == 0 {
			continue
		}
		i := key{moved.low, moved.high}.hash() >> s.shift
		for s.slots[i].code != 0 {
			i = (i + 1) & mask
		}
		s.slots[i] = moved
	}
}

// longs is the hash table of the other texts.
type longs struct {
	slots []uint64 // 0: free; else hash<<32 | code+1; resize needs the hash alone, and reads no text
	used  int
}

var seed = maphash.MakeSeed()

// longCode does what Code does for a text without a key.
func (t *Table) longCode(b []byte) uint32 { return t.hashedCode(b, longHash(b)) }

func longHash(b []byte) uint32 { return uint32(maphash.Bytes(seed, b)) }

// hashedCode does what longCode does for a text of a known hash.
func (t *Table) hashedCode(b []byte, hash uint32) uint32 {
	if t.rare && !t.samples(hash>>28) {
		return t.add(b)
	}
	l := &t.longs
	if 4*l.used >= 3*len(l.slots) && !t.forget() {
		l.resize(max(64, 2*len(l.slots)))
	}
	mask := uint32(len(l.slots) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		at := l.slots[i]
		if at == 0 {
			code := t.add(b)
			l.slots[i] = uint64(hash)<<32 | uint64(code+1)
			l.used++
			return code
		}
		if at>>32 == uint64(hash) {
			if code := uint32(at) - 1; t.Values[code] == string(b) {
				return code
			}
		}
	}
}

// resize moves the texts to n slots.
func (l *longs) resize(n int) {
	old := l.slots
	l.slots = memory.Make[uint64](n)
	mask := uint32(len(l.slots) - 1)
	for _, moved := range old {
		if moved == 0 {
			continue
		}
		i := uint32(moved>>32) & mask
		for l.slots[i] != 0 {
			i = (i + 1) & mask
		}
		l.slots[i] = moved
	}
}

// leastJudged is the least number of different texts that tell whether texts seldom repeat.
const leastJudged = 1 << 13

// One of `sampled` rare texts is looked up. The texts are judged again after each leastSampled of these look-ups.
const sampled, leastSampled = 16, 1 << 8

// forget empties the hash tables and returns true if the texts in them seldom repeat and may have several codes. From
// then on, only a sample of the texts is looked up: those whose hash has zeros as four fixed bits. If these repeat,
// all texts are looked up again, to the end. This happens if the rows list the same texts in each year, for example.
func (t *Table) forget() bool {
	if !t.Repeats && !t.Joins || t.known || t.rare || t.shorts.used+t.longs.used < leastJudged || t.repeat() {
		return false
	}
	t.rare, t.forgot, t.seen = true, true, 0
	t.shorts.used, t.longs.used = 0, 0
	clear(t.shorts.slots)
	clear(t.longs.slots)
	return len(t.shorts.slots) > 0 && len(t.longs.slots) > 0
}

// repeat reports whether more than one in nine of the texts that were looked up was known.
func (t *Table) repeat() bool {
	used := t.shorts.used + t.longs.used
	return t.seen > used+used/8
}

// samples reports whether a rare text is looked up. bits are bits of its hash that do not choose its slot.
func (t *Table) samples(bits uint32) bool {
	if bits%sampled != 0 {
		return false
	}
	if t.seen++; t.seen%leastSampled == 0 && t.repeat() {
		t.rare, t.known = false, true
	}
	return true
}

// Repeated says that n further texts need no look-up, because the caller knows their codes.
func (t *Table) Repeated(n int) {
	if t.rare {
		n /= sampled
	}
	t.seen += n
}

// Rare reports whether the texts seldom repeat, so that the table may have a text several times.
func (t *Table) Rare() bool { return t.forgot }

// hashes returns the hashes of the texts by code, and 0 for texts with a key.
func (t *Table) hashes() []uint32 {
	out := make([]uint32, len(t.Values))
	for _, at := range t.longs.slots {
		if at != 0 {
			out[uint32(at)-1] = uint32(at >> 32)
		}
	}
	return out
}
