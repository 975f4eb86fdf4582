package sheet

import (
	"strings"

	"cardinal/data/infer"
	"cardinal/internal/separators"
)

// storedAsText counts the texts of a column that are numbers or dates.
type storedAsText struct{ numbers, dates int }

// enoughTexts is a number of texts that are neither numbers nor dates. After so many, storedAsText skips the rest of a
// column if most texts so far are of this kind.
const enoughTexts = 1000

// storedAsText counts the texts of a column that are numbers or dates. filled is the number of cells with a value. If
// other cells are no texts, it looks at all texts.
func (m *maker) storedAsText(filled int) (s storedAsText) {
	mixed := m.counts[Text] < filled
	others := 0
	for _, v := range m.all() {
		if v.Kind != Text {
			continue
		}
		text := m.texts.Values[int(v.Number)]
		switch {
		case !strings.ContainsAny(text, "0123456789"):
			others++
		case infer.IsNumber(text):
			s.numbers++
		case infer.IsDate(text):
			s.dates++
		default:
			others++
		}
		if !mixed && others > enoughTexts && others > s.numbers+s.dates {
			break
		}
	}
	return s
}

// note returns a note for a column of texts if at least half of them are numbers or dates.
func (s storedAsText) note(texts int) string {
	what, n, types := "numbers", s.numbers, "number to add them up"
	if s.dates > n {
		what, n, types = "dates", s.dates, "date or time to take them apart"
	}
	switch {
	case 2*n < texts || n == 0:
		return ""
	case n == texts && n > 1:
		return separators.Sprintf("all %d texts are %s; choose the type %s", n, what, types)
	}
	return separators.Sprintf("%d of %s are %s; choose the type %s", n, separators.Counted(texts, "text"), what, types)
}

// inWords returns how many texts of a mixed column are numbers or dates, for a note.
func (s storedAsText) inWords() string {
	var kinds []string
	if s.numbers > 0 {
		kinds = append(kinds, separators.Counted(s.numbers, "number"))
	}
	if s.dates > 0 {
		kinds = append(kinds, separators.Counted(s.dates, "date"))
	}
	if kinds == nil {
		return ""
	}
	return " (" + strings.Join(kinds, " and ") + " stored as text)"
}
