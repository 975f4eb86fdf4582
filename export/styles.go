package export

import (
	"github.com/xuri/excelize/v2"
)

// cellStyle describes a style of cells.
type cellStyle struct {
	format string // the number format's code, "" for the general one
	header bool
	total  bool
	line   bool // the row is a total and has a line above
	right  bool // aligned to the right
	top    bool // at the top of merged cells
}

// styles makes each style of a workbook once.
type styles struct {
	file *excelize.File
	ids  map[cellStyle]int
}

func newStyles(f *excelize.File) *styles { return &styles{f, map[cellStyle]int{}} }

func (s *styles) id(k cellStyle) (int, error) {
	if id, ok := s.ids[k]; ok {
		return id, nil
	}
	style := &excelize.Style{}
	if k.header || k.total {
		style.Font = &excelize.Font{Bold: true}
	}
	if k.header {
		style.Fill = excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{"F4DDE1"}}
		style.Border = []excelize.Border{{Type: "bottom", Style: 1, Color: "B0B0B0"}}
	}
	if k.line {
		style.Border = []excelize.Border{{Type: "top", Style: 1, Color: "808080"}}
	}
	if k.right || k.top {
		style.Alignment = &excelize.Alignment{}
	}
	if k.right {
		style.Alignment.Horizontal = "right"
	}
	if k.top {
		style.Alignment.Vertical = "top"
	}
	if k.format != "" {
		style.CustomNumFmt = &k.format
	}
	id, err := s.file.NewStyle(style)
	if err == nil {
		s.ids[k] = id
	}
	return id, err
}
