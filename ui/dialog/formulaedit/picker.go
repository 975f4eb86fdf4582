package formulaedit

import (
	"image/color"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/ui/look/lang"
	"cardinal/ui/widget/input"
	"cardinal/ui/widget/tip"
)

var _ fyne.Focusable = (*nameList)(nil)

// picker is a list of names with a search box. A click on a name, or Enter in the search box or the list, inserts a
// name.
type picker struct {
	root   *fyne.Container
	search *input.Entry
	list   *nameList
	none   *widget.Label // says that no name matches the search
}

// pickerLines is the number of names in view.
const pickerLines = 5

// newPicker returns a list of names. It calls `use` with the name that a person chooses.
func newPicker(title string, names []string, tips *tip.Tip, use func(string)) *picker {
	p := &picker{search: input.New(), none: widget.NewLabel(lang.L("None has this in its name."))}
	p.list = newNameList(names, tips, func(name string) {
		p.search.SetText("")
		use(name)
	}, func(r rune) {
		input.Focus(p.search)
		p.search.TypedRune(r)
	})
	p.search.SetPlaceHolder(title)
	p.search.OnChanged = func(text string) {
		p.list.show(matching(names, text))
		p.none.Hidden = len(p.list.names) > 0
		p.none.Refresh()
	}
	p.search.OnSubmitted = func(string) { p.list.choose(0) }
	p.search.OnDown = func() { input.Focus(p.list) }
	p.none.Importance, p.none.Wrapping, p.none.Hidden = widget.LowImportance, fyne.TextWrapWord, true
	room := canvas.NewRectangle(color.Transparent)
	line := widget.NewLabel("").MinSize().Height + theme.Padding()
	room.SetMinSize(fyne.NewSize(0, pickerLines*line-theme.Padding()))
	p.root = container.NewVBox(p.search, container.NewStack(room, p.list, container.NewVBox(p.none)))
	return p
}

// matching returns the names that contain a text, whatever the case. Names that begin with the text come first.
func matching(names []string, text string) []string {
	text = strings.ToLower(strings.TrimSpace(text))
	if text == "" {
		return names
	}
	var begin, contain []string
	for _, n := range names {
		switch at := strings.Index(strings.ToLower(n), text); {
		case at == 0:
			begin = append(begin, n)
		case at > 0:
			contain = append(contain, n)
		}
	}
	return append(begin, contain...)
}

// nameList is a list of names, of which one is chosen by a click, Space or Enter.
type nameList struct {
	widget.List

	names  []string
	use    func(string)
	onType func(rune) // a letter was typed
	at     int        // the line with the focus
}

func newNameList(names []string, tips *tip.Tip, use func(string), onType func(rune)) *nameList {
	l := &nameList{names: names, use: use, onType: onType}
	l.HideSeparators = true
	l.Length = func() int { return len(l.names) }
	l.CreateItem = func() fyne.CanvasObject {
		label := tip.NewLabel("", tips)
		label.Back = tip.NewBack()
		return container.NewStack(label.Back, label)
	}
	l.UpdateItem = func(i widget.ListItemID, o fyne.CanvasObject) {
		o.(*fyne.Container).Objects[1].(*tip.Label).SetText(l.names[i])
	}
	l.OnSelected = func(i widget.ListItemID) {
		l.at = i
		l.choose(i)
	}
	l.ExtendBaseWidget(l)
	return l
}

// show lists other names, with the focus on the first one.
func (l *nameList) show(names []string) {
	for ; l.at > 0; l.at-- {
		l.List.TypedKey(&fyne.KeyEvent{Name: fyne.KeyUp})
	}
	l.names = names
	l.ScrollToTop()
	l.Refresh()
}

// choose calls `use` with name i, if it exists.
func (l *nameList) choose(i int) {
	l.UnselectAll()
	if i < len(l.names) {
		l.use(l.names[i])
	}
}

// TypedKey implements fyne.Focusable. It gives Esc to the window.
func (l *nameList) TypedKey(ev *fyne.KeyEvent) {
	switch ev.Name {
	case fyne.KeyEscape:
		input.Pass(l, ev)
		return
	case fyne.KeyReturn, fyne.KeyEnter:
		l.choose(l.at)
		return
	case fyne.KeyDown:
		l.at = min(l.at+1, max(0, len(l.names)-1))
	case fyne.KeyUp:
		l.at = max(l.at-1, 0)
	}
	l.List.TypedKey(ev)
}

// TypedRune implements fyne.Focusable.
func (l *nameList) TypedRune(r rune) {
	if r != ' ' {
		l.onType(r)
	}
}
