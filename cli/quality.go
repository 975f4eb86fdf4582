package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"cardinal/data"
	"cardinal/engine"
	"cardinal/engine/query"
	"cardinal/internal/each"
	"cardinal/internal/separators"
	"cardinal/internal/workspace"
	"cardinal/profiler"
)

// qualityOptions has the options that look for doubtful values in a table.
type qualityOptions struct {
	all        bool
	duplicates string
}

func (o *qualityOptions) addFlags(f *pflag.FlagSet) {
	f.BoolVar(&o.all, "quality", false, "list what is doubtful instead: empty columns, labels that look the same, "+
		"blanks at the ends of texts, values far from the others, dates in the future, equal rows")
	f.StringVar(&o.duplicates, "duplicates", "", "count the rows that equal another one in these `COLUMNS`: "+
		"'name,date'; with --quality, in place of those that equal another one in all columns")
}

func (o *qualityOptions) asked() bool { return o.all || o.duplicates != "" }

// print looks for doubtful values in a table, and prints them.
func (o *qualityOptions) print(ctx context.Context, e *engine.Engine, t *data.Table, asJSON bool, s Streams) error {
	var columns []string
	if o.duplicates != "" {
		fields, err := query.ParseFields(o.duplicates)
		if err != nil {
			return usagef("--duplicates: %w", err)
		}
		for _, f := range fields {
			if f != (query.Field{Column: f.Column}) {
				return usagef("--duplicates: %s is not a column", f)
			}
			columns = append(columns, f.Column)
		}
	}
	var found []engine.Finding
	if o.all {
		p := s.newProgress()
		var err error
		found, err = e.Quality(ctx, t, nil, func(done float64) { p.tell("checking", t.Rows, done) })
		if p.end(); err != nil {
			return err
		}
	}
	same, err := e.Duplicates(ctx, t, columns)
	if err != nil {
		return err
	}
	if same.Rows > 0 || columns != nil {
		found = append(found, same)
	}
	if asJSON {
		return printJSON(s, jsonQuality(t, found))
	}
	_, err = fmt.Fprint(s.Out, qualityText(t, found))
	return outputError(err)
}

// widestFilter is the length from which on a filter is not printed; the JSON form has it.
const widestFilter = 300

// qualityText writes a line for each finding, and below it the filter that selects its rows.
func qualityText(t *data.Table, found []engine.Finding) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s, %s\n", t.Name, profiler.Counted(t.Rows, "row"), profiler.Counted(len(found), "finding"))
	for _, f := range found {
		if f.Doubt != engine.Duplicates {
			fmt.Fprintf(&b, "%s: ", f.Columns[0])
		}
		fmt.Fprintf(&b, "%s", profiler.Counted(f.Rows, "row"))
		if t.Rows > 0 {
			b.WriteString(separators.Sprintf(" (%.1f%%)", 100*float64(f.Rows)/float64(t.Rows)))
		}
		fmt.Fprintf(&b, " %s\n", f.Words)
		if f.Where != nil && len(f.Where.String()) <= widestFilter {
			fmt.Fprintf(&b, "  --filter %s\n", workspace.Quoted(f.Where.String()))
		}
		if f.Doubt == engine.Duplicates && f.Rows > 0 {
			fmt.Fprintf(&b, "  %s\n", repeatedOptions(f.Columns))
		}
	}
	return b.String()
}

// repeatedOptions returns the options of a pivot that lists the repeated values of some columns, and how often they
// occur.
func repeatedOptions(columns []string) string {
	names := each.Of(columns, func(c string) string { return query.Field{Column: c}.String() })
	return "--rows " + workspace.Quoted(strings.Join(names, ",")) + " --having " +
		workspace.Quoted(names[len(names)-1]+": count() > 1")
}

// jsonQuality returns the findings with a record for each.
func jsonQuality(t *data.Table, found []engine.Finding) any {
	type finding struct {
		Finding engine.Doubt `json:"finding"`
		Columns []string     `json:"columns"`
		Rows    int          `json:"rows"`
		What    string       `json:"what"`
		Filter  string       `json:"filter,omitempty"` // selects the rows, as --filter takes it
		Sets    int          `json:"sets,omitempty"`   // of duplicates: different rows
	}
	out := struct {
		Name     string    `json:"name"`
		Rows     int       `json:"rows"`
		Findings []finding `json:"findings"`
	}{t.Name, t.Rows, []finding{}}
	for _, f := range found {
		of := finding{Finding: f.Doubt, Columns: f.Columns, Rows: f.Rows, What: f.Words, Sets: f.Sets}
		if f.Where != nil {
			of.Filter = f.Where.String()
		}
		out.Findings = append(out.Findings, of)
	}
	return out
}
