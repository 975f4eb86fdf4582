package filteredit

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"cardinal/engine/query"
	"cardinal/internal/each"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/view"
	"cardinal/ui/widget/input"
)

const (
	keepTexts     = "Keep only such rows"
	leaveTextsOut = "Leave such rows out"
)

// textEditor edits a comparison of texts. If a regular expression is invalid, a sentence says why.
type textEditor struct {
	root    *fyne.Container
	op      *input.Select
	pattern *bound
	match   *widget.Check
	mode    *widget.RadioGroup
	changed func()
}

// newText returns an editor. It calls changed after every change.
func newText(f view.Filter, changed func()) *textEditor {
	e := &textEditor{pattern: newBound(f.Text.Pattern, lang.L("text")), changed: changed}
	words := each.Of(view.TextOps, opWords)
	e.op = input.NewSelect(words, func(string) { e.check() })
	e.match = widget.NewCheck(lang.L("Upper and lower case differ"), nil)
	e.match.Checked = f.Text.MatchCase
	e.mode = widget.NewRadioGroup([]string{lang.L(keepTexts), lang.L(leaveTextsOut)}, nil)
	e.mode.Required, e.mode.Horizontal = true, true
	e.mode.SetSelected(map[bool]string{false: lang.L(keepTexts), true: lang.L(leaveTextsOut)}[f.Exclude &&
		f.Kind == view.Texts])
	e.pattern.OnChanged = func(string) { e.check() }
	e.root = container.NewVBox(widget.NewLabel(lang.L("The value")), e.op, e.pattern.Entry, e.pattern.fault, e.match,
		e.mode)
	e.op.SetSelected(opWords(f.Text.Op))
	return e
}

// opWords returns the name of a comparison in the editor.
func opWords(op query.Op) string {
	if op == query.Matches {
		return lang.L("matches the regular expression")
	}
	return view.TextWords(op)
}

func (e *textEditor) chosen() query.Op {
	return view.TextOps[max(0, slices.Index(e.op.Options, e.op.Selected))]
}

// check shows the error of a regular expression.
func (e *textEditor) check() {
	var err error
	example := lang.L("text")
	if e.chosen() == query.Matches {
		_, err = query.Pattern(e.pattern.Text, false)
		example = lang.L("For example {{.Example}}", lang.With{"Example": "^(A|B).*[0-9]$"})
	}
	e.pattern.SetPlaceHolder(example)
	e.pattern.say(err)
	e.root.Refresh()
	e.changed()
}

func (e *textEditor) usable() bool { return e.pattern.fault.Hidden }

// into writes the comparison into a filter.
func (e *textEditor) into(f *view.Filter) {
	f.Text = view.Text{Op: e.chosen(), Pattern: e.pattern.Text, MatchCase: e.match.Checked}
	f.Exclude = e.mode.Selected == lang.L(leaveTextsOut)
}
