package calendar

import (
	"flag"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/goodsign/monday"
)

var update = flag.Bool("update", false, "write languages.txt")

// TestLanguagesAreMondays holds languages.txt against the names that package monday writes, which takes some
// milliseconds for all languages. With -update it writes the file.
func TestLanguagesAreMondays(t *testing.T) {
	names := []string{"en"}
	// without the short names
	lines := map[string]string{"en": strings.Join(slices.Concat(MonthNames[:], WeekdayNames[:]), "|")}
	var b strings.Builder
	for _, locale := range monday.ListLocales() {
		var long, short []string
		for m := range MonthNames {
			first := time.Date(2024, time.Month(m+1), 1, 0, 0, 0, 0, time.UTC)
			long, short = append(long, monday.Format(first, "January", locale)),
				append(short, monday.Format(first, "Jan", locale))
		}
		for d := range WeekdayNames { // the first of January 2024 is a Monday
			day := time.Date(2024, time.January, d+1, 0, 0, 0, 0, time.UTC)
			long, short = append(long, monday.Format(day, "Monday", locale)),
				append(short, monday.Format(day, "Mon", locale))
		}
		tag, _, _ := strings.Cut(string(locale), "_")
		if slices.Contains(names, tag) {
			tag = strings.ReplaceAll(string(locale), "_", "-")
		}
		line, same := strings.Join(long, "|"), false
		for _, other := range lines {
			same = same || other == line
		}
		if !same {
			names, lines[tag] = append(names, tag), line
			b.WriteString(tag + "|" + line + "|" + strings.Join(short, "|") + "\n")
		}
	}
	if *update {
		if err := os.WriteFile("languages.txt", []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	} else if b.String() != languages {
		t.Error("languages.txt has other names: go test -run LanguagesAreMondays -update")
	}
}

// BenchmarkLanguages measures what the first sorting of labels in a process takes for the names of all languages:
// with no label that is such a name, and with one.
func BenchmarkLanguages(b *testing.B) {
	b.Run("no name", func(b *testing.B) {
		for b.Loop() {
			_ = strings.ToLower(languages)
		}
	})
	b.Run("a name", func(b *testing.B) {
		for b.Loop() {
			for line := range strings.Lines(languages) {
				_ = strings.Split(strings.ToLower(line), "|")
			}
		}
	})
}
