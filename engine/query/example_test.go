package query_test

import (
	"fmt"

	"cardinal/engine/query"
)

func ExampleParseFields() {
	fields, err := query.ParseFields(`region, year(date), bin("unit price", 2.5)`)
	if err != nil {
		fmt.Println(err)
	}
	for _, f := range fields {
		fmt.Printf("%s: %s\n", f, f.Title())
	}
	// Output:
	// region: region
	// year(date): Year of date
	// bin("unit price", 2.5): Bins of unit price (width 2.5)
}

func ExampleParseMeasures() {
	measures, err := query.ParseMeasures("sum(revenue), p(price, 0.9), sum(profit) / sum(revenue)")
	if err != nil {
		fmt.Println(err)
	}
	for _, m := range measures {
		fmt.Printf("%s: %s\n", m, m.Title())
	}
	// Output:
	// sum(revenue): Sum of revenue
	// p(price, 0.9): 90th percentile of price
	// sum(profit) / sum(revenue): sum(profit) / sum(revenue)
}

// An error says what was expected, and where.
func ExampleParseFilter() {
	e, err := query.ParseFilter(`status in ("paid", "shipped") and not price > 3`)
	fmt.Println(e, err)
	_, err = query.ParseFilter("price >")
	fmt.Println(err)
	// Output:
	// (status in ('paid', 'shipped') and not price > 3) <nil>
	// expected a number, a quoted text, true, false or null and found the end at character 8 of: price >
}
