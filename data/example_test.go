package data_test

import (
	"fmt"

	"cardinal/data"
)

// A text column has codes into its distinct values; the validity bitmap marks the rows that are not null.
func ExampleNewTable() {
	valid := data.NewBitmap(3)
	valid.Set(0)
	valid.Set(2)
	sales := data.NewTable("sales", []*data.Column{
		data.NewText("region", []uint32{1, 0, 1}, []string{"North", "South"}, nil),
		data.NewInts("price", data.Decimal, 2, []int32{1999, 0, 250}, valid),
	})
	for row := range sales.Rows {
		fmt.Printf("%s %q\n", sales.Columns[0].Value(row), sales.Columns[1].Value(row).String())
	}
	price := sales.Columns[1]
	fmt.Printf("%d null, %s to %s\n", price.Nulls, price.IntValue(price.Min), price.IntValue(price.Max))
	// Output:
	// South "19.99"
	// North ""
	// South "2.50"
	// 1 null, 2.50 to 19.99
}
