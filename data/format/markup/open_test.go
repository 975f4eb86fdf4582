package markup

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"cardinal/data"
)

func show(t *data.Table) string {
	var b strings.Builder
	for _, c := range t.Columns {
		fmt.Fprintf(&b, "%s %s:", c.Name, c.Type)
		for row := range t.Rows {
			fmt.Fprintf(&b, " %q", c.Value(row).String())
		}
		b.WriteString("; ")
	}
	return b.String() + strings.Join(t.Notes, "|")
}

// TestOpen reads tables of pages and of Markdown as people write them.
func TestOpen(t *testing.T) {
	for text, want := range map[string]string{
		"<!-- x --><table></table>":                                                "",
		"<h2 class=x>Two</h2><TABLE><tr><th>a<tr><td>1</TABLE>":                    `a int: "1"; `,
		"<order>1</order><table>":                                                  "",
		"<p>no data</p>":                                                           "",
		"<table><tr><td>a<td>b<tr><td>1<td>x<tr><td>2<td>y</table>":                `a int: "1" "2"; b text: "x" "y"; `,
		"<table><tr><th>a</th><th>b</th></tr><tr><td>1</td></tr>":                  `a int: "1"; b text: ""; `,
		"<html><table><tr><td>x</table><table><tr><th>a<tr><td>1<tr><td>2</table>": `a int: "1" "2"; `,
		// A label that spans rows stands in each of them. A number does not: it would be added up twice.
		"<table><tr><th>a<th>n<tr><td rowspan=2>x<td rowspan=2>5<tr></table>":                  `a text: "x" "x"; n int: "5" ""; texts that span several rows stand in each of them: 1`,
		"<table><tr><th rowspan=2>a<th colspan=2>b<tr><th>c<th>d<tr><td>x<td>1<td>2</table>":   `a text: "x"; b · c int: "1"; b · d int: "2"; texts that span several rows stand in each of them: 1`,
		"<table><tr><th>a<tr><td>&lt;b&gt;<script>no</script><style>no</style> c<br>d</table>": `a text: "<b> c\nd"; `,
		"| a | b |\n|---|--:|\n| x\\|y | **1,000.5** |\n| \\*z\\* | 2 |\n":                     `a text: "x|y" "*z*"; b decimal: "1000.5" "2.0"; `,
		`<table data-decimal=","><tr><th>a<th>n<tr><td>x<td>1.234<tr><td>y<td>2.500</table>`:   `a text: "x" "y"; n int: "1234" "2500"; `,
		"<table><tr><th>a<th>n<tr><td>x<td>1.234<tr><td>y<td>2.500</table>":                    `a text: "x" "y"; n decimal: "1.234" "2.500"; n: the point is assumed to be a decimal point, as in most files without semicolons between the fields; if it groups thousands, the numbers are 1,000 times too small`,
		"|a|n|\n|-|-|\n|x|1.234|\n|y|2.500|\n\n<!-- 1.234,5 -->\n":                             `a text: "x" "y"; n int: "1234" "2500"; `,
		// Blanks at which no line may end group thousands between digits, and are common blanks elsewhere.
		"<table><tr><th>a<th>n<tr><td>New&nbsp;York&nbsp;<td>1&nbsp;234<tr><td>y<td>2\u202f500<tr><td>z<td>&nbsp;</table>": `a text: "New York" "y" "z"; n int: "1234" "2500" ""; `,
		"a | b\n--- | ---\n1 | x\n":                          `a int: "1"; b text: "x"; `,
		"# Title\n\nwords\n\n|a|\n|-|\n|1|\n\nmore | bars\n": `a int: "1"; the text around the table was left out`,
	} {
		recognise, open := RecogniseHTML, OpenHTML
		if text[0] != '<' {
			recognise, open = RecogniseMarkdown, OpenMarkdown
		}
		r, size := bytes.NewReader([]byte(text)), int64(len(text))
		is, err := recognise(t.Context(), r, size)
		if err != nil || is != (want != "") {
			t.Errorf("%q is recognised: %v, %v", text, is, err)
		}
		if !is {
			continue
		}
		table, err := open(t.Context(), r, size, Options{}, func(float64) {})
		if err != nil {
			t.Errorf("%q: %v", text, err)
		} else if got := show(table); got != want {
			t.Errorf("%q:\n%s\nwant\n%s", text, got, want)
		}
	}
}

// TestMarkedTotals leaves out the rows that a page of Cardinal marks as totals, and no rows of other pages that
// have the same marks.
func TestMarkedTotals(t *testing.T) {
	const table = `<table data-decimal="."><tr><th>a<th>n<tr><th>x<td>1<tr class="note"><td>y<td>7<tr class="total"><th>z<td>4</table>`
	for page, want := range map[string]int{
		`<html><meta name="generator" content="Cardinal">` + table: 1,
		`<html><meta name="generator" content="Another">` + table:  3,
		table: 3,
	} {
		got, err := OpenHTML(t.Context(), strings.NewReader(page), int64(len(page)), Options{}, func(float64) {})
		if err != nil {
			t.Fatal(err)
		}
		if got.Rows != want {
			t.Errorf("%.50s: %d rows, want %d", page, got.Rows, want)
		}
	}
}

// TestReading reads the cells as a person says.
func TestReading(t *testing.T) {
	page := "<table data-decimal=\",\"><tr><th>zip<th>n<th>at<tr><td>01<td>1.234<td>03/04/2024<tr><td>2<td>2.500<td>05/06/2024<tr><td>all<td>9<td></table>"
	for want, how := range map[string]data.Reading{
		`zip text: "01" "2"; n int: "1234" "2500"; at date: "2024-04-03" "2024-06-05"; `: {Footer: "1",
			Dates: "dmy", Types: []string{"zip=text"}},
		`zip text: "01" "2"; n decimal: "1.234" "2.500"; at date: "2024-03-04" "2024-05-06"; `: {Footer: "1",
			Dates: "mdy", Decimal: "point", Types: []string{"zip=text"}},
	} {
		table, err := OpenHTML(t.Context(), strings.NewReader(page), int64(len(page)), Options{Reading: how},
			func(float64) {})
		if err != nil {
			t.Errorf("%+v: %v", how, err)
		} else if got := show(table); !strings.HasPrefix(got, want) {
			t.Errorf("%+v: %s\nwant %s", how, got, want)
		}
	}
	bad := Options{Reading: data.Reading{Decimal: "star"}}
	if _, err := OpenHTML(t.Context(), strings.NewReader(page), int64(len(page)), bad, func(float64) {}); err == nil {
		t.Error("a decimal star")
	}
}

// TestHeader reads the names of the columns from the rows that a person says.
func TestHeader(t *testing.T) {
	spans := "<table><tr><th rowspan=2>a<th colspan=2>b<tr><th>c<th>d<tr><td>x<td>1<td>2</table>"
	lines := "| 1 | 2 |\n|---|---|\n| 3 | 4 |\n"
	for _, c := range []struct{ text, header, want string }{
		{spans, "1",
			`a text: "a" "x"; b text: "c" "1"; b_2 text: "d" "2"; columns renamed: 1 named like another|texts that span several rows stand in each of them: 1`},
		{spans, "2",
			`a text: "x"; c int: "1"; d int: "2"; rows above the names of the columns were left out: 1|texts that span several rows stand in each of them: 1`},
		{spans, "1-2",
			`a text: "x"; b · c int: "1"; b · d int: "2"; texts that span several rows stand in each of them: 1`},
		{spans, "9", `error: header: the table has 3 rows, and row 9 cannot name its columns`},
		{spans, "last", `error: header: "last" is neither none nor the number of a row`},
		{lines, "none", `column_1 int: "1" "3"; column_2 int: "2" "4"; `},
		{lines, "2", `3 text:; 4 text:; rows above the names of the columns were left out: 1`},
		{"<table><tr><td>a<td>b<tr><td>x<td>y</table>", "none", `column_1 text: "a" "x"; column_2 text: "b" "y"; `},
		{"<table><tr><td>1<td>2<tr><td>3<td>4</table>", "1", `1 int: "3"; 2 int: "4"; `},
	} {
		open := OpenHTML
		if c.text[0] != '<' {
			open = OpenMarkdown
		}
		got := ""
		if table, err := open(t.Context(), strings.NewReader(c.text), int64(len(c.text)),
			Options{Reading: data.Reading{Header: c.header}}, func(float64) {}); err != nil {
			got = "error: " + err.Error()
		} else {
			got = show(table)
		}
		if got != c.want {
			t.Errorf("%q, header %s:\n%s\nwant\n%s", c.text, c.header, got, c.want)
		}
	}
}

// TestTables reads each table of a page and of a text by its name.
func TestTables(t *testing.T) {
	page := "<html><h2>Sales <i>2024</i></h2><table><caption>By\n region<tr><th>r<th>n<tr><td>a<td>1</table>" +
		"<table><tr><th>q<th>n<tr><td>b<td>2<tr><td>c<td>3</table><h3>All</h3><table><tr><td><table><tr><th>x<tr><td>9</table></table><table></table>"
	text := "## Sales\n\n|r|n|\n|-|-|\n|a|1|\n\n```\n|no|n|\n|-|-|\n```\n|q|n|\n|-|-|\n|b|2|\n|c|3|\n\n# A *b* #\n" +
		"|x|\n|-|\n|9|\nend\n"
	for _, c := range []struct{ text, name, want, sheets string }{
		{page, "", `q text: "b" "c"; n int: "2" "3"; `, "By region|Sales 2024|All|All (2)"},
		{page, "by REGION", `r text: "a"; n int: "1"; `, "By region|Sales 2024|All|All (2)"},
		{page, "All (2)", `x int: "9"; `, "By region|Sales 2024|All|All (2)"},
		{page, "Table 9", "the page has no table \"Table 9\"; its tables are By region, Sales 2024, All, All (2)", ""},
		{"<table><caption>Only<tr><td>x<tr><td>1</table>", "only", `x int: "1"; `, ""},
		{"<table><tr><td>x<tr><td>1</table>", "a",
			"the page has one table alone, and no table \"a\": leave its name out", ""},
		{text, "", `q text: "b" "c"; n int: "2" "3"; `, "Sales|Sales (2)|A *b*"},
		{text, "sales", `r text: "a"; n int: "1"; `, "Sales|Sales (2)|A *b*"},
		{text, "a *b*", `x int: "9"; `, "Sales|Sales (2)|A *b*"},
	} {
		open := OpenHTML
		if c.text[0] == '#' {
			open = OpenMarkdown
		}
		got := ""
		table, err := open(t.Context(), strings.NewReader(c.text), int64(len(c.text)), Options{Table: c.name},
			func(float64) {})
		if err != nil {
			got = err.Error()
		} else {
			got = show(table)
			if sheets := strings.Join(table.Sheets, "|"); sheets != c.sheets {
				t.Errorf("%q: tables %s", c.name, sheets)
			}
		}
		if got != c.want {
			t.Errorf("%q:\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
	var many []named
	for range 1200 {
		many = append(many, named{&grid{cells: 1}, "same"})
	}
	many[1100].cells = 2
	if got := largest(many); len(got) != mostTables || got[mostTables-1].cells != 2 {
		t.Errorf("%d of many tables can be chosen", len(got))
	} else if names := (tables{all: got}).names(); names[0] != "same" || names[mostTables-1] != "same (1000)" {
		t.Errorf("the last of many is %s", names[mostTables-1])
	}
	if got := (tables{all: []named{{name: "*"}, {name: strings.Repeat("é", 99)}}}).names(); got[0] != "Table 1" ||
		len([]rune(got[1])) != mostName {
		t.Errorf("%q", got)
	}
}

// TestNoMarkdown reads texts with bars that are no tables of Markdown.
func TestNoMarkdown(t *testing.T) {
	for _, text := range []string{"a|b\n1|2\n", "a|b\n---\n1|2\n", "a,b\nc|d,e\n---|---\n", "a|b|c\n-|-\n1|2|3\n",
		"-|-\n1|2\n", "a|b\n"} {
		if is, err := RecogniseMarkdown(t.Context(), strings.NewReader(text), int64(len(text))); is || err != nil {
			t.Errorf("%q is recognised: %v", text, err)
		}
	}
}

// TestTooLarge opens small pages that ask for much.
func TestTooLarge(t *testing.T) {
	wide := "<table><tr><th>a<tr>" + strings.Repeat("<td colspan=1000>x", 30)
	tall := "<table><tr><th>a<th>b<tr><td rowspan=65534>" + strings.Repeat("long ", 1<<16) + "<td>1" +
		strings.Repeat("<tr><td>", 60_000)
	none := "<html>nothing</html>"
	for text, want := range map[string]string{wide: "more than the 20,000 columns", tall: "texts that span many rows",
		none: "has no table"} {
		_, err := OpenHTML(t.Context(), strings.NewReader(text), int64(len(text)), Options{}, func(float64) {})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v, want %q", text, err, want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := OpenHTML(ctx, strings.NewReader(wide), int64(len(wide)), Options{}, func(float64) {}); err == nil {
		t.Error("a cancelled page is read")
	}
	if _, err := OpenMarkdown(t.Context(), io.NewSectionReader(strings.NewReader("|a|\n|-|\n"), 0, 4), 8, Options{},
		func(float64) {}); err == nil {
		t.Error("a text that became shorter is read")
	}
}
