package reading

import (
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"cardinal/data"
	"cardinal/data/format/workbook/sheet"
	"cardinal/ui/look/lang"
	"cardinal/ui/widget/input"
	"cardinal/ui/widget/tip"
)

// sheetForm returns the questions about a sheet of a workbook, and the first widget.
func (r *dialog) sheetForm(t *data.Table) (form fyne.CanvasObject, first fyne.Focusable) {
	cells := input.New()
	cells.OnSubmitted = r.submit
	cells.SetPlaceHolder("B3:H200")
	cells.SetText(r.how.Range)
	cells.OnChanged = func(text string) {
		r.how.Range = strings.TrimSpace(text)
		r.read()
	}
	offers := tip.NewSelect(nil, r.tips, nil)
	heads := tip.NewSelect(nil, r.tips, nil)
	sheets := tip.NewSelect(nil, r.tips, nil)
	r.offer = func(t *data.Table) {
		fill(sheets, &r.sheet, sheetsOf(t), func() {
			r.how.Header, r.how.Types = "", nil
			if cells.Text == "" {
				r.read()
			} else {
				cells.SetText("") // this reads the preview, too
			}
		})
		r.offerCells(offers, cells, t)
		r.offerRows(heads, t)
	}
	r.offer(t)
	return container.NewGridWithColumns(3,
		question(lang.L("Sheet"), sheets),
		question(lang.L("Tables, named ranges and blocks of cells"), offers),
		question(lang.L("Cells, or a name"), cells),
		question(lang.L("Column names"), heads),
		question(lang.L("Merged cells"), r.choice(&r.how.Merged, options{{lang.L("The first has the value"), ""},
			{lang.L("All have the value"), "fill"}}))), sheets
}

// offerCells offers areas of the workbook, such as its named tables. An area that a person chooses is written into the
// entry.
func (r *dialog) offerCells(s *tip.Select, cells *input.Entry, t *data.Table) {
	words, said := []string{lang.L(found)}, []string{""}
	if r.how.Range == "" {
		words[0] = asFound(t.Cells.Range)
	}
	chosen := 0
	for i, a := range t.Cells.Areas {
		word := strings.ToUpper(a.Kind[:1]) + a.Kind[1:] + " " + a.Range
		if a.Name != "" {
			word = strings.ToUpper(a.Kind[:1]) + a.Kind[1:] + " " + a.Name + ", " + a.Range
		}
		words, said = append(words, word), append(said, a.Said())
		if strings.EqualFold(a.Said(), r.how.Range) {
			chosen = i + 1
		}
	}
	s.OnChanged = nil
	s.SetOptions(words)
	if chosen > 0 || r.how.Range == "" {
		s.SetSelectedIndex(chosen)
	} else {
		s.ClearSelected()
	}
	s.OnChanged = func(string) {
		i := s.SelectedIndex()
		if i < 0 {
			return
		}
		if sheet, _ := sheet.SplitSheet(said[i]); sheet != "" || i > 0 && t.Cells.Areas[i-1].Name != "" {
			r.sheet = ""
		}
		r.how.Header, r.how.Types = "", nil
		cells.SetText(said[i])
	}
}

// offerRows offers the rows that may have the names of the columns: the first rows of the area that is read.
func (r *dialog) offerRows(s *tip.Select, t *data.Table) {
	o := options{{lang.L(found), ""}, {lang.L("No row has names"), "none"}}
	if r.how.Header == "" {
		o[0].words = asFound(lang.L("no row"))
		if t.Cells.Header != "none" {
			o[0].words = asFound(lang.L("row {{.Number}}", lang.With{"Number": t.Cells.Header}))
		}
	}
	from := 1
	if cells, ok := sheet.ParseRange(r.how.Range); ok {
		from = cells.Top
	}
	if r.how.Header != "" && r.how.Header != "none" {
		if _, err := strconv.Atoi(r.how.Header); err != nil {
			o = append(o, option{lang.L("Rows {{.Numbers}}", lang.With{"Numbers": r.how.Header}), r.how.Header})
		}
	}
	fill(s, &r.how.Header, rowsOfNames(from, o), r.read)
}

// rowsOfNames adds the rows that may have the names of the columns to some options.
func rowsOfNames(from int, o options) options {
	said := func(row string) bool { return slices.ContainsFunc(o, func(p option) bool { return p.value == row }) }
	for row := from; row < from+20; row++ {
		o = append(o, option{lang.L("Row {{.Number}}", lang.With{"Number": row}), strconv.Itoa(row)})
	}
	for row := from; row < from+8; row++ {
		if both := strconv.Itoa(row) + "-" + strconv.Itoa(row+1); !said(both) {
			o = append(o, option{lang.L("Rows {{.Numbers}}", lang.With{"Numbers": both}), both})
		}
	}
	return o
}
