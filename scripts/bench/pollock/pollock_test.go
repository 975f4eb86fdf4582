package pollock

import (
	"encoding/csv"
	"slices"
	"strings"
	"testing"
)

// TestFiles compares the files with the published list: the number of each kind, a name for each, and texts that are
// wrong only where they should be.
func TestFiles(t *testing.T) {
	files := pollutedFiles()
	kinds, names := map[string]int{}, map[string]bool{}
	for i := range files {
		p := &files[i]
		kinds[p.kind]++
		if names[p.name] {
			t.Errorf("%s is there twice", p.name)
		}
		names[p.name] = true
		if l := (loaded{names: p.names, rows: p.rows}); p.score(l) < measures-1e-9 || !p.same(l) {
			t.Errorf("%s: the table itself has the score %v", p.name, p.score(l))
		}
	}
	for kind, want := range map[string]int{"source": 1, "the whole file": 21, "a delimiter too few": 672,
		"a delimiter too many": 756, "a quote too many": 756, "a line delimited with spaces": 84} {
		if kinds[kind] != want {
			t.Errorf("%d files with %s instead of %d", kinds[kind], kind, want)
		}
	}
	for _, p := range files {
		if p.kind != "source" && p.kind != "a delimiter too many" && p.name != "file_record_delimiter_0xA" {
			continue
		}
		r := csv.NewReader(strings.NewReader(p.text))
		r.FieldsPerRecord = -1
		got, err := r.ReadAll()
		if err != nil || len(got) != lines {
			t.Fatalf("%s: %d lines, %v", p.name, len(got), err)
		}
		if want := slices.Concat([][]string{p.names}, p.rows); !slices.EqualFunc(got, want, slices.Equal) {
			t.Errorf("%s is not the table", p.name)
		}
	}
}

func TestScore(t *testing.T) {
	p := polluted{names: []string{"a", "b"}, rows: [][]string{{"1", "x"}, {"2", ""}}}
	for _, c := range []struct {
		l     loaded
		score float64
		same  bool
	}{
		{loaded{names: []string{"a", "b"}, rows: [][]string{{"$1.00", "X"}, {"2", ""}}}, 10, true},
		// the score is of multisets
		{loaded{names: []string{"a", "b"}, rows: [][]string{{"2", ""}, {"1", "x"}}}, 10, false},
		{loaded{names: []string{"a", "b", ""}, rows: [][]string{{"1", "x", ""}, {"2", "", ""}}}, 1 + (1 + 2.0/3 + 0.8) +
			0 + (1 + 4.0/6 + 0.8), true},
		{loaded{names: []string{"a", "c"}, rows: [][]string{{"1", "x"}}}, 1 + 1.5 + (0.5 + 1 + 2.0/3) +
			(0.5 + 1 + 2.0/3), false},
		{loaded{err: csv.ErrQuote}, 0, false},
	} {
		if got := p.score(c.l); got < c.score-1e-9 || got > c.score+1e-9 || p.same(c.l) != c.same {
			t.Errorf("%+v: %v and %v instead of %v and %v", c.l, got, p.same(c.l), c.score, c.same)
		}
	}
}
