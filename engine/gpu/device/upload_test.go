package device

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/plan"
	"cardinal/engine/gpu/reference"
)

// TestSources sends columns of several pieces and chunks from sources that threads read at once, and from
// sources that are read in order. A source that fails, in any place, and a request that is withdrawn leave the
// device ready for the next column, and no column of theirs on it.
func TestSources(t *testing.T) {
	d := openTestDevice(t)
	d.chunkRows = 4_000_000
	const rows = 9_000_000 // 36 MB in three chunks
	codes, values := make([]uint32, rows), make([]uint32, rows)
	for i := range codes {
		codes[i], values[i] = rand.Uint32N(1000), rand.Uint32()
	}
	keep := func(id string, of []uint32) gpu.Column { return gpu.NewColumn(id, func() []uint32 { return of }) }
	value := keep("value", values)
	r := gpu.Request{Rows: rows, Slots: 1000, Keys: []gpu.Key{{Codes: keep("key", codes), Stride: 1}},
		Aggregates: []gpu.Aggregate{{Op: gpu.Count}, {Op: gpu.Sum, Values: &value}}}
	want, _ := reference.Answer(r)
	errBroken := errors.New("broken")
	for _, atOnce := range []bool{true, false} {
		// the byte that cannot be read; -2: the request is withdrawn
		for _, failing := range []int64{-1, 0, 5 << 20, 20 << 20, -1, 4*rows - 1, -2, -1} {
			for _, id := range []string{"key", "value"} {
				d.Forget(id)
			}
			var next atomic.Int64
			plain := supplyOf(r)
			supply := func(c plan.JobSource, first, n int) (Source, error) {
				s, err := plain(c, first, n)
				read := s.Read
				s.AtOnce = atOnce
				next.Store(0)
				s.Read = func(room []byte, at int64) error {
					if !atOnce && next.Swap(at+int64(len(room))) != at {
						t.Errorf("byte %d was read out of turn", at)
					}
					if c.ID == "value" && at <= failing && failing < at+int64(len(room)) {
						return errBroken
					}
					return read(room, at)
				}
				return s, err
			}
			d.Unwanted = nil
			if failing == -2 {
				d.Unwanted = func() error { return ErrAborted }
			}
			var got [][]uint64
			err := d.Execute(plan.JobOf(&r), supply, func(o *Readout) (err error) {
				_, got, _, err = o.decodeAll()
				return err
			})
			name := fmt.Sprintf("at once: %v, fails at %d", atOnce, failing)
			switch {
			case failing == -1 && err != nil:
				t.Fatalf("%s: %v", name, err)
			case failing == -1:
				for i := range want {
					if !slices.Equal(got[i], want[i]) {
						t.Errorf("%s: measure %d is wrong", name, i)
					}
				}
			case failing == -2 && atOnce && !errors.Is(err, ErrAborted), failing >= 0 && !errors.Is(err, errBroken):
				t.Errorf("%s: got %v", name, err)
			case failing >= 0:
				if _, there := d.resident.touch("value"); there {
					t.Errorf("%s: the column is there", name)
				}
			}
		}
	}
}

// TestPiecesOfColumns wants the pieces of a column to follow each other without a gap, the first and the last ones to
// be small, and no piece to begin within four bytes, since the device copies four bytes at once.
func TestPiecesOfColumns(t *testing.T) {
	for _, kind := range []gpu.Kind{gpu.KindBits, gpu.KindBytes, gpu.KindHalves, gpu.KindWords} {
		for _, rows := range []int{1, 63, 64, 1_000_000, 2_097_152, 9_999_999, 100_000_000, 250_000_001} {
			for i, chunkRows := range []int{1 << 40, 64_000_064, 1 << 40, 64_000_064} {
				ends := i < 2
				c := column{kind: kind, parts: make([]region, plan.Ceil(rows, chunkRows))}
				next := int64(0)
				pieces := c.pieces(rows, chunkRows, ends)
				for i, p := range pieces {
					if p.at != next || p.bytes < 1 || p.bytes > stageBytes || p.to.offset%4 != 0 {
						t.Fatalf("%d bits, %d rows: piece %d has %d bytes from %d on, at %d, want it from %d on", kind,
							rows, i, p.bytes, p.at, p.to.offset, next)
					}
					next = p.at + p.bytes
				}
				last := pieces[len(pieces)-1]
				if next != kind.Bytes(rows) || pieces[0].bytes > leastBytes || ends && last.bytes > leastBytes {
					t.Errorf("%d bits, %d rows: %d bytes in all, the first of %d pieces has %d and the last %d", kind,
						rows, next, len(pieces), pieces[0].bytes, last.bytes)
				}
			}
		}
	}
}
