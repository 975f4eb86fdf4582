package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/data/load"
)

// TestReopened opens web pages and Markdown that were written in the numbers of several languages: all have the
// same values.
func TestReopened(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("s.csv", []byte("k,q,n,m\na,x,-1234,0.125\na,y,5,1000.5\nb,x,1500000,-0.5\nb,y,20,3.25\n"+
		"c,x,1000,\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	values := func(table *data.Table) string {
		var all []string
		for _, c := range table.Columns {
			all = append(all, c.Name, c.Type.String())
			for row := range table.Rows {
				all = append(all, c.Value(row).String())
			}
		}
		return strings.Join(all, "|")
	}
	for name, args := range map[string]string{
		"integers": "--values sum(n)",
		"decimals": "--values sum(m) --number sum(m)=#,##0.000",
		"all":      "--cols q --values sum(n),sum(m),sum(n) --show sum(n)=pct_total --number sum(m)=#,##0.000",
		"money":    "--values sum(n) --number sum(n)=#,##0.00",
	} {
		for _, format := range []string{"html", "md"} {
			want := ""
			for _, locale := range []string{"en", "de", "fr", "de-CH", "pl", "sv", "pt-BR", "en-IN", "ru"} {
				path := filepath.Join(".", strings.Join([]string{name, locale, format}, "."))
				command := append([]string{"pivot", "s.csv", "--rows", "k", "--tier", "serial", "--totals", "none",
					"--locale", locale, "--format", format, "--out", path}, strings.Fields(args)...)
				if out := runOnce(command); strings.Contains(out, "exit") {
					t.Fatalf("%s: %s", path, out)
				}
				table, err := load.Open(t.Context(), path, load.Options{})
				if err != nil {
					t.Fatal(err)
				}
				if got := values(table); want == "" {
					want = got
				} else if got != want {
					t.Errorf("%s has %s, want %s", path, got, want)
				}
			}
			if strings.Contains(want, "text|-") {
				t.Errorf("%s: numbers are texts: %s", name, want)
			}
		}
	}
}
