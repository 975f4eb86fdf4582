package ui

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/data"
	"cardinal/profiler"
	"cardinal/ui/look/lang"
	own "cardinal/ui/look/theme"
	"cardinal/ui/state/cells"
	"cardinal/ui/state/session"
	"cardinal/ui/widget/input"
	"cardinal/ui/widget/panel"
	"cardinal/ui/widget/tip"
)

// status is the bottom of the window: a message, the work under way, and the size and time of the last run.
type status struct {
	root *fyne.Container
	line *fyne.Container // the last line, without the message

	message *fyne.Container // its own line, so that a long sentence can wrap
	icon    *widget.Icon
	text    *widget.Label
	isError bool
	opening bool            // the message says that a table could not be opened
	file    string          // the file that the message is about
	see     *fyne.Container // buttons that show the file

	time   *tip.Button // opens the profiler
	facts  *tip.Label
	chosen *widget.Label // the summary of the selected figures
	of     *cells.Summary
	work   *fyne.Container
	what   *widget.Label
	bar    *widget.ProgressBar
	moving *widget.ProgressBarInfinite // in place of bar if the progress is unknown
	cancel *input.Button
}

func newStatus(w *window) *status {
	s := &status{icon: widget.NewIcon(nil), text: input.Wrapped(""), facts: tip.NewLabel("", w.tip),
		chosen: widget.NewLabel(""),
		what:   widget.NewLabel(""), bar: widget.NewProgressBar(), moving: widget.NewProgressBarInfinite()}
	s.moving.Stop()
	s.moving.Hide()
	dismiss := tip.NewButton(theme.CancelIcon(), lang.L("Dismiss this message"), w.tip, s.dismiss)
	open := tip.NewButton(nil, lang.L("Open the file in the program that the system has for it"), w.tip,
		func() { w.OpenOutside(s.file, func() {}) })
	open.SetText(lang.L("Open"))
	show := tip.NewButton(nil, lang.L("Show the file in its folder"), w.tip, func() { w.showOutside(s.file) })
	show.SetText(lang.L("Show in folder"))
	s.see = container.NewHBox(open, show)
	s.message = container.NewBorder(widget.NewSeparator(), nil, container.New(layout.NewCustomPaddedLayout(0, 0, 8, 0),
		s.icon),
		container.NewHBox(s.see, dismiss), container.New(few{}, container.NewVScroll(s.text)))
	s.message.Hide()

	s.time = tip.NewButton(own.Icon("panel", theme.ColorNameForeground), lang.L("How this was computed: show or hide "+
		"the profiler (Ctrl+P)"), w.tip, w.togglePanel)
	s.time.Hide()
	s.facts.SizeName = theme.SizeNameCaptionText
	s.cancel = input.NewButtonWithIcon(lang.L("Cancel"), theme.CancelIcon(), func() { w.session.Cancel() })
	s.cancel.Importance = widget.LowImportance
	s.bar.TextFormatter = func() string { return "" }
	track := container.New(layout.NewGridWrapLayout(fyne.NewSize(160, 8)), container.NewStack(s.bar, s.moving))
	s.work = container.NewHBox(s.what, container.NewCenter(track), s.cancel)
	s.work.Hide()
	// The spacer gives the line the height of the button, so that nothing moves when work begins.
	spacer := canvas.NewRectangle(color.Transparent)
	spacer.SetMinSize(fyne.NewSize(0, s.cancel.MinSize().Height))
	s.chosen.SizeName = theme.SizeNameCaptionText
	s.line = container.NewBorder(widget.NewSeparator(), nil, container.NewHBox(spacer, s.time), s.work,
		container.New(&foot{s}, s.facts, s.chosen))
	s.root = container.New(layout.NewCustomPaddedVBoxLayout(0), s.message, s.line)
	return s
}

// few shows a text in a scroll, at most mostLines lines at a time.
type few struct{}

const mostLines = 4

// MinSize implements fyne.Layout.
func (few) MinSize(o []fyne.CanvasObject) fyne.Size {
	text := o[0].(*container.Scroll).Content
	line := fyne.MeasureText("X", theme.TextSize(), fyne.TextStyle{}).Height
	return fyne.NewSize(text.MinSize().Width, min(text.MinSize().Height, mostLines*line+2*theme.InnerPadding()))
}

// Layout implements fyne.Layout.
func (few) Layout(o []fyne.CanvasObject, s fyne.Size) { o[0].Resize(s) }

// say shows a message until it is dismissed or a newer one comes.
func (s *status) say(m session.Message) {
	s.isError, s.opening, s.file, s.see.Hidden = m.Error, m.Opening, m.File, m.File == ""
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
	s.isError, s.opening = false, false
	s.message.Hide()
	s.root.Refresh()
}

// clearInfo removes a message unless it is an error. The next edit makes such a message obsolete.
func (s *status) clearInfo() {
	if s.message.Visible() && !s.isError {
		s.dismiss()
	}
}

// clearOpening removes a message that is obsolete once another table is open. Such a message says that a table could
// not be opened, or is no error.
func (s *status) clearOpening() {
	if s.opening {
		s.dismiss()
	}
	s.clearInfo()
}

// clear removes the message m if it is shown.
func (s *status) clear(m session.Message) {
	if s.message.Visible() && s.text.Text == m.Text {
		s.dismiss()
	}
}

// showTable shows the size of the table, and how many rows pass the filters.
func (s *status) showTable(t *data.Table, passing int) {
	s.time.Hide()
	if t == nil {
		s.facts.SetText("")
		return
	}
	if t.Served != nil {
		s.facts.SetText(session.ServedSentence(t) + "  ·  " + lang.N("{{.N}} column", "{{.N}} columns", len(t.Columns)))
		return
	}
	rows := rowsOf(passing, t.Rows)
	if t.Part != nil {
		rows = session.PartSentence(t)
	}
	text := rows + "  ·  " + lang.N("{{.N}} column", "{{.N}} columns", len(t.Columns)) + "  ·  " +
		lang.L("{{.Size}} in memory", lang.With{"Size": lang.Size(int64(t.Bytes()))})
	if !t.Kept.IsZero() {
		text += "  ·  " + openedFrom(t)
	}
	s.facts.SetText(text)
}

// openedFrom says which copy a table was opened from.
func openedFrom(t *data.Table) string {
	return lang.L("opened from the copy kept on {{.Time}}", lang.With{"Time": keptAt(t)})
}

// keptAt says when a table was kept.
func keptAt(t *data.Table) string { return t.Kept.Local().Format("2006-01-02 15:04") }

// rowsOf says how many rows of a table pass the filters.
func rowsOf(passing, all int) string {
	if passing == all {
		return lang.N("{{.N}} row", "{{.N}} rows", all)
	}
	return lang.N("{{.Passing}} of {{.N}} row", "{{.Passing}} of {{.N}} rows", all,
		lang.With{"Passing": profiler.Count(passing)})
}

// showRecord shows the rows, the groups and the time of a run over a table.
func (s *status) showRecord(r *profiler.Record, of *data.Table) {
	rows := rowsOf(r.RowsSelected, r.Rows)
	if of.Part != nil {
		rows = session.PartSentence(of)
	}
	if r.Pull != nil && r.Pull.Read != "" {
		rows = lang.L("{{.Rows}} of a copy read at {{.Time}}", lang.With{"Rows": rows, "Time": r.Pull.Read})
	}
	s.time.SetText(panel.TimeInShort(r))
	s.time.Show()
	s.facts.SetText(rows + "  ·  " + lang.N("{{.N}} group", "{{.N}} groups", r.GroupsActual))
	s.root.Refresh()
}

// showSelected shows the summary of the selected figures. nil shows none.
func (s *status) showSelected(of *cells.Summary) {
	if of == nil && s.of == nil {
		return
	}
	s.of = of
	s.root.Refresh()
}

// foot lays out the facts at the left and the summary of the selection at the right. If the line is too short, the
// summary is shortened: it loses its least and greatest figures. If this is not enough, the facts are cut.
type foot struct{ s *status }

// MinSize implements fyne.Layout.
func (f *foot) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(100, max(f.s.facts.MinSize().Height, f.s.chosen.MinSize().Height))
}

// factsRoom is the least width of the facts beside a summary that is not shortened.
const factsRoom = 320

// Layout implements fyne.Layout.
func (f *foot) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	text, s := "", f.s
	if s.of != nil {
		text = s.of.Text(false)
		if fyne.MeasureText(text, theme.CaptionTextSize(), fyne.TextStyle{}).Width+factsRoom > size.Width {
			text = s.of.Text(true)
		}
	}
	if s.chosen.Text != text {
		s.chosen.SetText(text)
	}
	width := float32(0)
	if text != "" {
		width = min(s.chosen.MinSize().Width, size.Width)
	}
	high := s.facts.MinSize().Height
	y := (size.Height - high) / 2
	input.Place(s.facts, 0, y, size.Width-width, high)
	input.Place(s.chosen, size.Width-width, y, width, high)
}

// showWork shows the work under way and a button that cancels it. nil hides both.
func (s *status) showWork(k *session.Work) {
	if k == nil {
		s.moving.Stop()
		s.work.Hide()
		return
	}
	text := k.What
	if k.Stage != "" {
		text += " – " + lang.L(profiler.StepName(k.Stage))
	}
	s.what.SetText(text + "…")
	if k.Done < 0 {
		s.bar.Hide()
		s.moving.Show()
		s.moving.Start()
	} else {
		s.moving.Stop()
		s.moving.Hide()
		s.bar.Show()
		s.bar.SetValue(k.Done)
	}
	s.work.Show()
	s.root.Refresh()
}
