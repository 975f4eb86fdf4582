package prefs

import (
	"fmt"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/data/number/calendar"
	"cardinal/data/store/kept"
	"cardinal/internal/each"
	"cardinal/internal/system"
	"cardinal/profiler"
	"cardinal/ui/dialog/dialogs"
	"cardinal/ui/look/lang"
	look "cardinal/ui/look/theme"
	"cardinal/ui/widget/input"
)

// choice is a value of a preference, and the words for it.
type choice[T comparable] struct {
	words string
	value T
}

// WeekStarts are the days on which a week may begin, numbered as in query.Field.N: 0 is Monday.
var WeekStarts = map[string]int{"monday": 0, "saturday": 6, "sunday": 7}

// Ask opens the dialog of the preferences. change applies a change at once, and saves it. tiers are the tiers that a
// person can turn off. tables may be nil.
func Ask(d *dialogs.Stack, p *Preferences, tiers []profiler.Tier, tables *kept.Folder, change func(func(*Values))) {
	now := p.Values
	form := container.New(layout.NewFormLayout())
	add := func(name string, control fyne.CanvasObject, about string) {
		title := widget.NewLabel(name)
		title.TextStyle.Bold = true
		box := container.NewVBox(control)
		if about != "" {
			note := input.Caption(about)
			pad := -theme.InnerPadding()
			box.Add(container.New(layout.NewCustomPaddedLayout(pad, 0, 0, 0), note))
		}
		form.Add(container.NewVBox(title))
		form.Add(box)
	}
	add(lang.L("Theme"), newSelect([]choice[look.Mode]{{lang.L("As the system"), look.System}, {lang.L("Light"),
		look.Light},
		{lang.L("Dark"), look.Dark}},
		now.Theme, func(r *Values, v look.Mode) { r.Theme = v }, change), "")
	add(lang.L("Language"), newSelect(languages(), now.Language, func(r *Values, v string) { r.Language = v }, change),
		lang.L("Of the window, from the next start on. Commands, formulas, CSV and JSON stay in English."))
	add(lang.L("Size of texts"), newSelect(scales(), now.Scale, func(r *Values, v int) { r.Scale = v }, change), "")
	add(lang.L("Numbers"), newSelect([]choice[string]{{lang.L("As in your region"), ""}, {"1,234.5", "en"},
		{"1.234,5", "de"},
		{"1 234,5", "fr"}, {"1’234.5", "de-CH"}},
		now.Numbers, func(r *Values, v string) { r.Numbers = v }, change),
		lang.L("In the table, charts, copies, web pages and Markdown, and for numbers that you type. Formulas, CSV "+
			"and JSON keep the point."))
	add(lang.L("Months and weekdays"), newSelect(names(), now.Names, func(r *Values, v string) { r.Names = v }, change),
		lang.L("Their names in the table, lists, charts and exports. Formulas, CSV and JSON keep the English names."))
	add(lang.L("Weeks begin on"), newSelect([]choice[string]{{lang.L("As in your region"), ""},
		{lang.L("Monday"), "monday"},
		{lang.L("Saturday"), "saturday"}, {lang.L("Sunday"), "sunday"}},
		now.WeekStart, func(r *Values, v string) { r.WeekStart = v }, change),
		lang.L("For dates that are grouped from now on."))
	hardware := container.NewVBox()
	for _, t := range tiers {
		check := widget.NewCheck(lang.L(t.Title), nil)
		check.Checked = !slices.Contains(now.Barred, t.Name)
		check.OnChanged = func(on bool) {
			change(func(r *Values) {
				r.Barred = slices.DeleteFunc(slices.Clone(r.Barred), func(n string) bool { return n == t.Name })
				if !on {
					r.Barred = append(r.Barred, t.Name)
				}
			})
		}
		hardware.Add(check)
	}
	add(lang.L("Hardware"), hardware, lang.L("Cardinal picks the fastest of these for each pivot. One core always "+
		"may run. From the next pivot on."))
	add(lang.L("Memory"), newSelect(memories(), now.MemoryMB, func(r *Values, v int) { r.MemoryMB = v }, change),
		lang.L("For the table and the pivots together. A file or a pivot that needs more is refused or stopped. From "+
			"the next one on."))
	add(lang.L("Profiler"), newSelect([]choice[Profiler]{{lang.X("Closed (a state)", "Closed"), Closed},
		{lang.X("Open (a state)", "Open"), Opened}}, now.Profiler,
		func(r *Values, v Profiler) {
			r.Profiler = v
		}, change), lang.L("Ctrl+P, or a click on the time in the status bar, opens and closes the profiler."))
	add(lang.L("Kept tables"), keptTables(tables, now, change), lang.L("A file that took more than a second to read "+
		"opens at once the next time, as long as it does not change. What was read of a file at an address is not "+
		"downloaded again."))
	var forget *input.Button
	forget = input.NewButton(lang.L("Clear the list"), func() {
		change(func(r *Values) { r.Recent = nil })
		forget.Disable()
	})
	if len(now.Recent) == 0 {
		forget.Disable()
	}
	add(lang.L("Recent files"), container.NewHBox(forget), "")
	d.Tell(lang.L("Preferences"), container.NewVScroll(container.New(layout.NewCustomPaddedLayout(0, 0, 0, 14), form)),
		560, 600)
}

// keptTables returns the widgets about kept tables. They turn the keeping on and off, show the size of the folder, and
// empty it.
func keptTables(tables *kept.Folder, now Values, change func(func(*Values))) fyne.CanvasObject {
	keep := widget.NewCheck(lang.L("Keep tables that took long to read"), nil)
	keep.Checked = !now.ReadAnew
	keep.OnChanged = func(on bool) { change(func(r *Values) { r.ReadAnew = !on }) }
	size := widget.NewLabel("")
	var empty *input.Button
	show := func() {
		n := tables.Bytes()
		size.SetText(lang.L("{{.Size}} of at most {{.Limit}}", lang.With{"Size": lang.Size(n),
			"Limit": lang.Size(tables.Limit())}))
		if n == 0 {
			size.SetText(lang.L("No table is kept"))
			empty.Disable()
		}
	}
	empty = input.NewButton(lang.L("Empty"), func() {
		err := tables.Empty()
		if show(); err != nil {
			size.SetText(lang.Words().Sentence(err.Error()))
		}
	})
	show()
	return container.NewVBox(keep, container.NewBorder(nil, nil, empty, nil, size))
}

// newSelect returns a widget to choose one of several values.
func newSelect[T comparable](of []choice[T], now T, set func(*Values, T), change func(func(*Values))) *input.Select {
	words := each.Of(of, func(c choice[T]) string { return c.words })
	s := input.NewSelect(words, nil)
	s.SetSelectedIndex(max(0, slices.IndexFunc(of, func(c choice[T]) bool { return c.value == now })))
	s.OnChanged = func(string) {
		change(func(r *Values) { set(r, of[s.SelectedIndex()].value) })
	}
	return s
}

// languages returns the languages of the window, each in its own name.
func languages() []choice[string] {
	out := []choice[string]{{lang.L("As the system"), ""}}
	for _, l := range lang.Languages() {
		out = append(out, choice[string]{l.Name, l.Tag})
	}
	return out
}

// names returns the languages in which months and weekdays can be named, each with the names of a month and a weekday.
// English comes first.
func names() []choice[string] {
	out := []choice[string]{{lang.L("As in your region"), ""}}
	for _, l := range calendar.Languages() {
		out = append(out, choice[string]{l.Months()[0] + ", " + l.Weekdays()[0] + "  (" + l.Tag + ")", l.Tag})
	}
	slices.SortFunc(out[2:], func(a, b choice[string]) int { return strings.Compare(a.value, b.value) })
	return out
}

func scales() []choice[int] {
	out := []choice[int]{{"100%", 0}}
	for _, percent := range []int{110, 125, 150, 175, 200} {
		out = append(out, choice[int]{fmt.Sprint(percent, "%"), percent})
	}
	return out
}

func memories() []choice[int] {
	out := []choice[int]{{lang.L("Automatic: what the system has free"), 0}}
	if n, known := system.FreeMemory(); known {
		out[0].words = lang.L("Automatic: what the system has free, now {{.Size}}", lang.With{"Size": lang.Size(n)})
	}
	for gb := 1; gb <= 64; gb *= 2 {
		out = append(out, choice[int]{lang.L("At most {{.Size}}", lang.With{"Size": fmt.Sprint(gb, " GB")}), gb * 1000})
	}
	return out
}
