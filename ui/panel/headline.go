package panel

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"cardinal/profiler"
)

// headline says which tier ran the pivot, how long it took, and why it was chosen.
func headline(r *profiler.Record) fyne.CanvasObject {
	title := container.NewBorder(nil, nil, nil,
		line(Millis(r.TotalMS), theme.SizeNameSubHeadingText, theme.ColorNamePrimary, true),
		line("Ran on "+r.Where(), theme.SizeNameSubHeadingText, theme.ColorNameForeground, true))
	return stack(4, title, prose(capital(r.Reason), false))
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
	if known[r.Estimate.Method] {
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
