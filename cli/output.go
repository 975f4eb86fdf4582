package cli

import (
	"context"
	"flag"
	"fmt"

	"cardinal/engine/pivot"
	"cardinal/export"
	"cardinal/profiler"
)

// output is the options that say where an answer goes and in which format.
type output struct{ format, out string }

func (o *output) flags(f *flag.FlagSet) {
	f.StringVar(&o.format, "format", "", export.Names()+"; by the name of --out, else table")
	f.StringVar(&o.out, "out", "", "file to write instead of the standard output: "+export.Extensions())
}

// check settles the format. It refuses a binary format without a file, and an output file that is the source.
func (o *output) check(source string) error {
	named := export.FormatOf(o.out).Name
	switch {
	case o.format != "":
	case o.out == "":
		o.format = "table"
	case named == "":
		return usagef("--out %s: name the file %s, or give --format", o.out, export.Extensions())
	default:
		o.format = named
	}
	format := export.FormatNamed(o.format)
	switch {
	case format.Name == "":
		return usagef("--format: %q is none of %s", o.format, export.Names())
	case named != "" && named != o.format:
		return usagef("--format %s and --out %s name two formats", o.format, o.out)
	case o.out == "" && format.Binary:
		return usagef("--format %s needs a file: --out NAME%s", o.format, format.Extension)
	}
	if err := export.CheckSource(o.out, source); err != nil {
		return usageError{err}
	}
	return nil
}

// writePivot writes a pivot and, to a workbook or JSON, its profile.
func (o *output) writePivot(ctx context.Context, g *pivot.Grid, p *profiler.Record, s Streams) error {
	if o.out != "" {
		report, err := export.Save(ctx, o.out, o.format, g, p)
		return saved(report, err, s)
	}
	_, err := export.FormatNamed(o.format).Write(ctx, s.Out, g, p)
	return printed(err)
}

// checkRows is check for rows of a table, which a terminal shows and not every format holds.
func (o *output) checkRows(source string) error {
	if err := o.check(source); err != nil {
		return err
	}
	if shown := o.out == "" && o.format == "table"; !shown && !export.FormatNamed(o.format).HoldsRows() {
		return usagef("--format %s holds pivots alone: write rows as csv or xlsx, or print them as table", o.format)
	}
	return nil
}

// writeRows writes rows of a table.
func (o *output) writeRows(ctx context.Context, l pivot.Listing, s Streams) error {
	switch {
	case o.out != "":
		report, err := export.SaveRows(ctx, o.out, o.format, l)
		return saved(report, err, s)
	case o.format == "csv":
		return printed(export.CSV(s.Out, l))
	}
	return printed(export.Text(s.Out, l))
}

// saved says what a file could not hold.
func saved(report export.Report, err error, s Streams) error {
	if err != nil {
		return err
	}
	for _, loss := range report.Losses {
		fmt.Fprintf(s.Err, "note: %s\n", loss)
	}
	return nil
}

func printed(err error) error {
	if err != nil {
		return fmt.Errorf("cannot write to the standard output: %w", err)
	}
	return nil
}
