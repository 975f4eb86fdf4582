package formula

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/engine/query"
)

// table has integers, decimals and floats with nulls and zeros among them.
func table(rows int) *data.Table {
	r := rand.New(rand.NewPCG(1, 2))
	ints, cents, floats, valid := make([]int64, rows), make([]int64, rows), make([]float64, rows), data.NewBitmap(rows)
	for i := range rows {
		ints[i], cents[i], floats[i] = r.Int64N(41)-20, r.Int64N(20_001)-10_000, r.NormFloat64()
		if r.IntN(5) > 0 {
			valid.Set(i)
		}
	}
	return data.NewTable("t", []*data.Column{
		data.NewInts("n", data.Int, 0, ints, nil), data.NewInts("d", data.Decimal, 2, cents, valid), data.NewFloatColumn("f", floats, nil),
	})
}

// TestColumnIsEval holds every row of a computed column against the expression computed for that row alone.
func TestColumnIsEval(t *testing.T) {
	tab := table(500)
	for _, text := range []string{"n + d", "n - d * 3", "-n * n", "d / n", "n / d - 1", "d ^ 2", "f * d + n", "(n + 1.25) * (d - 0.5)", "2 + 3", "f / 0", "-f", "1e3 * n"} {
		c, err := Derive(context.Background(), tab, text)
		if err != nil {
			t.Fatal(err)
		}
		a, err := query.ParseArith(text)
		if err != nil {
			t.Fatal(err)
		}
		for row := range tab.Rows {
			want := Eval(a, func(leaf *query.Arith) data.Value {
				column, _ := tab.Column(leaf.Column)
				return column.Value(row)
			})
			if got := c.Value(row); got.IsNull() != want.IsNull() || got.String() != want.String() {
				t.Fatalf("%s, row %d: %s in the column and %s alone", text, row, got, want)
			}
		}
	}
}

// TestDeriveRefuses asks for columns whose results might not fit, and for what is no column.
func TestDeriveRefuses(t *testing.T) {
	tab := table(10)
	for text, want := range map[string]string{
		"n * 9223372036854775807": "more than 64 bits",
		"d * 0.00000000000000001": "18 places",
		"n + nothing":             `no column "nothing"`,
		"n +":                     "expected",
	} {
		if _, err := Derive(context.Background(), tab, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", text, err, want)
		}
	}
	if _, err := Derive(context.Background(), tab, "n * 9223372036854775807.0e0"); err != nil {
		t.Error(err)
	}
}

// TestEval computes results by hand: exact ones, one beyond 128 bits, and nulls.
func TestEval(t *testing.T) {
	for text, want := range map[string]string{
		"0.1 + 0.2": "0.3", "3 * 1.50": "4.50", "9223372036854775807 * 9223372036854775807": "85070591730234615847396907784232501249",
		"1 / 4": "0.25", "1 / 0": "", "2 ^ 10": "1024", "-(2 - 5)": "3", "9223372036854775807 * 9223372036854775807 * 9223372036854775807": "7.846377169233351e+56",
	} {
		a, err := query.ParseArith(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := Eval(a, nil).String(); got != want {
			t.Errorf("%s = %s, want %s", text, got, want)
		}
	}
}
