package lookalike

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestFind groups labels that look the same, and no others.
func TestFind(t *testing.T) {
	for _, c := range []struct{ labels, want, note string }{
		{"é|e\u0301", "é: \"e\u0301\"",
			`1 label looks the same as another, and is counted apart: "é" with letters in parts`},
		{"Köln|Köln |Köln\u200b|Bonn", `Köln: "Köln " "Köln\u200b"`,
			`2 labels look the same as another, and are counted apart: "Köln" with a blank at its end, "Köln" with the sign U+200B`},
		{"a\u00a0b|a b|a\u2009b", `a b: "a\u00a0b" "a\u2009b"`,
			`2 labels look the same as another, and are counted apart: "a b" with the sign U+00A0, "a b" with the sign U+2009`},
		{"ＡＢＣ|ABC", `ABC: "ＡＢＣ"`,
			`1 label looks the same as another, and is counted apart: "ABC" with signs of another width`},
		{" x|x\t|\u3000x", `x: " x" "x\t" "\u3000x"`,
			`3 labels look the same as another, and are counted apart: "x" with a blank at its beginning, "x" with a blank at its end, "x" with a blank at its beginning`},
		{"New  York|New York", `New York: "New  York"`,
			`1 label looks the same as another, and is counted apart: "New York" with several blanks in a row`},
		{"a\u2011b|a-b", "a-b: \"a\u2011b\"",
			`1 label looks the same as another, and is counted apart: "a-b" with the sign U+2011`},
		{"x|x\x00|x\x7f", `x: "x\x00" "x\x7f"`,
			`2 labels look the same as another, and are counted apart: "x" with the sign U+0000, "x" with the sign ` +
				"U+007F"},
		{"x|x |y|y |z|z |v|v ", `x: "x "; y: "y "; z: "z "; v: "v "`,
			`4 labels look the same as another, and are counted apart: "x" with a blank at its end, "y" with a blank at its end, "z" with a blank at its end, …`},
		{"\u200eשלום|שלום", `שלום: "\u200eשלום"`,
			`1 label looks the same as another, and is counted apart: "שלום" with the sign U+200E`},
		{"Köln |Bonn", "", ""}, {"Köln|köln", "", ""}, {"Köln|Koln", "", ""}, {"m²|m2", "", ""}, {"ß|ss", "", ""},
		{"İ|i", "", ""}, {"½|1/2", "", ""},
		{"a-b|a–b", "", ""}, {"👨\u200d👩|👨👩", "", ""}, {"می\u200cخواهم|میخواهم", "", ""}, {" |  |\u00a0", "", ""},
		{"А|A", "", ""}, {"", "", ""},
	} {
		groups := Find(strings.Split(c.labels, "|"))
		var said []string
		for _, g := range groups {
			said = append(said, g.Name+": "+strings.Trim(fmt.Sprintf("%q", g.Others), "[]"))
		}
		if got := strings.Join(said, "; "); got != c.want {
			t.Errorf("%q: %s, want %s", c.labels, got, c.want)
		}
		if got := Note(groups); got != c.note {
			t.Errorf("%q: %s, want %s", c.labels, got, c.note)
		}
	}
}

// BenchmarkFind looks at a column of a million plain labels; only the first labels are compared.
func BenchmarkFind(b *testing.B) {
	labels := make([]string, 1<<20)
	for i := range labels {
		labels[i] = fmt.Sprintf("customer number %d", i)
	}
	for b.Loop() {
		Find(labels)
	}
}

// TestLooksOfASCII compares looks with those that a loop over bytes makes.
func TestLooksOfASCII(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		label := make([]byte, r.IntN(12))
		for i := range label {
			label[i] = "ab  \t\n\x00\x7f"[r.IntN(8)]
		}
		want, blank := "", false
		for _, c := range label {
			switch {
			case c > ' ' && c < 0x7F:
				if blank {
					want += " "
				}
				want, blank = want+string(rune(c)), false
			case c == ' ' || c >= '\t' && c <= '\r':
				blank = want != ""
			}
		}
		if got := string(appendLook([]byte("before"), string(label))); got != "before"+want {
			t.Fatalf("the look of %q is %q, not %q", label, got, want)
		}
	}
}
