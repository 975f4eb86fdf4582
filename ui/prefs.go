package ui

import (
	"os"
	"path/filepath"
	"slices"

	"fyne.io/fyne/v2"

	"cardinal/localfile"
	"cardinal/ui/theme"
)

// preferences are what the window remembers from one start to the next. A change is in the file when set returns. The
// toolkit's own preferences are written later, by a goroutine that may outlive the window.
type preferences struct {
	path string // "": they are kept in memory alone
	remembered
}

type remembered struct {
	Theme  theme.Mode   `json:"theme,omitempty"`
	Recent []string     `json:"recent,omitempty"` // files opened lately, the newest first
	Folder string       `json:"folder,omitempty"` // of the last export
	Layout windowLayout `json:"layout"`
}

type windowLayout struct {
	Width   float32 `json:"width"`
	Height  float32 `json:"height"`
	Fields  float64 `json:"fields"` // where the split after the field list stands
	Panel   float64 `json:"panel"`  // where the split before the panel stands
	NoPanel bool    `json:"no_panel,omitempty"`

	Maximized bool `json:"maximized,omitempty"` // Width and Height are those from before
}

// maxSide is longer than a window gets.
const maxSide = 32_768

var usualLayout = windowLayout{Width: 1280, Height: 800, Fields: 0.17, Panel: 0.69}

// PreferencesFile is where the window of this user keeps its preferences, "" where there is no such place.
func PreferencesFile() string {
	dir, err := os.UserConfigDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "cardinal", "window.json")
}

func loadPreferences(path string) *preferences {
	p := &preferences{path: path}
	p.read()
	return p
}

func (p *preferences) read() {
	if p.path != "" {
		var r remembered
		if localfile.Load(p.path, &r) {
			p.remembered = r
		}
	}
	p.Recent = p.Recent[:min(len(p.Recent), maxRecent)]
	if l := p.Layout; l.Width < 200 || l.Height < 150 || l.Width > maxSide || l.Height > maxSide || l.Fields <= 0 || l.Fields >= 1 || l.Panel <= 0 || l.Panel >= 1 {
		p.Layout = usualLayout
	}
}

// set changes what is remembered. Another window may have written to the file meanwhile. What cannot be written is
// remembered until the window closes.
func (p *preferences) set(change func(*remembered)) {
	p.read()
	change(&p.remembered)
	if p.path != "" {
		_ = localfile.Save(p.path, p.remembered)
	}
}

// maxRecent is how many files are remembered.
const maxRecent = 10

func (p *preferences) addRecent(path string) {
	p.set(func(r *remembered) {
		list := slices.DeleteFunc(slices.Clone(r.Recent), func(o string) bool { return o == path })
		list = slices.Insert(list, 0, path)
		r.Recent = list[:min(len(list), maxRecent)]
	})
}

func (p *preferences) clearRecent() { p.set(func(r *remembered) { r.Recent = nil }) }

func (w *window) loadLayout() {
	l := w.prefs.Layout
	w.left.SetOffset(l.Fields)
	w.sides.SetOffset(l.Panel)
	w.panel.Object().(*fyne.Container).Hidden = l.NoPanel
}

func (w *window) saveLayout() {
	l := windowLayout{Fields: w.left.Offset, Panel: w.sides.Offset, NoPanel: !w.panel.Object().Visible(), Maximized: maximized(w.win)}
	size := w.win.Canvas().Size()
	w.prefs.set(func(r *remembered) {
		if l.Width, l.Height = size.Width, size.Height; l.Maximized {
			l.Width, l.Height = r.Layout.Width, r.Layout.Height
		}
		r.Layout = l
	})
}

// togglePanel shows or hides the profiler.
func (w *window) togglePanel() {
	o := w.panel.Object()
	if o.Visible() {
		o.Hide()
	} else {
		o.Show()
		w.panel.Refresh()
	}
	w.sides.Refresh()
	w.win.SetMainMenu(w.menu())
}
