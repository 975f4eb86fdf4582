package prefs

import (
	"maps"
	"slices"

	"cardinal/internal/localfile"
	"cardinal/ui/look/theme"
)

// Preferences are what the window remembers from one start to the next. Set writes a change to the file before it
// returns. The preferences of the toolkit are not used: a goroutine writes them later, and may still run when the
// window is gone.
type Preferences struct {
	path string // "": the preferences are only in memory
	Values
}

// Values are the preferences in the form in which they are in the file.
type Values struct {
	Theme  theme.Mode `json:"theme,omitempty"`
	Recent []string   `json:"recent,omitempty"` // recent files, the newest first
	Zones  []string   `json:"zones,omitempty"`  // recent time zones of columns, the newest first
	Folder string     `json:"folder,omitempty"` // of the last export
	Layout Layout     `json:"layout"`

	Language string `json:"language,omitempty"` // of the texts, as in BCP 47; "": that of the system

	Scale   int    `json:"scale,omitempty"`   // size of texts and controls in percent; 0: 100
	Numbers string `json:"numbers,omitempty"` // a locale for the separators of numbers; "": that of the system
	// a language for the names of months and weekdays; "": that of the system
	Names     string   `json:"names,omitempty"`
	WeekStart string   `json:"week_start,omitempty"` // a day of WeekStarts; "": as in the region of the system
	Profiler  Profiler `json:"profiler,omitempty"`
	Sections  []string `json:"sections,omitempty"`  // unfolded sections of the profiler
	Barred    []string `json:"barred,omitempty"`    // tiers that may not run
	MemoryMB  int      `json:"memory_mb,omitempty"` // memory for a pivot; 0: what is free
	ReadAnew  bool     `json:"read_anew,omitempty"` // tables that take long to read are not kept
	Toured    bool     `json:"toured,omitempty"`    // the tour was shown

	// whether the file at a path is read again whenever it changes
	Follow map[string]bool `json:"follow,omitempty"`
}

// Profiler says when the profiler is open.
type Profiler string

// The values of Profiler.
const (
	Closed Profiler = "" // closed until a person opens it
	Opened Profiler = "open"
)

// Layout is the size of the window and of its parts.
type Layout struct {
	Width  float32 `json:"width"`
	Height float32 `json:"height"`
	Fields float64 `json:"fields"` // position of the split after the field list
	Panel  float64 `json:"panel"`  // position of the split before the panel

	Maximized bool `json:"maximized,omitempty"` // Width and Height are then those before the window was maximized
}

// The least and the greatest Scale.
const minScale, maxScale = 100, 200

// maxSide is larger than the side of any window.
const maxSide = 32_768

// Usual is the layout of the window when the program is first started.
var Usual = Layout{Width: 1280, Height: 800, Fields: 0.17, Panel: 0.69}

// File returns the path of the user's preferences. It returns "" if the system has no folder for them.
func File() string {
	path, _ := localfile.SettingsPath("window.json")
	return path
}

// Load reads the preferences from a file. If the file is missing or damaged, it returns the defaults. If path is "",
// the preferences are only in memory.
func Load(path string) *Preferences {
	p := &Preferences{path: path}
	p.read()
	return p
}

func (p *Preferences) read() {
	if p.path != "" {
		var r Values
		if localfile.Load(p.path, &r) {
			p.Values = r
		}
	}
	p.Recent = p.Recent[:min(len(p.Recent), maxRecent)]
	if l := p.Layout; l.Width < 200 || l.Height < 150 || l.Width > maxSide || l.Height > maxSide || l.Fields <= 0 ||
		l.Fields >= 1 || l.Panel <= 0 || l.Panel >= 1 {
		p.Layout = Usual
	}
	if p.Scale != 0 && (p.Scale < minScale || p.Scale > maxScale) {
		p.Scale = 0
	}
	if p.MemoryMB < 0 {
		p.MemoryMB = 0
	}
	if p.Profiler != Opened {
		p.Profiler = Closed
	}
}

// Kept reports whether the preferences are saved for the next start.
func (p *Preferences) Kept() bool { return p.path != "" }

// Set applies change to the preferences, and writes them to the file. Before that, it reads the file again, since
// another window may have changed it. If the file cannot be written, the change lasts until the window closes.
func (p *Preferences) Set(change func(*Values)) {
	p.read()
	change(&p.Values)
	if p.path != "" {
		_ = localfile.Save(p.path, p.Values)
	}
}

// maxRecent is the greatest number of files that are remembered.
const maxRecent = 10

// AddRecent puts a file at the beginning of the list of recent files.
func (p *Preferences) AddRecent(path string) {
	p.Set(func(r *Values) { r.Recent = withFirst(r.Recent, path, maxRecent) })
}

// maxZones is the greatest number of time zones that are remembered.
const maxZones = 5

// AddZone puts a time zone at the beginning of the list of recent zones.
func (p *Preferences) AddZone(name string) {
	p.Set(func(r *Values) { r.Zones = withFirst(r.Zones, name, maxZones) })
}

// withFirst returns a list with a text in front, without its other occurrences, and with at most `most` texts.
func withFirst(list []string, first string, most int) []string {
	list = slices.DeleteFunc(slices.Clone(list), func(o string) bool { return o == first })
	list = slices.Insert(list, 0, first)
	return list[:min(len(list), most)]
}

// maxFollow is the greatest number of files for which SetFollow remembers the choice.
const maxFollow = 100

// SetFollow remembers whether a file is read again whenever it changes. If it already remembers this of maxFollow
// files, it forgets one of them.
func (v *Values) SetFollow(path string, on bool) {
	next := maps.Clone(v.Follow)
	if next == nil {
		next = map[string]bool{}
	}
	for other := range next {
		if len(next) >= maxFollow {
			delete(next, other)
		}
	}
	next[path] = on
	v.Follow = next
}

// ClearRecent empties the list of recent files.
func (p *Preferences) ClearRecent() { p.Set(func(r *Values) { r.Recent = nil }) }
