package view

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"cardinal/data"
	"cardinal/engine/query"
)

// Columns of every type.
var (
	region  = data.NewText("region", []uint32{0, 1}, []string{"EU", "US"}, nil)
	product = data.NewText("product", []uint32{0, 1}, []string{"A", "B"}, nil)
	paid    = data.NewBools("paid", []uint8{0, 1}, nil)
	units   = data.NewInts("units", data.Int, 0, []int64{0, 2000}, nil)
	price   = data.NewInts("price", data.Decimal, 2, []int64{0, 99_99}, nil)
	weight  = data.NewFloats("weight", []float64{0.1, 1.0 / 3}, nil)
	day     = dates("day", "2023-01-05", "2024-03-01")
	at      = stamps("at", "2024-03-01 08:00", "2024-03-01 17:30")
)

func dates(name string, days ...string) *data.Column {
	var values []int64
	for _, d := range days {
		values = append(values, clock(time.DateOnly, d)/86400)
	}
	return data.NewInts(name, data.Date, 0, values, nil)
}

func stamps(name string, times ...string) *data.Column {
	var values []int64
	for _, s := range times {
		values = append(values, clock("2006-01-02 15:04", s)*1000)
	}
	return data.NewInts(name, data.Timestamp, 3, values, nil)
}

func clock(form, text string) int64 {
	t, err := time.Parse(form, text)
	if err != nil {
		panic(err)
	}
	return t.Unix()
}

func key(name string) query.Field   { return query.Field{Column: name} }
func sum(name string) query.Measure { return query.Measure{Func: query.Sum, Column: name} }
func avg(name string) query.Measure { return query.Measure{Func: query.Avg, Column: name} }

// full returns a state with two chips on every shelf, a sort and a fold.
func full() State {
	return State{
		Rows:    []query.Field{key("region"), key("product")},
		Cols:    []query.Field{{Column: "day", Part: query.Year}, key("paid")},
		Values:  []query.Measure{sum("units"), avg("price")},
		Filters: []Filter{NewFilter(region), NewFilter(units)},
		Sort:    Sort{By: sum("units"), Desc: true},
	}.Toggle(true, "EU")
}

// shelves writes what stands on the shelves, as a person would read it.
func shelves(s State) string {
	text := "rows"
	for _, f := range s.Rows {
		text += " " + f.String()
	}
	text += " | cols"
	for _, f := range s.Cols {
		text += " " + f.String()
	}
	text += " | values"
	for _, m := range s.Values {
		text += " " + m.String()
	}
	text += " | filters"
	for _, f := range s.Filters {
		text += " " + f.Field.Column
	}
	if !s.Sort.Equal(Sort{}) {
		text += fmt.Sprintf(" | sort %s %v", s.Sort.By, s.Sort.Desc)
		for _, a := range s.Sort.At {
			text += fmt.Sprintf(" at %s %s", a.Of, a.Label)
		}
	}
	for _, o := range s.Own {
		text += fmt.Sprintf(" | %s by %s %v", o.Of, o.By, o.Desc)
	}
	for _, t := range s.Tops {
		text += fmt.Sprintf(" | top %d of %s by %s", t.N, t.Of, t.By)
	}
	return text
}

// unchanged fails the test if s is no longer what full returns.
func unchanged(t testing.TB, s State) {
	t.Helper()
	if !reflect.DeepEqual(s, full()) {
		t.Errorf("the edit changed the old state: %+v", s)
	}
}
