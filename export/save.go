package export

import (
	"context"
	"fmt"
	"io"

	"cardinal/engine/pivot"
)

// Save writes a pivot to the file at path, in the format with the given name ("": from the path's extension),
// encrypted with a password ("": none). The file appears whole or not at all: on an error, or if ctx is cancelled,
// the old file stays as it was. The Report counts what the format could not hold.
func Save(ctx context.Context, path, format, password string, p Pivot) (Report, error) {
	f := pick(format, path).WithPassword(password)
	if f.Name == "" {
		return Report{}, fmt.Errorf("cannot tell the format of %q: name the file %s", path, Extensions())
	}
	flat := func() (*flatTable, error) {
		if err := p.Grid.Tab().Order(ctx); err != nil {
			return nil, err
		}
		return flatten(p.Grid.Tab())
	}
	return f.saveBy(ctx, path, format, flat, func(w io.Writer) (Report, error) { return f.Write(ctx, w, p) })
}

// SaveRows writes rows of a table to the file at path, as Save writes a pivot. A format that holds only pivots is an
// error.
func SaveRows(ctx context.Context, path, format, password string, l pivot.Listing) (Report, error) {
	f := pick(format, path).WithPassword(password)
	if !f.HoldsRows() {
		return Report{}, fmt.Errorf("rows are written to %s: name the file %s",
			list(ofTables(), func(f Format) string { return f.Title }),
			list(ofTables(), func(f Format) string { return f.Extension }))
	}
	flat := func() (*flatTable, error) { return flatRows(l), nil }
	return f.saveBy(ctx, path, format, flat, func(w io.Writer) (Report, error) { return f.rows(ctx, w, l) })
}

// File writes a text to the file at path. The file appears whole or not at all.
func File(ctx context.Context, path string, text []byte) error {
	return replace(ctx, path, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

func pick(format, path string) Format {
	if format == "" {
		return FormatOf(path)
	}
	return FormatNamed(format)
}

func toFile(ctx context.Context, path string, write func(io.Writer) (Report, error)) (report Report, err error) {
	err = replace(ctx, path, func(w io.Writer) (err error) {
		report, err = write(w)
		return err
	})
	return report, err
}
