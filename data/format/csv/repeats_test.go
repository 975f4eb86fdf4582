package csv

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestRepeats reads a text with many comments of which few repeat, once with a dictionary that may have a text several
// times. The rows and the notes are the same: on a row that repeats the names, and on a last row whose label stands in
// another row, too.
func TestRepeats(t *testing.T) {
	for _, last := range []string{"", "Total,3199960000\n"} {
		var b strings.Builder
		b.WriteString("comment,n\n")
		for i := range 80_000 {
			text := fmt.Sprint("a comment with the number ", i-i/70_000*69_000)
			switch i {
			case 20_000, 70_000:
				text = "Total"
			case 30_000, 75_000:
				text = "comment "
			}
			fmt.Fprintf(&b, "%s,%d\n", text, i)
		}
		b.WriteString(last)
		text := b.String()
		want := read(t, text)
		got, err := Open(context.Background(), strings.NewReader(text), int64(len(text)), 0,
			Options{Repeats: func(column string) bool { return column == "comment" }}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got.Notes, want.Notes) || got.Rows != want.Rows {
			t.Errorf("%d rows with the notes %q, want %d with %q", got.Rows, got.Notes, want.Rows, want.Notes)
		}
		p, q := got.Columns[0], want.Columns[0]
		if len(p.Dict.Values) <= len(q.Dict.Values) {
			t.Errorf("%d texts are numbered, as if none repeated", len(p.Dict.Values))
		}
		for row := range got.Rows {
			if p.Value(row) != q.Value(row) {
				t.Fatalf("row %d is %v, want %v", row, p.Value(row), q.Value(row))
			}
		}
	}
	names := "comment,reply\n"
	var b strings.Builder
	b.WriteString(names)
	for i := range 80_000 {
		if i == 30_000 || i == 60_000 {
			b.WriteString("comment,another " + fmt.Sprint(i) + "\nthis,reply\n")
		}
		fmt.Fprintf(&b, "a comment with the number %d,a reply with the number %d\n", i, i)
	}
	text := b.String() + names
	got, err := Open(context.Background(), strings.NewReader(text), int64(len(text)), 0,
		Options{Repeats: func(string) bool { return true }}, nil)
	if want := read(t, text); err != nil || len(got.Notes) == 0 || !slices.Equal(got.Notes, want.Notes) {
		t.Errorf("the notes are %q, want %q, with the error %v", got.Notes, want.Notes, err)
	}
}
