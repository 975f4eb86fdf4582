package export

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/data/load"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/internal/localfile"
)

// filesIn lists the files below a folder.
func filesIn(t *testing.T, folder string) (files []string) {
	t.Helper()
	if err := filepath.WalkDir(folder, func(at string, e os.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			at, _ = filepath.Rel(folder, at)
			files = append(files, filepath.ToSlash(at))
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return files
}

// partitioned returns a table with labels that are hard to write as names of folders.
func partitioned() *data.Table {
	valid := data.NewBitmap(6)
	valid.SetRange(0, 5)
	return data.NewTable("t", []*data.Column{
		data.NewText("the city", []uint32{0, 1, 2, 0, 3, 0}, []string{"Rome", "a/b=c %é+", "..", "North "}, valid),
		data.NewInts("year", data.Int, 0, []int64{2023, 2024, 2023, 2024, -1, 2023}, nil),
		data.NewInts("day", data.Date, 0, []int64{19723, 19724, 19723, 19724, 19725, 19723}, valid),
		data.NewInts("amount", data.Decimal, 2, []int64{1050, 125, 0, -399, 100000, 7}, nil),
	})
}

// TestPartitions writes a folder of Parquet, and reads the same rows back.
func TestPartitions(t *testing.T) {
	from := partitioned()
	for by, want := range map[string][]string{
		"YEAR": {"year=-1/cardinal.parquet", "year=2023/cardinal.parquet", "year=2024/cardinal.parquet"},
		`year, "the city"`: {"year=-1/the city=North%20/cardinal.parquet",
			"year=2023/the city=../cardinal.parquet", "year=2023/the city=Rome/cardinal.parquet",
			"year=2023/the city=__HIVE_DEFAULT_PARTITION__/cardinal.parquet",
			"year=2024/the city=Rome/cardinal.parquet",
			"year=2024/the city=a%2Fb%3Dc%20%25%C3%A9%2B/cardinal.parquet"},
		"day": {"day=2024-01-01/cardinal.parquet", "day=2024-01-02/cardinal.parquet", "day=2024-01-03/cardinal.parquet",
			"day=__HIVE_DEFAULT_PARTITION__/cardinal.parquet"},
	} {
		folder := filepath.Join(t.TempDir(), "out")
		for range 2 { // the second export replaces the first one
			report, err := SaveRows(t.Context(), folder, "parquet by "+by, "", pivot.Listing{Table: from})
			if err != nil || len(report.Losses) > 0 {
				t.Fatalf("%s: %+v, %v", by, report, err)
			}
		}
		if got := filesIn(t, folder); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", by, got, want)
		}
		if left, _ := os.ReadDir(filepath.Dir(folder)); len(left) != 1 {
			t.Errorf("%s: %v is left beside the folder", by, left)
		}
		back, err := load.Open(t.Context(), folder, load.Options{})
		if err != nil {
			t.Fatal(err)
		}
		rows := func(of *data.Table) (rows []string) {
			for row := range of.Rows {
				text := ""
				for _, c := range from.Columns {
					same, err := of.Column(c.Name)
					if err != nil {
						t.Fatal(err)
					}
					v := same.Value(row)
					text += fmt.Sprint(v.Type, " ", v, "|")
				}
				rows = append(rows, text)
			}
			slices.Sort(rows)
			return rows
		}
		if got, want := rows(back), rows(from); !slices.Equal(got, want) {
			t.Errorf("%s: read back\n%s, want\n%s", by, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// TestPartitionsOfPivot writes the labels of a pivot as folders. A column of texts that are numbers is noted.
func TestPartitionsOfPivot(t *testing.T) {
	from := partitioned()
	from = data.NewTable("t", append(from.Columns, data.NewText("code", []uint32{0, 1, 0, 1, 0, 1},
		[]string{"01", "2"}, nil)))
	q := query.Query{Rows: []query.Field{field("code"), field("year")},
		Values: []query.Measure{measure(query.Sum, "amount")}}
	folder := filepath.Join(t.TempDir(), "out")
	report, err := Save(t.Context(), folder, "parquet by code", "", Pivot{Grid: tabOf(t, from, q).Grid(pivot.Folds{})})
	if err != nil || len(report.Losses) != 1 || report.Losses[0].First != "code" {
		t.Fatalf("%+v, %v", report, err)
	}
	if got := filesIn(t, folder); !slices.Equal(got, []string{"code=01/cardinal.parquet", "code=2/cardinal.parquet"}) {
		t.Error(got)
	}
}

// TestPartitionsAreRefused leaves what is there as it was, and nothing beside it.
func TestPartitionsAreRefused(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	folder := filepath.Join(t.TempDir(), "out")
	l := pivot.Listing{Table: partitioned()}
	if _, err := SaveRows(t.Context(), folder, "parquet by year", "", l); err != nil {
		t.Fatal(err)
	}
	before := filesIn(t, folder)
	for _, c := range []struct {
		ctx      context.Context
		by, want string
	}{
		{cancelled, "parquet by year", "was cancelled"},
		{t.Context(), "parquet by amount", `cannot partition by amount: it has "10.50"`},
		{t.Context(), "parquet by years", `by "years": the columns are the city, year, day and amount`},
		{t.Context(), `parquet by the city,year,day,amount`, "one must be left for the files"},
		{t.Context(), `parquet by "year`, "are not a list"},
		{t.Context(), "csv by year", "CSV has no partitions"},
	} {
		if _, err := SaveRows(c.ctx, folder, c.by, "", l); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.by, err)
		}
	}
	if got := filesIn(t, filepath.Dir(folder)); len(got) != len(before) {
		t.Errorf("left %v", got)
	}
	if err := CheckSource(folder, filepath.Join(folder, before[0])); err == nil {
		t.Error("the folder would be replaced that the table is read from")
	}
	mine := filepath.Join(folder, "year=2023", "mine.csv")
	if err := os.WriteFile(mine, []byte("a\n1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := SaveRows(t.Context(), folder, "parquet by year", "", l); err == nil ||
		!strings.Contains(err.Error(), "mine.csv is no part of an exported folder, and would be lost") {
		t.Error(err)
	}
	if _, err := os.Stat(mine); err != nil {
		t.Error(err)
	}
	many := data.NewTable("t", []*data.Column{data.NewInts("n", data.Int, 0, make([]int64, maxPartitions+1), nil),
		data.NewInts("k", data.Int, 0, make([]int64, maxPartitions+1), nil)})
	ids := make([]int64, maxPartitions+1)
	for i := range ids {
		ids[i] = int64(i)
	}
	many = data.NewTable("t", []*data.Column{data.NewInts("k", data.Int, 0, ids, nil), many.Columns[0]})
	if _, err := SaveRows(t.Context(), folder+"2", "parquet by k", "", pivot.Listing{Table: many}); err == nil ||
		!strings.Contains(err.Error(), "more than 10,000 folders") {
		t.Error(err)
	}
}

// TestPartitionsOfDeadExports removes the folder of a killed export, and leaves one that is being written, one with the
// only copy of an older export, and other folders.
func TestPartitionsOfDeadExports(t *testing.T) {
	at := t.TempDir()
	held, release, err := localfile.Temp(at)
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	defer held.Close()
	stay := []string{filepath.Base(held.Name()) + ".folder/new", ".cardinal-2.tmp.folder/old", ".cardinal-mine/new",
		"mine.tmp.folder/new"}
	for _, name := range append(stay, ".cardinal-1.tmp.folder/new") {
		if err := os.MkdirAll(filepath.Join(at, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := SaveRows(t.Context(), filepath.Join(at, "out"), "parquet by year", "",
		pivot.Listing{Table: partitioned()}); err != nil {
		t.Fatal(err)
	}
	for _, name := range append(stay, "out/year=2023") {
		if _, err := os.Stat(filepath.Join(at, name)); err != nil {
			t.Error(err)
		}
	}
	if all, _ := os.ReadDir(at); len(all) != len(stay)+2 {
		t.Errorf("the folder has %v", all)
	}
}
