package xlsx

import (
	"errors"
	"fmt"
	"path"
	"strings"
)

// workbook is the parts of a workbook that are read before a sheet.
type workbook struct {
	*archive
	sheets  []sheetRef
	indices int      // the number of sheets, those without cells included
	date904 bool     // days count from 1904
	stale   bool     // the workbook asks for its formulas to be calculated anew
	strings []uint32 // shared strings: codes of texts
	styles  []style
	texts   texts
}

// sheetRef is a sheet and its part in the archive.
type sheetRef struct {
	name   string
	part   string
	hidden bool
	index  int // among all sheets, from 0
	titles titles
}

// relation is a link of a part: its target, and the last word of its type.
type relation struct{ kind, target string }

func (a *archive) relations(part string) (map[string]relation, error) {
	dir, file := path.Split(part)
	name := path.Join(dir, "_rels", file+".rels")
	out := map[string]relation{}
	if !a.has(name) {
		return out, nil
	}
	err := a.walk(name, func(x *xmlReader) error {
		if string(x.name) != "Relationship" || !x.inside("Relationships") || string(x.raw("TargetMode")) == "External" {
			return nil
		}
		id, err1 := x.attr("Id")
		kind, err2 := x.attr("Type")
		target, err3 := x.attr("Target")
		if err := errors.Join(err1, err2, err3); err != nil {
			return err
		}
		target = strings.ReplaceAll(target, `\`, "/")
		if !strings.HasPrefix(target, "/") {
			target = path.Join("/", dir, target)
		}
		out[id] = relation{path.Base(kind), strings.TrimPrefix(path.Clean(target), "/")}
		return nil
	})
	return out, err
}

// walk calls open for every element of a part.
func (a *archive) walk(name string, open func(*xmlReader) error) error {
	p, err := a.part(name)
	if err != nil {
		return err
	}
	defer p.Close()
	x := newXML(a.ctx, p)
	for err == nil {
		var t token
		if t, err = x.next(); err != nil || t == tokenEnd {
			break
		}
		if t == tokenOpen {
			err = open(x)
		}
	}
	if err == nil || a.ctx.Err() != nil || errors.As(err, &tooLarge{}) {
		return err
	}
	return fmt.Errorf("the workbook is damaged: part %s: %w", name, err)
}

var errNoWorkbook = errors.New("the workbook is damaged: it lacks its main part; open it in a spreadsheet program and save it anew")

// workbookPart finds the main part and its links.
func (a *archive) workbookPart() (string, map[string]relation, error) {
	root, err := a.relations("")
	if err != nil {
		return "", nil, err
	}
	part := ""
	for _, r := range root {
		if r.kind == "officeDocument" && a.has(r.target) {
			part = r.target
		}
	}
	for _, name := range []string{"xl/workbook.xml", "workbook.xml"} {
		if part == "" && a.has(name) {
			part = name
		}
	}
	if part == "" || !strings.HasSuffix(strings.ToLower(part), ".xml") || strings.HasPrefix(part, "word/") || strings.HasPrefix(part, "ppt/") {
		return "", nil, errNoWorkbook
	}
	links, err := a.relations(part)
	return part, links, err
}

func (a *archive) workbook() (*workbook, error) {
	part, links, err := a.workbookPart()
	if err != nil {
		return nil, err
	}
	w := &workbook{archive: a}
	err = a.walk(part, func(x *xmlReader) error {
		switch {
		case string(x.name) == "workbookPr" && x.inside("workbook"):
			w.date904 = isTrue(x.raw("date1904"))
		case string(x.name) == "calcPr" && x.inside("workbook"):
			w.stale = isTrue(x.raw("fullCalcOnLoad"))
		case string(x.name) == "sheet" && x.inside("sheets"):
			return w.addSheet(x, links)
		case string(x.name) == "definedName" && x.inside("definedNames"):
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
	return w, nil
}

func isTrue(v []byte) bool { return string(v) == "1" || string(v) == "true" || string(v) == "on" }

func (w *workbook) addSheet(x *xmlReader, links map[string]relation) error {
	index := w.indices
	w.indices++
	name, err1 := x.attr("name")
	id, err2 := x.link()
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	link, ok := links[id]
	if !ok {
		// Small writers leave the links out and name the sheets by their place.
		link = relation{"worksheet", fmt.Sprintf("xl/worksheets/sheet%d.xml", len(w.sheets)+1)}
		if !w.has(link.target) {
			return fmt.Errorf("sheet %q is nowhere", name)
		}
	}
	if link.kind != "worksheet" {
		return nil // a chart or a dialog on a sheet of its own
	}
	state := string(x.raw("state"))
	w.sheets = append(w.sheets, sheetRef{name: name, part: link.target, hidden: state == "hidden" || state == "veryHidden", index: index})
	return nil
}
