package estimate

import (
	"math"
	"math/bits"
	"runtime"
	"sync"
	"time"

	"cardinal/data"
	"cardinal/engine/key"
)

// pass marks every row's key in a bitmap: its slot where the domain is small, which counts exactly, else a hash of it,
// which is linear counting (Whang, Vander-Zanden and Taylor 1990, "A linear-time probabilistic counting algorithm for
// database applications").
type pass struct {
	key      *key.Composite
	selected data.Bitmap
	bits     int // of the bitmap: a power of two where keys are hashed
	hashed   bool
	most     int // groups that can be
}

const (
	// exactBits is the largest domain that is marked slot by slot: two megabytes.
	exactBits = 1 << 24
	minBits   = 1 << 16
	// bitsPerKey keeps the standard error of a full bitmap below 0.3% from 2^16 keys on.
	bitsPerKey = 4
	batchRows  = 2048
)

// newPass plans a pass over keys of which about expected are expected and at most most there.
func newPass(k *key.Composite, selected data.Bitmap, expected, most int) *pass {
	p := &pass{key: k, selected: selected, most: most}
	if k.Slots <= exactBits {
		p.bits = int(k.Slots)
		return p
	}
	p.hashed = true
	p.bits = min(exactBits, max(minBits, 1<<bits.Len(uint(bitsPerKey*expected))))
	return p
}

func (p *pass) exact() bool { return !p.hashed }

// Nanoseconds on one core of a 2-core x86 server, a row; BenchmarkSample and BenchmarkPass measure them.
const (
	sampleRowNs, sampleColNs = 25, 12
	passColNs, passBitNs     = 0.35, 1
	passHashNs, passWideNs   = 4.4, 9
)

// sampleCost is the expected time of sampling n rows.
func sampleCost(k *key.Composite, n float64) time.Duration {
	return time.Duration(n * (sampleRowNs + sampleColNs*float64(len(k.Cols))))
}

// cost is the expected time of the pass on all cores.
func (p *pass) cost() time.Duration {
	row := passColNs*float64(len(p.key.Cols)) + passBitNs
	if p.hashed {
		row += passHashNs
	}
	if p.key.Wide {
		row += passWideNs * float64(len(p.key.Cols))
	}
	return time.Duration(row * float64(p.key.Rows) / float64(p.threads()))
}

// threads is how many cores take part: a core more for every quarter of a million rows.
func (p *pass) threads() int { return max(1, min(runtime.GOMAXPROCS(0), p.key.Rows>>18)) }

// estimate runs the pass. The range of a hashed one is three standard errors to either side.
func (p *pass) estimate() Estimate {
	marked := p.run()
	if !p.hashed {
		return exactly(marked, Bitmap)
	}
	m := float64(p.bits)
	n := LinearCounting(p.bits, marked)
	if marked == p.bits {
		return Estimate{Groups: p.most, Low: min(p.most, p.bits), High: p.most, Method: LinearCount}
	}
	load := n / m
	wide := 3 * math.Sqrt(m*(math.Exp(load)-load-1))
	e := Estimate{Method: LinearCount, Low: max(marked, int(n-wide)), High: min(p.most, int(math.Ceil(n+wide)))}
	e.High = max(e.High, marked)
	e.Low = min(e.Low, e.High)
	e.Groups = min(max(e.Low, int(math.Round(n))), e.High)
	return e
}

// LinearCounting is the expected number of distinct keys that mark that many of the bits: -m ln(empty/m).
func LinearCounting(bits, marked int) float64 {
	if marked >= bits {
		return math.Inf(1)
	}
	m := float64(bits)
	return -m * math.Log((m-float64(marked))/m)
}

// run marks all rows and returns how many bits were set.
func (p *pass) run() int {
	threads := p.threads()
	maps := make([]data.Bitmap, threads)
	words := (p.key.Rows + 63) / 64
	var wg sync.WaitGroup
	for i := range maps {
		maps[i] = data.NewBitmap(p.bits)
		lo, hi := 64*(words*i/threads), min(p.key.Rows, 64*(words*(i+1)/threads))
		wg.Go(func() { p.mark(maps[i], lo, hi) })
	}
	wg.Wait()
	for _, m := range maps[1:] {
		for i, w := range m {
			maps[0][i] |= w
		}
	}
	return maps[0].Count()
}

// mark sets the bits of rows lo..hi; lo is a multiple of 64. It ends early where every bit is set.
func (p *pass) mark(marks data.Bitmap, lo, hi int) {
	var slots [batchRows]uint32
	var keys [batchRows]uint64
	shift := 64 - bits.TrailingZeros(uint(p.bits))
	empty := p.bits
	for ; lo < hi && empty > 0; lo += batchRows {
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
			batch = passing(batch, p.selected[lo>>6:])
		}
		for _, v := range batch {
			w := &marks[v>>6]
			empty -= int(^*w >> (v & 63) & 1)
			*w |= 1 << (v & 63)
		}
	}
}

// passing moves the bits of the rows that the bitmap selects to the front.
func passing(keys []uint32, selected data.Bitmap) []uint32 {
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
