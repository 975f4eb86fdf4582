package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
)

// TestPagesAreFilteredPivots holds every sheet of a workbook with a sheet for each label against the workbook
// of the pivot with that filter: shares, ranks, running totals, tops, missing labels, and labels that make
// equal names.
func TestPagesAreFilteredPivots(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "sales.csv")
	var text strings.Builder
	text.WriteString("region,city,day,price\n")
	regions, cities := []string{"EU", "eu", "A/B", "A:B", "", "it's", strings.Repeat("long ", 10) + "a",
		strings.Repeat("long ", 10) + "b"}, []string{"Rome", "Oslo", "Bern", "Paris", ""}
	for i := range 1000 {
		fmt.Fprintf(&text, "%s,%s,2024-%02d-%02d,%d.%02d\n", regions[i*7%len(regions)], cities[i/9%len(cities)], 1+i%5,
			1+i%28, i*31%97, i*37%100)
	}
	if err := os.WriteFile(path, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	raw := excelize.Options{RawCellValue: true}
	open := func(args ...string) *excelize.File {
		t.Helper()
		out := filepath.Join(dir, "out.xlsx")
		args = append([]string{"pivot", path, "--rows", "city", "--cols", "year(day)", "--values",
			"sum(price), count(), avg(price), sum(price)",
			"--show", "count()=pct_total", "--show", "avg(price)=rank", "--top", "3 of city by sum(price)", "--tier",
			"serial", "--out", out}, args...)
		if said := runOnce(args); strings.Contains(said, "cardinal:") {
			t.Fatal(said)
		}
		f, err := excelize.OpenFile(out)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	for field, conditions := range map[string][]string{
		"region": {`region = "A/B"`, `region = "A:B"`, `region = "EU"`, `region = "eu"`, `region = "it's"`,
			`region = "` + regions[6] + `"`, `region = "` + regions[7] + `"`, "region is null"},
		"trunc(day, month)": {"day < 2024-02-01", "day >= 2024-02-01 and day < 2024-03-01",
			"day >= 2024-03-01 and day < 2024-04-01", "day >= 2024-04-01 and day < 2024-05-01", "day >= 2024-05-01"},
		"bin(price, 50)": {"price < 50", "price >= 50"},
	} {
		all := open("--sheets-by", field)
		names := all.GetSheetList()
		if len(names) != len(conditions)+3 { // About, Profile and Proof
			t.Fatalf("%s: the sheets are %q", field, names)
		}
		for i, condition := range conditions {
			got, err := all.GetRows(names[i], raw)
			if err != nil {
				t.Fatal(err)
			}
			want, err := open("--filter", condition).GetRows("Pivot", raw)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.EqualFunc(got, want, slices.Equal) || len(got) < 5 {
				t.Errorf("%s, the sheet %s is %q, want %q", field, names[i], got, want)
			}
		}
	}
}
