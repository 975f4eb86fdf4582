package servers

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/data/remote"
	"cardinal/internal/each"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/session"
	"cardinal/ui/widget/input"
)

// form asks for a server and a user. Only the UI goroutine uses it.
type form struct {
	*Servers
	address, host, port, database, user *input.Entry
	password                            *input.Entry
	kind                                *widget.RadioGroup
	tls, keep                           *widget.Check
	untried                             *widget.Label // shown for a kind of servers that Cardinal has not been tried on
	status                              *status
	connect                             *input.Button
	hide                                func()

	table  string // the table that a pasted address names
	mode   string // the TLS mode that a pasted address names
	before string // the text of the address before the last change
	quiet  bool   // the program is filling in the fields, not the person
}

// Ask asks for a server, and then for one of its tables. The form first has the server that was used last.
func (s *Servers) Ask() { s.ask(s.lately(), "") }

// ask opens the form with an address. If the form opens again after an error, `why` is the error.
func (s *Servers) ask(a remote.Address, why string) {
	f := &form{Servers: s, address: input.New(), host: input.New(), port: input.New(), database: input.New(),
		user: input.New(), password: input.New(), status: newStatus()}
	f.password.Password = true
	titles := each.Of(remote.Kinds, func(k remote.Kind) string { return k.Title })
	f.untried = widget.NewLabel(lang.L("Cardinal has not been tried on a real server of this kind yet: compare some " +
		"figures with the server's before you rely on them."))
	f.untried.Wrapping, f.untried.SizeName = fyne.TextWrapWord, theme.SizeNameCaptionText
	f.kind = widget.NewRadioGroup(titles, func(string) {
		if !f.quiet && remote.KindOf(f.chosen()).TLS {
			f.tls.SetChecked(true)
		}
		f.usual()
	})
	f.kind.Horizontal, f.kind.Required = true, true
	f.tls = widget.NewCheck(lang.L("Encrypted (TLS)"), func(bool) {
		if !f.quiet {
			f.mode = ""
		}
		f.usual()
	})
	f.keep = widget.NewCheck(lang.L("Keep it in this computer's keyring"), nil)
	f.address.SetPlaceHolder(lang.L("Paste an address here, or fill in the fields below"))
	f.address.OnChanged = f.readAddress
	f.host.SetPlaceHolder(lang.L("Name or IP address"))
	f.password.SetPlaceHolder(lang.L("Empty: none, or that of the keyring"))
	f.connect = input.NewButton(lang.L("Connect"), f.submit)
	for _, e := range []*input.Entry{f.address, f.host, f.port, f.database, f.user, f.password} {
		e.OnSubmitted = func(string) { f.submit() }
	}
	wide := container.New(layout.NewGridWrapLayout(fyne.NewSize(90, f.port.MinSize().Height)), f.port)
	host := container.NewBorder(nil, nil, nil, container.NewHBox(widget.NewLabel(lang.L("Port")), wide), f.host)
	fields := widget.NewForm(
		widget.NewFormItem(lang.L("Address"), f.address),
		widget.NewFormItem(lang.L("Kind"), container.NewVBox(f.kind, f.untried)),
		widget.NewFormItem(lang.L("Host"), host),
		widget.NewFormItem(lang.L("Database"), f.database),
		widget.NewFormItem(lang.L("User"), f.user),
		widget.NewFormItem(lang.L("Password"), container.NewVBox(f.password, f.keep)),
		widget.NewFormItem("", f.tls),
	)
	f.fill(a)
	f.hide = s.dialogs.Edit(lang.L("Connect to a database"), container.NewBorder(fields, nil, nil, nil, f.status.root),
		f.connect, 600, 480, f.first(why))
	f.status.failed(why)
}

// first returns the field that gets the focus: the one that is most likely wrong or empty.
func (f *form) first(why string) fyne.Focusable {
	switch {
	case why != "" && f.host.Text != "":
		return f.password
	case f.host.Text != "":
		return f.host
	}
	return f.address
}

// fill fills in the fields from an address.
func (f *form) fill(a remote.Address) {
	f.quiet = true
	defer func() { f.quiet = false }()
	host, port, err := net.SplitHostPort(a.Host)
	if err != nil {
		host = a.Host
	}
	if port == remote.DefaultPort(a.Kind, a.Secure) {
		port = ""
	}
	f.kind.SetSelected(remote.KindOf(a.Kind).Title)
	f.host.SetText(host)
	f.port.SetText(port)
	f.database.SetText(a.Database)
	f.user.SetText(a.User)
	f.tls.SetChecked(a.Secure)
	f.table, f.mode = a.Table, a.Mode
	f.usual()
}

// usual shows in each empty field the value that is used if it stays empty.
func (f *form) usual() {
	kind := remote.KindOf(f.chosen())
	f.port.SetPlaceHolder(remote.DefaultPort(f.chosen(), f.tls.Checked))
	f.user.SetPlaceHolder(kind.User)
	f.database.SetPlaceHolder(kind.Database(kind.User))
	f.untried.Hidden = !kind.Untried
	f.untried.Refresh()
}

func (f *form) chosen() string {
	k := each.First(remote.Kinds, func(k remote.Kind) bool { return k.Title == f.kind.Selected })
	return cmp.Or(k.Name, remote.ClickHouse)
}

// readAddress fills in the fields from a typed or pasted address. The password of a pasted address is moved to its own
// field, which hides it.
func (f *form) readAddress(text string) {
	pasted := len(text) > len(f.before)+1
	f.before = text
	if !remote.IsAddress(text) {
		return
	}
	a, password, err := remote.ParseAddress(strings.TrimSpace(text))
	if err != nil {
		if pasted {
			f.status.failed(session.Sentence(err))
		}
		return
	}
	f.status.clear()
	f.fill(a)
	if password != "" && pasted {
		f.password.SetText(password)
		f.address.SetText(a.String())
	}
}

// server returns the address that the fields mean.
func (f *form) server() (remote.Address, error) {
	host, port := strings.TrimSpace(f.host.Text), strings.TrimSpace(f.port.Text)
	if host == "" {
		return remote.Address{}, errors.New(lang.L("name the host: the computer on which the server runs"))
	}
	if n, err := strconv.Atoi(port); port != "" && (err != nil || n < 1 || n > 65535) {
		return remote.Address{}, errors.New(lang.L("the port is a number from 1 to 65535, or empty for the usual one"))
	}
	a := remote.Address{Kind: f.chosen(), Secure: f.tls.Checked, User: strings.TrimSpace(f.user.Text),
		Database: strings.TrimSpace(f.database.Text), Table: f.table, Mode: f.mode}
	a.Host = net.JoinHostPort(strings.Trim(host, "[]"), cmp.Or(port, remote.DefaultPort(a.Kind, a.Secure)))
	whole, _, err := remote.ParseAddress(a.String()) // sets what is used for empty fields
	return whole, err
}

// submit asks the server for its tables.
func (f *form) submit() {
	address := strings.TrimSpace(f.address.Text)
	_, password, wrong := remote.ParseAddress(address)
	if address != "" && wrong != nil {
		f.status.failed(session.Sentence(fmt.Errorf("%w; %s", wrong, lang.L("or leave Address empty and fill in the "+
			"fields"))))
		return
	}
	a, err := f.server()
	if err != nil {
		f.status.failed(session.Sentence(err))
		return
	}
	if password != "" { // the person typed a password
		f.password.SetText(password)
		f.address.SetText(a.String())
	}
	typed := f.password.Text
	f.connect.Disable()
	f.status.busy(lang.L("Connecting to {{.Host}}…", lang.With{"Host": a.Host}))
	f.list(a, typed, func(tables []remote.Listed, err error) {
		f.connect.Enable()
		if err != nil {
			f.status.failed(session.Sentence(err))
			return
		}
		f.hide()
		if typed != "" {
			f.passwords.Remember(a, typed)
			if f.keep.Checked {
				f.Servers.keep(a, typed)
			}
		}
		f.choose(a, tables)
	})
}

// status is a line that shows work under way or an error.
type status struct {
	root *fyne.Container
	bar  *widget.ProgressBarInfinite
	text *widget.Label
}

func newStatus() *status {
	s := &status{bar: widget.NewProgressBarInfinite(), text: input.Wrapped("")}
	s.bar.Hide()
	s.bar.Stop()
	s.root = container.NewBorder(nil, nil, nil, nil,
		container.NewVBox(s.text, container.New(layout.NewCustomPaddedLayout(0, 0, theme.InnerPadding(),
			theme.InnerPadding()), s.bar)))
	return s
}

func (s *status) busy(text string) {
	s.text.Importance = widget.MediumImportance
	s.text.SetText(text)
	s.bar.Show()
	s.bar.Start()
}

func (s *status) failed(text string) {
	s.clear()
	s.text.Importance = widget.DangerImportance
	s.text.SetText(text)
}

func (s *status) clear() {
	s.bar.Stop()
	s.bar.Hide()
	s.text.SetText("")
}
