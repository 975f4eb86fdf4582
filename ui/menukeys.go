package ui

import (
	"reflect"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
	"github.com/go-gl/glfw/v3.3/glfw"
)

// menuKeys are the keys that go to another entry of a menu or choose one. Left and Esc are left to the toolkit.
var menuKeys = map[glfw.Key]fyne.KeyName{
	glfw.KeyDown: fyne.KeyDown, glfw.KeyUp: fyne.KeyUp, glfw.KeyHome: fyne.KeyHome, glfw.KeyEnd: fyne.KeyEnd, glfw.KeyRight: fyne.KeyRight,
	glfw.KeyEnter: fyne.KeyReturn, glfw.KeyKPEnter: fyne.KeyReturn, glfw.KeySpace: fyne.KeyReturn,
}

// menuKey gives a key to the menu that has the keyboard, and reports whether one has it. The toolkit's own keys
// stop at entries that are disabled, and choose them; they know neither Home nor End; and Enter closes the menu
// on an entry that opens a menu of its own.
func menuKey(f fyne.Focusable, key fyne.KeyName) bool {
	root := menuOf(f)
	if root == nil || key == "" {
		return false
	}
	m := innermost(root)
	entries, now := entriesOf(m)
	switch key {
	case fyne.KeyDown:
		activate(m, entries[now+1:])
	case fyne.KeyUp:
		if now < 0 {
			now = len(entries)
		}
		activate(m, backward(entries[:now]))
	case fyne.KeyHome:
		activate(m, entries)
	case fyne.KeyEnd:
		activate(m, backward(entries))
	case fyne.KeyRight:
		f.TypedKey(&fyne.KeyEvent{Name: fyne.KeyRight})
		leaveDisabled(root)
	case fyne.KeyReturn:
		if now >= 0 && entries[now].ChildMenu != nil {
			m.ActivateLastSubmenu()
			leaveDisabled(root)
		} else {
			root.TriggerLast()
		}
	}
	return true
}

// menuLetter goes to the next entry of the menu with the keyboard whose text begins with a letter, after the
// last one to the first, and reports whether a menu has the keyboard.
func menuLetter(f fyne.Focusable, letter rune) bool {
	root := menuOf(f)
	if root == nil {
		return false
	}
	m := innermost(root)
	entries, now := entriesOf(m)
	entries = slices.Concat(entries[now+1:], entries[:now+1])
	activate(m, slices.DeleteFunc(entries, func(e menuEntry) bool {
		return !strings.HasPrefix(strings.ToLower(e.Label), strings.ToLower(string(letter)))
	}))
	return true
}

// menuOf is the menu that has the keyboard: one that was popped up, or one of the main menu. It is nil where no
// menu has it.
func menuOf(f fyne.Focusable) *widget.Menu {
	var m *widget.Menu
	switch of := f.(type) {
	case *widget.PopUpMenu:
		m = of.Menu
	case interface{ Child() *widget.Menu }:
		m = of.Child()
	}
	if m == nil || !m.Visible() {
		return nil
	}
	return m
}

// menuEntry is an entry of a menu and the widget of the toolkit that shows it.
type menuEntry struct {
	*fyne.MenuItem
	shown fyne.CanvasObject
}

// entriesOf lists the entries of a menu without the separators, and says which one is active, -1 for none. The
// toolkit exports neither.
func entriesOf(m *widget.Menu) (entries []menuEntry, active int) {
	active = -1
	now := reflect.ValueOf(m).Elem().FieldByName("activeItem").UnsafePointer()
	for _, o := range m.Items {
		if _, separator := o.(*widget.Separator); separator {
			continue
		}
		v := reflect.ValueOf(o)
		if v.UnsafePointer() == now {
			active = len(entries)
		}
		entries = append(entries, menuEntry{v.Elem().FieldByName("Item").Interface().(*fyne.MenuItem), o})
	}
	return entries, active
}

// innermost is the last of the menus that are open within each other.
func innermost(m *widget.Menu) *widget.Menu {
	entries, active := entriesOf(m)
	if active >= 0 {
		if child := entries[active].shown.(interface{ Child() *widget.Menu }).Child(); child != nil && child.Visible() {
			return innermost(child)
		}
	}
	return m
}

// activate goes to the first of some entries of a menu that is not disabled. The menu of the entry stays closed.
func activate(m *widget.Menu, entries []menuEntry) {
	for _, e := range entries {
		if !e.Disabled {
			e.shown.(desktop.Hoverable).MouseIn(nil)
			m.DeactivateLastSubmenu()
			return
		}
	}
}

// leaveDisabled goes on from the first entry of a menu that was opened, where that is disabled.
func leaveDisabled(root *widget.Menu) {
	m := innermost(root)
	if entries, now := entriesOf(m); now >= 0 && entries[now].Disabled {
		m.DeactivateChild()
		activate(m, entries)
	}
}

func backward(entries []menuEntry) []menuEntry {
	entries = slices.Clone(entries)
	slices.Reverse(entries)
	return entries
}
