package json

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/data/infer"
	"cardinal/data/text/header"
	"cardinal/internal/each"
	"cardinal/internal/separators"
)

// pivotStart has the first characters of a pivot that Cardinal wrote.
const pivotStart = `{"row_fields":[`

// crosstab has the members of a pivot that openPivot reads.
type crosstab struct {
	RowTitles   []string              `json:"row_titles"`
	ValueTitles []string              `json:"value_titles"`
	Rows        [][]json.RawMessage   `json:"rows"`
	Cols        [][]json.RawMessage   `json:"cols"`
	Cells       [][][]json.RawMessage `json:"cells"`
}

// openPivot reads a pivot that Cardinal wrote into a table. The table has a row for each row label. It has a column for
// each row field, and for each figure of each column label. Totals are left out, because sums would count their values
// twice.
func openPivot(ctx context.Context, text []byte, limit int64, progress func(float64)) (*data.Table, error) {
	if size := int64(len(text)); limit > 0 && size > limit/16 {
		return nil, separators.Errorf("the JSON is too large: it takes %d MB, about sixteen times as much memory is "+
			"needed, and %d MB are free; write the pivot as .csv or .parquet", size>>20, limit>>20)
	}
	var c crosstab
	if err := json.Unmarshal(text, &c); err != nil {
		return nil, damaged(1, err)
	}
	if err := c.check(); err != nil {
		return nil, err
	}
	names := c.names()
	titles, renamed := header.Repair(names)
	t, err := tableOf(ctx, titles, make([]*infer.Choice, len(titles)), limit, func(rows *infer.Rows) error {
		for i, path := range c.Rows {
			progress(float64(i) / float64(len(c.Rows)))
			row, err := rows.Next()
			if err != nil {
				return err
			}
			for at, v := range path {
				row[at] = cellOf(rows, v)
			}
			at := len(path)
			for _, figures := range c.Cells[i] {
				for m := range c.ValueTitles {
					if figures != nil {
						row[at] = cellOf(rows, figures[m])
					}
					at++
				}
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if renamed != "" && !slices.Equal(names, make([]string, len(names))) {
		t.Notes = append([]string{renamed}, t.Notes...)
	}
	t.Notes = append(t.Notes, "it is a pivot that Cardinal wrote: its labels and figures are the table, and its "+
		"totals and profile are left out")
	return t, nil
}

// check returns an error if the numbers of labels and figures do not match.
func (c *crosstab) check() error {
	wrong := errors.New("it begins like a pivot that Cardinal wrote, but its labels do not fit its figures: " +
		"write it again")
	if len(c.Cells) != len(c.Rows) || len(c.Cols) == 0 || len(c.RowTitles)+len(c.Cols)*len(c.ValueTitles) > maxColumns {
		return wrong
	}
	for i, path := range c.Rows {
		if len(path) != len(c.RowTitles) || len(c.Cells[i]) != len(c.Cols) {
			return wrong
		}
		for _, figures := range c.Cells[i] {
			if figures != nil && len(figures) != len(c.ValueTitles) {
				return wrong
			}
		}
	}
	return nil
}

// names returns the names of the columns: the titles of the row fields, and a name for each figure. The name of a
// figure has the column labels above it. It also has the title of the figure if the pivot has several figures or no
// column labels.
func (c *crosstab) names() []string {
	names := append([]string(nil), c.RowTitles...)
	for _, path := range c.Cols {
		for _, title := range c.ValueTitles {
			words := each.Of(path, label)
			if len(c.ValueTitles) > 1 || len(words) == 0 {
				words = append(words, title)
			}
			names = append(names, strings.Join(words, data.NameSeparator))
		}
	}
	return names
}

// label returns the text of a value, as a heading shows it.
func label(v json.RawMessage) string {
	switch {
	case isNull(v):
		return "(blank)"
	case v[0] == '"':
		return string(appendText(nil, v))
	}
	return string(v)
}
