package files

import (
	"os"
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/data/load"
	"cardinal/export"
	"cardinal/ui/desktop/filedialog"
	"cardinal/ui/dialog/prefs"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/session"
	"cardinal/ui/widget/input"
)

// AskExport asks for a name, and exports what is on the screen: the pivot, the rows behind one of its cells, or the
// table itself. It does not use the toolkit's dialog, which empties an existing file as soon as a person chooses it.
func (f *Files) AskExport(format string) {
	rows := f.window.Rows()
	if f.table.Answer() == nil && rows == nil && !f.table.State().Dashboard {
		f.window.Say(session.Message{Error: true,
			Text: lang.L("There is no pivot to export yet: put a field on Rows, " +
				"Columns or Values first.")})
		return
	}
	if f.table.Refuses(lang.L("Export")) {
		return
	}
	if err := checkSheets(export.FormatNamed(format), f.usual()); err != nil {
		f.window.Say(session.Failure(err))
		return
	}
	if kind := export.FormatNamed(format); rows != nil && !kind.HoldsRows() {
		f.window.Say(session.Message{Error: true, Text: lang.L("{{.Format}} holds a pivot, and rows are on the "+
			"screen. Choose Excel, CSV or another format of the list that holds rows, or put a field on a shelf.",
			lang.With{"Format": lang.L(kind.Title)})})
		return
	}
	if u := f.unsaved; u.of == f.name("") {
		if u.name = f.nameIn(u, format); !strings.HasPrefix(u.format, format+" by ") {
			u.format = format
		}
		f.askExportAs(u)
		return
	}
	f.askExportAs(unsaved{name: f.name(format), format: format})
}

// unsaved is what a person typed for the last export, if its file is not written: the export has failed, was cancelled,
// or is under way.
type unsaved struct {
	of                     string // the suggested name without its extension, to recognise the same export
	folder, name, password string
	format                 string // the format, and the columns by which it makes partitions
	sheets                 session.Sheets
}

// nameIn returns the typed name with the extension of a format.
func (f *Files) nameIn(u unsaved, format string) string {
	if format == u.format {
		return u.name
	}
	name, as := f.withExtension(u.name, u.format)
	return name[:len(name)-len(export.FormatNamed(as).Extension)] + export.FormatNamed(format).Extension
}

// askExportAs opens the dialog with the answers in `first`. An empty folder means the usual one.
func (f *Files) askExportAs(first unsaved) {
	format, by, _ := strings.Cut(first.format, " by ")
	into := lang.With{"Format": lang.L(export.FormatNamed(format).Title)}
	what := lang.L("Export to {{.Format}}", into)
	if f.table.State().Dashboard {
		what = lang.L("Export the dashboard to {{.Format}}", into)
	}
	if f.window.Rows() != nil {
		what = lang.L("Export the rows to {{.Format}}", into)
	}
	form, name, folder := f.newForm(first.name, first.folder)
	password, wrong, height := input.New(), widget.NewLabel(""), float32(200)
	content := fyne.CanvasObject(form)
	var which *sheets
	if of := export.FormatNamed(format); of.HoldsSeveral() && !f.table.State().Dashboard {
		which = f.askSheets(of, first.sheets)
	}
	extra := float32(0)
	if which != nil {
		form.Append(which.title, which.row())
		extra = 36
	}
	wrong.Wrapping, wrong.Importance = fyne.TextWrapWord, widget.DangerImportance
	if which != nil {
		content, height = container.NewVBox(form, input.Lines(wrong, 1)), 230
	}
	if export.FormatNamed(format).Encrypts() {
		password.Password = true
		password.SetPlaceHolder(lang.L("Optional: encrypts the workbook"))
		password.SetText(first.password)
		form.Append(lang.L("Password"), password)
		content, height = container.NewVBox(form, input.Lines(wrong, 1)), 270
	}
	partition := input.New()
	if export.FormatNamed(format).HoldsPartitions() {
		partition.SetPlaceHolder(lang.L("Optional: columns, for a folder with a file for each of their labels"))
		partition.SetText(by)
		form.Append(lang.L("Partition by"), partition)
		extra = 36
	}
	to := input.NewButton(lang.L("Export"), nil)
	hide := f.dialogs.Edit(what, content, to, 560, height+extra, name)
	to.OnTapped = func() {
		by := strings.TrimSpace(partition.Text)
		if by != "" {
			by = " by " + by
		}
		typed := unsaved{f.name(""), folder.Text, strings.TrimSpace(name.Text), password.Text, format + by,
			f.usual()}
		if which != nil {
			typed.sheets = which.chosen()
		}
		name, format := f.withExtension(typed.name, format)
		format += by
		err := export.FormatNamed(format).CheckPassword(password.Text)
		if err == nil {
			err = checkSheets(export.FormatNamed(format), typed.sheets)
		}
		if err != nil {
			wrong.SetText(session.Sentence(err))
			return
		}
		hide()
		f.unsaved = typed
		f.export(inFolderOf(folder.Text, name), format, typed)
	}
	unlessEmpty(to, name)
	password.OnSubmitted, partition.OnSubmitted = name.OnSubmitted, name.OnSubmitted
	name.TypedShortcut(&fyne.ShortcutSelectAll{})
}

// newForm returns a form that asks for the name and the folder of a file to write.
func (f *Files) newForm(asName, inFolder string) (form *widget.Form, name, folder *input.Entry) {
	name, folder = input.New(), input.New()
	name.SetText(asName)
	f.begin(folder, inFolder)
	confirm := func(string) { f.dialogs.Confirm() }
	name.OnSubmitted, folder.OnSubmitted = confirm, confirm
	return widget.NewForm(widget.NewFormItem(lang.L("Name"), name), widget.NewFormItem(lang.L("Folder"),
		container.NewBorder(nil, nil, nil, f.browse(folder), folder))), name, folder
}

// inFolderOf returns the path of a name in a folder. If the name is an absolute path, it returns the name.
func inFolderOf(folder, name string) string {
	if filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	return filepath.Join(folder, name)
}

// unlessEmpty disables a button while the name is empty.
func unlessEmpty(b *input.Button, name *input.Entry) {
	name.OnChanged = func(text string) { input.Enable(b, strings.TrimSpace(text) != "") }
	name.OnChanged(name.Text)
}

// export writes the file. If the file exists, it asks first. Cancel then leads back to the dialog with the name.
func (f *Files) export(path, format string, typed unsaved) {
	if !f.table.Spares(path) {
		return
	}
	f.prefs.Set(func(r *prefs.Values) { r.Folder = filepath.Dir(path) })
	saved := func() {
		if f.unsaved == typed {
			f.unsaved = unsaved{}
		}
	}
	save := func() { f.table.Save(path, format, typed.password, saved) }
	if typed.sheets != (session.Sheets{}) {
		save = func() { f.table.SaveBook(path, format, typed.password, typed.sheets, saved) }
	} else if rows := f.window.Rows(); rows != nil {
		save = func() { f.table.SaveRows(path, format, typed.password, rows, saved) }
	}
	f.replace(path, save, func() {
		f.askExportAs(unsaved{folder: filepath.Dir(path), name: filepath.Base(path), password: typed.password,
			format: format, sheets: typed.sheets})
	})
}

// browse returns a button that asks for a folder and writes it into an entry.
func (f *Files) browse(folder *input.Entry) *input.Button {
	return input.NewButtonWithIcon(lang.L("Choose…"), theme.FolderOpenIcon(), func() {
		filedialog.Ask(f.dialogs, filedialog.Question{Title: lang.L("Choose a folder"), Confirm: lang.L("Choose"),
			Folder:  folder.Text,
			Folders: true, Lately: f.recentFolders()},
			f.table.Post, folder.SetText)
	})
}

// begin writes a folder into an entry. If folder is "", begin writes the folder of the last export; if that is missing,
// it writes the folder of the open table. It reads the disk on another goroutine, since a missing network drive may
// answer only after minutes.
func (f *Files) begin(entry *input.Entry, folder string) {
	last := f.prefs.Folder
	switch {
	case folder != "":
	case last != "":
		folder = last
		go func() {
			if info, err := os.Stat(last); err == nil && info.IsDir() {
				return
			}
			f.table.Post(func() {
				if entry.Text == last {
					entry.SetText(f.folder())
				}
			})
		}()
	default:
		folder = f.folder()
	}
	entry.SetText(folder)
}

// folder returns the folder of the open table, or the person's home folder.
func (f *Files) folder() string {
	if t := f.table.Table(); t != nil && t.Path != "" && load.Folder(t.Path) != "" && !f.table.Pasted() {
		return load.Folder(t.Path)
	}
	home, _ := os.UserHomeDir()
	return home
}

func (f *Files) name(format string) string {
	what := lang.L("pivot")
	switch {
	case f.table.State().Dashboard:
		what = lang.L("dashboard")
	case f.window.Rows() != nil:
		what = lang.L("rows")
	}
	name := f.table.Table().Stem()
	if f.table.Pasted() {
		name = session.NameOf(f.table.Table())
	}
	return name + " " + what + export.FormatNamed(format).Extension
}

// withExtension returns a typed name with the extension of a format. If the name already has the extension of another
// format that suits what is on the screen, it keeps the name and returns that format.
func (f *Files) withExtension(name, format string) (file, as string) {
	extension := export.FormatNamed(format).Extension
	other := export.FormatOf(name)
	switch {
	case strings.EqualFold(filepath.Ext(name), extension):
		return name, format
	case other.Title != "" && (f.window.Rows() == nil || other.HoldsRows()):
		return name, other.Name
	}
	return name + extension, format
}
