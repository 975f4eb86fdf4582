package cli

import (
	"context"
	"fmt"
	"strings"

	"cardinal/data/remote"
	"cardinal/engine"
	"cardinal/engine/query"
	"cardinal/internal/each"
	"cardinal/internal/workspace"
)

// sqlForm begins the forms of --as that are SQL.
const sqlForm = "sql:"

// sqlForms lists the forms of a pivot that are SQL: sql:duckdb, sql:postgres.
func sqlForms() []string {
	return each.Of(remote.Written(), func(k remote.Kind) string { return sqlForm + k.Name })
}

// printPivot prints a pivot in place of its answer: as a command, as a workspace, or as SQL.
func (o *options) printPivot(ctx context.Context, path string, q query.Query, s Streams) error {
	e, done := newEngine(engine.Options{NoGPU: true})
	defer done()
	t, err := o.kept.open(ctx, e, path, o.reading, o.tier, s)
	if err != nil {
		return err
	}
	if !e.Served(t) { // returns an error if the table lacks a column of the pivot
		if _, err := e.Estimate(ctx, t, q, engine.RunOptions{}); err != nil {
			return err
		}
	}
	var text string
	if kind, is := strings.CutPrefix(o.as, sqlForm); is {
		text, err = e.SQL(ctx, t, q, kind)
	} else {
		tab, from := workspace.NewTab("Pivot", q), o.originOf(path, t, o.kept.tab)
		tab.Lookups = from.Lookups
		f := workspace.File{Source: from.Source, Tabs: []workspace.Tab{tab}}
		text, err = f.Text(o.as)
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(s.Out, strings.TrimSuffix(text, "\n"))
	return outputError(err)
}
