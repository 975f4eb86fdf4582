package pollock

import (
	"fmt"
	"slices"
	"strings"
)

// polluted is a file with one pollution, and the table that a reader should find in it.
type polluted struct {
	name, kind string
	text       string
	names      []string // nil: the file has no line of names
	rows       [][]string
	dialect    dialect
}

// dialect says how a file is written.
type dialect struct {
	delimiter, quote, escape, end string
	header                        bool
	skip                          int // lines above the names
}

var plain = dialect{delimiter: ",", quote: `"`, escape: `"`, end: "\r\n", header: true}

const lines, columns = 84, 9 // size of the source, header included

// source makes a table like the benchmark's. It has dates, times, numbers, money, texts with delimiters and quotes, and
// a column without values.
func source() [][]string {
	table := [][]string{{"DATE", "TIME", "Qty", "PRODUCTID", "Price", "ProductType", "ProductDescription",
		"URL", "Comments"}}
	kinds := []string{"Hiking Boots", `Table, Round 48"`, "Men's Vest", "Cap, Wool", "Lamp"}
	words := []string{"Rugged, light and quick.", `A fly rod of 8'9" length.`, "Protects from sun and wind.",
		"For town, and for the trail."}
	for i := range lines - 1 {
		code := fmt.Sprintf("%c%c-%04d", 'A'+i%26, 'N'+i%13, 1000+37*i)
		table = append(table, []string{
			fmt.Sprintf("%02d/%02d/2018", 13+i%16, 1+i/16), fmt.Sprintf("%02d:%02d", i/4%24, 15*(i%4)),
			fmt.Sprint(i * 7 % 34), code, fmt.Sprintf("$%d.%02d", 3+i*11%90, i*37%100),
			kinds[i%len(kinds)], words[i%len(words)], "https://www.example.com/product/" + strings.ReplaceAll(code, "-",
				"_") + ".html", ""})
	}
	return table
}

// field writes a text as a field, in quotes if necessary.
func (d dialect) field(text string) string {
	if !strings.Contains(text, d.delimiter) && !strings.Contains(text, d.quote) {
		return text
	}
	if d.quote != "" {
		text = strings.ReplaceAll(text, d.quote, d.escape+d.quote)
	}
	return d.quote + text + d.quote
}

func (d dialect) line(row []string) string {
	fields := make([]string, len(row))
	for i, text := range row {
		fields[i] = d.field(text)
	}
	return strings.Join(fields, d.delimiter)
}

func (d dialect) text(table [][]string) string {
	var b strings.Builder
	for _, row := range table {
		b.WriteString(d.line(row) + d.end)
	}
	return b.String()
}

// pollutedFiles returns the files of the published list: 22 pollutions of the whole file, and pollutions of single
// lines, delimiters and fields.
func pollutedFiles() []polluted {
	table := source()
	files := append([]polluted{{"source", "source", plain.text(table), table[0], table[1:], plain}},
		pollutedWhole(table)...)
	for i, row := range table {
		with := func(name, kind, line string, changed []string) {
			var b strings.Builder
			for j, r := range table {
				if j == i {
					b.WriteString(line + plain.end)
				} else {
					b.WriteString(plain.line(r) + plain.end)
				}
			}
			expected := slices.Clone(table)
			expected[i] = changed
			files = append(files, polluted{name, kind, b.String(), expected[0], expected[1:], plain})
		}
		spaced := plain
		spaced.delimiter = " "
		with(fmt.Sprintf("row_field_delimiter_%d_0x20", i), "a line delimited with spaces", spaced.line(row), row)
		for j := range columns {
			fields := make([]string, columns)
			for k, text := range row {
				fields[k] = plain.field(text)
			}
			if j > 0 {
				merged := slices.Concat(row[:j-1], []string{row[j-1] + row[j]}, row[j+1:])
				joined := slices.Concat(fields[:j-1], []string{fields[j-1] + fields[j]}, fields[j+1:])
				with(fmt.Sprintf("row_less_sep_row%d_col%d", i, j), "a delimiter too few",
					strings.Join(joined, ","), merged)
			}
			with(fmt.Sprintf("row_more_sep_row%d_col%d", i, j), "a delimiter too many",
				strings.Join(slices.Insert(slices.Clone(fields), j, ""), ","), slices.Insert(slices.Clone(row), j, ""))
			quoted := slices.Clone(fields)
			quoted[j] = `"` + quoted[j]
			changed := slices.Clone(row)
			changed[j] = `"` + changed[j]
			with(fmt.Sprintf("row_extra_quote%d_col%d", i, j), "a quote too many", strings.Join(quoted, ","), changed)
		}
	}
	return files
}

// pollutedWhole returns the pollutions of the whole file.
func pollutedWhole(table [][]string) (files []polluted) {
	names, rows, whole := table[0], table[1:], plain.text(table)
	add := func(name, text string, names []string, rows [][]string, d dialect) {
		files = append(files, polluted{"file_" + name, "the whole file", text, names, rows, d})
	}
	add("no_payload", "", nil, nil, plain)
	add("no_trailing_newline", strings.TrimSuffix(whole, plain.end), names, rows, plain)
	add("double_trailing_newline", whole+plain.end, names, rows, plain)
	headless := plain
	headless.header = false
	add("no_header", plain.text(rows), nil, rows, headless)
	for _, n := range []int{2, 3} {
		long := make([]string, columns)
		for i, name := range names {
			long[i] = strings.TrimSpace(strings.Repeat(name+" ", n))
		}
		d := plain
		d.skip = n - 1
		add(fmt.Sprintf("header_multirow_%d", n), strings.Repeat(plain.line(names)+plain.end, n-1)+whole, long, rows, d)
	}
	preamble := plain
	preamble.skip = 2
	add("preamble", "PREAMBLE"+strings.Repeat(",", columns-1)+plain.end+strings.Repeat(",", columns-1)+plain.end+whole,
		names, rows, preamble)
	for name, width := range map[string]int{"less": 8, "same": 9, "more": 10} {
		second := make([][]string, 0, lines)
		for i, row := range table {
			row = slices.Clone(row[:min(width, columns)])
			if width > columns {
				row = append(row, map[bool]string{true: "col1"}[i == 0])
			}
			second = append(second, row)
		}
		// The file has the lines of one table, followed by those of another.
		add("multitable_"+name, whole+plain.text(second), names, slices.Concat(rows, second), plain)
	}
	add("header_only", plain.text(table[:1]), names, nil, plain)
	add("one_data_row", plain.text(table[:2]), names, rows[:1], plain)
	for code, change := range map[string]func(*dialect){
		"field_delimiter_0x20": func(d *dialect) {
			d.delimiter = " "
		}, "field_delimiter_0x2C_0x20": func(d *dialect) { d.delimiter = ", " },
		"field_delimiter_0x3B": func(d *dialect) {
			d.delimiter = ";"
		}, "field_delimiter_0x9": func(d *dialect) { d.delimiter = "\t" },
		"quotation_char_0x27": func(d *dialect) {
			d.quote, d.escape = "'", "'"
		}, "escape_char_0x5C": func(d *dialect) { d.escape = `\` },
		"escape_char_0x00": func(d *dialect) {
			d.escape = ""
		}, "record_delimiter_0xA": func(d *dialect) {
			d.end = "\n"
		}, "record_delimiter_0xD": func(d *dialect) { d.end = "\r" },
	} {
		d := plain
		change(&d)
		add(code, d.text(table), names, rows, d)
	}
	slices.SortFunc(files, func(a, b polluted) int { return strings.Compare(a.name, b.name) })
	return files
}
