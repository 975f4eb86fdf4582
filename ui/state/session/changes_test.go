package session

import (
	"slices"
	"testing"

	"cardinal/data"
)

// TestCompareRowsEnds compares rows with a file that hangs, with one whose changes find no room, and with a server.
func TestCompareRowsEnds(t *testing.T) {
	d := opened(t)
	then := func(string) { t.Error("the changes opened") }
	before := d.Source()
	hang := make(chan string)
	d.files.set(func() { d.files.hang = hang })
	d.CompareRows("new.csv", nil, then)
	<-hang
	d.losePatience()
	if w := d.screen.work; w == nil || w.What != "Comparing the rows" {
		t.Errorf("work %+v", w)
	}
	if !d.Cancel() {
		t.Error("nothing to cancel")
	}
	d.settle()
	d.heard("Stopped comparing the rows.", false)
	d.files.set(func() {
		d.files.hang, d.files.errs = nil, map[string]error{"save rows  parquet 6 2 0": errBoom}
		d.files.table = data.NewTable("new.csv",
			[]*data.Column{data.NewText("region", []uint32{0}, []string{"Mars"}, nil)})
	})
	d.CompareRows("new.csv", []string{"region"}, then)
	d.settle()
	d.heard("Cannot keep the rows that differ: the disk is on fire.", true)
	if !slices.Contains(d.files.calls, "remove ") {
		t.Errorf("the file stays: %q", d.files.calls)
	}
	d.CompareRows("postgres://ann@localhost/shop?table=sales", nil, then)
	d.settle()
	d.heard("The rows of sales on localhost stay on its server: only the rows of files are compared.", true)
	if d.Source() != before {
		t.Error("another table is open")
	}
}
