package chipform

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/ui/dialog/dialogs"
	"cardinal/ui/look/lang"
	"cardinal/ui/widget/input"
)

const (
	width     = 340
	listWidth = 190
	gap       = 2 // between the name of a setting and its choices
)

// form is the content of an open form.
type form struct {
	settings func() (title string, of []*fyne.MenuItem)
	head     *widget.Label
	box      *fyne.Container // the lines
	lines    []*line
	relay    func()
}

// Open opens a form at a position. settings returns what the form shows now. The button More actions calls `more`. When
// the form closes, it calls end(true) to keep its changes, or end(false) to undo them. The returned function shows the
// settings again.
func Open(d *dialogs.Stack, at fyne.Position, settings func() (title string, of []*fyne.MenuItem), more func(),
	end func(keep bool)) (renew func()) {
	f := &form{settings: settings, head: widget.NewLabel(""), box: container.NewVBox(), relay: func() {}}
	f.head.TextStyle.Bold, f.head.Truncation = true, fyne.TextTruncateEllipsis
	done := input.NewButtonWithIcon(lang.L("Done"), theme.ConfirmIcon(), nil)
	done.Importance = widget.HighImportance
	other := input.NewButton(lang.L("More actions"), func() {
		done.OnTapped()
		more()
	})
	foot := container.NewHBox(other, layout.NewSpacer(), done)
	f.renew()
	var first fyne.Focusable = done
	if len(f.lines) > 0 {
		first = f.lines[0].choices
	}
	f.relay = d.Beside(at, container.NewVBox(f.head, f.box), foot, done, first, end)
	return f.renew
}

// renew shows the settings again. It reuses the widgets, so that the focus does not move.
func (f *form) renew() {
	title, of := f.settings()
	f.head.SetText(title)
	for len(f.lines) < len(of) {
		l := newLine(f.renew)
		f.lines = append(f.lines, l)
		f.box.Add(l.box)
	}
	f.lines, f.box.Objects = f.lines[:len(of)], f.box.Objects[:len(of)]
	for i, item := range of {
		f.lines[i].show(item)
	}
	f.box.Refresh()
	f.relay()
}

// line is one setting. Its first row has the name, and a list of the less usual choices. Its second row has the usual
// choices.
type line struct {
	box     *fyne.Container
	name    *widget.Label
	choices *input.Choices
	list    *input.Select
	usual   []*fyne.MenuItem // the menu items behind choices
	listed  []*fyne.MenuItem // the menu items behind list; items without an action are headings
}

// newLine returns a line. It calls `after` when a person has made a choice.
func newLine(after func()) *line {
	l := &line{name: widget.NewLabel("")}
	l.choices = input.NewChoices(width, func(i int) {
		l.usual[i].Action()
		after()
	})
	l.list = input.NewSelect(nil, nil)
	l.list.PlaceHolder, l.list.Alignment = lang.L("More…"), fyne.TextAlignTrailing
	l.list.Heading = func(i int) bool { return l.listed[i].Action == nil }
	l.list.OnChanged = func(string) {
		if i := l.list.SelectedIndex(); i >= 0 {
			l.listed[i].Action()
			after()
		}
	}
	l.box = container.New(l, l.name, l.choices, l.list) // Tab goes from the choices to the list
	return l
}

// MinSize implements fyne.Layout.
func (l *line) MinSize([]fyne.CanvasObject) fyne.Size {
	size := l.choices.MinSize()
	return size.AddWidthHeight(0, l.list.MinSize().Height+gap)
}

// Layout implements fyne.Layout. The list stands above the choices, at the right end.
func (l *line) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	top := l.list.MinSize().Height
	l.name.Resize(fyne.NewSize(size.Width-listWidth, top))
	input.Place(l.list, size.Width-listWidth, 0, listWidth, top)
	input.Place(l.choices, 0, top+gap, size.Width, l.choices.MinSize().Height)
}

// show shows the choices of a setting.
func (l *line) show(of *fyne.MenuItem) {
	l.name.SetText(of.Label)
	l.usual, l.listed = nil, nil
	for _, item := range of.ChildMenu.Items {
		switch {
		case item.ChildMenu != nil:
			l.listed = appendFlat(l.listed, item.ChildMenu.Items)
		case !item.Disabled && !item.IsSeparator:
			l.usual = append(l.usual, item)
		}
	}
	chosen := func(items []*fyne.MenuItem) int {
		return slices.IndexFunc(items, func(i *fyne.MenuItem) bool { return i.Checked })
	}
	options := make([]input.Option, len(l.usual))
	for i, item := range l.usual {
		text, detail, _ := strings.Cut(item.Label, "    ")
		options[i] = input.Option{Text: text, Detail: detail, Asks: strings.HasSuffix(text, "…")}
	}
	l.choices.Set(options, chosen(l.usual))
	l.list.Options, l.list.Selected = nil, ""
	for _, item := range l.listed {
		l.list.Options = append(l.list.Options, item.Label)
	}
	if i := chosen(l.listed); i >= 0 {
		l.list.Selected = l.list.Options[i]
	}
	l.list.Hidden = len(l.listed) == 0
	l.list.Refresh()
}

// appendFlat appends the items of a menu and of its submenus to one list. The name of each submenu becomes a heading.
func appendFlat(to, items []*fyne.MenuItem) []*fyne.MenuItem {
	for _, item := range items {
		switch {
		case item.ChildMenu != nil:
			to = appendFlat(append(to, &fyne.MenuItem{Label: item.Label}), item.ChildMenu.Items)
		case !item.IsSeparator && !item.Disabled:
			to = append(to, item)
		}
	}
	return to
}
