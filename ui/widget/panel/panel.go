package panel

import (
	"maps"
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"

	"cardinal/profiler"
	"cardinal/ui/look/lang"
	own "cardinal/ui/look/theme"
)

// Panel is the profile beside the result.
type Panel struct {
	OnCompare func() // asks to measure every tier

	root   *fyne.Container
	back   *canvas.Rectangle
	body   *fyne.Container
	open   map[string]bool // the titles of the unfolded sections
	record *profiler.Record
	// comparison has the times of the record's pivot on every tier; nil: not measured.
	comparison *profiler.Comparison
	// curve computes how the predicted times depend on the number of groups; nil: not shown.
	curve   func() *profiler.Curve
	machine string // a sentence: what the expected times are based on
	paint   *canvas.Text
	shown   time.Duration
}

// New returns a panel without a profile.
func New() *Panel {
	p := &Panel{back: canvas.NewRectangle(nil), body: stack(10), open: map[string]bool{}, paint: subtle("")}
	padded := container.New(layout.NewCustomPaddedLayout(10, 12, 12, 14), p.body)
	p.root = container.New(fixed{}, p.back, container.NewVScroll(padded))
	p.Refresh()
	return p
}

// Object returns the object for the window.
func (p *Panel) Object() fyne.CanvasObject { return p.root }

// Record returns the shown profile, or nil.
func (p *Panel) Record() *profiler.Record { return p.record }

// Open returns the titles of the unfolded sections, sorted.
func (p *Panel) Open() []string { return slices.Sorted(maps.Keys(p.open)) }

// SetOpen unfolds the sections with these titles and folds the others.
func (p *Panel) SetOpen(titles []string) {
	clear(p.open)
	for _, t := range titles {
		p.open[t] = true
	}
	p.Refresh()
}

// SetRecord shows a profile, or none if r is nil. curve computes how the predicted times depend on the number of
// groups. It may be nil.
func (p *Panel) SetRecord(r *profiler.Record, curve func() *profiler.Curve) {
	p.record, p.comparison, p.shown, p.curve = r, nil, 0, curve
	p.Refresh()
}

// SetComparison shows the times of the pivot on every tier.
func (p *Panel) SetComparison(c *profiler.Comparison) {
	p.comparison = c
	p.Refresh()
}

// SetMachine shows a sentence that says what the expected times are based on.
func (p *Panel) SetMachine(text string) {
	p.machine = text
	p.Refresh()
}

// SetPainted shows how long it took from the edit until the result was on the screen.
func (p *Panel) SetPainted(d time.Duration) {
	p.shown = d
	p.paint.Text = painted(d)
	p.paint.Refresh()
}

func painted(d time.Duration) string {
	if d == 0 {
		return ""
	}
	return lang.L("On the screen {{.Time}} after your edit",
		lang.With{"Time": profiler.Millis(float64(d.Microseconds()) / 1000)})
}

// Refresh builds the panel again in the colours of the theme. If the panel is hidden, this is done when it is shown.
func (p *Panel) Refresh() {
	if !p.root.Visible() {
		return
	}
	p.back.FillColor = theme.Color(own.ColorSurface)
	p.back.Refresh()
	r := p.record
	if r == nil {
		p.body.Objects = []fyne.CanvasObject{
			line(lang.L("Profiler"), theme.SizeNameSubHeadingText, theme.ColorNameForeground, true),
			prose(lang.L("Once there is a pivot, this panel says which hardware answered it, how long that took, and "+
				"whether that was predicted."), false),
		}
		p.body.Refresh()
		return
	}
	p.paint = subtle(painted(p.shown))
	objects := []fyne.CanvasObject{p.headline(r)}
	if len(r.Events) > 0 {
		objects = append(objects, events(r))
	}
	of := func(content func(*profiler.Record) *fyne.Container) func() *fyne.Container {
		return func() *fyne.Container { return content(r) }
	}
	objects = append(objects, p.section(lang.Key("Why this hardware"), of(p.tiers)))
	if p.curve != nil {
		objects = append(objects, p.section(lang.Key(curveTitle), of(p.picture)))
	}
	if hasGPU(r) {
		objects = append(objects, p.section(lang.Key("GPU score"), of(score)))
	}
	objects = append(objects, p.section(lang.Key("Groups"), of(groups)))
	if r.Estimate.SampleRows > 0 {
		objects = append(objects, p.section(lang.Key(estimateTitle), of(sample)))
	}
	objects = append(objects, p.section(lang.Key("Method of grouping"), of(strategy)))
	if hasGPU(r) {
		objects = append(objects, p.section(lang.Key("Conditions for the GPU"), of(gates)))
	}
	objects = append(objects, p.section(lang.Key("Time of each step"), of(stages)), p.section(lang.Key("Speed and memory"),
		of(throughput)))
	if len(r.Tiers) > 0 && !hasGPU(r) && r.Pull == nil {
		objects = append(objects, caption(noGPUSentence(r)))
	}
	objects = append(objects, p.paint)
	p.body.Objects = objects
	p.body.Refresh()
}
