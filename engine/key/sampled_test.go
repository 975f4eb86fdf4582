package key

import (
	"testing"

	"cardinal/data"
)

// TestSampled checks that a sample has the codes of its rows, in every width, and asks for the rows once.
func TestSampled(t *testing.T) {
	const rows = 1000
	picked := []uint32{3, 17, 18, 700, 999}
	var cols []*Column
	for _, card := range []int{200, 40_000, 1 << 20} {
		codes := make([]uint32, rows)
		for i := range codes {
			codes[i] = uint32(i * card / rows)
		}
		cols = append(cols, &Column{Codes: data.PackCodes(codes, card), Card: card})
	}
	k := Compose(rows, cols)
	want, got := make([]uint64, len(picked)), make([]uint64, len(picked))
	k.PackOf(want, picked)
	asked := 0
	for range 2 {
		k.PackSampled(got, func() []uint32 { asked++; return picked })
		for i := range want {
			if got[i] != want[i] {
				t.Errorf("row %d: key %x, want %x", picked[i], got[i], want[i])
			}
		}
	}
	if asked != len(cols) {
		t.Errorf("the rows were asked for %d times, want once a column", asked)
	}
}

// TestCoded checks that a column is coded exactly if its key column has the column's own codes.
func TestCoded(t *testing.T) {
	const rows = 300
	ints := func(step int64) []int64 {
		out := make([]int64, rows)
		for i := range out {
			out[i] = int64(i) * step
		}
		return out
	}
	var texts, floats, nulls []data.Value
	for i := range rows {
		texts, floats, nulls = append(texts, data.TextValue(string(rune('a'+i%20)))),
			append(floats, data.FloatValue(float64(i)/7)), append(nulls, data.Value{})
	}
	for name, c := range map[string]*data.Column{
		"bytes": data.NewInts("x", data.Int, 0, ints(0), nil), "words": data.NewInts("x", data.Int, 0, ints(9), nil),
		"far apart": data.NewInts("x", data.Int, 0, ints(1<<20), nil),
		"wide":      data.NewInts("x", data.Int, 0, ints(1<<40), nil), "dates": data.NewInts("x", data.Date,
			0, ints(1), nil),
		"texts": data.FromValues("x", texts), "floats": data.FromValues("x", floats),
		"nulls": data.FromValues("x", nulls),
	} {
		k, err := EncodeColumn(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		same := len(k.Codes.U8) > 0 && len(c.Codes.U8) > 0 && &k.Codes.U8[0] == &c.Codes.U8[0] ||
			len(k.Codes.U16) > 0 && len(c.Codes.U16) > 0 && &k.Codes.U16[0] == &c.Codes.U16[0] ||
			len(k.Codes.U32) > 0 && len(c.Codes.U32) > 0 && &k.Codes.U32[0] == &c.Codes.U32[0]
		if Coded(c) != same && c.Type != data.Null {
			t.Errorf("%s: coded: %v, the codes are the column's own: %v", name, Coded(c), same)
		}
	}
}
