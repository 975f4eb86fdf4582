package intern

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestCodesAreOfFirstAppearance(t *testing.T) {
	var a, b Table
	for i := range 10_000 {
		want := uint32(i % 3_000)
		if got := a.Code(fmt.Appendf(nil, "text %d", want)); got != want {
			t.Fatalf("text %d has code %d", want, got)
		}
	}
	for _, s := range []string{"new", "text 7", ""} {
		b.Code([]byte(s))
	}
	values, codes := Join([]*Table{&a, &b}, []Piece{{0, 0, 3_000}, {1, 0, 3}})
	if !slices.Equal(codes[1], []uint32{3_000, 7, 3_001}) || values[3_001] != "" || len(values) != 3_002 {
		t.Errorf("%v of %d", codes[1], len(values))
	}
}

func TestTextsAreCopied(t *testing.T) {
	var a Table
	b := []byte("abc")
	a.Code(b)
	b[0] = 'x'
	if a.Values[0] != "abc" || a.Code([]byte("abc")) != 0 {
		t.Errorf("%q", a.Values)
	}
}

// texts returns n texts of all lengths. Some end in zeros or are the beginning of others.
func texts(n, distinct int, r *rand.Rand) [][]byte {
	out := make([][]byte, n)
	for i := range out {
		k := r.IntN(distinct)
		b := fmt.Appendf(nil, "%x", k*k*k)
		switch k % 5 {
		case 0:
			b = append(b, 0)
		case 1:
			b = fmt.Appendf(b, " and so on up to %d", k)
		case 2:
			b = b[:k%len(b)]
		case 3:
			b = make([]byte, k%20)
		}
		out[i] = b
	}
	return out
}

// TestCodesAreThoseOfAMap compares both ways to look up with a Go map.
func TestCodesAreThoseOfAMap(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, distinct := range []int{1, 10, 1_000, 50_000} {
		all := texts(100_000, distinct, r)
		var src []byte
		var spans []Span
		for _, b := range all {
			spans = append(spans, Span{uint32(len(src)), uint32(len(b))})
			src = append(append(src, b...), 'x')
		}
		src = append(src, make([]byte, Padding)...)
		var one, batch Table
		codes := make([]uint32, len(all))
		for from := 0; from < len(all); from += 777 {
			to := min(from+777, len(all))
			batch.Codes(codes[from:to], src, spans[from:to])
		}
		want := map[string]uint32{}
		for i, b := range all {
			code, ok := want[string(b)]
			if !ok {
				code = uint32(len(want))
				want[string(b)] = code
			}
			if got := one.Code(b); got != code || codes[i] != code || one.Values[code] != string(b) ||
				batch.Values[code] != string(b) {
				t.Fatalf("text %d %q has the codes %d and %d, not %d", i, b, got, codes[i], code)
			}
		}
	}
}

// TestJoin fills tables with pieces in turns, and compares the result with one table that met all rows.
func TestJoin(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, c := range []struct{ workers, rows, distinct int }{{1, 30_000, 5_000}, {3, 30_000, 5_000},
		{3, 200_000, 50_000}, {9, 200_000, 150_000}} {
		workers, all := c.workers, texts(c.rows, c.distinct, r)
		tables := make([]*Table, workers)
		for i := range tables {
			tables[i] = &Table{}
		}
		var want Table
		var pieces []Piece
		tableOf, codes := make([]int, len(all)), make([]uint32, len(all))
		for from := 0; from < len(all); from += 500 {
			w := r.IntN(workers)
			p := Piece{Table: w, From: len(tables[w].Values)}
			for i := from; i < from+500; i++ {
				tableOf[i], codes[i] = w, tables[w].Code(all[i])
			}
			p.To = len(tables[w].Values)
			pieces = append(pieces, p)
		}
		values, joined := Join(tables, pieces)
		for i, b := range all {
			if code := want.Code(b); joined[tableOf[i]][codes[i]] != code {
				t.Fatalf("row %d has the code %d, not %d", i, joined[tableOf[i]][codes[i]], code)
			}
		}
		if !slices.Equal(values, want.Values) {
			t.Errorf("%d texts are not the %d of one table", len(values), len(want.Values))
		}
	}
}

// BenchmarkCodes looks up texts as db-benchmark's id1 and id3 have them.
func BenchmarkCodes(b *testing.B) {
	for _, distinct := range []int{100, 100_000} {
		var src []byte
		var spans []Span
		r := rand.New(rand.NewPCG(1, 2))
		for range 1_000_000 {
			from := len(src)
			src = fmt.Appendf(src, "id%010d", r.IntN(distinct))
			spans = append(spans, Span{uint32(from), uint32(len(src) - from)})
		}
		src = append(src, make([]byte, Padding)...)
		codes := make([]uint32, len(spans))
		run := func(name string, fill func(t *Table)) {
			b.Run(fmt.Sprintf("%s/%d", name, distinct), func(b *testing.B) {
				var t Table
				fill(&t)
				for b.Loop() {
					fill(&t)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(spans)), "ns/text")
			})
		}
		run("one", func(t *Table) {
			for i, s := range spans {
				codes[i] = t.Code(src[s.From : s.From+s.Len])
			}
		})
		run("batch", func(t *Table) { t.Codes(codes, src, spans) })
	}
}

// TestTogether copies texts of two tables, including the empty text, and adds to a clone. Neither the copies nor the
// first table change.
func TestTogether(t *testing.T) {
	var one Table
	for _, s := range []string{"", "b", "a text of more than twelve bytes", "id1"} {
		one.Code([]byte(s))
	}
	want := slices.Clone(one.Values)
	clone := one.Clone()
	if code := clone.Code([]byte("id1")); code != 3 {
		t.Errorf("the clone has the code %d for a text of the table", code)
	}
	if code := clone.Code([]byte("new")); code != 4 || len(one.Values) != 4 || one.Code([]byte("other")) != 4 {
		t.Errorf("the clone and the table share what they add: %q and %q", clone.Values, one.Values)
	}
	copied := slices.Clone(one.Values)
	if Together(copied); !slices.Equal(copied[:4], want) {
		t.Errorf("the copies are %q, not %q", copied, want)
	}
}

// TestRepeats looks up texts in tables that may give a text several codes. A code has its text, few texts have one code
// each, and the joined tables have the texts of all rows. If many texts repeat after all, few of them are kept twice.
func TestRepeats(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, c := range []struct{ rows, distinct, most int }{{300_000, 1_000, 3_001}, {300_000, 10_000, 30_001},
		{600_000, 40_000, 400_000}, {300_000, 1 << 30, 300_000}} {
		all := make([][]byte, c.rows)
		for i := range all {
			all[i] = fmt.Appendf(nil, "%s%d", []string{"", "an order, ", "\x00"}[i%3], r.IntN(c.distinct))
			if i%1000 == 0 {
				all[i] = nil
			}
		}
		tables := []*Table{{Repeats: true}, {Repeats: true}}
		var pieces []Piece
		codes := make([]uint32, len(all))
		const block = 1000
		for from := 0; from < len(all); from += block {
			w := from / block % 2
			p := Piece{Table: w, From: len(tables[w].Values)}
			var src []byte
			var spans []Span
			for i := from; i < from+block; i++ {
				spans = append(spans, Span{uint32(len(src)), uint32(len(all[i]))})
				src = append(src, all[i]...)
			}
			src = append(src, make([]byte, Padding)...)
			tables[w].Codes(codes[from:from+block], src, spans)
			p.To = len(tables[w].Values)
			pieces = append(pieces, p)
		}
		values, joined := Join(tables, pieces)
		for i, b := range all {
			if got := values[joined[i/block%2][codes[i]]]; got != string(b) {
				t.Fatalf("row %d of %d texts is %q, not %q", i, c.distinct, got, b)
			}
		}
		different := map[string]bool{}
		for _, v := range values {
			different[v] = true
		}
		if seldom := c.distinct == 1<<30; tables[0].rare != seldom || tables[0].forgot != (c.distinct >= 40_000) ||
			len(values) > c.most || !tables[0].forgot && len(different) < len(values) {
			t.Errorf("of %d texts, %d are kept, %d of them different", c.distinct, len(values), len(different))
		}
		first := Distinct(values, 500)
		for i := range first {
			if len(first) != 500 || !different[first[i]] || slices.Index(values, first[i]) < i {
				t.Fatalf("text %d of %d is %q", i, len(first), first[i])
			}
		}
	}
}
