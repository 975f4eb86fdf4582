//go:build unix && !darwin

package sessionbus

import "github.com/godbus/dbus/v5"

// Connect connects to the bus of the session. It does not start a bus.
func Connect() (*dbus.Conn, error) {
	bus, err := dbus.SessionBusPrivateNoAutoStartup()
	if err != nil {
		return nil, err
	}
	if err = bus.Auth(nil); err == nil {
		err = bus.Hello()
	}
	if err != nil {
		_ = bus.Close()
		return nil, err
	}
	return bus, nil
}
