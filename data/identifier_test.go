package data

import "testing"

func TestIdentifiers(t *testing.T) {
	for name, is := range map[string]bool{
		"order_id": true, "customerId": true, "ID": true, "zip": true, "Zip Code": true, "PLZ": true,
		"Postleitzahl": true, "Kundennr": true, "Kunden-Nr.": true, "Rechnungsnummer": true,
		"order number": true, "sku": true, "area_code": true, "Year": true, "model year": true, "Baujahr": true,
		"id 2": true, "customerid": true, "l_orderkey": true, "zipcode": true, "ordernumber": true, "Kdnr": true,
		"paid": false, "prepaid": false, "covid": false, "bid": false, "turkey": false, "sale key": true,
		"units": false, "grid": false, "number": false, "number of orders": false, "total number": false, "no": false,
		"nr": false, "revenue": false, "years": false,
		"sales last year": false, "km per year": false, "year total": false, "": false, "Jahr": true,
	} {
		if c := NewInts(name, Int, 0, []int64{0, 2024}, nil); c.IsIdentifier() != is || c.IsUngrouped() != is {
			t.Errorf("%q is an identifier: %v, want %v", name, !is, is)
		}
	}
	for _, c := range []*Column{
		NewInts("year", Int, 0, []int64{2024, 12_000}, nil), // of sales
		NewInts("year", Int, 0, []int64{-1, 2}, nil),
		NewInts("id", Decimal, 2, []int64{1}, nil),
		NewFloats("id", []float64{1.5}, nil),
	} {
		if c.IsIdentifier() {
			t.Errorf("%s %s from %d to %d is an identifier", c.Type, c.Name, c.Min, c.Max)
		}
	}
	grouped := NewInts("id", Int, 0, []int64{12_345}, nil)
	grouped.Format.Grouped = true
	if grouped.IsUngrouped() {
		t.Error("the file groups the digits, and they are not")
	}
	if c := NewInts("n", Int, 0, []int64{1000, 2999}, nil); !c.IsUngrouped() || c.IsIdentifier() {
		t.Error("what may be years is grouped")
	}
}

// TestRowNumbers tells row numbers by their values.
func TestRowNumbers(t *testing.T) {
	count := func(from int64, n int) *Column {
		values := make([]int64, n)
		for i := range values {
			values[i] = from + int64(i)
		}
		return NewInts("column_1", Int, 0, values, nil)
	}
	for _, c := range []*Column{count(0, 100), count(1, 1000), count(0, 70_000)} {
		if !c.IsIdentifier() {
			t.Errorf("%d rows from %d are not numbered", c.Rows, c.Min)
		}
	}
	swapped := make([]int64, 100)
	for i := range swapped {
		swapped[i] = int64(99 - i)
	}
	for _, c := range []*Column{count(0, 99), count(2, 1000), NewInts("x", Int, 0, swapped, nil),
		NewInts("x", Int, 0, make([]int64, 200), nil), NewInts("x", Int, 0, make([]int64, 200), NewBitmap(200))} {
		if c.IsIdentifier() {
			t.Errorf("%d rows from %d to %d are numbered", c.Rows, c.Min, c.Max)
		}
	}
}
