package data

import (
	"math"
	"testing"
)

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

// TestWideNumbers takes numbers as wide as hashes for identifiers, whatever their name is.
func TestWideNumbers(t *testing.T) {
	make200 := func(of func(i int64) int64) *Column {
		values := make([]int64, 200)
		for i := range values {
			values[i] = of(int64(i))
		}
		return NewInts("user", Int, 0, values, nil)
	}
	hash := func(i int64) int64 { return i * -7046029254386353131 }
	sparse := make200(hash)
	sparse.Valid = NewBitmap(200)
	sparse.Valid.Set(0)
	for what, c := range map[string]*Column{
		"hashes": make200(hash), "positive hashes": make200(func(i int64) int64 { return hash(i) >> 1 & math.MaxInt64 }),
	} {
		if !c.IsIdentifier() || !c.IsUngrouped() {
			t.Errorf("%s are quantities", what)
		}
	}
	for what, c := range map[string]*Column{
		"amounts":              make200(func(i int64) int64 { return i * 1_000_003 }),
		"one long value":       make200(func(i int64) int64 { return max(i%199, i/199<<60) }),
		"values that repeat":   make200(func(i int64) int64 { return hash(i % 9) }),
		"a single valid value": sparse,
		"too few":              NewInts("user", Int, 0, []int64{hash(1), hash(2)}, nil),
	} {
		if c.IsIdentifier() {
			t.Errorf("%s are identifiers", what)
		}
	}
}

// TestAnsweredNumbers judges a server's answer by names alone: grouped values count up, and do not repeat.
func TestAnsweredNumbers(t *testing.T) {
	counted, hashes := make([]int64, 200), make([]int64, 200)
	for i := range counted {
		counted[i], hashes[i] = int64(i), int64(i)*-7046029254386353131
	}
	for _, values := range [][]int64{counted, hashes} {
		c := NewInts("quantity", Int, 0, values, nil)
		if c.Answered = true; c.IsIdentifier() {
			t.Errorf("the answer %v is an identifier", values[:3])
		}
		if c.Name = "order_id"; !c.IsIdentifier() {
			t.Errorf("order_id with %v is a quantity", values[:3])
		}
	}
}

// TestRoles lets a person say what columns are.
func TestRoles(t *testing.T) {
	table := func() *Table {
		return NewTable("t", []*Column{NewInts("id", Int, 0, []int64{5, 7000}, nil),
			NewInts("hits", Int, 0, []int64{1, 9000}, nil), NewFloats("x", []float64{1.5, 2}, nil)})
	}
	t1 := table()
	t1.SetRoles([]string{"id=quantity", " hits = identifier", "gone=identifier", "x=identifier"})
	for i, is := range []bool{false, true, false} {
		if c := t1.Columns[i]; c.IsIdentifier() != is || t1.IsUngrouped(i) != is {
			t.Errorf("%s is an identifier: %v, want %v", c.Name, c.IsIdentifier(), is)
		}
	}
	var roles []string
	for i, name := range []string{"id", "hits"} {
		for _, want := range []int{1, 0} {
			t2 := table()
			t2.SetRoles(roles)
			was := t2.Columns[i].IsIdentifier()
			roles = WithRole(roles, name, t2.Columns[i].OtherRole())
			t2.SetRoles(roles)
			if t2.Columns[i].IsIdentifier() == was || len(roles) != want || want == 0 && roles != nil {
				t.Errorf("%s with the other role %v is an identifier: %v", name, roles, was)
			}
		}
	}
	for _, bad := range []string{"", "id", "=identifier", "id=", "id=key"} {
		if _, _, err := ParseRole(bad); err == nil {
			t.Errorf("%q is a role", bad)
		}
	}
}
