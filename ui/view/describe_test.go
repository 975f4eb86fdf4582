package view

import (
	"testing"

	"cardinal/data"
)

func TestLabelText(t *testing.T) {
	for want, v := range map[string]data.Value{"EU": data.TextValue("EU"), "(blank)": {}, "2023-01-05": day.IntValue(day.Min), "−5": data.IntValue(-5), `"Total"`: data.TextValue("Total")} {
		if got := LabelText(v, data.NumberFormat{}); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
