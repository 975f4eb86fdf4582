package xlsx

import (
	"fmt"
	"strconv"

	"cardinal/data/format/workbook/sheet"
	"cardinal/data/format/workbook/zipxml"
)

// maxNumber is the greatest number of digits of a format's id.
const maxNumber = 10

var errStyles = fmt.Errorf("it has more than %d formats of cells", sheet.MaxStyles)

// plainStyle is the style of cells without a style.
var plainStyle sheet.Style

// readStyles reads the cell styles of the workbook.
func (w *workbook) readStyles(part string) error {
	if !w.Has(part) {
		return nil
	}
	custom := map[string]sheet.Style{}
	return w.Walk(part, func(x *zipxml.Reader) error {
		switch {
		case string(x.Name) == "numFmt" && x.Inside("numFmts"):
			code, err := x.Attr("formatCode")
			if err != nil {
				return err
			}
			if id := x.Raw("numFmtId"); len(id) <= maxNumber {
				custom[string(id)] = sheet.StyleOf(code)
			}
		case string(x.Name) == "xf" && x.Inside("cellXfs"):
			id := x.Raw("numFmtId")
			s, ok := custom[string(id)]
			if !ok {
				n, _ := strconv.Atoi(string(id))
				s = sheet.BuiltinStyle(n)
			}
			w.styles = append(w.styles, s)
		}
		if len(w.styles) > sheet.MaxStyles || len(custom) > sheet.MaxStyles {
			return errStyles
		}
		return nil
	})
}

// style returns the style of a cell by the number in the s attribute; ok is false if the workbook lacks the style.
func (w *workbook) style(number []byte) (s *sheet.Style, ok bool) {
	i := 0
	if len(number) > 0 {
		var err error
		if i, err = strconv.Atoi(string(number)); err != nil {
			return &plainStyle, false
		}
	}
	if i < 0 || i >= len(w.styles) {
		return &plainStyle, i == 0
	}
	return &w.styles[i], true
}
