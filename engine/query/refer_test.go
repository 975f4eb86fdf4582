package query

import "testing"

// TestRefer finds the measure by which figures are coloured: an exact name counts before the beginning of another one.
func TestRefer(t *testing.T) {
	for text, want := range map[string]string{
		"sum(x)": "sum(x)", "sum(x)=diff_prev": "sum(x)=diff_prev", "avg(y)": "avg(y)", "sum(y)": "",
		"sum(x) where region = 'EU'": "sum(x) where region = 'EU'", "sum(x) / sum(y)": "sum(x) / sum(y)", "sum(": "",
	} {
		values, err := ParseMeasures("sum(x) / sum(y), sum(x) where region = 'EU', sum(x), sum(x), avg(y)")
		if err != nil {
			t.Fatal(err)
		}
		values[3].Show = Show{Kind: DiffPrev}
		q := Query{Values: values}
		got, err := q.refer(text)
		if (err != nil) != (want == "") || err == nil && got != q.Values[at(values, want)].Reference() {
			t.Errorf("%s: %s, %v", text, got, err)
		}
	}
}

// at returns the index of a measure as it is shown.
func at(values []Measure, text string) int {
	for i, v := range values {
		if v.String() == text && v.Show.Kind == AsIs || v.String()+"=diff_prev" == text && v.Show.Kind == DiffPrev {
			return i
		}
	}
	return -1
}

// TestParseSubtotals gives fields another function for their subtotals. The last function counts.
func TestParseSubtotals(t *testing.T) {
	fields, err := ParseFields("region, city")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"all by avg, region by max": "city by avg, region by max", "region by avg, region by max": "region by max",
		"region by ": "error", "region by": "error", "region by first": "error", "year by max": "error", "all": "",
		"none": "",
	} {
		_, by, err := ParseSubtotals(text, fields)
		got := ""
		for i, s := range by {
			if i > 0 {
				got += ", "
			}
			got += s.String()
		}
		if err != nil {
			got = "error"
		}
		if got != want {
			t.Errorf("%q: %s, %v, want %s", text, got, err, want)
		}
	}
}
