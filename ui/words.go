package ui

import (
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/cells"
	"cardinal/ui/state/view"
)

// translated is a grid whose words of Cardinal are in the language of the window: names of measures, Total and Others.
// Labels and names of columns stay as they are, and exports have the grid itself.
type translated struct {
	*pivot.Grid
	names map[string]string // of measures, by their English names
}

// inWords returns the source that shows a grid in the language of the window.
func inWords(g *pivot.Grid) cells.Source {
	if lang.IsEnglish() {
		return g
	}
	q, names := &g.Tab().Query, map[string]string{}
	for _, m := range g.Tab().Measures {
		names[m.Title()] = view.MeasureTitle(m.InLanguage(q.Rows, q.Cols))
	}
	for _, f := range slices.Concat(q.Rows, q.Cols) { // a column of the file may be named like a measure
		if delete(names, f.Title()); f.Part != query.Whole || f.Groups != "" {
			names[f.Title()] = view.FieldTitle(f)
		}
	}
	return translated{g, names}
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
	name, named := w.names[c.Value.Text]
	label, ofLabel := strings.CutSuffix(c.Value.Text, pivot.OfTotal)
	switch {
	case !c.Own && c.Role != pivot.Name && c.Role != pivot.Corner:
	case named:
		c.Value = data.TextValue(name)
	case !c.Own:
	case c.Value.Text == pivot.Total:
		c.Value = data.TextValue(lang.L("Total"))
	case c.Value.Text == pivot.Others:
		c.Value = data.TextValue(lang.L("Others"))
	case c.Value.Text == pivot.AllRows:
		c.Value = data.TextValue(lang.L("All rows"))
	case ofLabel && !c.Of.IsNull():
		c.Value = data.TextValue(lang.L("{{.Label}} total", lang.With{"Label": label}))
	}
	return c
}
