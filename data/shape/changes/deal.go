package changes

import (
	"context"
	"sync"

	"cardinal/data/parallel"
	"cardinal/internal/memory"
)

// stretch is the number of rows that a goroutine works on at a time, and block the number of rows whose values lie in
// the first cache at once.
const stretch, block = 1 << 15, 1 << 12

// parts is the number of parts that rows are dealt out to, by the highest bits of their hash.
const parts, partBits = 1024, 10

// dealtRow is a row and the 32 bits of its hash behind those that name its part.
type dealtRow uint64

func (r dealtRow) row() int32   { return int32(r) }
func (r dealtRow) hash() uint32 { return uint32(r >> 32) }

// dealt is the rows of both versions, a stretch behind the other. In a stretch they are ordered by part.
type dealt struct {
	rows   []dealtRow
	firsts []int               // the first row of each stretch, and the number of all rows
	starts [][parts + 1]uint32 // by stretch: where each part begins in it
}

// part appends the rows of a part to a slice. The rows ascend.
func (d *dealt) part(part int, to []dealtRow) []dealtRow {
	for i := range d.starts {
		starts := &d.starts[i]
		to = append(to, d.rows[d.firsts[i]:][starts[part]:starts[part+1]]...)
	}
	return to
}

// deal hashes the keys of all rows, and deals the rows out to parts. A stretch of rows is ordered in the cache of a
// core, so that each row is written to memory once.
func (f *finder) deal(ctx context.Context) (*dealt, error) {
	d := &dealt{rows: memory.Uninitialized[dealtRow](f.rows)}
	for first := 0; first < f.rows; {
		d.firsts = append(d.firsts, first)
		end := f.rows
		if first < f.split { // no stretch has rows of both versions
			end = f.split
		}
		first = min(first+stretch, end)
	}
	d.starts = make([][parts + 1]uint32, len(d.firsts))
	d.firsts = append(d.firsts, f.rows)
	pool := sync.Pool{New: func() any { return new([stretch]uint64) }}
	return d, parallel.Do(ctx, len(d.starts), func(_ context.Context, i int) error {
		scratch := pool.Get().(*[stretch]uint64)
		defer pool.Put(scratch)
		first, end := d.firsts[i], d.firsts[i+1]
		hashes, starts := scratch[:end-first], &d.starts[i]
		f.hash(first, hashes)
		for _, h := range hashes {
			starts[h>>(64-partBits)+1]++
		}
		for part := range parts {
			starts[part+1] += starts[part]
		}
		next, rows := *starts, d.rows[first:end]
		for at, h := range hashes {
			part := h >> (64 - partBits)
			rows[next[part]] = dealtRow(h<<partBits&^(1<<32-1) | uint64(first+at))
			next[part]++
		}
		return nil
	})
}

// hash writes the hashes of the keys of rows of one version, which begin with first.
func (f *finder) hash(first int, hashes []uint64) {
	version := 0
	if first >= f.split {
		version, first = 1, first-f.split
	}
	var rows [block]int32
	var values [block]uint64
	for lo := 0; lo < len(hashes); lo += block {
		some := hashes[lo:min(lo+block, len(hashes))]
		for i := range some {
			rows[i], some[i] = int32(first+lo+i), 0
		}
		for k := range f.keys {
			f.keys[k].versions[version].read(rows[:len(some)], values[:])
			for i, h := range some {
				some[i] = mixed(h, values[i])
			}
		}
		for i := range some {
			some[i] *= 0xc4ceb9fe1a85ec53
		}
	}
}
