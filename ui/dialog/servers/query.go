package servers

import (
	"context"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/data/remote"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/session"
	"cardinal/ui/widget/input"
)

// write asks for a query that the server runs, and opens its rows as a table. If the server refuses the query, the
// dialog stays open. The button Tables leads back to the list of tables.
func (s *Servers) write(a remote.Address, tables []remote.Listed) {
	query, status := input.New(), newStatus()
	query.MultiLine, query.Wrapping = true, fyne.TextWrapWord
	query.TextStyle.Monospace = true
	query.OnTab = func() bool { return false } // Tab moves the focus: the keyboard needs it, and a query needs no tabs
	query.SetPlaceHolder("SELECT region, amount FROM sales JOIN shops USING (shop)")
	query.SetText(a.Query)
	note := input.Caption(lang.L("The server runs the query for every pivot, and its rows are the table. A query " +
		"can only read. Shift+Enter opens it."))
	open := input.NewButton(lang.L("Open"), nil)
	back := input.NewButtonWithIcon(lang.L("Tables"), theme.NavigateBackIcon(), nil)
	back.Importance = widget.LowImportance
	foot := container.NewVBox(status.root, container.NewBorder(nil, nil, back, nil, note))
	hide := s.dialogs.Edit(lang.L("A query on {{.Host}}", lang.With{"Host": a.Host}), container.NewBorder(nil, foot,
		nil, nil, query), open, 620, 420, query)
	back.OnTapped = func() {
		hide()
		s.choose(a, tables)
	}
	query.OnSubmitted = func(string) { open.OnTapped() }
	open.OnTapped = func() {
		a.Table = ""
		asked, err := a.WithQuery(query.Text)
		if err != nil {
			status.failed(session.Sentence(err))
			return
		}
		open.Disable()
		status.busy(lang.L("Asking {{.Host}}…", lang.With{"Host": a.Host}))
		s.connect(asked, "", func(ctx context.Context, server remote.Server) error {
			_, err := server.Table(ctx, asked.Table)
			return err
		}, func(err error) {
			open.Enable()
			if err != nil {
				status.failed(session.Sentence(err))
				return
			}
			hide()
			s.window.OpenAddress(asked.String())
		})
	}
}
