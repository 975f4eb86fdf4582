package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// pagedTabs is a workspace of three tabs: region holds in every tab, and city in one.
const pagedTabs = `{"cardinal": 1, "source": {"path": "sales.csv"}, "tabs": [
	{"name": "By year <i>", "rows": ["year"], "values": [{"measure": "sum(price)"}, {"measure": "count()"}],
		"filters": [{"field": "region", "kind": "list", "every_tab": true}],
		"chart": {"place": "beside", "kind": "bar"}},
	{"name": "By region", "rows": ["region", "product"], "columns": ["year"], "values": [{"measure": "avg(price)"}],
		"filters": [{"field": "region", "kind": "list", "every_tab": true}]},
	{"name": "Large", "rows": ["qty"], "values": [{"measure": "max(weight)"}],
		"filters": [{"where": "qty > 5"}, {"field": "region", "kind": "list", "every_tab": true}]}]}`

// TestPivotsOnOnePageInBrowser filters a page of several pivots once, and compares each table with the page of its
// pivot alone under the same filter.
func TestPivotsOnOnePageInBrowser(t *testing.T) {
	b := openBrowser(t)
	folder := t.TempDir()
	t.Chdir(folder)
	for name, text := range map[string]string{"sales.csv": manySales(), "report.cardinal": pagedTabs} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	page, alone := filepath.Join(folder, "page.html"), filepath.Join(folder, "alone.html")
	tables := func() (all []string) {
		for i := range 3 {
			all = append(all, b.eval(fmt.Sprintf("document.querySelectorAll('section')[%d].querySelector('table')"+
				".innerText", i)))
		}
		return all
	}
	single := []string{"--rows year --values sum(price),count()",
		"--rows region,product --cols year --values avg(price)", "--rows qty --values max(weight)"}
	wants := func(where string) (all []string) {
		for i, args := range single {
			filter := strings.TrimPrefix(where+[]string{"", "", " and qty > 5"}[i], " and ")
			with := append([]string{"pivot", "sales.csv"}, strings.Fields(args)...)
			if filter != "" {
				with = append(with, "--filter", filter)
			}
			pivotPage(t, alone, with...)
			b.open(alone, false)
			all = append(all, b.eval("document.querySelector('table').innerText"))
		}
		return all
	}
	all, some := wants(""), wants("region in ('North', 'East')")
	pivotPage(t, page, "pivot", "--workspace", "report.cardinal", "--all-tabs")
	b.open(page, true)
	panel := b.eval("[...document.querySelectorAll('summary')].map(s => s.textContent).join('; ')")
	if want := "year (By year <i>, By region); region; product (By region); qty (Large)"; panel != want {
		t.Errorf("the filters are %s, want %s", panel, want)
	}
	compare := func(when string, wants []string) {
		t.Helper()
		for i, got := range tables() {
			if trimmed(got) != trimmed(wants[i]) {
				t.Errorf("%s, pivot %d is\n%s\nwant\n%s", when, i+1, got, wants[i])
			}
		}
	}
	compare("at first", all)
	b.choose(cut{"region", []string{"South"}, ""})
	compare("without South", some)
	if live := b.eval("document.querySelectorAll('figure.live:not([hidden])').length"); live != "1" {
		t.Errorf("%s charts are drawn again", live)
	}
	b.click("[...document.querySelectorAll('button')].find(b => b.textContent === 'Reset')")
	compare("after Reset", all)
	if len(b.faults) > 0 {
		t.Errorf("the browser reports %s", strings.Join(b.faults, "\n"))
	}
}

// trimmed returns a text without the signs of folds and sorts.
func trimmed(text string) string {
	return strings.Join(strings.Fields(strings.NewReplacer("▾", "", "▸", "", "▴", "").Replace(text)), " ")
}
