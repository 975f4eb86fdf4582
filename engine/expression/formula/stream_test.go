package formula

import (
	"math"
	"math/rand/v2"
	"testing"

	"cardinal/data"
	"cardinal/engine/query"
)

// TestStreamIsColumn compares random arithmetic that is computed while rows are read with columns of the results, bit
// for bit. The rows are read in other pieces than those that a column is computed in.
func TestStreamIsColumn(t *testing.T) {
	const rows = 2*batchRows + 77
	r := expressions{rand.New(rand.NewPCG(5, 6))}
	column := func(name string, scale int, lo, hi int64) *data.Column {
		values, kind := make([]int64, rows), data.Int
		for i := range values {
			values[i] = lo + r.Int64N(hi-lo+1)
		}
		if scale > 0 {
			kind = data.Decimal
		}
		return data.NewInts(name, kind, scale, values, nil)
	}
	tab := data.NewTable("t", []*data.Column{
		column("a", 0, 1, 5), column("b", 2, -90_000, 90_000), column("c", 6, 1, 100_000_000), column("d", 0, -300, -2),
		column("e", 0, -1<<40, 1<<40)})
	var number func(depth int) string
	number = func(depth int) string {
		switch {
		case depth == 0:
			return r.of("a", "b", "c", "d", "e", "2", "0.5", "1e0", "null")
		case r.IntN(5) == 0:
			return "if(" + r.of("c > 50", "a = 3 or b < 0", "d / a > -2", "b / (a - 3) > 1") + ", " + number(depth-1) +
				", " + number(depth-1) + ")"
		}
		return "(" + number(depth-1) + r.of(" + ", " - ", " * ", " / ") + number(r.IntN(depth)) + ")"
	}
	streamed := map[data.Type]int{}
	for range 3000 {
		text := number(1 + r.IntN(3))
		a, err := query.ParseArith(text)
		if err != nil {
			t.Fatal(err)
		}
		got := Stream(t.Context(), "x", a, OfTable(tab, nil))
		if got == nil {
			continue
		}
		want, err := columnOf(tab, a)
		if err != nil || want.Valid != nil || want.Type != got.Type || want.Scale != got.Scale || want.Note != "" ||
			want.ByZero != nil {
			t.Fatalf("%s: %v %v as a column, and %v %v in a stream; %v", text, want.Type, want.Scale, got.Type, got.Scale, err)
		}
		streamed[got.Type]++
		if got.Type == data.Float && (want.LowBit < got.LowBit || want.HighBit > got.HighBit) ||
			got.Type != data.Float && (want.Min < got.Min || want.Max > got.Max) {
			t.Fatalf("%s: the column is beyond the range of the stream", text)
		}
		compute, codes, floats := got.Compute(), make([]uint32, rows), make([]float64, rows)
		for lo := 0; lo < rows; {
			hi := min(lo+64*(1+r.IntN(30)), rows)
			if got.Type == data.Float {
				compute(lo, nil, floats[lo:hi])
			} else {
				compute(lo, codes[lo:hi], nil)
			}
			lo = hi
		}
		for row := range rows {
			if got.Type == data.Float && math.Float64bits(floats[row]) != math.Float64bits(want.Floats[row]) ||
				got.Type != data.Float && got.Base+int64(codes[row]) != want.Int(row) {
				t.Fatalf("%s, row %d: %v and %v, want %v", text, row, floats[row], codes[row], want.Value(row))
			}
		}
	}
	if streamed[data.Int] < 50 || streamed[data.Decimal] < 300 || streamed[data.Float] < 50 {
		t.Errorf("streams by type: %v", streamed)
	}
}
