package filedialog

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/data/load"
	"cardinal/ui/dialogs"
	"cardinal/ui/input"
	"cardinal/ui/session"
	"cardinal/ui/systemdialog"
)

// Question is what is asked for.
type Question struct {
	Title, Confirm string
	Folder         string   // to begin in; "": the person's own
	Kinds          string   // what the files are called: "Tables"
	Extensions     []string // of the files listed at first, with their dots; none: every file
	Folders        bool     // a folder is asked for, not a file
	Several        bool     // files may be picked together, and a folder or a pattern of names may be chosen: as package load has paths
	Lately         []string // folders used lately, the latest first
}

// asking is an open dialog.
type asking struct {
	Question
	post func(func())
	use  func(path string)
	hide func()

	folder string // that is listed
	coming string // the folder that is being read; "" where none is
	items  []item // all of them
	by     order
	desc   bool
	path   *input.Entry
	quiet  bool // the program sets the path, not the person
	list   *list
	note   *widget.Label
	foot   *fyne.Container
	failed bool // note says what is wrong
	ok     *input.Button
	all    *input.Button // opens the folder as one table
	every  *widget.Check
	system *input.Button // asks with the system's dialog
	window fyne.Window
	heads  [3]*input.Button
	turn   int // counts the folders that were read, so that the last one wins
}

// Ask opens the dialog. use gets the chosen path. Folders are read outside of the UI goroutine, and post hands a function to it.
func Ask(d *dialogs.Stack, q Question, post func(func()), use func(path string)) {
	a := &asking{Question: q, post: post, use: use, window: d.Window(), path: input.New(), list: newList(), note: widget.NewLabel("")}
	if a.Folder == "" {
		a.Folder, _ = os.UserHomeDir()
	}
	if full, err := filepath.Abs(a.Folder); err == nil {
		a.Folder = full
	}
	a.path.OnChanged = func(string) { a.typed() }
	a.path.OnSubmitted = func(string) { a.submit() }
	a.path.OnDown = func() {
		input.Focus(a.list)
		if a.list.now < 0 {
			a.list.mark(0)
		}
	}
	a.path.OnTab = a.complete
	a.list.onMark, a.list.onOpen, a.list.onUp = a.marked, a.submit, a.up
	a.list.onTop = func() { input.Focus(a.path) }
	a.note.Wrapping = fyne.TextWrapWord
	a.note.Hide()
	a.ok = input.NewButton(q.Confirm, a.submit)
	a.every = widget.NewCheck("All files", func(bool) { a.show("") })

	up := input.NewButtonWithIcon("Up", theme.MoveUpIcon(), a.up)
	places := widget.NewSelect(nil, func(folder string) { a.open(folder, "") })
	places.PlaceHolder = "Go to…"
	a.system = input.NewButton("System dialog…", a.askSystem)
	a.system.Importance = widget.LowImportance
	a.system.Hide()
	top := container.NewBorder(nil, nil, up, container.New(layout.NewGridWrapLayout(fyne.NewSize(110, places.MinSize().Height)), places), a.path)
	for i, name := range []string{"Name", "Size", "Changed"} {
		a.heads[i] = input.NewButton(name, func() { a.sort(order(i)) })
		a.heads[i].Importance, a.heads[i].Alignment = widget.LowImportance, widget.ButtonAlignLeading
	}
	a.heads[1].Alignment = widget.ButtonAlignTrailing
	a.foot = container.NewVBox(a.note)
	line := container.NewHBox()
	if len(q.Extensions) > 0 {
		line.Add(a.every)
	}
	line.Add(a.system)
	if q.Several {
		a.list.onPick = a.picked
		a.all = input.NewButton("", func() {
			a.hide()
			a.use(a.folder)
		})
		a.all.Importance = widget.LowImportance
		a.all.Hide()
		line.Add(layout.NewSpacer())
		line.Add(a.all)
	}
	a.foot.Add(line)
	content := input.Column(container.NewVBox(top, container.New(headLayout{}, a.heads[0], a.heads[1], a.heads[2])), a.list, a.foot)
	a.head()
	a.hide = d.Edit(q.Title, content, a.ok, 760, 560, a.path)
	a.open(a.Folder, "")
	go func() { // a drive on a network may take its time
		found, system := a.places(), systemdialog.Available()
		post(func() {
			places.SetOptions(found)
			a.system.Hidden = !system
			line.Refresh()
		})
	}()
}

// headLayout sets the headings over the columns of the list.
type headLayout struct{}

// MinSize implements fyne.Layout.
func (headLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(iconWidth+120+sizeWidth+dateWidth, o[0].MinSize().Height)
}

// Layout implements fyne.Layout.
func (headLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	x := float32(iconWidth)
	for i, w := range []float32{size.Width - iconWidth - sizeWidth - dateWidth, sizeWidth, dateWidth} {
		o[i].Move(fyne.NewPos(x, 0))
		o[i].Resize(fyne.NewSize(w, size.Height))
		x += w
	}
}

// sort sorts by a column, the other way round where it is sorted by the column already. Sizes and dates begin with the greatest.
func (a *asking) sort(by order) {
	if by == a.by {
		a.desc = !a.desc
	} else {
		a.by, a.desc = by, by != byName
	}
	a.head()
	a.show("")
}

// head shows on the headings what the list is sorted by.
func (a *asking) head() {
	for i, h := range a.heads {
		switch {
		case order(i) != a.by:
			h.SetIcon(nil)
		case a.desc:
			h.SetIcon(theme.MenuDropDownIcon())
		default:
			h.SetIcon(theme.MenuDropUpIcon())
		}
	}
}

// open lists a folder. mark is the name of the item to mark.
func (a *asking) open(folder, mark string) {
	a.turn++
	turn := a.turn
	a.coming = folder
	a.setPath(withSeparator(folder)) // at once, so that what is typed meanwhile stays
	go func() {
		items, err := read(folder)
		a.post(func() {
			if turn != a.turn {
				return
			}
			a.coming = ""
			if err != nil {
				a.say(session.Sentence(err), true)
				return
			}
			a.folder, a.items, a.list.now = folder, items, -1
			a.list.picks = nil
			a.say("", false)
			a.show(mark)
		})
	}()
}

func withSeparator(folder string) string {
	return strings.TrimSuffix(folder, string(filepath.Separator)) + string(filepath.Separator)
}

// setPath shows a path. The cursor is at its end.
func (a *asking) setPath(path string) {
	a.quiet = true
	a.path.SetText(path)
	a.path.CursorColumn = len([]rune(path))
	a.path.Refresh()
	a.quiet = false
}

// show lists what passes the filter. mark is the name of the item to mark; "" keeps the mark.
func (a *asking) show(mark string) {
	f := filter{extensions: a.extensions(), folders: a.Folders, hidden: a.every.Checked}
	if a.list.now >= 0 && mark == "" {
		mark = a.list.items[a.list.now].name
	}
	if folder, part := split(a.path.Text, a.folder); folder == a.folder && mark == "" {
		f.part = part
	}
	shown := choose(a.items, f, a.by, a.desc)
	a.list.setItems(shown, mark)
	a.picked()
	switch {
	case len(shown) > 0 || a.failed:
	case f.part != "":
		a.say("No name here has “"+f.part+"” in it.", false)
		return
	case len(a.items) > 0 && len(f.extensions) > 0:
		a.say("No "+strings.ToLower(a.Kinds)+" here. “All files” lists the rest.", false)
		return
	}
	if !a.failed {
		a.say("", false)
	}
}

// extensions are those that are listed now.
func (a *asking) extensions() []string {
	if a.every.Checked {
		return nil
	}
	return a.Extensions
}

// say shows a sentence below the list; "" shows none.
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

// typed follows the path while it is typed: another folder is listed, and the rest of the path is looked for in the names.
func (a *asking) typed() {
	if a.quiet {
		return
	}
	a.list.now, a.list.picks, a.failed = -1, nil, false
	a.picked()
	folder, _ := split(a.path.Text, a.folder)
	if folder == a.folder {
		a.show("")
		return
	}
	if folder == a.coming {
		return
	}
	a.turn++
	turn := a.turn
	go func() {
		items, err := read(folder)
		a.post(func() {
			if turn == a.turn && err == nil {
				a.folder, a.items = folder, items
				a.list.picks = nil
				a.show("")
			}
		})
	}()
}

// complete adds to the path what all names that begin with it have in common, and reports whether there was anything to add.
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
	a.typed()
	return true
}

// marked shows the path of the item that is marked.
func (a *asking) marked(it item) {
	path := filepath.Join(a.folder, it.name)
	if it.folder {
		path = withSeparator(path)
	}
	a.setPath(path)
}

// picked says on the buttons what they open: the files that are picked together, or all files of the folder.
func (a *asking) picked() {
	text := a.Confirm
	if n := len(a.list.picks); n > 1 {
		text = fmt.Sprintf("%s %d files as one table", a.Confirm, n)
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
	a.all.Hidden = files < 2 && !parts
	if parts {
		a.all.SetText(a.Confirm + " this folder as one table")
	} else {
		a.all.SetText(fmt.Sprintf("%s all %d tables here as one", a.Confirm, files))
	}
}

// several is the path of the files that are picked together, "" where fewer than two are.
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

// up lists the folder above, with the present one marked.
func (a *asking) up() {
	if above := filepath.Dir(a.folder); above != a.folder {
		a.open(above, filepath.Base(a.folder))
		input.Focus(a.list)
	}
}

// submit opens the folder that the path names, or uses the file.
func (a *asking) submit() {
	folder, part := split(a.path.Text, a.folder)
	path := filepath.Join(folder, part)
	if together := a.several(); together != "" {
		a.hide()
		a.use(together)
		return
	}
	info, err := os.Stat(path)
	switch {
	case err != nil && a.Several && load.IsSeveral(path):
		if _, err := load.Files(path); err != nil {
			a.say(session.Sentence(err), true)
			return
		}
		a.hide()
		a.use(path)
	case err != nil && len(a.list.items) == 1 && part != "" && folder == a.folder: // the only one that the typed text leaves
		a.list.mark(0)
		a.submit()
	case err != nil:
		a.say(session.Sentence(err), true)
	case info.IsDir() && a.Folders && path == a.folder:
		a.hide()
		a.use(path)
	case info.IsDir():
		a.open(path, "")
	case a.Folders:
		a.say(filepath.Base(path)+" is a file: choose a folder.", true)
	default:
		a.hide()
		a.use(path)
	}
}
