//go:build unix && !darwin

package systemdialog

import (
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/godbus/dbus/v5"

	"cardinal/ui/desktop/sessionbus"
)

const (
	desktop = "org.freedesktop.portal.Desktop"
	object  = "/org/freedesktop/portal/desktop"
	chooser = "org.freedesktop.portal.FileChooser"
	request = "org.freedesktop.portal.Request"
)

// Available reports whether the system has a dialog that asks for files. To find out, the desktop may start its portal.
func Available() bool {
	bus, err := sessionbus.Connect()
	if err != nil {
		return false
	}
	defer bus.Close()
	var version dbus.Variant
	return bus.Object(desktop, object).Call("org.freedesktop.DBus.Properties.Get", 0, chooser,
		"version").Store(&version) == nil
}

// Ask shows the dialog and returns the chosen paths. It returns no path if the person cancels.
func Ask(q Question) ([]string, error) {
	bus, err := sessionbus.Connect()
	if err != nil {
		return nil, fmt.Errorf("the desktop does not answer: %w", err)
	}
	defer bus.Close()
	// The portal answers with a signal of an object. The path of this object has the name of the connection and the
	// token.
	const token = "cardinal"
	handle := dbus.ObjectPath(object + "/request/" + strings.ReplaceAll(strings.TrimPrefix(bus.Names()[0], ":"), ".",
		"_") + "/" + token)
	if err := bus.AddMatchSignal(dbus.WithMatchObjectPath(handle), dbus.WithMatchInterface(request),
		dbus.WithMatchMember("Response")); err != nil {
		return nil, fmt.Errorf("the desktop does not answer: %w", err)
	}
	signals := make(chan *dbus.Signal, 8)
	bus.Signal(signals)
	parent := ""
	if q.Window != 0 {
		parent = fmt.Sprintf("x11:%x", q.Window)
	}
	if err := bus.Object(desktop, object).Call(chooser+".OpenFile", 0, parent, q.Title,
		options(q, token)).Store(&handle); err != nil {
		return nil, fmt.Errorf("the desktop's file dialog does not open: %w", err)
	}
	for s := range signals { // closing the connection closes the channel
		if s.Path == handle && s.Name == request+".Response" {
			return chosenPaths(s.Body)
		}
	}
	return nil, errors.New("the desktop's file dialog has gone away")
}

// glob is a pattern of names, as the portal expects it.
type glob struct {
	Kind    uint32 // 0 means a pattern of names
	Pattern string
}

// kind is an entry in the portal's list of kinds of files.
type kind struct {
	Name  string
	Globs []glob
}

func options(q Question, token string) map[string]dbus.Variant {
	all := kind{allFiles, []glob{{0, "*"}}}
	kinds := []kind{all}
	if len(q.Extensions) > 0 {
		some := kind{Name: q.Kinds}
		for _, e := range q.Extensions {
			some.Globs = append(some.Globs, glob{0, "*" + e}, glob{0, "*" + strings.ToUpper(e)})
		}
		kinds = []kind{some, all}
	}
	o := map[string]dbus.Variant{
		"handle_token": dbus.MakeVariant(token),
		"multiple":     dbus.MakeVariant(q.Several && !q.Folders),
		"directory":    dbus.MakeVariant(q.Folders),
	}
	if !q.Folders {
		o["filters"] = dbus.MakeVariant(kinds)
	}
	if q.Folder != "" {
		o["current_folder"] = dbus.MakeVariant(append([]byte(q.Folder), 0))
	}
	return o
}

// chosenPaths returns the paths in an answer of the portal. The first value of the answer is 0 if the person chose
// files, whose addresses follow, or another number if the person cancelled.
func chosenPaths(body []any) ([]string, error) {
	var code uint32
	var results map[string]dbus.Variant
	if err := dbus.Store(body, &code, &results); err != nil {
		return nil, fmt.Errorf("the desktop's file dialog gave an answer that cannot be read: %w", err)
	}
	if code != 0 {
		return nil, nil
	}
	var addresses []string
	if err := results["uris"].Store(&addresses); err != nil {
		return nil, fmt.Errorf("the desktop's file dialog gave an answer that cannot be read: %w", err)
	}
	var paths []string
	for _, a := range addresses {
		u, err := url.Parse(a)
		if err != nil || u.Scheme != "file" {
			return nil, fmt.Errorf("%s is not a file on this computer", a)
		}
		paths = append(paths, u.Path)
	}
	return paths, nil
}
