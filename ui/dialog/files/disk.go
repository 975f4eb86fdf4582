package files

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"cardinal/assets"
	"cardinal/data"
	"cardinal/data/format/workbook/encrypted"
	"cardinal/data/infer"
	"cardinal/data/load"
	"cardinal/data/remote"
	"cardinal/data/remote/dial"
	"cardinal/data/store/kept"
	"cardinal/engine/pivot"
	"cardinal/export"
	"cardinal/internal/localfile"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/session"
)

var _ session.Files = Disk{}

// unfit lets a file be opened that has changed since types were chosen for its columns.
var unfit = infer.Unfit{Missing: true, Unread: true}

// Disk reads and writes files for a session.
type Disk struct {
	// has tables that took long to read; nil: no tables are kept
	Tables    *kept.Folder
	Passwords *dial.Passwords      // of servers
	Opened    *encrypted.Passwords // of encrypted files
	// asks for the password of an encrypted file; nil: nobody can be asked
	Ask func(context.Context, *encrypted.Locked) (password string, err error)
	// connects an opened table to its server for the engine
	Attach func(*data.Table, remote.Server, *remote.Table)
}

// Open implements session.Files.
func (d Disk) Open(ctx context.Context, path string, how load.Options) (*data.Table, error) {
	if remote.IsAddress(path) {
		return d.connect(ctx, path, how.Reading.Zones)
	}
	zones := how.Reading.Zones
	how.Unfit, how.Passwords, how.Kept, how.Reading.Zones = unfit, d.Opened, d.Tables, nil // kept tables have instants
	t, err := d.instants(ctx, path, how)
	if err != nil || len(zones) == 0 {
		return t, err
	}
	return t.InZones(ctx, zones, true)
}

// instants opens a file, or the table that was kept of it. Its times are instants.
func (d Disk) instants(ctx context.Context, path string, how load.Options) (*data.Table, error) {
	open := func() (*data.Table, error) {
		return readUnlocked(ctx, d, func() (*data.Table, error) { return load.Open(ctx, path, how) })
	}
	if load.IsSeveral(path) || how.Sheet == load.AllSheets { // a kept table would lack the rows of the other files
		return open()
	}
	how.Changed = true
	return d.Tables.Open(ctx, path, how.Sheet, how.Reading, open)
}

// readUnlocked calls `read`. While the file is encrypted and no known password is right, it asks for the password and
// calls `read` again.
func readUnlocked[T any](ctx context.Context, d Disk, read func() (T, error)) (T, error) {
	for {
		t, err := read()
		var lock *encrypted.Locked
		if d.Ask == nil || !errors.As(err, &lock) {
			return t, err
		}
		password, err := d.Ask(ctx, lock)
		if err != nil {
			return t, err
		}
		d.Opened.Add(password)
	}
}

// connect opens a table on a server. Its rows stay on the server.
func (d Disk) connect(ctx context.Context, address string, zones []string) (*data.Table, error) {
	server, of, err := d.Passwords.Table(ctx, address)
	if err != nil {
		return nil, err
	}
	if err := of.InZones(zones, true); err != nil {
		server.Close()
		return nil, err
	}
	t := of.Schema()
	t.Reading.Zones = zones
	if len(t.Columns) == 0 {
		server.Close()
		return nil, errors.New(lang.L("cannot open {{.Table}}: it has no column of a type that Cardinal reads",
			lang.With{"Table": of.Address.Table}))
	}
	d.Attach(t, server, of)
	return t, nil
}

// Keeping implements session.Files.
func (d Disk) Keeping(t *data.Table) func(context.Context) error {
	if !d.Tables.Due(t) {
		return nil
	}
	return func(ctx context.Context) error { return d.Tables.Keep(ctx, t) }
}

// Preview implements session.Files.
func (d Disk) Preview(ctx context.Context, path, sheet string, how data.Reading) (*data.Table, error) {
	return readUnlocked(ctx, d, func() (*data.Table, error) {
		return load.Preview(ctx, path, load.Options{Sheet: sheet, Reading: how, Passwords: d.Opened, Kept: d.Tables})
	})
}

// Losses implements session.Files.
func (d Disk) Losses(ctx context.Context, path, sheet string, how data.Reading) ([]data.Loss, error) {
	return readUnlocked(ctx, d, func() ([]data.Loss, error) {
		return load.Losses(ctx, path, load.Options{Sheet: sheet, Reading: how, Passwords: d.Opened, Kept: d.Tables})
	})
}

// Beginnings implements session.Files. A table that is kept or on a server opens at once, so it has no beginnings.
func (d Disk) Beginnings(ctx context.Context, path string, how load.Options) iter.Seq[*data.Table] {
	kept := how.Reading
	kept.Zones = nil
	if remote.IsAddress(path) || d.Tables.Has(path, how.Sheet, kept) {
		return func(func(*data.Table) bool) {}
	}
	how.Unfit = unfit
	return load.Beginnings(ctx, path, how)
}

// Sample implements session.Files.
func (Disk) Sample(ctx context.Context) (*data.Table, error) { return assets.Sample(ctx) }

// Paste implements session.Files. The file is in its own folder for temporary files. After a crash, the next paste
// removes that folder.
func (Disk) Paste(text []byte) (path string, remove func(), err error) {
	localfile.Sweep(os.TempDir())
	dir, remove, err := localfile.TempDir()
	if err != nil {
		return "", nil, fmt.Errorf("%s: %w", lang.L("cannot keep what was pasted"), err)
	}
	path, err = filepath.Abs(filepath.Join(dir, localfile.Pasted))
	if err == nil {
		err = os.WriteFile(path, text, 0o600)
	}
	if err != nil {
		remove()
		return "", nil, fmt.Errorf("%s: %w", lang.L("cannot keep what was pasted"), err)
	}
	return path, remove, nil
}

// Save implements session.Files.
func (Disk) Save(ctx context.Context, path, format, password string, p export.Pivot) (string, error) {
	return lossText(export.Save(ctx, path, format, password, p))
}

// SaveBook implements session.Files.
func (Disk) SaveBook(ctx context.Context, path, format, password string, b export.Book) (string, error) {
	return lossText(export.SaveBook(ctx, path, format, password, b))
}

// SaveRows implements session.Files.
func (Disk) SaveRows(ctx context.Context, path, format, password string, l pivot.Listing) (string, error) {
	return lossText(export.SaveRows(ctx, path, format, password, l))
}

// lossText says in a sentence what a format could not hold.
func lossText(report export.Report, err error) (string, error) {
	if err != nil || len(report.Losses) == 0 {
		return "", err
	}
	var words []string
	for i, l := range report.Losses {
		if i == 3 {
			words = append(words, lang.N("and {{.N}} more", "and {{.N}} more", len(report.Losses)-i))
			break
		}
		words = append(words, l.In(lang.Words()))
	}
	return lang.L("Not everything fits the format: {{.Losses}}.", lang.With{"Losses": strings.Join(words, "; ")}), nil
}
