package export

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/export/chart"
	"cardinal/internal/each"
	"cardinal/internal/separators"
	"cardinal/internal/wording"
	"cardinal/profiler"
)

// Format describes a file format. The command line, the window's menus and Save read all that they know of formats
// from it.
type Format struct {
	Name      string // on the command line: xlsx
	Title     string // in the window: Excel; "" if the window does not offer the format
	Extension string // extension of its files, in lower case, with the point: .xlsx
	Binary    bool   // a terminal cannot show the format, so that it needs a file

	write writer
	book  func(context.Context, io.Writer, Book) (Report, error)          // nil: the format holds one pivot
	rows  func(context.Context, io.Writer, pivot.Listing) (Report, error) // nil: the format holds only pivots
}

// Pivot is the pivot to export.
type Pivot struct {
	Grid    *pivot.Grid      // the cells as on the screen
	Profile *profiler.Record // of the run, or nil
	Curve   *profiler.Curve  // the predicted times when the tier was chosen, or nil
	// the style of the chart, as chart.ParseStyle reads it; "": none, or what suits a picture
	Chart  string
	Source Source // nil: the rows of the table are not available
	Finer  Finer  // nil: a web page does not pivot
	// the fields beside the axes by whose labels a web page that pivots can be filtered
	Slicers []query.Field
	Origin  *Origin // nil: unknown, so that a workbook cannot be verified
}

// Source lists the rows of the table that the pivot is computed from: the rows that pass its filter, with its
// calculated fields as columns. It lists at most `most` of these n rows.
type Source func(ctx context.Context, most int) (rows pivot.Listing, n int, err error)

// writer writes a pivot to w. The Report counts what the format could not hold.
type writer func(ctx context.Context, w io.Writer, p Pivot) (Report, error)

// Formats has the formats in the order of menus. A further format needs its writer and its entry here.
var Formats = []Format{
	{"xlsx", "Excel", ".xlsx", true, workbook, bookOf("xlsx", figures), rowsBook},
	{"pivottable", "Excel with PivotTable", ".xlsx", true, pivotTableBook, bookOf("pivottable", withPivotTable), nil},
	{"ods", "OpenDocument (ODS)", ".ods", true, openDocument, openDocuments, openRows},
	{"csv", "CSV", ".csv", false, ofCells(CSV), nil, ofRows(CSV)},
	{"tsv", "TSV", ".tsv", false, ofCells(TSV), nil, ofRows(TSV)},
	{"html", "Web page", ".html", false, webPage, webPages, ofRows(HTML)},
	{ToPrint, "Web page to print", ".html", false, paper, nil, paperRows},
	{"md", "Markdown", ".md", false, ofCells(Markdown), nil, ofRows(Markdown)},
	{"json", "JSON", ".json", false, lossless(func(w io.Writer, p Pivot) error { return JSON(w, p.Grid, p.Profile) }),
		nil, nil},
	{"jsonl", "JSON lines", ".jsonl", false, ofFlat((*flatTable).jsonLines), nil, ofFlatRows((*flatTable).jsonLines)},
	{"parquet", "Parquet", ".parquet", true, ofFlat((*flatTable).parquet), nil, ofFlatRows((*flatTable).parquet)},
	{"arrow", "Arrow", ".arrow", true, ofFlat((*flatTable).arrow), nil, ofFlatRows((*flatTable).arrow)},
	{"png", "PNG picture", ".png", true, picture(func(ctx context.Context, s *chart.Scene, w io.Writer) error {
		return s.PNG(ctx, w)
	}), nil, nil},
	{"svg", "SVG picture", ".svg", false, picture(func(_ context.Context, s *chart.Scene, w io.Writer) error {
		return s.SVG(w)
	}), nil, nil},
	{"table", "", ".txt", false, ofCells(Text), nil, nil},
}

// lossless makes the writer of a format that holds every value.
func lossless(write func(io.Writer, Pivot) error) writer {
	return func(_ context.Context, w io.Writer, p Pivot) (Report, error) { return Report{}, write(w, p) }
}

// ofCells makes the writer of a format that holds only the cells of a grid.
func ofCells(write func(io.Writer, Cells) error) writer {
	return lossless(func(w io.Writer, p Pivot) error { return write(w, p.Grid) })
}

func ofRows(write func(io.Writer, Cells) error) func(context.Context, io.Writer, pivot.Listing) (Report, error) {
	return func(_ context.Context, w io.Writer, l pivot.Listing) (Report, error) { return Report{}, write(w, l) }
}

// ofFlat makes the writer of a format that holds a pivot as a flat table without totals. A row has the labels of a row
// of the pivot, one per column. After them comes a column for each pair of a column label and a measure.
func ofFlat(write func(*flatTable, context.Context, io.Writer) error) writer {
	return func(ctx context.Context, w io.Writer, p Pivot) (Report, error) {
		t, err := flatten(p.Grid.Tab())
		if err != nil {
			return Report{}, err
		}
		return Report{}, write(t, ctx, w)
	}
}

func ofFlatRows(write func(*flatTable, context.Context,
	io.Writer) error) func(context.Context, io.Writer, pivot.Listing) (Report, error) {
	return func(ctx context.Context, w io.Writer, l pivot.Listing) (Report, error) {
		return Report{}, write(flatRows(l), ctx, w)
	}
}

// Piped returns the format for the standard output. Lines of CSV and TSV end as the system's own programs end them:
// in LF except on Windows. Files have CR LF (RFC 4180).
func (f Format) Piped() Format {
	separators := map[string]byte{"csv": ',', "tsv": '\t'}
	if separator, ok := separators[f.Name]; ok {
		write := func(w io.Writer, g Cells) error {
			return writeSeparated(w, g, separator, strings.ToUpper(f.Name), lineEnd())
		}
		f.write, f.rows = ofCells(write), ofRows(write)
	}
	return f
}

// Write writes a pivot to w. The Report counts what the format could not hold.
func (f Format) Write(ctx context.Context, w io.Writer, p Pivot) (Report, error) {
	if err := p.Grid.Tab().Order(ctx); err != nil {
		return Report{}, err
	}
	if !slices.Contains(asOnScreen, f.Name) {
		p.Grid = p.Grid.Tabular()
	}
	switch words := p.Grid.Tab().Words(); {
	case slices.Contains(forPrograms, f.Name):
		p.Grid = p.Grid.In(nil)
	case words != nil && !slices.Contains(forPeople, f.Name):
		p.Grid = p.Grid.InFile(words.Recorded())
	}
	return f.write(ctx, w, p)
}

// forPrograms names the formats that are in English, whatever the language of the pivot is.
var forPrograms = []string{"csv", "tsv", "json", "jsonl", "parquet", "arrow"}

// forPeople names the formats that Cardinal does not read again as a table, so that labels such as Total are in the
// language of the pivot, too.
var forPeople = []string{ToPrint, "png", "svg", "table"}

// asOnScreen names the formats that have compact rows as the screen has them. Files of the others are sorted, filtered
// and read again by programs, and have a column for each field.
var asOnScreen = []string{"html", ToPrint, "table"}

// WriteRows writes rows of a table to w. The format must hold rows (HoldsRows).
func (f Format) WriteRows(ctx context.Context, w io.Writer, l pivot.Listing) (Report, error) {
	return f.rows(ctx, w, l)
}

// HoldsRows reports whether the format holds rows of a table.
func (f Format) HoldsRows() bool { return f.rows != nil }

// FormatOf returns the first format with the extension of a path, or the zero Format.
func FormatOf(path string) Format {
	return each.First(Formats, func(f Format) bool { return f.Extension == strings.ToLower(filepath.Ext(path)) })
}

// FormatNamed returns the format with the given Name, or the zero Format. The columns of partitions may stand behind
// the Name (HoldsPartitions).
func FormatNamed(name string) Format {
	name, _, _ = strings.Cut(name, " by ")
	return each.First(Formats, func(f Format) bool { return f.Name == name })
}

// Names lists the names of all formats as a sentence does: "xlsx, csv or json".
func Names() string { return list(Formats, func(f Format) string { return f.Name }) }

// Extensions lists the extensions of all formats as a sentence does: ".xlsx, .csv or .json".
func Extensions() string { return list(Formats, func(f Format) string { return f.Extension }) }

// RowNames lists the names of the formats that hold rows of a table.
func RowNames() string { return list(ofTables(), func(f Format) string { return f.Name }) }

func ofTables() []Format {
	return slices.DeleteFunc(slices.Clone(Formats), func(f Format) bool { return !f.HoldsRows() })
}

// list joins a word of each format, without repetitions.
func list(formats []Format, word func(Format) string) string {
	var words []string
	for _, f := range formats {
		if w := word(f); !slices.Contains(words, w) {
			words = append(words, w)
		}
	}
	return separators.Join(words, "or")
}

// Report says which values a file could not hold exactly. The zero Report says that the file holds all.
type Report struct {
	Losses []Loss // one per kind, in the order of their first cells
}

// Loss is one kind of change that a format made to values.
type Loss struct {
	Kind  string // "a number of more than 15 significant digits written as text"
	Cells int    // the number of cells; 0: the Kind is not about cells
	// the name of the first cell, such as B7, with its sheet if there are several pivots; without cells only the
	// sheet, or ""
	First string
}

// String returns the loss in English.
func (l Loss) String() string { return l.In(nil) }

// In returns the loss as a sentence of a language, without a full stop.
func (l Loss) In(w *wording.Words) string {
	kind := w.L(l.Kind)
	switch l.Cells {
	case 0:
		if l.First == "" {
			return kind
		}
		fallthrough
	case 1:
		return fmt.Sprintf("%s: %s", l.First, kind)
	}
	return w.N("{{.N}} cell, the first of them {{.Cell}}: {{.Loss}}",
		"{{.N}} cells, the first of them {{.Cell}}: {{.Loss}}", l.Cells, wording.With{"Cell": l.First, "Loss": kind})
}

// LossKinds lists the kinds of losses of values.
var LossKinds = []string{lostDigits, lostFinite, lostDate, lostFraction, lostTail, lostCharacter, lostMark}

// add counts one more cell. It calls cell for the name of the first one.
func (r *Report) add(kind string, cell func() string) {
	for i := range r.Losses {
		if r.Losses[i].Kind == kind {
			r.Losses[i].Cells++
			return
		}
	}
	r.Losses = append(r.Losses, Loss{Kind: kind, Cells: 1, First: cell()})
}

// HoldsCharts reports whether files of the format contain the chart of a pivot.
func (f Format) HoldsCharts() bool {
	return f.Name == "xlsx" || f.Name == "pivottable" || f.Name == "html" || f.Name == ToPrint || f.Name == "png" ||
		f.Name == "svg"
}
