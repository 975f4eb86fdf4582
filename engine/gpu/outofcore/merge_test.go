package outofcore

import (
	"context"
	"errors"
	"slices"
	"testing"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/gputest"
)

// The cores merge the groups of tiles as a map would, whatever the keys: states that carry into the words
// above, least and greatest ones.
func TestMergeOnTheCores(t *testing.T) {
	const rows = 200_000
	for i, form := range []gpu.Form{gpu.Sparse, gpu.Hashed} {
		m := gputest.New(uint64(210_000 + i))
		u := m.Values(rows)
		r := gpu.Request{Form: form, Rows: rows, Slots: rows, Aggregates: []gpu.Aggregate{
			{Op: gpu.Count}, {Op: gpu.Sum, Values: &u}, {Op: gpu.Product, Values: &u}, {Op: gpu.Min, Values: &u},
			{Op: gpu.Last},
		}}
		codes := [][]uint32{m.ShapedCodes("skewed", rows, 50_000), m.ShapedCodes("uniform", rows, 3)}
		for _, c := range codes[:1+i] {
			r.Keys = append(r.Keys, gpu.Key{Codes: m.Column(c), Stride: 1})
		}
		b := newExecution(nil, r, Split{})
		var tiles [3]partials
		var from sequence
		want := map[[2]uint32][]uint32{}
		for k := range tiles {
			tile := &tiles[k]
			tile.words = make([][]uint32, b.words)
			for g := range 60_000 {
				name := uint32(m.IntN(rows)) // of a row
				key := [2]uint32{codes[0][name]}
				if form == gpu.Hashed {
					key[1] = codes[1][name]
				} else {
					name = key[0]
				}
				tile.names = append(tile.names, name)
				for w := range tile.words {
					tile.words[w] = append(tile.words[w], 1<<32-1-m.Uint32N(3)>>m.IntN(2))
				}
				if state := want[key]; state == nil {
					for w := range tile.words {
						want[key] = append(want[key], tile.words[w][g])
					}
				} else {
					state[0] += tile.words[0][g]
					sum := uint64(state[1]) + uint64(state[2])<<32 + uint64(tile.words[1][g]) +
						uint64(tile.words[2][g])<<32
					state[1], state[2] = uint32(sum), uint32(sum>>32)
					low := uint64(state[3]) + uint64(tile.words[3][g])
					mid := uint64(state[4]) + uint64(tile.words[4][g]) + low>>32
					state[3], state[4], state[5] = uint32(low), uint32(mid), state[5]+tile.words[5][g]+uint32(mid>>32)
					state[6], state[7] = min(state[6], tile.words[6][g]), max(state[7], tile.words[7][g])
				}
			}
			from = append(from, span[partials]{tile, 0, 1000}, span[partials]{tile, 1000, len(tile.names)})
		}
		got, err := b.merge(context.Background(), from)
		if err != nil {
			t.Fatal(err)
		}
		groups := 0
		for _, share := range got {
			keys := b.keysOf(share.names)
			for g := range share.names {
				key := [2]uint32{keys[0][g]}
				if form == gpu.Hashed {
					key[1] = keys[1][g]
				}
				state := make([]uint32, b.words)
				for w := range state {
					state[w] = share.words[w][g]
				}
				if !slices.Equal(state, want[key]) {
					t.Fatalf("form %d, key %v: %v, want %v", form, key, state, want[key])
				}
			}
			groups += len(share.names)
		}
		if groups != len(want) {
			t.Errorf("form %d: %d groups, want %d", form, groups, len(want))
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if _, err := b.merge(ctx, from); !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled: %v", err)
		}
	}
}

// A sequence is cut as a slice is.
func TestSequence(t *testing.T) {
	p := &partials{names: []uint32{10, 11, 12, 13, 14, 15, 16, 17, 18, 19}}
	s := sequence{{p, 8, 10}, {p, 0, 1}, {p, 3, 3}, {p, 2, 6}}
	all := s.names()
	if want := []uint32{18, 19, 10, 12, 13, 14, 15}; !slices.Equal(all, want) || s.len() != len(want) {
		t.Fatalf("%v, want %v", all, want)
	}
	for lo := range len(all) + 1 {
		for hi := lo; hi <= len(all); hi++ {
			if got := s.cut(lo, hi-lo).names(); !slices.Equal(got, all[lo:hi]) {
				t.Errorf("%d to %d: %v, want %v", lo, hi, got, all[lo:hi])
			}
		}
	}
}
