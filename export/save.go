package export

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"cardinal/engine/pivot"
	"cardinal/profiler"
)

// Formats are the names that Save takes, as the command line spells them.
var Formats = []string{"table", "csv", "json", "xlsx", "parquet"}

// Endings are those of the files that Save can tell the format of.
const Endings = ".xlsx, .csv, .json, .parquet or .txt"

// FormatOf picks the format by a file's extension, "" where it says nothing.
func FormatOf(path string) string {
	switch ext := strings.ToLower(strings.TrimPrefix(filepath.Ext(path), ".")); ext {
	case "txt":
		return "table"
	case "csv", "json", "xlsx", "parquet":
		return ext
	}
	return ""
}

// Save writes the pivot into the file at path, in one of Formats ("": the one of the path's extension). The file
// appears whole or not at all: on an error, or when ctx is cancelled, what was there before is untouched.
func Save(ctx context.Context, path, format string, c *pivot.Crosstab, g *pivot.Grid, p *profiler.Record) (Report, error) {
	if format == "" {
		format = FormatOf(path)
	}
	if !slices.Contains(Formats, format) {
		return Report{}, fmt.Errorf("cannot tell the format of %q: name the file %s", path, Endings)
	}
	var report Report
	err := replace(ctx, realDisk{}, path, func(w io.Writer) (err error) {
		report, err = write(ctx, w, format, c, g, p)
		return err
	})
	return report, err
}

// SaveRows writes rows of a table into the file at path, as "xlsx" or "csv" ("": as its extension says), whole or not at all.
func SaveRows(ctx context.Context, path, format string, l pivot.Listing) (Report, error) {
	if format == "" {
		format = FormatOf(path)
	}
	var report Report
	writer := map[string]func(io.Writer) error{
		"csv": func(w io.Writer) error { return CSV(w, l) },
		"xlsx": func(w io.Writer) (err error) {
			report, err = rowsBook(ctx, w, l)
			return err
		},
	}[format]
	if writer == nil {
		return Report{}, errors.New("rows are written to Excel or CSV: name the file .xlsx or .csv")
	}
	err := replace(ctx, realDisk{}, path, writer)
	return report, err
}

func write(ctx context.Context, w io.Writer, format string, c *pivot.Crosstab, g *pivot.Grid, p *profiler.Record) (Report, error) {
	switch format {
	case "table":
		return Report{}, Text(w, g)
	case "csv":
		return Report{}, CSV(w, g)
	case "json":
		return Report{}, JSON(w, c, p)
	case "xlsx":
		return workbook(ctx, w, g, p)
	case "parquet":
		return Report{}, Parquet(w, c)
	}
	panic("BUG: no format " + format)
}
