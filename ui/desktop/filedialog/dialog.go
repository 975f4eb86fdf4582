package filedialog

import (
	"os"
	"path/filepath"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/ui/desktop/systemdialog"
	"cardinal/ui/dialog/dialogs"
	"cardinal/ui/look/lang"
	"cardinal/ui/widget/input"
)

// Question says what the dialog asks for.
type Question struct {
	Title, Confirm string
	Folder         string   // the folder to list first; "": the person's home folder
	Kinds          string   // what the files are called, e.g. "Tables"
	Extensions     []string // of the files to list, with their dots; none: all files
	Folders        bool     // asks for a folder, not a file
	// several files, a folder or a pattern of names may be chosen; load.IsSeveral is then true for the path
	Several   bool
	Addresses bool     // an address may be typed, e.g. https://host/sales.parquet
	Lately    []string // recent folders, the latest first
}

// asking is an open dialog.
type asking struct {
	Question
	post func(func())
	use  func(path string)
	hide func()

	folder string // the listed folder
	coming string // the folder that is being read to be listed; "": none
	items  []item // all items of the folder
	by     order
	desc   bool
	path   *input.Entry
	quiet  bool // the program is changing the path, not the person
	list   *list
	note   *widget.Label
	foot   *fyne.Container
	failed bool // note shows an error
	ok     *input.Button
	all    *input.Button // opens the folder as one table
	every  *widget.Check
	system *input.Button // asks with the system's dialog
	window fyne.Window
	heads  [3]*input.Button
	turn   int // number of the last request; the answers to older ones are dropped
}

// Ask opens the dialog, and calls `use` with the chosen path. It reads folders on other goroutines. post runs a
// function on the UI goroutine.
func Ask(d *dialogs.Stack, q Question, post func(func()), use func(path string)) {
	a := &asking{Question: q, post: post, use: use, window: d.Window(), path: input.New(), list: newList(d.Tips()),
		note: input.Wrapped("")}
	if a.Folder == "" {
		a.Folder, _ = os.UserHomeDir()
	}
	if full, err := filepath.Abs(a.Folder); err == nil {
		a.Folder = full
	}
	a.path.OnChanged = func(string) { a.followTyping() }
	a.path.OnSubmitted = func(string) { a.submit() }
	a.path.OnDown = func() {
		input.Focus(a.list)
		if a.list.Marked < 0 {
			a.list.Mark(0)
		}
	}
	a.path.OnTab = a.complete
	a.list.OnMark, a.list.OnOpen, a.list.onUp = a.showMarked, a.submit, a.goUp
	a.list.OnTop = func() { input.Focus(a.path) }
	a.note.Hide()
	a.ok = input.NewButton(q.Confirm, a.submit)
	a.every = widget.NewCheck(lang.L("All files"), func(bool) { a.show("") })

	up := input.NewButtonWithIcon(lang.L("Up"), theme.MoveUpIcon(), a.goUp)
	places := input.NewSelect(nil, func(folder string) { a.open(folder, "") })
	places.PlaceHolder = lang.L("Go to…")
	a.system = input.NewButton(lang.L("System dialog…"), a.askSystem)
	a.system.Importance = widget.LowImportance
	a.system.Hide()
	lately := container.New(layout.NewGridWrapLayout(fyne.NewSize(110, places.MinSize().Height)), places)
	top := container.New(layout.NewBorderLayout(nil, nil, up, lately), up, a.path, lately) // in the order of Tab
	for i, name := range []string{lang.L("Name"), lang.L("Size"), lang.L("Changed")} {
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
		a.list.onPick = a.updateButtons
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
	content := input.Column(container.NewVBox(top, container.New(headLayout{}, a.heads[0], a.heads[1], a.heads[2])),
		a.list, a.foot)
	a.head()
	a.hide = d.Edit(q.Title, content, a.ok, 760, 560, a.path)
	d.Closed(func() { a.turn++ }) // the answer to a request under way is dropped
	a.open(a.Folder, "")
	go func() { // a network drive may be slow
		found, system := a.places(), systemdialog.Available()
		post(func() {
			places.SetOptions(found)
			a.system.Hidden = !system
			line.Refresh()
		})
	}()
}
