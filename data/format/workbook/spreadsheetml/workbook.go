package spreadsheetml

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"cardinal/data/format/workbook/sheet"
	"cardinal/data/format/workbook/zipxml"
	"cardinal/internal/lazyregexp"
	"cardinal/internal/separators"
)

// workbook has what is read before the cells of a sheet.
type workbook struct {
	sheet.Book
	ctx      context.Context
	src      io.ReaderAt
	size     int64
	date1904 bool // days count from 1904
	styles   map[string]style
	titles   []sheet.Titles // print titles of each sheet
	filled   []bool         // whether each sheet has a value
	read     int64          // number of bytes that were read so far to find a sheet with cells
	texts    sheet.Texts
}

// style says how cells show their numbers. If it has no number format, its parent decides.
type style struct {
	sheet.Style
	parent string
	// whether the style has a number format
	said bool
}

const maxSheets = 10_000

// survey reads everything except cells: the sheets, the formats and the names.
func (w *workbook) survey() error {
	x, err := w.document()
	if err != nil {
		return err
	}
	id := ""
	var names [][2]string
	for {
		t, err := x.Next()
		if err != nil {
			return err
		}
		if t == zipxml.TokenEnd {
			break
		}
		if t != zipxml.TokenOpen {
			continue
		}
		switch localName(x) {
		case "Style":
			id = string(x.Raw("ss:ID"))
			w.styles[id] = style{parent: string(x.Raw("ss:Parent"))}
		case "NumberFormat":
			format, err := x.Attr("ss:Format")
			if err != nil {
				return err
			}
			w.styles[id] = style{Style: styleOf(format), said: true}
		case "Date1904":
			w.date1904 = true
		case "NamedRange":
			name, err1 := x.Attr("ss:Name")
			refers, err2 := x.Attr("ss:RefersTo")
			if err := errors.Join(err1, err2); err != nil {
				return err
			}
			if string(x.Raw("ss:Hidden")) != "1" && len(names) < maxSheets {
				names = append(names, [2]string{name, refers})
			}
		case "Worksheet":
			name, err := x.Attr("ss:Name")
			if err != nil {
				return err
			}
			w.Sheets = append(w.Sheets, sheet.Ref{Name: name})
			w.titles, w.filled = append(w.titles, sheet.Titles{}), append(w.filled, false)
		case "Data", "Cell":
			if n := len(w.filled); n > 0 && (localName(x) == "Data" || x.Raw("ss:Formula") != nil) {
				w.filled[n-1] = true
			}
		case "Visible":
			state, err := x.Content()
			if err != nil {
				return err
			}
			if n := len(w.Sheets); n > 0 && strings.HasPrefix(strings.TrimSpace(state), "SheetHidden") || n > 0 &&
				strings.HasPrefix(strings.TrimSpace(state), "SheetVeryHidden") {
				w.Sheets[n-1].Hidden = true
			}
		}
		if len(w.styles) > sheet.MaxStyles || len(w.Sheets) > maxSheets {
			return separators.Errorf("it has more than %d formats of cells or %d sheets", sheet.MaxStyles, maxSheets)
		}
	}
	for _, n := range names {
		w.define(n[0], n[1])
	}
	return nil
}

// named has the number of the format that each named format stands for.
var named = map[string]int{"Percent": 10, "Fixed": 2, "Standard": 4, "Currency": 7, "General Date": 22,
	"Short Date": 14, "Medium Date": 15, "Long Date": 15, "Short Time": 20, "Medium Time": 18, "Long Time": 19}

func styleOf(format string) sheet.Style {
	if n, ok := named[format]; ok {
		return sheet.BuiltinStyle(n)
	}
	if format == "Euro Currency" {
		format = `[$€-2]\ #,##0.00`
	}
	return sheet.StyleOf(format)
}

// style returns the style with a name; ok is false if the workbook lacks it.
func (w *workbook) style(id string) (s sheet.Style, ok bool) {
	for range 10 {
		found, is := w.styles[id]
		switch {
		case !is:
			return s, id == "Default" || id == ""
		case found.said || found.parent == "":
			return found.Style, true
		}
		id = found.parent
	}
	return s, true
}

// area matches a reference such as ='Sales 2024'!R1C1:R5C3, also without rows or without columns.
var area = lazyregexp.New(`^=?(.*)!(?:R(\d+))?(?:C(\d+))?(?::(?:R(\d+))?(?:C(\d+))?)?$`)

// define adds a defined name for cells, or the print titles of a sheet.
func (w *workbook) define(name, refers string) {
	if strings.HasSuffix(name, "Print_Titles") {
		on, printed := -1, ""
		for part := range strings.SplitSeq(refers, ",") {
			if sheetName, r, ok := parseArea(part); ok {
				on = w.Find(sheetName)
				if r.Left == 1 && r.Right == sheet.MaxColumn {
					printed += fmt.Sprintf("!$%d:$%d,", r.Top, r.Bottom)
				} else {
					printed += fmt.Sprintf("!$%s:$%s,", sheet.ColumnName(r.Left), sheet.ColumnName(r.Right))
				}
			}
		}
		if on >= 0 {
			w.titles[on] = sheet.ParseTitles(printed)
		}
		return
	}
	if on, r, ok := parseArea(refers); ok {
		w.AddName(name, r.WithSheet(on))
	}
}

// parseArea parses a reference. A reference without rows has all rows, and one without columns has all columns.
func parseArea(text string) (on string, r sheet.Range, ok bool) {
	m := area().FindStringSubmatch(text)
	if m == nil || m[2] == "" && m[3] == "" {
		return "", r, false
	}
	on, _ = sheet.SplitSheet(m[1] + "!")
	number := func(i, otherwise int) int {
		n, err := strconv.Atoi(m[i])
		if err != nil {
			return otherwise
		}
		return n
	}
	r.Top, r.Left = number(2, 1), number(3, 1)
	r.Bottom, r.Right = r.Top, r.Left
	if m[2] == "" {
		r.Bottom = sheet.MaxRow
	}
	if m[3] == "" {
		r.Right = sheet.MaxColumn
	}
	r.Bottom, r.Right = number(4, r.Bottom), number(5, r.Right)
	return on, r, r.Top >= 1 && r.Left >= 1 && r.Top <= r.Bottom && r.Left <= r.Right && r.Bottom <= sheet.MaxRow &&
		r.Right <= sheet.MaxColumn
}
