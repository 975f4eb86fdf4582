package report

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestSection(t *testing.T) {
	path := filepath.Join(t.TempDir(), "page.md")
	for _, s := range []struct{ title, body string }{{"One", "first"}, {"Two", "second"}, {"One", "again\n"},
		{"Two", "2"}} {
		if err := Page(path).Section(s.title, s.body); err != nil {
			t.Fatal(err)
		}
	}
	got, _ := os.ReadFile(path)
	if want := "# Benchmarks\n\n## One\n\nagain\n\n## Two\n\n2\n"; string(got) != want {
		t.Errorf("the page is %q, not %q", got, want)
	}
}

func TestTable(t *testing.T) {
	table := Table{Header: []string{"data", "q1"}, Left: 1}
	table.Add("K=100", MS(1234567*time.Nanosecond))
	table.Add("Zipf–1", MS(0))
	want := "| data   |   q1 |\n|--------|-----:|\n| K=100  | 1.23 |\n| Zipf–1 |    – |\n"
	if got := table.String(); got != want {
		t.Errorf("the table is\n%s", got)
	}
}

func TestNumbers(t *testing.T) {
	for got, want := range map[string]string{
		Count(1234567): "1,234,567", Count(-123): "-123", Count(999): "999", Ratio(2.534): "2.53x", Ratio(0): "–",
		MS(123456 * time.Microsecond): "123", MiB(3 << 19): "1.50",
	} {
		if got != want {
			t.Errorf("%s is not %s", got, want)
		}
	}
	if g := GeometricMean([]float64{2, 8, 0}); g < 3.999 || g > 4.001 {
		t.Errorf("the geometric mean of 2 and 8 is %f", g)
	}
}
