package filedialog

import (
	"os"
	"path/filepath"
	"strings"

	"cardinal/data/load"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/session"
	"cardinal/ui/widget/input"
)

// showMarked shows the path of the marked item.
func (a *asking) showMarked(i int) {
	it := a.list.items[i]
	path := filepath.Join(a.folder, it.name)
	if it.folder {
		path = withSeparator(path)
	}
	a.setPath(path)
}

// updateButtons shows on the buttons what they open: the files that a person has picked, or all tables in the folder.
func (a *asking) updateButtons() {
	text := a.Confirm
	if n := len(a.list.picks); n > 1 {
		text = lang.N("Open {{.N}} file as one table", "Open {{.N}} files as one table", n)
	}
	if a.ok.Text != text {
		a.ok.SetText(text)
	}
	if a.all == nil {
		return
	}
	var names []string
	parts := false
	for _, it := range a.items {
		parts = parts || it.folder && strings.Contains(it.name, "=")
		if !it.folder {
			names = append(names, it.name)
		}
	}
	files := len(load.InFolder(names))
	folder, _ := split(a.path.Text, a.folder)
	a.all.Hidden = files < 2 && !parts || folder != a.folder
	if parts {
		a.all.SetText(lang.L("Open this folder as one table"))
	} else {
		a.all.SetText(lang.N("Open the table here", "Open all {{.N}} tables here as one", files))
	}
}

// several returns one path that names all picked files. It returns "" if fewer than two files are picked.
func (a *asking) several() string {
	if len(a.list.picks) < 2 {
		return ""
	}
	var paths []string
	for _, it := range a.items {
		if a.list.picks[it.name] {
			paths = append(paths, filepath.Join(a.folder, it.name))
		}
	}
	return load.Join(paths...)
}

// goUp lists the parent folder, with the mark on the present folder.
func (a *asking) goUp() {
	if above := filepath.Dir(a.folder); above != a.folder {
		a.open(above, filepath.Base(a.folder))
		input.Focus(a.list)
	}
}

// submit opens the folder that the typed path names. If the path names a file or an address, submit uses it.
func (a *asking) submit() {
	if typed := strings.TrimSpace(a.path.Text); a.Addresses && load.IsAddress(typed) {
		a.hide()
		a.use(load.Absolute(typed))
		return
	}
	folder, part := split(a.path.Text, a.folder)
	path := filepath.Join(folder, part)
	if together := a.several(); together != "" {
		a.hide()
		a.use(together)
		return
	}
	a.turn++
	turn := a.turn
	go func() { // a missing network drive may answer only after minutes
		info, err := os.Stat(path)
		several := err != nil && a.Several && load.IsSeveral(path)
		if several {
			_, err = load.Files(path)
		}
		a.post(func() {
			if turn == a.turn {
				a.finishSubmit(path, folder, part, info, several, err)
			}
		})
	}()
}

// finishSubmit goes on after submit has looked at path. part is the name within the folder. several is true if the path
// names several files.
func (a *asking) finishSubmit(path, folder, part string, info os.FileInfo, several bool, err error) {
	switch {
	case several && err == nil:
		a.hide()
		a.use(path)
	case err != nil && !several && len(a.list.items) == 1 && part != "" && folder == a.folder:
		// the typed text is a part of only this name
		a.list.Mark(0)
		a.submit()
	case err != nil:
		a.say(session.Sentence(err), true)
	case info.IsDir() && a.Folders && path == a.folder:
		a.hide()
		a.use(path)
	case info.IsDir():
		a.open(path, "")
	case a.Folders:
		a.say(lang.L("{{.File}} is a file: choose a folder.", lang.With{"File": filepath.Base(path)}), true)
	default:
		a.hide()
		a.use(path)
	}
}
