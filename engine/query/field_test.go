package query

import (
	"strings"
	"testing"
)

// TestMeasureAsKey is told where measures stand.
func TestMeasureAsKey(t *testing.T) {
	for text, want := range map[string]string{
		"sum(x)":         "sum(x) is a measure, computed of many rows: write it in --values, or drop its field on Values in the window",
		"a, count()":     "count() is a measure",
		"mean(\"a b\")":  `mean("a b") is a measure`,
		"count(*), a":    "count(*) is a measure",
		"sum(x) / 2":     "sum(x) / 2 is a measure",
		"list(x)":        "list(x) is a measure",
		"p(x, 0.9), day": "p(x, 0.9) is a measure",
	} {
		if _, err := ParseFields(text); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}
