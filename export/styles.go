package export

import (
	"github.com/xuri/excelize/v2"
)

// cellStyle describes a style of cells.
type cellStyle struct {
	format string // the code of the number format; "": General
	header bool
	title  bool
	wrap   bool // long texts are wrapped
	total  bool
	line   bool // the row is a total and has a line above it
	right  bool // aligned to the right
	left   bool // aligned to the left, even if the value is a number
	center bool
	top    bool   // the text is at the top of merged cells
	link   bool   // the cell is a link
	fill   string // the colour of the background as RRGGBB; "": none
}

// styles makes each style of a workbook once.
type styles struct {
	file *excelize.File
	ids  map[cellStyle]int
	font string // the font of cells without a style
}

func newStyles(f *excelize.File) *styles {
	font, err := f.GetDefaultFont()
	if err != nil {
		font = "Calibri"
	}
	return &styles{f, map[cellStyle]int{}, font}
}

func (s *styles) id(k cellStyle) (int, error) {
	if id, ok := s.ids[k]; ok {
		return id, nil
	}
	style := &excelize.Style{}
	if k.header || k.total {
		style.Font = &excelize.Font{Bold: true, Family: s.font, Size: 11}
	}
	if k.title {
		style.Font = &excelize.Font{Bold: true, Family: s.font, Size: 14}
	}
	if k.link {
		style.Font = &excelize.Font{Bold: true, Family: s.font, Size: 11, Color: "0563C1", Underline: "single"}
	}
	if k.header {
		style.Fill = excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{"F4DDE1"}}
		style.Border = []excelize.Border{{Type: "bottom", Style: 1, Color: "B0B0B0"}}
	}
	if k.fill != "" {
		style.Fill = excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{k.fill}}
	}
	if k.line {
		style.Border = []excelize.Border{{Type: "top", Style: 1, Color: "808080"}}
	}
	if k.right || k.left || k.center || k.top || k.wrap {
		style.Alignment = &excelize.Alignment{WrapText: k.wrap}
	}
	switch {
	case k.right:
		style.Alignment.Horizontal = "right"
	case k.left:
		style.Alignment.Horizontal = "left"
	case k.center:
		style.Alignment.Horizontal = "center"
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
