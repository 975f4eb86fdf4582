package ui

import (
	"strings"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/cells"
	"cardinal/ui/state/view"
)

// translated is a grid whose words of Cardinal are in the language of the window: names of measures, Total and Others.
// Labels of the table stay as they are, and exports have the grid itself.
type translated struct {
	*pivot.Grid
	words map[string]string // by the English words
}

// inWords returns the source that shows a grid in the language of the window.
func inWords(g *pivot.Grid) cells.Source {
	if lang.IsEnglish() {
		return g
	}
	words := map[string]string{pivot.Total: lang.L("Total"), pivot.Others: lang.L("Others"),
		pivot.AllRows: lang.L("All rows")}
	q := &g.Tab().Query
	for _, m := range g.Tab().Measures {
		words[m.Title()] = view.MeasureTitle(m.InLanguage(q.Rows, q.Cols))
	}
	return translated{g, words}
}

// gridOf returns the grid that a source shows; ok is false if it shows rows of the table.
func gridOf(s cells.Source) (g *pivot.Grid, ok bool) {
	if w, is := s.(translated); is {
		return w.Grid, true
	}
	g, ok = s.(*pivot.Grid)
	return g, ok
}

// Cell returns a cell of the grid.
func (w translated) Cell(row, col int) pivot.Cell {
	c := w.Grid.Cell(row, col)
	if !c.Own && c.Role != pivot.Name && c.Role != pivot.Corner {
		return c
	}
	if text, ok := w.words[c.Value.Text]; ok {
		c.Value = data.TextValue(text)
	} else if label, ok := strings.CutSuffix(c.Value.Text, pivot.OfTotal); ok && c.Own && !c.Of.IsNull() {
		c.Value = data.TextValue(lang.L("{{.Label}} total", lang.With{"Label": label}))
	}
	return c
}
