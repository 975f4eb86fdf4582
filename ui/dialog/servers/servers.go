package servers

import (
	"context"
	"errors"
	"time"

	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"cardinal/data/remote"
	"cardinal/data/remote/dial"
	"cardinal/ui/dialog/dialogs"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/session"
	"cardinal/ui/widget/input"
)

// window lists the methods of the window that these dialogs call.
type window interface {
	Recent() []string // recent paths and addresses
	OpenAddress(address string)
	Say(session.Message)
}

// Servers asks for tables on database servers. Only the UI goroutine uses it.
type Servers struct {
	window    window
	dialogs   *dialogs.Stack
	passwords *dial.Passwords
	post      func(func())
	stop      context.CancelFunc // cancels the last request to a server; nil: there was none
	// number of the last request; the answers to older ones, and to a closed dialog, are dropped
	turn int
}

// New returns the dialogs. post runs a function on the UI goroutine.
func New(w window, d *dialogs.Stack, p *dial.Passwords, post func(func())) *Servers {
	return &Servers{window: w, dialogs: d, passwords: p, post: post}
}

// lately returns the address of the server that was used last, without a table.
func (s *Servers) lately() remote.Address {
	for _, path := range s.window.Recent() {
		if remote.IsAddress(path) {
			if a, _, err := remote.ParseAddress(path); err == nil {
				a.Table = ""
				return a
			}
		}
	}
	return remote.Address{Kind: remote.ClickHouse}
}

// Unlock asks for the password of a server, and then calls `again`.
func (s *Servers) Unlock(e *dial.Locked, again func()) {
	a := e.Address
	status := newStatus()
	password := input.New()
	password.Password = true
	keep := widget.NewCheck(lang.L("Keep it in this computer's keyring"), nil)
	ok := input.NewButton(lang.L("Open"), nil)
	fields := widget.NewForm(widget.NewFormItem(lang.L("Server"), widget.NewLabel(a.Host)),
		widget.NewFormItem(lang.L("User"), widget.NewLabel(a.User)),
		widget.NewFormItem(lang.L("Password"), container.NewVBox(password, keep)))
	hide := s.dialogs.Edit(lang.L("The password of {{.Name}}", lang.With{"Name": a.User}), container.NewBorder(fields,
		nil, nil, nil, status.root), ok,
		520, 320, password)
	ok.OnTapped = func() {
		typed := password.Text
		ok.Disable()
		status.busy(lang.L("Connecting to {{.Host}}…", lang.With{"Host": a.Host}))
		s.list(a, typed, func(_ []remote.Listed, err error) {
			ok.Enable()
			if err != nil {
				status.failed(session.Sentence(err))
				return
			}
			hide()
			s.passwords.Remember(a, typed)
			if keep.Checked {
				s.keep(a, typed)
			}
			again()
		})
	}
	password.OnSubmitted = func(string) { ok.OnTapped() }
	status.failed(session.Sentence(e))
}

// keep stores a password in the keyring. If that fails, a message says why.
func (s *Servers) keep(a remote.Address, password string) {
	go func() {
		if err := dial.Keep(a, password); err != nil {
			s.post(func() { s.window.Say(session.Failure(err)) })
		}
	}()
}

// patience is how long a server may take to list its tables.
const patience = 30 * time.Second

// list asks a server for its tables, and calls `then` on the UI goroutine. If the dialog was closed, it does not call
// `then`.
func (s *Servers) list(a remote.Address, password string, then func([]remote.Listed, error)) {
	var tables []remote.Listed
	s.connect(a, password, func(ctx context.Context, server remote.Server) (err error) {
		tables, err = server.Tables(ctx)
		return err
	}, func(err error) { then(tables, err) })
}

// connect connects to a server and runs question, and calls `then` on the UI goroutine. If the dialog was closed, it
// does not call `then`.
func (s *Servers) connect(a remote.Address, password string, question func(context.Context, remote.Server) error,
	then func(error)) {
	s.turn++
	turn, open := s.turn, s.dialogs.Len()
	if s.stop != nil {
		s.stop()
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	s.stop = cancel
	s.dialogs.Closed(cancel)
	go func() {
		defer cancel()
		if password == "" {
			password = s.passwords.Find(a) // may ask the keyring
		}
		server, err := dial.Server(ctx, a, password)
		if err == nil {
			err = question(ctx, server)
			server.Close()
		}
		if errors.Is(err, context.DeadlineExceeded) {
			err = remote.Unanswered(a, patience)
		}
		s.post(func() {
			if s.turn == turn && s.dialogs.Len() == open {
				then(err)
			}
		})
	}()
}
