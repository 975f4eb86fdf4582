package files

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"cardinal/data/load"
	"cardinal/export"
	"cardinal/internal/workspace"
	"cardinal/ui/desktop/filedialog"
	"cardinal/ui/look/lang"
	"cardinal/ui/widget/input"
)

// openable returns the extensions of the files that can be opened.
func openable() []string { return append(slices.Clone(load.Extensions()), workspace.Extension) }

// AskFile asks for the file of a table, or for several files that are one table.
func (f *Files) AskFile(_ string, use func(path string)) {
	f.ask(filedialog.Question{Title: lang.L("Open"), Kinds: lang.L(tableKinds), Extensions: load.Extensions(),
		Several:   true,
		Addresses: true}, use)
}

// AskSecond asks for a file to use together with the open file. The title says what for.
func (f *Files) AskSecond(title string, use func(path string)) {
	f.ask(filedialog.Question{Title: title, Kinds: lang.L(tableKinds), Extensions: load.Extensions(), Addresses: true},
		use)
}

// AskWorkbook asks for an exported workbook.
func (f *Files) AskWorkbook(title string, use func(path string)) {
	f.ask(filedialog.Question{Title: title, Kinds: lang.L("Excel workbooks"),
		Extensions: []string{export.FormatNamed("xlsx").Extension}}, use)
}

// AskWorkspace asks for the name of a workspace in a folder. If inFolder is "", it is the usual folder. If the file
// exists, AskWorkspace asks whether to replace it.
func (f *Files) AskWorkspace(inFolder, asName string, use func(path string)) {
	form, name, folder := f.newForm(asName, inFolder)
	save := input.NewButton(lang.L("Save"), nil)
	hide := f.dialogs.Edit(lang.L("Save the workspace"), form, save, 560, 200, name)
	save.OnTapped = func() {
		hide()
		path := inFolderOf(folder.Text, strings.TrimSpace(name.Text))
		if !workspace.Is(path) {
			path += workspace.Extension
		}
		f.replace(path, func() { use(path) }, func() { f.AskWorkspace(filepath.Dir(path), filepath.Base(path), use) })
	}
	unlessEmpty(save, name)
	name.TypedShortcut(&fyne.ShortcutSelectAll{})
}

// replace writes a file. If the file exists, it asks first; Cancel then calls `back`. It looks for the file on another
// goroutine, since a missing network drive may answer only after minutes.
func (f *Files) replace(path string, write, back func()) {
	go func() {
		_, err := os.Stat(path)
		held := ""
		if err == nil {
			held = export.HeldBy(path)
		}
		f.table.Post(func() {
			if err != nil {
				write()
				return
			}
			f.askReplace(path, held, write, back)
		})
	}()
}

// askReplace asks whether a file may be replaced. `held` says which program has the file open.
func (f *Files) askReplace(path, held string, write, back func()) {
	text := input.Wrapped(strings.TrimSpace(lang.L("There is a file of this name already:") + "\n" + shortPath(path) +
		"\n\n" + held))
	replace, replaced := input.NewButton(lang.L("Replace"), nil), false
	hide := f.dialogs.Edit(lang.L("Replace the file?"), text, replace, 460, 200, nil)
	f.dialogs.Closed(func() {
		if !replaced {
			back()
		}
	})
	replace.OnTapped = func() {
		replaced = true
		hide()
		write()
	}
}
