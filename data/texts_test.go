package data

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestAscending compares the order of texts with comparisons: long common beginnings, zeros at the end, texts that
// begin with another text, and bytes that are no text.
func TestAscending(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	letters := []string{"\x00", "\x00\x00", "a", "b", "\xff", "the same eight bytes and more", "zzzzzzzz", ""}
	for round := range 200 {
		distinct := map[string]bool{}
		for range r.IntN(5000) {
			var b strings.Builder
			if round%2 == 0 {
				b.WriteString("Customer ")
			}
			for range r.IntN(12) {
				b.WriteString(letters[r.IntN(1+round%len(letters))])
			}
			if round%3 == 0 {
				fmt.Fprint(&b, r.IntN(1_000_000))
			}
			distinct[b.String()] = true
		}
		var texts []string
		for text := range distinct {
			texts = append(texts, text)
		}
		want := slices.Sorted(slices.Values(texts))
		order := ascending(texts)
		for i, at := range order {
			if texts[at] != want[i] {
				t.Fatalf("round %d: place %d of %d has %q, not %q", round, i, len(texts), texts[at], want[i])
			}
		}
		if len(order) != len(texts) {
			t.Fatalf("%d places for %d texts", len(order), len(texts))
		}
	}
}

// TestWords compares the words of texts with the texts: zeros at the end, texts that begin with another text, the empty
// text, and bytes that are no text. Long texts, declared orders and sorted texts have no words.
func TestWords(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	letters := []string{"\x00", "\x00\x00", "a", "b", "\xff", "eight bytes and more", "zzzzzzzz", ""}
	rounds := 0
	for round := range 200 {
		beginning, distinct := strings.Repeat("the same ", r.IntN(40)), map[string]bool{}
		for range 1 + r.IntN(200) {
			text := beginning
			for range r.IntN(7) {
				text += letters[r.IntN(1+round%len(letters))]
			}
			distinct[text] = true
		}
		d := NewDictionary(slices.Collect(maps.Keys(distinct)))
		words := d.Words()
		if words == nil { // many texts have the same eight bytes
			continue
		}
		rounds++
		for range 500 {
			a, b, order := uint32(r.IntN(len(d.Values))), uint32(r.IntN(len(d.Values))), 0
			for _, word := range words {
				order = cmp.Or(order, cmp.Compare(word(a), word(b)))
			}
			if want := strings.Compare(d.Values[a], d.Values[b]); order != want {
				t.Fatalf("round %d: the words of %q and %q give %d, not %d", round, d.Values[a], d.Values[b], order, want)
			}
		}
		if d.Rank(); d.Words() != nil {
			t.Fatal("sorted texts have words")
		}
	}
	var equal []string
	for i := range 100 {
		equal = append(equal, fmt.Sprint("the same ", i), fmt.Sprint(i))
	}
	ordered := NewDictionary([]string{"small", "large"})
	ordered.Order = []string{"small", "large"}
	for _, d := range []*Dictionary{{}, ordered, NewDictionary([]string{"", strings.Repeat("long", 100)}),
		NewDictionary(equal)} {
		if d.Words() != nil {
			t.Errorf("%.20q have words", d.Values)
		}
	}
	if rounds < 150 {
		t.Errorf("only %d rounds have words", rounds)
	}
}

// BenchmarkAscending sorts three million texts in random order.
func BenchmarkAscending(b *testing.B) {
	const n = 3_000_000
	texts := make([]string, n)
	for i, number := range rand.Perm(n) {
		texts[i] = fmt.Sprintf("Customer %07d", number)
	}
	for name, sort := range map[string]func(){
		"radix": func() { ascending(texts) },
		"compared": func() {
			order := make([]uint32, n)
			for i := range order {
				order[i] = uint32(i)
			}
			slices.SortFunc(order, func(x, y uint32) int { return strings.Compare(texts[x], texts[y]) })
		},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				sort()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/text")
		})
	}
}
