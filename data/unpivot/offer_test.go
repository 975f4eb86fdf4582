package unpivot

import (
	"strings"
	"testing"

	"cardinal/data"
)

func TestOffer(t *testing.T) {
	for names, want := range map[string]string{
		"country,1952,1957,1962":               "1952..1962 as year, value",
		"region,Jan,Feb,Mar,total":             "Jan..Mar as month, value",
		"id,Jan 2024,Feb 2024,Mar 2024":        "Jan 2024..Mar 2024 as month, value",
		"year,Jan,Feb,Mar":                     "Jan..Mar as month, value",
		"month,Jan,Feb,Mar":                    "Jan..Mar as month 2, value",
		"Value,2021,2022,2023,Jan,Feb":         "2021..2023 as year, value 2",
		"name,Mon,Tue,Wed":                     "",
		"a,1,2,3,4":                            "",
		"a,2021,2022":                          "",
		"a,2021,b,2022,c,2023":                 "",
		"2021,2022,Jan,Feb,Mar,Apr,2023,2024":  "Jan..Apr as month, value",
		"janvier,février,mars,avril,x,y,z,9,8": "janvier..avril as month, value",
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
