package agree

import (
	"bufio"
	"context"
	_ "embed"
	"flag"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"cardinal/bench/duck"
	"cardinal/bench/report"
)

// explained lists why files are read differently. Each line has the end of a path, a tab, and the reason.
//
//go:embed explained.tsv
var explained string

// Command defines the flags of bench agree and returns the command.
func Command(f *flag.FlagSet) func(context.Context) error {
	folders := f.String("folders", "data", "folders of delimited text and Parquet, parted by commas")
	all := f.Bool("all", false, "list the files that are equal, too")
	var page report.Page
	page.Flag(f)
	return func(ctx context.Context) error {
		paths, err := files(strings.Split(*folders, ","))
		if err != nil {
			return err
		}
		db, err := duck.Open(ctx, 1)
		if err != nil {
			return err
		}
		defer db.Close()
		version, err := db.Version(ctx)
		if err != nil {
			return err
		}
		counts, unexplained, listed := map[string]int{}, 0, map[string]bool{}
		t := report.Table{Header: []string{"file", "outcome", "what", "why"}}
		for _, path := range paths {
			v := compare(ctx, db, path)
			if err := ctx.Err(); err != nil {
				return err
			}
			counts[v.class]++
			why := reason(path)
			if (v.class == differs || v.class == oursRefuses) && why == "" {
				unexplained++
				why = "NOT EXPLAINED"
			}
			line := shortPath(path) + v.class + v.what // the same for all copies of a file
			if !listed[line] && (*all || v.class != equal && v.class != bothRefuse) {
				listed[line] = true
				t.Add(shortPath(path), v.class, cell(v.what), why)
			}
		}
		body := fmt.Sprintf("DuckDB %s. %d files: %d equal, %d differ, %d that Cardinal refuses and DuckDB reads, %d "+
			"that DuckDB refuses and Cardinal reads, %d that both refuse, %d not compared.\n\n%s\n\n%s",
			version, len(paths), counts[equal], counts[differs], counts[oursRefuses], counts[duckRefuses],
			counts[bothRefuse], counts[notCompared], method, t.String())
		fmt.Println(body)
		if unexplained > 0 {
			return fmt.Errorf("%d files are read differently, and nothing says why", unexplained)
		}
		return page.Section("Values beside DuckDB's", body)
	}
}

const method = "Each file is read by both sides as it stands, without options, and every cell of the columns that " +
	"both have is compared: numbers by their value, times by the moment, texts by their characters, " +
	"null as null. Columns that are lists, maps or structs for DuckDB are not compared."

// files lists the delimited texts and the Parquet files of folders.
func files(folders []string) (paths []string, err error) {
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() && slices.Contains([]string{".csv", ".tsv", ".parquet"},
				filepath.Ext(path)) {
				paths = append(paths, path)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	if len(paths) == 0 {
		return nil, fmt.Errorf("no .csv, .tsv or .parquet file lies in %s", strings.Join(folders, ", "))
	}
	return paths, nil
}

// shortPath returns the last folder and the name of a path.
func shortPath(path string) string {
	return filepath.ToSlash(filepath.Join(filepath.Base(filepath.Dir(path)), filepath.Base(path)))
}

// cell escapes a text for a cell of a Markdown table.
func cell(s string) string { return strings.NewReplacer("|", `\|`, "\n", " ").Replace(s) }

// reason returns why a file is read differently, or "" if explained has no line for it.
func reason(path string) string {
	lines := bufio.NewScanner(strings.NewReader(explained))
	for lines.Scan() {
		if end, why, ok := strings.Cut(lines.Text(), "\t"); ok && strings.HasSuffix(filepath.ToSlash(path), end) {
			return why
		}
	}
	return ""
}
