//go:build !windows && !darwin

package clipboard

import (
	"bytes"
	"context"
	"io"
	"log"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
	"golang.org/x/text/encoding/charmap"
)

const (
	filesName = "text/uri-list"
	incrName  = "INCR"
	heldName  = "CARDINAL_CLIPBOARD" // property of our window, into which the clipboard's owner writes the content
	// mostBeside is the size of a text above which it is not also requested as HTML. Programs need some ten times as
	// many bytes for the same table in HTML.
	mostBeside = 8 << 20
	// silence is how long the clipboard's owner may take for its next answer.
	silence = 10 * time.Second
)

// asker requests the content of the clipboard from its owner. It uses a window and a connection of its own
// (Inter-Client Communication Conventions of X11, sections 2.4 and 2.7.2). The toolkit's clipboard reads a long text on
// the UI goroutine, in quadratic time.
type asker struct {
	conn   *xgb.Conn
	window xproto.Window
	held   xproto.Atom
	events chan xgb.Event
}

// get reads the clipboard of X11.
func get(ctx context.Context) (Content, error) {
	xgb.Logger = log.New(io.Discard, "", 0)
	conn, err := xgb.NewConn()
	if err != nil {
		return Content{}, err
	}
	defer conn.Close()
	a := &asker{conn: conn, events: make(chan xgb.Event)}
	if err := a.begin(ctx); err != nil {
		return Content{}, err
	}
	selection, err := a.atom(selectionName)
	if err != nil {
		return Content{}, err
	}
	if owner, err := xproto.GetSelectionOwner(conn, selection).Reply(); err != nil || owner.Owner == xproto.WindowNone {
		return Content{}, errEmpty
	}
	offered, err := a.offeredForms(ctx)
	if err != nil {
		return Content{}, err
	}
	if slices.Contains(offered, filesName) {
		list, err := a.ask(ctx, filesName)
		if files := localFiles(string(list)); err == nil && len(files) > 0 {
			return Content{Files: files}, nil
		}
	}
	for _, name := range append(slices.Clone(textNames), htmlName) {
		if !slices.Contains(offered, name) {
			continue
		}
		text, err := a.ask(ctx, name)
		switch {
		case err != nil:
			return Content{}, err
		case len(text) == 0:
			return Content{}, errEmpty
		case name == "STRING":
			if text, err = charmap.ISO8859_1.NewDecoder().Bytes(text); err != nil {
				return Content{}, err
			}
		}
		c := Content{Text: text}
		if name != htmlName && len(text) <= mostBeside && slices.Contains(offered, htmlName) {
			if c.HTML, err = a.ask(ctx, htmlName); err != nil && ctx.Err() != nil {
				return Content{}, err
			}
		}
		return c, nil
	}
	if slices.ContainsFunc(offered, func(name string) bool { return strings.HasPrefix(name, "image/") }) {
		return Content{}, errPicture
	}
	return Content{}, errNoText
}

// begin makes the window. It sends its events to events until the connection is closed or ctx ends.
func (a *asker) begin(ctx context.Context) (err error) {
	if a.window, err = xproto.NewWindowId(a.conn); err != nil {
		return err
	}
	root := xproto.Setup(a.conn).DefaultScreen(a.conn).Root
	if err := xproto.CreateWindowChecked(a.conn, 0, a.window, root, 0, 0, 1, 1, 0, xproto.WindowClassInputOnly, 0,
		xproto.CwEventMask, []uint32{xproto.EventMaskPropertyChange}).Check(); err != nil {
		return err
	}
	if a.held, err = a.atom(heldName); err != nil {
		return err
	}
	stop := context.AfterFunc(ctx, a.conn.Close)
	go func() {
		defer close(a.events)
		defer stop()
		for {
			event, err := a.conn.WaitForEvent()
			if event == nil && err == nil {
				return
			}
			if event == nil {
				continue
			}
			select {
			case a.events <- event:
			case <-time.After(silence): // nobody waits for events any more
				return
			}
		}
	}()
	return nil
}

func (a *asker) atom(name string) (xproto.Atom, error) {
	reply, err := xproto.InternAtom(a.conn, false, uint16(len(name)), name).Reply()
	if err != nil {
		return 0, err
	}
	return reply.Atom, nil
}

// offeredForms returns the names of the forms in which the clipboard's owner offers the content.
func (a *asker) offeredForms(ctx context.Context) ([]string, error) {
	list, err := a.ask(ctx, targetsName)
	if err != nil {
		return nil, err
	}
	var names []string
	for ; len(list) >= 4; list = list[4:] {
		if reply, err := xproto.GetAtomName(a.conn, xproto.Atom(xgb.Get32(list))).Reply(); err == nil {
			names = append(names, reply.Name)
		}
	}
	return names, nil
}

// ask requests the content of the clipboard in one form.
func (a *asker) ask(ctx context.Context, name string) ([]byte, error) {
	selection, err := a.atom(selectionName)
	if err != nil {
		return nil, err
	}
	target, err := a.atom(name)
	if err != nil {
		return nil, err
	}
	portions, err := a.atom(incrName)
	if err != nil {
		return nil, err
	}
	xproto.ConvertSelection(a.conn, a.window, selection, target, a.held, xproto.TimeCurrentTime)
	answer, err := next(ctx, a, func(e xproto.SelectionNotifyEvent) bool { return true })
	if err != nil {
		return nil, err
	}
	if answer.Property == xproto.AtomNone {
		return nil, errSilent
	}
	content, kind, err := a.takeProperty()
	if err != nil || kind != portions {
		return content, err
	}
	content = nil
	for { // when a portion is read, the owner writes the next; an empty one is the last
		if _, err := next(ctx, a, func(e xproto.PropertyNotifyEvent) bool {
			return e.Atom == a.held && e.State == xproto.PropertyNewValue
		}); err != nil {
			return nil, err
		}
		portion, _, err := a.takeProperty()
		if err != nil || len(portion) == 0 {
			return content, err
		}
		content = append(content, portion...)
	}
}

// next waits for an event of type E that is wanted.
func next[E xgb.Event](ctx context.Context, a *asker, wanted func(E) bool) (found E, err error) {
	for {
		select {
		case event, more := <-a.events:
			if !more {
				if err := ctx.Err(); err != nil {
					return found, err
				}
				return found, errSilent
			}
			if e, is := event.(E); is && wanted(e) {
				return e, nil
			}
		case <-ctx.Done():
			return found, ctx.Err()
		case <-time.After(silence):
			return found, errSilent
		}
	}
}

// takeProperty reads what the clipboard's owner wrote, and removes it.
func (a *asker) takeProperty() ([]byte, xproto.Atom, error) {
	const most = 1 << 22 // greatest number of 32-bit words in one answer
	var content bytes.Buffer
	for {
		reply, err := xproto.GetProperty(a.conn, true, a.window, a.held, xproto.GetPropertyTypeAny,
			uint32(content.Len()/4), most).Reply()
		if err != nil {
			return nil, 0, err
		}
		content.Write(reply.Value)
		if reply.BytesAfter == 0 {
			return content.Bytes(), reply.Type, nil
		}
	}
}

// localFiles returns the paths in a list of URIs. It returns nil if one of the URIs is not a file of this computer.
func localFiles(list string) (files []string) {
	for line := range strings.Lines(list) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		u, err := url.Parse(line)
		if err != nil || u.Scheme != "file" {
			return nil
		}
		files = append(files, u.Path)
	}
	return files
}
