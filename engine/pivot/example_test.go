package pivot_test

import (
	"context"
	"fmt"

	"cardinal/data"
	"cardinal/engine/pivot"
)

// A listing lays rows of a table out like a grid: the names of the columns, then the rows.
func ExampleListing() {
	table := data.NewTable("sales", []*data.Column{
		data.NewText("region", []uint32{0, 1, 0}, []string{"North", "South"}, nil),
		data.NewInts("units", data.Int, 0, []int16{3, 12, 7}, nil),
	})
	list, err := pivot.Listing{Table: table, Rows: []uint32{0, 2}, Numbered: true}.Sorted(context.Background(), 1, true)
	if err != nil {
		fmt.Println(err)
		return
	}
	rows, _, _, _ := list.Size()
	for row := range rows {
		fmt.Println(list.Cell(row, 0).Value, list.Cell(row, 1).Value, list.Cell(row, 2).Value)
	}
	// Output:
	// region units
	// 3 North 7
	// 1 North 3
}

// A heading joins the labels above a column and the measure, and a label that reads like a total stands in quotes.
func ExampleHeading() {
	fmt.Println(pivot.Heading([]string{"2024", "Q1"}, "Sum of revenue"))
	fmt.Println(pivot.Label(data.TextValue("Total")), pivot.Label(data.TextValue("North")))
	// Output:
	// 2024 · Q1 · Sum of revenue
	// "Total" North
}
