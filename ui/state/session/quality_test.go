package session

import (
	"testing"

	"cardinal/engine"
)

// TestCheck stops a check, and lists the rows of a finding.
func TestCheck(t *testing.T) {
	d := opened(t)
	var got *Checked
	ask := func() { d.Check(nil, func(c *Checked) { got = c }) }
	started := make(chan string)
	d.engine.will(stuck(started))
	ask()
	<-started
	d.Cancel()
	d.settle()
	d.heard("Stopped checking the data.", false)
	if got != nil {
		t.Error("a stopped check has findings")
	}
	d.engine.will(nil)
	ask()
	d.settle()
	if got == nil || got.Table != d.Table() {
		t.Fatalf("the check says %+v", got)
	}
	d.CheckDuplicates(got, []string{"region"}, func(c *Checked) { got = c })
	d.settle()
	f := got.Findings[0]
	if f.Doubt != engine.Duplicates || f.Rows < 2 {
		t.Fatalf("finding %+v", f)
	}
	d.ShowDoubtful(got, f)
	d.settle()
	if r := d.screen.rows; r == nil || r.Len() != f.Rows || r.Title == "" {
		t.Errorf("rows %+v of %d", r, f.Rows)
	}
}
