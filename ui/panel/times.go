package panel

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"cardinal/profiler"
	own "cardinal/ui/theme"
)

// tiers compares the predicted time of every tier, and the true one of the tier that ran.
func tiers(r *profiler.Record) *fyne.Container {
	box := stack(5)
	top := actual(r)
	for _, ms := range r.Predicted {
		top = max(top, ms)
	}
	for _, tier := range []string{"serial", "workers", "gpu"} {
		ms, ok := r.Predicted[tier]
		name := capitalName(tier)
		if !ok {
			box.Add(container.New(columns{0.36, 0.72}, subtleText(name), subtle("cannot run it"), right("")))
			continue
		}
		box.Add(container.New(columns{0.36, 0.72}, subtleText(name), newBar(barHeight, []span{{0, ms / top, own.ColorSubtle}}), right(Millis(ms))))
		if tier == r.Tier {
			box.Add(container.New(columns{0.36, 0.72}, normal("  it took"), newBar(barHeight, []span{{0, actual(r) / top, theme.ColorNamePrimary}}), right(Millis(actual(r)))))
		}
	}
	box.Add(caption("Grey: predicted before the run.  Coloured: measured."))
	return box
}

// actual is the time that the predictions are about: what the tier took, else the whole run.
func actual(r *profiler.Record) float64 {
	if r.TierMS > 0 {
		return r.TierMS
	}
	return r.TotalMS
}

func capitalName(tier string) string {
	name := []rune(TierName(tier))
	if len(name) > 4 && string(name[:4]) == "the " {
		name = name[4:]
	}
	if name[0] >= 'a' && name[0] <= 'z' {
		name[0] -= 'a' - 'A'
	}
	return string(name)
}

// stages is the table of the steps of the run.
func stages(r *profiler.Record) *fyne.Container {
	box := stack(4, container.New(columns{0.46, 0.74}, subtle("Step"), rightText(subtle("predicted")), rightText(subtle("measured"))))
	for _, s := range r.Stages {
		predicted := "–"
		if s.PredictedMS > 0 {
			predicted = Millis(s.PredictedMS)
		}
		box.Add(container.New(columns{0.46, 0.74}, subtleText(s.Name), rightText(subtleText(predicted)), right(Millis(s.MS))))
	}
	box.Add(container.New(columns{0.46, 0.74}, normal("Whole run"), rightText(normal("")), right(Millis(r.TotalMS))))
	return box
}

// throughput is how fast the rows went by and what the run took.
func throughput(r *profiler.Record) *fyne.Container {
	box := stack(5,
		pair("Rows", Count(r.Rows)))
	if r.RowsSelected != r.Rows {
		box.Add(pair("Rows that pass the filters", Count(r.RowsSelected)))
	}
	box.Add(pair("Speed", rate(r.RowsPerSecond)))
	box.Add(pair("Bytes read", digits(r.GBPerSecond)+" GB/s"))
	box.Add(pair("Sent to the GPU", Bytes(r.BytesUploaded)))
	box.Add(pair("Working memory", Bytes(r.MemoryBytes)))
	box.Add(pair("Threads", Count(r.Threads)))
	return box
}
