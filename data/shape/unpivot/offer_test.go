package unpivot

import (
	"strings"
	"testing"

	"cardinal/data"
)

func TestOffer(t *testing.T) {
	for names, want := range map[string]string{
		"country,1952,1957,1962":                         "1952..1962 as year, value",
		"region,Jan,Feb,Mar,total":                       "Jan..Mar as month, value",
		"id,Jan 2024,Feb 2024,Mar 2024":                  "Jan 2024..Mar 2024 as month, value",
		"year,Jan,Feb,Mar":                               "Jan..Mar as month, value",
		"month,Jan,Feb,Mar":                              "Jan..Mar as month 2, value",
		"Value,2021,2022,2023,Jan,Feb":                   "2021..2023 as year, value 2",
		"region,2023 · Q1,2023 · Q2,2024 · Q1":           "2023 · Q1..2024 · Q1 as year, quarter, value",
		"region,2023 Q1,2023 Q2,2024 Q1,note":            "2023 Q1..2024 Q1 as year, quarter, value",
		"Region,Q1_2023,Q2_2023,Q1_2024":                 "Q1_2023..Q1_2024 as quarter, year, value",
		"a,Q1 2023 Sales,Q2 2023 Sales,Q1 2024 Sales":    "Q1 2023 Sales..Q1 2024 Sales as quarter, year, name, value",
		"a,Sales 2023,Cost 2023,Sales 2024,Cost 2024":    "Sales 2023..Cost 2024 as name, year, value",
		"year,Jan Q1 x,Feb Q1 x,Mar Q1 x":                "Jan Q1 x..Mar Q1 x as month, quarter, name, value",
		"year,name,A 2023,B 2023,A 2024":                 "A 2023..A 2024 as name 2, year 2, value",
		"d,2024-01-05,2024-01-06,2024-01-07":             "2024-01-05..2024-01-07 as date, value",
		"d,2024-01,2024-02,2024-03":                      "2024-01..2024-03 as month, value",
		"d,a 2024 · x..y,b 2024 · x..y,2024 · z,c 1 · z": "",
		"d,2023 · x..y,2023 · z,2024 · x..y,2024 · z":    `"2023 · x..y"..2024 · z as year, name, value`,
		"address line 1,address line 2,address line 3":   "",
		"2021,2022,2023,2024,Q1 A,Q1 B,Q1 C":             "2021..2024 as year, value",
		"a_1898,a_1899,a_1900,a_1901,a_1902":             "",
		"a_2098,a_2099,a_2100,a_2101":                    "",
		"2000-01-01,2000-01-01_2,2000-01-01_3":           "",
		"a,Q5 x,Q6 x,Q7 x":                               "",
		"name,Mon,Tue,Wed":                               "",
		"a,1,2,3,4":                                      "",
		"a,2021,2022":                                    "",
		"a,2021,b,2022,c,2023":                           "",
		"2021,2022,Jan,Feb,Mar,Apr,2023,2024":            "Jan..Apr as month, value",
		"janvier,février,mars,avril,x,y,z,9,8":           "janvier..avril as month, value",
	} {
		var columns []*data.Column
		for _, name := range strings.Split(names, ",") {
			columns = append(columns, data.NewInts(name, data.Int, 0, []int64{1}, nil))
		}
		table := data.NewTable("t", columns)
		got := Offer(table, Wide)
		if got != want {
			t.Errorf("%s: %q, want %q", names, got, want)
		}
		if got == "" {
			continue
		}
		s, err := Parse(got)
		if err == nil {
			_, err = Table(t.Context(), table, s, 0)
		}
		if err != nil {
			t.Errorf("%s: what is offered is refused: %v", names, err)
		}
	}
}

// TestOfferOfOneKind leaves out neighbours with other types of values, which would become texts.
func TestOfferOfOneKind(t *testing.T) {
	number := func(name string) *data.Column { return data.NewInts(name, data.Int, 0, []int64{1}, nil) }
	text := func(name string) *data.Column { return data.FromValues(name, []data.Value{data.TextValue("x")}) }
	table := data.NewTable("t", []*data.Column{text("Note 2021"), number("Sales 2022"), number("Cost 2022"),
		number("Sales 2023"), text("Note 2023")})
	if got, want := Offer(table, Wide), "Sales 2022..Sales 2023 as name, year, value"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestHint checks the sentence on how the parts of names become columns if the spec does not name them.
func TestHint(t *testing.T) {
	var columns []*data.Column
	for _, name := range []string{"region", "2023 · Q1", "2023 · Q2", "2024 · Q1", "total"} {
		columns = append(columns, data.NewInts(name, data.Int, 0, []int64{1}, nil))
	}
	table := data.NewTable("t", columns)
	hint := "the names of these columns have parts: write as year, quarter, value behind the columns to give each " +
		"part a column of its own"
	for spec, want := range map[string]string{
		"2023 · Q1..2024 · Q1": hint, "2023 · Q1, 2024 · Q1": hint, "2023 · Q1": "", "2023 · Q1..": "",
		"2023 · Q1..2024 · Q1 as year, quarter, value": "", "2023 · Q1..2024 · Q1 as period, value": "",
	} {
		s, err := Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		made, err := Table(t.Context(), table, s, 0)
		if err != nil {
			t.Fatal(err)
		}
		got := strings.Join(made.Notes[1:], "; ")
		if got != want {
			t.Errorf("%s: %q, want %q", spec, got, want)
		}
	}
}
