package panel

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"cardinal/profiler"
)

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
