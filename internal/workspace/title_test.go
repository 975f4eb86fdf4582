package workspace

import "testing"

// TestTitle says what a tab shows, with the labels that are kept of a field.
func TestTitle(t *testing.T) {
	for want, tab := range map[string]Tab{
		"Sum of revenue by region": {Rows: []string{"region"}, Values: []Value{{Measure: "sum(revenue)"}}},
		"Sum of revenue by region, city (top 5) and year (bottom 1,000)": {
			Rows: []string{"region", "city"}, Cols: []string{"year"}, Values: []Value{{Measure: "sum(revenue)"}},
			Tops: []Top{{Keep: "5 of city by sum(revenue)"}, {Keep: "1000 of year", Bottom: true}},
		},
		"Sum of revenue and Number of rows by city (top 5 by Number of rows)": {
			Rows: []string{"city"}, Values: []Value{{Measure: "sum(revenue)"}, {Measure: "count()"}},
			Tops: []Top{{Keep: "5 by count()"}},
		},
		"Overview": {Name: "Overview", Dashboard: true},
		"Sum of revenue by city (top 5 by Average of revenue)": {
			Rows: []string{"city"}, Values: []Value{{Measure: "sum(revenue)"}},
			Tops: []Top{{Keep: "5 by avg(revenue)"}},
		},
	} {
		if got := tab.Title(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
