package export

import (
	"context"
	"fmt"
	"io"

	"cardinal/data/format/workbook/encrypted"
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
	sealed := f
	sealed.write, sealed.book, sealed.rows = seal(f, password, f.write), seal(f, password, f.book),
		seal(f, password, f.rows)
	return sealed
}

// seal returns a function that encrypts what another function writes, nil if there is no other function.
func seal[T any](f Format, password string,
	write func(context.Context, io.Writer, T) (Report, error)) func(context.Context, io.Writer, T) (Report, error) {
	if write == nil {
		return nil
	}
	return func(ctx context.Context, w io.Writer, what T) (report Report, err error) {
		if err := f.CheckPassword(password); err != nil {
			return Report{}, err
		}
		err = encrypted.Write(ctx, w, password, func(w io.Writer) error {
			report, err = write(ctx, w, what)
			return err
		})
		return report, err
	}
}
