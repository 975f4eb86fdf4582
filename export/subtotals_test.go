package export

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"cardinal/engine/query"
)

// TestSubtotalsOfFiles reads what a PivotTable says about subtotals by another function.
func TestSubtotalsOfFiles(t *testing.T) {
	for by, want := range map[query.Func]string{query.Avg: `defaultSubtotal="0" avgSubtotal="1"><items`,
		query.Count: `defaultSubtotal="0" countASubtotal="1"><items`, query.Median: `<item t="default"/>`} {
		q := query.Query{Rows: []query.Field{field("open"), field("city")},
			Values: []query.Measure{measure(query.Sum, "amount")}}
		q.Layout.SubtotalsBy = []query.Subtotal{{Field: q.Rows[0], By: by}}
		var b bytes.Buffer
		report, err := FormatNamed("pivottable").Write(t.Context(), &b, complete(gridOf(t, q)))
		if err != nil {
			t.Fatal(err)
		}
		text := partOf(t, b.Bytes(), fmt.Sprintf(tablePart, 1))
		if !strings.Contains(string(text), want) {
			t.Errorf("by %s: the PivotTable lacks %s: %s", by, want, text)
		}
		said := strings.Contains(fmt.Sprint(report.Losses), "has no subtotals by median")
		if (by == query.Median) != said {
			t.Errorf("by %s: the report is %v", by, report.Losses)
		}
	}
}
