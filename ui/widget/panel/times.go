package panel

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"cardinal/profiler"
	"cardinal/ui/look/lang"
)

// stages lists the steps of the run, with their predicted and measured times.
func stages(r *profiler.Record) *fyne.Container {
	widths := columns{0.50, 0.76}
	box := stack(4, container.New(widths, subtle(""), rightText(subtle(lang.L("expected"))),
		rightText(subtle(lang.L("took")))))
	for _, s := range r.Steps(lang.Words()) {
		box.Add(container.New(widths, subtleText(s.Name), rightText(subtleText(dash(s.PredictedMS))),
			right(profiler.Millis(s.MS))))
	}
	box.Add(container.New(widths, normal(lang.L("Altogether")), rightText(normal(dash(r.PredictedMS()))),
		right(profiler.Millis(r.TotalMS))))
	return box
}

// throughput shows the speed of the run, and the rows, bytes, memory and threads that it needed.
func throughput(r *profiler.Record) *fyne.Container {
	box := stack(5,
		pair(lang.L("Rows"), profiler.Count(r.Rows)))
	if r.RowsSelected != r.Rows {
		box.Add(pair(lang.L("Rows that pass the filters"), profiler.Count(r.RowsSelected)))
	}
	if z := r.Zones; z != nil {
		box.Add(pair(lang.L("Not read by the filters"), lang.L("{{.Unread}} of {{.Pieces}} pieces",
			lang.With{"Unread": profiler.Count(z.Unread), "Pieces": profiler.Count(z.Morsels)})))
		box.Add(caption(capital(z.Words())))
	}
	box.Add(pair(lang.L("Speed"), rate(r.RowsPerSecond)))
	box.Add(pair(lang.L("Data read at"), profiler.Digits(r.GBPerSecond)+" GB/s"))
	if hasGPU(r) {
		box.Add(pair(lang.L("Sent to the GPU"), lang.Size(r.BytesUploaded)))
	}
	if r.Tiles > 0 {
		box.Add(pair(lang.L("In tiles of rows"), profiler.Count(r.Tiles)))
	}
	if r.Partitions > 0 {
		box.Add(pair(lang.L("In partitions"), profiler.Count(r.Partitions)))
	}
	box.Add(pair(lang.L("Working memory"), lang.Size(r.MemoryBytes)))
	box.Add(pair(lang.L("Threads"), profiler.Count(r.Threads)))
	return box
}
