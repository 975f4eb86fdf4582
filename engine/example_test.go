package engine_test

import (
	"context"
	"fmt"
	"strings"

	"cardinal/data/load"
	"cardinal/engine"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
)

// A pivot is a query over a table; its grid is what the window shows and what files hold.
func ExampleEngine_Pivot() {
	ctx := context.Background()
	table, err := load.Bytes(ctx, "sales", []byte("region,year,revenue\nNorth,2023,10.50\nSouth,2023,4.00\n"+
		"North,2024,0.25\n"), load.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	q := query.Query{
		Rows:   []query.Field{{Column: "region"}},
		Cols:   []query.Field{{Column: "year"}},
		Values: []query.Measure{{Func: query.Sum, Column: "revenue"}},
	}
	e := engine.New(engine.Options{NoGPU: true})
	defer e.Close()
	answer, err := e.Pivot(ctx, table, q, engine.RunOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	grid := answer.Tab.Grid(pivot.Folds{})
	for row := range grid.Rows {
		var cells []string
		for col := range grid.Cols {
			cells = append(cells, fmt.Sprint(grid.Cell(row, col).Value))
		}
		fmt.Println(strings.Join(cells, " | "))
	}
	// Output:
	// Sum of revenue | year | year | year
	// region | 2023 | 2024 | Total
	// North | 10.50 | 0.25 | 10.75
	// South | 4.00 |  | 4.00
	// Total | 14.50 | 0.25 | 14.75
}
