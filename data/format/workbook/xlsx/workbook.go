package xlsx

import (
	"errors"
	"fmt"
	"strings"

	"cardinal/data/format/workbook/sheet"
	"cardinal/data/format/workbook/zipxml"
)

// archive is the zip file of a workbook.
type archive struct{ *zipxml.Archive }

// workbook has what is read before the cells of a sheet.
type workbook struct {
	*archive
	sheet.Book
	parts    []part   // of the sheets
	indices  int      // number of all sheets, also of charts
	date1904 bool     // days count from 1904
	strings  []uint32 // codes of the shared strings
	styles   []sheet.Style
	texts    sheet.Texts
	buf      []byte // buffer for the current text
}

// part says where a sheet is in the archive.
type part struct {
	name   string
	index  int // index among all sheets, from 0
	titles sheet.Titles
}

var errNoWorkbook = errors.New("the workbook is damaged: it lacks its main part; open it in a spreadsheet program " +
	"and save it anew")

// workbookPart finds the main part and its links.
func (a *archive) workbookPart() (string, zipxml.Relations, error) {
	root, err := a.Relations("")
	if err != nil {
		return "", nil, err
	}
	part := ""
	for _, r := range root {
		if r.Kind == "officeDocument" && a.Has(r.Target) {
			part = r.Target
		}
	}
	for _, name := range []string{"xl/workbook.xml", "workbook.xml"} {
		if part == "" && a.Has(name) {
			part = name
		}
	}
	if part == "" || !strings.HasSuffix(strings.ToLower(part), ".xml") || strings.HasPrefix(part, "word/") ||
		strings.HasPrefix(part, "ppt/") {
		return "", nil, errNoWorkbook
	}
	links, err := a.Relations(part)
	return part, links, err
}

// workbook reads all parts except the sheets.
func (a *archive) workbook() (*workbook, error) {
	part, links, err := a.workbookPart()
	if err != nil {
		return nil, err
	}
	w := &workbook{archive: a}
	err = a.Walk(part, func(x *zipxml.Reader) error {
		switch {
		case string(x.Name) == "workbookPr" && x.Inside("workbook"):
			w.date1904 = isTrue(x.Raw("date1904"))
		case string(x.Name) == "calcPr" && x.Inside("workbook"):
			w.Stale = isTrue(x.Raw("fullCalcOnLoad"))
		case string(x.Name) == "sheet" && x.Inside("sheets"):
			return w.addSheet(x, links)
		case string(x.Name) == "definedName" && x.Inside("definedNames"):
			return w.readName(x)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, r := range links {
		switch r.Kind {
		case "sharedStrings":
			if err := w.readStrings(r.Target); err != nil {
				return nil, err
			}
		case "styles":
			if err := w.readStyles(r.Target); err != nil {
				return nil, err
			}
		}
	}
	w.readTables()
	return w, nil
}

func isTrue(v []byte) bool { return string(v) == "1" || string(v) == "true" || string(v) == "on" }

func (w *workbook) addSheet(x *zipxml.Reader, links zipxml.Relations) error {
	index := w.indices
	w.indices++
	name, err1 := x.Attr("name")
	id, err2 := x.Link()
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	link, ok := links.Find(id)
	if !ok {
		// Some simple writers omit the links and name the parts of the sheets by their numbers.
		link = zipxml.Relation{ID: id, Kind: "worksheet", Target: fmt.Sprintf("xl/worksheets/sheet%d.xml",
			len(w.Sheets)+1)}
		if !w.Has(link.Target) {
			return fmt.Errorf("sheet %q is nowhere", name)
		}
	}
	if link.Kind != "worksheet" {
		return nil // it is a chart or a dialog
	}
	state := string(x.Raw("state"))
	w.Sheets = append(w.Sheets, sheet.Ref{Name: name, Hidden: state == "hidden" || state == "veryHidden"})
	w.parts = append(w.parts, part{name: link.Target, index: index})
	return nil
}
