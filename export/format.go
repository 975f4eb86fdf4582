package export

import (
	"context"
	"io"
	"path/filepath"
	"strings"

	"cardinal/engine/pivot"
	"cardinal/profiler"
)

// Format describes a file format. The command line, the window's menus and Save take all that they know of formats from it.
type Format struct {
	Name      string // on the command line: xlsx
	Title     string // in the window: Excel; "" where the window does not offer the format
	Extension string // of its files, in lower case, with the point: .xlsx
	Binary    bool   // a terminal cannot show the format, so it needs a file

	write writer
	rows  func(context.Context, io.Writer, pivot.Listing) (Report, error) // nil: the format holds pivots only
}

// writer writes the pivot of a grid to w. The profile may be nil. The Report counts what the format could not hold.
type writer func(ctx context.Context, w io.Writer, g *pivot.Grid, p *profiler.Record) (Report, error)

// Formats are the formats in the order of menus. A further one needs its writer and its entry here.
var Formats = []Format{
	{"xlsx", "Excel", ".xlsx", true, workbook, rowsBook},
	{"csv", "CSV", ".csv", false, lossless(func(w io.Writer, g *pivot.Grid, _ *profiler.Record) error { return CSV(w, g) }),
		func(_ context.Context, w io.Writer, l pivot.Listing) (Report, error) { return Report{}, CSV(w, l) }},
	{"json", "JSON", ".json", false, lossless(func(w io.Writer, g *pivot.Grid, p *profiler.Record) error { return JSON(w, g, p) }), nil},
	{"parquet", "Parquet", ".parquet", true, lossless(func(w io.Writer, g *pivot.Grid, _ *profiler.Record) error { return Parquet(w, g.Tab()) }), nil},
	{"table", "", ".txt", false, lossless(func(w io.Writer, g *pivot.Grid, _ *profiler.Record) error { return Text(w, g) }), nil},
}

// lossless makes the writer of a format that holds every value.
func lossless(write func(io.Writer, *pivot.Grid, *profiler.Record) error) writer {
	return func(_ context.Context, w io.Writer, g *pivot.Grid, p *profiler.Record) (Report, error) {
		return Report{}, write(w, g, p)
	}
}

// Write writes the pivot of a grid to w. p is the profile of the run, or nil. The Report counts what the format could not hold.
func (f Format) Write(ctx context.Context, w io.Writer, g *pivot.Grid, p *profiler.Record) (Report, error) {
	return f.write(ctx, w, g, p)
}

// HoldsRows reports whether SaveRows can write the format.
func (f Format) HoldsRows() bool { return f.rows != nil }

// FormatOf is the format that the extension of a path names, and the zero Format where the extension names none.
func FormatOf(path string) Format {
	return find(func(f Format) bool { return f.Extension == strings.ToLower(filepath.Ext(path)) })
}

// FormatNamed is the format of the given Name, and the zero Format where there is none.
func FormatNamed(name string) Format { return find(func(f Format) bool { return f.Name == name }) }

func find(wanted func(Format) bool) Format {
	for _, f := range Formats {
		if wanted(f) {
			return f
		}
	}
	return Format{}
}

// Names lists the names of all formats as a sentence does: "xlsx, csv or json".
func Names() string { return list(func(f Format) string { return f.Name }) }

// Extensions lists the extensions of all formats as a sentence does: ".xlsx, .csv or .json".
func Extensions() string { return list(func(f Format) string { return f.Extension }) }

func list(word func(Format) string) string {
	words := make([]string, len(Formats))
	for i, f := range Formats {
		words[i] = word(f)
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}
