package zones

import (
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/data"
	"cardinal/data/number/zone"
	"cardinal/internal/each"
	"cardinal/profiler"
	"cardinal/ui/dialog/dialogs"
	"cardinal/ui/look/lang"
	"cardinal/ui/widget/columnlist"
	"cardinal/ui/widget/input"
	"cardinal/ui/widget/tip"
)

// choice is a zone that can be chosen.
type choice struct {
	name   string
	remark string // why it is one of the first
}

// dialog is the open dialog.
type dialog struct {
	all, shown []choice
	search     *input.Entry
	list       *columnlist.List
	note       *widget.Label
	ok         *input.Button
}

// Ask asks for the zone of a column of instants, and calls `choose` with the name of the zone. recent are the zones
// that were chosen last.
func Ask(d *dialogs.Stack, c *data.Column, recent []string, choose func(name string)) {
	z := &dialog{all: choices(c, recent), search: input.New(), note: widget.NewLabel(""),
		ok: input.NewButton(lang.L("Show in this zone"), nil)}
	columns := columnlist.Columns{180, 110, 190}
	z.list = columnlist.New(d.Tips(), columns, func() int { return len(z.shown) },
		func() (parts [2]*widget.Label, objects []fyne.CanvasObject) {
			for i := range parts {
				parts[i] = widget.NewLabel("")
				parts[i].Alignment, parts[i].Truncation = fyne.TextAlignTrailing, fyne.TextTruncateEllipsis
				objects = append(objects, parts[i])
			}
			return parts, objects
		}, z.show)
	z.search.SetPlaceHolder(lang.L("Search"))
	z.search.OnChanged = func(string) { z.find() }
	z.search.OnDown = func() {
		input.Focus(z.list)
		z.list.Mark(z.list.Marked + 1)
	}
	z.search.OnSubmitted = func(string) { z.ok.OnTapped() }
	z.list.OnMark = func(int) { z.ok.Enable() }
	z.list.OnTop = func() { input.Focus(z.search) }
	z.list.OnRune = func(r rune) {
		input.Focus(z.search)
		z.search.TypedRune(r)
	}
	hint := input.Caption(lang.L("The times of {{.Column}} are instants. They are shown as the clock shows them in "+
		"the zone: in figures, filters, charts and exports.", lang.With{"Column": c.Name}))
	z.note.SizeName = theme.SizeNameCaptionText
	content := input.Column(container.NewVBox(hint, z.search, columns.Heads(lang.L("Time zone"), lang.L("Now"), "")),
		z.list, z.note)
	hide := d.Edit(lang.L("Time zone of {{.Column}}", lang.With{"Column": c.Name}), content, z.ok, 600, 520, z.search)
	z.ok.OnTapped = func() {
		if z.list.Marked >= 0 {
			hide()
			choose(z.shown[z.list.Marked].name)
		}
	}
	z.list.OnOpen = z.ok.OnTapped
	z.find()
	z.list.Mark(max(0, slices.IndexFunc(z.shown, func(of choice) bool { return of.name == current(c) })))
}

// current returns the name of the zone in which a column is shown.
func current(c *data.Column) string {
	if c.UTC {
		return "UTC"
	}
	return c.Zone
}

// choices returns all zones. The likely ones come first.
func choices(c *data.Column, recent []string) (all []choice) {
	add := func(name, remark string) {
		if name != "" && !slices.ContainsFunc(all, func(of choice) bool { return of.name == name }) {
			all = append(all, choice{name, remark})
		}
	}
	add(zone.System(), lang.L("of this computer"))
	if c.UTC {
		add(c.Zone, lang.L("of the file"))
	}
	add("UTC", "")
	for _, name := range append([]string{current(c)}, recent...) {
		add(name, lang.L("used before"))
	}
	for _, name := range zone.Names() {
		add(name, "")
	}
	return all
}

// find lists the zones whose names contain the text of the search box. If there is a text, it marks the first zone.
func (z *dialog) find() {
	want := strings.ReplaceAll(strings.ToLower(strings.TrimSpace(z.search.Text)), " ", "_")
	z.shown = each.Where(z.all, func(c choice) bool { return strings.Contains(strings.ToLower(c.name), want) })
	z.list.Renew()
	z.ok.Disable()
	switch {
	case len(z.shown) == 0:
		z.note.SetText(lang.L("No time zone has “{{.Text}}” in its name. Zones are named by large cities.",
			lang.With{"Text": strings.TrimSpace(z.search.Text)}))
	case want == "":
		z.note.SetText(lang.N("{{.N}} time zone", "{{.N}} time zones", len(z.all)))
	default:
		z.note.SetText(lang.N("{{.Found}} of {{.N}} time zone", "{{.Found}} of {{.N}} time zones", len(z.all),
			lang.With{"Found": profiler.Count(len(z.shown))}))
		z.list.Mark(0)
	}
}

// show shows the name of a zone, its present difference from UTC, and its remark.
func (z *dialog) show(i int, name *tip.Label, parts [2]*widget.Label) {
	c := z.shown[i]
	name.SetText(strings.ReplaceAll(c.name, "_", " "))
	parts[0].SetText("")
	if at, ok := zone.Find(c.name); ok {
		parts[0].SetText(time.Now().In(at).Format("-07:00"))
	}
	parts[1].SetText(c.remark)
}
