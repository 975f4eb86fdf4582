package load_test

import (
	"context"
	"fmt"

	"cardinal/data/load"
)

// The bytes decide what a file is, and all values of a column decide the column's type.
func ExampleBytes() {
	text := "day;city;price\n2024-03-01;Oslo;1.234,50 €\n2024-03-02;;9,00 €\n"
	table, err := load.Bytes(context.Background(), "prices", []byte(text), load.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range table.Columns {
		fmt.Printf("%s is %s, %d null: %s\n", c.Name, c.Type, c.Nulls, c.Value(0))
	}
	// Output:
	// day is date, 0 null: 2024-03-01
	// city is text, 1 null: Oslo
	// price is decimal, 0 null: 1234.50
}
