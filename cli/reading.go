package cli

import (
	"context"
	"errors"
	"flag"
	"strconv"
	"strings"

	"cardinal/data"
	"cardinal/data/csv"
	"cardinal/data/load"
)

// reading is the options that say how a file is read.
type reading struct {
	sheet, header, delimiter, encoding, decimal, dates string
	skip                                               int
	types                                              list
}

func (o *reading) flags(f *flag.FlagSet) {
	f.StringVar(&o.sheet, "sheet", "", "sheet of a workbook")
	f.StringVar(&o.header, "header", "auto", "of a text file: the `line` that names the columns, counted from 1 behind the skipped lines, or none")
	f.IntVar(&o.skip, "skip", 0, "of a text file: the number of lines at its beginning that are left out")
	f.StringVar(&o.delimiter, "delimiter", "auto", "of a text file: the `character` between fields, or comma, semicolon, tab, bar or space")
	f.StringVar(&o.encoding, "encoding", "auto", "of a text file: utf-8, windows-1252, shift_jis, gb18030 and others")
	f.StringVar(&o.decimal, "decimal", "auto", "of a text file: the decimal `sign` of numbers, point or comma")
	f.StringVar(&o.dates, "dates", "auto", "of a text file: the `order` of dates such as 03/04/2024, dmy or mdy")
	f.Var(&o.types, "type", "of a text file: the type of a column: 'zip=text'; there are text, number, date, time and boolean; may be repeated.\nValues that cannot be read as the type are left empty, and a note counts them")
}

// openTable reads a file, or the standard input where the path is "-".
func openTable(ctx context.Context, path string, o load.Options, s Streams) (*data.Table, error) {
	switch {
	case path != "-":
		return load.Open(ctx, path, o)
	case s.In == nil:
		return nil, errors.New("there is no standard input: name a file")
	}
	return load.Stream(ctx, "standard input", s.In, o)
}

// loading is the options as load takes them.
func (o *reading) loading() (load.Options, error) {
	l := load.Options{Sheet: o.sheet, Text: csv.Options{Skip: o.skip}}
	if o.skip < 0 {
		return l, usagef("--skip: %d is less than 0", o.skip)
	}
	var err error
	switch n, bad := strconv.Atoi(o.header); {
	case o.header == "auto":
	case o.header == "none":
		l.Text.Header = csv.NoHeader
	case bad != nil || n < 1:
		return l, usagef("--header: %q is none of auto, none and the number of a line", o.header)
	default:
		l.Text.Header = csv.Header(n)
	}
	if o.delimiter != "auto" {
		if l.Text.Delimiter, err = csv.ParseDelimiter(o.delimiter); err != nil {
			return l, usagef("--delimiter: %w", err)
		}
	}
	if o.encoding != "auto" {
		l.Text.Encoding = o.encoding
	}
	switch o.decimal {
	case "auto":
	case "point", ".":
		l.Text.Decimal = '.'
	case "comma", ",":
		l.Text.Decimal = ','
	default:
		return l, usagef("--decimal: %q is none of auto, point and comma", o.decimal)
	}
	switch o.dates {
	case "auto":
	case "dmy", "mdy":
		l.Text.Dates = o.dates[0]
	default:
		return l, usagef("--dates: %q is none of auto, dmy and mdy", o.dates)
	}
	for _, text := range o.types {
		at := strings.LastIndexByte(text, '=')
		if at < 1 {
			return l, usagef("--type: %q does not say which column has which type: write 'zip=text'", text)
		}
		kind, err := csv.ChoiceNamed(text[at+1:])
		if err != nil {
			return l, usagef("--type %s: %w", text[:at], err)
		}
		l.Text.Types = append(l.Text.Types, csv.ColumnType{Column: strings.TrimSpace(text[:at]), Type: kind})
	}
	return l, nil
}
