package cli

import (
	"github.com/spf13/pflag"

	"cardinal/engine/figure/numfmt"
	"cardinal/engine/query"
)

// measures has the options for how measures are shown, called and written.
type measures struct{ shows, titles, numbers, bars, scales, icons, highlights, noTotals list }

func (o *measures) addFlags(f *pflag.FlagSet) {
	f.Var(&o.titles, "title", "the `NAME` of a measure: 'sum(revenue)=Revenue'")
	f.Var(&o.numbers, "number", "the number `FORMAT` of a measure, as Excel writes it: 'sum(revenue)=#,##0.00 "+
		"\"EUR\"'; or thousands, millions, currency or percent; "+
		"CSV, JSON and Parquet keep plain numbers")
	f.Var(&o.shows, "show", "how a `MEASURE` is shown: 'sum(x)=pct_row', 'sum(x)=diff_of:EU', 'sum(x)=running along "+
		"cols'. "+
		"There are "+query.ShowNames()+". Of equal measures the first --show is for the first")
	f.Var(&o.noTotals, "no-totals", "the `MEASURES` whose totals and subtotals are blank, because they mean nothing: "+
		"'avg(price)'")
	f.Var(&o.bars, "bars", "data bars for the figures of `MEASURES`, in tables and workbooks: 'sum(x)', or 'per row "+
		"of sum(x)', per column or per group, which compares the figures of each apart. A measure can have --bars, "+
		"--scale, --arrows and --highlight together, four in all")
	f.Var(&o.scales, "scale", "a colour scale for the figures of `MEASURES`: 'avg(x)' has two colours, '3 colours "+
		"of avg(x)' three, "+
		"the middle one at zero where figures have both signs; '3 colours per row of avg(x)' for each row. 'avg(x) by "+
		"sum(y)' colours by the figures of another of the values, also by 'sum(y)=pct_total' as it is shown; so do "+
		"--arrows and --highlight")
	f.Var(&o.icons, "arrows", "arrows beside the figures of `MEASURES`, down for the least and up for the greatest: "+
		"'sum(x)' has three, '5 arrows of sum(x)' five, '3 arrows per column of sum(x)' in each column")
	f.Var(&o.highlights, "highlight", "`FIGURES` to highlight: 'top 10 of sum(x)', 'bottom 10 of sum(x)', 'above "+
		"average of sum(x)', "+
		"'below average of sum(x)', 'sum(x) > 1,000', 'sum(x) between 10 and 20' or 'max(day) > 2024-12-31'")
}

// apply reads the options into a query that has its rows, columns and values.
func (o *measures) apply(q *query.Query) error {
	check := func(format string) error {
		_, err := numfmt.Parse(format)
		return err
	}
	for _, option := range []struct {
		name  string
		texts list
		apply func([]string) error
	}{
		{"show", o.shows, q.ApplyShows}, {"title", o.titles, q.ApplyTitles},
		{"number", o.numbers, func(texts []string) error { return q.ApplyNumbers(texts, check) }},
		{"no-totals", o.noTotals, q.ApplyNoTotals}, {"bars", o.bars, q.ApplyBars}, {"scale", o.scales, q.ApplyScales},
		{"arrows", o.icons, q.ApplyIcons}, {"highlight", o.highlights, q.ApplyHighlights},
	} {
		if err := option.apply(option.texts); err != nil {
			return usagef("--%s: %w", option.name, err)
		}
	}
	return nil
}
