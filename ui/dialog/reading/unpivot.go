package reading

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"cardinal/data"
	"cardinal/data/shape/unpivot"
	"cardinal/ui/dialog/dialogs"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/session"
	"cardinal/ui/widget/input"
)

// unpivot returns an entry for the columns that become rows. It also returns what is beside the entry: a button that
// opens a list of columns to tick, and a check box about rows without a value.
func (r *dialog) unpivot(d *dialogs.Stack, t *data.Table) (*input.Entry, fyne.CanvasObject) {
	e := input.New()
	nulls := widget.NewCheck(lang.L("Rows without a value, too"), nil)
	spec, include := unpivot.CutNulls(r.how.Unpivot)
	e.SetText(spec)
	nulls.SetChecked(include)
	e.SetPlaceHolder(example(t))
	input.Enable(nulls, spec != "")
	change := func() {
		r.how.Unpivot = strings.TrimSpace(e.Text)
		input.Enable(nulls, r.how.Unpivot != "")
		if nulls.Checked && r.how.Unpivot != "" {
			r.how.Unpivot = unpivot.WithNulls(r.how.Unpivot)
		}
		r.read()
	}
	e.OnChanged = func(string) { change() }
	e.OnSubmitted = r.submit
	nulls.OnChanged = func(bool) { change() }
	return e, container.NewHBox(input.NewButton(lang.L("Tick…"), func() { r.tick(d, e) }), nulls)
}

// example returns the placeholder of the empty entry. If possible, it names columns of the table.
func example(t *data.Table) string {
	spec := unpivot.Offer(t, 2)
	if spec == "" {
		spec = "Jan..Dec as month, sales"
	}
	return lang.L("None. Such as: {{.Example}}", lang.With{"Example": spec})
}

// mostTicks is the greatest number of columns that tick lists.
const mostTicks = 1000

// tick opens a list in which a person ticks the columns that become rows, and writes them into the entry. If the entry
// is empty, likely columns are ticked at first.
func (r *dialog) tick(d *dialogs.Stack, e *input.Entry) {
	how := r.how
	how.Unpivot = ""
	r.source.Preview(r.sheet, how, func(t *data.Table, err error) {
		switch {
		case err != nil:
			r.fail(session.Sentence(err))
			return
		case len(t.Columns) > mostTicks:
			r.fail(
				lang.N("The file has more than {{.N}} column: write the first and the last, as in Jan..Dec.",
					"The file has more than {{.N}} columns: write the first and the last, as in Jan..Dec.", mostTicks),
			)
			return
		}
		text := e.Text
		if strings.TrimSpace(text) == "" {
			text = unpivot.Offer(t, 2)
		}
		spec, err := unpivot.Parse(text) // even after an error, spec has the default names
		columns := widget.NewCheckGroup(data.Names(t.Columns), nil)
		if err == nil {
			columns.SetSelected(spec.Columns(t))
		}
		ok := input.NewButton(lang.L("Choose"), nil)
		hide := d.Edit(lang.L("Columns that become rows"), container.NewVScroll(columns), ok, 420, 480, nil)
		ok.OnTapped = func() {
			hide()
			e.SetText(spec.With(t, columns.Selected))
		}
		r.read()
	})
}
