//go:build unix && !darwin

package systemdialog

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/godbus/dbus/v5"

	"cardinal/ui/desktop/sessionbus"
	"cardinal/ui/desktop/sessionbus/bustest"
)

// portal answers OpenFile as a desktop's portal does.
type portal struct {
	bus *dbus.Conn

	mu      sync.Mutex // guards what follows: the bus calls on a goroutine of its own
	code    uint32
	uris    []string
	title   string
	options map[string]dbus.Variant
}

// answers makes the portal answer with a code and addresses from now on.
func (p *portal) answers(code uint32, uris ...string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.code, p.uris = code, uris
}

// OpenFile answers a call over the bus.
func (p *portal) OpenFile(from dbus.Sender, _, title string,
	options map[string]dbus.Variant) (dbus.ObjectPath, *dbus.Error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.title, p.options = title, options
	handle := dbus.ObjectPath("/org/freedesktop/portal/desktop/request/" + strings.ReplaceAll(string(from[1:]), ".",
		"_") + "/" + options["handle_token"].Value().(string))
	if err := p.bus.Emit(handle, request+".Response", p.code,
		map[string]dbus.Variant{"uris": dbus.MakeVariant(p.uris)}); err != nil {
		return "", dbus.MakeFailedError(err)
	}
	return handle, nil
}

// Get answers the question for the version over the bus.
func (p *portal) Get(_, name string) (dbus.Variant, *dbus.Error) {
	if name != "version" {
		return dbus.Variant{}, dbus.MakeFailedError(errors.New("no such property"))
	}
	return dbus.MakeVariant(uint32(4)), nil
}

func TestAsk(t *testing.T) {
	bustest.Start(t)
	bus, err := sessionbus.Connect()
	if err != nil {
		t.Fatal(err)
	}
	defer bus.Close()
	p := &portal{bus: bus}
	p.answers(0, "file:///tmp/a+b%20c.csv", "file:///tmp/M%C3%BCller.csv")
	for _, name := range []string{chooser, "org.freedesktop.DBus.Properties"} {
		if err := bus.Export(p, object, name); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := bus.RequestName(desktop, dbus.NameFlagDoNotQueue); err != nil {
		t.Fatal(err)
	}
	if !Available() {
		t.Fatal("the portal is not found")
	}
	paths, err := Ask(Question{Title: "Open", Folder: "/tmp", Kinds: "Tables", Extensions: []string{".csv"},
		Several: true})
	if want := []string{"/tmp/a+b c.csv", "/tmp/Müller.csv"}; err != nil || !slices.Equal(paths, want) {
		t.Errorf("chosen are %q, %v, want %q", paths, err, want)
	}
	p.mu.Lock()
	if several, _ := p.options["multiple"].Value().(bool); p.title != "Open" || !several ||
		string(p.options["current_folder"].Value().([]byte)) != "/tmp\x00" {
		t.Errorf("asked for %q with %v", p.title, p.options)
	}
	p.mu.Unlock()
	p.answers(1)
	if paths, err := Ask(Question{Title: "Open"}); err != nil || paths != nil {
		t.Errorf("where none was chosen: %q, %v", paths, err)
	}
	p.answers(0, "smb://server/a.csv")
	if paths, err := Ask(Question{Title: "Open"}); err == nil {
		t.Errorf("an address is the path %q", paths)
	}
}

func TestNoPortal(t *testing.T) {
	bustest.Start(t)
	if Available() {
		t.Error("there is a portal on an empty bus")
	}
	if paths, err := Ask(Question{Title: "Open"}); err == nil {
		t.Errorf("chosen are %q", paths)
	}
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/none")
	if Available() {
		t.Error("there is a portal without a bus")
	}
}
