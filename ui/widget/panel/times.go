package panel

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"cardinal/internal/memory"
	"cardinal/profiler"
)

// steps are the stages of a run as people call them.
var steps = map[string]string{
	"keys": "Reading the fields", "filter": "Filtering", "device": "Finding the GPU", "estimate": "Estimating groups",
	"check": "Asking about the table", "server": "Waiting for the server",
	"dispatch": "Choosing the tier", "copy": "Copying columns", "aggregate": "Adding up", "merge": "Merging", "arrange": "Arranging values", "assemble": "Laying out",
	"partition": "Splitting", "sort": "Sorting", "compact": "Closing gaps", "number": "Numbering groups", "decode": "Naming groups",
	"given up": "A try given up", "upload": "Sending columns", "compile": "Compiling programs", "kernel": "Adding up", "round trip": "There and back",
	"gather": "Meanwhile, taking rows to partitions", "cores": "Meanwhile, adding up on the cores", "collect": "Putting partitions together",
	"finish": "Merging on the cores", "stall": "Waiting for the GPU", "load": "Reading columns",
	"read back": "Reading back", "compose": "Combining fields", "remap": "Numbering groups", "learn": "Measuring columns", "hash": "Finding groups",
}

// StepName is a stage of a run, or the tier that a comparison measures, as people call it.
func StepName(stage string) string {
	if name, ok := steps[stage]; ok {
		return name
	}
	return capital(stage)
}

// stages is the table of the steps of the run.
func stages(r *profiler.Record) *fyne.Container {
	widths := columns{0.50, 0.76}
	box := stack(4, container.New(widths, subtle(""), rightText(subtle("expected")), rightText(subtle("took"))))
	line := func(name string, predicted, took float64) {
		box.Add(container.New(widths, subtleText(name), rightText(subtleText(dash(predicted))), right(Millis(took))))
	}
	for _, s := range r.Stages {
		if s.Of == "" || s.PredictedMS == 0 {
			line(StepName(s.Name), s.PredictedMS, s.MS)
			continue
		}
		line(StepName(s.Name), 0, s.MS)
		line(StepName(s.Of)+", together", s.PredictedMS, r.Together(s.Of))
	}
	box.Add(container.New(widths, normal("Altogether"), rightText(normal("")), right(Millis(r.TotalMS))))
	return box
}

// throughput is how fast the rows went by and what the run took.
func throughput(r *profiler.Record) *fyne.Container {
	box := stack(5,
		pair("Rows", profiler.Count(r.Rows)))
	if r.RowsSelected != r.Rows {
		box.Add(pair("Rows that pass the filters", profiler.Count(r.RowsSelected)))
	}
	if z := r.Zones; z != nil {
		box.Add(pair("Not read by the filters", profiler.Count(z.Unread)+" of "+profiler.Count(z.Morsels)+" pieces"))
		box.Add(caption(capital(z.Words())))
	}
	box.Add(pair("Speed", rate(r.RowsPerSecond)))
	box.Add(pair("Data read at", digits(r.GBPerSecond)+" GB/s"))
	box.Add(pair("Sent to the GPU", memory.Format(r.BytesUploaded)))
	if r.Tiles > 0 {
		box.Add(pair("In tiles of rows", profiler.Count(r.Tiles)))
	}
	if r.Partitions > 0 {
		box.Add(pair("In partitions", profiler.Count(r.Partitions)))
	}
	box.Add(pair("Working memory", memory.Format(r.MemoryBytes)))
	box.Add(pair("Threads", profiler.Count(r.Threads)))
	return box
}
