package export_test

import (
	"context"
	"fmt"
	"os"

	"cardinal/data"
	"cardinal/engine"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/export"
)

// Every format writes the grid that the window shows; this one is text.
func ExampleFormat_Write() {
	ctx := context.Background()
	table := data.NewTable("sales", []*data.Column{
		data.NewText("region", []uint32{0, 1, 0}, []string{"North", "South"}, nil),
		data.NewInts("price", data.Decimal, 2, []int16{1050, 400, 25}, nil),
	})
	e := engine.New(engine.Options{NoGPU: true})
	defer e.Close()
	answer, err := e.Pivot(ctx, table, query.Query{Rows: []query.Field{{Column: "region"}},
		Values: []query.Measure{{Func: query.Sum, Column: "price"}, {Func: query.Avg, Column: "price"}}},
		engine.RunOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	if _, err := export.FormatNamed("table").Write(ctx, os.Stdout,
		export.Pivot{Grid: answer.Tab.Grid(pivot.Folds{})}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// region  Sum of price  Average of price
	// ──────  ────────────  ────────────────
	// North          10.75             5.375
	// South           4.00             4.000
	// Total          14.75             4.917
}
