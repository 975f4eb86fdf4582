package filteredit

import (
	"errors"
	"strconv"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"cardinal/data"
	"cardinal/engine/query"
	"cardinal/internal/each"
	"cardinal/internal/separators"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/view"
	"cardinal/ui/widget/input"
)

// relativeEditor edits a period. A sentence says which days the period contains today.
type relativeEditor struct {
	root    *fyne.Container
	kind    *input.Select
	n       *bound
	unit    *input.Select
	from    *widget.RadioGroup
	days    *widget.Label
	latest  int64 // the latest day of the column, in days since 1970-01-01
	known   bool  // latest is known, since the rows are not on a server
	changed func()
}

const fromToday = "today"

// newRelative returns an editor. It calls changed after every change. c is a column of dates or timestamps.
func newRelative(f view.Filter, c *data.Column, changed func()) *relativeEditor {
	p := f.Period
	if p.Unit == "" {
		p = query.Period{N: 30, Unit: "day"}
	}
	e := &relativeEditor{n: newBound(strconv.Itoa(max(1, p.N)), "30"), days: input.Caption(""), changed: func() {}}
	latest := c.IntValue(c.Max).Time()
	e.latest = latest.Truncate(24*time.Hour).Unix() / 86400
	check := func(string) { e.check() }
	kinds := each.Of(query.PeriodKinds, func(k string) string { return lang.X(k+" (of days)", k) })
	e.kind, e.unit = input.NewSelect(kinds, check), input.NewSelect(nil, check)
	from := lang.L("the latest date of the data")
	if e.known = c.Rows > 0; e.known {
		from += ": " + latest.Format(time.DateOnly)
	}
	e.from = widget.NewRadioGroup([]string{from, lang.L(fromToday)}, check)
	e.from.Required = true
	e.from.Selected = e.from.Options[0]
	if p.Of == query.Today {
		e.from.Selected = lang.L(fromToday)
	}
	e.n.OnChanged = check
	e.kind.Selected = kinds[p.Kind]
	e.nameUnits(p.Unit, false)
	e.root = container.NewVBox(
		container.New(layout.NewGridLayout(3), e.kind, e.n.Entry, e.unit), e.n.fault,
		widget.NewLabel(lang.L("Counted from")), e.from, e.days)
	e.check()
	e.changed = changed
	return e
}

// period returns the edited period.
func (e *relativeEditor) period() (query.Period, error) {
	p := query.Period{Kind: query.PeriodKind(e.kind.SelectedIndex()), Unit: query.PeriodUnits[e.unit.SelectedIndex()]}
	if e.from.Selected == lang.L(fromToday) {
		p.Of = query.Today
	}
	if p.Kind == query.LastUnits || p.Kind == query.NextUnits {
		n, err := separators.ReadInt(e.n.Text)
		if err != nil || n < 1 || n > query.MaxUnits {
			return p, errors.New(lang.L("write a whole number from 1 to {{.Most}}", lang.With{"Most": "100,000"}))
		}
		p.N = n
	}
	return p, nil
}

// check shows the days of the period, or the error of the typed number.
func (e *relativeEditor) check() {
	p, err := e.period()
	counts := p.Kind == query.LastUnits || p.Kind == query.NextUnits
	e.n.Entry.Hidden = !counts
	e.nameUnits(p.Unit, counts)
	e.n.say(err)
	e.days.SetText("")
	if err == nil && !e.known && p.Of != query.Today {
		e.days.SetText(lang.L("The server finds the latest date. Rows without a date are left out."))
	} else if err == nil {
		anchor := e.latest
		if p.Of == query.Today {
			now := time.Now()
			anchor = time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, time.UTC).Unix() / 86400
		}
		first, last := p.Days(anchor)
		e.days.SetText(lang.L("These are the days from {{.First}} to {{.Last}}. Rows without a date are left out.",
			lang.With{"First": data.DateValue(first), "Last": data.DateValue(last)}))
	}
	e.root.Refresh()
	e.changed()
}

// nameUnits offers the units in the singular or the plural, e.g. "this month" or "last 30 days".
func (e *relativeEditor) nameUnits(now string, plural bool) {
	ending := map[bool]string{true: "s"}[plural]
	e.unit.Options = each.Of(query.PeriodUnits, func(u string) string { return lang.L(u + ending) })
	e.unit.Selected = lang.L(now + ending)
	e.unit.Refresh()
}

func (e *relativeEditor) usable() bool { return e.n.fault.Hidden }

// into writes the period into a filter.
func (e *relativeEditor) into(f *view.Filter) { f.Period, _ = e.period() }
