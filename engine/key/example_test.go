package key_test

import (
	"context"
	"fmt"

	"cardinal/data"
	"cardinal/engine/key"
	"cardinal/engine/query"
)

// A field of a query becomes a column of small codes, here the years of dates. The codes of several columns are
// one key.
func ExampleEncode() {
	table := data.NewTable("sales", []*data.Column{
		data.NewText("region", []uint32{0, 1, 0}, []string{"North", "South"}, nil),
		data.NewInts("day", data.Date, 0, []int32{19_358, 19_723, 19_724}, nil),
	})
	var columns []*key.Column
	for _, f := range []query.Field{{Column: "region"}, {Column: "day", Part: query.Year}} {
		c, err := key.Encode(context.Background(), table, f)
		if err != nil {
			fmt.Println(err)
			return
		}
		columns = append(columns, c)
	}
	composite := key.Compose(table.Rows, columns)
	slots := make([]uint32, table.Rows)
	composite.SlotsAt(slots, 0)
	for row, slot := range slots {
		fmt.Println(columns[0].Label(columns[0].Codes.At(row)), columns[1].Label(columns[1].Codes.At(row)),
			"is in slot", slot, "of", composite.Slots)
	}
	// Output:
	// North 2023 is in slot 0 of 4
	// South 2024 is in slot 3 of 4
	// North 2024 is in slot 1 of 4
}
