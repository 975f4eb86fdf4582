package loading

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/klauspost/compress/zstd"

	"cardinal/bench/duck"
	"cardinal/bench/g1"
)

// forms are the forms in which a file is written, by its last extension.
var forms = map[string]func(io.Writer) io.WriteCloser{
	"csv": func(w io.Writer) io.WriteCloser { return open{w} },
	"gz":  func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) },
	"zst": func(w io.Writer) io.WriteCloser {
		z, err := zstd.NewWriter(w)
		if err != nil {
			panic("BUG: " + err.Error()) // no option was given
		}
		return z
	},
}

// open is a writer whose Close does nothing.
type open struct{ io.Writer }

func (open) Close() error { return nil }

// write writes the data in all forms into a folder and returns the paths. It keeps a file that exists.
func write(ctx context.Context, db *duck.Database, folder string, spec g1.Spec, names []string) ([]string, error) {
	var paths []string
	var data *g1.Data
	for _, name := range names {
		if name == "parquet" {
			path := filepath.Join(folder, spec.Name()+".parquet")
			paths = append(paths, path)
			if _, err := os.Stat(path); err == nil {
				continue
			}
			csv, err := write(ctx, db, folder, spec, []string{"csv"})
			if err == nil {
				err = db.WriteParquet(ctx, path, csv[0])
			}
			if err != nil {
				return nil, err
			}
			continue
		}
		form := forms[name]
		if form == nil {
			return nil, fmt.Errorf("there is no form %q of a file: there are csv, gz, zst and parquet", name)
		}
		path := filepath.Join(folder, spec.Name()+".csv")
		if name != "csv" {
			path += "." + name
		}
		paths = append(paths, path)
		if _, err := os.Stat(path); err == nil {
			continue
		}
		if data == nil {
			var err error
			if data, err = g1.New(spec); err != nil {
				return nil, err
			}
		}
		if err := writeOne(path, data, form); err != nil {
			return nil, err
		}
	}
	return paths, nil
}

func writeOne(path string, data *g1.Data, form func(io.Writer) io.WriteCloser) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	z := form(f)
	return errors.Join(data.WriteCSV(z), z.Close(), f.Close())
}
