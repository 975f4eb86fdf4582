package estimate

import (
	"context"
	"encoding/binary"
	"math"
	"math/bits"
	"runtime"
	"sync"
	"time"

	"cardinal/data"
	"cardinal/engine/key"
)

// pass counts keys by setting one bit in a bitmap for the key of each row. If the domain is small, the bit is the
// slot and the count is exact. Otherwise the bit is a hash of the key: linear counting (Whang, Vander-Zanden and
// Taylor 1990, "A linear-time probabilistic counting algorithm for database applications").
type pass struct {
	key      *key.Composite
	selected data.Bitmap
	bits     int // size of the bitmap; a power of two if keys are hashed
	hashed   bool
	most     int // the greatest possible number of groups
}

const (
	// exactBits is the largest domain whose slots are counted exactly, in a bitmap of 2 MiB.
	exactBits = 1 << 24
	minBits   = 1 << 16
	// bitsPerKey is the number of bits per expected key. With it, the standard error is below 0.3% for 2^16 keys or
	// more.
	bitsPerKey = 4
	batchRows  = 2048
	firstBatch = 256 // rows of the first batch of a small domain, in which often all keys occur
)

// newPass plans a pass over the keys of the selected rows. About `expected` of the keys are distinct, and at most
// `most`.
func newPass(k *key.Composite, selected data.Bitmap, expected, most int) pass {
	p := pass{key: k, selected: selected, most: most}
	if k.Slots <= exactBits {
		p.bits = int(k.Slots)
		return p
	}
	p.hashed = true
	p.bits = min(exactBits, max(minBits, 1<<bits.Len(uint(bitsPerKey*expected))))
	return p
}

func (p *pass) exact() bool { return !p.hashed }

// Nanoseconds per row on one core of a 2-core x86 server, and per possible key. BenchmarkSample and BenchmarkPass
// measure them.
const (
	sampleRowNs, sampleColNs = 12, 12
	passColNs, passBitNs     = 0.35, 1
	passHashNs, passWideNs   = 4.4, 9
	passSlotNs               = 0.03
	flagNs                   = 0.5 // instead of passBitNs in a domain of flagBits
)

// sampleCost returns the expected time of sampling n rows.
func sampleCost(k *key.Composite, n float64) time.Duration {
	return time.Duration(n * (sampleRowNs + sampleColNs*float64(len(k.Cols))))
}

// cost returns the expected time of the pass on all cores.
func (p *pass) cost() time.Duration {
	row := passColNs*float64(len(p.key.Cols)) + passBitNs
	if !p.hashed && p.bits <= flagBits && p.threads() == 1 {
		row += flagNs - passBitNs
		if len(p.key.Cols) == 1 && p.selected == nil {
			row = flagNs
		}
	}
	if p.hashed {
		row += passHashNs
	}
	if p.key.Wide {
		row += passWideNs * float64(len(p.key.Cols))
	}
	return time.Duration(row*float64(p.key.Rows)/float64(p.threads()) + passSlotNs*float64(p.bits))
}

// threads returns the number of cores for the pass: one for every 262,144 rows, and at least one.
func (p *pass) threads() int {
	if most := p.key.Rows >> 18; most > 1 {
		return min(runtime.GOMAXPROCS(0), most)
	}
	return 1
}

// estimate runs the pass, and allocates its memory only then.
func (p pass) estimate(s *scratch) Estimate { return p.fromMarked(p.run(s)) }

// fromMarked returns the estimate from the number of bits that the keys set. The range of a hashed pass is three
// standard errors to either side.
func (p pass) fromMarked(marked int) Estimate {
	if !p.hashed {
		e := exactEstimate(marked, Bitmap)
		e.Spent = p.cost()
		return e
	}
	m := float64(p.bits)
	n := LinearCounting(p.bits, marked)
	if marked == p.bits {
		return Estimate{Groups: p.most, Low: min(p.most, p.bits), High: p.most, Decisive: p.most, Spent: p.cost(),
			Method: LinearCount}
	}
	load := n / m
	wide := 3 * math.Sqrt(m*(math.Exp(load)-load-1))
	e := Estimate{Method: LinearCount, Low: max(marked, int(n-wide)), High: min(p.most, int(math.Ceil(n+wide))),
		Spent: p.cost()}
	e.High = max(e.High, marked)
	e.Decisive = e.High
	e.Low = min(e.Low, e.High)
	e.Groups = min(max(e.Low, int(math.Round(n))), e.High)
	return e
}

// LinearCounting returns the expected number of distinct keys that set the given number of bits: -m ln(empty/m). It
// is infinite if all bits are set.
func LinearCounting(bits, marked int) float64 {
	if marked >= bits {
		return math.Inf(1)
	}
	m := float64(bits)
	return -m * math.Log((m-float64(marked))/m)
}

// run reads all selected rows and returns the number of bits that they set.
func (p *pass) run(s *scratch) int {
	threads := p.threads()
	if threads == 1 && !p.hashed && p.bits <= flagBits {
		return p.flag(s)
	}
	return p.runParallel(context.Background(), threads)
}

// runParallel works like run, on several cores, each with a bitmap of its own. It takes a copy of p, since the
// goroutines move it to the heap.
func (p pass) runParallel(ctx context.Context, threads int) int {
	maps := make([]data.Bitmap, threads)
	words := (p.key.Rows + 63) / 64
	var wg sync.WaitGroup
	for i := range maps {
		maps[i] = data.NewBitmap(p.bits)
		lo, hi := 64*(words*i/threads), min(p.key.Rows, 64*(words*(i+1)/threads))
		wg.Go(func() { p.mark(ctx, maps[i], lo, hi) })
	}
	wg.Wait()
	for _, m := range maps[1:] {
		for i, w := range m {
			maps[0][i] |= w
		}
	}
	return maps[0].Count()
}

// mark sets the bits of the selected rows from lo to hi. lo is a multiple of 64. It ends early if every bit is set, or
// if ctx ends.
func (p *pass) mark(ctx context.Context, marks data.Bitmap, lo, hi int) {
	var slots [batchRows]uint32
	var keys [batchRows]uint64
	shift := 64 - bits.TrailingZeros(uint(p.bits))
	empty := p.bits
	for ; lo < hi && empty > 0 && ctx.Err() == nil; lo += batchRows {
		n := min(batchRows, hi-lo)
		batch := slots[:n]
		switch {
		case !p.hashed:
			p.key.SlotsAt(batch, lo)
		case p.key.Wide:
			for i := range batch {
				batch[i] = uint32(key.Mix(p.key.Hash(lo+i)) >> shift)
			}
		default:
			p.key.PackAt(keys[:n], lo)
			for i, v := range keys[:n] {
				batch[i] = uint32(key.Mix(v) >> shift)
			}
		}
		if p.selected != nil {
			batch = selectKeys(batch, p.selected[lo>>6:])
		}
		for _, v := range batch {
			w := &marks[v>>6]
			empty -= int(^*w >> (v & 63) & 1)
			*w |= 1 << (v & 63)
		}
	}
}

const (
	// flagBits is the largest domain with a byte for each slot, which stays in the second-level cache.
	flagBits = 1 << 16
	// fullBits is the largest domain for which mark checks after every batch whether all slots have occurred.
	fullBits = 512
)

// flag works like run, for a small domain on one core. It sets a byte for each slot. To set a bit, it would have to
// read the old word first.
func (p *pass) flag(s *scratch) int {
	flags, slots, rows := zeros(&s.flags, (p.bits+7)&^7), room(&s.slots, batchRows), p.key.Rows
	single := p.selected == nil && len(p.key.Cols) == 1
	for lo, n := 0, 0; lo < rows; lo += n {
		n = min(max(firstBatch, lo), batchRows, rows-lo)
		switch codes := p.key.Cols[0].Codes; {
		case single && codes.U8 != nil:
			setFlags(flags, codes.U8[lo:lo+n])
		case single && codes.U16 != nil:
			setFlags(flags, codes.U16[lo:lo+n])
		case single:
			setFlags(flags, codes.U32[lo:lo+n])
		default:
			batch := slots[:n]
			p.key.SlotsAt(batch, lo)
			if p.selected != nil {
				batch = selectKeys(batch, p.selected[lo>>6:])
			}
			setFlags(flags, batch)
		}
		if p.bits <= fullBits && countFlags(flags) == p.bits {
			break
		}
	}
	return countFlags(flags)
}

func setFlags[C uint8 | uint16 | uint32](flags []uint8, slots []C) {
	for _, slot := range slots {
		flags[slot] = 1
	}
}

func countFlags(flags []uint8) int {
	n := 0
	for ; len(flags) >= 8; flags = flags[8:] {
		n += bits.OnesCount64(binary.LittleEndian.Uint64(flags))
	}
	return n
}

// selectKeys moves the keys of the selected rows to the front and returns them.
func selectKeys(keys []uint32, selected data.Bitmap) []uint32 {
	n := 0
	for at := 0; at < len(keys); at += 64 {
		for word := selected[at>>6]; word != 0; word &= word - 1 {
			if i := at + bits.TrailingZeros64(word); i < len(keys) {
				keys[n] = keys[i]
				n++
			}
		}
	}
	return keys[:n]
}
