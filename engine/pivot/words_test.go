package pivot_test

import (
	"slices"
	"testing"

	"cardinal/data"
	"cardinal/engine/pivot"
)

func TestLabel(t *testing.T) {
	for in, want := range map[data.Value]string{
		{}:                                      "(blank)",
		data.TextValue("EU"):                    "EU",
		data.TextValue(""):                      `""`,
		data.TextValue("(blank)"):               `"(blank)"`,
		data.TextValue("Total"):                 `"Total"`,
		data.TextValue("EU total"):              `"EU total"`,
		data.TextValue("All rows"):              `"All rows"`,
		data.TextValue(`"Total"`):               `""Total""`,
		data.TextValue(`""`):                    `""""`,
		data.TextValue(`"x"`):                   `"x"`,
		data.TextValue(`"`):                     `"`,
		data.TextValue("Totals"):                "Totals",
		data.TextValue("Total of all 37"):       `"Total of all 37"`,
		data.TextValue("EU total of all 1,234"): `"EU total of all 1,234"`,
		data.TextValue("Total of all"):          "Total of all",
		data.TextValue("27 more not shown"):     `"27 more not shown"`,
		data.TextValue("total"):                 "total",
		data.TextValue("Subtotal"):              "Subtotal",
		data.IntValue(2024):                     "2024",
		data.TextValue("2024-01-02T03:04"):      "2024-01-02T03:04",
	} {
		if got := pivot.Label(in); got != want {
			t.Errorf("%q is written %s, want %s", in, got, want)
		}
	}
}

// TestNoLabelReadsLikeOneOfOurs writes texts, and the same texts in quotes. Each label must read differently, and
// none like a word of Cardinal.
func TestNoLabelReadsLikeOneOfOurs(t *testing.T) {
	texts := []string{"", "(blank)", "Total", "All rows", "EU total", "x", "Total of all 2", "EU total of all 2",
		"3 more not shown"}
	for range 3 {
		for _, s := range slices.Clone(texts) {
			texts = append(texts, `"`+s+`"`)
		}
	}
	slices.Sort(texts)
	texts = slices.Compact(texts)
	of := map[string]string{"(blank)": "null", "Total": "the total", "All rows": "no field", "EU total": "a subtotal",
		"Total of all 2": "the total", "EU total of all 2": "a subtotal", "3 more not shown": "a note"}
	for _, s := range texts {
		got := pivot.Label(data.TextValue(s))
		if before, taken := of[got]; taken {
			t.Errorf("%q and %s are both written %s", s, before, got)
		}
		of[got] = s
	}
}
