package panel

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/profiler"
	"cardinal/ui/look/lang"
	own "cardinal/ui/look/theme"
	"cardinal/ui/widget/input"
)

// headline says which hardware ran the pivot, how long it took from the edit to the answer, and whether this time and
// the number of groups were predicted. If the tiers were compared, it adds the result of the comparison.
func (p *Panel) headline(r *profiler.Record) fyne.CanvasObject {
	title := widget.NewLabel(capital(lang.L("{{.Hardware}} answered in {{.Time}}",
		lang.With{"Hardware": Where(r), "Time": profiler.Millis(r.TotalMS)})))
	title.Wrapping, title.SizeName, title.TextStyle.Bold = fyne.TextWrapWord, theme.SizeNameSubHeadingText, true
	pad := -theme.InnerPadding()
	of, alarm := r.TimeVerdict()
	found := r.GroupsVerdict()
	box := stack(5, container.New(layout.NewCustomPaddedLayout(pad, pad, pad, pad), title),
		judged(r.TimeSaid(lang.Words()), of, alarm), judged(r.GroupsSaid(lang.Words()), found, found == profiler.Off))
	ask := lang.L("Compare speeds")
	if p.comparison != nil {
		box.Add(verdict(p.comparison))
		ask = lang.L("Measure again")
	}
	box.Add(withPadding(container.NewHBox(input.NewButton(ask, func() {
		if p.OnCompare != nil {
			p.OnCompare()
		}
	}))))
	return box
}

// judged returns a sentence with the icon of its verdict: a tick, two waves, or a warning sign if alarm is true. If
// there is no verdict, or a result is better than expected, the icon is a dot.
func judged(text string, v profiler.Verdict, alarm bool) fyne.CanvasObject {
	mark := own.Icon("dot", own.ColorSubtle)
	switch {
	case alarm:
		mark = theme.NewColoredResource(theme.WarningIcon(), theme.ColorNameWarning)
	case v == profiler.Right:
		mark = theme.NewColoredResource(theme.ConfirmIcon(), theme.ColorNameSuccess)
	case v == profiler.Roughly:
		mark = own.Icon("roughly", own.ColorSubtle)
	}
	return container.NewBorder(nil, nil, container.NewVBox(picture16(mark)), nil, prose(text, false))
}

// events lists what failed during the run and was repaired.
func events(r *profiler.Record) fyne.CanvasObject {
	box := stack(4)
	for _, e := range r.Events {
		box.Add(container.NewBorder(nil, nil, container.NewVBox(icon(theme.WarningIcon(), theme.ColorNameWarning)), nil,
			prose(capital(e), false)))
	}
	return box
}

// groups compares the expected number of groups with the true one.
func groups(r *profiler.Record) *fyne.Container {
	expected := lang.L("about {{.Count}}", lang.With{"Count": profiler.Count(r.GroupsEstimated)})
	if r.Estimate.Exact {
		expected = lang.L("exactly {{.Count}}", lang.With{"Count": profiler.Count(r.GroupsEstimated)})
	}
	box := stack(5, pair(lang.L("Expected"), expected))
	if r.GroupsLow != r.GroupsHigh {
		box.Add(pair(lang.L("Range"), r.RangeSaid(lang.Words())))
	}
	box.Add(pair(lang.L("Found"), profiler.Count(r.GroupsActual)))
	if top := float64(max(r.GroupsHigh, r.GroupsActual)); top > 0 && r.GroupsLow != r.GroupsHigh {
		top *= 1.05
		box.Add(newBar(barHeight, []segment{{float64(r.GroupsLow) / top, float64(r.GroupsHigh) / top,
			theme.ColorNamePrimary}}, float64(r.GroupsActual)/top))
		box.Add(caption(lang.L("Bar: the range expected.  Mark: what was found.")))
	}
	box.Add(caption(method(r.Estimate)))
	if r.Estimate.Independent {
		box.Add(
			caption(lang.L("The fields look unrelated to one another: their combinations were worked out from the " +
				"numbers of their values.")))
	}
	return box
}

func icon(res fyne.Resource, in fyne.ThemeColorName) fyne.CanvasObject {
	return picture16(theme.NewColoredResource(res, in))
}

// picture16 returns an icon as large as a line of text.
func picture16(res fyne.Resource) fyne.CanvasObject {
	i := canvas.NewImageFromResource(res)
	i.SetMinSize(fyne.NewSquareSize(16))
	i.FillMode = canvas.ImageFillContain
	return i
}
