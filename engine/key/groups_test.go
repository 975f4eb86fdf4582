package key

import (
	"context"
	"slices"
	"testing"

	"cardinal/data"
	"cardinal/engine/query"
)

// TestAbsentLabels names labels that no row has. A moment may be written with a T or with a space, and null may
// always be named.
func TestAbsentLabels(t *testing.T) {
	table := data.NewTable("t", []*data.Column{
		data.NewInts("at", data.Timestamp, 0, []int64{1_000_000_000, 2_000_000_000}, nil),
		data.NewText("text", []uint32{0, 1}, []string{"a", "null"}, nil),
	})
	for _, c := range []struct {
		column, groups string
		want           []string
	}{
		{"at", "X = 2001-09-09T01:46:40, 2001-09-09 01:46:40, 2001-09-09", []string{"2001-09-09"}},
		{"at", "X = 2033-05-18 03:33:20, null; Rest = rest", nil},
		{"text", "X = b, a; a = c", []string{"b", "c"}},
		{"text", "X = 'null', null; Y = d", []string{"d"}},
		{"text", "X = null; Y = 'nil'", []string{"nil"}},
	} {
		k, err := Encode(context.Background(), table, query.Field{Column: c.column, Groups: c.groups})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(k.Absent, c.want) {
			t.Errorf("%s: %q are absent, want %q", c.groups, k.Absent, c.want)
		}
	}
}
