package cli

import (
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cardinal/engine/query"
)

// TestAnswers holds pivots against DuckDB's answers. The comment lines at the beginning of
// testdata/duckdb/X.sql are commands, such as "-- pivot sales.csv --rows region". The answer of each on every
// tier, as CSV, must be X.want without its headings.
//
// X.want is made by the command answers of scripts/bench (testdata/duckdb/README.md).
func TestAnswers(t *testing.T) {
	t.Chdir("testdata/duckdb")
	questions, err := filepath.Glob("*.sql")
	if err != nil || len(questions) == 0 {
		t.Fatal("no questions", err)
	}
	for _, path := range questions {
		name := strings.TrimSuffix(path, ".sql")
		t.Run(name, func(t *testing.T) {
			sql, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			want, err := os.ReadFile(name + ".want")
			if err != nil {
				t.Fatal(err)
			}
			asked := askedBy(string(sql))
			if len(asked) == 0 {
				t.Fatalf("%s names no command", path)
			}
			for _, line := range asked {
				args := append(words(line), "--format", "csv")
				for tier, got := range map[string]string{"serial": runOnce(append(args, "--tier", "serial")),
					"workers": runOnce(append(args, "--tier", "workers")), "gpu": onGPU(args)} {
					if err := sameAnswer(got, string(want)); err != nil {
						t.Errorf("%s on %s: %v; the answer is\n%s", line, tier, err, got)
					}
				}
			}
		})
	}
}

// TestAnswersHaveEveryCalculation fails if a question is missing. Every aggregate, way to show a measure, part of a
// column, function and limit needs an answer of DuckDB. The answers have fields on both axes, two fields on one axis,
// and all subtotals and totals. Parts stand on either axis, and ways that compare labels go along either.
func TestAnswersHaveEveryCalculation(t *testing.T) {
	var asked, onRows, onCols, measures, shows strings.Builder
	questions, err := filepath.Glob("testdata/duckdb/*.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range questions {
		sql, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range askedBy(string(sql)) {
			args := words(line)
			option := func(name string) string {
				if i := slices.Index(args, name); i >= 0 {
					return args[i+1]
				}
				return ""
			}
			rows, cols := option("--rows"), option("--cols")
			if rows == "" || cols == "" || !strings.Contains(rows+cols, ",") ||
				option("--totals")+option("--subtotals") != "" {
				continue
			}
			fmt.Fprintln(&asked, line)
			fmt.Fprintln(&onRows, rows)
			fmt.Fprintln(&onCols, cols)
			fmt.Fprintln(&measures, option("--values"))
			fmt.Fprintln(&shows, option("--show")+",")
		}
	}
	need := func(in *strings.Builder, where, what string) {
		if !strings.Contains(in.String(), what) {
			t.Errorf("no question in testdata/duckdb has %q %s", what, where)
		}
	}
	for _, option := range []string{"--top ", "--bottom ", "--others", "--having ", "--group ", "--let ", "--sort "} {
		need(&asked, "with all totals", option)
	}
	for _, f := range query.Funcs {
		need(&measures, "as a measure", string(f)+"(")
	}
	need(&measures, "as a measure", " where ")
	for _, w := range query.Ways[1:] {
		switch kind := "=" + string(w.Kind); {
		case w.Base:
			need(&shows, "down rows", kind+":EU,")
			need(&shows, "across columns", kind+":2")
		case w.Spans:
			need(&shows, "down rows", kind+":3,")
			need(&shows, "across columns", kind+":3 along cols,")
		case w.Needs:
			need(&shows, "down rows", kind+" along region,")
			need(&shows, "across columns", kind+" along year(date),")
		case w.Axis:
			need(&shows, "down rows", kind+",")
			need(&shows, "across columns", kind+" along cols,")
		default:
			need(&shows, "with all totals", kind+",")
		}
	}
	for _, k := range query.PartKinds {
		written := k.Name + "("
		if k.Unit != 0 {
			written = ", " + k.Unit.String() + ")"
		}
		need(&onRows, "on rows", written)
		need(&onCols, "on columns", written)
	}
	need(&onRows, "on rows", "group(")
	need(&onCols, "on columns", "group(")
	for _, f := range query.Functions {
		if f.Name != "today" { // its answer is another one every day
			need(&asked, "with all totals", f.Name+"(")
		}
	}
}

// askedBy lists the commands in the comment lines that a question begins with.
func askedBy(sql string) (lines []string) {
	for line := range strings.Lines(sql) {
		command, ok := strings.CutPrefix(strings.TrimSpace(line), "-- ")
		if !ok {
			return lines
		}
		lines = append(lines, command)
	}
	return lines
}

// sameAnswer compares two answers as CSV, headings left out, field by field.
func sameAnswer(got, want string) error {
	got, _, _ = strings.Cut(got, "! note: ") // which stand behind the answer
	a, err := csv.NewReader(strings.NewReader(got)).ReadAll()
	if err != nil {
		return err
	}
	b, err := csv.NewReader(strings.NewReader(want)).ReadAll()
	if err != nil {
		return err
	}
	if len(a) != len(b) || len(a) == 0 || len(a[0]) != len(b[0]) {
		return fmt.Errorf("%d lines and not %d, or other columns", len(a), len(b))
	}
	for row := 1; row < len(a); row++ {
		for col := range a[row] {
			if !sameField(a[row][col], b[row][col]) {
				return fmt.Errorf("line %d, column %d: %s, want %s", row, col+1, a[row][col], b[row][col])
			}
		}
	}
	return nil
}

// sameField reports whether two fields are one text or one number. Numbers may differ by 1 in 10^12, since
// DuckDB rounds on the way. Spaces stand for the T of a time.
func sameField(a, b string) bool {
	if strings.Replace(a, "T", " ", 1) == strings.Replace(b, "T", " ", 1) {
		return true
	}
	x, err := strconv.ParseFloat(a, 64)
	y, other := strconv.ParseFloat(b, 64)
	return err == nil && other == nil && math.Abs(x-y) <= 1e-12*math.Abs(y)
}
