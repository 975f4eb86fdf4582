package duckdb

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// decode decodes a segment of any kind, and checks that as many rows are there as it has.
func decode(t *testing.T, s *segment) error {
	t.Helper()
	switch s.kind {
	case bits:
		return s.valid(make([]bool, s.rows))
	case texts:
		out := &rowTexts{}
		if err := s.strings(out); err != nil {
			return err
		}
		if len(out.rows) != s.rows || !slices.IsSorted(out.ends) || int(slices.Max(out.rows)) > len(out.ends) ||
			len(out.ends) > 0 && out.ends[len(out.ends)-1] != int64(len(out.bytes)) {
			t.Fatal("the texts are not those of the rows")
		}
		return nil
	}
	return s.fixed(make([]byte, s.rows*s.kind.width()))
}

// damaged changes a few bytes. Half of the changes are at the beginning, because the bytes there hold the places of
// the others.
func damaged(r *rand.Rand, data []byte) []byte {
	data = slices.Clone(data)
	if len(data) == 0 {
		return data
	}
	for range 1 + r.IntN(4) {
		at := r.IntN(len(data))
		if r.IntN(2) == 0 {
			at = r.IntN(min(64, len(data)))
		}
		data[at] = [3]byte{byte(r.Uint32()), data[at] ^ 1<<r.IntN(8), 255}[r.IntN(3)]
	}
	if r.IntN(8) == 0 {
		data = data[:r.IntN(len(data))]
	}
	return data
}

// A damaged segment is an error or other values, and nothing worse.
func TestDamagedSegments(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	all := storedSegments(t)
	refused := 0
	for _, f := range fixtures {
		for range 200 {
			s := all[f.name].segment(f.kind)
			s.data = damaged(r, s.data)
			if r.IntN(4) == 0 {
				whole := s.block
				s.block = func(id int64) ([]byte, error) {
					b, err := whole(id)
					return damaged(r, b), err
				}
			}
			s.rows += r.IntN(3) * r.IntN(5000)
			if err := decode(t, s); err != nil {
				refused++
			}
		}
	}
	if refused < 1000 {
		t.Errorf("only %d damaged segments were refused", refused)
	}
}

// TestMethodsOfOtherKinds asks every method for values of every kind, also of kinds that it cannot compress.
func TestMethodsOfOtherKinds(t *testing.T) {
	all := storedSegments(t)
	for _, f := range fixtures {
		for kind := bits; kind <= texts; kind++ {
			for m := automatic; m <= dictFSST+1; m++ {
				s := all[f.name].segment(kind)
				s.method, s.rows = m, 100
				if err := decode(t, s); (m == automatic || m == deltaOfDelta || m > dictFSST) &&
					(err == nil || errors.Is(err, errDamaged) || !strings.Contains(err.Error(), "method")) {
					t.Fatalf("method %d: %v", m, err)
				}
			}
		}
	}
}

// Long texts that point to each other's blocks would be longer than the file.
func TestLongTextsInARing(t *testing.T) {
	block := make([]byte, 64)
	copy(block, []byte{0xff, 0xff, 0xff, 0x7f}) // the length of a text; the next block is 0 again
	marker := []byte{12, 0, 0, 0, 24, 0, 0, 0, 0xf4, 0xff, 0xff, 0xff, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}
	s := &segment{kind: texts, method: uncompressed, rows: 1, data: marker, block: func(int64) ([]byte, error) {
		return block, nil
	}}
	if err := decode(t, s); !errors.Is(err, errDamaged) {
		t.Errorf("got %v", err)
	}
}
