package export

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"cardinal/data"
	"cardinal/data/parallel"
	"cardinal/internal/each"
	"cardinal/internal/localfile"
	"cardinal/internal/separators"
)

const (
	partFile      = "cardinal.parquet"           // the name of the file of each partition
	noPartition   = "__HIVE_DEFAULT_PARTITION__" // Hive's name for the folder of nulls
	maxPartitions = 10_000                       // the largest number of files that Cardinal reads as one table
)

// HoldsPartitions reports whether the format can be written as a folder with a file for each combination of labels. The
// columns of these labels follow the name of the format: "parquet by year, region".
func (f Format) HoldsPartitions() bool { return f.Name == "parquet" }

// partition is the rows that have the same combination of labels.
type partition struct {
	folder string // year=2024/region=North
	rows   []int
}

// saveFolder writes the table into a folder at path. `by` names columns, and each combination of their labels has a
// file of Parquet. The files are in folders such as year=2024/region=North, which Hive, Spark and DuckDB also write.
// The files have all other columns. The folder is written beside path, and renamed once it is complete.
func (t *flatTable) saveFolder(ctx context.Context, path, by string) (report Report, err error) {
	list := csv.NewReader(strings.NewReader(by))
	list.TrimLeadingSpace = true
	names, err := list.Read()
	if err != nil {
		return report, fmt.Errorf("the columns %s are not a list such as year, region: %w", by, err)
	}
	var keys []flatColumn
	rest := &flatTable{columns: slices.Clone(t.columns), listed: t.listed}
	for _, name := range names {
		name = strings.TrimSpace(name)
		i := slices.IndexFunc(rest.columns, func(c flatColumn) bool { return strings.EqualFold(c.name, name) })
		if i < 0 {
			return report, fmt.Errorf("cannot partition by %q: the columns are %s", name,
				separators.Join(each.Of(rest.columns, func(c flatColumn) string { return c.name }), "and"))
		}
		keys, rest.columns = append(keys, rest.columns[i]), slices.Delete(rest.columns, i, i+1)
	}
	if len(rest.columns) == 0 {
		return report, errors.New("cannot partition by all columns: one must be left for the files")
	}
	for _, k := range keys {
		if loss, err := k.untyped(t.rows); err != nil {
			return report, err
		} else if loss != "" {
			report.Losses = append(report.Losses, Loss{Kind: loss, First: k.name})
		}
	}
	all, err := t.partitions(ctx, keys)
	if err != nil {
		return report, explain(path, err)
	}
	rest.rows = t.rows
	rest.settle() // before the rows are divided, so that all files have the same types
	return report, replaceFolder(path, func(folder string) error {
		return parallel.Do(ctx, len(all), func(ctx context.Context, i int) error {
			dir := filepath.Join(folder, all[i].folder)
			if err := os.MkdirAll(dir, 0o755); err != nil {
				return err
			}
			f, err := os.OpenFile(filepath.Join(dir, partFile), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
			if err != nil { // on some systems, because two labels differ only in upper and lower case
				return err
			}
			err = rest.pick(all[i].rows).parquet(ctx, &guarded{ctx, f})
			return errors.Join(err, f.Sync(), f.Close())
		})
	})
}

// pick returns the table of some rows.
func (t *flatTable) pick(rows []int) *flatTable {
	some := &flatTable{schema: t.schema, rows: len(rows), listed: each.Of(rows, func(row int) uint32 {
		return uint32(t.row(row))
	})}
	for _, c := range t.columns {
		some.columns = append(some.columns, flatColumn{name: c.name, column: c.column,
			at: func(row int) data.Value { return c.at(rows[row]) }})
	}
	return some
}

// partitions groups the rows by the labels of columns.
func (t *flatTable) partitions(ctx context.Context, keys []flatColumn) (all []*partition, err error) {
	known := map[string]*partition{}
	var text []byte
	for row := range t.rows {
		if row%batchRows == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		text = text[:0]
		for _, k := range keys {
			v := k.at(row)
			text = append(v.Append(append(text, byte(v.Type))), 0)
		}
		p := known[string(text)]
		if p == nil {
			if p = new(partition); len(all) == maxPartitions {
				return nil, separators.Errorf("more than %d folders: partition by columns with fewer labels",
					maxPartitions)
			}
			for _, k := range keys {
				label := noPartition
				if v := k.at(row); !v.IsNull() {
					label = v.String()
				}
				label = strings.ReplaceAll(url.QueryEscape(label), "+", "%20")
				p.folder = filepath.Join(p.folder, keyText.Replace(k.name)+"="+label)
			}
			known[string(text)], all = p, append(all, p)
		}
		p.rows = append(p.rows, row)
	}
	return all, nil
}

// keyText escapes the characters of a column's name that the name of a folder cannot have. It escapes no others,
// because DuckDB does not undo escapes in names of columns.
var keyText = strings.NewReplacer("%", "%25", "/", "%2F", "=", "%3D", `\`, "%5C", ":", "%3A", "*", "%2A", "?", "%3F",
	`"`, "%22", "<", "%3C", ">", "%3E", "|", "%7C")

// untyped returns a loss if readers would take the labels of a column for another type, since names of folders have no
// types. If names of folders cannot represent the labels at all, it returns an error.
func (l *flatColumn) untyped(rows int) (loss string, err error) {
	isNumber, isDate := true, true
	for row := range rows {
		switch v := l.at(row); {
		case v.IsNull() || v.Type == data.Int || v.Type == data.Date && v.Unit == 0:
			isNumber, isDate = isNumber && v.IsNull(), isDate && v.IsNull()
		case v.Type == data.Bool:
			return "true and false are texts in the names of folders", nil
		case v.Type != data.Text || v.Text == "" || v.Text == noPartition:
			return "", fmt.Errorf("cannot partition by %s: it has %q, and names of folders hold texts, whole numbers, "+
				"days and true or false; leave the column out", l.name, v)
		default:
			_, noNumber := strconv.Atoi(v.Text)
			_, noDate := time.Parse(time.DateOnly, v.Text)
			isNumber, isDate = isNumber && noNumber == nil, isDate && noDate == nil
		}
	}
	if isNumber != isDate { // if all labels are null, both are true
		return "texts that readers take for numbers or days in the names of folders", nil
	}
	return "", nil
}

// replaceFolder calls write to fill a new folder beside path, and then renames the new folder to path. An older folder
// at path must be empty, or one that saveFolder has written. It is unchanged until the new folder is complete.
func replaceFolder(path string, write func(folder string) error) error {
	if err := checkFolder(path); err != nil {
		return explain(path, err)
	}
	dir := filepath.Dir(filepath.Clean(path))
	sweepFolders(dir)
	f, release, err := localfile.Temp(dir)
	if err != nil {
		return explain(path, err)
	}
	beside := f.Name() + besideTemp
	defer func() {
		_, _, _ = os.RemoveAll(beside), f.Close(), os.Remove(f.Name())
		release()
	}()
	if err := os.Mkdir(beside, 0o700); err != nil {
		return explain(path, err)
	}
	made, old := filepath.Join(beside, "new"), filepath.Join(beside, "old")
	if err := os.Mkdir(made, 0o755); err != nil {
		return explain(path, err)
	}
	if err := write(made); err != nil {
		return explain(path, err)
	}
	if err := os.Rename(path, old); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return explain(path, err)
	}
	if err := os.Rename(made, path); err != nil {
		if back := os.Rename(old, path); back != nil && !errors.Is(back, fs.ErrNotExist) {
			beside = "" // the folder beside has the only copy of the older folder
			return explain(path, fmt.Errorf("%w; the older folder is %s", err, old))
		}
		return explain(path, err)
	}
	return explain(path, syncFolder(dir))
}

// besideTemp follows the name of a temporary file in the name of a new folder. The file is held while the folder is
// written.
const besideTemp = ".folder"

// sweepFolders removes the folders that killed exports have left in dir. If such a folder has the only copy of an older
// export, it stays.
func sweepFolders(dir string) {
	localfile.Sweep(dir)
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		at := filepath.Join(dir, e.Name())
		temp, is := strings.CutSuffix(at, ".tmp"+besideTemp)
		_, held := os.Lstat(temp + ".tmp")
		_, older := os.Lstat(filepath.Join(at, "old"))
		if is && e.IsDir() && errors.Is(held, fs.ErrNotExist) && errors.Is(older, fs.ErrNotExist) &&
			strings.HasPrefix(e.Name(), ".cardinal-") {
			_ = os.RemoveAll(at)
		}
	}
}

// checkFolder returns an error if path has files or folders that saveFolder does not write.
func checkFolder(path string) error {
	return filepath.WalkDir(path, func(at string, e fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist) && at == path:
			return nil
		case err != nil:
			return err
		case at == path && e.IsDir(), e.IsDir() && strings.Contains(e.Name(), "="), at != path && e.Name() == partFile:
			return nil
		}
		return fmt.Errorf("%s is no part of an exported folder, and would be lost; choose another name", at)
	})
}

// saveBy writes a pivot or rows to a file, or into a folder if the name of the format has columns of partitions.
func (f Format) saveBy(ctx context.Context, path, name string, flat func() (*flatTable, error),
	write func(io.Writer) (Report, error)) (Report, error) {
	_, by, _ := strings.Cut(name, " by ")
	switch {
	case by == "":
		return toFile(ctx, path, write)
	case !f.HoldsPartitions():
		return Report{}, fmt.Errorf("%s has no partitions: they are folders of Parquet", f.Title)
	}
	t, err := flat()
	if err != nil {
		return Report{}, err
	}
	return t.saveFolder(ctx, path, by)
}
