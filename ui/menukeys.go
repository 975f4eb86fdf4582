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

// menuKeys are the keys that move in a menu or choose an entry. Left and Esc stay with the toolkit.
var menuKeys = map[glfw.Key]fyne.KeyName{
	glfw.KeyDown: fyne.KeyDown, glfw.KeyUp: fyne.KeyUp, glfw.KeyHome: fyne.KeyHome, glfw.KeyEnd: fyne.KeyEnd,
	glfw.KeyRight: fyne.KeyRight,
	glfw.KeyEnter: fyne.KeyReturn, glfw.KeyKPEnter: fyne.KeyReturn, glfw.KeySpace: fyne.KeyReturn,
}

// menuKey gives a key to the focused menu. It returns false if no menu has the focus. The toolkit's own handling has
// three faults: it stops at disabled entries and chooses them, it ignores Home and End, and Enter on an entry with a
// submenu closes the menu.
func menuKey(f fyne.Focusable, key fyne.KeyName) bool {
	root := menuOf(f)
	if root == nil || key == "" {
		return false
	}
	m := innermostMenu(root)
	entries, now := entriesOf(m)
	switch key {
	case fyne.KeyDown:
		activate(m, entries[now+1:])
	case fyne.KeyUp:
		if now < 0 {
			now = len(entries)
		}
		activate(m, reversed(entries[:now]))
	case fyne.KeyHome:
		activate(m, entries)
	case fyne.KeyEnd:
		activate(m, reversed(entries))
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

// menuLetter moves to the next entry of the focused menu that begins with a letter, and wraps around. It returns
// false if no menu has the focus.
func menuLetter(f fyne.Focusable, letter rune) bool {
	root := menuOf(f)
	if root == nil {
		return false
	}
	m := innermostMenu(root)
	entries, now := entriesOf(m)
	entries = slices.Concat(entries[now+1:], entries[:now+1])
	activate(m, slices.DeleteFunc(entries, func(e menuEntry) bool {
		return !strings.HasPrefix(strings.ToLower(e.Label), strings.ToLower(string(letter)))
	}))
	return true
}

// menuOf returns the menu that has the focus: a popped-up menu, or one of the main menu. It returns nil if none has the
// focus.
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

// menuEntry is an entry of a menu with the toolkit's widget that shows it.
type menuEntry struct {
	*fyne.MenuItem
	shown fyne.CanvasObject
}

// entriesOf lists the entries of a menu without its separators. active is the position of the active entry, or -1. The
// toolkit does not export them, so that reflection reads its fields.
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

// innermostMenu returns the last of the open submenus of a menu, or the menu itself.
func innermostMenu(m *widget.Menu) *widget.Menu {
	entries, active := entriesOf(m)
	if active >= 0 {
		if child := entries[active].shown.(interface{ Child() *widget.Menu }).Child(); child != nil && child.Visible() {
			return innermostMenu(child)
		}
	}
	return m
}

// activate makes the first enabled entry of the given ones the active entry. If this entry has a submenu, it stays
// closed.
func activate(m *widget.Menu, entries []menuEntry) {
	for _, e := range entries {
		if !e.Disabled {
			e.shown.(desktop.Hoverable).MouseIn(nil)
			m.DeactivateLastSubmenu()
			return
		}
	}
}

// leaveDisabled moves on from the first entry of an opened submenu if that entry is disabled.
func leaveDisabled(root *widget.Menu) {
	m := innermostMenu(root)
	if entries, now := entriesOf(m); now >= 0 && entries[now].Disabled {
		m.DeactivateChild()
		activate(m, entries)
	}
}

func reversed(entries []menuEntry) []menuEntry {
	entries = slices.Clone(entries)
	slices.Reverse(entries)
	return entries
}
