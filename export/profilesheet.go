package export

import (
	"cmp"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"cardinal/internal/separators"
	"cardinal/profiler"
)

// addProfile adds a sheet with the profile: sentences first, and below them the figures on which they are based.
func (b *book) addProfile(p *profiler.Record) error {
	if err := b.newSheet(profileSheet); err != nil {
		return err
	}
	lines := append([]string{"How this pivot was computed"}, profileSentences(p)...)
	lines = append(lines, "", "The figures behind these sentences:")
	all := facts(p)
	rows := make([][]any, len(all))
	for i, f := range all {
		rows[i] = []any{f.section, capital(f.name), f.value, f.unit, f.note}
		if i > 0 && all[i-1].section == f.section {
			rows[i][0] = nil
		}
	}
	return b.wordSheet(profileSheet, lines, []string{"Section", "Item", "Value", "Unit", "Note"}, rows,
		[]float64{16, 36, 24, 8, 80})
}

// profileSentences says in plain words what was counted, which hardware answered, how long it took, and whether that
// was expected.
func profileSentences(p *profiler.Record) []string {
	rows := "Cardinal read " + things(p.Rows, "row")
	switch {
	case p.RowsSelected == 1 && p.Rows > 1:
		rows += ", of which 1 passes the filter,"
	case p.RowsSelected < p.Rows:
		rows += fmt.Sprintf(", of which %s pass the filter,", whole(p.RowsSelected))
	}
	out := []string{rows + " and found " + things(p.GroupsActual, "group") + "."}
	expected := fmt.Sprintf("From a sample of %s it had expected %s, %s", things(p.Estimate.SampleRows, "row"),
		things(p.GroupsEstimated, "group"), p.RangeSaid(nil))
	if p.Estimate.SampleRows == 0 || p.Estimate.Exact { // every row was read
		expected = "It had expected " + things(p.GroupsEstimated, "group")
	}
	if off := errorNote(p.GroupsEstimated, p.GroupsActual); off != "" {
		expected += "; " + off
	}
	out = append(out, expected+".")
	nouns := map[string]string{}
	var others []string
	for _, t := range p.Tiers {
		nouns[t.Name] = t.Noun
		if t.Name != p.Tier && t.PredictedMS > 0 {
			others = append(others, fmt.Sprintf("%s to take %s ms", t.Noun, decimals(t.PredictedMS)))
		}
	}
	out = append(out, fmt.Sprintf("%s answered, and the whole pivot took %s ms. %s",
		capital(cmp.Or(nouns[p.Tier], p.Tier)), decimals(p.TotalMS), p.TimeSaid(nil)))
	if p.Reason != "" {
		out = append(out, "Why: "+strings.TrimSuffix(p.Reason, ".")+".")
	}
	for _, t := range p.Tiers {
		if t.Name == p.Tier && t.PredictedMS > 0 && p.TierMS > 0 {
			out = append(out, fmt.Sprintf("The grouping was expected to take %s ms and took %s ms.",
				decimals(t.PredictedMS), decimals(p.TierMS)))
		}
	}
	if len(others) > 0 {
		out = append(out, "In its place Cardinal expected "+separators.Join(others, "and")+".")
	}
	return out
}

// things writes a number and a noun, such as 1,234 rows, with commas as in the whole file.
func things(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return whole(n) + " " + thing + "s"
}

func capital(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	if size == 0 {
		return s
	}
	return string(unicode.ToUpper(first)) + s[size:]
}
