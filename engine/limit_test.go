package engine

import (
	"errors"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/engine/query"
	"cardinal/internal/memory"
)

// TestMemoryLimit runs a pivot within a limit, one that the limit refuses before it starts, and one that the
// limit stops.
func TestMemoryLimit(t *testing.T) {
	const rows = 2_000_000
	many, few := make([]int64, rows), make([]int64, rows)
	for i := range many {
		many[i], few[i] = int64(i)*3, int64(i%7)
	}
	table := data.NewTable("table", []*data.Column{data.NewInts("many", data.Int, 0, many, nil),
		data.NewInts("few", data.Int, 0, few, nil)})
	e := New(Options{NoGPU: true})
	defer e.Close()
	defer memory.SetLimit(0)
	ask := func(limit int64, field string) error {
		memory.SetLimit(limit)
		_, err := e.Pivot(t.Context(), table, query.Query{Rows: []query.Field{{Column: field}},
			Values: []query.Measure{{Func: query.Count}}}, RunOptions{})
		return err
	}
	if err := ask(4<<30, "few"); err != nil {
		t.Error(err)
	}
	if err := ask(64<<20, "few"); err != nil {
		t.Error(err)
	}
	err := ask(64<<20, "many")
	if err == nil || !strings.Contains(err.Error(), "allow more") {
		t.Errorf("2,000,000 groups in 64 MiB: %v", err)
	}
	if err := ask(1<<20, "few"); !errors.As(err, new(memory.Exceeded)) ||
		!strings.Contains(err.Error(), "the 1 MB of memory that are allowed: filter rows out") {
		t.Errorf("a table that is larger than the limit: %v", err)
	}
}
