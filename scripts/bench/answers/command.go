package answers

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"cardinal/bench/duck"
)

// Command returns bench answers: for every X.sql of a folder it writes X.want, DuckDB's answer as CSV. Each CSV file of
// the folder is a view with the file's name, without its extension.
func Command(f *flag.FlagSet) func(context.Context) error {
	return func(ctx context.Context) error {
		if f.NArg() != 1 {
			return fmt.Errorf("name the folder of the questions: bench answers DIR")
		}
		// With one thread the answer has the order that the question asks for.
		d, err := duck.Open(ctx, 1)
		if err != nil {
			return err
		}
		defer d.Close()
		tables, err := filepath.Glob(filepath.Join(f.Arg(0), "*.csv"))
		if err != nil {
			return err
		}
		for _, path := range tables {
			if err := d.ReadCSV(ctx, strings.TrimSuffix(filepath.Base(path), ".csv"), path); err != nil {
				return err
			}
		}
		questions, err := filepath.Glob(filepath.Join(f.Arg(0), "*.sql"))
		if err != nil {
			return err
		}
		for _, path := range questions {
			question, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			if err := d.WriteCSV(ctx, string(question), strings.TrimSuffix(path, ".sql")+".want"); err != nil {
				return fmt.Errorf("%s: %w", path, err)
			}
		}
		fmt.Printf("%d questions over %d tables\n", len(questions), len(tables))
		return nil
	}
}
