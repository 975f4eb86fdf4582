package export

import (
	"context"
	"fmt"
	"io"
	"strings"

	"cardinal/engine/pivot"
	"cardinal/profiler"
)

// Save writes the pivot of a grid into the file at path, in the format of the given name ("": the one of the path's extension).
// p is the profile of the run, or nil. The file appears whole or not at all: on an error, or when ctx is cancelled, the file that
// was at path stays as it was. The Report counts what the format could not hold.
func Save(ctx context.Context, path, format string, g *pivot.Grid, p *profiler.Record) (Report, error) {
	f := pick(format, path)
	if f.write == nil {
		return Report{}, fmt.Errorf("cannot tell the format of %q: name the file %s", path, Extensions())
	}
	return toFile(ctx, path, func(w io.Writer) (Report, error) { return f.write(ctx, w, g, p) })
}

// SaveRows writes rows of a table into the file at path, as Save writes a pivot. It is an error where the format holds pivots only.
func SaveRows(ctx context.Context, path, format string, l pivot.Listing) (Report, error) {
	f := pick(format, path)
	if f.rows == nil {
		var titles, extensions []string
		for _, f := range Formats {
			if f.rows != nil {
				titles, extensions = append(titles, f.Title), append(extensions, f.Extension)
			}
		}
		return Report{}, fmt.Errorf("rows are written to %s: name the file %s", strings.Join(titles, " or "), strings.Join(extensions, " or "))
	}
	return toFile(ctx, path, func(w io.Writer) (Report, error) { return f.rows(ctx, w, l) })
}

func pick(format, path string) Format {
	if format == "" {
		return FormatOf(path)
	}
	return FormatNamed(format)
}

func toFile(ctx context.Context, path string, write func(io.Writer) (Report, error)) (report Report, err error) {
	err = replace(ctx, realDisk{}, path, func(w io.Writer) (err error) {
		report, err = write(w)
		return err
	})
	return report, err
}
