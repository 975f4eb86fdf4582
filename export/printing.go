package export

import (
	"github.com/xuri/excelize/v2"

	"cardinal/engine/pivot"
	"cardinal/internal/each"
	"cardinal/internal/ellipsis"
	"cardinal/internal/wording"
)

// A sheet that is wider than wideSheet characters is printed in landscape, in which wideLine characters fit a page.
const (
	wideSheet = 90
	wideLine  = 220
)

// setPage sets how the sheet is printed and on which side its totals are.
func (s *sheet) setPage(f *excelize.File) error {
	fit, below, right := true, true, true
	if g, ok := s.cells.(*pivot.Grid); ok {
		below, right = !g.Layout.TotalsFirst, !g.Layout.TotalsFirst
	}
	props := &excelize.SheetPropsOptions{FitToPage: &fit, OutlineSummaryBelow: &below, OutlineSummaryRight: &right}
	if err := f.SetSheetProps(s.name, props); err != nil {
		return err
	}
	total := each.Sum(s.widths, func(w float64) float64 { return w })
	return setPrint(f, s.name, s.title, s.foot, total)
}

// setOnePage fits a sheet that begins with a chart to the width of one page.
func (b *book) setOnePage(sheet string) error {
	fit := true
	if err := b.file.SetSheetProps(sheet, &excelize.SheetPropsOptions{FitToPage: &fit}); err != nil {
		return err
	}
	return setPrint(b.file, sheet, b.title, b.foot(), wideLine)
}

// foot returns the foot of printed pages: the name of the table, and the number of the page.
func (b *book) foot() string {
	return "&L" + headerText(b.source) + "&R" + b.words.L("Page {{.Page}} of {{.Pages}}",
		wording.With{"Page": "&P", "Pages": "&N"})
}

// setPrint chooses portrait or landscape by the width of a sheet, and fits the width to a number of pages. Every page
// has the title at its top.
func setPrint(f *excelize.File, sheet, title, foot string, width float64) error {
	orientation := "portrait"
	if width > wideSheet {
		orientation = "landscape"
	}
	across, down := max(1, int(width/wideLine+0.9)), 0
	if err := f.SetPageLayout(sheet, &excelize.PageLayoutOptions{Orientation: &orientation, FitToWidth: &across,
		FitToHeight: &down}); err != nil {
		return err
	}
	edge, top := 0.5, 0.75
	if err := f.SetPageMargins(sheet, &excelize.PageLayoutMarginsOptions{Left: &edge, Right: &edge, Top: &top,
		Bottom: &top}); err != nil {
		return err
	}
	return f.SetHeaderFooter(sheet, &excelize.HeaderFooterOptions{OddHeader: "&L&B" + headerText(title),
		OddFooter: foot})
}

// maxPrinted is the largest length of a text in a header or footer. Excel accepts 255 UTF-16 units, including codes.
const maxPrinted = 100

// headerText escapes a text for a header or footer, in which & begins a code.
func headerText(s string) string {
	s = ellipsis.Cut(printable(s), maxPrinted)
	out := ""
	for i, r := range s {
		if i == 0 && r >= '0' && r <= '9' { // digits after a code such as &L would be read as a font size
			out += " "
		}
		if out += string(r); r == '&' {
			out += "&"
		}
	}
	return out
}
