package cli

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"aead.dev/minisign"
	"github.com/spf13/pflag"

	"cardinal/data"
	"cardinal/data/load"
	"cardinal/data/number/calendar"
	"cardinal/data/shape/lookup"
	"cardinal/engine"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/export"
	"cardinal/export/chart"
	"cardinal/internal/separators"
	"cardinal/internal/workspace"
	"cardinal/profiler"
)

// output has the options for where an answer goes, and in which format.
type output struct {
	format, out, chart string
	partition          string // columns

	encrypt      bool
	passwordFile string
	password     string // of the file; "": none

	sign string               // the file of the key that signs; "": none
	key  *minisign.PrivateKey // nil: none
}

func (o *output) addFlags(f *pflag.FlagSet) {
	f.StringVarP(&o.out, "out", "o", "", "`FILE` to write instead of the standard "+
		"output: "+export.Extensions()+"; - is the standard output")
	f.StringVar(&o.format, "format", "", "`FORMAT`: "+export.Names()+"; without it, the name of --out decides, and "+
		"without --out the answer is a table; cardinal help formats")
	f.Func("locale", "`LANGUAGE` of numbers and names that people read: de prints 1.234,5 and März, fr 1 234,5 and "+
		"mars; "+
		"en-US begins weeks on Sunday. CSV, JSON and Parquet keep 1234.5 and March", func(name string) error {
		s, err := separators.Of(name)
		if err == nil {
			separators.Use(s)
			calendar.Use(calendar.LanguageOf(name))
			calendar.UseFirstDay(calendar.WeekStart(name))
		}
		return err
	})
	f.StringVar(&o.partition, "partition", "", "`COLUMNS`, such as year,region: --out is a folder with a Parquet file "+
		"for each combination of their labels, in folders such as year=2024/region=North")
	f.BoolVar(&o.encrypt, "encrypt", false, "encrypt the workbook with the password of the variable "+outVariable+
		", or with one that is typed on the terminal")
	f.StringVar(&o.sign, "sign", "", "`FILE` with a secret key of minisign, which signs the written file into a file "+
		".minisig beside it; a password of the key is that of the variable "+keyVariable+", or one that is typed")
	f.StringVar(&o.passwordFile, "out-password-file", "", "`FILE` with the password; encrypts the workbook as "+
		"--encrypt does")
}

// chartFlag adds the option of the chart.
func (o *output) chartFlag(f *pflag.FlagSet) {
	f.StringVar(&o.chart, "chart", "", "`KIND` of the chart in png and svg, and beside the pivot in xlsx and "+
		"html: "+chart.Names()+"; words after the kind add lines or a scale: 'line trend', 'bar average', "+
		"'bar 1000', 'line log'; cardinal help charts")
}

// checkChart does what check does, for a pivot that may have a chart. It also checks the name of the chart, and that
// the format holds charts.
func (o *output) checkChart(source string, s Streams) error {
	if err := o.check(source, s); err != nil || o.chart == "" {
		return err
	}
	if _, err := chart.ParseStyle(o.chart); err != nil {
		return usagef("--chart: %w", err)
	}
	if !export.FormatNamed(o.format).HoldsCharts() {
		return usagef("--chart: %s has no charts; name a file --out F.png, F.svg, F.xlsx or F.html", o.format)
	}
	return nil
}

// keepChart uses the chart of a workspace if no chart is named and the format holds charts.
func (o *output) keepChart(c workspace.Chart) error {
	if o.chart != "" || c.Place == "" || !export.FormatNamed(o.format).HoldsCharts() {
		return nil
	}
	o.chart = cmp.Or(c.Kind, chart.Auto)
	if _, err := chart.ParseStyle(o.chart); err != nil {
		return fmt.Errorf("the chart of the workspace: %w", err)
	}
	return nil
}

// check settles the format. It refuses a binary format without a file or on a terminal, and an output file that
// the table is read from.
func (o *output) check(source string, s Streams) error {
	piped := o.out == "-"
	if piped {
		o.out = ""
	}
	named := export.FormatOf(o.out)
	if o.partition != "" {
		if o.out == "" {
			return usagef("--partition writes a folder: give --out FOLDER")
		}
		o.format = cmp.Or(o.format, "parquet")
	}
	switch {
	case o.format != "":
	case o.out == "":
		o.format = "table"
	case named.Name == "":
		return usagef("--out %s: name the file %s, or give --format", o.out, export.Extensions())
	default:
		o.format = named.Name
	}
	format := export.FormatNamed(o.format)
	switch {
	case format.Name != o.format:
		return usagef("--format: %q is none of %s", o.format, export.Names())
	case named.Name != "" && named.Extension != format.Extension:
		return usagef("--format %s and --out %s name two formats", o.format, o.out)
	case piped && format.Binary && s.onTerminal():
		return usagef("--format %s cannot be shown on a terminal: --out NAME%s, or let --out - write into a pipe or "+
			"a file", o.format, format.Extension)
	case o.out == "" && !piped && format.Binary:
		return usagef("--format %s needs a file: --out NAME%s, or --out - to write into a pipe", o.format,
			format.Extension)
	}
	if o.partition != "" {
		if !format.HoldsPartitions() {
			return usagef("--partition writes a folder of Parquet files: leave --format out")
		}
		o.format += " by " + o.partition
	}
	return o.checkOverwrite(source)
}

// checkOverwrite returns an error if the output file is, or would become, one of the files that the
// table is read from.
func (o *output) checkOverwrite(source string) error {
	files, err := load.Files(source)
	if o.out == "" || err != nil {
		return nil // reading the table will report the error
	}
	for _, f := range files {
		if err := export.CheckSource(o.out, f); err != nil {
			return usageError{err}
		}
	}
	if load.Takes(source, o.out) {
		return usagef(
			"--out %s would become one of the files that the table is read from: choose another folder or name", o.out,
		)
	}
	return nil
}

// writePivot writes a pivot. A workbook and JSON also get its profile.
func (o *output) writePivot(ctx context.Context, p export.Pivot, s Streams) error {
	if o.out != "" {
		noteHeld(o.out, s)
		report, err := export.Save(ctx, o.out, o.format, o.password, p)
		return o.signed(ctx, noteLosses(report, err, s))
	}
	format := export.FormatNamed(o.format).Piped().WithPassword(o.password)
	report, err := format.Write(ctx, s.Out, p)
	if !format.HoldsCharts() { // errors of a format with charts may be about the chart, and say so themselves
		err = outputError(err)
	}
	return noteLosses(report, err, s)
}

// writeBook writes several pivots.
func (o *output) writeBook(ctx context.Context, b export.Book, s Streams) error {
	if o.out != "" {
		noteHeld(o.out, s)
		report, err := export.SaveBook(ctx, o.out, o.format, o.password, b)
		return o.signed(ctx, noteBookLosses(report, err, s))
	}
	report, err := export.FormatNamed(o.format).WithPassword(o.password).WriteBook(ctx, s.Out, b)
	return noteBookLosses(report, err, s)
}

// mostLosses is the greatest number of losses that are noted if a file has several pivots. The sheet About has all of
// them.
const mostLosses = 10

// noteBookLosses does what noteLosses does, for several pivots that each may have losses of their own. It notes at most
// mostLosses of them and counts the others.
func noteBookLosses(report export.Report, err error, s Streams) error {
	more := len(report.Losses) - mostLosses
	if err != nil || more <= 0 {
		return noteLosses(report, err, s)
	}
	report.Losses = report.Losses[:mostLosses]
	if err := noteLosses(report, nil, s); err != nil {
		return err
	}
	printNotes(s, []string{"the sheet About has " + profiler.Counted(more, "more note")})
	return nil
}

// checkRows does what check does, for rows of a table. A terminal shows rows, but not every format holds them.
func (o *output) checkRows(source string, s Streams) error {
	if err := o.check(source, s); err != nil {
		return err
	}
	if shown := o.out == "" && o.format == "table"; !shown && !export.FormatNamed(o.format).HoldsRows() {
		return usagef("--format %s holds only pivots: write rows as %s, or print them as table", o.format,
			export.RowNames())
	}
	return nil
}

// writeRows writes rows of a table.
func (o *output) writeRows(ctx context.Context, l pivot.Listing, s Streams) error {
	switch {
	case o.out != "":
		noteHeld(o.out, s)
		report, err := export.SaveRows(ctx, o.out, o.format, o.password, l)
		return o.signed(ctx, noteLosses(report, err, s))
	case o.format == "table":
		return outputError(export.Text(s.Out, l))
	}
	report, err := export.FormatNamed(o.format).Piped().WithPassword(o.password).WriteRows(ctx, s.Out, l)
	return noteLosses(report, outputError(err), s)
}

// noteHeld prints a note if another program seems to have the output file open.
func noteHeld(path string, s Streams) {
	if held := export.HeldBy(path); held != "" {
		printNotes(s, []string{path + ": " + strings.TrimSuffix(held, ".")})
	}
}

// noteLosses notes what the format could not hold, if the answer was written without an error.
func noteLosses(report export.Report, err error, s Streams) error {
	if err != nil {
		return err
	}
	for _, loss := range report.Losses {
		printNotes(s, []string{loss.String()})
	}
	return nil
}

func outputError(err error) error {
	if err != nil {
		return fmt.Errorf("cannot write to the standard output: %w", err)
	}
	return nil
}

// origin returns the origin of the table that a tab pivots, nil if the format does not hold origins. path is the path
// of the file of the table.
func (o *options) origin(path string, t *data.Table, tab workspace.Tab) *export.Origin {
	if !export.FormatNamed(o.format).CarriesOrigin() {
		return nil
	}
	return o.originOf(path, t, tab)
}

// originOf does what origin does, for every format.
func (o *options) originOf(path string, t *data.Table, tab workspace.Tab) *export.Origin {
	if path == "-" {
		return &export.Origin{}
	}
	var kept, given []lookup.Spec
	for _, l := range tab.Lookups {
		if s, err := l.Spec(filepath.Dir(o.kept.path)); err == nil {
			kept = append(kept, s)
		}
	}
	for _, text := range o.reading.lookups {
		if s, err := lookup.Parse(text); err == nil { // errors were reported when the table was opened
			given = append(given, s)
		}
	}
	if o.all {
		kept, given = given, kept
	}
	folder := ""
	if o.out != "" {
		folder = filepath.Dir(o.out)
	}
	return export.OriginOf(t, slices.Concat(kept, given), folder)
}

// source lists the rows that a pivot is computed from.
func source(e *engine.Engine, t *data.Table, tab *pivot.Crosstab) export.Source {
	return func(ctx context.Context, most int) (pivot.Listing, int, error) {
		return e.RowsUnder(ctx, t, tab, 0, 0, most)
	}
}

// finerPivots returns a function that answers further queries over the table of a pivot. It returns nil if a server
// would have to answer them.
func finerPivots(e *engine.Engine, t *data.Table) export.Finer {
	if t.Served != nil {
		return nil
	}
	return func(ctx context.Context, q query.Query, most int) (*pivot.Crosstab, error) {
		return e.PivotWithin(ctx, t, q, most)
	}
}
