//go:build !windows && !darwin

package clipboard

import (
	"io"
	"log"
	"slices"
	"sync"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// owner is the X11 owner of the clipboard. It uses a window and a connection of its own, and answers the requests of
// other programs (Inter-Client Communication Conventions of X11, section 2.2).
type owner struct {
	conn   *xgb.Conn // nil: no X server
	window xproto.Window
	atoms  map[string]xproto.Atom

	mu    sync.Mutex
	forms map[string][]byte // the content by the name of its form; a text is only under textNames[0]
}

// The names of the clipboard, and of the forms that other programs request.
const (
	selectionName = "CLIPBOARD"
	targetsName   = "TARGETS"
	htmlName      = "text/html"
	pngName       = "image/png"
)

var textNames = []string{"UTF8_STRING", "text/plain;charset=utf-8", "text/plain", "STRING", "TEXT"}

func newOwner() *owner {
	xgb.Logger = log.New(io.Discard, "", 0)
	o := &owner{atoms: map[string]xproto.Atom{}}
	conn, err := xgb.NewConn()
	if err != nil {
		return o
	}
	if err := o.begin(conn); err != nil {
		conn.Close()
		return o
	}
	o.conn = conn
	go o.serve()
	return o
}

// begin makes the window and looks up the atoms of the names.
func (o *owner) begin(conn *xgb.Conn) error {
	id, err := xproto.NewWindowId(conn)
	if err != nil {
		return err
	}
	o.window = id
	root := xproto.Setup(conn).DefaultScreen(conn).Root
	if err := xproto.CreateWindowChecked(conn, 0, id, root, 0, 0, 1, 1, 0, xproto.WindowClassInputOnly, 0, 0,
		nil).Check(); err != nil {
		return err
	}
	for _, name := range append([]string{selectionName, targetsName, htmlName, pngName}, textNames...) {
		reply, err := xproto.InternAtom(conn, false, uint16(len(name)), name).Reply()
		if err != nil {
			return err
		}
		o.atoms[name] = reply.Atom
	}
	return nil
}

// set becomes the owner of the clipboard with a text. If html is not "", it also offers the text as HTML. It returns
// false if that failed.
func (o *owner) set(text, html string) bool {
	forms := map[string][]byte{textNames[0]: []byte(text)}
	if html != "" {
		forms[htmlName] = []byte(html)
	}
	return o.offer(forms)
}

// offer becomes the owner of the clipboard with a content in several forms. It returns false if that failed.
func (o *owner) offer(forms map[string][]byte) bool {
	if o.conn == nil {
		return false
	}
	o.mu.Lock()
	o.forms = forms
	o.mu.Unlock()
	selection := o.atoms[selectionName]
	if err := xproto.SetSelectionOwnerChecked(o.conn, o.window, selection, xproto.TimeCurrentTime).Check(); err != nil {
		return false
	}
	reply, err := xproto.GetSelectionOwner(o.conn, selection).Reply()
	return err == nil && reply.Owner == o.window
}

// serve answers requests until the connection ends.
func (o *owner) serve() {
	for {
		event, err := o.conn.WaitForEvent()
		switch e := event.(type) {
		case nil:
			if err == nil {
				return
			}
		case xproto.SelectionRequestEvent:
			o.answer(e)
		case xproto.SelectionClearEvent:
			o.mu.Lock()
			o.forms = nil
			o.mu.Unlock()
		}
	}
}

// answer sends the content to another program in the form that it requests, or says that this form is not available.
func (o *owner) answer(e xproto.SelectionRequestEvent) {
	property := e.Property
	if property == xproto.AtomNone {
		property = e.Target // for programs that follow old conventions
	}
	o.mu.Lock()
	forms := o.forms
	o.mu.Unlock()
	name := o.name(e.Target)
	if slices.Contains(textNames, name) {
		name = textNames[0]
	}
	content, offered := forms[name]
	switch {
	case name == targetsName:
		o.put(e.Requestor, property, xproto.AtomAtom, 32, o.targets(forms))
	case offered:
		o.put(e.Requestor, property, e.Target, 8, content)
	default:
		property = xproto.AtomNone
	}
	done := xproto.SelectionNotifyEvent{Time: e.Time, Requestor: e.Requestor, Selection: e.Selection, Target: e.Target,
		Property: property}
	xproto.SendEvent(o.conn, false, e.Requestor, 0, string(done.Bytes()))
}

// name returns the name of a requested form. It returns "" for an unknown form.
func (o *owner) name(target xproto.Atom) string {
	for name, atom := range o.atoms {
		if atom == target && name != selectionName {
			return name
		}
	}
	return ""
}

// targets returns the list of offered forms, from the richest to the plainest.
func (o *owner) targets(forms map[string][]byte) []byte {
	names := []string{targetsName}
	for _, name := range []string{pngName, htmlName} {
		if forms[name] != nil {
			names = append(names, name)
		}
	}
	if forms[textNames[0]] != nil {
		names = append(names, textNames...)
	}
	list := make([]byte, 4*len(names))
	for i, name := range names {
		xgb.Put32(list[4*i:], uint32(o.atoms[name]))
	}
	return list
}

// put writes a property of another program's window. It writes several portions, since the length of a request is
// limited.
func (o *owner) put(to xproto.Window, property, kind xproto.Atom, bits byte, content []byte) {
	const portion = 200_000
	mode := byte(xproto.PropModeReplace)
	for first := true; first || len(content) > 0; first = false {
		n := min(portion, len(content))
		xproto.ChangeProperty(o.conn, mode, to, property, kind, bits, uint32(n)/uint32(bits/8), content[:n])
		content, mode = content[n:], xproto.PropModeAppend
	}
}
