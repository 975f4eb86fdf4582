package export

import (
	"context"
	"fmt"
	"io"

	"cardinal/data/format/workbook/encrypted"
	"cardinal/engine/pivot"
)

// Encrypts reports whether files of the format can have a password.
func (f Format) Encrypts() bool { return f.Name == "xlsx" || f.Name == "pivottable" }

// CheckPassword returns an error if files of the format cannot have a password, or cannot have this password. "" means
// no password.
func (f Format) CheckPassword(password string) error {
	switch {
	case password == "":
		return nil
	case !f.Encrypts():
		return fmt.Errorf("%s cannot have a password: export to Excel, or leave the password out", f.Title)
	}
	return encrypted.CheckPassword(password)
}

// WithPassword returns the format, changed so that its files are encrypted with a password. If the password is "", it
// returns the format unchanged.
func (f Format) WithPassword(password string) Format {
	if password == "" {
		return f
	}
	seal := func(ctx context.Context, w io.Writer, write func(io.Writer) (Report, error)) (report Report, err error) {
		if err := f.CheckPassword(password); err != nil {
			return Report{}, err
		}
		err = encrypted.Write(ctx, w, password, func(w io.Writer) error {
			report, err = write(w)
			return err
		})
		return report, err
	}
	sealed := f
	sealed.write = func(ctx context.Context, w io.Writer, p Pivot) (Report, error) {
		return seal(ctx, w, func(w io.Writer) (Report, error) { return f.write(ctx, w, p) })
	}
	if f.book != nil {
		sealed.book = func(ctx context.Context, w io.Writer, b Book) (Report, error) {
			return seal(ctx, w, func(w io.Writer) (Report, error) { return f.book(ctx, w, b) })
		}
	}
	if f.rows != nil {
		sealed.rows = func(ctx context.Context, w io.Writer, l pivot.Listing) (Report, error) {
			return seal(ctx, w, func(w io.Writer) (Report, error) { return f.rows(ctx, w, l) })
		}
	}
	return sealed
}
