package estimate_test

import (
	"context"
	"fmt"

	"cardinal/data"
	"cardinal/engine/choice/estimate"
	"cardinal/engine/key"
)

// A million rows have 2,000 pairs of a customer and a city. A sample of some thousand rows tells about how many
// there are.
func ExampleRequest_Estimate() {
	const rows = 1_000_000
	customers, cities := make([]int64, rows), make([]int64, rows)
	for i := range customers {
		customers[i] = int64(i) * 7919 % 2_000
		cities[i] = customers[i] * 31 % 700
	}
	var columns []*key.Column
	for _, values := range [][]int64{customers, cities} {
		c, err := key.EncodeColumn(context.Background(), data.NewInts("", data.Int, 0, values, nil))
		if err != nil {
			fmt.Println(err)
			return
		}
		columns = append(columns, c)
	}
	e := estimate.Request{Key: key.Compose(rows, columns), Rows: rows}.Estimate()
	fmt.Printf("%d distinct keys in %d rows: between %d and %d, about %d\n", e.D, e.SampleRows, e.Low, e.High, e.Groups)
	// Output: 1619 distinct keys in 3370 rows: between 1912 and 80678, about 2106
}
