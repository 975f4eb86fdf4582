package assets

import (
	"bytes"
	"context"
	"fmt"
	"image/png"
	"strings"
	"testing"

	"cardinal/data"
)

func sample(t *testing.T) *data.Table {
	t.Helper()
	table, err := Sample(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func TestSampleHasThePromisedColumns(t *testing.T) {
	table := sample(t)
	if table.Name != "sales sample" || table.Rows != 500_000 {
		t.Errorf("loaded %q with %d rows", table.Name, table.Rows)
	}
	want := []string{"region text", "quarter text", "category text", "city text", "status text", "date date",
		"revenue decimal", "quantity int"}
	var got []string
	for _, c := range table.Columns {
		got = append(got, fmt.Sprintf("%s %v", c.Name, c.Type))
	}
	if strings.Join(got, ", ") != strings.Join(want, ", ") {
		t.Errorf("columns are %v, want %v", got, want)
	}
	if len(table.Notes) > 0 {
		t.Errorf("the sample loads with notes: %v", table.Notes)
	}
	for name, distinct := range map[string]int{"region": 20, "quarter": 8, "category": 150, "status": 6} {
		if n := len(column(t, table, name).Dict.Values); n != distinct {
			t.Errorf("%s has %d values, want %d", name, n, distinct)
		}
	}
	for _, c := range table.Columns {
		nullable := c.Name == "city" || c.Name == "status" || c.Name == "revenue"
		if share := float64(c.Nulls) / float64(c.Rows); nullable != (c.Nulls > 0) || share > 0.05 {
			t.Errorf("%s has %d nulls", c.Name, c.Nulls)
		}
	}
	date, revenue, quantity := column(t, table, "date"), column(t, table, "revenue"), column(t, table, "quantity")
	if from, to := date.IntValue(date.Min).String(), date.IntValue(date.Max).String(); from != "2023-01-01" ||
		to != "2024-12-31" {
		t.Errorf("dates run from %s to %s", from, to)
	}
	if revenue.Scale != 2 || revenue.Min >= 0 || revenue.Max <= 0 {
		t.Errorf("revenue is from %d to %d at scale %d, want refunds and sales in cents", revenue.Min, revenue.Max,
			revenue.Scale)
	}
	if quantity.Min != 1 || quantity.Max != 20 {
		t.Errorf("quantity is from %d to %d", quantity.Min, quantity.Max)
	}
}

func TestSampleIsConsistentAndSkewed(t *testing.T) {
	table := sample(t)
	region, quarter, city, date := column(t, table, "region"), column(t, table, "quarter"), column(t, table, "city"),
		column(t, table, "date")
	pairs, home, sold := map[string]int{}, map[string]string{}, map[string]int{}
	for i := range table.Rows {
		r, q := region.Value(i).Text, quarter.Value(i).Text
		pairs[r+"|"+q]++
		day := date.Value(i).Time()
		if want := fmt.Sprintf("%d-Q%d", day.Year(), (int(day.Month())+2)/3); q != want {
			t.Fatalf("row %d: quarter %s beside the date %s", i, q, day)
		}
		if c := city.Value(i); !c.IsNull() {
			if h, ok := home[c.Text]; ok && h != r {
				t.Fatalf("%s lies in both %s and %s", c.Text, h, r)
			}
			home[c.Text] = r
			sold[c.Text]++
		}
	}
	if len(pairs) != 156 {
		t.Errorf("%d of 160 combinations of region and quarter have rows, want 156", len(pairs))
	}
	least, most := table.Rows, 0
	for _, n := range sold {
		least, most = min(least, n), max(most, n)
	}
	if len(sold) < 350 || most < 100*least {
		t.Errorf("%d cities with %d to %d rows, want some 400 with a long tail", len(sold), least, most)
	}
}

func TestIcon(t *testing.T) {
	img, err := png.Decode(bytes.NewReader(Icon))
	if err != nil {
		t.Fatal(err)
	}
	if b := img.Bounds(); b.Dx() != 512 || b.Dy() != 512 {
		t.Errorf("icon is %v", b)
	}
}

func column(t *testing.T, table *data.Table, name string) *data.Column {
	t.Helper()
	c, err := table.Column(name)
	if err != nil {
		t.Fatal(err)
	}
	return c
}
