package ui

import (
	"os"
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/storage"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/export"
	"cardinal/ui/input"
	"cardinal/ui/session"
)

// askExport asks for a name and exports what is on the screen: the pivot, or the rows behind a figure of it. The toolkit's
// own save dialog empties an existing file as soon as its name is chosen; this one only asks, and the file appears whole or not at all.
func (w *window) askExport(format string) {
	if w.session.Answer() == nil {
		w.Say(session.Message{Error: true, Text: "There is no pivot to export yet: put a field on Rows, Columns or Values first."})
		return
	}
	w.askExportAs(w.exportFolder(), w.exportName(format), format)
}

// askExportAs asks with a folder and a name to begin with.
func (w *window) askExportAs(inFolder, asName, format string) {
	what := "Export to "
	if w.result.rows != nil {
		what = "Export the rows to "
	}
	folder := input.New()
	folder.SetText(inFolder)
	name := input.New()
	name.SetText(asName)
	browse := widget.NewButtonWithIcon("Choose…", theme.FolderOpenIcon(), func() {
		d := dialog.NewFolderOpen(func(u fyne.ListableURI, err error) {
			if err == nil && u != nil {
				folder.SetText(u.Path())
			}
		}, w.win)
		if at, err := storage.ListerForURI(storage.NewFileURI(folder.Text)); err == nil {
			d.SetLocation(at)
		}
		w.ask(d, 820, 560)
	})
	form := widget.NewForm(
		widget.NewFormItem("Name", name),
		widget.NewFormItem("Folder", container.NewBorder(nil, nil, nil, browse, folder)),
	)
	var d *dialog.ConfirmDialog
	submit := func(ok bool) {
		if ok {
			w.export(filepath.Join(folder.Text, withExtension(strings.TrimSpace(name.Text), format)), format)
		}
	}
	d = dialog.NewCustomConfirm(what+export.FormatNamed(format).Title, "Export", "Cancel", form, submit, w.win)
	done := func(string) {
		d.Hide()
		submit(true)
	}
	name.OnSubmitted, folder.OnSubmitted = done, done
	w.ask(d, 560, 200)
	w.win.Canvas().Focus(name)
	name.TypedShortcut(&fyne.ShortcutSelectAll{})
}

// export writes the file. Where there is one of that name it asks first; Cancel leads back to the names.
func (w *window) export(path, format string) {
	if !w.session.Spares(path) {
		return
	}
	w.prefs.set(func(r *remembered) { r.Folder = filepath.Dir(path) })
	save := func() { w.session.Save(path, format) }
	if rows := w.result.rows; rows != nil {
		save = func() { w.session.SaveRows(path, format, rows) }
	}
	if _, err := os.Stat(path); err != nil {
		save()
		return
	}
	d := dialog.NewConfirm("Replace the file?", "There is a file of this name already:\n"+shortPath(path), func(ok bool) {
		if ok {
			save()
		} else {
			w.askExportAs(filepath.Dir(path), filepath.Base(path), format)
		}
	}, w.win)
	d.SetConfirmText("Replace")
	d.SetDismissText("Cancel")
	w.ask(d, 460, 180)
}

func (w *window) exportFolder() string {
	if f := w.prefs.Folder; f != "" {
		if info, err := os.Stat(f); err == nil && info.IsDir() {
			return f
		}
	}
	if t := w.session.Table(); t != nil && t.Path != "" {
		return filepath.Dir(t.Path)
	}
	home, _ := os.UserHomeDir()
	return home
}

func (w *window) exportName(format string) string {
	name := w.session.Table().Name
	what := " pivot."
	if w.result.rows != nil {
		what = " rows."
	}
	return strings.TrimSuffix(name, filepath.Ext(name)) + what + format
}

func withExtension(name, format string) string {
	if strings.EqualFold(filepath.Ext(name), "."+format) {
		return name
	}
	return name + "." + format
}
