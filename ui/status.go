package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/data"
	"cardinal/profiler"
	"cardinal/ui/panel"
	"cardinal/ui/session"
	"cardinal/ui/tip"
)

// status is the foot of the window: one message, what is under way, and the figures of the last run.
type status struct {
	root *fyne.Container

	message *fyne.Container // its own line, so that a long sentence can wrap
	icon    *widget.Icon
	text    *widget.Label
	isError bool

	facts  *widget.Label
	work   *fyne.Container
	what   *widget.Label
	bar    *widget.ProgressBar
	cancel *widget.Button
}

func newStatus(w *window) *status {
	s := &status{icon: widget.NewIcon(nil), text: widget.NewLabel(""), facts: widget.NewLabel(""),
		what: widget.NewLabel(""), bar: widget.NewProgressBar()}
	s.text.Wrapping = fyne.TextWrapWord
	dismiss := tip.NewButton(theme.CancelIcon(), "Dismiss this message", w.tip, s.dismiss)
	s.message = container.NewBorder(widget.NewSeparator(), nil, container.New(layout.NewCustomPaddedLayout(0, 0, 8, 0), s.icon), dismiss, s.text)
	s.message.Hide()

	s.facts.Truncation = fyne.TextTruncateEllipsis
	s.facts.SizeName = theme.SizeNameCaptionText
	s.cancel = widget.NewButtonWithIcon("Cancel", theme.CancelIcon(), func() { w.session.Cancel() })
	s.cancel.Importance = widget.LowImportance
	s.bar.TextFormatter = func() string { return "" }
	track := container.New(layout.NewGridWrapLayout(fyne.NewSize(160, 8)), s.bar)
	s.work = container.NewHBox(s.what, container.NewCenter(track), s.cancel)
	s.work.Hide()
	// The spacer gives the line the height of the button, so that nothing moves when work begins.
	spacer := canvas.NewRectangle(nil)
	spacer.SetMinSize(fyne.NewSize(0, s.cancel.MinSize().Height))
	line := container.NewBorder(widget.NewSeparator(), nil, spacer, s.work, s.facts)
	s.root = container.New(layout.NewCustomPaddedVBoxLayout(0), s.message, line)
	return s
}

// say shows a sentence until it is dismissed or a newer one comes.
func (s *status) say(m session.Message) {
	s.isError = m.Error
	s.text.Importance, s.icon.Resource = widget.MediumImportance, theme.NewPrimaryThemedResource(theme.InfoIcon())
	if m.Error {
		s.text.Importance, s.icon.Resource = widget.DangerImportance, theme.NewErrorThemedResource(theme.ErrorIcon())
	}
	s.icon.Refresh()
	s.text.SetText(m.Text)
	s.message.Show()
	s.root.Refresh()
}

func (s *status) dismiss() {
	s.isError = false
	s.message.Hide()
	s.root.Refresh()
}

// clearInfo removes a message that is no error. The next edit makes such a message obsolete.
func (s *status) clearInfo() {
	if s.message.Visible() && !s.isError {
		s.dismiss()
	}
}

// showTable shows the size of the table.
func (s *status) showTable(t *data.Table) {
	if t == nil {
		s.facts.SetText("")
		return
	}
	s.facts.SetText(profiler.Counted(t.Rows, "row") + "  ·  " + profiler.Counted(len(t.Columns), "column") + "  ·  " + panel.Bytes(int64(t.Bytes())) + " in memory")
}

// showRecord shows the figures of a run.
func (s *status) showRecord(r *profiler.Record) {
	rows := profiler.Counted(r.Rows, "row")
	if r.RowsSelected != r.Rows {
		rows = profiler.Count(r.RowsSelected) + " of " + rows
	}
	s.facts.SetText(rows + "  ·  " + profiler.Counted(r.GroupsActual, "group") + "  ·  " + panel.Millis(r.TotalMS) + " on " + r.Where())
}

// showWork shows what is under way with a button that cancels it.
func (s *status) showWork(k *session.Work) {
	if k == nil {
		s.work.Hide()
		return
	}
	text := k.What
	if k.Stage != "" {
		text += " – " + panel.StepName(k.Stage)
	}
	s.what.SetText(text + "…")
	s.bar.SetValue(max(k.Done, 0))
	s.work.Show()
	s.root.Refresh()
}
