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

// Format describes a file format. The command line, the window's menus and Save take everything that they need to know
// about formats from these descriptions.
type Format struct {
	Name      string // on the command line: xlsx
	Title     string // in the window: Excel; "" if the window does not offer the format
	Extension string // extension of its files, in lower case and with the point: .xlsx
	Binary    bool   // a terminal cannot show the format, so that it needs a file

	write writer
	// book writes several pivots; nil: a file has one pivot
	book func(context.Context, io.Writer, Book) (Report, error)
	// rows writes rows of a table; nil: the format is only for pivots
	rows func(context.Context, io.Writer, pivot.Listing) (Report, error)
}

// Pivot is the pivot to export.
type Pivot struct {
	Grid    *pivot.Grid      // the cells that the screen shows
	Profile *profiler.Record // the profile of the run, or nil
	Curve   *profiler.Curve  // the times that were predicted when the tier was chosen, or nil
	// the style of the chart, for chart.ParseStyle; "": no chart or, in a picture, the kind that suits
	Chart  string
	Source Source // nil: the rows of the table are not available
	Finer  Finer  // nil: a web page cannot fold, sort and filter
	// fields outside of the axes by whose labels the reader of a web page can filter
	Slicers []query.Field
	Origin  *Origin // nil: unknown, so that a workbook cannot be verified
}

// Source lists the rows from which the pivot is computed: the rows of the table that pass the filter, with the
// calculated fields as columns. n is the number of these rows; at most `most` of them are listed.
type Source func(ctx context.Context, most int) (rows pivot.Listing, n int, err error)

// writer writes a pivot to w. The Report counts the values that the format could not represent.
type writer func(ctx context.Context, w io.Writer, p Pivot) (Report, error)

// Formats lists the formats in the order of menus. A new format needs a writer and an entry here.
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

// lossless makes the writer of a format that can represent every value.
func lossless(write func(io.Writer, Pivot) error) writer {
	return func(_ context.Context, w io.Writer, p Pivot) (Report, error) { return Report{}, write(w, p) }
}

// ofCells makes the writer of a format whose files have only the cells of a grid.
func ofCells(write func(io.Writer, Cells) error) writer {
	return lossless(func(w io.Writer, p Pivot) error { return write(w, p.Grid) })
}

func ofRows(write func(io.Writer, Cells) error) func(context.Context, io.Writer, pivot.Listing) (Report, error) {
	return func(_ context.Context, w io.Writer, l pivot.Listing) (Report, error) { return Report{}, write(w, l) }
}

// ofFlat makes the writer of a format whose files have a flat table without totals. A row of the flat table is a row of
// the pivot. Its first columns are the row labels, one for each field. Then follows a column for each pair of a column
// label and a measure.
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

// Piped returns the format for the standard output. There, lines of CSV and TSV end with LF, or with CR LF on Windows,
// like those of the system's own programs. In files, lines end with CR LF (RFC 4180).
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

// Write writes a pivot to w. The Report counts the values that the format could not represent.
func (f Format) Write(ctx context.Context, w io.Writer, p Pivot) (Report, error) {
	if err := p.Grid.Tab().Order(ctx); err != nil {
		return Report{}, err
	}
	if !slices.Contains(asOnScreen, f.Name) {
		p.Grid = p.Grid.Tabular()
	}
	switch words := p.Grid.Tab().Words(); {
	case slices.Contains(forPeople, f.Name):
	case words == nil || slices.Contains(forPrograms, f.Name):
		p.Grid = p.Grid.InFile(nil)
	default:
		p.Grid = p.Grid.InFile(words.Recorded())
	}
	return f.write(ctx, w, p)
}

// forPrograms names the formats that are always written in English.
var forPrograms = []string{"csv", "tsv", "json", "jsonl", "parquet", "arrow"}

// forPeople names the formats that Cardinal never reads again as a table. In these, labels such as Total are also in
// the language of the pivot.
var forPeople = []string{ToPrint, "png", "svg", "table"}

// asOnScreen names the formats that keep compact rows. All other formats have a column for each field, because programs
// sort, filter and read their files.
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

// FormatNamed returns the format with the given Name, or the zero Format. The name may be followed by columns of
// partitions, as in "parquet by year" (HoldsPartitions).
func FormatNamed(name string) Format {
	name, _, _ = strings.Cut(name, " by ")
	return each.First(Formats, func(f Format) bool { return f.Name == name })
}

// Names lists the names of all formats in the form of a sentence: "xlsx, csv or json".
func Names() string { return list(Formats, func(f Format) string { return f.Name }) }

// Extensions lists the extensions of all formats in the form of a sentence: ".xlsx, .csv or .json".
func Extensions() string { return list(Formats, func(f Format) string { return f.Extension }) }

// RowNames lists the names of the formats that hold rows of a table.
func RowNames() string { return list(ofTables(), func(f Format) string { return f.Name }) }

func ofTables() []Format {
	return slices.DeleteFunc(slices.Clone(Formats), func(f Format) bool { return !f.HoldsRows() })
}

// list joins a word of each format. A word that several formats have is listed once.
func list(formats []Format, word func(Format) string) string {
	var words []string
	for _, f := range formats {
		if w := word(f); !slices.Contains(words, w) {
			words = append(words, w)
		}
	}
	return separators.Join(words, "or")
}

// Report says which values a file could not represent exactly. The zero Report says that all values are exact.
type Report struct {
	Losses []Loss // one for each kind, in the order of the first cells
}

// Loss is one kind of change that a format made to values.
type Loss struct {
	Kind  string // "a number of more than 15 significant digits written as text"
	Cells int    // the number of cells; 0: the Kind is not about cells
	// the name of the first cell, such as B7, with its sheet if there are several pivots; if the kind is not about
	// cells, only the sheet or ""
	First string
}

// String returns the loss in English.
func (l Loss) String() string { return l.In(nil) }

// In returns the loss as a sentence in a language, without a full stop.
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

// LossKinds lists the kinds of losses that concern cells.
var LossKinds = []string{lostDigits, lostFinite, lostDate, lostFraction, lostTail, lostCharacter, lostMark, lostRule}

// add counts one more cell for a kind of loss. For the first cell of a kind, it calls cell to get the cell's name.
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
