package main

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCommands runs the commands on few rows. They compare the answers of both engines and write their part of the
// page.
func TestCommands(t *testing.T) {
	for name, c := range map[string]struct {
		args []string
		want []string
	}{
		"groupby": {[]string{"--rows", "20000", "--rounds", "1", "--sets", "k100"},
			[]string{"20,000 rows", "| q10 |"}},
		"pivots":     {[]string{"--rows", "20000", "--rounds", "1"}, []string{"20,000 rows", "| q10: "}},
		"calculated": {[]string{"--rows", "20000", "--rounds", "1"}, []string{"20,000 rows", "v1 * v3"}},
		"shows": {[]string{"--rows", "20000", "--rounds", "1"}, []string{"20,000 rows", "Running total",
			"and Others"}},
		"floats": {[]string{"--rows", "20000", "--rounds", "1"}, []string{"| stddev |"}},
		"grid": {[]string{"--rows", "20000", "--rounds", "1", "--groups", "100", "--keys", "1", "--distributions",
			"uniform,zipf"}, []string{"20,000 rows"}},
	} {
		t.Run(name, func(t *testing.T) {
			page := filepath.Join(t.TempDir(), "page.md")
			if err := os.WriteFile(page, nil, 0o600); err != nil {
				t.Fatal(err)
			}
			for _, known := range commands {
				if known.name == name {
					f := flag.NewFlagSet(name, flag.ContinueOnError)
					run := known.define(f)
					if err := f.Parse(append(c.args, "--page", page)); err != nil {
						t.Fatal(err)
					}
					if err := run(t.Context()); err != nil {
						t.Fatal(err)
					}
				}
			}
			text, err := os.ReadFile(page)
			for _, want := range c.want {
				if !strings.Contains(string(text), want) {
					t.Errorf("the page does not say %q: %v\n%s", want, err, text)
				}
			}
		})
	}
}
