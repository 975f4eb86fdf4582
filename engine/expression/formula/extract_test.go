package formula

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// TestFirstNumber reads texts as people write amounts. It expects no number if two readings would differ.
func TestFirstNumber(t *testing.T) {
	for text, want := range map[string]float64{
		"12 kg": 12, "3.5kg": 3.5, "EUR 1,234.50": 1234.5, "$420.10": 420.1, "-$5": -5, "−5 €": -5, "- 7": -7,
		"(100)": -100, " ($1,000.25) ": -1000.25, "45%": 0.45, "12.5 %": 0.125, "0.1%": 0.001, "+10": 10,
		".5": 0.5, "-.5": -0.5,
		"5.": 5, "5. Street": 5, "1'234'567.8": 1234567.8, "1\u00a0234 kg": 1234, "12\u202f345,": 12345, "1e3": 1000,
		"2.5E-3 mol": 0.0025, "3 eggs": 3, "3eggs": 3, "4e5x": 4, "Q3": 3, "EU-100-x": 100, "x -8": -8, "x -$8": -8,
		"3-pack": 3, "007": 7, "size 12 of 20": 12,
		"1,234,567": 1234567, "1234567": 1234567, "9007199254740993": 9007199254740992, "about 30 (net)": 30,
		"1,234": 1234, "5x7": 5, "٣ 4": 4,
		"$-5": -5, "€ - 5": -5, "US$ −1,200": -1200, "–5": -5, "5-": -5, "1,234.50−": -1234.5, "5- €": -5, "$(5)": -5,
		"(5) €": -5, "(5)%": -0.05, "(5%)": -0.05, "1.5e3%": 15, "Red (5)": 5, "EU–100": 100, "5 m²": 5,
		"0.125": 0.125, "00": 0,
	} {
		if got, ok := firstNumber(text); !ok || got != want {
			t.Errorf("%q is %v, %t; want %v", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "none", "-", "3,5", "1.234,50", "1,23,456", "12,3456", "1234,567", "1.2.3",
		"12 345", "2024-01-31", "12:30", "10-20", "10–20", "1/2", "0,5 kg", "1e999", "1.234.567", "1,234,56",
		"item - 5", "balance - $5",
		"0,125", "00,125", "0\u00a0125", "2½", "1 ½ - 2", "10²", "5 - 10", "10 – 20 kg", "item- 5", "Grade 5-", "-5-",
		"--5", "-(5)", "(5) (6)", "(5)-(6)"} {
		if got, ok := firstNumber(text); ok {
			t.Errorf("%q is %v; it has no number, or several readings", text, got)
		}
	}
	r := rand.New(rand.NewPCG(1, 9))
	for range 20_000 { // what is written in one of the ways is read again
		x := math.Round((r.Float64()-0.5)*math.Pow(10, float64(r.IntN(14)))) / math.Pow(10, float64(r.IntN(5)))
		text := strconv.FormatFloat(math.Abs(x), 'f', -1, 64)
		whole, rest, _ := strings.Cut(text, ".")
		for at := len(whole) - 3; at > 0; at -= 3 {
			whole = whole[:at] + "," + whole[at:]
		}
		if rest != "" {
			whole += "." + rest
		}
		if x < 0 {
			whole = "-" + whole
		}
		if got, ok := firstNumber("USD " + whole + " net"); !ok || got != x {
			t.Fatalf("%q is %v, %t; want %v", whole, got, ok, x)
		}
	}
}

// FuzzFirstNumber ends for every text, and gives no number of a text without a digit.
func FuzzFirstNumber(f *testing.F) {
	for _, s := range []string{"1,234.5", "e", "(", "1e", "1e+", "\xff1", "%1%", "-−5"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if x, ok := firstNumber(s); ok && (math.IsNaN(x) || math.IsInf(x, 0) || !strings.ContainsAny(s, "0123456789")) {
			t.Errorf("%q is %v", s, x)
		}
	})
}
