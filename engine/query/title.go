package query

import (
	"slices"
	"strings"
	"unicode"

	"cardinal/internal/each"
	"cardinal/internal/separators"
	"cardinal/internal/wording"
)

// Title returns TitleIn in English.
func (q *Query) Title() string { return q.TitleIn(nil) }

// TitleIn returns what the pivot shows, in words of a language: Sum of revenue by region and Year of date, top 10 of
// region. A title that a person gave takes precedence.
func (q *Query) TitleIn(w *wording.Words) string {
	if q.Layout.Title != "" {
		return q.Layout.Title
	}
	values := each.Of(q.Values, func(m Measure) string { return m.InLanguage(q.Rows, q.Cols).TitleIn(w) })
	title := TitleOf(w, values, slices.Concat(q.Rows, q.Cols))
	for _, t := range q.Tops {
		title += w.L(", ") + t.short(w, q.Side(t.Cols)[t.Field])
	}
	return title
}

// SidesTitle returns the title of a pivot with the figures of two groups of rows side by side. If it would be too long
// for a title, it returns "", and the pivot has its usual title.
func (q *Query) SidesTitle(a, b Side) string {
	title := q.Title() + ": " + a.Name + " and " + b.Name
	if CheckTitle(title) != nil {
		return ""
	}
	return title
}

// CheckTitle returns an error if a text cannot be a title, because it is too long or has several lines.
func CheckTitle(title string) error {
	if len(title) > maxName || strings.ContainsAny(title, "\n\r") {
		return separators.Errorf("a title is one line of at most %d characters", maxName)
	}
	return nil
}

// CheckNoRows returns an error if a text cannot be Layout.NoRows, the text in cells to which no row belongs.
func CheckNoRows(text string) error {
	const most = 40
	if len(text) > most || strings.ContainsFunc(text, unicode.IsControl) {
		return separators.Errorf("a text for cells without rows is one line of at most %d characters", most)
	}
	return nil
}

// short returns the top in few words, without its measure: top 10 of city.
func (t TopN) short(w *wording.Words, f Field) string {
	values := wording.With{"Field": f.TitleIn(w), "Amount": strings.TrimPrefix(t.AmountTitle(), sumWord)}
	switch {
	case t.Until == "" && t.Bottom:
		return w.L("bottom {{.Amount}} of {{.Field}}", values)
	case t.Until == "":
		return w.L("top {{.Amount}} of {{.Field}}", values)
	case t.Bottom:
		return w.L("bottom of {{.Field}} up to {{.Amount}}", values)
	}
	return w.L("top of {{.Field}} up to {{.Amount}}", values)
}
