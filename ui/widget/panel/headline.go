package panel

import (
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/profiler"
	"cardinal/ui/widget/input"
)

// headline answers three questions in plain words: which hardware ran the pivot and how long it took, whether
// the prediction was right, and whether the number of groups was. A comparison adds its verdict.
func (p *Panel) headline(r *profiler.Record) fyne.CanvasObject {
	title := widget.NewLabel(capital(r.Where() + " answered in " + Millis(r.TotalMS)))
	title.Wrapping, title.SizeName, title.TextStyle.Bold = fyne.TextWrapWord, theme.SizeNameSubHeadingText, true
	pad := -theme.InnerPadding()
	box := stack(5, container.New(layout.NewCustomPaddedLayout(pad, pad, pad, pad), title), judged(timeSaid(r)), judged(groupsSaid(r)))
	ask := "Compare speeds"
	if p.comparison != nil {
		box.Add(verdict(p.comparison))
		ask = "Measure again"
	}
	box.Add(apart(container.NewHBox(input.NewButton(ask, func() {
		if p.OnCompare != nil {
			p.OnCompare()
		}
	}))))
	return box
}

// Ratios of measured to predicted: up to correct a prediction is right, up to fair it is not far off.
const correct, fair = 1.25, 2

// smallMS is a difference in milliseconds that is no reason for a warning.
const smallMS = 1

// timeSaid says how long the groups took beside what was predicted, and whether that is fine.
func timeSaid(r *profiler.Record) (text string, fine bool) {
	took, predicted := actual(r), r.Predicted[r.Tier]
	text = "Grouping took " + Millis(took)
	if predicted <= 0 || took <= 0 {
		return text + "; nothing was predicted.", true
	}
	off := max(took/predicted, predicted/took)
	switch {
	case off <= correct:
		return text + ", as predicted (" + Millis(predicted) + ").", true
	case off <= fair || math.Abs(took-predicted) < smallMS:
		return text + "; " + Millis(predicted) + " was predicted.", true
	case took > predicted:
		return text + ", " + digits(off) + " times the " + Millis(predicted) + " predicted.", false
	}
	return text + "; " + Millis(predicted) + " was predicted, " + digits(off) + " times as long.", false
}

// groupsSaid says how many groups there are beside what was expected, and whether that is fine.
func groupsSaid(r *profiler.Record) (text string, fine bool) {
	found, expected := r.GroupsActual, r.GroupsEstimated
	text = profiler.Counted(found, "group")
	switch {
	case found == 0 && r.RowsSelected == 0:
		return "No row is left to group.", true
	case found == expected:
		return text + ", as expected.", true
	case found >= r.GroupsLow && found <= r.GroupsHigh:
		return text + "; about " + profiler.Count(expected) + " were expected.", true
	}
	return text + "; " + profiler.Count(r.GroupsLow) + " to " + profiler.Count(r.GroupsHigh) + " were expected.", false
}

// judged is a sentence with a mark: a tick where all is fine.
func judged(text string, fine bool) fyne.CanvasObject {
	mark := icon(theme.ConfirmIcon(), theme.ColorNameSuccess)
	if !fine {
		mark = icon(theme.WarningIcon(), theme.ColorNameWarning)
	}
	return container.NewBorder(nil, nil, container.NewVBox(mark), nil, prose(text, false))
}

// events are what went wrong and was mended.
func events(r *profiler.Record) fyne.CanvasObject {
	box := stack(4)
	for _, e := range r.Events {
		box.Add(container.NewBorder(nil, nil, container.NewVBox(icon(theme.WarningIcon(), theme.ColorNameWarning)), nil, prose(capital(e), false)))
	}
	return box
}

// groups compares the expected number of groups with the true one.
func groups(r *profiler.Record) *fyne.Container {
	expected := "about " + profiler.Count(r.GroupsEstimated)
	if r.Estimate.Exact {
		expected = "exactly " + profiler.Count(r.GroupsEstimated)
	}
	box := stack(5, pair("Expected", expected))
	if r.GroupsLow != r.GroupsHigh {
		box.Add(pair("Range", profiler.Count(r.GroupsLow)+" – "+profiler.Count(r.GroupsHigh)))
	}
	box.Add(pair("Found", profiler.Count(r.GroupsActual)))
	if top := float64(max(r.GroupsHigh, r.GroupsActual)); top > 0 && r.GroupsLow != r.GroupsHigh {
		top *= 1.05
		box.Add(newBar(barHeight, []segment{{float64(r.GroupsLow) / top, float64(r.GroupsHigh) / top, theme.ColorNamePrimary}}, float64(r.GroupsActual)/top))
		box.Add(caption("Bar: the range expected.  Mark: what was found."))
	}
	box.Add(caption(method(r.Estimate)))
	if r.Estimate.Independent {
		box.Add(caption("The fields look unrelated to one another: their combinations were worked out from the numbers of their values."))
	}
	return box
}

func icon(res fyne.Resource, in fyne.ThemeColorName) fyne.CanvasObject {
	i := canvas.NewImageFromResource(theme.NewColoredResource(res, in))
	i.SetMinSize(fyne.NewSquareSize(16))
	i.FillMode = canvas.ImageFillContain
	return i
}
