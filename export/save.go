package export

import (
	"context"
	"fmt"
	"io"

	"cardinal/engine/pivot"
)

// Save writes a pivot to the file at path, in the format with the given name; "" means the format of the path's
// extension. It encrypts the file with a password; "" means no encryption. On an error, or if ctx is cancelled, the old
// file is unchanged. The Report counts the values that the format could not represent.
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

// SaveRows writes rows of a table to the file at path, like Save. It returns an error if the format is only for pivots.
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

// File writes a text to the file at path. On an error, the old file is unchanged.
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
