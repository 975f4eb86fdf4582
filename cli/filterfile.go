package cli

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/data/web"
	"cardinal/engine"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/internal/each"
	"cardinal/internal/separators"
)

// filterFile is a filter whose values are the lines of a file.
type filterFile struct {
	path    string
	values  []string
	set     *query.Expr // the field has one of the values
	exclude bool
	lets    []query.Let
	matched bool // the values of set are labels of a table
}

// filterFileUsage describes --filter-file.
const filterFileUsage = "`FIELD=FILE`: rows whose field is one of the lines of a text file, such as " +
	"order_id=orders.txt; order_id!=orders.txt are the other rows. Case and surrounding blanks do not matter, and a " +
	"note says which lines are not in the table"

// readFilterFile reads the file of a value of --filter-file.
func readFilterFile(text string) (*filterFile, error) {
	name, path, is := strings.Cut(text, "=")
	name, exclude := strings.CutSuffix(name, "!")
	fields, err := query.ParseFields(name)
	switch {
	case err != nil:
		return nil, usagef("--filter-file: %w", err)
	case !is || len(fields) != 1 || path == "":
		return nil, usagef("--filter-file: %q does not say which field has values of which file: write "+
			"order_id=orders.txt", text)
	}
	contents, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("cannot read the values of %s: %w", fields[0], err)
	}
	f := &filterFile{path: path, exclude: exclude, set: &query.Expr{Op: query.In, Field: fields[0]}}
	for line := range strings.Lines(strings.TrimPrefix(string(contents), "\ufeff")) {
		if line = strings.TrimSpace(line); line != "" {
			f.values = append(f.values, line)
		}
	}
	if len(f.values) == 0 {
		return nil, fmt.Errorf("%s has no values: write each on a line of its own", web.Clean(path))
	}
	// without a table, e.g. for a server, the lines are compared as they are
	f.set.Values = each.Of(f.values, func(v string) query.Literal { return query.Literal{Text: v, Quoted: true} })
	return f, nil
}

// condition returns the condition of the filter.
func (f *filterFile) condition() *query.Expr {
	if !f.exclude {
		return f.set
	}
	return &query.Expr{Op: query.Or, Args: []*query.Expr{{Op: query.Not, Args: []*query.Expr{f.set}},
		{Op: query.IsNull, Field: f.set.Field}}}
}

// match replaces the lines of the file by the labels of a table, and says which lines are no labels. If it was called
// with another table before, it keeps the labels of that table, too.
func (f *filterFile) match(ctx context.Context, e *engine.Engine, t *data.Table, s Streams) error {
	labels, err := e.Frequencies(ctx, t, f.lets, f.set.Field, nil)
	if err != nil {
		return err
	}
	m, err := labels.Match(ctx, f.values, data.Value.String, true)
	if err != nil {
		return err
	}
	if !f.matched {
		f.set.Values, f.matched = nil, true
	}
	f.set.Values = slices.Grow(f.set.Values, len(m.Codes))
	for _, code := range m.Codes {
		f.set.Values = append(f.set.Values, pivot.LabelLiteral(labels.Key.Label(code)))
	}
	note := separators.Sprintf("found %d of %d values of %s in %s", m.Values-len(m.Missing), m.Values,
		web.Clean(f.path), f.set.Field)
	if m.Folded > 0 {
		note += "; " + separators.Plural(m.Folded, "1 of them differs in case or blanks",
			"%d of them differ in case or blanks")
	}
	if n := len(m.Missing); n > 0 {
		const named = 5
		if note += "; not found: " + strings.Join(m.Missing[:min(n, named)], ", "); n > named {
			note += separators.Sprintf(" and %d more", n-named)
		}
	}
	if m.Foreign > 0 {
		note += "; " + separators.Plural(m.Foreign, "1 of these has another type", "%d of these have another type") +
			" than " + f.set.Field.String()
	}
	printNotes(s, []string{note})
	return nil
}
