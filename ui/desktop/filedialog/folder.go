package filedialog

import (
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2/widget"

	"cardinal/ui/look/lang"
	"cardinal/ui/state/session"
)

// open lists a folder, with the mark on the item whose name is mark.
func (a *asking) open(folder, mark string) {
	a.setPath(withSeparator(folder)) // now, since a person may type on before the folder is read
	a.load(folder, func(items []item, err error) {
		if err != nil {
			a.say(session.Sentence(err), true)
			return
		}
		a.folder, a.items, a.list.Marked, a.list.picks = folder, items, -1, nil
		a.say("", false)
		a.show(mark)
	})
}

// load reads a folder on another goroutine, and calls `then` with its items. It does not call `then` if another folder
// was requested meanwhile.
func (a *asking) load(folder string, then func([]item, error)) {
	a.turn++
	a.coming = folder
	turn := a.turn
	go func() {
		items, err := read(folder)
		a.post(func() {
			if turn == a.turn {
				a.coming = ""
				then(items, err)
			}
		})
	}()
}

func withSeparator(folder string) string {
	return strings.TrimSuffix(folder, string(filepath.Separator)) + string(filepath.Separator)
}

// setPath shows a path, with the cursor at its end.
func (a *asking) setPath(path string) {
	a.quiet = true
	a.path.SetText(path)
	a.path.CursorColumn = len([]rune(path))
	a.path.Refresh()
	a.quiet = false
}

// show lists the items that pass the filter. mark is the name of the item that gets the mark; "" leaves the mark on its
// item.
func (a *asking) show(mark string) {
	f := filter{extensions: a.extensions(), folders: a.Folders, hidden: a.every.Checked}
	if a.list.Marked >= 0 && mark == "" {
		mark = a.list.items[a.list.Marked].name
	}
	if folder, part := split(a.path.Text, a.folder); folder == a.folder && mark == "" {
		f.part = part
	}
	shown := choose(a.items, f, a.by, a.desc)
	a.list.setItems(shown, mark)
	a.updateButtons()
	switch {
	case len(shown) > 0 || a.failed:
	case f.part != "":
		a.say(lang.L("No name here has “{{.Text}}” in it.", lang.With{"Text": f.part}), false)
		return
	case len(a.items) == 0:
		a.say(lang.L("This folder is empty."), false)
		return
	case len(f.extensions) > 0:
		a.say(lang.L("None of these here: {{.Kinds}}. “All files” lists the rest.", lang.With{"Kinds": a.Kinds}), false)
		return
	case f.folders:
		a.say(lang.L("No folders in this one."), false)
		return
	}
	if !a.failed {
		a.say("", false)
	}
}

// extensions returns the extensions of the files that are listed now. It returns nil if all files are listed.
func (a *asking) extensions() []string {
	if a.every.Checked {
		return nil
	}
	return a.Extensions
}

// say shows a sentence below the list. If the text is "", it hides the sentence.
func (a *asking) say(text string, failed bool) {
	a.failed = failed
	a.note.Importance = widget.MediumImportance
	if failed {
		a.note.Importance = widget.DangerImportance
	}
	a.note.SetText(text)
	a.note.Hidden = text == ""
	a.foot.Refresh()
}

// followTyping lists the folder of the typed path, and only the names that contain the rest of the path.
func (a *asking) followTyping() {
	if a.quiet {
		return
	}
	a.list.Marked, a.list.picks, a.failed = -1, nil, false
	a.updateButtons()
	folder, _ := split(a.path.Text, a.folder)
	if folder == a.folder {
		a.turn++ // drops the answer if another folder is being read
		a.coming = ""
		a.show("")
		return
	}
	if folder == a.coming {
		return
	}
	a.load(folder, func(items []item, err error) {
		if err == nil {
			a.folder, a.items, a.list.picks = folder, items, nil
			a.show("")
		}
	})
}

// complete completes the path as far as all names that match agree. It returns false if nothing was added.
func (a *asking) complete() bool {
	folder, part := split(a.path.Text, a.folder)
	if folder != a.folder || part == "" {
		return false
	}
	whole := complete(choose(a.items, filter{extensions: a.extensions(), folders: a.Folders}, byName, false), part)
	if whole == part {
		return false
	}
	a.setPath(withSeparator(folder) + whole)
	a.followTyping()
	return true
}
