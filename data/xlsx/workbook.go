package xlsx

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"cardinal/data/sheet"
	"cardinal/data/zipxml"
)

// archive is the zip file that a workbook is.
type archive struct{ *zipxml.Archive }

// workbook is the parts of a workbook that are read before a sheet.
type workbook struct {
	*archive
	sheets   []sheetRef
	names    []definedName
	tables   []table
	indices  int      // the number of sheets, those without cells included
	date1904 bool     // days count from 1904
	stale    bool     // the workbook asks for its formulas to be calculated anew
	strings  []uint32 // shared strings: codes of texts
	styles   []style
	texts    sheet.Texts
	buf      []byte // of the text that is being read
}

// sheetRef is a sheet and its part in the archive.
type sheetRef struct {
	name   string
	part   string
	hidden bool
	index  int // among all sheets, from 0
	titles sheet.Titles
}

// relation is a link of a part: its target, and the last word of its type.
type relation struct{ id, kind, target string }

// relations are the links of a part in the order of the file.
type relations []relation

// find finds a link by its id, the last one where several have it.
func (all relations) find(id string) (relation, bool) {
	for _, r := range slices.Backward(all) {
		if r.id == id {
			return r, true
		}
	}
	return relation{}, false
}

func (a *archive) relations(part string) (relations, error) {
	dir, file := path.Split(part)
	name := path.Join(dir, "_rels", file+".rels")
	var out relations
	if !a.Has(name) {
		return nil, nil
	}
	err := a.Walk(name, func(x *zipxml.Reader) error {
		if string(x.Name) != "Relationship" || !x.Inside("Relationships") || string(x.Raw("TargetMode")) == "External" {
			return nil
		}
		id, err1 := x.Attr("Id")
		kind, err2 := x.Attr("Type")
		target, err3 := x.Attr("Target")
		if err := errors.Join(err1, err2, err3); err != nil {
			return err
		}
		target = strings.ReplaceAll(target, `\`, "/")
		if !strings.HasPrefix(target, "/") {
			target = path.Join("/", dir, target)
		}
		out = append(out, relation{id, path.Base(kind), strings.TrimPrefix(path.Clean(target), "/")})
		return nil
	})
	return out, err
}

var errNoWorkbook = errors.New("the workbook is damaged: it lacks its main part; open it in a spreadsheet program and save it anew")

// workbookPart finds the main part and its links.
func (a *archive) workbookPart() (string, relations, error) {
	root, err := a.relations("")
	if err != nil {
		return "", nil, err
	}
	part := ""
	for _, r := range root {
		if r.kind == "officeDocument" && a.Has(r.target) {
			part = r.target
		}
	}
	for _, name := range []string{"xl/workbook.xml", "workbook.xml"} {
		if part == "" && a.Has(name) {
			part = name
		}
	}
	if part == "" || !strings.HasSuffix(strings.ToLower(part), ".xml") || strings.HasPrefix(part, "word/") || strings.HasPrefix(part, "ppt/") {
		return "", nil, errNoWorkbook
	}
	links, err := a.relations(part)
	return part, links, err
}

// workbook reads all parts but the sheets.
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
			w.stale = isTrue(x.Raw("fullCalcOnLoad"))
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
		switch r.kind {
		case "sharedStrings":
			if err := w.readStrings(r.target); err != nil {
				return nil, err
			}
		case "styles":
			if err := w.readStyles(r.target); err != nil {
				return nil, err
			}
		}
	}
	w.readTables()
	return w, nil
}

func isTrue(v []byte) bool { return string(v) == "1" || string(v) == "true" || string(v) == "on" }

func (w *workbook) addSheet(x *zipxml.Reader, links relations) error {
	index := w.indices
	w.indices++
	name, err1 := x.Attr("name")
	id, err2 := x.Link()
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	link, ok := links.find(id)
	if !ok {
		// Small writers leave the links out and name the sheets by their place.
		link = relation{id, "worksheet", fmt.Sprintf("xl/worksheets/sheet%d.xml", len(w.sheets)+1)}
		if !w.Has(link.target) {
			return fmt.Errorf("sheet %q is nowhere", name)
		}
	}
	if link.kind != "worksheet" {
		return nil // a chart or a dialog on a sheet of its own
	}
	state := string(x.Raw("state"))
	w.sheets = append(w.sheets, sheetRef{name: name, part: link.target, hidden: state == "hidden" || state == "veryHidden", index: index})
	return nil
}
