package csv

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"cardinal/data"
)

// TestExponents reads columns of decimals in which a few numbers have an exponent, after the rows that suggest the
// type. The column is that of the floats of all numbers.
func TestExponents(t *testing.T) {
	others := []string{"7.5e-05", "3.8E-05", "1e3", "-2.50e-3", "5e-8", "5e-9", "1.5e+2", "9.00719925474099e15",
		"123456789e-8", "1e15", "1e16", "0e-5", "-0e3", "-0.0", "1.e2", "12345678.12345678",
		"123456789012345678", "1e300", ""}
	for seed := range 150 {
		r := rand.New(rand.NewPCG(uint64(seed), 5))
		rows, odd := 3000+r.IntN(40_000), 1+r.IntN(3)
		texts, scale := make([]string, rows), r.IntN(9)
		for i := range texts {
			texts[i] = strconv.FormatFloat(r.Float64()*pow(r.IntN(7)), 'f', scale, 64)
			if r.IntN(10) == 0 {
				texts[i] = "-" + texts[i]
			}
		}
		for range odd {
			texts[rows-1-r.IntN(rows/2)] = others[r.IntN(len(others))]
		}
		values, valid := make([]float64, rows), data.NewBitmap(rows)
		for i, text := range texts {
			if text != "" {
				valid.Set(i)
				values[i], _ = strconv.ParseFloat(text, 64)
			}
		}
		want := data.NewFloats("v", values, valid)
		got := read(t, "v,w\n"+strings.Join(texts, ",1\n")+",1\n").Columns[0]
		if !strings.ContainsAny(strings.Join(texts, " "), "eE") {
			continue // decimals keep their places
		}
		if got.Type != want.Type || got.Scale != want.Scale {
			t.Fatalf("seed %d: %v(%d), want %v(%d)", seed, got.Type, got.Scale, want.Type, want.Scale)
		}
		for i := range rows {
			if g, w := fmt.Sprint(got.Value(i)), fmt.Sprint(want.Value(i)); g != w {
				t.Fatalf("seed %d: row %d, %s, is %s, want %s", seed, i, texts[i], g, w)
			}
		}
	}
}

// pow returns a power of ten.
func pow(n int) float64 { v, _ := strconv.ParseFloat("1e"+strconv.Itoa(n), 64); return v }
