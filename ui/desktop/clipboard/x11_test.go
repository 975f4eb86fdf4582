//go:build !windows && !darwin

package clipboard

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// paste asks for the clipboard as another program does.
func paste(t *testing.T, o *owner, target string) string {
	t.Helper()
	conn, err := xgb.NewConn()
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	window, err := xproto.NewWindowId(conn)
	if err != nil {
		t.Fatal(err)
	}
	root := xproto.Setup(conn).DefaultScreen(conn).Root
	if err := xproto.CreateWindowChecked(conn, 0, window, root, 0, 0, 1, 1, 0, xproto.WindowClassInputOnly, 0, 0,
		nil).Check(); err != nil {
		t.Fatal(err)
	}
	property := xproto.Atom(xproto.AtomCutBuffer0)
	kind, err := xproto.InternAtom(conn, false, uint16(len(target)), target).Reply()
	if err != nil {
		t.Fatal(err)
	}
	xproto.ConvertSelection(conn, window, o.atoms[selectionName], kind.Atom, property, xproto.TimeCurrentTime)
	answered := make(chan xproto.SelectionNotifyEvent, 1)
	go func() {
		for {
			event, err := conn.WaitForEvent()
			if e, ok := event.(xproto.SelectionNotifyEvent); ok {
				answered <- e
				return
			}
			if event == nil && err == nil {
				return
			}
		}
	}()
	select {
	case e := <-answered:
		if e.Property == xproto.AtomNone {
			return "refused"
		}
	case <-time.After(20 * time.Second):
		t.Fatal("no answer")
	}
	reply, err := xproto.GetProperty(conn, false, window, property, xproto.GetPropertyTypeAny, 0, 1<<28).Reply()
	if err != nil {
		t.Fatal(err)
	}
	return string(reply.Value)
}

// TestOtherProgramsPaste asks for text, for HTML, for the list of both, and for what is not there.
func TestOtherProgramsPaste(t *testing.T) {
	if os.Getenv("DISPLAY") == "" {
		t.Skip("no X server")
	}
	o := newOwner()
	if o.conn == nil {
		t.Skip("no X server")
	}
	defer o.conn.Close()
	long := strings.Repeat("<td>1,234.50 € </td>", 60_000) // several requests
	if !o.set("a\tb ü\n", long) {
		t.Fatal("the clipboard cannot be taken")
	}
	for target, want := range map[string]string{"UTF8_STRING": "a\tb ü\n", "STRING": "a\tb ü\n", "text/html": long,
		"image/png": "refused"} {
		if got := paste(t, o, target); got != want {
			t.Errorf("%s: %d bytes, want %d", target, len(got), len(want))
		}
	}
	if n := len(paste(t, o, targetsName)); n != 4*(2+len(textNames)) {
		t.Errorf("the list of targets has %d bytes", n)
	}
	picture := &Clipboard{rich: func() bool { return true }, x11: o}
	if !picture.SetPicture([]byte(long)) {
		t.Fatal("the clipboard does not take a picture")
	}
	for target, want := range map[string]string{"image/png": long, "UTF8_STRING": "refused", "text/html": "refused"} {
		if got := paste(t, o, target); got != want {
			t.Errorf("of a picture, %s: %d bytes, want %d", target, len(got), len(want))
		}
	}
	if n := len(paste(t, o, targetsName)); n != 4*2 {
		t.Errorf("the list of targets of a picture has %d bytes", n)
	}
}

// TestGet reads what this program put on the clipboard, and what it offers in no form that can be read.
func TestGet(t *testing.T) {
	if os.Getenv("DISPLAY") == "" {
		t.Skip("no X server")
	}
	o := newOwner()
	if o.conn == nil {
		t.Skip("no X server")
	}
	defer o.conn.Close()
	for _, text := range []string{"a\tb ü\n1\t2\n", strings.Repeat("12345\t67890\n", 500_000)} {
		if !o.set(text, "<td>") {
			t.Fatal("the clipboard cannot be taken")
		}
		c, err := get(t.Context())
		if err != nil || string(c.Text) != text || string(c.HTML) != "<td>" || c.Files != nil {
			t.Errorf("%d bytes, want %d, and HTML %q; %v", len(c.Text), len(text), c.HTML, err)
		}
	}
	o.set("", "")
	if _, err := get(t.Context()); !errors.Is(err, errEmpty) {
		t.Errorf("of an empty text: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	o.set("a", "b")
	if _, err := get(ctx); err == nil {
		t.Error("a cancelled paste reads")
	}
}

func TestLocalFiles(t *testing.T) {
	for list, want := range map[string]string{
		"file:///a%20b.csv\r\nfile:///c.csv\r\n": "/a b.csv|/c.csv", "# none\r\nfile:///x.csv": "/x.csv",
		"file:///x.csv\nhttps://example.com/": "", "": "",
	} {
		if got := strings.Join(localFiles(list), "|"); got != want {
			t.Errorf("%q: %q, want %q", list, got, want)
		}
	}
}
