package session

import (
	"slices"
	"testing"

	"cardinal/engine"
	"cardinal/engine/query"
	"cardinal/ui/state/view"
)

// At rest the GPU is offered the columns of the pivots first, then the others, once for each pivot, and the
// panel says what lies there.
func TestColumnsAreSentAtRest(t *testing.T) {
	d := opened(t)
	d.settle()
	d.engine.lies = engine.Sent{On: "Fast Card", Columns: 2, Bytes: 3 << 20}
	d.put("region", view.Rows)
	d.put("units", view.Values)
	d.settle()
	d.shown("2 columns (3.1 MB) lie on the Fast Card already: a pivot of them sends nothing.")
	first, last := d.engine.sendings[0], d.engine.sendings[len(d.engine.sendings)-1]
	if len(last) != 1 || len(last[0].Rows) != 1 || len(last[0].Values) != 1 {
		t.Fatalf("offered %v", last)
	}
	for _, c := range d.Table().Columns {
		likely := slices.ContainsFunc(first, func(q query.Query) bool {
			return len(q.Rows) == 1 && q.Rows[0].Column == c.Name || len(q.Values) == 1 && q.Values[0].Column == c.Name
		})
		if coded := c.Wide == nil && c.Floats == nil; coded != likely {
			t.Errorf("%s: offered %v", c.Name, likely)
		}
	}
	byLabel := 0
	for _, q := range d.engine.compiled {
		if len(q.Values) != 1 || len(q.Rows) < 1 || len(q.Rows) > 2 {
			t.Errorf("programs of %v were asked for", q)
		}
		if q.Values[0].Func == query.Sum && len(q.Rows) == 1 {
			byLabel++
		}
	}
	if byLabel == 0 || byLabel == len(d.engine.compiled) || len(d.engine.compiled) > mostUnlike*mostUnlike+
		mostUnlike+2 {
		t.Errorf("programs of %d pivots were asked for, of sums by a label %d", len(d.engine.compiled), byLabel)
	}
	n, programs := len(d.engine.sendings), len(d.engine.compiled)
	d.settle()
	d.Undo()
	d.Redo()
	d.settle()
	if len(d.engine.sendings) != n || len(d.engine.compiled) != programs {
		t.Errorf("offered %d times, want %d; programs of %d pivots, want %d", len(d.engine.sendings), n,
			len(d.engine.compiled), programs)
	}
	d.SetLimits(Limits{Barred: []engine.Tier{engine.GPU}})
	d.put("region", view.Cols)
	d.settle()
	if len(d.engine.sendings) != n {
		t.Error("columns were sent to a GPU that is turned off")
	}
}
