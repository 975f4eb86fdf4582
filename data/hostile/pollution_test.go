package hostile

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cardinal/data/load"
)

var pollutions = flag.String("pollutions", "", "a folder for the polluted texts of TestPollutions, for other "+
	"programs to read")

// pollution is a text with one fault, and the table that a person sees in it.
type pollution struct {
	name, text string
	names      []string
	rows       [][]string
	// the row with the fault, of which only a part can be right; -1: none; -2: what is right is a matter of
	// opinion
	hurt int
}

const pollutedRows, pollutedColumns = 84, 9

// clean returns the table that is polluted: dates, times, numbers, texts with delimiters and quotes, empty fields.
func clean() (names []string, rows [][]string) {
	names = []string{"date", "time", "qty", "product_id", "price", "product_type", "product_description",
		"url", "comments"}
	for i := range pollutedRows {
		rows = append(rows, []string{
			fmt.Sprintf("2024-%02d-%02d", i%12+1, i%28+1), fmt.Sprintf("%02d:%02d", i%24, 7*i%60), fmt.Sprint(i%9 + 1),
			fmt.Sprintf("K%04d", 37*i), fmt.Sprintf("%d.%02d", 3*i+1, 17*i%100),
			[]string{"Tools", "Garden", "Kitchen"}[i%3], []string{"a hammer, heavy", `a 5" pipe`, "plain"}[i%3],
			fmt.Sprintf("http://example.org/%d?a=1", i), []string{"", "late", "", "paid; sent"}[i%4]})
	}
	return names, rows
}

// written writes a table as delimited text. Fields have quotes if necessary.
func written(names []string, rows [][]string, delimiter, end string) string {
	var b strings.Builder
	for _, row := range append([][]string{names}, rows...) {
		b.WriteString(line(row, delimiter) + end)
	}
	return b.String()
}

func line(row []string, delimiter string) string {
	const quote = `"`
	fields := slices.Clone(row)
	for i, f := range fields {
		if strings.ContainsAny(f, delimiter+quote+"\n") {
			fields[i] = quote + strings.ReplaceAll(f, quote, quote+quote) + quote
		}
	}
	return strings.Join(fields, delimiter)
}

// polluted makes the texts after the recipe of the benchmark Pollock (Vitagliano and others, Pollock: a data
// loading benchmark, VLDB 2023): the whole file, its dialect, and in every row and column a separator too few,
// a separator too many, or a quote too many.
func polluted() (out []pollution) {
	names, rows := clean()
	add := func(name, text string, names []string, rows [][]string, hurt int) {
		out = append(out, pollution{name, text, names, rows, hurt})
	}
	whole := written(names, rows, ",", "\n")
	add("plain", whole, names, rows, -1)
	add("no_end", strings.TrimSuffix(whole, "\n"), names, rows, -1)
	add("blank_end", whole+"\n", names, rows, -1)
	add("crlf", written(names, rows, ",", "\r\n"), names, rows, -1)
	add("cr", written(names, rows, ",", "\r"), names, rows, -1)
	add("mark", "\xEF\xBB\xBF"+whole, names, rows, -1)
	add("one_row", written(names, rows[:1], ",", "\n"), names, rows[:1], -1)
	add("only_names", written(names, nil, ",", "\n"), names, nil, -1)
	for name, delimiter := range map[string]string{"semicolon": ";", "tab": "\t", "bar": "|"} {
		add(name, written(names, rows, delimiter, "\n"), names, rows, -1)
	}
	add("title", "Sales of the year\n\n"+whole, names, rows, -1)
	add("comment", "# made by a program\n# on Monday\n"+whole, names, rows, -1)
	add("total", whole+"Total,,420,,10000.00,,,,\n", names, rows, -1)
	add("again", whole+whole, names, rows, -2)
	add("no_names", written(rows[0], rows[1:], ",", "\n"), nil, rows, -1)
	for i, row := range rows {
		for j := range pollutedColumns {
			lines := strings.Split(strings.TrimSuffix(whole, "\n"), "\n")
			put := func(kind, text string) {
				with := slices.Clone(lines)
				with[i+1] = text
				add(fmt.Sprintf("%s_%d_%d", kind, i, j), strings.Join(with, "\n")+"\n", names, rows, i)
			}
			left, right := line(row[:j], ","), line(row[j+1:], ",")
			this := line(row[j:j+1], ",")
			before, after := left+",", ","+right
			if j == 0 {
				before = ""
			}
			if j == pollutedColumns-1 {
				after = ""
			}
			if j > 0 {
				put("less", left+this+after)
			} else {
				put("less", this+right)
			}
			put("more", before+this+","+after)
			put("quote", before+`"`+this+after)
		}
	}
	return out
}

// TestPollutions reads a text with one fault in 2,284 variants. A table that differs from what a person sees must
// have a note.
func TestPollutions(t *testing.T) {
	counts := map[string]map[string]int{}
	for _, p := range polluted() {
		if *pollutions != "" {
			if err := os.WriteFile(filepath.Join(*pollutions, p.name+".csv"), []byte(p.text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		kind, _, _ := strings.Cut(p.name, "_")
		if counts[kind] == nil {
			counts[kind] = map[string]int{}
		}
		class, detail := p.judge()
		counts[kind][class]++
		if class == "silent" {
			t.Errorf("%s: %s", p.name, detail)
		}
	}
	all := map[string]int{}
	for kind, c := range counts {
		t.Logf("%-10s %v", kind, c)
		for class, n := range c {
			all[class] += n
		}
	}
	t.Logf("%-10s %v", "all", all)
}

// judge reads the text and says whether the table is right.
func (p *pollution) judge() (class, detail string) {
	table, err := load.Bytes(context.Background(), p.name+".csv", []byte(p.text), load.Options{})
	if err != nil {
		return "refused", err.Error()
	}
	v := valuesOf(table)
	detail = p.difference(v, -1)
	switch {
	case detail == "":
		return "right", ""
	case len(v.notes) == 0:
		return "silent", detail
	case p.hurt >= 0 && p.difference(v, p.hurt) == "":
		return "beside", "" // all other rows are right, and a note tells of this one
	}
	return "noted", ""
}

// difference returns the first difference between a table, without one row, and the table that a person sees.
func (p *pollution) difference(v *values, but int) string {
	if p.hurt == -2 {
		return "whether the last lines are rows is a matter of opinion"
	}
	if len(v.names) < pollutedColumns || but < 0 && len(v.names) > pollutedColumns || v.rows != len(p.rows) {
		return fmt.Sprintf("%d columns and %d rows of %d and %d", len(v.names), v.rows, pollutedColumns, len(p.rows))
	}
	if p.names != nil && !slices.Equal(v.names[:pollutedColumns], p.names) {
		return fmt.Sprintf("the names are %q", v.names)
	}
	for i, row := range p.rows {
		for j, want := range row {
			if i == but {
				break
			}
			if got := v.columns[j][i]; got != want {
				return fmt.Sprintf("row %d column %d is %q, not %q", i, j, got, want)
			}
		}
	}
	return ""
}
