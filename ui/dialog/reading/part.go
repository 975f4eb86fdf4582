package reading

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"cardinal/data"
	"cardinal/data/load"
	"cardinal/ui/look/lang"
)

// hasParts reports whether only a part of the file may be wanted: it has several sheets or tables, or lists that can be
// unnested.
func hasParts(t *data.Table) bool { return len(t.Sheets) > 1 || len(t.Lists) > 0 }

// sheetsOf returns the sheets or tables of the open file. For a file in an archive, they are named without the name of
// the file, and the other files of the archive are left out: these may need other questions.
func sheetsOf(t *data.Table) (o options) {
	for _, s := range t.Sheets {
		within, is := strings.CutPrefix(s, t.Member+"/")
		if t.Member == "" || is || s == t.Member {
			o = append(o, option{within, s})
		}
	}
	return o
}

// partForm returns the question which part of the file is read, and its first widget. The question asks for the list to
// unnest, the file of an archive, or the sheet if all sheets of a workbook are now one table. It sets the text of hint.
func (r *dialog) partForm(t *data.Table, hint *widget.Label) (form fyne.CanvasObject, first fyne.Focusable) {
	if len(t.Lists) == 0 {
		text, title := lang.L("Read one sheet to say which of its cells are read, and as what."), lang.L("Sheet")
		if t.Member != "" {
			text, title = lang.L("The archive has several files. Read one of them, or all of them below each other."),
				lang.L("File")
		}
		hint.SetText(text)
		sheets := r.choice(&r.sheet, options{{t.AllSheets(), load.AllSheets}}.and(t.Sheets...))
		return container.NewGridWithColumns(2, question(title, sheets)), sheets
	}
	hint.SetText(lang.L("The other columns repeat in the rows of the elements. A row without elements stays, and is " +
		"empty in their columns."))
	o := options{{lang.L("Nothing"), ""}}
	switch {
	case t.Format == "json" && t.Unnest+r.how.Unnest != "": // JSON may be unnested without being asked to
		o = options{{lang.L(found), ""}, {lang.L("Nothing"), "none"}}
		if r.how.Unnest == "" {
			o[0].words = asFound(t.Unnest)
		}
	case onlyElements(t):
		o[0].words = lang.L(found)
		if r.how.Unnest == "" {
			o[0].words = asFound(t.Unnest)
		}
	}
	lists := r.choice(&r.how.Unnest, o.and(t.Lists...))
	return container.NewGridWithColumns(2, question(lang.L("One row for each element of"), lists)), lists
}

// onlyElements reports whether a file has nothing but lists. One list is then always unnested.
func onlyElements(t *data.Table) bool {
	return t.Unnest != "" && !slices.ContainsFunc(t.Columns, func(c *data.Column) bool {
		return !slices.Contains(t.Lists, c.Name) && !strings.HasPrefix(c.Name, t.Unnest+".")
	})
}
