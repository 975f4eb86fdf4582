package session

import (
	"context"
	"slices"
	"testing"
)

// TestPaste pastes a text, then files, then nothing: the file of the text goes when another table is open.
func TestPaste(t *testing.T) {
	d := newDesk(t)
	paste := func(text string, files ...string) {
		d.Paste(func(context.Context) ([]byte, []string, error) { return []byte(text), files, nil })
		d.settle()
	}
	table := sales()
	table.Path = "a,b\n1,2"
	d.files.set(func() { d.files.table = table })
	paste(table.Path)
	if !d.Pasted() {
		t.Fatal("the pasted table is not open")
	}
	d.files.set(func() { d.files.err = errBoom })
	paste("", "/x.csv")
	if !d.Pasted() {
		t.Fatal("a file that cannot be read takes the pasted table away")
	}
	other := sales()
	other.Path = "/x.csv\n/y.csv"
	d.files.set(func() { d.files.err, d.files.table = nil, other })
	paste("", "/x.csv", "/y.csv")
	paste("one line\n")
	d.heard("The clipboard holds one line of text and no table: copy the names of columns and the rows below them.",
		true)
	d.Paste(func(context.Context) ([]byte, []string, error) { return nil, nil, errBoom })
	d.settle()
	d.heard("The disk is on fire.", true)
	want := []string{"open a,b\n1,2 ", "open /x.csv ", "open /x.csv\n/y.csv ", "remove a,b\n1,2"}
	if !slices.Equal(d.files.calls, want) || d.Pasted() {
		t.Errorf("%q, want %q", d.files.calls, want)
	}
}
