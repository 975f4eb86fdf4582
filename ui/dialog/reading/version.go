package reading

import (
	"slices"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/data/format/delta"
	"cardinal/ui/dialog/dialogs"
	"cardinal/ui/look/lang"
	"cardinal/ui/widget/columnlist"
	"cardinal/ui/widget/input"
	"cardinal/ui/widget/tip"
)

// AskVersion asks for one of the versions of a table. `now` is the open version. read is called only for another
// version. In both, "" is the newest version.
func AskVersion(d *dialogs.Stack, table string, versions []delta.Version, now string, read func(version string)) {
	columns := columnlist.Columns{130, 190, 200}
	tips := d.Tips() // the rows that a scroll adds are made when the stack has another tip
	list := columnlist.New(tips, columns, func() int { return len(versions) },
		func() (parts [2]*tip.Label, objects []fyne.CanvasObject) {
			for i := range parts {
				parts[i] = tip.NewLabel("", tips)
				parts[i].Alignment = fyne.TextAlignTrailing
				objects = append(objects, parts[i])
			}
			return parts, objects
		},
		func(i int, name *tip.Label, parts [2]*tip.Label) {
			v, written := versions[i], ""
			if !v.Written.IsZero() {
				written = v.Written.Format("2006-01-02 15:04:05")
			}
			text := strconv.FormatInt(v.Number, 10)
			if i == 0 {
				text = lang.L("{{.Version}} (newest)", lang.With{"Version": text})
			}
			name.SetText(text)
			parts[0].SetText(written)
			parts[1].SetText(v.Operation)
		})
	hint := widget.NewLabel(lang.L("The shelves stay. Figures that differ from the version before are marked, and " +
		"File, Compare with another version of this file, lists the rows that differ."))
	hint.Wrapping, hint.SizeName = fyne.TextWrapWord, theme.SizeNameCaptionText
	ok := input.NewButton(lang.L("Read this version"), nil)
	hide := d.Edit(lang.L("Versions of {{.Table}}", lang.With{"Table": table}), input.Column(columns.Heads(
		lang.L("Version"), lang.L("Written (UTC)"), lang.L("Operation")), list, hint), ok, 620, 480, list)
	ok.OnTapped = func() {
		hide()
		version := ""
		if list.Marked > 0 {
			version = strconv.FormatInt(versions[list.Marked].Number, 10)
		}
		if version != now {
			read(version)
		}
	}
	list.OnOpen, list.OnMark = ok.OnTapped, func(int) {}
	list.Mark(max(0, slices.IndexFunc(versions, func(v delta.Version) bool {
		return strconv.FormatInt(v.Number, 10) == now
	})))
}
