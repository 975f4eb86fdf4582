package cli

import (
	"flag"

	"cardinal/engine/figure/numfmt"
	"cardinal/engine/query"
)

// measures is the options that say how measures are shown, called and written.
type measures struct{ shows, titles, numbers, bars, scales, highlights list }

func (o *measures) flags(f *flag.FlagSet) {
	f.Var(&o.titles, "title", "the `name` of a measure: 'sum(revenue)=Revenue'; may be repeated")
	f.Var(&o.numbers, "number", "the `format` of a measure's figures, as Excel writes number formats: 'sum(revenue)=#,##0.00 \"EUR\"'; CSV, JSON and Parquet keep plain numbers; may be repeated")
	f.Var(&o.shows, "show", "how a `measure` is shown: 'sum(x)=pct_row', 'sum(x)=diff_of:EU', 'sum(x)=running along cols'; there are "+query.ShowNames()+
		"; of equal measures the first --show is for the first; may be repeated")
	f.Var(&o.bars, "bars", "data bars for the figures of `measures`, in tables and workbooks; a measure has one of --bars, --scale and --highlight; may be repeated")
	f.Var(&o.scales, "scale", "a colour scale for the figures of `measures`: 'avg(x)' has two colours, '3 colours of avg(x)' three, the middle one at zero where figures have both signs; may be repeated")
	f.Var(&o.highlights, "highlight", "`figures` to highlight: 'top 10 of sum(x)', 'bottom 10 of sum(x)', 'above average of sum(x)', 'below average of sum(x)', 'sum(x) > 1,000', 'sum(x) between 10 and 20' or 'max(day) > 2024-12-31'; may be repeated")
}

// apply reads the options into a query that has its rows, columns and values.
func (o *measures) apply(q *query.Query) error {
	if err := q.ApplyShows(o.shows); err != nil {
		return usagef("--show: %w", err)
	}
	if err := q.ApplyTitles(o.titles); err != nil {
		return usagef("--title: %w", err)
	}
	err := q.ApplyNumbers(o.numbers, func(format string) error {
		_, err := numfmt.Parse(format)
		return err
	})
	if err != nil {
		return usagef("--number: %w", err)
	}
	if err := q.ApplyBars(o.bars); err != nil {
		return usagef("--bars: %w", err)
	}
	if err := q.ApplyScales(o.scales); err != nil {
		return usagef("--scale: %w", err)
	}
	if err := q.ApplyHighlights(o.highlights); err != nil {
		return usagef("--highlight: %w", err)
	}
	return nil
}
