package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"cardinal/data"
	"cardinal/engine"
	"cardinal/engine/explain"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/internal/each"
)

// explainCommand says which labels of the other columns contribute most to a figure of a pivot.
func explainCommand(f *pflag.FlagSet) action {
	var o cellOptions
	f.Var(&o.at, "at", "`LABELS` of the figure, as the pivot prints them: 'region=North, year(date)=2024'; none: the "+
		"grand total")
	against := f.String("against", "", "`LABELS` of the figure to compare with, where they differ: 'year(date)=2023'; "+
		"total is the grand total, and none compares with no figure; else the figure of the label before")
	of := f.String("measure", "", "`MEASURE` of --values to explain; else the first")
	lines := f.Int("lines", 10, "list the `N` labels of each column that contribute most; the others are one line")
	o.shelves.addFlags(f)
	o.order.addFlags(f)
	o.output.addFlags(f)
	o.groups.addFlags(f)
	return func(ctx context.Context, operands []string, s Streams) (err error) {
		if err := o.read(f.Name(), operands, *against); err != nil {
			return err
		}
		if q := &o.pivot; len(q.Rows)+len(q.Cols) == 0 {
			q.Rows = slices.Clone(o.other.fields)
			if len(q.Rows) == 0 {
				q.Rows = slices.Clone(o.own.fields)
			}
		}
		question := explain.Question{Lines: *lines}
		if question.Measure, err = measureNamed(o.pivot, *of); err != nil {
			return err
		}
		if *lines < 1 {
			return usagef("--lines: %d is below 1", *lines)
		}
		asJSON := o.format == "json" && o.out == ""
		if !asJSON {
			if err := o.checkRows(o.path, s); err != nil {
				return err
			}
		}
		e := engine.New(engine.Options{NoGPU: true})
		defer e.Close()
		// if the table stays on a server, the engine returns an error that says why it explains nothing
		t, tab, row, col, err := o.run(ctx, e, s)
		if err != nil {
			return err
		}
		question.Row, question.Col = row, col
		switch *against {
		case "none":
		case "":
			question.Other = explain.Before(tab, question.Row, question.Col, isDate(t))
		default:
			row, col, err := o.other.nodes(tab)
			if err != nil {
				return errors.New(strings.ReplaceAll(err.Error(), "--at", "--against"))
			}
			question.Other = &explain.Place{Row: row, Col: col}
		}
		p := s.newProgress()
		x, err := e.Explain(ctx, t, tab, question, func(done float64) { p.tell("explaining", t.Rows, done) })
		if p.end(); err != nil {
			return err
		}
		return o.writeExplanation(ctx, x, asJSON, s)
	}
}

// placesOf reads the labels of a figure, and of the figure to compare with. If both figures have a label, against need
// not repeat it.
func placesOf(at list, against string) (own, other place, err error) {
	if own, err = placeOf(at); err != nil || against == "" || against == "none" || against == "total" {
		return own, other, err
	}
	fields, labels, err := query.ParseCell(against)
	if err != nil {
		return own, other, usagef("--against: %w", err)
	}
	other = place{slices.Clone(own.fields), slices.Clone(own.labels)}
	for i, f := range fields {
		if at := slices.Index(own.fields, f); at >= 0 {
			other.labels[at] = labels[i]
		} else {
			other.fields, other.labels = append(other.fields, f), append(other.labels, labels[i])
		}
	}
	return own, other, nil
}

// nodes finds the nodes of both axes that a figure belongs to.
func (p *place) nodes(tab *pivot.Crosstab) (row, col int, err error) {
	if row, err = p.node(&tab.Rows); err != nil {
		return 0, 0, err
	}
	col, err = p.node(&tab.Cols)
	return row, col, err
}

// measureNamed returns the index of a measure of a query. If no measure is named, it returns the first.
func measureNamed(q query.Query, text string) (int, error) {
	if text == "" {
		return 0, nil
	}
	named, err := query.ParseMeasures(text)
	if err != nil {
		return 0, usagef("--measure: %w", err)
	}
	at := slices.IndexFunc(q.Values, func(m query.Measure) bool { return len(named) == 1 && m == named[0] })
	if at < 0 {
		return 0, usagef("--measure: %s is not among --values", text)
	}
	return at, nil
}

// isDate returns a function that reports whether a field is made of dates.
func isDate(t *data.Table) func(query.Field) bool {
	return func(f query.Field) bool {
		c, err := t.Column(f.Column)
		return err == nil && c.Type.Temporal()
	}
}

// writeExplanation writes the words and the lines of an explanation. Formats that hold only a table get the words as
// notes.
func (o *output) writeExplanation(ctx context.Context, x *explain.Explanation, asJSON bool, s Streams) error {
	t := x.Table()
	switch {
	case asJSON:
		return printJSON(s, jsonExplanation(x, t))
	case o.out == "" && o.format == "table":
		if _, err := fmt.Fprintln(s.Out, strings.Join(x.Words, "\n")); err != nil {
			return outputError(err)
		}
	default:
		for _, words := range x.Words {
			printNotes(s, []string{strings.TrimSuffix(words, ".")})
		}
	}
	switch {
	case t.Rows == 0 && o.out != "":
		return errors.New("no column explains this figure: nothing was written")
	case t.Rows == 0:
		return nil
	case o.out == "" && o.format == "table":
		fmt.Fprintln(s.Out)
	}
	return o.writeRows(ctx, pivot.Listing{Table: t}, s)
}

// jsonExplanation returns an explanation with a record for each line.
func jsonExplanation(x *explain.Explanation, t *data.Table) any {
	raw := func(v data.Value) json.RawMessage { return v.AppendJSON(nil) }
	type leftOut struct {
		Column string `json:"column"`
		Why    string `json:"why"`
	}
	out := struct {
		Words      []string                     `json:"words"`
		Figure     json.RawMessage              `json:"figure"`
		Other      json.RawMessage              `json:"other"`
		Difference json.RawMessage              `json:"difference"`
		Lines      []map[string]json.RawMessage `json:"lines"`
		LeftOut    []leftOut                    `json:"left_out"`
	}{x.Words, raw(x.Figures[explain.Own]), raw(x.Figures[explain.Other]), raw(x.Difference()), nil, nil}
	var fields []query.Field // by line
	for _, c := range x.Columns {
		for range c.Lines {
			fields = append(fields, c.Field)
		}
	}
	for row := range t.Rows {
		line := map[string]json.RawMessage{"field": raw(data.TextValue(fields[row].String()))}
		for _, c := range t.Columns {
			v := c.Value(row)
			if share, _ := v.Number(); c.Format.Percent {
				v = data.FloatValue(share)
			}
			line[strings.ReplaceAll(strings.ToLower(c.Name), " ", "_")] = raw(v)
		}
		out.Lines = append(out.Lines, line)
	}
	out.LeftOut = append(out.LeftOut, each.Of(x.LeftOut, func(l explain.LeftOut) leftOut { return leftOut(l) })...)
	return out
}
