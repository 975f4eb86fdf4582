package filter

import (
	"math/rand/v2"
	"testing"

	"cardinal/data"
	"cardinal/engine/key"
	"cardinal/engine/query"
)

// BenchmarkSelect selects rows of a million. It selects by a set of whole numbers, by a set of numbers of a wide
// range, and by parts of texts.
func BenchmarkSelect(b *testing.B) {
	const rows, texts = 1_000_000, 10_000
	few, wide, codes, values := make([]int64, rows), make([]int64, rows), make([]uint32, rows), make([]string, texts)
	for i := range rows {
		few[i], codes[i] = rand.Int64N(50_000), rand.Uint32N(texts)
		wide[i] = few[i] << 40
	}
	for i := range values {
		values[i] = "a label of some length " + string(rune('A'+i%26)) + string(rune('a'+i/26%26)) +
			string(rune(0x3b1+i/676))
	}
	t := data.NewTable("t", []*data.Column{data.NewInts("few", data.Int, 0, few, nil), data.NewInts("wide", data.Int, 0,
		wide, nil), data.NewText("text", codes, values, nil)})
	for _, text := range []string{"few in (1, 7, 49000)", "wide in (0, 1099511627776)", "text contains 'Ab'",
		"text icontains 'ab'", "text matches '[AB]a'"} {
		e, err := query.ParseFilter(text)
		if err != nil {
			b.Fatal(err)
		}
		encode := func(f query.Field) (*key.Column, error) { return key.Encode(b.Context(), t, f) }
		b.Run(text, func(b *testing.B) {
			for b.Loop() {
				if _, err := Select(b.Context(), t, e, Options{Threads: 1, Encode: encode}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/rows, "ns/row")
		})
	}
}
