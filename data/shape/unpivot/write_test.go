package unpivot

import (
	"slices"
	"strings"
	"testing"

	"cardinal/data"
)

// TestWith writes specs for columns with awkward names, and wants the same columns and names when they are read.
func TestWith(t *testing.T) {
	var columns []*data.Column
	for _, name := range []string{"id", "Jan", "Feb", "Mar", "a, b", `5" pipe`, `"q"`, "x..y", "as of", "sold as",
		"sold as new", "include nulls x", "end.", ".start", " blank ", "2023 · Q1"} {
		columns = append(columns, data.NewInts(name, data.Int, 0, []int64{1}, nil))
	}
	tab := data.NewTable("t", columns)
	for _, spec := range []string{"Jan", "Jan..Feb as month, sales",
		"include nulls Jan..Feb as y, \"a, q\", \"sold as\""} {
		s, err := Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		for mask := 1; mask < 1<<len(columns); mask += 7 {
			var names []string
			for i, c := range columns {
				if mask>>i&1 == 1 {
					names = append(names, c.Name)
				}
			}
			text := s.With(tab, names)
			got, err := Parse(text)
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			if is := got.Columns(tab); !slices.Equal(is, names) || !slices.Equal(got.Names(), s.Names()) ||
				got.nulls != s.nulls {
				t.Fatalf("%s has the columns %q and makes %q, want %q", text, is, got.Names(), names)
			}
		}
	}
	s, _ := Parse("Jan as month, sales")
	if got := s.With(tab, []string{"Mar", "Jan", "Feb",
		"sold as new"}); got != `Jan..Mar, "sold as new" as month, sales` {
		t.Errorf("written as %s", got)
	}
	if got := s.With(tab, nil); got != "" || !strings.Contains(s.With(tab, []string{"Jan"}), "month") {
		t.Errorf("no column is written as %s", got)
	}
}
